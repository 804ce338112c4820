import type { Upstream, UpstreamName } from "../../protocol/upstream/upstream.ts";
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
}

/** Why nobody was proved. */
export interface Unproved {
  readonly problem: "late" | "gone" | UpstreamFailure["kind"];
  readonly displayName: string;
}
