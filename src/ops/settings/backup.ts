/** Settings of scheduled backups, and what these settings need of each other. */
import { type BackupLock, parseRecipients, passphraseCharactersMin } from "../../values/backup-lock.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { Secret } from "../../values/secret.ts";
import { type Seconds, secondsOf } from "../../values/time.ts";
import { wholeNumberBetween } from "../setting-readers.ts";
import type { Setting, SettingsOf } from "./setting.ts";

/** Their values. */
export interface BackupConfig {
  /** The time between two scheduled backups; absent where none are made. */
  readonly backupEvery?: Seconds;
  /** Present whenever `backupEvery` is. */
  readonly backupDir?: string;
  /** How many scheduled backups are kept. */
  readonly backupKeep: number;
  /** Public keys of age; never together with a passphrase. */
  readonly backupRecipients?: readonly string[];
  readonly backupPassphrase?: Secret;
}

/** Their rows in the table. */
export const backupSettings: SettingsOf<BackupConfig> = {
  backupEvery: {
    name: "LATCHKEY_BACKUP_EVERY",
    defaultText: "never",
    fallback: undefined,
    parse: parseEvery,
    example: "24h",
    help: "how often the service backs its SQLite file up by itself: 30m, 24h, 7d",
    isSecret: false,
  },
  backupDir: {
    name: "LATCHKEY_BACKUP_DIR",
    defaultText: "none",
    fallback: undefined,
    parse: (text) => ok(text),
    example: "/backups",
    help: "the folder of these backups, better on another disk",
    isSecret: false,
  },
  backupKeep: {
    name: "LATCHKEY_BACKUP_KEEP",
    defaultText: "7",
    fallback: 7,
    parse: wholeNumberBetween(1, 9999),
    example: "7",
    help: "how many of these backups are kept; older ones are removed",
    isSecret: false,
  },
  backupRecipients: {
    name: "LATCHKEY_BACKUP_RECIPIENT",
    defaultText: "none",
    fallback: undefined,
    parse: parseRecipients,
    example: "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p",
    help: "the public keys of age that these backups are encrypted for",
    isSecret: false,
  },
  backupPassphrase: {
    name: "LATCHKEY_BACKUP_PASSPHRASE",
    defaultText: "none",
    fallback: undefined,
    parse: parsePassphrase,
    example: "the output of `openssl rand -base64 24`",
    help: "the passphrase that these backups are encrypted with, in place of public keys",
    isSecret: true,
  },
};

/** What scheduled backups need and do not have; undefined where nothing is missing. The setting, the cause, and what to write. */
export function backupProblem(
  found: ReadonlyMap<string, unknown>,
  isPostgres: boolean,
): { readonly setting: Setting<unknown>; readonly cause: string; readonly example?: string } | undefined {
  const { backupEvery, backupDir, backupRecipients, backupPassphrase } = backupSettings;
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
export function backupLockOf({ backupRecipients, backupPassphrase }: BackupConfig): BackupLock | undefined {
  if (backupRecipients !== undefined) return { kind: "recipients", recipients: backupRecipients };
  return backupPassphrase && { kind: "passphrase", passphrase: backupPassphrase };
}

const units: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400 };
const everyMin = 600;
const everyMax = 31 * 86_400;

/** Reads a time between two backups: `30m`, `24h` or `7d`. */
function parseEvery(text: string): Result<Seconds, string> {
  const [, number = "", unit = ""] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const seconds = Number(number) * (units[unit] ?? Number.NaN);
  return seconds >= everyMin && seconds <= everyMax
    ? ok(secondsOf(seconds))
    : refuse("It must be a number of minutes, hours or days from 10m to 31d, such as 24h.");
}

/** Reads a passphrase that encrypts backups. */
function parsePassphrase(text: string): Result<Secret, string> {
  return [...text].length < passphraseCharactersMin
    ? refuse(
        `It must have at least ${passphraseCharactersMin} characters; make one with \`openssl rand -base64 24\`.`,
      )
    : ok(new Secret(text));
}
