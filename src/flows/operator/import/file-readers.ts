import { type JsonObject, parseJsonObject } from "../../../values/json-object.ts";
import { counted } from "../../../values/words.ts";
import { readCsv } from "./csv.ts";
import { breakAt, type Entry, entriesOf, notAPerson, type ReadRecord } from "./person-texts.ts";
import { type FileRecord, isContainer, readLines, readListedObjects } from "./records.ts";
import type { PeopleFile } from "./source.ts";

/** Objects on lines, or in the lists of one JSON text. */
export async function* listed(chunks: AsyncIterable<string>, depth?: number): AsyncGenerator<FileRecord> {
  const { start, all } = await begun(chunks);
  const text = start.trimStart();
  const whole = parseJsonObject(text.split("\n")[0] ?? "");
  const isLines = text.startsWith("{") && whole !== undefined && !isContainer(whole);
  yield* isLines ? readLines(all) : readListedObjects(all, depth);
}

/** The first chunk, and all of them. */
export async function begun(
  chunks: AsyncIterable<string>,
): Promise<{ readonly start: string; readonly all: AsyncIterable<string> }> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first = await iterator.next();
  const start = first.done ? "" : first.value;
  const all = (async function* () {
    yield start;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  })();
  return { start, all };
}

/** Reads each object in these lists of a JSON text, or on a line of its own. */
export function eachObject(
  read: (json: JsonObject) => ReadRecord,
  lists: readonly string[] = ["", "users"],
  depth?: number,
): (file: PeopleFile) => AsyncGenerator<Entry> {
  const readText = ofJson(read);
  return async function* ({ chunks }) {
    for await (const record of listed(chunks, depth))
      if (record.fault !== undefined || lists.includes(record.list)) yield* entriesIn(record, readText);
  };
}

/** Reads each line that is not empty. */
export function eachLine(read: (line: string) => ReadRecord): (file: PeopleFile) => AsyncGenerator<Entry> {
  return async function* ({ chunks }) {
    for await (const record of readLines(chunks)) yield* entriesIn(record, read);
  };
}

/** Reads each line as an object. */
export function eachJsonLine(
  read: (json: JsonObject) => ReadRecord,
): (file: PeopleFile) => AsyncGenerator<Entry> {
  return eachLine(ofJson(read));
}

/** Reads each row of a table: the objects of a JSON text, or the lines of a CSV file by the names in its header. */
export function eachRow(
  read: (row: JsonObject) => ReadRecord,
  lists?: readonly string[],
): (file: PeopleFile) => AsyncGenerator<Entry> {
  const readObjects = eachObject(read, lists);
  return async function* (file) {
    const { start, all } = await begun(file.chunks);
    if (/^\s*[[{]/.test(start)) yield* readObjects({ ...file, chunks: all });
    else yield* readCells(all, (header, cells) => read(rowOf(header, cells)));
  };
}

/** A cell that says nothing is empty, or `\N`, which databases write for NULL. */
function rowOf(header: readonly string[], cells: readonly string[]): JsonObject {
  return Object.fromEntries(
    header.flatMap((name, index) => {
      const cell = cells[index] ?? "";
      return cell === "" || cell === "\\N" ? [] : [[name, cell] as const];
    }),
  );
}

/** Reads the lines of a CSV file below its header, if that is one; `whyNot` says what is wrong with it. */
export async function* readCells(
  chunks: AsyncIterable<string>,
  read: (header: readonly string[], cells: readonly string[]) => ReadRecord,
  whyNot: (header: readonly string[]) => string | undefined = whyNoHeader,
): AsyncGenerator<Entry> {
  let header: readonly string[] | undefined;
  for await (const { line, cells, fault } of readCsv(chunks)) {
    const broken = fault ?? (header === undefined ? whyNot(cells) : undefined);
    if (broken !== undefined) {
      yield breakAt(line, broken);
      return;
    }
    if (header === undefined) header = cells;
    else if (cells.length === header.length) yield* entriesOf(line, read(header, cells));
    else {
      const says = `The line has ${counted(cells.length, "cell")}, and the header has ${header.length}.`;
      yield { line, problem: { about: "more or fewer cells than the header", says } };
    }
  }
}

/** The reason why no file with this header can be read; undefined if there is none. */
export function whyNoHeader(header: readonly string[]): string | undefined {
  return new Set(header).size < header.length ? "Two columns have the same name." : undefined;
}

/** Reads a text of YAML as a whole. */
export function wholeYaml(
  read: (json: JsonObject) => ReadRecord,
): (file: PeopleFile) => AsyncGenerator<Entry> {
  return async function* ({ chunks, readYaml }) {
    const text = await readText(chunks);
    const people = text === undefined ? notAPerson : read(readYaml(text) ?? {});
    if ("problem" in people)
      yield breakAt(1, "The file cannot be read as its format, or is longer than 32 MiB.");
    else yield* entriesOf(1, people);
  };
}

/** The limit of a file that is read as a whole; nobody writes a longer one by hand. */
const wholeLengthMax = 32 * 1024 * 1024;

/** The whole of a text; undefined for one that is too long for that. */
export async function readText(chunks: AsyncIterable<string>): Promise<string | undefined> {
  let text = "";
  for await (const chunk of chunks) {
    text += chunk;
    if (text.length > wholeLengthMax) return undefined;
  }
  return text;
}

function ofJson(read: (json: JsonObject) => ReadRecord): (text: string) => ReadRecord {
  return (text) => {
    const json = parseJsonObject(text);
    return json === undefined ? notAPerson : read(json);
  };
}

function entriesIn({ line, text, fault }: FileRecord, read: (text: string) => ReadRecord): readonly Entry[] {
  if (fault !== undefined) return [breakAt(line, fault)];
  return entriesOf(line, text === undefined ? tooLong : read(text));
}

const tooLong: ReadRecord = {
  problem: { about: "too long", says: "The record is longer than a person can be." },
};
