import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { freePort } from "./free-port.ts";
import type { PostgresPair } from "./postgres-pair.ts";
import { postgresUser } from "./postgres-user.ts";

/** Debian's server, which has pg_basebackup and pg_rewind beside it; the npm package has neither. */
const binaries = [18, 17, 16, 15].map((version) => `/usr/lib/postgresql/${version}/bin`).find(existsSync);
const isThere = (program: string) => spawnSync(program, ["--version"]).status === 0;

/** Why tests with Patroni are skipped; false where all of it is installed. */
export const withoutPatroni: string | false =
  binaries !== undefined && isThere("patroni") && isThere("etcd")
    ? false
    : "Patroni is missing; `apt-get install patroni etcd-server postgresql` installs it";

const [user, password] = ["latchkey", "not-a-secret"];
const readyMilliseconds = 60_000;

interface Member {
  readonly name: string;
  readonly port: number;
  readonly api: number;
}

/**
 * Two servers that Patroni looks after, with its records in etcd and commits that wait for the standby. `killPrimary` only asks for a
 * switch-over, by Patroni's own API; `promote` and `rejoin` wait for what Patroni does.
 */
export async function startPatroniPair(): Promise<PostgresPair> {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-patroni-"));
  await own(folder);
  const etcd = await freePort();
  const members = [await newMember("a"), await newMember("b")] as const;
  const started = [startEtcd(folder, etcd, await freePort())];
  for (const member of members) {
    const settings = join(folder, `${member.name}.yml`);
    await writeFile(settings, JSON.stringify(settingsOf(member, folder, etcd)), { mode: 0o644 });
    started.push(start("patroni", [settings]));
  }
  let leader = await leaderOf(members);
  await syncStandbyOf(leader, members);
  let asked: Promise<Response> | undefined;
  const hosts = members.map(({ port }) => `127.0.0.1:${port}`).join(",");
  return {
    url: `postgres://${user}:${password}@${hosts}/postgres?target_session_attrs=read-write`,
    primary: () => `127.0.0.1:${leader.port}`,
    query: (sql) => query(leader, sql),
    killPrimary: async () => {
      const candidate = members.find((member) => member !== leader)?.name;
      const body = JSON.stringify({ leader: leader.name, candidate });
      asked = fetch(`http://127.0.0.1:${leader.api}/switchover`, { method: "POST", body });
    },
    promote: async () => {
      const answer = await asked;
      if (answer?.status !== 200) throw new Error(`Patroni refused to switch over: ${await answer?.text()}`);
      leader = await leaderOf(members);
    },
    rejoin: () => syncStandbyOf(leader, members),
    freezeStandby: () => {
      throw new Error("Patroni would start it anew.");
    },
    [Symbol.asyncDispose]: async () => {
      // Patroni ends its server; etcd goes last.
      for (const child of started.reverse()) await end(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function newMember(name: string): Promise<Member> {
  return { name, port: await freePort(), api: await freePort() };
}

/** YAML takes JSON. */
function settingsOf({ name, port, api }: Member, folder: string, etcd: number) {
  const everybody = [
    "local all all trust",
    "host all all 127.0.0.1/32 md5",
    "host replication all 127.0.0.1/32 md5",
  ];
  const dcs = {
    ttl: 20,
    loop_wait: 1,
    retry_timeout: 3,
    synchronous_mode: true,
    postgresql: { use_pg_rewind: true },
  };
  const person = { username: user, password };
  return {
    scope: "latchkey",
    name,
    restapi: { listen: `127.0.0.1:${api}`, connect_address: `127.0.0.1:${api}` },
    etcd3: { hosts: `127.0.0.1:${etcd}` },
    bootstrap: { dcs, initdb: [{ encoding: "UTF8" }, { locale: "C" }, "no-sync"], pg_hba: everybody },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: join(folder, name),
      bin_dir: binaries,
      authentication: { superuser: person, replication: person, rewind: person },
      parameters: { unix_socket_directories: folder },
      pgpass: join(folder, `${name}.pgpass`),
      pg_hba: everybody,
    },
  };
}

function startEtcd(folder: string, port: number, peers: number): ChildProcess {
  const [here, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peers}`];
  return start("etcd", [
    ...["--name", "e", "--data-dir", join(folder, "etcd"), "--listen-client-urls", here],
    ...["--advertise-client-urls", here, "--listen-peer-urls", peer],
    ...["--initial-advertise-peer-urls", peer, "--initial-cluster", `e=${peer}`],
  ]);
}

function start(program: string, words: readonly string[]): ChildProcess {
  return spawn(program, [...words], {
    ...postgresUser(),
    stdio: "ignore",
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

async function own(folder: string): Promise<void> {
  const { uid, gid } = postgresUser();
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
}

async function leaderOf(members: readonly Member[]): Promise<Member> {
  const limit = AbortSignal.timeout(readyMilliseconds);
  for (;;) {
    for (const member of members) if (await says(member, "primary")) return member;
    limit.throwIfAborted();
    await pause(50);
  }
}

/** Resolves once Patroni counts the other member as the one that commits wait for. */
async function syncStandbyOf(leader: Member, members: readonly Member[]): Promise<void> {
  const limit = AbortSignal.timeout(readyMilliseconds);
  const other = members.find((member) => member !== leader);
  while (other && !(await says(other, "synchronous"))) {
    limit.throwIfAborted();
    await pause(50);
  }
}

async function says({ api }: Member, state: string): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${api}/${state}`).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.status === 200;
}

async function query({ port }: Member, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({
    connectionString: `postgres://${user}:${password}@127.0.0.1:${port}/postgres`,
  });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
