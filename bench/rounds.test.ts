import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { installLatchkey } from "./latchkey.ts";
import { planFor, plansOf, type Round, rounds } from "./rounds.ts";
import { recordRound } from "./sections/rounds.ts";
import { startTarget } from "./target.ts";

test("each round goes to its end at the service as it is now", async (context) => {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-rounds-"));
  context.after(() => rm(folder, { recursive: true, force: true }));
  const latchkey = await installLatchkey(folder, 1, () => undefined);
  const all: readonly Round[] = Object.values(rounds);
  const plan = all.reduce((plan, round) => planFor(round, plan), latchkey.plan);
  await using target = await startTarget(plan);
  for (const [name, round] of Object.entries(rounds))
    await context.test(name, async () => {
      const [plan] = await plansOf(round, { ...latchkey, target });
      assert.ok(plan);
      const { steps } = await recordRound(target.url, plan);
      assert.equal(steps.length, round.steps.length);
    });
});
