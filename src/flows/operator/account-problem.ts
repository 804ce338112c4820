import { type AccountNameProblem, describeAccountNameProblem } from "../../identity/account-name.ts";
import { describeNewPasswordProblem, type NewPasswordProblem } from "../../identity/password.ts";
import { describePhoneNumberProblem, type PhoneNumberProblem } from "../../identity/phone-number.ts";
import { describePostalAddressProblem, type PostalAddressProblem } from "../../identity/postal-address.ts";
import { type ClaimProblem, describeClaimProblem } from "../../protocol/openid/person-claims.ts";
import { displayNameLengthMax } from "./display-name.ts";
import { explain, type ProblemTable } from "./problem.ts";

/** The reason why no account changed. */
export type AccountProblem =
  | { readonly kind: "unknown-account" }
  | { readonly kind: "username-unusable"; readonly problem: AccountNameProblem }
  | { readonly kind: "email-unusable"; readonly problem: AccountNameProblem }
  | { readonly kind: "email-is-username" }
  | { readonly kind: "name-unusable" }
  | { readonly kind: "phone-number-unusable"; readonly problem: PhoneNumberProblem }
  | { readonly kind: "address-unusable"; readonly problem: PostalAddressProblem }
  | { readonly kind: "claim-unusable"; readonly problem: ClaimProblem }
  | { readonly kind: "password-unusable"; readonly problem: NewPasswordProblem }
  | { readonly kind: "name-taken" }
  /** Of the operator: for an administrator, or one who would become one; or for the groups of an account. */
  | { readonly kind: "right-missing"; readonly scope: "admins:write" | "groups:write" }
  | { readonly kind: "changed-meanwhile" }
  | { readonly kind: "busy" };

/** What each problem of an account says. Never the password. */
export const accountProblems: ProblemTable<AccountProblem> = {
  "unknown-account": { as: "not-found", say: "There is no such account." },
  "username-unusable": {
    as: "invalid",
    at: "username",
    say: ({ problem }) => `The username cannot be used. ${describeAccountNameProblem(problem)}`,
  },
  "email-unusable": {
    as: "invalid",
    at: "email",
    say: ({ problem }) => `The e-mail address cannot be used. ${describeAccountNameProblem(problem)}`,
  },
  "email-is-username": {
    as: "invalid",
    at: "email",
    say: "The e-mail address is the username too, so it can be changed but not taken away.",
  },
  "name-unusable": {
    as: "invalid",
    at: "name",
    say: `The name has 1 to ${displayNameLengthMax} visible characters.`,
  },
  "phone-number-unusable": {
    as: "invalid",
    at: "phone_number",
    say: ({ problem }) => `The phone number cannot be used. ${describePhoneNumberProblem(problem)}`,
  },
  "address-unusable": {
    as: "invalid",
    at: "address",
    say: ({ problem }) => `The address cannot be used. ${describePostalAddressProblem(problem)}`,
  },
  "claim-unusable": { as: "invalid", at: "claims", say: ({ problem }) => describeClaimProblem(problem) },
  "password-unusable": {
    as: "invalid",
    at: "password",
    say: ({ problem }) => `The password cannot be used. ${describeNewPasswordProblem(problem)}`,
  },
  "name-taken": {
    as: "conflict",
    at: "username",
    say: "Another account has this username or e-mail address.",
  },
  "right-missing": {
    as: "lacking",
    right: ({ scope }) => scope,
    say: ({ scope }) =>
      scope === "admins:write"
        ? "Changing or creating an administrator needs the right admins:write, which you do not have."
        : "Changing the groups of an account needs the right groups:write, which you do not have.",
  },
  "changed-meanwhile": {
    as: "changed",
    say: "Somebody else changed this account at the same moment, so nothing was changed here.",
  },
  busy: { as: "unavailable", say: "Too many passwords are being hashed. Try again in a moment." },
};

/** Why an account, or what belongs to it, may not be changed on the terms of an operator. */
export type ClosedAccount = Extract<
  AccountProblem,
  { readonly kind: "unknown-account" | "right-missing" | "changed-meanwhile" }
>;

/** The rows for the tables of nouns that belong to accounts. */
export const closedAccounts: ProblemTable<ClosedAccount> = {
  "unknown-account": accountProblems["unknown-account"],
  "right-missing": accountProblems["right-missing"],
  "changed-meanwhile": accountProblems["changed-meanwhile"],
};

/** The sentence of a problem: the cause and, if it is not obvious, the repair. */
export function describeAccountProblem(problem: AccountProblem): string {
  return explain(accountProblems, problem).say;
}
