import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { addressOf } from "../../src/adapters/postgres/connect.ts";
import { Database as PostgresDatabase } from "../../src/adapters/postgres/database.ts";
import { PostgresEngine } from "../../src/adapters/postgres/engine.ts";
import { openPostgresStore } from "../../src/adapters/postgres/store.ts";
import { type Engine, run, type Statement, type Values } from "../../src/adapters/sql/fact.ts";
import { peopleOn } from "../../src/adapters/sql/people.ts";
import { Database as SqliteDatabase } from "../../src/adapters/sqlite/database.ts";
import { SqliteEngine } from "../../src/adapters/sqlite/engine.ts";
import { openSqliteStore } from "../../src/adapters/sqlite/store.ts";
import type { Store } from "../../src/adapters/store.ts";
import { peopleOrders } from "../../src/flows/people-ports.ts";
import { expected, fillPeople, filters, walk } from "../storage-contract/people.ts";
import { noon } from "../storage-contract/samples.ts";
import { startPostgres } from "../support/postgres.ts";

const server = await startPostgres();
after(() => server.remove());

const clock = { now: () => noon };
type Fill = (store: Store) => Promise<void>;

async function openSqlite(context: TestContext, fill: Fill): Promise<Engine> {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-people-"));
  const path = join(folder, "latchkey.db");
  const store = await openSqliteStore({ path, clock });
  await fill(store);
  await store.close();
  const database = new SqliteDatabase(path);
  context.after(async () => {
    await database.drain();
    database.close();
    await rm(folder, { recursive: true, force: true });
  });
  return new SqliteEngine(database);
}

async function openPostgres(context: TestContext, fill: Fill): Promise<Engine> {
  const url = await server.newSchema();
  const store = await openPostgresStore({ url, clock });
  await fill(store);
  await store.close();
  const database = new PostgresDatabase(addressOf(url));
  context.after(() => database.close());
  return new PostgresEngine(database);
}

/** So small that nearly every set of the fifty people is a large one. */
const limits = { set: 2, lookedAt: 5, counted: 9 };

const engines = [
  ["SQLite", openSqlite],
  ["PostgreSQL", openPostgres],
] as const;

for (const [name, open] of engines) {
  test(`${name}: a list that is too long to be sorted is looked through to its end, and says how many there are at least`, async (context) => {
    const people = peopleOn(await open(context, fillPeople), limits);
    for (const filter of filters)
      for (const order of peopleOrders) {
        const wanted = expected(filter, order);
        for (const limit of order === "username" ? [3, 99] : [99]) {
          const said = `${JSON.stringify(filter)} ${order} ${limit}`;
          const { ids, pages } = await walk(people, filter, order, limit);
          assert.deepEqual(ids, wanted, said);
          for (const { total, isTotalExact } of pages)
            assert.ok(isTotalExact ? total === wanted.length : total <= wanted.length + 1, said);
        }
      }
  });

  test(`${name}: no list reads all people, whatever its filter and order`, async (context) => {
    const engine = await open(context, async () => {});
    await engine.write("durable", function* () {
      for (const text of rowsOf(name, 20_000)) yield* run(engine.once(text));
    });
    if (name === "PostgreSQL") await engine.run("relaxed", engine.once("ANALYZE"), {});
    const explained = explaining(engine, name);
    const people = peopleOn(explained.engine);
    for (const filter of filters)
      for (const order of peopleOrders) await people.list({ filter, order, limit: 50 });
    assert.ok(explained.plans.size > 100);
    const reading = [...explained.plans].filter(([, plan]) => readsAll[name].test(plan));
    assert.deepEqual(reading, []);
  });
}

/** In a plan: a scan of all accounts, or of all rows of a table that people have several rows of. */
const readsAll = {
  SQLite:
    /^SCAN (?:accounts|account_names|sessions|passkeys|totp|group_members|upstream_identities)(?: USING PRIMARY KEY)?$/m,
  PostgreSQL:
    /Seq Scan on (?:accounts|account_names|sessions|passkeys|totp|group_members|upstream_identities)/,
} as const;

/** SQL of many people, of whom a few are in every rare set and many in every common one. */
function rowsOf(name: keyof typeof readsAll, count: number): readonly string[] {
  const numbers =
    name === "SQLite"
      ? `(WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${count}) SELECT n FROM counted)`
      : `(SELECT generate_series(1, ${count}) AS n)`;
  const id = "'lku' || substr('00000000000000000000', length('' || n) + 1) || n";
  const digest = name === "SQLite" ? "randomblob(16)" : "uuid_send(gen_random_uuid())";
  return [
    `INSERT INTO accounts (id, username, email, name, epoch, is_disabled, is_admin, is_email_unverified, created_at,
       updated_at, last_sign_in_at, is_imported)
     SELECT ${id}, 'p' || n, 'p' || n || '@example.org', 'Ada Nr' || n, 0, n % 997 = 0, n % 1999 = 0, n % 3 = 0, n, n,
       n % 4 * n, n % 2 = 0 FROM ${numbers} AS numbers`,
    `INSERT INTO account_names (name, account_id) SELECT username, id FROM accounts`,
    `INSERT INTO account_names (name, account_id) SELECT email, id FROM accounts`,
    `INSERT INTO groups (name, created_at) VALUES ('staff', 1)`,
    `INSERT INTO group_members (group_name, account_id) SELECT 'staff', id FROM accounts WHERE created_at % 2 = 0`,
    `INSERT INTO totp (account_id, sealed_secret, last_step, created_at)
     SELECT id, 'x', 1, 1 FROM accounts WHERE created_at % 3 <> 0`,
    `INSERT INTO passkeys (id, account_id, user_handle, public_key, algorithm, counter, transports, is_backup_eligible,
       is_backed_up, aaguid, name, created_at)
     SELECT id, id, id, ${digest}, -7, 0, 'usb', is_admin, is_admin, 'x', 'x', 1 FROM accounts WHERE created_at % 7 <> 0`,
    `INSERT INTO upstreams (name, kind, issuer, client_id, sealed_secret, display_name, domains, trusts_email,
       creates_accounts, is_disabled, created_at, updated_at)
     SELECT 'acme', 'oidc', 'x', 'x', 'x', 'x', '-', n = 0, n = 0, n = 0, 1, 1 FROM ${numbers} AS numbers WHERE n = 1`,
    `INSERT INTO upstream_identities (upstream_name, subject, account_id, linked_at, last_used_at)
     SELECT 'acme', id, id, 1, 1 FROM accounts WHERE created_at % 5 = 0`,
    `INSERT INTO sessions (id, cookie_digest, account_id, authenticated_at, methods, expires_at, last_seen_at, user_agent)
     SELECT ${digest}, ${digest}, id, 1, 'pwd', 1, 1, 'x' FROM accounts WHERE created_at % 4 = 0`,
  ];
}

/** An engine that also notes the plan of each statement that is composed for one run. */
function explaining(engine: Engine, name: keyof typeof readsAll) {
  const plans = new Map<string, string>();
  const composed = new Map<Statement, string>();
  const explain = async (text: string, values: Values): Promise<void> => {
    if (plans.has(text)) return;
    const words = name === "SQLite" ? "EXPLAIN QUERY PLAN" : "EXPLAIN";
    const rows = await engine.all(engine.once(`${words} ${text}`), values, (found) => found);
    plans.set(text, rows.map((row) => String(row.detail ?? row["QUERY PLAN"])).join("\n"));
  };
  const proxy: Engine = Object.create(engine, {
    once: {
      value: (text: string) => {
        const statement = engine.once(text);
        composed.set(statement, text);
        return statement;
      },
    },
    read: {
      value: async (fact: Parameters<Engine["read"]>[0]) => {
        const steps: { text: string; values: Values }[] = [];
        const answer = await engine.read(function* () {
          const running = fact();
          let step = running.next({ rows: [], changes: 0 });
          while (!step.done) {
            const { value } = step;
            if (value.kind === "rows")
              steps.push({
                text: composed.get(value.statement) ?? value.statement.text,
                values: value.values,
              });
            step = running.next(yield value);
          }
          return step.value;
        });
        for (const { text, values } of steps) await explain(text, values);
        return answer;
      },
    },
  });
  return { engine: proxy, plans };
}
