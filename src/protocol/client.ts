/**
 * Room: protocol. The rules of OAuth 2 and OpenID Connect as pure functions: no clock, no random, no HTTP, no SQL.
 * It knows values and nothing else; it must not know people (identity). flows call it, http maps its refusals.
 */
import type { Digest } from "../values/digest.ts";
import type { ClientId } from "../values/ids.ts";
import type { Instant } from "../values/time.ts";

/** Which set of wire rules a client gets; a property of the registration, never inferred from a request. */
export type ClientProfile = "interface" | "strict";

/** A registered client. */
export interface Client {
  readonly id: ClientId;
  readonly name: string;
  /** At least one; kept and compared as the exact strings that were registered. */
  readonly redirectUris: readonly string[];
  readonly profile: ClientProfile;
  /** A public client has no secret, must use PKCE, and may vary the port of a loopback redirect URI (RFC 8252 §7.3). */
  readonly isPublic: boolean;
  /** SHA-256 of the client secret; absent exactly for public clients. */
  readonly secretDigest?: Digest;
  /** When the secret was last seen where browsers and proxies can read it; cleared by rotating it. */
  readonly secretExposedAt?: Instant;
  readonly isDisabled: boolean;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** Public and strict clients must use PKCE (RFC 9700 §2.1.1); for the others it is their choice, made in the request. */
export function mustUsePkce(client: Client): boolean {
  return client.isPublic || client.profile === "strict";
}
