import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import { makeChangesFor } from "../../src/adapters/sqlite/handover.ts";
import { openSqliteStore, openSqliteWorkerStore, type SqliteStore } from "../../src/adapters/sqlite/store.ts";
import type { Store } from "../../src/adapters/store.ts";
import type { Channel } from "../../src/values/channel.ts";
import { storageContract } from "./contract.ts";
import { noon } from "./samples.ts";

/** What is sent is cloned, as between processes. */
function channelOn(port: MessagePort): Channel {
  return {
    send: (message) => port.postMessage(message),
    onMessage: (listener) => void port.on("message", listener),
  };
}

// The store under test is a worker's; another worker plays the other process.
storageContract("SQLite, where a writer makes the changes of workers", async () => {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-contract-"));
  const options = { path: join(folder, "latchkey.db"), clock: { now: () => noon } };
  let writer: SqliteStore | undefined;
  const workers: Store[] = [];
  const ports: MessagePort[] = [];
  const another = async (): Promise<Store> => {
    writer ??= await openSqliteStore(options);
    const { port1, port2 } = new MessageChannel();
    ports.push(port1, port2);
    makeChangesFor(channelOn(port1), writer);
    const store = await openSqliteWorkerStore({ ...options, writer: channelOn(port2) });
    workers.push(store);
    return store;
  };
  const closeAll = async (): Promise<void> => {
    await Promise.all(workers.splice(0).map((store) => store.close()));
    for (const port of ports.splice(0)) port.close();
    await writer?.close();
    writer = undefined;
  };
  return {
    store: await another(),
    location: `sqlite:${options.path}`,
    another,
    reopen: async () => {
      await closeAll();
      return another();
    },
    verify: async () => {
      using database = new DatabaseSync(options.path);
      assert.equal(database.prepare("PRAGMA integrity_check").get()?.integrity_check, "ok");
    },
    close: async () => {
      await closeAll();
      await rm(folder, { recursive: true, force: true });
    },
  };
});
