import assert from "node:assert/strict";
import { plus } from "../../src/values/time.ts";
import type { Promised } from "./harness.ts";
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

  promised("BackupRuns.noteFailed: takes the place of the last failure", async ({ store }) => {
    await store.backupRuns.noteFailed({ at: noon, cause: "first" });
    await store.backupRuns.noteFailed({ at: plus(noon, 1), cause: "second" });
    assert.deepEqual(await store.backupRuns.latest(), { failed: { at: plus(noon, 1), cause: "second" } });
  });
}
