import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { describe, it } from "node:test";
import { createServer as createTlsServer } from "node:tls";
import { type Asked, answersIn, startFakeDirectory } from "../support/fake-directory.ts";
import { localhost } from "../support/mail-server.ts";
import { ask } from "./asked-directory.ts";

const short = answersIn();

describe("StartTLS", () => {
  /** What a server in the clear got that is neither the request of StartTLS nor TLS. */
  const leaked = (asked: readonly Asked[]) =>
    asked.filter(({ kind }) => kind !== "extended" && kind !== "unbind");
  const rows: readonly (readonly [string, (id: number, socket: Socket) => Buffer | undefined, RegExp])[] = [
    ["a no", (id) => short.extended(id, 2), /^starttls-2$/],
    ["a yes to another question", (id) => short.extended(id + 1, 0), /^malformed$/],
    [
      "a yes with the answer to a bind behind it",
      (id) => Buffer.concat([short.extended(id, 0), short.bound(2, 0)]),
      /^malformed$/,
    ],
    ["a yes that is not meant", (id) => short.extended(id, 0), /^timeout$/],
    ["silence", () => undefined, /^timeout$/],
  ];
  for (const [what, respond, expected] of rows)
    it(`${what}: nothing is sent in the clear`, async () => {
      await using directory = await startFakeDirectory(({ id, kind }, socket) =>
        kind === "extended" ? respond(id, socket) : short.bound(id, 0),
      );
      assert.match((await ask({ ...directory, startsTls: true }, { username: "ada" })) ?? "", expected);
      assert.deepEqual(leaked(directory.asked), []);
    });

  it("a yes and then no TLS: nothing is sent in the clear", async () => {
    await using directory = await startFakeDirectory(({ id, kind }, socket) => {
      if (kind !== "extended") return short.bound(id, 0);
      setTimeout(() => socket.write(short.bound(2, 0)), 50);
      return short.extended(id, 0);
    });
    assert.match((await ask({ ...directory, startsTls: true }, { username: "ada" })) ?? "", /^EPROTO$/);
    assert.deepEqual(leaked(directory.asked), []);
  });

  for (const startsTls of [false, true])
    it(`${startsTls ? "StartTLS" : "ldaps"} with a certificate that is not trusted: nothing is sent`, async () => {
      const received: Buffer[] = [];
      const secure = createTlsServer(localhost, (socket) => {
        socket.on("error", () => {}).on("data", (chunk: Buffer) => received.push(chunk));
      });
      const server = createServer((socket) => {
        socket.on("error", () => {});
        if (!startsTls) return void secure.emit("connection", socket);
        socket.once("data", () => {
          socket.write(short.extended(1, 0));
          secure.emit("connection", socket);
        });
      }).listen(0, "127.0.0.1");
      await once(server, "listening");
      const { port } = server.address() as AddressInfo;
      const url = `${startsTls ? "ldap" : "ldaps"}://localhost:${port}`;
      assert.equal(await ask({ url, startsTls }, { username: "ada" }), "DEPTH_ZERO_SELF_SIGNED_CERT");
      await new Promise((resolve) => setTimeout(resolve, 100));
      assert.deepEqual(received, []);
      server.close();
    });
});
