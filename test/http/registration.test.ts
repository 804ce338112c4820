import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { apiNamed } from "../storage-contract/apis.ts";
import { FormClient } from "../support/form-client.ts";
import { startInProcess } from "../support/in-process.ts";
import { authorizationOf, exchange } from "./journey.ts";
import { entriesOf } from "./support/audit-entries.ts";
import { assertCleanLog } from "./support/ground-rules.ts";
import { adasBrowser, openidRequest } from "./support/openid.ts";
import {
  type Json,
  json,
  RegistrationDesk,
  redirectUri,
  registrationPath,
} from "./support/registration-desk.ts";
import { assertSafeHeaders } from "./support/safe-headers.ts";

let desk: RegistrationDesk;
before(async () => {
  desk = await RegistrationDesk.open();
});
after(() => desk[Symbol.asyncDispose]());

describe("registration", () => {
  it("RFC 7591 §3.2.1: a client with redirect URIs alone gets an id, a secret, and what it registered", async () => {
    const answer = desk.registered(await desk.register({ redirect_uris: [redirectUri] }));
    const { client_id, client_secret, registration_access_token, registration_client_uri, ...rest } = answer;
    assert.match(client_id, /^lkc[A-Za-z0-9]{20}$/);
    assert.match(client_secret, /^lks[A-Za-z0-9]{40}$/);
    assert.match(registration_access_token, /^lkra_[A-Za-z0-9_-]{43}$/);
    assert.equal(
      registration_client_uri,
      `${desk.service.service.issuer}${registrationPath}?client_id=${client_id}`,
    );
    assert.deepEqual(rest, {
      client_id_issued_at: Math.floor(desk.service.clock.now() / 1000),
      client_secret_expires_at: 0,
      client_name: "photos.example",
      redirect_uris: [redirectUri],
      response_types: ["code"],
      grant_types: ["authorization_code"],
      token_endpoint_auth_method: "client_secret_basic",
      scope: "openid profile email address phone groups",
      id_token_signed_response_alg: "RS256",
      subject_type: "public",
      dpop_bound_access_tokens: false,
      require_pushed_authorization_requests: false,
    });
  });

  it("RFC 7591 §3.2.1: everything that means something here comes back, and what does not is ignored", async () => {
    const metadata = {
      client_name: "Photos",
      redirect_uris: [redirectUri, "https://photos.example/other"],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "client_secret_post",
      id_token_signed_response_alg: "ES256",
      userinfo_signed_response_alg: "EdDSA",
      lean_id_token: true,
      subject_type: "public",
      post_logout_redirect_uris: ["https://photos.example/bye"],
      backchannel_logout_uri: "https://photos.example/logout",
      backchannel_logout_session_required: true,
      logo_uri: "https://photos.example:1/logo.png",
      policy_uri: "https://photos.example/privacy",
      tos_uri: "https://photos.example/terms",
      dpop_bound_access_tokens: true,
      require_pushed_authorization_requests: true,
    };
    const unknown = { software_id: "photos", contacts: [1], "client_name#de": {}, x: null };
    const answer = desk.registered(await desk.register({ ...metadata, ...unknown, scope: "openid email" }));
    for (const [name, value] of Object.entries(metadata)) assert.deepEqual(answer[name], value, name);
    assert.equal(answer.scope, "openid profile email address phone groups offline_access");
    for (const name of Object.keys(unknown)) assert.ok(!Object.hasOwn(answer, name), name);
  });

  it("a registration and a refused one are in the audit trail, each with its network and its request", async () => {
    const { client_id: id } = desk.registered(await desk.register({ redirect_uris: [redirectUri] }));
    desk.assertRefused(await desk.register({ redirect_uris: [] }), "invalid_redirect_uri");
    const { auditTrail } = desk.service.ports;
    const [registered] = await entriesOf(auditTrail, "client-registered");
    assert.deepEqual(registered?.target, { kind: "client", id });
    assert.deepEqual(registered?.details, { name: "photos.example" });
    const [refused] = await entriesOf(auditTrail, "registration-refused");
    assert.deepEqual(refused?.details, { reason: "redirect-uris-missing" });
    for (const entry of [registered, refused]) {
      assert.deepEqual(entry?.actor, { kind: "stranger" });
      assert.equal(entry?.network, "127.0.0.0/24");
      assert.match(entry?.requestId ?? "", /^\w{6,}$/);
    }
  });

  it("RFC 7591 §2: a scope with values of APIs is accepted, and the answer has those of APIs that are open to any client", async () => {
    const { apis } = desk.service.ports;
    const scopeOf = (name: string) => [{ name, sentence: "See your orders", translations: {} }];
    const [open, third, listed] = (["any", "third-party", "listed"] as const).map((openTo) =>
      apiNamed(openTo, { openTo, scopes: scopeOf(`orders:${openTo}`) }),
    );
    for (const api of [open, third, listed]) if (api) await apis.create(api, 9);
    const metadata = {
      redirect_uris: [redirectUri],
      scope: "openid orders:any orders:listed orders:unknown",
    };
    const answer = desk.registered(await desk.register(metadata));
    assert.equal(answer.scope, "openid profile email address phone groups orders:any");
    const { body } = await desk.manage("GET", answer);
    assert.equal(JSON.parse(body).scope, answer.scope);
    for (const api of [open, third, listed]) if (api) await apis.remove(api);
  });

  it("OpenID Connect Dynamic Client Registration §3.2: the client signs somebody in, who is asked first", async () => {
    const client = await desk.partyOf(desk.registered(await desk.register({ redirect_uris: [redirectUri] })));
    const { browser, code } = await desk.allowedCode(client);
    const { status, body } = await exchange(browser, client, code);
    assert.equal(status, 200, body);
    assert.equal(typeof JSON.parse(body).id_token, "string");
    browser.close();
  });

  it("oidcc-registration-policy-uri, -tos-uri: the sign-in page and the consent page link to both", async () => {
    const pages = { policy_uri: "https://photos.example/privacy", tos_uri: "https://photos.example/terms" };
    const answer = desk.registered(await desk.register({ redirect_uris: [redirectUri], ...pages }));
    const client = await desk.partyOf(answer);
    const stranger = new FormClient(desk.service.url);
    const browser = await adasBrowser(desk.service, await desk.service.addClient());
    for (const reader of [stranger, browser]) {
      const { body } = await reader.get(openidRequest(client));
      for (const uri of Object.values(pages)) assert.ok(body.includes(`href="${uri}"`), body);
      reader.close();
    }
  });

  const elsewhere: readonly (readonly [title: string, uris: readonly string[], links: object])[] = [
    ["a policy on another host", [redirectUri], { policy_uri: "https://bank.example/privacy" }],
    ["terms on a host below", [redirectUri], { tos_uri: "https://a.photos.example/terms" }],
    ["D33: a logo on another host", [redirectUri], { logo_uri: "https://bank.example/logo.png" }],
    ["D33: a logo on this machine", [redirectUri], { logo_uri: "http://127.0.0.1:1/logo.png" }],
    [
      "all three of an app with a scheme of its own",
      ["com.example.app:/cb"],
      {
        logo_uri: "https://app.example/logo.png",
        policy_uri: "https://app.example/privacy",
        tos_uri: "https://app.example/terms",
      },
    ],
    [
      "a policy of an app on a loopback address",
      ["http://127.0.0.1/cb"],
      { policy_uri: "https://a.example/" },
    ],
  ];
  for (const [title, redirect_uris, links] of elsewhere)
    it(`RFC 7591 §3.2.1, §5: ${title}: registered without it, and the answer says so`, async () => {
      const own = { redirect_uris, token_endpoint_auth_method: "none" };
      const answer = desk.registered(await desk.register({ ...own, ...links }));
      const { client } = await desk.partyOf(answer);
      for (const name of Object.keys(links)) assert.ok(!Object.hasOwn(answer, name), name);
      const { logoUri, policyUri, tosUri } = client.metadata;
      assert.deepEqual([logoUri, policyUri, tosUri], [undefined, undefined, undefined]);
      const changed = { ...own, ...links, client_id: answer.client_id };
      const { status, body } = await desk.manage("PUT", answer, changed);
      assert.equal(status, 200, body);
      for (const name of Object.keys(links)) assert.ok(!Object.hasOwn(JSON.parse(body), name), name);
    });

  it("a public client has no secret and must use PKCE; one without openid in its scope is no OpenID client", async () => {
    const metadata = { redirect_uris: ["com.example.app:/cb"], token_endpoint_auth_method: "none" };
    const answer = desk.registered(await desk.register({ ...metadata, scope: "profile" }));
    assert.ok(!Object.hasOwn(answer, "client_secret") && !Object.hasOwn(answer, "client_secret_expires_at"));
    assert.deepEqual([answer.scope, answer.client_name], ["profile email", "com.example.app"]);
    const client = await desk.partyOf(answer);
    const { browser } = await desk.allowedCode(
      await desk.partyOf(desk.registered(await desk.register({ redirect_uris: [redirectUri] }))),
    );
    const { headers } = await browser.get(authorizationOf(client, { response_type: "code" }));
    assert.match(headers.location ?? "", /^com\.example\.app:\/cb\?error=invalid_request/);
    browser.close();
  });

  it("RFC 9700 §4.14: tokens, secrets and registration access tokens are kept as digests alone", async () => {
    const answer = desk.registered(await desk.register({ redirect_uris: [redirectUri] }));
    const { client } = await desk.partyOf(answer);
    const kept = JSON.stringify(client);
    for (const secret of [answer.client_secret, answer.registration_access_token])
      assert.ok(!kept.includes(secret));
  });

  const redirectUris: readonly (readonly [title: string, uris: unknown])[] = [
    ["none", undefined],
    ["an empty list", []],
    ["a text in place of a list", redirectUri],
    ["a list of something else", [1]],
    ["B24: javascript:", ["javascript:alert(1)"]],
    ["http: away from this machine", ["http://photos.example/cb"]],
    ["oidcc-registration-redirect-uri-regfrag: a fragment", [`${redirectUri}#x`]],
    ["B35: a wildcard", ["https://*.example/cb"]],
    ["B25: a private scheme of a client with a secret", ["com.example.app:/cb"]],
    ["one bad among good ones", [redirectUri, "https://photos.example/<script>\"'é"]],
    ["more than a hundred", Array.from({ length: 101 }, (_, index) => `${redirectUri}/${index}`)],
  ];
  for (const [title, uris] of redirectUris)
    it(`RFC 7591 §3.2.2: redirect_uris with ${title}: invalid_redirect_uri`, async () => {
      const before = (await desk.service.ports.clients.list()).length;
      desk.assertRefused(await desk.register({ redirect_uris: uris }), "invalid_redirect_uri");
      assert.equal((await desk.service.ports.clients.list()).length, before);
    });

  const metadata: readonly (readonly [title: string, metadata: unknown])[] = [
    ["no JSON", "redirect_uris=https"],
    ["a list", "[]"],
    ["null", "null"],
    ["a text for a flag", { dpop_bound_access_tokens: "true" }],
    ["a number for a name", { client_name: 1 }],
    ["a name that nobody can read", { client_name: "\u202e" }],
    ["a response type beside code", { response_types: ["code", "token"] }],
    ["a grant type that is not supported", { grant_types: ["authorization_code", "implicit"] }],
    ["no authorization_code", { grant_types: ["refresh_token"] }],
    ["oidcc-idtoken-unsigned: alg none", { id_token_signed_response_alg: "none" }],
    ["a symmetric algorithm", { userinfo_signed_response_alg: "HS256" }],
    ["a subject type that there is none of", { subject_type: "ephemeral" }],
    [
      "OpenID Connect Core §8.1: pairwise subjects, and redirect URIs of several hosts",
      { subject_type: "pairwise", redirect_uris: [redirectUri, "https://other.example/cb"] },
    ],
    ["pairwise subjects for a client that is none of OpenID", { scope: "email", subject_type: "pairwise" }],
    [
      "oidcc-registration-sector-bad: a sector_identifier_uri",
      { sector_identifier_uri: "https://photos.example/s" },
    ],
    ["an authentication method that is not supported", { token_endpoint_auth_method: "tls_client_auth" }],
    ["signatures without keys", { token_endpoint_auth_method: "private_key_jwt" }],
    [
      "keys that are none",
      { token_endpoint_auth_method: "private_key_jwt", jwks: { keys: [{ kty: "oct" }] } },
    ],
    ["keys over http:", { token_endpoint_auth_method: "private_key_jwt", jwks_uri: "http://a.example/k" }],
    [
      "RFC 7591 §2: jwks and jwks_uri",
      { token_endpoint_auth_method: "private_key_jwt", jwks: { keys: [] }, jwks_uri: "https://a.example/" },
    ],
    ["logout told over http:", { backchannel_logout_uri: "http://photos.example/logout" }],
    ["D33: a logo that is a script", { logo_uri: "javascript:alert(1)" }],
    ["a policy over http:", { policy_uri: "http://photos.example/privacy" }],
    ["a policy that is a script", { policy_uri: "javascript:alert(1)" }],
    ["terms that are no address", { tos_uri: "terms" }],
    ["terms that nobody can show", { tos_uri: `https://photos.example/${"a".repeat(2000)}` }],
    [
      "logout told at an address that nobody can show",
      { backchannel_logout_uri: `https://photos.example/${"a".repeat(2000)}` },
    ],
    ["a bad post_logout_redirect_uri", { post_logout_redirect_uris: ["javascript:alert(1)"] }],
    [
      "ID tokens for a client that is none of OpenID",
      { scope: "email", id_token_signed_response_alg: "ES256" },
    ],
  ];
  for (const [title, value] of metadata)
    it(`RFC 7591 §3.2.2: ${title}: invalid_client_metadata`, async () => {
      const sent = typeof value === "string" ? value : { redirect_uris: [redirectUri], ...Object(value) };
      const description = desk.assertRefused(await desk.register(sent), "invalid_client_metadata");
      assert.match(description, /\. /, "cause and repair");
    });

  it("only JSON in UTF-8, no more than 64 KiB, not compressed, is read", async () => {
    const sent = { redirect_uris: [redirectUri] };
    const as = (type: string) => desk.register(sent, { "content-type": type });
    desk.assertRefused(await as("application/x-www-form-urlencoded"), "invalid_client_metadata", 415);
    desk.assertRefused(await as("application/json; charset=latin1"), "invalid_client_metadata", 415);
    desk.assertRefused(await desk.register(sent, { "content-encoding": "gzip" }), "invalid_request", 415);
    desk.assertRefused(await desk.register({ ...sent, x: "x".repeat(65_536) }), "invalid_request", 413);
    desk.registered(await as("application/json; charset=utf-8"));
  });

  it("a network registers as many clients an hour as the operator says, then has to wait as long as Retry-After says; refused ones do not count", async () => {
    await using limited = await RegistrationDesk.open({ LATCHKEY_REGISTRATIONS_PER_HOUR: "12" });
    for (let count = 0; count < 12; count += 1) {
      limited.assertRefused(await limited.register({ redirect_uris: [] }), "invalid_redirect_uri");
      limited.registered(await limited.register({ redirect_uris: [redirectUri] }));
    }
    const refused = await limited.register({ redirect_uris: [redirectUri] });
    limited.assertRefused(refused, "temporarily_unavailable", 429);
    assert.equal(refused.headers["retry-after"], "300");
    limited.service.clock.advance(300);
    limited.registered(await limited.register({ redirect_uris: [redirectUri] }));
  });

  it("an agent that registers at each start is not stopped where the base URL is on localhost", async () => {
    for (let start = 0; start < 50; start += 1)
      desk.registered(await desk.register({ redirect_uris: [redirectUri] }));
  });
});

describe("registrations that take room", () => {
  const metadata = { redirect_uris: [redirectUri], token_endpoint_auth_method: "none" };

  it("an IPv6 /48 registers thirty clients an hour, however many of its /56 take part", async () => {
    await using open = await startInProcess({
      LATCHKEY_REGISTRATION: "open",
      LATCHKEY_REGISTRATIONS_PER_HOUR: "10",
      LATCHKEY_TRUSTED_PROXIES: "127.0.0.1",
    });
    const caller = new FormClient(open.url);
    const statuses: number[] = [];
    for (let index = 0; index < 40; index++) {
      const from = { "x-forwarded-for": `2001:db8:7:${(index % 16).toString(16)}00::1` };
      statuses.push((await desk.register(metadata, from, caller)).status);
    }
    assert.deepEqual(statuses, [...Array(30).fill(201), ...Array(10).fill(429)]);
    const elsewhere = { "x-forwarded-for": "2001:db8:8::1" };
    assert.equal((await desk.register(metadata, elsewhere, caller)).status, 201);
    caller.close();
  });

  it("an installation takes as many as its operator says, then refuses until one goes", async () => {
    await using open = await startInProcess({
      LATCHKEY_REGISTRATION: "open",
      LATCHKEY_REGISTRATIONS_MAX: "3",
    });
    await open.addClient();
    const caller = new FormClient(open.url);
    const answers = [];
    for (let index = 0; index < 4; index++) answers.push(await desk.register(metadata, {}, caller));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201, 201, 403],
    );
    desk.assertRefused(answers[3] ?? assert.fail(), "access_denied", 403);
    const { registration_access_token: token, client_id: id } = JSON.parse(answers[0]?.body ?? "");
    const removed = await caller.send({
      method: "DELETE",
      target: `${registrationPath}?client_id=${id}`,
      headers: { authorization: `Bearer ${token}` },
    });
    assert.equal(removed.status, 204);
    assert.equal((await desk.register(metadata, {}, caller)).status, 201);
    caller.close();
  });

  it("one network cannot keep the others out: what nobody uses makes room after an hour", async () => {
    await using open = await startInProcess({
      LATCHKEY_REGISTRATION: "open",
      LATCHKEY_REGISTRATIONS_MAX: "25",
      LATCHKEY_TRUSTED_PROXIES: "127.0.0.1",
    });
    const caller = new FormClient(open.url);
    const from = (address: string) => desk.register(metadata, { "x-forwarded-for": address }, caller);
    const own = desk.registered(await from("198.51.100.1"));
    for (let hour = 0; hour < 4; hour++) {
      for (let count = 0; count < 12; count++) await from("192.0.2.1");
      open.clock.advance(3_600);
    }
    const inTime = desk.registered(await from("198.51.100.1"));
    for (let count = 0; count < 12; count++) await from("192.0.2.1");
    const ids = (await open.ports.clients.list()).map(({ id }) => String(id));
    assert.equal(ids.length, 25);
    assert.ok(ids.includes(inTime.client_id), "An hour is its own.");
    assert.ok(!ids.includes(own.client_id));
    caller.close();
  });

  it("a client has seven days for its first sign-in, which makes it stay", async () => {
    const used = desk.registered(await desk.register({ redirect_uris: [redirectUri] }));
    const unused = desk.registered(await desk.register({ redirect_uris: [redirectUri] }));
    const find = async ({ client_id: id }: { readonly client_id: string }) =>
      (await desk.service.ports.clients.list()).find((client) => client.id === id);
    assert.equal((await find(used))?.unusedUntil, desk.service.clock.now() + 7 * 86_400_000);
    const party = await desk.partyOf(used);
    const { browser, code } = await desk.allowedCode(party);
    assert.notEqual((await find(used))?.unusedUntil, undefined, "nobody has exchanged the code yet");
    assert.equal((await exchange(browser, party, code)).status, 200);
    browser.close();
    assert.equal((await find(used))?.unusedUntil, undefined);
    assert.notEqual((await find(unused))?.unusedUntil, undefined);
  });
});

it("away from development, addresses without TLS are not taken, and every answer carries the safety headers", async () => {
  await using deployed = await startInProcess({
    LATCHKEY_REGISTRATION: "open",
    LATCHKEY_BASE_URL: "https://id.example",
  });
  const client = new FormClient(deployed.url);
  const uri = "http://127.0.0.1:3000/";
  for (const metadata of [
    { token_endpoint_auth_method: "private_key_jwt", jwks_uri: uri },
    { backchannel_logout_uri: uri },
    { redirect_uris: [uri], logo_uri: uri },
    { redirect_uris: [uri], policy_uri: uri },
    { redirect_uris: [uri], tos_uri: uri },
  ])
    desk.assertRefused(
      await desk.register({ redirect_uris: [redirectUri], ...metadata }, {}, client),
      "invalid_client_metadata",
    );
  const answer = await desk.register({ redirect_uris: [redirectUri] }, {}, client);
  const { registration_client_uri: uriOfIt, registration_access_token: token } = desk.registered(answer);
  const { pathname, search } = new URL(uriOfIt);
  for (const method of ["GET", "PUT", "DELETE"]) {
    const headers = { ...json, authorization: `Bearer ${token}` };
    const sent = { method, target: pathname + search, headers, ...(method === "PUT" && { body: "{}" }) };
    assertSafeHeaders("json", await client.send(sent));
    assertSafeHeaders("json", await client.send({ ...sent, headers: json }));
  }
  assertSafeHeaders("json", answer);
  client.close();
});

describe("who may register", () => {
  async function documentsOf(at: FormClient): Promise<readonly Json[]> {
    const names = ["openid-configuration", "oauth-authorization-server"];
    return Promise.all(names.map(async (name) => JSON.parse((await at.get(`/.well-known/${name}`)).body)));
  }

  it("ASVS V10.4.7: nobody by default: the address is not there and not announced", async () => {
    await using closed = await startInProcess();
    const client = new FormClient(closed.url);
    for (const method of ["POST", "GET", "PUT", "DELETE"]) {
      const { status } = await client.send({ method, target: registrationPath, headers: json, body: "{}" });
      assert.equal(status, 404, method);
    }
    for (const document of await documentsOf(client)) assert.ok(!("registration_endpoint" in document));
    client.close();
  });

  it("RFC 8414 §2: an endpoint that is there is announced", async () => {
    for (const document of await documentsOf(desk.caller))
      assert.equal(document.registration_endpoint, `${desk.service.service.issuer}${registrationPath}`);
  });

  it("open to everybody, it may be called from the page of a public client, and refusals can be read there", async () => {
    const origin = { origin: "https://spa.example" };
    const ask = { ...origin, "access-control-request-method": "POST" };
    const preflight = await desk.caller.send({ method: "OPTIONS", target: registrationPath, headers: ask });
    assert.equal(preflight.status, 204);
    assert.equal(preflight.headers["access-control-allow-origin"], "*");
    assert.equal(preflight.headers["access-control-allow-methods"], "GET, POST, PUT, DELETE");
    assert.equal(preflight.headers["access-control-allow-headers"], "Authorization, Content-Type");
    assert.equal(preflight.headers["access-control-allow-credentials"], undefined);
    const page = { redirect_uris: ["https://spa.example/cb"], token_endpoint_auth_method: "none" };
    for (const [metadata, status] of [
      [page, 201],
      [{ ...page, redirect_uris: [] }, 400],
    ] as const) {
      const answer = await desk.register(metadata, origin);
      assert.deepEqual([answer.status, answer.headers["access-control-allow-origin"]], [status, "*"]);
    }
    const fromServer = await desk.register({ ...page, redirect_uris: [] });
    assert.equal(fromServer.headers["access-control-allow-origin"], undefined);
  });

  it("RFC 7591 §3: with token, only a caller with the initial access token; guessing counts as registering", async () => {
    const token = "an-initial-access-token-of-this-test==";
    await using guarded = await startInProcess({
      LATCHKEY_REGISTRATION: "token",
      LATCHKEY_REGISTRATION_TOKEN: token,
      LATCHKEY_REGISTRATIONS_PER_HOUR: "10",
    });
    const client = new FormClient(guarded.url);
    const fromPage = { ...json, origin: "https://spa.example" };
    const called = await client.send({
      method: "POST",
      target: registrationPath,
      headers: fromPage,
      body: "{}",
    });
    assert.equal(called.headers["access-control-allow-origin"], undefined, "no page may read the answer");
    const asked = await client.send({ method: "OPTIONS", target: registrationPath, headers: fromPage });
    assert.equal(asked.status, 405);
    const metadata = { redirect_uris: [redirectUri] };
    const bearer = (text: string) => ({ authorization: `Bearer ${text}` });
    desk.assertRefused(await desk.register(metadata, {}, client), "invalid_token", 401);
    desk.assertRefused(
      await desk.register(metadata, { authorization: "Basic eDp5" }, client),
      "invalid_token",
      401,
    );
    desk.registered(await desk.register(metadata, bearer(token), client));
    for (let count = 0; count < 9; count += 1)
      desk.assertRefused(await desk.register(metadata, bearer(`x${token}`), client), "invalid_token", 401);
    const late = await desk.register(metadata, bearer(`x${token}`), client);
    desk.assertRefused(late, "temporarily_unavailable", 429);
    assertCleanLog(guarded.log, [token]);
    client.close();
  });
});
