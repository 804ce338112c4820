import assert from "node:assert/strict";
import { test } from "node:test";
import { openImports } from "./imported.ts";

/** People of more than one batch of 200, of whom some come twice: in the same batch, in a later one, and as two at once. */
function people(): string {
  const lines = Array.from({ length: 250 }, (_, index) => ({
    username: `p${index}`,
    email: `p${index}@example.org`,
    sub: `s-${index}`,
  }));
  const doubles = [
    { username: "p0", name: "again, in a later batch" },
    { username: "p249", name: "again, in the same batch" },
    { username: "other", email: "p1@example.org" },
    { username: "p2", email: "p3@example.org" },
    { username: "new", sub: "s-4" },
    { username: "with space" },
  ];
  return [...lines, ...doubles].map((line) => JSON.stringify(line)).join("\n");
}

for (const onConflict of ["skip", "update"] as const)
  test(`a dry run counts and reports what the import does, people who come twice included: ${onConflict}`, async () => {
    await using imports = await openImports();
    const would = await imports.importText("latchkey", people(), { onConflict, isDryRun: true });
    assert.equal((await imports.registry.accounts.list(10)).length, 0);
    const does = await imports.importText("latchkey", people(), { onConflict });
    assert.ok(does.counts.refused >= 3, JSON.stringify(does.counts));
    assert.deepEqual([would.counts, would.reasons], [does.counts, does.reasons]);
    const summary = ({ report }: typeof does) =>
      report.map(({ line, outcome, reason }) => [line, outcome, reason]);
    assert.deepEqual(summary(would), summary(does));
    // And once more, over accounts that are there.
    const wouldAgain = await imports.importText("latchkey", people(), { onConflict, isDryRun: true });
    const again = await imports.importText("latchkey", people(), { onConflict });
    assert.deepEqual([wouldAgain.counts, wouldAgain.reasons], [again.counts, again.reasons]);
  });
