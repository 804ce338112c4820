import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { decodeJwt } from "jose";
import { changeClient } from "../../src/flows/operator/client.ts";
import { purposesInUse, rotateKeys } from "../../src/flows/operator/key.ts";
import { everyRight } from "../../src/flows/operator/rights.ts";
import type { ClientMetadata } from "../../src/protocol/client/client.ts";
import type { ClientId } from "../../src/values/ids.ts";
import { FormClient } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { startLogoutReceiver } from "../support/logout-receiver.ts";
import { ada, codeAt } from "./journey.ts";
import {
  adasBrowser,
  credentialsOf,
  endpoints,
  openid,
  openidRequest,
  post,
  refresh,
  type Tokens,
  tokensFor,
  tokensIn,
} from "./support/openid.ts";

const afterwards = "https://app.example/signed-out";

let service: InProcessService;
let accountId: string;
let notes: TestClient;
let browser: FormClient;

before(async () => {
  service = await startInProcess();
  accountId = await service.addAccount(ada.username, ada.password, { email: "ada@example.org" });
  notes = await pairwise("notes.example");
  browser = await adasBrowser(service, notes);
});
after(async () => {
  browser.close();
  await service[Symbol.asyncDispose]();
});

function pairwise(host: string, more: Partial<ClientMetadata> = {}): Promise<TestClient> {
  return service.addClient({
    redirectUris: [`https://${host}/cb`],
    metadata: openid({ isPairwise: true, ...more }),
  });
}

async function userinfo(token: string): Promise<Record<string, unknown>> {
  const server = new FormClient(service.url);
  const answer = await server.get(endpoints.userinfo, { authorization: `Bearer ${token}` });
  server.close();
  assert.equal(answer.status, 200, answer.body);
  return JSON.parse(answer.body);
}

async function introspected(client: TestClient, token: string): Promise<Record<string, unknown>> {
  const fields = { ...credentialsOf(client), token };
  return JSON.parse((await post(service.url, endpoints.introspection, fields)).body);
}

const subjectOf = ({ id_token }: Tokens) => String(decodeJwt(id_token).sub);

test("OpenID Connect Core §8.1: clients of one sector know a person by the same sub, those of another by another, and none by the account id", async () => {
  const subjects = [];
  for (const client of [
    notes,
    await pairwise("notes.example"),
    await pairwise("photos.example"),
    await pairwise("photos.example", { sector: "notes.example" }),
  ])
    subjects.push(subjectOf(await tokensFor(browser, client)));
  const [own, sibling, other, sharing] = subjects;
  assert.match(own ?? "", /^[A-Za-z0-9_-]{43}$/);
  assert.deepEqual([sibling, sharing], [own, own]);
  assert.notEqual(other, own);
  const known = await service.addClient({ metadata: openid() });
  assert.equal(subjectOf(await tokensFor(browser, known)), accountId);
});

test("OpenID Connect Core §8.1: two people have two subjects at one client", async () => {
  const grace = { username: "grace", password: "another long passphrase" };
  await service.addAccount(grace.username, grace.password);
  const other = new FormClient(service.url);
  codeAt(await other.signIn(openidRequest(notes), grace), notes);
  assert.notEqual(subjectOf(await tokensFor(other, notes)), subjectOf(await tokensFor(browser, notes)));
  other.close();
});

test("ID token, refresh, userinfo and introspection of both tokens agree, and none of them says the account id or an unasked name", async () => {
  const tokens = await tokensFor(browser, notes);
  const sub = subjectOf(tokens);
  const refreshed = tokensIn(await refresh(service.url, notes, tokens.refresh_token));
  assert.equal(subjectOf(refreshed), sub);
  assert.deepEqual(await userinfo(tokens.access_token), { sub, id: sub });
  for (const token of [refreshed.access_token, refreshed.refresh_token]) {
    const facts = await introspected(notes, token);
    assert.deepEqual([facts.active, facts.sub, facts.username], [true, sub, undefined]);
  }
  const seen = [decodeJwt(tokens.id_token), await introspected(notes, tokens.access_token)];
  assert.ok(!JSON.stringify(seen).includes(accountId));
});

test("with the scope profile the username comes, as everybody gets it", async () => {
  const tokens = await tokensFor(browser, notes, { scope: "openid profile" });
  assert.equal((await userinfo(tokens.access_token)).preferred_username, ada.username);
  assert.equal((await introspected(notes, tokens.access_token)).username, ada.username);
});

test("an API that introspects hears the subject that it knows the person by, not that of the application", async () => {
  const api = "https://api.example/";
  const client = await pairwise("shop.example", { resources: [api] });
  const tokens = await tokensFor(browser, client, { resource: api });
  const open = await service.addClient({ metadata: openid({ audience: api }) });
  const closed = await pairwise("api.example", { audience: api });
  assert.equal((await introspected(open, tokens.access_token)).sub, accountId);
  const own = subjectOf(await tokensFor(browser, closed));
  assert.equal((await introspected(closed, tokens.access_token)).sub, own);
  assert.notEqual(own, subjectOf(tokens));
});

test("a client that knew people by account ids hears of a token of before only the new subject", async () => {
  const client = await service.addClient({ redirectUris: ["https://notes.example/cb"] });
  const code = codeAt(await browser.get(`${openidRequest(client)}`), client);
  const exchanged = await post(service.url, endpoints.token, {
    ...credentialsOf(client),
    grant_type: "authorization_code",
    code,
    redirect_uri: client.redirectUri,
  });
  const { access_token } = tokensIn(exchanged);
  assert.deepEqual(await userinfo(access_token), { sub: accountId, id: accountId });
  const registry = {
    ...service.ports,
    clock: service.clock,
    random: { bytes: () => new Uint8Array(), alphanumeric: () => "" },
  };
  const changed = await changeClient(
    registry,
    client.id as ClientId,
    {
      metadata: { isOpenid: true, isPairwise: true },
    },
    { by: everyRight },
  );
  assert.ok(changed.ok);
  const sub = subjectOf(await tokensFor(browser, notes));
  assert.deepEqual(await userinfo(access_token), { sub, id: sub });
});

test("OpenID Connect Core §3.1.2.1, §5.5.1: a hint or a sub that the client asks for means the pairwise subject", async () => {
  const tokens = await tokensFor(browser, notes);
  const silent = (more: Record<string, string>) =>
    browser.get(openidRequest(notes, { prompt: "none", ...more }));
  const claimsOf = (value: string) => JSON.stringify({ id_token: { sub: { value } } });
  for (const meant of [{ id_token_hint: tokens.id_token }, { claims: claimsOf(subjectOf(tokens)) }])
    codeAt(await silent(meant), notes);
  const elsewhere = await tokensFor(browser, await pairwise("photos.example"));
  for (const [title, other] of [
    ["the account id", { claims: claimsOf(accountId) }],
    ["the subject of another sector", { claims: claimsOf(subjectOf(elsewhere)) }],
    ["an ID token of another client", { id_token_hint: elsewhere.id_token }],
  ] as const) {
    const { location = "" } = (await silent(other)).headers;
    assert.equal(new URL(location).searchParams.get("error"), "login_required", title);
  }
});

test("OpenID Connect RP-Initiated Logout §2: the ID token of a pairwise client signs out in the browser, and from its server where it may", async () => {
  for (const isFromServer of [false, true]) {
    const client = await pairwise("leave.example", {
      postLogoutRedirectUris: [afterwards],
      mayEndSessions: true,
    });
    const visitor = await adasBrowser(service, client);
    const { id_token, access_token } = await tokensFor(visitor, client);
    await userinfo(access_token);
    const query = new URLSearchParams({ id_token_hint: id_token, post_logout_redirect_uri: afterwards });
    const asker = isFromServer ? new FormClient(service.url) : visitor;
    const answer = await asker.get(`${endpoints.logout}?${query}`);
    assert.equal(answer.headers.location, afterwards);
    const { location = "" } = (await visitor.get(openidRequest(client, { prompt: "none" }))).headers;
    assert.equal(new URL(location).searchParams.get("error"), "login_required");
    asker.close();
    visitor.close();
  }
});

test("OpenID Connect Back-Channel Logout §2.4: the logout token names the pairwise subject", async () => {
  await using receiver = await startLogoutReceiver();
  const client = await pairwise("told.example", {
    backchannelLogoutUri: receiver.url,
    postLogoutRedirectUris: [afterwards],
  });
  const visitor = await adasBrowser(service, client);
  const tokens = await tokensFor(visitor, client);
  const query = new URLSearchParams({ id_token_hint: tokens.id_token, post_logout_redirect_uri: afterwards });
  await visitor.get(`${endpoints.logout}?${query}`);
  await receiver.arrived(1);
  const logoutToken = receiver.received[0]?.form.get("logout_token") ?? "";
  assert.equal(decodeJwt(logoutToken).sub, subjectOf(tokens));
  visitor.close();
});

test("the subject outlives the rotation of every key that rotates", async () => {
  const before = subjectOf(await tokensFor(browser, notes));
  const { keyring } = service;
  await rotateKeys(keyring, {
    purposes: purposesInUse(keyring),
    discardsOlder: false,
    now: service.clock.now(),
    audit: service.ports.audit,
  });
  assert.equal(subjectOf(await tokensFor(browser, notes)), before);
});
