import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { decodeJwt } from "jose";
import type { RawAnswer } from "../http/support/raw-socket.ts";
import { FormClient } from "../support/form-client.ts";
import { type LiveService, type RegisteredClient, startService } from "../support/service.ts";
import { type SignInRecording, signInRecordings } from "./recordings/recording.ts";
import { fill, replay, type Values } from "./replays/recording.ts";

const ada = {
  username: "ada",
  password: "seven quiet rivers run north",
  name: "Ada Lovelace",
  email: "ada@example.com",
};

let service: LiveService;
let browser: FormClient;
/** One client for each set of options; it has the redirect URIs of all recordings that need them. */
const clients = new Map<string, RegisteredClient>();
/** It calls its redirect URI what the browser came back to, code and state included. */
const sendsWholeCallback = ({ steps }: SignInRecording) =>
  steps.some((step) => "head" in step && step.body?.includes("%3Fcode%3D"));
const sendsPkce = ({ steps }: SignInRecording) =>
  steps.some((step) => "visit" in step && step.visit.includes("code_challenge_method=S256"));

before(async () => {
  service = await startService();
  browser = new FormClient(service.url);
  const groups = Map.groupBy(signInRecordings.values(), ({ options }) => options.join(" "));
  await service.createUser(ada);
  for (const [key, [first, ...others]] of groups) {
    if (first === undefined) continue;
    const uris = [...new Set([first, ...others].map(({ redirectUri }) => redirectUri))];
    clients.set(key, await service.createClient("Recorded", uris, first.options));
    clients.set(
      `${key} --strict`,
      await service.createClient("Strict", uris, [...first.options, "--strict"]),
    );
  }
});
after(async () => {
  browser.close();
  await service[Symbol.asyncDispose]();
});

function valuesOf({ options }: SignInRecording, more = ""): Values {
  const client = clients.get(options.join(" ") + more);
  if (client === undefined) throw new Error("No client has these options.");
  return {
    host: new URL(service.url).host,
    id: client.clientId,
    secret: client.clientSecret,
    basic: Buffer.from(`${client.clientId}:${client.clientSecret}`).toString("base64"),
  };
}

/** The code that Ada's browser brings back from an authorization request. */
async function codeOf(target: string, redirectUri: string): Promise<string> {
  const { status, headers, body } = await browser.signIn(target, ada);
  const location = headers.location ?? "";
  assert.ok(location.startsWith(`${redirectUri}?`), `${status} ${location}\n${body}`);
  const callback = new URL(location);
  const asked = new URL(target, service.url).searchParams;
  assert.equal(callback.searchParams.get("state"), asked.get("state"));
  return callback.searchParams.get("code") ?? "";
}

async function assertSignedOut(target: string): Promise<void> {
  const { status, headers, body } = await browser.get(target);
  const next = new URL(target, service.url).searchParams.get("post_logout_redirect_uri");
  assert.deepEqual([status, headers.location?.replace(/\?.*$/, "")], [302, next], body);
}

/** What an application can read as a success; returns what later steps send. */
function readToken({ status, headers, body }: RawAnswer, asked: URLSearchParams, values: Values): Values {
  assert.equal(status, 200, body);
  assert.deepEqual(headers.get("content-type"), ["application/json"]);
  const {
    access_token: token,
    id_token: idToken,
    refresh_token: refresh,
    token_type: type,
  } = JSON.parse(body);
  assert.equal(type, "Bearer");
  assert.match(token, /^lkat_/);
  const scope = asked.get("scope")?.split(" ") ?? [];
  assert.equal(idToken !== undefined, scope.includes("openid"));
  if (idToken === undefined) return { token, refresh };
  const claims = decodeJwt(idToken);
  assert.deepEqual([claims.iss, claims.aud], [service.url, values.id]);
  assert.equal(claims.nonce, asked.get("nonce") ?? undefined);
  assert.equal(claims.name, scope.includes("profile") ? ada.name : undefined);
  assert.equal(claims.email, scope.includes("email") ? ada.email : undefined);
  return { token, refresh, idToken };
}

/** Asserts what each kind of document must say, and returns what later steps send. */
function readAnswer(line: string, answer: RawAnswer, asked: URLSearchParams, values: Values): Values {
  if (line.startsWith("POST /v1/Oauth/token ")) return readToken(answer, asked, values);
  assert.equal(answer.status, 200, `${line}\n${answer.body}`);
  const path = line.split(" ")[1]?.replace(/\?.*$/, "");
  if (path === "/v1/Oauth/revocation") return {};
  const content = JSON.parse(answer.body);
  if (path === "/.well-known/openid-configuration") assert.equal(content.issuer, service.url);
  else if (path === "/.well-known/jwks.json") assert.ok(content.keys.length > 0);
  else if (path === "/v1/Oauth/userinfo") assert.match(content.sub, /^lku/);
  else assert.fail(`Nothing says what ${line} should answer.`);
  return {};
}

/** Sends all that was recorded, in order, as the client with these values. */
async function replayAll(recording: SignInRecording, start: Values): Promise<void> {
  let values = start;
  let asked = new URLSearchParams();
  for (const step of recording.steps)
    if (!("visit" in step)) {
      const answer = await replay(service.url, step, values, step.isBodyApart);
      values = { ...values, ...readAnswer(step.head[0] ?? "", answer, asked, values) };
    } else if (step.visit.startsWith("/v1/Oauth/logout?")) await assertSignedOut(fill(step.visit, values));
    else {
      const target = fill(step.visit, values);
      asked = new URL(target, service.url).searchParams;
      values = { ...values, code: await codeOf(target, recording.redirectUri) };
    }
  assert.ok(values.token !== undefined, "It never came to a token.");
}

for (const [file, recording] of signInRecordings) {
  test(`${file}.json: what ${recording.tested} sends signs a person in, request for request`, () =>
    replayAll(recording, valuesOf(recording)));

  if (sendsWholeCallback(recording))
    test(`${file}.json: as a strict client it is told that the redirect_uri is another (RFC 6749 §4.1.3)`, async () => {
      await assert.rejects(
        replayAll(recording, valuesOf(recording, " --strict")),
        /The redirect_uri is not the one/,
      );
    });
  else if (sendsPkce(recording))
    test(`${file}.json: it signs a person in as a strict client too`, () =>
      replayAll(recording, valuesOf(recording, " --strict")));
  else
    test(`${file}.json: as a strict client it is told that PKCE is missing`, async () => {
      const visit = recording.steps.find((step) => "visit" in step);
      assert.ok(visit !== undefined && "visit" in visit);
      const { status, headers, body } = await browser.get(
        fill(visit.visit, valuesOf(recording, " --strict")),
      );
      assert.equal(status, 302, body);
      assert.match(headers.location ?? "", /[?&]error=invalid_request&error_description=[^&]*code_challenge/);
    });

  test(`${file}.json: a wrong secret is invalid_client, challenged only where HTTP Basic was used (RFC 6749 §5.2)`, async () => {
    const values = valuesOf(recording);
    const isExchange = (line?: string) => line?.startsWith("POST /v1/Oauth/token ");
    const visit = recording.steps.find((step) => "visit" in step);
    const exchange = recording.steps.find((step) => "head" in step && isExchange(step.head[0]));
    assert.ok(visit !== undefined && "visit" in visit && exchange !== undefined && "head" in exchange);
    const code = await codeOf(fill(visit.visit, values), recording.redirectUri);
    const basic = Buffer.from(`${values.id}:wrong`).toString("base64");
    const wrong = { ...values, code, basic, secret: "wrong" };
    const { status, headers, body } = await replay(service.url, exchange, wrong, exchange.isBodyApart);
    const usesBasic = exchange.head.some((line) => /^authorization: basic/i.test(line));
    assert.equal(status, usesBasic ? 401 : 400, body);
    assert.equal(headers.has("www-authenticate"), usesBasic);
    assert.equal(JSON.parse(body).error, "invalid_client");
    const right = await replay(service.url, exchange, { ...values, code }, exchange.isBodyApart);
    assert.equal(right.status, 200, right.body);
  });
}
