import { isUint8Array } from "node:util/types";
import { integer, type Row } from "./rows.ts";

/** Computes the MACs of the chain: 32 bytes, under a key that never changes. */
export type ChainMac = (message: Uint8Array) => Uint8Array;

/** The columns of an entry that its MAC covers, in this order. */
export const coveredColumns = [
  "number",
  "at",
  "act",
  "actor_kind",
  "actor_id",
  "target_kind",
  "target_id",
  "details",
  "network",
  "request_id",
] as const;

/** The columns of an entry. */
export const columns = [...coveredColumns, "mac"] as const;

/** The columns of the head row. */
export const headColumns = ["first", "before_mac", "last", "last_mac", "began_at", "mac"] as const;

/** A covered column, as it is written and read. */
export type CoveredValues = Readonly<
  Record<(typeof coveredColumns)[number], string | number | null | undefined>
>;

/** The MAC before the first entry of all. */
export const beginning: Uint8Array = new Uint8Array(32);

/** The head row, whose MAC is over all other members. `beforeMac` is the MAC of the entry before the first one that is kept. */
export interface ChainHead {
  readonly first: number;
  readonly beforeMac: Uint8Array;
  readonly last: number;
  readonly lastMac: Uint8Array;
  readonly beganAt: number;
}

/** A MAC is over the kind of its row, so that the one of a head is never the one of an entry. */
export function macOfEntry(mac: ChainMac, before: Uint8Array, values: CoveredValues): Uint8Array {
  const texts = coveredColumns.map((column) => values[column] ?? null);
  return mac(Buffer.concat([Buffer.from("entry\n"), before, Buffer.from(JSON.stringify(texts))]));
}

/** The MAC of the head row. */
export function macOfHead(
  mac: ChainMac,
  { first, beforeMac, last, lastMac, beganAt }: ChainHead,
): Uint8Array {
  const numbers = JSON.stringify([first, last, beganAt, beforeMac.length]);
  return mac(Buffer.concat([Buffer.from("head\n"), beforeMac, lastMac, Buffer.from(numbers)]));
}

/** The entry before the next one. */
export interface Link {
  readonly number: number;
  readonly mac: Uint8Array;
}

/** True if a row is the entry that this installation wrote right behind the link. */
export function isNext(mac: ChainMac, link: Link, row: Row): boolean {
  return row.number === link.number + 1 && isSame(row.mac, macOfEntry(mac, link.mac, row as CoveredValues));
}

/** True if the bytes of a column are equal to these. */
export function isSame(column: unknown, bytes: Uint8Array): boolean {
  return isUint8Array(column) && Buffer.compare(column, bytes) === 0;
}

/** Reads the MAC of a row. A damaged MAC is read as no bytes, so that it matches nothing. */
export function macIn(row: Row, column = "mac"): Uint8Array {
  const value = row[column];
  return isUint8Array(value) ? value : new Uint8Array();
}

/** Reads the head row; undefined if it is not as this installation wrote it. */
export function soundHeadOf(mac: ChainMac, row: Row): ChainHead | undefined {
  const numbers = ["first", "last", "began_at"].map((column) => row[column]);
  if (!numbers.every(Number.isSafeInteger)) return undefined;
  const head = headOf(row);
  return isSame(row.mac, macOfHead(mac, head)) ? head : undefined;
}

/** Reads the head row without checking its MAC. */
export function headOf(row: Row): ChainHead {
  return {
    first: integer(row, "first"),
    beforeMac: macIn(row, "before_mac"),
    last: integer(row, "last"),
    lastMac: macIn(row, "last_mac"),
    beganAt: integer(row, "began_at"),
  };
}
