/**
 * The port to other providers, of which the service is a relying party. What comes back is checked in full by the adapter: signature,
 * issuer, audience, nonce, hashes and time. A flow decides only whom it means here.
 */
import type { Upstream } from "../../protocol/upstream/upstream.ts";
import type { Result } from "../../values/result.ts";
import type { Instant, Seconds } from "../../values/time.ts";

/** What both halves of a sign-in at an upstream must agree on. */
export interface UpstreamExchange {
  /** The redirect URI that is registered there. */
  readonly callbackUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly maxAge?: Seconds | undefined;
}

/** What the person is sent there with. */
export interface UpstreamRequest extends UpstreamExchange {
  /** The scope and further parameters of the authorization request; see `parametersFor`. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** Whom the upstream means. */
export interface UpstreamPerson {
  readonly subject: string;
  readonly email?: string;
  /** True only if the upstream states that it verified the address. */
  readonly isEmailVerified: boolean;
  readonly name?: string;
  /** The name by which they sign in there. */
  readonly username?: string;
  /** Further claims of their profile, as the upstream writes them. */
  readonly claims?: Readonly<Record<string, string>>;
  /** Why the upstream did not tell everything. The subject is proved all the same, which is enough for a person who is known here. */
  readonly unread?: UpstreamFailure;
  /** The person's groups there, if the upstream has a mapping of groups. */
  readonly groups?: readonly string[];
  /** When they proved there who they are, if the upstream says so. */
  readonly authenticatedAt?: Instant;
}

/**
 * Why nobody is signed in. "denied": the person said no there. "unavailable": no answer, or none in time. "misconfigured": the operator
 * must repair something here or there. "untrusted": the answer does not prove what it says.
 */
export interface UpstreamFailure {
  readonly kind: "denied" | "unavailable" | "misconfigured" | "untrusted";
  /** A word of the service's own, for the log and for the operator; never text of the answer. */
  readonly reason: string;
}

/** Signs people in at other providers. Never rejects because of what a provider does. */
export interface UpstreamParty {
  /** The address that the browser goes to. */
  begin(upstream: Upstream, request: UpstreamRequest): Promise<Result<string, UpstreamFailure>>;
  /** Redeems the answer that came to the callback, as its query, and checks it. */
  finish(
    upstream: Upstream,
    answer: string,
    expected: UpstreamExchange,
  ): Promise<Result<UpstreamPerson, UpstreamFailure>>;
  /** Looks whether the provider can be used as it is set up, without anybody signing in. */
  check(upstream: Upstream): Promise<Result<void, UpstreamFailure>>;
}
