import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { encryptionOf } from "../adapters/backup/age.ts";
import {
  type BackupKey,
  type BackupLock,
  parseRecipients,
  passphraseCharactersMin,
} from "../values/backup-lock.ts";
import { errorCodeOf } from "../values/error-code.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import { Secret } from "../values/secret.ts";
import { shellWord } from "../values/words.ts";
import type { Invocation } from "./invocation.ts";
import { exitCodes, type Problem } from "./outcome.ts";
import { askHidden, askTwice } from "./password-input.ts";
import { readStdinLine } from "./stdin-line.ts";

/** The options by which a passphrase comes. It is never an argument, which other users of the machine can read. */
interface PassphraseOptions {
  readonly passphraseFile?: string;
  readonly passphraseStdin?: true;
}

/** The options of a backup that is encrypted. */
export interface LockOptions extends PassphraseOptions {
  readonly encrypt?: true;
  readonly recipient?: readonly string[];
}

/** The options that open an encrypted backup. */
export interface KeyOptions extends PassphraseOptions {
  readonly identityFile?: string;
}

/** Reads how a backup is to be encrypted; undefined where it is not. Asks for a new passphrase twice. */
export async function readLock(
  invocation: Invocation,
  options: LockOptions,
): Promise<Result<BackupLock | undefined, Problem>> {
  const { encrypt, recipient, passphraseFile, passphraseStdin } = options;
  const hasPassphrase = passphraseFile !== undefined || passphraseStdin === true;
  if (recipient !== undefined) {
    if (hasPassphrase) return usage("A backup is encrypted with a passphrase or for recipients, not both.");
    const recipients = parseRecipients(recipient.join(" "));
    return recipients.ok
      ? ok({ kind: "recipients", recipients: recipients.value })
      : usage(`--recipient: ${recipients.reason}`);
  }
  if (!encrypt && !hasPassphrase) return ok(undefined);
  const given = hasPassphrase
    ? await givenPassphrase(invocation, options)
    : await askOnTerminal(() => askTwice(["Passphrase: ", "Again: "], "passphrases"));
  if (!given.ok) return given;
  if ([...given.value.reveal()].length < passphraseCharactersMin)
    return refuse({
      exitCode: exitCodes.refused,
      cause: `The passphrase has fewer than ${passphraseCharactersMin} characters, and a stolen file can be attacked without a limit.`,
      hint: "`openssl rand -base64 24` makes one. Keep it apart from the backups.",
    });
  return ok({ kind: "passphrase", passphrase: given.value });
}

/** The option of `db restore` that opens what these options lock, with a space before it; empty where it asks, or needs none. */
export function openingOption({ recipient, passphraseFile, passphraseStdin }: LockOptions): string {
  if (recipient !== undefined) return " --identity-file FILE";
  if (passphraseFile !== undefined) return ` --passphrase-file ${shellWord(passphraseFile)}`;
  return passphraseStdin === true ? " --passphrase-stdin" : "";
}

/** Reads what opens a backup, as its first bytes say; undefined where it is in the clear. */
export async function readKey(
  invocation: Invocation,
  file: string,
  options: KeyOptions,
): Promise<Result<BackupKey | undefined, Problem>> {
  const encryption = encryptionOf(file);
  if (encryption === "none") return ok(undefined);
  if (encryption === "identities") return readIdentities(invocation, file, options);
  const given =
    options.passphraseFile !== undefined || options.passphraseStdin
      ? await givenPassphrase(invocation, options)
      : await askOnTerminal(() => askHidden("Passphrase: "));
  return given.ok ? ok({ kind: "passphrase", passphrase: given.value }) : given;
}

function readIdentities(
  { cwd }: Invocation,
  file: string,
  { identityFile }: KeyOptions,
): Result<BackupKey, Problem> {
  if (identityFile === undefined)
    return refuse({
      exitCode: exitCodes.usage,
      cause: `${file} is encrypted for an age key.`,
      hint: "Name the file with the secret key: --identity-file key.txt",
    });
  const read = readSecretFile(resolve(cwd, identityFile));
  if (!read.ok) return read;
  const identities = read.value
    .reveal()
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  if (
    identities.length > 0 &&
    identities.every((line) => /^AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}$/.test(line))
  )
    return ok({ kind: "identities", identities: identities.map((line) => new Secret(line)) });
  return refuse({
    exitCode: exitCodes.refused,
    cause: `${identityFile} holds no secret key of age, as \`age-keygen\` makes them.`,
  });
}

async function givenPassphrase(
  { cwd }: Invocation,
  { passphraseFile, passphraseStdin }: PassphraseOptions,
): Promise<Result<Secret, Problem>> {
  if (passphraseFile !== undefined && passphraseStdin)
    return usage("The passphrase comes from a file or from stdin, not both.");
  const read =
    passphraseFile === undefined
      ? ok(new Secret(await readStdinLine()))
      : readSecretFile(resolve(cwd, passphraseFile));
  if (!read.ok) return read;
  const [line = ""] = read.value.reveal().split(/\r?\n/, 1);
  return line === ""
    ? usage("The passphrase is empty: it is read from the first line.")
    : ok(new Secret(line));
}

function readSecretFile(path: string): Result<Secret, Problem> {
  try {
    return ok(new Secret(readFileSync(path, "utf8")));
  } catch (error) {
    return refuse({ exitCode: exitCodes.notFound, cause: `${path} cannot be read (${errorCodeOf(error)}).` });
  }
}

async function askOnTerminal(ask: () => Promise<Result<Secret, Problem>>): Promise<Result<Secret, Problem>> {
  if (process.stdin.isTTY === true && process.stderr.isTTY === true) return ask();
  return refuse({
    exitCode: exitCodes.usage,
    cause: "There is no terminal to ask for the passphrase.",
    hint: "Use --passphrase-file FILE, or pipe it in with --passphrase-stdin.",
  });
}

function usage(cause: string): Result<never, Problem> {
  return refuse({ exitCode: exitCodes.usage, cause });
}
