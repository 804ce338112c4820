import type { StartableClient } from "../../flows/ports.ts";
import { type Eventual, isPending, whenThere } from "../../values/eventual.ts";
import { parseClientId } from "../../values/ids.ts";
import { type Engine, type Fact, forget as forgetStep } from "./fact.ts";
import { has, type Row, text } from "./rows.ts";

/** Some megabytes in memory. */
const listedMax = 20_000;

interface StartableClients {
  list(): Eventual<readonly StartableClient[]>;
  /** Part of every fact that an operator changes a client by. */
  forget(): Fact<void>;
}

/** What is known of the clients with a start address, kept in memory as a whole: people's home page looks through all of them. */
export function startableClientsOn(engine: Engine): StartableClients {
  const { sql, jsonMember } = engine;
  const member = (name: string) => jsonMember("metadata", name);
  // Ids and names of groups have no space or bracket, and names no line break.
  const line = `id || ' ' || coalesce(${member("onlyGroups")}, '[]') || ' ' || name`;
  const statement = sql(
    `SELECT string_agg(line, '\n') AS lines FROM (
       SELECT ${line} AS line FROM clients
       WHERE NOT is_disabled AND (${member("clientUri")} IS NOT NULL OR ${member("initiateLoginUri")} IS NOT NULL
         OR ${member("protectedOrigins")} <> '[]')
       LIMIT ${listedMax}) AS found`,
  );
  const cache = engine.cache<"all", { readonly clients: readonly StartableClient[] }>({
    max: { rows: 1 },
    mayLag: true,
    isIndex: true,
    statement,
    values: () => ({}),
    read: (row) => ({ clients: clientsIn(row) }),
  });
  let reading: Promise<readonly StartableClient[]> | undefined;

  function list(): Eventual<readonly StartableClient[]> {
    const found = reading ?? whenThere(cache.find("all"), (kept) => kept?.clients ?? []);
    if (!isPending(found) || found === reading) return found;
    // Many people may open the page at the same time, and one reading is enough for all of them.
    reading = found;
    const end = () => {
      if (reading === found) reading = undefined;
    };
    found.then(end, end);
    return found;
  }

  function* forget(): Fact<void> {
    yield* forgetStep(() => {
      reading = undefined;
    });
    yield* cache.forget("all");
  }

  return { list, forget };
}

/** Sorted here, because the databases sort names in different ways. */
function clientsIn(row: Row): readonly StartableClient[] {
  const lines = has(row, "lines") ? text(row, "lines").split("\n") : [];
  return lines
    .flatMap((line) => {
      const [, word = "", groups = "", name = ""] = /^(\S+) (\[[^\]]*\]) (.+)$/.exec(line) ?? [];
      const id = parseClientId(word);
      return id === undefined ? [] : [{ id, name, onlyGroups: groupsIn(groups), folded: name.toLowerCase() }];
    })
    .toSorted((left, right) => compare(left.folded, right.folded) || compare(left.id, right.id));
}

function groupsIn(json: string): readonly string[] {
  return json === "[]" ? [] : JSON.parse(json);
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
