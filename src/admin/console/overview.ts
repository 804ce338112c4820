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
import { type NamedShare, shareList, timeChart } from "./chart.ts";
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
  const shares = await sharesOf(visit, overview);
  const full = shares.filter(({ items }) => items.length > 0);
  const missing = shares.filter(({ items }) => items.length === 0);
  const { signInDuration, tokenDuration } = overview;
  // A panel without content only hides those with some. Every part stays, because the script replaces it once there is something.
  return html`
    ${figuresOf(overview, period)}
    ${part("sign-ins", panel(`Sign-ins ${stepNames[period]}`, signInsOf(visit, overview, period)))}
    ${part(
      "times",
      [
        signInDuration &&
          panel("Time of a sign-in", timesChart(overview, period, "signInDuration", "Time of a sign-in")),
        tokenDuration &&
          panel(
            "Time of a token response",
            timesChart(overview, period, "tokenDuration", "Time of a token response"),
          ),
      ],
      "grid",
    )}
    ${part(
      "shares",
      full.map(({ heading, items }) => panel(heading, shareList(items))),
      "trio",
    )}
    ${part("none", full.length > 0 && missing.length > 0 && html`<p class="muted">${missing.map(({ none }) => none).join(" ")}</p>`)}`;
}

/** How something divides into kinds, and the sentence for when there is none of it. */
interface Shares {
  readonly heading: string;
  readonly items: readonly NamedShare[];
  readonly none: string;
}

async function sharesOf(visit: Visit, overview: Overview): Promise<readonly Shares[]> {
  const { methods, signInRefusals, clientRefusals, throttles } = overview;
  const byReason = (reasons: typeof throttles) =>
    reasons.map(({ label, count }) => ({ name: reasonName(label), count }));
  return [
    { heading: "How people sign in", items: methodShares(methods), none: "Nobody signed in." },
    {
      heading: "Why sign-ins were refused",
      items: byReason(signInRefusals),
      none: "No sign-in was refused.",
    },
    {
      heading: "Busiest applications",
      items: await clientShares(visit, overview),
      none: "No tokens were issued.",
    },
    {
      heading: "Why client requests were refused",
      items: byReason(clientRefusals),
      none: "No client request was refused.",
    },
    { heading: "Throttled", items: byReason(throttles), none: "No limit was reached." },
  ];
}

/** Part of the page under the id by which the script replaces it. It takes no room while it is empty. */
function part(id: string, content: Printable, layout?: "grid" | "trio"): SafeHtml {
  return html`<div${layout && html` class="${layout}"`} id="part-${id}">${content}</div>`;
}

function signInsOf({ web }: Visit, overview: Overview, period: OverviewStretch): SafeHtml {
  return overview.signedIn + overview.signInsRefused > 0
    ? signInChart(overview, period)
    : html`<p class="muted">Nobody tried to sign in during this period. ${period !== "month" && html`<a href="${consolePath(web, "")}?period=month">Look at 30 days</a>`}</p>`;
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

function clientShares({ web }: Visit, { clients }: Overview): Promise<readonly NamedShare[]> {
  return Promise.all(
    clients.map(async ({ clientId, count }) => {
      const client = await web.ports.clients.find(clientId);
      const href = consolePath(web, `/clients/${encodeURIComponent(clientId)}`);
      return {
        name: client ? html`<a href="${href}">${nameOf(client.name)}</a>` : html`<code>${clientId}</code>`,
        count,
      };
    }),
  );
}
