import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** An element of BER, with its length in one byte, in three, or in five as Active Directory writes it. */
export function ber(tag: number, content: string | Buffer, form: "short" | "long" = "short"): Buffer {
  const bytes = Buffer.from(content as string);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  if (form === "long") return Buffer.concat([Buffer.from([tag, 0x84]), length, bytes]);
  if (bytes.length < 0x80) return Buffer.concat([Buffer.from([tag, bytes.length]), bytes]);
  return Buffer.concat([Buffer.from([tag, 0x82]), length.subarray(2), bytes]);
}

/** The answers of a directory. */
export function answersIn(form: "short" | "long" = "short") {
  const message = (id: number, tag: number, content: Buffer) =>
    ber(0x30, Buffer.concat([ber(0x02, Buffer.from([id])), ber(tag, content, form)]), form);
  const result = (id: number, tag: number, code: number, diagnostic = "") =>
    message(id, tag, Buffer.concat([ber(0x0a, Buffer.from([code])), ber(0x04, ""), ber(0x04, diagnostic)]));
  return {
    bound: (id: number, code: number, diagnostic?: string) => result(id, 0x61, code, diagnostic),
    entry: (id: number, name: string) =>
      message(id, 0x64, Buffer.concat([ber(0x04, name), ber(0x30, Buffer.alloc(0), form)])),
    reference: (id: number, url: string) => message(id, 0x73, ber(0x04, url)),
    searched: (id: number, code: number) => result(id, 0x65, code),
    extended: (id: number, code: number) => result(id, 0x78, code),
    message,
  };
}

/** A message that was sent to the directory. */
export interface Asked {
  readonly id: number;
  readonly kind: "bind" | "search" | "compare" | "extended" | "unbind";
  readonly bytes: Buffer;
}

/** A server that answers each message by a function, and remembers what it was asked. */
export interface FakeDirectory extends AsyncDisposable {
  readonly url: string;
  readonly asked: readonly Asked[];
  readonly connections: () => number;
}

export async function startFakeDirectory(
  answer: (asked: Asked, socket: Socket) => Buffer | undefined,
): Promise<FakeDirectory> {
  const asked: Asked[] = [];
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on("error", () => {});
    socket.on("data", (chunk: Buffer) => {
      for (let rest = chunk; rest.length > 0; ) {
        const read = requestIn(rest);
        if (read === undefined) return;
        rest = rest.subarray(read.bytes.length);
        asked.push(read);
        const bytes = answer(read, socket);
        if (bytes !== undefined) socket.write(bytes);
      }
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `ldap://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    connections: () => connections,
    [Symbol.asyncDispose]: async () => {
      server.close();
    },
  };
}

const kinds: Readonly<Record<number, Asked["kind"]>> = {
  96: "bind",
  99: "search",
  110: "compare",
  119: "extended",
  66: "unbind",
};

/** The first message of some bytes, as this program writes them; undefined for others, such as those of TLS. */
function requestIn(bytes: Buffer): Asked | undefined {
  if (bytes[0] !== 0x30) return undefined;
  const head = (bytes[1] ?? 0) < 0x80 ? 2 : 4;
  const length = head === 2 ? (bytes[1] ?? 0) : bytes.readUInt16BE(2);
  const kind = kinds[bytes[head + 3] ?? 0];
  return kind && { id: bytes[head + 2] ?? 0, kind, bytes: bytes.subarray(0, head + length) };
}
