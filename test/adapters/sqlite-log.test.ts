import assert from "node:assert/strict";
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { openSqliteStore, type SqliteStore } from "../../src/adapters/sqlite/store.ts";
import { StoreUnopenable, type UnopenableReason } from "../../src/adapters/store.ts";
import { accountNamed, grantId, grantWith, noon } from "../storage-contract/samples.ts";
import { scratchFolder } from "./scratch.ts";

const clock = { now: () => noon };
const ada = accountNamed("ada");
const frameBytes = 4_096 + 24;

/** Copies of the files as they stand while the process that wrote them still runs: what a crash leaves. */
interface Left {
  readonly path: string;
  readonly wal: string;
}

async function leftByCrash(
  context: TestContext,
  work: (store: SqliteStore) => Promise<unknown>,
): Promise<Left> {
  const folder = scratchFolder(context);
  const written = join(folder, "written.db");
  const store = await openSqliteStore({ path: written, clock });
  context.after(() => store.close());
  await work(store);
  const path = join(folder, "latchkey.db");
  copyFileSync(written, path);
  if (existsSync(`${written}-wal`)) copyFileSync(`${written}-wal`, `${path}-wal`);
  return { path, wal: `${path}-wal` };
}

/** Accounts and grants in the log, the account in the database file too. */
const signInAndRedeem = async (store: SqliteStore) => {
  await store.accounts.create(ada);
  await store.tend();
  for (let index = 0; index < 10; index += 1) await store.grants.redeem(grantWith(grantId(index)));
};

async function open(context: TestContext, path: string): Promise<SqliteStore> {
  const store = await openSqliteStore({ path, clock, mayCreate: false });
  context.after(() => store.close());
  return store;
}

async function requireRefused({ path, wal }: Left, reason: UnopenableReason, words: RegExp): Promise<void> {
  const before = existsSync(wal) ? readFileSync(wal) : undefined;
  const opening = openSqliteStore({ path, clock, mayCreate: false });
  await assert.rejects(opening, (error) => {
    assert.ok(error instanceof StoreUnopenable, String(error));
    assert.equal(error.reason, reason);
    assert.match(error.message, words);
    return true;
  });
  if (before !== undefined) assert.deepEqual(readFileSync(wal), before, "the log is left as evidence");
}

function flipBit(file: string, offset: number): void {
  const bytes = readFileSync(file);
  bytes.writeUInt8(bytes.readUInt8(offset) ^ 4, offset);
  writeFileSync(file, bytes);
}

test("G15: a database whose rows all lay in a lost log is refused, not served empty", async (context) => {
  const left = await leftByCrash(context, (store) => store.accounts.create(ada));
  rmSync(left.wal);
  await requireRefused(left, "missing", /is empty although its master key is here/);
});

test("G15: a log that is gone while its index is still there is refused, with the way to go on without", async (context) => {
  const left = await leftByCrash(context, signInAndRedeem);
  rmSync(left.wal);
  writeFileSync(`${left.path}-shm`, Buffer.alloc(32_768));
  await requireRefused(left, "missing", /-wal is gone.*restore.*remove latchkey\.db-shm/);
  rmSync(`${left.path}-shm`);
  const store = await open(context, left.path);
  assert.ok(await store.accounts.findByName(ada.username));
});

test("G15: a log whose first bytes are damaged is refused", async (context) => {
  const left = await leftByCrash(context, signInAndRedeem);
  flipBit(left.wal, 17);
  await requireRefused(left, "damaged", /damaged from its first bytes on.*restore/);
});

test("G15: a damaged frame in the middle of the log is refused while no power failure explains it", async (context) => {
  const left = await leftByCrash(context, signInAndRedeem);
  flipBit(left.wal, 32 + 3 * frameBytes + 1_000);
  await requireRefused(left, "damaged", /\d+ of its frames lie behind a damaged one.*restore/);
});

for (const [when, writtenAt] of [
  ["is older than the machine's start", new Date(0)],
  ["comes from a later time than the clock's", new Date(Date.now() + 86_400_000)],
] as const)
  test(`a gap in a log that ${when} is a warning: a power failure leaves such`, async (context) => {
    const left = await leftByCrash(context, signInAndRedeem);
    flipBit(left.wal, 32 + 3 * frameBytes + 1_000);
    utimesSync(left.wal, writtenAt, writtenAt);
    const store = await open(context, left.path);
    const status = await store.tend();
    assert.match(status.isReady ? (status.warning ?? "") : status.problem, /behind a damaged one/);
    assert.ok(await store.accounts.findByName(ada.username));
  });

test("G15: a database file that is a page shorter than its log says is refused", async (context) => {
  const left = await leftByCrash(context, async (store) => {
    await signInAndRedeem(store);
    await store.tend();
    await store.tend();
    await store.accounts.create(accountNamed("bob"));
  });
  truncateSync(left.path, statSync(left.path).size - 4_096);
  await requireRefused(left, "damaged", /1 of \d+ pages are cut off.*restore/);
});

test("G15: a database file that is a page short, with no log, is refused", async (context) => {
  const left = await leftByCrash(context, async (store) => {
    await signInAndRedeem(store);
    await store.tend();
    await store.tend();
  });
  rmSync(left.wal);
  truncateSync(left.path, statSync(left.path).size - 4_096);
  await requireRefused(left, "damaged", /damaged.*restore/);
});

test("a log that ends within a frame is opened as after any crash: what was complete is there", async (context) => {
  const left = await leftByCrash(context, signInAndRedeem);
  truncateSync(left.wal, statSync(left.wal).size - 100);
  appendFileSync(left.wal, Buffer.alloc(9_000, 7));
  const store = await open(context, left.path);
  assert.ok(await store.grants.find(grantId(8)));
  assert.equal(await store.grants.redeem(grantWith(grantId(8))), "already-redeemed");
});
