import {
  type Overview,
  type OverviewStretch,
  overviewStretches,
  readOverview,
} from "../../flows/operator/overview.ts";
import type { Reply } from "../../http/reply.ts";
import { linkButton } from "../../pages/components.ts";
import { html, type Printable, type SafeHtml } from "../../pages/html.ts";
import { nameOf } from "../../pages/layout.ts";
import type { Instant } from "../../values/time.ts";
import { shareList, timeChart } from "./chart.ts";
import { type LiveMessage, streamTo } from "./live.ts";
import { attentionPanel } from "./overview-attention.ts";
import { figuresOf, stateNow } from "./overview-figures.ts";
import { methodShares, milliseconds, reasonName } from "./overview-words.ts";
import { panel } from "./parts.ts";
import { consolePath } from "./places.ts";
import { scriptFor } from "./script.ts";
import { mayDo, type Screen, show, type Visit } from "./visit.ts";

/** The console's first page: what the service did, and how it is. */
export const overviewScreens: readonly Screen[] = [
  { path: "", scope: "status:read", get: overviewPage },
  { path: "/live", scope: "status:read", answers: "stream", get: liveOverview },
];

const periodNames: Readonly<Record<OverviewStretch, string>> = {
  hour: "1 hour",
  day: "24 hours",
  week: "7 days",
  month: "30 days",
};
const stepNames: Readonly<Record<OverviewStretch, string>> = {
  hour: "by the minute",
  day: "by ten minutes",
  week: "by the hour",
  month: "by three hours",
};
/** Figures of a long period change slowly and cost more to add up. */
const lookSeconds: Readonly<Record<OverviewStretch, number>> = { hour: 3, day: 15, week: 60, month: 60 };

function periodOf({ query }: Visit): OverviewStretch {
  const asked = query.get("period") ?? "";
  return isPeriod(asked) ? asked : "hour";
}

function isPeriod(text: string): text is OverviewStretch {
  return Object.hasOwn(overviewStretches, text);
}

async function overviewPage(visit: Visit): Promise<Reply> {
  const { web } = visit;
  const period = periodOf(visit);
  const here = consolePath(web, "");
  const links = Object.entries(periodNames).map(
    ([value, name]) =>
      html`<li><a href="${here}?period=${value}"${value === period && html` aria-current="true"`}>${name}</a></li>`,
  );
  return show(visit, {
    title: "Overview",
    lead: html`This is ${web.ports.settings.issuer}`,
    actions:
      mayDo(visit, "clients:write") &&
      linkButton(consolePath(web, "/clients/new"), "Add an application", "action"),
    main: html`
      ${await attentionPanel(visit)}
      ${await stateNow(visit)}
      <div class="over">
        <nav aria-label="Period"><ul class="tabs">${links}</ul></nav>
        <p class="small muted"><span id="live-state" role="status"></span> <a href="${here}?period=${period}">Reload</a></p>
      </div>
      <div class="live" data-live="${consolePath(web, "/live")}?period=${period}">${await partsOf(visit, period)}</div>`,
    script: scriptFor("live"),
  });
}

function liveOverview(visit: Visit): Reply {
  const period = periodOf(visit);
  let sent: string | undefined;
  return streamTo(visit, {
    scope: "status:read",
    everySeconds: lookSeconds[period],
    look: async (): Promise<LiveMessage | undefined> => {
      const markup =
        html`${await attentionPanel(visit)}${await stateNow(visit)}${await partsOf(visit, period)}`.toString();
      if (markup === sent) return undefined;
      sent = markup;
      return { event: "parts", markup };
    },
  });
}

/** The live parts of the page, each with the id by which the script replaces it. */
async function partsOf(visit: Visit, period: OverviewStretch): Promise<SafeHtml> {
  const { web } = visit;
  const overview = await readOverview(
    { statistics: web.administration.statistics, clock: web.ports.clock },
    period,
  );
  const { methods, signInRefusals, clientRefusals, throttles } = overview;
  const byReason = (reasons: typeof throttles, empty: string) =>
    shareList(
      reasons.map(({ label, count }) => ({ name: reasonName(label), count })),
      empty,
    );
  return html`
    ${figuresOf(overview, period)}
    ${part("sign-ins", `Sign-ins ${stepNames[period]}`, signInChart(overview, period))}
    <div class="grid" id="part-times">
      ${panel("Time of a sign-in", timesChart(overview, period, "signInDuration", "Time of a sign-in"))}
      ${panel("Time of a token response", timesChart(overview, period, "tokenDuration", "Time of a token response"))}
    </div>
    <div class="trio" id="part-shares">
      ${panel("How people sign in", shareList(methodShares(methods), "Nobody signed in."))}
      ${panel("Why sign-ins were refused", byReason(signInRefusals, "None was refused."))}
      ${panel("Busiest applications", await clientShares(visit, overview))}
      ${panel("Why client requests were refused", byReason(clientRefusals, "None was refused."))}
      ${panel("Throttled", byReason(throttles, "No limit was reached."))}
    </div>`;
}

function part(id: string, heading: string, content: Printable): SafeHtml {
  return html`<div id="part-${id}">${panel(heading, content)}</div>`;
}

function signInChart({ steps }: Overview, period: OverviewStretch): SafeHtml {
  return timeChart({
    id: "sign-ins",
    title: `Sign-ins of the last ${periodNames[period]}`,
    description: `Successful and refused sign-ins ${stepNames[period]}.`,
    kind: "bars",
    series: [
      { name: "Signed in", values: steps.map((step) => step.signedIn) },
      { name: "Refused", values: steps.map((step) => step.signInsRefused) },
    ],
    at: steps.map(({ at }) => at),
    write: (value) => value.toLocaleString("en"),
    writeTime: timeWriter(period),
  });
}

function timesChart(
  overview: Overview,
  period: OverviewStretch,
  of: "signInDuration" | "tokenDuration",
  title: string,
): SafeHtml {
  const { steps } = overview;
  const whole = overview[of];
  return timeChart({
    id: of,
    title: `${title}, ${stepNames[period]}`,
    description: whole
      ? `Over the last ${periodNames[period]}, half of the responses took at most ${milliseconds(whole.p50)}, 95% at most ${milliseconds(whole.p95)}.`
      : "There were no requests.",
    kind: "lines",
    series: [
      { name: "median (p50)", values: steps.map((step) => shown(step[of]?.p50)) },
      { name: "95th percentile (p95)", values: steps.map((step) => shown(step[of]?.p95)) },
    ],
    at: steps.map(({ at }) => at),
    write: milliseconds,
    writeTime: timeWriter(period),
  });
}

/** Values beyond the last bucket are drawn at its upper bound. */
function shown(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Math.min(value, 10_000);
}

function timeWriter(period: OverviewStretch): (at: Instant) => string {
  const isLong = period === "week" || period === "month";
  return (at) => {
    const iso = new Date(at).toISOString();
    return isLong ? `${iso.slice(5, 10)} ${iso.slice(11, 16)}` : iso.slice(11, 16);
  };
}

async function clientShares({ web }: Visit, { clients }: Overview): Promise<SafeHtml> {
  const named = await Promise.all(
    clients.map(async ({ clientId, count }) => {
      const client = await web.ports.clients.find(clientId);
      const href = consolePath(web, `/clients/${encodeURIComponent(clientId)}`);
      return {
        name: client ? html`<a href="${href}">${nameOf(client.name)}</a>` : html`<code>${clientId}</code>`,
        count,
      };
    }),
  );
  return shareList(named, "No tokens were issued.");
}
