import { type AccountProblem, describeAccountProblem } from "../flows/operator/account-problem.ts";
import { refuse } from "../values/result.ts";
import type { Invocation } from "./invocation.ts";
import { type ExitCode, exitCodes, type Outcome } from "./outcome.ts";

const exitCodeOf: Readonly<Record<AccountProblem["kind"], ExitCode>> = {
  "unknown-account": exitCodes.notFound,
  "username-unusable": exitCodes.refused,
  "email-unusable": exitCodes.refused,
  "email-is-username": exitCodes.refused,
  "name-unusable": exitCodes.refused,
  "phone-number-unusable": exitCodes.refused,
  "address-unusable": exitCodes.refused,
  "claim-unusable": exitCodes.refused,
  "password-unusable": exitCodes.refused,
  "name-taken": exitCodes.conflict,
  "right-missing": exitCodes.refused,
  "changed-meanwhile": exitCodes.conflict,
  busy: exitCodes.unavailable,
};

const listHint = (runUser: string) => `\`${runUser} list\` shows the accounts there are.`;
const hints: Partial<Readonly<Record<AccountProblem["kind"], (runUser: string) => string>>> = {
  "unknown-account": listHint,
  "name-taken": listHint,
  "changed-meanwhile": (runUser) => `\`${runUser} show\` shows how it is now; run this again.`,
};

/** The problem of an account that could not be created, found or changed. */
export function accountProblem(invocation: Invocation, reason: AccountProblem): Outcome {
  const hint = hints[reason.kind]?.(`${invocation.runLatchkey} user`);
  return refuse({
    exitCode: exitCodeOf[reason.kind],
    cause: describeAccountProblem(reason),
    ...(hint !== undefined && { hint }),
  });
}
