import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { decodeProtectedHeader } from "jose";
import * as oidc from "openid-client";
import type { InteropStage } from "../support/stage.ts";
import { afterwards, assertSignedOut, signOut, startOpenidStage } from "./stage.ts";

let stage: InteropStage;
before(async () => {
  stage = await startOpenidStage();
});
after(() => stage[Symbol.asyncDispose]());

function discover(
  secret = stage.app.clientSecret,
  authentication?: oidc.ClientAuth,
): Promise<oidc.Configuration> {
  const { base, clientId } = stage.app;
  const options = { execute: [oidc.allowInsecureRequests] };
  return oidc.discovery(new URL(base), clientId, secret, authentication, options);
}

/** What the library keeps of a request until the browser comes back. */
interface Pending {
  readonly pkceCodeVerifier: string;
  readonly expectedState: string;
  readonly expectedNonce: string;
}

async function start(
  configuration: oidc.Configuration,
  more: Readonly<Record<string, string>> = {},
): Promise<{ location: URL; pending: Pending }> {
  const pending = {
    pkceCodeVerifier: oidc.randomPKCECodeVerifier(),
    expectedState: oidc.randomState(),
    expectedNonce: oidc.randomNonce(),
  };
  const location = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: stage.app.redirectUri,
    scope: "openid profile email",
    state: pending.expectedState,
    nonce: pending.expectedNonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(pending.pkceCodeVerifier),
    code_challenge_method: "S256",
    ...more,
  });
  return { location, pending };
}

async function signIn(
  configuration: oidc.Configuration,
  more: Readonly<Record<string, string>> = {},
): Promise<Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>> {
  const { location, pending } = await start(configuration, more);
  return oidc.authorizationCodeGrant(configuration, await stage.comeBack(location), pending);
}

/** The library's own words for what it does not believe. */
function causedBy(words: RegExp): (reason: unknown) => boolean {
  return (reason) => reason instanceof Error && words.test(String(reason.cause));
}

test("openid-client discovers the service, and gets an ID token and userinfo about one person", async () => {
  const configuration = await discover();
  const tokens = await signIn(configuration);
  const claims = tokens.claims();
  assert.ok(claims !== undefined);
  const userinfo = await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub);
  assert.equal(userinfo.sub, claims.sub);
  assert.equal(userinfo.preferred_username, "ada");
  assert.equal(claims.preferred_username, "ada");
});

test("openid-client verifies signatures where it is told to, with keys that it finds by itself", async () => {
  const configuration = await discover();
  oidc.enableNonRepudiationChecks(configuration);
  assert.ok((await signIn(configuration)).claims() !== undefined);
});

test("openid-client verifies what a single-page application of the template gets, which is signed with ES256", async () => {
  await using page = await startOpenidStage(undefined, ["--template", "spa"]);
  const { base, clientId } = page.app;
  const configuration = await oidc.discovery(new URL(base), clientId, undefined, oidc.None(), {
    execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks],
  });
  const { location, pending } = await start(configuration);
  const callback = await page.comeBack(location);
  const { id_token: idToken = "" } = await oidc.authorizationCodeGrant(configuration, callback, pending);
  assert.equal(decodeProtectedHeader(idToken).alg, "ES256");
});

test("openid-client discovers the document of RFC 8414 as well", async () => {
  const { base, clientId, clientSecret } = stage.app;
  const configuration = await oidc.discovery(new URL(base), clientId, clientSecret, undefined, {
    algorithm: "oauth2",
    execute: [oidc.allowInsecureRequests],
  });
  assert.match((await signIn(configuration)).access_token, /^lkat_/);
});

test("openid-client with HTTP Basic signs in", async () => {
  const { clientSecret } = stage.app;
  const configuration = await discover(clientSecret, oidc.ClientSecretBasic(clientSecret));
  assert.ok((await signIn(configuration)).claims() !== undefined);
});

test("openid-client refreshes tokens, and the ID token is about the same person and sign-in", async () => {
  const configuration = await discover();
  const tokens = await signIn(configuration, { scope: "openid offline_access" });
  const refreshed = await oidc.refreshTokenGrant(configuration, tokens.refresh_token ?? "");
  const [before, now] = [tokens.claims(), refreshed.claims()];
  assert.ok(before !== undefined && now !== undefined);
  assert.deepEqual([now.sub, now.auth_time], [before.sub, before.auth_time]);
  await oidc.fetchUserInfo(configuration, refreshed.access_token, now.sub);
});

test("openid-client checks max_age against auth_time", async () => {
  const configuration = await discover();
  const { location, pending } = await start(configuration, { max_age: "3600" });
  const callback = await stage.comeBack(location);
  const tokens = await oidc.authorizationCodeGrant(configuration, callback, { ...pending, maxAge: 3600 });
  assert.equal(typeof tokens.claims()?.auth_time, "number");
});

test("openid-client believes no ID token with another nonce", async () => {
  const configuration = await discover();
  const { location, pending } = await start(configuration);
  const callback = await stage.comeBack(location);
  const checks = { ...pending, expectedNonce: "another" };
  await assert.rejects(oidc.authorizationCodeGrant(configuration, callback, checks), causedBy(/"nonce"/));
});

test("openid-client insists on the iss that the metadata announce (RFC 9207 §2.4)", async () => {
  const configuration = await discover();
  const { location, pending } = await start(configuration);
  const callback = await stage.comeBack(location);
  callback.searchParams.delete("iss");
  await assert.rejects(
    oidc.authorizationCodeGrant(configuration, callback, pending),
    causedBy(/"iss" \(issuer\) missing/),
  );
});

test("openid-client pushes its request (RFC 9126)", async () => {
  const configuration = await discover();
  const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
  const location = await oidc.buildAuthorizationUrlWithPAR(configuration, {
    redirect_uri: stage.app.redirectUri,
    scope: "openid",
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: "S256",
  });
  assert.deepEqual([...location.searchParams.keys()].sort(), ["client_id", "request_uri"]);
  const callback = await stage.comeBack(location);
  const checks = { pkceCodeVerifier, idTokenExpected: true };
  assert.ok((await oidc.authorizationCodeGrant(configuration, callback, checks)).claims() !== undefined);
});

test("openid-client revokes a token (RFC 7009), and userinfo ends with it", async () => {
  const configuration = await discover();
  const tokens = await signIn(configuration);
  await oidc.tokenRevocation(configuration, tokens.access_token);
  await assert.rejects(
    oidc.fetchUserInfo(configuration, tokens.access_token, oidc.skipSubjectCheck),
    (reason) => reason instanceof oidc.WWWAuthenticateChallengeError && reason.status === 401,
  );
});

test("openid-client introspects a token of its own (RFC 7662)", async () => {
  const configuration = await discover();
  const tokens = await signIn(configuration);
  const introspected = await oidc.tokenIntrospection(configuration, tokens.access_token);
  assert.deepEqual(
    [introspected.active, introspected.sub, introspected.client_id],
    [true, tokens.claims()?.sub, stage.app.clientId],
  );
});

test("openid-client signs out with the ID token, and the browser comes back", async () => {
  const configuration = await discover();
  const tokens = await signIn(configuration);
  const url = oidc.buildEndSessionUrl(configuration, {
    id_token_hint: tokens.id_token ?? "",
    post_logout_redirect_uri: afterwards,
    state: "bye",
  });
  assert.equal(await signOut(stage, url), `${afterwards}?state=bye`);
  await assertSignedOut(stage, (await start(configuration, { prompt: "none" })).location);
});
