import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import type { Event, RequestContext } from "../../src/flows/events.ts";
import { createApp } from "../../src/http/app.ts";
import { createErrorResponses } from "../../src/http/error-responses.ts";
import { createReplies, type Reply, type ReplyStream } from "../../src/http/reply.ts";
import type { Route, Tree } from "../../src/http/routes.ts";
import { catalogue as english } from "../../src/pages/languages/en/catalogue.ts";

interface Recorded {
  readonly event: Event;
  readonly requestId: string;
}

/** What the app answers to a GET, and what it records, when making a page fails `failures` times. */
async function ask(
  path: string,
  failures: number,
  init: RequestInit & { readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<{ answer: Response; recorded: readonly Recorded[] }> {
  const recorded: Recorded[] = [];
  const record = (event: Event, { requestId }: RequestContext) => recorded.push({ event, requestId });
  const replies = createReplies({ isHttps: true, hstsForSubdomains: false });
  let failed = 0;
  const nonce = () => {
    if (failed++ < failures) throw new Error("planted: no random bytes");
    return "bm9uY2U";
  };
  const paths = { authorization: "/v1/Oauth/authorization", home: "/" };
  const errorResponses = createErrorResponses({
    replies,
    events: { record },
    nonce,
    paths,
    textsFor: () => english,
    isDevelopment: false,
  });
  const routes: readonly Route[] = [
    // No status of HTTP, so that what fails is the writing of the answer, after the handler is done.
    route("/page", "page", () => ({ ...replies.json(200, {}), status: 99 })),
    route("/json", "json", () => ({ ...replies.json(200, {}), status: 99 })),
    route("/throws", "page", () => {
      throw new Error("planted");
    }),
  ];
  const trees: readonly Tree[] = [
    {
      path: "/tree",
      errorFormat: "json",
      endpoint: "admin",
      callers: "own-pages",
      handle: ({ method, path }) => {
        if (path.endsWith("/throws")) throw new Error("planted");
        if (path.endsWith("/late")) return late.answer();
        return { ...replies.json(200, { method, path }), ...(path.endsWith("/goes-on") && { goOn }) };
      },
    },
  ];
  const app = createApp({
    routes,
    trees,
    errorResponses,
    endpointOf: () => "none",
    findNearPath: () => undefined,
    isStopping: () => false,
    issuerOrigin: "https://id.example",
    clientAddress: () => "192.0.2.1",
    isFromProxy: () => false,
    readBrowser: () => assert.fail("no handler here asks for the browser"),
    processPrefix: "test",
    onFailure: (cause, incoming) => record({ kind: "unexpected-failure", cause }, incoming),
  });
  const server = createServer(app).listen(0, "127.0.0.1");
  server.on("request", (_, response) => void response.once("close", () => late.left()));
  await once(server, "listening");
  try {
    const { port } = server.address() as AddressInfo;
    const headers = { connection: "close", ...init.headers };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers });
    return { answer, recorded };
  } finally {
    server.close();
  }
}

/** A handler that has its answer only when the caller has left. */
const late = { answer: (): Promise<Reply> => Promise.reject(new Error("not asked for")), left: () => {} };

/** Writes one piece in a later turn, and ends. */
function goOn(stream: ReplyStream): void {
  setImmediate(() => {
    stream.write(" and on");
    stream.end();
  });
}

function route(path: string, errorFormat: Route["errorFormat"], handle: Route["handle"]): Route {
  return { method: "GET", path, errorFormat, callers: "anyone", handle };
}

const beyondHandlers: Readonly<Record<string, readonly [path: string, failures: number]>> = {
  "a 404 page that cannot be made": ["/nowhere", 1],
  "an answer that cannot be written": ["/page", 0],
  "a handler": ["/throws", 0],
};
for (const [title, [path, failures]] of Object.entries(beyondHandlers))
  test(`a failure in ${title} answers our own 500 page, recorded once under the reference that it shows`, async () => {
    const { answer, recorded } = await ask(path, failures);
    const body = await answer.text();
    assert.equal(answer.status, 500);
    assert.equal(answer.headers.get("content-type"), "text/html; charset=utf-8");
    assert.equal(answer.headers.get("cache-control"), "no-store");
    assert.match(body, /Something went wrong on our side/);
    assert.doesNotMatch(body, /planted|Internal Server Error/);
    assert.deepEqual(
      recorded.map(({ event }) => event.kind),
      ["unexpected-failure"],
    );
    assert.ok(body.includes(`<code>${recorded[0]?.requestId}</code>`));
  });

test("a failure in an answer to a program is JSON, recorded once", async () => {
  const { answer, recorded } = await ask("/json", 0);
  assert.equal(answer.status, 500);
  const { status, error } = (await answer.json()) as Record<string, unknown>;
  assert.deepEqual([status, error], ["error", "server_error"]);
  assert.deepEqual(
    recorded.map(({ event }) => event.kind),
    ["unexpected-failure"],
  );
});

test("a tree answers its own path and every path below it, with any method", async () => {
  for (const path of ["/tree", "/tree/", "/tree/a/b"]) {
    const headers = { origin: "https://id.example" };
    const { answer } = await ask(path, 0, { method: "PATCH", headers });
    assert.deepEqual(await answer.json(), { method: "PATCH", path });
  }
  assert.equal((await ask("/trees", 0)).answer.status, 404);
});

test("a tree of pages refuses what another site posts", async () => {
  const headers = { origin: "https://evil.test" };
  const { answer, recorded } = await ask("/tree/a", 0, { method: "POST", headers });
  assert.equal(answer.status, 403);
  assert.deepEqual(
    recorded.map(({ event }) => event.kind),
    ["request-refused"],
  );
});

test("a failure in a tree is answered in its own format, recorded once", async () => {
  const { answer, recorded } = await ask("/tree/throws", 0);
  assert.equal(answer.status, 500);
  assert.equal(((await answer.json()) as Record<string, unknown>).error, "server_error");
  assert.deepEqual(
    recorded.map(({ event }) => event.kind),
    ["unexpected-failure"],
  );
});

test("an answer that goes on is written piece by piece, until it ends", async () => {
  const { answer } = await ask("/tree/goes-on", 0);
  assert.equal(answer.headers.get("content-length"), null);
  assert.equal(await answer.text(), '{"method":"GET","path":"/tree/goes-on"} and on');
});

test("an answer that would go on does not begin when the caller has left before it", async () => {
  const [asked, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const begun: ReplyStream[] = [];
  const reply = {
    status: 200,
    headers: {},
    body: "",
    goOn: (stream: ReplyStream) => void begun.push(stream),
  };
  late.answer = async () => {
    asked.resolve();
    await left.promise;
    return reply;
  };
  late.left = left.resolve;
  const caller = new AbortController();
  const answered = ask("/tree/late", 0, { signal: caller.signal });
  await asked.promise;
  caller.abort();
  await assert.rejects(answered, { name: "AbortError" });
  await left.promise;
  await new Promise(setImmediate);
  late.left = () => {};
  assert.equal(begun.length, 0);
});
