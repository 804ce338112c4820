import type { Attempts } from "../../flows/account-ports.ts";
import {
  decideReservation,
  type Reservation,
  type Reserved,
  refundMilliseconds,
} from "../../identity/rate-limit.ts";
import type { Result } from "../../values/result.ts";
import type { Instant } from "../../values/time.ts";
import { integer } from "../sql/rows.ts";
import type { Database } from "./database.ts";

type Promised = Result<Reserved, { readonly retryAt: Instant }>;

/** Counted tries: each key with its drain, as `decideReservation` moves it on. */
export class SqliteAttempts implements Attempts {
  readonly #database: Database;
  readonly #sql: ReturnType<typeof statements>;

  constructor(database: Database) {
    this.#database = database;
    this.#sql = statements(database);
  }

  reserve(reservations: readonly Reservation[], now: Instant): Promise<Promised> {
    return this.#database.write("relaxed", () => this.#reserve(reservations, now));
  }

  refund(reservations: readonly Reservation[]): Promise<void> {
    return this.#database.write("relaxed", () => this.takeBack(reservations));
  }

  /** Part of another fact's transaction. An instant in the past means empty, so no row needs a lower bound. */
  takeBack(reservations: readonly Reservation[]): void {
    for (const reservation of reservations)
      this.#sql.takeBack.run(refundMilliseconds(reservation), reservation.key);
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
    takeBack: database.prepare("UPDATE attempts SET drained_at = drained_at - ? WHERE key = ?"),
  };
}
