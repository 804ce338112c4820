import { accessSync, constants, existsSync, statfsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type HashRate, measureHashRate } from "../adapters/passwords/argon2.ts";
import type { CrashUnsafeSetting } from "../adapters/store.ts";
import { systemClock } from "../adapters/system/clock.ts";
import type { Administration } from "../administration.ts";
import { normalizePassword } from "../identity/password.ts";
import {
  type Config,
  databasePath,
  isLoopbackHost,
  resolveIssuer,
  sqliteFile,
  unnamedProxy,
  unnamedProxyRepair,
} from "../ops/config.ts";
import { errorCodeOf } from "../ops/config-layers.ts";
import { tryListening } from "../ops/listening.ts";
import { isHttps } from "../values/issuer.ts";
import { instantOf } from "../values/time.ts";
import { counted, shortTime, sizeText } from "../values/words.ts";
import { countsOf, isDatabaseMissing, loadAdministration, startProblem } from "./administration.ts";
import { apiFindings } from "./api-check.ts";
import { backupFindings } from "./backup-check.ts";
import type { Finding } from "./finding.ts";
import { localBaseOf, statusOf } from "./healthcheck.ts";
import { mailFinding } from "./mail-check.ts";
import { masterKeyFindings } from "./master-key.ts";
import { upstreamFindings } from "./upstream-check.ts";
import { partyOf } from "./upstream-party.ts";

const freeBytesMin = 200 * 1024 * 1024;
const signInsPerSecondMin = 20;
/** The date of this check. A clock before it is wrong. */
const earliest = instantOf(Date.UTC(2026, 10, 1));
const clockSlackMilliseconds = 5 * 60 * 1000;

/** Checks that browsers reach the service encrypted, and that the base URL fits the listening address. */
export function* checkBaseUrl(config: Config): Generator<Finding> {
  const check = "base URL";
  const issuer = resolveIssuer(config, config.port);
  if (!isHttps(issuer)) {
    const isReachable = !isLoopbackHost(config.host);
    const port = Number(new URL(issuer).port || 80);
    if (isReachable)
      yield {
        check,
        state: "warning",
        detail: `${issuer} is not encrypted, but ${config.host} can be reached from other machines`,
        repair:
          "set LATCHKEY_BASE_URL to the https address of your reverse proxy, or LATCHKEY_HOST to 127.0.0.1",
      };
    else if (config.port !== 0 && port !== config.port)
      yield {
        check,
        state: "warning",
        detail: `${issuer} names port ${port}, but the service listens on ${config.port}`,
        repair: `set LATCHKEY_BASE_URL=http://localhost:${config.port}, or leave it out`,
      };
    else yield { check, state: "ok", detail: `${issuer}, for development on this machine` };
    return;
  }
  const repair = unnamedProxyRepair(config);
  if (repair !== undefined)
    yield {
      check,
      state: "warning",
      detail: `${issuer}: ${unnamedProxy}`,
      repair,
    };
  else yield { check, state: "ok", detail: `${issuer}, behind ${config.trustedProxies.join(", ")}` };
}

/** Checks that the data folder is writable and closed to others, and that the disk has room. */
export function checkDataFolder(config: Config): Finding {
  const check = "data folder";
  const file = sqliteFile(config);
  if (file === undefined) return { check, state: "ok", detail: "not needed: the database is a PostgreSQL" };
  const folder = resolve(dirname(file));
  const existing = nearestExisting(folder);
  try {
    accessSync(existing, constants.R_OK | constants.W_OK | constants.X_OK);
    const found = statSync(existing);
    if (!found.isDirectory())
      return {
        check,
        state: "failed",
        detail: `${existing} is not a folder`,
        repair: "set LATCHKEY_DATA_DIR to a folder",
      };
    const { bavail, bsize } = statfsSync(existing);
    if (bavail * bsize < freeBytesMin)
      return {
        check,
        state: "warning",
        detail: `only ${sizeText(bavail * bsize)} are free at ${existing}`,
        repair: "free some space: without it nobody can sign in",
      };
    if (existing !== folder) return { check, state: "ok", detail: `${folder} is made at the first start` };
    if (process.platform !== "win32" && (found.mode & 0o007) !== 0)
      return {
        check,
        state: "warning",
        detail: `${folder} is open to every user of this machine`,
        repair: `chmod 700 '${folder}'`,
      };
    return { check, state: "ok", detail: folder };
  } catch (error) {
    return {
      check,
      state: "failed",
      detail: `${existing} cannot be written (${errorCodeOf(error)})`,
      repair:
        "give the user of this process the right to write it, or set LATCHKEY_DATA_DIR to another folder",
    };
  }
}

/** Opens the database as the service does, and with it every key under the master key. */
export async function* checkDatabase(config: Config): AsyncGenerator<Finding> {
  const check = "database";
  const path = databasePath(config);
  if (isDatabaseMissing(config) && !existsSync(resolve(config.dataDir, "master.key"))) {
    yield { check, state: "ok", detail: `${path} is made at the first start` };
    return;
  }
  let administration: Administration | undefined;
  try {
    const { openAdministration } = await loadAdministration();
    administration = await openAdministration(config);
    const status = await administration.store.tend();
    if (!status.isReady) {
      yield {
        check,
        state: "failed",
        detail: `${path}: ${status.problem}`,
        repair:
          "make room on the disk where it is full; where the database is damaged, restore a backup with `latchkey db restore FILE`",
      };
      return;
    }
    if (status.warning !== undefined)
      yield {
        check,
        state: "warning",
        detail: status.warning,
        repair: "look at the disk and at its free space",
      };
    yield {
      check,
      state: "ok",
      detail: `${path}, ${sizeText(status.sizeBytes)}, schema ${status.schemaVersion}`,
    };
    yield* durabilityFindings(status.crashUnsafeSettings);
    yield {
      check: "keys",
      state: "ok",
      detail: `the master key opens all ${administration.keyring.list().length}`,
    };
    yield* masterKeyFindings(config);
    yield await checkClock(administration, config);
    const counts = await administration.store.outbox.counts();
    yield* backupFindings(await administration.store.backupRuns.latest(), config, administration.clock.now());
    const hasServer = config.mailServer !== undefined;
    yield mailFinding(counts, { hasServer, now: administration.clock.now() });
    yield* await apiFindings(administration.store.apis, administration.store.clients);
    yield* upstreamFindings(administration.store.upstreams, partyOf(administration, config));
  } catch (error) {
    const { cause, hint } = startProblem(error, config);
    yield {
      check: "database and keys",
      state: "failed",
      detail: cause,
      ...(hint === undefined ? {} : { repair: hint }),
    };
  } finally {
    await administration?.close();
  }
}

interface CrashRisk {
  /** Where it is not `off`. */
  readonly value?: string;
  readonly risk: string;
  readonly repair: string;
}

const forgotten =
  "when another server takes over, tokens that were answered are lost, and spent codes work again";
const crashRisks: Readonly<Record<CrashUnsafeSetting, CrashRisk>> = {
  synchronous_standby_names: {
    value: "''",
    risk: forgotten,
    repair:
      "name the standbys: as its administrator `ALTER SYSTEM SET synchronous_standby_names = …` and `SELECT pg_reload_conf()`, or turn on synchronous mode in what manages the servers",
  },
  synchronous_commit: {
    value: "local",
    risk: forgotten,
    repair:
      "set synchronous_commit to on where server, database or role say local, then start the nodes anew",
  },
  fsync: {
    risk: "when its machine crashes, tokens that were answered are lost, spent codes work again, or the database is damaged",
    repair:
      "as its administrator `ALTER SYSTEM SET fsync = on` and `SELECT pg_reload_conf()`, then `sync` on its machine",
  },
  full_page_writes: {
    risk: "when its machine crashes, a page that was half written then stays damaged",
    repair:
      "as its administrator `ALTER SYSTEM SET full_page_writes = on` and `SELECT pg_reload_conf()`, unless its file system never writes half a page (ZFS)",
  },
};

/** Warns of commits that a crash of the database server's machine, or a switch to another one, can lose; empty where there are none. */
export function durabilityFindings(settings: readonly CrashUnsafeSetting[]): readonly Finding[] {
  return settings.map((setting) => ({
    check: "durability",
    state: "warning",
    detail: `the server runs with ${setting} = ${crashRisks[setting].value ?? "off"}: ${crashRisks[setting].risk}`,
    repair: crashRisks[setting].repair,
  }));
}

/** Compares the clock with the newest row. A clock that is behind makes codes live too long or not at all. */
async function checkClock(administration: Administration, config: Config): Promise<Finding> {
  const check = "clock";
  const now = administration.clock.now();
  const { newestChangeAt = earliest } = await countsOf(administration, config);
  const keys = administration.keyring.list().map(({ createdAt }) => createdAt);
  const newest = instantOf(Math.max(earliest, newestChangeAt, ...keys));
  if (now + clockSlackMilliseconds >= newest) return { check, state: "ok", detail: shortTime(now) };
  return {
    check,
    state: "failed",
    detail: `it says ${shortTime(now)}, but something was written at ${shortTime(newest)}`,
    repair: "set the clock (of the database, where it is a PostgreSQL), and let NTP keep it",
  };
}

/** Checks that the port is free, or that Latchkey has it. */
export async function checkPort(config: Config): Promise<Finding> {
  const check = "port";
  const place = `${config.host}:${config.port}`;
  const problem = await listenProblem(config);
  if (problem === undefined) return { check, state: "ok", detail: `${place} is free` };
  if (problem === "EADDRINUSE") {
    const status = await statusOf(`${localBaseOf(config)}/readyz`);
    if (status === 200) return { check, state: "ok", detail: `${place} is answered by a running Latchkey` };
    return {
      check,
      state: "failed",
      detail: `${place} is taken by ${status === 503 ? "a Latchkey that is not ready" : "another program"}`,
      repair: status === 503 ? "look at its log" : "stop that program, or set LATCHKEY_PORT to another port",
    };
  }
  return {
    check,
    state: "failed",
    detail: `${place} cannot be listened on (${problem})`,
    repair: problem === "EACCES" ? "choose a port above 1023" : "set LATCHKEY_HOST to 127.0.0.1 or 0.0.0.0",
  };
}

/** Measures how many passwords a second this machine can check. No setting can raise that. */
export async function checkPasswords(): Promise<Finding> {
  const password = normalizePassword("how fast is this machine?");
  if (!password.ok) throw new Error("A password of plain letters was refused.");
  return passwordFinding(await measureHashRate(systemClock, password.value));
}

/** The meaning of the rate for sign-ins. */
export function passwordFinding({ concurrency, millisecondsEach, perSecond }: HashRate): Finding {
  const [milliseconds, signIns] = [Math.round(millisecondsEach), Math.round(perSecond)];
  const finding = {
    check: "password hashing",
    detail: `Argon2id: ${milliseconds} ms each, about ${signIns} sign-ins a second on ${counted(concurrency, "core")}`,
    figures: { hash_milliseconds: milliseconds, sign_ins_per_second: signIns, cores: concurrency },
  };
  if (signIns >= signInsPerSecondMin) return { ...finding, state: "ok" };
  return { ...finding, state: "warning", repair: "give this machine more processor time" };
}

async function listenProblem({ host, port }: Config): Promise<string | undefined> {
  try {
    await tryListening({ host, port });
    return undefined;
  } catch (error) {
    return errorCodeOf(error);
  }
}

function nearestExisting(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestExisting(dirname(folder));
}
