import { type ApiProblem, describeApiProblem } from "../flows/operator/api-problem.ts";
import type { Call } from "./operation.ts";
import { changedMeanwhile, invalidMember, notFound, problem } from "./problem.ts";

/** The problem of an API that could not be registered or changed. */
export function refusedApi({ ifMatch }: Partial<Pick<Call, "ifMatch">>, reason: ApiProblem) {
  const detail = describeApiProblem(reason);
  switch (reason.kind) {
    case "unknown":
      return notFound("API");
    case "unknown-scope":
      return notFound("scope of the API");
    case "changed-meanwhile":
      return changedMeanwhile(ifMatch !== undefined);
    case "exists":
    case "too-many":
    case "scopes-too-many":
      return problem("conflict", detail);
    default:
      return invalidMember(members[reason.kind], detail);
  }
}

const members = {
  "resource-unusable": "resource",
  "resource-with-credentials": "resource",
  "scheme-missing": "resource",
  "resource-misspelled": "resource",
  "name-unusable": "name",
  "scope-unusable": "name",
  "scope-reserved": "name",
  "scope-twice": "name",
  "sentence-unusable": "sentence",
  "language-unknown": "translations",
  "translation-of-nothing": "translations",
  "lifetime-unusable": "token_lifetime_seconds",
  "exchange-unknown": "may_exchange_for",
  "exchange-itself": "may_exchange_for",
} as const;
