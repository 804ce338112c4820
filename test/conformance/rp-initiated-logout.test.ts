import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, test } from "node:test";
import { generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { summaryOf } from "../http/journey.ts";
import { findForm, type HttpAnswer } from "../support/form-client.ts";
import type { TestClient } from "../support/in-process.ts";
import { complete } from "./support/browser.ts";
import { Provider, targetOf } from "./support/provider.ts";
import { formOf, type Parameters, RelyingParty } from "./support/relying-party.ts";

// oidcc-rp-initiated-logout-certification-test-plan[client_registration=static_client][response_type=code]

const afterwards = "https://app.example/signed-out";

let provider: Provider;
let client: TestClient;
before(async () => {
  provider = await Provider.start();
  client = await provider.addClient({ postLogoutRedirectUris: [afterwards] });
});
after(() => provider[Symbol.asyncDispose]());

/** A browser in which Ada is signed in, and the ID token of her sign-in. */
async function signedIn(): Promise<{ party: RelyingParty; idToken: string }> {
  const party = new RelyingParty({ provider, client });
  const { tokens } = await party.signIn();
  return { party, idToken: tokens.id_token };
}

async function signOut({ browser }: RelyingParty, parameters: Parameters): Promise<HttpAnswer> {
  const endpoint = targetOf(await provider.told("end_session_endpoint"));
  const query = formOf(parameters).toString();
  return browser.get(query === "" ? endpoint : `${endpoint}?${query}`);
}

async function assertSignedOut(party: RelyingParty): Promise<void> {
  assert.equal(await party.refusal(party.newRequest({ prompt: "none" })), "login_required");
}

/** Our own page. */
function assertNoRedirect(answer: HttpAnswer): void {
  assert.ok([200, 400].includes(answer.status), summaryOf(answer));
  assert.equal(answer.headers.location, undefined);
}

/** Our own page, and no link from it to where the request wanted to go; a developer may read the address there. */
function assertNoWayThere(answer: HttpAnswer): void {
  assertNoRedirect(answer);
  assert.doesNotMatch(answer.body, /(?:href|action)="[^"]*app\.example\/signed-out/);
}

/** From this page the browser never leaves the service, even if the person goes on. */
async function assertStaysHere(party: RelyingParty, answer: HttpAnswer): Promise<void> {
  assertNoWayThere(answer);
  if (!answer.body.includes("<form")) return;
  assertNoWayThere(await complete(party.browser, answer, await provider.told("issuer")));
}

/** The signed-out page comes at once, or after the person confirmed. */
async function assertOwnSignedOutPage(party: RelyingParty, answer: HttpAnswer): Promise<void> {
  const last = await complete(party.browser, answer, await provider.told("issuer"));
  assertNoRedirect(last);
  assert.equal(last.status, 200, summaryOf(last));
  await assertSignedOut(party);
}

function newState(): string {
  return randomBytes(96).toString("base64url");
}

test("oidcc-rp-initiated-logout-discovery-endpoint-verification: end_session_endpoint is announced", async () => {
  assert.match(await provider.told("end_session_endpoint"), /^http/);
});

test("oidcc-rp-initiated-logout: the browser goes to the registered URI with a state of 128 characters, and the session is over", async () => {
  const { party, idToken } = await signedIn();
  const state = newState();
  assert.equal(state.length, 128);
  const answer = await signOut(party, {
    id_token_hint: idToken,
    post_logout_redirect_uri: afterwards,
    state,
  });
  assert.ok([302, 303].includes(answer.status), summaryOf(answer));
  assert.equal(answer.headers.location, `${afterwards}?state=${state}`);
  await assertSignedOut(party);
});

test("oidcc-rp-initiated-logout-no-state: without state the URI comes back as it was registered", async () => {
  const { party, idToken } = await signedIn();
  const answer = await signOut(party, { id_token_hint: idToken, post_logout_redirect_uri: afterwards });
  assert.equal(answer.headers.location, afterwards);
  await assertSignedOut(party);
});

test("oidcc-rp-initiated-logout-bad-post-logout-redirect-uri: one that is not registered is never gone to", async () => {
  const { party, idToken } = await signedIn();
  const uri = `${afterwards}/${randomBytes(8).toString("hex")}`;
  const wanted = { id_token_hint: idToken, post_logout_redirect_uri: uri, state: newState() };
  await assertStaysHere(party, await signOut(party, wanted));
});

test("oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri: a query makes it another URI", async () => {
  const { party, idToken } = await signedIn();
  const uri = `${afterwards}?foo=bar`;
  const wanted = { id_token_hint: idToken, post_logout_redirect_uri: uri, state: newState() };
  await assertStaysHere(party, await signOut(party, wanted));
});

test("oidcc-rp-initiated-logout-modified-id-token-hint: an ID token without its signature is none", async () => {
  const { party, idToken } = await signedIn();
  const claims = JSON.parse(Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString());
  const hint = new UnsecuredJWT(claims).encode();
  const wanted = { id_token_hint: hint, post_logout_redirect_uri: afterwards, state: newState() };
  await assertStaysHere(party, await signOut(party, wanted));
});

test("oidcc-rp-initiated-logout-bad-id-token-hint: an ID token that somebody else signed is none", async () => {
  const { party, idToken } = await signedIn();
  const [header, claims] = idToken.split(".").map((part) => Buffer.from(part, "base64url").toString());
  const { privateKey } = await generateKeyPair("RS256");
  const hint = await new SignJWT(JSON.parse(claims ?? ""))
    .setProtectedHeader(JSON.parse(header ?? ""))
    .sign(privateKey);
  const wanted = { id_token_hint: hint, post_logout_redirect_uri: afterwards, state: newState() };
  await assertStaysHere(party, await signOut(party, wanted));
});

test("oidcc-rp-initiated-logout-no-id-token-hint: a URI without an ID token asks the person, or refuses", async () => {
  const { party } = await signedIn();
  const wanted = { post_logout_redirect_uri: afterwards, state: newState() };
  await assertStaysHere(party, await signOut(party, wanted));
});

test("oidcc-rp-initiated-logout-no-params: the person is signed out, and sees that on our own page", async () => {
  const { party } = await signedIn();
  const page = await signOut(party, {});
  assert.match(findForm(page.body).action, /^\//);
  await assertOwnSignedOutPage(party, page);
});

test("oidcc-rp-initiated-logout-only-state: a state alone leads nowhere, and the person is signed out", async () => {
  const { party } = await signedIn();
  await assertOwnSignedOutPage(party, await signOut(party, { state: newState() }));
});

test("oidcc-rp-initiated-logout-no-post-logout-redirect-uri: an ID token signs out, and our own page says so", async () => {
  const { party, idToken } = await signedIn();
  const answer = await signOut(party, { id_token_hint: idToken, state: newState() });
  await assertSignedOut(party);
  await assertOwnSignedOutPage(party, answer);
});
