import { connect, type Socket } from "node:net";

/** One answer as it came over the wire; header names in lower case, repeated ones in order. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: string;
}

/** Silence for this long fails a test instead of hanging it; a busy machine needs less for anything that is tested. */
const silenceMilliseconds = 60_000;

/**
 * Bytes to the service and bytes back, for requests that no HTTP client would send. Nothing is repaired on the way; strings
 * are written as Latin-1, so that one character is one byte.
 */
export class RawSocket {
  readonly socket: Socket;
  /** Resolves with everything that arrived, once either side has closed the connection. */
  readonly closed: Promise<string>;
  #received = "";
  readonly #waiting: { readonly enough: (received: string) => boolean; readonly resolve: () => void }[] = [];

  private constructor(socket: Socket) {
    this.socket = socket;
    this.closed = new Promise((resolve, reject) => {
      socket.on("data", (chunk: Buffer) => {
        this.#received += chunk.toString("latin1");
        for (const { enough, resolve } of this.#waiting) if (enough(this.#received)) resolve();
      });
      socket.on("close", () => resolve(this.#received));
      socket.setTimeout(silenceMilliseconds, () => {
        reject(new Error(`The service is silent; so far came:\n${this.#received}`));
        socket.destroy();
      });
    });
    this.closed.catch(() => {});
    // A reset after the answer is as good a way to close as any other.
    socket.on("error", () => {});
  }

  static async open(url: string): Promise<RawSocket> {
    const { hostname, port } = new URL(url);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const socket = connect(Number(port), hostname, resolve);
    socket.once("error", reject);
    await promise;
    return new RawSocket(socket);
  }

  /** Resolves when the bytes are handed to the system. */
  write(bytes: string | Buffer): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.socket.write(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes, () => resolve());
    return promise;
  }

  /** Resolves once this many whole answers have arrived; rejects when the connection closes before. */
  async answers(count: number): Promise<readonly RawAnswer[]> {
    const enough = (received: string) => splitAnswers(received).length >= count;
    if (!enough(this.#received)) {
      const arrived = new Promise<void>((resolve) => this.#waiting.push({ enough, resolve }));
      await Promise.race([arrived, this.closed]);
    }
    const answers = splitAnswers(this.#received);
    if (answers.length < count) throw new Error(`Only ${answers.length} answers came:\n${this.#received}`);
    return answers;
  }

  destroy(): void {
    this.socket.destroy();
  }
}

/** Sends the bytes on a connection of their own and returns what came until the service closed it. */
export async function exchangeRaw(url: string, bytes: string | Buffer): Promise<readonly RawAnswer[]> {
  const raw = await RawSocket.open(url);
  await raw.write(bytes);
  return splitAnswers(await raw.closed);
}

/** Cuts what a connection brought into answers. An answer without a length ends with the connection. */
export function splitAnswers(received: string): readonly RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let start = 0; start < received.length; ) {
    const headEnd = received.indexOf("\r\n\r\n", start);
    if (headEnd === -1) return answers;
    const [statusLine = "", ...lines] = received.slice(start, headEnd).split("\r\n");
    const status = /^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1];
    if (status === undefined) throw new Error(`This is no status line: ${JSON.stringify(statusLine)}`);
    const headers = headersOf(lines);
    const bodyStart = headEnd + 4;
    // Only Node's own refusals are chunked, and they are empty: the chunk that ends a body.
    const bodyBytes = headers.has("transfer-encoding") ? 5 : Number(headers.get("content-length")?.[0] ?? 0);
    if (received.length < bodyStart + bodyBytes) return answers;
    const body = Buffer.from(received.slice(bodyStart, bodyStart + bodyBytes), "latin1").toString();
    answers.push({ status: Number(status), headers, body });
    start = bodyStart + bodyBytes;
  }
  return answers;
}

function headersOf(lines: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), line.slice(colon + 1).trim()]);
  }
  return headers;
}
