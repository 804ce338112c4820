import type { Command } from "commander";
import { findItems } from "../flows/listing.ts";
import { changeClient, removeClient, setClientDisabled } from "../flows/operator/client.ts";
import { clientRecord } from "../flows/operator/client-record.ts";
import { everyRight } from "../flows/operator/rights.ts";
import { authenticationMethodOf } from "../protocol/client/client.ts";
import { sectorOf } from "../protocol/openid/subject.ts";
import { parseClientId } from "../values/ids.ts";
import { ok, refuse } from "../values/result.ts";
import { counted } from "../values/words.ts";
import { withAdministration } from "./administration.ts";
import { noteUnknownNames, onClient, printClient } from "./client-call.ts";
import { addCreateCommand } from "./client-create.ts";
import { addDocumentCommand } from "./client-document.ts";
import { addMetadataOptions, collect, type MetadataOptions, metadataChanges } from "./client-options.ts";
import { clientProblem } from "./client-problem.ts";
import { addSecretCommands } from "./client-secrets.ts";
import { addTryCommand } from "./client-try.ts";
import { createCommand, kindOf, stateOf } from "./client-view.ts";
import { type ConfirmOptions, confirm, yesOption } from "./confirm.ts";
import { action, type Invocation, wantsJson } from "./invocation.ts";
import { printTable } from "./layout.ts";
import { limitOption, noteRest, type SearchOptions, searchOption } from "./list.ts";
import { done, exitCodes, type Outcome } from "./outcome.ts";

interface UpdateOptions extends MetadataOptions {
  readonly name?: string;
  readonly redirectUri?: readonly string[];
  readonly addRedirectUri?: readonly string[];
  readonly removeRedirectUri?: readonly string[];
  readonly strict?: boolean;
}

/** `latchkey client …`: the applications that may send people here. */
export function addClientCommands(program: Command, invocation: Invocation): void {
  const client = program.command("client");
  addCreateCommand(client, invocation);
  client
    .command("list")
    .description("registered applications, in the order of their registration")
    .addOption(searchOption("id, name or redirect URI"))
    .addOption(limitOption())
    .action(
      action(invocation, (options: SearchOptions, command: Command) => list(invocation, command, options)),
    );
  client
    .command("show <id>")
    .description("everything about one application but its secret")
    .action(action(invocation, (id: string, _: object, command: Command) => show(invocation, command, id)));
  const updating = client
    .command("update <id>")
    .description("change what is named, keep the rest")
    .option("--name <name>", "what people read on the sign-in page")
    .option("--redirect-uri <uri>", "replace the list of redirect URIs; may be repeated", collect)
    .option("--add-redirect-uri <uri>", "add one; may be repeated", collect)
    .option("--remove-redirect-uri <uri>", "remove one; may be repeated", collect)
    .option("--strict", "OAuth 2.1 rules")
    .option("--no-strict", "the rules of the interface")
    .action(
      action(invocation, (id: string, options: UpdateOptions, command: Command) =>
        update(invocation, command, id, options),
      ),
    );
  addMetadataOptions(updating, { mayTakeAway: true });
  addSecretCommands(client, invocation);
  addTryCommand(client, invocation);
  addDocumentCommand(client, invocation);
  for (const verb of ["disable", "enable"] as const)
    client
      .command(`${verb} <id>`)
      .description(verb === "disable" ? "refuse every request of it, revoke its tokens" : "let it work again")
      .action(
        action(invocation, (id: string, _: object, command: Command) =>
          setDisabled(invocation, command, id, verb === "disable"),
        ),
      );
  client
    .command("delete <id>")
    .description("remove it and its tokens; asks on a terminal")
    .addOption(yesOption())
    .action(
      action(invocation, (id: string, options: ConfirmOptions, command: Command) =>
        remove(invocation, command, id, options),
      ),
    );
}

function list(invocation: Invocation, command: Command, options: SearchOptions): Promise<Outcome> {
  const { terminal, runLatchkey } = invocation;
  return withAdministration(invocation, command, { createsDatabase: false }, async ({ store, clock }) => {
    const page = await store.inventory.clients(options);
    const { items: clients } = await findItems(page, async (id) => {
      const client = await store.clients.find(id);
      return client && { client, uses: await store.secretUses.list(id) };
    });
    if (wantsJson(command))
      for (const { client, uses } of clients) terminal.printJson(clientRecord(client, { uses }));
    else if (clients.length === 0 && options.search !== undefined) terminal.note("No client has that text.");
    else if (clients.length === 0)
      terminal.note(
        `No clients yet. Register one: ${runLatchkey} client create --name NAME --redirect-uri URI`,
      );
    else {
      const rows = clients.map(({ client, uses }) => [
        client.id,
        client.name,
        kindOf(client),
        stateOf(client, uses, clock.now()),
        (client.redirectUris[0] ?? "") +
          (client.redirectUris.length > 1 ? ` and ${client.redirectUris.length - 1} more` : ""),
      ]);
      printTable(terminal, ["CLIENT ID", "NAME", "KIND", "STATE", "REDIRECT URI"], rows);
    }
    noteRest(invocation, options, page.total);
    return done;
  });
}

function show(invocation: Invocation, command: Command, id: string): Promise<Outcome> {
  return withAdministration(invocation, command, { createsDatabase: false }, async ({ store }) => {
    const clientId = parseClientId(id);
    const client = clientId === undefined ? undefined : await store.clients.find(clientId);
    if (client === undefined) return clientProblem(invocation, { kind: "unknown-client" }, id);
    printClient(invocation, command, { client, uses: await store.secretUses.list(client.id) });
    return done;
  });
}

async function update(
  invocation: Invocation,
  command: Command,
  id: string,
  options: UpdateOptions,
): Promise<Outcome> {
  const metadata = metadataChanges(invocation, options);
  if (!metadata.ok) return metadata;
  const { name, redirectUri, addRedirectUri, removeRedirectUri, strict } = options;
  if ([name, redirectUri, addRedirectUri, removeRedirectUri, strict, metadata.value].every(isAbsent))
    return refuse({
      exitCode: exitCodes.usage,
      cause: "Nothing is named that should change.",
      hint: `\`${invocation.runLatchkey} client update --help\` lists what can.`,
    });
  return onClient(invocation, command, id, async (registry, clientId, config) => {
    const before = await registry.clients.find(clientId);
    const changes = {
      ...(options.name !== undefined && { name: options.name }),
      ...(options.redirectUri !== undefined && { redirectUris: options.redirectUri }),
      addRedirectUris: options.addRedirectUri ?? [],
      removeRedirectUris: options.removeRedirectUri ?? [],
      ...(options.strict !== undefined && {
        profile: options.strict ? ("strict" as const) : ("interface" as const),
      }),
      ...(metadata.value !== undefined && { metadata: metadata.value }),
    };
    const changed = await changeClient(registry, clientId, changes, { by: everyRight });
    if (!changed.ok) return changed;
    const uses = await registry.secretUses.list(clientId);
    printClient(invocation, command, { client: changed.value, uses });
    if (metadata.value?.resources !== undefined)
      await noteUnknownNames(invocation, config, registry.apis, changed.value);
    const subjects =
      before !== undefined && sectorOf(before) !== sectorOf(changed.value)
        ? "\nEverybody has another sub at this application from now on, so it recognises nobody by the old one."
        : "";
    return ok(`Updated; a running server uses it within a second.${subjects}`);
  });
}

function isAbsent(value: unknown): boolean {
  return value === undefined;
}

function setDisabled(
  invocation: Invocation,
  command: Command,
  id: string,
  isDisabled: boolean,
): Promise<Outcome> {
  return onClient(invocation, command, id, async (registry, clientId) => {
    const set = await setClientDisabled(registry, clientId, isDisabled, { by: everyRight });
    if (!set.ok) return set;
    const { client, revokedTokens } = set.value;
    if (wantsJson(command))
      invocation.terminal.printJson(clientRecord(client, { uses: await registry.secretUses.list(clientId) }));
    if (!isDisabled) return ok(`${client.name} (${client.id}) is enabled.`);
    return ok(
      `${client.name} (${client.id}) is disabled; ${counted(revokedTokens, "token")} revoked.\n` +
        `Undo: ${invocation.runLatchkey} client enable ${client.id}`,
    );
  });
}

async function remove(
  invocation: Invocation,
  command: Command,
  id: string,
  options: ConfirmOptions,
): Promise<Outcome> {
  const confirmed = await confirm(`Delete the client ${id} and its tokens?`, options);
  if (!confirmed.ok) return confirmed;
  return onClient(invocation, command, id, async (registry, clientId) => {
    const uses = await registry.secretUses.list(clientId);
    const removed = await removeClient(registry, clientId, { by: everyRight });
    if (!removed.ok) return removed;
    const client = removed.value;
    if (wantsJson(command))
      invocation.terminal.printJson({ ...clientRecord(client, { uses }), deleted: true });
    const { publicKeys } = client.metadata;
    const keys = publicKeys.length > 0 ? `\nkeys.json: ${JSON.stringify({ keys: publicKeys })}` : "";
    const hasSecret = authenticationMethodOf(client).startsWith("client_secret");
    const back = hasSecret ? "with a new id and secret" : "with a new id";
    return ok(
      `Deleted ${client.name} (${clientId}) and its tokens.\n` +
        `To have it back ${back}: ${invocation.runLatchkey} ${createCommand(client)}${keys}`,
    );
  });
}
