import { type Digest, equalDigests } from "../values/digest.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import { type Instant, instantOf, type Seconds } from "../values/time.ts";

/** How fast a key may be tried: `burst` tries at once, then one more every `interval`. */
export interface RateLimit {
  readonly burst: number;
  readonly interval: Seconds;
}

/** One try to be counted under a key, the digest of what is limited. */
export interface Reservation {
  readonly key: Digest;
  readonly limit: RateLimit;
  /** An exhausted hidden key refuses nothing; the answer says that it is exhausted. */
  readonly isHidden?: boolean;
}

/** The tries were counted. */
export interface Reserved {
  /** True where a hidden key is exhausted: it was not counted, and the others were. */
  readonly isHiddenExhausted: boolean;
}

/** The one number that is kept of a key: when it has all its tries again, in milliseconds. An instant in the past means all. */
export interface Drain {
  readonly key: Digest;
  readonly drainedAt: number;
}

/**
 * Decides whether one try under every key passes, and which drains to store then: none where it is refused. The algorithm is the
 * generic cell rate algorithm (ITU-T I.371): every try moves the drain on by one interval, and it may lie at most `burst` intervals
 * ahead of now. A key that is named twice counts twice; its later drain stands.
 */
export function decideReservation(
  reservations: readonly Reservation[],
  drainedAtOf: (key: Digest) => number,
  now: Instant,
): { readonly answer: Result<Reserved, { readonly retryAt: Instant }>; readonly counted: readonly Drain[] } {
  const counted: Drain[] = [];
  let retryAt: number | undefined;
  let isHiddenExhausted = false;
  for (const { key, limit, isHidden = false } of reservations) {
    const earlier = counted.findLast((drain) => equalDigests(drain.key, key));
    const next = drainAfterTry(earlier?.drainedAt ?? drainedAtOf(key), limit, now);
    const roomAt = next - aheadMilliseconds(limit);
    if (roomAt <= now) counted.push({ key, drainedAt: next });
    else if (isHidden) isHiddenExhausted = true;
    else retryAt = Math.max(retryAt ?? 0, roomAt);
  }
  if (retryAt !== undefined) return { answer: refuse({ retryAt: instantOf(retryAt) }), counted: [] };
  return { answer: ok({ isHiddenExhausted }), counted };
}

/** How far taking one try back moves the drain of its key, in milliseconds. */
export function refundMilliseconds({ limit }: Reservation): number {
  return limit.interval * 1000;
}

/** A clock that is nudged back changes nothing. After one that was far ahead, the drains it wrote would lock people out. */
const clockNudgeMilliseconds = 60_000;

function drainAfterTry(drainedAt: number, limit: RateLimit, now: Instant): number {
  const latest = now + aheadMilliseconds(limit);
  const isFromTheFuture = drainedAt > latest + clockNudgeMilliseconds;
  const standing = isFromTheFuture ? now : Math.min(drainedAt, latest);
  return Math.max(now, standing) + limit.interval * 1000;
}

function aheadMilliseconds({ burst, interval }: RateLimit): number {
  return burst * interval * 1000;
}
