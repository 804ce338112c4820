import type { IdempotencyKeys, KeyClaim, KeyedRequest } from "../../flows/idempotency-ports.ts";
import { digestOf, equalDigests } from "../../values/digest.ts";
import type { Instant } from "../../values/time.ts";
import { type Engine, type Fact, get, run } from "./fact.ts";
import { blobAs, has, type Row, text } from "./rows.ts";

/** The keys as other facts need them. */
export interface StoredIdempotencyKeys extends IdempotencyKeys {
  /** Part of a fact: removes up to `rowsMax` expired keys and returns how many. */
  removeExpired(now: Instant, rowsMax: number): Fact<number>;
}

/** The keys of requests that must not run twice. The row is the claim; its answer comes later. */
export function idempotencyKeysOn(engine: Engine): StoredIdempotencyKeys {
  const sql = statements(engine);
  return {
    claim: ({ key, request, expiresAt }, now) =>
      engine.write("durable", function* (): Fact<KeyClaim> {
        yield* run(sql.forget, { key, now });
        if ((yield* run(sql.claim, { key, request, expiresAt })) === 1) return { kind: "claimed" };
        const row = yield* get(sql.find, { key });
        return row === undefined ? { kind: "unsettled" } : worthOf(row, request);
      }),
    settle: async (key, answer) => {
      await engine.run("durable", sql.settle, { key, answer });
    },
    release: async (key) => {
      await engine.run("durable", sql.release, { key });
    },
    removeExpired: (now, rowsMax) => run(sql.removeExpired, { now, rowsMax }),
  };
}

function worthOf(row: Row, request: KeyedRequest["request"]): KeyClaim {
  if (!equalDigests(blobAs(row, "request_digest", digestOf), request)) return { kind: "other-request" };
  return has(row, "sealed_answer")
    ? { kind: "answered", sealedAnswer: text(row, "sealed_answer") }
    : { kind: "unsettled" };
}

function statements({ sql, skipLocked }: Engine) {
  return {
    forget: sql("DELETE FROM idempotency_keys WHERE key = :key AND expires_at <= :now"),
    claim: sql(
      `INSERT INTO idempotency_keys (key, request_digest, expires_at) VALUES (:key, :request, :expiresAt)
       ON CONFLICT (key) DO NOTHING`,
    ),
    find: sql("SELECT request_digest, sealed_answer FROM idempotency_keys WHERE key = :key"),
    settle: sql("UPDATE idempotency_keys SET sealed_answer = :answer WHERE key = :key"),
    release: sql("DELETE FROM idempotency_keys WHERE key = :key AND sealed_answer IS NULL"),
    removeExpired: sql(
      `DELETE FROM idempotency_keys WHERE key IN
         (SELECT key FROM idempotency_keys WHERE expires_at <= :now ORDER BY expires_at LIMIT :rowsMax${skipLocked})`,
    ),
  };
}
