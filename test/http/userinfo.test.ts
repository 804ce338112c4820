import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { after, afterEach, before, test } from "node:test";
import type { HttpAnswer } from "../support/form-client.ts";
import { assertRefused, paths, Stage } from "./support/stage.ts";

let stage: Stage;
let token: string;

before(async () => {
  stage = await Stage.set();
  token = await stage.token();
  stage.secrets.add(token);
});
afterEach(() => stage.check());
after(() => stage[Symbol.asyncDispose]());

/** RFC 6750 §3.1: the challenge names the same error as the body. */
function assertChallenged(answer: HttpAnswer, error: string, status = 401): void {
  assertRefused(answer, error, status);
  const challenge = answer.headers["www-authenticate"] ?? "";
  assert.ok(
    challenge.startsWith(`Bearer realm="latchkey", error="${error}", error_description="`),
    challenge,
  );
}

function post(body: string, headers: Readonly<Record<string, string>> = {}): Promise<HttpAnswer> {
  const form = { "content-type": "application/x-www-form-urlencoded" };
  return stage.stranger.send({
    method: "POST",
    target: paths.userinfo,
    headers: { ...form, ...headers },
    body,
  });
}

test("C31: a live token in the header answers sub and id, by GET and by POST, and nothing else", async () => {
  const got = await stage.userinfo(`Bearer ${token}`);
  const { sub, id, ...more } = JSON.parse(got.body);
  assert.deepEqual([got.status, got.headers["content-type"], sub, more], [200, "application/json", id, {}]);
  for (const answer of [
    await post("", { authorization: `Bearer ${token}` }),
    await stage.stranger.send({
      method: "POST",
      target: paths.userinfo,
      headers: { authorization: `Bearer ${token}` },
    }),
  ])
    assert.deepEqual([answer.status, answer.body], [200, got.body]);
});

test("C31: the scheme name may be written in any case, but one space follows it", async () => {
  for (const scheme of ["Bearer", "bearer", "BEARER"])
    assert.equal((await stage.userinfo(`${scheme} ${token}`)).status, 200);
  for (const authorization of [
    `Bearer  ${token}`,
    `Bearer\t${token}`,
    `Bearer ${token} x`,
    `Bearer ${token},`,
    "Bearer",
    "Bearer ",
  ])
    assertChallenged(await stage.userinfo(authorization), "invalid_token");
  for (const authorization of [token, `Token ${token}`, `Basic ${token}`, `Bearer${token}`])
    assertChallenged(await stage.userinfo(authorization), "invalid_token");
});

test("C31: a token in two places is invalid_request", async () => {
  const authorization = `Bearer ${token}`;
  const twice = [
    await post(`access_token=${token}`, { authorization }),
    await stage.visit(`${paths.userinfo}?access_token=${token}`, { authorization }),
    await stage.stranger.send({
      method: "POST",
      target: `${paths.userinfo}?access_token=${token}`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: `access_token=${token}`,
    }),
  ];
  for (const answer of twice) assertChallenged(answer, "invalid_request", 400);
});

test("RFC 9700 §4.3.2: a token in the query or in the form is refused, and named in no log line", async () => {
  assertChallenged(await stage.visit(`${paths.userinfo}?access_token=${token}`), "invalid_token");
  assertChallenged(await post(`access_token=${token}`), "invalid_token");
  assertChallenged(
    await stage.visit(`${paths.userinfo}?access_token=${token}&access_token=x`),
    "invalid_token",
  );
});

test("C31: no token at all is 401 with a challenge that names no error", async () => {
  const answer = await stage.visit(paths.userinfo);
  assertRefused(answer, "invalid_token", 401);
  assert.equal(answer.headers["www-authenticate"], 'Bearer realm="latchkey"');
  const cookie = [...stage.browser.cookies].map((pair) => pair.join("=")).join("; ");
  assert.equal((await stage.visit(paths.userinfo, { cookie })).status, 401);
});

test("C31: an altered, cut, lengthened or foreign token is 401, always in the same words", async () => {
  const reference = await stage.userinfo(`Bearer lkat_${"A".repeat(64)}`);
  assertChallenged(reference, "invalid_token");
  const altered = Array.from({ length: token.length }, (_, at) => {
    const other = token[at] === "A" ? "B" : "A";
    return token.slice(0, at) + other + token.slice(at + 1);
  });
  const wrong = [
    token.slice(0, -1),
    `${token}A`,
    `${token}=`,
    token.slice(5),
    token.toLowerCase(),
    `x${token}`,
    "x".repeat(3_000),
  ];
  for (const text of [...altered, ...wrong]) {
    const answer = await stage.userinfo(`Bearer ${text}`);
    assert.deepEqual([answer.status, answer.body], [401, reference.body]);
  }
  assertChallenged(await stage.userinfo(`Bearer ${"x".repeat(6_000)}`), "invalid_token");
});

test("C31: a JWT without a signature, or with a forged one, is 401", async () => {
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const { body } = await stage.userinfo(`Bearer ${token}`);
  const claims = encoded({
    sub: JSON.parse(body).sub,
    iss: stage.inProcess.service.issuer,
    exp: 9_999_999_999,
  });
  for (const alg of ["none", "None", "HS256", "RS256"]) {
    const signed = `${encoded({ alg, typ: "at+jwt" })}.${claims}`;
    const signature = createHmac("sha256", stage.client.secret).update(signed).digest("base64url");
    for (const jwt of [`${signed}.`, `${signed}.${signature}`, signed])
      assertChallenged(await stage.userinfo(`Bearer ${jwt}`), "invalid_token");
  }
});

test("C31: a revoked token is 401, and so is one whose client is gone", async () => {
  const client = await stage.addClient({ secret: "secretOfTheRemovedClient" });
  const code = await stage.code();
  const revoked = JSON.parse((await stage.exchange(code)).body).access_token;
  await stage.exchange(code);
  assertChallenged(await stage.userinfo(`Bearer ${revoked}`), "invalid_token");
  const orphan = await stage.token(client);
  await stage.inProcess.ports.clients.remove(client.client);
  assertChallenged(await stage.userinfo(`Bearer ${orphan}`), "invalid_token");
});

test("C31: a token works until expires_in is over, and not at that second", async () => {
  const { clock } = stage.inProcess;
  const answer = await stage.exchange(await stage.code());
  const { access_token: fresh, expires_in: lifetime } = JSON.parse(answer.body);
  clock.advance(lifetime - 1);
  assert.equal((await stage.userinfo(`Bearer ${fresh}`)).status, 200);
  clock.advance(1);
  assertChallenged(await stage.userinfo(`Bearer ${fresh}`), "invalid_token");
});

test("userinfo takes GET and POST with a form only", async () => {
  for (const method of ["PUT", "DELETE", "PATCH"]) {
    const answer = await stage.stranger.send({ method, target: paths.userinfo });
    assert.deepEqual([answer.status, answer.headers.allow], [405, "GET, HEAD, POST, OPTIONS"]);
  }
  assertRefused(await post("{}", { "content-type": "application/json" }), "invalid_request", 415);
});
