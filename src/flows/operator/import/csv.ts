import { endsEarly, recordLengthMax } from "./records.ts";

/** One record of a CSV file. */
export interface CsvRecord {
  /** The line on which the record begins. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Why the file cannot be read from here on. */
  readonly fault?: string;
}

/** Reads CSV (RFC 4180) strictly, with a comma between cells, and line ends of either kind. Empty lines are left out. */
export async function* readCsv(chunks: AsyncIterable<string>): AsyncGenerator<CsvRecord> {
  const scan = new CsvScan();
  for await (const chunk of chunks) {
    for (const record of scan.read(chunk)) {
      yield record;
      if (record.fault !== undefined) return;
    }
  }
  yield* scan.end();
}

/** The first record of a text, its header; empty where there is none. */
export function headerOf(start: string): readonly string[] {
  const scan = new CsvScan();
  const [first] = [...scan.read(start.split("\n", 1)[0] ?? ""), ...scan.end()];
  return first?.fault === undefined ? (first?.cells ?? []) : [];
}

const strayQuote = "A quotation mark is not where RFC 4180 allows one, so nothing after it can be read.";
const tooLong = "The record is longer than a person can be, so a quotation mark is probably missing.";

class CsvScan {
  #line = 1;
  #beginsAt = 1;
  #cells: string[] = [];
  #cell = "";
  #length = 0;
  /** "closed": behind the closing quotation mark of a cell. */
  #state: "begin" | "plain" | "quoted" | "closed" = "begin";

  *read(chunk: string): Generator<CsvRecord> {
    for (const letter of chunk) {
      this.#length += letter.length;
      const fault = this.#length > recordLengthMax ? tooLong : this.#take(letter);
      if (fault !== undefined) {
        yield { line: this.#line, cells: [], fault };
        return;
      }
      if (letter !== "\n") continue;
      this.#line += 1;
      if (this.#state !== "quoted") yield* this.#finish();
    }
  }

  /** The last record, which may have no end of line. */
  *end(): Generator<CsvRecord> {
    if (this.#state === "quoted") yield { line: this.#beginsAt, cells: [], fault: endsEarly };
    else yield* this.#finish();
  }

  /** Takes one letter; a fault where it cannot stand there. */
  #take(letter: string): string | undefined {
    if (this.#state === "quoted") {
      if (letter === '"') this.#state = "closed";
      else this.#cell += letter;
    } else if (letter === '"') {
      if (this.#state === "plain") return strayQuote;
      if (this.#state === "closed") this.#cell += letter;
      this.#state = "quoted";
    } else if (letter === ",") this.#next();
    else if (this.#state === "closed" && letter !== "\n") return letter === "\r" ? undefined : strayQuote;
    else if (letter !== "\n") {
      this.#cell += letter;
      this.#state = "plain";
    }
    return undefined;
  }

  #next(): void {
    this.#cells.push(this.#cell);
    this.#cell = "";
    this.#state = "begin";
  }

  *#finish(): Generator<CsvRecord> {
    if (this.#state === "plain" && this.#cell.endsWith("\r")) this.#cell = this.#cell.slice(0, -1);
    const isEmpty = this.#cells.length === 0 && this.#cell === "" && this.#state !== "closed";
    this.#next();
    if (!isEmpty) yield { line: this.#beginsAt, cells: this.#cells };
    this.#cells = [];
    this.#length = 0;
    this.#beginsAt = this.#line;
  }
}
