import type { Reservation, Reserved } from "../flows/account-ports.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import { type Instant, instantOf } from "../values/time.ts";
import { textOf } from "./bounded-cache.ts";

/** When each key is drained, in milliseconds, under `textOf`. */
export type Drains = Map<string, number>;

/**
 * Counts one try as `Attempts.reserve` promises, and answers with it what to store: nothing where the try is refused. A key is a
 * leaky bucket with one number: it is empty again at its drain, every try moves that instant on by one interval, and it may lie
 * at most `burst` intervals ahead (the generic cell rate algorithm of ITU-T I.371).
 */
export function countTry(
  reservations: readonly Reservation[],
  drainedAt: (reservation: Reservation) => number,
  now: Instant,
): { readonly answer: Result<Reserved, { readonly retryAt: Instant }>; readonly counted: Drains } {
  const counted: Drains = new Map();
  let retryAt: number | undefined;
  let isHiddenExhausted = false;
  for (const reservation of reservations) {
    const { key, limit, isHidden = false } = reservation;
    const interval = limit.interval * 1000;
    const ahead = limit.burst * interval;
    const name = textOf(key);
    const stored = counted.get(name) ?? drainedAt(reservation);
    const next =
      Math.max(now, isFromTheFuture(stored, now + ahead) ? now : Math.min(stored, now + ahead)) + interval;
    const isExhausted = next - now > ahead;
    if (isExhausted && isHidden) isHiddenExhausted = true;
    else counted.set(name, next);
    if (isExhausted && !isHidden) retryAt = Math.max(retryAt ?? 0, next - ahead);
  }
  if (retryAt !== undefined) return { answer: refuse({ retryAt: instantOf(retryAt) }), counted: new Map() };
  return { answer: ok({ isHiddenExhausted }), counted };
}

/** A clock that is nudged back changes nothing. After one that was far ahead, the drains it wrote would lock people out. */
const clockNudgeMilliseconds = 60_000;

function isFromTheFuture(drainedAt: number, latest: number): boolean {
  return drainedAt > latest + clockNudgeMilliseconds;
}
