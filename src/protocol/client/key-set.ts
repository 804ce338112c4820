import { fromBase64Url } from "../../values/base64url.ts";
import { type JsonObject, parseJson, parseJsonObject } from "../../values/json-object.ts";
import { ok, type Result, refuse, unreachable } from "../../values/result.ts";
import type { PublicJwk } from "../jwk.ts";

/** Why a set of public keys cannot be registered. `position` counts from 1. */
export type KeySetProblem =
  | { readonly kind: "not-json" }
  | { readonly kind: "too-long" }
  | { readonly kind: "empty" }
  | { readonly kind: "too-many" }
  | { readonly kind: "private"; readonly position: number; readonly member: string }
  | { readonly kind: "unknown-kind"; readonly position: number; readonly received: string }
  | { readonly kind: "rsa-size"; readonly position: number; readonly bits: number }
  | { readonly kind: "damaged"; readonly position: number }
  | { readonly kind: "other-use"; readonly position: number }
  | { readonly kind: "other-algorithm"; readonly position: number };

/** A key that can be verified with: the members that make it, and the algorithms that go with them. */
interface KeyMaterial {
  readonly members: { readonly kty: string } & JsonObject;
  readonly algorithms: readonly string[];
}

const textLengthMax = 65_536;
/** Where a signature names no key all of them are tried, so there must not be many. */
const keysMax = 8;
/** Such keys have names that tell them apart. */
const publishedKeysMax = 32;
const keyIdLengthMax = 256;
const modulusBitsMin = 2048;
/** Verifying costs the square of this. */
const modulusBitsMax = 4096;
const exponentBytesMax = 4;
const privateMembers = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];

/**
 * Reads the keys that a client will sign with, out of a JWK set or a single JWK as JSON text (RFC 7517 §4, §5). Keeps of each
 * only its name, its purpose and the members that make it. Refuses a set in which any key could not be used.
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
 * The keys of a set that can be used, out of one that a client publishes: it may be meant for others too, so what is not for
 * us is passed over (RFC 7517 §5). Undefined for what is no JWK set.
 */
export function readPublishedKeys(text: string): readonly PublicJwk[] | undefined {
  const listed = parseJsonObject(text)?.keys;
  if (!Array.isArray(listed)) return undefined;
  const read = listed.slice(0, publishedKeysMax).map((value) => readKey(value, 1));
  return read.flatMap((key) => (key.ok ? [key.value] : []));
}

/** Says in plain words what is wrong and what to do about it. */
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
      return `Key ${problem.position} is an RSA key of ${problem.bits} bits. Use ${modulusBitsMin} to ${modulusBitsMax}, or better an EC key on P-256.`;
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
  const member = privateMembers.find((name) => name in jwk);
  if (member !== undefined) return refuse({ kind: "private", position, member });
  const material = readMaterial(jwk, position);
  if (!material.ok) return material;
  const { members, algorithms } = material.value;
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

function readMaterial(jwk: JsonObject, position: number): Result<KeyMaterial, KeySetProblem> {
  const { kty, crv, x, y, n, e } = jwk;
  if (kty === "EC" && crv === "P-256")
    return byteLength(x) === 32 && byteLength(y) === 32
      ? ok({ members: { kty, crv, x, y }, algorithms: ["ES256"] })
      : refuse({ kind: "damaged", position });
  if (kty === "OKP" && crv === "Ed25519")
    return byteLength(x) === 32
      ? ok({ members: { kty, crv, x }, algorithms: ["EdDSA"] })
      : refuse({ kind: "damaged", position });
  if (kty !== "RSA") return refuse({ kind: "unknown-kind", position, received: kindOf(kty, crv) });
  const bits = bitLength(n);
  const exponentBytes = byteLength(e) ?? 0;
  if (bits === undefined || exponentBytes === 0 || exponentBytes > exponentBytesMax)
    return refuse({ kind: "damaged", position });
  if (bits < modulusBitsMin || bits > modulusBitsMax) return refuse({ kind: "rsa-size", position, bits });
  return ok({ members: { kty, n, e }, algorithms: ["PS256", "RS256"] });
}

/** What the operator wrote, cut to what a message can hold. */
function kindOf(kty: unknown, crv: unknown): string {
  const words = [kty, crv].filter((word) => typeof word === "string").map((word) => word.slice(0, 20));
  return words.length === 0 ? "kty is missing" : words.join(" ");
}

/** Text that every database can keep: no control characters and no halves of a character. */
function isKeyId(kid: unknown): kid is string {
  if (typeof kid !== "string" || kid === "" || kid.length > keyIdLengthMax) return false;
  return kid.isWellFormed() && !/\p{Cc}/u.test(kid);
}

function byteLength(member: unknown): number | undefined {
  return typeof member === "string" ? fromBase64Url(member)?.length : undefined;
}

/** Undefined for anything but a number as RFC 7518 §2 writes it: base64url, without zeros in front. */
function bitLength(member: unknown): number | undefined {
  const bytes = typeof member === "string" ? fromBase64Url(member) : undefined;
  const first = bytes?.[0];
  if (bytes === undefined || first === undefined || first === 0) return undefined;
  return bytes.length * 8 - (Math.clz32(first) - 24);
}
