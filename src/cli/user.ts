import type { Command } from "commander";
import type { Administration } from "../administration.ts";
import type { MessagePorts } from "../flows/mail/create-message.ts";
import {
  type AccountRegistry,
  changeAccount,
  checkNewAccount,
  createAccount,
  setAccountPassword,
} from "../flows/operator/account.ts";
import type { AccountProblem } from "../flows/operator/account-problem.ts";
import { everyRight } from "../flows/operator/rights.ts";
import { byId } from "../operations/operation.ts";
import { userOperations } from "../operations/user.ts";
import { type Config, resolveIssuer } from "../ops/config.ts";
import { flowSettings } from "../ops/flow-settings.ts";
import { refuse } from "../values/result.ts";
import { shellWord } from "../values/words.ts";
import { accountHints, accountProblem } from "./account-problem.ts";
import { accountDetails, printAccount } from "./account-view.ts";
import { withAdministration } from "./administration.ts";
import { action, type Invocation } from "./invocation.ts";
import { searchOption } from "./list.ts";
import { operationCommands } from "./operation-command.ts";
import { done, exitCodes, type Outcome } from "./outcome.ts";
import { addUserFactorCommands } from "./user-factors.ts";
import { addUserPasskeysCommand } from "./user-passkeys.ts";
import { addPasswordOptions, choosePassword, type PasswordOptions } from "./user-password.ts";
import { addPersonOptions, type PersonOptions, personTextsOf } from "./user-person.ts";
import { addUserRecoverCommand, noteLinkNeeded } from "./user-recover.ts";

const { listUsers, getUser, disableUser, enableUser, deleteUser } = byId(userOperations);

interface CreateOptions extends PasswordOptions, PersonOptions {
  readonly username: string;
}

const adminHelp = "may enter the console and administer this installation";

/** `latchkey user …`: the people who can sign in. */
export function addUserCommands(program: Command, invocation: Invocation): void {
  const user = program.command("user");
  addPasswordOptions(
    addPersonOptions(
      user
        .command("create")
        .description("add a person; asks for the password unless an option says where it comes from")
        .requiredOption("--username <username>", "what the person types to sign in")
        .option("--admin", adminHelp),
    ),
  ).action(
    action(invocation, (options: CreateOptions, command: Command) => create(invocation, command, options)),
  );
  const add = operationCommands<AccountProblem>(user, invocation, accountHints);
  add(listUsers, {
    help: "people who can sign in, in the order in which they were added",
    options: { q: searchOption("id, username, e-mail address or name") },
    table: {
      headings: ["USERNAME", "E-MAIL", "NAME", "STATE", "USER ID"],
      row: ({ username, email, name, disabled, admin, user_id }) => [
        username,
        email ?? "",
        name ?? "",
        disabled ? "disabled" : admin ? "admin" : "ok",
        user_id,
      ],
      empty: (latchkey) => `Nobody. Add somebody: ${latchkey} user create --username NAME`,
    },
  });
  add(getUser, {
    help: "one person; by username, e-mail address or id, as everywhere below",
    details: accountDetails,
  });
  addPersonOptions(
    user
      .command("update <user>")
      .description('change what is named, keep the rest; an empty text ("") takes it away')
      .option("--admin", adminHelp)
      .option("--no-admin", "revokes that right, at once"),
  ).action(
    action(invocation, (who: string, options: PersonOptions, command: Command) =>
      update(invocation, command, who, options),
    ),
  );
  addPasswordOptions(
    user.command("set-password <user>").description("set a new password and sign the person out everywhere"),
  ).action(
    action(invocation, (who: string, options: PasswordOptions, command: Command) =>
      setPassword(invocation, command, who, options),
    ),
  );
  addUserRecoverCommand(user, invocation);
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
  addUserPasskeysCommand(user, invocation);
  addUserFactorCommands(user, invocation);
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

async function create(invocation: Invocation, command: Command, options: CreateOptions): Promise<Outcome> {
  const { terminal, runLatchkey } = invocation;
  const password = await choosePassword(options);
  if (!password.ok) return password;
  const wanted = {
    username: options.username,
    ...personTextsOf(options),
    password: password.value.secret,
    isAdmin: options.admin === true,
  };
  const check = async () => {
    const checked = checkNewAccount(wanted);
    return checked.ok ? done : accountProblem(invocation, checked.reason);
  };
  return withAdministration(
    invocation,
    command,
    { createsDatabase: false, check },
    async (administration, config) => {
      const created = await createAccount(registryOf(administration, config), wanted, {
        by: everyRight,
      });
      if (!created.ok) return accountProblem(invocation, created.reason);
      printAccount(invocation, command, created.value, password.value);
      noteLinkNeeded(invocation, created.value, config);
      terminal.note(`Undo: ${runLatchkey} user delete ${shellWord(created.value.username)}`);
      return done;
    },
  );
}

async function update(
  invocation: Invocation,
  command: Command,
  who: string,
  options: PersonOptions,
): Promise<Outcome> {
  const changes = personTextsOf(options);
  if (Object.keys(changes).length === 0)
    return refuse({
      exitCode: exitCodes.usage,
      cause: "Nothing is named that should change.",
      hint: "Add --email, --name, --phone, --address, --claim or --require.",
    });
  return withAdministration(
    invocation,
    command,
    { createsDatabase: false },
    async ({ store, clock, audit }, config) => {
      const registry = { accounts: store.accounts, clock, audit };
      const changed = await changeAccount(registry, who, changes, { by: everyRight });
      if (!changed.ok) return accountProblem(invocation, changed.reason);
      printAccount(invocation, command, changed.value);
      const { username, email } = changed.value;
      if (changes.email !== undefined && username === email)
        invocation.terminal.note(`The username was the e-mail address and changed along: ${username}`);
      invocation.terminal.note("Updated; a running server uses it within a second.");
      if (changes.isAdmin) noteLinkNeeded(invocation, changed.value, config);
      return done;
    },
  );
}

async function setPassword(
  invocation: Invocation,
  command: Command,
  who: string,
  options: PasswordOptions,
): Promise<Outcome> {
  const password = await choosePassword(options);
  if (!password.ok) return password;
  return withAdministration(
    invocation,
    command,
    { createsDatabase: false },
    async (administration, config) => {
      const registry = registryOf(administration, config);
      const set = await setAccountPassword(registry, who, password.value.secret, { by: everyRight });
      if (!set.ok) return accountProblem(invocation, set.reason);
      printAccount(invocation, command, set.value, password.value);
      invocation.terminal.note("The password is set, and every session and token of the person has ended.");
      return done;
    },
  );
}

function registryOf(
  { store, keyring, ...tools }: Administration,
  config: Config,
): AccountRegistry & MessagePorts {
  return {
    ...store,
    ...tools,
    sealer: keyring,
    settings: flowSettings(config, resolveIssuer(config, config.port)),
  };
}
