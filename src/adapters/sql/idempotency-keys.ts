import type {
  ConfirmedAct,
  IdempotencyKeys,
  KeyClaim,
  KeyedAttempt,
  KeyedRequest,
} from "../../flows/idempotency-ports.ts";
import { AttemptOvertaken } from "../../values/attempt-overtaken.ts";
import { digestOf, equalDigests } from "../../values/digest.ts";
import { type Instant, instantOf } from "../../values/time.ts";
import { type Engine, type Fact, get, run } from "./fact.ts";
import { jsonObject, string } from "./json.ts";
import { blobAs, has, integer, type Row, text } from "./rows.ts";

/** The keys as other facts need them. */
export interface StoredIdempotencyKeys extends IdempotencyKeys {
  /** Part of the fact that carries out the request. Throws `AttemptOvertaken` if another attempt has the key. */
  confirm(attempt: KeyedAttempt, act: ConfirmedAct): Fact<void>;
  /** Part of a fact: removes up to `rowsMax` expired keys and returns how many. */
  removeExpired(now: Instant, rowsMax: number): Fact<number>;
}

/** The keys of requests that must not run twice. The row is the claim; its answer comes later. */
export function idempotencyKeysOn(engine: Engine): StoredIdempotencyKeys {
  const sql = statements(engine);
  return {
    claim: (asked, now) =>
      engine.write("durable", function* (): Fact<KeyClaim> {
        const { key, attempt, request, leasedUntil, expiresAt } = asked;
        const row = { key, attempt, request, leasedUntil, expiresAt };
        yield* run(sql.forget, { key, now });
        if ((yield* run(sql.claim, row)) === 1) return { kind: "claimed" };
        if ((yield* run(sql.takeOver, { ...row, now })) === 1) return { kind: "claimed" };
        const found = yield* get(sql.find, { key });
        return found === undefined ? { kind: "unsettled" } : worthOf(found, request, now);
      }),
    *confirm({ key, attempt }, act) {
      const changed = yield* run(sql.confirm, { key, attempt, act: JSON.stringify(act) });
      if (changed === 0) throw new AttemptOvertaken("Another attempt has taken over the Idempotency-Key.");
    },
    settle: async ({ key, attempt }, answer) => {
      await engine.run("durable", sql.settle, { key, attempt, answer });
    },
    release: async ({ key, attempt }) => {
      await engine.run("durable", sql.release, { key, attempt });
    },
    removeExpired: (now, rowsMax) => run(sql.removeExpired, { now, rowsMax }),
  };
}

function worthOf(row: Row, request: KeyedRequest["request"], now: Instant): KeyClaim {
  if (!equalDigests(blobAs(row, "request_digest", digestOf), request)) return { kind: "other-request" };
  const confirmed = has(row, "confirmed_act") ? confirmedActOf(row) : undefined;
  if (has(row, "sealed_answer"))
    return { kind: "answered", sealedAnswer: text(row, "sealed_answer"), ...(confirmed && { confirmed }) };
  const until = instantOf(integer(row, "leased_until"));
  return confirmed && until <= now ? { kind: "confirmed", confirmed } : { kind: "unsettled", until };
}

function confirmedActOf(row: Row): ConfirmedAct {
  const { act, target } = jsonObject(row, "confirmed_act");
  return { act: string(act, "act"), ...(target !== undefined && { target: string(target, "target") }) };
}

function statements({ sql, skipLocked }: Engine) {
  return {
    forget: sql("DELETE FROM idempotency_keys WHERE key = :key AND expires_at <= :now"),
    claim: sql(
      `INSERT INTO idempotency_keys (key, request_digest, attempt, leased_until, expires_at)
       VALUES (:key, :request, :attempt, :leasedUntil, :expiresAt) ON CONFLICT (key) DO NOTHING`,
    ),
    takeOver: sql(
      `UPDATE idempotency_keys SET attempt = :attempt, leased_until = :leasedUntil, expires_at = :expiresAt
       WHERE key = :key AND request_digest = :request AND leased_until <= :now
         AND confirmed_act IS NULL AND sealed_answer IS NULL`,
    ),
    find: sql(
      "SELECT request_digest, leased_until, confirmed_act, sealed_answer FROM idempotency_keys WHERE key = :key",
    ),
    confirm: sql("UPDATE idempotency_keys SET confirmed_act = :act WHERE key = :key AND attempt = :attempt"),
    settle: sql(
      "UPDATE idempotency_keys SET sealed_answer = :answer WHERE key = :key AND attempt = :attempt",
    ),
    release: sql(
      `DELETE FROM idempotency_keys
       WHERE key = :key AND attempt = :attempt AND confirmed_act IS NULL AND sealed_answer IS NULL`,
    ),
    removeExpired: sql(
      `DELETE FROM idempotency_keys WHERE key IN
         (SELECT key FROM idempotency_keys WHERE expires_at <= :now ORDER BY expires_at LIMIT :rowsMax${skipLocked})`,
    ),
  };
}
