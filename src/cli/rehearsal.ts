import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inspectorOf } from "../adapters/backup/content.ts";
import { masterKeyFile, nextMasterKeyFile } from "../adapters/keys/master-key.ts";
import { restoreSqlite } from "../adapters/sqlite/restore.ts";
import { StoreUnopenable } from "../adapters/store.ts";
import { systemClock } from "../adapters/system/clock.ts";
import type { Administration } from "../administration.ts";
import type { Service } from "../compose.ts";
import { removeWebhook } from "../flows/operator/webhook.ts";
import type { Config } from "../ops/config.ts";
import { openLog } from "../ops/log.ts";
import { Secret } from "../values/secret.ts";
import { counted } from "../values/words.ts";
import { loadAdministration, loadService } from "./administration.ts";
import { copyOf, type RehearsedCopy } from "./rehearsal-copy.ts";
import { openMailbox } from "./rehearsal-mailbox.ts";
import { type Browser, expectOk, type Found, type Rehearsal, type Scene } from "./rehearsal-scene.ts";
import { signInEverywhere, signInFirst } from "./rehearsal-sign-in.ts";
import { deliverToOurselves, mailToOurselves, openPages } from "./rehearsal-visit.ts";

/**
 * Does on a copy what an upgrade to this release does, and then what people and operators do with it; stops at the first step that
 * fails. The database is only read. The copy's service sends its mail to this process, and its webhooks are removed before it starts.
 */
export async function rehearse(rehearsal: Rehearsal): Promise<boolean> {
  const steps = stepsOf(rehearsal);
  const made: { copy?: RehearsedCopy } = {};
  try {
    const isCopied = await steps("copy", async () => {
      made.copy = await copyOf(rehearsal);
      return { found: `The copy has schema ${made.copy.schemaVersion}.` };
    });
    return isCopied && made.copy !== undefined && (await upgradeAndUse(rehearsal, made.copy, steps));
  } finally {
    await made.copy?.remove();
  }
}

async function upgradeAndUse(rehearsal: Rehearsal, copy: RehearsedCopy, steps: Steps): Promise<boolean> {
  const { folder } = rehearsal;
  const mailbox = await openMailbox();
  const started: { service?: Service } = {};
  try {
    const config = configOfCopy(rehearsal.config, folder, copy.database, mailbox.port);
    const { openAdministration } = await loadAdministration();
    const isMigrated = await steps("migrate", async () => {
      const administration = await openAdministration(config);
      try {
        await removeWebhooks(administration);
      } finally {
        await administration.close();
      }
      const keeps = copy.database.kind === "sqlite" ? "the copy that the first start keeps" : "a dump";
      const way = copy.endsWayBack
        ? `The release that made the database cannot start on it afterwards: the way back is ${keeps}.`
        : "The release that made the database can start on it again.";
      return { found: `${counted(copy.missing, "migration")} applied. ${way}` };
    });
    if (!isMigrated) return false;
    const { startService } = await loadService();
    const log = openLog({
      level: "silent",
      fd: 2,
      isTerminal: false,
      hasColour: false,
      clock: systemClock,
    });
    const browser: Browser = { cookies: new Map(), credentials: { username: "", password: "" } };
    return (
      (await steps("check", () => checkCopy(config, openAdministration))) &&
      (await steps("start", async () => {
        started.service = await startService({ config, log, onListening: () => {} });
        return { found: "The service started on the copy." };
      })) &&
      started.service !== undefined &&
      (await signInAndLook(steps, { ...rehearsal, service: started.service, config, browser, mailbox })) &&
      (await steps("backup", () => backUpAndRestore(started.service, config, rehearsal)))
    );
  } finally {
    await started.service?.close();
    mailbox.close();
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
      if (signal.aborted || !Error.isError(error) || isAboutTheCopy(error)) throw error;
      tell(false, error.message, []);
      return false;
    }
  };
}

/** A server that is away, or does not allow a copy, says nothing about the release. */
function isAboutTheCopy(error: Error): boolean {
  return (
    error instanceof StoreUnopenable &&
    ["unreachable", "busy", "missing", "not-writable"].includes(error.reason)
  );
}

/** The settings of the installation, except those that reach people or other machines, or demand a second factor of the test person. */
function configOfCopy(
  config: Config,
  folder: string,
  database: Config["database"],
  mailPort: number,
): Config {
  const { backupEvery, metricsPort, passkeyRpId, apply, claimsHookUrl, importCheckUrl, ...rest } = config;
  const textOf = (file: string) => (existsSync(file) ? new Secret(readFileSync(file, "utf8")) : undefined);
  const secret = config.secret ?? textOf(masterKeyFile(config));
  const secretNext = config.secret === undefined ? textOf(nextMasterKeyFile(config)) : config.secretNext;
  return {
    ...rest,
    database,
    migrate: "always",
    mailServer: { host: "127.0.0.1", port: mailPort, encryption: "offered" },
    claimsHookFail: "open",
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
    (await steps("mail", () => mailToOurselves(scene))) &&
    (await steps("webhook", () => deliverToOurselves(scene)))
  );
}

async function backUpAndRestore(
  service: Service | undefined,
  config: Config,
  { folder, onShare }: Rehearsal,
): Promise<Found> {
  if (config.database.kind === "postgres")
    return { found: "None was made: PostgreSQL's own tools make and restore the backups of this database." };
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
