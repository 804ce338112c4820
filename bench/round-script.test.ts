import assert from "node:assert/strict";
import { test } from "node:test";
import { readResponse } from "./http-response.ts";
import { check } from "./peers/oauth2-proxy.ts";
import { UnexpectedAnswer } from "./requests.ts";
import { type RoundPlan, RoundScript, type Step } from "./round-script.ts";
import { rounds } from "./rounds.ts";

function responseOf(status: number, body: string, headers = "") {
  const response = readResponse(
    Buffer.from(`HTTP/1.1 ${status} Whatever\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`),
  );
  assert.ok(response);
  return response;
}

function planOf(steps: readonly Step[], more: Partial<RoundPlan> = {}): RoundPlan {
  const values = {
    client_id: "c",
    client_secret: "s",
    redirect_uri: "https://app.example/cb",
    redirect_uri_encoded: "https%3A%2F%2Fapp.example%2Fcb",
    username: "ada",
    password: "a b",
    refresh_token: "one",
  };
  return { kind: "round", steps, cookies: {}, values, ...more };
}

const form =
  '<form action="/sign-in?a=1"><input type="hidden" name="step" value="x"><input name="username"><input name="password"></form>';
const bodyOf = (request: string | undefined) => request?.split("\r\n\r\n")[1];

test("a browser fills in the form of the page with its cookies, and the application redeems the code without them", () => {
  const script = new RoundScript(planOf(rounds["sign-in"].steps), "host");
  assert.match(script.first(), /^GET \/v1\/Oauth\/authorization\?client_id=c&redirect_uri=https%3A%2F%2F/);
  const submitted = script.next(responseOf(200, form, "Set-Cookie: browser=b; Path=/\r\n"));
  assert.match(submitted ?? "", /^POST \/sign-in\?a=1 HTTP[\s\S]*\r\nCookie: browser=b\r\n/);
  assert.equal(bodyOf(submitted), "step=x&username=ada&password=a+b");
  const redeem = script.next(responseOf(303, "", "Location: https://app.example/cb?code=abc\r\n"));
  assert.equal(bodyOf(redeem), "client_id=c&client_secret=s&code=abc");
  assert.doesNotMatch(redeem ?? "", /Cookie/);
  assert.equal(script.next(responseOf(200, '{"access_token":"t"}')), undefined);
  assert.doesNotMatch(script.first(), /Cookie/, "the next round begins in a new browser");
});

test("a sign-in opens one connection for the browser and one for the application", () => {
  const { connectsAt } = new RoundScript(planOf(rounds["sign-in"].steps), "host");
  assert.deepEqual([...connectsAt], [0, 2]);
});

test("an answer that the round does not expect ends it", () => {
  const script = new RoundScript(planOf(rounds["sign-in"].steps), "host");
  script.first();
  assert.throws(() => script.next(responseOf(429, form)), UnexpectedAnswer);
  const peer = new RoundScript(planOf([check]), "host");
  peer.first();
  assert.throws(() => peer.next(responseOf(401, "")), UnexpectedAnswer);
  peer.first();
  assert.equal(peer.next(responseOf(202, "")), undefined);
});

test("a refresh token that was used is replaced by the one in the answer, also in the plan to go on with", () => {
  const script = new RoundScript(planOf(rounds.refresh.steps), "host");
  assert.match(bodyOf(script.first()) ?? "", /&refresh_token=one$/);
  script.next(responseOf(200, '{"access_token":"t","refresh_token":"two"}'));
  assert.match(bodyOf(script.first()) ?? "", /&refresh_token=two$/);
  assert.equal(script.plan.values.refresh_token, "two");
});

test("people take turns, and nobody uses the code of a half-minute twice", (context) => {
  context.mock.timers.enable({ apis: ["Date"], now: 60_000 });
  const people = ["ada", "bob"].map((username) => ({ username, totpSecret: "JBSWY3DPEHPK3PXP" }));
  const step: Step = {
    name: "code",
    by: "application",
    send: { post: "/", fields: { name: "{username}", otp: "{otp}" } },
    wants: { text: "{}" },
  };
  const script = new RoundScript(planOf([step], { people }), "host");
  assert.match(bodyOf(script.first()) ?? "", /^name=ada&otp=\d{6}$/);
  assert.deepEqual(
    script.plan.people,
    people.toReversed(),
    "what is used up comes last in the plan to go on with",
  );
  assert.match(bodyOf(script.first()) ?? "", /^name=bob/);
  assert.throws(() => script.first(), /more people are needed/);
  context.mock.timers.tick(30_000);
  assert.match(bodyOf(script.first()) ?? "", /^name=ada/);
});
