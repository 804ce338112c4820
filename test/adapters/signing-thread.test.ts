import assert from "node:assert/strict";
import { generateKeyPairSync, type KeyObject, verify } from "node:crypto";
import { type TestContext, test } from "node:test";
import { Worker } from "node:worker_threads";
import type { SigningKey } from "../../src/adapters/keys/signing-key.ts";
import { SigningThread } from "../../src/adapters/keys/signing-thread.ts";
import type { SigningOrder } from "../../src/adapters/keys/signing-thread-main.ts";
import { parseKeyId } from "../../src/values/ids.ts";
import { noon } from "../storage-contract/samples.ts";

function newKey(text: string): SigningKey & { readonly publicKey: KeyObject } {
  const id = parseKeyId(text);
  assert.ok(id);
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return { id, algorithm: "RS256", createdAt: noon, privateKey, publicKey, jwk: { kty: "RSA" } };
}

function openThread(context: TestContext): SigningThread {
  const thread = new SigningThread();
  context.after(() => thread.close());
  return thread;
}

function assertSigned(
  jws: string | undefined,
  text: string,
  { publicKey }: { readonly publicKey: KeyObject },
) {
  const [signature = "", ...before] = (jws ?? "").split(".").reverse();
  assert.equal(before.reverse().join("."), text);
  assert.ok(verify("sha256", Buffer.from(text), publicKey, Buffer.from(signature, "base64url")));
}

test("each of many concurrent calls gets the signature over its own text, with its own key", async (context) => {
  const thread = openThread(context);
  const keys = [newKey("00000001"), newKey("00000002")];
  const orders = Array.from({ length: 40 }, (_, index) => ({ text: `text ${index}`, key: keys[index % 2] }));
  await Promise.all(
    orders.map(async ({ text, key }) => {
      assert.ok(key);
      assertSigned(await thread.sign(key, text), text, key);
    }),
  );
});

test("texts that wait at the end of a turn are signed together, sixty-four at a time", async (context) => {
  const thread = openThread(context);
  const key = newKey("00000001");
  const batches: number[] = [];
  let answered = 0;
  const post: (this: Worker, order: SigningOrder) => void = Worker.prototype.postMessage;
  context.mock.method(
    Worker.prototype,
    "postMessage",
    function (this: Worker, ...words: Parameters<typeof post>) {
      batches.push(words[0].signingInputs.split("\n").length);
      this.once("message", () => {
        answered += 1;
      });
      post.apply(this, words);
    },
  );
  const answeredWith = await Promise.all(
    Array.from({ length: 80 }, async (_, index) => {
      const jws = await thread.sign(key, `text ${index}`);
      const message = answered;
      assertSigned(jws, `text ${index}`, key);
      return message;
    }),
  );
  assert.deepEqual(batches, [64, 16]);
  assert.deepEqual(answeredWith, [...Array(64).fill(1), ...Array(16).fill(2)]);
});

test("a text that arrives while a batch is being signed is in the next batch", async (context) => {
  const thread = openThread(context);
  const key = newKey("00000001");
  await thread.sign(key, "first");
  const second = thread.sign(key, "second");
  await new Promise((resolve) => setImmediate(resolve));
  const [, ...later] = await Promise.all([second, ...["a", "b"].map((text) => thread.sign(key, text))]);
  for (const [index, text] of ["a", "b"].entries()) assertSigned(later[index], text, key);
});

test("closing the thread rejects waiting calls, and the next signature starts another thread", async (context) => {
  const thread = openThread(context);
  const key = newKey("00000001");
  await thread.sign(key, "first");
  const waiting = assert.rejects(thread.sign(key, "second"), /closed/);
  thread.close();
  await waiting;
  assertSigned(await thread.sign(key, "third"), "third", key);
});

test("a key that cannot sign is refused, and the thread goes on", async (context) => {
  const thread = openThread(context);
  const { privateKey } = generateKeyPairSync("x25519");
  await assert.rejects(thread.sign({ ...newKey("00000001"), privateKey }, "text"), /could not sign/);
  const key = newKey("00000002");
  assertSigned(await thread.sign(key, "text"), "text", key);
});

test("while thousands wait there is no room for more", async (context) => {
  const thread = openThread(context);
  const key = newKey("00000001");
  assert.ok(thread.hasRoom());
  const orders = Array.from({ length: 2_000 }, () => thread.sign(key, "text").catch(() => undefined));
  assert.ok(!thread.hasRoom());
  thread.close();
  await Promise.all(orders);
  assert.ok(thread.hasRoom());
});
