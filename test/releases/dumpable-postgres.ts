import { execFileSync } from "node:child_process";
import { chown, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../support/free-port.ts";
import { postgresUser } from "../support/postgres-user.ts";

/** A PostgreSQL of this machine, which has a `pg_dump` for it. Those of the npm package have none. */
export interface DumpablePostgres extends AsyncDisposable {
  readonly url: string;
  /** The whole database as SQL that any newer PostgreSQL takes: one INSERT for a few hundred rows. */
  dump(): string;
}

/** Starts one with the programs of the folder that `pg_config --bindir` names. As root it runs as the user `postgres`. */
export async function startDumpablePostgres(): Promise<DumpablePostgres> {
  const programs = execFileSync("pg_config", ["--bindir"], { encoding: "utf8" }).trim();
  const folder = await mkdtemp(join(tmpdir(), "latchkey-recorded-"));
  const owner = postgresUser();
  if (owner.uid !== undefined) await chown(folder, owner.uid, owner.gid ?? owner.uid);
  const run = (name: string, ...words: readonly string[]) =>
    execFileSync(join(programs, name), words, {
      ...owner,
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
      maxBuffer: 64 * 1024 * 1024,
    });
  const data = join(folder, "data");
  const port = await freePort();
  run("initdb", "-D", data, "-U", "latchkey", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync");
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off`;
  run("pg_ctl", "-D", data, "-w", "-l", join(folder, "log"), "-o", options, "start");
  const url = `postgres://latchkey@127.0.0.1:${port}/postgres`;
  return {
    url,
    // A newer pg_dump writes commands of psql as well, which no server understands.
    dump: () =>
      run("pg_dump", "--inserts", "--rows-per-insert=200", "--no-owner", "--no-privileges", url)
        .split("\n")
        .filter((line) => !/^(?:\\|--(?: |$))/.test(line))
        .join("\n")
        .replace(/\n{2,}/g, "\n"),
    [Symbol.asyncDispose]: async () => {
      run("pg_ctl", "-D", data, "-w", "-m", "immediate", "stop");
      await rm(folder, { recursive: true, force: true });
    },
  };
}
