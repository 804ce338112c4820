/** The signature algorithms that this service signs with (RFC 7518 §3.1, RFC 8037). RS256 is what clients assume. */
export const signingAlgorithms = ["RS256", "ES256", "EdDSA"] as const;

/** One of them. */
export type SigningAlgorithm = (typeof signingAlgorithms)[number];

/** A public key as RFC 7517 writes it; the members that are not listed depend on its kind. */
export interface PublicJwk {
  readonly kty: string;
  readonly kid?: string;
  readonly alg?: string;
  readonly use?: string;
  readonly [member: string]: unknown;
}
