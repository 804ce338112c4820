import { type ApiProblem, describeApiProblem } from "../flows/operator/api-problem.ts";
import { refuse } from "../values/result.ts";
import { shellWord } from "../values/words.ts";
import type { Invocation } from "./invocation.ts";
import { type ExitCode, exitCodes, type Outcome } from "./outcome.ts";

/** The problem of an API that could not be created, found or changed. */
export function apiProblem({ runLatchkey }: Invocation, reason: ApiProblem): Outcome {
  const hint = hintOf(`${runLatchkey} api`, reason);
  return refuse({
    exitCode: exitCodeOf(reason),
    cause: describeApiProblem(reason),
    ...(hint !== undefined && { hint }),
  });
}

function exitCodeOf({ kind }: ApiProblem): ExitCode {
  if (kind === "unknown" || kind === "unknown-scope" || kind === "exchange-unknown")
    return exitCodes.notFound;
  const isConflict = kind === "exists" || kind === "scope-twice" || kind === "changed-meanwhile";
  return isConflict ? exitCodes.conflict : exitCodes.refused;
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
