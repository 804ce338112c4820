import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuditVerdict } from "../../../src/flows/audit-ports.ts";
import { verifyTrail } from "../../../src/flows/operator/audit.ts";

test("verifications at the same time share one run, and a later one reads the trail again", async () => {
  let runs = 0;
  const trail = {
    verify: async (): Promise<AuditVerdict> => {
      runs += 1;
      return { head: undefined, problems: [], entries: runs };
    },
  };
  const [first, second] = await Promise.all([verifyTrail(trail), verifyTrail(trail)]);
  assert.deepEqual([first?.entries, second?.entries], [1, 1]);
  assert.equal((await verifyTrail(trail)).entries, 2);
});
