import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { EmbeddedPostgres } from "./embedded-postgres.ts";
import { freePort } from "./free-port.ts";
import { type FreshState, freshStateOf, isFreshAgain } from "./postgres-fresh.ts";

/** A test need not survive a crash of the machine, and without fsync thousands of commits take seconds. */
const quick = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=150"];

/** A PostgreSQL server of the test's own, on a free port of this machine. */
export interface PostgresServer {
  /** Makes a database schema that nobody else uses, and returns the URL that leads to it. */
  newSchema(): Promise<string>;
  /** Makes an empty database that nobody else uses, and returns its URL. */
  newDatabase(): Promise<string>;
  /** Returns the URL of a database like the one that `prepare` filled, which nobody else uses. To copy is cheaper than to migrate. */
  newCopy(prepare: (url: string) => Promise<void>): Promise<string>;
  /** Ends what uses a copy. The next `newCopy` gets it if nothing is left of its use; else it is removed. */
  giveBackCopy(url: string): Promise<void>;
  /** Runs SQL as the server's administrator, in the schema that the URL leads to. */
  query(url: string, sql: string): Promise<readonly Record<string, unknown>[]>;
  readonly port: number;
  /** Ends every connection and the server; its data stay. */
  stop(): Promise<void>;
  /** Starts it again, on the same port and data. */
  start(): Promise<void>;
  /** Ends the server and removes its data. */
  remove(): Promise<void>;
}

/**
 * Starts a server from the binaries of the npm package, with these settings beside its own. As root it runs as the user `postgres`, as
 * PostgreSQL demands.
 */
export async function startPostgres(settings: readonly string[] = []): Promise<PostgresServer> {
  const databaseDir = await mkdtemp(join(tmpdir(), "latchkey-postgres-"));
  const port = await freePort();
  const [user, password] = ["latchkey", "not-a-secret"];
  const log: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user,
    password,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--no-sync", "--encoding=UTF8", "--locale=C"],
    postgresFlags: [...quick, ...settings].flatMap((setting) => ["-c", setting]),
    onLog: (line) => log.push(String(line)),
    onError: (line) => log.push(String(line)),
  });
  let schemas = 0;
  let databases = 0;
  let copies = 0;
  let template: Promise<FreshState> | undefined;
  const free: string[] = [];
  const addressOf = (database: string) => `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
  const address = addressOf("postgres");
  const query = async (url: string, sql: string) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  };
  const start = () =>
    server.start().catch((error) => {
      throw new Error(`PostgreSQL did not start:\n${log.join("")}`, { cause: error });
    });
  await server.initialise();
  await start();
  return {
    port,
    query,
    newSchema: async () => {
      schemas += 1;
      await query(address, `CREATE SCHEMA test_${schemas}`);
      return `${address}?options=-csearch_path%3Dtest_${schemas}`;
    },
    newDatabase: async () => {
      databases += 1;
      await query(address, `CREATE DATABASE database_${databases} TEMPLATE template0`);
      return addressOf(`database_${databases}`);
    },
    newCopy: async (prepare) => {
      template ??= query(address, "CREATE DATABASE template")
        .then(() => prepare(addressOf("template")))
        .then(() => freshStateOf(addressOf("template")));
      await template;
      const freed = free.pop();
      if (freed !== undefined) return freed;
      copies += 1;
      await query(address, `CREATE DATABASE copy_${copies} TEMPLATE template STRATEGY file_copy`);
      return addressOf(`copy_${copies}`);
    },
    giveBackCopy: async (url) => {
      if (template !== undefined && (await isFreshAgain(url, await template))) free.push(url);
      else await query(address, `DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
    },
    start,
    stop: () => server.stop(),
    remove: async () => {
      await server.stop();
      await rm(databaseDir, { recursive: true, force: true });
    },
  };
}
