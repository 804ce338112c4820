import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
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
import { DatabaseSync } from "node:sqlite";
import { type TestContext, test } from "node:test";
import { SqliteSource } from "../../src/adapters/sqlite/copy-source.ts";
import { readLog } from "../../src/adapters/sqlite/log-frames.ts";
import { restoreSqlite } from "../../src/adapters/sqlite/restore.ts";
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
  suffixes: readonly string[] = ["-wal"],
): Promise<Left> {
  const folder = scratchFolder(context);
  const written = join(folder, "written.db");
  const store = await openSqliteStore({ path: written, clock });
  context.after(() => store.close());
  await work(store);
  const path = join(folder, "latchkey.db");
  copyFileSync(written, path);
  for (const suffix of suffixes)
    if (existsSync(`${written}${suffix}`)) copyFileSync(`${written}${suffix}`, `${path}${suffix}`);
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

/** As the index of the log says. */
const committedFrames = ({ path }: Left) => readFileSync(`${path}-shm`).readUInt32LE(16);

/** Frames at the start of the log that have the salts of its header. */
function framesOfThisLog(log: Buffer): number {
  const salts = log.subarray(16, 24);
  let start = 32;
  while (salts.equals(log.subarray(start + 8, start + 16))) start += frameBytes;
  return (start - 32) / frameBytes;
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

test("G15: a damaged frame in the middle of the log is refused, also without its index, while no power failure explains it", async (context) => {
  const left = await leftByCrash(context, signInAndRedeem);
  flipBit(left.wal, 32 + 3 * frameBytes + 1_000);
  await requireRefused(left, "damaged", /\d+ of its frames cannot be read.*restore/);
});

test("G15: a database with a damaged log is neither copied to another one nor restored from", async (context) => {
  const left = await leftByCrash(context, signInAndRedeem);
  flipBit(left.wal, 32 + 3 * frameBytes + 1_000);
  const isDamaged = { reason: "damaged", message: /of its frames cannot be read/ };
  assert.throws(() => SqliteSource.open(left.path), isDamaged);
  await assert.rejects(restoreSqlite({ from: left.path, to: `${left.path}.restored` }), isDamaged);
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
    assert.match(
      status.isReady ? (status.warning ?? "") : status.problem,
      /\d+ of its frames cannot be read/,
    );
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

for (const bytes of [1, 100, 1_000, 3_000, 4_095])
  test(`G15: a database file whose last page lacks ${bytes} bytes is refused`, async (context) => {
    const left = await leftByCrash(context, async (store) => {
      await signInAndRedeem(store);
      // The last page holds rows, and nothing that every start reads.
      await Promise.all(
        Array.from({ length: 300 }, (_, index) => store.grants.redeem(grantWith(grantId(index)))),
      );
      await store.tend();
      await store.tend();
    });
    rmSync(left.wal);
    truncateSync(left.path, statSync(left.path).size - bytes);
    await requireRefused(left, "damaged", /cut off: the file has \d+ bytes, and \d+ pages need \d+.*restore/);
  });

const withIndex = ["-wal", "-shm"];

test("G15: a log that was emptied is refused while its index says what was in it", async (context) => {
  const left = await leftByCrash(context, signInAndRedeem, withIndex);
  truncateSync(left.wal, 0);
  await requireRefused(left, "missing", /-wal was emptied or replaced.*restore.*remove latchkey\.db-shm/);
});

test("G15: a log that an older one took the place of is refused", async (context) => {
  let older: Buffer | undefined;
  const left = await leftByCrash(
    context,
    async (store) => {
      await signInAndRedeem(store);
      older = readFileSync(`${(await store.status()).location}-wal`);
      await store.tend();
      await store.tend();
      await store.accounts.create(accountNamed("bob"));
    },
    withIndex,
  );
  writeFileSync(left.wal, older ?? "");
  await requireRefused(left, "missing", /-wal was emptied or replaced.*restore/);
});

test("G15: a log that lacks its last commit is refused while its index says so", async (context) => {
  const left = await leftByCrash(context, signInAndRedeem, withIndex);
  flipBit(left.wal, 32 + committedFrames(left) * frameBytes - 1_000);
  await requireRefused(left, "damaged", /\d+ of its frames cannot be read.*restore/);
});

/** What a `kill -9` leaves that comes between the writes of a frame's header and its page, in a log that was begun anew. */
for (const [which, suffixes] of [
  ["with its index", withIndex],
  ["without its index", ["-wal"]],
] as const)
  test(`a log whose last frame has its header and the page of an older log is opened, ${which}`, async (context) => {
    let before: Buffer | undefined;
    const left = await leftByCrash(
      context,
      async (store) => {
        await signInAndRedeem(store);
        await store.tend();
        await store.tend();
        before = readFileSync(`${(await store.status()).location}-wal`);
        await store.grants.redeem(grantWith(grantId(10)));
      },
      suffixes,
    );
    const log = readFileSync(left.wal);
    const frames = framesOfThisLog(log);
    assert.ok(
      before !== undefined && before.length > 32 + (frames + 1) * frameBytes,
      "an older log is behind",
    );
    // The next transaction was killed in its first frame.
    log.copy(
      log,
      32 + frames * frameBytes,
      32 + (frames - 1) * frameBytes,
      32 + (frames - 1) * frameBytes + 24,
    );
    writeFileSync(left.wal, log);
    const store = await open(context, left.path);
    assert.equal(await store.grants.redeem(grantWith(grantId(10))), "already-redeemed");
    const status = await store.tend();
    assert.equal(status.isReady && status.warning, undefined);
  });

test("frames of a transaction that was never committed prove no damage, although they have the salts of the log", (context) => {
  const path = join(scratchFolder(context), "spilled.db");
  const copy = `${path}.copy`;
  const copyLeft = () => {
    for (const suffix of ["", "-wal"]) copyFileSync(`${path}${suffix}`, `${copy}${suffix}`);
  };
  using first = new DatabaseSync(path);
  first.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = 1");
  first.exec("CREATE TABLE rows (content)");
  // Larger than the cache, so its frames are in the log before the commit that never comes.
  first.exec("BEGIN");
  for (let row = 0; row < 200; row += 1)
    first.prepare("INSERT INTO rows VALUES (?)").run(randomBytes(1_000).toString("hex"));
  copyLeft();
  {
    using second = new DatabaseSync(copy);
    second.exec("INSERT INTO rows VALUES (zeroblob(10))");
    copyFileSync(`${copy}-wal`, `${path}.torn-wal`);
  }
  const log = readFileSync(`${path}.torn-wal`);
  const lastCommit = readLog(`${path}.torn`);
  assert.ok(lastCommit.kind === "frames" && framesOfThisLog(log) > lastCommit.committed + 10);
  log.fill(7, 32 + (lastCommit.committed - 1) * frameBytes + 24, 32 + lastCommit.committed * frameBytes);
  writeFileSync(`${path}.torn-wal`, log);
  const torn = readLog(`${path}.torn`);
  assert.ok(torn.kind === "frames");
  assert.deepEqual([torn.committed < lastCommit.committed, torn.cutOff], [true, 0]);
});

test("an emptied log is opened where all of it was copied into the database file before", async (context) => {
  const left = await leftByCrash(
    context,
    async (store) => {
      await signInAndRedeem(store);
      await store.tend();
      await store.tend();
    },
    withIndex,
  );
  truncateSync(left.wal, 0);
  const store = await open(context, left.path);
  assert.ok(await store.grants.find(grantId(9)));
});
