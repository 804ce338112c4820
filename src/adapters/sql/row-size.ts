import { isUint8Array } from "node:util/types";
import type { Cached } from "./fact.ts";
import type { Row } from "./rows.ts";

/** What an object of some members takes in a cache, and then each blob and text beyond its length: estimates on the high side. */
const entryBytes = 700;
const blobBytes = 250;
const textBytes = 24;

/** About the bytes that a row takes in a cache once it was read. */
export function bytesOf(row: Row): number {
  let bytes = entryBytes;
  for (const name in row) {
    const value = row[name];
    if (typeof value === "string") bytes += textBytes + value.length;
    else if (isUint8Array(value)) bytes += blobBytes + value.length;
  }
  return bytes;
}

/** The bound of a cache of rows, in the unit of `sizedRow`. */
export function sizeMaxOf({ max }: Pick<Cached<string, object>, "max">): number {
  return "rows" in max ? max.rows : max.bytes;
}

/** Reads a row for a cache, with its share of the bound. */
export function sizedRow<Kept>({ max, read }: Pick<Cached<string, Kept>, "max" | "read">, row: Row) {
  return { kept: read(row), size: "rows" in max ? 1 : bytesOf(row) };
}
