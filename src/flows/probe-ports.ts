/**
 * The ports for what is measured and traced. A probe never throws and never waits. If nobody listens there is none, and then nothing
 * is measured.
 */
import type { Endpoint } from "../values/endpoint.ts";
import type { RequestId } from "../values/ids.ts";

/** Is told of every answer. */
export interface RequestProbe {
  /** The time runs from the request's headers until the answer is handed to the system. */
  answered(endpoint: Endpoint, status: number, milliseconds: number): void;
}

/** Is told of every transaction that writes. */
export interface StoreProbe {
  committed(facts: number, milliseconds: number): void;
  /** An fsync beside the event loop; only SQLite has one of its own. */
  synced(milliseconds: number): void;
}

/** The observers of a database's writes; each is absent if nobody listens. */
export interface StoreObserver {
  readonly probe?: StoreProbe | undefined;
  readonly trace?: Trace | undefined;
}

/** Is told of every password hash. */
export interface HashProbe {
  /** How many wait, after each change. */
  waiting(count: number): void;
  /** A hash began after waiting this long; zero if it did not wait. */
  waited(milliseconds: number): void;
  hashed(milliseconds: number): void;
}

/** Is told of every question to the claims hook. */
export interface ClaimsHookProbe {
  /** The outcome is `ok` or the reason of the failure. */
  asked(outcome: string, milliseconds: number): void;
}

/** What a span may say: words, numbers and host names, and never text that a person typed. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** Runs the work as a span below the one that is active. The span fails if the work rejects. */
export type Trace = <T>(name: string, attributes: SpanAttributes, work: () => Promise<T>) => Promise<T>;

/** A request as a tracer sees it. */
export interface TracedRequest {
  readonly method: string;
  readonly requestId: RequestId;
  /** A header by its lower-case name. */
  header(name: string): string | undefined;
}

/** Serves a request as a span. `route` is the path of the table of routes; absent if it names none. `status` is asked at the end. */
export type TraceRequest = (
  request: TracedRequest,
  route: string | undefined,
  serve: () => Promise<void>,
  status: () => number,
) => Promise<void>;
