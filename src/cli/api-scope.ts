import { type Command, Option } from "commander";
import type { Administration } from "../administration.ts";
import { addScope, findMachinesWith, removeScope, updateScope } from "../flows/operator/api.ts";
import type { ApiProblem } from "../flows/operator/api-problem.ts";
import { apiRecord } from "../flows/operator/api-record.ts";
import type { WantedTranslation } from "../flows/operator/read-api.ts";
import type { Api } from "../protocol/api/api.ts";
import type { Result } from "../values/result.ts";
import { shellWord } from "../values/words.ts";
import { withAdministration } from "./administration.ts";
import { collectRead, readScopeOption, readTextOption, type ScopeOption } from "./api-options.ts";
import { apiProblem } from "./api-problem.ts";
import { action, type Invocation, wantsJson } from "./invocation.ts";
import { done, type Outcome } from "./outcome.ts";

interface TextOptions {
  readonly text?: readonly WantedTranslation[];
}

/** The commands that take a scope with its sentences. */
const sentenceCommands = [
  {
    verb: "add",
    description: "add a scope with the sentence that people read on the consent page",
    run: addScope,
    told: ({ runLatchkey }: Invocation, { name, resource }: Api, scope: string) =>
      `Clients of ${name} may ask for ${scope} within a second.\n` +
      `Undo: ${runLatchkey} api scope remove ${shellWord(resource)} ${shellWord(scope)}`,
  },
  {
    verb: "update",
    description: "replace the sentences of a scope; what people allowed stays",
    run: updateScope,
    told: (_: Invocation, { name }: Api, scope: string) =>
      `People who are asked for ${scope} of ${name} read this within a second.`,
  },
] as const;

/** `latchkey api scope …`: the rights that an API knows. */
export function addScopeCommands(api: Command, invocation: Invocation): void {
  const scope = api.command("scope").description("what clients may ask for at an API, and people allow");
  for (const { verb, description, run, told } of sentenceCommands)
    scope
      .command(verb)
      .description(description)
      .argument("<resource>")
      .argument("<scope>", 'like orders:read="See your orders"', readScopeOption)
      .addOption(
        new Option(
          "--text <language=sentence>",
          "the sentence in another language; may be repeated",
        ).argParser(collectRead(readTextOption)),
      )
      .action(
        action(invocation, (resource: string, named: ScopeOption, options: TextOptions, command: Command) => {
          const wanted = { ...named, translations: options.text ?? [] };
          return change(invocation, command, {
            run: ({ store, clock, audit }) => run({ apis: store.apis, clock, audit }, resource, wanted),
            told: async (changed) => told(invocation, changed, wanted.name),
          });
        }),
      );
  scope
    .command("remove <resource> <scope>")
    .description("remove a scope; tokens that have it keep it until they expire")
    .action(
      action(invocation, (resource: string, name: string, _: object, command: Command) =>
        change(invocation, command, {
          run: ({ store, clock, audit }) => removeScope({ apis: store.apis, clock, audit }, resource, name),
          told: async (changed, { store }) => {
            const machines = await findMachinesWith(store.clients, changed, name);
            return [
              `Nobody gets ${name} of ${changed.name} any more. Tokens that have it keep it until they expire, and what people allowed counts again where the scope comes back.`,
              ...machines.map((client) => `Still registered for it: ${client.name} (${client.id})`),
            ].join("\n");
          },
        }),
      ),
    );
}

interface Change {
  readonly run: (administration: Administration) => Promise<Result<Api, ApiProblem>>;
  readonly told: (changed: Api, administration: Administration) => Promise<string>;
}

function change(invocation: Invocation, command: Command, { run, told }: Change): Promise<Outcome> {
  return withAdministration(invocation, command, { createsDatabase: false }, async (administration) => {
    const changed = await run(administration);
    if (!changed.ok) return apiProblem(invocation, changed.reason);
    if (wantsJson(command)) invocation.terminal.printJson(apiRecord(changed.value));
    invocation.terminal.note(await told(changed.value, administration));
    return done;
  });
}
