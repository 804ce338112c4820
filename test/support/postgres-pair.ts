import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { EmbeddedPostgres } from "./embedded-postgres.ts";
import { freePort } from "./free-port.ts";
import { postgresUser } from "./postgres-user.ts";

const [user, password] = ["latchkey", "not-a-secret"];
const isRoot = process.getuid?.() === 0;

/** A primary and its synchronous standby, both real servers of this machine. The address names both, the first primary first. */
export interface PostgresPair extends AsyncDisposable {
  readonly url: string;
  /** Host and port of the server that is the primary now. */
  primary(): string;
  /** Runs SQL as the administrator of the primary. */
  query(sql: string): Promise<readonly Record<string, unknown>[]>;
  /** Ends every process of the primary without a warning, as a machine that lost its power. */
  killPrimary(): Promise<void>;
  /** Makes the standby the primary; resolves once it can be written. */
  promote(): Promise<void>;
  /** Makes a standby of the server that was killed, by copying the primary; resolves once commits wait for it. */
  rejoin(): Promise<void>;
  /** Stops or continues every process of the standby, so that it confirms no commit. */
  freezeStandby(isFrozen: boolean): void;
}

/** Starts both. As root they run as the user `postgres`, as PostgreSQL demands. */
export async function startPostgresPair(): Promise<PostgresPair> {
  const servers = [await newServer("a"), await newServer("b")] as const;
  let [primary, standby]: readonly [Server, Server] = servers;
  await primary.initialise();
  await primary.start();
  await follow(primary, standby);
  const hosts = servers.map(({ port }) => `127.0.0.1:${port}`).join(",");
  return {
    url: `postgres://${user}:${password}@${hosts}/postgres?target_session_attrs=read-write`,
    primary: () => `127.0.0.1:${primary.port}`,
    query: (sql) => primary.query(sql),
    killPrimary: () => primary.kill(),
    promote: async () => {
      await standby.query("SELECT pg_promote()");
      [primary, standby] = [standby, primary];
    },
    rejoin: () => follow(primary, standby),
    freezeStandby: (isFrozen) => standby.signal(isFrozen ? "SIGSTOP" : "SIGCONT"),
    [Symbol.asyncDispose]: async () => {
      for (const server of servers) {
        await server.kill();
        await rm(server.folder, { recursive: true, force: true });
      }
    },
  };
}

/** Copies the running primary by PostgreSQL's own backup protocol, starts the copy, and lets commits wait for it. */
async function follow(primary: Server, standby: Server): Promise<void> {
  await rm(standby.folder, { recursive: true, force: true });
  const backup = await primary.connect();
  await backup.query("SELECT pg_backup_start('standby', fast => true)");
  execFileSync("cp", ["-a", primary.folder, standby.folder]);
  const { rows } = await backup.query("SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)");
  await backup.end();
  await rm(join(standby.folder, "postmaster.pid"), { force: true });
  const conninfo = `host=127.0.0.1 port=${primary.port} user=${user} password=${password} application_name=${standby.name}`;
  for (const [name, content] of [
    ["backup_label", String(rows[0]?.labelfile)],
    ["standby.signal", ""],
    ["postgresql.auto.conf", `primary_conninfo = '${conninfo}'\n`],
  ] as const)
    await standby.write(name, content);
  await standby.start();
  await primary.query(`ALTER SYSTEM SET synchronous_standby_names = '${standby.name}'`);
  await primary.query("SELECT pg_reload_conf()");
  const state = "SELECT sync_state FROM pg_stat_replication WHERE sync_state = 'sync'";
  while ((await primary.query(state)).length === 0);
}

/** One server and its folder. */
class Server {
  readonly name: string;
  readonly folder: string;
  readonly port: number;
  #process: ChildProcess | undefined;

  constructor(name: string, folder: string, port: number) {
    this.name = name;
    this.folder = folder;
    this.port = port;
  }

  /** The user is made here, too, where the tests run as root and it is missing. */
  async initialise(): Promise<void> {
    const initdbFlags = ["--no-sync", "--encoding=UTF8", "--locale=C"];
    const databaseDir = this.folder;
    const options = {
      user,
      password,
      persistent: true,
      createPostgresUser: isRoot,
      initdbFlags,
      databaseDir,
    };
    await new EmbeddedPostgres({ ...options, onLog: () => {}, onError: () => {} }).initialise();
  }

  async start(): Promise<void> {
    const { postgres } = await import(`@embedded-postgres/${process.platform}-${process.arch}`);
    const words = ["-D", this.folder, "-p", String(this.port), "-k", "", "-c", "wal_keep_size=256MB"];
    const started = spawn(postgres, words, { ...postgresUser(), stdio: ["ignore", "ignore", "pipe"] });
    this.#process = started;
    const ready = Promise.withResolvers<void>();
    let log = "";
    started.stderr.on("data", (chunk: Buffer) => {
      log += chunk;
      if (/ready to accept (read-only )?connections/.test(log)) ready.resolve();
    });
    started.once("exit", () => ready.reject(new Error(`PostgreSQL did not start:\n${log}`)));
    await ready.promise;
  }

  async connect(): Promise<Client> {
    const connectionString = `postgres://${user}:${password}@127.0.0.1:${this.port}/postgres`;
    const client = new Client({ connectionString });
    await client.connect();
    return client;
  }

  async query(sql: string): Promise<readonly Record<string, unknown>[]> {
    const client = await this.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  async write(name: string, content: string): Promise<void> {
    const file = join(this.folder, name);
    await writeFile(file, content, { mode: 0o600 });
    const { uid, gid } = postgresUser();
    if (uid !== undefined && gid !== undefined) await chown(file, uid, gid);
  }

  /** Signals the postmaster and its children: each has a session of its own, so no process group holds all of them. */
  signal(signal: NodeJS.Signals): void {
    const pid = this.#process?.pid;
    if (pid === undefined) return;
    // A stopped postmaster starts no further child.
    process.kill(pid, "SIGSTOP");
    for (const each of [...childrenOf(pid), pid]) process.kill(each, signal);
  }

  async kill(): Promise<void> {
    const ending = this.#process;
    if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = once(ending, "exit");
    this.signal("SIGKILL");
    await ended;
  }
}

async function newServer(name: string): Promise<Server> {
  return new Server(name, await mkdtemp(join(tmpdir(), "latchkey-pair-")), await freePort());
}

function childrenOf(parent: number): readonly number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => parentOf(pid) === parent);
}

/** The fourth field of the line that the kernel writes; the second may hold any character. */
function parentOf(pid: number): number | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(line.slice(line.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return undefined; // It has ended meanwhile.
  }
}
