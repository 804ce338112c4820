import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { decodeJwt, generateKeyPair, SignJWT } from "jose";
import { systemRandom } from "../../src/adapters/system/random.ts";
import { setClientDisabled } from "../../src/flows/operator/client.ts";
import { everyRight } from "../../src/flows/operator/rights.ts";
import { inspectToken } from "../../src/flows/operator/token.ts";
import type { Api } from "../../src/protocol/api/api.ts";
import { type ClientMetadata, interfaceMetadata } from "../../src/protocol/client/client.ts";
import { exchangeGrantType, tokenTypes } from "../../src/protocol/token/token-exchange-request.ts";
import { parseGrantId } from "../../src/values/ids.ts";
import { apiNamed } from "../storage-contract/apis.ts";
import type { FormClient, HttpAnswer } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { ada, logoutPath } from "./journey.ts";
import { assertCleanLog } from "./support/ground-rules.ts";
import {
  adasBrowser,
  assertRefused,
  credentialsOf,
  dpopProof,
  endpoints,
  newClientKey,
  openid,
  post,
  refresh,
  type Tokens,
  tokensFor,
  userinfoStatus,
} from "./support/openid.ts";

/** Each hands on to the next one, and the last back to the first. */
const ring = ["orders", "stock", "freight", "duty"];
const [orders, stock, freight, duty] = ring.map((name, at) =>
  apiNamed(name, {
    mayExchangeFor: [apiNamed(ring[(at + 1) % ring.length] ?? "").resource],
    openTo: "third-party",
    // Both formats are exchanged for the other.
    tokenFormat: name === "stock" ? "jwt" : "opaque",
  }),
) as [Api, Api, Api, Api];

let service: InProcessService;
let url: string;
let adaId: string;
let app: TestClient;
let browser: FormClient;
let servers: Map<Api, TestClient>;

before(async () => {
  service = await startInProcess();
  url = service.url;
  adaId = await service.addAccount(ada.username, ada.password);
  for (const api of [orders, stock, freight, duty]) await service.ports.apis.create(api, 500);
});
after(async () => {
  assertCleanLog(service.log, [ada.password, "lkat_", "eyJ"]);
  await service[Symbol.asyncDispose]();
});

beforeEach(async () => {
  service.clock.advance(3_600);
  app = await service.addClient({ name: "Shop", metadata: openid() });
  browser = await adasBrowser(service, app);
  servers = new Map();
  for (const api of [orders, stock, freight, duty]) servers.set(api, await serverOf(api));
});

function serverOf({ resource, name }: Api, more: Partial<ClientMetadata> = {}): Promise<TestClient> {
  const metadata = { ...interfaceMetadata, isMachine: true, audience: resource, ...more };
  return service.addClient({ name, redirectUris: [], metadata });
}

function of(api: Api): TestClient {
  return servers.get(api) ?? assert.fail(api.name);
}

type Fields = Readonly<Record<string, string>>;

function personsTokens(api: Api, more: Fields = {}, client = app): Promise<Tokens> {
  return tokensFor(browser, client, { scope: "openid read write", resource: api.resource, ...more });
}

async function personsToken(api: Api, more: Fields = {}): Promise<string> {
  return (await personsTokens(api, more)).access_token;
}

function ask(client: TestClient, token: string, to: Api, fields: Fields = {}, headers: Fields = {}) {
  const form = {
    ...credentialsOf(client),
    grant_type: exchangeGrantType,
    subject_token: token,
    subject_token_type: tokenTypes.accessToken,
    resource: to.resource,
    ...fields,
  };
  return post(url, endpoints.token, form, headers);
}

function tokenIn(answer: HttpAnswer): string {
  assert.equal(answer.status, 200, answer.body);
  return JSON.parse(answer.body).access_token;
}

async function introspect(api: Api, token: string): Promise<Record<string, unknown>> {
  const answer = await post(url, endpoints.introspection, { ...credentialsOf(of(api)), token });
  return JSON.parse(answer.body);
}

async function isActive(api: Api, token: string): Promise<boolean> {
  return (await introspect(api, token)).active === true;
}

describe("an exchange of a person's token", () => {
  it("RFC 8693 §2.2.1: a reference becomes a JWT of the other API, about the same person, and says who acts", async () => {
    const answer = await ask(of(orders), await personsToken(orders), stock);
    assert.equal(answer.headers["cache-control"], "no-store");
    const { access_token, ...rest } = JSON.parse(answer.body);
    assert.deepEqual(rest, {
      status: "success",
      token_type: "Bearer",
      expires_in: 600,
      issued_token_type: tokenTypes.accessToken,
      scope: "read write",
    });
    const { iat, exp, jti, auth_time, ...claims } = decodeJwt(access_token);
    assert.deepEqual(claims, {
      iss: service.service.issuer,
      aud: stock.resource,
      sub: adaId,
      client_id: of(orders).id,
      scope: "read write",
      acr: claims.acr,
      amr: ["pwd"],
      act: { sub: of(orders).id },
    });
    assert.equal(typeof auth_time, "number");
    const said = await introspect(stock, access_token);
    assert.deepEqual(
      [said.active, said.sub, said.username, said.client_id, said.act, said.aud, said.jti],
      [true, adaId, ada.username, of(orders).id, { sub: of(orders).id }, [stock.resource], jti],
    );
  });

  it("a JWT becomes a reference", async () => {
    const token = tokenIn(await ask(of(stock), await personsToken(stock), freight, { scope: "read" }));
    assert.match(token, /^lkat_/);
    const { scope, act, username } = await introspect(freight, token);
    assert.deepEqual([scope, act, username], ["read", { sub: of(stock).id }, ada.username]);
  });

  it("RFC 8693 §4.1: exchanged again, it says who acted before, and three is the end", async () => {
    const one = tokenIn(await ask(of(orders), await personsToken(orders), stock));
    const two = tokenIn(await ask(of(stock), one, freight));
    const three = tokenIn(await ask(of(freight), two, duty));
    const ids = [of(freight).id, of(stock).id, of(orders).id] as const;
    const act = { sub: ids[0], act: { sub: ids[1], act: { sub: ids[2] } } };
    assert.deepEqual((await introspect(duty, three)).act, act);
    const registry = { ...service.ports, clock: service.clock, signer: service.keyring.signer };
    assert.deepEqual((await inspectToken(registry, three))?.actors, ids);
    const fourth = await ask(of(duty), three, orders);
    assertRefused(fourth, "invalid_request");
    assert.match(JSON.parse(fourth.body).error_description, /three times/);
  });

  it("is recorded: whose token, brought by whom, for which API", async () => {
    await ask(of(orders), await personsToken(orders), stock);
    const { fields } = service.log.findLast(({ message }) => message === "token-exchanged") ?? assert.fail();
    assert.deepEqual(
      [fields.clientId, fields.accountId, fields.grantedTo, fields.from, fields.to],
      [of(orders).id, adaId, app.id, orders.resource, stock.resource],
    );
  });

  it("RFC 8707 §2, better-auth CVE-2026-67332: audience names the API as resource does, and both must mean one", async () => {
    const token = await personsToken(orders);
    assert.equal(
      (await ask(of(orders), token, stock, { resource: "", audience: stock.resource })).status,
      200,
    );
    assert.equal((await ask(of(orders), token, stock, { audience: `${stock.resource}` })).status, 200);
    assertRefused(await ask(of(orders), token, stock, { audience: freight.resource }), "invalid_target");
    assertRefused(await ask(of(orders), token, freight), "invalid_target");
  });

  it("Spring Security: a JWT that is called one is exchanged without resource, for the only API that may be", async () => {
    const fields = { subject_token_type: tokenTypes.jwt, requested_token_type: tokenTypes.accessToken };
    const exchanged = await ask(of(stock), await personsToken(stock), freight, { ...fields, resource: "" });
    assert.deepEqual((await introspect(freight, tokenIn(exchanged))).aud, [freight.resource]);
  });

  it("RFC 8693 §3: neither a reference nor a stranger's JWT passes as a JWT of this service", async () => {
    const called = { subject_token_type: tokenTypes.jwt };
    assertRefused(await ask(of(orders), await personsToken(orders), stock, called), "invalid_request");
    const strangers = await new SignJWT({ client_id: app.id, jti: "x" })
      .setProtectedHeader({ alg: "ES256", typ: "at+jwt" })
      .setIssuer(service.service.issuer)
      .setAudience(stock.resource)
      .setExpirationTime("5m")
      .sign((await generateKeyPair("ES256")).privateKey);
    assertRefused(await ask(of(stock), strangers, freight, called), "invalid_request");
  });

  it("C71: the new token lives no longer than the old one", async () => {
    const token = await personsToken(orders);
    service.clock.advance(3_500);
    const answer = await ask(of(orders), token, stock);
    assert.equal(JSON.parse(answer.body).expires_in, 100);
    const exchanged = tokenIn(answer);
    assert.equal(await isActive(stock, exchanged), true);
    service.clock.advance(100);
    assert.equal(await isActive(stock, exchanged), false);
    assertRefused(await ask(of(orders), token, stock), "invalid_request");
  });

  it("has no refresh token, and is no token for userinfo's names", async () => {
    const answer = await ask(of(orders), await personsToken(orders, { scope: "openid read profile" }), stock);
    assert.equal("refresh_token" in JSON.parse(answer.body), false);
    assert.equal(JSON.parse(answer.body).scope, "read");
  });
});

describe("a token that cannot be exchanged", () => {
  it("C70, casdoor CVE-2026-9097: a token of another API, a dead one and none at all are told apart by nobody", async () => {
    const dead = await personsToken(orders);
    await post(url, endpoints.revocation, { ...credentialsOf(app), token: dead });
    const { refresh_token, id_token } = await personsTokens(orders);
    const rows = [
      await personsToken(freight),
      await personsToken(stock),
      dead,
      refresh_token,
      id_token,
      "lkat_x",
      "eyJ.eyJ.x",
      "%00",
    ];
    const answers = await Promise.all(rows.map((token) => ask(of(orders), token, stock)));
    for (const answer of answers) assertRefused(answer, "invalid_request");
    assert.equal(new Set(answers.map(({ body }) => body)).size, 1);
  });

  it("C70, Zitadel CVE-2026-55672: by a client that is no API's server, whatever it holds", async () => {
    const token = await personsToken(orders);
    assertRefused(await ask(app, token, stock), "unauthorized_client");
    const isPublic = true;
    const phone = await service.addClient({ isPublic, metadata: openid({ audience: orders.resource }) });
    assertRefused(await ask(phone, token, stock), "unauthorized_client");
    assertRefused(await ask({ ...of(orders), secret: "wrong" }, token, stock), "invalid_client");
    assertRefused(await ask(of(stock), token, freight), "invalid_request");
  });

  it("C73: a machine's own token, because there is nobody to act for", async () => {
    const machine = await serverOf(duty, { machineScope: ["read"] });
    const own = { ...credentialsOf(machine), grant_type: "client_credentials", resource: orders.resource };
    const token = tokenIn(await post(url, endpoints.token, own));
    const answer = await ask(of(orders), token, stock);
    assertRefused(answer, "invalid_request");
    assert.match(JSON.parse(answer.body).error_description, /no person to act for/);
  });

  it("C72: for more than it opens", async () => {
    const token = await personsToken(orders, { scope: "openid read" });
    for (const scope of ["write", "read write", "openid", "read admin", "groups"])
      assertRefused(await ask(of(orders), token, stock, { scope }), "invalid_scope");
    assert.equal((await ask(of(orders), token, stock, { scope: "read" })).status, 200);
  });

  it("RFC 9449 §5: a bound one needs a proof of the server's own key, and the new one is bound to that", async () => {
    const key = await newClientKey();
    const own = await newClientKey();
    const bound = await service.addClient({ metadata: openid({ requiresDpop: true }) });
    const query = { scope: "openid read", resource: orders.resource };
    const code = new URLSearchParams({
      response_type: "code",
      client_id: bound.id,
      redirect_uri: bound.redirectUri,
      ...query,
    });
    const back = await browser.get(`${endpoints.authorization}?${code}`);
    const form = {
      ...credentialsOf(bound),
      grant_type: "authorization_code",
      redirect_uri: bound.redirectUri,
      code: new URL(String(back.headers.location)).searchParams.get("code") ?? "",
    };
    const token = tokenIn(
      await post(url, endpoints.token, form, { dpop: await dpopProof(service, key, endpoints.token) }),
    );
    assertRefused(await ask(of(orders), token, stock), "invalid_dpop_proof");
    const proof = { dpop: await dpopProof(service, own, endpoints.token) };
    const answer = await ask(of(orders), token, stock, {}, proof);
    assert.equal(JSON.parse(answer.body).token_type, "DPoP");
    assert.deepEqual(decodeJwt(tokenIn(answer)).cnf, { jkt: own.thumbprint });
    assertRefused(await ask(of(orders), token, stock, {}, proof), "invalid_dpop_proof");
  });
});

describe("what ends an exchanged token", () => {
  async function chain(): Promise<{ readonly tokens: Tokens; readonly last: string }> {
    const tokens = await personsTokens(orders);
    const one = tokenIn(await ask(of(orders), tokens.access_token, stock));
    return { tokens, last: tokenIn(await ask(of(stock), one, freight)) };
  }
  const registry = () => ({
    ...service.ports,
    clock: service.clock,
    random: systemRandom,
  });

  it("C71: the end of the token that the first one rests on, at the end of the chain too", async () => {
    const { tokens, last } = await chain();
    assert.equal(await isActive(freight, last), true);
    await post(url, endpoints.revocation, { ...credentialsOf(app), token: tokens.access_token });
    assert.equal(await isActive(freight, last), false);
  });

  it("C71: signing out, and disabling the person or either client", async () => {
    const ends = [
      async () => browser.submit(await browser.get(logoutPath), {}),
      () => service.ports.sessions.endAll(adaId as never, service.clock.now()),
      () => setClientDisabled(registry(), app.client.id, true, { by: everyRight }),
      () => setClientDisabled(registry(), of(orders).client.id, true, { by: everyRight }),
      () => setClientDisabled(registry(), of(stock).client.id, true, { by: everyRight }),
    ];
    for (const [at, end] of ends.entries()) {
      app = await service.addClient({ metadata: openid() });
      for (const api of [orders, stock]) servers.set(api, await serverOf(api));
      browser = await adasBrowser(service, app);
      const { last } = await chain();
      assert.equal(await isActive(freight, last), true, `${at}`);
      await end();
      assert.equal(await isActive(freight, last), false, `${at}`);
    }
  });

  it("C71: the person withdraws the application, whose consent does not pass on otherwise", async () => {
    app = await service.addClient({ metadata: openid({ isThirdParty: true }) });
    const query = { response_type: "code", client_id: app.id, redirect_uri: app.redirectUri };
    const fields = { ...query, scope: "openid read write", resource: orders.resource };
    const question = await browser.get(`${endpoints.authorization}?${new URLSearchParams(fields)}`);
    await browser.submit(question, { decision: "allow" });
    const { last } = await chain();
    assert.equal(await isActive(freight, last), true);
    await service.ports.consents.withdraw(adaId as never, app.client.id, service.clock.now());
    assert.equal(await isActive(freight, last), false);
  });

  it("C71: nothing of a person who went on: a refresh leaves it until it expires", async () => {
    const { tokens, last } = await chain();
    assert.equal((await refresh(url, app, tokens.refresh_token)).status, 200);
    assert.equal(await isActive(freight, last), true);
    assert.equal(await userinfoStatus(url, tokens.access_token), 200);
  });

  it("a node of 0.1.0 finds neither session nor family behind it, so it takes it for dead", async () => {
    const { last } = await chain();
    const id = parseGrantId(String((await introspect(freight, last)).jti)) ?? assert.fail();
    const grant = await service.ports.grants.find(id);
    assert.ok(grant?.accountId !== undefined);
    assert.equal(await service.ports.sessions.find(grant.sessionId), undefined);
    assert.equal(grant.details?.familyId, undefined);
  });

  it("C74: of exchanges at once with the revocation of the token none leaves one that works", async () => {
    const { access_token } = await personsTokens(orders);
    const asked = Array.from({ length: 40 }, () => ask(of(orders), access_token, stock));
    const revoked = post(url, endpoints.revocation, { ...credentialsOf(app), token: access_token });
    const answers = await Promise.all([...asked, revoked.then(() => ask(of(orders), access_token, stock))]);
    await revoked;
    for (const answer of answers) {
      if (answer.status === 200) assert.equal(await isActive(stock, tokenIn(answer)), false);
      else assertRefused(answer, "invalid_request");
    }
    assert.equal(answers.at(-1)?.status, 400);
  });
});
