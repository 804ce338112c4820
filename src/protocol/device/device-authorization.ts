import type { Digest } from "../../values/digest.ts";
import type { AccountId, ClientId, GrantId, SessionId } from "../../values/ids.ts";
import { type Instant, plus, type Seconds, secondsOf } from "../../values/time.ts";
import type { UserCode } from "./user-code.ts";

/** How long a device waits for its person, in seconds (RFC 8628 §3.2, `expires_in`). */
export const deviceAuthorizationLifetimeSeconds = 600;

/** How long a device waits between two polls, in seconds (RFC 8628 §3.2, `interval`). */
export const pollIntervalSeconds = 5;

/** What `slow_down` adds to the interval, in seconds (RFC 8628 §3.5). */
const slowDownSeconds = 5;

/** A device that keeps its interval may still arrive early, if the poll before this one was slow on its way. */
const earlyMilliseconds = 1_000;

/** The person's answer on the page of the service. */
export type DeviceDecision =
  | { readonly kind: "denied" }
  | {
      readonly kind: "allowed";
      /** Names the grant that redeeming creates. It is younger than the consent that the person gave with it. */
      readonly grantId: GrantId;
      readonly accountId: AccountId;
      readonly accountEpoch: number;
      readonly sessionId: SessionId;
      readonly authenticatedAt: Instant;
    };

/** A device's wait for its person (RFC 8628 §3.2): from its request until it has its tokens, or until time is over. */
export interface DeviceAuthorization {
  /** The digest of the device code, which only the device knows. */
  readonly codeDigest: Digest;
  readonly userCode: UserCode;
  readonly clientId: ClientId;
  /** What the client asked for, as far as it may. */
  readonly scope: readonly string[];
  /** Resource indicators (RFC 8707): the APIs that the token is meant for. */
  readonly audience?: readonly string[];
  /** Thumbprint of the key that the device proved when it asked (RFC 9449 §4). */
  readonly dpopThumbprint?: string;
  /** The network that the request came from, for the person to judge. */
  readonly network: string;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  /** The interval that the device must keep by now. */
  readonly interval: Seconds;
  /** Absent before the first poll. */
  readonly polledAt?: Instant;
  /** Absent while nobody has answered. */
  readonly decision?: DeviceDecision;
}

/** What a poll changes. */
export interface NotedPoll {
  readonly answer: "authorization-pending" | "slow-down";
  readonly polledAt: Instant;
  readonly interval: Seconds;
}

/**
 * Decides the answer to a poll while the person has not answered (RFC 8628 §3.5). A poll that comes too early makes the interval
 * longer for good, here and at the device, which the answer tells so.
 */
export function decidePoll(
  { interval, polledAt }: Pick<DeviceAuthorization, "interval" | "polledAt">,
  now: Instant,
): NotedPoll {
  const isEarly = polledAt !== undefined && now + earlyMilliseconds < plus(polledAt, interval);
  return isEarly
    ? { answer: "slow-down", polledAt: now, interval: secondsOf(interval + slowDownSeconds) }
    : { answer: "authorization-pending", polledAt: now, interval };
}

/** True while a person may answer: nobody has, and there is time. */
export function isOpen({ decision, expiresAt }: DeviceAuthorization, now: Instant): boolean {
  return decision === undefined && now < expiresAt;
}
