import type { KeptAuditEntry } from "../audit-ports.ts";
import { auditRecord } from "./audit-record.ts";

const headings = [
  "number",
  "at",
  "act",
  "actor_kind",
  "actor_id",
  "target_kind",
  "target_id",
  "details",
  "network",
  "request_id",
];

/** The first line of the file (RFC 4180 §2). */
export function csvHeading(): string {
  return headings.join(",");
}

/** One entry as a line, without its end. */
export function csvLine(entry: KeptAuditEntry): string {
  const { number, at, act, actor, target, details, network, request_id } = auditRecord(entry);
  const told = Object.keys(details).length === 0 ? "" : JSON.stringify(details);
  const cells = [
    `${number}`,
    at,
    act,
    actor.kind,
    actor.id,
    target?.kind,
    target?.id,
    told,
    network,
    request_id,
  ];
  return cells.map((text) => cellOf(text ?? "")).join(",");
}

/** Spreadsheets run a cell that begins like a formula. An apostrophe in front makes it text. */
function cellOf(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
