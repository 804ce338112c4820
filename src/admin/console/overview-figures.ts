import type { Finding } from "../../flows/operator/finding.ts";
import { type Overview, type OverviewStretch, overviewStretches } from "../../flows/operator/overview.ts";
import { latestOf } from "../../flows/operator/status.ts";
import { badge } from "../../pages/components.ts";
import { html, type Printable, type SafeHtml } from "../../pages/html.ts";
import { changeText, milliseconds, percent } from "./overview-words.ts";
import { agoOf, counted, glanceOf } from "./parts.ts";
import type { Visit } from "./visit.ts";

/** The state of the installation now, whatever period is looked at. */
export async function stateNow({ web }: Visit): Promise<SafeHtml> {
  const { ports, administration } = web;
  const now = ports.clock.now();
  const [counts, backups, known] = await Promise.all([
    ports.inventory.counts({ now, idleLimit: ports.settings.sessionIdle }),
    administration.backups.latest(),
    administration.knownFindings(),
  ]);
  const backupAt = latestOf([backups.schedule?.at, backups.command?.at]);
  const rotatedAt = latestOf(administration.keys.list().map(({ createdAt }) => createdAt));
  return html`<div id="part-now">${glanceOf([
    ["Signed in now", counted(counts.sessions, "browser")],
    ["People", counts.accounts.toLocaleString("en")],
    ["Last backup", agoOf(backupAt, now) ?? noBackup(known?.items)],
    ["Newest key", agoOf(rotatedAt, now)],
  ])}</div>`;
}

/** There is no check of backups where the database makes its own. Without https, the service is for development. */
export function noBackup(findings: readonly Finding[] | undefined): Printable {
  if (findings === undefined) return "none yet";
  const finding = findings.find(({ check }) => check === "backup");
  if (finding === undefined) return html`<span class="muted">with the database’s own tools</span>`;
  return finding.state === "ok"
    ? html`none yet <span class="muted small">fine during development</span>`
    : html`none yet ${badge("at risk", "warn")}`;
}

/** The figures of a period: first the main ones, compared with the period before, then the others. */
export function figuresOf(overview: Overview, stretch: OverviewStretch): SafeHtml {
  return html`
    <div class="live" id="part-tiles">
      ${mainFigures(overview, stretch)}
      <dl class="tiles">
        ${tile("Tokens", overview.tokensIssued.toLocaleString("en"), aMinute(overview.tokensIssued, stretch))}
        ${durationTile("Median token response", overview.tokenDuration)}
        ${tile("Throttled", overview.throttled.toLocaleString("en"), "by a limit or a full queue")}
        ${tile("Longest queue", overview.hashQueuePeak.toLocaleString("en"), "of passwords to verify")}
      </dl>
    </div>`;
}

function mainFigures(overview: Overview, stretch: OverviewStretch): SafeHtml {
  const { signedIn, signInsRefused, signInDuration, before } = overview;
  const share = shareOf(overview);
  return html`
    <dl class="tiles main">
      ${tile("Sign-ins", signedIn.toLocaleString("en"), aMinute(signedIn, stretch), before && changeText(signedIn, before.signedIn, { stretch, of: "count" }))}
      ${tile("Refused", signInsRefused.toLocaleString("en"), share !== undefined && `${percent(share)} of all attempts`, before && changeText(signInsRefused, before.signInsRefused, { stretch, of: "count" }))}
      ${durationTile("Median sign-in", signInDuration, before?.signInDuration && changeText(signInDuration?.p50, before.signInDuration.p50, { stretch, of: "duration" }))}
    </dl>`;
}

function shareOf({ signedIn, signInsRefused }: Overview): number | undefined {
  const tries = signedIn + signInsRefused;
  return tries === 0 ? undefined : signInsRefused / tries;
}

function aMinute(count: number, stretch: OverviewStretch): string {
  return `${(count / (overviewStretches[stretch].length / 60)).toFixed(1)} a minute`;
}

function durationTile(label: string, duration: Overview["signInDuration"], change?: string): SafeHtml {
  const value = duration === undefined ? "–" : milliseconds(duration.p50);
  return tile(label, value, duration && `95th percentile: ${milliseconds(duration.p95)}`, change);
}

function tile(label: string, value: string, ...more: readonly Printable[]): SafeHtml {
  const lines = more.filter((line) => line !== false && line !== undefined);
  return html`<div><dt>${label}</dt><dd>${value}</dd>${lines.map((line) => html`<dd class="more">${line}</dd>`)}</div>`;
}
