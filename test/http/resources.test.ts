import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { decodeJwt } from "jose";
import { type ClientMetadata, interfaceMetadata } from "../../src/protocol/client/client.ts";
import { FormClient } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { ada, arrivedAt, authorizationOf, codeAt, exchange, requestOf } from "./journey.ts";
import { credentialsOf, endpoints, post, tokensIn } from "./support/openid.ts";

const orders = "https://api.example/orders";
const stock = "https://api.example/stock";
const secretApi = "https://api.example/secret";

let service: InProcessService;
let browser: FormClient;
/** Belongs to the operator. */
let shop: TestClient;
/** Belongs to somebody else. */
let partner: TestClient;

before(async () => {
  service = await startInProcess();
  await service.addAccount(ada.username, ada.password);
  await service.addApi({ resource: orders });
  await service.addApi({
    resource: stock,
    scopes: ["stock:read", "orders:read"],
    tokenFormat: "jwt",
  });
  await service.addApi({ resource: secretApi, scopes: ["secret"], openTo: "listed" });
  shop = await clientWith({ isOpenid: true, mayRefresh: true });
  partner = await clientWith({ isThirdParty: true, mayRefresh: true });
  browser = new FormClient(service.url);
  await browser.signIn(authorizationOf(shop), ada);
});
after(async () => {
  browser.close();
  await service[Symbol.asyncDispose]();
});

function clientWith(metadata: Partial<ClientMetadata>): Promise<TestClient> {
  return service.addClient({ metadata: { ...interfaceMetadata, ...metadata } });
}

/** Path and query of a request for these resources. */
function requestFor(client: TestClient, resources: readonly string[], scope?: string): string {
  const named = new URLSearchParams(resources.map((resource) => ["resource", resource]));
  return `${authorizationOf(client, { response_type: "code", ...(scope !== undefined && { scope }) })}&${named}`;
}

/** The form of an exchange that names these resources. */
function tokenForm(client: TestClient, code: string, resources: readonly string[]): URLSearchParams {
  const form = new URLSearchParams({
    ...credentialsOf(client),
    grant_type: "authorization_code",
    code,
    redirect_uri: client.redirectUri,
  });
  for (const resource of resources) form.append("resource", resource);
  return form;
}

async function codeFor(client: TestClient, resources: readonly string[], scope?: string): Promise<string> {
  return codeAt(await browser.get(requestFor(client, resources, scope)), client);
}

async function errorFor(client: TestClient, resources: readonly string[], scope?: string) {
  const parameters = arrivedAt(await browser.get(requestFor(client, resources, scope)), client.redirectUri);
  return [parameters.get("error"), parameters.get("code")];
}

async function introspected(client: TestClient, token: string): Promise<Record<string, unknown>> {
  const answer = await post(service.url, endpoints.introspection, { ...credentialsOf(client), token });
  return JSON.parse(answer.body);
}

describe("tokens for APIs (RFC 8707)", () => {
  it("a client of the operator gets the API's scopes and audience, for the API's lifetime", async () => {
    const code = await codeFor(shop, [orders], "orders:read unheard-of");
    const tokens = tokensIn(await exchange(browser, shop, code));
    assert.equal(tokens.scope, "orders:read");
    const { active, aud, scope } = await introspected(shop, tokens.access_token);
    assert.deepEqual([active, aud, scope], [true, [orders], "orders:read"]);
  });

  it("the API that the registration names is meant where the request names none", async () => {
    const listed = await clientWith({ resources: [secretApi] });
    const code = codeAt(await browser.get(authorizationOf(listed, { scope: "secret" })), listed);
    const tokens = tokensIn(await exchange(browser, listed, code));
    assert.deepEqual((await introspected(listed, tokens.access_token)).aud, [secretApi]);
  });

  it("C56: a client of the interface gets what it always got, whatever it asks for", async () => {
    const plain = await service.addClient();
    const code = await codeFor(plain, [orders], "orders:read");
    const answer = await exchange(browser, plain, code);
    assert.deepEqual(Object.keys(JSON.parse(answer.body)), [
      "status",
      "access_token",
      "token_type",
      "expires_in",
    ]);
    const told = service.log.find(({ message }) => message === "resource-not-granted");
    assert.match(
      String(told?.fields.repair),
      /client update lkc\w+ --resource 'https:\/\/api\.example\/orders'$/,
    );
  });

  it("C50: an API that is not open to the client, or does not exist, is invalid_target, with the command in the log", async () => {
    for (const resource of [secretApi, "https://api.example/unknown"])
      assert.deepEqual(await errorFor(shop, [resource]), ["invalid_target", null]);
    const repairs = service.log
      .filter(({ message, fields }) => message === "resource-not-granted" && fields.clientId === shop.id)
      .map(({ fields }) => String(fields.repair));
    assert.match(repairs[0] ?? "", /client update \S+ --resource /);
    assert.match(repairs[1] ?? "", /api create --resource 'https:\/\/api\.example\/unknown' --name NAME$/);
  });

  it("C50: of a client that registered itself, the log advises only to look at it", async () => {
    const stranger = await clientWith({ isThirdParty: true, registrationTokenDigest: "d", mayRefresh: true });
    assert.deepEqual(await errorFor(stranger, [secretApi]), ["invalid_target", null]);
    const told = service.log.find(
      ({ message, fields }) => message === "resource-not-granted" && fields.clientId === stranger.id,
    );
    assert.match(String(told?.fields.repair), new RegExp(`client show '?${stranger.id}'?$`));
  });

  it("C51: a scope of which nothing is known is invalid_scope; one unknown value is left out and logged with the command", async () => {
    assert.deepEqual(await errorFor(shop, [orders], "stock:read"), ["invalid_scope", null]);
    const told = service.log.find(
      ({ message, fields }) => message === "scope-unknown" && fields.received === "unheard-of",
    );
    assert.match(String(told?.fields.repair), /api scope add '\S+\/orders' 'unheard-of=What it allows'$/);
  });

  it("a command in the log is the same word for word in JSON, so that nothing a stranger sent runs where it is pasted", async () => {
    const quote = `${orders}';touch$IFS/tmp/x;#`;
    await errorFor(shop, [quote]);
    await errorFor(shop, [`${orders}\\';reboot;#`]);
    await errorFor(shop, [`${orders}"$(reboot)"`]);
    await codeFor(shop, [orders], "orders:read a';reboot;#");
    const repairs = service.log.flatMap(({ fields }) =>
      fields.repair === undefined ? [] : [String(fields.repair)],
    );
    assert.ok(repairs.some((repair) => repair.endsWith("api create --resource RESOURCE --name NAME")));
    assert.ok(repairs.some((repair) => repair.endsWith(`api scope add '${orders}' VALUE=SENTENCE`)));
    for (const repair of repairs) assert.equal(JSON.stringify(repair), `"${repair}"`);
  });

  it("C52: several APIs: one token for each, the second by the refresh token; naming none spends nothing", async () => {
    const code = await codeFor(shop, [orders, stock], "orders:read orders:write stock:read");
    const ambiguous = JSON.parse((await exchange(browser, shop, code)).body);
    assert.equal(ambiguous.error, "invalid_target");
    const first = tokensIn(await exchange(browser, shop, code, { resource: orders }));
    assert.equal(first.scope, "orders:read orders:write");
    const fields = { ...credentialsOf(shop), grant_type: "refresh_token" };
    const second = tokensIn(
      await post(service.url, endpoints.token, {
        ...fields,
        refresh_token: first.refresh_token ?? "",
        resource: stock,
      }),
    );
    assert.equal(second.scope, "orders:read stock:read");
    assert.match(second.access_token, /^eyJ/, "this API reads its tokens by itself");
    const { aud, client_id, acr } = decodeJwt(second.access_token);
    assert.deepEqual([aud, client_id, acr], [stock, shop.id, "urn:latchkey:acr:one"]);
    const narrow = tokensIn(
      await post(service.url, endpoints.token, {
        ...fields,
        refresh_token: second.refresh_token ?? "",
        resource: orders,
        scope: "orders:write stock:read",
      }),
    );
    assert.equal(narrow.scope, "orders:write");
  });

  it("C53: an API that closes while the person signs in gets no token, and the code is not spent", async () => {
    const closing = await service.addApi({ resource: "https://api.example/closing" });
    const code = await codeFor(shop, [closing.resource], "orders:read");
    await service.ports.apis.update({ ...closing, openTo: "listed" }, closing.updatedAt);
    assert.equal(JSON.parse((await exchange(browser, shop, code)).body).error, "invalid_target");
    const closed = await service.ports.apis.find(closing.resource);
    assert.ok(closed !== undefined);
    await service.ports.apis.update(closing, closed.updatedAt);
    assert.equal(tokensIn(await exchange(browser, shop, code)).scope, "orders:read");
  });

  it("an API that no page asked about is not reached behind many other resources", async () => {
    const listed = await clientWith({ resources: ["urn:x:plain", "urn:x:other", secretApi, orders] });
    const code = codeAt(await browser.get(authorizationOf(listed, { scope: "profile" })), listed);
    const resources = [...Array.from({ length: 8 }, () => "urn:x:plain"), secretApi, orders];
    const answer = await post(service.url, endpoints.token, tokenForm(listed, code, resources));
    assert.equal(JSON.parse(answer.body).error, "invalid_target");
  });

  it("a resource that cannot be read, or stands in the URL, never widens the token", async () => {
    const code = await codeFor(shop, [orders], "orders:read");
    const form = tokenForm(shop, code, []);
    const unreadable = await browser.send({
      method: "POST",
      target: endpoints.token,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: `${form}&resource=%FF`,
    });
    assert.equal(JSON.parse(unreadable.body).error, "invalid_request");
    const inUrl = await post(service.url, `${endpoints.token}?resource=${encodeURIComponent(stock)}`, form);
    assert.equal(JSON.parse(inUrl.body).error, "invalid_request");
    assert.equal(tokensIn(await exchange(browser, shop, code)).scope, "orders:read", "the code is unspent");
  });
});

describe("what a third party asks for", () => {
  it("C54: is allowed for each API by itself, and only what is new is asked", async () => {
    const asked = async (resources: readonly string[], scope: string) => {
      const page = await browser.get(requestFor(partner, resources, scope));
      if (page.status !== 200) return codeAt(page, partner);
      const listed = /name="scope" value="([^"]*)"/.exec(page.body)?.[1];
      codeAt(await browser.submit(page, {}), partner);
      return listed;
    };
    assert.equal(await asked([orders], "orders:read"), `${orders}# ${orders}#orders:read`);
    assert.match((await asked([orders], "orders:read")) ?? "", /^lkac_/, "it was allowed before");
    assert.equal(await asked([orders], "orders:read orders:write"), `${orders}#orders:write`);
    // The same name at another API is another right.
    assert.equal(await asked([stock], "orders:read"), `${stock}# ${stock}#orders:read`);
    assert.equal(await asked([orders, stock], "orders:read profile"), "profile");
  });

  it("a value that an API gets later is not allowed by the consent to the same value at another one", async () => {
    const [wide, bare] = ["wide", "bare"].map((name) => `https://api.example/${name}`) as [string, string];
    await service.addApi({ resource: wide, scopes: ["files:delete"] });
    const before = await service.addApi({ resource: bare, scopes: ["files:list"] });
    const page = await browser.get(requestFor(partner, [wide, bare], "files:delete files:list"));
    const code = codeAt(await browser.submit(page, {}), partner);
    const first = tokensIn(await exchange(browser, partner, code, { resource: wide }));
    const scopes = [...before.scopes, { name: "files:delete", sentence: "Delete files", translations: {} }];
    await service.ports.apis.update({ ...before, scopes }, before.updatedAt);
    const form = { ...credentialsOf(partner), grant_type: "refresh_token" };
    const fields = { ...form, refresh_token: first.refresh_token, resource: bare };
    assert.equal(tokensIn(await post(service.url, endpoints.token, fields)).scope, "files:list");
    assert.match((await browser.get(requestFor(partner, [bare], "files:delete"))).body, /files:delete/);
  });

  it("a client that became somebody else's has no more than the person allows it since", async () => {
    const turned = await clientWith({ mayRefresh: true });
    const code = await codeFor(turned, [orders], "profile email orders:read orders:write");
    const first = tokensIn(await exchange(browser, turned, code));
    const metadata = { ...turned.client.metadata, isThirdParty: true };
    const updated = await service.ports.clients.update({ ...turned.client, metadata });
    assert.ok(updated.ok);
    const page = await browser.get(requestFor(turned, [orders], "profile orders:read"));
    codeAt(await browser.submit(page, {}), turned);
    const fields = { ...credentialsOf(turned), grant_type: "refresh_token" };
    const next = await post(service.url, endpoints.token, { ...fields, refresh_token: first.refresh_token });
    assert.equal(tokensIn(next).scope, "profile orders:read");
  });

  it("C55: a resource cannot smuggle a second allowance into the form", async () => {
    const odd = await service.addApi({ resource: "https://api.example/a,b" });
    const page = await browser.get(requestFor(partner, [odd.resource], "orders:read"));
    codeAt(await browser.submit(page, {}), partner);
    const person = await service.ports.accounts.findByName(ada.username as never);
    const consent = await service.ports.consents.find(person?.id ?? assert.fail(), partner.client.id);
    assert.ok(consent?.scope.includes(`${odd.resource}#orders:read`));
    assert.ok(!consent?.scope.includes("b#orders:read"));
  });
});

describe("pushed requests and devices", () => {
  it("a pushed request names APIs too", async () => {
    const form = `${requestOf(shop, { response_type: "code", scope: "orders:read" })}&resource=${orders}`;
    const answer = await post(
      service.url,
      endpoints.pushedRequest,
      Object.fromEntries(new URLSearchParams(`${form}&client_secret=${shop.secret}`)),
    );
    const { request_uri } = JSON.parse(answer.body);
    const page = await browser.get(authorizationOf(shop, { request_uri }));
    assert.equal(tokensIn(await exchange(browser, shop, codeAt(page, shop))).scope, "orders:read");
  });
});
