import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import type { FormClient, HttpAnswer } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { ada, codeAt, exchange, logoutPath } from "./journey.ts";
import {
  adasBrowser,
  assertRefused,
  credentialsOf,
  dpopProof,
  endpoints,
  newClientKey,
  openid,
  openidRequest,
  post,
  refresh,
  tokensFor,
  tokensIn,
} from "./support/openid.ts";
import { basicHeader } from "./support/stage.ts";

const resource = "https://api.example/";

let service: InProcessService;
let client: TestClient;
let browser: FormClient;

before(async () => {
  service = await startInProcess({ LATCHKEY_ACCESS_TOKEN_LIFETIME_SECONDS: "600" });
  await service.addAccount(ada.username, ada.password);
  client = await service.addClient({ metadata: openid({ resources: [resource] }) });
});
after(() => service[Symbol.asyncDispose]());

beforeEach(async () => {
  service.clock.advance(3_600);
  browser?.close();
  browser = await adasBrowser(service, client);
});
after(() => browser.close());

function introspect(token: string, asker: TestClient = client): Promise<HttpAnswer> {
  return post(service.url, endpoints.introspection, { ...credentialsOf(asker), token });
}

async function assertActive(token: string, asker: TestClient = client): Promise<Record<string, unknown>> {
  const answer = await introspect(token, asker);
  const { active, ...facts } = JSON.parse(answer.body);
  assert.deepEqual([answer.status, active], [200, true], answer.body);
  assert.equal(answer.headers["cache-control"], "no-store");
  return facts;
}

/** RFC 7662 §2.2: about a token that is not active nothing else is said. */
async function assertInactive(token: string, asker: TestClient = client): Promise<void> {
  const answer = await introspect(token, asker);
  assert.deepEqual([answer.status, JSON.parse(answer.body)], [200, { active: false }]);
}

describe("introspection of a live token", () => {
  it("RFC 7662 §2.2: the client hears whose its access token is, for what, and how long it lives", async () => {
    const { access_token: token } = await tokensFor(browser, client, { scope: "openid email" });
    const now = service.clock.now() / 1000;
    const { sub, jti, ...facts } = await assertActive(token);
    assert.match(String(sub), /^lku/);
    assert.match(String(jti), /^[0-9a-f]{32}$/);
    assert.deepEqual(facts, {
      client_id: client.id,
      username: ada.username,
      iss: service.service.issuer,
      iat: now,
      exp: now + 600,
      token_type: "Bearer",
      scope: "openid email",
    });
  });

  it("a token of a client of the interface has no scope", async () => {
    const plain = await service.addClient();
    const code = codeAt(await browser.get(openidRequest(plain)), plain);
    const { access_token: token } = tokensIn(await exchange(browser, plain, code));
    const facts = await assertActive(token, plain);
    assert.deepEqual([facts.client_id, facts.scope, facts.aud], [plain.id, undefined, undefined]);
  });

  it("RFC 9449 §6.2: a token that is bound to a key says to which", async () => {
    const key = await newClientKey();
    const code = codeAt(await browser.get(openidRequest(client)), client);
    const fields = { ...credentialsOf(client), grant_type: "authorization_code", code };
    const dpop = await dpopProof(service, key, endpoints.token);
    const tokens = tokensIn(await post(service.url, endpoints.token, fields, { dpop }));
    const { token_type, cnf } = await assertActive(tokens.access_token);
    assert.deepEqual([token_type, cnf], ["DPoP", { jkt: key.thumbprint }]);
  });

  it("RFC 9700 §2.3: the resource that a token is meant for may ask about it, another one hears nothing", async () => {
    const api = await service.addClient({ metadata: openid({ audience: resource }) });
    const other = await service.addClient({ metadata: openid({ audience: "https://other.example/" }) });
    const { access_token: token, refresh_token: refreshToken } = await tokensFor(browser, client, {
      resource,
    });
    assert.deepEqual((await assertActive(token, api)).aud, [resource]);
    await assertInactive(token, other);
    await assertInactive(refreshToken, api);
  });

  it("a refresh token is active for its client, and says that it is no access token", async () => {
    const { refresh_token: token } = await tokensFor(browser, client);
    const facts = await assertActive(token);
    assert.deepEqual([facts.token_type, facts.scope], ["N_A", "openid"]);
    assert.equal(Number(facts.exp) - Number(facts.iat), 30 * 86_400);
  });

  it("token_type_hint may be right, wrong or unknown", async () => {
    const { access_token: token } = await tokensFor(browser, client);
    for (const token_type_hint of ["access_token", "refresh_token", "pink"]) {
      const fields = { ...credentialsOf(client), token, token_type_hint };
      const answer = await post(service.url, endpoints.introspection, fields);
      assert.equal(JSON.parse(answer.body).active, true, token_type_hint);
    }
  });
});

describe("introspection of a dead or foreign token", () => {
  it("C30: a token of another client is not active", async () => {
    const other = await service.addClient({ metadata: openid() });
    const tokens = await tokensFor(browser, client);
    await assertInactive(tokens.access_token, other);
    await assertInactive(tokens.refresh_token, other);
    await assertActive(tokens.access_token);
  });

  it("C28: a code, an ID token, a request_uri and a password are no tokens", async () => {
    const { id_token: idToken } = await tokensFor(browser, client);
    const code = codeAt(await browser.get(openidRequest(client)), client);
    const request = { ...credentialsOf(client), redirect_uri: client.redirectUri, response_type: "code" };
    const pushed = await post(service.url, endpoints.pushedRequest, request);
    for (const token of [code, idToken, JSON.parse(pushed.body).request_uri, ada.password, "lkrt_A", "x"])
      await assertInactive(token);
  });

  it("a token with one character changed is not active", async () => {
    const { access_token: access, refresh_token: again } = await tokensFor(browser, client);
    for (const token of [access, again])
      await assertInactive(`${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`);
  });

  it("a token ends with its time", async () => {
    const { access_token: token } = await tokensFor(browser, client);
    service.clock.advance(599);
    await assertActive(token);
    service.clock.advance(1);
    await assertInactive(token);
  });

  it("a refresh token that nobody uses for 30 days ends", async () => {
    const tokens = await tokensFor(browser, client, { scope: "openid offline_access" });
    service.clock.advance(30 * 86_400 - 1);
    await assertActive(tokens.refresh_token);
    service.clock.advance(1);
    await assertInactive(tokens.refresh_token);
  });

  it("of a family the newest refresh token is active, and the one before it, whose successor may be lost", async () => {
    const first = (await tokensFor(browser, client)).refresh_token;
    const second = tokensIn(await refresh(service.url, client, first)).refresh_token;
    await assertActive(first);
    const third = tokensIn(await refresh(service.url, client, second)).refresh_token;
    await assertInactive(first);
    await assertActive(second);
    await assertActive(third);
  });

  it("V7.4.1: signing out ends both, but offline access stays", async () => {
    const [here, offline] = [
      await tokensFor(browser, client),
      await tokensFor(browser, client, { scope: "openid offline_access" }),
    ];
    await browser.submit(await browser.get(logoutPath), {});
    await assertInactive(here.access_token);
    await assertInactive(here.refresh_token);
    await assertActive(offline.access_token);
    await assertActive(offline.refresh_token);
  });

  it("C27: disabling the account ends both, and enabling it again does not bring them back", async () => {
    const { access_token: access, refresh_token: again } = await tokensFor(browser, client, {
      scope: "openid offline_access",
    });
    const { sub } = await assertActive(access);
    const account = (await service.ports.accounts.list(1_000)).find(({ id }) => id === sub);
    assert.ok(account);
    for (const isDisabled of [true, false]) {
      await service.ports.accounts.setDisabled(account.id, isDisabled, service.clock.now());
      await assertInactive(access);
      await assertInactive(again);
    }
  });
});

describe("who may introspect", () => {
  it("V10.4.10: a caller without the right credentials hears nothing about the token", async () => {
    const { access_token: token } = await tokensFor(browser, client);
    const ask = (fields: Record<string, string>, headers = {}) =>
      post(service.url, endpoints.introspection, { token, ...fields }, headers);
    assertRefused(await ask({}), "invalid_request");
    assertRefused(await ask({ client_id: client.id }), "invalid_client");
    assertRefused(await ask({ client_id: client.id, client_secret: "wrong" }), "invalid_client");
    const basic = await ask({}, basicHeader(client.id, "wrong"));
    assertRefused(basic, "invalid_client", 401);
    assert.match(basic.headers["www-authenticate"] ?? "", /^Basic /);
    assert.equal((await ask({}, basicHeader(client.id, client.secret))).status, 200);
  });

  it("RFC 7662 §2.1: a public client cannot prove who it is and may not ask", async () => {
    const app = await service.addClient({ isPublic: true, metadata: openid() });
    const { access_token: token } = await tokensFor(browser, client);
    assertRefused(await introspect(token, app), "invalid_client");
  });

  it("RFC 7662 §4: the token travels in the form, never in the URL", async () => {
    const { access_token: token } = await tokensFor(browser, client);
    const target = `${endpoints.introspection}?token=${token}`;
    assertRefused(await post(service.url, target, credentialsOf(client)), "invalid_request");
    assertRefused(await post(service.url, endpoints.introspection, credentialsOf(client)), "invalid_request");
    const twice = new URLSearchParams({ ...credentialsOf(client), token });
    twice.append("token", token);
    assertRefused(await post(service.url, endpoints.introspection, twice), "invalid_request");
    const got = await browser.get(endpoints.introspection);
    assert.deepEqual([got.status, got.headers.allow], [405, "POST"]);
  });

  it("D28: a page in a browser may not ask, whoever's credentials it has", async () => {
    const { access_token: token } = await tokensFor(browser, client);
    const origin = "https://app.example";
    const fields = { ...credentialsOf(client), token };
    const answer = await post(service.url, endpoints.introspection, fields, { origin });
    assertRefused(answer, "invalid_request");
    assert.equal(answer.headers["access-control-allow-origin"], undefined);
  });
});
