import { type AccountProblem, accountProblems } from "../flows/operator/account-problem.ts";
import { type Invocation, spelledOut } from "./invocation.ts";
import { type Outcome, refused } from "./outcome.ts";

const seeList = "`latchkey user list` shows the accounts there are.";

/** The commands that help with the problems of accounts. */
export const accountHints: Readonly<Partial<Record<AccountProblem["kind"], string>>> = {
  "unknown-account": seeList,
  "name-taken": seeList,
  "changed-meanwhile": "`latchkey user show` shows how it is now; run this again.",
};

/** The problem of an account that could not be created, found or changed. */
export function accountProblem(invocation: Invocation, reason: AccountProblem): Outcome {
  const hint = accountHints[reason.kind];
  return refused(accountProblems, reason, hint && spelledOut(invocation, hint));
}
