import { type ClientProblem, clientProblems } from "../flows/operator/client-problem.ts";
import { inMemberNames } from "./client-schema.ts";
import type { Call } from "./operation.ts";
import { refused } from "./problem.ts";

/** The problem of a client that could not be found, registered or changed. */
export function refusedClient({ ifMatch }: Partial<Pick<Call, "ifMatch">>, reason: ClientProblem) {
  return refused(clientProblems, reason, { ifMatch, spell: inMemberNames });
}
