import { type Command, Option } from "commander";
import { findApi, findMentions } from "../flows/operator/api.ts";
import { type ApiProblem, apiProblems } from "../flows/operator/api-problem.ts";
import { apiRecord, mentionsRecord, metadataRecord } from "../flows/operator/api-record.ts";
import { apiOperations } from "../operations/api.ts";
import { byId } from "../operations/operation.ts";
import { resolveIssuer } from "../ops/config.ts";
import { counted, shellWord } from "../values/words.ts";
import { withExisting } from "./administration.ts";
import { changeOptions, removableOptions, scopeOptions } from "./api-options.ts";
import { addScopeCommands } from "./api-scope.ts";
import { apiDetails, mentionDetails, metadataLines, nextSteps, tokenNotes } from "./api-view.ts";
import { action, type Invocation, spelledOut, wantsJson } from "./invocation.ts";
import { detailLines } from "./layout.ts";
import { operationCommands } from "./operation-command.ts";
import type { Hints } from "./operation-view.ts";
import { done, type Outcome, refused } from "./outcome.ts";

const { createApi, listApis, updateApi, getApi, deleteApi } = byId(apiOperations);

const listsApis = "`latchkey api list` shows the APIs there are.";

const hints: Hints<ApiProblem> = {
  unknown: listsApis,
  "exchange-unknown": listsApis,
  "unknown-scope": ({ api }) => `\`latchkey api show ${shellWord(api.resource)}\` lists its scopes.`,
  exists: ({ api }) => `\`latchkey api update ${shellWord(api.resource)}\` changes it.`,
  "scope-twice": ({ scope }) =>
    `\`latchkey api scope update RESOURCE ${shellWord(`${scope}=SENTENCE`)}\` changes its sentences.`,
};

/** `latchkey api …`: APIs whose access tokens this service issues. */
export function addApiCommands(program: Command, invocation: Invocation): void {
  const api = program.command("api");
  const add = operationCommands(api, invocation, hints);
  add(createApi, {
    help: "issue access tokens for an API, with scopes of its own",
    options: {
      resource: new Option("--resource <uri>", "its resource indicator, the address that clients name"),
      name: nameOption(),
      scopes: scopeOptions(),
      ...changeOptions(),
    },
    details: apiDetails,
    notes: nextSteps,
  });
  add(listApis, {
    help: "the APIs, in the order of their resources",
    table: {
      headings: ["RESOURCE", "NAME", "TOKENS", "OPEN TO", "SCOPES"],
      row: ({ resource, name, token_format, open_to, scopes }) => [
        resource,
        name,
        token_format,
        open_to,
        scopes.map((scope) => scope.name).join(" "),
      ],
      empty: (latchkey) =>
        `No APIs yet. Create one: ${latchkey} api create --resource https://api.example --name NAME --scope read="See your data"`,
    },
  });
  addShowCommand(api, invocation);
  add(updateApi, {
    help: "change what is named, keep the rest; `api scope` changes its scopes",
    options: { name: nameOption(), ...changeOptions(), ...removableOptions() },
    details: apiDetails,
    notes: (changed) => [
      ...tokenNotes(changed),
      "Updated; new tokens follow it within a second, those already issued stay as they are.",
    ],
  });
  add(deleteApi, {
    help: "remove an API, so that nobody gets tokens for it any more",
    reads: getApi,
    confirm: ({ name, clients, exchanged_from }) =>
      `Delete the API ${name}${namedBy(clients.length, exchanged_from.length)}?`,
    notes: async ({ name, resource }, { registry }) => [
      `Deleted ${name} (${resource}). Tokens already issued work until they expire.`,
      ...mentionDetails(resource, await findMentions(registry, resource)).map(([label, value]) =>
        label === "" ? `  ${value}` : `${label} that still name it: ${value}`,
      ),
    ],
  });
  addScopeCommands(api, invocation, hints);
}

function nameOption(): Option {
  return new Option("--name <name>", "its name, which people read on the consent page");
}

interface ShowOptions {
  readonly metadata?: true;
}

// Made by hand: what `--metadata` prints is no record of the admin API, but what the server of the API publishes.
function addShowCommand(api: Command, invocation: Invocation): void {
  api
    .command("show <resource>")
    .description("one API, and what names it")
    .option("--metadata", "instead, what its server publishes and answers (RFC 9728)")
    .action(
      action(invocation, (resource: string, options: ShowOptions, command: Command) =>
        show(invocation, command, resource, options),
      ),
    );
}

function show(
  invocation: Invocation,
  command: Command,
  text: string,
  { metadata }: ShowOptions,
): Promise<Outcome> {
  const { terminal } = invocation;
  return withExisting(invocation, command, async ({ administration: { store }, config }) => {
    const api = await findApi(store.apis, text);
    if (api === undefined)
      return refused(apiProblems, { kind: "unknown", text }, spelledOut(invocation, listsApis));
    const isJson = wantsJson(command);
    if (metadata) {
      const issuer = resolveIssuer(config, config.port);
      if (isJson) terminal.printJson(metadataRecord(api, issuer));
      else metadataLines(api, issuer).forEach(terminal.print);
      return done;
    }
    const mentions = await findMentions(store, api.resource);
    const record = apiRecord(api);
    if (isJson) terminal.printJson({ ...record, ...mentionsRecord(mentions) });
    else {
      const usual = { registry: { settings: config } };
      const details = [...apiDetails(record, usual), ...mentionDetails(api.resource, mentions)];
      detailLines(details).forEach(terminal.print);
    }
    return done;
  });
}

function namedBy(clients: number, apis: number): string {
  const named = [
    ...(clients > 0 ? [counted(clients, "client")] : []),
    ...(apis > 0 ? [counted(apis, "other API")] : []),
  ];
  return named.length === 0 ? "" : `, which ${named.join(" and ")} still name`;
}
