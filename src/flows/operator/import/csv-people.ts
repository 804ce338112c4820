import { givenClaims } from "../../../protocol/openid/person-claims.ts";
import type { JsonObject } from "../../../values/json-object.ts";
import { counted } from "../../../values/words.ts";
import { shown } from "./check-person.ts";
import { headerOf, readCsv } from "./csv.ts";
import { readOwnPerson } from "./own-person.ts";
import { breakAt, type Entry, entriesOf } from "./person-texts.ts";

const claims: ReadonlySet<string> = new Set(givenClaims.map(({ name }) => name));
const flags: ReadonlySet<string> = new Set(["email_verified", "disabled", "admin"]);
const texts =
  "username email name phone_number address require password_hash password totp_secret groups sub";
const columns: ReadonlySet<string> = new Set([...texts.split(" "), ...flags, ...claims]);

/** True for a header that names a person and has only columns that this service knows, each once. */
export function isOwnHeader(start: string): boolean {
  const header = headerOf(start);
  return whyNoHeader(header) === undefined;
}

function whyNoHeader(header: readonly string[]): string | undefined {
  const unknown = header.find((name) => !columns.has(name));
  const known = [...columns].join(", ");
  if (unknown !== undefined)
    return `There is no column ${shown(unknown)}. Rename or remove it. There are: ${known}.`;
  if (new Set(header).size < header.length) return "Two columns have the same name.";
  return header.includes("username") || header.includes("email")
    ? undefined
    : "The first line must name the columns, and username or email among them.";
}

/** Reads people of a CSV file whose header names the members of the service's own format; docs/importing.md describes it. */
export async function* readCsvPeople(chunks: AsyncIterable<string>): AsyncGenerator<Entry> {
  let header: readonly string[] | undefined;
  for await (const { line, cells, fault } of readCsv(chunks)) {
    const broken = fault ?? (header === undefined ? whyNoHeader(cells) : undefined);
    if (broken !== undefined) {
      yield breakAt(line, broken);
      return;
    }
    if (header === undefined) header = cells;
    else if (cells.length === header.length) yield* entriesOf(line, readOwnPerson(personOf(header, cells)));
    else {
      const says = `The line has ${counted(cells.length, "cell")}, and the header has ${header.length}.`;
      yield { line, problem: { about: "more or fewer cells than the header", says } };
    }
  }
}

/** The object of a line in JSON. A cell without true or false stays a text, which the reader of that object refuses by its name. */
function personOf(header: readonly string[], cells: readonly string[]): JsonObject {
  const said = header.flatMap((name, index) => {
    const cell = cells[index] ?? "";
    return cell === "" ? [] : [[name, cell] as const];
  });
  const members = said
    .filter(([name]) => !claims.has(name))
    .map(([name, cell]) => [name, cellValue(name, cell)]);
  return {
    ...Object.fromEntries(members),
    claims: Object.fromEntries(said.filter(([name]) => claims.has(name))),
  };
}

function cellValue(name: string, cell: string): unknown {
  if (name === "groups") return cell.split(";").flatMap((group) => group.trim() || []);
  return flags.has(name) ? (words.get(cell.trim().toLowerCase()) ?? cell) : cell;
}

const words: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["yes", true],
  ["false", false],
  ["no", false],
]);
