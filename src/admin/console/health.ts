import type { LastBackups, MadeBackup } from "../../flows/backup-ports.ts";
import type { Finding } from "../../flows/operator/finding.ts";
import { type KeyReport, keyMeanings, reportKeys } from "../../flows/operator/key.ts";
import { latestOf } from "../../flows/operator/status.ts";
import type { Reply } from "../../http/reply.ts";
import { badge, factsOf } from "../../pages/components.ts";
import { html, type SafeHtml } from "../../pages/html.ts";
import type { Instant } from "../../values/time.ts";
import { capitalized } from "./listing.ts";
import { noBackup } from "./overview-figures.ts";
import { ago } from "./overview-words.ts";
import { agoOf, counted, glanceOf, momentOf, panel, rowsOf } from "./parts.ts";
import { repairOfFinding, typedCommand } from "./repairs.ts";
import { scriptFor } from "./script.ts";
import { mayDo, type Screen, show, type Visit } from "./visit.ts";

/** The state of the installation: the findings of `latchkey doctor`, version, database, backups and the age of the keys. */
export const healthScreen: Screen = { path: "/health", scope: "status:read", get: showHealth };

async function showHealth(visit: Visit): Promise<Reply> {
  const { web } = visit;
  const { administration, ports } = web;
  const [status, backups, findings] = await Promise.all([
    administration.status(),
    administration.backups.latest(),
    administration.findings(),
  ]);
  const { databaseBytes } = status;
  const now = ports.clock.now();
  const isUsable = databaseBytes !== undefined;
  return show(visit, {
    title: "Health",
    lead: "The state of this process and its database.",
    main: html`
      ${glanceOf([
        ["Checks", checksBadge(findings)],
        ["Applications", status.clients.toLocaleString("en")],
        ["People", status.users.toLocaleString("en")],
        ["Live sessions", status.sessions.toLocaleString("en")],
        ["Size of the database", isUsable && `${(databaseBytes / 2 ** 20).toFixed(1)} MB`],
        [
          "Last backup",
          agoOf(latestOf([backups.schedule?.at, backups.command?.at]), now) ?? noBackup(findings),
        ],
      ])}
      ${panel("Checks", findingRows(visit, findings))}
      <div class="pair">
          ${panel(
            "Installation",
            factsOf([
              ["Version", status.version],
              ["Base URL", status.issuer],
              ["Database", status.database],
              ["Its state", isUsable ? badge("in use", "good") : badge("unavailable", "bad")],
            ]),
          )}
          ${panel("Backups", backupFacts(backups, now))}
      </div>
      ${mayDo(visit, "keys:read") && panel("Newest keys", html`<div class="many">${newestKeys(reportKeys(administration.keys, now), now)}</div>`)}`,
    script: scriptFor("copy"),
  });
}

const gravity: readonly Finding["state"][] = ["failed", "warning", "ok"];
const tones = { failed: "bad", warning: "warn", ok: "plain" } as const;

function checksBadge(findings: readonly Finding[]): SafeHtml {
  const count = (state: Finding["state"]) => findings.filter((finding) => finding.state === state).length;
  if (count("failed") > 0) return badge(`${count("failed")} failed`, "bad");
  return count("warning") > 0 ? badge(counted(count("warning"), "warning"), "warn") : badge("all ok", "good");
}

/** Problems come first. The command line also checks what a running service cannot. */
function findingRows(visit: Visit, findings: readonly Finding[]): SafeHtml {
  const rows = gravity.flatMap((state) =>
    findings
      .filter((finding) => finding.state === state)
      .map((finding) => ({
        name: capitalized(finding.check),
        detail: html`${withCode(finding.detail)}${repairOfFinding(visit, finding)}`,
        state: badge(state, tones[state]),
      })),
  );
  return html`
    <div class="even">${rowsOf(rows, "Nothing was found.")}</div>
    <p class="muted small">Settings, the port, and how fast the machine hashes passwords are checked on the service’s machine alone.</p>
    ${typedCommand(visit, "latchkey doctor", "doctor")}`;
}

/** Renders text between backticks as code. */
export function withCode(text: string): SafeHtml {
  const parts = text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
  return html`${parts}`;
}

function backupFacts({ schedule, command, proved, failed }: LastBackups, now: Instant): SafeHtml {
  const made = (backup: MadeBackup | undefined) =>
    backup === undefined
      ? "none"
      : html`${agedMoment(backup.at, now)}, ${backup.isEncrypted ? "encrypted" : "not encrypted"}`;
  return factsOf([
    ["Last scheduled", made(schedule)],
    ["Last manual", made(command)],
    ["Last proved", made(proved)],
    ["Last failure", failed && html`${agedMoment(failed.at, now)}: ${failed.cause}`],
  ]);
}

function agedMoment(at: Instant, now: Instant): SafeHtml {
  return html`${momentOf(at)}, ${ago(at, now)}`;
}

/** The newest key of each purpose; older ones only open and verify. */
function newestKeys(keys: readonly KeyReport[], now: Instant): SafeHtml {
  const newest = keys.filter(
    ({ purpose }, index) => keys.findIndex((other) => other.purpose === purpose) === index,
  );
  const rows = newest.map(({ purpose, createdAt }) => ({
    name: capitalized(keyMeanings[purpose]),
    state: agoOf(createdAt, now),
  }));
  return rowsOf(rows, "There are no keys.");
}
