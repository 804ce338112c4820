/**
 * Wires the rooms together: configuration → adapters → flows → http. Production and tests start through this door; only the command
 * line and tests import it.
 */
import { createClientDocuments, documentBounds } from "./adapters/fetch/client-documents.ts";
import { createGuardedFetch } from "./adapters/fetch/guarded-fetch.ts";
import { createPublishedKeys } from "./adapters/fetch/published-keys.ts";
import { openShownLogos } from "./adapters/fetch/shown-logos.ts";
import { createJwtVerifier } from "./adapters/keys/jwt-verifier.ts";
import { openLogoutNotifier } from "./adapters/logout/notifier.ts";
import { openSmtpServer } from "./adapters/mail/smtp.ts";
import { totpCodes } from "./adapters/otp/totp-codes.ts";
import { createPasskeyVerifier } from "./adapters/passkeys/webauthn.ts";
import { openAfterwards } from "./adapters/system/afterwards.ts";
import { earliestOf, systemClock, watchClock } from "./adapters/system/clock.ts";
import { SteadyClock } from "./adapters/system/code-clock.ts";
import { systemRandom } from "./adapters/system/random.ts";
import { createUpstreamParty } from "./adapters/upstream/upstream-party.ts";
import { type Administration, openAdministration } from "./administration.ts";
import { clientsUnderPolicy, readDescription } from "./flows/described-clients.ts";
import type { Events } from "./flows/events.ts";
import { keepTime } from "./flows/keep-time.ts";
import { leaseQueued, sendLeased } from "./flows/mail/send-queued.ts";
import { removeDueAccounts } from "./flows/person/deletion.ts";
import type { Clock, Random } from "./flows/ports.ts";
import { createServingListener, type ListeningServer, listen } from "./http/server.ts";
import { createStartingListener } from "./http/starting.ts";
import { passkeyAlgorithms } from "./identity/passkey.ts";
import { startBackgroundJobs } from "./ops/background-jobs.ts";
import { brandSettings } from "./ops/brand.ts";
import { type Config, resolveIssuer } from "./ops/config.ts";
import { flowSettings } from "./ops/flow-settings.ts";
import { createHealth } from "./ops/health.ts";
import { type Listening, logListening } from "./ops/listening.ts";
import { createEvents, describeFailure, type Log } from "./ops/log.ts";
import { startMailQueue } from "./ops/mail-queue.ts";
import { drainServer, endOnce } from "./ops/shutdown.ts";
import { watchStore } from "./ops/store-watch.ts";
import { readPublishedKeys } from "./protocol/client/key-set.ts";
import { logoKindOf } from "./protocol/client/logo.ts";
import type { BrandSettings } from "./values/brand.ts";
import { type Issuer, isLoopback } from "./values/issuer.ts";
import { type StoreBroken, StoreUnavailable } from "./values/store-unavailable.ts";

/** A running service. */
export interface Service {
  readonly issuer: Issuer;
  /** The address that it listens on, as the log's first line says it. */
  readonly url: string;
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
  readonly log: Log;
  readonly clock?: Clock;
  /** Milliseconds since some instant, for tests that give a clock. Without it a given clock has a stopwatch that stands still. */
  readonly stopwatch?: () => number;
  readonly random?: Random;
  /** How the command line is called, for repairs that error pages print. */
  readonly runLatchkey?: string;
  /** Called once the service answers. Without it, the log says so. */
  readonly onListening?: (listening: Listening) => void;
  /** The port that this process shares with others, each of which listens by itself. It replaces the configured port. */
  readonly sharedPort?: number | undefined;
}

/** Starts the service and resolves once it answers. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { config, log, runLatchkey = "latchkey" } = options;
  const brand = brandSettings(config);
  const events = createEvents(log, { clock: options.clock ?? systemClock, runLatchkey });
  const { listening, administration, codeClock } = await openPortAndDatabase(options, events, brand);
  const { server } = listening;
  const { store, keyring, mailTemplates, passwords, passwordEstimates, clock, random } = administration;
  const issuer = resolveIssuer(config, listening.port);
  const settings = flowSettings(config, issuer);
  const health = createHealth();
  const guardedFetch = createGuardedFetch({ mayReachLoopback: isLoopback(issuer) });
  const clientDocuments = createClientDocuments({
    // A fetch of its own, because people wait for it.
    fetch: createGuardedFetch({ mayReachLoopback: isLoopback(issuer), ...documentBounds }),
    clock,
    read: (bytes, id) => readDescription(bytes, id, settings),
  });
  const logoutNotifier = openLogoutNotifier({}, guardedFetch);
  const shownLogos = openShownLogos({
    // Logos have a fetch of their own, so that slow servers of logos do not hold up logout tokens.
    fetch: createGuardedFetch({ mayReachLoopback: isLoopback(issuer) }),
    logos: store.clientLogos,
    clock,
    kindOf: logoKindOf,
    onProblem: (clientId, reason) => log.warn({ clientId, reason }, "logo-unusable"),
    onFailure: (error) => {
      // The store's own watch logs that the store is away.
      if (!(error instanceof StoreUnavailable)) log.error({ failure: describeFailure(error) }, "logo-failed");
    },
  });
  const afterwards = openAfterwards(random, (error) => {
    // The store's own watch logs that the store is away.
    if (!(error instanceof StoreUnavailable))
      log.error({ failure: describeFailure(error) }, "work-after-answer-failed");
  });
  const listener = createServingListener({
    ports: {
      ...store,
      clients: clientsUnderPolicy(store.clients, settings),
      clientDocuments,
      sealer: keyring,
      signer: keyring.signer,
      jwtVerifier: createJwtVerifier(),
      publishedKeys: createPublishedKeys({ fetch: guardedFetch, clock, read: readPublishedKeys }),
      logoutNotifier,
      afterwards,
      upstreamParty: createUpstreamParty({
        // A fetch of its own, because people wait for it; a key set may be larger than what clients publish.
        fetch: createGuardedFetch({ mayReachLoopback: isLoopback(issuer), bodyBytesMax: 256 * 1024 }),
        sealer: keyring,
        clock,
        mayReachLoopback: isLoopback(issuer),
      }),
      shownLogos,
      totpCodes,
      passwords,
      mailTemplates,
      passwordEstimates,
      passkeyVerifier: createPasskeyVerifier({
        ...(settings.passkeys ?? { rpId: "", origin: "" }),
        algorithms: passkeyAlgorithms,
      }),
      clock,
      codeClock,
      random,
      events,
      settings,
    },
    events,
    readiness: health,
    issuer,
    trustedProxies: config.trustedProxies,
    hstsForSubdomains: config.hstsForSubdomains,
    runLatchkey,
    brand,
  });
  listening.answerWith(listener);
  const watch = watchStore(store, log, health.reportStore);
  const stopJobs = startJobs({ administration, codeClock }, options);
  const stopMail = startMail(administration, issuer, options);
  await watch.firstLook;
  health.becomeReady();
  const url = `http://${config.host.includes(":") ? `[${config.host}]` : config.host}:${listening.port}`;
  if (options.onListening === undefined) logListening(log, { url, issuer });
  else options.onListening({ url, issuer });

  const close = endOnce({
    begin: health.beginShutdown,
    finish: async () => {
      await drainServer(server, listening.closeUnused);
      await afterwards.close();
      logoutNotifier.close();
      shownLogos.close();
      await watch.stop();
      await Promise.all([stopJobs(), stopMail()]);
      events.close();
      await administration.close();
    },
  });
  return { issuer, url, broken: watch.broken, close, [Symbol.asyncDispose]: () => close() };
}

interface OpenedDatabase {
  readonly administration: Administration;
  readonly codeClock: SteadyClock;
}

interface Opened extends OpenedDatabase {
  readonly listening: ListeningServer;
}

/**
 * A process alone takes the port first, because a second start must not touch the database. Until the database is open, every request
 * is answered 503. A shared port comes last, because connections go to every process that listens there, ready or not.
 */
async function openPortAndDatabase(
  options: ServiceOptions,
  events: Events,
  brand: BrandSettings,
): Promise<Opened> {
  const { config, sharedPort, random = systemRandom } = options;
  if (sharedPort === undefined) {
    const listening = await listen(config.host, config.port);
    const { trustedProxies, hstsForSubdomains } = config;
    const issuer = resolveIssuer(config, listening.port);
    listening.answerWith(
      createStartingListener({ issuer, events, random, trustedProxies, hstsForSubdomains, brand }),
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

/** Opens the database and sets the code clock, which goes on from the noted time, before the first request. */
async function openDatabase(options: ServiceOptions): Promise<OpenedDatabase> {
  const administration = await openAdministration(options.config, options);
  try {
    const { store, clock, random } = administration;
    const { stopwatch = options.clock && (() => 0) } = options;
    const latest = await store.timeMark.latest();
    const codeClock = new SteadyClock({ clock, random, latest, stopwatch });
    const opened = { administration, codeClock };
    await noteTime(opened, options.log);
    return opened;
  } catch (error) {
    await administration.close();
    throw error;
  }
}

/** Notes how far time has come. Where the clock was set back, the log says what that makes void. */
async function noteTime({ administration, codeClock }: OpenedDatabase, log: Log): Promise<void> {
  const { store, keyring } = administration;
  const setBack = await keepTime({
    clock: codeClock,
    mark: store.timeMark,
    keys: keyring,
    devices: store.deviceAuthorizations,
  });
  if (setBack !== undefined)
    log.warn({ seconds: setBack, effect: "codes issued before are void" }, "clock-set-back");
}

/** Starts the background jobs. The store's own watch logs that the store is away. */
function startJobs(opened: OpenedDatabase, { clock: given, log }: ServiceOptions): () => Promise<void> {
  const { store, keyring, clock: judging } = opened.administration;
  // A removed row cannot be brought back, so it must have expired by this machine's clock and by the database's.
  const clock = earliestOf(given ?? systemClock, judging);
  const watched = watchClock(clock);
  return startBackgroundJobs({
    store,
    removeDueAccounts: async () => {
      for (const accountId of await removeDueAccounts(store, clock.now()))
        log.info({ accountId }, "account-deleted");
    },
    keyring,
    clock,
    isClockTrusted: () => watched.isTrusted(),
    noteTime: () => noteTime(opened, log).catch(unlessStoreIsAway),
    log,
  });
}

/** A message under way may take this long when the service stops. Then it is cut, and sent again later. */
const mailCutMilliseconds = 3_000;

/** Sends messages, where there is a mail server. Returns what stops that. */
function startMail(
  { store, keyring: sealer, clock }: Administration,
  issuer: Issuer,
  { config, log }: ServiceOptions,
): () => Promise<void> {
  if (config.mailServer === undefined) return async () => {};
  const { hostname: messageIdHost } = new URL(issuer);
  const from = config.mailFrom ?? { name: config.brandName, address: `noreply@${messageIdHost}` };
  const mailServer = openSmtpServer({ ...config.mailServer, from, messageIdHost });
  const ports = { outbox: store.outbox, sealer, clock, mailServer };
  const queue = startMailQueue({
    lease: (count) => leaseQueued(ports, count),
    send: (message) => sendLeased(ports, message),
    onQueued: store.outbox.onQueued,
    isReady: async () => (await store.status()).isReady,
    log,
  });
  return async () => {
    const cut = setTimeout(mailServer.close, mailCutMilliseconds);
    await queue.stop();
    clearTimeout(cut);
  };
}

function unlessStoreIsAway(error: unknown): void {
  if (!(error instanceof StoreUnavailable)) throw error;
}
