import type { AuditEntry } from "../../flows/audit.ts";
import type { AuditExpired, AuditExpiry } from "../../flows/audit-ports.ts";
import { toHex } from "../../values/hex.ts";
import { type Instant, instantOf } from "../../values/time.ts";
import {
  type ChainHead,
  type ChainMac,
  type CoveredValues,
  columns,
  headColumns,
  isNext,
  isSame,
  type Link,
  macIn,
  macOfEntry,
  soundHeadOf,
} from "./audit-chain.ts";
import { columnList } from "./columns.ts";
import { all, type Engine, type Fact, get, run } from "./fact.ts";
import { integer, type Row } from "./rows.ts";

/** What the trail lends to the removal of its oldest entries. */
interface TrailParts {
  chain(): ChainMac;
  putHead(head: ChainHead): Fact<void>;
  add(entries: readonly AuditEntry[]): Fact<void>;
}

/** The entries that may go. `damagedAt`: the place at which the chain does not fit, if that stopped the search. */
interface Due {
  readonly last: Link;
  readonly isWhole: boolean;
  readonly damagedAt?: number;
}

const endOfTime = instantOf(Number.MAX_SAFE_INTEGER);

/** Removes old entries; see `AuditTrail.dropBefore`. */
export function auditExpiryOn(engine: Engine, { chain, putHead, add }: TrailParts) {
  const sql = statements(engine);

  /**
   * The number of the newest entry behind `place` that notes damage and is older than `until`. Only a MAC proves an entry's time, and with
   * it that everything before the entry is at least as old.
   */
  function* noteBehind(place: number, last: number, until: Instant): Fact<number | undefined> {
    const note = yield* get(sql.note, { place, last, until });
    if (note === undefined) return undefined;
    const number = integer(note, "number");
    const before = yield* get(sql.macOf, { number: number - 1 });
    const isWritten =
      before !== undefined && isSame(note.mac, macOfEntry(chain(), macIn(before), note as CoveredValues));
    return isWritten ? number : undefined;
  }

  function* dueIn(rows: readonly Row[], head: ChainHead, before: Instant): Fact<Due> {
    let last: Link = { number: head.first - 1, mac: head.beforeMac };
    let uncheckedTo = 0;
    for (const row of rows) {
      const number = integer(row, "number");
      if (number > uncheckedTo) {
        if (!isNext(chain(), last, row)) {
          const damagedAt = last.number + 1;
          const note = yield* noteBehind(damagedAt, head.last, before);
          if (note === undefined) return { last, isWhole: uncheckedTo === 0, damagedAt };
          uncheckedTo = note - 1;
        } else if (integer(row, "at") >= before) break;
      }
      last = { number, mac: macIn(row) };
    }
    return { last, isWhole: uncheckedTo === 0 };
  }

  function* expire({ now, before, rowsMax }: AuditExpiry): Fact<AuditExpired> {
    const row = yield* get(sql.holdHead);
    const head = row && soundHeadOf(chain(), row);
    if (head === undefined) return { dropped: 0 };
    const { first } = head;
    const rows = yield* all(sql.eldest, { first, last: head.last, rowsMax });
    const { last, isWhole, damagedAt } = yield* dueIn(rows, head, before);
    const own = { at: now, actor: { kind: "system" } } as const;
    const entries: AuditEntry[] = [];
    if (last.number >= first) {
      yield* run(sql.drop, { first, last: last.number });
      yield* putHead({ ...head, first: last.number + 1, beforeMac: last.mac });
      const mac = toHex(last.mac);
      const details = { from: first, to: last.number, mac, ...(!isWhole && { problem: chainBroken }) };
      entries.push({ ...own, act: "audit-expired", details });
    }
    const isNew = damagedAt !== undefined && !(yield* noteBehind(damagedAt, head.last, endOfTime));
    if (isNew)
      entries.push({ ...own, act: "audit-damaged", details: { problem: chainBroken, entry: damagedAt } });
    yield* add(entries);
    return { dropped: last.number + 1 - first, ...(isNew && { damagedAt }) };
  }

  return async (expiry: AuditExpiry): Promise<AuditExpired> => {
    // A service calls this every few seconds; it writes only if something is old enough.
    const isDue = await engine.get(
      sql.eldestAt,
      {},
      (row) => row.at !== null && integer(row, "at") < expiry.dueBefore,
    );
    return isDue ? engine.write("durable", () => expire(expiry)) : { dropped: 0 };
  };
}

const chainBroken = "chain-broken";

function statements({ sql, rowLock }: Engine) {
  return {
    holdHead: sql(`SELECT ${columnList(headColumns)} FROM audit_head WHERE id = 1${rowLock}`),
    // Not the time of the first entry: a changed one could keep all others for ever.
    eldestAt: sql("SELECT min(at) AS at FROM audit"),
    eldest: sql(
      `SELECT ${columnList(columns)} FROM audit WHERE number >= :first AND number <= :last
       ORDER BY number LIMIT :rowsMax`,
    ),
    note: sql(
      `SELECT ${columnList(columns)} FROM audit
       WHERE act = 'audit-damaged' AND number > :place AND number <= :last AND at < :until
       ORDER BY number DESC LIMIT 1`,
    ),
    macOf: sql("SELECT mac FROM audit WHERE number = :number"),
    drop: sql("DELETE FROM audit WHERE number >= :first AND number <= :last"),
  };
}
