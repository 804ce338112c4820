import { type JsonObject, parseJson, parseJsonObject } from "../../values/json-object.ts";
import { ok, type Result, refuse, unreachable } from "../../values/result.ts";
import { modulusBits, type PublicJwk, readVerificationKey, type VerificationKeyProblem } from "../jwk.ts";

/** The reason why a set of public keys cannot be registered. `position` counts from 1. */
export type KeySetProblem =
  | { readonly kind: "not-json" }
  | { readonly kind: "too-long" }
  | { readonly kind: "empty" }
  | { readonly kind: "too-many" }
  | (VerificationKeyProblem & { readonly position: number })
  | { readonly kind: "other-use"; readonly position: number }
  | { readonly kind: "other-algorithm"; readonly position: number };

const textLengthMax = 65_536;
/** The most keys of a set. All are tried if a signature names no key. */
const keysMax = 8;
/** Published keys have names that tell them apart. */
const publishedKeysMax = 32;
const keyIdLengthMax = 256;

/**
 * Reads a client's public keys from a JWK set or a single JWK as JSON text (RFC 7517 §4, §5). Of each key it keeps only the name, the
 * purpose and the members that make the key. It refuses a set with an unusable key.
 */
export function readKeySet(text: string): Result<readonly PublicJwk[], KeySetProblem> {
  if (text.length > textLengthMax) return refuse({ kind: "too-long" });
  const json = parseJson(text);
  if (typeof json !== "object" || json === null) return refuse({ kind: "not-json" });
  const { keys: several }: JsonObject = { ...json };
  const listed: readonly unknown[] = Array.isArray(several) ? several : "kty" in json ? [json] : [];
  if (listed.length === 0) return refuse({ kind: "empty" });
  if (listed.length > keysMax) return refuse({ kind: "too-many" });
  const keys: PublicJwk[] = [];
  for (const [index, value] of listed.entries()) {
    const key = readKey(value, index + 1);
    if (!key.ok) return key;
    keys.push(key.value);
  }
  return ok(keys);
}

/**
 * Returns the usable keys of a set that a client publishes. The set may serve other services too, so unsuitable keys are passed
 * over (RFC 7517 §5). Undefined for anything but a JWK set.
 */
export function readPublishedKeys(text: string): readonly PublicJwk[] | undefined {
  const listed = parseJsonObject(text)?.keys;
  if (!Array.isArray(listed)) return undefined;
  const read = listed.slice(0, publishedKeysMax).map((value) => readKey(value, 1));
  return read.flatMap((key) => (key.ok ? [key.value] : []));
}

/** One or two sentences for the operator: the cause and the repair. */
export function describeKeySetProblem(problem: KeySetProblem): string {
  switch (problem.kind) {
    case "not-json":
      return 'The public keys are not JSON. Write them as a JWK set: {"keys": […]}.';
    case "too-long":
      return `The public keys are longer than ${textLengthMax} characters.`;
    case "empty":
      return 'There is no key in it. Write the public keys as a JWK set: {"keys": […]}.';
    case "too-many":
      return `A client has at most ${keysMax} public keys. Leave out those that it does not sign with any more.`;
    case "private":
      return `Key ${problem.position} holds a secret part (${problem.member}). Register its public part alone, and make a new key if this file was anywhere but where it belongs.`;
    case "unknown-kind":
      return `Key ${problem.position} is of a kind that is not supported (${problem.received}). Use EC on P-256 (ES256), OKP Ed25519 (EdDSA) or RSA (PS256, RS256).`;
    case "rsa-size":
      return `Key ${problem.position} is an RSA key of ${problem.bits} bits. Use ${modulusBits.least} to ${modulusBits.most}, or better an EC key on P-256.`;
    case "damaged":
      return `Key ${problem.position} is incomplete or damaged. Export it again as a JWK.`;
    case "other-use":
      return `Key ${problem.position} is not for signing (its use is not "sig"). Register the key that the client signs with.`;
    case "other-algorithm":
      return `Key ${problem.position} names an algorithm (alg) that does not go with it here. Leave alg out, or name ES256, EdDSA, PS256 or RS256, whichever the key is for.`;
    default:
      return unreachable(problem);
  }
}

function readKey(value: unknown, position: number): Result<PublicJwk, KeySetProblem> {
  if (typeof value !== "object" || value === null) return refuse({ kind: "damaged", position });
  const jwk: JsonObject = { ...value };
  const read = readVerificationKey(jwk);
  if (!read.ok) return refuse({ ...read.reason, position });
  const { members, algorithms } = read.value;
  const { kid, alg, use } = jwk;
  if (use !== undefined && use !== "sig") return refuse({ kind: "other-use", position });
  const algorithm = alg === undefined ? undefined : algorithms.find((known) => known === alg);
  if (alg !== undefined && algorithm === undefined) return refuse({ kind: "other-algorithm", position });
  if (kid !== undefined && !isKeyId(kid)) return refuse({ kind: "damaged", position });
  return ok({
    ...(kid !== undefined && { kid }),
    ...(algorithm !== undefined && { alg: algorithm }),
    ...(use !== undefined && { use }),
    ...members,
  });
}

/** True for a text that every database can keep: without control characters and halves of a character. */
function isKeyId(kid: unknown): kid is string {
  if (typeof kid !== "string" || kid === "" || kid.length > keyIdLengthMax) return false;
  return kid.isWellFormed() && !/\p{Cc}/u.test(kid);
}
