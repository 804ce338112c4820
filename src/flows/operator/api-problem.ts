import { type Api, apisMax } from "../../protocol/api/api.ts";
import { resourceLengthMax } from "../../protocol/api/resource.ts";
import { scopeNameLengthMax } from "../../protocol/api/scope-name.ts";
import { type Language, languages } from "../../protocol/language.ts";
import { knownScopes } from "../../protocol/scope.ts";
import { displayNameLengthMax } from "./display-name.ts";
import type { ProblemTable } from "./problem.ts";

/** How many scopes an API has at most. */
export const apiScopesMax = 50;

/** How long the name of a role is at most. */
export const roleLengthMax = 100;

/** How long the sentence of a scope is at most. */
export const sentenceLengthMax = 200;

/** How long a token of an API may live. */
export const tokenLifetimes = { least: 60, most: 86_400 };

/** The reason why no API was created or changed. */
export type ApiProblem =
  | { readonly kind: "resource-unusable"; readonly text: string }
  | { readonly kind: "resource-with-credentials" }
  | { readonly kind: "scheme-missing"; readonly text: string }
  /** The address has a shorter or usual spelling, which clients send. */
  | { readonly kind: "resource-misspelled"; readonly text: string; readonly spelling: string }
  | { readonly kind: "name-unusable" }
  | (OneOfScopes & { readonly kind: "scope-unusable"; readonly text: string })
  | (OneOfScopes & { readonly kind: "scope-reserved"; readonly scope: string })
  | { readonly kind: "scope-twice"; readonly scope: string }
  | { readonly kind: "scopes-too-many" }
  /** `language` is present if the problem is about a translation. */
  | (OneOfScopes & {
      readonly kind: "sentence-unusable";
      readonly scope: string;
      readonly language?: Language;
    })
  | { readonly kind: "language-unknown"; readonly text: string }
  | { readonly kind: "translation-of-nothing"; readonly scope: string }
  | { readonly kind: "lifetime-unusable" }
  | { readonly kind: "exchange-unknown"; readonly text: string }
  | { readonly kind: "exchange-itself" }
  | { readonly kind: "unknown-group"; readonly name: string; readonly at: "groups" | "roles" | "scopes" }
  | { readonly kind: "role-unusable"; readonly role: string }
  | { readonly kind: "exists"; readonly api: Pick<Api, "name" | "resource"> }
  | { readonly kind: "too-many" }
  | { readonly kind: "unknown"; readonly text: string }
  | { readonly kind: "unknown-scope"; readonly scope: string; readonly api: Api }
  | { readonly kind: "changed-meanwhile" };

interface OneOfScopes {
  /** The place of the scope among those of a new API; absent if it is added or changed alone. */
  readonly index?: number;
}

/** The problems of APIs and their scopes. */
export const apiProblems: ProblemTable<ApiProblem> = {
  "resource-unusable": {
    as: "invalid",
    at: "resource",
    say: ({ text }) =>
      `${shown(text)} is not a resource indicator. Use an absolute URI of at most ${resourceLengthMax} characters without a fragment, like https://api.example/orders.`,
  },
  "scheme-missing": {
    as: "invalid",
    at: "resource",
    say: ({ text }) =>
      `${shown(text)} has no scheme. Write the whole address, like https://api.example/orders.`,
  },
  "resource-with-credentials": {
    as: "invalid",
    at: "resource",
    say: "A resource indicator is sent in the clear and shown to everybody, so it has no user name or password in it.",
  },
  "resource-misspelled": {
    as: "invalid",
    at: "resource",
    say: ({ spelling, text }) =>
      `Clients spell ${shown(text)} differently, and it would never be found. Write ${shown(spelling)}.`,
  },
  "name-unusable": {
    as: "invalid",
    at: "name",
    say: `An API's name has 1 to ${displayNameLengthMax} visible characters: people read it on the consent page.`,
  },
  "scope-unusable": {
    as: "invalid",
    at: ({ index }) => memberOfScope(index, "name"),
    say: ({ text }) =>
      `${shown(text)} cannot be a scope. A scope has 1 to ${scopeNameLengthMax} ASCII letters, digits and signs, like orders:read, without spaces, quotation marks, backslashes, commas and #; it is not just one or two dots.`,
  },
  "scope-reserved": {
    as: "invalid",
    at: ({ index }) => memberOfScope(index, "name"),
    say: ({ scope }) =>
      `The scope ${scope} is one of the sign-in's own: ${knownScopes.join(", ")}. Choose another name.`,
  },
  "scope-twice": {
    as: "conflict",
    at: "name",
    say: ({ scope }) => `This API has the scope ${scope} already.`,
  },
  "scopes-too-many": { as: "refused", say: `An API has at most ${apiScopesMax} scopes.` },
  "sentence-unusable": {
    as: "invalid",
    at: ({ index, language }) =>
      memberOfScope(index, language === undefined ? "sentence" : `translations/${language}`),
    say: ({ scope }) =>
      `The sentence of ${scope} has 1 to ${sentenceLengthMax} visible characters: people read it on the consent page, like "See your orders".`,
  },
  "language-unknown": {
    as: "invalid",
    at: "translations",
    say: ({ text }) => `The pages have no language ${shown(text)}. They have ${languages.join(", ")}.`,
  },
  "translation-of-nothing": {
    as: "invalid",
    at: "translations",
    say: ({ scope }) => `A translation names the scope ${shown(scope)}, which is not among the scopes.`,
  },
  "lifetime-unusable": {
    as: "invalid",
    at: "token_lifetime_seconds",
    say: `A token of an API lives for ${tokenLifetimes.least} to ${tokenLifetimes.most} whole seconds.`,
  },
  "exchange-unknown": {
    as: "not-found",
    at: "may_exchange_for",
    say: ({ text }) => `There is no API ${shown(text)} that tokens could be exchanged for. Create it first.`,
  },
  "exchange-itself": {
    as: "invalid",
    at: "may_exchange_for",
    say: "An API needs no exchange for tokens of its own.",
  },
  "unknown-group": {
    as: "not-found",
    at: ({ at }) => at,
    say: ({ name }) => `There is no group ${shown(name)}. Create it first.`,
  },
  "role-unusable": {
    as: "invalid",
    at: "roles",
    say: ({ role }) =>
      `${shown(role)} cannot be a role. A role has 1 to ${roleLengthMax} visible characters.`,
  },
  exists: {
    as: "conflict",
    at: "resource",
    say: ({ api }) => `The API ${api.name} has the resource ${api.resource} already.`,
  },
  "too-many": { as: "refused", say: `An installation has at most ${apisMax} APIs.` },
  unknown: { as: "not-found", say: ({ text }) => `There is no API ${shown(text)}.` },
  "unknown-scope": {
    as: "not-found",
    say: ({ api, scope }) => `The API ${api.name} has no scope ${shown(scope)}.`,
  },
  "changed-meanwhile": {
    as: "changed",
    say: "Somebody else changed this API at the same moment, so nothing was changed here.",
  },
};

function memberOfScope(index: number | undefined, member: string): string {
  return index === undefined ? member : `scopes/${index}/${member}`;
}

function shown(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
