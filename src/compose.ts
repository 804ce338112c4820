import type { RequestListener } from "node:http";
import { systemClock } from "./adapters/system/clock.ts";
import { SteadyClock } from "./adapters/system/code-clock.ts";
import { systemRandom } from "./adapters/system/random.ts";
import type { ClaimsFunction } from "./adapters/webhook/claims-hook.ts";
import { type Administration, openAdministration } from "./administration.ts";
import { openAdministrationPorts } from "./compose/administration.ts";
import {
  noteTime,
  type OpenedDatabase,
  startJobs,
  startMail,
  startMailRequests,
  startWebhooks,
} from "./compose/jobs.ts";
import { type Observation, openObservation } from "./compose/observation.ts";
import { openPorts } from "./compose/ports.ts";
import type { Events } from "./flows/events.ts";
import type { OldKeys } from "./flows/old-system-ports.ts";
import type { Clock, Random } from "./flows/ports.ts";
import { createServingListener, type ListeningServer, listen } from "./http/server.ts";
import { createStartingListener } from "./http/starting.ts";
import { brandSettings } from "./ops/brand.ts";
import { type Config, type LoadedConfig, resolveIssuer, silentProxyRepair } from "./ops/config.ts";
import { fanOut } from "./ops/fan-out.ts";
import { flowSettings } from "./ops/flow-settings.ts";
import { createHealth } from "./ops/health.ts";
import { type Listening, logListening } from "./ops/listening.ts";
import { createEvents, type Log, logLanguageFailures } from "./ops/log.ts";
import { createMount } from "./ops/mount.ts";
import { drainServer, endOnce } from "./ops/shutdown.ts";
import { watchStore } from "./ops/store-watch.ts";
import type { BrandSettings } from "./values/brand.ts";
import type { Issuer } from "./values/issuer.ts";
import { StoreBroken, StoreUnavailable } from "./values/store-unavailable.ts";
import type { Instant } from "./values/time.ts";

/** A running service. */
export interface Service {
  readonly issuer: Issuer;
  /** The address that it listens on, as the log's first line says it. */
  readonly url: string;
  /** Answers a request. For a mounted service, the program around it calls this with the requests of its own server. */
  readonly handler: RequestListener;
  /** What the service has open, for the program around it. */
  readonly administration: Administration;
  /**
   * Resolves when the database failed for good under the running service. Then close the service and let a new process look at the disk.
   */
  readonly broken: Promise<StoreBroken>;
  /**
   * Stops accepting, answers the requests under way, commits the queued facts, closes the database. During the grace, none by default,
   * `/readyz` says no and every other answer says `Connection: close`. Another call without a grace cuts it short.
   */
  close(graceSeconds?: number): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

interface ServiceOptions {
  readonly config: Config;
  /** Where each setting comes from; absent if a program made them. */
  readonly origins?: LoadedConfig["origins"];
  readonly log: Log;
  readonly clock?: Clock;
  /**
   * Milliseconds since some instant, for tests that give a clock. Without it a given clock has a stopwatch that stands still for codes,
   * and the machine's for the question whether the clock can be trusted.
   */
  readonly stopwatch?: () => number;
  readonly random?: Random;
  /** How the command line is called, for repairs that error pages print. */
  readonly runLatchkey?: string;
  /** Called once the service answers. Without it, the log says so. */
  readonly onListening?: (listening: Listening) => void;
  /** The port that this process shares with others, each of which listens by itself. It replaces the configured port. */
  readonly sharedPort?: number | undefined;
  /** Opens no port: requests come to the service's `handler`. The configuration has a base URL. */
  readonly isMounted?: boolean;
  /** Serves the documents at `/docs` too. */
  readonly hasDocs?: boolean;
  /** The claims hook as a function, instead of LATCHKEY_CLAIMS_HOOK_URL. */
  readonly claims?: ClaimsFunction | undefined;
}

/** Starts the service and resolves once it answers. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { config, log, runLatchkey = "latchkey" } = options;
  const brand = brandSettings(config);
  const isWorker = options.sharedPort !== undefined;
  const clock = options.clock ?? systemClock;
  const observation = await openObservation(config, { log, isWorker, clock });
  const { traced, refusals } = observation;
  const logged = createEvents(log, { clock, runLatchkey, traceId: traced?.traceId });
  const events = fanOut([logged, ...observation.sinks]);
  const onLanguageFailure = logLanguageFailures(log);
  const oldKeys = await openOldKeys(config);
  const openOldSystem = await readOldSystem(config);
  const opened = await openPortAndDatabase({ ...options, observation, onLanguageFailure }, events, brand);
  const { entrance, administration, codeClock } = opened;
  const { store } = administration;
  const issuer = resolveIssuer(config, entrance.port);
  const settings = flowSettings(config, issuer);
  const health = createHealth();
  const { ports, close: closePorts } = openPorts({
    administration,
    codeClock,
    settings,
    events,
    log,
    traced,
    oldSystem: openOldSystem?.({ ...administration, wrap: traced?.fetch }),
    oldKeys,
    claimsHook: { config, claims: options.claims, probe: observation.claimsHookProbe },
  });
  let silentProxy: string | undefined;
  const listener = createServingListener({
    ports,
    events,
    readiness: health,
    issuer,
    trustedProxies: config.trustedProxies,
    onSilentProxy: (peer) => {
      silentProxy = peer;
      log.warn({ peer, repair: silentProxyRepair }, "proxy-without-address");
    },
    hstsForSubdomains: config.hstsForSubdomains,
    oldRoutesOf: await oldRoutesIn(config),
    runLatchkey,
    probe: observation.requestProbe,
    trace: traced?.request,
    brand,
    onLanguageFailure,
    hasDocs: options.hasDocs ?? false,
    administration: openAdministrationPorts(administration, {
      config,
      origins: options.origins,
      issuer,
      party: ports.upstreamParty,
      oldSystem: ports.oldSystem,
      isStopping: health.isStopping,
      silentProxy: () => silentProxy,
      refusals,
      traced,
    }),
  });
  entrance.answerWith(listener);
  const watch = watchStore(store, log, health.reportStore);
  let sweptAt: Instant | undefined;
  const onSwept = (at: Instant) => {
    sweptAt = at;
  };
  const stopJobs = startJobs({ administration, codeClock }, { ...options, onSwept });
  const stopBackups = await startBackups(administration, options);
  const stopMailRequests = startMailRequests(ports, administration, log);
  const stopMail = startMail(administration, issuer, { ...options, traced });
  const stopWebhooks = startWebhooks(administration, issuer, { log, traced });
  const stopObserving = await observation.start({ administration, clock, health, sweptAt: () => sweptAt });
  await watch.firstLook;
  health.becomeReady();
  const host = config.host.includes(":") ? `[${config.host}]` : config.host;
  const url = options.isMounted ? issuer : `http://${host}:${entrance.port}`;
  if (options.onListening === undefined) logListening(log, { url, issuer });
  else options.onListening({ url, issuer });

  const close = endOnce({
    begin: health.beginShutdown,
    finish: async () => {
      await entrance.close();
      await stopMailRequests();
      closePorts();
      await watch.stop();
      await Promise.all([stopJobs(), stopMail(), stopWebhooks(), stopBackups()]);
      await stopObserving();
      logged.close();
      await administration.close();
    },
  });
  const { handler = listener } = entrance;
  return {
    issuer,
    url,
    handler,
    administration,
    broken: watch.broken,
    close,
    [Symbol.asyncDispose]: () => close(),
  };
}

/** Most services have no old product to ask. */
async function readOldSystem(config: Config) {
  if (config.importCheckUrl === undefined) return undefined;
  const oldSystem = await import("./compose/old-system.ts");
  return oldSystem.readOldSystem(config);
}

/** Most services answer at their own addresses alone. */
async function oldRoutesIn({
  oldPaths,
}: Config): Promise<Parameters<typeof createServingListener>[0]["oldRoutesOf"]> {
  if (oldPaths === undefined) return undefined;
  const { oldRoutesOf } = await import("./http/old-paths.ts");
  return (paths, routes) => oldRoutesOf(oldPaths, paths, routes);
}

/** Most services publish their own keys alone. */
async function openOldKeys(config: Config): Promise<OldKeys | undefined> {
  if (config.oldKeys === undefined) return undefined;
  const oldSystem = await import("./compose/old-system.ts");
  return oldSystem.openOldKeys(config);
}

/** Most services load nothing of backups. */
async function startBackups(
  administration: Administration,
  options: ServiceOptions,
): Promise<() => Promise<void>> {
  if (options.config.backupEvery === undefined) return async () => {};
  const backups = await import("./compose/backups.ts");
  return backups.startBackups(administration, options);
}

interface ObservedOptions extends ServiceOptions {
  readonly observation: Observation;
  readonly onLanguageFailure: (language: string, error: unknown) => void;
}

/** Where requests come in: a server of this service, or the `handler` that the program around it calls. */
interface Entrance {
  readonly port: number;
  readonly handler?: RequestListener;
  answerWith(listener: RequestListener): void;
  /** Takes no further request, and resolves when those under way are answered. */
  close(): Promise<void>;
}

interface Opened extends OpenedDatabase {
  readonly entrance: Entrance;
}

function entranceOf(listening: ListeningServer): Entrance {
  const { server, port, answerWith, unused } = listening;
  return { port, answerWith, close: () => drainServer(server, unused) };
}

/**
 * A process alone takes the port first, because a second start must not touch the database. Until the database is open, every request
 * is answered 503. A shared port comes last, because connections go to every process that listens there, ready or not.
 */
async function openPortAndDatabase(
  options: ObservedOptions,
  events: Events,
  brand: BrandSettings,
): Promise<Opened> {
  const { config, sharedPort, random = systemRandom, onLanguageFailure } = options;
  if (options.isMounted) {
    const opened = await openDatabase(options);
    return { entrance: { ...createMount(), port: config.port }, ...opened };
  }
  if (sharedPort === undefined) {
    const listening = await listen(config.host, config.port);
    const { trustedProxies, hstsForSubdomains } = config;
    const issuer = resolveIssuer(config, listening.port);
    listening.answerWith(
      createStartingListener({
        issuer,
        events,
        random,
        trustedProxies,
        hstsForSubdomains,
        brand,
        onLanguageFailure,
      }),
    );
    const opened = await openDatabase(options).catch((error) => {
      listening.server.close();
      listening.server.closeAllConnections();
      throw error;
    });
    return { entrance: entranceOf(listening), ...opened };
  }
  const opened = await openDatabase(options);
  try {
    return { entrance: entranceOf(await listen(config.host, sharedPort, true)), ...opened };
  } catch (error) {
    await opened.administration.close();
    throw error;
  }
}

/** Opens the database and sets the code clock, which goes on from the noted time, before the first request. */
async function openDatabase(options: ObservedOptions): Promise<OpenedDatabase> {
  const { storeObserver, hashProbe } = options.observation;
  const administration = await openAdministration(options.config, { ...options, storeObserver, hashProbe });
  try {
    const { store, clock, random } = administration;
    if (store.keptBefore !== undefined) options.log.info({ file: store.keptBefore }, "schema-changed");
    const { stopwatch = options.clock && (() => 0) } = options;
    const latest = await store.watermark.latest();
    const codeClock = new SteadyClock({ clock, random, latest, stopwatch });
    const opened = { administration, codeClock };
    // A database on a full disk can still be read. Until the time can be noted, the code clock never falls behind the noted one.
    await noteTime(opened, options.log).catch(unlessAwayForNow);
    await applyDeclared(administration, options);
    return opened;
  } catch (error) {
    await administration.close();
    throw error;
  }
}

/** Most services declare nothing in files. */
async function applyDeclared(administration: Administration, { config, log }: ServiceOptions): Promise<void> {
  if (config.apply === undefined) return;
  const { applyAtStart } = await import("./compose/declared.ts");
  const changes = await applyAtStart(administration, config, config.apply);
  // The log has no names of people; the audit trail says whose account it was.
  for (const { section, name, act } of changes)
    log.info({ section, ...(section !== "users" && { name }), act }, "state-applied");
}

function unlessAwayForNow(error: unknown): void {
  if (!(error instanceof StoreUnavailable) || error instanceof StoreBroken) throw error;
}
