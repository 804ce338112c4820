import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inspectorOf } from "../adapters/backup/content.ts";
import { masterKeyFile, nextMasterKeyFile } from "../adapters/keys/master-key.ts";
import { connect, copyDatabase, pragma, requireOurs } from "../adapters/sqlite/connection.ts";
import {
  endsWayBackFrom,
  knownMigrations,
  requireServedSchema,
  schemaVersion,
} from "../adapters/sqlite/migrations.ts";
import { restoreSqlite } from "../adapters/sqlite/restore.ts";
import { systemClock } from "../adapters/system/clock.ts";
import type { Administration } from "../administration.ts";
import type { Service } from "../compose.ts";
import { removeWebhook } from "../flows/operator/webhook.ts";
import type { Config } from "../ops/config.ts";
import { openLog } from "../ops/log.ts";
import { Secret } from "../values/secret.ts";
import { counted } from "../values/words.ts";
import { loadAdministration, loadService } from "./administration.ts";
import { type Browser, expectOk, type Found, type Rehearsal, type Scene } from "./rehearsal-scene.ts";
import { signInEverywhere, signInFirst } from "./rehearsal-sign-in.ts";
import { deliverToOurselves, openPages } from "./rehearsal-visit.ts";

/**
 * Does on a copy what an upgrade to this release does, and then what people and operators do with it; stops at the first step that
 * fails. The database is only read. The copy's service sends no mail, and its webhooks are removed before it starts.
 */
export async function rehearse(rehearsal: Rehearsal): Promise<boolean> {
  const { folder, from, onShare } = rehearsal;
  const copy = join(folder, "latchkey.db");
  const config = configOfCopy(rehearsal.config, folder, copy);
  const steps = stepsOf(rehearsal);
  const { openAdministration } = await loadAdministration();
  let before = 0;
  const isCopied = await steps("copy", async () => {
    // A reader alone would leave an empty log beside the database of a stopped service.
    const holder = existsSync(`${from}-wal`) ? undefined : connect(from);
    try {
      if (holder !== undefined) pragma(holder, "schema_version");
      await copyDatabase(from, copy, (share) => onShare("copying", share));
    } finally {
      holder?.close();
    }
    const connection = connect(copy, true);
    try {
      requireOurs(from, connection);
      requireServedSchema(from, connection);
      before = schemaVersion(connection);
    } finally {
      connection.close();
    }
    return { found: `The copy has schema ${before}.` };
  });
  const isMigrated =
    isCopied &&
    (await steps("migrate", async () => {
      const administration = await openAdministration(config);
      try {
        await removeWebhooks(administration);
      } finally {
        await administration.close();
      }
      const applied = knownMigrations().filter(({ number }) => number > before);
      const way = endsWayBackFrom(before)
        ? "The release that made the database cannot start on it afterwards: the way back is the copy that the first start keeps."
        : "The release that made the database can start on it again.";
      return { found: `${counted(applied.length, "migration")} applied. ${way}` };
    }));
  if (!isMigrated) return false;
  const { startService } = await loadService();
  const log = openLog({ level: "silent", fd: 2, isTerminal: false, hasColour: false, clock: systemClock });
  const started: { service?: Service } = {};
  try {
    const browser: Browser = { cookies: new Map(), credentials: { username: "", password: "" } };
    return (
      (await steps("check", () => checkCopy(config, openAdministration))) &&
      (await steps("start", async () => {
        started.service = await startService({ config, log, onListening: () => {} });
        return { found: "The service started on the copy." };
      })) &&
      started.service !== undefined &&
      (await signInAndLook(steps, { ...rehearsal, service: started.service, config, browser })) &&
      (await steps("backup", () => backUpAndRestore(started.service, config, folder, onShare)))
    );
  } finally {
    await started.service?.close();
  }
}

type Steps = (step: string, work: () => Promise<Found>) => Promise<boolean>;

/** Runs a step, tells how it ended, and is false if it failed. */
function stepsOf({ signal, stopwatch, onStep, onShare }: Rehearsal): Steps {
  return async (step, work) => {
    signal.throwIfAborted();
    const begun = stopwatch();
    onShare(step, 0);
    const tell = (passed: boolean, found: string, details: readonly string[]) =>
      onStep({ step, passed, milliseconds: Math.round(stopwatch() - begun), found, details });
    try {
      const { found, faults = [], leftOut = [] } = await work();
      signal.throwIfAborted();
      tell(faults.length === 0, found, [...faults, ...leftOut]);
      return faults.length === 0;
    } catch (error) {
      if (signal.aborted || !Error.isError(error)) throw error;
      tell(false, error.message, []);
      return false;
    }
  };
}

/** The settings of the installation, except those that reach people or other machines, or demand a second factor of the test person. */
function configOfCopy(config: Config, folder: string, copy: string): Config {
  const { mailServer, backupEvery, metricsPort, passkeyRpId, apply, ...rest } = config;
  const textOf = (file: string) => (existsSync(file) ? new Secret(readFileSync(file, "utf8")) : undefined);
  const secret = config.secret ?? textOf(masterKeyFile(config));
  const secretNext = config.secret === undefined ? textOf(nextMasterKeyFile(config)) : config.secretNext;
  return {
    ...rest,
    database: { kind: "sqlite", path: copy },
    // The master key comes as a secret, so that nothing is made in the installation's own folder.
    dataDir: folder,
    ...(secret !== undefined && { secret }),
    ...(secretNext !== undefined && { secretNext }),
    issuer: "http://localhost:{port}",
    host: "127.0.0.1",
    port: 0,
    workers: 1,
    trustedProxies: [],
    require: "one",
    consoleRequire: "one",
  };
}

async function removeWebhooks({
  store,
  keyring: sealer,
  clock,
  random,
  audit,
}: Administration): Promise<void> {
  const registry = { webhooks: store.webhooks, sealer, clock, random, audit, mayReachLoopback: false };
  for (const { id } of await store.webhooks.list()) expectOk(await removeWebhook(registry, id));
}

async function checkCopy(
  config: Config,
  openAdministration: Awaited<ReturnType<typeof loadAdministration>>["openAdministration"],
): Promise<Found> {
  const administration = await openAdministration(config);
  try {
    const { problems, rows, schemaVersion: version } = await administration.store.check();
    const sum = Object.values(rows).reduce((total, count) => total + count, 0);
    return { found: `Schema ${version}, ${counted(sum, "row")} read.`, faults: problems };
  } finally {
    await administration.close();
  }
}

/** A test person signs in, at a client of the rehearsal and then at every other one; then every page that links lead to is opened. */
async function signInAndLook(steps: Steps, scene: Scene): Promise<boolean> {
  return (
    (await steps("sign in", () => signInFirst(scene))) &&
    (await steps("applications", () => signInEverywhere(scene))) &&
    (await steps("pages", () => openPages(scene))) &&
    (await steps("webhook", () => deliverToOurselves(scene)))
  );
}

async function backUpAndRestore(
  service: Service | undefined,
  config: Config,
  folder: string,
  onShare: Rehearsal["onShare"],
): Promise<Found> {
  const file = join(folder, "backup.db");
  await service?.administration.store.backup(file, { onProgress: onShare });
  let accounts = 0;
  await restoreSqlite({
    from: file,
    to: join(folder, "restored.db"),
    inspect: inspectorOf(config, "check", (content) => {
      accounts = content.accounts;
    }),
  });
  return { found: `A backup was made and restored: ${counted(accounts, "user")}.` };
}
