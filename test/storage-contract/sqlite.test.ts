import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openSqliteStore } from "../../src/adapters/sqlite/store.ts";
import type { Store } from "../../src/adapters/store.ts";
import { chained } from "../support/audit.ts";
import { storageContract } from "./contract.ts";
import { noon } from "./samples.ts";

const clock = { now: () => noon };
const newFolder = () => mkdtemp(join(tmpdir(), "latchkey-contract-"));

/** An empty database of this release. Each test begins with a copy, because the migrations would take longer than most tests. */
async function makeEmpty(): Promise<Buffer> {
  const folder = await newFolder();
  const path = join(folder, "latchkey.db");
  await (await openSqliteStore({ path, clock })).close();
  const bytes = await readFile(path);
  await rm(folder, { recursive: true });
  return bytes;
}

let empty: Promise<Buffer> | undefined;

storageContract("SQLite", async () => {
  const folder = await newFolder();
  const path = join(folder, "latchkey.db");
  empty ??= makeEmpty();
  await writeFile(path, await empty, { mode: 0o600 });
  const stores: Store[] = [];
  const another = async (): Promise<Store> => {
    const store = chained(await openSqliteStore({ path, clock }));
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
