import { auditOf } from "../flows/audit-events.ts";
import type { Events } from "../flows/events.ts";
import { isRefusal, type NotedRefusal, plainDetails, type RecentRefusals } from "../flows/operator/why.ts";
import type { Clock } from "../flows/ports.ts";

/** How many are kept. Strangers can cause as many as they like, so these then push older ones out. */
const keptMax = 500;

/**
 * Keeps the latest refusals of this process that the audit trail does not have, so that an operator who is told a reference finds what was
 * refused without the log.
 */
export function keepRecentRefusals(clock: Clock): RecentRefusals & { readonly events: Events } {
  const kept = new Map<string, NotedRefusal>();
  return {
    find: (requestId) => kept.get(requestId),
    events: {
      record: (event, { requestId }) => {
        if (!isRefusal(event.kind) || auditOf(event.kind) !== "log") return;
        const [oldest] = kept.size < keptMax ? [] : kept.keys();
        if (oldest !== undefined) kept.delete(oldest);
        kept.set(requestId, { at: clock.now(), act: event.kind, details: plainDetails(event) });
      },
    },
  };
}
