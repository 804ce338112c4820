import { type Overview, type OverviewStretch, overviewStretches } from "../../flows/operator/overview.ts";
import { latestOf } from "../../flows/operator/status.ts";
import { html, type Printable, type SafeHtml } from "../../pages/html.ts";
import { ago, changeText, milliseconds, percent } from "./overview-words.ts";
import { counted, momentOf } from "./parts.ts";
import type { Visit } from "./visit.ts";

/** The figures of a period: first the main ones, compared with the period before, then the others. */
export async function figuresOf(
  { web }: Visit,
  overview: Overview,
  stretch: OverviewStretch,
): Promise<SafeHtml> {
  const { ports, administration } = web;
  const now = ports.clock.now();
  const [counts, backups] = await Promise.all([
    ports.inventory.counts({ now, idleLimit: ports.settings.sessionIdle }),
    administration.backups.latest(),
  ]);
  const backupAt = latestOf([backups.schedule?.at, backups.command?.at]);
  const rotatedAt = latestOf(administration.keys.list().map(({ createdAt }) => createdAt));
  const agedTile = (label: string, at: typeof backupAt) =>
    tile(label, at === undefined ? "none" : ago(at, now), at !== undefined && momentOf(at));
  return html`
    <div class="live" id="part-tiles">
      ${mainFigures(overview, stretch)}
      <dl class="tiles">
        ${tile("Tokens", overview.tokensIssued.toLocaleString("en"), aMinute(overview.tokensIssued, stretch))}
        ${durationTile("Median token", overview.tokenDuration)}
        ${tile("Slowed down", overview.throttled.toLocaleString("en"), "by a limit or a full queue")}
        ${tile("Longest queue", overview.hashQueuePeak.toLocaleString("en"), "of passwords to verify")}
        ${tile("Signed in now", counts.sessions.toLocaleString("en"), `${counts.sessions === 1 ? "browser" : "browsers"}; ${counted(counts.accounts, "account")} in all`)}
        ${agedTile("Last backup", backupAt)}
        ${agedTile("Newest key", rotatedAt)}
      </dl>
    </div>`;
}

function mainFigures(overview: Overview, stretch: OverviewStretch): SafeHtml {
  const { signedIn, signInsRefused, signInDuration, before } = overview;
  const share = shareOf(overview);
  return html`
    <dl class="tiles main">
      ${tile("Sign-ins", signedIn.toLocaleString("en"), aMinute(signedIn, stretch), before && changeText(signedIn, before.signedIn, stretch))}
      ${tile("Refused", signInsRefused.toLocaleString("en"), share !== undefined && `${percent(share)} of all attempts`, before && changeText(signInsRefused, before.signInsRefused, stretch))}
      ${durationTile("Median sign-in", signInDuration, before?.signInDuration && changeText(signInDuration?.p50, before.signInDuration.p50, stretch))}
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
  return tile(label, value, duration && `95 % in ${milliseconds(duration.p95)}`, change);
}

function tile(label: string, value: string, ...more: readonly Printable[]): SafeHtml {
  const lines = more.filter((line) => line !== false && line !== undefined);
  return html`<div><dt>${label}</dt><dd>${value}</dd>${lines.map((line) => html`<dd class="more">${line}</dd>`)}</div>`;
}
