import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import OpenIDConnectStrategy from "passport-openidconnect";
import { locationOf, type Outcome, runStrategy, userOf } from "../support/passport.ts";
import type { InteropStage } from "../support/stage.ts";
import { afterwards, signOut, startOpenidStage } from "./stage.ts";

let stage: InteropStage;
before(async () => {
  stage = await startOpenidStage();
});
after(() => stage[Symbol.asyncDispose]());

interface User {
  readonly sub: string;
  readonly username?: string | undefined;
  readonly idToken: string;
  readonly refreshToken?: string | undefined;
}

/** The strategy with the addresses of the metadata, which it does not discover itself. */
async function newStrategy(more: { nonce?: string; maxAge?: number } = {}): Promise<OpenIDConnectStrategy> {
  const { base, clientId, clientSecret, redirectUri } = stage.app;
  const configuration = await (await fetch(`${base}/.well-known/openid-configuration`)).json();
  return new OpenIDConnectStrategy(
    {
      issuer: configuration.issuer,
      authorizationURL: configuration.authorization_endpoint,
      tokenURL: configuration.token_endpoint,
      userInfoURL: configuration.userinfo_endpoint,
      clientID: clientId,
      clientSecret,
      callbackURL: redirectUri,
      scope: ["profile", "offline_access"],
      skipUserProfile: false,
      ...more,
    },
    (_issuer, profile, _context, idToken, _accessToken, refreshToken, done) => {
      const user: User = { sub: profile.id, username: profile.username, idToken, refreshToken };
      done(null, user);
    },
  );
}

function authenticate(strategy: OpenIDConnectStrategy, url: string, session: object): Promise<Outcome> {
  const query = Object.fromEntries(new URL(url).searchParams);
  return runStrategy(strategy, (prepared) => prepared.authenticate({ url, query, session }));
}

async function signIn(strategy: OpenIDConnectStrategy): Promise<User> {
  const session = {};
  const start = await authenticate(strategy, "http://localhost:3000/login", session);
  const callback = await stage.comeBack(locationOf(start));
  return userOf(await authenticate(strategy, callback.href, session)) as User;
}

test("passport-openidconnect gets an ID token and userinfo about one person", async () => {
  const { sub, username, refreshToken } = await signIn(await newStrategy());
  assert.match(sub, /^lku/);
  assert.equal(username, "ada");
  assert.match(refreshToken ?? "", /^lkrt_/);
});

test("passport-openidconnect signs in with a nonce and max_age", async () => {
  assert.match((await signIn(await newStrategy({ nonce: "yes", maxAge: 3600 }))).sub, /^lku/);
});

test("passport-openidconnect takes login_required for an error with our description", async () => {
  const strategy = await newStrategy();
  const start = await authenticate(strategy, "http://localhost:3000/login", {});
  const { headers } = await stage.visitAsStranger(`${locationOf(start)}&prompt=none`);
  const outcome = await authenticate(strategy, headers.location ?? "", {});
  assert.ok(outcome.kind === "error" && outcome.error instanceof Error);
  assert.match(outcome.error.message, /prompt=none/);
});

test("the ID token that passport-openidconnect hands out signs out", async () => {
  const { idToken } = await signIn(await newStrategy());
  const query = new URLSearchParams({ id_token_hint: idToken, post_logout_redirect_uri: afterwards });
  assert.equal(await signOut(stage, `${stage.app.base}/v1/Oauth/logout?${query}`), afterwards);
});
