import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { authorizationTarget, codeIn } from "../support/authorization-url.ts";
import { FormClient } from "../support/form-client.ts";
import { type LiveService, newDataDir, type RegisteredClient, startService } from "../support/service.ts";
import { until } from "../support/until.ts";

/** No part of a hexadecimal id reads like this name. */
const ada = { username: "grace-hopper", password: "seven quiet rivers run north" };
const tracer = pathToFileURL(join(import.meta.dirname, "../support/preloaded-tracer.mjs")).href;
const callersTrace = "4bf92f3577b34da6a3ce929d0e0e4736";
const callersSpan = "00f067aa0ba902b7";
const traceparent = `00-${callersTrace}-${callersSpan}-01`;
const form = { "content-type": "application/x-www-form-urlencoded" };

/** A line that `preloaded-tracer.mjs` writes. */
interface WrittenSpan {
  readonly name: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly status: { readonly code: number; readonly message?: string };
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId?: string;
  readonly events: readonly unknown[];
}

let spansFile: string;
let service: LiveService;
let client: RegisteredClient;

before(async () => {
  spansFile = join(await newDataDir(), "spans");
  service = await startService({
    NODE_OPTIONS: `--import=${tracer}`,
    SPANS_FILE: spansFile,
    LATCHKEY_REGISTRATION: "open",
  });
  client = await service.createClient("Notes", ["http://localhost:1/callback"]);
  await service.createUser(ada);
});
after(() => service?.[Symbol.asyncDispose]());

function spans(): readonly WrittenSpan[] {
  if (!existsSync(spansFile)) return [];
  // What follows the last line feed is a span that is being written.
  return readFileSync(spansFile, "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

/** The spans since there were `from`, once one of them has this name: a span is written when its answer has been sent. */
function spansWith(name: string, from: number): Promise<readonly WrittenSpan[]> {
  return until(() => {
    const found = spans().slice(from);
    return found.some((span) => span.name === name) && found;
  }, `no span ${name}`);
}

function only(found: readonly WrittenSpan[], name: string): WrittenSpan {
  const [span, ...more] = found.filter((each) => each.name === name);
  assert.ok(span !== undefined && more.length === 0, `${more.length + Number(span !== undefined)} × ${name}`);
  return span;
}

async function codeOfAda(): Promise<string> {
  const browser = new FormClient(service.url);
  const { headers } = await browser.signIn(authorizationTarget(client), ada);
  browser.close();
  return codeIn(headers.location);
}

test("a request is a span by its route, below the span of its caller, with commit and hash below it", async () => {
  const from = spans().length;
  const code = await codeOfAda();
  const { clientId, clientSecret } = client;
  const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, code }).toString();
  const headers = { ...form, traceparent, tracestate: "vendor=1" };
  assert.equal((await fetch(`${service.url}/v1/Oauth/token`, { method: "POST", headers, body })).status, 200);
  const found = await spansWith("POST /v1/Oauth/token", from);

  const token = only(found, "POST /v1/Oauth/token");
  assert.deepEqual([token.traceId, token.parentId, token.kind], [callersTrace, callersSpan, 1]);
  assert.deepEqual(
    { ...token.attributes, "latchkey.request_id": "" },
    {
      "http.request.method": "POST",
      "http.route": "/v1/Oauth/token",
      "http.response.status_code": 200,
      "url.scheme": "http",
      "url.path": "/v1/Oauth/token",
      "latchkey.request_id": "",
    },
  );
  const commits = found.filter(({ name, parentId }) => name === "COMMIT" && parentId === token.spanId);
  const durable = commits.filter(({ attributes }) => attributes["latchkey.durability"] === "durable");
  assert.deepEqual(
    durable.map(({ attributes }) => attributes["db.system.name"]),
    ["sqlite"],
  );

  const signIn = only(found, "POST /sign-in");
  assert.equal(signIn.parentId, undefined);
  assert.equal(only(found, "password verify").parentId, signIn.spanId);
});

test("a line of the log names the trace and the request of its span", async () => {
  const from = spans().length;
  const logged = service.logged("exchange-refused");
  const body = new URLSearchParams({
    client_id: client.clientId,
    client_secret: "wrong",
    code: "x",
  }).toString();
  await fetch(`${service.url}/v1/Oauth/token`, { method: "POST", headers: { ...form, traceparent }, body });
  const span = only(await spansWith("POST /v1/Oauth/token", from), "POST /v1/Oauth/token");
  await logged;
  const line = service.logLines.findLast((each) => each.includes('"exchange-refused"')) ?? "";
  const { traceId, requestId } = JSON.parse(line);
  assert.deepEqual([traceId, requestId], [span.traceId, span.attributes["latchkey.request_id"]]);
  assert.equal(span.status.code, 0, "a refusal is no error of the service");
});

test("an outgoing request is a span, and hands the trace on", async (context) => {
  const asked: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    asked.push(request.headers);
    response.writeHead(200, { "content-type": "application/json" }).end('{"keys":[]}');
  }).listen(0, "127.0.0.1");
  context.after(() => server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const registration = {
    redirect_uris: ["http://localhost:1/callback"],
    token_endpoint_auth_method: "private_key_jwt",
    jwks_uri: `http://127.0.0.1:${port}/keys?plantedQuery=1`,
  };
  const registered = await fetch(`${service.url}/v1/Oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(registration),
  });
  const { client_id: id } = (await registered.json()) as { client_id: string };
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const seconds = Math.floor(Date.now() / 1000);
  const claims = { iss: id, sub: id, aud: service.url, jti: "one", iat: seconds, exp: seconds + 60 };
  const assertion = `${part({ alg: "ES256" })}.${part(claims)}.${"A".repeat(86)}`;
  const from = spans().length;
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    code: "x",
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    client_assertion: assertion,
  }).toString();
  await fetch(`${service.url}/v1/Oauth/token`, { method: "POST", headers: { ...form, traceparent }, body });
  const found = await spansWith("POST /v1/Oauth/token", from);
  const out = only(found, "GET");
  assert.deepEqual(out.attributes, {
    "http.request.method": "GET",
    "server.address": "127.0.0.1",
    "server.port": port,
    "url.scheme": "http",
    "http.response.status_code": 200,
  });
  assert.equal(out.parentId, only(found, "POST /v1/Oauth/token").spanId);
  assert.equal(asked[0]?.traceparent, `00-${callersTrace}-${out.spanId}-01`);
});

test("no span tells of a query, a secret, a code, a person, or of a path that the service does not have", async () => {
  const from = spans().length;
  const planted = "/planted/path-of-a-stranger?plantedQuery=2";
  await fetch(`${service.url}${planted}`, { headers: { traceparent: "planted-nonsense" } });
  const lost = only(await spansWith("GET", from), "GET");
  assert.equal(lost.attributes["http.response.status_code"], 404);
  const text = readFileSync(spansFile, "utf8");
  for (const word of ["planted", client.clientSecret, client.clientId, ada.username, ada.password, "?"])
    assert.ok(!text.includes(word), word);
  assert.ok(spans().every(({ events }) => events.length === 0));
});

test("probes and jobs of the service are no traces", async () => {
  const from = spans().length;
  for (const path of ["/livez", "/healthz", "/readyz"]) await fetch(`${service.url}${path}`);
  await fetch(`${service.url}/sign-in`);
  const found = await spansWith("GET /sign-in", from);
  assert.deepEqual(
    found.filter(({ name }) => name !== "GET /sign-in"),
    [],
  );
  const roots = new Set(spans().flatMap(({ name, parentId }) => (parentId === undefined ? [name] : [])));
  assert.ok(!roots.has("COMMIT"), [...roots].join(", "));
});

test("without a tracer no line of the log names a trace", async () => {
  await using quiet = await startService();
  const logged = quiet.logged("exchange-refused");
  await fetch(`${quiet.url}/v1/Oauth/token`, {
    method: "POST",
    headers: { ...form, traceparent },
    body: "code=x",
  });
  await logged;
  assert.ok(quiet.logLines.every((line) => !line.includes("traceId")));
});
