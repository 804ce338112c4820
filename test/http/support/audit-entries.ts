import assert from "node:assert/strict";
import type { AuditTrail, KeptAuditEntry } from "../../../src/flows/audit-ports.ts";

/** Waits for this many entries of an act, newest first: those of sign-ins and refusals come about once a second. */
export async function entriesOf(
  auditTrail: AuditTrail,
  act: KeptAuditEntry["act"],
  count = 1,
): Promise<readonly KeptAuditEntry[]> {
  const list = async () => (await auditTrail.list({ limit: 99, act })).items;
  const until = AbortSignal.timeout(10_000);
  for (let items = await list(); ; items = await list()) {
    if (items.length >= count) return items;
    assert.ok(!until.aborted, `${count} entries of ${act} are expected, and there are ${items.length}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
