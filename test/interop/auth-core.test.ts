import assert from "node:assert/strict";
import { after, before, mock, test } from "node:test";
import { format } from "node:util";
import { Auth, type AuthConfig } from "@auth/core";
import type { Session } from "@auth/core/types";
import { tokenErrors } from "../../src/protocol/errors.ts";
import { handleAuth } from "./auth-core.ts";
import type { Application } from "./server.ts";
import { AuthVisit, type Handler } from "./support/auth-js.ts";
import { assertSight, printedError, testSignIn } from "./support/sign-in-rows.ts";
import { type InteropStage, startInteropStage } from "./support/stage.ts";

const secret = "only for the cookies of these tests";

const redirectUri = "http://localhost:3000/auth/callback/latchkey";
let stage: InteropStage;
/** The client of an application that is registered for plain OAuth 2. */
let plainStage: InteropStage;
before(async () => {
  stage = await startInteropStage(redirectUri, ["--openid"]);
  plainStage = await startInteropStage(redirectUri);
});
after(async () => {
  await stage?.[Symbol.asyncDispose]();
  await plainStage?.[Symbol.asyncDispose]();
});

const guided =
  (app: Application): Handler =>
  (request) =>
    handleAuth(request, app, secret);

async function start(handler: Handler, app: Application) {
  const visit = new AuthVisit();
  const location = await visit.signIn(handler, new URL(app.redirectUri).origin);
  return { location, pending: visit.cookies };
}

/**
 * Returns the session that the browser has after the callback. Auth.js never throws: it shows a page and writes the error to
 * the console, which is what the developer gets to see, so that is thrown here.
 */
async function finish(handler: Handler, callback: URL, cookies: ReadonlyMap<string, string>) {
  const visit = new AuthVisit(cookies);
  const complaints: string[] = [];
  const spy = mock.method(console, "error", (...words: unknown[]) => complaints.push(format(...words)));
  await visit.ask(handler, callback);
  spy.mock.restore();
  if (complaints.length > 0) throw new Error(complaints.join("\n"));
  const session: unknown = await (await visit.ask(handler, new URL("/auth/session", callback))).json();
  return typeof session === "object" && session !== null ? session : {};
}

testSignIn(
  {
    name: "@auth/core",
    startSignIn: (app) => start(guided(app), app),
    finishSignIn: (app, callback, cookies) => finish(guided(app), callback, cookies),
    sees: {
      wrongSecret: "description",
      spentCode: "description",
      wrongRedirectUri: "description",
      refusedRedirect: "neither",
    },
  },
  () => stage,
);

test("the session of the guide names the person, with the e-mail address", async () => {
  const { location, pending } = await start(guided(stage.app), stage.app);
  const session: Partial<Session> = await finish(guided(stage.app), await stage.comeBack(location), pending);
  assert.deepEqual([session.user?.name, session.user?.email], ["Ada Lovelace", "ada@example.org"]);
});

/** What somebody writes who knows nothing about the service but its three addresses. It learns `sub`, and no names. */
function plain(clientSecret = plainStage.app.clientSecret): Handler {
  const { base, clientId } = plainStage.app;
  const addresses = {
    authorization: `${base}/v1/Oauth/authorization`,
    token: `${base}/v1/Oauth/token`,
    userinfo: `${base}/v1/Oauth/userinfo`,
  };
  const provider = {
    id: "latchkey",
    name: "Latchkey",
    type: "oauth",
    clientId,
    clientSecret,
    ...addresses,
  } as const;
  const config: AuthConfig = { basePath: "/auth", secret, trustHost: true, providers: [provider] };
  return (request) => Auth(request, config);
}

test("@auth/core signs in with its defaults, although it asks for openid, profile and email and sends no state", async () => {
  const { location, pending } = await start(plain(), plainStage.app);
  assert.equal(location.searchParams.get("scope"), "openid profile email");
  assert.equal(location.searchParams.get("state"), null);
  const session = await finish(plain(), await plainStage.comeBack(location), pending);
  assert.ok("user" in session);
});

test("@auth/core with its default of HTTP Basic shows the challenge of a wrong secret, and the reason in its parameters (RFC 6749 §5.2)", async () => {
  const { location, pending } = await start(plain(), plainStage.app);
  const callback = await plainStage.comeBack(location);
  const shown = await printedError(finish(plain("wrong"), callback, pending));
  assertSight(shown, tokenErrors["client-secret-mismatch"], "description");
  assert.match(shown, /WWW-Authenticate/i);
});
