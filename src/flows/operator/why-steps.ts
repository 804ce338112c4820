import type { Account } from "../../identity/account.ts";
import { provableWith, requiredBy } from "../../identity/credentials.ts";
import type { NextStep } from "../../protocol/authorization/next-step.ts";
import type { Relation } from "../../protocol/authorization/next-step-facts.ts";
import type { AuthorizationRequest } from "../../protocol/authorization/request.ts";
import { isProtected } from "../../protocol/client/client.ts";
import { type Strength, strengthWords, strongestOf } from "../../values/strength.ts";
import { shellWord, shortTime } from "../../values/words.ts";
import type { Person } from "../authorize/visit.ts";
import type { FlowSettings } from "../ports.ts";
import type { Rights } from "./rights.ts";
import { groupsRule, passes, type Rule } from "./why.ts";

/** The steps of a person from the sign-in to the code, and the facts that decided them. */
export interface Walk {
  readonly account: Account;
  readonly request: AuthorizationRequest;
  readonly person: Person;
  readonly relation: Relation;
  readonly required: Strength;
  readonly steps: readonly NextStep<Person>[];
}

/** The rules of the steps, in the order in which `decideNextStep` asks them. */
export function stepRules(
  settings: Pick<FlowSettings, "require">,
  walked: Walk,
  by: Rights,
): readonly Rule[] {
  const { account, request, person } = walked;
  const isAdmitted = met(walked, "not-admitted") === undefined;
  const groups = groupsRule(request.client, { ...account, groups: person.groups }, { isAdmitted, by });
  return [strengthRule(settings, walked), deletionRule(walked), groups, consentRule(walked)];
}

function met<Kind extends NextStep<Person>["kind"]>({ steps }: Walk, ...kinds: readonly Kind[]) {
  return steps.find((step): step is Extract<NextStep<Person>, { kind: Kind }> =>
    kinds.some((kind) => kind === step.kind),
  );
}

function strengthRule(settings: Pick<FlowSettings, "require">, walked: Walk): Rule {
  const rule = "strength";
  const { account, request, required } = walked;
  const { id, metadata } = request.client;
  const ofPath = isProtected(request.client) ? request.demandedStrength : undefined;
  const needed = strongestOf([required, ofPath]);
  const demands = [
    `service: ${settings.require}`,
    `application: ${metadata.requiredStrength ?? "one"}`,
    ...(ofPath === undefined ? [] : [`path: ${ofPath}`]),
    `account: ${requiredBy(account)}`,
  ].join(", ");
  const value = `needs ${strengthWords[needed]} (${demands}); the account can prove ${strengthWords[provableWith(account)]}`;
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
      metadata.requiredStrength === needed
        ? `latchkey client update ${shellWord(id)} --require ${settings.require}`
        : account.requires === needed
          ? `latchkey user update ${name} --require ${settings.require}`
          : undefined;
    return {
      rule,
      outcome: "asks",
      value: `${value}; the person sets up what is missing`,
      command: ofPath === needed ? undefined : lowers,
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

function consentRule(walked: Walk): Rule {
  const { request, relation } = walked;
  if (!request.client.metadata.isThirdParty) return passes("consent", "not asked: not a third party");
  const allowed = relation.allowedScope;
  const value =
    allowed === undefined ? "nothing allowed yet" : `allowed: ${allowed.join(" ") || "the sign-in"}`;
  return met(walked, "consent") ? { rule: "consent", outcome: "asks", value } : passes("consent", value);
}
