import { type Command, Option } from "commander";
import { changeClient, findClient } from "../flows/operator/client.ts";
import { everyRight } from "../flows/operator/rights.ts";
import { clientOperations } from "../operations/client.ts";
import { byId } from "../operations/operation.ts";
import {
  type ClaimPlace,
  type ClaimRule,
  claimPlaces,
  describeClaimRule,
} from "../protocol/client/claim-rule.ts";
import { ok, refuse } from "../values/result.ts";
import { shellWord } from "../values/words.ts";
import { onClient } from "./client-call.ts";
import { collect } from "./client-options.ts";
import { clientHints } from "./client-problem.ts";
import { proxyChange } from "./client-proxy.ts";
import { action, type Invocation, wantsJson } from "./invocation.ts";
import { withNext } from "./next-commands.ts";
import { operationCommands } from "./operation-command.ts";
import { exitCodes, type Outcome } from "./outcome.ts";

const { previewClientClaims } = byId(clientOperations);

interface AddOptions {
  readonly from?: string;
  readonly const?: string;
  readonly map?: readonly string[];
  readonly single?: true;
  readonly ifGroup?: string;
  readonly in?: readonly string[];
}

/**
 * `latchkey client claim …`: the table of rules by which an application learns more about people than its scopes say. The table is one
 * property of the client; these commands change one row of it.
 */
export function addClaimCommands(client: Command, invocation: Invocation): void {
  const claim = client.command("claim").description("what it learns about people besides its scopes");
  claim
    .command("list <id>")
    .description("its rules, in the order in which they count")
    .action(action(invocation, (id: string, _: object, command: Command) => list(invocation, command, id)));
  claim
    .command("add <id> <name>")
    .description("give it a claim of this name; of rules with one name, the first that gives a value counts")
    .addOption(new Option("--from <source>", "groups, or claim:NAME of the person, like claim:department"))
    .addOption(new Option("--const <value>", "the same for everybody; true and false become booleans"))
    .addOption(
      new Option(
        "--map <value=word>",
        "the word to send for a value; other values are left out; may be repeated",
      ).argParser(collect),
    )
    .addOption(new Option("--single", "only the first group in the order of the map, as a string"))
    .addOption(new Option("--if-group <group>", "only for the people of this group"))
    .addOption(
      new Option(
        "--in <place>",
        `one of ${claimPlaces.join(", ")}; the first two unless named; header for an application behind a proxy; may be repeated`,
      ).argParser(collect),
    )
    .action(
      action(invocation, (id: string, name: string, options: AddOptions, command: Command) =>
        add(invocation, command, { id, name, options }),
      ),
    );
  claim
    .command("remove <id> <name>")
    .description("take away every rule of this name")
    .action(
      action(invocation, (id: string, name: string, _: object, command: Command) =>
        remove(invocation, command, id, name),
      ),
    );
  operationCommands(
    claim,
    invocation,
    clientHints,
  )(previewClientClaims, {
    help: "what its rules give about a person",
    details: (given) => claimPlaces.map((place) => [place, JSON.stringify(given[place])]),
  });
}

function list(invocation: Invocation, command: Command, id: string): Promise<Outcome> {
  return onClient(invocation, command, id, async ({ clients }) => {
    const client = await findClient(clients, id);
    if (client === undefined) return refuse({ kind: "unknown-client" });
    show(invocation, command, client.metadata.claimRules);
    return ok(
      client.metadata.claimRules.length === 0
        ? [
            `${client.name} has no rules: it learns what its scopes open. To add one: ${invocation.runLatchkey} client claim add ${client.id} department --from claim:department`,
          ]
        : [],
    );
  });
}

function show(
  invocation: Invocation,
  command: Command,
  rules: readonly ClaimRule[],
  next?: readonly string[],
): void {
  const { terminal } = invocation;
  const record = { claim_rules: rules };
  if (wantsJson(command))
    terminal.printJson(next === undefined ? record : withNext(invocation, record, next));
  else rules.map(describeClaimRule).forEach(terminal.print);
}

async function add(
  invocation: Invocation,
  command: Command,
  { id, name, options }: { readonly id: string; readonly name: string; readonly options: AddOptions },
): Promise<Outcome> {
  const { from, const: value, map = [], single, ifGroup, in: places } = options;
  const pairs = map.map((text) => [text.slice(0, text.indexOf("=")), text.slice(text.indexOf("=") + 1)]);
  if (map.some((text) => text.indexOf("=") < 1))
    return refuse({ exitCode: exitCodes.usage, cause: "Write --map as value=word, like staff=Editor." });
  const rule = {
    name,
    ...(from !== undefined && { from }),
    ...(value !== undefined && { value: value === "true" || (value === "false" ? false : value) }),
    ...(map.length > 0 && { map: Object.fromEntries(pairs) }),
    ...(single && { single }),
    ...(ifGroup !== undefined && { group: ifGroup }),
    ...(places !== undefined && { in: places as readonly ClaimPlace[] }),
  };
  return change(invocation, command, id, (rules) => [...rules, rule]);
}

function remove(invocation: Invocation, command: Command, id: string, name: string): Promise<Outcome> {
  return change(invocation, command, id, (rules) => rules.filter((rule) => rule.name !== name));
}

function change(
  invocation: Invocation,
  command: Command,
  id: string,
  changed: (rules: readonly ClaimRule[]) => readonly ClaimRule[],
): Promise<Outcome> {
  const { runLatchkey } = invocation;
  return onClient(invocation, command, id, async (registry) => {
    const before = await findClient(registry.clients, id);
    if (before === undefined) return refuse({ kind: "unknown-client" });
    const rules = changed(before.metadata.claimRules);
    if (rules.length === before.metadata.claimRules.length)
      return ok(["It has no rule of this name, so nothing changed."]);
    const claimRules = rules.map((rule) => JSON.stringify(rule));
    // Only the table that was read is replaced: another one meanwhile is a conflict.
    const terms = { by: everyRight, seen: [before.updatedAt] };
    const after = await changeClient(registry, id, { metadata: { claimRules } }, terms);
    if (!after.ok) return after;
    const ofProxy = proxyChange(before, after.value, runLatchkey);
    show(invocation, command, after.value.metadata.claimRules, ofProxy.next);
    return ok([
      "Saved; it counts from the next token on, or from the next request through a proxy.",
      ...ofProxy.notes,
      `To see what it gives about somebody: ${runLatchkey} client claim preview ${shellWord(id)} USER`,
    ]);
  });
}
