import { lookup as systemLookup } from "node:dns/promises";
import type { ClientRequest, IncomingMessage } from "node:http";
import { isIP, type LookupFunction } from "node:net";
import { ok, type Result, refuse } from "../../values/result.ts";
import { isLoopbackAddress, isPublicAddress } from "./public-address.ts";

/** A request to an address that somebody else chose. */
export interface GuardedRequest {
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Gives the request up. */
  readonly signal?: AbortSignal;
}

/** What came back, a redirect like any other answer: it is never followed. */
export interface GuardedAnswer {
  readonly status: number;
  readonly body: string;
}

/** Why there is no answer. */
export type GuardedProblem =
  | "address-not-allowed"
  | "unreachable"
  | "timed-out"
  | "too-large"
  | "too-many-requests";

/** Makes the request, or says why not. Never rejects. */
export type GuardedFetch = (request: GuardedRequest) => Promise<Result<GuardedAnswer, GuardedProblem>>;

/** Answers every address of a host name; rejects where there is none. */
export type Resolve = (host: string) => Promise<readonly Address[]>;

interface Address {
  readonly address: string;
  readonly family: number;
}

/** How requests are guarded. */
export interface GuardOptions {
  /** In development clients run on this machine: then loopback may be reached, also without TLS. */
  readonly mayReachLoopback: boolean;
  readonly requestMilliseconds?: number;
  readonly bodyBytesMax?: number;
  /** Requests at once; more are refused. */
  readonly concurrencyMax?: number;
  readonly resolve?: Resolve;
}

const usual = {
  requestMilliseconds: 5_000,
  bodyBytesMax: 64 * 1024,
  concurrencyMax: 32,
  resolve: (host: string) => systemLookup(host, { all: true }),
} as const;

/**
 * Makes a fetch for addresses that a stranger may have chosen: it must not become the stranger's way into the network that we
 * stand in. https only, and only to public addresses. A name is resolved once, here; the connection goes to what was checked,
 * so that a name which answers otherwise the next time gains nothing.
 */
export function openGuardedFetch(options: GuardOptions): GuardedFetch {
  const guard = { ...usual, ...options };
  let running = 0;
  return async (request) => {
    const target = await findTarget(guard, request.url);
    if (!target.ok) return target;
    if (running >= guard.concurrencyMax) return refuse("too-many-requests");
    running += 1;
    try {
      return await ask(guard, request, target.value);
    } finally {
      running -= 1;
    }
  };
}

type Guard = Required<GuardOptions>;

interface Target {
  readonly url: URL;
  /** All were checked. */
  readonly addresses: readonly Address[];
}

/** Every address of the host must be allowed: which of them is used nobody knows before. */
async function findTarget(guard: Guard, text: string): Promise<Result<Target, GuardedProblem>> {
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "") return refuse("address-not-allowed");
  if (url.protocol !== "https:" && !(url.protocol === "http:" && guard.mayReachLoopback))
    return refuse("address-not-allowed");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const addresses = await addressesOf(guard, host);
  if (addresses.length === 0) return refuse("unreachable");
  const isLoopback = guard.mayReachLoopback && addresses.every(({ address }) => isLoopbackAddress(address));
  const isPublic = url.protocol === "https:" && addresses.every(({ address }) => isPublicAddress(address));
  return isLoopback || isPublic ? ok({ url, addresses }) : refuse("address-not-allowed");
}

async function addressesOf(
  { resolve, requestMilliseconds }: Guard,
  host: string,
): Promise<readonly Address[]> {
  if (isIP(host) !== 0) return [{ address: host, family: isIP(host) }];
  const { promise: tooLate, resolve: giveUp } = Promise.withResolvers<readonly Address[]>();
  const timer = setTimeout(giveUp, requestMilliseconds, []);
  try {
    return await Promise.race([resolve(host), tooLate]);
  } catch {
    return []; // There is no such name.
  } finally {
    clearTimeout(timer);
  }
}

async function ask(
  guard: Guard,
  { method, headers, body = "", signal }: GuardedRequest,
  { url, addresses }: Target,
): Promise<Result<GuardedAnswer, GuardedProblem>> {
  const timeout = AbortSignal.timeout(guard.requestMilliseconds);
  // Loaded when first needed: most installations never send anything.
  const { request: send } = await (url.protocol === "https:" ? import("node:https") : import("node:http"));
  return new Promise((settle) => {
    const request: ClientRequest = send(url, {
      method,
      headers: { ...headers, "content-length": Buffer.byteLength(body) },
      lookup: lookupOf(addresses),
      // A connection of its own: one that is kept could have been opened under other rules.
      agent: false,
      signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
    });
    request.on("error", () => settle(refuse(timeout.aborted ? "timed-out" : "unreachable")));
    request.on("response", (response) => {
      readBody(response, guard.bodyBytesMax).then(
        (text) =>
          settle(
            text === undefined ? refuse("too-large") : ok({ status: response.statusCode ?? 0, body: text }),
          ),
        () => settle(refuse(timeout.aborted ? "timed-out" : "unreachable")),
      );
    });
    request.end(body);
  });
}

/** Undefined for a body that is too large; rejects where the connection breaks off. */
async function readBody(response: IncomingMessage, bytesMax: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    if (!(chunk instanceof Uint8Array)) continue;
    bytes += chunk.length;
    // Leaving the loop ends the connection.
    if (bytes > bytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Answers what was checked before, whatever the name says by now. */
function lookupOf(addresses: readonly Address[]): LookupFunction {
  return (_host, { all }, answer) => {
    const [first] = addresses;
    if (all) answer(null, [...addresses]);
    else if (first === undefined) answer(new Error("no address"), "");
    else answer(null, first.address, first.family);
  };
}
