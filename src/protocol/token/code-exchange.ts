import { instantOfGrantId } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { type Instant, plus, type Seconds } from "../../values/time.ts";
import type { Api } from "../api/api.ts";
import type { Authorization, CodePayload } from "../authorization/code.ts";
import { verifierMatches } from "../authorization/pkce.ts";
import type { AuthenticatedClient } from "../client/authentication.ts";
import { type Client, isVoid, mustUsePkce, registersForMore } from "../client/client.ts";
import { invalidGrant, type WireError } from "../wire-error.ts";
import { decideTarget, type TargetRefusalReason, type TokenTarget, targetErrors } from "./audience.ts";
import { sameRedirectUriForExchange } from "./redirect-uri-digest.ts";
import type { CodeExchangeRequest } from "./request.ts";

/** The longest life of a code under any configuration. */
const codeLifetimeSecondsMax = 300;

/** How far apart the clocks of two nodes may be. */
export const clockSkewSecondsMax = 60;

/** The longest life of another node's code, whose clock may run ahead by the skew. */
const foreignLifetimeSecondsMax = codeLifetimeSecondsMax - clockSkewSecondsMax;

/** Why a code is not exchanged. The flow gives "code-spent" when it loses the claim. */
export type ExchangeRefusalReason =
  | "code-unknown"
  | "code-of-another-client"
  | "redirect-uri-missing"
  | "redirect-uri-mismatch"
  | "code-verifier-missing"
  | "code-verifier-unexpected"
  | "code-verifier-mismatch"
  | "code-challenge-required"
  | "dpop-proof-missing"
  | "dpop-key-mismatch"
  | "code-expired"
  | "code-from-the-future"
  | "session-ended"
  | "account-disabled"
  | "account-changed"
  | TargetRefusalReason
  | "consent-withdrawn"
  | "code-void"
  | "account-not-admitted"
  | "code-spent";

const foreignCode =
  "The code is unknown, incomplete, altered, or was issued to another client. Send it exactly as it arrived at the redirect URI, with the client_id that asked for it.";
const signInAgain =
  "The person signed out, or the account changed, after the code was issued. Send the person through the authorization endpoint again.";

/** The wire errors of these reasons. A missing DPoP proof has its own in `dpopErrors`. */
export const exchangeErrors: Readonly<
  Record<Exclude<ExchangeRefusalReason, "dpop-proof-missing">, WireError>
> = {
  "code-unknown": invalidGrant(foreignCode),
  "code-of-another-client": invalidGrant(foreignCode),
  "redirect-uri-missing": invalidGrant(
    "The parameter redirect_uri is missing, and this client is registered as strict. Send the redirect_uri of the authorization request.",
  ),
  "redirect-uri-mismatch": invalidGrant(
    "The redirect_uri is not the one of the authorization request. Send the same one in both.",
  ),
  "code-verifier-missing": invalidGrant(
    "The authorization request had a code_challenge, so the code_verifier is needed. Send the one from which the challenge was computed.",
  ),
  "code-verifier-unexpected": invalidGrant(
    "A code_verifier was sent, but the authorization request had no code_challenge. Send code_challenge and code_challenge_method=S256 there.",
  ),
  "code-verifier-mismatch": invalidGrant(
    "The code_verifier does not belong to the code_challenge of the authorization request. Keep the verifier in the same browser session as the state.",
  ),
  "code-challenge-required": invalidGrant(
    "This client must use PKCE, but the code was issued without a code_challenge. Send the person through the authorization endpoint again, with PKCE.",
  ),
  "dpop-key-mismatch": invalidGrant(
    "The DPoP proof was made with a different key from the one that the authorization request named. Use the same key for both.",
  ),
  "code-expired": invalidGrant(
    "The code has expired. Exchange it as soon as it arrives, or send the person through the authorization endpoint again.",
  ),
  "code-from-the-future": invalidGrant(
    "The code is dated in the future. Correct the clocks of the sign-in service, and send the person through the authorization endpoint again.",
  ),
  "code-void": invalidGrant(
    "The client was disabled, or lost a redirect URI, after the code was issued. Send the person through the authorization endpoint again.",
  ),
  "session-ended": invalidGrant(signInAgain),
  "account-disabled": invalidGrant(signInAgain),
  "account-changed": invalidGrant(signInAgain),
  ...targetErrors,
  "consent-withdrawn": invalidGrant(
    "The person withdrew what they had allowed this client after the code was issued. Send the person through the authorization endpoint again.",
  ),
  "account-not-admitted": invalidGrant(
    "The person is not, or no longer, in a group that may use this client. The operator of the sign-in service decides who is; send the person through the authorization endpoint again then.",
  ),
  "code-spent": invalidGrant(
    "The code was exchanged before, and its access token is now revoked. A code works once: send the person through the authorization endpoint again.",
  ),
};

/** Why an exchange is refused. The code can still be redeemed. */
interface ExchangeRefusal {
  readonly reason: ExchangeRefusalReason;
  /**
   * True when the client proved everything that the owner of this code can prove. If the code was redeemed before, its owner
   * replays it, and the tokens of the first exchange must be revoked (RFC 6749 §4.1.2).
   */
  readonly isOwnerReplayCandidate: boolean;
}

/** The person that the code speaks for, as things stand now. */
export interface CodeHolder {
  readonly accountEpoch: number;
  readonly isAccountDisabled: boolean;
  readonly isSessionLive: boolean;
  /** False if a third party's consent was withdrawn after the code was issued, even if it was given again since. */
  readonly isConsentLive: boolean;
  /** What that consent allows, in the words of `allowancesOf`; absent if nobody is asked. */
  readonly allowed?: readonly string[] | undefined;
  /** False if the client is open to groups alone, and the person is in none of them any more. */
  readonly isAdmitted: boolean;
  /** The groups of the person now. */
  readonly groups?: readonly string[] | undefined;
}

/** An exchange that may go ahead unless another request claims the code first. */
export interface GrantedExchange {
  readonly client: AuthenticatedClient;
  readonly payload: Authorization;
  /** What the token is meant for (RFC 8707). */
  readonly target: TokenTarget;
  /** When every node's clock refuses the code; the grant must be kept at least until then. */
  readonly codeDeadAt: Instant;
}

/**
 * Decides an exchange (RFC 6749 §4.1.3). `payload` is undefined when the code did not open, `holder` when the session or
 * the account is gone, `dpopThumbprint` when the request had no DPoP proof. Whether the code was redeemed before is for the
 * atomic claim to say.
 */
export function decideExchange(given: {
  readonly payload: CodePayload | undefined;
  readonly client: AuthenticatedClient;
  readonly request: CodeExchangeRequest;
  readonly holder: CodeHolder | undefined;
  readonly dpopThumbprint?: string | undefined;
  readonly now: Instant;
  readonly codeLifetime: Seconds;
  /** When the code was made, by the clock that dates changes of its client. The default is the time inside the code. */
  readonly madeAt?: Instant;
  /** True when this process made the code, by the clock that judges it now. */
  readonly isOwnCode: boolean;
  /** The APIs that exist among the granted and requested resources. */
  readonly apis?: readonly Api[];
}): Result<GrantedExchange, ExchangeRefusal> {
  const { payload, client, request, holder } = given;
  if (payload === undefined) return refuse({ reason: "code-unknown", isOwnerReplayCandidate: false });
  const unproven =
    whatIsUnproven(payload, client, request) ?? whichKeyIsUnproven(payload, client, given.dpopThumbprint);
  if (unproven !== undefined) return refuse({ reason: unproven, isOwnerReplayCandidate: false });
  const issuedAt = instantOfGrantId(payload.grantId);
  const dead =
    whyOutOfTime(issuedAt, given) ??
    whyVoid(client, given.madeAt ?? issuedAt) ??
    whyHolderIsGone(payload, holder);
  if (dead !== undefined) return refuse({ reason: dead, isOwnerReplayCandidate: true });
  const target = targetOf(payload, { client, request, apis: given.apis, holder });
  if (!target.ok) return refuse({ reason: target.reason, isOwnerReplayCandidate: true });
  const codeDeadAt = plus(issuedAt, codeLifetimeSecondsMax + clockSkewSecondsMax);
  return ok({ client, payload, target: target.value, codeDeadAt });
}

/** What only the owner of the code can get right. It comes first, to tell a replay from an attempt by another client. */
function whatIsUnproven(
  payload: CodePayload,
  client: Client,
  { redirectUri, codeVerifier }: CodeExchangeRequest,
): ExchangeRefusalReason | undefined {
  if (payload.clientId !== client.id) return "code-of-another-client";
  if (redirectUri === undefined && client.profile === "strict") return "redirect-uri-missing";
  if (
    redirectUri !== undefined &&
    !sameRedirectUriForExchange(payload.redirectUri, redirectUri, client.profile)
  )
    return "redirect-uri-mismatch";
  const { codeChallenge } = payload;
  if (codeChallenge === undefined) {
    // The client may have become strict or public since the code was issued.
    if (mustUsePkce(client)) return "code-challenge-required";
    return codeVerifier === undefined ? undefined : "code-verifier-unexpected";
  }
  if (codeVerifier === undefined) return "code-verifier-missing";
  return verifierMatches(codeChallenge, codeVerifier) ? undefined : "code-verifier-mismatch";
}

/** RFC 9449 §10: a code that is bound to a key needs a proof made with that key. Without a binding any key will do. */
export function whichKeyIsUnproven(
  { extras }: Pick<Authorization, "extras">,
  { metadata }: Client,
  dpopThumbprint: string | undefined,
): ExchangeRefusalReason | undefined {
  const bound = extras?.dpopThumbprint;
  const isNeeded = bound !== undefined || metadata.requiresDpop;
  if (dpopThumbprint === undefined) return isNeeded ? "dpop-proof-missing" : undefined;
  return bound === undefined || bound === dpopThumbprint ? undefined : "dpop-key-mismatch";
}

const noTarget: Result<TokenTarget, never> = ok({ audience: [], api: undefined, scope: [] });

/** What the first token of an authorization is meant for. An interface client has no resources, so the parameter means nothing for it. */
export function targetOf(
  { extras }: Pick<Authorization, "extras">,
  given: {
    readonly client: Client;
    readonly request: Pick<CodeExchangeRequest, "resources">;
    readonly apis: readonly Api[] | undefined;
    readonly holder: Pick<CodeHolder, "allowed" | "groups"> | undefined;
  },
): Result<TokenTarget, TargetRefusalReason> {
  const { client, request, apis = [], holder } = given;
  if (!registersForMore(client)) return noTarget;
  const granted = { granted: extras?.audience, scope: extras?.scope ?? [] };
  const { allowed, groups = [] } = holder ?? {};
  return decideTarget({ client, ...granted, requested: request.resources, apis, allowed, groups });
}

/**
 * A code of this process is never dated in the future. A code of another node is, if that node's clock runs ahead, and it
 * could then outlive the longest life by as much. So such a code lives at most four minutes.
 */
function whyOutOfTime(
  issuedAt: Instant,
  given: { readonly now: Instant; readonly codeLifetime: Seconds; readonly isOwnCode: boolean },
): ExchangeRefusalReason | undefined {
  const { now, codeLifetime, isOwnCode } = given;
  const lifetime = Math.min(codeLifetime, isOwnCode ? codeLifetimeSecondsMax : foreignLifetimeSecondsMax);
  const skew = isOwnCode ? 0 : clockSkewSecondsMax;
  if (now >= plus(issuedAt, lifetime)) return "code-expired";
  return now < plus(issuedAt, -skew) ? "code-from-the-future" : undefined;
}

/** Why nothing that the client was issued at this time is good any more. */
export function whyVoid(client: Client, issuedAt: Instant): ExchangeRefusalReason | undefined {
  return isVoid(client, issuedAt) ? "code-void" : undefined;
}

/** What has become of the person since an authorization was issued, if it is not good any more. */
export function whyHolderIsGone(
  payload: Pick<Authorization, "accountEpoch">,
  holder: CodeHolder | undefined,
): ExchangeRefusalReason | undefined {
  if (holder === undefined) return "session-ended";
  if (holder.isAccountDisabled) return "account-disabled";
  if (holder.accountEpoch !== payload.accountEpoch) return "account-changed";
  if (!holder.isSessionLive) return "session-ended";
  if (!holder.isAdmitted) return "account-not-admitted";
  return holder.isConsentLive ? undefined : "consent-withdrawn";
}
