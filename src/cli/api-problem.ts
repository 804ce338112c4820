import { type ApiProblem, apiProblems } from "../flows/operator/api-problem.ts";
import { shellWord } from "../values/words.ts";
import type { Invocation } from "./invocation.ts";
import { type Outcome, refused } from "./outcome.ts";

/** The problem of an API that could not be created, found or changed. */
export function apiProblem({ runLatchkey }: Invocation, reason: ApiProblem): Outcome {
  return refused(apiProblems, reason, hintOf(`${runLatchkey} api`, reason));
}

function hintOf(runApi: string, reason: ApiProblem): string | undefined {
  switch (reason.kind) {
    case "unknown":
    case "exchange-unknown":
      return `\`${runApi} list\` shows the APIs there are.`;
    case "unknown-scope":
      return `\`${runApi} show ${shellWord(reason.api.resource)}\` lists its scopes.`;
    case "exists":
      return `\`${runApi} update ${shellWord(reason.api.resource)}\` changes it.`;
    case "scope-twice":
      return `\`${runApi} scope update RESOURCE ${shellWord(`${reason.scope}=SENTENCE`)}\` changes its sentences.`;
    default:
      return undefined;
  }
}
