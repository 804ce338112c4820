import type {
  People,
  PeopleOrder,
  PeoplePage,
  PeopleQuery,
  Person,
  PersonPosition,
} from "../../flows/people-ports.ts";
import { instantOf } from "../../values/time.ts";
import { accountColumns, accountIdIn, accountOf } from "./account-row.ts";
import { all, type Engine, type Fact, get, type Values } from "./fact.ts";
import { type Condition, conditionsOf, everybody } from "./people-conditions.ts";
import {
  isIn,
  orderBy,
  placeIn,
  positionOf,
  type Stretch,
  sortedStretches,
  stretchesBehind,
  upToEnd,
  valuesBehind,
  valuesUpTo,
  walkedStretches,
} from "./people-orders.ts";
import { flag, integer, parsed, type Row } from "./rows.ts";

/** Limits of what one page of a list reads, in people. */
interface PeopleLimits {
  /** A set of at most this size is narrowed and sorted as a whole. */
  readonly set: number;
  /** Of a larger set, one page looks through at most this many people, in the order of the list. */
  readonly lookedAt: number;
  /** A total is counted up to this. */
  readonly counted: number;
}

const limitsStandard: PeopleLimits = { set: 5_000, lookedAt: 10_000, counted: 100_000 };

/** Lists of people. Every filter is answered by an index, or by looking through a bounded number of people (ADR 0087). */
export function peopleOn(engine: Engine, limits = limitsStandard): People {
  const facts = `${accountColumns()}, last_sign_in_at, is_imported`;
  const find = engine.sql(`SELECT ${facts} FROM accounts WHERE id = :id`);
  return {
    find: (id) => engine.get(find, { id }, personOf),
    list: (query) => engine.read(() => list({ engine, facts, limits }, query)),
  };
}

interface Lists {
  readonly engine: Engine;
  /** The columns of a person. */
  readonly facts: string;
  readonly limits: PeopleLimits;
}

interface Asked extends Lists {
  readonly order: PeopleOrder;
  readonly conditions: readonly Condition[];
  readonly query: PeopleQuery;
}

function* list(lists: Lists, query: PeopleQuery): Fact<PeoplePage> {
  const conditions = conditionsOf(lists.engine, query.filter);
  const asked = { ...lists, order: query.order ?? "created", conditions, query };
  const small = yield* smallestSet(asked);
  return small === undefined ? yield* along(asked) : yield* within(small, asked);
}

/** The condition that the fewest people meet; undefined if too many people meet each of them. */
function* smallestSet({ engine, limits, conditions }: Asked): Fact<Condition | undefined> {
  let [smallest, fewest]: [Condition | undefined, number] = [undefined, limits.set + 1];
  for (const condition of [...conditions, everybody]) {
    const { members, values } = condition;
    if (members === undefined) continue;
    const count = yield* countOf(engine, members(fewest), values);
    if (count < fewest) [smallest, fewest] = [condition, count];
    if (fewest === 0) break;
  }
  return smallest;
}

/** A page of a set that is small enough to be sorted. */
function* within({ members, values: ofSet }: Condition, asked: Asked): Fact<PeoplePage> {
  const { engine, limits, order, conditions, query } = asked;
  const { condition, values } = together(conditions);
  // The cross join keeps SQLite from walking along all people instead of the set.
  const from = `FROM (${members?.(limits.set)}) AS members CROSS JOIN accounts
    WHERE accounts.id = members.id AND ${condition}`;
  const known = { ...ofSet, ...values };
  const all = sortedStretches(engine, order, { from, max: limits.set });
  const page = yield* pageOf(asked, stretchesBehind(query.after, all), { condition: "TRUE", values: known });
  const total = yield* countOf(engine, `SELECT 1 ${from}`, known);
  return { ...page, total, isTotalExact: true };
}

/** A page of a set of any size. It walks along the indexes of the order for a bounded distance. */
function* along(asked: Asked): Fact<PeoplePage> {
  const { engine, order, conditions, limits, query } = asked;
  const { condition, values } = together(conditions);
  const all = stretchesBehind(query.after, walkedStretches(engine, order));
  const { stretches, end } = conditions.length === 0 ? { stretches: all } : yield* endOfWalk(asked, all);
  const page = yield* pageOf(asked, stretches, {
    condition,
    values: { ...values, ...valuesUpTo(end) },
  });
  const next = page.next ?? end;
  const counted = yield* countLarge(asked);
  // Behind the end of the walk there may be nobody.
  const least = page.items.length + (page.next === undefined ? 0 : 1);
  return {
    items: page.items,
    ...(next !== undefined && { next }),
    total: Math.max(Math.min(counted ?? 0, limits.counted), least),
    isTotalExact: counted !== undefined && counted <= limits.counted,
  };
}

/** The stretches up to the last place that a page looks at, and that place; without it if the list ends before. */
function* endOfWalk(
  { engine, limits, query: { after } }: Asked,
  all: readonly Stretch[],
): Fact<{ readonly stretches: readonly Stretch[]; readonly end?: PersonPosition }> {
  for (const [index, stretch] of all.entries()) {
    const row = yield* get(
      engine.once(
        `SELECT ${placeIn(stretch)} FROM ${stretch.rows} WHERE ${isIn(stretch)} ${orderBy(stretch)}
         LIMIT 1 OFFSET ${limits.lookedAt}`,
      ),
      valuesBehind(after),
    );
    if (row === undefined) continue;
    return { stretches: [...all.slice(0, index), upToEnd(stretch)], end: positionOf(row) };
  }
  return { stretches: all };
}

/** The size of a set that one index has, counted to one above the limit; undefined for several conditions at once. */
function* countLarge({ engine, limits, conditions }: Asked): Fact<number | undefined> {
  const [{ members, isMoreThanEnough, values } = everybody, ...more] = conditions;
  if (members === undefined || isMoreThanEnough || more.length > 0) return undefined;
  return yield* countOf(engine, members(limits.counted + 1), values);
}

/** One page. One more row is read, which tells whether there is a next page. */
function* pageOf(
  { engine, facts, query: { after, limit } }: Asked,
  stretches: readonly Stretch[],
  { condition, values }: { readonly condition: string; readonly values: Values },
): Fact<Omit<PeoplePage, "total" | "isTotalExact">> {
  const found: PersonPosition[] = [];
  for (const stretch of stretches) {
    const wanted = limit + 1 - found.length;
    if (wanted === 0) break;
    const rows = yield* all(
      engine.once(
        `SELECT ${placeIn(stretch)} FROM ${stretch.rows} WHERE ${stretch.meets(condition)} AND ${isIn(stretch)}
         ${orderBy(stretch)} LIMIT :wanted`,
      ),
      { ...values, ...valuesBehind(after), wanted },
    );
    found.push(...rows.map(positionOf));
  }
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: yield* peopleAt(engine, facts, shown),
    ...(found.length > limit && last !== undefined && { next: last }),
  };
}

/** The people at these places, without those who were removed meanwhile. NOTE: PostgreSQL may answer a join by scanning the table. */
function* peopleAt(
  engine: Engine,
  facts: string,
  places: readonly PersonPosition[],
): Fact<readonly Person[]> {
  if (places.length === 0) return [];
  const values = Object.fromEntries(places.map(({ id }, index) => [`id${index}`, id]));
  const ids = Object.keys(values).map((name) => `:${name}`);
  const rows = yield* all(
    engine.once(`SELECT ${facts} FROM accounts WHERE id IN (${ids.join(", ")})`),
    values,
  );
  const byId = new Map(rows.map((row) => [accountIdIn(row), row]));
  return places.flatMap(({ id }) => {
    const row = byId.get(id);
    return row === undefined ? [] : [personOf(row)];
  });
}

function together(conditions: readonly Condition[]): { readonly condition: string; readonly values: Values } {
  return {
    // The comparison with TRUE keeps SQLite on the index of the order.
    condition: ["TRUE", ...conditions.map(({ holds }) => `(${holds}) = TRUE`)].join(" AND "),
    values: Object.assign({}, ...conditions.map(({ values }) => values)),
  };
}

function* countOf(engine: Engine, select: string, values: Values): Fact<number> {
  const row = yield* get(engine.once(`SELECT count(*) AS count FROM (${select}) AS counted`), values);
  return integer(parsed("count", row), "count");
}

function personOf(row: Row): Person {
  const at = integer(row, "last_sign_in_at");
  return {
    account: accountOf(row),
    ...(at > 0 && { lastSignInAt: instantOf(at) }),
    isImported: flag(row, "is_imported"),
  };
}
