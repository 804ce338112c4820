import type { MachineGrant, PersonGrant, Rotation, TokenFamily } from "../../src/flows/grant-ports.ts";
import type { KeyPurpose, KeyRecord } from "../../src/flows/key-ports.ts";
import type { Link } from "../../src/flows/link.ts";
import type { OutboxMessage } from "../../src/flows/mail-ports.ts";
import type { SessionStart } from "../../src/flows/ports.ts";
import type { Account } from "../../src/identity/account.ts";
import type { AccountName } from "../../src/identity/account-name.ts";
import type { AppPassword } from "../../src/identity/app-password.ts";
import type { CredentialId, Passkey, UserHandle } from "../../src/identity/passkey.ts";
import type { PasswordHash } from "../../src/identity/password.ts";
import type { PhoneNumber } from "../../src/identity/phone-number.ts";
import type { PostalAddress } from "../../src/identity/postal-address.ts";
import type { Reservation } from "../../src/identity/rate-limit.ts";
import type { RecoveryCodeSet } from "../../src/identity/recovery-codes.ts";
import type { Session } from "../../src/identity/session.ts";
import type { Totp } from "../../src/identity/totp.ts";
import type { TrustedBrowser } from "../../src/identity/trusted-browser.ts";
import { type Client, interfaceMetadata } from "../../src/protocol/client/client.ts";
import { sha256 } from "../../src/values/digest.ts";
import { toHex } from "../../src/values/hex.ts";
import {
  accountIdOf,
  appPasswordIdOf,
  clientIdOf,
  createGrantId,
  type GrantId,
  type KeyId,
  mailIdOf,
  parseKeyId,
  sessionIdOf,
  trustedBrowserIdOf,
} from "../../src/values/ids.ts";
import { type Instant, instantOf, plus, secondsOf } from "../../src/values/time.ts";

/** The instant at which every test begins. */
export const noon = instantOf(1_763_726_400_000);

/** A client whose id ends in the word. */
export function clientNamed(word: string, changes: Partial<Client> = {}): Client {
  return {
    id: clientIdOf(word.padStart(20, "0")),
    name: `Application ${word}`,
    redirectUris: ["https://app.example/cb", "https://app.example/second?tenant=1"],
    profile: "interface",
    isPublic: false,
    metadata: interfaceMetadata,
    secretDigest: sha256(`secret of ${word}`),
    isDisabled: false,
    createdAt: noon,
    updatedAt: noon,
    ...changes,
  };
}

export const phoneOf = (text: string) => text as PhoneNumber;
export const addressOf = (text: string) => text as PostalAddress;
export const nameOf = (text: string) => text as AccountName;
export const hashOf = (text: string) => `$argon2id$v=19$m=19456,t=2,p=1$${text}` as PasswordHash;

/** An account whose id ends in the word and whose username is the word. */
export function accountNamed(word: string, changes: Partial<Account> = {}): Account {
  return {
    id: accountIdOf(word.padStart(20, "0")),
    username: nameOf(word),
    passwordHash: hashOf("first"),
    epoch: 1,
    isDisabled: false,
    isAdmin: false,
    createdAt: noon,
    updatedAt: noon,
    ...changes,
  };
}

/** A passkey of the account whose credential is called by the word. */
export function passkeyOf(account: Account, word: string, changes: Partial<Passkey> = {}): Passkey {
  return {
    id: Buffer.from(sha256(word)).toString("base64url") as CredentialId,
    accountId: account.id,
    userHandle: Buffer.from(sha256(account.id)).toString("base64url") as UserHandle,
    publicKey: sha256(`key of ${word}`),
    algorithm: -7,
    counter: 0,
    transports: ["internal", "hybrid"],
    isBackupEligible: true,
    isBackedUp: false,
    aaguid: "00000000-0000-0000-0000-000000000000",
    name: `Passkey ${word}`,
    createdAt: noon,
    ...changes,
  };
}

/** A session of the account, opened by the cookie. */
export function sessionOf(account: Account, cookie: string, changes: Partial<Session> = {}): Session {
  const cookieDigest = sha256(cookie);
  return {
    id: sessionIdOf(cookieDigest.slice(0, 16)),
    cookieDigest,
    accountId: account.id,
    authenticatedAt: noon,
    methods: ["pwd"],
    expiresAt: plus(noon, 86_400),
    lastSeenAt: noon,
    userAgent: "Mozilla/5.0 (test)",
    firstSeenAt: noon,
    network: "203.0.113.0/24",
    ...changes,
  };
}

/** The start of the session, while its account is as `accountNamed` makes it. */
export function startOf(session: Session, changes: Partial<SessionStart> = {}): SessionStart {
  return { session, accountEpoch: 1, sessionsMax: 100, refunds: [], ...changes };
}

/** The id of the `index`th code issued at the instant. */
export function grantId(index: number, at: Instant = noon): GrantId {
  const random = Buffer.alloc(10);
  random.writeUInt32BE(index, 6);
  return createGrantId(at, random);
}

/** A grant with that id, redeemed at the id's instant unless told otherwise. */
export function grantWith(id: GrantId, changes: Partial<PersonGrant> = {}): PersonGrant {
  return {
    id,
    tokenDigest: sha256(id),
    clientId: clientNamed("client").id,
    accountId: accountNamed("ada").id,
    accountEpoch: 1,
    sessionId: sessionIdOf(sha256("cookie").slice(0, 16)),
    redeemedAt: noon,
    tokenExpiresAt: plus(noon, 3_600),
    keepUntil: plus(noon, 3_600),
    ...changes,
  };
}

/** A grant with that id to a client that asked for itself. */
export function machineGrantWith(id: GrantId, changes: Partial<MachineGrant> = {}): MachineGrant {
  const { accountId: _, accountEpoch: __, sessionId: ___, ...grant } = grantWith(id);
  return { ...grant, details: { scope: ["orders:read"], audience: ["https://api.example"] }, ...changes };
}

/** The family that several processes present the same token of. */
export const familyIdOfRace = grantId(0);

/** The first refresh of a family from `familyWith`: number 2 becomes its newest token. */
export function firstRotation(id: GrantId, familyId: GrantId): Rotation {
  return { family: familyWith(familyId), generation: 2, grant: grantOfFamily(id, familyId), now: noon };
}

/** A token family begun by the grant of that id, with one token handed out. */
export function familyWith(id: GrantId, changes: Partial<TokenFamily> = {}): TokenFamily {
  const { clientId, accountId, accountEpoch } = grantWith(id);
  return {
    id,
    clientId,
    accountId,
    accountEpoch,
    scope: ["openid", "offline_access"],
    authenticatedAt: noon,
    methods: ["pwd"],
    generation: 1,
    expiresAt: plus(noon, 90 * 86_400),
    lastUsedAt: noon,
    ...changes,
  };
}

/** A grant of the family: an access token that its code or one of its refresh tokens got. */
export function grantOfFamily(
  id: GrantId,
  familyId: GrantId,
  changes: Partial<PersonGrant> = {},
): PersonGrant {
  return grantWith(id, { details: { scope: ["openid"], familyId }, ...changes });
}

/** An authenticator app of the account, whose codes of the first hundred steps are spent. */
export function totpOf(account: Account, changes: Partial<Totp> = {}): Totp {
  return { accountId: account.id, sealedSecret: "c2VhbGVk", lastStep: 100, createdAt: noon, ...changes };
}

/** A set of three recovery codes, whose digests are those of the words. */
export function recoveryCodesOf(account: Account, words: readonly string[]): RecoveryCodeSet {
  return { accountId: account.id, digests: words.map((word) => sha256(word)), createdAt: noon };
}

/** An app password, whose secret and id are those of the word. */
export function appPasswordOf(
  account: Account,
  client: Client,
  word: string,
  changes: Partial<AppPassword> = {},
): AppPassword {
  return {
    id: appPasswordIdOf(toHex(sha256(word)).slice(0, 20)),
    digest: sha256(word),
    accountId: account.id,
    clientId: client.id,
    accountEpoch: 1,
    name: word,
    createdAt: noon,
    ...changes,
  };
}

/** A browser that the account trusts for 30 days. */
export function trustedBrowserOf(
  account: Account,
  word: string,
  changes: Partial<TrustedBrowser> = {},
): TrustedBrowser {
  return {
    id: trustedBrowserIdOf(sha256(word).slice(0, 16)),
    accountId: account.id,
    accountEpoch: 1,
    trustedAt: noon,
    expiresAt: plus(noon, 30 * 86_400),
    userAgent: "Mozilla/5.0 (test)",
    ...changes,
  };
}

/** A reservation under what the word stands for. */
export function reservationOf(word: string, burst = 5, intervalSeconds = 10): Reservation {
  return { key: sha256(word), limit: { burst, interval: secondsOf(intervalSeconds) } };
}

/** A link that lives for half an hour, whose secret is the word. */
export function linkOf(word: string, changes: Partial<Link> = {}): Link {
  const expiresAt = plus(noon, 1_800);
  return { digest: sha256(word), kind: "recover", createdAt: noon, expiresAt, ...changes };
}

/** A message whose id ends in the word. */
export function messageTo(word: string, changes: Partial<OutboxMessage> = {}): OutboxMessage {
  return {
    id: mailIdOf(word.padStart(20, "0")),
    to: `${word}@example.org`,
    kind: "password-changed",
    language: "en",
    subject: "Your password was changed",
    sealedBody: `sealed for ${word}`,
    createdAt: noon,
    expiresAt: plus(noon, 7 * 86_400),
    ...changes,
  };
}

/** A key record with a readable number for an id. */
export function keyRecordOf(number: number, purpose: KeyPurpose, createdAt: Instant): KeyRecord {
  return { id: keyIdOf(number), purpose, createdAt, sealedKey: sha256(`${number}`) };
}

function keyIdOf(number: number): KeyId {
  const id = parseKeyId(number.toString(16).padStart(8, "0"));
  if (!id) throw new Error("A key id has 32 bits.");
  return id;
}

/** Binary fields as text, so that `deepEqual` compares content and not the kind of array. */
export function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("hex");
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
}
