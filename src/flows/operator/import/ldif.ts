import { endsEarly } from "./records.ts";

/** One entry of an LDIF file. */
export interface LdifEntry {
  /** The line on which the entry begins. */
  readonly line: number;
  readonly dn: string;
  /** The values of each attribute, by its name in lower case without options. */
  readonly attributes: ReadonlyMap<string, readonly (string | Uint8Array)[]>;
  /** Why the entry, or with `breaksFile` the file from here on, cannot be read. */
  readonly fault?: string;
  readonly breaksFile?: true;
}

/** In UTF-16 units: a group of some hundred thousand members is one entry. */
const recordLengthMax = 16 * 1024 * 1024;
/** More attributes than an entry of a person has; a group may have as many values as fit into a record. */
const attributesMax = 1000;

/**
 * Reads LDIF (RFC 2849) entry by entry: folded lines, comments and values in base64. A value that is no UTF-8 stays bytes, and one that
 * is named by a URL is not fetched. Of change records only those that add an entry are read.
 */
export async function* readLdif(chunks: AsyncIterable<string>): AsyncGenerator<LdifEntry> {
  const scan = new LdifScan();
  for await (const chunk of chunks) {
    for (const entry of scan.read(chunk)) {
      yield entry;
      if (entry.breaksFile) return;
    }
  }
  yield* scan.end();
}

class LdifScan {
  #line = 0;
  #rest = "";
  #begun: { readonly line: number; readonly lines: string[]; length: number } | undefined;

  *read(chunk: string): Generator<LdifEntry> {
    const parts = (this.#rest + chunk).split("\n");
    this.#rest = parts.pop() ?? "";
    for (const part of parts) {
      yield* this.#take(part.endsWith("\r") ? part.slice(0, -1) : part);
    }
    if (this.#rest.length > recordLengthMax) yield this.#broken("The line is longer than an entry can be.");
  }

  *end(): Generator<LdifEntry> {
    if (this.#rest !== "") yield* this.#take(this.#rest);
    yield* this.#finish();
  }

  *#take(line: string): Generator<LdifEntry> {
    this.#line += 1;
    if (line === "") {
      yield* this.#finish();
      return;
    }
    const begun = this.#begun ?? { line: this.#line, lines: [], length: 0 };
    this.#begun = begun;
    begun.length += line.length;
    if (begun.length > recordLengthMax) {
      // The entry is known by its first line, and the rest is passed over, so that memory is bounded.
      begun.lines.splice(1);
      return;
    }
    if (line.startsWith(" ")) begun.lines.push(`${begun.lines.pop() ?? ""}${line.slice(1)}`);
    else begun.lines.push(line);
  }

  *#finish(): Generator<LdifEntry> {
    const begun = this.#begun;
    this.#begun = undefined;
    if (begun === undefined) return;
    const lines = begun.lines.filter((line) => !line.startsWith("#"));
    const [first, ...others] = lines[0]?.toLowerCase().startsWith("version:") ? lines.slice(1) : lines;
    if (first === undefined || !isEntry(first)) return;
    const entry = entryOf(begun.line, first, others);
    if (begun.length > recordLengthMax) yield { ...entry, fault: "The entry is longer than 16 MiB." };
    else yield entry;
  }

  #broken(fault: string): LdifEntry {
    return { line: this.#line + 1, dn: "", attributes: new Map(), fault, breaksFile: true };
  }
}

/** False for what ldapsearch and ldbsearch write between and after entries: references to other servers, and the result. */
function isEntry(first: string): boolean {
  return !/^(?:ref|search):/i.test(first);
}

function entryOf(line: number, first: string, lines: readonly string[]): LdifEntry {
  const [name, dn] = attributeIn(first) ?? ["", ""];
  const attributes = new Map<string, (string | Uint8Array)[]>();
  if (name !== "dn") return { line, dn: "", attributes, fault: "An entry must begin with `dn:`." };
  const entry = { line, dn: String(dn), attributes };
  for (const each of lines) {
    const read = attributeIn(each);
    if (read === undefined)
      return { ...entry, fault: `A line has no colon after the name of an attribute. ${endsEarly}` };
    const [attribute, value] = read;
    if (attribute === "changetype" && value !== "add")
      return { ...entry, fault: "Only entries, and changes that add one, are read." };
    if (attribute === "changetype") continue;
    const values = attributes.get(attribute);
    if (values !== undefined) values.push(value);
    else if (attributes.size < attributesMax) attributes.set(attribute, [value]);
  }
  return entry;
}

/** The name of an attribute without its options (`;lang-de`, `;binary`), and its value. */
function attributeIn(line: string): readonly [string, string | Uint8Array] | undefined {
  const colon = line.indexOf(":");
  if (colon < 1) return undefined;
  const name = (line.slice(0, colon).split(";")[0] ?? "").toLowerCase();
  if (line[colon + 1] !== ":")
    return [
      name,
      line
        .slice(colon + 1)
        .replace(/^ +/, "")
        .replace(/^<.*/, ""),
    ];
  const bytes = Buffer.from(line.slice(colon + 2).trim(), "base64");
  const text = bytes.toString("utf8");
  return [name, Buffer.from(text, "utf8").equals(bytes) ? text : new Uint8Array(bytes)];
}
