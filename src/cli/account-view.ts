import type { AnswerOf } from "../operations/operation.ts";
import type { personSchema, userSchema } from "../operations/user-schema.ts";
import { givenClaims } from "../protocol/openid/person-claims.ts";
import { type Details, labelled, shortTimeOf } from "./layout.ts";

/** An account for people, as labels and values. */
export function accountDetails(account: AnswerOf<typeof userSchema>): Details {
  const { password, email, name, phone_number: phone, address, claims, require: requires } = account;
  const ofClaims = givenClaims.flatMap(({ name, label }) => {
    const value = claims[name];
    return value === undefined ? [] : [[label, value] as const];
  });
  return [
    ["User ID", account.user_id],
    ...given("Subject", account.sub === account.user_id ? null : account.sub),
    ["Username", account.username],
    ...given("Password", password),
    ...given("E-mail", email && (account.email_verified ? email : `${email} (not verified)`)),
    ...given("Name", name),
    ...given("Phone", phone),
    ...labelled("Address", address === null ? [] : address.split("\n")),
    ...ofClaims,
    ...labelled(
      "Attributes",
      Object.entries(account.attributes).map(([attribute, value]) => `${attribute}: ${value}`),
    ),
    ...labelled("Groups", account.groups),
    ...given("Requires", requires === "one" ? null : requires),
    ...labelled("Second factor", [
      ...(account.passkey ? ["passkey"] : []),
      ...(account.totp ? ["authenticator app"] : []),
    ]),
    ...given("Administrator", account.admin ? "yes" : null),
    ["State", stateOf(account)],
    ...given("Deletion", account.delete_after && `${shortTimeOf(account.delete_after)}, as the person asked`),
    ["Created", shortTimeOf(account.created_at)],
  ];
}

/** The details of an account, with what only lists and the person's page show. */
export function personDetails(person: AnswerOf<typeof personSchema>): Details {
  const { last_sign_in_at: at, imported } = person;
  return [
    ...accountDetails(person),
    ...given("Last sign-in", at && shortTimeOf(at)),
    ...given("Imported", imported ? "yes" : null),
  ];
}

function stateOf({
  disabled,
  locked_at,
}: Pick<AnswerOf<typeof userSchema>, "disabled" | "locked_at">): string {
  if (locked_at !== null) return `locked by the person since ${shortTimeOf(locked_at)}`;
  return disabled ? "disabled" : "enabled";
}

function given(label: string, value: string | null | undefined): Details {
  return value ? [[label, value]] : [];
}
