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
      const all = { schedule, command, proved: command, failed };
      assert.deepEqual(await other.backupRuns.latest(), all);
      assert.deepEqual(await (await reopen()).backupRuns.latest(), all);
    },
  );

  promised("BackupRuns.noteMade: takes the place of the last one of its occasion", async ({ store }) => {
    const made = { at: plus(noon, 9), file: "/backups/1.db", sizeBytes: 1, isEncrypted: false };
    await store.backupRuns.noteMade("schedule", made);
    // The clock was set back meanwhile.
    await store.backupRuns.noteMade("schedule", { ...made, at: noon, isEncrypted: true });
    const later = { ...made, at: noon, isEncrypted: true };
    assert.deepEqual(await store.backupRuns.latest(), { schedule: later, proved: later });
  });

  promised(
    "BackupRuns.noteMade: an unproved backup leaves the last proved one as it was",
    async ({ store }) => {
      const proved = { at: noon, file: "/backups/1.db", sizeBytes: 1, isEncrypted: false };
      await store.backupRuns.noteMade("schedule", proved);
      const unproved = {
        ...proved,
        at: plus(noon, 9),
        file: "/backups/2.db",
        unproved: "No room. Make some.",
      };
      await store.backupRuns.noteMade("schedule", unproved);
      assert.deepEqual(await store.backupRuns.latest(), { schedule: unproved, proved });
    },
  );

  promised(
    "BackupRuns.takeLease: one process of many has the lease, until it ends, is released, or a backup was made or failed",
    async ({ store, another }) => {
      const runs = [store.backupRuns, (await another()).backupRuns] as const;
      const due = () => true;
      const lease = (holder: string, seconds = 0) => ({
        holder,
        now: plus(noon, seconds),
        until: plus(noon, seconds + 300),
      });
      const taken = await atOnce(8, (index) => runs[index % 2 ? 1 : 0].takeLease(lease(`p${index}`), due));
      assert.equal(taken.filter(Boolean).length, 1);
      const holder = `p${taken.indexOf(true)}`;
      assert.equal(await runs[1].takeLease(lease("other", 299), due), false);
      for (const behind of [-0.001, -299])
        assert.equal(await runs[1].takeLease(lease("other", behind), due), false, "its clock is behind");
      assert.equal(await runs[0].takeLease(lease(holder, 200), due), true, "its holder renews it");
      assert.equal(await runs[1].takeLease(lease("other", 499), due), false);
      assert.equal(await runs[1].takeLease(lease("other", 500), due), true, "it has ended");
      await runs[0].releaseLease(holder);
      assert.equal(await runs[0].takeLease(lease(holder, 501), due), false, "only its holder releases it");
      await runs[1].releaseLease("other");
      assert.equal(await runs[0].takeLease(lease("a", 501), () => false), false);
      assert.equal(
        await runs[1].takeLease(lease("b", 501), due),
        true,
        "nothing is leased while no backup is due",
      );
      assert.equal(await runs[0].takeLease(lease("a", -9_999), due), true, "the clock was set back");
      await runs[0].noteFailed({ at: noon, cause: "x" });
      assert.equal(await runs[1].takeLease(lease("b"), due), true);
      const made = { at: noon, file: "/backups/1.db", sizeBytes: 1, isEncrypted: false };
      await runs[0].noteMade("command", made);
      assert.equal(await runs[0].takeLease(lease("a"), due), false, "a command does not end it");
      await runs[1].noteMade("schedule", made);
      assert.equal(await runs[0].takeLease(lease("a"), ({ schedule }) => schedule === undefined), false);
      assert.deepEqual(Object.keys(await runs[0].latest()).toSorted(), [
        "command",
        "failed",
        "proved",
        "schedule",
      ]);
    },
  );

  promised("BackupRuns.noteFailed: takes the place of the last failure", async ({ store }) => {
    await store.backupRuns.noteFailed({ at: noon, cause: "first" });
    await store.backupRuns.noteFailed({ at: plus(noon, 1), cause: "second" });
    assert.deepEqual(await store.backupRuns.latest(), { failed: { at: plus(noon, 1), cause: "second" } });
  });
}
