import { type Command, Option } from "commander";
import { peopleOrders } from "../flows/people-ports.ts";
import { byId } from "../operations/operation.ts";
import { checkNewUser, userOperations } from "../operations/user.ts";
import { shellWord } from "../values/words.ts";
import { accountHints } from "./account-problem.ts";
import { accountDetails, personDetails } from "./account-view.ts";
import { groupOption } from "./invite.ts";
import type { Invocation } from "./invocation.ts";
import { shortTimeOf } from "./layout.ts";
import { operationCommands } from "./operation-command.ts";
import { removable } from "./operation-input.ts";
import { addUserCredentialCommands } from "./user-credentials.ts";
import { filterOptions } from "./user-filter.ts";
import { passwordNotes, passwordOptions } from "./user-password.ts";
import { adminOption, personOptions } from "./user-person.ts";
import { linkCommands, linkNotes, recoveryView } from "./user-recover.ts";

const {
  listUsers,
  createUser,
  getUser,
  updateUser,
  setPassword,
  recoverUser,
  disableUser,
  enableUser,
  deleteUser,
} = byId(userOperations);

/** `latchkey user …`: the people who can sign in. */
export function addUserCommands(program: Command, invocation: Invocation): void {
  const user = program.command("user");
  const add = operationCommands(user, invocation, accountHints);
  add(createUser, {
    help: "add a person; asks for the password unless an option says where it comes from",
    options: {
      username: new Option("--username <username>", "what the person types to sign in"),
      password: passwordOptions(),
      groups: groupOption(),
      ...personOptions(),
      admin: adminOption(),
    },
    check: checkNewUser,
    details: accountDetails,
    next: async ({ user_id, username }, beside) => [
      ...(await linkCommands(user_id, beside)),
      `user show ${shellWord(username)}`,
    ],
    notes: async (account, beside) => [
      ...passwordNotes(account),
      ...(await linkNotes(account.user_id, beside)),
      `Undo: ${beside.latchkey} user delete ${shellWord(account.username)}`,
    ],
  });
  add(listUsers, {
    help: "people who can sign in, in the order in which they were added",
    options: {
      sort: new Option(
        "--sort <order>",
        "the order; - reverses it, but people without a name or an address stay last",
      ).choices(peopleOrders),
      ...filterOptions(String),
    },
    table: {
      headings: ["USERNAME", "E-MAIL", "NAME", "STATE", "LAST SIGN-IN", "USER ID"],
      row: ({
        username,
        email,
        email_verified,
        name,
        disabled,
        locked_at,
        admin,
        last_sign_in_at,
        user_id,
      }) => [
        username,
        email === null || email_verified ? (email ?? "") : `${email} (not verified)`,
        name ?? "",
        locked_at !== null ? "locked" : disabled ? "disabled" : admin ? "admin" : "ok",
        last_sign_in_at === null ? "" : shortTimeOf(last_sign_in_at),
        user_id,
      ],
      empty: (latchkey, names) =>
        Object.keys(names).some((name) => name !== "limit" && name !== "sort")
          ? "Nobody."
          : `Nobody. Add somebody: ${latchkey} user create --username NAME`,
    },
    notes: ({ total, total_exact }) => (total_exact ? [] : [`There are at least ${total}.`]),
  });
  add(getUser, {
    help: "one person; by username, e-mail address or id, as everywhere below",
    details: personDetails,
  });
  addChangeCommands(user, invocation);
  add(disableUser, {
    help: "sign the person out everywhere and keep them out",
    notes: ({ username }, { latchkey }) => [
      `${username} is disabled; every session and token of the person has ended.`,
      `Undo: ${latchkey} user enable ${shellWord(username)}`,
    ],
  });
  add(enableUser, {
    help: "let the person in again",
    notes: ({ username }) => [`${username} is enabled.`],
  });
  addUserCredentialCommands(user, invocation);
  add(deleteUser, {
    help: "remove the account, its sessions and tokens",
    reads: getUser,
    confirm: ({ username }) =>
      `Delete the account ${username} with every session and token? This cannot be undone.`,
    notes: ({ username, user_id }) => [
      `Deleted ${username} (${user_id}) with every session and token. This cannot be undone.`,
    ],
  });
}

function addChangeCommands(user: Command, invocation: Invocation): void {
  const add = operationCommands(user, invocation, accountHints);
  add(updateUser, {
    help: 'change what is named, keep the rest; an empty text ("") takes it away',
    options: { ...personOptions(), admin: removable(adminOption(), "revokes that right, at once") },
    details: accountDetails,
    notes: async ({ user_id, username, email }, beside) => [
      ...(beside.content.email !== undefined && username === email
        ? [`The username was the e-mail address and changed along: ${username}`]
        : []),
      "Updated; a running server uses it within a second.",
      ...(beside.content.admin ? await linkNotes(user_id, beside) : []),
    ],
  });
  add(setPassword, {
    help: "set a new password and sign the person out everywhere",
    options: { password: passwordOptions() },
    details: accountDetails,
    notes: (account) => [
      ...passwordNotes(account),
      "The password is set, and every session and token of the person has ended.",
    ],
  });
  add(recoverUser, recoveryView);
}
