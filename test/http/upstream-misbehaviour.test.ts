import assert from "node:assert/strict";
import { after, afterEach, describe, test } from "node:test";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import type { UpstreamIdentity } from "../../src/flows/upstream-ports.ts";
import { hashOf, TestProvider, type Twist } from "../support/upstream-provider.ts";
import { Stage } from "./support/stage.ts";
import { addUpstream, callbackFrom, pressButton } from "./support/upstream-stage.ts";

const stage = await Stage.set();
const { clock, ports, log } = stage.inProcess;
const providers = {
  acme: await TestProvider.start(() => clock.now()),
  hub: await TestProvider.start(() => clock.now()),
};
after(async () => {
  for (const provider of Object.values(providers)) await provider[Symbol.asyncDispose]();
  await stage.inProcess[Symbol.asyncDispose]();
});
const acme = await addUpstream(stage, providers.acme);
const hub = await addUpstream(stage, providers.hub, { name: "hub", kind: "github", displayName: "Hub" });
const ada = (await ports.accounts.list(1_000))[0];
assert.ok(ada);
for (const [upstream, subject] of [
  [acme, "subject-1"],
  [hub, "7"],
] as const) {
  const now = clock.now();
  const identity: UpstreamIdentity = {
    upstream: upstream.name,
    subject,
    accountId: ada.id,
    linkedAt: now,
    lastUsedAt: now,
  };
  assert.ok((await ports.upstreamIdentities.link(identity)).ok);
}
afterEach(() => {
  for (const provider of Object.values(providers)) provider.twist = {};
  // What a provider said about itself is asked again.
  clock.advance(2 * 3_600);
});

const other = await generateKeyPair("ES256");
const rsa = await generateKeyPair("RS256");
const otherJwk = { ...(await exportJWK(other.publicKey)), kid: "two", alg: "ES256", use: "sig" };
const secretBytes = new TextEncoder().encode(TestProvider.clientSecret);
const claims = (change: (claims: Record<string, unknown>) => object): Twist => ({
  claims: (honest) => ({ ...honest, ...change(honest) }),
});
const without = (name: string): Twist => ({
  claims: ({ [name]: _, ...rest }) => rest,
});
const answering = (change: (answer: URLSearchParams) => unknown): Twist => ({
  answer: (answer) => {
    change(answer);
    return answer;
  },
});
const inSeconds = (seconds: number) => Math.floor(clock.now() / 1000) + seconds;
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** The misdeeds of a provider with OpenID Connect, and the reason that the log must tell. */
const misdeeds: Readonly<Record<string, { readonly twist: Twist; readonly reason: RegExp }>> = {
  "an ID token of another issuer": {
    twist: claims(() => ({ iss: "https://evil.example" })),
    reason: /^id-token-iss$/,
  },
  "an ID token without issuer": { twist: without("iss"), reason: /./ },
  "an ID token for another client": {
    twist: claims(() => ({ aud: "another client" })),
    reason: /^id-token-aud$/,
  },
  "an ID token without audience": { twist: without("aud"), reason: /./ },
  "an audience that nobody trusts beside ours": {
    twist: claims(() => ({ aud: [TestProvider.clientId, "another client"] })),
    reason: /^id-token-aud$/,
  },
  "the same with azp for us": {
    twist: claims(() => ({ aud: [TestProvider.clientId, "another client"], azp: TestProvider.clientId })),
    reason: /^id-token-aud$/,
  },
  "an azp of another client": { twist: claims(() => ({ azp: "another client" })), reason: /^id-token-azp$/ },
  "another nonce": { twist: claims(() => ({ nonce: "another" })), reason: /^id-token-nonce$/ },
  "no nonce": { twist: without("nonce"), reason: /./ },
  "a signature that is changed": {
    twist: { idToken: (jwt) => `${jwt.slice(0, -4)}${jwt.endsWith("AAAA") ? "BBBB" : "AAAA"}` },
    reason: /^invalid-response$/,
  },
  "a signature of another key under the same kid": {
    twist: { signing: (signing) => ({ ...signing, key: other.privateKey }) },
    reason: /^invalid-response$/,
  },
  "claims that are changed under the signature": {
    twist: {
      idToken: (jwt) => {
        const [header, payload = "", signature] = jwt.split(".");
        const honest = JSON.parse(Buffer.from(payload, "base64url").toString());
        return `${header}.${part({ ...honest, extra: 1 })}.${signature}`;
      },
    },
    reason: /^invalid-response$/,
  },
  "alg none": {
    twist: { idToken: (jwt) => `${part({ alg: "none" })}.${jwt.split(".")[1]}.` },
    reason: /./,
  },
  "alg none, which its metadata lists": {
    twist: {
      metadata: (honest) => ({ ...honest, id_token_signing_alg_values_supported: ["none", "ES256"] }),
      idToken: (jwt) => `${part({ alg: "none" })}.${jwt.split(".")[1]}.`,
    },
    reason: /./,
  },
  "HS256 with the client secret": {
    twist: { signing: () => ({ key: secretBytes, alg: "HS256", kid: undefined }) },
    reason: /./,
  },
  "HS256 with the client secret, which its metadata lists": {
    twist: {
      metadata: (honest) => ({ ...honest, id_token_signing_alg_values_supported: ["HS256"] }),
      signing: () => ({ key: secretBytes, alg: "HS256", kid: undefined }),
    },
    reason: /./,
  },
  "an algorithm of another kind of key": {
    twist: { signing: () => ({ key: rsa.privateKey, alg: "RS256", kid: "one" }) },
    reason: /./,
  },
  "no kid, and several keys": {
    twist: { keys: (keys) => [...keys, otherJwk], signing: (signing) => ({ ...signing, kid: undefined }) },
    reason: /^key-selection-failed$/,
  },
  "a kid that no key has": {
    twist: { keys: (keys) => [...keys, otherJwk], signing: (signing) => ({ ...signing, kid: "three" }) },
    reason: /^key-selection-failed$/,
  },
  "no keys": { twist: { keys: () => [] }, reason: /^key-selection-failed$/ },
  "an expired ID token": { twist: claims(() => ({ exp: inSeconds(-120) })), reason: /^id-token-exp$/ },
  "no exp": { twist: without("exp"), reason: /./ },
  "an iat an hour ago": { twist: claims(() => ({ iat: inSeconds(-3_600) })), reason: /^id-token-iat$/ },
  "an iat an hour ahead": { twist: claims(() => ({ iat: inSeconds(3_600) })), reason: /^id-token-iat$/ },
  "no iat": { twist: without("iat"), reason: /./ },
  "an nbf an hour ahead": { twist: claims(() => ({ nbf: inSeconds(3_600) })), reason: /^id-token-nbf$/ },
  "no sub": { twist: without("sub"), reason: /./ },
  "an empty sub": { twist: claims(() => ({ sub: "" })), reason: /./ },
  "a sub that is a number": { twist: claims(() => ({ sub: 1 })), reason: /./ },
  "a sub of more than 255 characters": {
    twist: claims(() => ({ sub: "s".repeat(256) })),
    reason: /^id-token-sub$/,
  },
  "an at_hash of another token": {
    twist: claims(() => ({ at_hash: hashOf("another token") })),
    reason: /^id-token-at_hash$/,
  },
  "a c_hash of another code": {
    twist: claims(() => ({ c_hash: hashOf("another code") })),
    reason: /^id-token-c_hash$/,
  },
  "no ID token": { twist: { token: ({ id_token: _, ...rest }) => rest }, reason: /./ },
  "no access token": { twist: { token: ({ access_token: _, ...rest }) => rest }, reason: /./ },
  "userinfo about another sub": {
    twist: { ...without("email"), userinfo: (honest) => ({ ...honest, sub: "subject-2" }) },
    reason: /./,
  },
  "no iss in its answer, which its metadata promises": {
    twist: answering((answer) => answer.delete("iss")),
    reason: /./,
  },
  "another iss in its answer": {
    twist: answering((answer) => answer.set("iss", "https://evil.example")),
    reason: /./,
  },
  "two iss in its answer": {
    twist: answering((answer) => answer.append("iss", "https://evil.example")),
    reason: /./,
  },
  "a code that it never gave": {
    twist: answering((answer) => answer.set("code", "another")),
    reason: /^token-invalid_grant$/,
  },
  "no code": { twist: answering((answer) => answer.delete("code")), reason: /./ },
  "an ID token in its answer by the browser": {
    twist: answering((answer) => answer.set("id_token", "x.y.z")),
    reason: /./,
  },
  "a huge answer at the token endpoint": {
    twist: { respond: at("/token", (response) => response.writeHead(200).end("x".repeat(300 * 1024))) },
    reason: /^too-large$/,
  },
  "a redirect at the token endpoint": {
    twist: { respond: at("/token", (response) => response.writeHead(307, { location: "/elsewhere" }).end()) },
    reason: /./,
  },
  "an answer that is no JSON": {
    twist: {
      respond: at("/token", (response) =>
        response.writeHead(200, { "content-type": "text/html" }).end("<p>"),
      ),
    },
    reason: /./,
  },
  "a failure of its own": {
    twist: { respond: at("/token", (response) => response.writeHead(500).end()) },
    reason: /^status-500$/,
  },
  "a connection that it cuts": {
    twist: { respond: at("/token", (response) => response.destroy()) },
    reason: /^unreachable$/,
  },
};

function at(path: string, act: (response: Parameters<NonNullable<Twist["respond"]>>[1]) => unknown) {
  return (asked: string, response: Parameters<NonNullable<Twist["respond"]>>[1]) => {
    if (asked !== path) return false;
    act(response);
    return true;
  };
}

function reasonsSince(length: number): unknown[] {
  return log
    .slice(length)
    .flatMap(({ message, fields }) =>
      message === "upstream-refused" ? [(fields as { reason: unknown }).reason] : [],
    );
}

describe("D50: a provider that misbehaves lets nobody in", () => {
  test("the same provider lets the person in while it is honest, with userinfo and with several keys", async () => {
    for (const twist of [
      {},
      without("email"),
      { keys: (keys: object[]) => [...keys, otherJwk] },
    ] as Twist[]) {
      providers.acme.twist = twist;
      const browser = stage.newBrowser();
      const answer = await browser.get(await callbackFrom(await pressButton(browser, stage.target())));
      assert.equal(answer.status, 302, answer.body);
      assert.ok(browser.cookies.has("latchkey-session"));
    }
  });

  for (const [name, { twist, reason }] of Object.entries(misdeeds))
    test(name, async () => {
      providers.acme.twist = twist;
      const browser = stage.newBrowser();
      const before = log.length;
      const answer = await browser.get(await callbackFrom(await pressButton(browser, stage.target())));
      assert.equal(answer.status, 400, answer.body);
      assert.match(answer.body, /id="problem"/);
      assert.ok(!browser.cookies.has("latchkey-session"));
      const reasons = reasonsSince(before);
      assert.equal(reasons.length, 1);
      assert.match(String(reasons[0]), reason);
    });

  for (const [name, respond] of Object.entries({
    "another issuer in its discovery document": undefined,
    "a redirect of its discovery document": at("/.well-known/openid-configuration", (response) =>
      response.writeHead(302, { location: "https://evil.example/" }).end(),
    ),
    "a huge discovery document": at("/.well-known/openid-configuration", (response) =>
      response.writeHead(200, { "content-type": "application/json" }).end(`"${"x".repeat(300 * 1024)}"`),
    ),
    "no discovery document": at("/.well-known/openid-configuration", (response) =>
      response.writeHead(404).end(),
    ),
    "endpoints that no browser may go to": undefined,
  }))
    test(name, async () => {
      providers.acme.twist = respond
        ? { respond }
        : {
            metadata: (honest) =>
              name.startsWith("another")
                ? { ...honest, issuer: `${honest.issuer}/` }
                : { ...honest, authorization_endpoint: "javascript:alert(1)" },
          };
      const browser = stage.newBrowser();
      const page = await browser.get(stage.target());
      const step = /\/upstream\?[\s\S]*?name="step" value="([^"]*)"/.exec(page.body)?.[1] ?? "";
      const query = stage.target().split("?")[1];
      const answer = await browser.post(`/upstream?${query}`, { step, upstream: "acme" });
      assert.equal(answer.status, 400, answer.body);
      assert.match(answer.body, /id="problem"/);
      assert.equal(answer.headers.refresh, undefined);
    });

  test("a provider that never answers is given up after its deadline", async () => {
    providers.acme.twist = { respond: at("/token", () => undefined) };
    const browser = stage.newBrowser();
    const before = log.length;
    const answer = await browser.get(await callbackFrom(await pressButton(browser, stage.target())));
    assert.match(answer.body, /is not responding/);
    assert.deepEqual(reasonsSince(before), ["timed-out"]);
  });
});

describe("D51: an answer counts for the browser, the provider and the sign-in that it was asked for, and once", () => {
  const refused = async (browser: ReturnType<Stage["newBrowser"]>, callback: string, status = 400) => {
    const answer = await browser.get(callback);
    assert.equal(answer.status, status, answer.body);
    assert.ok(!browser.cookies.has("latchkey-session"));
  };

  test("a state that was changed, cut, left out, sent twice or made by somebody else", async () => {
    const browser = stage.newBrowser();
    const callback = new URL(await callbackFrom(await pressButton(browser, stage.target())), stage.url);
    const state = callback.searchParams.get("state") ?? "";
    const last = state.endsWith("A") ? "B" : "A";
    for (const changed of [
      [`${state.slice(0, -1)}${last}`],
      [state.slice(0, 40)],
      [],
      [state, state],
      ["x"],
    ]) {
      callback.searchParams.delete("state");
      for (const value of changed) callback.searchParams.append("state", value);
      await refused(browser, `${callback.pathname}${callback.search}`);
    }
  });

  test("another browser, one without cookies, and the same browser an hour later", async () => {
    const browser = stage.newBrowser();
    const callback = await callbackFrom(await pressButton(browser, stage.target()));
    const stranger = stage.newBrowser();
    await refused(stranger, callback);
    await stranger.get(stage.target());
    await refused(stranger, callback);
    clock.advance(3_600);
    await refused(browser, callback);
  });

  test("mix-up: the answer of one provider at the callback of another", async () => {
    const browser = stage.newBrowser();
    for (const [name, elsewhere] of [
      ["acme", "hub"],
      ["hub", "acme"],
    ] as const) {
      const callback = await callbackFrom(await pressButton(browser, stage.target(), name));
      const before = log.length;
      await refused(browser, callback.replace(`/upstream/${name}/`, `/upstream/${elsewhere}/`));
      assert.deepEqual(reasonsSince(before), ["state-of-another-upstream"]);
    }
  });

  test("twice, one after the other and twenty at once: one sign-in", async () => {
    const browser = stage.newBrowser();
    const callback = await callbackFrom(await pressButton(browser, stage.target()));
    const cookies = [...browser.cookies];
    const tabs = Array.from({ length: 20 }, () => {
      const tab = stage.newBrowser();
      for (const [name, value] of cookies) tab.cookies.set(name, value);
      return tab;
    });
    const answers = await Promise.all(tabs.map((tab) => tab.get(callback)));
    assert.equal(answers.filter(({ status }) => status === 302).length, 1);
    assert.equal(tabs.filter((tab) => tab.cookies.has("latchkey-session")).length, 1);
  });

  test("a reload after the sign-in goes on to the application", async () => {
    const browser = stage.newBrowser();
    const callback = await callbackFrom(await pressButton(browser, stage.target()));
    assert.equal((await browser.get(callback)).status, 302);
    const again = await browser.get(callback);
    assert.match(again.headers.location ?? "", /^https:\/\/app\.example\/cb\?code=/);
  });

  test("a code that another provider would take twice is refused by the state that was used", async () => {
    const browser = stage.newBrowser();
    const callback = await callbackFrom(await pressButton(browser, stage.target()));
    assert.equal((await browser.get(callback)).status, 302);
    browser.cookies.delete("latchkey-session");
    const seconds = inSeconds(0);
    const url = new URL(callback, stage.url);
    const nonce = (await nonceOf(url.searchParams.get("state") ?? "")) ?? "";
    const id_token = await new SignJWT({
      iss: providers.acme.issuer,
      aud: TestProvider.clientId,
      iat: seconds,
      exp: seconds + 60,
      sub: "subject-1",
      email: "ada@example.org",
      nonce,
    })
      .setProtectedHeader({ alg: "ES256", kid: "one" })
      .sign(providers.acme.key);
    const body = JSON.stringify({ access_token: "x", token_type: "Bearer", id_token });
    providers.acme.twist = {
      respond: at("/token", (response) =>
        response.writeHead(200, { "content-type": "application/json" }).end(body),
      ),
    };
    const before = log.length;
    await refused(browser, callback);
    assert.deepEqual(reasonsSince(before), ["claim-lost"]);
  });
});

/** The nonce that belongs to a state, as the service itself derives it. */
async function nonceOf(state: string): Promise<string | undefined> {
  const { decodeTransaction, proofsOf } = await import("../../src/protocol/upstream/transaction.ts");
  const opened = stage.inProcess.keyring.open("upstream-state", state);
  const transaction = opened && decodeTransaction(opened);
  return transaction && proofsOf(transaction).nonce;
}

describe("a provider without OpenID Connect, such as GitHub", () => {
  test("signs the person in", async () => {
    const browser = stage.newBrowser();
    const answer = await browser.get(await callbackFrom(await pressButton(browser, stage.target(), "hub")));
    assert.equal(answer.status, 302, answer.body);
  });

  for (const [name, twist] of Object.entries({
    "no user": { userinfo: () => ({}) },
    "an id that is a text": { userinfo: (honest) => ({ ...honest, id: "7" }) },
    "another person": { userinfo: (honest) => ({ ...honest, id: 8 }) },
    "no token": { token: () => ({ error: "bad_verification_code" }) },
    "an API that refuses": { respond: at("/api/v3/user", (response) => response.writeHead(401).end()) },
  } satisfies Record<string, Twist>))
    test(`lets nobody in with ${name}`, async () => {
      providers.hub.twist = twist;
      const browser = stage.newBrowser();
      const answer = await browser.get(await callbackFrom(await pressButton(browser, stage.target(), "hub")));
      assert.equal(answer.status, 400, answer.body);
      assert.ok(!browser.cookies.has("latchkey-session"));
    });
});
