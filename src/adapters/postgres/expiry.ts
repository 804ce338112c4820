import type { Expiry } from "../../flows/ports.ts";
import type { Instant } from "../../values/time.ts";
import type { PostgresAttempts } from "./attempts.ts";
import type { GrantPartitions } from "./grant-partitions.ts";
import type { PostgresTokenFamilies } from "./refresh-families.ts";
import type { Revocations } from "./revocations.ts";
import type { PostgresSessions } from "./sessions.ts";
import type { PostgresTimeMarks } from "./time-marks.ts";
import type { PostgresReplayCache } from "./used-once.ts";

/** What finds its own expired rows. */
interface Parts {
  readonly sessions: PostgresSessions;
  readonly attempts: PostgresAttempts;
  readonly families: PostgresTokenFamilies;
  readonly replayCache: PostgresReplayCache;
  readonly clients: { removeUnused(now: Instant, rowsMax: number): Promise<number> };
  readonly revocations: Revocations;
  readonly partitions: GrantPartitions;
  readonly marks: PostgresTimeMarks;
}

/**
 * Removes what has expired; every node does, and leaves alone what another one is removing. Grants go by the partition, and
 * what their partitions said of their codes is said by `grants_closed` then.
 */
export class PostgresExpiry implements Expiry {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  makeRoom(now: Instant): Promise<void> {
    return this.#parts.partitions.provideAhead(now);
  }

  async sweep(now: Instant, rowsMax: number): Promise<number> {
    const { sessions, attempts, families, replayCache, clients, revocations, partitions, marks } =
      this.#parts;
    await this.makeRoom(now);
    let gone = await sessions.removeExpired(now, rowsMax);
    gone += await attempts.removeDrained(now, rowsMax - gone);
    gone += await replayCache.removeExpired(now, rowsMax - gone);
    gone += await clients.removeUnused(now, rowsMax - gone);
    gone += await families.removeExpired(now, rowsMax - gone);
    if (gone > 0) await marks.note(now);
    if (gone === rowsMax) return gone;
    await partitions.dropExpired(now);
    await revocations.tidy();
    return gone;
  }
}
