import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import OAuth2Strategy from "passport-oauth2";
import { FormClient } from "../support/form-client.ts";
import { type LiveService, type RegisteredClient, startService } from "../support/service.ts";

const ada = { username: "ada", password: "seven quiet rivers run north" };
const callbackUrl = "http://localhost:3000/auth/callback";

let service: LiveService;
let client: RegisteredClient;
let browser: FormClient;

before(async () => {
  service = await startService();
  client = await service.createClient("Passport", [callbackUrl]);
  await service.createUser(ada);
  browser = new FormClient(service.url);
});
after(async () => {
  browser.close();
  await service[Symbol.asyncDispose]();
});

interface Options {
  readonly state?: boolean;
  readonly pkce?: boolean;
  readonly clientSecret?: string;
  readonly callbackURL?: string;
}

function newStrategy(options: Options = {}): OAuth2Strategy {
  const urls = {
    authorizationURL: `${service.url}/v1/Oauth/authorization`,
    tokenURL: `${service.url}/v1/Oauth/token`,
    callbackURL: callbackUrl,
  };
  const registration = { clientID: client.clientId, clientSecret: client.clientSecret };
  return new OAuth2Strategy(
    { ...urls, ...registration, ...options },
    (accessToken, _refreshToken, _profile, done) => done(null, { accessToken }),
  );
}

type Outcome =
  | { readonly kind: "success"; readonly user: unknown }
  | { readonly kind: "fail"; readonly challenge: unknown }
  | { readonly kind: "redirect"; readonly url: string }
  | { readonly kind: "error"; readonly error: unknown };

/** What passport does with a request: hands the strategy four ways to answer and waits for one. */
function authenticate(strategy: OAuth2Strategy, url: string, session: object): Promise<Outcome> {
  return new Promise((resolve) => {
    strategy.success = (user) => resolve({ kind: "success", user });
    strategy.fail = (challenge) => resolve({ kind: "fail", challenge });
    strategy.redirect = (location) => resolve({ kind: "redirect", url: location });
    strategy.error = (error) => resolve({ kind: "error", error });
    strategy.authenticate({ url, query: Object.fromEntries(new URL(url).searchParams), session });
  });
}

/** From the strategy's redirect through our sign-in page to the callback URL. */
async function comeBack(strategy: OAuth2Strategy, session: object): Promise<string> {
  const start = await authenticate(strategy, "http://localhost:3000/auth", session);
  assert.ok(start.kind === "redirect", JSON.stringify(start));
  const { pathname, search } = new URL(start.url);
  const { headers, body } = await browser.signIn(pathname + search, ada);
  const { location = "" } = headers;
  assert.ok(location.startsWith(callbackUrl), body);
  return location;
}

function tokenErrorOf(outcome: Outcome): { code: unknown; message: string } {
  assert.ok(
    outcome.kind === "error" && outcome.error instanceof OAuth2Strategy.TokenError,
    JSON.stringify(outcome),
  );
  return { code: outcome.error.code, message: outcome.error.message };
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
    strategy._oauth2.get(`${service.url}/v1/Oauth/userinfo`, accessToken, (error, body) =>
      resolve({ error, body }),
    );
  });
}

for (const [name, options] of Object.entries({
  "its defaults": {},
  "state: true": { state: true },
  "state and pkce: true": { state: true, pkce: true },
})) {
  test(`passport-oauth2 signs in with ${name}`, async () => {
    const strategy = newStrategy(options);
    const session = {};
    const outcome = await authenticate(strategy, await comeBack(strategy, session), session);
    assert.notEqual(accessTokenOf(outcome), "");
  });
}

test("passport-oauth2 reads userinfo once it sends the token in the header", async () => {
  const strategy = newStrategy();
  strategy._oauth2.useAuthorizationHeaderforGET(true);
  const token = accessTokenOf(await authenticate(strategy, await comeBack(strategy, {}), {}));
  const { error, body } = await getUserinfo(strategy, token);
  assert.equal(error, null);
  const user = JSON.parse(String(body));
  assert.match(user.sub, /^lku/);
  assert.equal(user.id, user.sub);
});

test("a token in the query, as passport-oauth2 sends it by default, is refused with the setting that repairs it", async () => {
  const strategy = newStrategy();
  const token = accessTokenOf(await authenticate(strategy, await comeBack(strategy, {}), {}));
  const { error } = await getUserinfo(strategy, token);
  assert.equal(error?.statusCode, 401);
  assert.match(String(error?.data), /useAuthorizationHeaderforGET/);
});

test("passport-oauth2 sees invalid_client for a wrong secret, and the code stays unspent", async () => {
  const strategy = newStrategy({ clientSecret: "wrong" });
  const callback = await comeBack(strategy, {});
  const { code, message } = tokenErrorOf(await authenticate(strategy, callback, {}));
  assert.equal(code, "invalid_client");
  assert.notEqual(message, "");
  accessTokenOf(await authenticate(newStrategy(), callback, {}));
});

test("passport-oauth2 sees invalid_grant for a code that comes a second time", async () => {
  const strategy = newStrategy();
  const callback = await comeBack(strategy, {});
  accessTokenOf(await authenticate(strategy, callback, {}));
  const { code, message } = tokenErrorOf(await authenticate(strategy, callback, {}));
  assert.equal(code, "invalid_grant");
  assert.notEqual(message, "");
});

test("passport-oauth2 is never answered at a redirect URI that is not registered", async () => {
  const strategy = newStrategy({ callbackURL: `${callbackUrl}/other` });
  const start = await authenticate(strategy, "http://localhost:3000/auth", {});
  assert.ok(start.kind === "redirect");
  const { pathname, search } = new URL(start.url);
  const answer = await browser.get(pathname + search);
  assert.equal(answer.status, 400);
  assert.equal(answer.headers.location, undefined);
  assert.match(answer.headers["content-type"] ?? "", /^text\/html/);
});

test("passport-oauth2 sees access_denied as a failure, not an error", async () => {
  const strategy = newStrategy();
  const callback = `${callbackUrl}?error=access_denied&error_description=No`;
  const outcome = await authenticate(strategy, callback, {});
  assert.equal(outcome.kind, "fail");
});
