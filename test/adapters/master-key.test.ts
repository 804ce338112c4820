import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { inspect, promisify } from "node:util";
import {
  MasterKeyUnusable,
  masterKeyFromFile,
  masterKeyFromSecret,
} from "../../src/adapters/keys/master-key.ts";
import { systemRandom } from "../../src/adapters/system/random.ts";
import { Secret } from "../../src/values/secret.ts";
import { atOnce } from "../storage-contract/harness.ts";
import { asOrdinaryUser, scratchFolder } from "./scratch.ts";

const random = systemRandom;

test("a secret of at least 32 characters gives a key; a shorter one is refused in words that do not repeat it", () => {
  const key = masterKeyFromSecret(new Secret("x".repeat(32)));
  assert.equal(key.symmetricKeySize, 32);
  assert.equal(key.equals(masterKeyFromSecret(new Secret(`${"x".repeat(32)}\n`))), true);
  assert.equal(key.equals(masterKeyFromSecret(new Secret("x".repeat(33)))), false);
  assert.throws(
    () => masterKeyFromSecret(new Secret("too-short")),
    (error) => {
      assert.ok(error instanceof MasterKeyUnusable);
      assert.match(error.message, /LATCHKEY_SECRET has 9 characters; it needs at least 32/);
      assert.doesNotMatch(error.message, /too-short/);
      return true;
    },
  );
});

test("G30: a master key does not show when it is printed", () => {
  const key = masterKeyFromSecret(new Secret("secret words that must never be shown"));
  const printed = `${inspect(key, { depth: 9, showHidden: true })} ${JSON.stringify(key)} ${key}`;
  assert.doesNotMatch(printed, /secret words/);
  assert.equal(printed.includes(key.export().toString("hex")), false);
});

test("the first start makes a file that only its owner can read, and the next start reads it", (context) => {
  const file = join(scratchFolder(context), "data", "master.key");
  const made = masterKeyFromFile({ file, mayCreate: true, random });
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(dirname(file)), ["master.key"]);
  assert.ok(made.equals(masterKeyFromFile({ file, mayCreate: false, random })));
});

test("LATCHKEY_SECRET takes the content of the file as well", (context) => {
  const file = join(scratchFolder(context), "master.key");
  const made = masterKeyFromFile({ file, mayCreate: true, random });
  assert.ok(made.equals(masterKeyFromSecret(new Secret(readFileSync(file, "utf8")))));
});

test("of several processes that start at once, one makes the file and all have its key", async (context) => {
  const file = join(scratchFolder(context), "data", "master.key");
  const script = fileURLToPath(new URL("./master-key-maker.ts", import.meta.url));
  const outputs = await atOnce(4, () => promisify(execFile)(process.execPath, [script, file]));
  assert.equal(new Set(outputs.map(({ stdout }) => stdout)).size, 1);
  assert.deepEqual(readdirSync(dirname(file)), ["master.key"]);
});

test("G28: a lost file is not made anew while the database holds keys", (context) => {
  const file = join(scratchFolder(context), "master.key");
  assert.throws(() => masterKeyFromFile({ file, mayCreate: false, random }), {
    name: "MasterKeyUnusable",
    message: /is gone.*Put it back/,
  });
  assert.equal(existsSync(file), false);
});

test("a file that others may read, that is unreadable or damaged is refused with the repair", async (context) => {
  const file = join(scratchFolder(context), "master.key");
  masterKeyFromFile({ file, mayCreate: true, random });
  const requireRefused = (message: RegExp) =>
    assert.throws(() => masterKeyFromFile({ file, mayCreate: true, random }), {
      name: "MasterKeyUnusable",
      message,
    });
  chmodSync(file, 0o640);
  requireRefused(/chmod 600/);
  chmodSync(file, 0o000);
  chmodSync(dirname(file), 0o755);
  await asOrdinaryUser(async () => requireRefused(/Cannot read the master key .*EACCES/));
  chmodSync(file, 0o600);
  writeFileSync(file, "cut");
  requireRefused(/has 3 characters/);
});
