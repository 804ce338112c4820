import type { AuditEntry } from "../flows/audit.ts";
import type { AuditTrail } from "../flows/audit-ports.ts";
import type { Event, Events, RequestContext } from "../flows/events.ts";
import type { Clock } from "../flows/ports.ts";
import { StoreUnavailable } from "../values/store-unavailable.ts";
import type { Instant } from "../values/time.ts";
import { type BackgroundJob, repeat } from "./background-jobs.ts";
import type { Log } from "./log.ts";
import { countRepeats } from "./repeats.ts";

const writeMilliseconds = 1_000;
/** Entries of one transaction: others wait for its lock. */
const batchMax = 500;
/** Entries that wait for the database: some megabytes. */
const waitingMax = 10_000;
/** Refusals of one kind that strangers cause in a minute and that have an entry each. Beyond that they are counted. */
const strangersMax = 600;

/** Events on their way to the audit trail. */
interface AuditQueue {
  /** Takes the events that have an entry. */
  readonly events: Events;
  /** Writes one batch, and returns the number of its entries. They stay in the queue if the store is away. */
  write(auditTrail: Pick<AuditTrail, "append">): Promise<number>;
  /** The number of waiting entries, and of those dropped since the start. */
  counts(): { readonly waiting: number; readonly dropped: number };
  /** Queues the counts of refusals whose minute is over, or all of them. */
  tell(which: "over" | "all"): void;
}

/** Creates an empty queue. A flow never waits for it: if the database is away for too long, entries are dropped and counted. */
export function createAuditQueue(options: {
  readonly clock: Clock;
  readonly log: Log;
  readonly entryOf: (event: Event, context: RequestContext, at: Instant) => AuditEntry | undefined;
}): AuditQueue {
  const { clock, log, entryOf } = options;
  const waiting: AuditEntry[] = [];
  const byNetwork = countRepeats();
  const byKind = countRepeats(strangersMax);
  /** Dropped entries: those not yet reported in the trail and the log, and the total. */
  let dropped = 0;
  let droppedInAll = 0;

  function push(entry: AuditEntry): void {
    if (waiting.length < waitingMax) waiting.push(entry);
    else {
      dropped += 1;
      droppedInAll += 1;
    }
  }

  /** A flood of refusals fills neither the queue nor the trail: by network first, so that one network does not hide the others. */
  function pushStrangers(entry: AuditEntry): void {
    const { act, details, network, at } = entry;
    const kind = `${act} ${details?.reason}`;
    const tell = (repeats: number) => push({ ...entry, details: { ...details, repeats } });
    if (!byNetwork.isWritten(`${kind} ${network}`, at, tell)) return;
    const { target: _, network: __, requestId: ___, ...anonymous } = entry;
    const reason = details?.reason;
    const tellKind = (repeats: number) =>
      push({ ...anonymous, details: { ...(reason !== undefined && { reason }), repeats } });
    if (byKind.isWritten(kind, at, tellKind)) push(entry);
  }

  return {
    events: {
      record: (event, context) => {
        const entry = entryOf(event, context, clock.now());
        if (entry === undefined) return;
        if (entry.actor.kind === "stranger") pushStrangers(entry);
        else push(entry);
      },
    },
    write: async (auditTrail) => {
      const taken = waiting.slice(0, batchMax);
      const batch = [...taken];
      const missing = dropped;
      if (missing > 0)
        batch.push({
          at: clock.now(),
          act: "audit-dropped",
          actor: { kind: "system" },
          details: { count: missing },
        });
      if (batch.length === 0) return 0;
      await auditTrail.append(batch, "relaxed");
      // Others may have come meanwhile, and are behind these.
      waiting.splice(0, taken.length);
      dropped -= missing;
      if (missing > 0) log.error({ count: missing }, "audit-entries-dropped");
      return batch.length;
    },
    counts: () => ({ waiting: waiting.length, dropped: droppedInAll }),
    tell: (which) => {
      for (const repeats of [byNetwork, byKind])
        if (which === "all") repeats.tellAll();
        else repeats.tellOver(clock.now());
    },
  };
}

/** Writes the queue about once a second, and the rest of it when the service stops. */
export function keepAudit(
  queue: AuditQueue,
  { auditTrail, log }: { readonly auditTrail: Pick<AuditTrail, "append">; readonly log: Log },
): BackgroundJob {
  async function writeAll(): Promise<void> {
    try {
      while ((await queue.write(auditTrail)) >= batchMax);
    } catch (error) {
      // The store itself logs that it is unavailable.
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }
  const job = repeat(writeMilliseconds, log, async () => {
    queue.tell("over");
    await writeAll();
  });
  return {
    now: job.now,
    stop: async () => {
      await job.stop();
      queue.tell("all");
      await writeAll();
    },
  };
}
