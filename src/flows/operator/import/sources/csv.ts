import { givenClaims } from "../../../../protocol/openid/person-claims.ts";
import type { JsonObject } from "../../../../values/json-object.ts";
import { shown } from "../check-person.ts";
import { headerOf } from "../csv.ts";
import { readCells, whyNoHeader } from "../file-readers.ts";
import type { Entry, ReadRecord } from "../person-texts.ts";
import type { PeopleFile, Source } from "../source.ts";
import { readOwnPerson } from "./latchkey.ts";

const claims: ReadonlySet<string> = new Set(givenClaims.map(({ name }) => name));
const flags: ReadonlySet<string> = new Set(["email_verified", "disabled", "admin"]);
const texts =
  "username email name phone_number address require password_hash password totp_secret groups sub";

/** The members of a person that a column can have. */
export const csvColumns: ReadonlySet<string> = new Set([...texts.split(" "), ...flags, ...claims]);

/** How a mapping names an attribute: `attributes.department`. */
export const attributePrefix = "attributes.";

/** CSV (RFC 4180) whose header names the members of Latchkey's own format, or any CSV with a mapping of its columns to them. */
export const csv: Source = {
  called: "CSV with Latchkey's names for the columns",
  recognises: ({ text, isJson }) => !isJson && whyNoOwnHeader(headerOf(text)) === undefined,
  read: readCsvPeople,
};

function readCsvPeople({ chunks, columns }: PeopleFile): AsyncIterable<Entry> {
  if (columns === undefined)
    return readCells(chunks, (header, cells) => readOwnPerson(personOf(header, cells)), whyNoOwnHeader);
  return readCells(
    chunks,
    (header, cells) => readMapped(header, cells, columns),
    (header) => whyNoHeader(header) ?? whyNoMapping(header, columns),
  );
}

function whyNoOwnHeader(header: readonly string[]): string | undefined {
  const unknown = header.find((name) => !csvColumns.has(name));
  if (unknown !== undefined)
    return `There is no column ${shown(unknown)}. Rename or remove it, or name your columns with --map. There are: ${[...csvColumns].join(", ")}.`;
  const whyNot = whyNoHeader(header);
  if (whyNot !== undefined) return whyNot;
  return header.includes("username") || header.includes("email")
    ? undefined
    : "The first line must name the columns, and username or email among them.";
}

function whyNoMapping(header: readonly string[], columns: ReadonlyMap<string, string>): string | undefined {
  const missing = [...columns.values()].find((column) => !header.includes(column));
  if (missing === undefined) return undefined;
  return `There is no column ${shown(missing)}. There are: ${header.slice(0, 40).map(shown).join(", ")}.`;
}

/** Reads the cells of the mapped columns. The others are left out by their names. */
function readMapped(
  header: readonly string[],
  cells: readonly string[],
  columns: ReadonlyMap<string, string>,
): ReadRecord {
  const cellOf = (column: string) => cells[header.indexOf(column)] ?? "";
  const wanted = [...columns];
  const read = readOwnPerson(
    personOf(
      wanted.map(([member]) => member),
      wanted.map(([, column]) => cellOf(column)),
    ),
  );
  if ("problem" in read) {
    const column = columns.get(read.problem.member ?? "");
    const says = column === undefined ? read.problem.says : `Column ${shown(column)}: ${read.problem.says}`;
    return { ...read, problem: { ...read.problem, says } };
  }
  const mapped = new Set(columns.values());
  const others = header.filter((column) => !mapped.has(column) && cellOf(column) !== "");
  return read.map((person) => ({ ...person, leftOut: others.map((column) => `column ${shown(column)}`) }));
}

/** The object of a line in JSON. A cell without true or false stays a text, which the reader of that object refuses by its name. */
function personOf(header: readonly string[], cells: readonly string[]): JsonObject {
  const said = header.flatMap((name, index) => {
    const cell = cells[index] ?? "";
    return cell === "" ? [] : [[name, cell] as const];
  });
  const members = said
    .filter(([name]) => !claims.has(name) && !name.startsWith(attributePrefix))
    .map(([name, cell]) => [name, cellValue(name, cell)]);
  const attributes = said
    .filter(([name]) => name.startsWith(attributePrefix))
    .map(([name, cell]) => [name.slice(attributePrefix.length), cell]);
  return {
    ...Object.fromEntries(members),
    ...(attributes.length > 0 && { attributes: Object.fromEntries(attributes) }),
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
