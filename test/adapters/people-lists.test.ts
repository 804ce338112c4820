import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { addressOf } from "../../src/adapters/postgres/connect.ts";
import { Database as PostgresDatabase } from "../../src/adapters/postgres/database.ts";
import { PostgresEngine } from "../../src/adapters/postgres/engine.ts";
import { openPostgresStore } from "../../src/adapters/postgres/store.ts";
import type { Engine, Statement, Values } from "../../src/adapters/sql/fact.ts";
import { peopleOn } from "../../src/adapters/sql/people.ts";
import { Database as SqliteDatabase } from "../../src/adapters/sqlite/database.ts";
import { SqliteEngine } from "../../src/adapters/sqlite/engine.ts";
import { openSqliteStore } from "../../src/adapters/sqlite/store.ts";
import type { Store } from "../../src/adapters/store.ts";
import { peopleOrders } from "../../src/flows/people-ports.ts";
import { sha256 } from "../../src/values/digest.ts";
import { type AccountId, createActivityId } from "../../src/values/ids.ts";
import { plus } from "../../src/values/time.ts";
import { expected, fillPeople, filters, walk } from "../storage-contract/people.ts";
import { accountNamed, noon, sessionOf, startOf } from "../storage-contract/samples.ts";
import { peopleRows } from "../support/people-rows.ts";
import { startPostgres } from "../support/postgres.ts";

const server = await startPostgres();
after(() => server.remove());

const clock = { now: () => noon };
/** Runs SQL beside the store, which may take longer than the store would wait. */
type Fill = (store: Store, execute: (sql: string) => Promise<unknown>) => Promise<void>;

async function openSqlite(context: TestContext, fill: Fill): Promise<Engine> {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-people-"));
  const path = join(folder, "latchkey.db");
  const store = await openSqliteStore({ path, clock });
  const database = new SqliteDatabase(path);
  await fill(store, async (sql) => database.exec(sql));
  await store.close();
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
  await fill(store, (sql) => server.query(url, sql));
  await store.close();
  const database = new PostgresDatabase(addressOf(url));
  context.after(() => database.close());
  return new PostgresEngine(database);
}

const firstId = `lku${"0".repeat(20)}` as AccountId;

/** Limits so small that nearly every set of the fifty people is a large one. */
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
            assert.ok(isTotalExact ? total === wanted.length : total <= wanted.length, said);
        }
      }
  });

  test(`${name}: an upgrade knows the last sign-ins that sessions and activity tell of`, async (context) => {
    const [ada, bob, carol] = [accountNamed("ada"), accountNamed("bob"), accountNamed("carol")];
    const dora = accountNamed("dora");
    const [early, late] = [plus(noon, 1_000.123), plus(noon, 9_000.456)];
    const people = peopleOn(
      await open(context, async (store, execute) => {
        for (const account of [ada, bob, carol, dora]) await store.accounts.create(account);
        await store.sessions.start(startOf(sessionOf(ada, "ada", { authenticatedAt: late })));
        await store.sessions.start(startOf(sessionOf(bob, "bob", { authenticatedAt: early })));
        await store.sessions.start(startOf(sessionOf(dora, "dora", { authenticatedAt: early })));
        for (const [account, at] of [
          [ada, early],
          [bob, early],
          [bob, late],
        ] as const)
          await store.activity.add({
            id: createActivityId(at, sha256(account.id).slice(0, 10)),
            accountId: account.id,
            kind: "signed-in",
          });
        await execute("UPDATE accounts SET last_sign_in_at = 0");
        await execute(fillingIn(name));
      }),
    );
    const known = await Promise.all([ada, bob, carol, dora].map(({ id }) => people.find(id)));
    assert.deepEqual(
      known.map((person) => person?.lastSignInAt),
      [late, late, undefined, early],
    );
  });

  test(`${name}: no list reads all people, whatever its filter and order`, async (context) => {
    const engine = await open(context, async (_, execute) => {
      for (const text of peopleRows(name, 20_000)) await execute(text);
      if (name === "PostgreSQL") await execute("ANALYZE");
    });
    const explained = explaining(engine, name);
    const people = peopleOn(explained.engine);
    const all = [...filters, { hasOldPassword: true }, { hasOldPassword: false }];
    for (const filter of all)
      for (const order of peopleOrders) {
        const { next } = await people.list({ filter, order, limit: 50 });
        const behind = /(?:-|^)(?:name|email)$/.test(order) ? { at: null, id: firstId } : undefined;
        for (const after of [next, behind])
          if (after !== undefined) await people.list({ filter, order, limit: 50, after });
      }
    // One filter of each kind, with one of each other kind.
    const kinds = [...new Map(all.map((filter) => [Object.keys(filter).join(), filter])).values()];
    for (const [index, one] of kinds.entries())
      for (const other of kinds.slice(index + 1))
        await people.list({ filter: { ...other, ...one }, limit: 50 });
    assert.ok(explained.plans.size > 100);
    const reading = [...explained.plans].filter(([, plan]) => readsAll[name].test(plan));
    assert.deepEqual(reading, []);
    if (name === "PostgreSQL") return; // It may sort what it knows to be few.
    const later = [...explained.plans].filter(
      ([text]) => text.includes(":after") && !text.includes("AS members"),
    );
    assert.ok(later.length > 100);
    const sorting = later.filter(([, plan]) => /TEMP B-TREE|^SCAN/m.test(plan));
    assert.deepEqual(
      sorting,
      [],
      "a later page begins at its place in an index, and has the order of the index",
    );
  });
}

/** The migration's statement that fills in the known sign-ins. */
function fillingIn(name: keyof typeof readsAll): string {
  const file =
    name === "SQLite" ? "sqlite/migrations/0037-people.sql" : "postgres/migrations/0038-people.sql";
  const text = readFileSync(new URL(`../../src/adapters/${file}`, import.meta.url), "utf8");
  return /^UPDATE accounts SET last_sign_in_at[\s\S]*?;$/m.exec(text)?.[0] ?? assert.fail(file);
}

/** Matches a plan that scans all accounts, or all rows of a table in which a person may have several. */
const readsAll = {
  SQLite:
    /^SCAN (?:accounts|account_names|sessions|passkeys|totp|group_members|upstream_identities)(?: USING PRIMARY KEY)?$/m,
  PostgreSQL:
    /Seq Scan on (?:accounts|account_names|sessions|passkeys|totp|group_members|upstream_identities)/,
} as const;

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
