/** Settings of scheduled backups, and the rules between them. */
import { type BackupLock, parseRecipients, passphraseCharactersMin } from "../../values/backup-lock.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { Secret } from "../../values/secret.ts";
import { type Seconds, secondsOf } from "../../values/time.ts";
import { wholeNumberBetween } from "../setting-readers.ts";
import type { Setting, SettingsOf } from "./setting.ts";

export interface BackupConfig {
  /** The interval of scheduled backups; absent if none are made. */
  readonly backupEvery?: Seconds;
  /** Present whenever `backupEvery` is. */
  readonly backupDir?: string;
  /** How many scheduled backups are kept. */
  readonly backupKeep: number;
  /** Public keys of age; never together with a passphrase. */
  readonly backupRecipients?: readonly string[];
  readonly backupPassphrase?: Secret;
}

export const backupSettings: SettingsOf<BackupConfig> = {
  backupEvery: {
    name: "LATCHKEY_BACKUP_EVERY",
    defaultText: "never",
    fallback: undefined,
    parse: parseEvery,
    example: "24h",
    help: "how often the service backs up its SQLite file: 30m, 24h, 7d",
    isSecret: false,
  },
  backupDir: {
    name: "LATCHKEY_BACKUP_DIR",
    defaultText: "none",
    fallback: undefined,
    parse: (text) => ok(text),
    example: "/backups",
    help: "the folder for scheduled backups, preferably on another disk",
    isSecret: false,
  },
  backupKeep: {
    name: "LATCHKEY_BACKUP_KEEP",
    defaultText: "7",
    fallback: 7,
    parse: wholeNumberBetween(1, 9999),
    example: "7",
    help: "how many scheduled backups are kept; older ones are removed",
    isSecret: false,
  },
  backupRecipients: {
    name: "LATCHKEY_BACKUP_RECIPIENT",
    defaultText: "none",
    fallback: undefined,
    parse: parseRecipients,
    example: "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p",
    help: "the age public keys that scheduled backups are encrypted for",
    isSecret: false,
  },
  backupPassphrase: {
    name: "LATCHKEY_BACKUP_PASSPHRASE",
    defaultText: "none",
    fallback: undefined,
    parse: parsePassphrase,
    example: "the output of `openssl rand -base64 24`",
    help: "the passphrase that scheduled backups are encrypted with, instead of public keys",
    isSecret: true,
  },
};

/** The first problem of the settings of scheduled backups: the setting, the cause, and an example; undefined if there is none. */
export function backupProblem(
  found: ReadonlyMap<string, unknown>,
  isPostgres: boolean,
): { readonly setting: Setting<unknown>; readonly cause: string; readonly example?: string } | undefined {
  const { backupEvery, backupDir, backupRecipients, backupPassphrase } = backupSettings;
  if (found.has("backupRecipients") && found.has("backupPassphrase"))
    return {
      setting: backupRecipients,
      cause: `A backup is encrypted either for public keys or with ${backupPassphrase.name}. Remove one of the two.`,
    };
  if (!found.has("backupEvery")) return undefined;
  if (isPostgres)
    return {
      setting: backupEvery,
      cause: "PostgreSQL is backed up with its own tools: let cron run pg_dump, and remove this setting.",
    };
  if (found.has("backupDir")) return undefined;
  return {
    setting: backupDir,
    cause: `${backupEvery.name} requires it: the folder for the backups.`,
    example: `${backupDir.name}=${backupDir.example}`,
  };
}

/** How scheduled backups are encrypted; undefined if they are not. */
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
