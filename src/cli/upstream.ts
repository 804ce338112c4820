import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Command, Option, type OptionValues } from "commander";
import type { UpstreamProblem } from "../flows/operator/upstream-problem.ts";
import { type AnswerOf, byId } from "../operations/operation.ts";
import { readUpstream, upstreamOperations } from "../operations/upstream.ts";
import type { checkedSchema } from "../operations/upstream-schema.ts";
import { upstreamKinds } from "../protocol/upstream/upstream.ts";
import { errorCodeOf } from "../values/error-code.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import type { Invocation } from "./invocation.ts";
import { type Details, labelled, shortTimeOf } from "./layout.ts";
import { operationCommands } from "./operation-command.ts";
import { removable } from "./operation-input.ts";
import type { Hints } from "./operation-view.ts";
import { exitCodes, type Problem } from "./outcome.ts";
import { readStdinLine } from "./stdin-line.ts";

const { addUpstream, listUpstreams, getUpstream, updateUpstream, removeUpstream } = byId(upstreamOperations);

const hints: Hints<UpstreamProblem> = {
  unknown: "`latchkey upstream list` shows the providers there are.",
  "check-failed": "Nothing was kept. --no-check adds it all the same.",
};

/** `latchkey upstream …`: providers that people sign in at, of which this service is a client. */
export function addUpstreamCommands(program: Command, invocation: Invocation): void {
  const upstream = program.command("upstream");
  const add = operationCommands(upstream, invocation, hints);
  add(addUpstream, {
    help: "let people sign in with a provider, and print the address to register there",
    options: {
      kind: new Option("--kind <kind>", "which provider it is").choices(upstreamKinds),
      upstream: new Option("--name <name>", "a word for its callback address (the kind)"),
      issuer: new Option("--issuer <url>", "its issuer, for kinds that are at no fixed address"),
      tenant: new Option("--tenant <id>", "Microsoft: the id of the tenant, or consumers"),
      team_id: new Option("--team-id <id>", "Apple: the id of the team"),
      key_id: new Option("--key-id <id>", "Apple: the id of the key"),
      check: new Option("--no-check", "do not ask the provider whether all this is right"),
      ...changeOptions(),
    },
    secret: "callback_uri",
    notes: ({ upstream: name, display_name, callback_uri, create_accounts, trust_email }, { latchkey }) => [
      `Added ${display_name}. Register this address there as the redirect URI: ${callback_uri}`,
      ...(create_accounts || trust_email
        ? []
        : ["People can connect their accounts at /account/upstreams; nobody else can sign in with it."]),
      `Undo: ${latchkey} upstream remove ${name}`,
    ],
  });
  add(listUpstreams, {
    help: "the providers, and how many people are linked to each",
    table: {
      headings: ["NAME", "KIND", "BUTTON", "PEOPLE", "ISSUER"],
      row: ({ upstream: name, kind, display_name, disabled, people, issuer }) => [
        name,
        kind,
        disabled ? `${display_name} (disabled)` : display_name,
        `${people}`,
        issuer,
      ],
      empty: (latchkey) => `No providers yet. Add one: ${latchkey} upstream add --kind google …`,
    },
  });
  add(getUpstream, { help: "one provider, and whether it can be used as it is set up", details });
  add(updateUpstream, {
    help: "change a provider; what is not named stays",
    options: { ...changeOptions(), ...removableOptions() },
    notes: ({ upstream: name }) => [
      `Changed ${name}. It takes effect at once, on other machines within a second.`,
    ],
  });
  add(removeUpstream, {
    help: "remove a provider with all links to it; people keep their accounts",
    reads: readUpstream,
    confirm: ({ upstream: name, people }) => `Remove ${name}, with ${people} linked accounts?`,
    notes: ({ upstream: name, people }) => [`Removed ${name}; ${people} people were linked to it.`],
  });
}

function changeOptions() {
  return {
    client_id: new Option("--client-id <id>", "the client id that the provider gave you"),
    secret: {
      options: [
        new Option("--client-secret-stdin", "the client secret is the first line of stdin"),
        new Option("--key-file <file>", "Apple: the file with the private key (.p8)"),
      ],
      read: readSecret,
    },
    display_name: new Option("--display-name <name>", "what its button says"),
    domains: new Option(
      "--domain <domain...>",
      "people with an address there go to it, and no others get accounts",
    ),
    trust_email: new Option("--trust-email", "an address that it verified finds the account that has it"),
    create_accounts: new Option("--create-accounts", "people whom nobody knows yet get an account"),
    group_claim: new Option(
      "--group-claim <claim>",
      "the provider's claim that lists a person's groups, such as groups",
    ),
    group_map: new Option(
      "--map <theirs=ours...>",
      "maps the provider's groups to groups here; applied at each sign-in",
    ).argParser(collectPair),
    disabled: new Option("--disable", "nobody signs in with it for now"),
  };
}

/** Those of them that can be taken back, of a provider that exists. */
function removableOptions() {
  const { domains, trust_email, create_accounts, group_claim, disabled } = changeOptions();
  return {
    domains: removable(domains, "it has no domains"),
    trust_email: removable(trust_email, "its addresses find no account"),
    create_accounts: removable(create_accounts, "only people with an account come in"),
    group_claim: removable(
      group_claim,
      "groups there are not followed any more; people stay in the groups that they are in",
    ),
    disabled: {
      options: [disabled, new Option("--enable", "people sign in with it again")],
      read: ({ disable, enable }: OptionValues) => ok(disable ? true : enable ? false : undefined),
    },
  };
}

/** Gathers `theirs=ours`. A name there may have `=` in it, one here has none. */
function collectPair(text: string, before: Readonly<Record<string, string>> = {}) {
  const [, theirs = text, ours = ""] = /^(.*)=(.*)$/s.exec(text) ?? [];
  return { ...before, [theirs]: ours };
}

function details(upstream: AnswerOf<typeof checkedSchema>): Details {
  return [
    ["Provider", upstream.upstream],
    ["Button", upstream.display_name],
    ["Kind", upstream.kind],
    ["Issuer", upstream.issuer],
    ["Client id", upstream.client_id],
    ["Callback", upstream.callback_uri],
    ...labelled("Domains", upstream.domains),
    ["Verified addresses", upstream.trust_email ? "link to existing accounts" : "do not link to accounts"],
    ...labelled("Groups", groupLines(upstream)),
    ["New people", upstream.create_accounts ? "get an account" : "get no account"],
    ["People", `${upstream.people}`],
    ["State", upstream.disabled ? "disabled" : "in use"],
    ["Check", upstream.problem ?? "the provider responds correctly"],
    ["Added", shortTimeOf(upstream.created_at)],
  ];
}

function groupLines({ group_claim, group_map }: AnswerOf<typeof checkedSchema>): readonly string[] {
  if (group_claim === null) return [];
  const pairs = Object.entries(group_map);
  return [`claim ${group_claim}`, ...pairs.map(([theirs, ours]) => `${theirs} is ${ours}`)];
}

/** The secret never comes from an argument, which other users of the machine can read. */
async function readSecret(
  { clientSecretStdin, keyFile }: OptionValues,
  { cwd }: Invocation,
): Promise<Result<string | undefined, Problem>> {
  if (keyFile !== undefined) {
    try {
      return ok(readFileSync(resolve(cwd, keyFile), "utf8"));
    } catch (error) {
      const cause = `${keyFile} cannot be read (${errorCodeOf(error)}). Name a file that this user may read.`;
      return refuse({ exitCode: exitCodes.refused, cause });
    }
  }
  if (clientSecretStdin === undefined) return ok(undefined);
  const line = await readStdinLine();
  if (line !== "") return ok(line);
  return refuse({
    exitCode: exitCodes.usage,
    cause: "Standard input is empty; its first line must be the client secret.",
  });
}
