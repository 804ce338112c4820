import { type Api, apisMax } from "../../protocol/api/api.ts";
import { resourceLengthMax } from "../../protocol/api/resource.ts";
import { scopeNameLengthMax } from "../../protocol/api/scope-name.ts";
import { type Language, languages } from "../../protocol/language.ts";
import { knownScopes } from "../../protocol/scope.ts";
import { unreachable } from "../../values/result.ts";
import { displayNameLengthMax } from "./display-name.ts";

/** How many scopes an API has at most. */
export const apiScopesMax = 50;

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
  | { readonly kind: "scope-unusable"; readonly text: string }
  | { readonly kind: "scope-reserved"; readonly scope: string }
  | { readonly kind: "scope-twice"; readonly scope: string }
  | { readonly kind: "scopes-too-many" }
  /** `language` is present if the problem is about a translation. */
  | { readonly kind: "sentence-unusable"; readonly scope: string; readonly language?: Language }
  | { readonly kind: "language-unknown"; readonly text: string }
  | { readonly kind: "translation-of-nothing"; readonly scope: string }
  | { readonly kind: "lifetime-unusable" }
  | { readonly kind: "exchange-unknown"; readonly text: string }
  | { readonly kind: "exchange-itself" }
  | { readonly kind: "exists"; readonly api: Pick<Api, "name" | "resource"> }
  | { readonly kind: "too-many" }
  | { readonly kind: "unknown"; readonly text: string }
  | { readonly kind: "unknown-scope"; readonly scope: string; readonly api: Api }
  | { readonly kind: "changed-meanwhile" };

/** One or two sentences for the operator: the cause and, if it is not obvious, the repair. */
export function describeApiProblem(problem: ApiProblem): string {
  switch (problem.kind) {
    case "resource-unusable":
      return `${shown(problem.text)} is no resource indicator. Use an absolute URI of at most ${resourceLengthMax} characters without a fragment, like https://api.example/orders.`;
    case "scheme-missing":
      return `${shown(problem.text)} has no scheme. Write the whole address, like https://api.example/orders.`;
    case "resource-with-credentials":
      return "A resource indicator is sent in the clear and shown to everybody, so it has no user name or password in it.";
    case "resource-misspelled":
      return `Clients spell ${shown(problem.text)} differently, and it would never be found. Write ${shown(problem.spelling)}.`;
    case "name-unusable":
      return `An API's name has 1 to ${displayNameLengthMax} visible characters: people read it on the consent page.`;
    case "scope-unusable":
      return `${shown(problem.text)} cannot be a scope. A scope has 1 to ${scopeNameLengthMax} ASCII letters, digits and signs, like orders:read, without spaces, quotation marks, backslashes, commas and #; one or two dots alone are none.`;
    case "scope-reserved":
      return `The scope ${problem.scope} is one of the sign-in's own: ${knownScopes.join(", ")}. Choose another name.`;
    case "scope-twice":
      return `This API has the scope ${problem.scope} already.`;
    case "scopes-too-many":
      return `An API has at most ${apiScopesMax} scopes.`;
    case "sentence-unusable":
      return `The sentence of ${problem.scope} has 1 to ${sentenceLengthMax} visible characters: people read it on the consent page, like "See your orders".`;
    case "language-unknown":
      return `The pages have no language ${shown(problem.text)}. They have ${languages.join(", ")}.`;
    case "translation-of-nothing":
      return `A translation names the scope ${shown(problem.scope)}, which is not among the scopes.`;
    case "lifetime-unusable":
      return `A token of an API lives for ${tokenLifetimes.least} to ${tokenLifetimes.most} whole seconds.`;
    case "exchange-unknown":
      return `There is no API ${shown(problem.text)} that tokens could be exchanged for. Create it first.`;
    case "exchange-itself":
      return "An API needs no exchange for tokens of its own.";
    case "exists":
      return `The API ${problem.api.name} has the resource ${problem.api.resource} already.`;
    case "too-many":
      return `An installation has at most ${apisMax} APIs.`;
    case "unknown":
      return `There is no API ${shown(problem.text)}.`;
    case "unknown-scope":
      return `The API ${problem.api.name} has no scope ${shown(problem.scope)}.`;
    case "changed-meanwhile":
      return "Somebody else changed this API at the same moment, so nothing was changed here.";
    default:
      return unreachable(problem);
  }
}

function shown(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
