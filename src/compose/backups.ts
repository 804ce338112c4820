/** Scheduled backups; loaded only if a schedule is set. */
import { resolve } from "node:path";
import { openBackupFolder } from "../adapters/backup/backup-folder.ts";
import type { Administration } from "../administration.ts";
import { startBackupSchedule } from "../ops/backup-schedule.ts";
import { type Config, sqliteFile } from "../ops/config.ts";
import { backupLockOf } from "../ops/settings/backup.ts";
import { toHex } from "../values/hex.ts";
import type { JobSurroundings } from "./jobs.ts";

/** Starts the schedule that the settings name. Returns what stops it. */
export function startBackups(
  { store, random, clock, audit }: Administration,
  { config, clock: given, log }: JobSurroundings & { readonly config: Config },
): () => Promise<void> {
  const [database, { backupEvery: every, backupDir: folder, backupKeep: keep }] = [
    sqliteFile(config),
    config,
  ];
  if (every === undefined || folder === undefined || database === undefined) return async () => {};
  const lock = backupLockOf(config);
  const schedule = startBackupSchedule({
    every,
    holder: toHex(random.bytes(16)),
    jitter: (random.bytes(1)[0] ?? 0) / 256,
    runs: store.backupRuns,
    audit,
    ...openBackupFolder({ database, folder: resolve(folder), lock, keep, home: config }),
    isReady: async () => (await store.status()).isReady,
    clock: given ?? clock,
    log,
  });
  return schedule.stop;
}
