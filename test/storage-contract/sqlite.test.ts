import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openSqliteStore } from "../../src/adapters/sqlite/store.ts";
import type { Store } from "../../src/adapters/store.ts";
import { chained } from "../support/audit.ts";
import { storageContract } from "./contract.ts";
import { noon } from "./samples.ts";

storageContract("SQLite", async () => {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-contract-"));
  const path = join(folder, "latchkey.db");
  const stores: Store[] = [];
  const another = async (): Promise<Store> => {
    const store = chained(await openSqliteStore({ path, clock: { now: () => noon } }));
    stores.push(store);
    return store;
  };
  const closeAll = () => Promise.all(stores.splice(0).map((store) => store.close()));
  return {
    store: await another(),
    location: `sqlite:${path}`,
    another,
    reopen: async () => {
      await closeAll();
      return another();
    },
    execute: async (sql) => {
      using database = new DatabaseSync(path);
      database.exec(sql);
    },
    verify: async () => {
      using database = new DatabaseSync(path);
      assert.equal(database.prepare("PRAGMA integrity_check").get()?.integrity_check, "ok");
    },
    close: async () => {
      await closeAll();
      await rm(folder, { recursive: true, force: true });
    },
  };
});
