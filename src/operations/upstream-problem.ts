import { type UpstreamProblem, upstreamProblems } from "../flows/operator/upstream-problem.ts";
import type { Call } from "./operation.ts";
import { refused } from "./problem.ts";

/** The problem of a provider that could not be added or changed. */
export function refusedUpstream({ ifMatch }: Partial<Pick<Call, "ifMatch">>, reason: UpstreamProblem) {
  return refused(upstreamProblems, reason, { ifMatch, spell: inMembers });
}

const options: Readonly<Record<string, string>> = {
  "--name": "upstream",
  "--key-file": "secret",
  "--client-secret-stdin": "secret",
};

/** A sentence written for the command line, with options replaced by members of the API. */
function inMembers(sentence: string): string {
  return sentence.replace(/--[a-z][a-z-]*/g, (flag) => options[flag] ?? flag.slice(2).replaceAll("-", "_"));
}
