import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { Client } from "pg";
import { EmbeddedPostgres } from "../test/support/embedded-postgres.ts";

/** A PostgreSQL server with the settings that initdb gives: fsync on, every commit on disk. */
export interface Server extends AsyncDisposable {
  /** Leads to a database that holds nothing. */
  readonly url: string;
  readonly folder: string;
  readonly pid: number;
  /** A connection of the benchmark's own. */
  readonly client: Client;
}

/** Starts it in a new folder inside `parent`, from the binaries of the npm package; disposing of it removes the folder. */
export async function startServer(parent: string): Promise<Server> {
  const folder = mkdtempSync(join(parent, "latchkey-bench-postgres-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const port = await freePort();
  const [user, password] = ["latchkey", "not-a-secret"];
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user,
    password,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C"],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  const pid = Number(readFileSync(join(folder, "postmaster.pid"), "latin1").split("\n", 1));
  const url = `postgres://${user}:${password}@127.0.0.1:${port}/postgres`;
  const client = new Client({ connectionString: url });
  await client.connect();
  return {
    url,
    folder,
    pid,
    client,
    [Symbol.asyncDispose]: async () => {
      await client.end();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
