/** Readers of the settings of scheduled backups. */
import { passphraseCharactersMin } from "../values/backup-lock.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import { Secret } from "../values/secret.ts";
import { type Seconds, secondsOf } from "../values/time.ts";

const units: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400 };
const everyMin = 600;
const everyMax = 31 * 86_400;

/** Reads a time between two backups: `30m`, `24h` or `7d`. */
export function parseEvery(text: string): Result<Seconds, string> {
  const [, number = "", unit = ""] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const seconds = Number(number) * (units[unit] ?? Number.NaN);
  return seconds >= everyMin && seconds <= everyMax
    ? ok(secondsOf(seconds))
    : refuse("It must be a number of minutes, hours or days from 10m to 31d, such as 24h.");
}

/** Reads a passphrase that encrypts backups. */
export function parsePassphrase(text: string): Result<Secret, string> {
  return [...text].length < passphraseCharactersMin
    ? refuse(
        `It must have at least ${passphraseCharactersMin} characters; make one with \`openssl rand -base64 24\`.`,
      )
    : ok(new Secret(text));
}
