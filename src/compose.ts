/**
 * Brings the rooms together: configuration → adapters → flows → http. Production and tests start through this door; only the
 * command line and tests import it.
 */
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { openGuardedFetch } from "./adapters/fetch/guarded-fetch.ts";
import { openPublishedKeys } from "./adapters/fetch/published-keys.ts";
import { openShownLogos } from "./adapters/fetch/shown-logos.ts";
import { openJwtVerifier } from "./adapters/keys/jwt-verifier.ts";
import { type Keyring, openKeyring } from "./adapters/keys/keyring.ts";
import { type MasterKey, masterKeyFromFile, masterKeyFromSecret } from "./adapters/keys/master-key.ts";
import { openLogoutNotifier } from "./adapters/logout/notifier.ts";
import { openPasswords } from "./adapters/passwords/argon2.ts";
import { openSqliteStore } from "./adapters/sqlite/store.ts";
import type { Store } from "./adapters/store.ts";
import { earliestOf, systemClock, watchClock } from "./adapters/system/clock.ts";
import { SteadyClock } from "./adapters/system/code-clock.ts";
import { systemRandom } from "./adapters/system/random.ts";
import type { Passwords } from "./flows/account-ports.ts";
import type { Events } from "./flows/events.ts";
import { keepTime } from "./flows/keep-time.ts";
import type { Clock, FlowSettings, Random, RegistrationPolicy } from "./flows/ports.ts";
import type { ListeningServer } from "./http/server.ts";
import { type Config, databasePath, resolveIssuer } from "./ops/config.ts";
import { createHealth } from "./ops/health.ts";
import { createEvents, describeFailure, type Log, logListening } from "./ops/log.ts";
import { drainServer } from "./ops/shutdown.ts";
import type { Listening } from "./ops/workers.ts";
import { readPublishedKeys } from "./protocol/client/key-set.ts";
import { logoKindOf } from "./protocol/client/logo.ts";
import { sha256 } from "./values/digest.ts";
import { type Issuer, isLoopback } from "./values/issuer.ts";
import { StoreBroken, StoreUnavailable } from "./values/store-unavailable.ts";

/** What every command that works on the database needs: open, do, close. */
export interface Administration {
  readonly store: Store;
  readonly keyring: Keyring;
  readonly passwords: Passwords;
  readonly clock: Clock;
  readonly random: Random;
  close(): Promise<void>;
}

/** A running service. */
export interface Service {
  readonly issuer: Issuer;
  /** Where it listens, by address: what the log's first line says. */
  readonly url: string;
  /**
   * Resolves when the database failed for good under the running service: close it, and let a new process look at the disk.
   */
  readonly broken: Promise<StoreBroken>;
  /**
   * Stops accepting, answers what is under way, commits what is queued, closes the database. During the grace, none by
   * default, `/readyz` says no and every other answer says `Connection: close`; another call without a grace cuts it short.
   */
  close(graceSeconds?: number): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

interface ServiceOptions {
  readonly config: Config;
  readonly log: Log;
  readonly clock?: Clock;
  /** Milliseconds since some instant, beside a clock that was given; stands still where it is left out. */
  readonly stopwatch?: () => number;
  readonly random?: Random;
  /** How the command line is called, for repairs that error pages print. */
  readonly runLatchkey?: string;
  /** Called once the service answers. Left out, the log says so. */
  readonly onListening?: (listening: Listening) => void;
  /** The port that this process shares with others, each of which listens by itself; instead of the configured one. */
  readonly sharedPort?: number | undefined;
}

/** Expired rows go in small batches, so that nobody waits for more than one of them. */
const sweepRowsMax = 500;
const sweepEveryMilliseconds = 5_000;
const keepTimeEveryMilliseconds = 1_000;
const statusEveryMilliseconds = 5_000;
const afterMove = "set LATCHKEY_DATABASE_URL to where it was moved, and LATCHKEY_SECRET, and start anew";
const keyMaintenanceEveryMilliseconds = 60_000;

/** What a database is opened with: by default the system's clock and randomness. */
type Surroundings = Pick<ServiceOptions, "clock" | "random">;

/**
 * Opens database, master key and keyring. Rejects with `StoreUnopenable`, `MasterKeyUnusable` or `WrongMasterKey`, whose messages
 * name the repair and carry the exit code.
 */
export async function openAdministration(
  config: Config,
  surroundings: Surroundings = {},
): Promise<Administration> {
  const { random = systemRandom } = surroundings;
  const store = await openStore(config, surroundings.clock ?? systemClock);
  try {
    // A clock that was given wins over the database's.
    const clock = surroundings.clock ?? store.clock;
    const masterKey = await readMasterKey(config, store, random);
    const keyring = await openKeyring({ records: store.keyRecords, masterKey, clock, random });
    const close = async (): Promise<void> => {
      await keyring.close();
      await store.close();
    };
    // The workers of a machine share its cores, so each computes its part of the hashes, and one at least.
    const concurrency = Math.max(1, Math.floor(availableParallelism() / config.workers));
    return { store, keyring, passwords: openPasswords({ concurrency }), clock, random, close };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** The driver of PostgreSQL is loaded only where it is used. */
async function openStore(config: Config, clock: Clock): Promise<Store> {
  const { database } = config;
  if (database.kind === "postgres") {
    const { openPostgresStore } = await import("./adapters/postgres/store.ts");
    return openPostgresStore({ url: database.url.reveal(), clock });
  }
  // A master key without its database means that the database is lost: an empty one would only hide that.
  const mayCreate = !existsSync(masterKeyFile(config));
  return openSqliteStore({ path: databasePath(config), clock, mayCreate });
}

/** A key file is made only for a database without keys: a new master key could not open the ones that are there. */
async function readMasterKey(config: Config, store: Store, random: Random): Promise<MasterKey> {
  if (config.secret !== undefined) return masterKeyFromSecret(config.secret);
  const mayCreate = (await store.keyRecords.list()).length === 0;
  return masterKeyFromFile({ file: masterKeyFile(config), mayCreate, random });
}

function masterKeyFile(config: Pick<Config, "dataDir">): string {
  return join(config.dataDir, "master.key");
}

/** Starts the service and resolves once it answers. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { config, log, runLatchkey = "latchkey" } = options;
  // Imported here, because commands that only open the database should not wait for the web server's modules.
  const { createServingListener } = await import("./http/server.ts");
  const events = createEvents(log, { clock: options.clock ?? systemClock, runLatchkey });
  const { listening, administration, codeClock } = await openPortAndDatabase(options, events);
  const { server } = listening;
  const { store, keyring, passwords, clock, random } = administration;
  const issuer = resolveIssuer(config, listening.port);
  const health = createHealth();
  const guardedFetch = openGuardedFetch({ mayReachLoopback: isLoopback(issuer) });
  const logoutNotifier = openLogoutNotifier({}, guardedFetch);
  const shownLogos = openShownLogos({
    // Of its own: slow servers of logos must not keep anybody from being told of logouts.
    fetch: openGuardedFetch({ mayReachLoopback: isLoopback(issuer) }),
    logos: store.clientLogos,
    clock,
    kindOf: logoKindOf,
    onProblem: (clientId, reason) => log.warn({ clientId, reason }, "logo-unusable"),
    onFailure: (error) => {
      // While the store is away, its own watch says so.
      if (!(error instanceof StoreUnavailable)) log.error({ failure: describeFailure(error) }, "logo-failed");
    },
  });
  const listener = createServingListener({
    ports: {
      ...store,
      sealer: keyring,
      signer: keyring.signer,
      jwtVerifier: openJwtVerifier(),
      publishedKeys: openPublishedKeys({ fetch: guardedFetch, clock, read: readPublishedKeys }),
      logoutNotifier,
      shownLogos,
      passwords,
      clock,
      codeClock,
      random,
      events,
      settings: flowSettings(config, issuer),
    },
    events,
    readiness: health,
    issuer,
    trustedProxies: config.trustedProxies,
    hstsForSubdomains: config.hstsForSubdomains,
    runLatchkey,
  });
  listening.answerWith(listener);
  const watch = watchStore(store, log, health.reportStore);
  const stopChores = startChores({ store, keyring, codeClock, clock: removalClock(options, clock), log });
  await watch.firstLook;
  health.becomeReady();
  const url = `http://${config.host.includes(":") ? `[${config.host}]` : config.host}:${listening.port}`;
  if (options.onListening === undefined) logListening(log, { url, issuer });
  else options.onListening({ url, issuer });

  const graceOver = Promise.withResolvers<void>();
  const close = async (): Promise<void> => {
    health.beginShutdown();
    await graceOver.promise;
    await drainServer(server, listening.closeUnused);
    logoutNotifier.close();
    shownLogos.close();
    await watch.stop();
    await stopChores();
    events.close();
    await administration.close();
  };
  let closing: Promise<void> | undefined;
  const closeOnce = (graceSeconds = 0): Promise<void> => {
    if (graceSeconds === 0) graceOver.resolve();
    else setTimeout(graceOver.resolve, graceSeconds * 1_000).unref();
    closing ??= close();
    return closing;
  };
  return { issuer, url, broken: watch.broken, close: closeOnce, [Symbol.asyncDispose]: () => closeOnce() };
}

interface OpenedDatabase {
  readonly administration: Administration;
  readonly codeClock: SteadyClock;
}

interface Opened extends OpenedDatabase {
  readonly listening: ListeningServer;
}

/**
 * A process alone takes the port first: a second start must not touch the database. Until that is open, every request is
 * answered 503. On a shared port the port comes last: connections go to every process that listens there, ready or not.
 */
async function openPortAndDatabase(options: ServiceOptions, events: Events): Promise<Opened> {
  const { config, sharedPort, random = systemRandom } = options;
  const { listen } = await import("./http/server.ts");
  if (sharedPort === undefined) {
    const { createStartingListener } = await import("./http/starting.ts");
    const listening = await listen(config.host, config.port);
    const { trustedProxies, hstsForSubdomains } = config;
    const issuer = resolveIssuer(config, listening.port);
    listening.answerWith(
      createStartingListener({ issuer, events, random, trustedProxies, hstsForSubdomains }),
    );
    const opened = await openDatabase(options).catch((error) => {
      listening.server.close();
      listening.server.closeAllConnections();
      throw error;
    });
    return { listening, ...opened };
  }
  const opened = await openDatabase(options);
  try {
    return { listening: await listen(config.host, sharedPort, true), ...opened };
  } catch (error) {
    await opened.administration.close();
    throw error;
  }
}

/** The database, and the code clock, which goes on where time stood; it is set right before the first request. */
async function openDatabase(options: ServiceOptions): Promise<OpenedDatabase> {
  const administration = await openAdministration(options.config, options);
  try {
    const { store, keyring, clock, random } = administration;
    const { stopwatch = options.clock && (() => 0) } = options;
    const latest = await store.timeMark.latest();
    const codeClock = new SteadyClock({ clock, random, latest, stopwatch });
    await keepTimeOf({ store, keyring, codeClock, log: options.log });
    return { administration, codeClock };
  } catch (error) {
    await administration.close();
    throw error;
  }
}

/** Of the configuration only what flows must know: no secret reaches them. */
function flowSettings(config: Config, issuer: Issuer): FlowSettings {
  const { codeLifetime, accessTokenLifetime, sessionLifetime, sessionIdle } = config;
  const registration = registrationPolicy(config);
  return { issuer, codeLifetime, accessTokenLifetime, sessionLifetime, sessionIdle, registration };
}

function registrationPolicy(config: Config): RegistrationPolicy {
  const { registration: mode, registrationToken: token, registrationsMax: clientsMax } = config;
  if (mode === "closed") return { mode };
  if (mode === "open") return { mode, clientsMax };
  if (token === undefined) throw new Error("A valid configuration has a registration token for this mode.");
  return { mode, tokenDigest: sha256(token.reveal()), clientsMax };
}

interface StoreWatch {
  /** Resolves when the store was looked at once: that it can be written, and that what a start made is in its file. */
  readonly firstLook: Promise<void>;
  readonly broken: Promise<StoreBroken>;
  stop(): Promise<void>;
}

/**
 * Readiness follows the store: off at the first request that the store fails, on again when a look finds that it can be
 * written. The log has one line for each change.
 */
function watchStore(store: Store, log: Log, report: (works: boolean) => void): StoreWatch {
  const { promise: broken, resolve } = Promise.withResolvers<StoreBroken>();
  let told: string | undefined;
  const look = every(statusEveryMilliseconds, log, async () => {
    const status = await store.tend();
    report(status.isReady);
    const problem = status.isReady ? status.warning : status.problem;
    if (problem === told) return;
    told = problem;
    const { location: database } = status;
    if (status.isReady && problem !== undefined) log.warn({ database, problem }, "database-warning");
    else if (status.isReady) log.info({ database }, "database-recovered");
    else if (status.movedTo !== undefined)
      log.error({ database, movedTo: status.movedTo, repair: afterMove }, "database-moved");
    else log.error({ database, problem }, "database-unavailable");
  });
  store.onTrouble((trouble) => {
    report(false);
    if (trouble instanceof StoreBroken) resolve(trouble);
    else void look.now();
  });
  return { firstLook: look.now(), broken, stop: look.stop };
}

/** What is removed must have expired by this machine's clock as well as by the database's: it cannot be brought back. */
function removalClock({ clock: given }: Pick<ServiceOptions, "clock">, judging: Clock): Clock {
  return earliestOf(given ?? systemClock, judging);
}

async function keepTimeOf({ store, keyring, codeClock, log }: Omit<Chores, "clock">): Promise<void> {
  const setBack = await keepTime({ clock: codeClock, mark: store.timeMark, keys: keyring });
  if (setBack !== undefined)
    log.warn({ seconds: setBack, effect: "codes issued before are void" }, "clock-set-back");
}

interface Chores {
  readonly store: Store;
  readonly keyring: Keyring;
  readonly codeClock: SteadyClock;
  readonly clock: Clock;
  readonly log: Log;
}

/** What happens by itself while the service runs: expired rows go, keys rotate. */
function startChores({ store, keyring, codeClock, clock, log }: Chores): () => Promise<void> {
  const watched = watchClock(clock);
  const sweep = every(sweepEveryMilliseconds, log, async (isStopping) => {
    const isTrusted = watched.isTrusted();
    if (!(await store.status()).isReady) return;
    if (!isTrusted) return store.expiry.makeRoom(clock.now());
    while (!isStopping() && (await store.expiry.sweep(clock.now(), sweepRowsMax)) >= sweepRowsMax);
  });
  const time = every(keepTimeEveryMilliseconds, log, () =>
    keepTimeOf({ store, keyring, codeClock, log }).catch((error) => {
      // While the store is away, its own watch says so.
      if (!(error instanceof StoreUnavailable)) throw error;
    }),
  );
  const maintenance = every(keyMaintenanceEveryMilliseconds, log, () => keyring.maintain());
  return async () => {
    await Promise.all([sweep.stop(), time.stop(), maintenance.stop()]);
    await keepTimeOf({ store, keyring, codeClock, log }).catch(() => undefined); // The store may be away; the time was noted a second ago.
  };
}

/** Something that happens again and again, never twice at once. */
interface Chore {
  /** Does not wait for the next time; where one is under way, that one counts. Never rejects. */
  now(): Promise<void>;
  /** Waits for the round that is under way. */
  stop(): Promise<void>;
}

function every(milliseconds: number, log: Log, chore: (isStopping: () => boolean) => Promise<void>): Chore {
  let isStopping = false;
  let running: Promise<void> = Promise.resolve();
  let isRunning = false;
  const now = () => {
    if (isRunning || isStopping) return running;
    isRunning = true;
    running = chore(() => isStopping)
      .catch((error) => log.error({ failure: describeFailure(error) }, "chore-failed"))
      .finally(() => {
        isRunning = false;
      });
    return running;
  };
  const timer = setInterval(now, milliseconds);
  timer.unref();
  return {
    now,
    stop: async () => {
      isStopping = true;
      clearInterval(timer);
      await running;
    },
  };
}
