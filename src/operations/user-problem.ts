import { type AccountProblem, describeAccountProblem } from "../flows/operator/account-problem.ts";
import type { Call } from "./operation.ts";
import { changedMeanwhile, invalidMember, lackingScope, notFound, problem } from "./problem.ts";

const members = {
  "username-unusable": "username",
  "email-unusable": "email",
  "email-is-username": "email",
  "name-unusable": "name",
  "phone-number-unusable": "phone_number",
  "address-unusable": "address",
  "claim-unusable": "claims",
  "password-unusable": "password",
} as const;

/** The problem of an account that could not be created or changed. */
export function refusedAccount({ ifMatch }: Partial<Pick<Call, "ifMatch">>, reason: AccountProblem) {
  const detail = describeAccountProblem(reason);
  switch (reason.kind) {
    case "unknown-account":
      return notFound("person");
    case "changed-meanwhile":
      return changedMeanwhile(ifMatch !== undefined);
    case "right-missing":
      return reason.scope === "admins:write"
        ? outOfReach()
        : lackingScope(reason.scope, "An account in groups");
    case "name-taken":
      return problem("conflict", detail);
    case "busy":
      return problem("unavailable", detail, { retryAfterSeconds: 2 });
    default:
      return invalidMember(members[reason.kind], detail);
  }
}

/** The problem of an operator who may not change administrators. */
export function outOfReach() {
  return lackingScope("admins:write", "An account with the admin right");
}
