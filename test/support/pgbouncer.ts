import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { postgresUser } from "./postgres-user.ts";

/** Debian's place for it, which is not on everybody's path. */
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };

/** Why tests with PgBouncer are skipped; false where it is installed. */
export const withoutPgbouncer: string | false =
  spawnSync("pgbouncer", ["--version"], { env }).status === 0
    ? false
    : "PgBouncer is missing; `apt-get install pgbouncer` installs it";

/** A PgBouncer in front of a server. */
export interface Pgbouncer extends AsyncDisposable {
  readonly port: number;
}

interface Options {
  /** Lines of the section `[databases]`. */
  readonly databases: readonly string[];
  readonly user: string;
  readonly password: string;
  /** Takes the sessions of the server in turns instead of the one that was free last. */
  readonly isRoundRobin?: boolean;
}

/** Starts it on a free port of this machine. It refuses to run as root, so there it runs as `postgres`. */
export async function startPgbouncer({
  databases,
  user,
  password,
  isRoundRobin,
}: Options): Promise<Pgbouncer> {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-pgbouncer-"));
  await chmod(folder, 0o755);
  const port = await freePort();
  const [users, settings] = [join(folder, "users.txt"), join(folder, "pgbouncer.ini")];
  await writeFile(users, `"${user}" "${password}"\n`);
  const lines = [
    ...["[databases]", ...databases, "[pgbouncer]", "listen_addr = 127.0.0.1", `listen_port = ${port}`],
    ...["unix_socket_dir =", "auth_type = scram-sha-256", `auth_file = ${users}`],
    `server_round_robin = ${isRoundRobin ? 1 : 0}`,
  ];
  await writeFile(settings, `${lines.join("\n")}\n`);
  const pooler = spawn("pgbouncer", ["-q", settings], { ...postgresUser(), env, stdio: "ignore" });
  while (!(await answers(port)))
    if (pooler.exitCode !== null) throw new Error(`PgBouncer ended with code ${pooler.exitCode}.`);
  return {
    port,
    [Symbol.asyncDispose]: async () => {
      await end(pooler);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}
