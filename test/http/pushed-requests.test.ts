import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { FormClient, findForm, type HttpAnswer } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import {
  ada,
  arrivedAt,
  assertOwnErrorPage,
  assertSignInForm,
  codeAt,
  errorAt,
  exchange,
  submitAs,
  tokenErrorIn,
  userinfoStatus,
} from "./journey.ts";
import { startOpenService } from "./support/open-service.ts";
import {
  adasBrowser,
  assertRefused,
  type ClientKey,
  credentialsOf,
  dpopProof,
  endpoints,
  newClientKey,
  openid,
  post,
  tokensIn,
} from "./support/openid.ts";
import { challengeOf } from "./support/pkce.ts";
import { basicHeader } from "./support/stage.ts";

type Fields = Readonly<Record<string, string>>;

const verifier = "v".repeat(43);

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

function push(more: Fields = {}, by: TestClient = client, headers: Fields = {}): Promise<HttpAnswer> {
  const request = { response_type: "code", redirect_uri: by.redirectUri, scope: "openid", ...more };
  return post(service.url, endpoints.pushedRequest, { ...credentialsOf(by), ...request }, headers);
}

function requestUriIn({ status, headers, body }: HttpAnswer): string {
  assert.equal(status, 201, body);
  assert.equal(headers["cache-control"], "no-store");
  const { request_uri: uri, expires_in: seconds, ...others } = JSON.parse(body);
  assert.match(uri, /^urn:ietf:params:oauth:request_uri:[A-Za-z0-9_-]+$/);
  assert.deepEqual([seconds, others], [60, {}]);
  return uri;
}

/** Path and query of the authorization request that the browser brings. */
function brought(requestUri: string, by: TestClient = client, more: Fields = {}): string {
  const query = new URLSearchParams({ client_id: by.id, request_uri: requestUri, ...more });
  return `${endpoints.authorization}?${query}`;
}

function strictClient(key: ClientKey): Promise<TestClient> {
  return service.addClient({
    profile: "strict",
    metadata: openid({ publicKeys: [key.jwk], requiresPushedRequest: true }),
  });
}

/** A client assertion (RFC 7523 §3) as form fields. */
async function asserted(by: TestClient, key: ClientKey, claims: object = {}): Promise<Fields> {
  const now = Math.floor(service.clock.now() / 1000);
  const own = { iss: by.id, sub: by.id, aud: service.service.issuer, iat: now, exp: now + 60 };
  return {
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    client_assertion: await key.sign({ typ: "JWT" }, { ...own, jti: crypto.randomUUID(), ...claims }),
  };
}

describe("pushed authorization requests", () => {
  it("RFC 9126 §4: the browser brings the request_uri, and what was pushed counts", async () => {
    const uri = requestUriIn(await push({ state: "pushed-state", nonce: "n-1", scope: "openid email" }));
    const outside = { state: "other", scope: "openid profile", redirect_uri: "https://evil.test/cb" };
    const parameters = arrivedAt(await browser.get(brought(uri, client, outside)), client.redirectUri);
    assert.equal(parameters.get("state"), "pushed-state");
    const answer = await exchange(browser, client, parameters.get("code") ?? "");
    assert.equal(JSON.parse(answer.body).scope, "openid email");
    const [, claims = ""] = tokensIn(answer).id_token.split(".");
    assert.equal(JSON.parse(Buffer.from(claims, "base64url").toString()).nonce, "n-1");
  });

  it("a client of the interface may push too, and HTTP Basic names the client", async () => {
    const plain = await service.addClient();
    const fields = { redirect_uri: plain.redirectUri };
    const headers = basicHeader(plain.id, plain.secret);
    const uri = requestUriIn(await post(service.url, endpoints.pushedRequest, fields, headers));
    codeAt(await browser.get(brought(uri, plain)), plain);
  });

  it("RFC 9126 §6: a client that must push is refused otherwise", async () => {
    const pushing = await service.addClient({ metadata: openid({ requiresPushedRequest: true }) });
    const direct = new URLSearchParams({
      client_id: pushing.id,
      redirect_uri: pushing.redirectUri,
      response_type: "code",
    });
    const refused = await browser.get(`${endpoints.authorization}?${direct}`);
    assert.equal(errorAt(refused, pushing), "invalid_request");
    codeAt(await browser.get(brought(requestUriIn(await push({}, pushing)), pushing)), pushing);
  });

  it("nothing is stored for any push", async () => {
    await using open = await startOpenService();
    const by = await open.addClient({ metadata: openid() });
    const fields = { ...credentialsOf(by), response_type: "code", redirect_uri: by.redirectUri };
    // One call before the count, because the use of a secret is noted once a minute.
    requestUriIn(await post(open.url, endpoints.pushedRequest, fields));
    const before = open.commitCounts();
    for (let round = 0; round < 3; round += 1)
      requestUriIn(await post(open.url, endpoints.pushedRequest, fields));
    assert.deepEqual(open.commitCounts(), before);
  });

  it("what is sealed in the request_uri opens nowhere else", async () => {
    const uri = requestUriIn(await push());
    const sealed = uri.slice(uri.lastIndexOf(":") + 1);
    assert.equal(tokenErrorIn(await exchange(browser, client, uri)), "invalid_grant");
    assert.equal(tokenErrorIn(await exchange(browser, client, `lkac_${sealed}`)), "invalid_grant");
    assert.equal(await userinfoStatus(browser, `lkat_${sealed}`), 401);
  });
});

describe("C36: a pushed request is good for one sign-in of one client", () => {
  it("C36: another client cannot use it", async () => {
    const other = await service.addClient({ metadata: openid() });
    assertOwnErrorPage(await browser.get(brought(requestUriIn(await push()), other)));
  });

  it("C36: after 60 seconds the browser comes too late", async () => {
    const uri = requestUriIn(await push());
    service.clock.advance(59);
    const early = new FormClient(service.url);
    assertSignInForm(await early.get(brought(uri)));
    service.clock.advance(1);
    assertOwnErrorPage(await early.get(brought(uri)));
    early.close();
  });

  it("C36: a person who is at the login page by then may take as long as a password needs", async () => {
    const person = new FormClient(service.url);
    const page = await person.get(brought(requestUriIn(await push())));
    service.clock.advance(240);
    codeAt(await submitAs(person, page, ada), client);
    person.close();
  });

  it("C36: a reload before the sign-in is finished works, and a request that brought a code is used up", async () => {
    const person = new FormClient(service.url);
    const target = brought(requestUriIn(await push()));
    assertSignInForm(await person.get(target));
    const page = await person.get(target);
    tokensIn(await exchange(person, client, codeAt(await submitAs(person, page, ada), client)));
    assertOwnErrorPage(await person.get(target));
    person.close();
  });

  it("C36: of browsers that race with one request, one gets a code", async () => {
    const target = brought(requestUriIn(await push()));
    const answers = await Promise.all(Array.from({ length: 8 }, () => browser.get(target)));
    const [winner, ...more] = answers.filter(({ status }) => status === 302);
    assert.ok(winner);
    assert.deepEqual(more, []);
    codeAt(winner, client);
  });

  it("an altered one, and one that was never issued, end on our own page", async () => {
    const uri = requestUriIn(await push());
    const altered = `${uri.slice(0, -2)}${uri.endsWith("AA") ? "BB" : "AA"}`;
    for (const wrong of [altered, `${uri}AAAA`, "urn:ietf:params:oauth:request_uri:x"])
      assertOwnErrorPage(await browser.get(brought(wrong)));
    // RFC 9101 §5.2: a request_uri that is an address is of another kind, which is not supported.
    const elsewhere = { redirect_uri: client.redirectUri, response_type: "code" };
    const refused = await browser.get(brought("https://app.example/request.jwt", client, elsewhere));
    assert.equal(errorAt(refused, client), "request_uri_not_supported");
  });
});

describe("what the endpoint refuses", () => {
  it("V10.4.10: a caller that does not prove to be the client", async () => {
    const request = { response_type: "code", redirect_uri: client.redirectUri };
    const ask = (fields: Fields, headers: Fields = {}) =>
      post(service.url, endpoints.pushedRequest, { ...request, ...fields }, headers);
    assertRefused(await ask({}), "invalid_request");
    assertRefused(await ask({ client_id: client.id }), "invalid_client");
    assertRefused(await ask({ client_id: client.id, client_secret: "wrong" }), "invalid_client");
    assertRefused(await ask({}, basicHeader(client.id, "wrong")), "invalid_client", 401);
    const other = await service.addClient();
    const named = await ask({ client_id: other.id }, basicHeader(client.id, client.secret));
    assertRefused(named, "invalid_request");
  });

  for (const [what, fields, error] of [
    ["a request_uri", { request_uri: "urn:ietf:params:oauth:request_uri:x" }, "invalid_request"],
    ["a request object", { request: "x.y.z" }, "request_not_supported"],
    ["a redirect_uri that is not registered", { redirect_uri: "https://evil.test/" }, "invalid_request"],
    ["no redirect_uri", { redirect_uri: "" }, "invalid_request"],
    ["another response_type", { response_type: "code id_token" }, "unsupported_response_type"],
    ["no response_type, with the scope openid", { response_type: "" }, "invalid_request"],
    ["a challenge in plain", { code_challenge: verifier, code_challenge_method: "plain" }, "invalid_request"],
    ["a state that is too long", { state: "s".repeat(4_097) }, "invalid_request"],
    ["more than 4096 bytes", { login_hint: "x".repeat(4_000) }, "invalid_request"],
  ] as const)
    it(`RFC 9126 §2.3: ${what}`, async () => {
      assertRefused(await push(fields), error);
    });

  it("A1: client_id or request_uri twice in the URL that brings it", async () => {
    const uri = requestUriIn(await push());
    for (const again of [{ client_id: client.id }, { client_id: "another" }, { request_uri: uri }])
      assertOwnErrorPage(await browser.get(`${brought(uri)}&${new URLSearchParams(again)}`));
    codeAt(await browser.get(brought(uri)), client);
  });

  it("RFC 6749 §2.3.1: a secret beside the request_uri in the URL, which is recorded as exposed", async () => {
    const careless = await service.addClient({ metadata: openid(), secret: "secretOfTheCarelessClient" });
    const uri = requestUriIn(await push({}, careless));
    const answer = await browser.get(brought(uri, careless, { client_secret: careless.secret }));
    assert.equal(errorAt(answer, careless), "invalid_request");
    const client = await service.ports.clients.find(careless.client.id);
    assert.equal(client?.secretExposedAt, service.clock.now());
    codeAt(await browser.get(brought(uri, careless)), careless);
  });

  it("RFC 9126 §2.3: a repeated parameter, and a secret in the URL", async () => {
    const twice = new URLSearchParams({ ...credentialsOf(client), redirect_uri: client.redirectUri });
    twice.append("redirect_uri", client.redirectUri);
    assertRefused(await post(service.url, endpoints.pushedRequest, twice), "invalid_request");
    const target = `${endpoints.pushedRequest}?client_secret=${client.secret}`;
    const fields = { client_id: client.id, redirect_uri: client.redirectUri, response_type: "code" };
    assertRefused(await post(service.url, target, fields), "invalid_request");
  });

  it("every method but POST", async () => {
    for (const method of ["GET", "PUT", "DELETE"]) {
      const answer = await browser.send({ method, target: endpoints.pushedRequest });
      assertRefused(answer, "invalid_request", 405);
      assert.equal(answer.headers.allow, "POST");
    }
  });
});

describe("pushed requests of a strict client with keys", () => {
  let key: ClientKey;
  let strict: TestClient;

  before(async () => {
    key = await newClientKey();
    strict = await strictClient(key);
  });

  async function pushAsserted(claims: object = {}, more: Fields = {}): Promise<HttpAnswer> {
    return post(service.url, endpoints.pushedRequest, {
      ...(await asserted(strict, key, claims)),
      response_type: "code",
      redirect_uri: strict.redirectUri,
      scope: "openid",
      ...challengeOf(verifier),
      ...more,
    });
  }

  it("the assertion authenticates, and does not travel through the browser", async () => {
    const parameters = arrivedAt(
      await browser.get(brought(requestUriIn(await pushAsserted()), strict)),
      strict.redirectUri,
    );
    assert.equal(parameters.get("iss"), service.service.issuer);
    assert.deepEqual([...parameters.keys()], ["code", "iss"]);
  });

  it("C34: its audience is the issuer alone: no endpoint, no list", async () => {
    const { issuer } = service.service;
    for (const aud of [
      [issuer],
      issuer + endpoints.pushedRequest,
      issuer + endpoints.token,
      "https://x.test",
    ])
      assertRefused(await pushAsserted({ aud }), "invalid_client");
  });

  it("C33: an assertion is good once", async () => {
    const jti = crypto.randomUUID();
    requestUriIn(await pushAsserted({ jti }));
    assertRefused(await pushAsserted({ jti }), "invalid_client");
  });

  it("V10.4.6: PKCE is required", async () => {
    const without = { code_challenge: "", code_challenge_method: "" };
    assertRefused(await pushAsserted({}, without), "invalid_request");
  });
});

describe("RFC 9449 §10: a pushed request may be bound to a key", () => {
  let key: ClientKey;
  let other: ClientKey;

  before(async () => {
    [key, other] = [await newClientKey(), await newClientKey()];
  });

  const proofAt = (by: ClientKey, path: string) => dpopProof(service, by, path);

  async function exchangeWith(by: ClientKey, code: string): Promise<HttpAnswer> {
    const fields = { ...credentialsOf(client), grant_type: "authorization_code", code };
    return post(service.url, endpoints.token, fields, { dpop: await proofAt(by, endpoints.token) });
  }

  for (const [how, fields, hasProof] of [
    ["by a proof", false, true],
    ["by dpop_jkt", true, false],
    ["by both", true, true],
  ] as const)
    it(`§10.1: ${how}; then only that key gets the token`, async () => {
      const jkt: Fields = fields ? { dpop_jkt: key.thumbprint } : {};
      const proof: Fields = hasProof ? { dpop: await proofAt(key, endpoints.pushedRequest) } : {};
      const uri = requestUriIn(await push(jkt, client, proof));
      const code = codeAt(await browser.get(brought(uri)), client);
      assert.equal((await exchangeWith(other, code)).status, 400);
      assert.equal((await exchange(browser, client, code)).status, 400);
      const { body } = await exchangeWith(key, code);
      assert.equal(JSON.parse(body).token_type, "DPoP", body);
    });

  it("RFC 6749 §3.1: an empty dpop_jkt beside a proof is as good as none", async () => {
    const dpop = await proofAt(key, endpoints.pushedRequest);
    const uri = requestUriIn(await push({ dpop_jkt: "" }, client, { dpop }));
    const code = codeAt(await browser.get(brought(uri)), client);
    assert.equal((await exchangeWith(other, code)).status, 400);
    assert.equal((await exchangeWith(key, code)).status, 200);
  });

  it("RFC 6749 §3.1: a repeated or unreadable dpop_jkt beside a proof is refused", async () => {
    for (const pairs of ["dpop_jkt=&dpop_jkt=", `dpop_jkt=&dpop_jkt=${key.thumbprint}`, "dpop_jkt=%FF"]) {
      const dpop = await proofAt(key, endpoints.pushedRequest);
      const request = new URLSearchParams({
        ...credentialsOf(client),
        response_type: "code",
        redirect_uri: client.redirectUri,
      });
      const answer = await browser.send({
        method: "POST",
        target: endpoints.pushedRequest,
        headers: { "content-type": "application/x-www-form-urlencoded", cookie: "", dpop },
        body: `${request}&${pairs}`,
      });
      assertRefused(answer, "invalid_request");
    }
  });

  it("§10.1: a proof of another key than dpop_jkt names is refused", async () => {
    const dpop = await proofAt(other, endpoints.pushedRequest);
    assertRefused(await push({ dpop_jkt: key.thumbprint }, client, { dpop }), "invalid_dpop_proof");
  });

  it("§4.3: a proof for another endpoint, one that was used, and text that is none are refused", async () => {
    const elsewhere = await proofAt(key, endpoints.token);
    assertRefused(await push({}, client, { dpop: elsewhere }), "invalid_dpop_proof");
    const dpop = await proofAt(key, endpoints.pushedRequest);
    requestUriIn(await push({}, client, { dpop }));
    assertRefused(await push({}, client, { dpop }), "invalid_dpop_proof");
    assertRefused(await push({}, client, { dpop: "x" }), "invalid_dpop_proof");
  });
});

it("the form on the login page keeps the request_uri and nothing of what was pushed", async () => {
  const person = new FormClient(service.url);
  const uri = requestUriIn(await push({ state: "planted-state" }));
  const page = await person.get(brought(uri));
  assert.ok(findForm(page.body).action.includes(encodeURIComponent(uri)));
  assert.ok(!findForm(page.body).action.includes("planted-state"));
  person.close();
});
