import { fromBase64Url } from "../values/base64url.ts";
import type { JsonObject } from "../values/json-object.ts";
import { ok, type Result, refuse } from "../values/result.ts";

/** The algorithms of this service's signatures (RFC 7518 §3.1, RFC 8037). Clients assume RS256. */
export const signingAlgorithms = ["RS256", "ES256", "EdDSA"] as const;

export type SigningAlgorithm = (typeof signingAlgorithms)[number];

/** A public key as RFC 7517 writes it. Members that are not listed depend on its kind. */
export interface PublicJwk {
  readonly kty: string;
  readonly kid?: string;
  readonly alg?: string;
  readonly use?: string;
  readonly [member: string]: unknown;
}

/** A public key that verifies: its necessary members, and the algorithms that it serves. */
interface VerificationKey {
  readonly members: { readonly kty: string } & JsonObject;
  readonly algorithms: readonly string[];
}

/** The reason why a JWK cannot verify. */
export type VerificationKeyProblem =
  | { readonly kind: "private"; readonly member: string }
  | { readonly kind: "unknown-kind"; readonly received: string }
  | { readonly kind: "rsa-size"; readonly bits: number }
  | { readonly kind: "damaged" };

const privateMembers = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];
const exponentBytesMax = 4;

/** The size of RSA keys (RFC 7518 §3.3). Verifying costs the square of the most. */
export const modulusBits = { least: 2048, most: 4096 };

/** Reads a public key on P-256 or Ed25519, or an RSA key, without any member that the key does not need. */
export function readVerificationKey(jwk: JsonObject): Result<VerificationKey, VerificationKeyProblem> {
  const member = privateMembers.find((name) => name in jwk);
  if (member !== undefined) return refuse({ kind: "private", member });
  const { kty, crv, x, y, n, e } = jwk;
  if (kty === "EC" && crv === "P-256")
    return byteLength(x) === 32 && byteLength(y) === 32
      ? ok({ members: { kty, crv, x, y }, algorithms: ["ES256"] })
      : refuse({ kind: "damaged" });
  if (kty === "OKP" && crv === "Ed25519")
    return byteLength(x) === 32
      ? ok({ members: { kty, crv, x }, algorithms: ["EdDSA"] })
      : refuse({ kind: "damaged" });
  if (kty !== "RSA") return refuse({ kind: "unknown-kind", received: kindOf(kty, crv) });
  const bits = bitLength(n);
  const exponentBytes = byteLength(e) ?? 0;
  if (bits === undefined || exponentBytes === 0 || exponentBytes > exponentBytesMax)
    return refuse({ kind: "damaged" });
  if (bits < modulusBits.least || bits > modulusBits.most) return refuse({ kind: "rsa-size", bits });
  return ok({ members: { kty, n, e }, algorithms: ["PS256", "RS256"] });
}

/** The kind that a key claims to be, cut to a length that fits into a message. */
function kindOf(kty: unknown, crv: unknown): string {
  const words = [kty, crv].filter((word) => typeof word === "string").map((word) => word.slice(0, 20));
  return words.length === 0 ? "kty is missing" : words.join(" ");
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
