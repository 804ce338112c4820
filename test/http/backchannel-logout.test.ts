import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, beforeEach, describe, it } from "node:test";
import { createLocalJWKSet, decodeJwt, type JWTPayload, jwtVerify } from "jose";
import type { ClientMetadata } from "../../src/protocol/client/client.ts";
import { FormClient } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { type LogoutReceiver, startLogoutReceiver } from "../support/logout-receiver.ts";
import { ada, errorAt, logoutPath } from "./journey.ts";
import { assertCleanLog } from "./support/ground-rules.ts";
import { adasBrowser, openid, openidRequest, refresh, tokensFor, tokensIn } from "./support/openid.ts";

const logoutEvent = "http://schemas.openid.net/event/backchannel-logout";
const uri = "https://app.example/signed-out";

let service: InProcessService;
/** The client at which Ada signs in; it is told of no logout. */
let quiet: TestClient;
let browser: FormClient;

let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "latchkey-backchannel-"));
  service = await startInProcess({ LATCHKEY_DATA_DIR: folder });
  await service.addAccount(ada.username, ada.password);
  quiet = await service.addClient({ metadata: openid() });
});
after(async () => {
  browser.close();
  assertCleanLog(service.log, [ada.password, quiet.secret]);
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  service.clock.advance(3_600);
  browser?.close();
  browser = await adasBrowser(service, quiet);
});

/** A client that hears of logouts at this receiver, until the test ends. */
async function listener(
  receiver: LogoutReceiver,
  metadata: Partial<ClientMetadata> = {},
): Promise<TestClient & AsyncDisposable> {
  const client = await service.addClient({
    metadata: openid({
      backchannelLogoutUri: receiver.url,
      postLogoutRedirectUris: [uri],
      ...metadata,
    }),
  });
  return {
    ...client,
    [Symbol.asyncDispose]: async () => {
      const registered = await service.ports.clients.find(client.client.id);
      assert.ok(registered && (await service.ports.clients.remove(registered)).ok);
    },
  };
}

/** The same, where Ada has signed in to it in the session of her browser. */
async function participant(...given: Parameters<typeof listener>): ReturnType<typeof listener> {
  const client = await listener(...given);
  await tokensFor(browser, client);
  return client;
}

async function signOut(): Promise<void> {
  const done = await browser.submit(await browser.get(logoutPath), {});
  assert.match(done.body, /You are signed out/);
}

/** Verifies a logout token as a relying party does (OpenID Connect Back-Channel Logout §2.6). */
async function verified(logoutToken: string | null, client: TestClient): Promise<JWTPayload> {
  const { keys } = JSON.parse((await browser.get("/.well-known/jwks.json")).body);
  const { payload, protectedHeader } = await jwtVerify(logoutToken ?? "", createLocalJWKSet({ keys }), {
    issuer: service.service.issuer,
    audience: client.id,
    typ: "logout+jwt",
    currentDate: new Date(service.clock.now()),
  });
  assert.equal(protectedHeader.alg, client.client.metadata.idTokenAlgorithm);
  return payload;
}

function problems(): readonly unknown[] {
  return service.log
    .filter(({ message }) => message === "logout-not-delivered")
    .map(({ fields: { clientId, reason, status } }) => [clientId, reason, status]);
}

describe("the modules of the OpenID Foundation", () => {
  it("oidcc-backchannel-rp-initiated-logout-discovery-endpoint-verification: all three members are there", async () => {
    const { body } = await browser.get("/.well-known/openid-configuration");
    const metadata = JSON.parse(body);
    assert.equal(metadata.backchannel_logout_supported, true);
    assert.equal(metadata.backchannel_logout_session_supported, true);
    assert.equal(metadata.end_session_endpoint, `${service.service.issuer}${logoutPath}`);
  });

  it("oidcc-backchannel-rp-initiated-logout: the signed logout token arrives before the redirect, then prompt=none fails", async () => {
    await using receiver = await startLogoutReceiver();
    await using client = await listener(receiver);
    const { id_token: idToken } = await tokensFor(browser, client);
    const { sid, sub } = decodeJwt(idToken);
    const query = new URLSearchParams({ id_token_hint: idToken, post_logout_redirect_uri: uri });
    const { headers } = await browser.get(`${logoutPath}?${query}`);
    assert.equal(headers.location, uri);

    const [request, ...more] = receiver.received;
    assert.ok(request !== undefined && more.length === 0);
    assert.deepEqual([request.method, request.contentType], ["POST", "application/x-www-form-urlencoded"]);
    assert.deepEqual([...request.form.keys()], ["logout_token"]);
    const token = await verified(request.form.get("logout_token"), client);
    assert.deepEqual([token.sid, token.sub], [sid, sub]);
    const silent = await browser.get(openidRequest(client, { prompt: "none" }));
    assert.equal(errorAt(silent, client), "login_required");
  });
});

describe("who hears of it", () => {
  it("§2.3: the clients that the session signed in to, each once, and no other client of the operator", async () => {
    await using receiver = await startLogoutReceiver();
    await using other = await startLogoutReceiver();
    await using client = await listener(receiver);
    await using stranger = await listener(other);
    await tokensFor(browser, client);
    await tokensFor(browser, client);
    const elsewhere = await adasBrowser(service, quiet);
    await tokensFor(elsewhere, stranger);
    await signOut();
    assert.equal(receiver.received.length, 1);
    await verified(receiver.received[0]?.form.get("logout_token") ?? null, client);
    assert.equal(other.received.length, 0);
    elsewhere.close();
  });

  it("§2.3: a client that got its address later hears once it refreshed in that session", async () => {
    await using receiver = await startLogoutReceiver();
    await using client = await listener(receiver, { backchannelLogoutUri: undefined as never });
    const tokens = await tokensFor(browser, client);
    await service.ports.clients.update({
      ...client.client,
      metadata: openid({ backchannelLogoutUri: receiver.url }),
    });
    assert.equal((await refresh(service.url, client, tokens.refresh_token)).status, 200);
    await signOut();
    assert.equal(receiver.received.length, 1);
  });

  it("a session that a node of 0.1.0 began names no clients, so every client of the operator is told", async () => {
    await using receiver = await startLogoutReceiver();
    await using own = await listener(receiver);
    await using other = await startLogoutReceiver();
    await using _ofOthers = await listener(other, { isThirdParty: true });
    const database = new DatabaseSync(join(folder, "latchkey.db"), { timeout: 5_000 });
    database.exec("UPDATE sessions SET notes_clients = 0");
    database.close();
    await signOut();
    await verified(receiver.received[0]?.form.get("logout_token") ?? null, own);
    assert.deepEqual([receiver.received.length, other.received.length], [1, 0]);
  });

  it("signing in again in the same session forgets nobody", async () => {
    await using receiver = await startLogoutReceiver();
    await using client = await listener(receiver);
    await tokensFor(browser, client);
    const again = await browser.get(openidRequest(quiet, { prompt: "login" }));
    await browser.submit(again, { ...ada });
    await signOut();
    assert.equal(receiver.received.length, 1);
  });
});

describe("sid (§2.1)", () => {
  const sidIn = (idToken: string) => decodeJwt(idToken).sid;

  it("with offline_access a refresh names the session while it lives, and none once it is over", async () => {
    const client = await service.addClient({ metadata: openid({ postLogoutRedirectUris: [uri] }) });
    const first = await tokensFor(browser, client, { scope: "openid offline_access" });
    const second = tokensIn(await refresh(service.url, client, first.refresh_token));
    assert.equal(sidIn(second.id_token), sidIn(first.id_token));
    assert.match(String(sidIn(first.id_token)), /^[0-9a-f]{32}$/);
    // As a hint it ends this session without a question.
    const query = new URLSearchParams({ id_token_hint: second.id_token, post_logout_redirect_uri: uri });
    assert.equal((await browser.get(`${logoutPath}?${query}`)).headers.location, uri);
    const third = tokensIn(await refresh(service.url, client, second.refresh_token));
    assert.equal(sidIn(third.id_token), undefined);
    // It is still a hint: the person is asked, and then sent back.
    const next = await adasBrowser(service, client);
    const late = new URLSearchParams({ id_token_hint: third.id_token, post_logout_redirect_uri: uri });
    const page = await next.get(`${logoutPath}?${late}`);
    assert.match(page.body, /id="sign-out"/);
    assert.equal((await next.submit(page, {})).headers.location, uri);
    next.close();
  });
});

describe("logout token", () => {
  it("§2.4: it says what it must, and never a nonce", async () => {
    await using receiver = await startLogoutReceiver();
    await using client = await listener(receiver);
    await tokensFor(browser, client, { nonce: "n-1" });
    const now = service.clock.now() / 1000;
    await signOut();
    const token = await verified(receiver.received[0]?.form.get("logout_token") ?? null, client);
    const { iss, aud, sub, sid, jti, ...rest } = token;
    assert.deepEqual([iss, aud], [service.service.issuer, client.id]);
    assert.match(String(sub), /^lku/);
    assert.match(String(sid), /^[0-9a-f]{32}$/);
    assert.match(String(jti), /^[A-Za-z0-9_-]{22}$/);
    assert.deepEqual(rest, { iat: now, exp: now + 120, events: { [logoutEvent]: {} } });
  });

  it("§2.6: it is signed as the client's ID tokens are", async () => {
    await using receiver = await startLogoutReceiver();
    await using client = await participant(receiver, { idTokenAlgorithm: "ES256" });
    await signOut();
    await verified(receiver.received[0]?.form.get("logout_token") ?? null, client);
  });

  it("it is no ID token: as a hint it signs nobody out", async () => {
    await using receiver = await startLogoutReceiver();
    await using _client = await participant(receiver);
    await signOut();
    const logoutToken = receiver.received[0]?.form.get("logout_token") ?? "";
    await browser.signIn(openidRequest(quiet), ada);
    const asked = await browser.get(`${logoutPath}?${new URLSearchParams({ id_token_hint: logoutToken })}`);
    assert.match(asked.body, /<h1>Sign out\?<\/h1>/);
  });
});

describe("who hears of it", () => {
  it("every client that took part and registered for it, each with a token of its own, and nobody else", async () => {
    await using one = await startLogoutReceiver();
    await using two = await startLogoutReceiver();
    await using disabled = await startLogoutReceiver();
    await using plain = await startLogoutReceiver();
    await using first = await participant(one);
    await using second = await participant(two);
    await using third = await participant(disabled);
    await using _fourth = await listener(plain, { isOpenid: false });
    await service.ports.clients.update({ ...third.client, isDisabled: true });
    await signOut();
    assert.deepEqual(
      [one, two, disabled, plain].map(({ received }) => received.length),
      [1, 1, 0, 0],
    );
    const tokens = [
      await verified(one.received[0]?.form.get("logout_token") ?? null, first),
      await verified(two.received[0]?.form.get("logout_token") ?? null, second),
    ];
    assert.notEqual(tokens[0]?.jti, tokens[1]?.jti);
  });

  it("a third party hears only of sessions that it took part in", async () => {
    await using receiver = await startLogoutReceiver();
    await using client = await listener(receiver, { isThirdParty: true });
    await signOut();
    assert.equal(receiver.received.length, 0);
    await browser.signIn(openidRequest(quiet), ada);
    await allow(client);
    await tokensFor(browser, client);
    await signOut();
    assert.equal(receiver.received.length, 1);
  });

  it("only when somebody signs out: asking, staying and a session that is gone already tell nobody", async () => {
    await using receiver = await startLogoutReceiver();
    await using client = await listener(receiver);
    const { id_token: idToken } = await tokensFor(browser, client);
    const page = await browser.get(logoutPath);
    assert.equal(receiver.received.length, 0);
    await browser.submit(page, {});
    await browser.submit(page, {});
    await browser.get(`${logoutPath}?${new URLSearchParams({ id_token_hint: idToken })}`);
    assert.equal(receiver.received.length, 1);
  });
});

describe("clients that do not answer", () => {
  it("a client that refuses is asked once, the person is signed out all the same, and the log says so", async () => {
    await using receiver = await startLogoutReceiver((response) => response.writeHead(400).end("{}"));
    await using client = await participant(receiver);
    await signOut();
    assert.equal(receiver.received.length, 1);
    assert.deepEqual(problems().at(-1), [client.id, "refused", 400]);
  });

  it("a redirect is not followed: the token goes to the registered address only", async () => {
    await using elsewhere = await startLogoutReceiver();
    await using receiver = await startLogoutReceiver((response) =>
      response.writeHead(307, { location: elsewhere.url }).end(),
    );
    await using client = await participant(receiver);
    await signOut();
    assert.equal(elsewhere.received.length, 0);
    assert.deepEqual(problems().at(-1), [client.id, "refused", 307]);
  });

  it("one that is unavailable for a moment is asked again", async () => {
    await using receiver = await startLogoutReceiver((response, count) =>
      response.writeHead(count === 1 ? 503 : 200).end(),
    );
    await using _client = await participant(receiver);
    const before = problems().length;
    await signOut();
    assert.equal(receiver.received.length, 2);
    assert.equal(problems().length, before);
  });

  it("an address that is neither https nor on this computer is never called", async () => {
    await using receiver = await startLogoutReceiver();
    await using client = await participant(receiver, {
      backchannelLogoutUri: "http://client.example/logout",
    });
    await signOut();
    assert.deepEqual(problems().at(-1), [client.id, "address-not-allowed", undefined]);
  });

  it("I15: the address of an operator without admins:write is called at public addresses alone", async () => {
    await using deployed = await startInProcess({ LATCHKEY_BASE_URL: "https://id.example" });
    await deployed.addAccount(ada.username, ada.password);
    await using inside = await startLogoutReceiver();
    const metadata = openid({ backchannelLogoutUri: inside.url });
    const trusted = await deployed.addClient({ metadata });
    const guarded = await deployed.addClient({ metadata: { ...metadata, isLogoutGuarded: true } });
    const own = await adasBrowser(deployed, trusted);
    for (const client of [trusted, guarded]) await tokensFor(own, client);
    await own.submit(await own.get(logoutPath), {});
    own.close();
    const told = inside.received.map(({ form }) => decodeJwt(form.get("logout_token") ?? "").aud);
    assert.deepEqual(told, [trusted.id]);
    const untold = deployed.log.filter(({ message }) => message === "logout-not-delivered");
    assert.deepEqual(
      untold.map(({ fields: { clientId, reason } }) => [clientId, reason]),
      [[guarded.id, "address-not-allowed"]],
    );
  });

  it("one silent client keeps no other from hearing, and nobody signed in", async () => {
    const { promise: checked, resolve: endSilence } = Promise.withResolvers<void>();
    await using silent = await startLogoutReceiver((response) => {
      checked.then(() => response.writeHead(200).end());
    });
    await using receiver = await startLogoutReceiver();
    await using _first = await participant(silent);
    await using _second = await participant(receiver);
    const stranger = new FormClient(service.url);
    const leaving = signOut();
    await Promise.all([silent.arrived(1), receiver.arrived(1)]);
    // The session has ended already, while the page still waits.
    const cookie = `latchkey-session=${browser.cookies.get("latchkey-session")}`;
    const silently = await stranger.get(openidRequest(quiet, { prompt: "none" }), { cookie });
    assert.equal(errorAt(silently, quiet), "login_required");
    endSilence();
    await leaving;
    stranger.close();
  });
});

/** Ada allows the client what it asks for. */
async function allow(client: TestClient): Promise<void> {
  const page = await browser.get(openidRequest(client));
  assert.match(page.body, /id="allow"/);
  const answer = await browser.submit(page, {});
  assert.ok(answer.headers.location?.startsWith(client.redirectUri), answer.body);
}
