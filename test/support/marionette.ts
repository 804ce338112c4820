import { once } from "node:events";
import { connect, type Socket } from "node:net";

type Message = readonly [kind: 1, id: number, error: { readonly message: string } | null, result: unknown];

/**
 * Firefox's own protocol of WebDriver, which geckodriver speaks to it: over TCP, JSON with its length in front
 * (https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html). It has the virtual authenticators of WebAuthn §11, which
 * WebDriver BiDi lacks.
 */
export class Marionette {
  readonly #socket: Socket;
  readonly #answers = new Map<number, (message: Message) => void>();
  #bytes = Buffer.alloc(0);
  #count = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (chunk: Buffer) => this.#read(chunk));
  }

  static async connect(port: number): Promise<Marionette> {
    const socket = connect(port, "127.0.0.1");
    const marionette = new Marionette(socket);
    await once(socket, "connect");
    return marionette;
  }

  async send<Result>(command: string, parameters: object = {}): Promise<Result> {
    this.#count += 1;
    const id = this.#count;
    const text = JSON.stringify([0, id, command, parameters]);
    const [, , error, result] = await new Promise<Message>((resolve) => {
      this.#answers.set(id, resolve);
      this.#socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
    this.#answers.delete(id);
    if (error !== null) throw new Error(`${command}: ${error.message}`);
    return result as Result;
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    for (;;) {
      const begin = this.#bytes.indexOf(":") + 1;
      const end = begin + Number(this.#bytes.subarray(0, Math.max(0, begin - 1)).toString());
      if (begin === 0 || this.#bytes.length < end) return;
      const message: Message | object = JSON.parse(this.#bytes.subarray(begin, end).toString());
      this.#bytes = this.#bytes.subarray(end);
      // The first message is no answer: Firefox introduces itself.
      if (Array.isArray(message)) this.#answers.get(message[1])?.(message as unknown as Message);
    }
  }
}
