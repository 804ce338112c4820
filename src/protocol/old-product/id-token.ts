import type { Issuer } from "../../values/issuer.ts";
import type { JsonObject } from "../../values/json-object.ts";
import type { Jwt } from "../jwt.ts";

/**
 * Reads a JWT that an old key signed as an ID token of the product that had this issuer before: undefined for its access, refresh and
 * logout tokens. An access token of Keycloak has a claim `typ` other than "ID"; those of other products have neither `at_hash` nor
 * `nonce`. The session that it names is not one of this service.
 */
export function readOldIdToken({ header, claims }: Jwt, issuer: Issuer): JsonObject | undefined {
  const { sid: _, ...told } = claims;
  const { iss, aud, typ, events, at_hash: tokenHash, nonce } = told;
  if (header.typ !== undefined && header.typ !== "JWT") return undefined;
  if (iss !== issuer || events !== undefined || (typ !== undefined && typ !== "ID")) return undefined;
  if (typ !== "ID" && typeof tokenHash !== "string" && typeof nonce !== "string") return undefined;
  const [only, ...others]: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  return typeof only === "string" && others.length === 0 ? { ...told, aud: only } : undefined;
}
