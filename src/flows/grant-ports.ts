/** The ports for what codes turn into: access tokens and refresh tokens. The rules of `ports.ts` hold here too. */
import type { Digest } from "../values/digest.ts";
import type { AccountId, ClientId, GrantId, SessionId } from "../values/ids.ts";
import type { JsonObject } from "../values/json-object.ts";
import type { Instant } from "../values/time.ts";
import type { ClaimedSideEffects, SideEffects } from "./side-effect-ports.ts";

/** The part of a grant for OpenID Connect and the further profiles of OAuth. */
export interface GrantDetails {
  /** Granted scope values, in the order of the request. */
  readonly scope: readonly string[];
  /** The token family that the token belongs to; it dies with it. */
  readonly familyId?: GrantId;
  /** The claims that the `claims` parameter requested at userinfo. */
  readonly userinfoClaims?: readonly string[];
  /** What the claims hook said when the token was issued; userinfo repeats it. */
  readonly hookClaims?: JsonObject;
  /** SHA-256 thumbprint, base64url, of the key that a DPoP-bound token needs (RFC 9449 §6). */
  readonly dpopThumbprint?: string;
  /** Resource indicators (RFC 8707): the APIs that the token is meant for. */
  readonly audience?: readonly string[];
  /** When the person signed in. In tokens of APIs, which may ask for a stronger or newer sign-in (RFC 9470). */
  readonly authenticatedAt?: Instant;
  /** How the person signed in, if `authenticatedAt` is present: RFC 8176 words. */
  readonly methods?: readonly string[];
  /** Present if the token was issued in exchange for another one (RFC 8693). */
  readonly exchange?: Exchange;
}

/** How a token was issued in exchange for another one. */
export interface Exchange {
  /** The grant of the token that was exchanged. The token ends with it. */
  readonly from: GrantId;
  /** The clients that act for the person, the latest first: `act` (RFC 8693 §4.1). */
  readonly actors: readonly ClientId[];
}

/**
 * A refresh token's family: one row from the first token to the last (RFC 9700 §4.14). The tokens themselves are sealed, not
 * stored: they say the family and their number in it.
 */
export interface TokenFamily {
  /** The id of the grant that began it. */
  readonly id: GrantId;
  readonly clientId: ClientId;
  readonly accountId: AccountId;
  readonly accountEpoch: number;
  /** Absent when offline_access was granted: then it outlives the session. */
  readonly sessionId?: SessionId;
  /** With offline_access: the session that it began in and does not rest on. Absent for families of 0.1.0. */
  readonly beganIn?: SessionId;
  readonly scope: readonly string[];
  readonly userinfoClaims?: readonly string[];
  readonly dpopThumbprint?: string;
  readonly audience?: readonly string[];
  readonly authenticatedAt: Instant;
  readonly methods: readonly string[];
  readonly nonce?: string;
  /** The number of the newest token that was issued; the first is 1. */
  readonly generation: number;
  /** Absolute limit, however often it is used. */
  readonly expiresAt: Instant;
  readonly lastUsedAt: Instant;
  readonly revokedAt?: Instant;
}

/** A family moves on to the token that a refresh hands out. */
export interface Rotation extends SessionNote {
  /** The family as it was found. */
  readonly family: TokenFamily;
  /** The number of the token that is its newest from now on; its own if that stays. */
  readonly generation: number;
  readonly grant: Grant;
  readonly now: Instant;
}

/** Revokes everything of an account, a client, or both, and returns the number. */
export interface RevokeAll {
  (of: TokenOwner, at: Instant, sideEffects?: SideEffects): Promise<number>;
  (of: TokenOwner, at: Instant, sideEffects: ClaimedSideEffects): Promise<number | "claim-lost">;
}

/** Whose tokens are meant: those of an account, of a client, or of the pair. */
export interface TokenOwner {
  readonly accountId?: AccountId;
  readonly clientId?: ClientId;
}

/** The access of a client to an account that outlives sessions. */
export interface LastingAccess {
  readonly clientId: ClientId;
  /** The last use of a family, live or revoked, among the newest hundred. */
  readonly lastUsedAt: Instant;
  /** The scope of the newest family that still works; absent if none does. */
  readonly scope?: readonly string[];
}

export interface TokenFamilies {
  find(id: GrantId): Promise<TokenFamily | undefined>;
  /**
   * Durable, one transaction: the token with this number becomes the family's newest, the family was used now, and `grant`, the
   * new access token, is inserted. False, and nothing changes, if the family was revoked since it was found, or another token
   * became its newest: look again, and decide anew.
   */
  rotate(rotation: Rotation): Promise<boolean>;
  /** What the account's families that outlive sessions say, one entry for each client, of at most a hundred clients. */
  listLasting(accountId: AccountId, now: Instant): Promise<readonly LastingAccess[]>;
  /** Durable. True when this call revoked it. */
  revoke(id: GrantId, at: Instant, sideEffects?: SideEffects): Promise<boolean>;
  /** Durable. Revokes the live families of an account, a client, or both; returns how many. */
  revokeAll: RevokeAll;
}

/** The durable fact that a code was redeemed or a token asked for, and the access token that was issued for it. */
export type Grant = PersonGrant | MachineGrant;

/** A grant by a person. */
export interface PersonGrant extends AnyGrant {
  readonly accountId: AccountId;
  /** The account's epoch when the code was issued; a raised epoch kills the token. */
  readonly accountEpoch: number;
  /** The session that the token rests on. No session has this id if it rests on something else: a family, or another grant. */
  readonly sessionId: SessionId;
}

/** A grant to a client that asked for itself (RFC 6749 §4.4), so that there is no person. */
export interface MachineGrant extends AnyGrant {
  readonly accountId?: undefined;
  readonly details: GrantDetails;
}

interface AnyGrant {
  readonly id: GrantId;
  /** See `digestOfAccessToken`. */
  readonly tokenDigest: Digest;
  readonly clientId: ClientId;
  /** The rights of the token beyond the interface; absent for a grant without scope. */
  readonly details?: GrantDetails;
  readonly redeemedAt: Instant;
  readonly tokenExpiresAt: Instant;
  /** The row stays at least this long, so that a replayed code is recognised. Never before `tokenExpiresAt`. */
  readonly keepUntil: Instant;
  readonly revokedAt?: Instant;
}

/** The note beside a grant whose client is told when the session ends. */
export interface SessionNote {
  /** The session in which the client is noted once, if the session is still there. The note goes with the session. */
  readonly notedIn?: SessionId | undefined;
}

/** The redeemed codes, with their access tokens. */
export interface Grants {
  /**
   * Durable, one transaction: inserts the grant unless its id exists, begins `family`, and notes the client in the session. Of any
   * number of calls with one id, from any process, exactly one returns "redeemed". The row spends the code; once expiry has
   * removed it, an id that is not newer than what was removed is spent, under any clock.
   */
  redeem(grant: Grant, family?: TokenFamily, note?: SessionNote): Promise<"redeemed" | "already-redeemed">;
  find(id: GrantId): Promise<Grant | undefined>;
  /** Durable. Marks the grant revoked; a revoked grant stays in place so that the code stays spent. True when this call did it. */
  revoke(id: GrantId, at: Instant, sideEffects?: SideEffects): Promise<boolean>;
  /** Durable. Revokes all live grants of an account, a client, or both; returns how many. */
  revokeAll: RevokeAll;
}

/** Counts live tokens in pages that the caller adds up: the table of grants is too large for one query. */
export interface TokenCounts {
  /**
   * Counts the live tokens among the next `rowsMax` rows after `after`: neither expired nor individually revoked. Those whose account,
   * client, session or family has ended count until they expire. `next` is the `after` of the next page; absent at the end.
   */
  page(
    kind: "access" | "refresh",
    query: { readonly after?: GrantId | undefined; readonly now: Instant; readonly rowsMax: number },
  ): Promise<{ readonly live: number; readonly next?: GrantId }>;
}
