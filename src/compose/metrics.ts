/** The metrics of a process, with what is looked up for each scrape. Loaded only if `LATCHKEY_METRICS_PORT` is set. */
import type { Administration } from "../administration.ts";
import type { Config } from "../ops/config.ts";
import type { Health } from "../ops/health.ts";
import type { Log } from "../ops/log.ts";
import { createMetrics, type Looked, type Metrics } from "../ops/metrics.ts";
import { serveMetrics } from "../ops/metrics-listener.ts";
import { readVersion } from "../ops/version.ts";
import { answerSupervisor } from "../ops/worker-metrics.ts";
import type { Instant } from "../values/time.ts";
import { countTokens } from "./token-count.ts";

/** What the figures are looked up in. */
export interface MetricsSubjects {
  readonly config: Config;
  readonly administration: Administration;
  readonly health: Health;
  readonly log: Log;
  /** When everything that had expired was last removed. */
  readonly sweptAt: () => Instant | undefined;
  /** Entries that wait to be written to the audit trail. */
  readonly auditQueue: () => { readonly waiting: number; readonly dropped: number };
  /** True in a worker, whose supervisor serves the metrics of all. */
  readonly isWorker: boolean;
}

/** Metrics that are not served yet. */
export interface OpenMetrics extends Metrics {
  /** Serves them, here or through the supervisor. Returns what ends that. */
  serve(subjects: MetricsSubjects): Promise<() => Promise<void>>;
}

/** Rows are counted again after this time at the earliest, because counting reads them all. */
const countEveryMilliseconds = 60_000;
/** What waits is counted sooner: a mail server that fails is known within a minute, by way of a scrape. */
const waitingEveryMilliseconds = 30_000;

/** Opens the metrics before there is anything to look up. */
export function openMetrics(): OpenMetrics {
  let look = async (): Promise<Looked> => [];
  const metrics = createMetrics(() => look());
  return {
    ...metrics,
    serve: async (subjects) => {
      const { config, administration, log, isWorker } = subjects;
      const startedAt = administration.clock.now() - process.uptime() * 1_000;
      const countRows = rarely(administration, countEveryMilliseconds, () => rowsOf(subjects));
      const countWaiting = rarely(administration, waitingEveryMilliseconds, () => waitingOf(administration));
      const { tokenCounts } = administration.store;
      const { clock } = administration;
      const tokens = countTokens({
        tokenCounts,
        clock,
        accessTokenLifetime: config.accessTokenLifetime,
        log,
      });
      look = async () => [
        ...processOf(subjects, startedAt),
        ...keysOf(administration),
        ...(await countRows()),
        ...(await countWaiting()),
        ...tokens.latest(),
      ];
      administration.store.onFailure(metrics.databaseFailed);
      const end = isWorker ? answerSupervisor(metrics.report) : (await serveOn(config, log, metrics)).close;
      return async () => {
        await Promise.all([end(), tokens.stop()]);
        metrics.close();
      };
    },
  };
}

function serveOn({ metricsHost: host, metricsPort: port = 0 }: Config, log: Log, { report }: Metrics) {
  return serveMetrics({ host, port, log }, async () => [await report()]);
}

function processOf(
  { administration, health, sweptAt, auditQueue, config, log }: MetricsSubjects,
  startedAt: number,
): Looked {
  const { rss, heapUsed, external } = process.memoryUsage();
  const connections = Object.entries(administration.store.connections?.() ?? {});
  const build = { version: readVersion(), node: process.versions.node, database: config.database.kind };
  const audit = auditQueue();
  return [
    { name: "auditQueue", value: audit.waiting },
    { name: "auditDropped", value: audit.dropped },
    { name: "ready", value: Number(health.isReady()) },
    { name: "memory", value: rss, labels: { kind: "resident" } },
    { name: "memory", value: heapUsed, labels: { kind: "heap-used" } },
    { name: "memory", value: external, labels: { kind: "external" } },
    ...connections.map(
      ([state, value]) => ({ name: "databaseConnections", value, labels: { state } }) as const,
    ),
    { name: "expirySwept", value: (sweptAt() ?? 0) / 1_000 },
    { name: "cpu", value: cpuSeconds() },
    { name: "logLinesLost", value: log.lostLines },
    { name: "processes", value: 1 },
    { name: "started", value: startedAt / 1_000 },
    { name: "build", value: 1, labels: build },
  ];
}

/** The newest key of each purpose. */
function keysOf({ keyring }: Administration): Looked {
  const newest = new Map<string, number>();
  for (const { purpose, createdAt } of keyring.list())
    newest.set(purpose, Math.max(createdAt, newest.get(purpose) ?? 0));
  return [...newest].map(([purpose, at]) => ({ name: "keyCreated", value: at / 1_000, labels: { purpose } }));
}

async function rowsOf({ administration, config }: MetricsSubjects): Promise<Looked> {
  const { store, clock } = administration;
  const [counts, backups] = await Promise.all([
    store.inventory.counts({ now: clock.now(), idleLimit: config.sessionIdle }),
    store.backupRuns.latest(),
  ]);
  return [
    { name: "clients", value: counts.clients },
    { name: "accounts", value: counts.accounts },
    { name: "sessions", value: counts.sessions },
    { name: "backupFailed", value: (backups.failed?.at ?? 0) / 1_000 },
    { name: "backupMade", value: Math.max(backups.schedule?.at ?? 0, backups.command?.at ?? 0) / 1_000 },
    { name: "backupProved", value: (backups.proved?.at ?? 0) / 1_000 },
    { name: "backupEvery", value: config.backupEvery ?? 0 },
    ...(await declaredOf(administration, config)),
    ...(config.importCheckUrl === undefined
      ? []
      : [{ name: "oldPasswords", value: await store.inventory.oldPasswords() } as const]),
  ];
}

/** What waits for other servers. */
async function waitingOf({ store, clock }: Administration): Promise<Looked> {
  const [mail, webhooks] = await Promise.all([store.outbox.counts(), store.webhooks.counts()]);
  const oldest = mail.oldestQueuedAt === undefined ? 0 : Math.max(0, clock.now() - mail.oldestQueuedAt);
  return [
    ...(["queued", "sent", "dead"] as const).map(
      (state) => ({ name: "mails", value: mail[state], labels: { state } }) as const,
    ),
    { name: "mailOldest", value: oldest / 1_000 },
    { name: "mailFailing", value: mail.failing },
    ...(["working", "failing", "disabled"] as const).map(
      (state) => ({ name: "webhooks", value: webhooks[state], labels: { state } }) as const,
    ),
    ...(["waiting", "dead"] as const).map(
      (state) => ({ name: "webhookEntries", value: webhooks[state], labels: { state } }) as const,
    ),
  ];
}

/** Most services declare nothing in files. */
async function declaredOf(administration: Administration, config: Config): Promise<Looked> {
  if (config.apply === undefined) return [];
  const { findDrift } = await import("./declared.ts");
  const found = await findDrift(administration, config, config.apply);
  return [{ name: "declaredDifferences", value: found.ok ? found.value.length : -1 }];
}

/** Reads again after this time. While the database is unavailable, the figures stay as they were. */
function rarely(
  { clock }: Administration,
  everyMilliseconds: number,
  find: () => Promise<Looked>,
): () => Promise<Looked> {
  let found: Looked = [];
  let foundAt: Instant | undefined;
  return async () => {
    const now = clock.now();
    // A clock that was set back must not keep them for longer.
    if (foundAt !== undefined && foundAt <= now && now - foundAt < everyMilliseconds) return found;
    foundAt = now;
    // The store itself logs that it is unavailable.
    found = await find().catch(() => found);
    return found;
  };
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
