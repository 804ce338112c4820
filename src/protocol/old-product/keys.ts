import { isJsonObject, parseJsonObject } from "../../values/json-object.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { type PublicJwk, readVerificationKey } from "../jwk.ts";

/** A product has a key or two for each algorithm, and those that it replaced. */
const keysMax = 16;

/**
 * Reads a key set (RFC 7517 §5). Keys for encryption are left out. Each other one must be public, and name itself and one algorithm; a
 * refusal is a sentence without anything of the keys but their `kid`.
 */
export function readOldKeys(text: string): Result<readonly PublicJwk[], string> {
  const listed = parseJsonObject(text)?.keys;
  if (!Array.isArray(listed)) return refuse("It is not a JSON Web Key Set: an object with the member keys.");
  const keys: PublicJwk[] = [];
  for (const jwk of listed.filter((item: unknown) => !isJsonObject(item) || item.use !== "enc")) {
    const read = isJsonObject(jwk) ? readVerificationKey(jwk) : undefined;
    const { kid, alg }: { readonly kid?: unknown; readonly alg?: unknown } = isJsonObject(jwk) ? jwk : {};
    const name = typeof kid === "string" ? JSON.stringify(kid.slice(0, 80)) : `number ${keys.length + 1}`;
    if (read === undefined) return refuse(`The key ${name} is no JSON object.`);
    if (!read.ok)
      return refuse(
        read.reason.kind === "private"
          ? `The key ${name} is private. Only public keys belong here.`
          : `The key ${name} cannot be used: it must be an RSA key of 2048 to 4096 bits, on P-256 or Ed25519.`,
      );
    const { members, algorithms } = read.value;
    if (typeof kid !== "string" || kid === "" || kid.length > 255)
      return refuse(`The key ${name} has no kid.`);
    if (typeof alg !== "string" || !algorithms.includes(alg))
      return refuse(`The key ${name} must name its algorithm in alg: ${algorithms.join(" or ")}.`);
    keys.push({ ...members, kid, alg, use: "sig" });
  }
  if (keys.length === 0 || keys.length > keysMax)
    return refuse(`It must have 1 to ${keysMax} keys for signatures, and has ${keys.length}.`);
  return ok(keys);
}
