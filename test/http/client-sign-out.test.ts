import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { FormClient, findForm, type HttpAnswer } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import {
  ada,
  assertOwnErrorPage,
  bob,
  codeAt,
  errorAt,
  logoutPath,
  submitAs,
  useAnotherOf,
} from "./journey.ts";
import { assertCleanLog } from "./support/ground-rules.ts";
import { adasBrowser, openid, openidRequest, tokensFor } from "./support/openid.ts";

type Fields = Readonly<Record<string, string>>;

const uri = "https://app.example/signed-out";
const uriWithQuery = "https://app.example/out?tenant=1";
const appUri = "http://127.0.0.1:4711/out";
const state = "s".repeat(128);

let service: InProcessService;
let client: TestClient;
let browser: FormClient;
let idToken: string;

before(async () => {
  service = await startInProcess();
  for (const { username, password } of [ada, bob]) await service.addAccount(username, password);
  client = await service.addClient({
    metadata: openid({ postLogoutRedirectUris: [uri, uriWithQuery, appUri] }),
  });
});
after(async () => {
  assertCleanLog(service.log, [ada.password, client.secret, idToken, state]);
  await service[Symbol.asyncDispose]();
});

// Every test begins where the modules do: signed in, with an ID token.
beforeEach(async () => {
  service.clock.advance(3_600);
  browser?.close();
  browser = await adasBrowser(service, client);
  ({ id_token: idToken } = await tokensFor(browser, client));
});
after(() => browser.close());

function logout(fields: Fields, of = browser): Promise<HttpAnswer> {
  return of.get(`${logoutPath}?${new URLSearchParams(fields)}`);
}

async function isSignedIn(of = browser): Promise<boolean> {
  const { status, headers } = await of.get(openidRequest(client, { prompt: "none" }));
  assert.equal(status, 302);
  return !headers.location?.includes("error=login_required");
}

/** The modules' last step: prompt=none must fail. */
async function assertSignedOut(): Promise<void> {
  assert.equal(
    errorAt(await browser.get(openidRequest(client, { prompt: "none" })), client),
    "login_required",
  );
}

async function assertSentTo(answer: HttpAnswer, location: string): Promise<void> {
  assert.ok([302, 303].includes(answer.status), answer.body);
  assert.equal(answer.headers.location, location);
  assert.match(String(answer.headers["set-cookie"]), /^latchkey-session=; Max-Age=0; /);
  await assertSignedOut();
}

/** Our own page says that it is done. */
async function assertDone(answer: HttpAnswer): Promise<void> {
  assert.equal(answer.status, 200);
  assert.match(answer.body, /You are signed out/);
  assert.equal(answer.headers.location, undefined);
  await assertSignedOut();
}

async function assertAsks(answer: HttpAnswer): Promise<void> {
  assert.equal(answer.status, 200, answer.body);
  assert.match(answer.body, /<h1>Sign out\?<\/h1>/);
  assert.match(answer.body, /<button [^>]*id="sign-out"/);
  assert.equal(answer.headers.location, undefined);
  assert.ok(await isSignedIn());
}

/** A page that asks and, once answered, leads nowhere. */
async function assertAsksThenStays(answer: HttpAnswer): Promise<void> {
  await assertAsks(answer);
  await assertDone(await browser.submit(answer, {}));
}

/** The token without a signature, as everybody can make it. */
function unsigned(): string {
  const [, payload = ""] = idToken.split(".");
  return `${Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url")}.${payload}.`;
}

/** A token that says the same and is signed with somebody else's key, under our key's name. */
async function foreign(): Promise<string> {
  const [header = "", payload = ""] = idToken.split(".");
  const { privateKey } = await generateKeyPair("RS256");
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
  const protectedHeader = JSON.parse(Buffer.from(header, "base64url").toString());
  return new SignJWT(claims).setProtectedHeader(protectedHeader).sign(privateKey);
}

const post_logout_redirect_uri = uri;

describe("RP-initiated logout, the modules of the OpenID Foundation", () => {
  it("oidcc-rp-initiated-logout-discovery-endpoint-verification: end_session_endpoint is in the metadata", async () => {
    const { body } = await browser.get("/.well-known/openid-configuration");
    assert.equal(JSON.parse(body).end_session_endpoint, `${service.service.issuer}${logoutPath}`);
  });

  it("oidcc-rp-initiated-logout: hint, registered URI and 128 characters of state lead back, signed out", async () => {
    const answer = await logout({ id_token_hint: idToken, post_logout_redirect_uri, state });
    await assertSentTo(answer, `${uri}?state=${state}`);
  });

  it("oidcc-rp-initiated-logout-no-state: without state the URI stays as it is", async () => {
    await assertSentTo(await logout({ id_token_hint: idToken, post_logout_redirect_uri }), uri);
  });

  it("oidcc-rp-initiated-logout-bad-post-logout-redirect-uri: the page asks, and leads nowhere", async () => {
    const bad = "https://evil.test/signed-out";
    const fields = { id_token_hint: idToken, post_logout_redirect_uri: bad, state };
    await assertAsksThenStays(await logout(fields));
  });

  it("oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri: likewise", async () => {
    const added = `${uri}?foo=bar`;
    const fields = { id_token_hint: idToken, post_logout_redirect_uri: added, state };
    await assertAsksThenStays(await logout(fields));
  });

  it("oidcc-rp-initiated-logout-modified-id-token-hint: alg none is no hint", async () => {
    const fields = { id_token_hint: unsigned(), post_logout_redirect_uri, state };
    await assertAsksThenStays(await logout(fields));
  });

  it("oidcc-rp-initiated-logout-bad-id-token-hint: a token that somebody else signed is no hint", async () => {
    const fields = { id_token_hint: await foreign(), post_logout_redirect_uri, state };
    await assertAsksThenStays(await logout(fields));
  });

  it("oidcc-rp-initiated-logout-no-id-token-hint: the page asks, and leads nowhere", async () => {
    await assertAsksThenStays(await logout({ post_logout_redirect_uri, state }));
  });

  it("oidcc-rp-initiated-logout-no-params: the page asks, then says that it is done", async () => {
    await assertAsksThenStays(await browser.get(logoutPath));
  });

  it("oidcc-rp-initiated-logout-only-state: likewise", async () => {
    await assertAsksThenStays(await logout({ state }));
  });

  it("oidcc-rp-initiated-logout-no-post-logout-redirect-uri: signed out at once, on our own page", async () => {
    await assertDone(await logout({ id_token_hint: idToken, state }));
  });
});

describe("RP-initiated logout: where the browser goes", () => {
  it("§3: a registered query stays, and state is added and encoded", async () => {
    const fields = { id_token_hint: idToken, post_logout_redirect_uri: uriWithQuery, state: "a b&c=ü" };
    await assertSentTo(await logout(fields), `${uriWithQuery}&state=a%20b%26c%3D%C3%BC`);
  });

  it("§2: a person who answers the page of a named client is sent back to it", async () => {
    const page = await logout({ client_id: client.id, post_logout_redirect_uri, state });
    await assertAsks(page);
    // Browsers check where a form leads against the page that held it.
    assert.match(String(page.headers["content-security-policy"]), /form-action 'self' https:;/);
    await assertSentTo(await browser.submit(page, {}), `${uri}?state=${state}`);
  });

  it("§2: also to an application on this computer, and nowhere else on it", async () => {
    const page = await logout({ client_id: client.id, post_logout_redirect_uri: appUri });
    assert.match(String(page.headers["content-security-policy"]), /form-action 'self' https: http:;/);
    await assertSentTo(await browser.submit(page, {}), appUri);
  });

  it("§2: an expired ID token is as good as any", async () => {
    service.clock.advance(86_400);
    await assertSentTo(await logout({ id_token_hint: idToken, post_logout_redirect_uri }), uri);
  });

  it("a person who is signed out already is sent back too", async () => {
    const fields = { id_token_hint: idToken, post_logout_redirect_uri, state };
    await logout(fields);
    const { status, headers } = await logout(fields);
    assert.deepEqual([status, headers.location], [302, `${uri}?state=${state}`]);
    assert.equal(headers["set-cookie"], undefined, "There is no cookie to take away.");
  });

  for (const [what, bad] of [
    ["another path", `${uri}/more`],
    ["a trailing slash", `${uri}/`],
    ["capital letters", uri.replace("app", "APP")],
    ["another scheme", uri.replace("https", "http")],
    ["a port", uri.replace("example", "example:443")],
    ["a user in front of the host", "https://app.example@evil.test/signed-out"],
    ["a host that begins alike", "https://app.example.evil.test/signed-out"],
    ["a backslash", "https://evil.test\\@app.example/signed-out"],
    ["no scheme", "//app.example/signed-out"],
    ["a path alone", "/signed-out"],
    ["dots in the path", "https://app.example/signed-out/../evil"],
    ["a fragment", `${uri}#x`],
    ["a script", "javascript:alert(1)"],
    ["data", "data:text/html,x"],
    ["the redirect URI of a sign-in", "https://app.example/cb"],
  ] as const)
    it(`B39: ${what} is not the registered URI: asked or not, the browser stays here`, async () => {
      const asked = await logout({ id_token_hint: idToken, post_logout_redirect_uri: bad, state });
      await assertAsksThenStays(asked);
      await assertDone(await logout({ id_token_hint: idToken, post_logout_redirect_uri: bad, state }));
    });

  it("a URI of another client, and a hint that contradicts client_id, lead nowhere", async () => {
    const other = await service.addClient({
      metadata: openid({ postLogoutRedirectUris: ["https://other.example/out"] }),
    });
    const theirs = { post_logout_redirect_uri: "https://other.example/out" };
    await assertAsks(await logout({ id_token_hint: idToken, ...theirs }));
    await assertAsks(await logout({ id_token_hint: idToken, client_id: other.id, ...theirs }));
  });

  it("a client that is disabled since, or registered for nothing, gets nobody back", async () => {
    const plain = await service.addClient();
    await assertAsksThenStays(await logout({ client_id: plain.id, post_logout_redirect_uri }));
    const gone = await service.addClient({ metadata: openid({ postLogoutRedirectUris: [uri] }) });
    await browser.signIn(openidRequest(client), ada);
    const { id_token: theirHint } = await tokensFor(browser, gone);
    await service.ports.clients.update({ ...gone.client, isDisabled: true });
    await assertAsks(await logout({ id_token_hint: theirHint, post_logout_redirect_uri }));
  });
});

describe("RP-initiated logout: who may sign somebody out", () => {
  it("V10.6.2: without an ID token of this session nothing happens unasked", async () => {
    const elsewhere = await adasBrowser(service, client);
    const { id_token: otherSession } = await tokensFor(elsewhere, client);
    for (const fields of [
      {},
      { client_id: client.id },
      { client_id: client.id, post_logout_redirect_uri },
      { id_token_hint: otherSession, post_logout_redirect_uri },
      { logout_hint: ada.username },
      { id_token_hint: "x" },
    ])
      await assertAsks(await logout(fields));
    assert.ok(await isSignedIn(elsewhere));
    elsewhere.close();
  });

  it("an access token, a userinfo answer and a logout token of the service are no ID tokens", async () => {
    const { access_token: accessToken } = await tokensFor(browser, client);
    await assertAsks(await logout({ id_token_hint: accessToken, post_logout_redirect_uri }));
    const signed = await service.addClient({
      metadata: openid({ userinfoAlgorithm: "RS256", postLogoutRedirectUris: [uri] }),
    });
    const { access_token: theirs } = await tokensFor(browser, signed);
    const userinfo = await browser.get("/v1/Oauth/userinfo", { authorization: `Bearer ${theirs}` });
    assert.equal(userinfo.headers["content-type"], "application/jwt");
    await assertAsks(await logout({ id_token_hint: userinfo.body, post_logout_redirect_uri }));
  });

  it("a token signed with a key that it brings along is no hint", async () => {
    const { publicKey, privateKey } = await generateKeyPair("ES256");
    const jwk = await exportJWK(publicKey);
    const [, payload = ""] = idToken.split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
    const hint = await new SignJWT(claims).setProtectedHeader({ alg: "ES256", jwk }).sign(privateKey);
    await assertAsksThenStays(await logout({ id_token_hint: hint, post_logout_redirect_uri }));
  });

  it("HEAD has no effect, with any parameters", async () => {
    const query = new URLSearchParams({ id_token_hint: idToken, post_logout_redirect_uri });
    const answer = await browser.send({ method: "HEAD", target: `${logoutPath}?${query}` });
    assert.equal(answer.headers["set-cookie"], undefined);
    assert.ok(await isSignedIn());
  });

  it("D25: the answer counts for the request that was shown, and not for another one", async () => {
    const shown = findForm((await logout({ state: "1" })).body);
    const other = `${logoutPath}?${new URLSearchParams({ client_id: client.id, post_logout_redirect_uri })}`;
    const answer = await browser.post(other, shown.fields);
    assert.equal(answer.status, 403);
    assert.match(answer.body, /This page was out of date/);
    assert.ok(await isSignedIn());
    await assertSentTo(await browser.submit(answer, {}), uri);
  });

  it("D15: an old page does not sign out the next person in the same browser", async () => {
    const page = await logout({ client_id: client.id, post_logout_redirect_uri });
    await browser.submit(await browser.get(logoutPath), {});
    codeAt(await browser.signIn(openidRequest(client), bob), client);
    const answer = await browser.submit(page, {});
    assert.equal(answer.status, 403);
    assert.match(answer.body, /<bdi>bob<\/bdi>/);
    assert.ok(await isSignedIn());
  });
});

describe("RP-initiated logout by POST", () => {
  const fromClient = { origin: "https://app.example", "sec-fetch-site": "cross-site", cookie: "" };

  it("§2: what another site posts comes back as GET, with the cookies that the post lacked", async () => {
    const posted = await browser.post(
      logoutPath,
      { id_token_hint: idToken, post_logout_redirect_uri, state },
      fromClient,
    );
    assert.equal(posted.status, 303);
    const { location = "" } = posted.headers;
    assert.ok(location.startsWith(`${logoutPath}?`), location);
    assert.ok(await isSignedIn());
    await assertSentTo(await browser.get(location), `${uri}?state=${state}`);
  });

  it("D25: without an ID token of the session that only leads to the question", async () => {
    const posted = await browser.post(logoutPath, { client_id: client.id, state }, fromClient);
    assert.equal(posted.status, 303);
    await assertAsks(await browser.get(posted.headers.location ?? ""));
  });

  it("D25: the answer to the service's own page is refused from another site, with any form", async () => {
    const { fields } = findForm((await browser.get(logoutPath)).body);
    fields.set("id_token_hint", idToken);
    const { cookie: _, ...withCookies } = fromClient;
    assertOwnErrorPage(await browser.post(logoutPath, fields, withCookies), 403);
    assert.ok(await isSignedIn());
  });

  it("characters that no URL can hold arrive as they were", async () => {
    const body = `id_token_hint=${idToken}&post_logout_redirect_uri=${encodeURIComponent(uri)}&state=ü#\r\n"`;
    const posted = await browser.send({
      method: "POST",
      target: logoutPath,
      headers: { "content-type": "application/x-www-form-urlencoded", ...fromClient },
      body,
    });
    assert.equal(posted.status, 303);
    const sentTo = `${uri}?state=${encodeURIComponent('ü#\r\n"')}`;
    await assertSentTo(await browser.get(posted.headers.location ?? ""), sentTo);
  });
});

describe("requests to sign out that cannot be read", () => {
  for (const [what, query] of [
    ["a repeated parameter", "state=a&state=b"],
    ["broken percent-encoding", "state=%ff"],
    ["a state that is too long", `state=${"s".repeat(4_097)}`],
    ["too many parameters", "a=b&".repeat(70)],
  ] as const)
    it(`${what}: our own error page, and nothing happens`, async () => {
      const answer = await browser.get(`${logoutPath}?id_token_hint=${idToken}&${query}`);
      assertOwnErrorPage(answer);
      assert.ok(await isSignedIn());
    });

  it("more than 12 KB is refused unread", async () => {
    assertOwnErrorPage(await browser.get(`${logoutPath}?state=${"s".repeat(13_000)}`), 414);
    assertOwnErrorPage(await browser.post(logoutPath, { state: "s".repeat(13_000) }), 413);
  });

  it("why nobody is sent back stands on the page of a developer, and in the log", async () => {
    const before = service.log.length;
    const page = await logout({ id_token_hint: idToken, post_logout_redirect_uri: "https://evil.test/" });
    assert.match(page.body, /The post_logout_redirect_uri is not registered for this client/);
    assert.match(page.body, /sign-out request was not valid/);
    const line = service.log.slice(before).find(({ message }) => message === "post-logout-redirect-refused");
    assert.deepEqual(
      [line?.fields.reason, line?.fields.clientId],
      ["post-logout-redirect-uri-not-registered", client.id],
    );
    await using production = await startInProcess({ LATCHKEY_BASE_URL: "https://id.example" });
    const stranger = new FormClient(production.url);
    const shown = await stranger.get(`${logoutPath}?post_logout_redirect_uri=https://evil.test/`);
    assert.match(shown.body, /You are signed out/);
    assert.match(shown.body, /sign-out request was not valid/);
    assert.doesNotMatch(shown.body, /post_logout_redirect_uri/);
    stranger.close();
  });

  it("a person who comes alone, or an application whose request is in order, reads nothing about a request", async () => {
    assert.doesNotMatch((await browser.get(logoutPath)).body, /sign-out request was not valid/);
    assert.doesNotMatch((await logout({ id_token_hint: idToken })).body, /sign-out request was not valid/);
  });

  it("the developer sees what came, what is registered, where they differ, and the command that repairs it", async () => {
    const bad = "https://app.example/signed-out/";
    const fields = { id_token_hint: idToken, post_logout_redirect_uri: bad };
    const asked = await logout(fields);
    for (const page of [asked, await browser.submit(asked, {})]) {
      assert.match(page.body, /They differ only in the trailing slash/);
      assert.ok(page.body.includes(`<code>client_id</code></dt><dd>${client.id}`));
      assert.match(page.body, /<code>id_token_hint<\/code><\/dt><dd>\d+_characters/);
      assert.ok(!page.body.replace(/ action="[^"]*"/, "").includes(idToken));
      const command = textOf(/<code id="command">(.*?)<\/code>/s.exec(page.body)?.[1] ?? "");
      const uris = [uri, uriWithQuery, appUri, bad].map((each) => `--post-logout-redirect-uri '${each}'`);
      assert.ok(command.endsWith(`client update ${client.id} ${uris.join(" ")}`), command);
    }
    const line = service.log.findLast(({ message }) => message === "post-logout-redirect-refused");
    assert.deepEqual([line?.fields.received, line?.fields.nearest], [bad, uri]);
  });

  it("each other mistake has its repair, and a URI that cannot be registered says so", async () => {
    for (const [fields, expected] of [
      [{ post_logout_redirect_uri: uri }, /Send the ID token of the sign-in as id_token_hint/],
      [{ id_token_hint: "x" }, /exactly as it came/],
      [{ id_token_hint: idToken, client_id: "lkcOther" }, /leave client_id out/],
      [{ client_id: "lkcOther", post_logout_redirect_uri: uri }, /client<\/span> <span class="word">list/],
      [{ id_token_hint: idToken, post_logout_redirect_uri: "http://a.example/" }, /cannot be registered/],
    ] as const)
      assert.match((await logout(fields)).body, expected);
  });
});

describe("the page that asks names where signing out leads", () => {
  it("the client, and the host of the address that it registered", async () => {
    const page = await logout({ client_id: client.id, post_logout_redirect_uri });
    assert.match(page.body, /After you sign out, you go back to <strong><bdi>[^<]+<\/bdi><\/strong>\./);
    assert.match(page.body, /<p class="host"><bdi>app\.example<\/bdi><\/p>/);
    assert.doesNotMatch((await browser.get(logoutPath)).body, /you go back/);
  });
});

describe("a logout that the client's server calls with id_token_hint and without a cookie", () => {
  let server: FormClient;
  let allowed: TestClient;
  before(async () => {
    server = new FormClient(service.url);
    const metadata = openid({ postLogoutRedirectUris: [uri], mayEndSessions: true });
    allowed = await service.addClient({ metadata });
  });
  after(() => server.close());
  const post = (fields: Fields) =>
    server.send({
      method: "POST",
      target: logoutPath,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields).toString(),
    });

  it("ends the session that the hint names, if the client may", async () => {
    const { id_token: hint } = await tokensFor(browser, allowed);
    const answer = await logout({ id_token_hint: hint }, server);
    assert.equal(answer.status, 200);
    await assertSignedOut();
    const line = service.log.findLast(({ message }) => message === "signed-out");
    assert.equal(line?.fields.clientId, allowed.id);
    // The session is over, which is what was asked for.
    assert.equal((await logout({ id_token_hint: hint }, server)).status, 200);
  });

  it("by POST too, without a redirect that a server might not follow", async () => {
    const { id_token: hint } = await tokensFor(browser, allowed);
    assert.equal((await post({ id_token_hint: hint })).status, 200);
    await assertSignedOut();
  });

  it("HEAD ends nothing", async () => {
    const { id_token: hint } = await tokensFor(browser, allowed);
    await server.send({ method: "HEAD", target: `${logoutPath}?id_token_hint=${hint}` });
    assert.ok(await isSignedIn());
  });

  it("a client without that right is told what to do, and the session lives", async () => {
    for (const answer of [
      await logout({ id_token_hint: idToken }, server),
      await post({ id_token_hint: idToken }),
    ]) {
      assert.equal(answer.status, 403);
      const { error, error_description } = JSON.parse(answer.body);
      assert.equal(error, "unauthorized_client");
      assert.ok(error_description.endsWith(`latchkey client update ${client.id} --may-end-sessions`));
    }
    assert.ok(await isSignedIn());
    const line = service.log.findLast(({ message }) => message === "server-logout-refused");
    assert.deepEqual(
      [line?.fields.reason, line?.fields.clientId],
      ["session-not-of-this-browser", client.id],
    );
  });

  it("a hint that is none, or of another client, is an error and no page that looks like success", async () => {
    for (const fields of [
      { id_token_hint: "x" },
      { id_token_hint: await foreign() },
      { id_token_hint: idToken, client_id: allowed.id },
    ] as const) {
      const answer = await logout(fields, server);
      assert.deepEqual([answer.status, JSON.parse(answer.body).error], [400, "invalid_request"]);
    }
    assert.ok(await isSignedIn());
  });

  it("a client that is disabled ends nothing", async () => {
    const gone = await service.addClient({ metadata: openid({ mayEndSessions: true }) });
    const { id_token: hint } = await tokensFor(browser, gone);
    await service.ports.clients.update({ ...gone.client, isDisabled: true });
    await logout({ id_token_hint: hint }, server);
    assert.ok(await isSignedIn());
  });

  it("a browser in which nobody is signed in reads our page, and the session elsewhere lives", async () => {
    const accept = { accept: "text/html", "sec-fetch-mode": "navigate" };
    const answer = await server.get(`${logoutPath}?id_token_hint=${idToken}`, accept);
    assert.match(answer.body, /You are signed out/);
    assert.ok(await isSignedIn());
  });
});

function textOf(markup: string): string {
  return markup
    .replace(/<[^>]*>/g, "")
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}

describe("sign-out by a client of a browser with several accounts", () => {
  /** Bob's account beside Ada's, whose ID token is `idToken`. Bob is active. */
  async function addBob(): Promise<void> {
    const page = await browser.get(useAnotherOf(client));
    codeAt(await submitAs(browser, page, bob), client);
  }
  const silent = async (login_hint: string) =>
    (await browser.get(openidRequest(client, { prompt: "none", login_hint }))).headers.location ?? "";

  it("RP-Initiated Logout §2: an ID token ends its own session, and the active one stays", async () => {
    await addBob();
    const answer = await logout({ id_token_hint: idToken, post_logout_redirect_uri: uri });
    assert.equal(answer.headers.location, uri);
    assert.doesNotMatch(String(answer.headers["set-cookie"]), /latchkey-session=/);
    assert.match(String(answer.headers["set-cookie"]), /latchkey-accounts=; Max-Age=0/);
    assert.match(await silent("bob"), /code=/);
    assert.match((await browser.get("/account")).body, /<bdi>bob<\/bdi>/);
  });

  it("an ID token of the active session ends that session, and no other account takes its place", async () => {
    await addBob();
    const { id_token } = await tokensFor(browser, client);
    const answer = await logout({ id_token_hint: id_token, post_logout_redirect_uri: uri });
    assert.equal(answer.headers.location, uri);
    assert.match(String(answer.headers["set-cookie"]), /latchkey-session=; Max-Age=0/);
    const next = await browser.get(openidRequest(client, { prompt: "none" }));
    assert.match(next.headers.location ?? "", /error=account_selection_required/);
    assert.match((await browser.get(openidRequest(client))).body, /Choose an account/);
  });

  it("without an ID token the page asks about the active account", async () => {
    await addBob();
    const asked = await logout({ client_id: client.id });
    assert.match(asked.body, /<bdi>bob<\/bdi>/);
    assert.match(asked.body, /Sign out of all accounts/);
  });
});
