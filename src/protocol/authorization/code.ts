import {
  type AccountId,
  type ClientId,
  type GrantId,
  grantIdOf,
  parseAccountId,
  parseClientId,
  type SessionId,
  sessionIdOf,
} from "../../values/ids.ts";
import { isTextList, type JsonObject, parseJsonObject } from "../../values/json-object.ts";
import { type Instant, instantOf } from "../../values/time.ts";
import { registersForMore } from "../client/client.ts";
import {
  type RedirectUriDigest,
  redirectUriDigest,
  redirectUriDigestOf,
} from "../token/redirect-uri-digest.ts";
import { type CodeChallenge, codeChallengeOf } from "./pkce.ts";
import type { AuthorizationRequest } from "./request.ts";

/** What a person allowed a client in one sign-in: the part of a code that its tokens are made of. */
export interface Authorization {
  /** Names the grant that redeeming creates; its first 48 bits are the instant of issue. */
  readonly grantId: GrantId;
  readonly clientId: ClientId;
  readonly accountId: AccountId;
  /** The account's epoch at issue: a raised epoch kills the code. */
  readonly accountEpoch: number;
  readonly sessionId: SessionId;
  readonly authenticatedAt: Instant;
  /** Absent if the request asked for nothing beyond the interface. */
  readonly extras?: CodeExtras | undefined;
}

/** The content of an authorization code. It travels sealed inside the code itself and is stored nowhere. */
export interface CodePayload extends Authorization {
  readonly redirectUri: RedirectUriDigest;
  /** Absent if the request had none; then a verifier is refused (RFC 9700 §4.8.2). */
  readonly codeChallenge?: CodeChallenge | undefined;
}

/** The part of a code for OpenID Connect and the further profiles of OAuth. */
export interface CodeExtras {
  /** Granted scope values, in the order of the request. */
  readonly scope: readonly string[];
  readonly nonce?: string;
  /** The names in `claims.id_token`. */
  readonly idTokenClaims?: readonly string[];
  /** The names in `claims.userinfo`. */
  readonly userinfoClaims?: readonly string[];
  /** Thumbprint of the key that the code is bound to (RFC 9449 §10). */
  readonly dpopThumbprint?: string;
  /** Resource indicators (RFC 8707): the APIs that the token is meant for. */
  readonly audience?: readonly string[];
  /** True if offline_access was granted, so that the tokens of the code outlive the session. */
  readonly isOffline?: boolean;
}

/*
 * Layout: version 1 · flags 1 · grant id 16 · session id 16 · redirect URI digest 16 · authenticatedAt 6 · account epoch 4 ·
 * code challenge 32 (only with its flag) · client id length 1 and text · account id 23 · extras as JSON to the end (only with
 * their flag). Integers are big-endian.
 */
const version = 1;
const hasChallenge = 1;
const hasExtras = 2;
const knownFlags = hasChallenge | hasExtras;
const grantIdAt = 2;
const sessionIdAt = 18;
const redirectUriAt = 34;
const authenticatedAtAt = 50;
const accountEpochAt = 56;
const headBytes = 60;
const challengeBytes = 32;
const accountIdBytes = 23;

const prefix = "lkac_";
const codeLengthMax = 6144;
const codeShape = /^lkac_[A-Za-z0-9_-]+$/;

/** The person and the grant id of a new code. */
interface CodeHolder
  extends Pick<CodePayload, "grantId" | "accountId" | "accountEpoch" | "sessionId" | "authenticatedAt"> {}

/**
 * Makes the code of a request, as it goes over the wire. `seal` encrypts the payload into base64url text. The prefix lets secret
 * scanners find a leaked code.
 */
export function createCode(
  request: AuthorizationRequest,
  holder: CodeHolder,
  seal: (payload: Uint8Array) => string,
): string {
  const { client, redirectUri, codeChallenge } = request;
  const payload = encodeCodePayload({
    ...holder,
    clientId: client.id,
    redirectUri: redirectUriDigest(redirectUri, client.profile),
    codeChallenge,
    extras: extrasOf(request),
  });
  return `${prefix}${seal(payload)}`;
}

/** Reads a presented code; undefined for any other text. `open` undoes what `seal` did. */
export function openCode(
  text: string,
  open: (sealed: string) => Uint8Array | undefined,
): CodePayload | undefined {
  const looksLikeCode = text.length <= codeLengthMax && codeShape.test(text);
  const packed = looksLikeCode ? open(text.slice(prefix.length)) : undefined;
  return packed && decodeCodePayload(packed);
}

/** Packs a payload for sealing. Throws when a number is out of range: that is a bug. */
export function encodeCodePayload(payload: CodePayload): Uint8Array {
  const { clientId, accountId, codeChallenge, extras } = payload;
  const clientIdAt = headBytes + (codeChallenge === undefined ? 0 : challengeBytes);
  const accountIdAt = clientIdAt + 1 + clientId.length;
  const extrasAt = accountIdAt + accountId.length;
  const tail = extras === undefined ? "" : JSON.stringify(extras);
  const bytes = Buffer.allocUnsafe(extrasAt + Buffer.byteLength(tail));
  bytes[0] = version;
  bytes[1] = (codeChallenge === undefined ? 0 : hasChallenge) | (extras === undefined ? 0 : hasExtras);
  bytes.set(payload.grantId, grantIdAt);
  bytes.set(payload.sessionId, sessionIdAt);
  bytes.set(payload.redirectUri, redirectUriAt);
  bytes.writeUIntBE(payload.authenticatedAt, authenticatedAtAt, 6);
  bytes.writeUInt32BE(payload.accountEpoch, accountEpochAt);
  if (codeChallenge !== undefined) bytes.set(codeChallenge, headBytes);
  bytes.writeUInt8(clientId.length, clientIdAt);
  bytes.write(clientId, clientIdAt + 1, "latin1");
  bytes.write(accountId, accountIdAt, "latin1");
  if (extras !== undefined) bytes.write(tail, extrasAt, "utf8");
  return bytes;
}

/** Unpacks a payload; undefined for all bytes but those of `encodeCodePayload` of this version. */
export function decodeCodePayload(packed: Uint8Array): CodePayload | undefined {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  const flags = bytes[1];
  if (bytes[0] !== version || flags === undefined || flags > knownFlags) return undefined;
  const isChallenged = (flags & hasChallenge) !== 0;
  const isExtended = (flags & hasExtras) !== 0;
  const clientIdAt = headBytes + (isChallenged ? challengeBytes : 0);
  const accountIdAt = clientIdAt + 1 + (bytes[clientIdAt] ?? 0);
  const extrasAt = accountIdAt + accountIdBytes;
  if (isExtended ? bytes.length <= extrasAt : bytes.length !== extrasAt) return undefined;
  const clientId = parseClientId(bytes.toString("latin1", clientIdAt + 1, accountIdAt));
  const accountId = parseAccountId(bytes.toString("latin1", accountIdAt, extrasAt));
  if (clientId === undefined || accountId === undefined) return undefined;
  const extras = isExtended ? readExtras(bytes.toString("utf8", extrasAt)) : undefined;
  if (isExtended && extras === undefined) return undefined;
  return {
    grantId: grantIdOf(bytes.subarray(grantIdAt, sessionIdAt)),
    clientId,
    accountId,
    accountEpoch: bytes.readUInt32BE(accountEpochAt),
    sessionId: sessionIdOf(bytes.subarray(sessionIdAt, redirectUriAt)),
    redirectUri: redirectUriDigestOf(bytes.subarray(redirectUriAt, authenticatedAtAt)),
    codeChallenge: isChallenged ? codeChallengeOf(bytes.subarray(headBytes, clientIdAt)) : undefined,
    authenticatedAt: instantOf(bytes.readUIntBE(authenticatedAtAt, 6)),
    extras,
  };
}

/** The extras in the code of this request; undefined if it asked for nothing beyond the interface. */
function extrasOf(request: AuthorizationRequest): CodeExtras | undefined {
  if (!registersForMore(request.client)) return undefined;
  const { scope, nonce, claims, dpopThumbprint, resources } = request;
  const extras: CodeExtras = {
    scope,
    ...(nonce !== undefined && { nonce }),
    ...(claims.idToken.length > 0 && { idTokenClaims: claims.idToken }),
    ...(claims.userinfo.length > 0 && { userinfoClaims: claims.userinfo }),
    ...(dpopThumbprint !== undefined && { dpopThumbprint }),
    ...(resources.length > 0 && { audience: resources }),
    ...(scope.includes("offline_access") && { isOffline: true }),
  };
  return scope.length > 0 || Object.keys(extras).length > 1 ? extras : undefined;
}

function readExtras(text: string): CodeExtras | undefined {
  const extras = parseJsonObject(text);
  return extras && isExtras(extras) ? extras : undefined;
}

/** Only this service can seal, so a wrong shape comes from another release, whose codes live for minutes. */
function isExtras(extras: JsonObject): extras is JsonObject & CodeExtras {
  return (
    isTextList(extras.scope) &&
    [extras.idTokenClaims, extras.userinfoClaims, extras.audience].every(
      (list) => list === undefined || isTextList(list),
    ) &&
    [extras.nonce, extras.dpopThumbprint].every((text) => text === undefined || typeof text === "string") &&
    (extras.isOffline === undefined || typeof extras.isOffline === "boolean")
  );
}
