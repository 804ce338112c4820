import { lookup as systemLookup } from "node:dns/promises";
import type { ClientRequest, IncomingMessage } from "node:http";
import { isIP, type LookupFunction } from "node:net";
import { isUint8Array } from "node:util/types";
import { type CertificateProblem, certificateProblemOf } from "../../values/certificate.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { isLoopbackAddress, isPublicAddress } from "./public-address.ts";

/** A request to an address that a stranger may have chosen. */
export interface GuardedRequest {
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Aborts the request. */
  readonly signal?: AbortSignal;
}

/** The answer. A redirect is an answer like any other, and is never followed. */
export interface GuardedAnswer {
  readonly status: number;
  /** The header `Content-Type`, if there is one. */
  readonly contentType?: string;
  /** The headers `Cache-Control`, `Age` and `Expires`, likewise: how long the answer may be kept (RFC 9111). */
  readonly cacheControl?: string;
  readonly age?: string;
  readonly expires?: string;
  readonly body: string;
  /** The body before decoding, for anything but text. */
  readonly bytes: Uint8Array;
}

/** Why there is no answer. */
export type GuardedProblem =
  | "address-not-allowed"
  | "unreachable"
  | CertificateProblem
  | "timed-out"
  | "too-large"
  | "too-many-requests";

/** Makes the request, or returns the reason against it. Never rejects. */
export type GuardedFetch = (request: GuardedRequest) => Promise<Result<GuardedAnswer, GuardedProblem>>;

/** Resolves to every address of a host name; rejects if there is none. */
export type Resolve = (host: string) => Promise<readonly Address[]>;

interface Address {
  readonly address: string;
  readonly family: number;
}

/** How requests are guarded. */
export interface GuardOptions {
  /** Allows loopback addresses, also without TLS: in development, clients run on this machine. */
  readonly mayReachLoopback: boolean;
  /** Allows every address over https: for an address that the operator's settings name, which may be one of their own network. */
  readonly mayReachInside?: boolean;
  /** The deadline of a whole call: name resolution, connection and answer together. */
  readonly requestMilliseconds?: number;
  readonly bodyBytesMax?: number;
  /** The bound on concurrent requests, and on concurrent name look-ups; more are refused. */
  readonly concurrencyMax?: number;
  /** How many of them one host may take, so that a host that hangs does not block the others; all unless set. */
  readonly hostConcurrencyMax?: number;
  readonly resolve?: Resolve;
}

const usual = {
  mayReachInside: false,
  requestMilliseconds: 5_000,
  bodyBytesMax: 64 * 1024,
  concurrencyMax: 32,
  hostConcurrencyMax: Number.POSITIVE_INFINITY,
  resolve: (host: string) => systemLookup(host, { all: true }),
} as const;

/** Informational answers (1xx) before the real one; an honest server sends one or two. */
const informationMax = 8;

type Guard = Required<GuardOptions>;
type Outcome = Result<GuardedAnswer, GuardedProblem>;

/**
 * Makes a fetch for addresses that a stranger may have chosen: it must not become the stranger's way into the service's own
 * network. It takes https only, and only public addresses. A name is resolved once, and the connection goes to the addresses that
 * were checked, so that a name which resolves differently the next time gains nothing.
 */
export function createGuardedFetch(options: GuardOptions): GuardedFetch {
  const guard = { ...usual, ...options };
  const lookups = createLookups(guard);
  const runningAt = new Map<string, number>();
  let running = 0;
  return async (request) => {
    const url = readUrl(guard, request.url);
    if (url === undefined) return refuse("address-not-allowed");
    const { host } = url;
    const here = runningAt.get(host) ?? 0;
    if (running >= guard.concurrencyMax || here >= guard.hostConcurrencyMax)
      return refuse("too-many-requests");
    running += 1;
    runningAt.set(host, here + 1);
    try {
      return await inTime(guard, request, async (ending) => {
        const addresses = await findAddresses(guard, lookups, url);
        if (!addresses.ok) return addresses;
        return ending.aborted ? refuse("timed-out") : ask(guard, request, url, addresses.value, ending);
      });
    } finally {
      running -= 1;
      const left = (runningAt.get(host) ?? 1) - 1;
      if (left > 0) runningAt.set(host, left);
      else runningAt.delete(host);
    }
  };
}

/**
 * Settles at the deadline, or when the caller aborts, even while `work` goes on: the other side cannot hold a call's place for
 * longer. `ending` is aborted as soon as the call has settled.
 */
async function inTime(
  { requestMilliseconds }: Guard,
  { signal }: GuardedRequest,
  work: (ending: AbortSignal) => Promise<Outcome>,
): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const ending = new AbortController();
  const giveUp = () => resolve(refuse("unreachable"));
  const timer = setTimeout(resolve, requestMilliseconds, refuse("timed-out"));
  signal?.addEventListener("abort", giveUp);
  try {
    if (signal?.aborted) return refuse("unreachable");
    work(ending.signal).then(resolve, giveUp);
    return await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", giveUp);
    ending.abort();
  }
}

function readUrl({ mayReachLoopback }: Guard, text: string): URL | undefined {
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "") return undefined;
  return url.protocol === "https:" || (url.protocol === "http:" && mayReachLoopback) ? url : undefined;
}

type Lookup = (host: string) => Promise<readonly Address[]> | undefined;

/** Requires that every address of the host is allowed, because any of them may be used. */
async function findAddresses(
  { mayReachLoopback, mayReachInside }: Guard,
  lookup: Lookup,
  url: URL,
): Promise<Result<readonly Address[], GuardedProblem>> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const family = isIP(host);
  const found = family === 0 ? lookup(host) : Promise.resolve([{ address: host, family }]);
  if (found === undefined) return refuse("too-many-requests");
  const addresses = await found;
  if (addresses.length === 0) return refuse("unreachable");
  const isLoopback = mayReachLoopback && addresses.every(({ address }) => isLoopbackAddress(address));
  const isReachable = mayReachInside || addresses.every(({ address }) => isPublicAddress(address));
  const isAllowed = isLoopback || (url.protocol === "https:" && isReachable);
  return isAllowed ? ok(addresses) : refuse("address-not-allowed");
}

/**
 * Shares look-ups among calls for the same name and bounds their number; undefined if one more would be too many. The system
 * cannot cancel a look-up, so it may outlive its call. An unknown name has no addresses.
 */
function createLookups({ resolve, concurrencyMax }: Guard): Lookup {
  const pending = new Map<string, Promise<readonly Address[]>>();
  return (host) => {
    const known = pending.get(host);
    if (known !== undefined || pending.size >= concurrencyMax) return known;
    const lookup = resolve(host)
      .catch(() => [])
      .finally(() => pending.delete(host));
    pending.set(host, lookup);
    return lookup;
  };
}

/** May settle late or never: `ending` closes the connection, and `inTime` has settled the call by then. */
async function ask(
  { bodyBytesMax }: Guard,
  { method, headers, body = "" }: GuardedRequest,
  url: URL,
  addresses: readonly Address[],
  ending: AbortSignal,
): Promise<Outcome> {
  // Loaded when first needed, because most installations never send a request.
  const { request: send } = await (url.protocol === "https:" ? import("node:https") : import("node:http"));
  return new Promise((settle) => {
    const request: ClientRequest = send(url, {
      method,
      headers: { ...headers, "content-length": Buffer.byteLength(body) },
      lookup: lookupOf(addresses),
      // A new connection each time: a kept one may have been opened under other rules.
      agent: false,
      signal: ending,
    });
    const fail = (error?: unknown) => settle(refuse(certificateProblemOf(error) ?? "unreachable"));
    // NOTE: after a 101 Node emits neither a response nor an error.
    request.on("upgrade", (_, socket) => {
      socket.destroy();
      fail();
    });
    let informationCount = 0;
    request.on("information", () => {
      informationCount += 1;
      if (informationCount > informationMax) settle(refuse("too-large"));
    });
    request.on("error", fail);
    request.on("response", (response) => {
      readBody(response, bodyBytesMax).then(
        (bytes) =>
          settle(
            bytes === undefined
              ? refuse("too-large")
              : ok({
                  status: response.statusCode ?? 0,
                  ...headersOf(response),
                  body: bytes.toString(),
                  bytes,
                }),
          ),
        fail,
      );
    });
    request.end(body);
  });
}

function headersOf({ headers }: IncomingMessage): Partial<GuardedAnswer> {
  const { "content-type": contentType, "cache-control": cacheControl, age, expires } = headers;
  return {
    ...(contentType !== undefined && { contentType }),
    ...(cacheControl !== undefined && { cacheControl }),
    ...(age !== undefined && { age }),
    ...(expires !== undefined && { expires }),
  };
}

/** Reads a body; undefined if it is too large. Rejects if the connection breaks off. */
async function readBody(response: IncomingMessage, bytesMax: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    if (!isUint8Array(chunk)) continue;
    bytes += chunk.length;
    // Leaving the loop ends the connection.
    if (bytes > bytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Resolves any name to the addresses that were checked, even if the name has other addresses by now. */
function lookupOf(addresses: readonly Address[]): LookupFunction {
  return (_host, { all }, answer) => {
    const [first] = addresses;
    if (all) answer(null, [...addresses]);
    else if (first === undefined) answer(new Error("no address"), "");
    else answer(null, first.address, first.family);
  };
}
