import type { Reservation } from "../../identity/rate-limit.ts";
import type { Upstream, UpstreamName } from "../../protocol/upstream/upstream.ts";
import type { Seconds } from "../../values/time.ts";
import type { Browser } from "../browser.ts";
import type { RequestContext } from "../events.ts";
import type { UpstreamFailure, UpstreamPerson } from "./relying-party.ts";

/** A browser that comes back from an upstream. */
export interface UpstreamAnswer {
  /** The upstream that the callback's path names. */
  readonly upstream: UpstreamName;
  /** The query of the callback. */
  readonly answer: string;
  readonly browser: Browser;
  readonly context: RequestContext;
}

/** An upstream, and whom it has proved. */
export interface ProvedPerson {
  readonly upstream: Upstream;
  readonly person: UpstreamPerson;
  /** The tries that the answer gives back. */
  readonly refunds: readonly Reservation[];
}

/** Why nobody was proved. "throttled": too many answers of the network came to nothing, so the provider was not asked. */
export interface Unproved {
  readonly problem: "late" | "gone" | "throttled" | UpstreamFailure["kind"];
  readonly displayName: string;
  /** How long "throttled" lasts. */
  readonly wait?: Seconds;
}
