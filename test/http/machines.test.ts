import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { systemRandom } from "../../src/adapters/system/random.ts";
import { changeClient, setClientDisabled } from "../../src/flows/operator/client.ts";
import { everyRight } from "../../src/flows/operator/rights.ts";
import { inspectToken, revokeTokens } from "../../src/flows/operator/token.ts";
import type { Api } from "../../src/protocol/api/api.ts";
import { type ClientMetadata, interfaceMetadata } from "../../src/protocol/client/client.ts";
import { apiNamed } from "../storage-contract/apis.ts";
import { FormClient, type HttpAnswer } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { authorizationOf } from "./journey.ts";
import { assertCleanLog } from "./support/ground-rules.ts";
import {
  assertRefused,
  credentialsOf,
  dpopProof,
  endpoints,
  newClientKey,
  openid,
  post,
} from "./support/openid.ts";

const orders = apiNamed("orders");
const signed = apiNamed("signed", { tokenFormat: "jwt", scopes: orders.scopes });
const bare = apiNamed("bare", { scopes: [] });

let service: InProcessService;
let url: string;
/** May read orders, in both formats. */
let nightly: TestClient;
/** The server of the API. */
let ordersServer: TestClient;

before(async () => {
  service = await startInProcess();
  url = service.url;
  for (const api of [orders, signed, bare]) await service.ports.apis.create(api, 500);
  nightly = await aMachine({ resources: [orders.resource, signed.resource], machineScope: ["read"] });
  ordersServer = await aMachine({ audience: orders.resource });
});
after(async () => {
  assertCleanLog(service.log, ["lkat_", "eyJ", "secretOfTheTestClient"]);
  await service[Symbol.asyncDispose]();
});

function aMachine(more: Partial<ClientMetadata>): Promise<TestClient> {
  return service.addClient({
    name: "Nightly",
    redirectUris: [],
    metadata: { ...interfaceMetadata, isMachine: true, ...more },
  });
}

type Fields = Readonly<Record<string, string>>;

function ask(client: TestClient, fields: Fields = {}, headers: Fields = {}): Promise<HttpAnswer> {
  const own = { ...credentialsOf(client), grant_type: "client_credentials" };
  return post(url, endpoints.token, { ...own, ...fields }, headers);
}

async function tokenOf(client: TestClient, fields: Fields = {}): Promise<string> {
  const answer = await ask(client, fields);
  assert.equal(answer.status, 200, answer.body);
  return JSON.parse(answer.body).access_token;
}

async function introspect(asker: TestClient, token: string): Promise<Record<string, unknown>> {
  const answer = await post(url, endpoints.introspection, { ...credentialsOf(asker), token });
  return JSON.parse(answer.body);
}

function forApi({ resource }: Api, scope?: string): Fields {
  return { resource, ...(scope !== undefined && { scope }) };
}

describe("a client that asks for itself (RFC 6749 §4.4)", () => {
  it("RFC 6749 §4.4.3: gets an access token of the shape of the interface, with its scope and without a refresh token", async () => {
    const answer = await ask(nightly, forApi(orders));
    assert.equal(answer.status, 200, answer.body);
    assert.equal(answer.headers["cache-control"], "no-store");
    const { access_token, ...rest } = JSON.parse(answer.body);
    assert.match(access_token, /^lkat_/);
    assert.deepEqual(rest, { status: "success", token_type: "Bearer", expires_in: 3_600, scope: "read" });
  });

  it("RFC 7662 §2.2: introspection says the client and no person", async () => {
    const token = await tokenOf(nightly, forApi(orders));
    const { iat, exp, iss, jti, ...said } = await introspect(ordersServer, token);
    assert.match(String(jti), /^[0-9a-f]{32}$/);
    assert.equal(Number(exp) - Number(iat), 3_600);
    assert.equal(iss, service.service.issuer);
    assert.deepEqual(said, {
      active: true,
      client_id: nightly.id,
      sub: nightly.id,
      token_type: "Bearer",
      scope: "read",
      aud: [orders.resource],
    });
  });

  it("RFC 9068 §2.2: the token of an API that reads it by itself has the client as its subject", async () => {
    const answer = await ask(nightly, forApi(signed));
    const { access_token, expires_in } = JSON.parse(answer.body);
    assert.equal(expires_in, 600);
    const { iat, exp, jti, ...claims } = decodeJwt(access_token);
    assert.equal(decodeProtectedHeader(access_token).typ, "at+jwt");
    assert.equal(Number(exp) - Number(iat), 600);
    assert.match(String(jti), /^[0-9a-f]{32}$/);
    assert.deepEqual(claims, {
      iss: service.service.issuer,
      aud: signed.resource,
      sub: nightly.id,
      client_id: nightly.id,
      scope: "read",
    });
  });

  it("the one API of its registration need not be named, in any spelling", async () => {
    const one = await aMachine({ resources: [orders.resource], machineScope: ["read", "write"] });
    assert.equal(JSON.parse((await ask(one)).body).scope, "read write");
    const spelled = orders.resource.replace("https://orders", "HTTPS://Orders");
    assert.equal((await ask(one, { resource: spelled })).status, 200);
  });

  it("RFC 6749 §3.3: gets what it asks for out of what it may ask for, and an unknown value is left out", async () => {
    const one = await aMachine({ resources: [orders.resource], machineScope: ["read", "write", "gone"] });
    assert.equal(JSON.parse((await ask(one, { scope: "write" })).body).scope, "write");
    assert.equal(JSON.parse((await ask(one, { scope: "openid write gone admin" })).body).scope, "write");
    assertRefused(await ask(one, { scope: "openid admin" }), "invalid_scope");
  });

  it("an API without scopes takes a token without scope, and one with scopes is refused where it may ask for none", async () => {
    const plain = await aMachine({ resources: [bare.resource] });
    assert.equal("scope" in JSON.parse((await ask(plain)).body), false);
    const nothing = await aMachine({ resources: [orders.resource] });
    assertRefused(await ask(nothing), "invalid_scope");
  });

  it("C75: RFC 8707 §2: is refused without an API, with several, and with one that is not open to it", async () => {
    assertRefused(await ask(nightly), "invalid_target");
    assertRefused(await ask(ordersServer), "invalid_target");
    assertRefused(await ask(nightly, forApi(bare)), "invalid_target");
    assertRefused(await ask(nightly, { resource: "https://nowhere.example" }), "invalid_target");
    assertRefused(await ask(nightly, { resource: "no resource" }), "invalid_target");
    const two = new URLSearchParams({ ...credentialsOf(nightly), grant_type: "client_credentials" });
    for (const api of [orders, signed]) two.append("resource", api.resource);
    const answer = await post(url, endpoints.token, two);
    assertRefused(answer, "invalid_target");
  });

  it("C75: RFC 6749 §4.4: a client of people is refused, and the answer has the command", async () => {
    const shop = await service.addClient({ metadata: openid({ resources: [orders.resource] }) });
    const answer = await ask(shop, forApi(orders, "read"));
    assertRefused(answer, "unauthorized_client");
    assert.match(JSON.parse(answer.body).error_description, /latchkey client create --machine/);
    assertRefused(await ask(await service.addClient(), forApi(orders)), "unauthorized_client");
  });

  it("RFC 6749 §4.4.2: it must authenticate", async () => {
    assertRefused(await ask({ ...nightly, secret: "wrong" }, forApi(orders)), "invalid_client");
    const open = await service.addClient({
      isPublic: true,
      redirectUris: [],
      metadata: {
        ...interfaceMetadata,
        isMachine: true,
        resources: [orders.resource],
        machineScope: ["read"],
      },
    });
    assertRefused(await ask(open, forApi(orders)), "unauthorized_client");
  });

  it("RFC 9449 §5: its token is bound to the key that it proves, and a registration for DPoP demands one", async () => {
    const key = await newClientKey();
    const bound = await aMachine({
      resources: [orders.resource],
      machineScope: ["read"],
      requiresDpop: true,
    });
    assertRefused(await ask(bound), "invalid_dpop_proof");
    const answer = await ask(bound, {}, { dpop: await dpopProof(service, key, endpoints.token) });
    const { token_type, access_token } = JSON.parse(answer.body);
    assert.equal(token_type, "DPoP");
    assert.deepEqual((await introspect(ordersServer, access_token)).cnf, { jkt: key.thumbprint });
  });
});

describe("the token of a machine", () => {
  it("RFC 6750 §3.1: userinfo has nobody to tell about", async () => {
    const server = new FormClient(url);
    const authorization = `Bearer ${await tokenOf(nightly, forApi(orders))}`;
    const answer = await server.get(endpoints.userinfo, { authorization });
    server.close();
    assert.equal(answer.status, 403, answer.body);
    assert.match(String(answer.headers["www-authenticate"]), /error="insufficient_scope"/);
  });

  it("ends when its client revokes it, is disabled, or the operator revokes it, and not with anybody's sign-out", async () => {
    const own = await aMachine({ resources: [orders.resource], machineScope: ["read"] });
    const isActive = async (token: string) => (await introspect(ordersServer, token)).active;
    const given = await tokenOf(own);
    const kept = await tokenOf(own);
    await post(url, endpoints.revocation, { ...credentialsOf(own), token: given });
    assert.deepEqual([await isActive(given), await isActive(kept)], [false, true]);
    const registry = {
      ...service.ports,
      clock: service.clock,
      random: systemRandom,
      signer: service.keyring.signer,
    };
    const revoked = await revokeTokens(registry, { clientId: own.id }, { by: everyRight });
    assert.equal(revoked.ok && revoked.value.accessTokens, 1);
    assert.equal(await isActive(kept), false);
    const last = await tokenOf(own);
    await setClientDisabled(registry, own.client.id, true, { by: everyRight });
    assert.equal(await isActive(last), false);
    assertRefused(await ask(own), "invalid_client");
  });

  it("an operator reads whose it is", async () => {
    const registry = { ...service.ports, clock: service.clock, signer: service.keyring.signer };
    const token = await tokenOf(nightly, forApi(orders));
    const report = await inspectToken(registry, token);
    assert.deepEqual(
      [report?.state, report?.clientId, report?.subject, report?.accountId],
      ["live", nightly.id, nightly.id, undefined],
    );
  });

  it("an API that is closed or removed gives none any more", async () => {
    const passing = apiNamed("passing");
    await service.ports.apis.create(passing, 500);
    const own = await aMachine({ resources: [passing.resource], machineScope: ["read"] });
    assert.equal((await ask(own)).status, 200);
    const registry = {
      ...service.ports,
      clock: service.clock,
      random: systemRandom,
      signer: service.keyring.signer,
    };
    const closed = await changeClient(
      registry,
      own.client.id,
      { metadata: { resources: [bare.resource] } },
      { by: everyRight },
    );
    assert.ok(closed.ok);
    assertRefused(await ask(own, forApi(passing)), "invalid_target");
    await service.ports.apis.remove(passing);
    assertRefused(await ask(own, forApi(passing)), "invalid_target");
  });
});

describe("a machine at the endpoints of people", () => {
  it("RFC 6749 §4.1.2.1: the authorization endpoint answers on a page of the service, with cause and repair", async () => {
    const browser = new FormClient(url);
    const page = await browser.get(
      authorizationOf({ ...nightly, redirectUri: "https://app.example/cb" }, { response_type: "code" }),
    );
    browser.close();
    assert.equal(page.status, 400);
    assert.equal(page.headers.location, undefined);
    assert.match(page.body, /The client is a machine, which signs nobody in\./);
    assert.match(page.body, /with grant_type=client_credentials/);
  });

  it("RFC 9126 §2.3, RFC 8628 §3.1: neither a pushed request nor a device is for it", async () => {
    const redirect_uri = "https://app.example/cb";
    const pushed = await post(url, endpoints.pushedRequest, {
      ...credentialsOf(nightly),
      response_type: "code",
      redirect_uri,
    });
    assertRefused(pushed, "unauthorized_client");
    const device = await post(url, "/v1/Oauth/device_authorization", credentialsOf(nightly));
    assertRefused(device, "unauthorized_client");
    assertRefused(
      await ask(nightly, { grant_type: "authorization_code", code: "x", redirect_uri }),
      "invalid_grant",
    );
  });
});
