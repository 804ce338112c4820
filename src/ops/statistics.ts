import type { Event, Events } from "../flows/events.ts";
import type { Clock } from "../flows/ports.ts";
import type { HashProbe, RequestProbe } from "../flows/probe-ports.ts";
import type { ClientUse, Statistic, StatisticKind, Statistics } from "../flows/statistics-ports.ts";
import { StoreUnavailable } from "../values/store-unavailable.ts";
import { type Instant, instantOf } from "../values/time.ts";
import type { BackgroundJob } from "./background-jobs.ts";
import { repeat } from "./background-jobs.ts";
import type { Log } from "./log.ts";

/** The upper bounds of the buckets for durations, in milliseconds. */
const durationBounds = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000] as const;

const minuteMilliseconds = 60_000;
const lookMilliseconds = 5_000;
/** Reasons and methods are words of the service, so a process that has this many in a minute has a mistake. */
const labelsMax = 64;
const clientsMax = 1_000;
const clientsNamedMax = 20;
/** Minutes that wait for a database that is away. */
const waitingMax = 60;
const rest = "other";

type Counted = Map<StatisticKind, Map<string, number>>;

/** The use by one client. */
interface Use {
  code: number;
  noState: number;
  noChallenge: number;
  token: number;
  refused: number;
  readonly scopes: Map<string, number>;
}

interface Minute {
  readonly at: Instant;
  readonly counted: readonly Statistic[];
}

/** Counts what happens in this process, in memory, until `take` hands it over. It hears of events, answers and hashes. */
interface StatisticsCounter {
  readonly events: Events;
  readonly requests: RequestProbe;
  readonly hashes: Pick<HashProbe, "waiting">;
  /** What was counted since the last call. */
  take(): readonly Statistic[];
}

/** Creates a counter that has counted nothing. */
export function createStatisticsCounter(): StatisticsCounter {
  let counted: Counted = new Map();
  let uses = new Map<string, Use>();
  let queuePeak = 0;

  function useOf(clientId: string): Use {
    let use = uses.get(clientId);
    if (use === undefined) {
      use = { code: 0, noState: 0, noChallenge: 0, token: 0, refused: 0, scopes: new Map() };
      if (uses.size < clientsMax) uses.set(clientId, use);
    }
    return use;
  }

  function count(kind: StatisticKind, label: string): void {
    let labels = counted.get(kind);
    if (labels === undefined) {
      labels = new Map();
      counted.set(kind, labels);
    }
    const before = labels.get(label);
    if (before !== undefined) labels.set(label, before + 1);
    else if (labels.size < (kind === "client" ? clientsMax : labelsMax)) labels.set(label, 1);
    else labels.set(rest, (labels.get(rest) ?? 0) + 1);
  }

  return {
    events: {
      record: (event) => {
        countEvent(event, count);
        countUse(event, useOf);
      },
    },
    requests: {
      answered: (endpoint, _, milliseconds) => {
        if (endpoint === "token") count("token-duration", boundOf(milliseconds));
        else if (endpoint === "sign-in") count("sign-in-duration", boundOf(milliseconds));
      },
    },
    hashes: {
      waiting: (waiting) => {
        if (waiting > queuePeak) queuePeak = waiting;
      },
    },
    take: () => {
      const taken = statisticsOf(counted);
      if (queuePeak > 0) taken.push({ kind: "hash-queue", label: "waiting", count: 1, peak: queuePeak });
      for (const [clientId, use] of uses) taken.push(...statisticsOfUse(clientId, use));
      counted = new Map();
      uses = new Map();
      queuePeak = 0;
      return taken;
    },
  };
}

/** Reasons for which a try was turned away unjudged. */
const throttles: ReadonlySet<string> = new Set([
  "throttled",
  "account-throttled",
  "busy",
  "too-many-attempts",
  "too-many-device-requests",
]);

function countEvent(event: Event, count: (kind: StatisticKind, label: string) => void): void {
  switch (event.kind) {
    case "token-issued":
      count("token", "issued");
      count("client", event.clientId);
      break;
    case "signed-in":
      count("sign-in", "signed-in");
      count("method", event.methods.join(" "));
      break;
    case "sign-in-refused":
      count("sign-in", "refused");
      count("sign-in-refusal", event.reason);
      if (throttles.has(event.reason)) count("throttled", event.reason);
      break;
    case "second-factor-refused":
      count("sign-in-refusal", `second-factor: ${event.reason}`);
      break;
    case "exchange-refused":
      count("token", "refused");
      count("client-refusal", event.reason);
      if (throttles.has(event.reason)) count("throttled", event.reason);
      break;
    case "authorization-refused":
      count("client-refusal", event.reason);
      break;
    case "unexpected-failure":
      count("failure", "unexpected");
      break;
    default:
      break;
  }
}

/** Counts the use by a client. Anybody who knows its id can cause refused requests. */
function countUse(event: Event, useOf: (clientId: string) => Use): void {
  switch (event.kind) {
    case "code-issued": {
      const use = useOf(event.clientId);
      use.code += 1;
      if (!event.hasState) use.noState += 1;
      if (!event.hasChallenge) use.noChallenge += 1;
      countScope(use, event.scope);
      break;
    }
    case "token-issued": {
      const use = useOf(event.clientId);
      use.token += 1;
      if (event.scope !== undefined) countScope(use, event.scope);
      break;
    }
    case "exchange-refused":
      if (event.clientId !== "unknown") useOf(event.clientId).refused += 1;
      break;
    default:
      break;
  }
}

function countScope({ scopes }: Use, values: readonly string[]): void {
  for (const value of values) {
    const before = scopes.get(value);
    if (before !== undefined || scopes.size < labelsMax) scopes.set(value, (before ?? 0) + 1);
  }
}

function statisticsOfUse(clientId: string, use: Use): Statistic[] {
  const words: readonly (readonly [ClientUse, number])[] = [
    ["code", use.code],
    ["no-state", use.noState],
    ["no-challenge", use.noChallenge],
    ["token", use.token],
    ["refused", use.refused],
    ...[...use.scopes].map(([value, count]) => [`scope ${value}`, count] as const),
  ];
  return words
    .filter(([, count]) => count > 0)
    .map(([label, count]) => ({ kind: `use ${clientId}`, label, count, peak: 0 }));
}

function statisticsOf(counted: Counted): Statistic[] {
  const found: Statistic[] = [];
  for (const [kind, labels] of counted)
    for (const [label, count] of kind === "client" ? busiest(labels) : labels)
      found.push({ kind, label, count, peak: 0 });
  return found;
}

/** The clients with the most tokens by name, and all others as one. */
function busiest(clients: ReadonlyMap<string, number>): readonly (readonly [string, number])[] {
  const named = [...clients].filter(([label]) => label !== rest).sort(([, left], [, right]) => right - left);
  const others = named
    .splice(clientsNamedMax)
    .reduce((sum, [, count]) => sum + count, clients.get(rest) ?? 0);
  return others === 0 ? named : [...named, [rest, others]];
}

function boundOf(milliseconds: number): string {
  for (let index = 0; index < durationBounds.length; index += 1)
    if (milliseconds <= (durationBounds[index] ?? 0)) return boundLabels[index] ?? beyond;
  return beyond;
}

const beyond = "inf";
const boundLabels = durationBounds.map(String);

/**
 * Adds what was counted to the store, a few seconds after each minute and at the end. While the store is away, the minutes wait; after an
 * hour the oldest is dropped.
 */
export function keepStatistics(
  counter: Pick<StatisticsCounter, "take">,
  { statistics, clock, log }: { readonly statistics: Statistics; readonly clock: Clock; readonly log: Log },
): BackgroundJob {
  let minute = minuteOf(clock.now());
  const waiting: Minute[] = [];

  function close(now: Instant): void {
    const counted = counter.take();
    if (counted.length > 0) waiting.push({ at: minute, counted });
    if (waiting.length > waitingMax) waiting.shift();
    minute = minuteOf(now);
  }

  async function write(): Promise<void> {
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      waiting.shift();
      try {
        await statistics.add(next.at, next.counted);
      } catch (error) {
        // The store itself logs that it is unavailable.
        if (!(error instanceof StoreUnavailable)) throw error;
        waiting.unshift(next);
        return;
      }
    }
  }

  const job = repeat(lookMilliseconds, log, async () => {
    const now = clock.now();
    if (minuteOf(now) !== minute) close(now);
    await write();
  });
  return {
    now: job.now,
    stop: async () => {
      await job.stop();
      close(clock.now());
      await write();
    },
  };
}

function minuteOf(at: Instant): Instant {
  return instantOf(at - (at % minuteMilliseconds));
}
