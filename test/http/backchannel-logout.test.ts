import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { createLocalJWKSet, decodeJwt, type JWTPayload, jwtVerify } from "jose";
import type { ClientMetadata } from "../../src/protocol/client.ts";
import { FormClient } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { ada, errorAt, logoutPath } from "./journey.ts";
import { assertCleanLog } from "./support/ground-rules.ts";
import { type LogoutReceiver, startLogoutReceiver } from "./support/logout-receiver.ts";
import { adasBrowser, openid, openidRequest, tokensFor } from "./support/openid.ts";

const logoutEvent = "http://schemas.openid.net/event/backchannel-logout";
const uri = "https://app.example/signed-out";

let service: InProcessService;
/** Where Ada signs in; it hears of nothing. */
let quiet: TestClient;
let browser: FormClient;

before(async () => {
  service = await startInProcess();
  await service.addAccount(ada.username, ada.password);
  quiet = await service.addClient({ metadata: openid() });
});
after(async () => {
  browser.close();
  assertCleanLog(service.log, [ada.password, quiet.secret]);
  await service[Symbol.asyncDispose]();
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
      backchannelLogoutUri: receiver.uri,
      postLogoutRedirectUris: [uri],
      ...metadata,
    }),
  });
  return {
    ...client,
    [Symbol.asyncDispose]: async () => {
      await service.ports.clients.remove(client.client.id);
    },
  };
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
  assert.equal(protectedHeader.alg, client.client.metadata?.idTokenAlgorithm);
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
    await using client = await listener(receiver, { idTokenAlgorithm: "ES256" });
    await signOut();
    await verified(receiver.received[0]?.form.get("logout_token") ?? null, client);
  });

  it("it is no ID token: as a hint it signs nobody out", async () => {
    await using receiver = await startLogoutReceiver();
    await using _client = await listener(receiver);
    await signOut();
    const logoutToken = receiver.received[0]?.form.get("logout_token") ?? "";
    await browser.signIn(openidRequest(quiet), ada);
    const asked = await browser.get(`${logoutPath}?${new URLSearchParams({ id_token_hint: logoutToken })}`);
    assert.match(asked.body, /<h1>Sign out\?<\/h1>/);
  });
});

describe("who hears of it", () => {
  it("every client that registered for it, each with a token of its own, and nobody else", async () => {
    await using one = await startLogoutReceiver();
    await using two = await startLogoutReceiver();
    await using disabled = await startLogoutReceiver();
    await using plain = await startLogoutReceiver();
    await using first = await listener(one);
    await using second = await listener(two);
    await using third = await listener(disabled);
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

  it("a third party only hears of people who allowed it something", async () => {
    await using receiver = await startLogoutReceiver();
    await using client = await listener(receiver, { isThirdParty: true });
    await signOut();
    assert.equal(receiver.received.length, 0);
    await browser.signIn(openidRequest(quiet), ada);
    await allow(client);
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
    await using client = await listener(receiver);
    await signOut();
    assert.equal(receiver.received.length, 1);
    assert.deepEqual(problems().at(-1), [client.id, "refused", 400]);
  });

  it("a redirect is not followed: the token goes to the registered address only", async () => {
    await using elsewhere = await startLogoutReceiver();
    await using receiver = await startLogoutReceiver((response) =>
      response.writeHead(307, { location: elsewhere.uri }).end(),
    );
    await using client = await listener(receiver);
    await signOut();
    assert.equal(elsewhere.received.length, 0);
    assert.deepEqual(problems().at(-1), [client.id, "refused", 307]);
  });

  it("one that is unavailable for a moment is asked again", async () => {
    await using receiver = await startLogoutReceiver((response, count) =>
      response.writeHead(count === 1 ? 503 : 200).end(),
    );
    await using _client = await listener(receiver);
    const before = problems().length;
    await signOut();
    assert.equal(receiver.received.length, 2);
    assert.equal(problems().length, before);
  });

  it("an address that is neither https nor on this computer is never called", async () => {
    await using receiver = await startLogoutReceiver();
    await using client = await listener(receiver, { backchannelLogoutUri: "http://client.example/logout" });
    await signOut();
    assert.deepEqual(problems().at(-1), [client.id, "address-not-allowed", undefined]);
  });

  it("one silent client keeps no other from hearing, and nobody signed in", async () => {
    const { promise: checked, resolve: endSilence } = Promise.withResolvers<void>();
    await using silent = await startLogoutReceiver((response) => {
      checked.then(() => response.writeHead(200).end());
    });
    await using receiver = await startLogoutReceiver();
    await using _first = await listener(silent);
    await using _second = await listener(receiver);
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
