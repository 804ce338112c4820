import type { PeopleOrder, PersonPosition } from "../../flows/people-ports.ts";
import { accountIdIn } from "./account-row.ts";
import type { Engine, Values } from "./fact.ts";
import { integer, type Row, text } from "./rows.ts";

/**
 * A part of a list whose order is that of one index. A list by name or by address has two: the people who have one, and then, in either
 * direction, the people who have none, by id.
 */
export interface Stretch {
  /** SQL: the table whose rows are walked along, which has an index of `by` and the id, or the set that is sorted. */
  readonly rows: string;
  /** SQL: the value that a row is ordered by, and the id of its person. */
  readonly by: string;
  readonly id: string;
  /** SQL: true for a row of the stretch. */
  readonly has: string;
  /** SQL: the ends between which a page looks. */
  readonly ends: readonly string[];
  /** True for people who have nothing to be ordered by. */
  readonly isLacking: boolean;
  /** True if `by` is no plain column. SQLite then finds a place in the index by the value alone, and goes through those who share it. */
  readonly isExpression: boolean;
  readonly isDescending: boolean;
  /** SQL: true for a row whose account meets the condition. */
  readonly meets: (condition: string) => string;
}

/** What people are ordered by. */
interface Sorting {
  /** SQL: of a row of `accounts`, or of `account_names` for addresses. */
  readonly by: string;
  /** SQL: the column of `accounts` that people may lack. */
  readonly lacked?: string;
}

function sortingOf({ bytewise, caseless }: Engine, order: PeopleOrder): Sorting {
  switch (nameIn(order)) {
    case "created":
      return { by: "accounts.created_at" };
    case "last_sign_in":
      return { by: "accounts.last_sign_in_at" };
    case "username":
      return { by: bytewise("accounts.username") };
    case "name":
      return { by: caseless("accounts.name"), lacked: bytewise("accounts.name") };
    case "email":
      return { by: bytewise("accounts.email"), lacked: bytewise("accounts.email") };
  }
}

type NameOf<Order> = Order extends `-${string}` ? never : Order;

function nameIn(order: PeopleOrder): NameOf<PeopleOrder> {
  return order.replace(/^-/, "") as NameOf<PeopleOrder>;
}

function stretchOf(order: PeopleOrder, part: Partial<Stretch> & Pick<Stretch, "by">): Stretch {
  return {
    rows: "accounts",
    id: "accounts.id",
    has: "TRUE",
    ends: [],
    isLacking: false,
    isExpression: false,
    isDescending: order.startsWith("-"),
    meets: (condition) => condition,
    ...part,
  };
}

/**
 * Addresses are walked along in a table that no sign-in writes. It has the usernames too, of which only addresses have an @. LIMIT makes
 * the subquery a look-up by key, as in `accountColumns`.
 */
const addresses = {
  rows: "account_names",
  by: "account_names.name",
  id: "account_names.account_id",
  has: "replace(account_names.name, '@', '') <> account_names.name",
  meets: (condition: string) =>
    `(SELECT accounts.email = account_names.name AND ${condition} FROM accounts
      WHERE accounts.id = account_names.account_id LIMIT 1) = TRUE`,
};

/** The stretches of a list of any size, as the indexes have them. */
export function walkedStretches(engine: Engine, order: PeopleOrder): readonly Stretch[] {
  const { by, lacked } = sortingOf(engine, order);
  if (lacked === undefined) return [stretchOf(order, { by })];
  const having = by === lacked ? addresses : { by, has: `(${by}) IS NOT NULL`, isExpression: true };
  return [
    stretchOf(order, having),
    stretchOf(order, { by: lacked, has: `(${lacked}) IS NULL`, isLacking: true }),
  ];
}

/** The stretches of a set that is sorted. `from` selects its accounts, at most `max`; the limit keeps PostgreSQL in the set (ADR 0112). */
export function sortedStretches(
  engine: Engine,
  order: PeopleOrder,
  { from, max }: { readonly from: string; readonly max: number },
): readonly Stretch[] {
  const { by, lacked } = sortingOf(engine, order);
  const rows = `(SELECT accounts.id AS id, ${by} AS at ${from} LIMIT ${max}) AS found`;
  const found = { rows, by: "found.at", id: "found.id" };
  return lacked === undefined
    ? [stretchOf(order, found)]
    : [
        stretchOf(order, { ...found, has: "found.at IS NOT NULL" }),
        stretchOf(order, { ...found, has: "found.at IS NULL", isLacking: true }),
      ];
}

/** The stretches that have anybody behind this place, each without the people before it. */
export function stretchesBehind(
  after: PersonPosition | undefined,
  stretches: readonly Stretch[],
): readonly Stretch[] {
  if (after === undefined) return stretches;
  const [first, ...others] = stretches.filter(({ isLacking }) => isLacking || after.at !== null);
  if (first === undefined) return [];
  return [{ ...first, ends: [behind(first, first.isDescending ? "<" : ">", ":at", ":after")] }, ...others];
}

/** The values of `stretchesBehind`. */
export function valuesBehind(after: PersonPosition | undefined): Values {
  return after === undefined ? {} : { at: after.at, after: after.id };
}

/** The stretch without the people behind a place, which has the values of `valuesUpTo`. */
export function upToEnd(stretch: Stretch): Stretch {
  return {
    ...stretch,
    ends: [...stretch.ends, behind(stretch, stretch.isDescending ? ">=" : "<=", ":endAt", ":endId")],
  };
}

/** The values of `upToEnd`. */
export function valuesUpTo(end: PersonPosition | undefined): Values {
  return end === undefined ? {} : { endAt: end.at, endId: end.id };
}

function behind(
  { by, id, isLacking, isExpression }: Stretch,
  sign: "<" | ">" | "<=" | ">=",
  at: string,
  person: string,
): string {
  if (isLacking) return `${id} ${sign} ${person}`;
  const isBehind = `(${by}, ${id}) ${sign} (${at}, ${person})`;
  return isExpression ? `${by} ${sign.charAt(0)}= ${at} AND ${isBehind}` : isBehind;
}

/** SQL: true for a row of the stretch between its ends. */
export function isIn({ has, ends, by, isExpression }: Stretch): string {
  // Every text is at least the empty one. Without an end, SQLite would go through all people who have none.
  const opening = isExpression ? [`${by} >= ''`] : [];
  return [has, ...(ends.length > 0 ? ends : opening)].join(" AND ");
}

/** SQL: the columns that `positionOf` reads. */
export function placeIn({ by, id }: Stretch): string {
  return `${id} AS id, ${by} AS at`;
}

/** SQL: the order of the rows of a stretch. */
export function orderBy({ by, id, isDescending }: Stretch): string {
  const direction = isDescending ? " DESC" : "";
  return `ORDER BY ${by}${direction}, ${id}${direction}`;
}

/** Reads what `placeIn` selects. */
export function positionOf(row: Row): PersonPosition {
  const at = row.at === null ? null : typeof row.at === "string" ? text(row, "at") : integer(row, "at");
  return { at, id: accountIdIn(row) };
}
