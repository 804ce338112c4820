import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";

/** The mail server of a rehearsal. It takes every message on loopback, and passes none on. */
export interface Mailbox {
  readonly port: number;
  /** Resolves with true once it has taken a message with this text, and with false at the deadline. */
  took(text: string, deadlineMilliseconds: number): Promise<boolean>;
  close(): void;
}

/** The most characters of a message that are read. */
const messageCharactersMax = 256 * 1024;

/** Opens it, as RFC 5321 describes a server that demands nothing. */
export async function openMailbox(): Promise<Mailbox> {
  const listeners = new Set<(message: string) => void>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // The service cuts connections when it stops.
    socket.on("error", () => socket.destroy());
    converse(socket, (message) => {
      for (const tell of listeners) tell(message);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    took: (text, deadlineMilliseconds) => {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const listener = (message: string) => {
        if (message.includes(text)) resolve(true);
      };
      listeners.add(listener);
      const timer = setTimeout(resolve, deadlineMilliseconds, false);
      return promise.finally(() => {
        clearTimeout(timer);
        listeners.delete(listener);
      });
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function converse(socket: Socket, onMessage: (message: string) => void): void {
  const say = (line: string) => socket.write(`${line}\r\n`);
  let message: string[] | undefined;
  let characters = 0;
  say("220 localhost");
  createInterface({ input: socket }).on("line", (line) => {
    if (message === undefined) {
      const [verb = ""] = line.toUpperCase().split(" ", 1);
      if (verb === "DATA") [message, characters] = [[], 0];
      say(verb === "DATA" ? "354 Go on" : verb === "QUIT" ? "221 Bye" : "250 OK");
      if (verb === "QUIT") socket.end();
    } else if (line === ".") {
      onMessage(decoded(message));
      message = undefined;
      say("250 OK");
    } else {
      characters += line.length;
      if (characters < messageCharactersMax) message.push(line.replace(/^\./, ""));
    }
  });
}

/** Undoes quoted-printable (RFC 2045 §6.7), which breaks and escapes the links of a message in English. */
function decoded(lines: readonly string[]): string {
  return lines
    .join("\n")
    .replace(/=\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}
