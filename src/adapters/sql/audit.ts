import type { AuditEntry } from "../../flows/audit.ts";
import type { AuditFilter, AuditQuery, AuditTrail, KeptAuditEntry } from "../../flows/audit-ports.ts";
import type { ActivityEntry } from "../../identity/activity.ts";
import { instantOfActivityId } from "../../values/ids.ts";
import { type Instant, instantOf } from "../../values/time.ts";
import {
  beginning,
  type ChainHead,
  type ChainMac,
  type CoveredValues,
  columns,
  coveredColumns,
  headColumns,
  headOf,
  isSame,
  type Link,
  macIn,
  macOfEntry,
  macOfHead,
  soundHeadOf,
} from "./audit-chain.ts";
import { auditExpiryOn } from "./audit-expiry.ts";
import { verifyChain, verifyPart } from "./audit-verify.ts";
import { columnList } from "./columns.ts";
import { type Engine, type Fact, get, lock, run, type Statement, type Value } from "./fact.ts";
import { jsonObject } from "./json.ts";
import { has, integer, type Row, text } from "./rows.ts";

/** The audit trail as other facts need it. */
interface StoredAuditTrail extends AuditTrail {
  /**
   * Part of another fact, and its very last step: until the transaction ends, every other entry waits. A trail that is damaged takes
   * entries all the same, and the first of them notes the damage.
   */
  add(entries: readonly AuditEntry[]): Fact<void>;
  /** Sets what computes the MACs, once the keyring is open. Nothing is appended or verified before. */
  chainWith(mac: ChainMac): void;
}

type Columns = Readonly<Record<(typeof columns)[number], Value>>;

/** The most entries that one statement inserts. */
const insertedTogether = 16;

/** The chain as it stands, under the lock of its head. `damage`: what is not as this installation wrote it. */
interface ChainState {
  readonly head: Omit<ChainHead, "last" | "lastMac">;
  /** The newest entry, or its substitute if there is none. */
  readonly tail: Link;
  readonly damage?: string;
}

/** The audit trail: one chain for the whole database, in the order in which transactions take the lock of its head. */
export function auditTrailOn(engine: Engine): StoredAuditTrail {
  const sql = statements(engine);
  const lists = new Map<string, Statement>();
  let chain: ChainMac | undefined;

  function requireChain(): ChainMac {
    if (chain === undefined) throw new Error("The audit trail has no key yet.");
    return chain;
  }

  /** If there is no head whose row could be locked, others may be beginning the trail at this moment: then each waits for the one before. */
  function* holdHead(): Fact<Row | undefined> {
    const row = yield* get(sql.holdHead);
    if (row !== undefined) return row;
    yield* lock("audit");
    return yield* get(sql.holdHead);
  }

  function* chainState(mac: ChainMac, now: Instant): Fact<ChainState> {
    const row = yield* holdHead();
    // A statement of its own, behind the lock: it sees what the last holder of the lock committed.
    const newest = tailOf(yield* get(sql.newest));
    if (row === undefined && newest === undefined) return afresh(now);
    const head = row && soundHeadOf(mac, row);
    if (head === undefined) {
      const oldest = yield* get(sql.oldest);
      const first = oldest ? integer(oldest, "number") : 1;
      const tail = newest ?? { number: 0, mac: beginning };
      const damage = row === undefined ? "head-missing" : "head-changed";
      return { head: { first, beforeMac: beginning, beganAt: now }, tail, damage };
    }
    const { last, lastMac, ...others } = head;
    const tail = { number: last, mac: lastMac };
    const isWhole = newest === undefined ? last < head.first : newest.number === last;
    if (isWhole && (newest === undefined || isSame(newest.mac, lastMac))) return { head: others, tail };
    const goesOn = newest !== undefined && newest.number > last ? newest : tail;
    return { head: others, tail: goesOn, damage: "end-changed" };
  }

  function* add(entries: readonly AuditEntry[]): Fact<void> {
    const [entry] = entries;
    if (entry === undefined) return;
    const mac = requireChain();
    const { head, tail, damage } = yield* chainState(mac, entry.at);
    const own = { at: entry.at, actor: { kind: "system" } } as const;
    const before: readonly AuditEntry[] =
      damage === undefined ? [] : [{ ...own, act: "audit-damaged", details: { problem: damage } }];
    let { number, mac: lastMac } = tail;
    const rows: Columns[] = [];
    for (const each of [...before, ...entries]) {
      number += 1;
      const covered = coveredOf(number, each);
      lastMac = macOfEntry(mac, lastMac, covered);
      rows.push({ ...covered, mac: lastMac });
    }
    while (rows.length >= insertedTogether)
      yield* run(sql.addTogether, numbered(rows.splice(0, insertedTogether)));
    for (const row of rows) yield* run(sql.add, row);
    yield* putHead(mac, { ...head, last: number, lastMac });
  }

  function* putHead(mac: ChainMac, head: ChainHead): Fact<void> {
    yield* run(sql.putHead, {
      first: head.first,
      before_mac: head.beforeMac,
      last: head.last,
      last_mac: head.lastMac,
      began_at: head.beganAt,
      mac: macOfHead(mac, head),
    });
  }

  /** Entries outside these ends do not belong to this installation. If the head is damaged, the ends are unknown. */
  async function endsOfList(): Promise<{ readonly first: number; readonly last: number }> {
    const head = await engine.get(sql.head, {}, (row) => soundHeadOf(requireChain(), row));
    return { first: head?.first ?? 1, last: head?.last ?? Number.MAX_SAFE_INTEGER };
  }

  function listing(query: AuditQuery): Statement {
    const { limit: _, order = "newest", ...filter } = query;
    const named = (Object.keys(conditions) as (keyof typeof conditions)[]).filter(
      (name) => filter[name] !== undefined,
    );
    const key = [order, filter.after === undefined ? "" : "after", ...named].join(" ");
    const known = lists.get(key) ?? engine.sql(listOf(order, named, filter.after !== undefined));
    lists.set(key, known);
    return known;
  }

  return {
    add,
    chainWith: (mac) => {
      chain = mac;
    },
    append: (entries, durability = "durable") => engine.write(durability, () => add(entries)),
    list: async (query) => {
      const { limit, order: _, ...values } = query;
      const ends = await endsOfList();
      const rows = await engine.all(
        listing(query),
        { ...values, ...ends, limit: limit + 1 },
        (found) => found,
      );
      const items = rows.slice(0, limit).map(entryOf);
      const last = items.at(-1);
      return rows.length > limit && last !== undefined ? { items, next: last.number } : { items };
    },
    head: () =>
      engine.get(sql.head, {}, (row) => {
        const { first, last, lastMac, beganAt } = headOf(row);
        return { first, last, lastMac, beganAt: instantOf(beganAt) };
      }),
    macOf: (number) => engine.get(sql.find, { number }, (row) => macIn(row)),
    verify: (onProgress) => verifyChain(engine, requireChain(), onProgress),
    verifyPart: (from) => verifyPart(engine, requireChain(), from),
    dropBefore: auditExpiryOn(engine, {
      chain: requireChain,
      putHead: (head) => putHead(requireChain(), head),
      add,
    }),
  };
}

function afresh(now: Instant): ChainState {
  const head = { first: 1, beforeMac: beginning, beganAt: now };
  return { head, tail: { number: 0, mac: beginning } };
}

/** What each member of a filter asks of an entry, in SQL. */
const conditions = {
  act: "act = :act",
  actor: "actor_id = :actor",
  target: "target_id = :target",
  request: "request_id = :request",
  from: "at >= :from",
  until: "at < :until",
} as const satisfies Readonly<Record<keyof AuditFilter, string>>;

function listOf(
  order: NonNullable<AuditQuery["order"]>,
  named: readonly (keyof typeof conditions)[],
  isAfter: boolean,
): string {
  const isNewest = order === "newest";
  const wanted = ["number >= :first", "number <= :last", ...named.map((name) => conditions[name])];
  if (isAfter) wanted.push(isNewest ? "number < :after" : "number > :after");
  return `SELECT ${columnList(coveredColumns)} FROM audit WHERE ${wanted.join(" AND ")}
    ORDER BY number${isNewest ? " DESC" : ""} LIMIT :limit`;
}

function statements({ sql, rowLock }: Engine) {
  const head = `SELECT ${columnList(headColumns)} FROM audit_head WHERE id = 1`;
  const inserted = (count: number) => {
    const rows = Array.from({ length: count }, (_, index) =>
      columns.map((column) => (count === 1 ? `:${column}` : `:${column}_${index}`)).join(", "),
    );
    return `INSERT INTO audit (${columnList(columns)}) VALUES (${rows.join("), (")})`;
  };
  return {
    head: sql(head),
    holdHead: sql(`${head}${rowLock}`),
    newest: sql("SELECT number, mac FROM audit ORDER BY number DESC LIMIT 1"),
    find: sql("SELECT mac FROM audit WHERE number = :number"),
    oldest: sql("SELECT number FROM audit ORDER BY number LIMIT 1"),
    add: sql(inserted(1)),
    addTogether: sql(inserted(insertedTogether)),
    putHead: sql(
      `INSERT INTO audit_head (id, first, before_mac, last, last_mac, began_at, mac)
       VALUES (1, :first, :before_mac, :last, :last_mac, :began_at, :mac)
       ON CONFLICT (id) DO UPDATE SET first = excluded.first, before_mac = excluded.before_mac,
         last = excluded.last, last_mac = excluded.last_mac, began_at = excluded.began_at, mac = excluded.mac`,
    ),
  };
}

/** The rows of one statement: every parameter has the number of its row. */
function numbered(rows: readonly Columns[]): Readonly<Record<string, Value>> {
  const named = rows.flatMap((row, index) =>
    columns.map((column) => [`${column}_${index}`, row[column]] as const),
  );
  return Object.fromEntries(named);
}

function coveredOf(number: number, entry: AuditEntry): CoveredValues {
  const { at, act, actor, target, details, network, requestId } = entry;
  return {
    number,
    at,
    act,
    actor_kind: actor.kind,
    actor_id: idOf(actor),
    target_kind: target?.kind,
    target_id: target?.id,
    details: details && JSON.stringify(details),
    network,
    request_id: requestId,
  };
}

function idOf(actor: AuditEntry["actor"]): string | undefined {
  switch (actor.kind) {
    case "command-line":
      return actor.name;
    case "client":
      return actor.clientId;
    case "operator":
    case "person":
      return actor.accountId;
    case "stranger":
    case "system":
      return undefined;
  }
}

function tailOf(row: Row | undefined): Link | undefined {
  return row && { number: integer(row, "number"), mac: macIn(row) };
}

function entryOf(row: Row): KeptAuditEntry {
  return {
    number: integer(row, "number"),
    at: instantOf(integer(row, "at")),
    act: text(row, "act"),
    actor: {
      kind: text(row, "actor_kind"),
      ...(has(row, "actor_id") && { id: text(row, "actor_id") }),
    },
    ...(has(row, "target_kind") && {
      target: { kind: text(row, "target_kind"), id: text(row, "target_id") },
    }),
    ...(has(row, "details") && {
      details: jsonObject(row, "details") as NonNullable<KeptAuditEntry["details"]>,
    }),
    ...(has(row, "network") && { network: text(row, "network") }),
    ...(has(row, "request_id") && { requestId: text(row, "request_id") }),
  };
}

/** The entry for an act of a person that is in their account's activity, too. Undefined if an operator did it. */
export function entryOfActivity(activity: ActivityEntry): AuditEntry | undefined {
  const { id, accountId, kind, network, clientId, requestId } = activity;
  // Sign-ins come in batches, as events: they must not wait for one another.
  if (network === undefined || kind === "signed-in") return undefined;
  return {
    at: instantOfActivityId(id),
    act: kind,
    // Only a client's own server ends a session under its name.
    actor:
      kind === "session-ended" && clientId ? { kind: "client", clientId } : { kind: "person", accountId },
    target: { kind: "user", id: accountId },
    ...(clientId !== undefined && { details: { client: clientId } }),
    network,
    ...(requestId !== undefined && { requestId }),
  };
}
