import type {
  Backlog,
  DeadLetter,
  LeasedWebhook,
  Undelivered,
  WaitingEntry,
  Webhook,
  Webhooks,
} from "../../flows/webhook-ports.ts";
import { parseWebhookId, type WebhookId } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { instantOf } from "../../values/time.ts";
import { type Engine, type Fact, get, lock, run, type Statement, type Values } from "./fact.ts";
import { jsonStrings } from "./json.ts";
import { readPage } from "./listing.ts";
import { flag, has, integer, parsed, type Row, text } from "./rows.ts";
import type { SideEffectFacts } from "./side-effects.ts";
import { unseen, webhookStatements } from "./webhook-statements.ts";

/** Webhooks. Undelivered entries are deleted with their webhook: ON DELETE CASCADE. */
export function webhooksOn(engine: Engine, record: SideEffectFacts["record"]): Webhooks {
  const sql = webhookStatements(engine);
  type SideEffects = Parameters<typeof record>[0];

  const changeOne = (statement: Statement, values: Values, sideEffects: SideEffects) =>
    engine.write("durable", function* () {
      if ((yield* run(statement, values)) !== 1) return false;
      yield* record(sideEffects);
      return true;
    });

  function* keepDeadLetter(id: WebhookId, deadLetter: DeadLetter, kept: number): Fact<void> {
    const { number, error, at, isDue } = deadLetter;
    yield* run(sql.removeWaiting, { id, number });
    yield* run(sql.putDeadLetter, { id, number, error, at, isDue });
    yield* run(sql.dropDeadLetters, { id, kept });
  }

  function* removeBoth(id: WebhookId, number: number): Fact<void> {
    yield* run(sql.removeWaiting, { id, number });
    yield* run(sql.removeDeadLetter, { id, number });
  }

  return {
    create: (webhook, max, sideEffects = {}) =>
      engine.write<Result<void, "too-many">>("durable", function* () {
        yield* lock("webhooks");
        if (integer(parsed("count", yield* get(sql.count)), "count") >= max) return refuse("too-many");
        const head = yield* get(sql.end);
        yield* run(sql.create, {
          id: webhook.id,
          url: webhook.url,
          sealed_secret: webhook.sealedSecret,
          old_sealed_secret: undefined,
          old_secret_until: undefined,
          acts: JSON.stringify(webhook.acts),
          is_disabled: webhook.isDisabled,
          delivered: head ? integer(head, "last") : 0,
          next_try_at: webhook.createdAt,
          tries: 0,
          last_error: undefined,
          lease_until: 0,
          created_at: webhook.createdAt,
          updated_at: webhook.createdAt,
          failures: 0,
          last_error_at: undefined,
          last_delivery_at: undefined,
        });
        yield* record(sideEffects);
        return ok(undefined);
      }),
    find: (id) => engine.get(sql.find, { id }, webhookOf),
    list: () => engine.all(sql.list, {}, (rows) => rows.map(webhookOf)),
    backlogs: () =>
      engine.all(
        sql.backlogs,
        {},
        (rows) =>
          new Map(
            rows.map((row): [WebhookId, Backlog] => [
              parsed("id", parseWebhookId(text(row, "id"))),
              { waiting: integer(row, "waiting"), dead: integer(row, "dead") },
            ]),
          ),
      ),
    setDisabled: (id, isDisabled, { at, seen = unseen }, sideEffects = {}) =>
      changeOne(isDisabled ? sql.disable : sql.enable, { id, at, seen }, sideEffects),
    rotateSecret: (id, { sealed, oldUntil, at, seen = unseen }, sideEffects = {}) =>
      changeOne(sql.rotate, { id, sealed, oldUntil, at, seen }, sideEffects),
    remove: (id, { seen = unseen }, sideEffects = {}) => changeOne(sql.remove, { id, seen }, sideEffects),
    retry: (id, at, sideEffects = {}) =>
      engine.write("durable", function* () {
        if ((yield* run(sql.retry, { id, at })) !== 1) return false;
        yield* run(sql.wake, { id, at });
        yield* run(sql.retryDeadLetters, { id });
        yield* record(sideEffects);
        return true;
      }),
    counts: async () => {
      const found = await engine.get(sql.counts, {}, (row) => ({
        working: integer(row, "working"),
        failing: integer(row, "failing"),
        disabled: integer(row, "disabled"),
        waiting: integer(row, "waiting"),
        dead: integer(row, "dead"),
      }));
      return parsed("counts", found);
    },
    retryEntry: (id, number, at, sideEffects = {}) =>
      engine.write("durable", function* () {
        const waiting = yield* run(sql.wakeOne, { id, number, at });
        const dead = yield* run(sql.retryDeadLetter, { id, number });
        if (waiting + dead === 0) return false;
        yield* run(sql.retry, { id, at });
        yield* record(sideEffects);
        return true;
      }),
    undelivered: (id, { limit, after = -1 }) => {
      const read = {
        values: { id, after },
        item: undeliveredOf,
        cursor: (row: Row) => integer(row, "number"),
      };
      return engine.read(() => readPage(sql.undelivered, { limit }, read));
    },
    waiting: (id) => engine.all(sql.waiting, { id }, (rows) => rows.map(waitingOf)),
    dueDeadLetters: (id, limit) =>
      engine.all(sql.dueDeadLetters, { id, limit }, (rows) => rows.map(deadLetterOf)),
    lease: async (now, until, room) => {
      // Called every few seconds; if nothing is due, it costs no write.
      if ((await engine.get(sql.due, { now, room }, () => true)) === undefined) return undefined;
      return engine.write<LeasedWebhook | undefined>("relaxed", function* () {
        const row = yield* get(sql.lease, { now, until, room });
        return row && { ...webhookOf(row), leaseUntil: until };
      });
    },
    settle: ({ id, leaseUntil: held }, to, sideEffects = {}) =>
      engine.write("durable", function* () {
        const { delivered, failures, nextTryAt, lastError, lastErrorAt, lastDeliveryAt, leaseUntil } = to;
        const { waits, deadLetter, removes, wakesAt } = to;
        const statement = to.isDisabled ? sql.settleDisabled : sql.settle;
        const reached = { delivered, failures, nextTryAt, lastError, lastErrorAt, lastDeliveryAt };
        const row = yield* get(statement, { id, held, leaseUntil, ...reached });
        if (row === undefined) return false;
        if (removes !== undefined) yield* removeBoth(id, removes);
        if (wakesAt !== undefined) yield* run(sql.wake, { id, at: wakesAt });
        if (waits !== undefined) yield* run(sql.putWaiting, { id, ...waits });
        if (deadLetter !== undefined) yield* keepDeadLetter(id, deadLetter, to.deadLettersMax);
        yield* record(sideEffects);
        return !flag(row, "is_disabled");
      }),
  };
}

function webhookOf(row: Row): Webhook {
  return {
    id: parsed("id", parseWebhookId(text(row, "id"))),
    url: text(row, "url"),
    sealedSecret: text(row, "sealed_secret"),
    ...(has(row, "old_sealed_secret") && {
      oldSecret: {
        sealed: text(row, "old_sealed_secret"),
        until: instantOf(integer(row, "old_secret_until")),
      },
    }),
    acts: jsonStrings(row, "acts"),
    isDisabled: flag(row, "is_disabled"),
    delivered: integer(row, "delivered"),
    failures: integer(row, "failures"),
    nextTryAt: instantOf(integer(row, "next_try_at")),
    ...(has(row, "last_error") && { lastError: text(row, "last_error") }),
    ...(has(row, "last_error_at") && { lastErrorAt: instantOf(integer(row, "last_error_at")) }),
    ...(has(row, "last_delivery_at") && { lastDeliveryAt: instantOf(integer(row, "last_delivery_at")) }),
    createdAt: instantOf(integer(row, "created_at")),
    updatedAt: instantOf(integer(row, "updated_at")),
  };
}

function deadLetterOf(row: Row): DeadLetter {
  return {
    number: integer(row, "number"),
    error: text(row, "error"),
    at: instantOf(integer(row, "at")),
    isDue: flag(row, "is_due"),
  };
}

function waitingOf(row: Row): WaitingEntry {
  return {
    number: integer(row, "number"),
    tries: integer(row, "tries"),
    failedAt: instantOf(integer(row, "failed_at")),
    nextTryAt: instantOf(integer(row, "next_try_at")),
    error: text(row, "error"),
  };
}

/** `at` is the first failure of a waiting entry, and the last failure of a dead letter. */
function undeliveredOf(row: Row): Undelivered {
  if (!has(row, "next_try_at")) return { state: "dead", ...deadLetterOf(row) };
  return { state: "waiting", ...waitingOf({ ...row, failed_at: row.at }) };
}
