import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { after, afterEach, before, test } from "node:test";
import { RawSocket, splitAnswers } from "./support/raw-socket.ts";
import { ada, paths, Stage } from "./support/stage.ts";

/** How many slow connections stand against one normal sign-in. */
const slowCount = 100;

let stage: Stage;
let server: Server;

before(async () => {
  stage = await Stage.set();
  server = await serverOf(stage);
});
afterEach(() => stage.check());
after(() => stage[Symbol.asyncDispose]());

/** The server that answers: Node itself tells which one it is, so production needs no door for tests. */
async function serverOf({ visit }: Stage): Promise<Server> {
  const channel = "http.server.request.start";
  const found = Promise.withResolvers<Server>();
  const listener = (message: unknown) => found.resolve((message as { server: Server }).server);
  subscribe(channel, listener);
  await visit.call(stage, "/healthz");
  unsubscribe(channel, listener);
  return found.promise;
}

type Timeouts = Partial<Pick<Server, "headersTimeout" | "requestTimeout" | "timeout">>;

/** Runs with time-outs that a test can wait for; the server object reads them whenever it looks for slow peers. */
async function withTimeouts(shortened: Timeouts, run: () => Promise<void>): Promise<void> {
  const { headersTimeout, requestTimeout, timeout } = server;
  Object.assign(server, shortened);
  try {
    await run();
  } finally {
    Object.assign(server, { headersTimeout, requestTimeout, timeout });
  }
}

function openMany(bytes: string): Promise<readonly RawSocket[]> {
  return Promise.all(
    Array.from({ length: slowCount }, async () => {
      const raw = await RawSocket.open(stage.url);
      await raw.write(bytes);
      return raw;
    }),
  );
}

const slowHeaders = `POST ${paths.token} HTTP/1.1\r\nHost: localhost\r\nX-Slow: `;
const slowBody = `POST ${paths.token} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\nclient_id=`;

test("A37: headers must be complete within 10 s, a request within 15 s, and nobody holds an answer for ever", () => {
  const { headersTimeout, requestTimeout, timeout, keepAliveTimeout } = server;
  assert.deepEqual({ headersTimeout, requestTimeout }, { headersTimeout: 10_000, requestTimeout: 15_000 });
  assert.ok(timeout >= requestTimeout && timeout <= 60_000, `timeout ${timeout}`);
  assert.ok(keepAliveTimeout > 0 && keepAliveTimeout <= 120_000, `keepAliveTimeout ${keepAliveTimeout}`);
});

test(`A37: somebody signs in while ${slowCount} connections send their headers and ${slowCount} their bodies slowly`, async () => {
  const slow = [...(await openMany(slowHeaders)), ...(await openMany(slowBody))];
  const answer = await stage.newBrowser().signIn(stage.target(), ada);
  assert.equal(answer.status, 303);
  await Promise.all(slow.map((raw) => raw.write("a")));
  for (const raw of slow) raw.destroy();
});

test("A37: a connection that sends nothing, or headers or a body too slowly, gets 408 at most and is closed", async () => {
  await withTimeouts({ headersTimeout: 200, requestTimeout: 300 }, async () => {
    const slow = [...(await openMany("")), ...(await openMany(slowHeaders)), ...(await openMany(slowBody))];
    for (const received of await Promise.all(slow.map(({ closed }) => closed)))
      for (const { status } of splitAnswers(received)) assert.ok([400, 408].includes(status), received);
  });
});

test("A37: a connection that asks for much and reads nothing of it is closed", async () => {
  await withTimeouts({ timeout: 300 }, async () => {
    const accepted = once(server, "connection") as Promise<[Socket]>;
    const raw = await RawSocket.open(stage.url);
    const [socket] = await accepted;
    const dropped = once(socket, "close");
    raw.socket.pause();
    const request = `GET ${stage.target()} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    raw.socket.write(request.repeat(2_000));
    await dropped;
    assert.ok(socket.bytesWritten < 16 * 1024 * 1024, `${socket.bytesWritten} bytes were sent to nobody`);
    raw.destroy();
  });
});
