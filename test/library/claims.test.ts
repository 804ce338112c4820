import assert from "node:assert/strict";
import { it, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { decodeJwt } from "jose";
import type { ClaimsFunction, ClaimsQuestion } from "../../src/library.ts";
import { startTestLatchkey } from "../../src/testing.ts";

const redirectUri = "http://localhost:3000/callback";

/** A service with the function, a client that asks it, and a sign-in of Ada with what the token endpoint answers. */
async function openStage(claims: ClaimsFunction, settings: Readonly<Record<string, string>> = {}) {
  const latchkey = await startTestLatchkey({ claims, settings });
  const { clientId, clientSecret } = await latchkey.createClient({
    redirectUris: [redirectUri],
    openid: true,
    claimsHook: true,
  });
  const ada = await latchkey.createUser({ username: "ada", groups: ["staff"] });
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: "openid",
    state: "s",
  });
  return {
    clientId,
    ada,
    signIn: async () => {
      const back = await latchkey.signIn(`${latchkey.issuer}/v1/Oauth/authorization?${query}`, ada);
      const answer = await fetch(`${latchkey.url}/v1/Oauth/token`, {
        method: "POST",
        body: new URLSearchParams({
          grant_type: "authorization_code",
          code: back.searchParams.get("code") ?? "",
          redirect_uri: redirectUri,
          client_id: clientId,
          client_secret: clientSecret,
        }),
      });
      const body = (await answer.json()) as { readonly id_token?: string };
      return { status: answer.status, claims: body.id_token && decodeJwt(body.id_token) };
    },
    [Symbol.asyncDispose]: () => latchkey.close(),
  };
}

test("a function says what an application learns, and knows whom it is about", async () => {
  const asked: ClaimsQuestion[] = [];
  await using stage = await openStage(async (question) => {
    asked.push(question);
    return { department: `of ${question.person.username}`, absent: undefined };
  });
  const { claims } = await stage.signIn();
  assert.equal(Object(claims).department, "of ada");
  const [{ signal, ...question } = assert.fail("not asked")] = asked;
  assert.equal(signal.aborted, true, "nobody waits any more");
  assert.deepEqual(question, {
    client: stage.clientId,
    person: { userId: stage.ada.userId, sub: stage.ada.userId, username: "ada", groups: ["staff"] },
    scope: ["openid"],
    reason: "token",
  });
});

const faults: Readonly<Record<string, ClaimsFunction>> = {
  throws: () => {
    throw new Error("no");
  },
  rejects: async () => Promise.reject(new Error("no")),
  "never answers": () => new Promise(() => {}),
  "answers what is no JSON": () => ({ big: 1n }),
  "answers too much": () => ({ long: "x".repeat(5_000) }),
  "answers a name of the service's own": () => ({ sub: "root" }),
  "answers no object": () => ["level"] as never,
};

for (const [fault, claims] of Object.entries(faults))
  it(`a function that ${fault} stops the exchange, or leaves its claims out, as the setting says`, async () => {
    await using closed = await openStage(claims);
    assert.equal((await closed.signIn()).status, 503);
    await using open = await openStage(claims, { LATCHKEY_CLAIMS_HOOK_FAIL: "open" });
    const answer = await open.signIn();
    assert.deepEqual([answer.status, Object(answer.claims).sub], [200, open.ada.userId]);
  });

test("a function that fails late, when nobody waits, harms nobody", async () => {
  await using stage = await openStage(async () => {
    await pause(700);
    throw new Error("too late");
  });
  assert.equal((await stage.signIn()).status, 503);
  await pause(400);
  assert.equal((await stage.signIn()).status, 503);
});

test("a function and an address are refused beside each other", async () => {
  const settings = {
    LATCHKEY_CLAIMS_HOOK_URL: "https://people.example.org/claims",
    LATCHKEY_CLAIMS_HOOK_SECRET: `whsec_${"A".repeat(44)}`,
  };
  await assert.rejects(startTestLatchkey({ claims: () => ({}), settings }), /Leave one of the two out/);
});
