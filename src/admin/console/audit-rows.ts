import { actSentence } from "../../flows/audit.ts";
import type { KeptAuditEntry } from "../../flows/audit-ports.ts";
import { html, type Printable } from "../../pages/html.ts";
import type { Instant } from "../../values/time.ts";
import {
  type AuditNames,
  actName,
  detailsLine,
  momentToSecond,
  nameOfActor,
  nameOfTarget,
} from "./audit-words.ts";
import { capitalized } from "./listing.ts";
import type { Column } from "./table.ts";

/** Something that happened, in the words of its row. */
export interface ToldEntry {
  readonly what: Printable;
  readonly at: Instant;
  readonly by?: Printable;
  readonly on?: Printable;
  /** The network. */
  readonly from?: string | undefined;
  readonly details?: Printable;
  /** The number of the entry that its row leads to. */
  readonly number?: number | undefined;
}

/** An entry of the trail as its row tells it. Who acted on their own account is named once. */
export async function tellEntry(entry: KeptAuditEntry, names: AuditNames): Promise<ToldEntry> {
  const [by, on, details] = await Promise.all([
    nameOfActor(entry, names),
    isOwn(entry) ? html`<span class="muted">themselves</span>` : nameOfTarget(entry, names),
    detailsLine(entry, names, { isBrief: true }),
  ]);
  const { act, at, network: from, number } = entry;
  return { what: capitalized(actName(act)), at, by, on, from, details, number };
}

function isOwn({ actor, target }: KeptAuditEntry): boolean {
  return actor.kind === "person" && actor.id === target?.id;
}

/** The same on the page of what was acted on: a sentence says what happened, and a person does not need their own name. */
export async function tellInSentence(entry: KeptAuditEntry, names: AuditNames): Promise<ToldEntry> {
  const told = await tellEntry(entry, names);
  return { ...told, what: actSentence(entry.act) ?? told.what, ...(isOwn(entry) && { by: "the person" }) };
}

/** What a row says. */
export const whatColumn: Column<ToldEntry> = { name: "What", kind: "text", cell: ({ what }) => what };
export const whenColumn: Column<ToldEntry> = {
  name: "At (UTC)",
  cell: ({ at }) => momentToSecond(at, { isBare: true }),
};
export const byColumn: Column<ToldEntry> = { name: "By", kind: "text", cell: ({ by }) => by };
export const onColumn: Column<ToldEntry> = { name: "On", kind: "text", cell: ({ on }) => on };
export const fromColumn: Column<ToldEntry> = { name: "From", isSpare: true, cell: ({ from }) => from };
export const detailsColumn: Column<ToldEntry> = {
  name: "Details",
  kind: "note",
  cell: ({ details }) => details,
};
