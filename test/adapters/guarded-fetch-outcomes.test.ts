import assert from "node:assert/strict";
import { createServer, type Socket } from "node:net";
import { describe, it, test } from "node:test";
import {
  createGuardedFetch,
  type GuardedProblem,
  type GuardedRequest,
} from "../../src/adapters/fetch/guarded-fetch.ts";
import { openLogoutNotifier } from "../../src/adapters/logout/notifier.ts";
import type { LogoutProblem } from "../../src/flows/logout-ports.ts";
import { clientIdOf } from "../../src/values/ids.ts";

const get = { method: "GET", headers: {} } as const;
const requestMilliseconds = 400;
/** What ends by itself must do so at any load; it is told from a deadline by its outcome. */
const generousMilliseconds = 60_000;
const sideBySide = { concurrency: 8 };

/** A server that answers each connection with `behave`, once the head of a request has arrived. */
async function startRawServer(behave: (socket: Socket) => void, when: "connection" | "request" = "request") {
  const sockets = new Set<Socket>();
  const { promise: first, resolve: isConnected } = Promise.withResolvers<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    isConnected(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    if (when === "connection") behave(socket);
    else socket.once("data", () => behave(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  assert.ok(address !== null && typeof address === "object");
  return {
    url: `http://127.0.0.1:${address.port}/keys`,
    first,
    sockets,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Writes the text again and again, as fast as the other side reads, for as long as it does. */
function flood(text: string) {
  return (socket: Socket) => {
    const more = () => {
      if (socket.destroyed) return;
      if (socket.write(text.repeat(50))) setImmediate(more);
      else socket.once("drain", more);
    };
    more();
  };
}

const say = (text: string) => (socket: Socket) => socket.write(text);
const sayAndEnd = (text: string) => (socket: Socket) => socket.end(text);
const head = (more = "") => `HTTP/1.1 200 OK\r\n${more}\r\n`;

interface Behaviour {
  readonly title: string;
  readonly behave: (socket: Socket) => void;
  readonly when?: "connection";
  /** A status where there is an answer. */
  readonly comes: GuardedProblem | number;
}

const behaviours: readonly Behaviour[] = [
  { title: "a whole answer", behave: sayAndEnd(`${head("content-length: 2\r\n")}{}`), comes: 200 },
  { title: "an answer that ends with the connection", behave: sayAndEnd(`${head()}{}`), comes: 200 },
  {
    title: "a whole answer on a connection that stays open",
    behave: say(`${head("content-length: 2\r\nconnection: keep-alive\r\n")}{}`),
    comes: 200,
  },
  {
    title: "trailers after the body",
    behave: say(`${head("transfer-encoding: chunked\r\n")}2\r\n{}\r\n0\r\nx-a: b\r\n\r\n`),
    comes: 200,
  },
  {
    title: "trailers that never end",
    behave: (socket) => {
      socket.write(`${head("transfer-encoding: chunked\r\n")}2\r\n{}\r\n0\r\n`);
      flood("x-a: b\r\n")(socket);
    },
    comes: "unreachable",
  },
  {
    title: "101 Switching Protocols",
    behave: say("HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n"),
    comes: "unreachable",
  },
  {
    title: "101 without saying to what",
    behave: say("HTTP/1.1 101 Switching Protocols\r\n\r\n"),
    comes: 101,
  },
  {
    title: "101 and then bytes without end",
    behave: (socket) => {
      socket.write("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n");
      flood("x".repeat(100))(socket);
    },
    comes: "unreachable",
  },
  {
    title: "200 that offers an upgrade",
    behave: sayAndEnd(`${head("upgrade: h2c\r\nconnection: upgrade\r\ncontent-length: 2\r\n")}{}`),
    comes: 200,
  },
  {
    title: "the answer of a tunnel",
    behave: say("HTTP/1.1 200 Connection Established\r\n\r\n"),
    comes: "timed-out",
  },
  {
    title: "one informational answer before the real one",
    behave: sayAndEnd(`HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${head("content-length: 2\r\n")}{}`),
    comes: 200,
  },
  { title: "only 100 Continue", behave: say("HTTP/1.1 100 Continue\r\n\r\n"), comes: "timed-out" },
  {
    title: "informational answers without end",
    behave: flood("HTTP/1.1 103 Early Hints\r\n\r\n"),
    comes: "too-large",
  },
  { title: "100 Continue without end", behave: flood("HTTP/1.1 100 Continue\r\n\r\n"), comes: "too-large" },
  { title: "headers without end", behave: flood("x-a: b\r\n"), comes: "unreachable" },
  {
    title: "a head without end",
    behave: (socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      flood("x-a: b\r\n")(socket);
    },
    comes: "unreachable",
  },
  { title: "nothing", behave: () => {}, comes: "timed-out" },
  { title: "half a head", behave: say("HTTP/1.1 200 OK\r\ncontent-le"), comes: "timed-out" },
  {
    title: "a body that stalls",
    behave: say(`${head("content-length: 100\r\n")}{`),
    comes: "timed-out",
  },
  {
    title: "a body without end",
    behave: (socket) => {
      socket.write(head());
      flood("x".repeat(100))(socket);
    },
    comes: "too-large",
  },
  {
    title: "a body that is cut short",
    behave: sayAndEnd(`${head("content-length: 100\r\n")}{`),
    comes: "unreachable",
  },
  {
    title: "chunks that are none",
    behave: say(`${head("transfer-encoding: chunked\r\n")}zz\r\n`),
    comes: "unreachable",
  },
  { title: "the end instead of an answer", behave: (socket) => socket.end(), comes: "unreachable" },
  {
    title: "a reset instead of an answer",
    behave: (socket) => socket.resetAndDestroy(),
    comes: "unreachable",
  },
  {
    title: "a reset in the body",
    behave: (socket) => {
      socket.write(`${head("content-length: 100\r\n")}{`, () => socket.resetAndDestroy());
    },
    comes: "unreachable",
  },
  { title: "another protocol", behave: say("SSH-2.0-x\r\n"), comes: "unreachable" },
  {
    title: "an answer before the request",
    behave: sayAndEnd(`${head("content-length: 2\r\n")}{}`),
    when: "connection",
    comes: 200,
  },
  {
    title: "an upgrade before the request",
    behave: say("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"),
    when: "connection",
    comes: "unreachable",
  },
  {
    title: "the end before the request",
    behave: (socket) => socket.end(),
    when: "connection",
    comes: "unreachable",
  },
  {
    title: "a second answer behind the first",
    behave: say(`${head("content-length: 2\r\n")}{}${head("content-length: 2\r\n")}[]`),
    comes: 200,
  },
  {
    title: "a redirect",
    behave: sayAndEnd("HTTP/1.1 307 Temporary Redirect\r\nlocation: /\r\ncontent-length: 0\r\n\r\n"),
    comes: 307,
  },
  { title: "204 without a body", behave: say("HTTP/1.1 204 No Content\r\n\r\n"), comes: 204 },
];

describe(
  "every way to answer settles within the deadline, frees its place and closes the connection",
  sideBySide,
  () => {
    for (const { title, behave, when, comes } of behaviours)
      for (const method of ["GET", "POST"] as const)
        it(`${method}: ${title}`, async () => {
          await using server = await startRawServer(behave, when);
          const fetch = createGuardedFetch({
            mayReachLoopback: true,
            requestMilliseconds: comes === "timed-out" ? requestMilliseconds : generousMilliseconds,
            concurrencyMax: 1,
          });
          const request: GuardedRequest = {
            url: server.url,
            method,
            headers: {},
            body: method === "GET" ? "" : "a=b",
          };
          const answer = await settled(fetch(request));
          assert.equal(answer.ok ? answer.value.status : answer.reason, comes);
          const again = await settled(fetch(request));
          assert.notEqual(again.ok || again.reason, "too-many-requests", "The place is free again.");
          for (const socket of server.sockets) await closed(socket);
        });
  },
);

describe("a client that answers a logout token in such a way gives its place back", sideBySide, () => {
  for (const { title, behave, when, comes } of behaviours)
    for (const isGuarded of [false, true])
      it(`${isGuarded ? "guarded" : "not guarded"}: ${title}`, async () => {
        await using server = await startRawServer(behave, when);
        // Only a guarded request says how it ended.
        const endsByItself = isGuarded && comes !== "timed-out";
        const milliseconds = endsByItself ? generousMilliseconds : requestMilliseconds;
        const notifier = openLogoutNotifier(
          {
            requestMilliseconds: milliseconds,
            waitMilliseconds: generousMilliseconds,
            running: { all: 1, perClient: 1, guarded: 1 },
            waiting: { all: 1, perClient: 1, guarded: 1 },
            retryPausesMilliseconds: [],
          },
          createGuardedFetch({ mayReachLoopback: true, requestMilliseconds: milliseconds }),
        );
        const problems: LogoutProblem[] = [];
        const message = {
          clientId: clientIdOf("A".repeat(20)),
          uri: server.url,
          isGuarded,
          logoutToken: "a.b.c",
        };
        const deliver = () => settled(notifier.deliver([message], (_, problem) => problems.push(problem)));
        await deliver();
        await deliver();
        const expected = comes === 200 || comes === 204 ? 0 : 2;
        // What is known before the body came is enough for a client that is not guarded.
        if (isGuarded) assert.equal(problems.length, expected);
        assert.ok(problems.every(({ reason }) => reason !== "too-many-waiting"));
        notifier.close();
      });
});

test("a name that is not resolved in time ends the call at its deadline, and frees its place", async () => {
  const asked: string[] = [];
  const fetch = createGuardedFetch({
    mayReachLoopback: true,
    requestMilliseconds,
    concurrencyMax: 1,
    resolve: (host) => {
      asked.push(host);
      return new Promise(() => {});
    },
  });
  const timedOut = { ok: false, reason: "timed-out" };
  const first = fetch({ url: "https://slow.example/", ...get });
  const whileResolving = await fetch({ url: "https://other.example/", ...get });
  assert.deepEqual(whileResolving, { ok: false, reason: "too-many-requests" });
  assert.deepEqual(await settled(first), timedOut);
  // The system cannot be told to stop looking, so a second call waits for the same answer.
  assert.deepEqual(await settled(fetch({ url: "https://slow.example/", ...get })), timedOut);
  assert.deepEqual(asked, ["slow.example"]);
});

test("the number of names being looked up is bounded, also after their calls have ended", async () => {
  const lookups: (() => void)[] = [];
  const fetch = createGuardedFetch({
    mayReachLoopback: true,
    // Within this time a busy machine comes to the next turn.
    requestMilliseconds: 2_000,
    concurrencyMax: 2,
    resolve: () => new Promise((resolve) => lookups.push(() => resolve([]))),
  });
  const ask = async (host: string) => {
    const answer = await settled(fetch({ url: `https://${host}/`, ...get }));
    return answer.ok || answer.reason;
  };
  const others = await Promise.all([ask("a.example"), ask("b.example")]);
  assert.deepEqual(others, ["timed-out", "timed-out"]);
  assert.equal(await ask("c.example"), "too-many-requests");
  for (const end of lookups) end();
  await new Promise(setImmediate);
  const c = ask("c.example");
  await new Promise(setImmediate);
  assert.equal(lookups.length, 3);
  lookups[2]?.();
  assert.equal(await c, "unreachable");
});

test("resolving, connecting and answering share one deadline", async () => {
  await using server = await startRawServer(() => {});
  const { port } = new URL(server.url);
  const fetch = createGuardedFetch({
    mayReachLoopback: true,
    requestMilliseconds: 1_500,
    resolve: async () => {
      await new Promise((resolve) => setTimeout(resolve, 1_400));
      return [{ address: "127.0.0.1", family: 4 }];
    },
  });
  // One deadline after the other would end after 2.9 s; a timer of this process falls behind as much as they do.
  const oneAfterTheOther = new Promise((resolve) =>
    setTimeout(resolve, 2_800, "one deadline after the other"),
  );
  const answer = fetch({ url: `http://slow.example:${port}/`, ...get });
  assert.deepEqual(await Promise.race([answer, oneAfterTheOther]), { ok: false, reason: "timed-out" });
});

describe("a call that is given up settles at once and frees its place", () => {
  it("before it began", async () => {
    const fetch = createGuardedFetch({ mayReachLoopback: true, concurrencyMax: 1 });
    const request = { url: "http://127.0.0.1:1/", ...get, signal: AbortSignal.abort() };
    assert.deepEqual(await settled(fetch(request)), { ok: false, reason: "unreachable" });
    assert.deepEqual(await settled(fetch(request)), { ok: false, reason: "unreachable" });
  });

  it("while the name is looked up", async () => {
    const fetch = createGuardedFetch({ mayReachLoopback: true, resolve: () => new Promise(() => {}) });
    const giving = new AbortController();
    const call = fetch({ url: "https://slow.example/", ...get, signal: giving.signal });
    giving.abort();
    assert.deepEqual(await settled(call), { ok: false, reason: "unreachable" });
  });

  it("while the server says nothing", async () => {
    await using server = await startRawServer(() => {});
    const fetch = createGuardedFetch({ mayReachLoopback: true, concurrencyMax: 1 });
    const giving = new AbortController();
    const call = fetch({ url: server.url, ...get, signal: giving.signal });
    const socket = await server.first;
    giving.abort();
    assert.deepEqual(await settled(call), { ok: false, reason: "unreachable" });
    await closed(socket);
  });
});

test("clients that switch protocols free their places, even when there are more of them than places", async () => {
  await using upgrading = await startRawServer(
    say("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"),
  );
  await using honest = await startRawServer(sayAndEnd(`${head("content-length: 2\r\n")}{}`));
  const fetch = createGuardedFetch({ mayReachLoopback: true });
  await settled(Promise.all(Array.from({ length: 33 }, () => fetch({ url: upgrading.url, ...get }))));
  const answer = await settled(fetch({ url: honest.url, ...get }));
  assert.deepEqual(answer, { ok: true, value: { status: 200, body: "{}", bytes: Buffer.from("{}") } });
});

/** Rejects where the promise has not settled long after every deadline of these tests. */
async function settled<T>(promise: Promise<T>): Promise<T> {
  const { promise: never, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(reject, 2 * generousMilliseconds, new Error("It has not settled."));
  try {
    return await Promise.race([promise, never]);
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves once the other side has closed the connection. */
async function closed(socket: Socket): Promise<void> {
  if (socket.destroyed) return;
  socket.resume();
  await settled(
    new Promise<void>((resolve) => {
      socket.once("close", () => resolve());
      socket.once("end", () => resolve());
    }),
  );
}
