import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import type { Origin } from "../flows/events.ts";
import { networkOf } from "../identity/throttle.ts";
import { type RequestId, requestIdOf } from "../values/ids.ts";
import type { Result } from "../values/result.ts";
import { type BodyRefusal, readFormBody } from "./body.ts";
import type { ClientAddress } from "./client-address.ts";
import { readCookie } from "./cookies.ts";

/**
 * One request as the handlers see it. Path and query come from the request line as it was sent, before any URL parser
 * could repair it; the Host header is never used.
 */
export class Incoming implements Origin {
  readonly method: string;
  readonly path: string;
  /** Without the question mark; empty when there is none. Undefined when its bytes are not UTF-8. */
  readonly query: string | undefined;
  readonly requestId: RequestId;
  readonly #message: IncomingMessage;
  readonly #clientAddress: ClientAddress;

  constructor(message: IncomingMessage, requestId: RequestId, clientAddress: ClientAddress) {
    const target = originForm(message.url ?? "/");
    const mark = target.indexOf("?");
    this.method = message.method ?? "GET";
    this.path = mark === -1 ? target : target.slice(0, mark);
    this.query = mark === -1 ? "" : decodeBytes(target.slice(mark + 1));
    this.requestId = requestId;
    this.#message = message;
    this.#clientAddress = clientAddress;
  }

  /** A header by its lower-case name; repeated ones joined by Node's rules. */
  header(name: string): string | undefined {
    const value = this.#message.headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  }

  cookie(name: string): string | undefined {
    return readCookie(this.#message.headers.cookie, name);
  }

  /** The caller's network (IPv4 /24, IPv6 /56): what is throttled and logged; the full address is not kept. */
  network(): string {
    return networkOf(this.#clientAddress(this.#message));
  }

  readForm(): Promise<Result<string, BodyRefusal>> {
    return readFormBody(this.#message);
  }

  /** RFC 9112 §3.2 asks for exactly one Host header; Node refuses none and keeps the first of several. */
  hasOneHost(): boolean {
    const raw = this.#message.rawHeaders;
    let count = 0;
    for (let index = 0; index < raw.length; index += 2) {
      const name = raw[index];
      if (name !== undefined && name.length === 4 && name.toLowerCase() === "host") count++;
    }
    return count === 1;
  }
}

/** Numbers requests: unique in this process, prefixed so that two processes' logs do not collide. */
export function createRequestIds(processPrefix: string): () => RequestId {
  let count = 0;
  return () => requestIdOf(`${processPrefix}${(count++).toString(36)}`);
}

// RFC 9112 §3.2.2: the absolute form names a host that we do not look at.
function originForm(target: string): string {
  if (target.charCodeAt(0) === 47) return target;
  const scheme = target.indexOf("://");
  const path = scheme === -1 ? -1 : target.indexOf("/", scheme + 3);
  return path === -1 ? "/" : target.slice(path);
}

// Node hands the request line over as Latin-1; a client that did not percent-encode sent UTF-8.
function decodeBytes(query: string): string | undefined {
  if (!/[^\u0000-\u007f]/.test(query)) return query;
  const bytes = Buffer.from(query, "latin1");
  return isUtf8(bytes) ? bytes.toString() : undefined;
}
