import { Argument, type Command, Option } from "commander";
import { changeClient, findClient, removeClient } from "../flows/operator/client.ts";
import { clientKinds, clientStates, orderedMax } from "../flows/operator/client-use.ts";
import { proxyNames } from "../flows/operator/proxy-files.ts";
import { everyRight } from "../flows/operator/rights.ts";
import { clientOperations } from "../operations/client.ts";
import { clientSorts } from "../operations/client-filter.ts";
import { clientBody } from "../operations/client-schema.ts";
import { byId } from "../operations/operation.ts";
import { authenticationMethodOf, type Client } from "../protocol/client/client.ts";
import { metadataFields } from "../protocol/client/metadata-fields.ts";
import { coveredRules, describeCovered } from "../protocol/forward-auth/rules.ts";
import { sectorOf } from "../protocol/openid/subject.ts";
import { ok, refuse } from "../values/result.ts";
import { counted } from "../values/words.ts";
import { addAccessCommand } from "./client-access.ts";
import { copyNow, detailsOf, onClient, printClient, unknownNames } from "./client-call.ts";
import { addClaimCommands } from "./client-claim.ts";
import { addCreateCommand } from "./client-create.ts";
import { addDocumentCommand } from "./client-document.ts";
import { addMetadataOptions, collect, type MetadataOptions, metadataChanges } from "./client-options.ts";
import { clientHints } from "./client-problem.ts";
import { proxyChange } from "./client-proxy.ts";
import { addTryCommand } from "./client-try.ts";
import { clientTable, createCommand, secretNotes } from "./client-view.ts";
import { type ConfirmOptions, confirm, type DryRunOptions, dryRunOption, yesOption } from "./confirm.ts";
import { action, type Invocation, wantsJson } from "./invocation.ts";
import { searchOption } from "./list.ts";
import { operationCommands } from "./operation-command.ts";
import type { OwnArgument } from "./operation-input.ts";
import { exitCodes, type Outcome } from "./outcome.ts";

const {
  listClients,
  getClient,
  getProxyConfiguration,
  rotateClientSecret,
  retireClientSecret,
  disableClient,
  enableClient,
} = byId(clientOperations);

interface UpdateOptions extends MetadataOptions {
  readonly name?: string;
  readonly redirectUri?: readonly string[];
  readonly addRedirectUri?: readonly string[];
  readonly removeRedirectUri?: readonly string[];
  readonly addPath?: readonly string[];
  readonly removePath?: readonly string[];
  readonly strict?: boolean;
}

/** `latchkey client …`: the applications that may send people here. */
export function addClientCommands(program: Command, invocation: Invocation): void {
  const client = program.command("client");
  const add = operationCommands(client, invocation, clientHints);
  addCreateCommand(client, invocation);
  add(listClients, {
    help: "registered applications, in the order of their registration",
    options: {
      q: searchOption("id, name or redirect URI"),
      kind: new Option("--kind <kind>", "only those of this kind").choices(clientKinds),
      state: new Option(
        "--state <state>",
        "only those that are disabled, or got no token in 30 days",
      ).choices(clientStates),
      sort: new Option("--sort <order>", "what comes first; - turns it round").choices(clientSorts),
    },
    table: clientTable,
    notes: ({ total, total_exact: isExact = true }) =>
      isExact ? [] : [`There may be more than ${total}: only ${orderedMax} were looked at.`],
  });
  add(getClient, {
    help: "everything about one application but its secret",
    argument: idArgument(),
    details: detailsOf,
    notes: (record, { latchkey }) => secretNotes(record, latchkey),
  });
  add(getProxyConfiguration, {
    when: new Option("--proxy <name>", "the configuration of the proxy that protects it").choices(proxyNames),
    details: ({ files }) =>
      files
        .map(({ path, text }) => (files.length === 1 ? text : `# ${path}\n\n${text}`).trimEnd())
        .join("\n\n"),
    notes: ({ files }) => files.map(({ path }) => `File: ${path}`),
  });
  addUpdateCommand(client, invocation);
  add(rotateClientSecret, {
    help: "make a new secret; the old one stops working at once",
    argument: idArgument(),
    options: { overlap: new Option("--overlap", "let the old one work on until retire-secret") },
    details: detailsOf,
    notes: ({ client_id: id, secrets }, { latchkey }) => [
      copyNow,
      ...(secrets === 2
        ? [
            `Both secrets work. \`${latchkey} client show ${id}\` says when each was last used.`,
            `When nobody uses the old one any more: ${latchkey} client retire-secret ${id}`,
          ]
        : ["Every older secret is refused within a second."]),
    ],
  });
  add(retireClientSecret, {
    help: "end the old secret that rotate-secret --overlap kept",
    argument: idArgument(),
    notes: () => ["The old secret is refused within a second; the new one works on."],
  });
  addClaimCommands(client, invocation);
  addAccessCommand(client, invocation);
  addTryCommand(client, invocation);
  addDocumentCommand(client, invocation);
  add(disableClient, {
    help: "refuse every request of it, revoke its tokens",
    argument: idArgument(),
    notes: ({ name, client_id: id }, { latchkey, revokedTokens }) => [
      `${name} (${id}) is disabled; ${counted(revokedTokens, "token")} revoked.`,
      `Undo: ${latchkey} client enable ${id}`,
    ],
  });
  add(enableClient, {
    help: "let it work again",
    argument: idArgument(),
    notes: ({ name, client_id: id }) => [`${name} (${id}) is enabled.`],
  });
  client
    .command("delete <id>")
    .description("remove it and its tokens; asks on a terminal")
    .addOption(yesOption())
    .addOption(dryRunOption())
    .action(
      action(invocation, (id: string, options: ConfirmOptions & DryRunOptions, command: Command) =>
        remove(invocation, command, id, options),
      ),
    );
}

function idArgument(): OwnArgument {
  const argument = new Argument("<id>").argParser((text: string) => ({ client_id: text }));
  return { members: ["client_id"], argument };
}

// Made by hand: like `client create`, it reads files, and refuses in the words of the options.
function addUpdateCommand(client: Command, invocation: Invocation): void {
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
  const proxyHeading = metadataFields.pathRules.option?.heading ?? "";
  for (const [flags, help] of [
    [
      "--add-path <rule>",
      "add a rule before the others, because the first that fits decides; may be repeated",
    ],
    ["--remove-path <rule>", "remove a rule; may be repeated"],
  ] as const)
    updating.addOption(new Option(flags, help).argParser(collect).helpGroup(proxyHeading));
}

async function update(
  invocation: Invocation,
  command: Command,
  id: string,
  options: UpdateOptions,
): Promise<Outcome> {
  const metadata = metadataChanges(invocation, options);
  if (!metadata.ok) return metadata;
  const { name, redirectUri, addRedirectUri, removeRedirectUri, addPath, removePath, strict } = options;
  const { runLatchkey } = invocation;
  const lists = [redirectUri, addRedirectUri, removeRedirectUri, addPath, removePath];
  if ([name, ...lists, strict, metadata.value].every(isAbsent))
    return refuse({
      exitCode: exitCodes.usage,
      cause: "No change is named.",
      hint: `\`${runLatchkey} client update --help\` lists what can.`,
    });
  const changes = {
    ...(name !== undefined && { name }),
    ...(redirectUri !== undefined && { redirectUris: redirectUri }),
    addRedirectUris: addRedirectUri ?? [],
    removeRedirectUris: removeRedirectUri ?? [],
    addPathRules: addPath ?? [],
    removePathRules: removePath ?? [],
    ...(strict !== undefined && { profile: strict ? ("strict" as const) : ("interface" as const) }),
    ...(metadata.value !== undefined && { metadata: metadata.value }),
  };
  return onClient(invocation, command, id, async (registry) => {
    const before = await findClient(registry.clients, id);
    const changed = await changeClient(registry, id, changes, { by: everyRight });
    if (!changed.ok) return changed;
    const uses = await registry.secretUses.list(changed.value.id);
    const ofProxy = proxyChange(before, changed.value, runLatchkey);
    const record = printClient(invocation, command, { client: changed.value, uses }, ofProxy.next);
    return ok([
      ...secretNotes(record, runLatchkey),
      ...(metadata.value?.resources === undefined
        ? []
        : await unknownNames(registry, changed.value, runLatchkey)),
      ...(addPath === undefined && metadata.value?.pathRules === undefined
        ? []
        : coveredNotes(changed.value)),
      "Updated; a running server uses it within a second.",
      ...ofProxy.notes,
      ...(before !== undefined && sectorOf(before) !== sectorOf(changed.value)
        ? [
            "Everybody has another sub at this application from now on, so it recognises nobody by the old one.",
          ]
        : []),
    ]);
  });
}

function coveredNotes({ metadata: { pathRules } }: Client): readonly string[] {
  return coveredRules(pathRules).map((covered) => `In this order, ${describeCovered(pathRules, covered)}.`);
}

function isAbsent(value: unknown): boolean {
  return value === undefined;
}

async function remove(
  invocation: Invocation,
  command: Command,
  id: string,
  options: ConfirmOptions & DryRunOptions,
): Promise<Outcome> {
  const { terminal, runLatchkey } = invocation;
  const { dryRun } = options;
  const question = `Delete the client ${id} and its tokens?`;
  const confirmed = dryRun ? ok(undefined) : await confirm(question, options);
  if (!confirmed.ok) return confirmed;
  return onClient(invocation, command, id, async (registry) => {
    const before = await findClient(registry.clients, id);
    const uses = before === undefined ? [] : await registry.secretUses.list(before.id);
    if (dryRun && before !== undefined) {
      if (wantsJson(command)) terminal.printJson({ ...clientBody(before, { uses }), dry_run: true });
      else terminal.print(question);
      return ok(["Nothing was changed."]);
    }
    const removed = await removeClient(registry, id, { by: everyRight });
    if (!removed.ok) return removed;
    const client = removed.value;
    if (wantsJson(command)) terminal.printJson({ ...clientBody(client, { uses }), deleted: true });
    const { publicKeys } = client.metadata;
    const hasSecret = authenticationMethodOf(client).startsWith("client_secret");
    const back = hasSecret ? "with a new id and secret" : "with a new id";
    return ok([
      `Deleted ${client.name} (${client.id}) and its tokens.`,
      `To have it back ${back}: ${runLatchkey} ${createCommand(client)}`,
      ...(publicKeys.length > 0 ? [`keys.json: ${JSON.stringify({ keys: publicKeys })}`] : []),
    ]);
  });
}
