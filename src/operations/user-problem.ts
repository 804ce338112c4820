import { type AccountProblem, accountProblems } from "../flows/operator/account-problem.ts";
import type { Call } from "./operation.ts";
import { refused } from "./problem.ts";

/** The problem of an account that could not be found, created or changed. */
export function refusedAccount(call: Partial<Pick<Call, "ifMatch">>, reason: AccountProblem) {
  return refused(accountProblems, reason, call);
}
