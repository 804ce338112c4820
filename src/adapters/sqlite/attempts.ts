import {
  decideReservation,
  type Exhausted,
  type Reservation,
  type Reserved,
  refundMilliseconds,
} from "../../identity/rate-limit.ts";
import type { Result } from "../../values/result.ts";
import type { Instant } from "../../values/time.ts";
import type { StoredAttempts } from "../sql/attempts.ts";
import { type Engine, type Fact, run, type Statement } from "../sql/fact.ts";
import { integer } from "../sql/rows.ts";
import type { Database } from "./database.ts";

type Promised = Result<Reserved, Exhausted>;

/** Counted attempts: each key with its drain, as `decideReservation` moves it on. */
export class SqliteAttempts implements StoredAttempts {
  readonly #database: Database;
  readonly #engine: Engine;
  readonly #sql: ReturnType<typeof statements>;
  readonly #takeBack: Statement;

  constructor(database: Database, engine: Engine) {
    this.#database = database;
    this.#engine = engine;
    this.#sql = statements(database);
    this.#takeBack = engine.sql(
      "UPDATE attempts SET drained_at = drained_at - :milliseconds WHERE key = :key",
    );
  }

  reserve(reservations: readonly Reservation[], now: Instant): Promise<Promised> {
    return this.#database.write("relaxed", () => this.#reserve(reservations, now));
  }

  refund(reservations: readonly Reservation[]): Promise<void> {
    return this.#engine.write("relaxed", () => this.takeBack(reservations));
  }

  /** An instant in the past means empty, so no row needs a lower bound. */
  *takeBack(reservations: readonly Reservation[]): Fact<void> {
    for (const reservation of reservations)
      yield* run(this.#takeBack, { key: reservation.key, milliseconds: refundMilliseconds(reservation) });
  }

  #reserve(reservations: readonly Reservation[], now: Instant): Promised {
    const { answer, counted } = decideReservation(reservations, (key) => this.#drainedAt(key), now);
    for (const { key, drainedAt } of counted) this.#sql.store.run(key, drainedAt);
    return answer;
  }

  #drainedAt(key: Uint8Array): number {
    const row = this.#sql.find.get(key);
    return row ? integer(row, "drained_at") : 0;
  }
}

function statements(database: Database) {
  return {
    find: database.prepare("SELECT drained_at FROM attempts WHERE key = ?"),
    store: database.prepare(
      "INSERT INTO attempts (key, drained_at) VALUES (?, ?) ON CONFLICT DO UPDATE SET drained_at = excluded.drained_at",
    ),
  };
}
