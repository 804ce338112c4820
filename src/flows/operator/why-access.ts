import type { Account } from "../../identity/account.ts";
import { methodsOfPasskey } from "../../identity/passkey.ts";
import { createSession, decideSession, type Session } from "../../identity/session.ts";
import { acrOf } from "../../protocol/authorization/acr.ts";
import { redirectErrors } from "../../protocol/authorization/errors.ts";
import { decideNextStep, type NextStep } from "../../protocol/authorization/next-step.ts";
import {
  type AuthorizationRefusal,
  type AuthorizationRequest,
  decideAuthorizationRequest,
} from "../../protocol/authorization/request.ts";
import type { Client } from "../../protocol/client/client.ts";
import type { Place } from "../../protocol/forward-auth/decide-access.ts";
import { callbackOf } from "../../protocol/forward-auth/protected-origin.ts";
import { parseParameters } from "../../protocol/parameters.ts";
import { toBase64Url } from "../../values/base64url.ts";
import { sha256 } from "../../values/digest.ts";
import { sessionIdOf } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Strength } from "../../values/strength.ts";
import { type Instant, secondsOf } from "../../values/time.ts";
import { shellWord, shortTime } from "../../values/words.ts";
import { findRelation } from "../authorize/dispatch.ts";
import { explainRefusal } from "../authorize/explain-refusal.ts";
import { requiredStrength } from "../authorize/required-strength.ts";
import { type Person, personOf } from "../authorize/visit.ts";
import type { Ports } from "../ports.ts";
import { findAccount } from "./account.ts";
import { findClient } from "./client.ts";
import {
  type PathProblem,
  type PathQuestion,
  pathProblems,
  pathRule,
  readPathAccess,
} from "./path-access.ts";
import type { ProblemTable } from "./problem.ts";
import type { Rights } from "./rights.ts";
import { passes, type Rule } from "./why.ts";
import { findDelivery, type LostMessage, mailRule } from "./why-mail.ts";
import { stepRules, type Walk } from "./why-steps.ts";

/** What answering the question reads. Nothing is changed. */
export type AccessPorts = Pick<
  Ports,
  | "settings"
  | "clock"
  | "clients"
  | "accounts"
  | "consents"
  | "trustedBrowsers"
  | "upstreamIdentities"
  | "sealer"
  | "signer"
  | "outbox"
>;

/** Whether an account can open an application, and the rules that decide it, in their order. */
export interface AccessReport {
  readonly account: Account;
  readonly client: Client;
  /** True if no rule blocks: the person gets in, perhaps after pages that ask for something. */
  readonly opens: boolean;
  readonly rules: readonly Rule[];
  /** What the dispatcher shows right after the sign-in, one step after the other, until the client gets its code. */
  readonly steps: readonly NextStep<Person>["kind"][];
}

/** Whether an account can be used, and whether mail reaches its owner. */
export interface AccountReport {
  readonly account: Account;
  readonly rules: readonly Rule[];
}

/** Why the question has no answer. */
export type AccessProblem = { readonly kind: "unknown-account" | "unknown-client" } | PathProblem;

/** The problems of the question. */
export const accessProblems: ProblemTable<AccessProblem> = {
  "unknown-account": { as: "not-found", say: "There is no such account." },
  "unknown-client": { as: "not-found", say: "There is no such client." },
  ...pathProblems,
};

/** Which account and application the question is about, and which path of the application, if it is protected by a proxy. */
export interface AccessQuestion extends Pick<PathQuestion, "method"> {
  readonly path?: string | undefined;
  readonly who: string;
  readonly clientId: string;
}

/**
 * Explains whether an account can open an application: with a plain request, in a browser that nobody has used before. The same functions
 * decide as for the person, and a rule that stops the person is then assumed to pass, so that every obstacle shows at once. What the
 * operator may not read about the application is left out.
 */
export async function explainAccess(
  ports: AccessPorts,
  { who, clientId, path, method }: AccessQuestion,
  by: Rights,
): Promise<Result<AccessReport, AccessProblem>> {
  const account = await findAccount(ports.accounts, who);
  if (account === undefined) return refuse({ kind: "unknown-account" });
  const client = await findClient(ports.clients, clientId);
  if (client === undefined) return refuse({ kind: "unknown-client" });
  if (path === undefined) return ok(await explainAt(ports, { account, client, by }));
  const at = readPathAccess(client, { path, method });
  if (!at.ok) return at;
  const { request, place } = at.value;
  return ok(await explainAt(ports, { account, client, at: { place, origin: request.origin }, by }));
}

/** Explains what an account can do by itself, whatever the application. */
export async function explainAccount(
  ports: AccessPorts,
  who: string,
): Promise<Result<AccountReport, AccessProblem>> {
  const account = await findAccount(ports.accounts, who);
  if (account === undefined) return refuse({ kind: "unknown-account" });
  const delivery = await findDelivery(ports, account);
  const wayIn = await wayInRule(ports, account, delivery.lost);
  return ok({ account, rules: [accountRule(ports, account), wayIn, mailRule(ports, account, delivery)] });
}

/** A place of a protected application, and the host that it is at. */
interface PlaceAt {
  readonly place: Place;
  readonly origin: string;
}

/** The same for an account, an application and a place that were found. */
export async function explainAt(
  ports: AccessPorts,
  {
    account,
    client,
    at,
    by,
  }: {
    readonly account: Account;
    readonly client: Client;
    readonly at?: PlaceAt | undefined;
    readonly by: Rights;
  },
): Promise<AccessReport> {
  const { rule, request } = requestRule(client, at);
  const ofPlace = at === undefined ? [] : [pathRule(client, at.place, { account, by })];
  // Nobody is asked who they are at a public place, and nobody passes where the path itself is refused.
  if (at !== undefined && at.place.kind !== "guarded") {
    const rules = [rule, ...ofPlace];
    return { account, client, opens: rules.every(({ outcome }) => outcome !== "blocks"), rules, steps: [] };
  }
  const delivery = await findDelivery(ports, account);
  const wayIn = await wayInRule(ports, account, delivery.lost);
  // A person with another way in signs in without mail, and one without is stopped by the rule before.
  const ofMail =
    delivery.lost === undefined
      ? []
      : [{ ...mailRule(ports, account, delivery), outcome: "passes" as const }];
  const before = [rule, ...ofPlace, accountRule(ports, account), wayIn, ...ofMail];
  const walked = request && (await walk(ports, account, request));
  const rules = [...before, ...(walked === undefined ? [] : stepRules(ports.settings, walked, by))];
  const opens = rules.every(({ outcome }) => outcome !== "blocks");
  return { account, client, opens, rules, steps: walked?.steps.map(({ kind }) => kind) ?? [] };
}

/** The rule about the application itself. For a disabled client, `request` is what an enabled one would be allowed. */
function requestRule(
  client: Client,
  at: PlaceAt | undefined,
): { readonly rule: Rule; readonly request?: AuthorizationRequest } {
  const decided = plainRequest(client, at);
  if (decided.ok) return { rule: passes("request", `${client.name} is enabled`), request: decided.value };
  const rule = refusedRule(decided.reason);
  const lifted = plainRequest({ ...client, isDisabled: false }, at);
  return lifted.ok ? { rule, request: lifted.value } : { rule };
}

/** The request of an application that asks for nothing special, or for what a place of it requires. */
function plainRequest(
  client: Client,
  at: PlaceAt | undefined,
): Result<AuthorizationRequest, AuthorizationRefusal> {
  const { isOpenid } = client.metadata;
  const strength = strengthAt(at);
  const query = new URLSearchParams({
    response_type: "code",
    client_id: client.id,
    redirect_uri: at === undefined ? (client.redirectUris[0] ?? "") : callbackOf(at.origin),
    ...(strength !== undefined && { acr_values: acrOf(strength) }),
    ...(isOpenid && { scope: "openid", nonce: "why" }),
    code_challenge: toBase64Url(sha256("why")),
    code_challenge_method: "S256",
  });
  const parameters = parseParameters(query.toString());
  if (!parameters.ok) return refuse({ errorFormat: "page", reason: parameters.reason });
  return decideAuthorizationRequest({ client, parameters: parameters.value, isPushed: true });
}

function strengthAt(at: PlaceAt | undefined): Strength | undefined {
  return at?.place.kind === "guarded" ? at.place.rule?.strength : undefined;
}

function refusedRule(refusal: AuthorizationRefusal): Rule {
  if (refusal.errorFormat === "redirect")
    return { rule: "request", outcome: "blocks", value: redirectErrors[refusal.reason].description };
  const { cause, repair } = explainRefusal(refusal, "latchkey");
  return { rule: "request", outcome: "blocks", value: cause, command: repair?.command };
}

function accountRule({ clock, settings }: AccessPorts, account: Account): Rule {
  const now = clock.now();
  const session = thoughtSession(account, [], now);
  const state = decideSession({ facts: { session, account }, now, idleLimit: settings.sessionIdle });
  if (state !== "account-disabled") return passes("account", `${account.username} is enabled`);
  const name = shellWord(account.username);
  return account.lockedAt === undefined
    ? {
        rule: "account",
        outcome: "blocks",
        value: `${account.username} is disabled`,
        command: `latchkey user enable ${name}`,
      }
    : {
        rule: "account",
        outcome: "blocks",
        value: `${account.username} was locked by its owner at ${shortTime(account.lockedAt)}; a new password by a link unlocks it`,
        command: `latchkey user recover ${name}`,
      };
}

async function wayInRule(
  { upstreamIdentities, settings }: AccessPorts,
  account: Account,
  lost: LostMessage | undefined,
): Promise<Rule> {
  const identities = await upstreamIdentities.list(account.id);
  const ways = [
    ...(account.passwordHash === undefined ? [] : ["a password"]),
    ...(account.hasPasskey ? ["a passkey"] : []),
    ...identities.map(({ upstream }) => `the provider ${upstream}`),
  ];
  if (ways.length > 0) return passes("way in", ways.join(", "));
  if (account.hasOldPassword)
    return {
      rule: "way in",
      outcome: "asks",
      value:
        "no password here yet; the first sign-in brings the one of the old product, if LATCHKEY_IMPORT_CHECK_URL asks there",
      command: `latchkey user recover ${shellWord(account.username)}`,
    };
  const hasAddress = settings.sendsMail && account.email !== undefined && account.isEmailUnverified !== true;
  const hasMail = hasAddress && lost?.sentSince !== 0;
  return {
    rule: "way in",
    outcome: hasMail ? "asks" : "blocks",
    value: hasMail
      ? "no password, passkey or provider; “Forgot your password?” mails a link that sets a password"
      : hasAddress
        ? "no password, passkey or provider, and mail with a link does not arrive"
        : "no password, passkey or provider, and no verified address that a link could go to",
    command: `latchkey user recover ${shellWord(account.username)}`,
  };
}

/** More steps than there are kinds of step would be a loop. */
const stepsMax = 12;

/** Asks `decideNextStep` again and again, and answers each page as the person would. */
async function walk(ports: AccessPorts, account: Account, request: AuthorizationRequest): Promise<Walk> {
  const { issuer } = ports.settings;
  const now = ports.clock.now();
  const required = requiredStrength(ports, account, request.client);
  const facts = { session: thoughtSession(account, firstProof(account), now), account };
  const first = await personOf(ports, facts, { sessionCookie: undefined, trustCookie: undefined }, required);
  const known = await findRelation(ports, request, first);
  const steps: NextStep<Person>[] = [];
  let state: Pick<Walk, "person" | "relation"> = { person: first, relation: known };
  while (steps.length < stepsMax) {
    const evidence = { step: "sign-in", sessionId: first.sessionId } as const;
    const step = decideNextStep({
      target: { kind: "request", read: ok(request) },
      ...state,
      evidence,
      choice: undefined,
      offersPasskey: false,
      reviewsWaysIn: false,
      required,
      issuer,
      now,
    });
    steps.push(step);
    const next = answered(step, state);
    if (next === undefined) break;
    state = next;
  }
  return { account, request, person: first, relation: known, required, steps };
}

/** The state after the person answered the page of a step, or after an operator removed the obstacle. Undefined at the end. */
function answered(
  step: NextStep<Person>,
  { person, relation }: Pick<Walk, "person" | "relation">,
): Pick<Walk, "person" | "relation"> | undefined {
  switch (step.kind) {
    case "step-up":
    case "enrol":
      return {
        relation,
        person: { ...person, methods: methodsOf[step.strength], provable: step.strength },
      };
    case "link-needed":
      return { relation, person: { ...person, needsLinkToEnrol: false } };
    case "keep-account":
      return { relation, person: { ...person, isLeaving: false } };
    case "not-admitted":
      return { relation, person: { ...person, groups: step.request.client.metadata.onlyGroups } };
    case "consent": {
      const allowedScope = [...new Set([...(relation.allowedScope ?? []), ...step.scope])];
      return { person, relation: { ...relation, allowedScope } };
    }
    default:
      return undefined;
  }
}

/** The methods of a session that has this strength, in the words of RFC 8176. */
const methodsOf: Readonly<Record<Strength, readonly string[]>> = {
  one: ["pwd"],
  two: ["pwd", "otp", "mfa"],
  phr: methodsOfPasskey({ isBackupEligible: true }),
};

/** What a sign-in proves, by the method that most people use: the password, or else the passkey, or else the provider. */
function firstProof({ passwordHash, hasPasskey = false }: Account): readonly string[] {
  if (passwordHash !== undefined) return methodsOf.one;
  return hasPasskey ? methodsOf.phr : [];
}

/** The session of a person who has just signed in. It is never stored. */
function thoughtSession({ id: accountId }: Account, methods: readonly string[], now: Instant): Session {
  const id = sessionIdOf(new Uint8Array(16));
  return createSession({
    id,
    cookieValue: "",
    accountId,
    methods,
    now,
    lifetime: secondsOf(3600),
    userAgent: "",
    network: "",
  });
}
