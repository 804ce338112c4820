import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { decodeJwt } from "jose";
import type { AccountName } from "../../src/identity/account-name.ts";
import type { PasswordHash } from "../../src/identity/password.ts";
import type { ClientMetadata } from "../../src/protocol/client/client.ts";
import { accountIdOf, parseKeptSubject } from "../../src/values/ids.ts";
import { bcrypt, foreignPassword } from "../support/foreign-files.ts";
import { FormClient } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { startLogoutReceiver } from "../support/logout-receiver.ts";
import { codeAt } from "./journey.ts";
import {
  credentialsOf,
  endpoints,
  openid,
  openidRequest,
  post,
  refresh,
  tokensFor,
  tokensIn,
} from "./support/openid.ts";

const kept = "3f0e0c5c-9d43-4f3c-8a59-6f1c1f6f6c11";
const id = accountIdOf("2".repeat(20));
const afterwards = "https://app.example/signed-out";

let service: InProcessService;
let browser: FormClient;
let notes: TestClient;

before(async () => {
  service = await startInProcess();
  const now = service.clock.now();
  const subject = parseKeptSubject(kept);
  assert.ok(subject);
  await service.ports.accounts.create({
    id,
    subject,
    username: "ada" as AccountName,
    passwordHash: bcrypt as PasswordHash,
    epoch: 0,
    isDisabled: false,
    isAdmin: false,
    createdAt: now,
    updatedAt: now,
  });
  notes = await clientOf();
  browser = await signedIn(notes);
});
after(async () => {
  browser.close();
  await service[Symbol.asyncDispose]();
});

function clientOf(more: Partial<ClientMetadata> = {}): Promise<TestClient> {
  return service.addClient({ metadata: openid(more) });
}

async function signedIn(client: TestClient): Promise<FormClient> {
  const visitor = new FormClient(service.url);
  const person = { username: "ada", password: foreignPassword };
  codeAt(await visitor.signIn(openidRequest(client), person), client);
  return visitor;
}

async function introspected(client: TestClient, token: string): Promise<Record<string, unknown>> {
  return JSON.parse(
    (await post(service.url, endpoints.introspection, { ...credentialsOf(client), token })).body,
  );
}

test("OpenID Connect Core §2: ID tokens, refreshed ones, userinfo and introspection say the subject that the person keeps", async () => {
  const tokens = await tokensFor(browser, notes);
  const refreshed = tokensIn(await refresh(service.url, notes, tokens.refresh_token));
  for (const each of [tokens, refreshed]) assert.equal(decodeJwt(each.id_token).sub, kept);
  for (const token of [refreshed.access_token, refreshed.refresh_token])
    assert.equal((await introspected(notes, token)).sub, kept);
  const server = new FormClient(service.url);
  const answer = await server.get(endpoints.userinfo, { authorization: `Bearer ${refreshed.access_token}` });
  server.close();
  assert.equal(JSON.parse(answer.body).sub, kept);
});

test("RFC 9068 §2.2: JWT access tokens say it too, at the code and at the refresh", async () => {
  const { resource } = await service.addApi({
    resource: "https://orders.example",
    tokenFormat: "jwt",
    scopes: ["read"],
  });
  const client = await clientOf({ resources: [resource] });
  const tokens = await tokensFor(browser, client, { resource, scope: "openid read" });
  assert.equal(decodeJwt(tokens.access_token).sub, kept);
  const refreshed = tokensIn(await refresh(service.url, client, tokens.refresh_token));
  assert.equal(decodeJwt(refreshed.access_token).sub, kept);
});

test("OpenID Connect Core §3.1.2.1, §5.5.1: an ID token as a hint and a sub that is asked for find the person again; the account id does not", async () => {
  const { id_token } = await tokensFor(browser, notes);
  const silent = (more: Record<string, string>) =>
    browser.get(openidRequest(notes, { prompt: "none", ...more }));
  const claimsOf = (value: string) => JSON.stringify({ id_token: { sub: { value } } });
  for (const meant of [{ id_token_hint: id_token }, { claims: claimsOf(kept) }])
    codeAt(await silent(meant), notes);
  const { location = "" } = (await silent({ claims: claimsOf(id) })).headers;
  assert.equal(new URL(location).searchParams.get("error"), "login_required");
});

test("OpenID Connect Back-Channel Logout §2.4: the logout token says it, and the ID token signs its person out", async () => {
  await using receiver = await startLogoutReceiver();
  const client = await clientOf({ backchannelLogoutUri: receiver.url, postLogoutRedirectUris: [afterwards] });
  const visitor = await signedIn(client);
  const { id_token } = await tokensFor(visitor, client);
  const query = new URLSearchParams({ id_token_hint: id_token, post_logout_redirect_uri: afterwards });
  assert.equal((await visitor.get(`${endpoints.logout}?${query}`)).headers.location, afterwards);
  await receiver.arrived(1);
  assert.equal(decodeJwt(receiver.received[0]?.form.get("logout_token") ?? "").sub, kept);
  visitor.close();
});

test("OpenID Connect Core §8.1: a pairwise client has its own subject, made of the account id", async () => {
  const client = await clientOf({ isPairwise: true });
  const { sub } = decodeJwt((await tokensFor(browser, client)).id_token);
  assert.match(sub ?? "", /^[A-Za-z0-9_-]{43}$/);
});
