import { sha256 } from "../values/digest.ts";
import { type Instant, plus } from "../values/time.ts";
import type { Claim } from "./side-effect-ports.ts";

/**
 * The challenge of a ceremony is the CSRF token of its form: a MAC that binds browser, request and time, which nobody else can foretell.
 * Nothing is stored until it is used.
 */
export interface Challenge {
  readonly token: string;
  /** When the form was shown, as its CSRF token proves. */
  readonly shownAt: Instant;
}

const challengeSeconds = 300;
/** A node whose clock is behind must still find a used challenge. */
const slackSeconds = 60;

/** True for five minutes after the form was shown. */
export function isChallengeOpen({ shownAt }: Challenge, now: Instant): boolean {
  return now < plus(shownAt, challengeSeconds);
}

/** The claim by which a challenge works once. */
export function claimOfChallenge({ token, shownAt }: Challenge): Claim {
  const keepUntil = plus(shownAt, challengeSeconds + slackSeconds);
  return { kind: "replay-key", key: sha256(`passkey challenge\0${token}`), keepUntil };
}
