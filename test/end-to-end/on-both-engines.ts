import { after, describe } from "node:test";
import { type PostgresServer, startPostgres } from "../support/postgres.ts";

/** Declares the promises twice: for services on SQLite, and for services on a PostgreSQL of their own. */
export function onBothEngines(
  what: string,
  promises: (environment: () => Promise<Readonly<Record<string, string>>>) => void,
): void {
  describe(`${what}, on SQLite`, () => promises(async () => ({})));

  describe(`${what}, on PostgreSQL`, () => {
    let server: PostgresServer;
    after(() => server.remove());
    promises(async () => {
      server = await startPostgres();
      const secret = "a-master-key-that-every-node-is-given";
      return { LATCHKEY_DATABASE_URL: await server.newSchema(), LATCHKEY_SECRET: secret };
    });
  });
}
