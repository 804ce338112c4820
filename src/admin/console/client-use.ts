import {
  type ClientHabit,
  type ClientUseFigures,
  habitsOf,
  readClientUse,
} from "../../flows/operator/client-habit.ts";
import { latestOf } from "../../flows/operator/status.ts";
import type { SecretUse } from "../../flows/ports.ts";
import { badge, factsOf, linkButton } from "../../pages/components.ts";
import { html, type Printable, type SafeHtml } from "../../pages/html.ts";
import type { Client } from "../../protocol/client/client.ts";
import type { Instant } from "../../values/time.ts";
import { timeChart } from "./chart.ts";
import { agoOf, counted, dayOf, glanceOf, momentOf, panel, type Row, rowsOf } from "./parts.ts";
import { consolePath } from "./places.ts";
import { mayDo, type Visit } from "./visit.ts";

/** The use by an application in the last 30 days, and what it could do better. */
export async function usePanels(
  visit: Visit,
  client: Client,
  uses: readonly SecretUse[],
): Promise<readonly Printable[]> {
  const use = await readUse(visit, client);
  // The sign-in of this visit may not be counted yet.
  const isAsking = client.id === visit.operator.client.id;
  const least = isAsking ? 1 : 0;
  const habits = habitsOf(client, use, { uses, now: visit.web.ports.clock.now() });
  const count = (value: number) => value.toLocaleString("en");
  return [
    glanceOf([
      !client.metadata.isMachine && ["Sign-ins in 30 days", count(Math.max(use.codes, least))],
      ["Tokens in 30 days", count(Math.max(use.tokens, least))],
      ["Refused in 30 days", count(use.refused)],
      ["Last use", isAsking ? "now" : lastUseOf(visit, use, uses)],
    ]),
    habits.length > 0 && panel("What it could do better", habitRows(visit, client, habits)),
    use.tokens + use.refused > 0 && panel("Use in the last 30 days", useOf(use)),
  ];
}

function readUse({ web }: Visit, { id }: Client): Promise<ClientUseFigures> {
  return readClientUse({ statistics: web.administration.statistics, clock: web.ports.clock }, id);
}

/** How much an application is used, for the question before an act that ends its use. */
export async function useFacts(visit: Visit, client: Client): Promise<SafeHtml> {
  const { codes, tokens } = await readUse(visit, client);
  const label = "In the last 30 days";
  if (codes + tokens === 0) return factsOf([[label, "not used"]]);
  const signIns = !client.metadata.isMachine && `${counted(codes, "sign-in")}, `;
  return factsOf([[label, html`${signIns}${counted(tokens, "token")}`]]);
}

/** Tokens are counted by the hour, and a day of the chart is a sum of hours; the use of a secret is known to the minute. */
function lastUseOf({ web }: Visit, { days }: ClientUseFigures, uses: readonly SecretUse[]): Printable {
  const now = web.ports.clock.now();
  const day = days.findLast(({ tokens }) => tokens > 0)?.at;
  const at = latestOf([day, ...uses.map(({ usedAt }) => usedAt)]);
  if (at === undefined) return "none in 30 days";
  return at === day ? dayOf(at) : agoOf(at, now);
}

function useOf({ days, refused }: ClientUseFigures): SafeHtml {
  const count = (value: number) => value.toLocaleString("en");
  return html`
    ${refused > 0 && html`<p class="muted">Refused requests came under its client ID, whether or not it sent them.</p>`}
    ${timeChart({
      id: "use",
      title: "Token requests by day",
      description: "Issued tokens and refused requests on each of the last 30 days.",
      kind: "bars",
      series: [
        { name: "Tokens", values: days.map(({ tokens: issued }) => issued) },
        { name: "Refused", values: days.map(({ refused: turned }) => turned) },
      ],
      at: days.map(({ at }) => at),
      write: count,
      writeTime: shortDay,
    })}`;
}

const dayWriter = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** `24 Oct`, which nobody reads as another day. */
function shortDay(at: Instant): string {
  return dayWriter.format(at);
}

function habitRows(visit: Visit, client: Client, habits: readonly ClientHabit[]): SafeHtml {
  const mayChange = mayDo(visit, "clients:write");
  const repair = (path: string, text: string) =>
    mayChange &&
    linkButton(consolePath(visit.web, `/clients/${encodeURIComponent(client.id)}${path}`), text, "little");
  return rowsOf(
    habits.map((habit) => rowOf(habit, repair)),
    "",
  );
}

function rowOf(habit: ClientHabit, repair: (path: string, text: string) => Printable): Row {
  switch (habit.kind) {
    case "no-challenge":
      return {
        name: html`No PKCE ${partOf(habit)}`,
        detail:
          "A code that leaks can be tried by others. Switch PKCE (S256) on in the application's library; then choose the rules of OAuth 2.1, which refuse requests without it.",
        state: repair("/edit", "Rules"),
      };
    case "no-state":
      return {
        name: html`No state ${partOf(habit)}`,
        detail:
          "With neither state nor PKCE, a link can sign people in as somebody else. It is a setting of the application's library.",
        state: repair("/settings", "Settings for libraries"),
      };
    case "old-secret-used":
      return {
        name: "The old secret is still used",
        detail: html`Last at ${momentOf(habit.at)}. Put the new one into every place where the application runs.`,
      };
    case "old-secret-idle":
      return {
        name: html`The old secret can go ${badge("idle")}`,
        detail: html`It was last used at ${momentOf(habit.at)}, more than a week ago.`,
        state: repair("/retire", "Retire the old secret"),
      };
    case "old-secret-unseen":
      return {
        name: "There is an old secret",
        detail: "No use of it is on record. Retire it when the application has the new one.",
        state: repair("/retire", "Retire the old secret"),
      };
    case "scope-unused":
      return {
        name: html`<code>${habit.scope}</code> is never asked for`,
        detail:
          "It may ask for this and has not done so in four weeks. A right that nobody needs should be removed.",
        state: repair("/edit", "Edit"),
      };
    case "unused":
      return {
        name: "Nobody uses it",
        detail: "It got no token in four weeks. Disable it if it is not needed any more.",
        state: repair("/disable", "Disable"),
      };
  }
}

function partOf({ count, of }: { readonly count: number; readonly of: number }): string {
  return count >= of
    ? "in any sign-in"
    : `in ${count.toLocaleString("en")} of ${of.toLocaleString("en")} sign-ins`;
}
