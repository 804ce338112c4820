declare const instant: unique symbol;
declare const seconds: unique symbol;

/** A point in time: whole milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number & { readonly [instant]: true };

/** A length of time in whole seconds. */
export type Seconds = number & { readonly [seconds]: true };

/** Brands milliseconds since the epoch. */
export function instantOf(milliseconds: number): Instant {
  return Math.trunc(milliseconds) as Instant;
}

/** Brands a whole number of seconds. */
export function secondsOf(value: number): Seconds {
  return Math.trunc(value) as Seconds;
}

/** The instant that lies `by` seconds after `from`; negative seconds lie before it. */
export function plus(from: Instant, by: number): Instant {
  return (from + Math.trunc(by * 1000)) as Instant;
}

/** A NumericDate (RFC 7519 §2), rounded down, so that nothing seems to have happened later than it did. */
export function wholeSeconds(at: Instant): number {
  return Math.floor(at / 1000);
}

/** Whole seconds from `from` until `until`, rounded up and never below zero, as `Retry-After` needs them. */
export function secondsUntil(from: Instant, until: Instant): Seconds {
  return Math.max(0, Math.ceil((until - from) / 1000)) as Seconds;
}

/** ISO 8601 in UTC, as records for programs have it. */
export function isoTime(at: Instant): string {
  return new Date(at).toISOString();
}
