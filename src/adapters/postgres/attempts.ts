import {
  decideReservation,
  type Exhausted,
  type Reservation,
  type Reserved,
  refundMilliseconds,
} from "../../identity/rate-limit.ts";
import { toHex } from "../../values/hex.ts";
import { ok, type Result } from "../../values/result.ts";
import type { Instant } from "../../values/time.ts";
import type { StoredAttempts } from "../sql/attempts.ts";
import { type Engine, type Fact, type Statement as NamedStatement, run } from "../sql/fact.ts";
import { blob, integer } from "../sql/rows.ts";
import type { Database, Runner } from "./database.ts";

type Promised = Result<Reserved, Exhausted>;

/** When each key is drained, under its hex text. */
type Drains = Map<string, number>;

interface Request {
  readonly reservations: readonly Reservation[];
  readonly now: Instant;
}

/**
 * Counted attempts: each key with its drain, as `decideReservation` moves it on while the rows are locked. The requests of a turn
 * share two statements, one group at a time, so that a flood of tries under one key holds one connection and not all.
 */
export class PostgresAttempts implements StoredAttempts {
  readonly #engine: Engine;
  readonly #takeBack: NamedStatement;
  readonly #sql: ReturnType<typeof statements>;
  readonly #reserve: (request: Request) => Promise<Promised>;

  constructor(database: Database, engine: Engine) {
    this.#engine = engine;
    this.#sql = statements(database);
    this.#takeBack = engine.sql(
      `WITH held AS (SELECT key FROM attempts WHERE key = ANY(:keys::bytea[]) ORDER BY key FOR UPDATE)
       UPDATE attempts SET drained_at = drained_at - refund.milliseconds
       FROM held JOIN unnest(:keys::bytea[], :milliseconds::bigint[]) AS refund (key, milliseconds) USING (key)
       WHERE attempts.key = held.key`,
    );
    this.#reserve = database.batch((runner, requests) => this.#reserveGroup(runner, requests), {
      underWayMax: 1,
      factsMax: 200,
      kind: "relaxed",
    });
  }

  reserve(reservations: readonly Reservation[], now: Instant): Promise<Promised> {
    return this.#reserve({ reservations, now });
  }

  refund(reservations: readonly Reservation[]): Promise<void> {
    return this.#engine.write("relaxed", () => this.takeBack(reservations));
  }

  /** An instant in the past means empty, so no row needs a lower bound. */
  *takeBack(reservations: readonly Reservation[]): Fact<void> {
    if (reservations.length === 0) return;
    const refunds: Drains = new Map();
    for (const reservation of reservations) {
      const name = toHex(reservation.key);
      refunds.set(name, (refunds.get(name) ?? 0) + refundMilliseconds(reservation));
    }
    const keys = sortedKeys(reservations);
    yield* run(this.#takeBack, { keys, milliseconds: keys.map((key) => refunds.get(toHex(key))) });
  }

  async #reserveGroup(runner: Runner, requests: readonly Request[]): Promise<readonly Promised[]> {
    const keys = sortedKeys(requests.flatMap(({ reservations }) => reservations));
    if (keys.length === 0) return requests.map(() => ok({ isHiddenExhausted: false }));
    const rows = await runner.all(this.#sql.hold, keys);
    const drains: Drains = new Map(rows.map((row) => [toHex(blob(row, "key")), integer(row, "drained_at")]));
    const answers = requests.map((request) => reserveOne(drains, request));
    await runner.run(
      this.#sql.store,
      keys,
      keys.map((key) => drains.get(toHex(key))),
    );
    return answers;
  }
}

/** Counts the tries of one request in `drains`. */
function reserveOne(drains: Drains, { reservations, now }: Request): Promised {
  const { answer, counted } = decideReservation(reservations, (key) => drains.get(toHex(key)) ?? 0, now);
  for (const { key, drainedAt } of counted) drains.set(toHex(key), drainedAt);
  return answer;
}

/** Each key once, in one order everywhere, so that two transactions never deadlock. */
function sortedKeys(reservations: readonly Reservation[]): readonly Uint8Array[] {
  const keys = new Map(reservations.map(({ key }) => [toHex(key), key]));
  return [...keys.values()].sort(Buffer.compare);
}

function statements(database: Database) {
  return {
    // Makes the missing rows and locks all of them. The update changes nothing; without it an existing row is not locked.
    hold: database.prepare(
      `INSERT INTO attempts (key, drained_at) SELECT key, 0 FROM unnest($1::bytea[]) AS key
       ON CONFLICT (key) DO UPDATE SET drained_at = attempts.drained_at
       RETURNING key, drained_at`,
    ),
    store: database.prepare(
      `UPDATE attempts SET drained_at = next.drained_at
       FROM unnest($1::bytea[], $2::bigint[]) AS next (key, drained_at)
       WHERE attempts.key = next.key AND attempts.drained_at <> next.drained_at`,
    ),
  };
}
