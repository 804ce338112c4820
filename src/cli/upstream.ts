import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Command, Option } from "commander";
import type { Administration } from "../administration.ts";
import { everyRight } from "../flows/operator/rights.ts";
import {
  addUpstream,
  findUpstream,
  removeUpstream,
  type UpstreamChanges,
  type UpstreamRegistry,
  updateUpstream,
} from "../flows/operator/upstream.ts";
import { type UpstreamProblem, upstreamProblems } from "../flows/operator/upstream-problem.ts";
import { upstreamRecord } from "../flows/operator/upstream-record.ts";
import { type AnswerOf, byId } from "../operations/operation.ts";
import { upstreamOperations } from "../operations/upstream.ts";
import type { checkedSchema } from "../operations/upstream-schema.ts";
import { type Config, resolveIssuer } from "../ops/config.ts";
import { callbackUriOf } from "../protocol/upstream/callback.ts";
import { upstreamKinds } from "../protocol/upstream/upstream.ts";
import type { Issuer } from "../values/issuer.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import { withExisting } from "./administration.ts";
import { type ConfirmOptions, confirm, yesOption } from "./confirm.ts";
import { action, type Invocation, spelledOut, wantsJson } from "./invocation.ts";
import { type Details, labelled, shortTimeOf } from "./layout.ts";
import { type Hints, operationCommands } from "./operation-command.ts";
import { done, exitCodes, type Outcome, type Problem, refused } from "./outcome.ts";
import { readStdinLine } from "./stdin-line.ts";
import { partyOf } from "./upstream-party.ts";

interface ChangeOptions {
  readonly clientId?: string;
  readonly clientSecretStdin?: true;
  readonly keyFile?: string;
  readonly displayName?: string;
  readonly domain?: readonly string[] | false;
  readonly trustEmail?: boolean;
  readonly createAccounts?: boolean;
  readonly groupClaim?: string | false;
  readonly map?: readonly string[];
}

interface AddOptions extends ChangeOptions {
  readonly kind: string;
  readonly name?: string;
  readonly issuer?: string;
  readonly tenant?: string;
  readonly teamId?: string;
  readonly keyId?: string;
  readonly check: boolean;
}

interface UpdateOptions extends ChangeOptions {
  readonly enable?: true;
  readonly disable?: true;
}

const { listUpstreams, getUpstream } = byId(upstreamOperations);

const hints = {
  unknown: "`latchkey upstream list` shows the providers there are.",
  "check-failed": "Nothing was kept. --no-check adds it all the same.",
} as const satisfies Hints<UpstreamProblem>;

/** `latchkey upstream …`: providers that people sign in at, of which this service is a client. */
export function addUpstreamCommands(program: Command, invocation: Invocation): void {
  const upstream = program.command("upstream");
  const add = upstream
    .command("add")
    .description("let people sign in with a provider, and print the address to register there")
    .addOption(
      new Option("--kind <kind>", "which provider it is").choices(upstreamKinds).makeOptionMandatory(),
    )
    .option("--name <name>", "a word for its callback address (the kind)")
    .option("--issuer <url>", "its issuer, for kinds that are at no fixed address")
    .option("--tenant <id>", "Microsoft: the id of the tenant, or consumers")
    .option("--team-id <id>", "Apple: the id of the team")
    .option("--key-id <id>", "Apple: the id of the key");
  addChangeOptions(add)
    .option("--no-check", "do not ask the provider whether all this is right")
    .action(
      action(invocation, (options: AddOptions, command: Command) => runAdd(invocation, command, options)),
    );
  const show = operationCommands(upstream, invocation, hints);
  show(listUpstreams, {
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
  show(getUpstream, { help: "one provider, and whether it can be used as it is set up", details });
  addChangeOptions(
    upstream.command("update <name>").description("change a provider; what is not named stays"),
  )
    .option("--no-domain", "it has no domains")
    .option("--no-trust-email", "its addresses find no account")
    .option(
      "--no-group-claim",
      "groups there are not followed any more; people stay in the groups that they are in",
    )
    .option("--no-create-accounts", "only people with an account come in")
    .option("--disable", "nobody signs in with it for now")
    .option("--enable", "people sign in with it again")
    .action(
      action(invocation, (name: string, options: UpdateOptions, command: Command) =>
        runUpdate(invocation, command, name, options),
      ),
    );
  upstream
    .command("remove <name>")
    .description("remove a provider with all links to it; people keep their accounts")
    .addOption(yesOption())
    .action(
      action(invocation, (name: string, options: ConfirmOptions, command: Command) =>
        runRemove(invocation, command, name, options),
      ),
    );
}

function addChangeOptions(command: Command): Command {
  return command
    .option("--client-id <id>", "the client id that the provider gave you")
    .option("--client-secret-stdin", "the client secret is the first line of stdin")
    .option("--key-file <file>", "Apple: the file with the private key (.p8)")
    .option("--display-name <name>", "what its button says")
    .option("--domain <domain...>", "people with an address there go to it, and no others get accounts")
    .option("--trust-email", "an address that it verified finds the account that has it")
    .option("--group-claim <claim>", "the provider's claim that lists a person's groups, such as groups")
    .option("--map <theirs=ours...>", "maps the provider's groups to groups here; applied at each sign-in")
    .option("--create-accounts", "people whom nobody knows yet get an account");
}

function runAdd(invocation: Invocation, command: Command, options: AddOptions): Promise<Outcome> {
  return withExisting(invocation, command, async ({ administration, config }) => {
    const changes = await readChanges(invocation, options);
    if (!changes.ok) return changes;
    const { kind, name, issuer, tenant, teamId, keyId } = options;
    const registry = registryOf(administration, config);
    const wanted = {
      ...changes.value,
      kind,
      name,
      issuer,
      tenant,
      appleKey: { ...(teamId !== undefined && { teamId }), ...(keyId !== undefined && { keyId }) },
      isChecked: options.check,
    };
    const added = await addUpstream(registry, wanted, { by: everyRight });
    if (!added.ok) return problem(invocation, added.reason);
    const { terminal, runLatchkey } = invocation;
    const upstream = added.value;
    const callback = callbackUriOf(issuerOf(config), upstream.name);
    if (wantsJson(command)) terminal.printJson(upstreamRecord(upstream, callback, 0));
    else terminal.print(callback);
    terminal.note(
      `Added ${upstream.displayName}. Register this address there as the redirect URI: ${callback}`,
    );
    if (!upstream.createsAccounts && !upstream.trustsEmail)
      terminal.note(
        "People can connect their accounts at /account/upstreams; nobody else can sign in with it.",
      );
    terminal.note(`Undo: ${runLatchkey} upstream remove ${upstream.name}`);
    return done;
  });
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

function runUpdate(
  invocation: Invocation,
  command: Command,
  name: string,
  options: UpdateOptions,
): Promise<Outcome> {
  return withExisting(invocation, command, async ({ administration, config }) => {
    const changes = await readChanges(invocation, options);
    if (!changes.ok) return changes;
    const isDisabled = options.disable ? true : options.enable ? false : undefined;
    const wanted = { ...changes.value, isDisabled };
    const registry = registryOf(administration, config);
    const updated = await updateUpstream(registry, name, wanted, { by: everyRight });
    if (!updated.ok) return problem(invocation, updated.reason);
    const upstream = updated.value;
    const { terminal } = invocation;
    const people = await administration.store.upstreamIdentities.count(upstream.name);
    if (wantsJson(command))
      terminal.printJson(upstreamRecord(upstream, callbackUriOf(issuerOf(config), upstream.name), people));
    terminal.note(`Changed ${upstream.name}. It takes effect at once, on other machines within a second.`);
    return done;
  });
}

function runRemove(
  invocation: Invocation,
  command: Command,
  name: string,
  options: ConfirmOptions,
): Promise<Outcome> {
  return withExisting(invocation, command, async ({ administration: { store, audit }, config }) => {
    const upstream = await findUpstream(store.upstreams, name);
    if (upstream === undefined) return problem(invocation, { kind: "unknown", name });
    const people = await store.upstreamIdentities.count(upstream.name);
    const confirmed = await confirm(`Remove ${upstream.name}, with ${people} linked accounts?`, options);
    if (!confirmed.ok) return confirmed;
    const removed = await removeUpstream({ upstreams: store.upstreams, audit }, name, {
      by: everyRight,
    });
    if (!removed.ok) return problem(invocation, removed.reason);
    const { terminal } = invocation;
    const callback = callbackUriOf(issuerOf(config), upstream.name);
    if (wantsJson(command))
      terminal.printJson({ ...upstreamRecord(upstream, callback, people), deleted: true });
    terminal.note(`Removed ${upstream.name}; ${people} people were linked to it.`);
    return done;
  });
}

async function readChanges(
  invocation: Invocation,
  options: ChangeOptions,
): Promise<Result<UpstreamChanges, Problem>> {
  const secret = await readSecret(invocation, options);
  if (!secret.ok) return secret;
  const { clientId, displayName, domain, trustEmail, createAccounts, groupClaim, map } = options;
  return ok({
    clientId,
    secret: secret.value,
    displayName,
    domains: domain === false ? [] : domain,
    trustsEmail: trustEmail,
    createsAccounts: createAccounts,
    groupClaim: groupClaim === false ? null : groupClaim,
    groupMap: map,
  });
}

/** The secret never comes from an argument, which other users of the machine can read. */
async function readSecret(
  { cwd }: Invocation,
  { clientSecretStdin, keyFile }: ChangeOptions,
): Promise<Result<string | undefined, Problem>> {
  if (keyFile !== undefined) {
    try {
      return ok(readFileSync(resolve(cwd, keyFile), "utf8"));
    } catch {
      return refuse({ exitCode: exitCodes.refused, cause: `The file ${keyFile} cannot be read.` });
    }
  }
  if (clientSecretStdin === undefined) return ok(undefined);
  const line = await readStdinLine();
  if (line !== "") return ok(line);
  return refuse({
    exitCode: exitCodes.usage,
    cause: "Nothing came in on stdin, whose first line is the client secret.",
  });
}

function groupLines({ group_claim, group_map }: AnswerOf<typeof checkedSchema>): readonly string[] {
  if (group_claim === null) return [];
  const pairs = Object.entries(group_map);
  return [`claim ${group_claim}`, ...pairs.map(([theirs, ours]) => `${theirs} is ${ours}`)];
}

function issuerOf(config: Config): Issuer {
  return resolveIssuer(config, config.port);
}

function registryOf(administration: Administration, config: Config): UpstreamRegistry {
  const { store, keyring, clock, audit } = administration;
  const party = partyOf(administration, config);
  return { upstreams: store.upstreams, groups: store.groups, sealer: keyring, party, clock, audit };
}

function problem(invocation: Invocation, reason: UpstreamProblem): Outcome {
  const hint = reason.kind === "unknown" || reason.kind === "check-failed" ? hints[reason.kind] : undefined;
  return refused(upstreamProblems, reason, hint === undefined ? undefined : spelledOut(invocation, hint));
}
