import { connect as connectPlain, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type * as ldap from "../../protocol/old-product/ldap.ts";
import { questionBounds } from "./old-system.ts";

/** Where a directory is, and how to talk to it. */
export interface DirectoryPlace {
  readonly messages: typeof ldap;
  /** `ldaps://host:port` or `ldap://host:port`. */
  readonly url: string;
  /** True if a connection begins in the clear and switches to TLS before a name or a password is sent (RFC 4511 §4.14). */
  readonly startsTls?: boolean;
  /** Certificates that are trusted instead of those that Node trusts. */
  readonly certificates?: string | undefined;
}

/** The conversation ended without an answer about the password; the message is the reason, for the log. */
export class Unusable extends Error {
  override readonly name = "Unusable";
}

/** Which answer ends an operation, and which ones may come before it. */
interface Expected {
  readonly messageId: number;
  readonly operation: number;
  readonly before?: readonly number[];
}

/** The most messages before a result: at most two entries, and a reference to each other part of the directory. */
const messagesMax = 64;

/** The result that ended an operation, and the messages before it. */
interface Answered {
  readonly result: ldap.LdapResult;
  readonly before: readonly ldap.LdapMessage[];
}

interface Waiting extends Expected {
  readonly received: ldap.LdapMessage[];
  readonly answered: PromiseWithResolvers<Answered>;
}

/** One conversation with a directory, limited in time and in bytes. One operation runs at a time. */
export class LdapConnection {
  readonly #place: DirectoryPlace;
  readonly #timer: NodeJS.Timeout;
  #socket: Socket;
  #received = Buffer.alloc(0);
  #bytes = 0;
  #waiting: Waiting | undefined;

  constructor(place: DirectoryPlace) {
    this.#place = place;
    const { isTls, ...to } = placeOf(place.url);
    this.#socket = isTls ? connectTls({ ...to, ...tlsOptions(to.host, place) }) : connectPlain(to);
    this.#listen();
    const end = () => this.#end(new Unusable("timeout"));
    this.#timer = setTimeout(end, questionBounds.requestMilliseconds);
  }

  /** Sends a message and waits for its answer. Throws `Unusable` or the error of the socket. */
  async exchange(message: Uint8Array, expected: Expected): Promise<Answered> {
    if (this.#socket.destroyed) throw new Unusable("closed");
    const answered = Promise.withResolvers<Answered>();
    this.#waiting = { ...expected, received: [], answered };
    this.#socket.write(message);
    return answered.promise;
  }

  /** Switches to TLS. Bytes that follow the directory's yes in the clear are never read as if they had come over TLS. */
  async startTls(): Promise<void> {
    const { messages, url } = this.#place;
    const expected = { messageId: 1, operation: messages.answers.extended };
    const { result } = await this.exchange(messages.startTlsRequest(1), expected);
    if (result.code !== 0) throw new Unusable(`starttls-${result.code}`);
    this.#socket.removeAllListeners("data");
    const { host } = placeOf(url);
    this.#socket = connectTls({ socket: this.#socket, host, ...tlsOptions(host, this.#place) });
    this.#listen();
  }

  close(): void {
    clearTimeout(this.#timer);
    if (this.#socket.writable) this.#socket.end(this.#place.messages.unbindRequest(9));
    this.#socket.destroySoon();
  }

  #listen(): void {
    this.#socket.on("error", (error) => this.#end(error));
    this.#socket.on("close", () => this.#end(new Unusable("closed")));
    this.#socket.on("data", (chunk: Buffer) => {
      const problem = this.#take(chunk);
      if (problem !== undefined) this.#end(new Unusable(problem));
    });
  }

  #end(error: Error): void {
    this.#waiting?.answered.reject(error);
    this.#waiting = undefined;
    this.#socket.destroy();
  }

  /** Reads what has arrived. Returns the reason if the conversation cannot go on. */
  #take(chunk: Buffer): string | undefined {
    this.#bytes += chunk.length;
    if (this.#bytes > questionBounds.bodyBytesMax) return "too-large";
    this.#received = Buffer.concat([this.#received, chunk]);
    while (this.#received.length > 0) {
      const read = this.#place.messages.readMessage(this.#received);
      if (typeof read !== "object") return read;
      this.#received = this.#received.subarray(read.length);
      const problem = this.#accept(read.message);
      if (problem !== undefined) return problem;
    }
    return undefined;
  }

  /** Keeps a message. Returns the reason if it does not answer what was asked; nothing may follow the result. */
  #accept(message: ldap.LdapMessage): string | undefined {
    const waiting = this.#waiting;
    if (waiting === undefined || message.messageId !== waiting.messageId) return "malformed";
    const { received, operation, before = [], answered } = waiting;
    if (message.operation !== operation) {
      received.push(message);
      if (!before.includes(message.operation)) return "malformed";
      return received.length > messagesMax ? "too-many" : undefined;
    }
    const result = this.#place.messages.readResult(message);
    if (result === undefined || this.#received.length > 0) return "malformed";
    this.#waiting = undefined;
    answered.resolve({ result, before: received });
    return undefined;
  }
}

function placeOf(url: string): { readonly host: string; readonly port: number; readonly isTls: boolean } {
  const { protocol, hostname, port } = new URL(url);
  const isTls = protocol === "ldaps:";
  const usual = isTls ? 636 : 389;
  return { host: hostname.replace(/^\[(.*)\]$/, "$1"), port: port === "" ? usual : Number(port), isTls };
}

/** RFC 6066 §3: an IP address is not a server name. */
function tlsOptions(host: string, { certificates }: DirectoryPlace) {
  return { ...(isIP(host) === 0 && { servername: host }), ca: certificates };
}
