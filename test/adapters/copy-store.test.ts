import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, type TestContext, test } from "node:test";
import { type Copied, copyStore } from "../../src/adapters/copy-store.ts";
import { PostgresTarget } from "../../src/adapters/postgres/copy-target.ts";
import { openPostgresStore } from "../../src/adapters/postgres/store.ts";
import { type Table, tables } from "../../src/adapters/sql/tables.ts";
import { SqliteSource } from "../../src/adapters/sqlite/copy-source.ts";
import { openSqliteStore } from "../../src/adapters/sqlite/store.ts";
import type { Store } from "../../src/adapters/store.ts";
import type { GroupName } from "../../src/identity/group.ts";
import { interfaceMetadata } from "../../src/protocol/client/client.ts";
import { sha256 } from "../../src/values/digest.ts";
import { createActivityId } from "../../src/values/ids.ts";
import { StoreUnavailable } from "../../src/values/store-unavailable.ts";
import { instantOf, plus } from "../../src/values/time.ts";
import { apiNamed } from "../storage-contract/apis.ts";
import { entryOf, tamperings } from "../storage-contract/audit.ts";
import { deviceNamed } from "../storage-contract/device-authorizations.ts";
import { batchOf } from "../storage-contract/imports.ts";
import { mailRequestOf } from "../storage-contract/mail-requests.ts";
import {
  accountNamed,
  appPasswordOf,
  clientNamed,
  familyWith,
  grantId,
  grantOfFamily,
  grantWith,
  keyRecordOf,
  linkOf,
  messageTo,
  nameOf,
  noon,
  passkeyOf,
  plain,
  recoveryCodesOf,
  reservationOf,
  sessionOf,
  startOf,
  totpOf,
  trustedBrowserOf,
} from "../storage-contract/samples.ts";
import { identityOf, upstreamNamed } from "../storage-contract/upstreams.ts";
import { webhookNamed } from "../storage-contract/webhooks.ts";
import { chained, testAuditor } from "../support/audit.ts";
import { startPostgres } from "../support/postgres.ts";
import { scratchFolder } from "./scratch.ts";

const server = await startPostgres();
after(() => server.remove());

const clock = { now: () => noon };
const ada = accountNamed("ada", { email: nameOf("ada@example.org"), name: "Ada", isAdmin: true });
const bob = accountNamed("bob", { isDisabled: true });
const client = clientNamed("client", {
  metadata: {
    ...interfaceMetadata,
    isOpenid: true,
    backchannelLogoutUri: "https://app.example/out",
    hasAppPasswords: true,
  },
  secretExposedAt: noon,
});

interface Places {
  readonly path: string;
  readonly url: string;
  /** The store on the file, as a service that runs on it has it. */
  readonly running: Store;
}

/** A file with rows in every table, of every kind, and the address of a database where nothing is yet. */
async function filled(context: TestContext): Promise<Places> {
  const path = join(scratchFolder(context), "latchkey.db");
  const url = await server.newSchema();
  const running = chained(await openSqliteStore({ path, clock }));
  context.after(() => running.close());
  for (const account of [ada, bob, accountNamed("gone")])
    assert.ok((await running.accounts.create(account)).ok);
  assert.ok((await running.clients.create(client)).ok);
  if (client.secretDigest)
    await running.secretUses.note({ clientId: client.id, secretDigest: client.secretDigest, usedAt: noon });
  const picture = { kind: "png", bytes: sha256("picture") } as const;
  const protectedOrigins = ["https://wiki.example.org"];
  const wiki = clientNamed("wiki", { metadata: { ...interfaceMetadata, protectedOrigins } });
  assert.ok((await running.clients.create(wiki)).ok);
  await running.clientLogos.keep({
    clientId: client.id,
    uri: "https://app.example/logo",
    fetchedAt: noon,
    picture,
  });
  assert.equal(await running.apis.create(apiNamed("orders"), 9), "created");
  await running.sessions.start(startOf(sessionOf(ada, "cookie")));
  const notedIn = sessionOf(ada, "cookie").id;
  await running.grants.redeem(grantWith(grantId(1)), undefined, { notedIn });
  await running.grants.redeem(
    grantOfFamily(grantId(2), grantId(2)),
    familyWith(grantId(2), { nonce: "n ü" }),
  );
  const device = deviceNamed("one", { clientId: client.id });
  await running.deviceAuthorizations.create(device);
  await running.deviceAuthorizations.decide(device.codeDigest, {
    kind: "allowed",
    grantId: grantId(5),
    accountId: ada.id,
    accountEpoch: 1,
    sessionId: notedIn,
    authenticatedAt: noon,
  });
  await running.accounts.remove(accountNamed("gone").id);
  await running.grants.revokeAll({ clientId: client.id }, noon);
  await running.tokenFamilies.revokeAll({ accountId: ada.id }, noon);
  await running.grants.redeem(grantWith(grantId(3), { accountId: bob.id }));
  await running.grants.revoke(grantId(3), noon);
  await running.grants.redeem(grantWith(grantId(4)));
  const forAda = linkOf("ada", { account: { id: ada.id, epoch: 1 }, query: "state=ü" });
  await running.links.create(forAda, {
    messages: [messageTo("ada", { accountId: ada.id }), messageTo("guest")],
  });
  await running.groups.create({ name: "staff" as GroupName, createdAt: noon }, 10);
  await running.groups.add("staff" as GroupName, ada.id, 10);
  await running.groups.addAdministrator("staff" as GroupName, ada.id, 10);
  await running.activity.add({
    id: createActivityId(noon, new Uint8Array(10)),
    accountId: ada.id,
    kind: "signed-in",
    methods: ["pwd"],
    isNewBrowser: true,
  });
  await running.passkeys.add({ passkey: passkeyOf(ada, "phone"), accountEpoch: 1, max: 9 });
  await running.totps.keep(totpOf(ada), { accountEpoch: 1 });
  await running.recoveryCodes.replace(recoveryCodesOf(ada, ["one", "two"]), { accountEpoch: 1 });
  await running.trustedBrowsers.trust(trustedBrowserOf(ada, "laptop"), 9);
  await running.appPasswords.add({ appPassword: appPasswordOf(ada, client, "calendar"), max: 9 });
  const keyed = {
    key: sha256("key"),
    attempt: "first",
    request: sha256("request"),
    leasedUntil: plus(noon, 30),
    expiresAt: plus(noon, 60),
  };
  await running.idempotencyKeys.claim(keyed, noon);
  await running.idempotencyKeys.settle(keyed, "sealed");
  await running.mailRequests.add(mailRequestOf("ada"), 9);
  await running.upstreams.create(upstreamNamed("acme"), 10);
  await running.upstreamIdentities.link(identityOf(upstreamNamed("acme"), ada));
  const another = clientNamed("withdrawn");
  await running.clients.create(another);
  const before = { accountId: ada.id, clientId: another.id, scope: [], grantedAt: noon };
  await running.consents.allow(before, noon);
  await running.consents.withdraw(ada.id, another.id, noon);
  await running.consents.allow(
    {
      accountId: ada.id,
      clientId: client.id,
      scope: ["openid", "email"],
      grantedAt: noon,
    },
    noon,
  );
  await running.watermark.note(noon);
  await running.statistics.add(noon, [{ kind: "token", label: "issued", count: 1, peak: 0 }]);
  await running.imports.keep(batchOf([]));
  await running.backupRuns.noteFailed({ at: noon, cause: "The disk is full." });
  await running.consoleRuns.start(
    { id: "run", state: "{}", expiresAt: plus(noon, 60) },
    new Map([[1, "ada é"]]),
  );
  await running.replayCache.use(sha256("used"), plus(noon, 60));
  await running.attempts.reserve([reservationOf("ada")], noon);
  await running.keyRecords.rotate(keyRecordOf(1, "code", noon), instantOf(-1), {
    audit: [testAuditor(clock).entry("key-rotated", { kind: "key", id: "code" }, { word: "ü" })],
  });
  await running.keyRecords.rotate(keyRecordOf(2, "code", plus(noon, 60)), noon);
  await running.webhooks.create(webhookNamed("siem"), 9, {
    audit: [testAuditor(clock).entry("audit-began")],
  });
  const leased = await running.webhooks.lease(noon, plus(noon, 60), 9);
  assert.ok(leased);
  const failed = { number: leased.delivered + 1, error: "HTTP 500" };
  assert.ok(
    await running.webhooks.settle(leased, {
      delivered: failed.number,
      failures: 1,
      nextTryAt: noon,
      lastError: failed.error,
      lastErrorAt: noon,
      lastDeliveryAt: undefined,
      leaseUntil: leased.leaseUntil,
      deadLetter: { ...failed, at: noon, isDue: true },
      waits: { ...failed, number: failed.number + 1, tries: 1, failedAt: noon, nextTryAt: noon },
      deadLettersMax: 9,
    }),
  );
  return { path, url, running };
}

async function copy(
  { path, url }: Pick<Places, "path" | "url">,
  isInterrupted: (rowsSoFar: number) => boolean = () => false,
): Promise<Copied & { readonly told: ReadonlyMap<Table, number> }> {
  const target = await PostgresTarget.open(url);
  const source = SqliteSource.open(path);
  const told = new Map<Table, number>();
  try {
    const copied = await copyStore({
      source,
      target,
      now: clock.now,
      onProgress: ({ table, rows }) => told.set(table, rows),
      isInterrupted: () => isInterrupted([...told.values()].reduce((sum, rows) => sum + rows, 0)),
    });
    return { ...copied, told };
  } finally {
    source.close();
    await target.close();
  }
}

/** Rows as text, in one order, with the target's own columns left out. */
function comparable(rows: readonly Readonly<Record<string, unknown>>[]): readonly string[] {
  return rows
    .map(({ recorded_at: _, ...row }) => {
      const members = Object.entries(row).map(([name, value]) => [name, cellOf(value)]);
      return JSON.stringify(members.sort());
    })
    .sort();
}

function cellOf(value: unknown): unknown {
  if (typeof value === "boolean") return String(Number(value));
  return typeof value === "number" ? String(value) : plain(value);
}

function sqliteRows(path: string, sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}

async function rowsIn(url: string): Promise<number> {
  let count = 0;
  for (const table of tables)
    count += Number((await server.query(url, `SELECT count(*) AS count FROM ${table}`))[0]?.count);
  return count;
}

async function openTarget(context: TestContext, url: string): Promise<Store> {
  const store = chained(await openPostgresStore({ url, clock }));
  context.after(() => store.close());
  return store;
}

/** Asserts that the source is served, both by the store that has it open and by one that opens it now. */
async function assertServed({ path, running }: Places): Promise<void> {
  assert.equal((await running.status()).isReady, true);
  assert.ok(await running.accounts.find(ada.id));
  assert.equal(await running.replayCache.use(sha256(`served ${Math.random()}`), plus(noon, 60)), true);
  await (await openSqliteStore({ path, clock })).close();
}

const kindsOfType: Readonly<Record<string, string>> = {
  bigint: "INTEGER",
  integer: "INTEGER",
  boolean: "INTEGER",
  text: "TEXT",
  bytea: "BLOB",
};

test("the list of tables is that of both schemas, and their columns are the same", async (context) => {
  const { path, url } = await filled(context);
  await openTarget(context, url);
  const listed = [...tables].sort();
  const inFile = sqliteRows(
    path,
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY name",
  ).map(({ name }) => name);
  assert.deepEqual(inFile, [...listed, "migrations"].sort());
  const inTarget = await server.query(
    url,
    `SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace
       AND relkind IN ('r', 'p') AND NOT relispartition`,
  );
  assert.deepEqual(
    inTarget.map(({ name }) => name).sort(),
    [...listed, "latchkey_migrations", "grants_closed", "grant_partitions"].sort(),
  );
  for (const table of tables) {
    const kept = sqliteRows(path, `SELECT name, type FROM pragma_table_info('${table}')`);
    const columns = await server.query(
      url,
      `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
       WHERE attrelid = '${table}'::regclass AND attnum > 0 AND NOT attisdropped AND attname <> 'recorded_at'`,
    );
    const expected = columns.map(({ name, type }) => [name, kindsOfType[String(type)]]);
    assert.deepEqual(kept.map(({ name, type }) => [name, type]).sort(), expected.sort(), table);
  }
});

test("every row of every table arrives as it was", async (context) => {
  const places = await filled(context);
  const before = new Map(tables.map((table) => [table, sqliteRows(places.path, `SELECT * FROM ${table}`)]));
  const { rows, told, wasDone } = await copy(places);
  assert.equal(wasDone, false);
  assert.deepEqual(told, rows);
  for (const [table, kept] of before) {
    assert.ok(kept.length > 0, `${table} is empty, which shows nothing`);
    assert.equal(rows.get(table), kept.length);
    assert.deepEqual(
      comparable(await server.query(places.url, `SELECT * FROM ${table}`)),
      comparable(kept),
      table,
    );
  }
});

test("what was revoked stays so, and the next revocation hits what the ones before it did not", async (context) => {
  const places = await filled(context);
  // The newest revocations go once nothing is left that they could hit; their numbers stay in younger grants.
  const writer = new DatabaseSync(places.path);
  writer.exec("DELETE FROM revocations WHERE number > 1");
  writer.close();
  await copy(places);
  const store = await openTarget(context, places.url);
  assert.ok((await store.grants.find(grantId(3)))?.revokedAt !== undefined);
  assert.equal((await store.grants.find(grantId(4)))?.revokedAt, undefined);
  await store.grants.revokeAll({ accountId: ada.id }, noon);
  assert.equal((await store.grants.find(grantId(4)))?.revokedAt, noon);
});

test("after the move a code is spent, a session lives, and a used key is used", async (context) => {
  const places = await filled(context);
  await copy(places);
  const store = await openTarget(context, places.url);
  assert.equal(await store.grants.redeem(grantWith(grantId(4))), "already-redeemed");
  assert.equal(await store.grants.redeem(grantWith(grantId(5))), "redeemed");
  assert.equal(await store.replayCache.use(sha256("used"), plus(noon, 60)), false);
  assert.ok(await store.sessions.find(sessionOf(ada, "cookie").id));
  assert.deepEqual((await store.auditTrail.verify()).problems, []);
  assert.deepEqual(plain(await store.clients.find(client.id)), plain(client));
  assert.deepEqual(await store.groups.administeredBy(ada.id), ["staff"]);
  // A group and an app have each given the account its next version.
  const updatedAt = instantOf(ada.updatedAt + 2);
  assert.deepEqual(
    plain(await store.accounts.findByName(nameOf("ada@example.org"))),
    plain({ ...ada, groups: ["staff"], hasPasskey: true, hasTotp: true, updatedAt }),
  );
});

test("the move covers up no change of any column of the audit trail", async (context) => {
  const places = await filled(context);
  const columns = Object.entries(tamperings);
  await places.running.auditTrail.append(columns.map((_, index) => entryOf(index)));
  const { first = 0, last = 0 } = (await places.running.auditTrail.head()) ?? {};
  const numberOf = (index: number) => last - columns.length + 1 + index;
  assert.ok(first < numberOf(0));
  const writer = new DatabaseSync(places.path);
  for (const [index, [, set]] of columns.entries())
    writer.exec(`UPDATE audit SET ${set} WHERE number = ${numberOf(index)}`);
  writer.close();
  await copy(places);
  const { problems } = await (await openTarget(context, places.url)).auditTrail.verify();
  for (const [index, [column]] of columns.entries())
    assert.ok(
      problems.some(({ kind, number }) => kind === "entry-changed" && number === numberOf(index)),
      column,
    );
});

test("a database that was moved answers nothing, to a process that has it open or that opens it, until it is reopened", async (context) => {
  const places = await filled(context);
  const { path, running } = places;
  assert.ok(await running.grants.find(grantId(4)));
  await copy(places);
  await assert.rejects(running.grants.find(grantId(4)), StoreUnavailable);
  await assert.rejects(async () => running.sessions.find(sessionOf(ada, "cookie").id), StoreUnavailable);
  await assert.rejects(running.tokenFamilies.find(grantId(2)), StoreUnavailable);
  await assert.rejects(running.grants.redeem(grantWith(grantId(9))), StoreUnavailable);
  const status = await running.status();
  assert.ok(!status.isReady);
  assert.equal(status.movedTo, `postgres://127.0.0.1:${server.port}/postgres`);
  await assert.rejects(openSqliteStore({ path, clock }), (error: unknown) => {
    assert.ok(error instanceof Error && "reason" in error && "exitCode" in error);
    assert.deepEqual([error.reason, error.exitCode], ["moved", 78]);
    assert.match(error.message, /was moved to postgres:\/\/127\.0\.0\.1:\d+\/postgres at 2025-11-21T/);
    assert.match(error.message, /latchkey db reopen 'sqlite:/);
    assert.doesNotMatch(error.message, /not-a-secret/);
    return true;
  });
  const source = SqliteSource.open(path);
  assert.throws(() => source.reopen(), { reason: "busy", message: /is in use\. Stop the service/ });
  assert.ok(source.findMove());
  await running.close();
  source.reopen();
  source.close();
  const reopened = await openSqliteStore({ path, clock });
  context.after(() => reopened.close());
  await assertServed({ ...places, running: reopened });
  assert.ok(await reopened.grants.find(grantId(4)));
});

test("a reopened file keeps everything but the keys of what is good once", async (context) => {
  const { path, url, running } = await filled(context);
  for (const [number, purpose] of [
    [3, "step"],
    [4, "device"],
    [5, "refresh"],
    [6, "pushed-request"],
    [7, "sign-ES256"],
  ] as const)
    await running.keyRecords.rotate(keyRecordOf(number, purpose, noon), instantOf(-1));
  await running.close();
  const rowsOf = (table: Table) => sqliteRows(path, `SELECT * FROM ${table}`);
  const before = tables.map(rowsOf);
  await copy({ path, url });
  const source = SqliteSource.open(path);
  assert.deepEqual(source.reopen(), ["code", "pushed-request", "refresh"]);
  source.close();
  for (const [index, table] of tables.entries()) {
    const kept = before[index]?.filter(
      ({ purpose }) => table !== "sealing_keys" || ["step", "device", "sign-ES256"].includes(String(purpose)),
    );
    assert.deepEqual(rowsOf(table), kept, table);
  }
});

test("a database that was moved cannot be written by a program that knows nothing of moves", async (context) => {
  const places = await filled(context);
  await copy(places);
  const older = new DatabaseSync(places.path);
  try {
    for (const table of [...tables, "migrations"]) {
      const [column] = sqliteRows(places.path, `SELECT name FROM pragma_table_info('${table}')`);
      assert.throws(
        () => older.exec(`UPDATE ${table} SET ${column?.name} = ${column?.name}`),
        /moved/,
        table,
      );
      assert.throws(() => older.exec(`DELETE FROM ${table}`), /moved/, table);
      assert.throws(() => older.exec(`INSERT INTO ${table} DEFAULT VALUES`), /moved/, table);
    }
  } finally {
    older.close();
  }
});

test("a move that is interrupted between two batches leaves the source served and the target empty", async (context) => {
  const places = await filled(context);
  await assert.rejects(
    copy(places, (rowsSoFar) => rowsSoFar > 8),
    { exitCode: 130, message: /Nothing was changed/ },
  );
  assert.equal(await rowsIn(places.url), 0);
  await assertServed(places);
  assert.equal((await copy(places)).wasDone, false);
});

test("a target that refuses a row, or the commit itself, leaves the source served and the target empty", async (context) => {
  for (const when of [
    "BEFORE INSERT ON consents",
    "AFTER INSERT ON consents DEFERRABLE INITIALLY DEFERRED",
  ]) {
    const places = await filled(context);
    await openTarget(context, places.url);
    const kind = when.startsWith("AFTER") ? "CONSTRAINT TRIGGER" : "TRIGGER";
    await server.query(
      places.url,
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
       CREATE ${kind} refuse ${when} FOR EACH ROW EXECUTE FUNCTION refuse()`,
    );
    await assert.rejects(copy(places));
    assert.equal(await rowsIn(places.url), 0);
    await assertServed(places);
  }
});

test("what arrives is on disk when the source is closed, also where the server's default is not to wait for that", async (context) => {
  const places = await filled(context);
  await openTarget(context, places.url);
  await server.query(
    places.url,
    `CREATE TABLE noted (setting text);
     CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN INSERT INTO noted VALUES (current_setting('synchronous_commit')); RETURN NULL; END $$;
     CREATE TRIGGER note AFTER INSERT ON consents FOR EACH ROW EXECUTE FUNCTION note()`,
  );
  await copy(places);
  assert.deepEqual(await server.query(places.url, "SELECT setting FROM noted"), [{ setting: "on" }]);
});

test("a target that lets nobody set a connection up is refused, and no connection to it stays open", async () => {
  const url = await server.newSchema();
  await server.query(url, "CREATE ROLE narrow LOGIN PASSWORD 'not-a-secret'");
  await server.query(url, "CREATE DATABASE narrow");
  const narrow = url.replace("latchkey:", "narrow:").replace("/postgres?", "/narrow?");
  await server.query(
    url.replace("/postgres?", "/narrow?"),
    "REVOKE EXECUTE ON FUNCTION pg_catalog.set_config(text, text, boolean) FROM PUBLIC",
  );
  await assert.rejects(PostgresTarget.open(narrow), { name: "StoreUnopenable" });
  const open = "SELECT count(*)::int AS count FROM pg_stat_activity WHERE usename = 'narrow'";
  while ((await server.query(url, open))[0]?.count !== 0)
    await new Promise((resolve) => setImmediate(resolve));
});

test("a connection that is lost during the commit closes the source, and the same call begins anew or finishes", async (context) => {
  const places = await filled(context);
  await openTarget(context, places.url);
  await server.query(
    places.url,
    `CREATE FUNCTION leave() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
     CREATE CONSTRAINT TRIGGER leave AFTER INSERT ON consents DEFERRABLE INITIALLY DEFERRED
       FOR EACH ROW EXECUTE FUNCTION leave()`,
  );
  await assert.rejects(copy(places), { exitCode: 69, message: /Run the same command again/ });
  await assert.rejects(places.running.accounts.find(ada.id), StoreUnavailable);
  await server.query(places.url, "DROP TRIGGER leave ON consents");
  const begunAnew = await copy(places);
  assert.equal(begunAnew.wasDone, false);
  const finished = await copy(places);
  assert.equal(finished.wasDone, true);
  assert.deepEqual(finished.rows, begunAnew.rows);
  assert.ok(await (await openTarget(context, places.url)).grants.find(grantId(4)));
});

test("a target with rows is refused and stays as it is, and so does the source", async (context) => {
  const places = await filled(context);
  const store = await openTarget(context, places.url);
  await store.keyRecords.rotate(keyRecordOf(7, "code", noon), instantOf(-1));
  await assert.rejects(copy(places), { reason: "exists", message: /is not empty: sealing_keys has rows/ });
  assert.equal(await rowsIn(places.url), 1);
  await assertServed(places);
});

test("a source that was moved goes nowhere else", async (context) => {
  const places = await filled(context);
  await copy(places);
  const strange = { ...places, url: await server.newSchema() };
  await (await openTarget(context, strange.url)).accounts.create(ada);
  await assert.rejects(copy(strange), { reason: "exists" });
  const elsewhere = places.url.replace("127.0.0.1", "localhost");
  await assert.rejects(copy({ ...places, url: elsewhere }), {
    reason: "moved",
    message: /was moved to .*already/,
  });
});

test("of two moves at once the later one finds the file closed", async (context) => {
  const { path, url } = await filled(context);
  const [target, source] = [await PostgresTarget.open(url), SqliteSource.open(path)];
  // The schema is made when the target was found empty and the file not yet locked.
  const winOnce = () => {
    const winner = SqliteSource.open(path);
    if (!winner.findMove()) {
      winner.lock();
      winner.markMoved("postgres://elsewhere/latchkey", noon);
    }
    winner.close();
    return noon;
  };
  const options = { source, target, now: winOnce, onProgress: () => undefined, isInterrupted: () => false };
  await assert.rejects(copyStore(options), { reason: "moved", message: /elsewhere/ });
  source.close();
  await target.close();
  assert.equal(await rowsIn(url), 0);
});
