import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as oauth from "oauth4webapi";
import type { InteropStage } from "../support/stage.ts";
import { afterwards, assertSignedOut, signOut, startOpenidStage } from "./stage.ts";

const insecure = { [oauth.allowInsecureRequests]: true };

let stage: InteropStage;
let service: oauth.AuthorizationServer;
before(async () => {
  stage = await startOpenidStage(undefined, ["--dpop"]);
  const issuer = new URL(stage.app.base);
  const answer = await oauth.discoveryRequest(issuer, insecure);
  service = await oauth.processDiscoveryResponse(issuer, answer);
});
after(() => stage[Symbol.asyncDispose]());

const client = (): oauth.Client => ({ client_id: stage.app.clientId });

/** What comes of a sign-in with PKCE, state, nonce and DPoP. */
interface SignedIn {
  readonly tokens: oauth.TokenEndpointResponse;
  readonly claims: oauth.IDToken;
  readonly DPoP: oauth.DPoPHandle;
}

async function authorizationUrl(more: Readonly<Record<string, string>>): Promise<URL> {
  const url = new URL(service.authorization_endpoint ?? "");
  url.search = new URLSearchParams({
    client_id: stage.app.clientId,
    redirect_uri: stage.app.redirectUri,
    response_type: "code",
    scope: "openid profile offline_access",
    ...more,
  }).toString();
  return url;
}

async function signIn(): Promise<SignedIn> {
  const [verifier, state, nonce] = [
    oauth.generateRandomCodeVerifier(),
    oauth.generateRandomState(),
    oauth.generateRandomNonce(),
  ];
  const DPoP = oauth.DPoP(client(), await oauth.generateKeyPair("ES256", { extractable: true }));
  const location = await authorizationUrl({
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    dpop_jkt: await DPoP.calculateThumbprint(),
  });
  const callback = await stage.comeBack(location);
  const answer = await oauth.authorizationCodeGrantRequest(
    service,
    client(),
    oauth.ClientSecretPost(stage.app.clientSecret),
    oauth.validateAuthResponse(service, client(), callback, state),
    stage.app.redirectUri,
    verifier,
    { DPoP, ...insecure },
  );
  const tokens = await oauth.processAuthorizationCodeResponse(service, client(), answer, {
    expectedNonce: nonce,
    requireIdToken: true,
  });
  await oauth.validateApplicationLevelSignature(service, answer, insecure);
  const claims = oauth.getValidatedIdTokenClaims(tokens);
  assert.ok(claims !== undefined);
  return { tokens, claims, DPoP };
}

async function userinfo(accessToken: string, claims: oauth.IDToken, DPoP: oauth.DPoPHandle) {
  const answer = await oauth.userInfoRequest(service, client(), accessToken, { DPoP, ...insecure });
  return oauth.processUserInfoResponse(service, client(), claims.sub, answer);
}

test("oauth4webapi discovers the service, and gets an ID token whose signature holds and userinfo by a bound token", async () => {
  const { tokens, claims, DPoP } = await signIn();
  assert.equal(tokens.token_type, "dpop");
  assert.equal((await userinfo(tokens.access_token, claims, DPoP)).preferred_username, "ada");
});

test("a bound token is no bearer token, and oauth4webapi shows the challenge (RFC 9449 §7.2)", async () => {
  const { tokens, claims } = await signIn();
  const answer = await oauth.userInfoRequest(service, client(), tokens.access_token, insecure);
  await assert.rejects(
    oauth.processUserInfoResponse(service, client(), claims.sub, answer),
    (reason) => reason instanceof oauth.WWWAuthenticateChallengeError && reason.status === 401,
  );
});

test("oauth4webapi refreshes with the same key, and the new token is bound as well", async () => {
  const { tokens, claims, DPoP } = await signIn();
  const answer = await oauth.refreshTokenGrantRequest(
    service,
    client(),
    oauth.ClientSecretPost(stage.app.clientSecret),
    tokens.refresh_token ?? "",
    { DPoP, ...insecure },
  );
  const refreshed = await oauth.processRefreshTokenResponse(service, client(), answer);
  assert.equal(refreshed.token_type, "dpop");
  assert.equal((await userinfo(refreshed.access_token, claims, DPoP)).sub, claims.sub);
});

test("oauth4webapi signs out at the end_session_endpoint that it discovered", async () => {
  const { tokens } = await signIn();
  const url = new URL(service.end_session_endpoint ?? "");
  url.searchParams.set("id_token_hint", tokens.id_token ?? "");
  url.searchParams.set("post_logout_redirect_uri", afterwards);
  assert.equal(await signOut(stage, url), afterwards);
  await assertSignedOut(stage, await authorizationUrl({ prompt: "none" }));
});
