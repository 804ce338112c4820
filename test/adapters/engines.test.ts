import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { addressOf } from "../../src/adapters/postgres/connect.ts";
import { Database as PostgresDatabase } from "../../src/adapters/postgres/database.ts";
import { PostgresEngine } from "../../src/adapters/postgres/engine.ts";
import { openPostgresStore } from "../../src/adapters/postgres/store.ts";
import { type Engine, forget, get, run, type Statement } from "../../src/adapters/sql/fact.ts";
import type { NamedStatement } from "../../src/adapters/sql/named.ts";
import { Database as SqliteDatabase } from "../../src/adapters/sqlite/database.ts";
import { SqliteEngine } from "../../src/adapters/sqlite/engine.ts";
import { openSqliteStore, sqliteNouns } from "../../src/adapters/sqlite/store.ts";
import { noon } from "../storage-contract/samples.ts";
import { startPostgres } from "../support/postgres.ts";

const server = await startPostgres();
after(() => server.remove());

const clock = { now: () => noon };

async function openSqliteDatabase(context: TestContext): Promise<SqliteDatabase> {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-engine-"));
  const path = join(folder, "latchkey.db");
  await (await openSqliteStore({ path, clock })).close();
  const database = new SqliteDatabase(path);
  context.after(async () => {
    await database.drain();
    database.close();
    await rm(folder, { recursive: true, force: true });
  });
  return database;
}

async function openSqlite(context: TestContext): Promise<Engine> {
  return new SqliteEngine(await openSqliteDatabase(context));
}

async function openPostgres(context: TestContext): Promise<Engine> {
  const url = await server.newSchema();
  await (await openPostgresStore({ url, clock })).close();
  const database = new PostgresDatabase(addressOf(url));
  context.after(() => database.close());
  return new PostgresEngine(database);
}

/** Statements on groups, the smallest noun. */
function groupsSql({ sql }: Engine) {
  return {
    create: sql("INSERT INTO groups (name, created_at) VALUES (:name, :createdAt)"),
    find: sql("SELECT created_at FROM groups WHERE name = :name"),
  };
}

for (const [name, open] of [
  ["SQLite", openSqlite],
  ["PostgreSQL", openPostgres],
] as const) {
  test(`${name}: a fact that throws leaves nothing of what it did`, async (context) => {
    const engine = await open(context);
    const sql = groupsSql(engine);
    const broken = engine.write("durable", function* () {
      yield* run(sql.create, { name: "staff", createdAt: noon });
      throw new RangeError("broken");
    });
    await assert.rejects(broken, { message: "broken" });
    assert.equal(await engine.get(sql.find, { name: "staff" }, () => "found"), undefined);
  });

  test(`${name}: a parameter without a value, and a statement of another engine, are refused`, async (context) => {
    const engine = await open(context);
    const sql = groupsSql(engine);
    await assert.rejects(engine.run("durable", sql.create, { name: "staff" }), /:createdAt/);
    await assert.rejects(
      engine.get({ text: "SELECT 1" }, {}, () => "found"),
      TypeError,
    );
  });
}

test("PostgreSQL: a fact that loses a unique key runs again from the beginning, without what it did before", async (context) => {
  const engine = await openPostgres(context);
  const sql = groupsSql(engine);
  await engine.run("durable", sql.create, { name: "taken", createdAt: noon });
  let runs = 0;
  const answer = await engine.write("durable", function* () {
    runs += 1;
    // The first run does not see the row, as if another node committed it a moment later.
    const isTaken = runs > 1 && (yield* get(sql.find, { name: "taken" })) !== undefined;
    if (isTaken) return "taken";
    yield* run(sql.create, { name: "undone", createdAt: noon });
    yield* run(sql.create, { name: "taken", createdAt: noon });
    return "created";
  });
  assert.deepEqual([answer, runs], ["taken", 2]);
  assert.equal(await engine.get(sql.find, { name: "undone" }, () => "found"), undefined);
});

test("PostgreSQL: a fact that always loses a unique key is given up after four runs", async (context) => {
  const engine = await openPostgres(context);
  const sql = groupsSql(engine);
  await engine.run("durable", sql.create, { name: "taken", createdAt: noon });
  let runs = 0;
  const lost = engine.write("durable", function* () {
    runs += 1;
    yield* run(sql.create, { name: "taken", createdAt: noon });
  });
  await assert.rejects(lost, { code: "23505" });
  assert.equal(runs, 4);
});

test("PostgreSQL: what a fact forgets is forgotten again when the transaction has ended, also a failed one", async (context) => {
  const engine = await openPostgres(context);
  const sql = groupsSql(engine);
  const seen: string[] = [];
  const failing = engine.write("durable", function* () {
    yield* forget(() => seen.push("forgotten"));
    yield* run(sql.create, { name: "staff", createdAt: noon });
    seen.push("ran");
    throw new RangeError("broken");
  });
  await assert.rejects(failing, { message: "broken" });
  assert.deepEqual(seen, ["forgotten", "ran", "forgotten"]);
});

test("SQLite: an array is no parameter", async (context) => {
  const engine = await openSqlite(context);
  const sql = groupsSql(engine);
  await assert.rejects(engine.run("durable", sql.create, { name: ["staff"], createdAt: noon }), /arrays/);
});

test("SQLite accepts every statement of every noun, although each is prepared only at its first use", async (context) => {
  const database = await openSqliteDatabase(context);
  const engine = new SqliteEngine(database);
  const { sql } = engine;
  const made: Statement[] = [];
  Object.assign(engine, {
    sql: (text: string) => {
      const statement = sql(text);
      made.push(statement);
      return statement;
    },
  });
  sqliteNouns(database, engine, clock);
  assert.ok(made.length > 200, `only ${made.length} statements`);
  const refused = made.flatMap((statement) => {
    try {
      return (statement as NamedStatement<unknown>).native === undefined ? [statement.text] : [];
    } catch (error) {
      return [`${statement.text}: ${String(error)}`];
    }
  });
  assert.deepEqual(refused, []);
});
