import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { RawAnswer } from "../http/support/raw-socket.ts";
import { go } from "./replays/go.ts";
import { league } from "./replays/php.ts";
import { authlib, requestsOauthlib } from "./replays/python.ts";
import { fill, type Recording, replay, type Values, valuesOf } from "./replays/recording.ts";
import { omniauthOauth2 } from "./replays/ruby.ts";
import { springSecurity } from "./replays/spring-security.ts";
import { type InteropStage, startInteropStage } from "./support/stage.ts";

const recordings = [go, authlib, requestsOauthlib, springSecurity, omniauthOauth2, league];

let stage: InteropStage;
before(async () => {
  const [first = "", ...others] = new Set(recordings.map(({ redirectUri }) => redirectUri));
  stage = await startInteropStage(
    first,
    others.flatMap((uri) => ["--redirect-uri", uri]),
  );
});
after(() => stage[Symbol.asyncDispose]());

/** From the library's own redirect to the code at its redirect URI. */
async function withCode(recording: Recording): Promise<Values> {
  const values = valuesOf(recording, stage.app);
  const location = stage.app.base + fill(recording.authorization, values);
  const callback = await stage.comeBack(location);
  assert.ok(callback.href.startsWith(`${recording.redirectUri}?`), callback.href);
  assert.equal(callback.searchParams.get("state"), new URL(location).searchParams.get("state"));
  return { ...values, code: callback.searchParams.get("code") ?? "" };
}

function exchange({ token, isBodyApart }: Recording, values: Values, attempt = 0): Promise<RawAnswer> {
  return replay(stage.app.base, token[attempt] ?? token[0], values, isBodyApart);
}

/** Asserts what all of these libraries can read as a success, and returns the token. */
function tokenIn({ status, headers, body }: RawAnswer): string {
  assert.equal(status, 200, body);
  assert.deepEqual(headers.get("content-type"), ["application/json"]);
  assert.deepEqual(headers.get("cache-control"), ["no-store"]);
  const { access_token: token, expires_in: lifetime, ...rest } = JSON.parse(body);
  assert.match(token, /^lkat_[A-Za-z0-9_-]+$/);
  assert.equal(typeof lifetime, "number");
  assert.deepEqual(rest, { status: "success", token_type: "Bearer" });
  return token;
}

/** Asserts what all of these libraries can read as an error: Basic is challenged, everybody else gets a plain 400. */
function assertRefused({ status, headers, body }: RawAnswer, error: string, isChallenged: boolean): void {
  assert.equal(status, isChallenged ? 401 : 400, body);
  assert.deepEqual(headers.get("content-type"), ["application/json"]);
  assert.match(headers.get("www-authenticate")?.join() ?? "none", isChallenged ? /^Basic / : /^none$/);
  const answer = JSON.parse(body);
  assert.deepEqual([answer.status, answer.error], ["error", error]);
  assert.match(answer.error_description, /\. /);
}

function usesBasic({ token }: Recording, attempt: number): boolean {
  return token[attempt]?.head.some((line) => line.startsWith("Authorization: Basic")) ?? false;
}

for (const recording of recordings) {
  const { library, userinfo } = recording;

  test(`${library}: what it sends signs a person in and tells who it is`, async () => {
    const values = await withCode(recording);
    const token = tokenIn(await exchange(recording, values));
    const { status, headers, body } = await replay(stage.app.base, userinfo, { ...values, token });
    assert.equal(status, 200, body);
    assert.deepEqual(headers.get("content-type"), ["application/json"]);
    const user = JSON.parse(body);
    assert.match(user.sub, /^lku/);
    assert.equal(user.id, user.sub);
  });

  test(`${library}: a wrong secret is refused in a form that it can read, and the code stays unspent`, async () => {
    const values = await withCode(recording);
    const wrong = { ...values, secret: "wrong", basic: Buffer.from(`${values.id}:wrong`).toString("base64") };
    for (const attempt of recording.token.keys())
      assertRefused(
        await exchange(recording, wrong, attempt),
        "invalid_client",
        usesBasic(recording, attempt),
      );
    tokenIn(await exchange(recording, values));
  });

  test(`${library}: a code that comes a second time is invalid_grant, without a challenge (RFC 6749 §5.2)`, async () => {
    const values = await withCode(recording);
    tokenIn(await exchange(recording, values));
    for (const attempt of recording.token.keys())
      assertRefused(await exchange(recording, values, attempt), "invalid_grant", false);
  });

  test(`${library}: another redirect_uri is invalid_grant, and the code stays unspent (RFC 6749 §4.1.3)`, async () => {
    const values = await withCode(recording);
    const redirect = encodeURIComponent("http://localhost:3001/callback");
    assertRefused(await exchange(recording, { ...values, redirect }), "invalid_grant", false);
    tokenIn(await exchange(recording, values));
  });

  test(`${library}: an error comes back with the state, without which it would not be believed`, async () => {
    const location = stage.app.base + fill(recording.authorization, valuesOf(recording, stage.app));
    const { status, headers } = await stage.visitAsStranger(`${location}&prompt=none`);
    assert.equal(status, 302);
    const callback = new URL(headers.location ?? "");
    assert.equal(callback.searchParams.get("error"), "login_required");
    assert.equal(callback.searchParams.get("state"), new URL(location).searchParams.get("state"));
  });
}

test("golang.org/x/oauth2: the repeat with the secret in the form works after HTTP Basic was refused for the same code", async () => {
  const values = await withCode(go);
  const mangled = { ...values, basic: Buffer.from(`${values.id}:mangled by a proxy`).toString("base64") };
  assertRefused(await exchange(go, mangled), "invalid_client", true);
  tokenIn(await exchange(go, values, 1));
});

test("a secret with strange characters is refused alike in each spelling of HTTP Basic: form-encoded, UTF-8, Latin-1", async () => {
  const values = await withCode(authlib);
  const secret = "p%ss wörd+:";
  const spellings = {
    "Go, Spring Security": Buffer.from(`${values.id}:p%25ss+w%C3%B6rd%2B%3A`),
    oauth4webapi: Buffer.from(`${values.id}:p%25ss%20w%C3%B6rd%2B%3A`),
    "omniauth-oauth2, arctic": Buffer.from(`${values.id}:${secret}`),
    "Authlib, requests-oauthlib": Buffer.from(`${values.id}:${secret}`, "latin1"),
  };
  for (const spelling of Object.values(spellings))
    assertRefused(
      await exchange(authlib, { ...values, basic: spelling.toString("base64") }),
      "invalid_client",
      true,
    );
  tokenIn(await exchange(authlib, values));
});
