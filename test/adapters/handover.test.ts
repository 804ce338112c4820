import assert from "node:assert/strict";
import { once } from "node:events";
import { join } from "node:path";
import { test } from "node:test";
import { MessageChannel } from "node:worker_threads";
import { errorOf, isMessage, type Message, makeChangesFor } from "../../src/adapters/sqlite/handover.ts";
import { openSqliteStore } from "../../src/adapters/sqlite/store.ts";
import { noon } from "../storage-contract/samples.ts";
import { scratchFolder } from "./scratch.ts";

test("style rule 17: what fails in the writer keeps its name and its place on the way to the worker", async (context) => {
  const path = join(scratchFolder(context), "latchkey.db");
  const store = await openSqliteStore({ path, clock: { now: () => noon } });
  context.after(() => store.close());
  const { port1, port2 } = new MessageChannel();
  context.after(() => port1.close());
  makeChangesFor(
    {
      send: (message) => port1.postMessage(message),
      onMessage: (listener) => void port1.on("message", listener),
    },
    store,
  );
  const changes = [{ number: 7, noun: "grants", verb: "no such method", given: [] }] as const;
  port2.postMessage({ kind: "changes", changes } satisfies Message);
  const [message] = await once(port2, "message");
  assert.ok(isMessage(message) && message.kind === "answers");
  const [answer] = message.answers;
  assert.ok(answer && "failure" in answer);
  const error = errorOf(answer.failure);
  assert.deepEqual([answer.number, error.name], [7, "TypeError"]);
  assert.match(String(error.stack), /handover\.ts/);
});
