import assert from "node:assert/strict";
import fs, { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { openKeyring } from "../../src/adapters/keys/keyring.ts";
import {
  createMasterKeyFile,
  masterKeyFromSecret,
  masterKeyId,
  nextMasterKeyFile,
  openMasterKey,
  readMasterKeys,
} from "../../src/adapters/keys/master-key.ts";
import { replaceMasterKey } from "../../src/adapters/keys/replace-master-key.ts";
import { openSqliteStore } from "../../src/adapters/sqlite/store.ts";
import type { Store } from "../../src/adapters/store.ts";
import { systemRandom as random } from "../../src/adapters/system/random.ts";
import type { KeyRecords } from "../../src/flows/key-ports.ts";
import { Secret } from "../../src/values/secret.ts";
import { FakeClock } from "../support/in-process.ts";
import { scratchFolder } from "./scratch.ts";

const clock = new FakeClock();

/** An installation with a key file, and a text that it sealed. */
async function installed(context: TestContext) {
  const dataDir = join(scratchFolder(context), "data");
  const store = await openSqliteStore({ path: join(dataDir, "latchkey.db"), clock });
  context.after(() => store.close());
  const source = { dataDir };
  const keyring = await open(store, source);
  context.after(() => keyring.close());
  return { dataDir, source, store, keyring, sealed: keyring.seal("code", Buffer.from("before")) };
}

type Source = Parameters<typeof readMasterKeys>[0];

/** As a process does that starts now. */
async function open(store: Store, source: Source) {
  const masterKey = await openMasterKey(source, store.keyRecords, random);
  return openKeyring({
    records: store.keyRecords,
    masterKey,
    readMasterKeys: () => readMasterKeys(source),
    clock,
    random,
  });
}

test("a replaced key file opens everything, and the old one is kept beside it for old backups", async (context) => {
  const { dataDir, source, store, sealed } = await installed(context);
  const file = join(dataDir, "master.key");
  const before = readFileSync(file, "utf8");
  const old = masterKeyId(masterKeyFromSecret(new Secret(before)));
  const replaced = await replaceMasterKey({ source, records: store.keyRecords, random });
  assert.notEqual(replaced.id, old);
  assert.equal(replaced.retired, `${file}.retired-${old}`);
  assert.equal(readFileSync(String(replaced.retired), "utf8"), before);
  for (const path of [file, String(replaced.retired)]) assert.equal(statSync(path).mode & 0o777, 0o600);
  const records = await store.keyRecords.list();
  assert.equal(records.length, replaced.keys);
  assert.ok(records.every((record) => record.masterKeyId === replaced.id));
  using_(context, await open(store, source), (keyring) =>
    assert.equal(Buffer.from(keyring.open("code", sealed) ?? []).toString(), "before"),
  );
  writeFileSync(file, before);
  await assert.rejects(open(store, source), {
    name: "WrongMasterKey",
    exitCode: 78,
    message: new RegExp(`The right one has the id ${replaced.id}`),
  });
});

function using_<T extends { close(): void }>(
  context: TestContext,
  opened: T,
  work: (opened: T) => void,
): void {
  context.after(() => opened.close());
  work(opened);
}

test("a service that runs meanwhile goes on, makes keys that the new master key opens, and reads those of others", async (context) => {
  const { source, store, keyring } = await installed(context);
  await replaceMasterKey({ source, records: store.keyRecords, random });
  clock.advance(10);
  await keyring.rotate("code");
  clock.advance(10);
  const sealed = keyring.seal("code", Buffer.from("during"));
  const another = await open(store, source);
  context.after(() => another.close());
  assert.equal(Buffer.from(another.open("code", sealed) ?? []).toString(), "during");
  await another.rotate("step");
  clock.advance(10);
  await keyring.refresh();
  const mac = another.mac("step", "theirs");
  assert.equal(keyring.isMacOf("step", "theirs", mac), true);
  const ids = new Set((await store.keyRecords.list()).map(({ masterKeyId: id }) => id));
  assert.equal(ids.size, 1);
});

test("a key that is made while the master key is replaced is sealed by one of them, and never by the old one afterwards", async (context) => {
  const { source, store } = await installed(context);
  const nodes = await Promise.all([open(store, source), open(store, source), open(store, source)]);
  for (const node of nodes) context.after(() => node.close());
  for (let round = 0; round < 5; round++) {
    clock.advance(60);
    await Promise.all([
      ...nodes.map((node) => node.rotate("refresh")),
      replaceMasterKey({ source, records: store.keyRecords, random }),
    ]);
    const fresh = await open(store, source);
    fresh.close();
    const ids = new Set((await store.keyRecords.list()).map(({ masterKeyId: id }) => id));
    assert.equal(ids.size, 1, `round ${round}`);
  }
});

const watched = [
  "mkdtempSync",
  "writeFileSync",
  "linkSync",
  "renameSync",
  "openSync",
  "fsyncSync",
  "rmSync",
] as const;

/** Counts the steps on disk that a piece of work makes, and fails at one of them, before or after it was done. */
async function failingAt(
  step: number,
  isDone: boolean,
  work: () => Promise<unknown>,
): Promise<{ steps: number; failed: boolean }> {
  const real = Object.fromEntries(watched.map((name) => [name, fs[name]]));
  let steps = 0;
  const before = () => {
    steps += 1;
    if (steps === step && !isDone) throw Object.assign(new Error("injected"), { code: "EIO" });
  };
  const after = () => {
    if (steps === step && isDone) throw Object.assign(new Error("injected"), { code: "EIO" });
  };
  for (const name of watched)
    Object.assign(fs, {
      [name]: (...given: unknown[]) => {
        before();
        const answer = Reflect.apply(real[name] as () => unknown, fs, given);
        after();
        return answer;
      },
    });
  syncBuiltinESMExports();
  try {
    await work();
    return { steps, failed: false };
  } catch {
    return { steps, failed: true };
  } finally {
    Object.assign(fs, real);
    syncBuiltinESMExports();
  }
}

/** Records whose transaction fails, before or after it was committed. */
function failingRecords(records: KeyRecords, isDone: boolean): KeyRecords {
  return {
    ...records,
    sealAnew: async (...given) => {
      if (isDone) await records.sealAnew(...given);
      throw new Error("injected");
    },
  };
}

test("a key that another replacement has only begun with is not put in place: it has sealed nothing", async (context) => {
  const { source, store, sealed } = await installed(context);
  const { keyRecords: records } = store;
  const overtaken: KeyRecords = {
    ...records,
    sealAnew: async (...given) => {
      const keys = await records.sealAnew(...given);
      await replaceMasterKey({ source, records, random });
      createMasterKeyFile(nextMasterKeyFile(source), new Secret("a key of which nothing knows so far"));
      return keys;
    },
  };
  await replaceMasterKey({ source, records: overtaken, random });
  using_(context, await open(store, source), (keyring) =>
    assert.equal(Buffer.from(keyring.open("code", sealed) ?? []).toString(), "before"),
  );
});

test("after an interruption at any step a process starts with what is there, and the same command finishes it", async (context) => {
  const { dataDir, source, store, sealed } = await installed(context);
  const requireWhole = async (what: string) => {
    const keyring = await open(store, source);
    assert.equal(Buffer.from(keyring.open("code", sealed) ?? []).toString(), "before", what);
    keyring.close();
  };
  const replace = (records = store.keyRecords) => replaceMasterKey({ source, records, random });
  const { steps } = await failingAt(0, false, replace);
  assert.ok(steps >= 8, `${steps} steps`);
  let interruptions = 0;
  for (const isDone of [false, true]) {
    for (let step = 1; step <= steps; step++) {
      const { failed } = await failingAt(step, isDone, replace);
      if (failed) interruptions += 1;
      const what = `${isDone ? "after" : "before"} step ${step}`;
      await requireWhole(what);
      await replace();
      await requireWhole(`${what}, finished`);
      assert.ok(!existsSync(join(dataDir, "master.key.next")), what);
    }
    await assert.rejects(replace(failingRecords(store.keyRecords, isDone)), /injected/);
    await requireWhole("around the transaction");
    await replace();
    await requireWhole("around the transaction, finished");
  }
  assert.ok(interruptions >= 2 * steps - 4, `${interruptions} interruptions of ${2 * steps}`);
  assert.deepEqual(
    readdirSync(dataDir).filter((name) => name.endsWith(".next")),
    [],
  );
});

test("with LATCHKEY_SECRET a node that knows both works before, during and after, and one with the new alone after", async (context) => {
  const dataDir = scratchFolder(context);
  const store = await openSqliteStore({ path: join(dataDir, "latchkey.db"), clock });
  context.after(() => store.close());
  const [secret, secretNext] = [
    new Secret("the first secret, of enough characters"),
    new Secret("the second secret, of enough characters"),
  ];
  const records = store.keyRecords;
  const old = await open(store, { dataDir, secret });
  context.after(() => old.close());
  await assert.rejects(replaceMasterKey({ source: { dataDir, secret }, records, random }), {
    name: "MasterKeyUnusable",
    message: /First set LATCHKEY_SECRET_NEXT to the new one on every node/,
  });
  const both = { dataDir, secret, secretNext };
  const node = await open(store, both);
  context.after(() => node.close());
  clock.advance(60);
  await node.rotate("code");
  assert.ok(
    (await records.list()).every(({ masterKeyId: id }) => id === masterKeyId(masterKeyFromSecret(secret))),
  );
  await replaceMasterKey({ source: both, records, random });
  await replaceMasterKey({ source: both, records, random });
  clock.advance(60);
  await node.rotate("code");
  for (const source of [both, { dataDir, secret: secretNext }]) (await open(store, source)).close();
  await assert.rejects(open(store, { dataDir, secret }), { name: "WrongMasterKey" });
  clock.advance(60);
  await assert.rejects(old.rotate("code"), { name: "WrongMasterKey" });
});

test("a file with the key in use changes nothing, and one with a third key is refused until the replacement that was begun is finished", async (context) => {
  const { dataDir, source, store } = await installed(context);
  const content = new Secret("a key that somebody else made, long enough");
  const replace = (given: Secret, records = store.keyRecords) =>
    replaceMasterKey({ source, records, random, content: given });
  await assert.rejects(replace(content, failingRecords(store.keyRecords, true)));
  await assert.rejects(
    replace(new Secret("a third key that somebody made, long enough")),
    /Another replacement was begun/,
  );
  const { id, keys } = await replace(content);
  assert.ok(keys > 0);
  assert.deepEqual(await replace(content), { id, keys: 0 });
  assert.equal(readFileSync(join(dataDir, "master.key"), "utf8").trim(), content.reveal());
});
