import { Argument, type Command, Option } from "commander";
import { findApi, findMachinesWith } from "../flows/operator/api.ts";
import type { ApiProblem } from "../flows/operator/api-problem.ts";
import { apiOperations } from "../operations/api.ts";
import { byId } from "../operations/operation.ts";
import { shellWord } from "../values/words.ts";
import {
  collectRead,
  readScopeOption,
  readTextOption,
  scopeGroupOption,
  translationsOf,
} from "./api-options.ts";
import type { Invocation } from "./invocation.ts";
import { operationCommands } from "./operation-command.ts";
import { type OptionGroup, type OwnArgument, removable } from "./operation-input.ts";
import type { Hints } from "./operation-view.ts";

const { addApiScope, updateApiScope, removeApiScope } = byId(apiOperations);

/** `latchkey api scope …`: the rights that an API knows. */
export function addScopeCommands(api: Command, invocation: Invocation, hints: Hints<ApiProblem>): void {
  const scope = api.command("scope").description("what clients may ask for at an API, and people allow");
  const add = operationCommands(scope, invocation, hints);
  add(addApiScope, {
    help: "add a scope with the sentence that people read on the consent page",
    argument: scopeArgument("name"),
    options: { translations: textOptions(), groups: scopeGroupOption() },
    notes: ({ name, resource }, { content, latchkey }) => [
      `Clients of ${name} may ask for ${content.name} within a second.`,
      `Undo: ${latchkey} api scope remove ${shellWord(resource)} ${shellWord(content.name)}`,
    ],
  });
  add(updateApiScope, {
    help: "replace the sentences of a scope; what people allowed stays",
    argument: scopeArgument("scope"),
    options: {
      translations: textOptions(),
      groups: removable(scopeGroupOption(), "everybody can have it again"),
    },
    notes: ({ name }, { names }) => [
      `People who are asked for ${names.scope} of ${name} read this within a second.`,
    ],
  });
  add(removeApiScope, {
    help: "remove a scope; tokens that have it keep it until they expire",
    notes: async ({ name, resource }, { names: { scope = "" }, registry }) => {
      const changed = await findApi(registry.apis, resource);
      const machines = changed ? await findMachinesWith(registry.clients, changed, scope) : [];
      return [
        `Nobody gets ${scope} of ${name} any more. Tokens that have it keep it until they expire, and what people allowed counts again if the scope comes back.`,
        ...machines.map((client) => `Still registered for it: ${client.name} (${client.id})`),
      ];
    },
  });
}

/** A scope and its sentence in one word. `member` has the name of the scope. */
function scopeArgument(member: "name" | "scope"): OwnArgument {
  const argument = new Argument("<scope>", 'like orders:read="See your orders"');
  return {
    members: [member, "sentence"],
    argument: argument.argParser((text: string) => {
      const { name, sentence } = readScopeOption(text);
      return { [member]: name, sentence };
    }),
  };
}

function textOptions(): OptionGroup {
  const option = new Option(
    "--text <language=sentence>",
    "the sentence in another language; may be repeated",
  );
  return {
    options: [option.argParser(collectRead(readTextOption))],
    read: ({ text }) => translationsOf(text ?? []),
  };
}
