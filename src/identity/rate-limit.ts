import { type Digest, equalDigests } from "../values/digest.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import { type Instant, instantOf, type Seconds } from "../values/time.ts";

/** How fast a key may be tried: `burst` tries at once, then one more every `interval`. */
export interface RateLimit {
  readonly burst: number;
  readonly interval: Seconds;
}

/** One try to be counted under a key. The key is a digest of the thing that is limited. */
export interface Reservation {
  readonly key: Digest;
  readonly limit: RateLimit;
  /** An exhausted hidden key refuses nothing; the answer says that it is exhausted. */
  readonly isHidden?: boolean;
}

/** The tries were counted. */
export interface Reserved {
  /** True if a hidden key is exhausted: it was not counted, and the others were. */
  readonly isHiddenExhausted: boolean;
}

/** No try was counted, because keys that are not hidden were exhausted. */
export interface Exhausted {
  /** When every key has a try again. */
  readonly retryAt: Instant;
  readonly keys: readonly Digest[];
}

/** The one number that is kept for a key: the instant, in milliseconds, at which it has all its tries again. */
interface Drain {
  readonly key: Digest;
  readonly drainedAt: number;
}

/**
 * Decides whether one try under every key passes, and which drains to store: none if it is refused. This is the generic cell rate
 * algorithm (ITU-T I.371): every try moves the drain on by one interval, and the drain may lie at most `burst` intervals ahead of
 * now. A key that is named twice counts twice, and its later drain is stored.
 */
export function decideReservation(
  reservations: readonly Reservation[],
  drainedAtOf: (key: Digest) => number,
  now: Instant,
): { readonly answer: Result<Reserved, Exhausted>; readonly counted: readonly Drain[] } {
  const counted: Drain[] = [];
  let retryAt = 0;
  const exhausted: Digest[] = [];
  let isHiddenExhausted = false;
  for (const { key, limit, isHidden = false } of reservations) {
    const earlier = counted.findLast((drain) => equalDigests(drain.key, key));
    const next = drainAfterTry(earlier?.drainedAt ?? drainedAtOf(key), limit, now);
    const roomAt = next - aheadMilliseconds(limit);
    if (roomAt <= now) counted.push({ key, drainedAt: next });
    else if (isHidden) isHiddenExhausted = true;
    else {
      retryAt = Math.max(retryAt, roomAt);
      exhausted.push(key);
    }
  }
  if (exhausted.length > 0)
    return { answer: refuse({ retryAt: instantOf(retryAt), keys: exhausted }), counted: [] };
  return { answer: ok({ isHiddenExhausted }), counted };
}

/** The milliseconds by which a refunded try moves the drain of its key. */
export function refundMilliseconds({ limit }: Reservation): number {
  return intervalMilliseconds(limit);
}

/** A clock that is nudged back changes nothing. Drains from a clock that was far ahead would lock people out, so they are cut. */
const clockNudgeMilliseconds = 60_000;

function drainAfterTry(drainedAt: number, limit: RateLimit, now: Instant): number {
  const latest = now + aheadMilliseconds(limit);
  const isFromTheFuture = drainedAt > latest + clockNudgeMilliseconds;
  const drained = isFromTheFuture ? now : Math.min(drainedAt, latest);
  return Math.max(now, drained) + intervalMilliseconds(limit);
}

function aheadMilliseconds(limit: RateLimit): number {
  return limit.burst * intervalMilliseconds(limit);
}

/** A whole number, as drains are stored. */
function intervalMilliseconds({ interval }: RateLimit): number {
  return Math.round(interval * 1000);
}
