/**
 * Reads the columns of a row. Nothing here knows an engine.
 */

import { isUint8Array } from "node:util/types";
import { StoreUnavailable } from "../../values/store-unavailable.ts";

/** A row as a driver gives it; blobs are Uint8Array. */
export type Row = Readonly<Record<string, unknown>>;

/** A row that does not have the shape its table promises: requests that need it are answered 503, and no others. */
export class DamagedRow extends StoreUnavailable {
  override readonly name = "DamagedRow";
  override readonly isWatched = false;
}

/** Reads a TEXT column; a row of another shape throws `DamagedRow`, as in every function of this file. */
export function text(row: Row, column: string): string {
  const value = row[column];
  return typeof value === "string" ? value : damaged(column);
}

/** Reads an INTEGER column, which holds nothing beyond what a number is exact for. */
export function integer(row: Row, column: string): number {
  const value = row[column];
  return typeof value === "number" && Number.isSafeInteger(value) ? value : damaged(column);
}

export function blob(row: Row, column: string): Uint8Array {
  const value = row[column];
  return isUint8Array(value) ? value : damaged(column);
}

/** Reads a BLOB column through `make`, which throws on bytes that it cannot take. */
export function blobAs<T>(row: Row, column: string, make: (bytes: Uint8Array) => T): T {
  const bytes = blob(row, column);
  try {
    return make(bytes);
  } catch {
    return damaged(column);
  }
}

/** Reads words separated by spaces, at least one. A word that only a newer release writes is kept as it is. */
export function words(row: Row, column: string): readonly string[] {
  const value = text(row, column);
  return /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/.test(value) ? value.split(" ") : damaged(column);
}

/** Stands for no word at all: an empty column was never written. */
const noWord = "-";

/** Reads what `textOfWords` wrote: words separated by spaces, or none. */
export function wordsOrNone(row: Row, column: string): readonly string[] {
  const found = words(row, column);
  return found.length === 1 && found[0] === noWord ? [] : found;
}

/** The column of a list of words that may be empty. */
export function textOfWords(list: readonly string[]): string {
  return list.length === 0 ? noWord : list.join(" ");
}

/** Reads a boolean, kept as 0 or 1. */
export function flag(row: Row, column: string): boolean {
  return integer(row, column) !== 0;
}

/** True if the column has a value. */
export function has(row: Row, column: string): boolean {
  return row[column] !== null;
}

/** Returns the value that a parser made of a column; throws `DamagedRow` if it made none. */
export function parsed<T>(column: string, value: T | undefined): T {
  return value === undefined ? damaged(column) : value;
}

function damaged(column: string): never {
  throw new DamagedRow(`The column ${column} holds something else than this release wrote.`);
}
