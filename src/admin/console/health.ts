import type { LastBackups, MadeBackup } from "../../flows/backup-ports.ts";
import { type KeyReport, keyMeanings, reportKeys } from "../../flows/operator/key.ts";
import type { Reply } from "../../http/reply.ts";
import { html, type SafeHtml } from "../../pages/html.ts";
import type { Instant } from "../../values/time.ts";
import { ago } from "./overview-words.ts";
import { badge, factsOf, momentOf, panel, rowsOf } from "./parts.ts";
import { mayDo, type Screen, show, type Visit } from "./visit.ts";

/** The state of the installation: its version and database, how much is in it, the backups and the age of the keys. */
export const healthScreen: Screen = { path: "/health", scope: "status:read", get: showHealth };

async function showHealth(visit: Visit): Promise<Reply> {
  const { web } = visit;
  const { desk, ports } = web;
  const [status, backups] = await Promise.all([desk.status(), desk.backups.latest()]);
  const { databaseBytes } = status;
  const now = ports.clock.now();
  const isUsable = databaseBytes !== undefined;
  return show(visit, {
    title: "Health",
    lead: "What the process that answers knows of itself and its database.",
    main: html`
      ${panel(
        "Installation",
        factsOf([
          ["Version", status.version],
          ["Base URL", status.issuer],
          ["Database", status.database],
          ["State of the database", isUsable ? badge("in use", "good") : badge("cannot be used now", "bad")],
          ["Size of the database", isUsable && `${(databaseBytes / 2 ** 20).toFixed(1)} MB`],
          ["Applications", status.clients.toLocaleString("en")],
          ["People", status.users.toLocaleString("en")],
          ["Live sessions", status.sessions.toLocaleString("en")],
        ]),
      )}
      ${panel("Backups", backupFacts(backups, now))}
      ${mayDo(visit, "keys:read") && panel("Newest keys", newestKeys(reportKeys(desk.keys, now), now))}
      <p class="muted"><code>latchkey doctor</code> checks more, on the machine of the service: settings, folder, database, port, clock and speed, with the repair for each problem.</p>`,
  });
}

function backupFacts({ schedule, command, failed }: LastBackups, now: Instant): SafeHtml {
  const made = (backup: MadeBackup | undefined) =>
    backup === undefined
      ? "none"
      : html`${agedMoment(backup.at, now)}, ${backup.isEncrypted ? "encrypted" : "not encrypted"}`;
  return factsOf([
    ["Last by schedule", made(schedule)],
    ["Last by command", made(command)],
    ["Last failure", failed && html`${agedMoment(failed.at, now)}: ${failed.cause}`],
  ]);
}

function agedMoment(at: Instant, now: Instant): SafeHtml {
  return html`${momentOf(at)}, ${ago(at, now)}`;
}

/** The newest key of each purpose; the others only read what was made with them. */
function newestKeys(keys: readonly KeyReport[], now: Instant): SafeHtml {
  const newest = keys.filter(
    ({ purpose }, index) => keys.findIndex((other) => other.purpose === purpose) === index,
  );
  const rows = newest.map(({ purpose, createdAt }) => ({
    name: keyMeanings[purpose],
    state: html`<span>${agedMoment(createdAt, now)}</span>`,
  }));
  return rowsOf(rows, "There are no keys.");
}
