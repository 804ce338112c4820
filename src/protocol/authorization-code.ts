import {
  type AccountId,
  type ClientId,
  type GrantId,
  grantIdOf,
  parseAccountId,
  parseClientId,
  type SessionId,
  sessionIdOf,
} from "../values/ids.ts";
import { type Instant, instantOf } from "../values/time.ts";
import { type CodeChallenge, codeChallengeOf } from "./pkce.ts";
import { type RedirectUriDigest, redirectUriDigestOf } from "./redirect-uri.ts";

/** What an authorization code says. It travels sealed inside the code itself and is stored nowhere. */
export interface CodePayload {
  /** Names the grant that redeeming creates; its first 48 bits are the instant of issue. */
  readonly grantId: GrantId;
  readonly clientId: ClientId;
  readonly accountId: AccountId;
  /** The account's epoch at issue: a raised epoch kills the code. */
  readonly accountEpoch: number;
  readonly sessionId: SessionId;
  readonly redirectUri: RedirectUriDigest;
  /** Absent when the request carried none; then a verifier is refused (RFC 9700 §4.8.2). */
  readonly codeChallenge?: CodeChallenge | undefined;
  readonly authenticatedAt: Instant;
}

/*
 * Layout: version 1 · flags 1 · grant id 16 · session id 16 · redirect URI digest 16 · authenticatedAt 6 · account epoch 4 ·
 * code challenge 32 (only with its flag) · client id length 1 and text · account id to the end. Integers are big-endian.
 */
const version = 1;
const hasChallenge = 1;
const grantIdAt = 2;
const sessionIdAt = 18;
const redirectUriAt = 34;
const authenticatedAtAt = 50;
const accountEpochAt = 56;
const headBytes = 60;
const challengeBytes = 32;
const accountIdBytes = 23;

const prefix = "lkac_";
const codeLengthMax = 1024;
const codeShape = /^lkac_[A-Za-z0-9_-]+$/;

/** Packs a payload for sealing. Throws when a number is out of range: that is a bug. */
export function encodeCodePayload(payload: CodePayload): Uint8Array {
  const { clientId, accountId, codeChallenge } = payload;
  const clientIdAt = headBytes + (codeChallenge === undefined ? 0 : challengeBytes);
  const accountIdAt = clientIdAt + 1 + clientId.length;
  const bytes = Buffer.allocUnsafe(accountIdAt + accountId.length);
  bytes[0] = version;
  bytes[1] = codeChallenge === undefined ? 0 : hasChallenge;
  bytes.set(payload.grantId, grantIdAt);
  bytes.set(payload.sessionId, sessionIdAt);
  bytes.set(payload.redirectUri, redirectUriAt);
  bytes.writeUIntBE(payload.authenticatedAt, authenticatedAtAt, 6);
  bytes.writeUInt32BE(payload.accountEpoch, accountEpochAt);
  if (codeChallenge !== undefined) bytes.set(codeChallenge, headBytes);
  bytes.writeUInt8(clientId.length, clientIdAt);
  bytes.write(clientId, clientIdAt + 1, "latin1");
  bytes.write(accountId, accountIdAt, "latin1");
  return bytes;
}

/** Unpacks a payload; undefined for anything that `encodeCodePayload` of this version did not make. */
export function decodeCodePayload(packed: Uint8Array): CodePayload | undefined {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  const flags = bytes[1];
  if (bytes[0] !== version || (flags !== 0 && flags !== hasChallenge)) return undefined;
  const clientIdAt = headBytes + (flags === hasChallenge ? challengeBytes : 0);
  const accountIdAt = clientIdAt + 1 + (bytes[clientIdAt] ?? 0);
  if (bytes.length !== accountIdAt + accountIdBytes) return undefined;
  const clientId = parseClientId(bytes.toString("latin1", clientIdAt + 1, accountIdAt));
  const accountId = parseAccountId(bytes.toString("latin1", accountIdAt));
  if (clientId === undefined || accountId === undefined) return undefined;
  return {
    grantId: grantIdOf(bytes.subarray(grantIdAt, sessionIdAt)),
    clientId,
    accountId,
    accountEpoch: bytes.readUInt32BE(accountEpochAt),
    sessionId: sessionIdOf(bytes.subarray(sessionIdAt, redirectUriAt)),
    redirectUri: redirectUriDigestOf(bytes.subarray(redirectUriAt, authenticatedAtAt)),
    codeChallenge:
      flags === hasChallenge ? codeChallengeOf(bytes.subarray(headBytes, clientIdAt)) : undefined,
    authenticatedAt: instantOf(bytes.readUIntBE(authenticatedAtAt, 6)),
  };
}

/** The code as it goes over the wire; `sealed` is the base64url text of the sealer. The prefix lets scanners find a leaked one. */
export function formatCode(sealed: string): string {
  return `${prefix}${sealed}`;
}

/** What to hand to the sealer; undefined for anything that cannot be a code. */
export function sealedPartOfCode(text: string): string | undefined {
  return text.length <= codeLengthMax && codeShape.test(text) ? text.slice(prefix.length) : undefined;
}
