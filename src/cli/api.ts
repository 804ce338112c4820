import { type Command, Option } from "commander";
import {
  createApi,
  findApi,
  findMentions,
  type Mentions,
  removeApi,
  updateApi,
} from "../flows/operator/api.ts";
import { apiRecord, mentionsRecord, metadataRecord } from "../flows/operator/api-record.ts";
import { type Config, resolveIssuer } from "../ops/config.ts";
import type { Api } from "../protocol/api/api.ts";
import { refuse } from "../values/result.ts";
import { counted, shellWord } from "../values/words.ts";
import { withAdministration } from "./administration.ts";
import {
  addChangeOptions,
  type ChangeOptions,
  changesOf,
  collectRead,
  readScopeOption,
  readScopeTextOption,
  type ScopeOption,
  type ScopeTextOption,
} from "./api-options.ts";
import { apiProblem } from "./api-problem.ts";
import { addScopeCommands } from "./api-scope.ts";
import { apiDetails, mentionDetails, metadataLines, tokenNotes } from "./api-view.ts";
import { type ConfirmOptions, confirm, yesOption } from "./confirm.ts";
import { action, type Invocation, wantsJson } from "./invocation.ts";
import { detailLines, printTable } from "./layout.ts";
import { done, exitCodes, type Outcome } from "./outcome.ts";

interface CreateOptions extends ChangeOptions {
  readonly resource: string;
  readonly name: string;
  readonly scope?: readonly ScopeOption[];
  readonly scopeText?: readonly ScopeTextOption[];
}

interface UpdateOptions extends ChangeOptions {
  readonly name?: string;
}

interface ShowOptions {
  readonly metadata?: true;
}

/** `latchkey api …`: APIs whose access tokens this service issues. */
export function addApiCommands(program: Command, invocation: Invocation): void {
  const api = program.command("api");
  const creation = api
    .command("create")
    .description("issue access tokens for an API, with scopes of its own")
    .requiredOption("--resource <uri>", "its resource indicator, the address that clients name")
    .requiredOption("--name <name>", "its name, which people read on the consent page")
    .addOption(
      new Option(
        "--scope <name=sentence>",
        "what clients may ask for, and the sentence for people; may be repeated",
      ).argParser(collectRead(readScopeOption)),
    )
    .addOption(
      new Option(
        "--scope-text <language:name=sentence>",
        "the sentence in another language; may be repeated",
      ).argParser(collectRead(readScopeTextOption)),
    );
  addChangeOptions(creation).action(
    action(invocation, (options: CreateOptions, command: Command) => create(invocation, command, options)),
  );
  api
    .command("list")
    .description("the APIs, in the order of their resources")
    .action(action(invocation, (_: object, command: Command) => list(invocation, command)));
  api
    .command("show <resource>")
    .description("one API, and what names it")
    .option("--metadata", "instead, what its server publishes and answers (RFC 9728)")
    .action(
      action(invocation, (resource: string, options: ShowOptions, command: Command) =>
        show(invocation, command, resource, options),
      ),
    );
  addChangeOptions(
    api
      .command("update <resource>")
      .description("change what is named, keep the rest")
      .option("--name <name>", "its name, which people read on the consent page"),
  )
    .option("--no-lifetime", "tokens live as long as is usual for their format")
    .option("--no-may-exchange-for", "its server gets no other tokens")
    .action(
      action(invocation, (resource: string, options: UpdateOptions, command: Command) =>
        update(invocation, command, resource, options),
      ),
    );
  api
    .command("delete <resource>")
    .description("remove an API, so that nobody gets tokens for it any more; asks on a terminal")
    .addOption(yesOption())
    .action(
      action(invocation, (resource: string, options: ConfirmOptions, command: Command) =>
        remove(invocation, command, resource, options),
      ),
    );
  addScopeCommands(api, invocation);
}

function create(invocation: Invocation, command: Command, options: CreateOptions): Promise<Outcome> {
  const { resource, name, scope = [], scopeText = [] } = options;
  return withAdministration(
    invocation,
    command,
    { createsDatabase: false },
    async ({ store, clock, audit }, config) => {
      const stray = scopeText.find((text) => !scope.some((each) => each.name === text.scope));
      if (stray !== undefined)
        return apiProblem(invocation, { kind: "translation-of-nothing", scope: stray.scope });
      const scopes = scope.map((each) => ({
        ...each,
        translations: scopeText.filter((text) => text.scope === each.name),
      }));
      const wanted = { ...changesOf(options), resource, name, scopes };
      const created = await createApi({ apis: store.apis, clock, audit }, wanted);
      if (!created.ok) return apiProblem(invocation, created.reason);
      printApi(invocation, command, created.value, config);
      noteNextSteps(invocation, created.value, config);
      return done;
    },
  );
}

function printApi({ terminal }: Invocation, command: Command, api: Api, config: Config): void {
  if (wantsJson(command)) terminal.printJson(apiRecord(api));
  else detailLines(apiDetails(api, config.accessTokenLifetime)).forEach(terminal.print);
}

/** Says what the API's server and its clients need next. */
function noteNextSteps({ terminal, runLatchkey }: Invocation, api: Api, config: Config): void {
  const issuer = resolveIssuer(config, config.port);
  const resource = shellWord(api.resource);
  const asks = `${runLatchkey} client update CLIENT_ID --resource ${resource}`;
  if (api.openTo === "listed") terminal.note(`Let an application ask for it: ${asks}`);
  else terminal.note(`For an application that uses only the interface so far: ${asks}`);
  if (api.tokenFormat === "jwt")
    terminal.note(`Its server reads the tokens with the keys at ${issuer}/.well-known/jwks.json`);
  else
    terminal.note(
      `Its server asks ${issuer}/v1/Oauth/introspection about tokens, as a client: ${runLatchkey} client update CLIENT_ID --audience ${resource}`,
    );
  terminal.note(`What it publishes and answers: ${runLatchkey} api show ${resource} --metadata`);
  for (const line of tokenNotes(api)) terminal.note(line);
  terminal.note(`Undo: ${runLatchkey} api delete ${resource}`);
}

function list(invocation: Invocation, command: Command): Promise<Outcome> {
  const { terminal, runLatchkey } = invocation;
  return withAdministration(invocation, command, { createsDatabase: false }, async ({ store }) => {
    const apis = await store.apis.all();
    if (wantsJson(command)) for (const api of apis) terminal.printJson(apiRecord(api));
    else if (apis.length === 0)
      terminal.note(
        `No APIs yet. Create one: ${runLatchkey} api create --resource https://api.example --name NAME --scope read="See your data"`,
      );
    else
      printTable(
        terminal,
        ["RESOURCE", "NAME", "TOKENS", "OPEN TO", "SCOPES"],
        apis.map(({ resource, name, tokenFormat, openTo, scopes }) => [
          resource,
          name,
          tokenFormat,
          openTo,
          scopes.map((scope) => scope.name).join(" "),
        ]),
      );
    return done;
  });
}

function show(
  invocation: Invocation,
  command: Command,
  text: string,
  options: ShowOptions,
): Promise<Outcome> {
  const { terminal } = invocation;
  return withAdministration(invocation, command, { createsDatabase: false }, async ({ store }, config) => {
    const api = await findApi(store.apis, text);
    if (api === undefined) return apiProblem(invocation, { kind: "unknown", text });
    if (options.metadata) {
      const issuer = resolveIssuer(config, config.port);
      if (wantsJson(command)) terminal.printJson(metadataRecord(api, issuer));
      else metadataLines(api, issuer).forEach(terminal.print);
      return done;
    }
    const mentions = await findMentions(store, api.resource);
    if (wantsJson(command)) terminal.printJson({ ...apiRecord(api), ...mentionsRecord(mentions) });
    else
      detailLines([...apiDetails(api, config.accessTokenLifetime), ...mentionDetails(api, mentions)]).forEach(
        terminal.print,
      );
    return done;
  });
}

async function update(
  invocation: Invocation,
  command: Command,
  text: string,
  options: UpdateOptions,
): Promise<Outcome> {
  const changes = { ...changesOf(options), name: options.name };
  if (Object.values(changes).every((value) => value === undefined))
    return refuse({
      exitCode: exitCodes.usage,
      cause: "Nothing is named that should change.",
      hint: `\`${invocation.runLatchkey} api update --help\` lists what can; \`api scope\` changes its scopes.`,
    });
  return withAdministration(
    invocation,
    command,
    { createsDatabase: false },
    async ({ store, clock, audit }, config) => {
      const updated = await updateApi({ apis: store.apis, clock, audit }, text, changes);
      if (!updated.ok) return apiProblem(invocation, updated.reason);
      printApi(invocation, command, updated.value, config);
      for (const line of tokenNotes(updated.value)) invocation.terminal.note(line);
      invocation.terminal.note(
        "Updated; new tokens follow it within a second, those already issued stay as they are.",
      );
      return done;
    },
  );
}

function remove(
  invocation: Invocation,
  command: Command,
  text: string,
  options: ConfirmOptions,
): Promise<Outcome> {
  const { terminal } = invocation;
  return withAdministration(invocation, command, { createsDatabase: false }, async ({ store, audit }) => {
    const api = await findApi(store.apis, text);
    if (api === undefined) return apiProblem(invocation, { kind: "unknown", text });
    const mentions = await findMentions(store, api.resource);
    const confirmed = await confirm(`Delete the API ${api.name}${namedBy(mentions)}?`, options);
    if (!confirmed.ok) return confirmed;
    const removed = await removeApi({ apis: store.apis, audit }, api.resource);
    if (!removed.ok) return apiProblem(invocation, removed.reason);
    if (wantsJson(command))
      terminal.printJson({ ...apiRecord(api), ...mentionsRecord(mentions), deleted: true });
    terminal.note(`Deleted ${api.name} (${api.resource}). Tokens already issued work until they expire.`);
    for (const [label, value] of mentionDetails(api, mentions))
      terminal.note(label === "" ? `  ${value}` : `${label} that still name it: ${value}`);
    return done;
  });
}

function namedBy({ clients, apis }: Mentions): string {
  const named = [
    ...(clients.length > 0 ? [counted(clients.length, "client")] : []),
    ...(apis.length > 0 ? [counted(apis.length, "other API")] : []),
  ];
  return named.length === 0 ? "" : `, which ${named.join(" and ")} still name`;
}
