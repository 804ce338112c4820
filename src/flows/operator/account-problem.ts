import { type AccountNameProblem, describeAccountNameProblem } from "../../identity/account-name.ts";
import { describeNewPasswordProblem, type NewPasswordProblem } from "../../identity/password.ts";
import { describePhoneNumberProblem, type PhoneNumberProblem } from "../../identity/phone-number.ts";
import { describePostalAddressProblem, type PostalAddressProblem } from "../../identity/postal-address.ts";
import { type ClaimProblem, describeClaimProblem } from "../../protocol/openid/person-claims.ts";
import { unreachable } from "../../values/result.ts";
import { displayNameLengthMax } from "./display-name.ts";

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
  /** Of the operator: for an administrator, or one who would become one; or for the groups of a new account. */
  | { readonly kind: "right-missing"; readonly scope: "admins:write" | "groups:write" }
  | { readonly kind: "changed-meanwhile" }
  | { readonly kind: "busy" };

/** One or two sentences for the operator: the cause and, where it is not plain, the repair. Never the password. */
export function describeAccountProblem(problem: AccountProblem): string {
  switch (problem.kind) {
    case "unknown-account":
      return "There is no such account.";
    case "username-unusable":
      return `The username cannot be used. ${describeAccountNameProblem(problem.problem)}`;
    case "email-unusable":
      return `The e-mail address cannot be used. ${describeAccountNameProblem(problem.problem)}`;
    case "email-is-username":
      return "The e-mail address is the username too, so it can be changed but not taken away.";
    case "name-unusable":
      return `The name has 1 to ${displayNameLengthMax} visible characters.`;
    case "phone-number-unusable":
      return `The phone number cannot be used. ${describePhoneNumberProblem(problem.problem)}`;
    case "address-unusable":
      return `The address cannot be used. ${describePostalAddressProblem(problem.problem)}`;
    case "claim-unusable":
      return describeClaimProblem(problem.problem);
    case "password-unusable":
      return `The password cannot be used. ${describeNewPasswordProblem(problem.problem)}`;
    case "name-taken":
      return "Another account has this username or e-mail address.";
    case "right-missing":
      return problem.scope === "admins:write"
        ? "Only somebody with full admin rights can change an administrator, or make one."
        : "Only somebody who may change groups can put a new account into them.";
    case "changed-meanwhile":
      return "Somebody else changed this account at the same moment, so nothing was changed here.";
    case "busy":
      return "Too many passwords are being hashed. Try again in a moment.";
    default:
      return unreachable(problem);
  }
}
