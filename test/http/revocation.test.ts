import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import type { FormClient, HttpAnswer } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { ada, codeAt, exchange, tokenErrorIn } from "./journey.ts";
import { startOpenService } from "./support/open-service.ts";
import {
  adasBrowser,
  assertRefused,
  credentialsOf,
  endpoints,
  openid,
  openidRequest,
  post,
  refresh,
  tokensFor,
  tokensIn,
  userinfoStatus,
} from "./support/openid.ts";
import { challengeOf } from "./support/pkce.ts";
import { basicHeader } from "./support/stage.ts";

let service: InProcessService;
let client: TestClient;
let browser: FormClient;

before(async () => {
  service = await startInProcess();
  await service.addAccount(ada.username, ada.password);
  client = await service.addClient({ metadata: openid() });
  browser = await adasBrowser(service, client);
});
after(async () => {
  browser.close();
  await service[Symbol.asyncDispose]();
});

beforeEach(() => service.clock.advance(900));

function revoke(
  token: string,
  by: TestClient = client,
  more: Record<string, string> = {},
): Promise<HttpAnswer> {
  return post(service.url, endpoints.revocation, { ...credentialsOf(by), token, ...more });
}

/** RFC 7009 §2.2: the body says nothing that the status does not. */
function assertDone({ status, headers, body }: HttpAnswer): void {
  assert.deepEqual([status, JSON.parse(body)], [200, { status: "success" }]);
  assert.equal(headers["cache-control"], "no-store");
}

describe("revocation of an access token", () => {
  it("RFC 7009 §2.1: the token is dead at once, and the refresh token beside it lives", async () => {
    const tokens = await tokensFor(browser, client);
    assert.equal(await userinfoStatus(service.url, tokens.access_token), 200);
    assertDone(await revoke(tokens.access_token));
    assert.equal(await userinfoStatus(service.url, tokens.access_token), 401);
    const fresh = tokensIn(await refresh(service.url, client, tokens.refresh_token));
    assert.equal(await userinfoStatus(service.url, fresh.access_token), 200);
  });

  it("other tokens of the same person and client live on", async () => {
    const [one, other] = [await tokensFor(browser, client), await tokensFor(browser, client)];
    assertDone(await revoke(one.access_token));
    assert.equal(await userinfoStatus(service.url, other.access_token), 200);
  });

  it("a client of the interface may give its token up too", async () => {
    const plain = await service.addClient();
    const code = codeAt(await browser.get(openidRequest(plain)), plain);
    const { access_token: token } = tokensIn(await exchange(browser, plain, code));
    assertDone(await revoke(token, plain));
    assert.equal(await userinfoStatus(service.url, token), 401);
    // The row stays, so that the code stays spent.
    assert.equal(tokenErrorIn(await exchange(browser, plain, code)), "invalid_grant");
  });

  it("the log says once whose token went", async () => {
    const { access_token: token } = await tokensFor(browser, client);
    const before = service.log.length;
    assertDone(await revoke(token));
    assertDone(await revoke(token));
    const lines = service.log.slice(before).filter(({ message }) => message === "token-revoked");
    assert.deepEqual(
      lines.map(({ fields: { what, clientId } }) => [what, clientId]),
      [["grant", client.id]],
    );
  });
});

describe("revocation of a refresh token", () => {
  it("RFC 7009 §2.1: the whole family dies with it, every access token included", async () => {
    const first = await tokensFor(browser, client);
    const second = tokensIn(await refresh(service.url, client, first.refresh_token));
    assertDone(await revoke(second.refresh_token));
    for (const { access_token: token } of [first, second])
      assert.equal(await userinfoStatus(service.url, token), 401);
    for (const { refresh_token: token } of [first, second])
      assert.equal(tokenErrorIn(await refresh(service.url, client, token)), "invalid_grant");
  });

  it("also where a token is given up that was replaced", async () => {
    const first = await tokensFor(browser, client);
    const second = tokensIn(await refresh(service.url, client, first.refresh_token));
    assertDone(await revoke(first.refresh_token));
    assert.equal(tokenErrorIn(await refresh(service.url, client, second.refresh_token)), "invalid_grant");
  });

  it("offline access ends likewise", async () => {
    const tokens = await tokensFor(browser, client, { scope: "openid offline_access" });
    assertDone(await revoke(tokens.refresh_token));
    assert.equal(await userinfoStatus(service.url, tokens.access_token), 401);
    assert.equal(tokenErrorIn(await refresh(service.url, client, tokens.refresh_token)), "invalid_grant");
  });
});

describe("revocation of what is no live token", () => {
  it("RFC 7009 §2.2: unknown, altered and dead tokens are answered like live ones", async () => {
    const { access_token: token, id_token: idToken } = await tokensFor(browser, client);
    for (const text of ["x", `lkat_${"A".repeat(64)}`, "lkrt_AAAA", idToken, `${token}x`])
      assertDone(await revoke(text));
    assert.equal(await userinfoStatus(service.url, token), 200);
    assertDone(await revoke(token));
    assertDone(await revoke(token));
  });

  it("RFC 7009 §2.1: token_type_hint may be wrong or unknown", async () => {
    for (const token_type_hint of ["refresh_token", "access_token", "pink"]) {
      const { access_token: token } = await tokensFor(browser, client);
      assertDone(await revoke(token, client, { token_type_hint }));
      assert.equal(await userinfoStatus(service.url, token), 401, token_type_hint);
    }
  });

  it("C28: a code is no token, and can still be exchanged", async () => {
    const code = codeAt(await browser.get(openidRequest(client)), client);
    assertDone(await revoke(code));
    tokensIn(await exchange(browser, client, code));
  });
});

describe("who may revoke", () => {
  it("RFC 7009 §2.1, §2.2: a token of another client stays as it is, and nothing tells that it exists", async () => {
    const other = await service.addClient({ metadata: openid() });
    const tokens = await tokensFor(browser, client);
    const unknown = await revoke("lkat_unknown", other);
    assertDone(unknown);
    for (const token of [tokens.access_token, tokens.refresh_token]) {
      const { status, headers, body } = await revoke(token, other);
      assert.deepEqual([status, body], [unknown.status, unknown.body]);
      assert.deepEqual(Object.keys(headers), Object.keys(unknown.headers));
    }
    assert.equal(await userinfoStatus(service.url, tokens.access_token), 200);
    tokensIn(await refresh(service.url, client, tokens.refresh_token));
  });

  it("V10.4.10: a caller without the right credentials revokes nothing", async () => {
    const { access_token: token } = await tokensFor(browser, client);
    const ask = (fields: Record<string, string>, headers = {}) =>
      post(service.url, endpoints.revocation, { token, ...fields }, headers);
    assertRefused(await ask({}), "invalid_request");
    assertRefused(await ask({ client_id: client.id }), "invalid_client");
    assertRefused(await ask({ client_id: client.id, client_secret: "wrong" }), "invalid_client");
    assertRefused(await ask({}, basicHeader(client.id, "wrong")), "invalid_client", 401);
    assert.equal(await userinfoStatus(service.url, token), 200);
    assertDone(await ask({}, basicHeader(client.id, client.secret)));
  });

  it("a public client may, and only the page of its own origin reads the answer", async () => {
    const app = await service.addClient({ isPublic: true, metadata: openid() });
    const verifier = "v".repeat(43);
    const code = codeAt(await browser.get(openidRequest(app, challengeOf(verifier))), app);
    const fields = { client_id: app.id, grant_type: "authorization_code", code, code_verifier: verifier };
    const { access_token: token } = tokensIn(await post(service.url, endpoints.token, fields));
    const origin = "https://app.example";
    const foreign = await post(
      service.url,
      endpoints.revocation,
      { ...credentialsOf(app), token },
      { origin: "https://evil.test" },
    );
    assertRefused(foreign, "invalid_request");
    assert.equal(foreign.headers["access-control-allow-origin"], undefined);
    assert.equal(await userinfoStatus(service.url, token), 200);
    const own = await post(service.url, endpoints.revocation, { ...credentialsOf(app), token }, { origin });
    assertDone(own);
    assert.deepEqual([own.headers["access-control-allow-origin"], own.headers.vary], [origin, "Origin"]);
    assert.equal(await userinfoStatus(service.url, token), 401);
  });

  it("the token travels in the form, never in the URL, and once", async () => {
    const { access_token: token } = await tokensFor(browser, client);
    const inUrl = `${endpoints.revocation}?token=${token}`;
    assertRefused(await post(service.url, inUrl, credentialsOf(client)), "invalid_request");
    const secretInUrl = `${endpoints.revocation}?client_secret=x`;
    assertRefused(await post(service.url, secretInUrl, { client_id: client.id, token }), "invalid_request");
    assertRefused(await post(service.url, endpoints.revocation, credentialsOf(client)), "invalid_request");
    const twice = new URLSearchParams({ ...credentialsOf(client), token });
    twice.append("token", "x");
    assertRefused(await post(service.url, endpoints.revocation, twice), "invalid_request");
    assert.equal(await userinfoStatus(service.url, token), 200);
    const got = await browser.get(endpoints.revocation);
    assert.deepEqual([got.status, got.headers.allow], [405, "POST"]);
  });
});

it("RFC 7009 §2.2.1: while the store is away the answer is 503, never a success", async () => {
  await using open = await startOpenService();
  const owner = await open.addClient({ metadata: openid() });
  await open.administration.store.close();
  for (const token of [`lkat_${"A".repeat(64)}`, "x"]) {
    const answer = await post(open.url, endpoints.revocation, { ...credentialsOf(owner), token });
    assertRefused(answer, "temporarily_unavailable", 503);
    assert.equal(answer.headers["retry-after"], "2");
  }
});
