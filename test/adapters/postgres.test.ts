import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { after, test } from "node:test";
import { Batch } from "../../src/adapters/postgres/batch.ts";
import { addressOf } from "../../src/adapters/postgres/connect.ts";
import { Database, type Runner } from "../../src/adapters/postgres/database.ts";
import { PostgresEngine } from "../../src/adapters/postgres/engine.ts";
import { BackupRefused, openPostgresStore } from "../../src/adapters/postgres/store.ts";
import { auditTrailOn } from "../../src/adapters/sql/audit.ts";
import { type Store, StoreUnopenable, type UnopenableReason } from "../../src/adapters/store.ts";
import { sha256 } from "../../src/values/digest.ts";
import { StoreUnavailable } from "../../src/values/store-unavailable.ts";
import { instantOf, plus } from "../../src/values/time.ts";
import { redeemInAnotherProcess } from "../storage-contract/another-process.ts";
import { atOnce, withinASecond } from "../storage-contract/harness.ts";
import {
  accountNamed,
  clientNamed,
  familyWith,
  firstRotation,
  grantId,
  grantOfFamily,
  grantWith,
  hashOf,
  keyRecordOf,
  noon,
  plain,
  sessionOf,
  startOf,
} from "../storage-contract/samples.ts";
import { chained } from "../support/audit.ts";
import { freePort } from "../support/free-port.ts";
import { startPostgres } from "../support/postgres.ts";
import { storesOn } from "./postgres-store.ts";

const server = await startPostgres();
after(() => server.remove());
const { open, openFresh, connect } = storesOn(server);

const everyMigration = readdirSync(new URL("../../src/adapters/postgres/migrations/", import.meta.url))
  .map((file) => file.replace(/\.sql$/, ""))
  .sort();
const ada = accountNamed("ada");
/** When everything made at noon by the default settings is gone. */
const afternoon = plus(noon, 3 * 3_600);
const { accountId } = grantWith(grantId(0));

test("a session that is looked up counts as no commit", async (context) => {
  const url = await server.newSchema();
  const counted: number[] = [];
  const probe = { committed: (facts: number) => counted.push(facts), synced: () => undefined };
  const store = await openPostgresStore({ url, clock: { now: () => noon }, observer: { probe } });
  context.after(() => store.close());
  const session = sessionOf(ada, "cookie");
  await store.accounts.create(ada);
  await store.sessions.start(startOf(session));
  assert.deepEqual(counted, [1, 1]);
  assert.ok(await store.sessions.find(session.id));
  assert.deepEqual(counted, [1, 1]);
});

test("the time is the database's, however a node's own clock is set, and however it jumps", async (context) => {
  const url = await server.newSchema();
  let own = noon;
  const store = await openPostgresStore({ url, clock: { now: () => own } });
  context.after(() => store.close());
  const isDatabaseTime = async (): Promise<boolean> => {
    const [row] = await server.query(url, "SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now");
    return Math.abs(Number(row?.now) - store.clock.now()) < 60_000;
  };
  assert.ok(await isDatabaseTime());
  own = plus(noon, 8 * 3_600);
  assert.ok(await isDatabaseTime());
});

async function requireRefused(url: string, reason: UnopenableReason, words: RegExp): Promise<void> {
  await assert.rejects(openPostgresStore({ url, clock: { now: () => noon } }), (error) => {
    assert.ok(error instanceof StoreUnopenable);
    assert.equal(error.reason, reason);
    assert.match(error.message, words);
    assert.doesNotMatch(error.message, /not-a-secret|wrong-password/);
    return true;
  });
}

test("nodes that start at once on nothing make one schema, and exactly one wins each code", async () => {
  const url = await server.newSchema();
  const wins = await atOnce(4, () => redeemInAnotherProcess(url, 50));
  assert.equal(
    wins.reduce((sum, won) => sum + won, 0),
    50,
  );
  const migrations = await server.query(url, "SELECT name FROM latchkey_migrations");
  assert.deepEqual(
    migrations.map(({ name }) => name),
    everyMigration,
  );
});

test("of many openings at once one applies the migrations, and says so", async (context) => {
  const url = await server.newSchema();
  const stores = await atOnce(12, () => open(context, url));
  const applied = await Promise.all(stores.map((store) => store.migrate()));
  assert.deepEqual(applied.flat(), everyMigration);
});

test("the redemptions of one turn are one statement, each with an answer of its own", async (context) => {
  const { store, url } = await openFresh(context);
  await store.grants.redeem(grantWith(grantId(3)));
  const answers = await atOnce(40, (index) => store.grants.redeem(grantWith(grantId(index % 20))));
  const isFirst = (index: number) => index < 20 && index !== 3;
  for (const [index, answer] of answers.entries())
    assert.equal(answer, isFirst(index) ? "redeemed" : "already-redeemed");
  const statements = await server.query(url, "SELECT DISTINCT xmin::text FROM grants");
  assert.equal(statements.length, 2, "One for the first code, one for the other nineteen.");
});

test("nodes that redeem the same codes in opposite orders do not block each other, and each code has one winner", async (context) => {
  const { store, url } = await openFresh(context);
  const another = await open(context, url);
  for (let round = 0; round < 20; round += 1) {
    const ids = Array.from({ length: 50 }, (_, index) => grantId(round * 50 + index));
    const redeem = (by: Store, order: typeof ids) =>
      Promise.all(order.map((id) => by.grants.redeem(grantWith(id))));
    const answers = await Promise.all([redeem(store, ids), redeem(another, ids.toReversed())]);
    assert.equal(answers.flat().filter((answer) => answer === "redeemed").length, 50);
  }
});

test("a lone fact is sent at the end of its turn; what comes while a statement is under way goes together", async () => {
  const groups: (readonly number[])[] = [];
  const statement = Promise.withResolvers<void>();
  const double = async (facts: readonly number[]) => {
    groups.push(facts);
    if (groups.length === 1) await statement.promise;
    return facts.map((fact) => fact * 2);
  };
  const batch = new Batch(double, { underWayMax: 1, factsMax: 2, isShared: () => true });
  const first = batch.add(1);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(groups, [[1]]);
  const others = [2, 3, 4].map((fact) => batch.add(fact));
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(groups, [[1]]);
  statement.resolve();
  assert.deepEqual(await Promise.all([first, ...others]), [2, 4, 6, 8]);
  assert.deepEqual(groups, [[1], [2, 3], [4]]);
});

test("while a statement is under way, another goes out once it carries as many facts", async () => {
  const groups: (readonly number[])[] = [];
  const statement = Promise.withResolvers<void>();
  const keep = async (facts: readonly number[]) => {
    groups.push(facts);
    await statement.promise;
    return facts;
  };
  const limits = { underWayMax: 2, factsMax: 10, isShared: () => true };
  const batch = new Batch(keep, limits, () => 0);
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const answers = [batch.add(1), batch.add(2)];
  await turn();
  answers.push(batch.add(3));
  await turn();
  assert.deepEqual(groups, [[1, 2]]);
  answers.push(batch.add(4));
  await turn();
  assert.deepEqual(groups, [
    [1, 2],
    [3, 4],
  ]);
  answers.push(batch.add(5));
  const drained = batch.drained();
  await turn();
  assert.equal(groups.length, 2);
  statement.resolve();
  await drained;
  assert.deepEqual(groups.at(-1), [5]);
  assert.deepEqual(await Promise.all(answers), [1, 2, 3, 4, 5]);
  await batch.drained();
});

test("a lone fact does not wait for a slow statement", async () => {
  const groups: (readonly number[])[] = [];
  const slow = Promise.withResolvers<void>();
  const keep = async (facts: readonly number[]) => {
    groups.push(facts);
    if (facts.includes(1)) await slow.promise;
    return facts;
  };
  let elapsed = 0;
  const batch = new Batch(keep, { underWayMax: 2, factsMax: 10, isShared: () => true }, () => elapsed);
  const held = [batch.add(1), batch.add(2)];
  await new Promise((resolve) => setImmediate(resolve));
  const lone = batch.add(3);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(groups, [[1, 2]]);
  elapsed = 21;
  assert.equal(await lone, 3);
  slow.resolve();
  assert.deepEqual(await Promise.all(held), [1, 2]);
});

test("codes are claimed one by one, a few together and many together", async (context) => {
  const { store } = await openFresh(context);
  for (let count = 1; count <= 12; count += 1) {
    const ids = Array.from({ length: count }, (_, index) => grantId(count * 100 + index));
    const claim = () => Promise.all(ids.map((id) => store.grants.redeem(grantWith(id))));
    assert.deepEqual(
      await claim(),
      ids.map(() => "redeemed"),
    );
    assert.deepEqual(
      await claim(),
      ids.map(() => "already-redeemed"),
    );
    const found = await Promise.all(ids.map((id) => store.grants.find(id)));
    assert.deepEqual(plain(found), plain(ids.map((id) => grantWith(id))));
  }
});

test("what is asked comes back as it was, whichever characters and bytes it has, and however often", async (context) => {
  const database = new Database(addressOf(await server.newSchema()));
  context.after(() => database.close());
  const asked = [
    ...["", "NULL", 'a"b', "a\\b", "{a,b}", "äß ✓", "  ", null],
    ...[0, -1, 2 ** 52].map(String),
  ];
  const bytes = [new Uint8Array(), Uint8Array.of(0, 34, 44, 92, 255), null];
  const words = database.prepare("SELECT * FROM unnest($1::text[]) AS word");
  const blobs = database.prepare("SELECT * FROM unnest($1::bytea[]) AS blob");
  const one = database.prepare(
    "SELECT $1::text AS word, $2::bytea AS blob, $3::boolean AS flag, $4::bigint AS number",
  );
  for (let time = 0; time < 3; time += 1) {
    assert.deepEqual(
      (await database.all(words, asked)).map((row) => row.word),
      asked,
    );
    assert.deepEqual(plain((await database.all(blobs, bytes)).map((row) => row.blob)), plain(bytes));
    assert.deepEqual(
      plain(await database.get(one, 'a"\\{', Uint8Array.of(1, 0), true, 2 ** 52)),
      plain({ word: 'a"\\{', blob: Uint8Array.of(1, 0), flag: 1, number: 2 ** 52 }),
    );
    assert.equal((await database.get(one, undefined, null, false, null))?.word, null);
  }
  const broken = database.prepare("SELECT 1 / $1::integer AS quotient");
  for (let time = 0; time < 2; time += 1) {
    await assert.rejects(database.get(broken, 0), { code: "22012" });
    assert.deepEqual({ ...(await database.get(broken, 1)) }, { quotient: 1 });
  }
});

test("closing a store answers what it was asked before, in a batch too, and refuses what comes later", async (context) => {
  const { store } = await openFresh(context);
  const ids = Array.from({ length: 20 }, (_, index) => grantId(index));
  const claims = ids.map((id) => store.grants.redeem(grantWith(id)));
  const closed = store.close();
  await assert.rejects(async () => store.grants.redeem(grantWith(grantId(99))), {
    message: "The store is closed.",
  });
  assert.deepEqual(
    await Promise.all(claims),
    ids.map(() => "redeemed"),
  );
  await closed;
});

test("a fact that is to blame for a failure fails alone; a failure that would meet all fails all at once", async () => {
  const calls: number[] = [];
  const refuseTwo = async (facts: readonly number[]) => {
    calls.push(facts.length);
    if (facts.includes(2)) throw new RangeError("two");
    return facts;
  };
  const limits = { underWayMax: 1, factsMax: 10 };
  const alone = new Batch(refuseTwo, { ...limits, isShared: () => false });
  const outcomes = await Promise.allSettled([1, 2, 3].map((fact) => alone.add(fact)));
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ["fulfilled", "rejected", "fulfilled"],
  );
  const shared = new Batch(refuseTwo, { ...limits, isShared: () => true });
  const none = await Promise.allSettled([1, 2, 3].map((fact) => shared.add(fact)));
  assert.ok(none.every(({ status }) => status === "rejected"));
  assert.deepEqual(calls, [3, 1, 1, 1, 3]);
});

test("a broken fact is rejected as itself, and neither its neighbours nor the connection suffer", async (context) => {
  const { store } = await openFresh(context);
  await store.keyRecords.rotate(keyRecordOf(1, "code", noon), instantOf(-1));
  const [first, broken, second] = await Promise.allSettled([
    store.grants.redeem(grantWith(grantId(1))),
    store.keyRecords.rotate(keyRecordOf(1, "step", noon), instantOf(-1)),
    store.grants.redeem(grantWith(grantId(1))),
  ]);
  assert.deepEqual(first, { status: "fulfilled", value: "redeemed" });
  assert.equal(broken.status === "rejected" && broken.reason.code, "23505");
  assert.deepEqual(second, { status: "fulfilled", value: "already-redeemed" });
  assert.equal((await store.keyRecords.list()).length, 1);
});

test("a store uses ten connections at most, however many callers there are", async (context) => {
  const { store, url } = await openFresh(context);
  await store.accounts.create(ada);
  await atOnce(500, () => store.accounts.find(ada.id));
  const [{ count } = {}] = await server.query(
    url,
    "SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'latchkey'",
  );
  assert.ok(typeof count === "number" && count >= 2 && count <= 10, `${count} connections`);
});

test("connections that the server ended are replaced, idle ones without anybody noticing", async (context) => {
  const { store, url } = await openFresh(context);
  await store.accounts.create(ada);
  await atOnce(50, () => store.accounts.find(ada.id));
  await server.query(
    url,
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'latchkey'",
  );
  const isFound = () => store.accounts.find(ada.id).then(Boolean, () => false);
  await withinASecond(isFound);
  assert.ok((await atOnce(50, isFound)).every(Boolean));
});

test("a grant whose redemption is under way when its owner is revoked is revoked, and stays so", async (context) => {
  const { store, url } = await openFresh(context);
  await store.grants.redeem(grantWith(grantId(1), { keepUntil: noon }));
  const other = await connect(context, url);
  await other.query("BEGIN");
  await other.query(
    `INSERT INTO grants SELECT $1, token_digest, client_id, account_id, account_epoch, session_id, redeemed_at,
       token_expires_at, token_expires_at, revoked_at, details, family_id, after_revocation FROM grants`,
    [grantId(2)],
  );
  assert.equal(await store.grants.revokeAll({ accountId }, plus(noon, 1)), 1);
  await other.query("COMMIT");
  assert.equal((await store.grants.find(grantId(2)))?.revokedAt, plus(noon, 1));
  await store.expiry.sweep(plus(noon, 1), 10);
  assert.equal((await store.grants.find(grantId(2)))?.revokedAt, plus(noon, 1));
});

test("a revocation that is committed late hits what was redeemed and refreshed until then", async (context) => {
  const { store, url } = await openFresh(context);
  const family = grantId(5);
  await store.grants.redeem(grantOfFamily(family, family), familyWith(family));
  const other = await connect(context, url);
  await other.query("BEGIN; SELECT pg_advisory_xact_lock(x'4c4b4559'::int, 2)");
  await other.query(
    "INSERT INTO revocations (account_id, at, removes, spares_grants) VALUES ($1, $2, false, false)",
    [accountId, plus(noon, 1)],
  );
  const later = store.grants.revokeAll({ clientId: clientNamed("other").id }, plus(noon, 2));
  await store.grants.redeem(grantWith(grantId(1)));
  assert.equal(await store.tokenFamilies.rotate(firstRotation(grantId(6), family)), true);
  await other.query("COMMIT");
  await later;
  for (const id of [grantId(1), family, grantId(6)])
    assert.equal((await store.grants.find(id))?.revokedAt, plus(noon, 1));
  assert.equal((await store.tokenFamilies.find(family))?.revokedAt, plus(noon, 1));
});

test("a revocation goes once everything that it could hit has gone, and not before", async (context) => {
  const { store, url } = await openFresh(context);
  const left = () => server.query(url, "SELECT number FROM revocations");
  await store.grants.redeem(grantWith(grantId(1)));
  await store.grants.revokeAll({ accountId }, noon);
  await server.query(url, "UPDATE revocations SET recorded_at = recorded_at - interval '1 hour'");
  await store.expiry.sweep(plus(noon, 3_600), 10);
  assert.equal((await left()).length, 1);
  await store.expiry.sweep(afternoon, 10);
  assert.equal((await left()).length, 0);
  await store.grants.redeem(grantWith(grantId(1, afternoon)));
  assert.equal((await store.grants.find(grantId(1, afternoon)))?.revokedAt, undefined);
});

test("a repeatedly exposed secret is written once", async (context) => {
  const { store, url } = await openFresh(context);
  const { id } = clientNamed("a");
  const version = () => server.query(url, "SELECT xmin::text FROM clients");
  await store.clients.create(clientNamed("a"));
  await store.clients.recordExposedSecret(id, noon);
  const before = await version();
  await store.clients.recordExposedSecret(id, plus(noon, 1));
  assert.deepEqual(await version(), before);
});

test("nodes that sweep at once remove each row once", async (context) => {
  const { store, url } = await openFresh(context);
  const another = await open(context, url);
  await atOnce(900, (index) => store.replayCache.use(sha256(`${index}`), noon));
  const gone = await atOnce(4, (index) => (index % 2 ? store : another).expiry.sweep(plus(noon, 1), 1_000));
  assert.equal(
    gone.reduce((sum, count) => sum + count, 0),
    900,
  );
});

test("a backup is refused in words that name the tool for it", async (context) => {
  const { store } = await openFresh(context);
  await assert.rejects(store.backup("/backups/latchkey.dump"), (error) => {
    assert.ok(error instanceof BackupRefused);
    assert.match(error.message, /pg_dump .*'\/backups\/latchkey\.dump'/);
    assert.doesNotMatch(error.message, /not-a-secret/);
    return true;
  });
});

test("the status says where the database is, without the password", async (context) => {
  const { store } = await openFresh(context);
  const status = await store.status();
  assert.ok(status.isReady);
  assert.equal(status.engine, "postgresql");
  assert.equal(status.location, `postgres://127.0.0.1:${server.port}/postgres`);
  assert.equal(status.schemaVersion, Number(everyMigration.at(-1)?.slice(0, 4)));
  assert.ok(status.sizeBytes > 0);
});

test("a server that turned into a standby is not ready and refuses writes, until it can be written again", async (context) => {
  const { store, url } = await openFresh(context);
  const set = async (mode: "on" | "off") => {
    await server.query(url, `ALTER SYSTEM SET default_transaction_read_only = ${mode}`);
    await server.query(url, "SELECT pg_reload_conf()");
  };
  const isReady = async () => (await store.status()).isReady;
  await set("on");
  await withinASecond(async () => !(await isReady()));
  await assert.rejects(store.grants.redeem(grantWith(grantId(1))), StoreUnavailable);
  await set("off");
  await withinASecond(isReady);
  assert.equal(await store.grants.redeem(grantWith(grantId(1))), "redeemed");
});

test("every connection commits to disk, despite the settings of server, database and role, and keeps a stricter setting", async (context) => {
  const url = await server.newSchema();
  await server.query(
    url,
    `CREATE ROLE hasty LOGIN PASSWORD 'not-a-secret'; ALTER ROLE hasty SET synchronous_commit = off`,
  );
  const set = (value: string) => `${url}%20-csynchronous_commit%3D${value}`;
  for (const [address, expected] of [
    [url, "on"], // The server of the tests says off.
    [url.replace("latchkey:", "hasty:"), "on"],
    [set("off"), "on"],
    [set("on"), "on"],
    [set("local"), "local"],
    [set("remote_write"), "remote_write"],
    [set("remote_apply"), "remote_apply"],
  ] as const) {
    const database = new Database(addressOf(address));
    context.after(() => database.close());
    const look = database.prepare(
      "SELECT setting, source, pg_sleep(0.01) FROM pg_settings WHERE name = 'synchronous_commit'",
    );
    const rows = await atOnce(4, () => database.get(look));
    for (const row of rows) {
      assert.equal(row?.setting, expected, address);
      assert.equal(row?.source, "session", "A server that reads its settings anew changes nothing.");
    }
    const relaxed = await database.transaction("relaxed", (runner) => runner.get(look));
    assert.equal(relaxed?.setting, "off");
  }
});

test("a schema of a newer release is served while its migrations only added to it, and refused after one that did more", async (context) => {
  const { store, url } = await openFresh(context);
  await store.close();
  await server.query(url, "INSERT INTO latchkey_migrations VALUES (9998, '9998-later', 0)");
  const again = await openPostgresStore({ url, clock: { now: () => noon } });
  assert.deepEqual(await again.migrate(), []);
  await again.close();
  await server.query(url, "INSERT INTO latchkey_migrations VALUES (9997, '9997-one-way-later', 0)");
  await requireRefused(url, "newer-schema", /newer release \(schema 9998/);
});

test("tables of another program are refused and left as they were", async () => {
  const url = await server.newSchema();
  await server.query(url, "CREATE TABLE sessions (id integer)");
  await requireRefused(url, "not-a-database", /tables of another program/);
  const tables = await server.query(
    url,
    "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()",
  );
  assert.deepEqual(tables, [{ tablename: "sessions" }]);
});

test("a wrong address, password, database or right is named, with the repair", async () => {
  const url = await server.newSchema();
  await requireRefused(url.replace("not-a-secret", "wrong-password"), "not-writable", /user or password/);
  await requireRefused(url.replace("/postgres?", "/nowhere?"), "missing", /no such database.*createdb/);
  await requireRefused(url.replace(`${server.port}`, `${await freePort()}`), "unreachable", /ECONNREFUSED/);
  await server.query(url, "CREATE ROLE visitor LOGIN PASSWORD 'wrong-password'");
  const visitor = url.replace("latchkey:not-a-secret", "visitor:wrong-password").replace(/\?.*/, "");
  await requireRefused(visitor, "not-writable", /may not make tables/);
});

test("the last sight of a session and a renewed hash are relaxed, as in SQLite; a changed password is not", async (context) => {
  const { store, url } = await openFresh(context);
  const session = sessionOf(ada, "cookie");
  await store.accounts.create(ada);
  await store.sessions.start(startOf(session));
  await server.query(
    url,
    `CREATE TABLE seen (number int GENERATED ALWAYS AS IDENTITY, setting text);
     CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       INSERT INTO seen (setting) VALUES (current_setting('synchronous_commit')); RETURN NULL; END $$;
     CREATE TRIGGER see AFTER UPDATE ON sessions EXECUTE FUNCTION see();
     CREATE TRIGGER see AFTER UPDATE ON accounts EXECUTE FUNCTION see()`,
  );
  await store.sessions.touch(session.id, plus(noon, 60));
  await store.accounts.rehashPassword(ada.id, hashOf("first"), hashOf("second"));
  await store.accounts.setPassword(ada.id, hashOf("third"), plus(noon, 1));
  const seen = await server.query(url, "SELECT setting FROM seen ORDER BY number");
  assert.deepEqual(
    seen.map(({ setting }) => setting),
    ["off", "off", "on"],
  );
});

test("audit trail: of two nodes that begin it at once, neither takes the other's beginning for damage", async (context) => {
  const { store, url } = await openFresh(context);
  chained(store);
  const database = new Database(addressOf(url));
  context.after(() => database.close());
  const engine = new PostgresEngine(database);
  const { auditTrail } = chained({ auditTrail: auditTrailOn(engine) });
  const began = { at: noon, act: "audit-began", actor: { kind: "system" } } as const;
  await database.transaction("durable", async (runner) => {
    let statements = 0;
    /** Right after this transaction found no trail, the other node begins it. */
    const afterFirst = async (): Promise<void> => {
      statements += 1;
      if (statements === 2) await store.auditTrail.append([began]);
    };
    const slow: Runner = {
      ...runner,
      all: (...asked) => afterFirst().then(() => runner.all(...asked)),
      run: (...asked) => afterFirst().then(() => runner.run(...asked)),
    };
    await engine.complete(slow, auditTrail.add([began]));
  });
  const { problems, entries } = await store.auditTrail.verify();
  assert.deepEqual([problems, entries], [[], 2]);
});
