import type { BackupRuns, FailedBackup, LastBackups, MadeBackup } from "../../flows/backup-ports.ts";
import type { SideEffects } from "../../flows/side-effect-ports.ts";
import { instantOf } from "../../values/time.ts";
import { all, type Engine, run } from "./fact.ts";
import { jsonObject, number, string } from "./json.ts";
import { integer, type Row, text } from "./rows.ts";
import type { SideEffectFacts } from "./side-effects.ts";

/** The last backup runs, with a row for each kind. */
export function backupRunsOn(engine: Engine, record: SideEffectFacts["record"]): BackupRuns {
  const list = engine.sql("SELECT kind, at, details FROM backup_runs");
  const put = engine.sql(
    `INSERT INTO backup_runs (kind, at, details) VALUES (:kind, :at, :details)
     ON CONFLICT (kind) DO UPDATE SET at = excluded.at, details = excluded.details`,
  );
  const takeLease = engine.sql(
    `INSERT INTO backup_runs (kind, at, details) VALUES ('lease', :until, :holder)
     ON CONFLICT (kind) DO UPDATE SET at = excluded.at, details = excluded.details
       WHERE backup_runs.details = excluded.details OR backup_runs.at <= :now OR backup_runs.at > :bound`,
  );
  const endLease = engine.sql("DELETE FROM backup_runs WHERE kind = 'lease'");
  const releaseLease = engine.sql("DELETE FROM backup_runs WHERE kind = 'lease' AND details = :holder");
  const note = (
    kind: keyof LastBackups,
    { at, ...details }: MadeBackup | FailedBackup,
    sideEffects: SideEffects = {},
  ) =>
    engine.write("durable", function* () {
      yield* run(put, { kind, at, details: JSON.stringify(details) });
      if ("file" in details && details.unproved === undefined)
        yield* run(put, { kind: "proved", at, details: JSON.stringify(details) });
      if (kind !== "command") yield* run(endLease);
      yield* record(sideEffects);
    });
  return {
    latest: () => engine.all(list, {}, lastBackupsOf),
    takeLease: ({ holder, now, until }, isDue) =>
      engine.write("relaxed", function* () {
        const details = JSON.stringify({ holder });
        const bound = 2 * until - now;
        if ((yield* run(takeLease, { holder: details, now, until, bound })) !== 1) return false;
        // Read under the row's lock, so that the last holder's result is visible.
        if (isDue(lastBackupsOf(yield* all(list)))) return true;
        yield* run(endLease);
        return false;
      }),
    releaseLease: async (holder) => {
      await engine.run("relaxed", releaseLease, { holder: JSON.stringify({ holder }) });
    },
    noteMade: note,
    noteFailed: (failure) => note("failed", failure),
  };
}

function lastBackupsOf(rows: readonly Row[]): LastBackups {
  const row = (kind: keyof LastBackups) => rows.find((each) => text(each, "kind") === kind);
  const [schedule, command, proved, failed] = [row("schedule"), row("command"), row("proved"), row("failed")];
  return {
    ...(schedule && { schedule: madeBackupOf(schedule) }),
    ...(command && { command: madeBackupOf(command) }),
    ...(proved && { proved: madeBackupOf(proved) }),
    ...(failed && {
      failed: {
        at: instantOf(integer(failed, "at")),
        cause: string(jsonObject(failed, "details").cause, "cause"),
      },
    }),
  };
}

function madeBackupOf(row: Row): MadeBackup {
  const { file, sizeBytes, isEncrypted, unproved } = jsonObject(row, "details");
  return {
    at: instantOf(integer(row, "at")),
    file: string(file, "file"),
    sizeBytes: number(sizeBytes, "sizeBytes"),
    isEncrypted: isEncrypted === true,
    ...(unproved !== undefined && { unproved: string(unproved, "unproved") }),
  };
}
