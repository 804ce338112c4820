import type { Connection, FieldDef, Submittable } from "pg";
import { TypeOverrides } from "pg";
import type { Cell, Row, Statement, Value } from "./statement.ts";

/** int8 holds instants and counts, which a number holds exactly; booleans are 0 and 1. */
export const types = new TypeOverrides();
types.setTypeParser(16, (text: string) => Number(text === "t"));
types.setTypeParser(20, Number);

/** How the columns of a statement's rows are named and read. */
type Shape = readonly { readonly name: string; readonly read: (cell: string) => Row[string] }[];

/** The shapes of the statements of each connection. The server refuses to run a statement whose shape has changed (SQLSTATE 0A000). */
const shapes = new WeakMap<Connection, Map<string, Shape>>();

/** What the driver keeps of a connection beside what its types say. */
interface ParsedStatements {
  readonly parsedStatements: Readonly<Record<string, string>>;
}

/**
 * A prepared statement under way. The driver's own query asks the server to describe the rows of each run, and reads the same description
 * each time; this one asks once for each connection (ADR 0093). The driver calls the methods, and `callback` with the end.
 */
export class PreparedQuery implements Submittable {
  readonly name: string;
  readonly text: string;
  /** NOTE: the driver puts its time limit around it. */
  callback: (error: unknown) => void;
  readonly rows: Row[] = [];
  readonly #values: readonly Value[];
  #connection: Connection | undefined;
  #shape: Shape = [];
  #failure: unknown;

  constructor({ name, text }: Statement, values: readonly Value[], callback: (error: unknown) => void) {
    this.name = name;
    this.text = text;
    this.#values = values;
    this.callback = callback;
  }

  submit(connection: Connection & Partial<ParsedStatements>): void {
    this.#connection = connection;
    const { name, text } = this;
    const known = shapes.get(connection)?.get(name);
    const { stream } = connection;
    stream.cork();
    if (connection.parsedStatements?.[name] === undefined) connection.parse({ name, text, types: [] }, true);
    connection.bind({ statement: name, values: this.#values.map(wireValueOf) }, true);
    if (known === undefined) connection.describe({ type: "P" }, true);
    else this.#shape = known;
    connection.execute({}, true);
    connection.sync();
    stream.uncork();
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.#shape = fields.map(({ name, dataTypeID }) => ({
      name,
      read: types.getTypeParser(dataTypeID) as unknown as (cell: string) => Row[string],
    }));
    if (this.#connection === undefined) return;
    const known = shapes.get(this.#connection) ?? new Map<string, Shape>();
    shapes.set(this.#connection, known.set(this.name, this.#shape));
  }

  handleDataRow({ fields: cells }: { readonly fields: readonly (string | null)[] }): void {
    const row: Row = {};
    try {
      for (const [index, { name, read }] of this.#shape.entries()) {
        const cell = cells[index] ?? null;
        row[name] = cell === null ? null : read(cell);
      }
      this.rows.push(row);
    } catch (error) {
      this.#failure ??= error;
    }
  }

  handleReadyForQuery(): void {
    this.callback(this.#failure);
  }

  handleError(error: unknown): void {
    this.callback(error);
  }

  handleCommandComplete(): void {}
}

function wireValueOf(value: Value): string | Buffer | null {
  if (value === undefined || value === null) return null;
  if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return Array.isArray(value) ? `{${value.map(elementOf).join(",")}}` : String(value);
}

/** PostgreSQL's documentation, §8.15.2: an element of an array, as text. */
function elementOf(value: Cell): string {
  if (value === undefined || value === null) return "NULL";
  if (ArrayBuffer.isView(value))
    return `"\\\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("hex")}"`;
  return `"${String(value).replace(/["\\]/g, "\\$&")}"`;
}
