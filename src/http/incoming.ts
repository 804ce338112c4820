import type { IncomingMessage } from "node:http";
import type { Browser } from "../flows/browser.ts";
import type { RequestContext } from "../flows/events.ts";
import type { Parameters } from "../protocol/parameters.ts";
import { type RequestId, requestIdOf } from "../values/ids.ts";
import { networkOf } from "../values/network.ts";
import type { Result } from "../values/result.ts";
import { type BodyRefusal, bodyBytesMax, readFormBody, readJsonBody } from "./body.ts";
import type { ClientAddress } from "./client-address.ts";
import { acceptsGzip } from "./compression.ts";
import { parseCookies } from "./cookies.ts";

/** How requests are read, besides what is the same for every server. */
export interface RequestReaders {
  readonly clientAddress: ClientAddress;
  /** True if a trusted proxy sent the request. */
  isFromProxy(message: IncomingMessage): boolean;
  readBrowser(incoming: Incoming): Browser;
}

/**
 * One request as the handlers see it. Path and query are those of the request line as it was sent, before a URL parser could repair
 * it. The Host header decides nothing.
 */
export class Incoming implements RequestContext {
  readonly method: string;
  readonly path: string;
  /** Without the question mark; empty if there is none. Always ASCII, because Node's parser refuses other bytes with 400. */
  readonly query: string;
  readonly requestId: RequestId;
  /** The form of a page of the service, once a handler has read it. */
  posted: Parameters | undefined;
  /** The cookies that an error page brings: what the person typed, for the page that asks for it again. */
  left: readonly string[] | undefined;
  readonly #message: IncomingMessage;
  readonly #readers: RequestReaders;
  #cookies: ReadonlyMap<string, string | undefined> | undefined;
  #browser: Browser | undefined;
  #network: string | undefined;

  constructor(message: IncomingMessage, requestId: RequestId, readers: RequestReaders) {
    const target = originForm(message.url ?? "/");
    const mark = target.indexOf("?");
    this.method = message.method ?? "GET";
    this.path = mark === -1 ? target : target.slice(0, mark);
    this.query = mark === -1 ? "" : target.slice(mark + 1);
    this.requestId = requestId;
    this.#message = message;
    this.#readers = readers;
  }

  /** A header by its lower-case name; repeated ones joined by Node's rules. */
  header(name: string): string | undefined {
    const value = this.#message.headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  }

  cookie(name: string): string | undefined {
    return this.#parsedCookies().get(name);
  }

  /** True also for a cookie that came twice, and so has no value. */
  hasCookie(name: string): boolean {
    return this.#parsedCookies().has(name);
  }

  /** What the request shows of the browser that sent it. Read once, when a page first asks for it. */
  get browser(): Browser {
    this.#browser ??= this.#readers.readBrowser(this);
    return this.#browser;
  }

  #parsedCookies(): ReadonlyMap<string, string | undefined> {
    this.#cookies ??= parseCookies(this.#message.headers.cookie);
    return this.#cookies;
  }

  /** The client's network (IPv4 /24, IPv6 /56), which is counted and logged. The full address is not kept. */
  network(): string {
    this.#network ??= networkOf(this.#readers.clientAddress(this.#message));
    return this.#network;
  }

  /** True if a trusted proxy sent the request, so that what it says about another request counts. */
  isFromProxy(): boolean {
    return this.#readers.isFromProxy(this.#message);
  }

  readForm(): Promise<Result<string, BodyRefusal>> {
    return readFormBody(this.#message);
  }

  readJson(): Promise<Result<string, BodyRefusal>> {
    return readJsonBody(this.#message);
  }

  /**
   * True if the request has a body that was not read to its end and is longer than any handler reads, or of unknown length. Reading it only
   * to drop it would cost time and memory for as long as the sender likes.
   */
  leavesLongBody(): boolean {
    const { headers, complete } = this.#message;
    if (complete) return false;
    return (
      headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > bodyBytesMax
    );
  }

  /** True if the response may be compressed with gzip. */
  acceptsGzip(): boolean {
    return acceptsGzip(this.header("accept-encoding"));
  }

  /** RFC 9112 §3.2 asks for exactly one readable Host header. Node refuses a request without one and keeps the first of several. */
  hasOneHost(): boolean {
    const raw = this.#message.rawHeaders;
    let count = 0;
    for (let index = 0; index < raw.length; index += 2) {
      const name = raw[index];
      if (name !== undefined && name.length === 4 && name.toLowerCase() === "host") count++;
    }
    return count === 1 && hostShape.test(this.#message.headers.host ?? "");
  }
}

/** Numbers the requests of this process. A prefix keeps the logs of two processes apart. */
export function createRequestIds(processPrefix: string): () => RequestId {
  let count = 0;
  return () => requestIdOf(`${processPrefix}${(count++).toString(36)}`);
}

/** A name or address and perhaps a port (RFC 9110 §7.2), without characters that delimit the parts of a URI. */
const hostShape = /^[\w.~%!$&'()*+,;=:[\]-]+$/;

// RFC 9112 §3.2.2: the host of the absolute form is ignored. A target in neither form has no path.
function originForm(target: string): string {
  if (target.charCodeAt(0) === 47) return target;
  if (!/^https?:\/\//i.test(target) || !URL.canParse(target)) return target;
  const path = target.indexOf("/", target.indexOf("://") + 3);
  return path === -1 ? "/" : target.slice(path);
}
