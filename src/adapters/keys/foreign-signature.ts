import type { JWK } from "jose";
import type { Jwt } from "../../protocol/jwt.ts";
import { isJsonObject, type JsonObject } from "../../values/json-object.ts";
import { verifyJwt } from "./verified-jwt.ts";

/**
 * Header and claims of a JWT that one of another provider's published keys signed, with any algorithm for public keys that the library
 * knows; undefined for anything else. It checks the signature only. For an operator's own questions: a service accepts fewer algorithms.
 */
export function verifyForeignJwt(jwt: string, published: readonly JsonObject[]): Promise<Jwt | undefined> {
  return verifyJwt(jwt, ({ kid, crit, b64 }) =>
    crit === undefined && b64 === undefined
      ? published.filter(
          (key): key is JsonObject & JWK =>
            typeof key.kty === "string" &&
            key.kty !== "oct" &&
            (key.use === undefined || key.use === "sig") &&
            (kid === undefined || key.kid === undefined || key.kid === kid),
        )
      : [],
  );
}

/** The keys of a JWK set (RFC 7517 §5); none if it is no such set. */
export function keysOfSet(set: JsonObject): readonly JsonObject[] {
  return Array.isArray(set.keys) ? set.keys.filter(isJsonObject) : [];
}
