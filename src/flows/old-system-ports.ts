/** The port to the product that people came from. The rules of `ports.ts` hold here too. */
import type { PublicJwk } from "../protocol/jwk.ts";
import type { Jwt } from "../protocol/jwt.ts";
import type { OldAccountState, OldPasswordQuestion } from "../protocol/old-product/question.ts";
import type { Instant } from "../values/time.ts";

/**
 * "expired": the password is right, and has to be changed in the old product before it opens anything. "unavailable": there was no usable
 * answer, now or to the last question. `state` and `reason` are of this question, for the log.
 */
export type OldPasswordAnswer =
  | { readonly kind: "valid" }
  | { readonly kind: "expired" }
  | { readonly kind: "invalid"; readonly state?: OldAccountState }
  | { readonly kind: "unavailable"; readonly reason?: string };

/** Somebody who is looked for in the old product. */
export type PersonSought = Pick<OldPasswordQuestion, "username" | "subject">;

/** "unknown": the old product cannot be asked about somebody without their password. */
export type Sought =
  | { readonly kind: "found" | "absent" | "ambiguous" | "unknown" }
  | { readonly kind: "unavailable"; readonly reason: string };

/** The product that people came from, which knows their passwords until they have signed in here once (ADR 0095). */
export interface OldSystem {
  /** "over" after the last day of the settings: then nothing is asked any more. */
  phaseAt(now: Instant): "asking" | "over";
  /**
   * Asks once. Every answer to a wrong password comes after the same fixed time, and says "unavailable" for everybody while the old product does
   * not answer. A call without a question asks nothing and is answered in the same way, so that neither time nor answer tells who is
   * asked about. Never rejects.
   */
  check(question: OldPasswordQuestion | undefined): Promise<OldPasswordAnswer>;
  /** Looks for somebody without a password, so that an operator sees whether people are found. Never rejects. */
  find(person: PersonSought): Promise<Sought>;
}

/** The public keys of the product that had the issuer before. They verify its ID tokens as hints, and nothing else (ADR 0096). */
export interface OldKeys {
  /** The keys that are published at this time; none after their last day. */
  publishedAt(now: Instant): readonly PublicJwk[];
  /** Header and claims of a JWT that one of the keys signed, of those that are published at this time; undefined for anything else. */
  verify(jwt: string, now: Instant): Promise<Jwt | undefined>;
}
