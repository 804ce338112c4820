import { ok, type Result, refuse } from "./result.ts";
import type { Secret } from "./secret.ts";

/** How a backup is encrypted: for people who know a passphrase, or for the holders of age keys. */
export type BackupLock =
  | { readonly kind: "passphrase"; readonly passphrase: Secret }
  | { readonly kind: "recipients"; readonly recipients: readonly string[] };

/** The secret that opens an encrypted backup. */
export type BackupKey =
  | { readonly kind: "passphrase"; readonly passphrase: Secret }
  | { readonly kind: "identities"; readonly identities: readonly Secret[] };

/** A passphrase that encrypts a backup has at least this many characters: people can try them without a limit. */
export const passphraseCharactersMin = 16;

const alphabet = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
const recipientsMax = 20;

/** Reads public keys of age, `age1…`, separated by spaces or commas. Their checksums are verified (BIP 173). */
export function parseRecipients(text: string): Result<readonly string[], string> {
  const recipients = text.split(/[\s,]+/).filter((recipient) => recipient !== "");
  if (recipients.length === 0 || recipients.length > recipientsMax)
    return refuse(`It must be 1 to ${recipientsMax} public keys of age, such as age1….`);
  const strange = recipients.find((recipient) => !isRecipient(recipient));
  if (strange === undefined) return ok(recipients);
  if (/^age-secret-key-/i.test(strange))
    return refuse("It is a secret key of age. Name its public key, which `age-keygen -y` prints.");
  return refuse(`${JSON.stringify(strange.slice(0, 80))} is not a public key of age, or is mistyped.`);
}

/** An X25519 key: 32 bytes and a checksum. */
function isRecipient(text: string): boolean {
  return /^age1[02-9ac-hj-np-z]{58}$/.test(text) && checksumOf("age", text.slice(4)) === 1;
}

function checksumOf(prefix: string, symbols: string): number {
  const letters = [...prefix].map((letter) => letter.charCodeAt(0));
  const values = [
    ...letters.map((code) => code >> 5),
    0,
    ...letters.map((code) => code & 31),
    ...[...symbols].map((symbol) => alphabet.indexOf(symbol)),
  ];
  return values.reduce((sum, value) => {
    const shifted = ((sum & 0x1ffffff) << 5) ^ value;
    return generators.reduce(
      (mixed, generator, bit) => ((sum >> (25 + bit)) & 1 ? mixed ^ generator : mixed),
      shifted,
    );
  }, 1);
}
