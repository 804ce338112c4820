import assert from "node:assert/strict";
import { test } from "node:test";
import { readResponse } from "./http-response.ts";
import { UnexpectedAnswer } from "./requests.ts";
import { scriptOf, type UserPlan } from "./scripts.ts";

const client = { clientId: "c", clientSecret: "s", redirectUri: "https://app.example/cb" };
const userinfo: UserPlan = { kind: "userinfo", tokens: ["one", "two"] };
const introspection: UserPlan = { kind: "introspection", client, tokens: ["one", "two"] };

function responseOf(status: number, body: string, headers = "") {
  const response = readResponse(
    Buffer.from(`HTTP/1.1 ${status} Whatever\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`),
  );
  assert.ok(response);
  return response;
}

test("a GET names the encoding of its plan, and none without one", () => {
  const plan = { kind: "get", path: "/x" } as const;
  assert.match(
    scriptOf({ ...plan, acceptEncoding: "gzip" }, "host").first(),
    /\r\nAccept-Encoding: gzip\r\n\r\n$/,
  );
  assert.doesNotMatch(scriptOf(plan, "host").first(), /Accept-Encoding/);
});

test("a look-up takes one token after the other, and begins anew behind the last", () => {
  const script = scriptOf(userinfo, "host");
  const tokens = Array.from({ length: 3 }, () => /Bearer (\w+)/.exec(script.first())?.[1]);
  assert.deepEqual(tokens, ["one", "two", "one"]);
});

test("introspection sends token and client credentials in the form", () => {
  const request = scriptOf(introspection, "host").first();
  assert.ok(request.startsWith("POST /v1/Oauth/introspection HTTP/1.1\r\n"));
  assert.ok(request.endsWith("\r\n\r\nclient_id=c&client_secret=s&token=one"));
});

test("a round of a look-up is done only with the expected answer", () => {
  assert.equal(scriptOf(userinfo, "host").next(responseOf(200, '{"sub":"u"}')), undefined);
  assert.equal(scriptOf(introspection, "host").next(responseOf(200, '{"active":true}')), undefined);
  assert.throws(() => scriptOf(userinfo, "host").next(responseOf(401, '{"sub":"u"}')), UnexpectedAnswer);
  assert.throws(
    () => scriptOf(introspection, "host").next(responseOf(200, '{"active":false}')),
    UnexpectedAnswer,
  );
});

test("a client that asks for an ID token is not content with an access token alone", () => {
  const script = scriptOf({ kind: "flow", client: { ...client, scope: "openid" }, cookie: "a=1" }, "host");
  assert.match(script.first(), /^GET \S*&scope=openid&response_type=code /);
  const code =
    "HTTP/1.1 302 Found\r\nLocation: https://app.example/cb?code=x&iss=y\r\nContent-Length: 0\r\n\r\n";
  const redirect = readResponse(Buffer.from(code));
  assert.ok(redirect);
  assert.match(script.next(redirect) ?? "", /&code=x$/);
  assert.throws(() => script.next(responseOf(200, '{"access_token":"t"}')), UnexpectedAnswer);
});

test("a server that wants other requests gets them, and the code as the last of the form", () => {
  const requests = { authorization: "/auth?state=s", token: "/token", form: "grant_type=g&code=" };
  const script = scriptOf({ kind: "flow", client, cookie: "a=1; b=2", requests }, "host");
  assert.match(script.first(), /^GET \/auth\?state=s HTTP\/1\.1\r\n[\s\S]*\r\nCookie: a=1; b=2\r\n/);
  const redirect = responseOf(303, "", "Location: https://app.example/cb?state=s&code=abc&iss=i\r\n");
  const redeem = script.next(redirect) ?? "";
  assert.match(redeem, /^POST \/token HTTP\/1\.1\r\n/);
  assert.match(redeem, /\r\nContent-Length: 21\r\n\r\ngrant_type=g&code=abc$/);
  assert.equal(script.next(responseOf(200, '{"access_token":"t"}')), undefined);
});

test("a redirect without a code, or to somebody else, ends the run", () => {
  for (const target of ["https://app.example/cb?error=access_denied", "https://other.example/cb?code=abc"]) {
    const script = scriptOf({ kind: "flow", client, cookie: "a=1" }, "host");
    script.first();
    assert.throws(() => script.next(responseOf(303, "", `Location: ${target}\r\n`)), UnexpectedAnswer);
  }
});

test("a flow for the token of an API names it, and is done only with a token of its format", () => {
  const api = { resource: "https://api.example", scope: "read", format: "jwt" } as const;
  const plan: UserPlan = { kind: "flow", client: { ...client, api }, cookie: "" };
  const answerTo = (token: string) => {
    const script = scriptOf(plan, "host");
    assert.match(script.first(), /&scope=read&resource=https%3A%2F%2Fapi\.example HTTP/);
    script.next(responseOf(303, "", "Location: https://app.example/cb?code=abc\r\n"));
    return () => script.next(responseOf(200, `{"access_token":"${token}"}`));
  };
  assert.equal(answerTo("eyJhbGciOiJFUzI1NiJ9.e30.AA")(), undefined);
  assert.throws(answerTo("lkat_abc"), UnexpectedAnswer);
});
