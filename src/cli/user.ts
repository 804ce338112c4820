import type { Command } from "commander";
import type { Administration } from "../administration.ts";
import { findItems } from "../flows/listing.ts";
import type { MessagePorts } from "../flows/mail/create-message.ts";
import {
  type AccountRegistry,
  changeAccount,
  checkNewAccount,
  createAccount,
  findAccount,
  removeAccount,
  setAccountDisabled,
  setAccountPassword,
} from "../flows/operator/account.ts";
import { accountRecord } from "../flows/operator/account-record.ts";
import { everyRight } from "../flows/operator/rights.ts";
import { type Config, resolveIssuer } from "../ops/config.ts";
import { flowSettings } from "../ops/flow-settings.ts";
import { refuse } from "../values/result.ts";
import { shellWord } from "../values/words.ts";
import { accountProblem } from "./account-problem.ts";
import { printAccount } from "./account-view.ts";
import { withAdministration } from "./administration.ts";
import { type ConfirmOptions, confirm, yesOption } from "./confirm.ts";
import { action, type Invocation, wantsJson } from "./invocation.ts";
import { printTable } from "./layout.ts";
import { limitOption, noteRest, type SearchOptions, searchOption } from "./list.ts";
import { done, exitCodes, type Outcome } from "./outcome.ts";
import { addUserFactorCommands } from "./user-factors.ts";
import { addUserPasskeysCommand } from "./user-passkeys.ts";
import { addPasswordOptions, choosePassword, type PasswordOptions } from "./user-password.ts";
import { addPersonOptions, type PersonOptions, personTextsOf } from "./user-person.ts";
import { addUserRecoverCommand, noteLinkNeeded } from "./user-recover.ts";

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
  user
    .command("list")
    .description("people who can sign in, in the order in which they were added")
    .addOption(searchOption("id, username, e-mail address or name"))
    .addOption(limitOption())
    .action(
      action(invocation, (options: SearchOptions, command: Command) => list(invocation, command, options)),
    );
  user
    .command("show <user>")
    .description("one person; by username, e-mail address or id, as everywhere below")
    .action(action(invocation, (who: string, _: object, command: Command) => show(invocation, command, who)));
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
  for (const verb of ["disable", "enable"] as const)
    user
      .command(`${verb} <user>`)
      .description(
        verb === "disable" ? "sign the person out everywhere and keep them out" : "let the person in again",
      )
      .action(
        action(invocation, (who: string, _: object, command: Command) =>
          setDisabled(invocation, command, who, verb === "disable"),
        ),
      );
  addUserPasskeysCommand(user, invocation);
  addUserFactorCommands(user, invocation);
  user
    .command("delete <user>")
    .description("remove the account, its sessions and tokens; asks on a terminal")
    .addOption(yesOption())
    .action(
      action(invocation, (who: string, options: ConfirmOptions, command: Command) =>
        remove(invocation, command, who, options),
      ),
    );
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

function list(invocation: Invocation, command: Command, options: SearchOptions): Promise<Outcome> {
  const { terminal, runLatchkey } = invocation;
  return withAdministration(invocation, command, { createsDatabase: false }, async ({ store }) => {
    const page = await store.inventory.accounts(options);
    const { items: accounts } = await findItems(page, (id) => store.accounts.find(id));
    if (wantsJson(command)) for (const account of accounts) terminal.printJson(accountRecord(account));
    else if (accounts.length === 0 && options.search !== undefined) terminal.note("No person has that text.");
    else if (accounts.length === 0)
      terminal.note(`Nobody yet. Add somebody: ${runLatchkey} user create --username NAME`);
    else {
      const rows = accounts.map((account) => [
        account.username,
        account.email ?? "",
        account.name ?? "",
        account.isDisabled ? "disabled" : account.isAdmin ? "admin" : "ok",
        account.id,
      ]);
      printTable(terminal, ["USERNAME", "E-MAIL", "NAME", "STATE", "USER ID"], rows);
    }
    noteRest(invocation, options, page.total);
    return done;
  });
}

function show(invocation: Invocation, command: Command, who: string): Promise<Outcome> {
  return withAdministration(invocation, command, { createsDatabase: false }, async ({ store }) => {
    const account = await findAccount(store.accounts, who);
    if (account === undefined) return accountProblem(invocation, { kind: "unknown-account" });
    printAccount(invocation, command, account);
    return done;
  });
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

function setDisabled(
  invocation: Invocation,
  command: Command,
  who: string,
  isDisabled: boolean,
): Promise<Outcome> {
  const { terminal, runLatchkey } = invocation;
  return withAdministration(
    invocation,
    command,
    { createsDatabase: false },
    async ({ store, clock, audit }) => {
      const registry = { accounts: store.accounts, clock, audit };
      const set = await setAccountDisabled(registry, who, isDisabled, { by: everyRight });
      if (!set.ok) return accountProblem(invocation, set.reason);
      const { username } = set.value;
      if (wantsJson(command)) terminal.printJson(accountRecord(set.value));
      if (!isDisabled) terminal.note(`${username} is enabled.`);
      else {
        terminal.note(`${username} is disabled; every session and token of the person has ended.`);
        terminal.note(`Undo: ${runLatchkey} user enable ${shellWord(username)}`);
      }
      return done;
    },
  );
}

async function remove(
  invocation: Invocation,
  command: Command,
  who: string,
  options: ConfirmOptions,
): Promise<Outcome> {
  const confirmed = await confirm(
    `Delete the account ${who} with every session and token? This cannot be undone.`,
    options,
  );
  if (!confirmed.ok) return confirmed;
  return withAdministration(invocation, command, { createsDatabase: false }, async ({ store, audit }) => {
    const removed = await removeAccount({ accounts: store.accounts, audit }, who, { by: everyRight });
    if (!removed.ok) return accountProblem(invocation, removed.reason);
    const { username, id } = removed.value;
    if (wantsJson(command)) invocation.terminal.printJson({ ...accountRecord(removed.value), deleted: true });
    invocation.terminal.note(
      `Deleted ${username} (${id}) with every session and token. This cannot be undone.`,
    );
    return done;
  });
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
