import type { JsonObject } from "../../../values/json-object.ts";

/**
 * One record of a file: an object on a line of its own, or an object in a list. `list` names the member of the top object that holds
 * the list; it is empty for a list at the top and for lines.
 */
export interface FileRecord {
  /** The line on which the record begins. */
  readonly line: number;
  readonly list: string;
  /** Undefined for one that is longer than a record may be. */
  readonly text: string | undefined;
  /** Why the file cannot be read from here on. */
  readonly fault?: string;
}

/** In UTF-16 units. No person's record is longer. */
export const recordLengthMax = 1024 * 1024;

/** Reads a text line by line; lines of white space are left out. */
export async function* readLines(chunks: AsyncIterable<string>): AsyncGenerator<FileRecord> {
  let line = 1;
  let kept = "";
  let isTooLong = false;
  const record = (text: string): FileRecord => ({ line, list: "", text: isTooLong ? undefined : text });
  for await (const chunk of chunks) {
    const parts = chunk.split("\n");
    for (const [index, part] of parts.entries()) {
      isTooLong ||= kept.length + part.length > recordLengthMax;
      kept = isTooLong ? "" : kept + part;
      if (index === parts.length - 1) break;
      if (isTooLong || kept.trim() !== "") yield record(kept.trim());
      [kept, isTooLong] = ["", false];
      line += 1;
    }
  }
  const last = kept.trim();
  if (last.startsWith("{") && !last.endsWith("}")) yield faultAt(line, endsEarly);
  else if (isTooLong || last !== "") yield record(last);
}

/** The fault of a file that ends inside a record. */
export const endsEarly = "The file is truncated here: the rest is missing.";
const isUneven =
  "A bracket that was opened here or earlier is closed by a different kind, so nothing after it can be read.";
const hasMore =
  "The file has more text after the end of its JSON. It must be one list, or one object per line.";

const tooDeep = "The file has more than 1,000 brackets inside each other here, so nothing after it is read.";
const depthMax = 1000;
/** Nobody looks for more names than this. */
const membersMax = 1000;

function faultAt(line: number, fault: string): FileRecord {
  return { line, list: "", text: undefined, fault };
}

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const lineFeed = 0x0a;
const space = 0x20;
/** In ASCII, a closing brace or bracket comes this far after its opening one. */
const distance = 2;
const [openBrace, openBracket, closeBrace, closeBracket] = [0x7b, 0x5b, 0x7d, 0x5d];

/**
 * Reads a JSON text of any length and yields the objects in its list, or in the lists that are members of its one object, while it
 * remembers no more than one of them. `depth` is the number of brackets around a record of such a member: 2, or more if the lists are
 * in the objects of a list. It looks at quotes and brackets only: each record is parsed by its reader. If the text is truncated or
 * continues after its end, the last record is that problem.
 */
export async function* readListedObjects(
  chunks: AsyncIterable<string>,
  depth = 2,
): AsyncGenerator<FileRecord> {
  const scan = new Scan(depth);
  for await (const chunk of chunks) {
    yield* scan.read(chunk);
    if (scan.fault !== undefined) break;
  }
  const fault = scan.fault ?? scan.atEnd();
  if (fault !== undefined) yield fault;
}

/** The members in which products list people or clients; the empty name is a list at the top. */
export const recordLists = [
  "",
  "users",
  "clients",
  "items",
  "Users",
  "value",
  "data",
  "results",
  "result",
  "orgs",
  "entries",
];

/** True for an object that has the records in a list, and is none itself. */
export function isContainer(json: JsonObject): boolean {
  return recordLists.some((list) => Array.isArray(json[list])) || "realm" in json;
}

/** The beginning of a JSON text: the members of its one object, and the first object of each list, by the name of the list. */
export function scanStart(text: string): {
  readonly members: ReadonlySet<string>;
  readonly first: ReadonlyMap<string, string>;
} {
  const scan = new Scan(2);
  const first = new Map<string, string>();
  for (const { list, text: record } of scan.read(text))
    if (record !== undefined && !first.has(list)) first.set(list, record);
  return { members: scan.members, first };
}

class Scan {
  /** True after the point from which nothing can be read. */
  fault: FileRecord | undefined;
  #line = 1;
  #isOver = false;
  #isInText = false;
  #isEscaped = false;
  /** The brackets that are open. */
  readonly #open: number[] = [];
  /** The last text at the top of the object: the name of the member whose list follows. */
  #name = "";
  #isNaming = false;
  /** The members of the object at the top, as far as it was read. */
  readonly members = new Set<string>();
  #record: { line: number; depth: number; text: string; isTooLong: boolean } | undefined;
  readonly #depth: number;

  constructor(depth: number) {
    this.#depth = depth;
  }

  *read(chunk: string): Generator<FileRecord> {
    let from = 0;
    for (let index = 0; index < chunk.length; index += 1) {
      const code = chunk.charCodeAt(index);
      if (code === lineFeed) this.#line += 1;
      if (this.#isInText) this.#readText(code, chunk[index] ?? "");
      else if (this.#isOver && code > space) {
        this.fault = faultAt(this.#line, hasMore);
        return;
      } else if (code === quote) this.#beginText();
      else if (code === colon && this.#open.length === 1 && this.members.size < membersMax)
        this.members.add(this.#name);
      else if (code === openBrace || code === openBracket) {
        if (this.#isRecordHere(code)) {
          this.#record = { line: this.#line, depth: this.#open.length, text: "", isTooLong: false };
          from = index;
        }
        if (this.#open.push(code) > depthMax) {
          this.fault = faultAt(this.#line, tooDeep);
          return;
        }
      } else if (code === closeBrace || code === closeBracket) {
        if (this.#open.pop() !== code - distance) {
          this.fault = faultAt(this.#line, isUneven);
          return;
        }
        this.#isOver = this.#open.length === 0;
        if (this.#record?.depth === this.#open.length) {
          this.#keep(chunk.slice(from, index + 1));
          const { line, text, isTooLong } = this.#record;
          yield { line, list: this.#list(), text: isTooLong ? undefined : text };
          this.#record = undefined;
        }
      }
    }
    if (this.#record !== undefined) this.#keep(chunk.slice(from));
  }

  /** The problem if the text ends at this point. */
  atEnd(): FileRecord | undefined {
    return this.#isInText || this.#open.length > 0 ? faultAt(this.#line, endsEarly) : undefined;
  }

  #readText(code: number, letter: string): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (code === backslash) this.#isEscaped = true;
    else if (code === quote) {
      this.#isInText = false;
      return;
    }
    if (this.#isNaming && this.#name.length < 64) this.#name += letter;
  }

  #beginText(): void {
    this.#isInText = true;
    this.#isNaming = this.#open.length === this.#depth - 1 && this.#open.at(-1) === openBrace;
    if (this.#isNaming) this.#name = "";
  }

  /** An object in a list at the top, or in a list that is a member of an object at the depth of the lists. */
  #isRecordHere(code: number): boolean {
    if (code !== openBrace || this.#record !== undefined || this.#open.at(-1) !== openBracket) return false;
    const { length } = this.#open;
    return length === 1 || (length === this.#depth && this.#open.at(-2) === openBrace);
  }

  #list(): string {
    return this.#open.length === 1 ? "" : this.#name;
  }

  #keep(part: string): void {
    if (this.#record === undefined) return;
    this.#record.isTooLong ||= this.#record.text.length + part.length > recordLengthMax;
    this.#record.text = this.#record.isTooLong ? "" : this.#record.text + part;
  }
}
