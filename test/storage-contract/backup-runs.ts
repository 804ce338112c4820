import assert from "node:assert/strict";
import { plus } from "../../src/values/time.ts";
import { atOnce, type Promised } from "./harness.ts";
import { noon } from "./samples.ts";

/** The promises of `BackupRuns`. */
export function backupRunsContract(promised: Promised): void {
  promised(
    "BackupRuns.latest: the last runs; absent where there was none",
    async ({ store, another, reopen }) => {
      const other = await another();
      assert.deepEqual(await store.backupRuns.latest(), {});
      const schedule = { at: noon, file: "/backups/é 1.db.age", sizeBytes: 5_000_000_000, isEncrypted: true };
      const command = { at: plus(noon, 1), file: "/tmp/2.db", sizeBytes: 2, isEncrypted: false };
      const failed = { at: plus(noon, 2), cause: "The disk is full. Make room." };
      await store.backupRuns.noteMade("schedule", schedule);
      await store.backupRuns.noteMade("command", command);
      await store.backupRuns.noteFailed(failed);
      assert.deepEqual(await other.backupRuns.latest(), { schedule, command, failed });
      assert.deepEqual(await (await reopen()).backupRuns.latest(), { schedule, command, failed });
    },
  );

  promised("BackupRuns.noteMade: takes the place of the last one of its occasion", async ({ store }) => {
    const made = { at: plus(noon, 9), file: "/backups/1.db", sizeBytes: 1, isEncrypted: false };
    await store.backupRuns.noteMade("schedule", made);
    // The clock was set back meanwhile.
    await store.backupRuns.noteMade("schedule", { ...made, at: noon, isEncrypted: true });
    assert.deepEqual(await store.backupRuns.latest(), { schedule: { ...made, at: noon, isEncrypted: true } });
  });

  promised(
    "BackupRuns.takeTurn: one process of many has the turn, until it ends, is given back, or a backup was made or failed",
    async ({ store, another }) => {
      const runs = [store.backupRuns, (await another()).backupRuns] as const;
      const due = () => true;
      const turn = (holder: string, seconds = 0) => ({
        holder,
        now: plus(noon, seconds),
        until: plus(noon, seconds + 300),
      });
      const taken = await atOnce(8, (index) => runs[index % 2 ? 1 : 0].takeTurn(turn(`p${index}`), due));
      assert.equal(taken.filter(Boolean).length, 1);
      const holder = `p${taken.indexOf(true)}`;
      assert.equal(await runs[1].takeTurn(turn("other", 299), due), false);
      assert.equal(await runs[0].takeTurn(turn(holder, 200), due), true, "its holder takes it again");
      assert.equal(await runs[1].takeTurn(turn("other", 499), due), false);
      assert.equal(await runs[1].takeTurn(turn("other", 500), due), true, "it has ended");
      await runs[0].giveTurnBack(holder);
      assert.equal(await runs[0].takeTurn(turn(holder, 501), due), false, "only its holder gives it back");
      await runs[1].giveTurnBack("other");
      assert.equal(await runs[0].takeTurn(turn("a", 501), () => false), false);
      assert.equal(await runs[1].takeTurn(turn("b", 501), due), true, "what is not due takes no turn");
      assert.equal(await runs[0].takeTurn(turn("a", -9_999), due), true, "the clock was set back");
      await runs[0].noteFailed({ at: noon, cause: "x" });
      assert.equal(await runs[1].takeTurn(turn("b"), due), true);
      const made = { at: noon, file: "/backups/1.db", sizeBytes: 1, isEncrypted: false };
      await runs[0].noteMade("command", made);
      assert.equal(await runs[0].takeTurn(turn("a"), due), false, "a command ends no turn");
      await runs[1].noteMade("schedule", made);
      assert.equal(await runs[0].takeTurn(turn("a"), ({ schedule }) => schedule === undefined), false);
      assert.deepEqual(Object.keys(await runs[0].latest()).toSorted(), ["command", "failed", "schedule"]);
    },
  );

  promised("BackupRuns.noteFailed: takes the place of the last failure", async ({ store }) => {
    await store.backupRuns.noteFailed({ at: noon, cause: "first" });
    await store.backupRuns.noteFailed({ at: plus(noon, 1), cause: "second" });
    assert.deepEqual(await store.backupRuns.latest(), { failed: { at: plus(noon, 1), cause: "second" } });
  });
}
