import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import OAuth2Strategy from "passport-oauth2";
import { LatchkeyStrategy } from "./passport-oauth2.ts";
import { locationOf, type Outcome, runStrategy, userOf } from "./support/passport.ts";
import { testSignIn } from "./support/sign-in-rows.ts";
import { type InteropStage, startInteropStage } from "./support/stage.ts";

let stage: InteropStage;
before(async () => {
  stage = await startInteropStage();
});
after(() => stage[Symbol.asyncDispose]());

function authenticate(strategy: OAuth2Strategy, url: string, session: object): Promise<Outcome> {
  const query = Object.fromEntries(new URL(url).searchParams);
  return runStrategy(strategy, (prepared) => prepared.authenticate({ url, query, session }));
}

testSignIn(
  {
    name: "passport-oauth2",
    async startSignIn(app) {
      const session = {};
      const outcome = await authenticate(new LatchkeyStrategy(app), "http://localhost:3000/login", session);
      return { location: locationOf(outcome), pending: session };
    },
    // passport spends what is in the session, so each attempt gets a copy.
    finishSignIn: async (app, callback, session) =>
      userOf(await authenticate(new LatchkeyStrategy(app), callback.href, structuredClone(session))),
    sees: {
      wrongSecret: "description",
      spentCode: "description",
      wrongRedirectUri: "description",
      refusedRedirect: "description",
    },
  },
  () => stage,
);

interface Options {
  readonly state?: boolean;
  readonly pkce?: boolean;
}

/** The strategy as it comes, without the guide's improvements. */
function newStrategy(options: Options = {}): OAuth2Strategy {
  const { base, clientId, clientSecret, redirectUri } = stage.app;
  return new OAuth2Strategy(
    {
      authorizationURL: `${base}/v1/Oauth/authorization`,
      tokenURL: `${base}/v1/Oauth/token`,
      clientID: clientId,
      clientSecret,
      callbackURL: redirectUri,
      ...options,
    },
    (accessToken, _refreshToken, _profile, done) => done(null, { accessToken }),
  );
}

/** From the strategy's redirect through our sign-in page to the outcome of the callback. */
async function signIn(strategy: OAuth2Strategy): Promise<Outcome> {
  const session = {};
  const start = await authenticate(strategy, "http://localhost:3000/login", session);
  const callback = await stage.comeBack(locationOf(start));
  return authenticate(strategy, callback.href, session);
}

function accessTokenOf(outcome: Outcome): string {
  assert.ok(outcome.kind === "success", JSON.stringify(outcome));
  const { user } = outcome;
  assert.ok(
    typeof user === "object" &&
      user !== null &&
      "accessToken" in user &&
      typeof user.accessToken === "string",
  );
  return user.accessToken;
}

function getUserinfo(strategy: OAuth2Strategy, accessToken: string) {
  return new Promise<{ error: { statusCode?: number; data?: unknown } | null; body: unknown }>((resolve) => {
    strategy._oauth2.get(`${stage.app.base}/v1/Oauth/userinfo`, accessToken, (error, body) =>
      resolve({ error, body }),
    );
  });
}

for (const [name, options] of Object.entries({
  "its defaults": {},
  "state: true": { state: true },
  "state and pkce: true": { state: true, pkce: true },
}))
  test(`passport-oauth2 signs in with ${name}`, async () => {
    assert.match(accessTokenOf(await signIn(newStrategy(options))), /^lkat_/);
  });

test("passport-oauth2 reads userinfo once it sends the token in the header", async () => {
  const strategy = newStrategy();
  strategy._oauth2.useAuthorizationHeaderforGET(true);
  const token = accessTokenOf(await signIn(strategy));
  const { error, body } = await getUserinfo(strategy, token);
  assert.equal(error, null);
  const user = JSON.parse(String(body));
  assert.match(user.sub, /^lku/);
  assert.equal(user.id, user.sub);
});

test("a token in the query, as passport-oauth2 sends it by default, is refused with the setting that repairs it", async () => {
  const strategy = newStrategy();
  const token = accessTokenOf(await signIn(strategy));
  const { error } = await getUserinfo(strategy, token);
  assert.equal(error?.statusCode, 401);
  assert.match(String(error?.data), /useAuthorizationHeaderforGET/);
});

test("passport-oauth2 takes access_denied for a failure to sign in, not for an error", async () => {
  const callback = `${stage.app.redirectUri}?error=access_denied&error_description=No`;
  const outcome = await authenticate(newStrategy(), callback, {});
  assert.equal(outcome.kind, "fail");
});
