import { isoTime } from "../../values/time.ts";
import type { AuditProblem, KeptAuditEntry } from "../audit-ports.ts";

/** An entry of the audit trail, for programs. Scripts rely on exactly these members. */
export function auditRecord(entry: KeptAuditEntry) {
  const { number, at, act, actor, target, details, network, requestId } = entry;
  return {
    number,
    at: isoTime(at),
    act,
    actor: { kind: actor.kind, id: actor.id ?? null },
    target: target ?? null,
    details: details ?? {},
    network: network ?? null,
    request_id: requestId ?? null,
  };
}

/** What is wrong at a place of the trail, in one sentence. */
export function describeAuditProblem({ kind, number = 0, to = number }: AuditProblem): string {
  const entries = number === to ? `Entry ${number}` : `The entries ${number} to ${to}`;
  const are = number === to ? "is" : "are";
  switch (kind) {
    case "head-missing":
      return "The head, which says where the trail begins and ends, is gone, so an end that was cut off cannot be seen.";
    case "head-changed":
      return "The head, which says where the trail begins and ends, was changed, so an end that was cut off cannot be seen.";
    case "entry-changed":
      return `Entry ${number} is not as it was written: it, its place or the entry before it was changed.`;
    case "entries-missing":
      return `${entries} ${are} missing.`;
    case "entries-added":
      return `${entries} ${are} outside of the ends of the trail, where this installation wrote nothing.`;
    case "damage-noted":
      return `Entry ${number} notes that the service met a damaged trail then, and went on behind the damage.`;
  }
}
