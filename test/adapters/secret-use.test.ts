import assert from "node:assert/strict";
import { test } from "node:test";
import { onceAMinute } from "../../src/adapters/sql/secret-uses.ts";
import { sha256 } from "../../src/values/digest.ts";
import { plus } from "../../src/values/time.ts";
import { clientNamed, noon } from "../storage-contract/samples.ts";

/** Notes a use of a secret; returns how many were written so far. */
function counter() {
  let written = 0;
  let failure: Error | undefined;
  const note = onceAMinute(async () => {
    if (failure !== undefined) throw failure;
    written += 1;
  });
  return {
    use: async (secret: string, seconds: number, client = "shop") => {
      const secretDigest = sha256(secret);
      await note({ clientId: clientNamed(client).id, secretDigest, usedAt: plus(noon, seconds) });
      return written;
    },
    fail: (error: Error | undefined) => {
      failure = error;
    },
  };
}

test("one use of each secret is written a minute, and a clock that is turned back causes no writes", async () => {
  const { use } = counter();
  assert.equal(await use("a", 0), 1);
  assert.equal(await use("a", 59), 1);
  assert.equal(await use("b", 59), 2);
  assert.equal(await use("a", 59, "other"), 3, "two clients may have one secret");
  assert.equal(await use("a", 60), 4);
  assert.equal(await use("a", -3_600), 4);
});

test("a use whose write fails rejects, and the next use is written", async () => {
  const { use, fail } = counter();
  const away = new Error("away");
  fail(away);
  await assert.rejects(use("a", 0), away);
  fail(undefined);
  assert.equal(await use("a", 1), 1);
});
