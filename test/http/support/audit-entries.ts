import type { AuditTrail, KeptAuditEntry } from "../../../src/flows/audit-ports.ts";

/**
 * Waits for this many entries of an act, newest first: those of sign-ins and refusals come about once a second, later on a busy machine.
 * Where they never come, test/run.ts ends the file and names the test.
 */
export async function entriesOf(
  auditTrail: AuditTrail,
  act: KeptAuditEntry["act"],
  count = 1,
): Promise<readonly KeptAuditEntry[]> {
  const list = async () => (await auditTrail.list({ limit: 99, act })).items;
  for (let items = await list(); ; items = await list()) {
    if (items.length >= count) return items;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
