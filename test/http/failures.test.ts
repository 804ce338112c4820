import assert from "node:assert/strict";
import { test } from "node:test";
import { FormClient } from "../support/form-client.ts";
import { assertJsonError, assertNothingInside } from "./support/ground-rules.ts";
import { type OpenService, startOpenService } from "./support/open-service.ts";
import { assertSafeHeaders } from "./support/safe-headers.ts";
import { ada, paths, queryOf } from "./support/stage.ts";

const issuer = "https://id.example";
const form = { "content-type": "application/x-www-form-urlencoded" };

/** Asserts this status of each of these routes, in its own form and with nothing of the inside. */
async function assertFailure(
  service: OpenService,
  expected: 500 | 503,
  targets: readonly string[],
): Promise<void> {
  const client = new FormClient(service.url);
  try {
    for (const target of targets) {
      const [method = "", path = ""] = target.split(" ");
      const cookie = `__Host-latchkey-session=${"A".repeat(64)}`;
      const body = queryOf({ client_id: "x", client_secret: "y", code: "z", step: "s", ...ada }).toString();
      const bearer = path === paths.userinfo ? { authorization: `Bearer lkat_${"A".repeat(64)}` } : {};
      const call = { method, target: path, headers: { ...form, ...bearer, cookie } };
      const answer = await client.send(method === "POST" ? { ...call, body } : call);
      assert.equal(answer.status, expected, target);
      const isJson = answer.headers["content-type"] === "application/json";
      assertSafeHeaders(isJson ? "json" : "page", answer);
      assertNothingInside(answer.body, [ada.password, "planted"]);
      if (isJson) assertJsonError(answer.body);
      assert.equal(answer.headers["retry-after"], expected === 503 ? "2" : undefined);
    }
    assert.equal((await client.get("/healthz")).status, 200);
  } finally {
    client.close();
  }
}

const storeBacked = [
  `GET ${paths.authorization}?client_id=x&redirect_uri=y`,
  "GET /sign-in?client_id=x&redirect_uri=y",
  "POST /sign-in?client_id=x&redirect_uri=y",
  "POST /continue?client_id=x&redirect_uri=y",
  `GET ${paths.logout}`,
  `POST ${paths.logout}`,
  "GET /",
];

test("a store that is gone answers 503 with Retry-After and every safety header, and the process lives on", async () => {
  await using service = await startOpenService({ LATCHKEY_BASE_URL: issuer });
  await service.administration.store.close();
  await assertFailure(service, 503, [...storeBacked, `POST ${paths.token}`, `GET ${paths.userinfo}`]);
  assert.ok(service.log.every(({ message }) => message === "request-unavailable"));
});

test("an unexpected failure answers 500 with every safety header, and its message stays out of answer and log", async () => {
  await using service = await startOpenService({ LATCHKEY_BASE_URL: issuer });
  const { id } = await service.addClient({ secret: "y" });
  const request = queryOf({ client_id: id, redirect_uri: "https://app.example/cb" });
  service.breakClock(new Error("planted: the password is correct horse battery staple"));
  const targets = [
    `GET ${paths.authorization}?${request}`,
    `GET ${paths.logout}`,
    `POST ${paths.token}`,
    "GET /",
  ];
  await assertFailure(service, 500, targets);
  assert.equal(service.log.length, targets.length);
  assert.doesNotMatch(JSON.stringify(service.log), /planted|staple/);
  service.breakClock(undefined);
  const client = new FormClient(service.url);
  assert.equal((await client.get(`${paths.authorization}?${request}`)).status, 200);
  client.close();
});

test("a service that is not ready says so with 503 and every safety header, and stays alive", async () => {
  await using service = await startOpenService({ LATCHKEY_BASE_URL: issuer });
  service.setReady(false);
  const client = new FormClient(service.url);
  const answer = await client.get("/readyz");
  assert.deepEqual([answer.status, JSON.parse(answer.body)], [503, { status: "not ready" }]);
  assertSafeHeaders("json", answer);
  assert.equal((await client.get("/livez")).status, 200);
  client.close();
});

test("HSTS, Secure and __Host- are for https: a base URL on http sends none of them", async () => {
  await using plain = await startOpenService();
  const client = new FormClient(plain.url);
  const { id } = await plain.addClient();
  const answer = await client.get(
    `${paths.authorization}?${queryOf({ client_id: id, redirect_uri: "https://app.example/cb" })}`,
  );
  assert.equal(answer.status, 200);
  assert.equal(answer.headers["strict-transport-security"], undefined);
  for (const line of answer.headers["set-cookie"] ?? []) {
    assert.match(line, /^latchkey-browser=/);
    assert.doesNotMatch(line, /Secure/);
  }
  client.close();
});
