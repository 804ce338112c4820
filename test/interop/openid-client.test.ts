import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as oauth from "openid-client";
import { finishSignIn, startSignIn } from "./openid-client.ts";
import { testSignIn } from "./support/sign-in-rows.ts";
import { type InteropStage, startInteropStage } from "./support/stage.ts";

const tenantRedirectUri = "http://localhost:3000/callback?tenant=1";

let stage: InteropStage;
before(async () => {
  stage = await startInteropStage("http://localhost:3000/callback", ["--redirect-uri", tenantRedirectUri]);
});
after(() => stage[Symbol.asyncDispose]());

testSignIn(
  {
    name: "openid-client",
    startSignIn,
    finishSignIn,
    sees: {
      wrongSecret: "description",
      spentCode: "description",
      wrongRedirectUri: "description",
      refusedRedirect: "description",
    },
  },
  () => stage,
);

function configure(authentication?: oauth.ClientAuth): oauth.Configuration {
  const { base, clientId, clientSecret } = stage.app;
  const server = {
    issuer: base,
    authorization_endpoint: `${base}/v1/Oauth/authorization`,
    token_endpoint: `${base}/v1/Oauth/token`,
    userinfo_endpoint: `${base}/v1/Oauth/userinfo`,
  };
  const configuration = new oauth.Configuration(server, clientId, clientSecret, authentication);
  oauth.allowInsecureRequests(configuration);
  return configuration;
}

function comeBack(configuration: oauth.Configuration, more: Record<string, string> = {}): Promise<URL> {
  const parameters = { redirect_uri: stage.app.redirectUri, ...more };
  return stage.comeBack(oauth.buildAuthorizationUrl(configuration, parameters));
}

test("openid-client signs in with its defaults: no state, no PKCE, no discovery", async () => {
  const configuration = configure();
  const tokens = await oauth.authorizationCodeGrant(configuration, await comeBack(configuration));
  assert.equal(tokens.token_type, "bearer");
  assert.equal(tokens.status, "success");
  assert.ok(Number.isInteger(tokens.expires_in));
  assert.equal(tokens.id_token, undefined);
});

test("openid-client signs in with HTTP Basic", async () => {
  const configuration = configure(oauth.ClientSecretBasic(stage.app.clientSecret));
  const tokens = await oauth.authorizationCodeGrant(configuration, await comeBack(configuration));
  assert.match(tokens.access_token, /^lkat_/);
});

test("openid-client with HTTP Basic shows the challenge of a wrong secret instead of the error (RFC 6749 §5.2)", async () => {
  const configuration = configure(oauth.ClientSecretBasic("wrong"));
  const callback = await comeBack(configuration);
  await assert.rejects(
    oauth.authorizationCodeGrant(configuration, callback),
    (reason) => reason instanceof oauth.WWWAuthenticateChallengeError && reason.status === 401,
  );
});

test("openid-client signs in although it drops the query of the redirect URI", async () => {
  const configuration = configure();
  const callback = await comeBack(configuration, { redirect_uri: tenantRedirectUri });
  assert.equal(callback.searchParams.get("tenant"), "1");
  const tokens = await oauth.authorizationCodeGrant(configuration, callback);
  assert.match(tokens.access_token, /^lkat_/);
});

test("openid-client sees that the token of a code that was replayed is revoked (RFC 6749 §4.1.2)", async () => {
  const configuration = configure();
  const callback = await comeBack(configuration);
  const { access_token: token } = await oauth.authorizationCodeGrant(configuration, callback);
  await assert.rejects(oauth.authorizationCodeGrant(configuration, callback));
  await assert.rejects(
    oauth.fetchUserInfo(configuration, token, oauth.skipSubjectCheck),
    (reason) => reason instanceof oauth.WWWAuthenticateChallengeError && reason.status === 401,
  );
});

test("openid-client sees invalid_grant for a wrong PKCE verifier, and the right one still works", async () => {
  const configuration = configure();
  const codeVerifier = oauth.randomPKCECodeVerifier();
  const callback = await comeBack(configuration, {
    code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: "S256",
  });
  const wrong = { pkceCodeVerifier: oauth.randomPKCECodeVerifier() };
  await assert.rejects(
    oauth.authorizationCodeGrant(configuration, callback, wrong),
    (reason) => reason instanceof oauth.ResponseBodyError && reason.error === "invalid_grant",
  );
  await oauth.authorizationCodeGrant(configuration, callback, { pkceCodeVerifier: codeVerifier });
});

test("openid-client refuses to speak plain http, also to localhost, until allowInsecureRequests is called", async () => {
  const { base, clientId, clientSecret } = stage.app;
  const server = { issuer: base, token_endpoint: `${base}/v1/Oauth/token` };
  const strict = new oauth.Configuration(server, clientId, clientSecret);
  await assert.rejects(
    oauth.authorizationCodeGrant(strict, new URL(`${stage.app.redirectUri}?code=x`)),
    /only requests to HTTPS are allowed/,
  );
});
