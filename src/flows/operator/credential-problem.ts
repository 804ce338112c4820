import { type ClosedAccount, closedAccounts } from "./account-problem.ts";
import type { ProblemTable } from "./problem.ts";

/** Why no credential of a person was found or removed. */
export type CredentialProblem =
  | ClosedAccount
  | { readonly kind: "unknown-passkey" | "unknown-app-password" }
  | { readonly kind: "no-totp" | "no-recovery-codes"; readonly username: string };

/** The problems of people's credentials. */
export const credentialProblems: ProblemTable<CredentialProblem> = {
  ...closedAccounts,
  "unknown-passkey": { as: "not-found", say: "The person has no such passkey." },
  "unknown-app-password": { as: "not-found", say: "The person has no such app password." },
  "no-totp": { as: "not-found", say: ({ username }) => `${username} has no authenticator app.` },
  "no-recovery-codes": { as: "not-found", say: ({ username }) => `${username} has no recovery codes.` },
};
