import { removeAccount } from "../../flows/operator/account.ts";
import { claimsAndAttributes } from "../../flows/operator/account-record.ts";
import { declareAccount, findDeclared } from "../../flows/operator/declare-account.ts";
import { findGroups, groupProblems } from "../../flows/operator/group.ts";
import type { Account } from "../../identity/account.ts";
import type { AccountId } from "../../values/ids.ts";
import { ok } from "../../values/result.ts";
import { lackingScope, refused } from "../problem.ts";
import { textsIn } from "../user.ts";
import { refusedAccount } from "../user-problem.ts";
import { type DeclaredNoun, type Written, withoutDefaults } from "./noun.ts";

const pageItems = 200;

/**
 * People, if the state names them. Passwords, passkeys and authenticator apps are theirs alone and never declared, and neither is what they
 * did themselves: a lock, or that they asked for the deletion of their account.
 */
export const declaredUsers: DeclaredNoun<"users"> = {
  key: "username",
  reads: "users:read",
  writes: "users:write",
  list: async ({ registry }) => {
    const people: Written[] = [];
    let after: AccountId | undefined;
    do {
      const page = await registry.accounts.list(pageItems, after);
      people.push(...page.map(written));
      after = page.at(-1)?.id;
    } while (after !== undefined);
    return people.toSorted((a, b) => (String(a.username) < String(b.username) ? -1 : 1));
  },
  find: async ({ registry }, { username }) => {
    const found = await findDeclared(registry.accounts, username);
    return found.ok ? ok(found.value && written(found.value)) : refusedAccount({}, found.reason);
  },
  put: async ({ registry, operator }, wanted) => {
    const { username, groups: names = [] } = wanted;
    if (names.length > 0 && !operator.scopes.has("groups:write")) return lackingScope("groups:write");
    const groups = await findGroups(registry.groups, names);
    if (!groups.ok) return refused(groupProblems, groups.reason, { at: "groups" });
    const person = {
      ...textsIn(wanted),
      username,
      isAdmin: wanted.admin ?? false,
      isDisabled: wanted.disabled ?? false,
      vouchesForEmail: wanted.email_verified ?? true,
      groups: groups.value,
    };
    const declared = await declareAccount(registry, person, { by: operator });
    return declared.ok ? ok({}) : refusedAccount({}, declared.reason);
  },
  remove: async ({ registry, operator }, name) => {
    const removed = await removeAccount(registry, name, { by: operator });
    return removed.ok ? removed : refusedAccount({}, removed.reason);
  },
};

function written(account: Account): Written {
  const { email, lockedAt, isDisabled } = account;
  const members = {
    username: account.username,
    email,
    name: account.name,
    phone_number: account.phoneNumber,
    address: account.address,
    ...claimsAndAttributes(account),
    groups: account.groups?.toSorted(),
    require: account.requires,
    admin: account.isAdmin,
    disabled: isDisabled && lockedAt === undefined,
  };
  const isUnverified = email !== undefined && account.isEmailUnverified === true;
  return { ...withoutDefaults(members), ...(isUnverified && { email_verified: false }) };
}
