import { type Instant, plus } from "../values/time.ts";
import type { AuditExpired, AuditTrail } from "./audit-ports.ts";

const daySeconds = 86_400;
/** How many entries one transaction drops: others wait for its lock. */
const droppedMax = 500;

/** What was dropped, and whether more entries may be due at once. */
interface ExpiredAudit extends Pick<AuditExpired, "damagedAt"> {
  readonly hasMore: boolean;
}

/** Drops the entries that are older than `keptDays`. They may stay for another day, so that a day's entries go together. */
export async function expireAudit(
  trail: Pick<AuditTrail, "dropBefore">,
  { now, keptDays }: { readonly now: Instant; readonly keptDays: number },
): Promise<ExpiredAudit> {
  const before = plus(now, -keptDays * daySeconds);
  const dueBefore = plus(before, -daySeconds);
  const { dropped, damagedAt } = await trail.dropBefore({ now, before, dueBefore, rowsMax: droppedMax });
  return { damagedAt, hasMore: dropped >= droppedMax };
}
