import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { decideNextStep, type NextStep } from "../../../src/protocol/authorization/next-step.ts";
import type {
  Evidence,
  NextStepFacts,
  Relation,
  SignedIn,
} from "../../../src/protocol/authorization/next-step-facts.ts";
import { decideAuthorizationRequest } from "../../../src/protocol/authorization/request.ts";
import { type Client, interfaceMetadata } from "../../../src/protocol/client/client.ts";
import { sessionIdOf } from "../../../src/values/ids.ts";
import type { Issuer } from "../../../src/values/issuer.ts";
import { isAsStrongAs, strengthOf, strengths } from "../../../src/values/strength.ts";
import { instantOf } from "../../../src/values/time.ts";
import { aClient, anOpenidClient, aPublicClient, formOf, publicSubject, registeredUri } from "../fixtures.ts";

const issuer = "https://id.example" as Issuer;
const now = instantOf(1_800_000_000_000);
const session = sessionIdOf(new Uint8Array(16).fill(1));
const otherSession = sessionIdOf(new Uint8Array(16).fill(2));
const ada = publicSubject("lkuAda");
const bob = publicSubject("lkuBob");

const own = aClient();
const openid = anOpenidClient();
const third = anOpenidClient({ isThirdParty: true, mayRefresh: true });
const staffOnly = anOpenidClient({ onlyGroups: ["staff", "board"] });
const selfRegistered = anOpenidClient({ isThirdParty: true, registrationTokenDigest: "digest" });
const loopback = aPublicClient({ redirectUris: ["http://127.0.0.1/cb"] });
const thirdLoopback = aPublicClient({
  redirectUris: ["http://127.0.0.1/cb"],
  metadata: { ...third.metadata },
});
const appScheme = aPublicClient({ redirectUris: ["com.example.app:/cb"] });
const httpsApp = aPublicClient();

/** Everything that a row may say about the browser. What it leaves out is as for Ada, who signed in a minute ago. */
interface Given {
  readonly signedIn?: false;
  readonly secondsAgo?: number;
  readonly methods?: readonly string[];
  readonly provable?: SignedIn["provable"];
  readonly isBrowserTrusted?: true;
  readonly groups?: readonly string[];
  readonly isLeaving?: true;
  readonly needsLinkToEnrol?: true;
  readonly allowed?: readonly string[];
  readonly hint?: Relation["hint"];
  readonly relation?: "unknown";
  readonly evidence?: Evidence["step"];
  readonly evidenceOf?: typeof session;
  readonly choice?: NextStepFacts<SignedIn>["choice"];
  readonly required?: NextStepFacts<SignedIn>["required"];
  readonly offersPasskey?: true;
  readonly reviewsWaysIn?: true | "removing";
  readonly issuer?: string;
}

function factsOf(given: Given): Omit<NextStepFacts<SignedIn>, "target"> {
  const { secondsAgo = 60, evidence, evidenceOf = session, required = "one", choice } = given;
  const person: SignedIn = {
    sessionId: session,
    authenticatedAt: instantOf(now - secondsAgo * 1000),
    methods: given.methods ?? ["pwd"],
    provable: given.provable ?? "one",
    ...(given.isBrowserTrusted && { isBrowserTrusted: true }),
    groups: given.groups ?? [],
    ...(given.isLeaving && { isLeaving: true }),
    ...(given.needsLinkToEnrol && { needsLinkToEnrol: true }),
  };
  return {
    person: given.signedIn === false ? undefined : person,
    relation:
      given.signedIn === false || given.relation === "unknown"
        ? undefined
        : { subject: ada, hint: given.hint, allowedScope: given.allowed },
    evidence: evidence && { step: evidence, sessionId: evidenceOf },
    choice,
    offersPasskey: given.offersPasskey ?? false,
    reviewsWaysIn: given.reviewsWaysIn ?? false,
    required,
    issuer: (given.issuer ?? issuer) as Issuer,
    now,
  };
}

function stepFor(
  client: Client,
  more: Record<string, string>,
  given: Given = {},
  selection?: NextStepFacts<SignedIn>["selection"],
): NextStep<SignedIn> {
  const [redirectUri = registeredUri] = client.redirectUris;
  const pkce = { code_challenge: "A".repeat(43), code_challenge_method: "S256" };
  const form = formOf({
    client_id: client.id,
    redirect_uri: redirectUri,
    response_type: "code",
    ...(client.isPublic && pkce),
    ...more,
  });
  const read = decideAuthorizationRequest({ client, parameters: form });
  return decideNextStep({ ...factsOf(given), target: { kind: "request", read }, selection });
}

/** A step in one line: its kind, and what the browser or the client gets to know by it. */
function summaryOf(step: NextStep<SignedIn>): string {
  switch (step.kind) {
    case "refused":
      return `refused ${step.refusal.errorFormat}: ${step.refusal.reason}`;
    case "sign-in":
      return step.withheld === undefined ? "sign-in" : `sign-in, withholding ${step.withheld}`;
    case "consent":
      return `consent: ${step.scope.join(" ")}`;
    case "step-up":
    case "enrol":
      return `${step.kind} ${step.strength}`;
    case "open":
    case "sign-in-for-page":
      return `${step.kind} ${step.page}`;
    default:
      return step.kind;
  }
}

type Row = readonly [
  title: string,
  client: Client,
  request: Record<string, string>,
  given: Given,
  expected: string,
];

function table(name: string, rows: readonly Row[]): void {
  describe(name, () => {
    for (const [title, client, request, given, expected] of rows)
      it(title, () => assert.equal(summaryOf(stepFor(client, request, given)), expected));
  });
}

const none = { prompt: "none" };
const login = { prompt: "login" };
const choose = { prompt: "select_account" };
const consent = { prompt: "consent" };
const nobody = { signedIn: false } as const;

table("next step: the offer of a passkey", [
  ["after a sign-in it comes first", own, {}, { offersPasskey: true, evidence: "sign-in" }, "offer-passkey"],
  [
    "before the consent to a third party",
    third,
    { scope: "openid" },
    { offersPasskey: true, evidence: "sign-in" },
    "offer-passkey",
  ],
  [
    "it comes again where none was added",
    own,
    {},
    { offersPasskey: true, evidence: "offer" },
    "offer-passkey",
  ],
  ["nobody is offered one between sign-ins", own, {}, { offersPasskey: true }, "issue"],
  [
    "a sign-in of another session brings none",
    own,
    {},
    { offersPasskey: true, evidence: "sign-in", evidenceOf: otherSession },
    "issue",
  ],
  ["it is no reason to sign in", own, {}, { offersPasskey: true, ...nobody }, "sign-in"],
  [
    "a missing factor comes first",
    own,
    {},
    { offersPasskey: true, evidence: "sign-in", required: "two", provable: "two" },
    "step-up two",
  ],
  [
    "an answered offer stands for the sign-in that was demanded",
    openid,
    login,
    { evidence: "offer" },
    "issue",
  ],
  ["an offer that was left open does not", openid, login, { evidence: "offer", secondsAgo: 600 }, "sign-in"],
  ["an answered offer is no confirmation", own, consent, { evidence: "offer" }, "continue"],
  ["an answered offer is no consent", third, { scope: "openid" }, { evidence: "offer" }, "consent: openid"],
  [
    "a request that forbids pages offers nothing",
    openid,
    none,
    { offersPasskey: true, evidence: "offer" },
    "refused redirect: interaction-required",
  ],
]);

table("next step: what else leads into a recovered account", [
  [
    "right after the new password it comes first, also where a sign-in was demanded",
    openid,
    login,
    { reviewsWaysIn: true, evidence: "sign-in" },
    "review-ways-in",
  ],
  ["it is no reason to sign in", own, {}, { reviewsWaysIn: true, ...nobody }, "sign-in"],
  ["without that sign-in nothing is shown", own, {}, { reviewsWaysIn: true }, "issue"],
  [
    "a missing factor comes first",
    own,
    {},
    { reviewsWaysIn: true, evidence: "sign-in", required: "two", provable: "two" },
    "step-up two",
  ],
  [
    "to look takes the mailbox alone, also where the account has two factors",
    own,
    {},
    { reviewsWaysIn: true, evidence: "offer", provable: "two" },
    "review-ways-in",
  ],
  [
    "to remove something takes two factors of an account that has two",
    own,
    {},
    { reviewsWaysIn: "removing", evidence: "offer", provable: "two" },
    "step-up two",
  ],
  [
    "a trusted browser is none of them",
    own,
    {},
    { reviewsWaysIn: "removing", evidence: "offer", provable: "two", isBrowserTrusted: true },
    "step-up two",
  ],
  [
    "an account with one factor removes at once",
    own,
    {},
    { reviewsWaysIn: "removing", evidence: "offer" },
    "review-ways-in",
  ],
  [
    "the proof of the second factor leads back there",
    own,
    {},
    { reviewsWaysIn: "removing", evidence: "step-up", methods: ["pwd", "otp"], provable: "two" },
    "review-ways-in",
  ],
  [
    "a proof for something else does not lead there",
    own,
    {},
    { reviewsWaysIn: true, evidence: "step-up", methods: ["pwd", "otp"], provable: "two" },
    "issue",
  ],
  [
    "the proof of another session neither",
    own,
    {},
    { reviewsWaysIn: "removing", evidence: "offer", evidenceOf: otherSession },
    "issue",
  ],
]);

table("next step: who is signed in", [
  ["RFC 6749 §3.1: nobody is signed in, so the form comes first", own, {}, nobody, "sign-in"],
  ["RFC 6749 §4.1.2: a live session goes straight through", own, {}, {}, "issue"],
  [
    "OpenID Connect Core §3.1.2.3: a session of any age serves a request without max_age",
    openid,
    {},
    { secondsAgo: 1e6 },
    "issue",
  ],
  ["OpenID Connect Core §3.1.2.1: prompt=none goes through with a session", openid, none, {}, "issue"],
  [
    "D21: prompt=none without a session is login_required",
    openid,
    none,
    nobody,
    "refused redirect: login-required",
  ],
  [
    "a session of which nothing is known for this client lets nobody through",
    openid,
    {},
    { relation: "unknown" },
    "sign-in",
  ],
  [
    "and with prompt=none is login_required",
    openid,
    none,
    { relation: "unknown" },
    "refused redirect: login-required",
  ],
  [
    "V7.6.2: login_hint lets nobody in",
    own,
    { ...none, login_hint: "ada" },
    nobody,
    "refused redirect: login-required",
  ],
  ["login_hint of somebody else changes nothing about the session", own, { login_hint: "bob" }, {}, "issue"],
]);

table("next step: prompt=login and max_age (OpenID Connect Core §3.1.2.1)", [
  ["OpenID Connect Core §3.1.2.1: prompt=login asks in spite of a session", openid, login, {}, "sign-in"],
  [
    "OpenID Connect Core §3.1.2.1: the sign-in satisfies prompt=login",
    openid,
    login,
    { evidence: "sign-in" },
    "issue",
  ],
  [
    "D22: a sign-in of another session satisfies nothing",
    openid,
    login,
    { evidence: "sign-in", evidenceOf: otherSession },
    "sign-in",
  ],
  [
    "D22: choosing an account after that sign-in, in 10 minutes, keeps it satisfied",
    openid,
    login,
    { evidence: "continue", secondsAgo: 599 },
    "issue",
  ],
  [
    "D22: a page that was left open for 10 minutes does not",
    openid,
    login,
    { evidence: "continue", secondsAgo: 600 },
    "sign-in",
  ],
  [
    "D22: no answer to a page makes a sign-in fresh for another session",
    openid,
    login,
    { evidence: "continue", evidenceOf: otherSession },
    "sign-in",
  ],
  [
    "OpenID Connect Core §3.1.2.1: a fresh session alone does not satisfy prompt=login",
    openid,
    login,
    { secondsAgo: 1 },
    "sign-in",
  ],
  [
    "OpenID Connect Core §3.1.2.1: max_age=0 asks like prompt=login",
    openid,
    { max_age: "0" },
    { secondsAgo: 0 },
    "sign-in",
  ],
  [
    "OpenID Connect Core §3.1.2.1: the sign-in satisfies max_age=0",
    openid,
    { max_age: "0" },
    { evidence: "sign-in", secondsAgo: 0 },
    "issue",
  ],
  [
    "OpenID Connect Core §3.1.2.1: a sign-in younger than max_age serves",
    openid,
    { max_age: "60" },
    { secondsAgo: 59 },
    "issue",
  ],
  [
    "OpenID Connect Core §3.1.2.1: at max_age the sign-in is too old",
    openid,
    { max_age: "60" },
    { secondsAgo: 60 },
    "sign-in",
  ],
  [
    "OpenID Connect Core §3.1.2.1: a form that was submitted late still counts as the sign-in",
    openid,
    { max_age: "60" },
    { evidence: "sign-in", secondsAgo: 3600 },
    "issue",
  ],
  [
    "D22: choosing an account does not make an old sign-in young enough",
    openid,
    { max_age: "60" },
    { evidence: "continue", secondsAgo: 60 },
    "sign-in",
  ],
  [
    "D22: nor does consent",
    third,
    { max_age: "60", scope: "openid" },
    { evidence: "consent", secondsAgo: 60, allowed: ["openid"] },
    "sign-in",
  ],
  [
    "OpenID Connect Core §3.1.2.1: a large max_age changes nothing",
    openid,
    { max_age: "999999999999999" },
    { secondsAgo: 1e6 },
    "issue",
  ],
  [
    "D21: prompt=none with a session too old is login_required",
    openid,
    { ...none, max_age: "99" },
    { secondsAgo: 100 },
    "refused redirect: login-required",
  ],
  [
    "D21: prompt=none with max_age=0 is login_required",
    openid,
    { ...none, max_age: "0" },
    { secondsAgo: 0 },
    "refused redirect: login-required",
  ],
  [
    "D21: a sign-in that a withheld error led to does not answer prompt=none",
    openid,
    none,
    { evidence: "sign-in" },
    "refused redirect: login-required",
  ],
]);

const hintOf = (claims: object) => ({ iss: issuer, aud: openid.id, sub: ada, ...claims });
const hinted = { id_token_hint: "a.b.c" };
const namesBob = { scope: "openid", claims: JSON.stringify({ id_token: { sub: { value: bob } } }) };
const namesAda = { scope: "openid", claims: JSON.stringify({ id_token: { sub: { values: [bob, ada] } } }) };

table("next step: whom the client means (OpenID Connect Core §3.1.2.1, §5.5.1)", [
  [
    "OpenID Connect Core §3.1.2.1: an ID token of this person goes through",
    openid,
    hinted,
    { hint: hintOf({}) },
    "issue",
  ],
  [
    "OpenID Connect Core §3.1.2.1: and with prompt=none too",
    openid,
    { ...hinted, ...none },
    { hint: hintOf({}) },
    "issue",
  ],
  [
    "OpenID Connect Core §3.1.2.1: an ID token of somebody else asks who is there",
    openid,
    hinted,
    { hint: hintOf({ sub: bob }) },
    "sign-in",
  ],
  [
    "OpenID Connect Core §3.1.2.2: with prompt=none it is login_required",
    openid,
    { ...hinted, ...none },
    { hint: hintOf({ sub: bob }) },
    "refused redirect: login-required",
  ],
  [
    "D24: an ID token of another issuer names nobody",
    openid,
    hinted,
    { hint: hintOf({ iss: "https://other.example" }) },
    "sign-in",
  ],
  [
    "D24: an ID token for another client names nobody",
    openid,
    hinted,
    { hint: hintOf({ aud: "lkcOther" }) },
    "sign-in",
  ],
  ["D24: an ID token that no key of the service signed names nobody", openid, hinted, {}, "sign-in"],
  [
    "D24: signing in as the wrong person does not satisfy the hint",
    openid,
    hinted,
    { hint: hintOf({ sub: bob }), evidence: "sign-in" },
    "sign-in",
  ],
  [
    "D24: the hint of a client without ID tokens says nothing, so the person signs in",
    own,
    hinted,
    {},
    "sign-in",
  ],
  ["D24: and the sign-in satisfies it", own, hinted, { evidence: "sign-in" }, "issue"],
  ["OpenID Connect Core §5.5.1: claims may name the person by sub", openid, namesAda, {}, "issue"],
  ["OpenID Connect Core §5.5.1: nobody but the named subject gets through", openid, namesBob, {}, "sign-in"],
  [
    "OpenID Connect Core §5.5.1: with prompt=none it is login_required",
    openid,
    { ...namesBob, ...none },
    {},
    "refused redirect: login-required",
  ],
]);

table("next step: which account (OpenID Connect Core §3.1.2.1, RFC 8252 §8.6)", [
  ["OpenID Connect Core §3.1.2.1: prompt=select_account asks for a choice", openid, choose, {}, "continue"],
  [
    "OpenID Connect Core §3.1.2.1: choosing to continue answers it",
    openid,
    choose,
    { evidence: "continue" },
    "issue",
  ],
  [
    "OpenID Connect Core §3.1.2.1: a sign-in is a choice of account",
    openid,
    choose,
    { evidence: "sign-in" },
    "issue",
  ],
  [
    "D22: a choice made with another session is none",
    openid,
    choose,
    { evidence: "continue", evidenceOf: otherSession },
    "continue",
  ],
  [
    "OpenID Connect Core §3.1.2.1: prompt=login select_account asks for the sign-in alone",
    openid,
    { prompt: "login select_account" },
    {},
    "sign-in",
  ],
  [
    "RFC 8252 §8.6: a loopback redirect gets no code before the person continues",
    loopback,
    {},
    {},
    "continue",
  ],
  ["RFC 8252 §8.6: nor does an app's own scheme", appScheme, {}, {}, "continue"],
  ["RFC 8252 §8.6: after that it does", loopback, {}, { evidence: "continue" }, "issue"],
  ["RFC 8252 §8.6: the consent page asks for both at once", thirdLoopback, {}, {}, "consent: "],
  [
    "RFC 8252 §8.6: and its answer is enough",
    thirdLoopback,
    {},
    { allowed: [], evidence: "consent" },
    "issue",
  ],
  [
    "RFC 8252 §8.6: what was allowed once is no answer for such an app",
    thirdLoopback,
    {},
    { allowed: [] },
    "continue",
  ],
  ["RFC 8252 §8.6: a sign-in is the person's doing too", appScheme, {}, { evidence: "sign-in" }, "issue"],
  [
    "RFC 8252 §8.6: prompt=none for such an app is interaction_required",
    loopback,
    none,
    {},
    "refused redirect: interaction-required",
  ],
  [
    "a code that comes back to the service itself, as that of the console, goes out without a question",
    loopback,
    { redirect_uri: "http://127.0.0.1:8080/cb" },
    { issuer: "http://127.0.0.1:8080" },
    "issue",
  ],
  [
    "RFC 8252 §8.6: the same host on another port is another program",
    loopback,
    { redirect_uri: "http://127.0.0.1:8081/cb" },
    { issuer: "http://127.0.0.1:8080" },
    "continue",
  ],
  [
    "RFC 8252 §8.6: and so is a port that begins like that of the service",
    loopback,
    { redirect_uri: "http://127.0.0.1:8080/cb" },
    { issuer: "http://127.0.0.1:808" },
    "continue",
  ],
  ["RFC 8252 §7.2: a claimed https redirect of a public client proves its app", httpsApp, {}, {}, "issue"],
  [
    "OpenID Connect Core §3.1.2.1: prompt=consent asks to continue with the operator's own client",
    openid,
    consent,
    {},
    "continue",
  ],
  [
    "OpenID Connect Core §3.1.2.1: a sign-in is no consent",
    openid,
    { prompt: "login consent" },
    { evidence: "sign-in" },
    "continue",
  ],
  [
    "OpenID Connect Core §3.1.2.1: continuing answers prompt=consent there",
    openid,
    consent,
    { evidence: "continue" },
    "issue",
  ],
]);

table("next step: whom a client is open to", [
  [
    "a client that is open to groups admits the people of any of them",
    staffOnly,
    {},
    { groups: ["board"] },
    "issue",
  ],
  [
    "a client that is open to groups admits nobody else",
    staffOnly,
    {},
    { groups: ["guests"] },
    "not-admitted",
  ],
  ["right after the password too", staffOnly, {}, { evidence: "sign-in" }, "not-admitted"],
  ["before any question about the account", staffOnly, choose, {}, "not-admitted"],
  ["and before any consent", staffOnly, consent, {}, "not-admitted"],
  ["with prompt=none it is access_denied", staffOnly, none, {}, "refused redirect: account-not-admitted"],
  [
    "RFC 8252 §8.6: an app that proves nothing hears with prompt=none of the question, and not of the groups",
    aPublicClient({
      redirectUris: ["http://127.0.0.1/cb"],
      metadata: { ...interfaceMetadata, onlyGroups: ["staff"] },
    }),
    none,
    {},
    "refused redirect: interaction-required",
  ],
  ["a demanded sign-in comes first: it may be somebody else's", staffOnly, login, {}, "sign-in"],
]);

const asked = { scope: "openid email" };
const claimsEmail = { scope: "openid", claims: JSON.stringify({ userinfo: { email: null } }) };

table("next step: consent for a third party (OpenID Connect Core §3.1.2.4)", [
  [
    "OpenID Connect Core §3.1.2.4: a third party learns nothing before the person allowed it",
    third,
    asked,
    {},
    "consent: openid email",
  ],
  [
    "what was allowed once is not asked again",
    third,
    asked,
    { allowed: ["email", "openid", "phone"] },
    "issue",
  ],
  [
    "only what is new is asked",
    third,
    { scope: "openid email phone" },
    { allowed: ["openid", "email"] },
    "consent: phone",
  ],
  ["a person who never allowed it anything is asked for an empty scope too", third, {}, {}, "consent: "],
  ["and not again once that was allowed", third, {}, { allowed: [] }, "issue"],
  ["the operator's own client is not asked about", openid, asked, {}, "issue"],
  [
    "OpenID Connect Core §5.5: claims by name count as their scope",
    third,
    claimsEmail,
    { allowed: ["openid"] },
    "consent: email",
  ],
  [
    "OpenID Connect Core §5.5: what was allowed with them goes through",
    third,
    claimsEmail,
    { allowed: ["openid", "email"] },
    "issue",
  ],
  [
    "D21: prompt=none with something to allow is consent_required",
    third,
    { ...asked, ...none },
    {},
    "refused redirect: consent-required",
  ],
  [
    "D21: prompt=none goes through once all is allowed",
    third,
    { ...asked, ...none },
    { allowed: ["openid", "email"] },
    "issue",
  ],
  [
    "OpenID Connect Core §3.1.2.1: prompt=consent lists everything again",
    third,
    { ...asked, ...consent },
    { allowed: ["openid", "email"] },
    "consent: openid email",
  ],
  [
    "OpenID Connect Core §3.1.2.1: the answer satisfies prompt=consent",
    third,
    { ...asked, ...consent },
    { allowed: ["openid", "email"], evidence: "consent" },
    "issue",
  ],
  [
    "OpenID Connect Core §3.1.2.1: continuing with an account does not",
    third,
    { ...asked, ...consent },
    { allowed: ["openid", "email"], evidence: "continue" },
    "consent: openid email",
  ],
  [
    "consent given in another session does not",
    third,
    { ...asked, ...consent },
    { allowed: ["openid", "email"], evidence: "consent", evidenceOf: otherSession },
    "consent: openid email",
  ],
  ["a sign-in is no consent", third, asked, { evidence: "sign-in" }, "consent: openid email"],
  [
    "a choice of account is asked before what that account allows",
    third,
    { ...asked, ...choose },
    {},
    "continue",
  ],
  [
    "answering the consent page chooses the account too",
    third,
    { ...asked, ...choose },
    { allowed: ["openid", "email"], evidence: "consent" },
    "issue",
  ],
  [
    "what the client wants beyond the answer is asked next",
    third,
    { scope: "openid email phone" },
    { allowed: ["openid", "email"], evidence: "consent" },
    "consent: phone",
  ],
]);

const two = { acr_values: "urn:latchkey:acr:two" };
const claimsWith = (acr: object) => ({ scope: "openid", claims: JSON.stringify({ id_token: { acr } }) });
const essential = (...values: readonly string[]) => claimsWith({ essential: true, values });
const withOtp = { methods: ["pwd", "otp", "mfa"] };
const withPasskey = { methods: ["hwk", "user"] };

table("next step: how strong the sign-in is (OpenID Connect Core §3.1.2.1, RFC 9470 §4)", [
  ["a password meets what demands one factor", openid, {}, { required: "one" }, "issue"],
  [
    "a session with one factor goes to the missing step, not to a new sign-in",
    openid,
    {},
    { required: "two" },
    "enrol two",
  ],
  ["right after the password too", openid, {}, { required: "two", evidence: "sign-in" }, "enrol two"],
  ["two factors meet what demands two", openid, {}, { required: "two", ...withOtp }, "issue"],
  [
    "a passkey with user verification is two factors by itself",
    openid,
    {},
    { required: "two", ...withPasskey },
    "issue",
  ],
  [
    "RFC 8176 §2: a key without user verification is one factor",
    openid,
    {},
    { required: "two", methods: ["hwk"] },
    "enrol two",
  ],
  [
    "RFC 8176 §2: a key in software with user verification counts as one in hardware",
    openid,
    {},
    { required: "phr", methods: ["swk", "user"] },
    "issue",
  ],
  [
    "RFC 8176 §2: methods that this release does not know prove no more than one factor",
    openid,
    {},
    { required: "two", methods: ["pwd", "geo"] },
    "enrol two",
  ],
  ["two factors are not resistant to phishing", openid, {}, { required: "phr", ...withOtp }, "enrol phr"],
  [
    "prompt=none with a factor missing is interaction_required",
    openid,
    none,
    { required: "two" },
    "refused redirect: interaction-required",
  ],
  ["a demanded sign-in comes before the missing step", openid, login, { required: "two" }, "sign-in"],
  [
    "the missing step comes before the question of the account",
    openid,
    choose,
    { required: "two" },
    "enrol two",
  ],
  [
    "nobody skips it by consent",
    third,
    asked,
    { required: "two", evidence: "consent", allowed: ["openid", "email"] },
    "enrol two",
  ],
  [
    "OpenID Connect Core §3.1.2.1: acr_values is a wish, which a person with one factor need not meet",
    openid,
    two,
    {},
    "issue",
  ],
  ["OpenID Connect Core §3.1.2.1: not with prompt=none either", openid, { ...two, ...none }, {}, "issue"],
  [
    "OpenID Connect Core §3.1.2.1: a person who can meet the wish is asked to",
    openid,
    two,
    { provable: "two" },
    "step-up two",
  ],
  [
    "OpenID Connect Core §3.1.2.1: a session that met the wish goes through",
    openid,
    two,
    { provable: "two", ...withOtp },
    "issue",
  ],
  [
    "a wish for less does not lower what is demanded",
    openid,
    { acr_values: "pwd" },
    { required: "two", provable: "two" },
    "step-up two",
  ],
  [
    "OpenID Connect Core §3.1.2.1: of several wishes the first that the person can meet counts",
    openid,
    { acr_values: "phr urn:latchkey:acr:two urn:latchkey:acr:one" },
    { provable: "two" },
    "step-up two",
  ],
  [
    "a person with a credential for it goes to the missing step, not to a new sign-in",
    openid,
    {},
    { required: "two", provable: "phr" },
    "step-up two",
  ],
  [
    "a trusted browser stands for the second factor",
    openid,
    {},
    { required: "two", provable: "two", isBrowserTrusted: true },
    "issue",
  ],
  [
    "but not where the request asks for two",
    openid,
    two,
    { required: "two", provable: "two", isBrowserTrusted: true },
    "step-up two",
  ],
  [
    "nor for a proof that resists phishing",
    openid,
    {},
    { required: "phr", provable: "phr", isBrowserTrusted: true },
    "step-up phr",
  ],
  [
    "OpenID Connect Core §5.5.1.1: an essential acr is a demand",
    openid,
    essential("urn:latchkey:acr:two"),
    { provable: "two" },
    "step-up two",
  ],
  [
    "OpenID Connect Core §5.5.1.1: a person without a credential for it sets one up",
    openid,
    essential("phr"),
    {},
    "enrol phr",
  ],
  [
    "OpenID Connect Core §5.5.1.1: with several values the least of them is enough",
    openid,
    essential("phr", "urn:latchkey:acr:two"),
    withOtp,
    "issue",
  ],
  [
    "OpenID Connect Core §5.5.1.1: an essential acr that nothing here reaches is refused",
    openid,
    essential("urn:mace:incommon:iap:silver"),
    {},
    "refused redirect: acr-unmet",
  ],
  [
    "OpenID Connect Core §5.5.1: a voluntary acr is a wish",
    openid,
    claimsWith({ values: ["phr", "urn:latchkey:acr:two"] }),
    { provable: "two" },
    "step-up two",
  ],
  [
    "OpenID Connect Core §5.5.1: which a person need not meet",
    openid,
    claimsWith({ value: "phr" }),
    {},
    "issue",
  ],
  [
    "the proof of a missing factor is a choice of account",
    openid,
    choose,
    { required: "two", evidence: "step-up", ...withOtp },
    "issue",
  ],
  [
    "D22: and follows a demanded sign-in for 10 minutes",
    openid,
    login,
    { required: "two", evidence: "step-up", secondsAgo: 599, ...withOtp },
    "issue",
  ],
  [
    "D22: it is no sign-in by itself",
    openid,
    login,
    { required: "two", evidence: "step-up", secondsAgo: 600, ...withOtp },
    "sign-in",
  ],
  [
    "OpenID Connect Core §3.1.2.1: unknown values of acr_values are passed over",
    openid,
    { acr_values: "0 urn:x urn:latchkey:acr:two" },
    { provable: "two" },
    "step-up two",
  ],
]);

table("next step: what the person chose", [
  [
    "RFC 6749 §4.1.2.1: a person who says no sends access_denied to the client",
    openid,
    {},
    { choice: "cancel" },
    "refused redirect: access-denied",
  ],
  [
    "RFC 6749 §4.1.2.1: a stranger may say no too",
    openid,
    {},
    { ...nobody, choice: "cancel" },
    "refused redirect: access-denied",
  ],
  [
    "another account: the form comes in spite of a session",
    openid,
    {},
    { choice: "another-account" },
    "sign-in",
  ],
  [
    "another account: also where the request allows no page",
    openid,
    none,
    { choice: "another-account" },
    "sign-in",
  ],
  [
    "another account: a broken request stays refused",
    openid,
    { response_type: "token" },
    { choice: "another-account" },
    "refused redirect: response-type-unsupported",
  ],
]);

const broken = { response_type: "token" };

table("next step: when the client hears of an error (RFC 9700 §4.11.2)", [
  [
    "RFC 6749 §4.1.2.1: the client hears what is wrong with its request",
    openid,
    broken,
    nobody,
    "refused redirect: response-type-unsupported",
  ],
  [
    "RFC 6749 §4.1.2.1: a disabled client gets no redirect",
    aClient({ isDisabled: true }),
    {},
    {},
    "refused page: client-disabled",
  ],
  [
    "RFC 9700 §4.11.2: a client that registered itself hears nothing from a stranger's browser",
    selfRegistered,
    broken,
    nobody,
    "sign-in, withholding response-type-unsupported",
  ],
  [
    "RFC 9700 §4.11.2: it hears it where somebody is signed in",
    selfRegistered,
    broken,
    {},
    "refused redirect: response-type-unsupported",
  ],
  [
    "RFC 9700 §4.11.2: prompt=none is no way around the sign-in page",
    selfRegistered,
    none,
    nobody,
    "sign-in, withholding login-required",
  ],
  [
    "RFC 9700 §4.11.2: nor is a link that says no",
    selfRegistered,
    {},
    { ...nobody, choice: "cancel" },
    "sign-in, withholding access-denied",
  ],
  [
    "RFC 9700 §4.11.2: a withheld error with a secret in the URL is shown on the service's own page",
    selfRegistered,
    { client_secret: "x" },
    nobody,
    "refused page: error-held-back",
  ],
  [
    "RFC 6749 §2.3.1: the operator's own client hears of its secret in the URL",
    openid,
    { client_secret: "x" },
    nobody,
    "refused redirect: client-secret-in-query",
  ],
]);

table("next step: an account that waits for its deletion", [
  ["asks before anything else that a page would ask", own, {}, { isLeaving: true }, "keep-account"],
  ["asks right after the sign-in too", own, {}, { isLeaving: true, evidence: "sign-in" }, "keep-account"],
  [
    "is not asked before the proof is strong enough",
    own,
    {},
    { isLeaving: true, required: "two", provable: "two" },
    "step-up two",
  ],
  [
    "OpenID Connect Core §3.1.2.6: prompt=none says that a page is needed",
    openid,
    { scope: "openid", prompt: "none" },
    { isLeaving: true },
    "refused redirect: interaction-required",
  ],
]);

it("an account that waits for its deletion opens no page of the service", () => {
  for (const page of ["account", "home", "account/password"] as const) {
    const facts = { ...factsOf({ isLeaving: true }), target: { kind: "own-page", page } } as const;
    assert.equal(decideNextStep(facts).kind, "keep-account");
  }
});

describe("next step: a page of the service", () => {
  const rows = [
    ["a live session opens it", {}, "open account"],
    ["anybody else signs in first", nobody, "sign-in-for-page account"],
    ["the sign-in opens it", { evidence: "sign-in" }, "open account"],
    [
      "D16: another account shows the form in spite of a session",
      { choice: "another-account" },
      "sign-in-for-page account",
    ],
    [
      "a session with one factor goes to the missing step where two are demanded",
      { required: "two" },
      "enrol two",
    ],
    [
      "and not to the form, where the person has a second one",
      { required: "two", provable: "two" },
      "step-up two",
    ],
    ["two factors open it then", { required: "two", ...withOtp }, "open account"],
    [
      "a credential is set up only after a sign-in of the last five minutes",
      { required: "two", secondsAgo: 300 },
      "sign-in-for-page account",
    ],
    [
      "for which the form may stay open half an hour",
      { required: "two", secondsAgo: 1_799, evidence: "enrol" },
      "enrol two",
    ],
    ["and no longer", { required: "two", secondsAgo: 1_800, evidence: "enrol" }, "sign-in-for-page account"],
  ] as const satisfies readonly (readonly [string, Given, string])[];
  for (const [title, given, expected] of rows)
    it(title, () => {
      const step = decideNextStep({ ...factsOf(given), target: { kind: "own-page", page: "account" } });
      assert.equal(summaryOf(step), expected);
    });
});

describe("next step: a page of the service that can do harm", () => {
  const rows = [
    ["a sign-in of the last five minutes opens it", { secondsAgo: 299 }, "open account/password"],
    ["an older one is proved anew", { secondsAgo: 300 }, "sign-in-for-page account/password"],
    [
      "a trusted browser does not stand for the second factor there",
      { secondsAgo: 0, required: "two", provable: "two", isBrowserTrusted: true },
      "step-up two",
    ],
    [
      "a factor that was added later does not make it fresh",
      { secondsAgo: 300, evidence: "step-up", ...withOtp },
      "sign-in-for-page account/password",
    ],
    [
      "a form that sets something up may stay open longer",
      { secondsAgo: 1_799, evidence: "enrol" },
      "open account/password",
    ],
    [
      "the fresh proof comes before the missing factor",
      { secondsAgo: 300, required: "two", provable: "two" },
      "sign-in-for-page account/password",
    ],
    [
      "which is asked for next",
      { secondsAgo: 0, required: "two", provable: "two", evidence: "sign-in" },
      "step-up two",
    ],
  ] as const satisfies readonly (readonly [string, Given, string])[];
  for (const [title, given, expected] of rows)
    it(title, () => {
      const target = { kind: "own-page", page: "account/password" } as const;
      assert.equal(summaryOf(decideNextStep({ ...factsOf(given), target })), expected);
    });
});

describe("next step: a page that changes credentials asks for two factors where the person has two", () => {
  const pages = {
    "account/passkeys": true,
    "account/totp": true,
    "account/recovery-codes": true,
    "account/password": true,
    "account/upstreams": true,
    "account/address": true,
    "account/sessions": false,
    "account/export": false,
    "account/delete": false,
    account: false,
  } as const;
  const passkeyToo = { secondsAgo: 0, provable: "phr" } as const;
  for (const [page, isGuarded] of Object.entries(pages)) {
    const target = { kind: "own-page", page: page as keyof typeof pages } as const;
    const stepAt = (given: Given) => summaryOf(decideNextStep({ ...factsOf(given), target }));
    const more = isGuarded ? "step-up two" : `open ${page}`;
    it(`${page}: a password, or a provider, of a person with a passkey`, () => {
      assert.equal(stepAt(passkeyToo), more);
      assert.equal(stepAt({ ...passkeyToo, methods: [] }), more);
      assert.equal(stepAt({ ...passkeyToo, evidence: "enrol" }), more);
      assert.equal(stepAt({ ...passkeyToo, isBrowserTrusted: true }), more);
    });
    it(`${page}: a passkey, a code, and a password that is all there is`, () => {
      assert.equal(stepAt({ ...passkeyToo, methods: ["swk", "user", "mfa"] }), `open ${page}`);
      assert.equal(stepAt({ ...passkeyToo, ...withOtp }), `open ${page}`);
      assert.equal(stepAt({ secondsAgo: 0 }), `open ${page}`);
    });
  }
  it("the proof of two factors trusts no browser, where nothing else demands two", () => {
    const target = { kind: "own-page", page: "account/totp" } as const;
    const step = decideNextStep({ ...factsOf(passkeyToo), target });
    assert.ok(step.kind === "step-up" && !step.mayTrust);
  });
});

describe("next step: an administrator who has a password alone, and no link", () => {
  const bare = { secondsAgo: 0, needsLinkToEnrol: true } as const;
  const pages = {
    "account/passkeys": "link-needed",
    "account/totp": "link-needed",
    "account/recovery-codes": "link-needed",
    "account/upstreams": "link-needed",
    "account/address": "link-needed",
    "account/password": "open account/password",
    "account/sessions": "open account/sessions",
    account: "open account",
  } as const;
  for (const [page, expected] of Object.entries(pages))
    it(`${page}: ${expected}`, () => {
      const target = { kind: "own-page", page: page as keyof typeof pages } as const;
      for (const evidence of ["sign-in", "enrol", "offer", "continue"] as const)
        assert.equal(summaryOf(decideNextStep({ ...factsOf({ ...bare, evidence }), target })), expected);
    });
  it("a page that requires two factors does not lead to enrolment either", () => {
    const target = { kind: "own-page", page: "account" } as const;
    assert.equal(decideNextStep({ ...factsOf({ ...bare, required: "two" }), target }).kind, "link-needed");
  });
  it("a request that requires more leads to no enrolment, whatever the evidence; one that a password satisfies continues", () => {
    for (const evidence of ["sign-in", "enrol", "offer", "consent"] as const) {
      const given = { ...bare, evidence, offersPasskey: true } as const;
      assert.equal(stepFor(own, {}, { ...given, required: "two" }).kind, "link-needed");
      assert.equal(stepFor(own, {}, { ...given, required: "phr" }).kind, "link-needed");
      assert.equal(stepFor(own, {}, given).kind, "issue", "and no passkey is offered");
    }
    const silent = stepFor(own, { prompt: "none" }, { ...bare, required: "two" });
    assert.equal(summaryOf(silent), "refused redirect: interaction-required");
  });
});

describe("next step: every pair of requirement and session", () => {
  const sessions = {
    "upstream sign-in": [],
    password: ["pwd"],
    "password and one-time code": ["pwd", "otp", "mfa"],
    "passkey in hardware": ["hwk", "user", "mfa"],
    "synced passkey": ["swk", "user", "mfa"],
  } as const;
  const expected = {
    one: ["issue", "issue", "issue", "issue", "issue"],
    two: ["missing", "missing", "issue", "issue", "issue"],
    phr: ["missing", "missing", "missing", "issue", "issue"],
  } as const;
  for (const required of strengths)
    for (const [index, [name, methods]] of Object.entries(sessions).entries())
      for (const provable of strengths)
        it(`${required} is required, ${name} proved, ${provable} provable`, () => {
          const step = summaryOf(stepFor(openid, {}, { required, methods, provable }));
          const isProvable = isAsStrongAs(provable, required);
          const hasMore = !isAsStrongAs(strengthOf(methods), provable);
          const whatIsThere = hasMore ? `step-up ${provable}` : `enrol ${required}`;
          const missing = isProvable ? `step-up ${required}` : whatIsThere;
          assert.equal(step, expected[required][index] === "issue" ? "issue" : missing);
        });
});

describe("next step: prompt=none", () => {
  it("OpenID Connect Core §3.1.2.1: no combination of facts shows a page", () => {
    const clients = [own, openid, third, staffOnly, loopback];
    const requests = [{}, { max_age: "0" }, { max_age: "60" }, hinted, namesBob, two, asked, claimsEmail];
    const browsers: readonly Given[] = [
      nobody,
      {},
      { secondsAgo: 1e6 },
      { required: "two" },
      { provable: "two" },
      { relation: "unknown" },
      ...(["sign-in", "continue", "consent"] as const).map((evidence) => ({ evidence })),
    ];
    for (const client of clients)
      for (const request of requests)
        for (const browser of browsers) {
          const { kind } = stepFor(client, { ...request, ...none }, browser);
          assert.ok(kind === "refused" || kind === "issue", kind);
        }
  });
});

describe("next step: what it hands on", () => {
  it("a browser may be trusted where no request asks for two factors", () => {
    const given = { required: "two", provable: "two" } as const;
    const trustable = (request: Parameters<typeof stepFor>[1], more: Given = {}) => {
      const step = stepFor(openid, request, { ...given, ...more });
      return step.kind === "step-up" && step.mayTrust;
    };
    assert.equal(trustable({}), true);
    assert.equal(trustable(two), false);
    assert.equal(trustable(two, { required: "one" }), false);
  });

  it("the form says who is signed in where that is not enough, and never beside a withheld error", () => {
    const asksAgain = stepFor(openid, login);
    assert.ok(asksAgain.kind === "sign-in" && asksAgain.person?.sessionId === session);
    const withheld = stepFor(selfRegistered, none, nobody);
    assert.ok(withheld.kind === "sign-in" && withheld.person === undefined);
    const another = stepFor(openid, {}, { choice: "another-account" });
    assert.ok(another.kind === "sign-in" && another.person === undefined);
    const again = stepFor(openid, {}, { choice: "prove-again" });
    assert.ok(again.kind === "sign-in" && again.person?.sessionId === session);
  });

  it("a client that registered itself hears the same whether the name that it guesses is here, also while no account is active", () => {
    const { person } = factsOf({});
    assert.ok(person);
    const isHere = { kind: "taken", person, isElsewhere: true, isGuess: true } as const;
    const isNobody = { kind: "ask", among: [person] } as const;
    assert.deepEqual(
      stepFor(selfRegistered, none, nobody, isNobody),
      stepFor(selfRegistered, none, {}, isHere),
    );
  });

  it("the form names nobody where the client means somebody else, or may mean them", () => {
    for (const step of [
      stepFor(openid, namesBob),
      stepFor(openid, hinted, { hint: hintOf({ sub: bob }) }),
      stepFor(openid, namesBob, { choice: "prove-again" }),
      stepFor(openid, hinted, { choice: "prove-again" }),
    ])
      assert.ok(step.kind === "sign-in" && step.person === undefined);
  });
});
