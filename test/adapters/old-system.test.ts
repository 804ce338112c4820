import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { after, before, describe, it } from "node:test";
import { setImmediate } from "node:timers/promises";
import { createGuardedFetch } from "../../src/adapters/fetch/guarded-fetch.ts";
import { askDirectory } from "../../src/adapters/old-system/ldap.ts";
import { askByHttp, createOldSystem, questionBounds } from "../../src/adapters/old-system/old-system.ts";
import { systemClock } from "../../src/adapters/system/clock.ts";
import { systemRandom } from "../../src/adapters/system/random.ts";
import type { OldSystem } from "../../src/flows/old-system-ports.ts";
import { readBind } from "../../src/protocol/old-product/bind-verdict.ts";
import * as messages from "../../src/protocol/old-product/ldap.ts";
import { type AskingKind, readAnswer, requestOf } from "../../src/protocol/old-product/question.ts";
import type { KeptSubject } from "../../src/values/ids.ts";
import { Secret } from "../../src/values/secret.ts";
import { instantOf, plus } from "../../src/values/time.ts";

const webhook: AskingKind = { kind: "webhook", secret: Buffer.alloc(32, 7) };
const grant: AskingKind = { kind: "password-grant", client: "move", secret: new Secret("s&c=ret") };
const cognito: AskingKind = { kind: "cognito", client: "4abc", secret: new Secret("hush") };
const question = { username: "ada", subject: undefined, password: "pass word&=é" };

type Answer = (response: ServerResponse) => void;
const say =
  (status: number, body: string, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(status, headers).end(body);

interface Asked {
  readonly headers: Record<string, unknown>;
  readonly body: string;
}

describe("the old product is asked", { concurrency: true }, () => {
  const answers = new Map<string, Answer>();
  const asked = new Map<string, Asked[]>();
  const server = createServer(async (message, response) => {
    const path = message.url ?? "";
    asked.set(path, [...(asked.get(path) ?? []), { headers: message.headers, body: await text(message) }]);
    answers.get(path)?.(response);
  });
  let base: string;
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  function openAt(path: string, kind: AskingKind, answer: Answer): OldSystem {
    answers.set(path, answer);
    const asked = askByHttp({
      url: base + path,
      write: (given) => requestOf(kind, given),
      read: (given, subject) => readAnswer(kind, given, subject),
      fetch: createGuardedFetch({ mayReachLoopback: true, mayReachInside: true, ...questionBounds }),
      clock: systemClock,
      random: systemRandom,
    });
    return createOldSystem({ ...asked, endsAt: plus(systemClock.now(), 60), clock: systemClock });
  }

  const cases: readonly (readonly [what: string, AskingKind, Answer, told: string])[] = [
    ["yes", webhook, say(200, '{"valid":true}'), "valid"],
    ["no", webhook, say(200, '{"valid":false}'), "invalid"],
    ["status 500", webhook, say(500, '{"valid":true}'), "status-500"],
    [
      "a redirect to a yes",
      webhook,
      (response) => void response.writeHead(307, { location: "/yes" }).end(),
      "status-307",
    ],
    ["HTML", webhook, say(200, "<p>valid: true</p>", { "content-type": "text/html" }), "status-200"],
    ["a word for true", webhook, say(200, '{"valid":"true"}'), "status-200"],
    ["a yes with another status", webhook, say(201, '{"valid":true}'), "status-201"],
    ["no content", webhook, say(204, ""), "status-204"],
    ["a list", webhook, say(200, '[{"valid":true}]'), "status-200"],
    ["a yes in 70 KB", webhook, say(200, `{"valid":true,"x":"${"x".repeat(70_000)}"}`), "too-large"],
    ["a broken connection", webhook, (response) => void response.destroy(), "unreachable"],
    ["silence", webhook, () => {}, "timed-out"],
    [
      "a body that never ends",
      webhook,
      (response) => {
        response.writeHead(200).write('{"valid":');
        const timer = setInterval(() => response.write(" "), 200);
        response.on("close", () => clearInterval(timer));
      },
      "timed-out",
    ],
    ["RFC 6749 §5.1: a token", grant, say(200, '{"access_token":"a","token_type":"Bearer"}'), "valid"],
    ["an empty token", grant, say(200, '{"access_token":""}'), "status-200"],
    ["RFC 6749 §5.2: invalid_grant", grant, say(400, '{"error":"invalid_grant"}'), "invalid"],
    ["invalid_grant of Keycloak", grant, say(401, '{"error":"invalid_grant"}'), "invalid"],
    ["invalid_grant of Auth0", grant, say(403, '{"error":"invalid_grant"}'), "invalid"],
    ["mfa_required of Auth0", grant, say(403, '{"error":"mfa_required","mfa_token":"m"}'), "valid"],
    ["mfa_required with 200", grant, say(200, '{"error":"mfa_required"}'), "status-200"],
    ["RFC 6749 §5.2: invalid_client", grant, say(401, '{"error":"invalid_client"}'), "status-401"],
    ["a throttle", grant, say(429, '{"error":"too_many_attempts"}'), "status-429"],
    ["invalid_grant with 500", grant, say(500, '{"error":"invalid_grant"}'), "status-500"],
    ["tokens of Cognito", cognito, say(200, '{"AuthenticationResult":{"AccessToken":"a"}}'), "valid"],
    ["a second factor of Cognito", cognito, say(200, '{"ChallengeName":"SOFTWARE_TOKEN_MFA"}'), "valid"],
    [
      "a password that an administrator set at Cognito",
      cognito,
      say(200, '{"ChallengeName":"NEW_PASSWORD_REQUIRED"}'),
      "invalid",
    ],
    [
      "a wrong password at Cognito",
      cognito,
      say(400, '{"__type":"NotAuthorizedException","message":"Incorrect username or password."}'),
      "invalid",
    ],
    ["an unknown person at Cognito", cognito, say(400, '{"__type":"UserNotFoundException"}'), "invalid"],
    [
      "a wrong client secret at Cognito",
      cognito,
      say(
        400,
        '{"__type":"NotAuthorizedException","message":"Unable to verify secret hash for client 4abc"}',
      ),
      "status-400",
    ],
    ["a throttle of Cognito", cognito, say(400, '{"__type":"TooManyRequestsException"}'), "status-400"],
    ["an empty answer of Cognito", cognito, say(200, "{}"), "status-200"],
  ];

  const idToken = (claims: object) =>
    ["{}", JSON.stringify(claims), "x"].map((part) => Buffer.from(part).toString("base64url")).join(".");
  const identities: readonly (readonly [what: string, AskingKind, Answer, told: string])[] = [
    ["the person", grant, say(200, `{"access_token":"a","id_token":"${idToken({ sub: "s1" })}"}`), "valid"],
    [
      "another one",
      grant,
      say(200, `{"access_token":"a","id_token":"${idToken({ sub: "s2" })}"}`),
      "invalid",
    ],
    ["nobody", grant, say(200, '{"access_token":"a"}'), "invalid"],
    ["a challenge alone", grant, say(403, '{"error":"mfa_required","mfa_token":"m"}'), "invalid"],
    [
      "the person at Cognito",
      cognito,
      say(200, `{"AuthenticationResult":{"IdToken":"${idToken({ sub: "s1" })}"}}`),
      "valid",
    ],
    [
      "another one at Cognito, whose pool tells ada from Ada",
      cognito,
      say(200, `{"AuthenticationResult":{"IdToken":"${idToken({ sub: "s2" })}"}}`),
      "invalid",
    ],
    ["a challenge of Cognito", cognito, say(200, '{"ChallengeName":"SMS_MFA"}'), "invalid"],
  ];
  for (const [index, [what, kind, answer, told]] of identities.entries())
    it(`about an imported subject, which the answer must prove: ${what}: ${told}`, async () => {
      const about = { ...question, subject: "s1" as KeptSubject };
      assert.equal((await openAt(`/identity-${index}`, kind, answer).check(about)).kind, told);
    });

  for (const [index, [what, kind, answer, told]] of cases.entries())
    it(`${what}: ${told}`, async () => {
      const path = `/case-${index}`;
      const answered = await openAt(path, kind, answer).check(question);
      const [reason = answered.kind] = "reason" in answered ? [answered.reason] : [];
      assert.equal(reason, told);
      assert.equal(asked.get(path)?.length, 1);
      assert.equal(asked.get("/yes"), undefined);
    });

  it("RFC 6749 §4.3.2: by the password grant, with the client in the body", async () => {
    await openAt("/grant", grant, say(200, '{"access_token":"a"}')).check(question);
    const [{ headers, body } = { headers: {}, body: "" }] = asked.get("/grant") ?? [];
    assert.equal(headers["content-type"], "application/x-www-form-urlencoded");
    assert.deepEqual(Object.fromEntries(new URLSearchParams(body)), {
      grant_type: "password",
      username: "ada",
      password: "pass word&=é",
      client_id: "move",
      scope: "openid",
      client_secret: "s&c=ret",
    });
  });

  it("by the operation InitiateAuth of Cognito, with a hash of the client's secret", async () => {
    await openAt("/cognito", cognito, say(200, '{"AuthenticationResult":{}}')).check(question);
    const [{ headers, body } = { headers: {}, body: "" }] = asked.get("/cognito") ?? [];
    assert.equal(headers["x-amz-target"], "AWSCognitoIdentityProviderService.InitiateAuth");
    assert.equal(headers["content-type"], "application/x-amz-json-1.1");
    assert.deepEqual(JSON.parse(body), {
      AuthFlow: "USER_PASSWORD_AUTH",
      ClientId: "4abc",
      AuthParameters: {
        USERNAME: "ada",
        PASSWORD: "pass word&=é",
        SECRET_HASH: createHmac("sha256", "hush").update("ada4abc").digest("base64"),
      },
    });
  });

  it("at most 32 times at once; the others are told that it is unavailable", async () => {
    const silent = openAt("/silent", webhook, () => {});
    const told = await Promise.all(Array.from({ length: 40 }, () => silent.check(question)));
    const reasons = told.map((each) => ("reason" in each ? each.reason : undefined));
    assert.equal(reasons.filter((reason) => reason === "too-many-requests").length, 8);
    assert.equal(asked.get("/silent")?.length, 32);
  });

  it("while a directory does not answer, a name that it is never asked about changes nothing for the others", async () => {
    let now = instantOf(0);
    const clock = { now: () => now };
    const directory = {
      ...{ messages, readBind, url: "ldap://127.0.0.1:1", subjectAttribute: undefined },
      template: "{username}@corp.example.org",
    };
    const system = createOldSystem({ ...askDirectory(directory, clock), endsAt: plus(now, 3600), clock });
    assert.equal((await system.check(question)).kind, "unavailable");
    const unasked = system.check({ ...question, username: "ada lovelace" });
    await setImmediate();
    now = plus(now, 31);
    const [own, nobody] = await Promise.all([unasked, system.check(undefined)]);
    assert.deepEqual([own.kind, nobody.kind], ["unavailable", "unavailable"]);
  });

  it("never over plain http but on this machine, and over https also inside the operator's network", async () => {
    const fetched: string[] = [];
    const resolve = async (host: string) => {
      fetched.push(host);
      return [{ address: "10.0.0.1", family: 4 }];
    };
    const request = { method: "POST", headers: {}, body: "" } as const;
    const inside = createGuardedFetch({
      mayReachLoopback: true,
      mayReachInside: true,
      requestMilliseconds: 200,
      resolve,
    });
    const outside = createGuardedFetch({ mayReachLoopback: true, requestMilliseconds: 200, resolve });
    const problemOf = async (fetch: typeof inside, url: string) => {
      const answered = await fetch({ ...request, url });
      return answered.ok ? undefined : answered.reason;
    };
    assert.equal(await problemOf(inside, "http://old.example/check"), "address-not-allowed");
    assert.notEqual(await problemOf(inside, "https://old.example/check"), "address-not-allowed");
    assert.equal(await problemOf(outside, "https://old.example/check"), "address-not-allowed");
    assert.deepEqual(fetched, Array(3).fill("old.example"));
  });
});
