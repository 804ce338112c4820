import type { JWK, JWSHeaderParameters } from "jose";
import type { Jwt } from "../../protocol/jwt.ts";
import { fromBase64Url } from "../../values/base64url.ts";
import { parseJsonBytes } from "../../values/json-object.ts";

/** No token, assertion or proof is longer. */
const charactersMax = 8_192;

/**
 * Returns what a signed JWT says when one of the keys made its signature, and undefined for anything else. `keysFor` gets the
 * header and returns the keys to try, none to refuse; a key that names an algorithm (`alg`) verifies no other. The library is
 * loaded with the first call.
 */
export async function verifyJwt(
  text: string,
  keysFor: (header: JWSHeaderParameters) => readonly JWK[],
): Promise<Jwt | undefined> {
  // The library accepts several spellings of one signature; one text must have one meaning.
  if (text.length > charactersMax || !fromBase64Url(text.slice(text.lastIndexOf(".") + 1))) return undefined;
  const { compactVerify, decodeProtectedHeader } = await import("jose");
  let keys: readonly JWK[];
  try {
    keys = keysFor(decodeProtectedHeader(text));
  } catch {
    return undefined; // Not a signed JWT, which is all that the caller needs to know.
  }
  for (const key of keys) {
    try {
      const { payload, protectedHeader } = await compactVerify(text, key);
      const claims = parseJsonBytes(payload);
      return claims && { header: { ...protectedHeader }, claims };
    } catch {
      // This key did not make the signature, or does not fit the algorithm: the next one may.
    }
  }
  return undefined;
}
