import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import type { LeasedMailRequest } from "../../src/flows/mail-ports.ts";
import { startMailRequestQueue } from "../../src/ops/mail-request-queue.ts";
import { mailRequestIdOf } from "../../src/values/ids.ts";
import { instantOf, plus } from "../../src/values/time.ts";
import { type LogLine, recordingLog } from "../support/in-process.ts";

const noon = instantOf(Date.parse("2026-01-01T12:00:00Z"));

function requestOf(word: string): LeasedMailRequest {
  const id = mailRequestIdOf(word.padEnd(20, "0"));
  return { id, sealed: word, createdAt: noon, expiresAt: plus(noon, 60), tries: 1 };
}

/** A queue over requests in memory; `fail` is the word of one that cannot be answered. */
function queueOf(words: readonly string[], fail = "") {
  const waiting = words.map(requestOf);
  const answered: string[] = [];
  const log: LogLine[] = [];
  let isReady = true;
  let added = () => {};
  const stop = startMailRequestQueue({
    lease: async () => waiting.shift(),
    answer: async ({ sealed }) => {
      await Promise.resolve();
      if (sealed === fail) throw new Error("This cannot be answered.");
      answered.push(sealed);
    },
    onAdded: (listener) => {
      added = listener;
    },
    isReady: async () => isReady,
    random: { bytes: () => Uint8Array.of(7) },
    log: recordingLog(log),
  });
  return {
    answered,
    log,
    stop,
    add: (word: string) => {
      waiting.push(requestOf(word));
      added();
    },
    setReady: (ready: boolean) => {
      isReady = ready;
    },
  };
}

/** Passes when the queue has looked: nothing that it asks here takes longer than a turn of the event loop. */
const looked = () => turn();

test("requests that wait at the start are answered in their order, and one that fails holds nothing up", async () => {
  const queue = queueOf(["one", "two", "three"], "two");
  await queue.stop();
  assert.deepEqual(queue.answered, ["one", "three"]);
  assert.deepEqual(
    queue.log.map(({ message }) => message),
    ["chore-failed"],
  );
});

test("a request is answered a while after it came, and not while its form waits for the page", async ({
  mock,
}) => {
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const queue = queueOf([]);
  await looked();
  queue.add("one");
  mock.timers.tick(56);
  await looked();
  assert.deepEqual(queue.answered, []);
  mock.timers.tick(1);
  await looked();
  assert.deepEqual(queue.answered, ["one"]);
  await queue.stop();
});

test("what waits when the service stops is answered first, unless the store is away", async () => {
  const queue = queueOf([]);
  await looked();
  queue.add("one");
  await queue.stop();
  assert.deepEqual(queue.answered, ["one"]);
  const away = queueOf([]);
  await looked();
  away.setReady(false);
  away.add("one");
  await away.stop();
  assert.deepEqual(away.answered, []);
});
