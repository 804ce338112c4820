import type { KeptAuditEntry } from "../audit-ports.ts";
import { auditRecord } from "./audit-record.ts";
import { csvLineOf } from "./csv.ts";

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
  return csvLineOf([
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
  ]);
}
