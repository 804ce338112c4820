import { type ClientId, equalIds } from "../../values/ids.ts";
import type { Issuer } from "../../values/issuer.ts";
import { unreachable } from "../../values/result.ts";
import { isAsStrongAs, type Strength, strengthOf, strongestOf } from "../../values/strength.ts";
import { type Instant, plus } from "../../values/time.ts";
import { admits, isSelfRegistered } from "../client/client.ts";
import { isWhomClientMeans, namesSomebody } from "./account-selection.ts";
import { provesItsApp, scopeToAllow } from "./consent.ts";
import type { RedirectRefusalReason } from "./errors.ts";
import type { Evidence, NextStepFacts, SignedIn, WaysInReview } from "./next-step-facts.ts";
import {
  type AuthorizationRefusal,
  type AuthorizationRequest,
  type PageRefusal,
  type RedirectRefusal,
  refuseAuthorization,
  type ShownRequest,
  type SignInFirst,
} from "./request.ts";
import { changesCredentials, freshProofSeconds, needsFreshProof, type OwnPage } from "./return-target.ts";

declare const brand: unique symbol;

/** A refusal that the client may get now. Only `decideNextStep` makes one. */
export type ReleasedRefusal = RedirectRefusal & { readonly [brand]: "ReleasedRefusal" };

/** The request cannot go on: the service's own page if nothing trustworthy is known to redirect to, else back to the client. */
export interface Refused {
  readonly kind: "refused";
  readonly refusal: PageRefusal | ReleasedRefusal;
}

/** The sign-in form comes next. */
export type SignInStep<Person extends SignedIn> =
  | {
      readonly kind: "sign-in";
      readonly request: ShownRequest;
      /** The person who is signed in here and must prove it anew. Undefined also if the client asks for somebody else. */
      readonly person: Person | undefined;
      /** The error that the client gets after the sign-in. */
      readonly withheld?: RedirectRefusalReason;
    }
  /** For a client by document: nothing is known of it but the host of its client id, so nothing leads back to it. */
  | {
      readonly kind: "sign-in-for-document";
      readonly clientId: ClientId;
      readonly uiLocales: readonly string[];
      readonly loginHint: string | undefined;
      readonly person: undefined;
    }
  /** `person`: signed in here, and must prove it anew. */
  | { readonly kind: "sign-in-for-page"; readonly page: OwnPage; readonly person: Person | undefined };

/** A session that is too weak for where it is going; `request` if that is a client. */
interface TooWeak<Person extends SignedIn> {
  /** The strength that is wanted. */
  readonly strength: Strength;
  readonly person: Person;
  readonly request: AuthorizationRequest | undefined;
  /** True if a browser that the person trusts would not be asked. */
  readonly mayTrust: boolean;
}

/** A person who is shown a page before they go on; `request` if that is to a client. */
type HeldUp<Person extends SignedIn> = Pick<TooWeak<Person>, "person" | "request">;

/** The next step of a browser. */
export type NextStep<Person extends SignedIn> =
  | Refused
  | SignInStep<Person>
  /** The person has a credential that is strong enough: they prove the missing factor, and do not sign in anew (RFC 9470). */
  | ({ readonly kind: "step-up" } & TooWeak<Person>)
  /** The person has no such credential: they set one up. */
  | ({ readonly kind: "enrol" } & TooWeak<Person>)
  /** The person needs a link from an operator to set up a credential (ADR 0061). */
  | ({ readonly kind: "link-needed" } & HeldUp<Person>)
  /** The person has just signed in, and may add a passkey before they go on. */
  | ({ readonly kind: "offer-passkey" } & HeldUp<Person>)
  /** The person has recovered the account, and is shown what else leads into it before they go on. */
  | ({ readonly kind: "review-ways-in" } & HeldUp<Person>)
  /** The account waits for its deletion: the person may keep it, and goes on only then. */
  | ({ readonly kind: "keep-account" } & HeldUp<Person>)
  | { readonly kind: "open"; readonly page: OwnPage; readonly person: Person }
  /** The person must choose among the accounts that are signed in here. `request` is present on the way to a client. */
  | {
      readonly kind: "choose-account";
      readonly request: AuthorizationRequest | undefined;
      readonly among: readonly Person[];
    }
  /** The person must confirm that they want to go on with this account. */
  | { readonly kind: "continue"; readonly request: AuthorizationRequest; readonly person: Person }
  /** The client is open to groups alone, and the person is in none of them. */
  | { readonly kind: "not-admitted"; readonly request: AuthorizationRequest; readonly person: Person }
  /** The person must allow what `scope` names, in the words of `allowancesOf`: nothing in it was allowed before. */
  | {
      readonly kind: "consent";
      readonly request: AuthorizationRequest;
      readonly person: Person;
      readonly scope: readonly string[];
      /** What stays allowed as well; undefined if the client is asked about for the first time. */
      readonly allowedScope: readonly string[] | undefined;
    }
  /** Nothing is missing: the client gets its code. */
  | { readonly kind: "issue"; readonly request: AuthorizationRequest; readonly person: Person };

/** Decides the next step by the facts alone. Earlier pages do not matter. */
export function decideNextStep<Person extends SignedIn>(facts: NextStepFacts<Person>): NextStep<Person> {
  const { target, person, choice } = facts;
  if (target.kind === "own-page") return decideOwnPage(target.page, facts);
  if (!target.read.ok) return release(target.read.reason, person);
  const request = target.read.value;
  if (choice === "cancel") return release(refuseAuthorization(request, "access-denied"), person);
  if (choice === "another-account") return { kind: "sign-in", request, person: undefined };
  if (choice === "prove-again")
    return { kind: "sign-in", request, person: namesSomebody(request) ? undefined : person };
  const step = decideForAccount(request, facts);
  const silent = request.prompts.has("none") ? silentAnswer(step.kind) : undefined;
  if (silent === undefined) return step;
  // Somebody is signed in, though nobody may be active. A guessed name must be answered like any other.
  const [first] = step.kind === "choose-account" ? step.among : [];
  return release(refuseAuthorization(request, silent), person ?? first);
}

/**
 * Decides a request for the selected account. Every page and its form act for the active account, so if a page is needed, the person first
 * makes the selected account the active one. With `prompt=none`, a guessed name is answered as if the person had not chosen yet.
 */
function decideForAccount<Person extends SignedIn>(
  request: AuthorizationRequest,
  facts: NextStepFacts<Person>,
): ClientStep<Person> {
  const { selection } = facts;
  if (selection?.kind === "ask") return { kind: "choose-account", request, among: selection.among };
  const step = decideForClient(request, facts);
  if (selection === undefined || step.kind === "issue") return step;
  const { person, isGuess, isElsewhere } = selection;
  return (request.prompts.has("none") ? isGuess : isElsewhere)
    ? { kind: "choose-account", request, among: [person] }
    : step;
}

/** A live session that is strong enough, and fresh if that matters, opens a page of the service. */
function decideOwnPage<Person extends SignedIn>(
  page: OwnPage,
  {
    person,
    selection,
    choice,
    required,
    now,
    evidence: offered,
    offersPasskey,
    reviewsWaysIn,
  }: NextStepFacts<Person>,
): NextStep<Person> {
  if (selection?.kind === "ask")
    return { kind: "choose-account", request: undefined, among: selection.among };
  if (person === undefined || choice === "another-account")
    return { kind: "sign-in-for-page", page, person: undefined };
  if (choice === "prove-again") return { kind: "sign-in-for-page", page, person };
  const evidence = evidenceOf(person, offered);
  const isFresh = isFreshEnough(person, evidence, now);
  if (needsFreshProof(page) && !isFresh) return { kind: "sign-in-for-page", page, person };
  // Another person may use a trusted browser by now, so a page that can do harm asks for the second factor.
  const asking = needsFreshProof(page) ? { ...person, isBrowserTrusted: false } : person;
  const weak =
    tooWeak(asking, required, undefined) ??
    (changesCredentials(page) ? tooWeakForCredentials(person, undefined) : undefined);
  if (person.needsLinkToEnrol && (weak?.kind === "enrol" || addsWaysIn(page)))
    return { kind: "link-needed", person, request: undefined };
  if (weak?.kind === "enrol" && !isFresh) return { kind: "sign-in-for-page", page, person };
  if (weak !== undefined && !(weak.kind === "enrol" && setsUp.has(page))) return weak;
  if (person.isLeaving) return { kind: "keep-account", person, request: undefined };
  const review = changesCredentials(page) ? undefined : reviewOf(person, evidence, reviewsWaysIn, undefined);
  if (review !== undefined) return review;
  if (mayOfferPasskey(person, evidence, offersPasskey) && page !== "account/passkeys")
    return { kind: "offer-passkey", person, request: undefined };
  return { kind: "open", page, person };
}

/**
 * A password alone changes no credential of an account that can prove more. A thief of the password could otherwise set up a passkey or an
 * app of their own, and so reach an application that demands two factors. A person who has lost their passkey proves two factors by a code.
 */
function tooWeakForCredentials<Person extends SignedIn>(
  person: Person,
  request: AuthorizationRequest | undefined,
): (TooWeak<Person> & { readonly kind: "step-up" }) | undefined {
  if (!isAsStrongAs(person.provable, "two") || isAsStrongAs(strengthOf(person.methods), "two"))
    return undefined;
  return { kind: "step-up", strength: "two", person, request, mayTrust: false };
}

/** The page of what else leads into a recovered account. To remove something there takes two factors, if the person has two. */
function reviewOf<Person extends SignedIn>(
  person: Person,
  evidence: Evidence | undefined,
  reviews: WaysInReview,
  request: AuthorizationRequest | undefined,
):
  | (TooWeak<Person> & { readonly kind: "step-up" })
  | ({ readonly kind: "review-ways-in" } & HeldUp<Person>)
  | undefined {
  const isRemoving = reviews === "removing";
  const isHere = isFromSignIn(evidence, person) || (isRemoving && evidence?.step === "step-up");
  if (!reviews || !isHere) return undefined;
  const weak = isRemoving ? tooWeakForCredentials(person, request) : undefined;
  return weak ?? { kind: "review-ways-in", person, request };
}

/** True for a page that can add a way to sign in, or an address that receives recovery links. A new password only replaces the one that was proved. */
function addsWaysIn(page: OwnPage): boolean {
  return changesCredentials(page) && page !== "account/password";
}

/** The pages on which a person sets up what is missing. */
const setsUp: ReadonlySet<OwnPage> = new Set(["account/passkeys", "account/totp"]);

/**
 * True right after a sign-in that proved all that the person has. In a trusted browser, a thief who knows only the password could
 * otherwise add a passkey, and reach every application that asks for two factors.
 */
function mayOfferPasskey(person: SignedIn, evidence: Evidence | undefined, offersPasskey: boolean): boolean {
  const isProved = isAsStrongAs(strengthOf(person.methods), person.provable);
  return offersPasskey && isProved && !person.needsLinkToEnrol && isFromSignIn(evidence, person);
}

/** True right after the person signed in, and while they look at what they are offered then. */
function isFromSignIn(evidence: Evidence | undefined, { sessionId }: SignedIn): boolean {
  if (evidence?.step !== "sign-in" && evidence?.step !== "offer") return false;
  return equalIds(evidence.sessionId, sessionId);
}

type ClientStep<Person extends SignedIn> = Exclude<
  NextStep<Person>,
  { kind: "refused" | "sign-in-for-page" | "sign-in-for-document" | "open" }
>;

/** Checks a request in this order: the person, the strength of the proof, that the account stays, the groups, the choice of account, the consent, the confirmation. */
function decideForClient<Person extends SignedIn>(
  request: AuthorizationRequest,
  { person, relation, evidence: offered, required, issuer, now, ...after }: NextStepFacts<Person>,
): ClientStep<Person> {
  if (person === undefined || relation === undefined || !isWhomClientMeans(request, relation, issuer))
    return { kind: "sign-in", request, person: undefined };
  const evidence = evidenceOf(person, offered);
  if (mustSignIn(request, person, evidence, now)) return { kind: "sign-in", request, person };
  const weak = tooWeak(person, required, request);
  if (weak?.kind === "enrol" && person.needsLinkToEnrol) return { kind: "link-needed", person, request };
  if (weak?.kind === "enrol" && !isFreshEnough(person, evidence, now))
    return { kind: "sign-in", request, person };
  if (weak !== undefined) return weak;
  if (person.isLeaving) return { kind: "keep-account", person, request };
  const review = reviewOf(person, evidence, after.reviewsWaysIn, request);
  if (review !== undefined) return review;
  if (mayOfferPasskey(person, evidence, after.offersPasskey))
    return { kind: "offer-passkey", person, request };
  const isProved = provesItsApp(request) || leadsBackHere(request, issuer);
  const isUnconfirmed = evidence === undefined && !isProved;
  const mustChoose = evidence === undefined && request.prompts.has("select_account");
  // With prompt=none the choice of account is answered first, because it says nothing about the person.
  if ((mustChoose || isUnconfirmed) && request.prompts.has("none"))
    return { kind: "continue", request, person };
  if (!admits(request.client, person.groups)) return { kind: "not-admitted", request, person };
  if (mustChoose) return { kind: "continue", request, person };
  const isAnswered = evidence?.step === "consent";
  const scope = scopeToAllow(request, relation.allowedScope, { isAnswered });
  // The consent page shows the account as well, so it is the confirmation too.
  if (scope !== undefined)
    return { kind: "consent", request, person, scope, allowedScope: relation.allowedScope };
  if (isUnconfirmed || mustConfirm(request, evidence)) return { kind: "continue", request, person };
  return { kind: "issue", request, person };
}

/** True if the code is sent to this service itself, as for the console: no other program can receive it at that address. */
function leadsBackHere({ redirectUri }: Pick<AuthorizationRequest, "redirectUri">, issuer: Issuer): boolean {
  return redirectUri.startsWith(`${issuer.replace(/\/$/, "")}/`);
}

function evidenceOf({ sessionId }: SignedIn, offered: Evidence | undefined): Evidence | undefined {
  return offered !== undefined && equalIds(offered.sessionId, sessionId) ? offered : undefined;
}

/** How long after the sign-in a form to set up a credential is still taken: people may have to install an app first. */
const settingUpSeconds = 1800;

/** True if the person signed in lately enough to change their credentials. */
function isFreshEnough({ authenticatedAt }: SignedIn, evidence: Evidence | undefined, now: Instant): boolean {
  const seconds = evidence?.step === "enrol" ? settingUpSeconds : freshProofSeconds;
  return now < plus(authenticatedAt, seconds);
}

/** The error in place of a page that `prompt=none` forbids (OpenID Connect Core §3.1.2.6). */
function silentAnswer(kind: ClientStep<SignedIn>["kind"]): RedirectRefusalReason | undefined {
  switch (kind) {
    case "sign-in":
      return "login-required";
    case "choose-account":
      return "account-selection-required";
    case "step-up":
    case "enrol":
    case "link-needed":
    case "offer-passkey":
    case "review-ways-in":
    case "keep-account":
    case "continue":
      return "interaction-required";
    case "not-admitted":
      return "account-not-admitted";
    case "consent":
      return "consent-required";
    case "issue":
      return undefined;
    default:
      return unreachable(kind);
  }
}

/**
 * The one way of an error to a client (RFC 9700 §4.11.2). A client that registered itself could otherwise send strangers anywhere, by a
 * request that is deliberately wrong or allows no page. It gets an error only from a browser in which somebody is signed in; other
 * browsers show the sign-in page first.
 */
function release<Person extends SignedIn>(
  refusal: AuthorizationRefusal | SignInFirst,
  person: Person | undefined,
): Refused | SignInStep<Person> {
  if (refusal.errorFormat === "page") return { kind: "refused", refusal };
  if (refusal.errorFormat === "sign-in") {
    const { clientId, uiLocales, loginHint } = refusal;
    return { kind: "sign-in-for-document", clientId, uiLocales, loginHint, person: undefined };
  }
  const { client, reason: withheld } = refusal;
  if (person !== undefined || !isSelfRegistered(client))
    return { kind: "refused", refusal: refusal as ReleasedRefusal };
  // The form would repeat the secret in its address and so expose it further.
  if (withheld === "client-secret-in-query")
    return { kind: "refused", refusal: { errorFormat: "page", reason: "error-held-back", withheld, client } };
  return { kind: "sign-in", request: refusal, person: undefined, withheld };
}

/** How long a sign-in counts as fresh for the page that may follow it, which people need time to read. */
const freshSeconds = 600;

/** True if `prompt` or `max_age` demands a sign-in that has not happened yet (OpenID Connect Core §3.1.2.1). */
function mustSignIn(
  { prompts, maxAge, hasIdTokenHint }: AuthorizationRequest,
  { authenticatedAt }: SignedIn,
  evidence: Evidence | undefined,
  now: Instant,
): boolean {
  // The form only held an error back. The client forbade pages, so it learns which page was needed.
  if (evidence?.step === "sign-in") return prompts.has("none");
  const demandsFresh = prompts.has("login") || maxAge === 0 || hasIdTokenHint;
  // The answered page followed the demanded sign-in. A form that was left open does not replace it later.
  const isAnswered = evidence !== undefined && evidence.step !== "choose";
  const isFresh = isAnswered && now < plus(authenticatedAt, freshSeconds);
  const isTooOld = maxAge !== undefined && maxAge > 0 && now >= plus(authenticatedAt, maxAge);
  return (demandsFresh && !isFresh) || isTooOld;
}

/** The step of a session that is too weak; undefined if it is strong enough. A trusted browser never meets what a request asks for. */
function tooWeak<Person extends SignedIn>(
  person: Person,
  required: Strength,
  request: AuthorizationRequest | undefined,
): (TooWeak<Person> & { readonly kind: "step-up" | "enrol" }) | undefined {
  const { methods, provable, isBrowserTrusted = false } = person;
  // A wish counts only if the person can meet it (OpenID Connect Core §3.1.2.1, `acr_values`).
  const wished = request?.wishedStrengths.find((wish) => isAsStrongAs(provable, wish));
  const demanded = isBrowserTrusted && required === "two" ? undefined : required;
  const asked = strongestOf([request?.demandedStrength, wished]);
  const strength = strongestOf([demanded, asked]);
  const proved = strengthOf(methods);
  if (isAsStrongAs(proved, strength)) return undefined;
  const facts = { person, request, mayTrust: required === "two" && asked === "one" };
  if (isAsStrongAs(provable, strength)) return { kind: "step-up", strength, ...facts };
  // A password alone must not add a credential to an account that has a second factor.
  if (!isAsStrongAs(proved, provable)) return { kind: "step-up", strength: provable, ...facts };
  return { kind: "enrol", strength, ...facts };
}

/** `prompt=consent` for a client of the operator's own. A third party's request gets the consent page instead, which says more. */
function mustConfirm({ prompts, client }: AuthorizationRequest, evidence: Evidence | undefined): boolean {
  const isConfirmed = evidence?.step === "continue" || evidence?.step === "choose";
  return prompts.has("consent") && !isConfirmed && !client.metadata.isThirdParty;
}
