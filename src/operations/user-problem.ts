import { type AccountProblem, accountProblems } from "../flows/operator/account-problem.ts";
import type { Call } from "./operation.ts";
import { lackingScope, refused } from "./problem.ts";

/** The problem of an account that could not be found, created or changed. */
export function refusedAccount(call: Partial<Pick<Call, "ifMatch">>, reason: AccountProblem) {
  if (reason.kind !== "right-missing") return refused(accountProblems, reason, call);
  return reason.scope === "admins:write" ? outOfReach() : lackingScope(reason.scope, "An account in groups");
}

/** The problem of an operator who may not change administrators. */
export function outOfReach() {
  return lackingScope("admins:write", "An account with the admin right");
}
