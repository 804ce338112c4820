import type { SessionId } from "../../values/ids.ts";
import type { Issuer } from "../../values/issuer.ts";
import type { Result } from "../../values/result.ts";
import type { Strength } from "../../values/strength.ts";
import type { Instant } from "../../values/time.ts";
import type { AccountSelection, KnownAs } from "./account-selection.ts";
import type { AuthorizationRefusal, AuthorizationRequest, SignInFirst } from "./request.ts";
import type { OwnPage } from "./return-target.ts";

/** The person of the browser's live session. */
export interface SignedIn {
  readonly sessionId: SessionId;
  /** The time at which the person last proved who they are (`auth_time`). */
  readonly authenticatedAt: Instant;
  /** The methods by which the session proves the person, in the words of RFC 8176. */
  readonly methods: readonly string[];
  /** The strongest proof that the person's credentials can give. */
  readonly provable: Strength;
  /** True if the person trusts this browser, so that it stands for the second factor unless a request demands two. */
  readonly isBrowserTrusted?: boolean;
  readonly groups: readonly string[];
  /** True if the account waits for its deletion, which the person asked for. */
  readonly isLeaving?: boolean;
  /** True if the person may set up a second factor only in a session that began with an operator's link, and this one did not. */
  readonly needsLinkToEnrol?: boolean;
}

/** The relation of the session's person to the client of the request. */
export interface Relation extends KnownAs {
  /** What the person allowed the client, in the words of `allowancesOf`; undefined without a consent. */
  readonly allowedScope: readonly string[] | undefined;
}

/**
 * The evidence of a step for this very request. "sign-in": the person proved who they are after the form was shown. "step-up": they
 * proved a factor that the session lacked. "enrol": they were asked to set up a credential. "offer": they answered the offer of a
 * passkey, which came right after the sign-in. "choose": they chose this account among those of the browser. "continue": they confirmed it.
 * "consent": they allowed the listed scope, and confirmed this account by it.
 */
export interface Evidence {
  readonly step: "sign-in" | "step-up" | "enrol" | "offer" | "choose" | "continue" | "consent";
  readonly sessionId: SessionId;
}

/**
 * The person's choice instead of going on: back to the client, the sign-in form for another account, the list of the accounts that are
 * signed in here, or a fresh proof of the active one.
 */
export type Choice = "cancel" | "another-account" | "choose-account" | "prove-again";

/**
 * True if a mailed link has just set a new password, and the person can get in by something else too. "removing": they want to remove
 * what they do not recognise before they go on.
 */
export type WaysInReview = boolean | "removing";

/** Everything that the next step depends on. */
export interface NextStepFacts<Person extends SignedIn> {
  readonly target:
    | {
        readonly kind: "request";
        readonly read: Result<AuthorizationRequest, AuthorizationRefusal | SignInFirst>;
      }
    | { readonly kind: "own-page"; readonly page: OwnPage };
  /** The active account, or the one that `selection` takes; undefined if there is none. */
  readonly person: Person | undefined;
  /** Present only in a browser with several accounts, or if the person wants to see the list. */
  readonly selection?: AccountSelection<Person> | undefined;
  /** Without these, the session lets nobody through to a client. */
  readonly relation: Relation | undefined;
  readonly evidence: Evidence | undefined;
  readonly choice: Choice | undefined;
  /** True if the browser can keep a passkey for the person, who has none and has not said "not now". */
  readonly offersPasskey: boolean;
  readonly reviewsWaysIn: WaysInReview;
  /** The strength that the installation, the client or the account demands of every sign-in. */
  readonly required: Strength;
  readonly issuer: Issuer;
  readonly now: Instant;
}
