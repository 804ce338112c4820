import type { Attempts, Reservation } from "../../flows/ports.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { type Instant, instantOf } from "../../values/time.ts";
import { textOf } from "../bounded-cache.ts";
import { integer } from "../rows/rows.ts";
import type { Database } from "./database.ts";

type Reserved = Result<void, { readonly retryAt: Instant }>;

/**
 * Counted tries as a leaky bucket with one number: a key is empty again at `drained_at`, every try moves that instant on by
 * one interval, and it may lie at most `burst` intervals ahead (the generic cell rate algorithm of ITU-T I.371).
 */
export class SqliteAttempts implements Attempts {
  readonly #database: Database;
  readonly #sql: ReturnType<typeof statements>;

  constructor(database: Database) {
    this.#database = database;
    this.#sql = statements(database);
  }

  reserve(reservations: readonly Reservation[], now: Instant): Promise<Reserved> {
    return this.#database.write("relaxed", () => this.#reserve(reservations, now));
  }

  refund(reservations: readonly Reservation[]): Promise<void> {
    return this.#database.write("relaxed", () => this.takeBack(reservations));
  }

  /** Part of another fact's transaction. An instant in the past means empty, so no row needs a lower bound. */
  takeBack(reservations: readonly Reservation[]): void {
    for (const { key, limit } of reservations) this.#sql.takeBack.run(limit.interval * 1000, key);
  }

  /** Part of another fact's transaction: removes up to `rowsMax` drained keys and answers how many. */
  removeDrained(now: Instant, rowsMax: number): number {
    return Number(this.#sql.removeDrained.run(now, rowsMax).changes);
  }

  #reserve(reservations: readonly Reservation[], now: Instant): Reserved {
    const drainedAt = new Map<string, number>();
    let retryAt: number | undefined;
    for (const { key, limit } of reservations) {
      const interval = limit.interval * 1000;
      const ahead = limit.burst * interval;
      const name = textOf(key);
      const stored = drainedAt.get(name) ?? this.#drainedAt(key);
      const next =
        Math.max(now, isFromTheFuture(stored, now + ahead) ? now : Math.min(stored, now + ahead)) + interval;
      if (next - now > ahead) retryAt = Math.max(retryAt ?? 0, next - ahead);
      drainedAt.set(name, next);
    }
    if (retryAt !== undefined) return refuse({ retryAt: instantOf(retryAt) });
    for (const { key } of reservations) this.#sql.store.run(key, drainedAt.get(textOf(key)) ?? now);
    return ok(undefined);
  }

  #drainedAt(key: Uint8Array): number {
    const row = this.#sql.find.get(key);
    return row ? integer(row, "drained_at") : 0;
  }
}

/** A clock that is nudged back changes nothing; after one that was far ahead, what it wrote would lock people out for as long. */
const clockNudgeMilliseconds = 60_000;

function isFromTheFuture(drainedAt: number, latest: number): boolean {
  return drainedAt > latest + clockNudgeMilliseconds;
}

function statements(database: Database) {
  return {
    find: database.prepare("SELECT drained_at FROM attempts WHERE key = ?"),
    store: database.prepare(
      "INSERT INTO attempts (key, drained_at) VALUES (?, ?) ON CONFLICT DO UPDATE SET drained_at = excluded.drained_at",
    ),
    takeBack: database.prepare("UPDATE attempts SET drained_at = drained_at - ? WHERE key = ?"),
    removeDrained: database.prepare(
      "DELETE FROM attempts WHERE key IN (SELECT key FROM attempts WHERE drained_at <= ? LIMIT ?)",
    ),
  };
}
