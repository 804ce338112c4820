import assert from "node:assert/strict";
import { after, before, type TestContext, test } from "node:test";
import { decodeProtectedHeader } from "jose";
import {
  InMemoryWebStorage,
  OidcClient,
  type OidcClientSettings,
  type SigninResponse,
  WebStorageStateStore,
} from "oidc-client-ts";
import { pageFetch } from "../support/page-fetch.ts";
import type { InteropStage } from "../support/stage.ts";
import { afterwards, assertSignedOut, signOut, startOpenidStage } from "./stage.ts";

let stage: InteropStage;
before(async () => {
  stage = await startOpenidStage("http://localhost:3000/callback", ["--template", "spa"]);
});
after(() => stage[Symbol.asyncDispose]());

/** The library in a page of the client's own origin; it is told an authority and finds the rest. */
function openPage(context: TestContext, more: Partial<OidcClientSettings> = {}): OidcClient {
  const { base, clientId, redirectUri } = stage.app;
  context.mock.method(globalThis, "fetch", pageFetch(new URL(redirectUri).origin));
  return new OidcClient({
    authority: base,
    client_id: clientId,
    redirect_uri: redirectUri,
    post_logout_redirect_uri: afterwards,
    scope: "openid profile offline_access",
    stateStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    ...more,
  });
}

async function signIn(client: OidcClient): Promise<SigninResponse> {
  const { url } = await client.createSigninRequest({ nonce: "n-0S6_WzA2Mj" });
  return client.processSigninResponse((await stage.comeBack(url)).href);
}

test("oidc-client-ts discovers the service from a page, and gets an ID token without any secret", async (context) => {
  const response = await signIn(openPage(context));
  assert.match(response.access_token, /^lkat_/);
  assert.match(response.profile.sub, /^lku/);
  assert.equal(response.profile.iss, stage.app.base);
});

test("oidc-client-ts takes the ID token of a single-page application, which is signed with ES256", async (context) => {
  const { id_token: idToken = "" } = await signIn(openPage(context));
  assert.equal(decodeProtectedHeader(idToken).alg, "ES256");
});

test("oidc-client-ts reads userinfo from a page", async (context) => {
  const response = await signIn(openPage(context, { loadUserInfo: true }));
  assert.equal(response.profile.preferred_username, "ada");
});

test("oidc-client-ts refreshes its tokens from a page", async (context) => {
  const client = openPage(context);
  const response = await signIn(client);
  const state = {
    refresh_token: response.refresh_token ?? "",
    id_token: response.id_token ?? "",
    session_state: null,
    scope: "openid profile offline_access",
    profile: response.profile,
  };
  const refreshed = await client.useRefreshToken({ state });
  assert.notEqual(refreshed.access_token, response.access_token);
  assert.equal(refreshed.profile.sub, response.profile.sub);
});

test("oidc-client-ts revokes its refresh token from a page", async (context) => {
  const client = openPage(context);
  const { refresh_token = "" } = await signIn(client);
  await client.revokeToken(refresh_token, "refresh_token");
});

test("oidc-client-ts signs out, and the browser comes back with its state", async (context) => {
  const client = openPage(context);
  const response = await signIn(client);
  const { url } = await client.createSignoutRequest({ id_token_hint: response.id_token ?? "", state: {} });
  const callback = await signOut(stage, url);
  assert.ok(callback.startsWith(`${afterwards}?state=`), callback);
  await client.processSignoutResponse(callback);
  const silent = await client.createSigninRequest({ prompt: "none" });
  await assertSignedOut(stage, silent.url);
});
