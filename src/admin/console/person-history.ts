import { actSentence } from "../../flows/audit.ts";
import type { KeptAuditEntry } from "../../flows/audit-ports.ts";
import type { Account } from "../../identity/account.ts";
import { isKnownActivity } from "../../identity/activity.ts";
import { browserName } from "../../identity/browser-name.ts";
import { html, type Printable, type SafeHtml } from "../../pages/html.ts";
import { catalogue as english } from "../../pages/languages/en/catalogue.ts";
import { instantOfActivityId } from "../../values/ids.ts";
import { type Instant, plus } from "../../values/time.ts";
import { actName, detailsLine, momentToSecond, nameOfActor, namesFor } from "./audit-words.ts";
import { linkButton, panel, tableOf } from "./parts.ts";
import { consolePath } from "./places.ts";
import { mayDo, type Visit } from "./visit.ts";

const shownMax = 25;

/**
 * Everything that happened to an account, newest first: from the audit trail, or, for operators who may not read that, from the activity
 * that its owner sees. The last row says how the account came to be.
 */
export async function historyPanel(visit: Visit, account: Account): Promise<SafeHtml> {
  return mayDo(visit, "audit:read") ? trailPanel(visit, account) : activityPanel(visit, account);
}

async function trailPanel(visit: Visit, account: Account): Promise<SafeHtml> {
  const { auditTrail } = visit.web.administration;
  const { items, next } = await auditTrail.list({ target: account.id, limit: shownMax });
  const names = namesFor(visit);
  const rowOf = async (entry: KeptAuditEntry): Promise<readonly Printable[]> => [
    momentToSecond(entry.at),
    html`<a href="${consolePath(visit.web, `/audit/${entry.number}`)}">${actSentence(entry.act) ?? actName(entry.act)}</a>`,
    await nameOfActor(entry, names),
    await detailsLine(entry, names),
  ];
  const rows = await Promise.all(items.map(rowOf));
  const beginning = next === undefined ? await beginningOf(visit, account, items) : [];
  const all = consolePath(visit.web, `/audit?target=${encodeURIComponent(account.id)}`);
  return panel(
    "What happened",
    tableOf("What happened", ["When", "What", "By", "Details"], [...rows, ...beginning]),
    next !== undefined && linkButton(all, "All in the audit trail", "little"),
  );
}

/** An account whose creation is not in the trail was imported, or is older than what the trail keeps. */
async function beginningOf(
  visit: Visit,
  { id, createdAt }: Account,
  items: readonly KeptAuditEntry[],
): Promise<readonly (readonly Printable[])[]> {
  if (items.some(({ act }) => act === "user-created")) return [];
  const [person, batch] = await Promise.all([
    visit.web.ports.people.find(id),
    importAround(visit, createdAt),
  ]);
  // An import may bring the time at which another service created the account.
  const told = `The account was ${person?.isImported === true ? "imported" : "created"}.`;
  if (person?.isImported !== true || batch === undefined) return [[momentToSecond(createdAt), told, "", ""]];
  const link = html`<a href="${consolePath(visit.web, `/audit/${batch.number}`)}">${told}</a>`;
  return [[momentToSecond(createdAt), link, await nameOfActor(batch, namesFor(visit)), ""]];
}

/** The entry of the import that created the account: the first one in the minute after that moment. */
async function importAround(visit: Visit, at: Instant): Promise<KeptAuditEntry | undefined> {
  const wanted = { act: "users-imported", from: at, until: plus(at, 60), order: "oldest", limit: 1 } as const;
  return (await visit.web.administration.auditTrail.list(wanted)).items[0];
}

async function activityPanel(visit: Visit, account: Account): Promise<SafeHtml> {
  const { items } = await visit.web.ports.activity.list(account.id, { limit: shownMax });
  const rows = items.map((entry) => [
    momentToSecond(instantOfActivityId(entry.id)),
    isKnownActivity(entry) ? english.activity[entry.kind] : entry.kind,
    entry.userAgent === undefined ? "" : browserName(entry.userAgent),
    entry.network ?? "",
  ]);
  const created = [momentToSecond(account.createdAt), "The account was created.", "", ""];
  return panel(
    "What happened",
    tableOf("What happened", ["When", "What", "Browser", "Network"], [...rows, created]),
  );
}
