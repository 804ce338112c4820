import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import type { PasswordHash } from "../../src/identity/password.ts";
import type { AccountId } from "../../src/values/ids.ts";
import type { FormClient, HttpAnswer } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { ada, codeAt, exchange, tokenErrorIn, userinfoStatus } from "./journey.ts";
import { assertCleanLog } from "./support/ground-rules.ts";
import {
  adasBrowser,
  type ClientKey,
  credentialsOf,
  dpopProof,
  endpoints,
  newClientKey,
  openid,
  openidRequest,
  post,
  type Tokens,
  tokensFor,
  tokensIn,
} from "./support/openid.ts";
import { challengeOf, newVerifier } from "./support/pkce.ts";

const day = 86_400;

let service: InProcessService;
let client: TestClient;
let adaId: AccountId;
let browser: FormClient;
let first: Tokens;

before(async () => {
  service = await startInProcess();
  adaId = await service.addAccount(ada.username, ada.password);
});
after(async () => {
  assertCleanLog(service.log, [ada.password, client.secret]);
  await service[Symbol.asyncDispose]();
});

// Every test starts with a client and a family of its own.
beforeEach(async () => {
  service.clock.advance(3_600);
  client = await service.addClient({ metadata: openid() });
  browser = await adasBrowser(service, client);
  first = await tokensFor(browser, client);
});

function refresh(
  token: string,
  more: Readonly<Record<string, string>> = {},
  as = client,
): Promise<HttpAnswer> {
  const fields = { ...credentialsOf(as), grant_type: "refresh_token", refresh_token: token, ...more };
  return post(service.url, endpoints.token, fields);
}

async function assertDead(tokens: Tokens): Promise<void> {
  assert.equal(tokenErrorIn(await refresh(tokens.refresh_token)), "invalid_grant");
  assert.equal(await userinfoStatus(browser, tokens.access_token), 401);
}

describe("refresh tokens", () => {
  it("RFC 6749 §6: each brings a new access token and its successor; the older access token lives on", async () => {
    const second = tokensIn(await refresh(first.refresh_token));
    const third = tokensIn(await refresh(second.refresh_token));
    assert.equal(new Set([first, second, third].map((tokens) => tokens.access_token)).size, 3);
    for (const { access_token } of [first, second, third])
      assert.equal(await userinfoStatus(browser, access_token), 200);
  });

  it("C24: 50 at once all get a token that goes on, and nobody is revoked", async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(first.refresh_token)));
    const tokens = answers.map(tokensIn);
    const last = tokens.at(-1);
    assert.ok(last !== undefined);
    tokensIn(await refresh(last.refresh_token));
    for (const { access_token } of tokens) assert.equal(await userinfoStatus(browser, access_token), 200);
  });

  it("RFC 9700 §4.14: a lost answer loses nobody: the token before the newest works until its successor is used", async () => {
    await refresh(first.refresh_token);
    const again = tokensIn(await refresh(first.refresh_token));
    tokensIn(await refresh(again.refresh_token));
  });

  it("RFC 9700 §4.14, ASVS V10.4.5: once the successor was used, the older one kills the family and its access tokens", async () => {
    const second = tokensIn(await refresh(first.refresh_token));
    const third = tokensIn(await refresh(second.refresh_token));
    assert.equal(tokenErrorIn(await refresh(first.refresh_token)), "invalid_grant");
    for (const tokens of [first, second, third]) await assertDead(tokens);
    assert.ok(service.log.some(({ message }) => message === "refresh-token-reused"));
  });

  it("RFC 9700 §4.14.2: a thief and a public client that refresh by turns are found out, and both lose the family", async () => {
    const verifier = newVerifier();
    const app = await service.addClient({ isPublic: true, metadata: openid() });
    const code = codeAt(await browser.get(openidRequest(app, challengeOf(verifier))), app);
    const fields = { ...credentialsOf(app), code, code_verifier: verifier };
    const stolen = tokensIn(await post(service.url, endpoints.token, fields));
    const second = tokensIn(await refresh(stolen.refresh_token, {}, app));
    service.clock.advance(60);
    const again = tokensIn(await refresh(stolen.refresh_token, {}, app));
    service.clock.advance(3_600);
    const third = tokensIn(await refresh(second.refresh_token, {}, app));
    service.clock.advance(3_600);
    assert.equal(tokenErrorIn(await refresh(again.refresh_token, {}, app)), "invalid_grant");
    assert.equal(tokenErrorIn(await refresh(third.refresh_token, {}, app)), "invalid_grant");
    assert.ok(
      service.log.some(
        ({ message, fields: { clientId } }) => message === "refresh-token-reused" && clientId === app.id,
      ),
    );
  });

  it("C25: a wider scope is refused and spends nothing; a narrower one narrows the access token alone", async () => {
    const wide = await tokensFor(browser, client, { scope: "openid profile" });
    assert.equal(tokenErrorIn(await refresh(wide.refresh_token, { scope: "openid email" })), "invalid_scope");
    const narrow = JSON.parse((await refresh(wide.refresh_token, { scope: "openid" })).body);
    assert.equal(narrow.scope, "openid");
    const whole = JSON.parse((await refresh(narrow.refresh_token)).body);
    assert.equal(whole.scope, "openid profile");
  });

  it("RFC 8707 §2.2: a refresh may name some of the granted resources and no others; the family keeps them all", async () => {
    const resources = ["https://api.example/notes", "https://api.example/photos"];
    const [notes = ""] = resources;
    const user = await service.addClient({ metadata: openid({ resources }) });
    const api = await service.addClient({ metadata: openid({ audience: notes }) });
    const request = new URLSearchParams(openidRequest(user).split("?")[1]);
    for (const resource of resources) request.append("resource", resource);
    const code = codeAt(await browser.get(`${endpoints.authorization}?${request}`), user);
    const tokens = tokensIn(await exchange(browser, user, code));
    const foreign = await refresh(tokens.refresh_token, { resource: "https://other.example/" }, user);
    assert.equal(tokenErrorIn(foreign), "invalid_target");
    const narrow = tokensIn(await refresh(tokens.refresh_token, { resource: notes }, user));
    const whole = tokensIn(await refresh(narrow.refresh_token, {}, user));
    const audienceOf = async ({ access_token: token }: Tokens) =>
      JSON.parse((await post(service.url, endpoints.introspection, { ...credentialsOf(api), token })).body)
        .aud;
    assert.deepEqual(await audienceOf(narrow), [notes]);
    assert.deepEqual(await audienceOf(whole), resources);
  });

  it("C26: another client's attempt is refused and changes nothing", async () => {
    const other = await service.addClient({ metadata: openid() });
    assert.equal(tokenErrorIn(await refresh(first.refresh_token, {}, other)), "invalid_grant");
    tokensIn(await refresh(first.refresh_token));
  });

  it("C28: a code, an access token and an altered refresh token are no refresh tokens", async () => {
    const token = first.refresh_token;
    const altered = `${token.slice(0, -2)}${token.endsWith("AA") ? "BB" : "AA"}`;
    for (const text of [first.access_token, altered, `lkac_${first.refresh_token.slice(5)}`, ""])
      assert.notEqual((await refresh(text)).status, 200);
    assert.equal(await userinfoStatus(browser, first.refresh_token), 401);
    tokensIn(await refresh(first.refresh_token));
  });

  it("better-auth CVE-2026-53512: without the client's secret nothing is refreshed", async () => {
    const fields = { client_id: client.id, grant_type: "refresh_token", refresh_token: first.refresh_token };
    assert.equal(tokenErrorIn(await post(service.url, endpoints.token, fields)), "invalid_client");
    tokensIn(await refresh(first.refresh_token));
  });
});

describe("what ends a refresh token", () => {
  it("C27: a new password, a disabled account, a disabled client", async () => {
    const hash = (await service.ports.accounts.find(adaId))?.passwordHash as PasswordHash;
    await service.ports.accounts.setPassword(adaId, hash, service.clock.now());
    await assertDead(first);
    const second = await tokensFor(await adasBrowser(service, client), client);
    await service.ports.clients.update({ ...client.client, isDisabled: true });
    assert.notEqual((await refresh(second.refresh_token)).status, 200);
  });

  it("signing out ends it, unless offline_access was granted", async () => {
    const offline = await tokensFor(browser, client, { scope: "openid offline_access" });
    await browser.submit(await browser.get(endpoints.logout), {});
    await assertDead(first);
    const refreshed = tokensIn(await refresh(offline.refresh_token));
    assert.equal(await userinfoStatus(browser, refreshed.access_token), 200);
  });

  it("ASVS V10.4.8: 30 days without use, and a year however much it is used", async () => {
    const { refresh_token: idle } = await tokensFor(browser, client, { scope: "openid offline_access" });
    let { refresh_token: busy } = await tokensFor(browser, client, { scope: "openid offline_access" });
    service.clock.advance(30 * day - 1);
    busy = tokensIn(await refresh(busy)).refresh_token;
    service.clock.advance(1);
    assert.equal(tokenErrorIn(await refresh(idle)), "invalid_grant");
    for (let month = 1; month < 12; month++) {
      service.clock.advance(29 * day);
      busy = tokensIn(await refresh(busy)).refresh_token;
    }
    service.clock.advance(20 * day);
    assert.equal(tokenErrorIn(await refresh(busy)), "invalid_grant");
  });

  it("RFC 6749 §4.1.2: a replayed code ends the tokens that were refreshed since", async () => {
    const visit = await browser.get(
      `${endpoints.authorization}?${new URLSearchParams({ client_id: client.id, redirect_uri: client.redirectUri, response_type: "code", scope: "openid" })}`,
    );
    const code = new URL(visit.headers.location ?? "").searchParams.get("code") ?? "";
    const exchange = () => post(service.url, endpoints.token, { ...credentialsOf(client), code });
    const tokens = tokensIn(await exchange());
    const refreshed = tokensIn(await refresh(tokens.refresh_token));
    assert.equal(tokenErrorIn(await exchange()), "invalid_grant");
    await assertDead(refreshed);
  });
});

describe("FAPI 2.0 Security Profile §5.3.2.1: a client with keys and DPoP that keeps its refresh token", () => {
  let key: ClientKey;
  let keeper: TestClient;
  let token: string;
  before(async () => {
    key = await newClientKey();
  });
  beforeEach(async () => {
    const metadata = openid({ publicKeys: [key.jwk], requiresDpop: true, keepsRefreshToken: true });
    keeper = await service.addClient({ metadata });
    const code = codeAt(await browser.get(openidRequest(keeper)), keeper);
    const grant = { grant_type: "authorization_code", code, redirect_uri: keeper.redirectUri };
    token = tokensIn(await ask(grant)).refresh_token;
  });

  async function ask(fields: Readonly<Record<string, string>>, provesKey = true): Promise<HttpAnswer> {
    const now = Math.floor(service.clock.now() / 1000);
    const claims = { iss: keeper.id, sub: keeper.id, aud: service.service.issuer, iat: now, exp: now + 60 };
    const proof = {
      client_id: keeper.id,
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      client_assertion: await key.sign({}, { ...claims, jti: crypto.randomUUID() }),
    };
    const headers = provesKey ? { dpop: await dpopProof(service, key, endpoints.token) } : {};
    return post(service.url, endpoints.token, { ...proof, ...fields }, headers);
  }
  const use = (refresh_token: string, provesKey = true) =>
    ask({ grant_type: "refresh_token", refresh_token }, provesKey);

  it("gets the same token back each time, with an access token of its own, also at once", async () => {
    const all = await Promise.all([use(token), use(token), use(token)]);
    const one = await use(token);
    const answers = [...all, one].map(tokensIn);
    for (const answer of answers) assert.equal(answer.refresh_token, token);
    assert.equal(new Set(answers.map((answer) => answer.access_token)).size, 4);
  });

  it("without a proof of the key the token is worth nothing, and stays good for the client", async () => {
    assert.equal(tokenErrorIn(await use(token, false)), "invalid_dpop_proof");
    assert.equal(tokensIn(await use(token)).refresh_token, token);
  });

  it("rotates again once it is registered so, and what was replaced then ends the family", async () => {
    tokensIn(await use(token));
    const metadata = { ...openid({ publicKeys: [key.jwk], requiresDpop: true }), keepsRefreshToken: false };
    await service.ports.clients.update({ ...keeper.client, metadata });
    const second = tokensIn(await use(token)).refresh_token;
    assert.notEqual(second, token);
    const third = tokensIn(await use(second)).refresh_token;
    assert.notEqual(third, second);
    assert.equal(tokenErrorIn(await use(token)), "invalid_grant");
    assert.equal(tokenErrorIn(await use(third)), "invalid_grant");
  });
});
