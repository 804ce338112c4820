import { after } from "node:test";
import { openPostgresStore } from "../../src/adapters/postgres/store.ts";
import type { Store } from "../../src/adapters/store.ts";
import { chained } from "../support/audit.ts";
import { startPostgres } from "../support/postgres.ts";
import { storageContract } from "./contract.ts";
import { noon } from "./samples.ts";

const server = await startPostgres();
after(() => server.remove());

storageContract("PostgreSQL", async () => {
  const url = await server.newCopy(prepare);
  const stores: Store[] = [];
  const another = async (): Promise<Store> => {
    const store = chained(await openPostgresStore({ url, clock: { now: () => noon } }));
    stores.push(store);
    return store;
  };
  const closeAll = async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()));
  };
  return {
    store: await another(),
    location: url,
    another,
    reopen: async () => {
      await closeAll();
      return another();
    },
    execute: async (sql) => {
      await server.query(url, sql);
    },
    // Compares every index with its table: the processes that were killed must have left nothing half done.
    verify: async () => {
      await server.query(
        url,
        "SELECT bt_index_check(indexrelid, true) FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE relkind = 'i' AND relnamespace = current_schema()::regnamespace",
      );
    },
    close: async () => {
      await closeAll();
      await server.giveBackCopy(url);
    },
  };
});

async function prepare(url: string): Promise<void> {
  const store = await openPostgresStore({ url, clock: { now: () => noon } });
  await store.close();
  await server.query(url, "CREATE EXTENSION amcheck SCHEMA pg_catalog");
}
