/** A row in the types of SQLite, so that both engines share their readers: numbers, 0 and 1 for booleans, text, bytes. */
export type Row = Record<string, null | number | string | Uint8Array<ArrayBuffer>>;
export type Cell = null | undefined | number | bigint | boolean | string | Uint8Array;
/** A parameter: one value, or an array that the statement unnests. */
export type Value = Cell | readonly Cell[];

/** SQL that each connection prepares at its first use; see also `asItIs`. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}
