import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as oauth from "openid-client";
import { FormClient } from "../support/form-client.ts";
import { type LiveService, type RegisteredClient, startService } from "../support/service.ts";

const ada = { username: "ada", password: "seven quiet rivers run north" };
const redirectUri = "http://localhost:3000/callback";
const tenantRedirectUri = "http://localhost:3000/callback?tenant=1";

let service: LiveService;
let client: RegisteredClient;
let browser: FormClient;

before(async () => {
  service = await startService();
  client = await service.createClient("openid-client", [redirectUri, tenantRedirectUri]);
  await service.createUser(ada);
  browser = new FormClient(service.url);
});
after(async () => {
  browser.close();
  await service[Symbol.asyncDispose]();
});

function configure(secret = client.clientSecret, authentication?: oauth.ClientAuth): oauth.Configuration {
  const server = {
    issuer: service.url,
    authorization_endpoint: `${service.url}/v1/Oauth/authorization`,
    token_endpoint: `${service.url}/v1/Oauth/token`,
    userinfo_endpoint: `${service.url}/v1/Oauth/userinfo`,
  };
  const configuration = new oauth.Configuration(server, client.clientId, secret, authentication);
  oauth.allowInsecureRequests(configuration);
  return configuration;
}

/** Takes the browser through the sign-in page and answers the URL at which the client is called back. */
async function comeBack(
  configuration: oauth.Configuration,
  parameters: Record<string, string>,
): Promise<URL> {
  const { pathname, search } = oauth.buildAuthorizationUrl(configuration, parameters);
  const { headers, body } = await browser.signIn(pathname + search, ada);
  const { location = "" } = headers;
  assert.ok(location.startsWith(redirectUri), body);
  return new URL(location);
}

async function refusalOf(
  exchange: Promise<unknown>,
): Promise<{ error: string; description: string | undefined; status: number }> {
  const reason: unknown = await exchange.then(
    () => assert.fail("The exchange succeeded."),
    (error: unknown) => error,
  );
  assert.ok(reason instanceof oauth.ResponseBodyError, String(reason));
  return { error: reason.error, description: reason.error_description, status: reason.status };
}

test("openid-client signs in with its defaults", async () => {
  const configuration = configure();
  const callback = await comeBack(configuration, { redirect_uri: redirectUri });
  const tokens = await oauth.authorizationCodeGrant(configuration, callback);
  assert.equal(tokens.token_type, "bearer");
  assert.equal(tokens.status, "success");
  assert.ok(Number.isInteger(tokens.expires_in));
  assert.equal(tokens.id_token, undefined);
});

test("openid-client signs in with state and PKCE, and reads userinfo", async () => {
  const configuration = configure();
  const codeVerifier = oauth.randomPKCECodeVerifier();
  const state = oauth.randomState();
  const callback = await comeBack(configuration, {
    redirect_uri: redirectUri,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: "S256",
  });
  const checks = { expectedState: state, pkceCodeVerifier: codeVerifier };
  const tokens = await oauth.authorizationCodeGrant(configuration, callback, checks);
  const user = await oauth.fetchUserInfo(configuration, tokens.access_token, oauth.skipSubjectCheck);
  assert.match(user.sub, /^lku/);
  assert.equal(user.id, user.sub);
});

test("openid-client signs in with HTTP Basic", async () => {
  const configuration = configure(client.clientSecret, oauth.ClientSecretBasic(client.clientSecret));
  const callback = await comeBack(configuration, { redirect_uri: redirectUri });
  const tokens = await oauth.authorizationCodeGrant(configuration, callback);
  assert.notEqual(tokens.access_token, "");
});

test("openid-client signs in although it drops the query of the redirect URI", async () => {
  const configuration = configure();
  const callback = await comeBack(configuration, { redirect_uri: tenantRedirectUri });
  assert.equal(callback.searchParams.get("tenant"), "1");
  const tokens = await oauth.authorizationCodeGrant(configuration, callback);
  assert.notEqual(tokens.access_token, "");
});

test("openid-client sees invalid_client for a wrong secret, and the code stays unspent", async () => {
  const wrong = configure("wrong");
  const callback = await comeBack(wrong, { redirect_uri: redirectUri });
  const { error, description, status } = await refusalOf(oauth.authorizationCodeGrant(wrong, callback));
  assert.deepEqual({ error, status }, { error: "invalid_client", status: 400 });
  assert.notEqual(description ?? "", "");
  const tokens = await oauth.authorizationCodeGrant(configure(), callback);
  assert.notEqual(tokens.access_token, "");
});

test("openid-client sees invalid_grant for a replayed code, and the first token is revoked", async () => {
  const configuration = configure();
  const callback = await comeBack(configuration, { redirect_uri: redirectUri });
  const { access_token: token } = await oauth.authorizationCodeGrant(configuration, callback);
  const { error, status } = await refusalOf(oauth.authorizationCodeGrant(configuration, callback));
  assert.deepEqual({ error, status }, { error: "invalid_grant", status: 400 });
  await assert.rejects(
    oauth.fetchUserInfo(configuration, token, oauth.skipSubjectCheck),
    (reason) => reason instanceof oauth.WWWAuthenticateChallengeError && reason.status === 401,
  );
});

test("openid-client sees invalid_grant for a wrong PKCE verifier, and the right one still works", async () => {
  const configuration = configure();
  const codeVerifier = oauth.randomPKCECodeVerifier();
  const callback = await comeBack(configuration, {
    redirect_uri: redirectUri,
    code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: "S256",
  });
  const wrong = { pkceCodeVerifier: oauth.randomPKCECodeVerifier() };
  const { error } = await refusalOf(oauth.authorizationCodeGrant(configuration, callback, wrong));
  assert.equal(error, "invalid_grant");
  await oauth.authorizationCodeGrant(configuration, callback, { pkceCodeVerifier: codeVerifier });
});

test("openid-client sees invalid_grant for a redirect URI that is not the one of the request", async () => {
  const configuration = configure();
  const callback = await comeBack(configuration, { redirect_uri: redirectUri });
  const elsewhere = new URL(`http://localhost:3000/other${callback.search}`);
  const { error } = await refusalOf(oauth.authorizationCodeGrant(configuration, elsewhere));
  assert.equal(error, "invalid_grant");
});

test("openid-client accepts an error redirect, because it carries the state", async () => {
  const configuration = configure();
  const state = oauth.randomState();
  const stranger = new FormClient(service.url);
  const { pathname, search } = oauth.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    state,
    prompt: "none",
  });
  const { headers } = await stranger.get(pathname + search);
  stranger.close();
  await assert.rejects(
    oauth.authorizationCodeGrant(configuration, new URL(headers.location ?? ""), { expectedState: state }),
    (reason) => reason instanceof oauth.AuthorizationResponseError && reason.error === "login_required",
  );
});
