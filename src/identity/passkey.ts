import { fromBase64Url, toBase64Url } from "../values/base64url.ts";
import type { AccountId } from "../values/ids.ts";
import { type Instant, plus } from "../values/time.ts";

declare const brand: unique symbol;

/** The id of a credential, chosen by its authenticator: 1 to 1023 bytes in base64url (WebAuthn §4). */
export type CredentialId = string & { readonly [brand]: "CredentialId" };

/** 32 random bytes in base64url, the same for all passkeys of an account. They say nothing about the person (WebAuthn §14.6.1). */
export type UserHandle = string & { readonly [brand]: "UserHandle" };

/** A public key that an authenticator holds for an account. */
export interface Passkey {
  readonly id: CredentialId;
  readonly accountId: AccountId;
  readonly userHandle: UserHandle;
  /** The public key as COSE_Key. */
  readonly publicKey: Uint8Array;
  /** Its COSE algorithm: -8, -7 or -257. */
  readonly algorithm: number;
  /** The signature counter of the latest use; 0 if the authenticator does not count. */
  readonly counter: number;
  /** How browsers reach the authenticator, in their words: "internal", "hybrid", "usb". May be empty. */
  readonly transports: readonly string[];
  /** True if the key can leave its device, as in a synchronised password manager. */
  readonly isBackupEligible: boolean;
  readonly isBackedUp: boolean;
  /** The model of the authenticator: 32 hexadecimal digits in five groups. Zeros if it does not say. */
  readonly aaguid: string;
  readonly name: string;
  readonly createdAt: Instant;
  readonly lastUsedAt?: Instant;
  /** When the counter last went back, which can mean that the key was copied. */
  readonly counterWentBackAt?: Instant;
}

/** What a use changes in the passkey's row. */
export interface PasskeyUse {
  readonly id: CredentialId;
  readonly counter: number;
  readonly isBackedUp: boolean;
  readonly usedAt: Instant;
  readonly wentBack: boolean;
}

/** The part of a passkey that comes from its authenticator. */
export type NewCredential = Pick<
  Passkey,
  "id" | "publicKey" | "algorithm" | "counter" | "transports" | "isBackupEligible" | "isBackedUp" | "aaguid"
>;

/** The COSE algorithms that are asked for, the preferred one first: EdDSA, ES256, RS256. */
export const passkeyAlgorithms = [-8, -7, -257] as const;

/** The most passkeys that an account has. */
export const passkeysPerAccountMax = 20;

/** How long an unused passkey counts as just set up. */
const justMadeSeconds = 300;

const credentialIdLengthMax = 1364;
const userHandleBytes = 32;
const nameLengthMax = 64;
const answerLengthMax = 32 * 1024;
const transportsMax = 8;

/** True for people who have just set up their first passkey, after they signed in, and have not used it yet. */
export function isJustMade(passkeys: readonly Passkey[], signedInAt: Instant, now: Instant): boolean {
  const [first, ...others] = passkeys;
  if (first === undefined || others.length > 0 || first.lastUsedAt !== undefined) return false;
  return first.createdAt >= signedInAt && now < plus(first.createdAt, justMadeSeconds);
}

/** Reads a credential id; undefined for anything that cannot be one. */
export function parseCredentialId(text: string): CredentialId | undefined {
  if (text === "" || text.length > credentialIdLengthMax) return undefined;
  return fromBase64Url(text) === undefined ? undefined : (text as CredentialId);
}

/** Reads a user handle; undefined for anything but 32 bytes. */
export function parseUserHandle(text: string): UserHandle | undefined {
  return fromBase64Url(text)?.length === userHandleBytes ? (text as UserHandle) : undefined;
}

/** Brands 32 random bytes as a user handle. Throws on any other length. */
export function userHandleOf(bytes: Uint8Array): UserHandle {
  if (bytes.length !== userHandleBytes) throw new Error(`A user handle has 32 bytes, not ${bytes.length}.`);
  return toBase64Url(bytes) as UserHandle;
}

/** The name, with a number if the person has a passkey of that name. */
export function namedApart(name: string, others: readonly string[]): string {
  for (let number = 2, apart = name; ; number += 1) {
    if (!others.includes(apart)) return apart;
    apart = `${name} ${number}`;
  }
}

/** Reads the name that a person gives to a passkey: without controls, trimmed, 1 to 64 characters. */
export function parsePasskeyName(text: string): string | undefined {
  const name = text
    .toWellFormed()
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim();
  return name === "" || name.length > nameLengthMax ? undefined : name;
}

/**
 * The methods that a sign-in with this passkey proves (RFC 8176): a key that can leave its device counts as software. User
 * verification is demanded of every passkey, so it is two factors by itself.
 */
export function methodsOfPasskey(
  passkey: Pick<Passkey, "isBackupEligible">,
): readonly ("hwk" | "swk" | "user" | "mfa")[] {
  return [passkey.isBackupEligible ? "swk" : "hwk", "user", "mfa"];
}

/** True if the counter shows that another copy of the key may be in use (WebAuthn §6.1.1). */
export function counterWentBack(kept: number, counter: number): boolean {
  return kept > 0 && counter <= kept;
}

/** The answer of `navigator.credentials.get()`, of the right shape and otherwise unchecked. */
export interface Assertion {
  readonly id: CredentialId;
  readonly clientDataJSON: string;
  readonly authenticatorData: string;
  readonly signature: string;
  readonly userHandle: string | undefined;
}

/** The answer of `navigator.credentials.create()`, of the right shape and otherwise unchecked. */
export interface Registration {
  readonly id: CredentialId;
  readonly clientDataJSON: string;
  readonly attestationObject: string;
  readonly transports: readonly string[];
  /** True if the browser says that it made the passkey by itself, without asking (conditional create). */
  readonly isByItself: boolean;
}

/** Reads the JSON of an assertion (WebAuthn §5.1.8.1). Undefined for any other text. */
export function readAssertion(text: string): Assertion | undefined {
  const answer = readAnswer(text);
  if (answer === undefined) return undefined;
  const { id, response } = answer;
  const { clientDataJSON, authenticatorData, signature, userHandle = undefined } = response;
  if (!isEncoded(clientDataJSON) || !isEncoded(authenticatorData) || !isEncoded(signature)) return undefined;
  // A security key that holds no user handle says null.
  if (userHandle !== undefined && userHandle !== null && !isEncoded(userHandle)) return undefined;
  return { id, clientDataJSON, authenticatorData, signature, userHandle: userHandle ?? undefined };
}

/** Reads the JSON of a registration (WebAuthn §5.1.8.1). Undefined for any other text. */
export function readRegistration(text: string): Registration | undefined {
  const answer = readAnswer(text);
  if (answer === undefined) return undefined;
  const { id, response, isByItself } = answer;
  const { clientDataJSON, attestationObject, transports } = response;
  if (!isEncoded(clientDataJSON) || !isEncoded(attestationObject)) return undefined;
  return { id, clientDataJSON, attestationObject, transports: transportsOf(transports), isByItself };
}

interface Answer {
  readonly id: CredentialId;
  readonly isByItself: boolean;
  readonly response: Readonly<Record<string, unknown>>;
}

function readAnswer(text: string): Answer | undefined {
  if (text.length > answerLengthMax) return undefined;
  const answer = membersOf(parseJson(text));
  const response = membersOf(answer?.response);
  if (answer === undefined || response === undefined) return undefined;
  if (answer.type !== "public-key" || typeof answer.id !== "string") return undefined;
  const id = parseCredentialId(answer.id);
  return id === undefined ? undefined : { id, response, isByItself: answer.isByItself === true };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}

function isEncoded(value: unknown): value is string {
  return typeof value === "string" && value !== "" && fromBase64Url(value) !== undefined;
}

/** Hints for the browser, kept only if they look like the words of the registry (WebAuthn §5.8.4). */
function transportsOf(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  const known = value.filter(
    (word): word is string => typeof word === "string" && /^[a-z-]{1,20}$/.test(word),
  );
  return [...new Set(known)].slice(0, transportsMax);
}
