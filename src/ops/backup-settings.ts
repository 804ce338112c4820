/** What the settings of scheduled backups need of each other, and what they come to. */
import type { BackupLock } from "../values/backup-lock.ts";
import { type Config, type Setting, settings } from "./settings.ts";

/** What scheduled backups need and do not have; undefined where nothing is missing. The setting, the cause, and what to write. */
export function backupProblem(
  found: ReadonlyMap<keyof Config, unknown>,
  isPostgres: boolean,
): { readonly setting: Setting<unknown>; readonly cause: string; readonly example?: string } | undefined {
  const { backupEvery, backupDir, backupRecipients, backupPassphrase } = settings;
  if (found.has("backupRecipients") && found.has("backupPassphrase"))
    return {
      setting: backupRecipients,
      cause: `A backup is encrypted for public keys or with ${backupPassphrase.name}, not both. Keep one of the two.`,
    };
  if (!found.has("backupEvery")) return undefined;
  if (isPostgres)
    return {
      setting: backupEvery,
      cause: "A PostgreSQL is backed up by its own tools: let cron run pg_dump, and leave this setting out.",
    };
  if (found.has("backupDir")) return undefined;
  return {
    setting: backupDir,
    cause: `${backupEvery.name} needs it: the folder of the backups.`,
    example: `${backupDir.name}=${backupDir.example}`,
  };
}

/** How scheduled backups are encrypted; undefined where they are in the clear. */
export function backupLockOf({ backupRecipients, backupPassphrase }: Config): BackupLock | undefined {
  if (backupRecipients !== undefined) return { kind: "recipients", recipients: backupRecipients };
  return backupPassphrase && { kind: "passphrase", passphrase: backupPassphrase };
}
