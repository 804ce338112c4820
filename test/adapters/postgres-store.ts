import type { TestContext } from "node:test";
import { Client } from "pg";
import { openPostgresStore } from "../../src/adapters/postgres/store.ts";
import type { Store } from "../../src/adapters/store.ts";
import { noon } from "../storage-contract/samples.ts";
import type { PostgresServer } from "../support/postgres.ts";

/** Opens stores on a server at noon; what a test opens is closed with it. */
export function storesOn(server: PostgresServer) {
  const open = async (context: TestContext, url: string): Promise<Store> => {
    const store = await openPostgresStore({ url, clock: { now: () => noon } });
    context.after(() => store.close());
    return store;
  };
  return {
    open,
    openFresh: async (context: TestContext): Promise<{ readonly store: Store; readonly url: string }> => {
      const url = await server.newSchema();
      return { store: await open(context, url), url };
    },
    /** A connection of somebody else, to hold a transaction open. */
    connect: async (context: TestContext, url: string): Promise<Client> => {
      const client = new Client({ connectionString: url });
      await client.connect();
      context.after(() => client.end());
      return client;
    },
  };
}
