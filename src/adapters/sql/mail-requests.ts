import type { LeasedMailRequest, MailRequests } from "../../flows/mail-ports.ts";
import { type MailRequestId, parseMailRequestId } from "../../values/ids.ts";
import { longestWaits } from "../../values/longest-waits.ts";
import { type Instant, instantOf } from "../../values/time.ts";
import { columnList } from "./columns.ts";
import { type Engine, type Fact, forget, get, run } from "./fact.ts";
import { hasPassed } from "./passed.ts";
import { integer, parsed, type Row, text } from "./rows.ts";

/** The mail requests as other facts need them. */
interface StoredMailRequests extends MailRequests {
  /** The claim of a request: removes it. False if it is gone. */
  take(id: MailRequestId): Fact<boolean>;
  /** Part of a fact: removes up to `rowsMax` expired requests and returns how many. */
  removeExpired(now: Instant, rowsMax: number): Fact<number>;
}

const columns = ["id", "sealed", "created_at", "expires_at", "tries", "next_try_at"] as const;

/** Mails that people asked for. A row is there until its mail is made, or until it has expired. */
export function mailRequestsOn(engine: Engine): StoredMailRequests {
  const sql = statements(engine);
  const listeners: (() => void)[] = [];
  return {
    add: ({ id, sealed, createdAt, expiresAt }, max) =>
      engine.write("durable", function* () {
        const waiting = yield* get(sql.count);
        if (waiting === undefined || integer(waiting, "count") >= max) return false;
        yield* run(sql.add, { id, sealed, createdAt, expiresAt });
        // Called at the end of the transaction too, if that comes later.
        yield* forget(() => {
          for (const listener of listeners) listener();
        });
        return true;
      }),
    onAdded: (listener) => {
      listeners.push(listener);
    },
    lease: async (now, until) => {
      // An empty table, which is looked at every few seconds, costs no write.
      if ((await engine.get(sql.due, { now }, () => true)) === undefined) return undefined;
      return engine.write("relaxed", function* () {
        const row = yield* get(sql.lease, { now, until });
        return row && requestOf(row);
      });
    },
    *take(id) {
      return (yield* run(sql.take, { id })) === 1;
    },
    removeExpired: (now, rowsMax) => run(sql.removeExpired, { now, rowsMax }),
  };
}

function statements({ sql, skipLocked }: Engine) {
  const isDue = `WHERE ${hasPassed("next_try_at", longestWaits.mailRequest)} AND expires_at > :now`;
  return {
    count: sql("SELECT count(*) AS count FROM mail_requests"),
    add: sql(
      `INSERT INTO mail_requests (${columnList(columns)})
       VALUES (:id, :sealed, :createdAt, :expiresAt, 0, :createdAt)`,
    ),
    due: sql(`SELECT 1 AS due FROM mail_requests ${isDue} LIMIT 1`),
    lease: sql(
      `UPDATE mail_requests SET next_try_at = :until, tries = tries + 1 WHERE id IN
         (SELECT id FROM mail_requests ${isDue} ORDER BY next_try_at, id LIMIT 1${skipLocked})
       RETURNING ${columnList(columns)}`,
    ),
    take: sql("DELETE FROM mail_requests WHERE id = :id"),
    removeExpired: sql(
      `DELETE FROM mail_requests WHERE id IN
         (SELECT id FROM mail_requests WHERE expires_at <= :now ORDER BY expires_at LIMIT :rowsMax${skipLocked})`,
    ),
  };
}

function requestOf(row: Row): LeasedMailRequest {
  return {
    id: parsed("id", parseMailRequestId(text(row, "id"))),
    sealed: text(row, "sealed"),
    createdAt: instantOf(integer(row, "created_at")),
    expiresAt: instantOf(integer(row, "expires_at")),
    tries: integer(row, "tries"),
  };
}
