import { type Command, Option } from "commander";
import { clientOperations } from "../operations/client.ts";
import { byId } from "../operations/operation.ts";
import { shellWord } from "../values/words.ts";
import { clientHints } from "./client-problem.ts";
import type { Invocation } from "./invocation.ts";
import { type Details, labelled } from "./layout.ts";
import { operationCommands } from "./operation-command.ts";

const { showPathAccess } = byId(clientOperations);

/** `latchkey client access`: who may open a path of a protected application. */
export function addAccessCommand(client: Command, invocation: Invocation): void {
  operationCommands(
    client,
    invocation,
    clientHints,
  )(showPathAccess, {
    help: "who may open a path of an application behind a proxy, and the rule that decides",
    options: {
      path: new Option(
        "--path <path>",
        "the path, or a whole address at one of its hosts; the first page unless named",
      ),
      method: new Option("--method <method>", "the method of the request; GET unless named"),
      user: new Option("--user <user>", "whether this person may"),
    },
    details: ({ method, origin, path, sentence, methods, groups, person, people }): Details => [
      [method, `${origin}${path} ${sentence}`],
      ...(methods.length === 1
        ? []
        : methods.map((each): [string, string] => [
            each.methods.join(", ") || "All others",
            `${each.sentence}`,
          ])),
      ...groups
        .flat()
        .map(({ group, people: count }): [string, string] => [
          "Group",
          count === null ? `${group}, which does not exist` : `${group}: ${counted(count)}`,
        ]),
      ...(person === null
        ? []
        : [
            [person.username, person.opens ? "may open it" : "may not open it"] as const,
            ...person.rules.map(({ rule, outcome, value }) => [rule, `${outcome}: ${value}`] as const),
          ]),
      ...(people === null
        ? []
        : [
            ["May open it", `${people.total_exact ? "" : "at least "}${counted(people.total)}`] as const,
            ...labelled(
              "",
              people.items.map(({ username }) => username),
            ),
          ]),
    ],
    notes: ({ client_id: id, person, people }, { latchkey, names }) => [
      ...(person?.rules ?? []).flatMap(({ outcome, command }) =>
        command === null
          ? []
          : [
              `${outcome === "blocks" ? "Repair" : "Instead"}: ${command.replace(/^latchkey /, `${latchkey} `)}`,
            ],
      ),
      ...(people?.next == null
        ? []
        : [
            `There are more. To ask about one person: ${latchkey} client access ${id} --path ${shellWord(names.path ?? "/")}${names.method === undefined ? "" : ` --method ${shellWord(names.method)}`} --user USER`,
          ]),
    ],
  });
}

function counted(people: number): string {
  return people === 1 ? "1 person" : `${people} people`;
}
