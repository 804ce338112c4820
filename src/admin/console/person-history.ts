import type { KeptAuditEntry } from "../../flows/audit-ports.ts";
import type { Account } from "../../identity/account.ts";
import { isKnownActivity } from "../../identity/activity.ts";
import { browserName } from "../../identity/browser-name.ts";
import { linkButton } from "../../pages/components.ts";
import type { SafeHtml } from "../../pages/html.ts";
import { catalogue as english } from "../../pages/languages/en/catalogue.ts";
import { instantOfActivityId } from "../../values/ids.ts";
import { type Instant, plus } from "../../values/time.ts";
import {
  byColumn,
  detailsColumn,
  fromColumn,
  type ToldEntry,
  tellInSentence,
  whatColumn,
  whenColumn,
} from "./audit-rows.ts";
import { nameOfActor, namesFor } from "./audit-words.ts";
import { panel } from "./parts.ts";
import { consolePath } from "./places.ts";
import { itemTable } from "./table.ts";
import { mayDo, type Visit } from "./visit.ts";

const shownMax = 12;
const caption = "What happened";
/** A sentence needs more room than the name of an act. */
const toldColumn = { ...whatColumn, kind: "note" } as const;

/**
 * The newest entries of the audit trail about one thing. `beginning`: what happened before the oldest entry of the trail that is shown,
 * if all are. Nothing for operators who may not read the trail, or if there is nothing to tell.
 */
export async function trailPanel(
  visit: Visit,
  target: string,
  beginning: (items: readonly KeptAuditEntry[]) => Promise<readonly ToldEntry[]> = async () => [],
): Promise<SafeHtml | undefined> {
  if (!mayDo(visit, "audit:read")) return undefined;
  const { items, next } = await visit.web.administration.auditTrail.list({ target, limit: shownMax });
  const names = namesFor(visit);
  const told = await Promise.all(items.map((entry) => tellInSentence(entry, names)));
  const before = next === undefined ? await beginning(items) : [];
  if (told.length + before.length === 0) return undefined;
  const all = consolePath(visit.web, `/audit?target=${encodeURIComponent(target)}`);
  return panel(
    caption,
    itemTable({
      caption,
      columns: [toldColumn, whenColumn, byColumn, fromColumn, detailsColumn],
      items: [...told, ...before],
      href: ({ number }) => (number === undefined ? undefined : consolePath(visit.web, `/audit/${number}`)),
    }),
    next !== undefined && linkButton(all, "All in the audit trail", "little"),
  );
}

/**
 * Everything that happened to an account, newest first: from the audit trail, or, for operators who may not read that, from the activity
 * that its owner sees. The last row says how the account came to be.
 */
export async function historyPanel(visit: Visit, account: Account): Promise<SafeHtml> {
  const trail = await trailPanel(visit, account.id, (items) => beginningOf(visit, account, items));
  return trail ?? activityPanel(visit, account);
}

/** An account whose creation is not in the trail was imported, or is older than what the trail keeps. */
async function beginningOf(
  visit: Visit,
  { id, createdAt: at }: Account,
  items: readonly KeptAuditEntry[],
): Promise<readonly ToldEntry[]> {
  if (items.some(({ act }) => act === "user-created")) return [];
  const [person, batch] = await Promise.all([visit.web.ports.people.find(id), importAround(visit, at)]);
  // An import may bring the time at which another service created the account.
  const what = `The account was ${person?.isImported === true ? "imported" : "created"}.`;
  if (person?.isImported !== true || batch === undefined) return [{ what, at }];
  return [{ what, at, by: await nameOfActor(batch, namesFor(visit)), number: batch.number }];
}

/** The entry of the import that created the account: the first one in the minute after that moment. */
async function importAround(visit: Visit, at: Instant): Promise<KeptAuditEntry | undefined> {
  const wanted = { act: "users-imported", from: at, until: plus(at, 60), order: "oldest", limit: 1 } as const;
  return (await visit.web.administration.auditTrail.list(wanted)).items[0];
}

async function activityPanel(visit: Visit, account: Account): Promise<SafeHtml> {
  const { items } = await visit.web.ports.activity.list(account.id, { limit: shownMax });
  const told = items.map((entry) => ({
    what: isKnownActivity(entry) ? english.activity[entry.kind] : entry.kind,
    at: instantOfActivityId(entry.id),
    by: entry.userAgent === undefined ? "" : browserName(entry.userAgent),
    details: entry.network,
  }));
  return panel(
    caption,
    itemTable<ToldEntry>({
      caption,
      columns: [
        toldColumn,
        whenColumn,
        { ...byColumn, name: "Browser" },
        { ...detailsColumn, name: "Network" },
      ],
      items: [...told, { what: "The account was created.", at: account.createdAt }],
    }),
  );
}
