import type { ListQuery, Page, Position } from "../../flows/listing.ts";
import { type Instant, instantOf } from "../../values/time.ts";
import { all, type Engine, type Fact, get, type Statement, type Values } from "./fact.ts";
import { integer, parsed, type Row } from "./rows.ts";

/** One list: its rows behind a cursor, one more than the page has, and how many there are in all. */
export interface Listing {
  readonly rows: Statement;
  readonly count: Statement;
}

/** Every instant lies after the one and before the other. */
const before = -1;
const behind = Number.MAX_SAFE_INTEGER;

/** A list ordered by the column `time` and then by id. `from` names table and condition. */
export function listingByTime(
  { sql }: Engine,
  { from, time, isNewestFirst = false }: { from: string; time: string; isNewestFirst?: boolean },
): Listing {
  const isBehind = `(${time} ${isNewestFirst ? "<" : ">"} :at OR (${time} = :at AND id > :after))`;
  return {
    rows: sql(
      `SELECT id, ${time} AS at ${from} AND ${isBehind}
       ORDER BY ${time}${isNewestFirst ? " DESC" : ""}, id LIMIT :limit`,
    ),
    count: sql(`SELECT count(*) AS count ${from}`),
  };
}

/** Where a page of `listingByTime` begins. `nothing` is an id in the type of the column, for the first page. */
export function startByTime<Id extends string | Uint8Array>(
  after: Position<Id> | undefined,
  { nothing, isNewestFirst = false }: { nothing: string | Uint8Array; isNewestFirst?: boolean },
): Values {
  if (after !== undefined) return { at: after.at, after: after.id };
  return { at: isNewestFirst ? behind : before, after: nothing };
}

/** Reads the position that a row of `listingByTime` has. */
export function positionIn<Id>(row: Row, idIn: (row: Row) => Id): Position<Id> {
  return { at: instantIn(row), id: idIn(row) };
}

/** Reads one page. One row more than wanted tells whether there is a next one. */
export function* readPage<Item, Cursor>(
  listing: Listing,
  { limit }: Pick<ListQuery<Cursor>, "limit">,
  read: {
    readonly values: Values;
    readonly item: (row: Row) => Item;
    readonly cursor: (row: Row) => Cursor;
  },
): Fact<Page<Item, Cursor>> {
  const rows = yield* all(listing.rows, { ...read.values, limit: limit + 1 });
  const total = integer(parsed("count", yield* get(listing.count, read.values)), "count");
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const items = shown.map(read.item);
  return rows.length > limit && last !== undefined
    ? { items, total, next: read.cursor(last) }
    : { items, total };
}

function instantIn(row: Row): Instant {
  return instantOf(integer(row, "at"));
}
