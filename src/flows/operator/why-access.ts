import type { Account } from "../../identity/account.ts";
import { provableWith, requiredBy } from "../../identity/credentials.ts";
import { methodsOfPasskey } from "../../identity/passkey.ts";
import { createSession, decideSession, type Session } from "../../identity/session.ts";
import { redirectErrors } from "../../protocol/authorization/errors.ts";
import { decideNextStep, type NextStep } from "../../protocol/authorization/next-step.ts";
import type { Relation } from "../../protocol/authorization/next-step-facts.ts";
import {
  type AuthorizationRefusal,
  type AuthorizationRequest,
  decideAuthorizationRequest,
} from "../../protocol/authorization/request.ts";
import type { Client } from "../../protocol/client/client.ts";
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
import type { ProblemTable } from "./problem.ts";
import { passes, type Rule } from "./why.ts";

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

/** Why the question has no answer. */
export type AccessProblem = { readonly kind: "unknown-account" | "unknown-client" };

/** The problems of the question. */
export const accessProblems: ProblemTable<AccessProblem> = {
  "unknown-account": { as: "not-found", say: "There is no such account." },
  "unknown-client": { as: "not-found", say: "There is no such client." },
};

/**
 * Explains whether an account can open an application: with a plain request, in a browser that nobody has used before. The same functions
 * decide as for the person, and a rule that stops the person is then assumed to pass, so that every obstacle shows at once.
 */
export async function explainAccess(
  ports: AccessPorts,
  { who, clientId }: { readonly who: string; readonly clientId: string },
): Promise<Result<AccessReport, AccessProblem>> {
  const account = await findAccount(ports.accounts, who);
  if (account === undefined) return refuse({ kind: "unknown-account" });
  const client = await findClient(ports.clients, clientId);
  if (client === undefined) return refuse({ kind: "unknown-client" });
  const { rule, request } = requestRule(client);
  const before = [rule, accountRule(ports, account), await wayInRule(ports, account)];
  const walked = request && (await walk(ports, account, request));
  const rules = [...before, ...(walked === undefined ? [] : stepRules(ports, walked))];
  const opens = rules.every(({ outcome }) => outcome !== "blocks");
  return ok({ account, client, opens, rules, steps: walked?.steps.map(({ kind }) => kind) ?? [] });
}

/** The rule about the application itself. For a disabled client, `request` is what an enabled one would be allowed. */
function requestRule(client: Client): { readonly rule: Rule; readonly request?: AuthorizationRequest } {
  const decided = plainRequest(client);
  if (decided.ok) return { rule: passes("request", `${client.name} is enabled`), request: decided.value };
  const rule = refusedRule(decided.reason);
  const lifted = plainRequest({ ...client, isDisabled: false });
  return lifted.ok ? { rule, request: lifted.value } : { rule };
}

/** The request of an application that asks for nothing special. */
function plainRequest(client: Client): Result<AuthorizationRequest, AuthorizationRefusal> {
  const { isOpenid } = client.metadata;
  const query = new URLSearchParams({
    response_type: "code",
    client_id: client.id,
    redirect_uri: client.redirectUris[0] ?? "",
    ...(isOpenid && { scope: "openid", nonce: "why" }),
    code_challenge: toBase64Url(sha256("why")),
    code_challenge_method: "S256",
  });
  const parameters = parseParameters(query.toString());
  if (!parameters.ok) return refuse({ errorFormat: "page", reason: parameters.reason });
  return decideAuthorizationRequest({ client, parameters: parameters.value, isPushed: true });
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

async function wayInRule({ upstreamIdentities, settings }: AccessPorts, account: Account): Promise<Rule> {
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
  const hasMail = settings.sendsMail && account.email !== undefined && account.isEmailUnverified !== true;
  return {
    rule: "way in",
    outcome: hasMail ? "asks" : "blocks",
    value: hasMail
      ? "no password, passkey or provider; “Forgot your password?” mails a link that sets a password"
      : "no password, passkey or provider, and no verified address that a link could go to",
    command: `latchkey user recover ${shellWord(account.username)}`,
  };
}

/** The steps of a person from the sign-in to the code, and the facts that decided them. */
interface Walk {
  readonly account: Account;
  readonly request: AuthorizationRequest;
  readonly person: Person;
  readonly relation: Relation;
  readonly required: Strength;
  readonly steps: readonly NextStep<Person>[];
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

/** The rules of the steps, in the order in which `decideNextStep` asks them. */
function stepRules(ports: AccessPorts, walked: Walk): readonly Rule[] {
  return [strengthRule(ports, walked), deletionRule(walked), groupsRule(walked), consentRule(walked)];
}

function met<Kind extends NextStep<Person>["kind"]>({ steps }: Walk, ...kinds: readonly Kind[]) {
  return steps.find((step): step is Extract<NextStep<Person>, { kind: Kind }> =>
    kinds.some((kind) => kind === step.kind),
  );
}

const strengthWords = { one: "one factor", two: "two factors", phr: "a passkey" } as const;

function strengthRule({ settings }: AccessPorts, walked: Walk): Rule {
  const rule = "strength";
  const { account, request, required } = walked;
  const { id, metadata } = request.client;
  const demands = [
    `service: ${settings.require}`,
    `application: ${metadata.requiredStrength ?? "one"}`,
    `account: ${requiredBy(account)}`,
  ].join(", ");
  const value = `needs ${strengthWords[required]} (${demands}); the account can prove ${strengthWords[provableWith(account)]}`;
  const name = shellWord(account.username);
  if (met(walked, "link-needed"))
    return {
      rule,
      outcome: "blocks",
      value: `${value}; an administrator needs a link to set up a second factor`,
      command: `latchkey user recover ${name}`,
    };
  if (met(walked, "enrol")) {
    const lowers =
      metadata.requiredStrength === required
        ? `latchkey client update ${shellWord(id)} --require ${settings.require}`
        : account.requires === required
          ? `latchkey user update ${name} --require ${settings.require}`
          : undefined;
    return {
      rule,
      outcome: "asks",
      value: `${value}; the person sets up what is missing`,
      command: lowers,
    };
  }
  if (met(walked, "step-up")) return { rule, outcome: "asks", value };
  return passes(rule, value);
}

function deletionRule(walked: Walk): Rule {
  const { deleteAfter } = walked.account;
  if (!met(walked, "keep-account") || deleteAfter === undefined)
    return passes("deletion", "nobody asked for the deletion of the account");
  const value = `the account will be deleted at ${shortTime(deleteAfter)}, as its owner asked; the owner can keep it after the sign-in`;
  return { rule: "deletion", outcome: "asks", value };
}

function groupsRule(walked: Walk): Rule {
  const { account, request, person } = walked;
  const { onlyGroups } = request.client.metadata;
  if (onlyGroups.length === 0) return passes("groups", "open to everybody");
  const open = `open to ${onlyGroups.join(", ")}`;
  if (!met(walked, "not-admitted"))
    return passes(
      "groups",
      `${open}; in ${onlyGroups.filter((name) => person.groups.includes(name)).join(", ")}`,
    );
  const [group = "GROUP"] = onlyGroups;
  return {
    rule: "groups",
    outcome: "blocks",
    value: `${open}; in ${person.groups.join(", ") || "no group"}`,
    command: `latchkey group add ${shellWord(group)} ${shellWord(account.username)}`,
  };
}

function consentRule(walked: Walk): Rule {
  const { request, relation } = walked;
  if (!request.client.metadata.isThirdParty) return passes("consent", "not asked: not a third party");
  const allowed = relation.allowedScope;
  const value =
    allowed === undefined ? "nothing allowed yet" : `allowed: ${allowed.join(" ") || "the sign-in"}`;
  return met(walked, "consent") ? { rule: "consent", outcome: "asks", value } : passes("consent", value);
}
