import assert from "node:assert/strict";
import type { OutgoingHttpHeaders } from "node:http";
import { after, afterEach, before, test } from "node:test";
import { bodyBytesMax } from "../../src/http/body.ts";
import { pathsOf } from "../../src/http/paths.ts";
import { routesOf } from "../../src/http/routes.ts";
import type { Web } from "../../src/http/web.ts";
import { tryLimits } from "../../src/identity/try-limits.ts";
import { parseIssuer } from "../../src/values/issuer.ts";
import { FormClient, findForm, type HttpAnswer } from "../support/form-client.ts";
import { startInProcess } from "../support/in-process.ts";
import { addProtected } from "./support/protected-host.ts";
import { type AnswerKind, assertSafeHeaders } from "./support/safe-headers.ts";
import { ada, paths, Stage } from "./support/stage.ts";

const issuer = "https://id.example";

let stage: Stage;

before(async () => {
  stage = await Stage.set({ LATCHKEY_BASE_URL: issuer });
  await addProtected(stage.inProcess, ["https://wiki.example"]);
});
afterEach(() => stage.check());
after(() => stage[Symbol.asyncDispose]());

const form = { "content-type": "application/x-www-form-urlencoded" };
const foreign = { origin: "https://evil.test", "sec-fetch-site": "cross-site" };

function post(target: string, body = "a=b", headers: OutgoingHttpHeaders = {}): Promise<HttpAnswer> {
  stage.stranger.cookies.clear();
  return stage.stranger.send({ method: "POST", target, headers: { ...form, ...headers }, body });
}

function send(method: string, target: string, headers: OutgoingHttpHeaders = {}): Promise<HttpAnswer> {
  stage.stranger.cookies.clear();
  return stage.stranger.send({ method, target, headers });
}

/** The query of an authorization request. */
function query(more: Readonly<Record<string, string>> = {}): string {
  return stage.target(more).slice(paths.authorization.length);
}

async function signInWith(fields: Readonly<Record<string, string>>): Promise<HttpAnswer> {
  const browser = stage.newBrowser();
  return browser.submit(await browser.get(stage.target()), fields);
}

/** A form with the client's credentials. */
function asClient(fields: Readonly<Record<string, string>>): string {
  const { id, secret } = stage.client;
  return new URLSearchParams({ client_id: id, client_secret: secret, ...fields }).toString();
}

/** The last of many answers to somebody who does not stop. */
async function lastOf(count: number, ask: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
  for (let round = 1; round < count; round += 1) await ask();
  return ask();
}

async function submitted(target: string, fields: Readonly<Record<string, string>>): Promise<HttpAnswer> {
  return stage.browser.submit(await stage.browser.get(target), fields);
}

async function signedOut(): Promise<HttpAnswer> {
  const browser = stage.newBrowser();
  await browser.signIn(stage.target(), ada);
  return browser.submit(await browser.get(paths.logout), {});
}

const tooLong = `a=${"x".repeat(bodyBytesMax)}`;
const gzip = { "content-encoding": "gzip" };

/** Method and path, the status and its occasion, the kind of answer, and how to get it. */
type Row = readonly [
  route: string,
  status: number,
  when: string,
  kind: AnswerKind,
  ask: () => Promise<HttpAnswer>,
];

const rows: readonly Row[] = [
  ["GET /v1/Oauth/authorization", 200, "the form", "page", () => stage.visit(stage.target())],
  [
    "GET /v1/Oauth/authorization",
    200,
    "the choice",
    "page",
    () => stage.browser.get(stage.target({ prompt: "consent" })),
  ],
  ["GET /v1/Oauth/authorization", 302, "a code", "redirect", () => stage.browser.get(stage.target())],
  [
    "GET /v1/Oauth/authorization",
    302,
    "an error",
    "redirect",
    () => stage.visit(stage.target({ prompt: "none" })),
  ],
  [
    "GET /v1/Oauth/authorization",
    400,
    "an unknown client",
    "page",
    () => stage.visit(stage.target({ client_id: "x" })),
  ],
  [
    "GET /v1/Oauth/authorization",
    414,
    "a long query",
    "page",
    () => stage.visit(stage.target({ a: "x".repeat(13_000) })),
  ],
  ["HEAD /v1/Oauth/authorization", 200, "the form", "page", () => send("HEAD", stage.target())],
  ["PUT /v1/Oauth/authorization", 405, "", "page", () => send("PUT", stage.target())],
  [
    "OPTIONS /v1/Oauth/authorization",
    405,
    "another site asks",
    "page",
    () => send("OPTIONS", stage.target(), foreign),
  ],
  [
    "POST /v1/Oauth/authorization",
    303,
    "a good request",
    "redirect",
    () => post(paths.authorization, query().slice(1)),
  ],
  ["POST /v1/Oauth/authorization", 400, "a broken request", "page", () => post(paths.authorization)],
  ["POST /v1/Oauth/authorization", 413, "a long body", "page", () => post(paths.authorization, tooLong)],
  ["POST /v1/Oauth/authorization", 415, "compressed", "page", () => post(paths.authorization, "a=b", gzip)],
  ["GET /sign-in", 200, "the form", "page", () => stage.visit(`/sign-in${query()}`)],
  ["GET /sign-in", 303, "without a request", "redirect", () => stage.visit("/sign-in")],
  ["GET /sign-in", 400, "a broken request", "page", () => stage.visit("/sign-in?client_id=x")],
  ["GET /sign-in/another", 200, "the form", "page", () => stage.visit(`/sign-in/another${query()}`)],
  [
    "POST /sign-in/another",
    303,
    "without CSRF token",
    "redirect",
    () => post(`/sign-in/another${query()}`, "a=b"),
  ],
  ["GET /sign-in", 303, "signed in already", "redirect", () => stage.browser.get(`/sign-in${query()}`)],
  ["POST /sign-in", 303, "the right password", "redirect", () => signInWith(ada)],
  ["POST /sign-in", 400, "a wrong password", "page", () => signInWith({ ...ada, password: "wrong" })],
  ["POST /sign-in", 400, "no password", "page", () => signInWith({ ...ada, password: "" })],
  ["POST /sign-in", 403, "without CSRF token", "page", () => signInWith({ ...ada, step: "x" })],
  ["POST /sign-in", 403, "from another site", "page", () => post(`/sign-in${query()}`, "a=b", foreign)],
  ["POST /sign-in", 413, "a long body", "page", () => post(`/sign-in${query()}`, tooLong)],
  ["POST /sign-in", 415, "compressed", "page", () => post(`/sign-in${query()}`, "a=b", gzip)],
  [
    "POST /sign-in",
    429,
    "too many tries",
    "page",
    () => lastOf(tryLimits.account.burst + 1, () => signInWith({ username: "nobody", password: "wrong" })),
  ],
  ["DELETE /sign-in", 405, "", "page", () => send("DELETE", "/sign-in")],
  ["GET /continue", 303, "after a reload", "redirect", () => stage.visit(`/continue${query()}`)],
  ["POST /continue", 303, "chosen", "redirect", () => submitted(stage.target({ prompt: "consent" }), {})],
  ["POST /continue", 403, "from another site", "page", () => post(`/continue${query()}`, "a=b", foreign)],
  ["GET /choose-account", 303, "without a target", "redirect", () => stage.visit("/choose-account")],
  [
    "POST /choose-account",
    403,
    "from another site",
    "page",
    () => post("/choose-account?to=account", "a=b", foreign),
  ],
  ["POST /continue", 413, "a long body", "page", () => post(`/continue${query()}`, tooLong)],
  ["GET /consent", 303, "after a reload", "redirect", () => stage.visit(`/consent${query()}`)],
  ["POST /consent", 303, "nothing to ask", "redirect", () => stage.browser.post(`/consent${query()}`, {})],
  ["POST /consent", 403, "from another site", "page", () => post(`/consent${query()}`, "a=b", foreign)],
  ["GET /verify", 303, "after a reload", "redirect", () => stage.visit(`/verify${query()}`)],
  ["POST /verify", 303, "nothing to ask", "redirect", () => stage.browser.post(`/verify${query()}`, {})],
  ["POST /verify", 403, "from another site", "page", () => post(`/verify${query()}`, "a=b", foreign)],
  ["POST /verify", 413, "a long body", "page", () => post(`/verify${query()}`, tooLong)],
  ["GET /enrol", 303, "after a reload", "redirect", () => stage.visit(`/enrol${query()}`)],
  ["POST /enrol", 303, "nothing to set up", "redirect", () => stage.browser.post(`/enrol${query()}`, {})],
  ["POST /enrol", 403, "from another site", "page", () => post(`/enrol${query()}`, "a=b", foreign)],
  ["GET /account/totp", 200, "somebody is signed in", "page", () => stage.browser.get("/account/totp")],
  ["GET /account/totp", 303, "nobody is signed in", "redirect", () => stage.visit("/account/totp")],
  ["POST /account/totp", 403, "without CSRF token", "page", () => stage.browser.post("/account/totp", {})],
  ["POST /account/totp", 403, "from another site", "page", () => post("/account/totp", "a=b", foreign)],
  [
    "GET /account/recovery-codes",
    200,
    "somebody is signed in",
    "page",
    () => stage.browser.get("/account/recovery-codes"),
  ],
  [
    "GET /account/recovery-codes",
    303,
    "nobody is signed in",
    "redirect",
    () => stage.visit("/account/recovery-codes"),
  ],
  [
    "POST /account/recovery-codes",
    403,
    "without CSRF token",
    "page",
    () => stage.browser.post("/account/recovery-codes", {}),
  ],
  ["GET /cancel", 302, "a good request", "redirect", () => stage.visit(`/cancel${query()}`)],
  ["GET /cancel", 400, "a broken request", "page", () => stage.visit("/cancel")],
  ["GET /language", 303, "after a reload", "redirect", () => stage.visit(`/language${query()}`)],
  ["GET /language/another", 200, "after a reload", "page", () => stage.visit(`/language/another${query()}`)],
  [
    "POST /language/another",
    303,
    "picked",
    "redirect",
    () => post(`/language/another${query()}`, "language=de"),
  ],
  ["POST /language", 303, "picked", "redirect", () => post(`/language${query()}`, "language=de")],
  ["POST /language", 400, "one that there is not", "page", () => post(`/language${query()}`, "language=x")],
  ["POST /language", 403, "from another site", "page", () => post(`/language${query()}`, "a=b", foreign)],
  ["POST /language", 413, "a long body", "page", () => post(`/language${query()}`, tooLong)],
  ["GET /account", 200, "somebody is signed in", "page", () => stage.browser.get("/account")],
  ["GET /account", 303, "nobody is signed in", "redirect", () => stage.visit("/account")],
  ["GET /sign-in", 200, "for the account page", "page", () => stage.visit("/sign-in?to=account")],
  ["GET /sign-in", 303, "already signed in", "redirect", () => stage.browser.get("/sign-in?to=account")],
  ["GET /account/address", 200, "somebody is signed in", "page", () => stage.browser.get("/account/address")],
  ["GET /account/address", 303, "nobody is signed in", "redirect", () => stage.visit("/account/address")],
  [
    "POST /account/address",
    403,
    "without CSRF token",
    "page",
    () => stage.browser.post("/account/address", {}),
  ],
  ["POST /account/address", 303, "nobody is signed in", "redirect", () => post("/account/address")],
  ["GET /account/address/confirm", 410, "no link", "page", () => stage.visit("/account/address/confirm")],
  ["POST /account/address/confirm", 303, "no link", "redirect", () => post("/account/address/confirm")],
  ["GET /recover", 200, "", "page", () => stage.visit("/recover")],
  ["GET /recover", 414, "a long query", "page", () => stage.visit(`/recover?a=${"x".repeat(13_000)}`)],
  ["POST /recover", 303, "without CSRF token", "redirect", () => post("/recover")],
  ["POST /recover", 200, "the answer for every name", "page", () => submitted("/recover", { username: "x" })],
  ["POST /recover", 400, "without a name", "page", () => submitted("/recover", { username: "" })],
  ["POST /recover", 403, "from another site", "page", () => post("/recover", "a=b", foreign)],
  [
    "POST /recover",
    429,
    "too often",
    "page",
    () => lastOf(tryLimits.mailRequests.burst + 1, () => submitted("/recover", { username: "nobody" })),
  ],
  ["GET /recover/password", 410, "no link", "page", () => stage.visit("/recover/password?link=x")],
  ["POST /recover/password", 303, "no link", "redirect", () => post("/recover/password?link=x")],
  ["POST /recover/password", 403, "from another site", "page", () => post("/recover/password", "", foreign)],
  ["GET /sign-up", 403, "closed", "page", () => stage.visit("/sign-up")],
  ["GET /lock", 410, "no link", "page", () => stage.visit("/lock?link=x")],
  ["POST /lock", 303, "no link", "redirect", () => post("/lock?link=x")],
  ["POST /lock", 403, "from another site", "page", () => post("/lock", "", foreign)],
  ["POST /sign-up", 303, "closed", "redirect", () => post("/sign-up")],
  ["GET /sign-up/account", 410, "no link", "page", () => stage.visit("/sign-up/account?link=x")],
  ["POST /sign-up/account", 303, "no link", "redirect", () => post("/sign-up/account?link=x")],
  ["POST /account", 403, "without CSRF token", "page", () => stage.browser.post("/account", {})],
  ["GET /account/export", 200, "somebody is signed in", "page", () => stage.browser.get("/account/export")],
  ["GET /account/export", 303, "nobody is signed in", "redirect", () => stage.visit("/account/export")],
  ["POST /account/export", 200, "the file", "json", () => submitted("/account/export", {})],
  ["POST /account/export", 303, "nobody is signed in", "redirect", () => post("/account/export")],
  [
    "POST /account/export",
    403,
    "without CSRF token",
    "page",
    () => stage.browser.post("/account/export", {}),
  ],
  ["GET /account/delete", 200, "somebody is signed in", "page", () => stage.browser.get("/account/delete")],
  ["GET /account/delete", 303, "nobody is signed in", "redirect", () => stage.visit("/account/delete")],
  ["POST /account/delete", 303, "nobody is signed in", "redirect", () => post("/account/delete")],
  [
    "POST /account/delete",
    403,
    "without CSRF token",
    "page",
    () => stage.browser.post("/account/delete", {}),
  ],
  ["GET /keep-account", 303, "", "redirect", () => stage.visit("/keep-account?to=account")],
  ["POST /keep-account", 303, "nobody is signed in", "redirect", () => post("/keep-account?to=account")],
  ["POST /account", 403, "from another site", "page", () => post("/account", "a=b", foreign)],
  [
    "GET /account/activity",
    200,
    "somebody is signed in",
    "page",
    () => stage.browser.get("/account/activity"),
  ],
  ["GET /account/activity", 303, "nobody is signed in", "redirect", () => stage.visit("/account/activity")],
  ["GET /account/profile", 200, "somebody is signed in", "page", () => stage.browser.get("/account/profile")],
  ["GET /account/profile", 303, "nobody is signed in", "redirect", () => stage.visit("/account/profile")],
  ["POST /account/profile", 303, "nobody is signed in", "redirect", () => post("/account/profile")],
  [
    "POST /account/profile",
    403,
    "without CSRF token",
    "page",
    () => stage.browser.post("/account/profile", {}),
  ],
  [
    "GET /account/sessions",
    200,
    "somebody is signed in",
    "page",
    () => stage.browser.get("/account/sessions"),
  ],
  ["GET /account/sessions", 303, "nobody is signed in", "redirect", () => stage.visit("/account/sessions")],
  ["POST /account/sessions", 303, "nobody is signed in", "redirect", () => post("/account/sessions")],
  [
    "POST /account/sessions",
    403,
    "without CSRF token",
    "page",
    () => stage.browser.post("/account/sessions", {}),
  ],
  [
    "GET /account/password",
    200,
    "somebody is signed in",
    "page",
    () => stage.browser.get("/account/password"),
  ],
  ["GET /account/password", 303, "nobody is signed in", "redirect", () => stage.visit("/account/password")],
  ["POST /account/password", 303, "nobody is signed in", "redirect", () => post("/account/password")],
  [
    "POST /account/password",
    403,
    "without CSRF token",
    "page",
    () => stage.browser.post("/account/password", {}),
  ],
  [
    "GET /account/app-passwords",
    200,
    "somebody is signed in",
    "page",
    () => stage.browser.get("/account/app-passwords"),
  ],
  [
    "GET /account/app-passwords",
    303,
    "nobody is signed in",
    "redirect",
    () => stage.visit("/account/app-passwords"),
  ],
  [
    "POST /account/app-passwords",
    403,
    "without CSRF token",
    "page",
    () => stage.browser.post("/account/app-passwords", {}),
  ],
  [
    "POST /account/app-passwords",
    303,
    "nobody is signed in",
    "redirect",
    () => post("/account/app-passwords"),
  ],
  [
    "GET /account/passkeys",
    200,
    "somebody is signed in",
    "page",
    () => stage.browser.get("/account/passkeys"),
  ],
  ["GET /account/passkeys", 303, "nobody is signed in", "redirect", () => stage.visit("/account/passkeys")],
  [
    "POST /account/passkeys",
    403,
    "without CSRF token",
    "page",
    () => stage.browser.post("/account/passkeys", {}),
  ],
  ["POST /account/passkeys", 303, "nobody is signed in", "redirect", () => post("/account/passkeys")],
  ["GET /add-passkey", 303, "a reload", "redirect", () => stage.visit(`/add-passkey${query()}`)],
  [
    "POST /add-passkey",
    200,
    "nobody is signed in",
    "page",
    () => stage.newBrowser().post(`/add-passkey${query()}`, {}),
  ],
  ["POST /upstream", 303, "without CSRF token", "redirect", () => post(`/upstream${query()}`)],
  ["POST /upstream", 403, "from another site", "page", () => post(`/upstream${query()}`, "a=b", foreign)],
  [
    "GET /upstream/{name}/callback",
    400,
    "without state",
    "page",
    () => stage.visit("/upstream/google/callback?code=x"),
  ],
  [
    "POST /upstream/{name}/callback",
    303,
    "to GET",
    "redirect",
    () => post("/upstream/google/callback", "code=x&state=y", foreign),
  ],
  ["GET /account/upstreams", 200, "signed in", "page", () => stage.browser.get("/account/upstreams")],
  ["GET /account/upstreams", 303, "nobody is signed in", "redirect", () => stage.visit("/account/upstreams")],
  [
    "POST /account/upstreams",
    400,
    "without CSRF token",
    "page",
    () => stage.browser.post("/account/upstreams", {}),
  ],
  ["GET /.well-known/webauthn", 200, "", "document", () => stage.visit("/.well-known/webauthn")],
  [
    "GET /.well-known/passkey-endpoints",
    200,
    "",
    "document",
    () => stage.visit("/.well-known/passkey-endpoints"),
  ],
  [
    "GET /.well-known/webfinger",
    200,
    "",
    "jrd",
    () => stage.visit("/.well-known/webfinger?resource=acct:ada@example.org"),
  ],
  [
    "GET /.well-known/webfinger",
    400,
    "without a resource",
    "document",
    () => stage.visit("/.well-known/webfinger"),
  ],
  [
    "GET /.well-known/security.txt",
    404,
    "without a contact",
    "page",
    () => stage.visit("/.well-known/security.txt"),
  ],
  [
    "GET /.well-known/change-password",
    303,
    "",
    "redirect",
    () => stage.visit("/.well-known/change-password"),
  ],
  ["GET /v1/Oauth/logout", 200, "somebody is signed in", "page", () => stage.browser.get(paths.logout)],
  ["GET /v1/Oauth/logout", 200, "nobody is signed in", "page", () => stage.visit(paths.logout)],
  ["POST /v1/Oauth/logout", 200, "signed out", "page", signedOut],
  [
    "POST /v1/Oauth/logout",
    303,
    "a client's request",
    "redirect",
    () => post(paths.logout, "state=x", foreign),
  ],
  ["POST /v1/Oauth/logout", 403, "without CSRF token", "page", () => submitted(paths.logout, { step: "x" })],
  ["POST /v1/Oauth/logout", 403, "from another site", "page", () => post(paths.logout, "a=b", foreign)],
  ["GET /", 200, "somebody is signed in", "page", () => stage.browser.get("/")],
  ["GET /", 200, "nobody is signed in", "page", () => stage.visit("/")],
  ["GET /favicon.ico", 200, "", "icon", () => stage.visit("/favicon.ico")],
  ["GET /logo", 404, "of nobody", "page", () => stage.visit("/logo?client=x")],
  [
    "GET /not-sent",
    200,
    "of a protected host",
    "page",
    () => stage.visit("/not-sent?origin=https%3A%2F%2Fwiki.example&to=%2F"),
  ],
  [
    "GET /not-sent",
    404,
    "of another host",
    "page",
    () => stage.visit("/not-sent?origin=https%3A%2F%2Fx.example"),
  ],
  [
    "GET /not-admitted",
    403,
    "somebody is signed in",
    "page",
    () => stage.browser.get("/not-admitted?origin=https%3A%2F%2Fwiki.example&to=%2F"),
  ],
  [
    "GET /not-admitted",
    303,
    "nobody is signed in",
    "redirect",
    () => stage.visit("/not-admitted?origin=https%3A%2F%2Fwiki.example&to=%2F"),
  ],
  ["GET /nothing-here", 404, "", "page", () => stage.visit("/nothing-here")],
  ["POST /nothing-here", 404, "", "page", () => post("/nothing-here")],
  ["POST /v1/Oauth/token", 200, "a good code", "json", async () => stage.exchange(await stage.code())],
  ["POST /v1/Oauth/token", 400, "a bad code", "json", () => stage.exchange("x")],
  [
    "POST /v1/Oauth/token",
    400,
    "from another site",
    "json",
    () => post(paths.token, "code=x&client_id=y", foreign),
  ],
  [
    "POST /v1/Oauth/token",
    401,
    "HTTP Basic",
    "json",
    () => post(paths.token, "code=x", { authorization: "Basic eDp5" }),
  ],
  ["POST /v1/Oauth/token", 413, "a long body", "json", () => post(paths.token, tooLong)],
  ["POST /v1/Oauth/token", 415, "compressed", "json", () => post(paths.token, "a=b", gzip)],
  [
    "POST /v1/Oauth/token",
    429,
    "too many tries",
    "json",
    () =>
      lastOf(tryLimits.clientAuthentication.burst + 1, () => stage.exchange("x", { client_secret: "wrong" })),
  ],
  ["GET /v1/Oauth/token", 405, "", "json", () => stage.visit(paths.token)],
  ["OPTIONS /v1/Oauth/token", 405, "another site asks", "json", () => send("OPTIONS", paths.token, foreign)],
  [
    "GET /v1/Oauth/userinfo",
    200,
    "a live token",
    "json",
    async () => stage.userinfo(`Bearer ${await stage.token()}`),
  ],
  ["GET /v1/Oauth/userinfo", 401, "no token", "json", () => stage.visit(paths.userinfo)],
  [
    "GET /v1/Oauth/userinfo",
    400,
    "two tokens",
    "json",
    () => stage.visit(`${paths.userinfo}?access_token=x`, { authorization: "Bearer x" }),
  ],
  [
    "POST /v1/Oauth/userinfo",
    401,
    "a dead token",
    "json",
    () => post(paths.userinfo, "", { authorization: "Bearer x" }),
  ],
  ["POST /v1/Oauth/userinfo", 413, "a long body", "json", () => post(paths.userinfo, tooLong)],
  ["OPTIONS /v1/Oauth/userinfo", 204, "a page asks", "preflight", () => send("OPTIONS", paths.userinfo)],
  ["PUT /v1/Oauth/userinfo", 405, "", "json", () => send("PUT", paths.userinfo)],
  [
    "POST /v1/Oauth/introspection",
    200,
    "no token of ours",
    "json",
    () => post("/v1/Oauth/introspection", asClient({ token: "x" })),
  ],
  ["POST /v1/Oauth/introspection", 400, "no token", "json", () => post("/v1/Oauth/introspection")],
  [
    "POST /v1/Oauth/revocation",
    200,
    "no token of ours",
    "json",
    () => post("/v1/Oauth/revocation", asClient({ token: "x" })),
  ],
  ["POST /v1/Oauth/revocation", 400, "no token", "json", () => post("/v1/Oauth/revocation")],
  [
    "POST /v1/Oauth/par",
    201,
    "a good request",
    "json",
    () => post("/v1/Oauth/par", asClient({ redirect_uri: stage.client.redirectUri })),
  ],
  ["POST /v1/Oauth/par", 400, "a broken request", "json", () => post("/v1/Oauth/par", asClient({}))],
  ["GET /v1/Oauth/par", 405, "", "json", () => stage.visit("/v1/Oauth/par")],
  [
    "POST /v1/Oauth/device_authorization",
    400,
    "a client that may not",
    "json",
    () => post("/v1/Oauth/device_authorization", asClient({})),
  ],
  [
    "GET /v1/Oauth/device_authorization",
    405,
    "",
    "json",
    () => stage.visit("/v1/Oauth/device_authorization"),
  ],
  ["GET /device", 200, "somebody is signed in", "page", () => stage.browser.get("/device")],
  ["GET /device", 303, "nobody is signed in", "redirect", () => stage.visit("/device?user_code=BCDF-GHJK")],
  [
    "POST /device",
    400,
    "an unknown code",
    "page",
    async () => stage.browser.submit(await stage.browser.get("/device"), { user_code: "BCDF-GHJK" }),
  ],
  ["POST /device", 403, "from another site", "page", () => post("/device", "a=b", foreign)],
  ["GET /.well-known/jwks.json", 200, "", "key set", () => stage.visit("/.well-known/jwks.json")],
  ...["openid-configuration", "oauth-authorization-server"].map(
    (name): Row => [
      `GET /.well-known/${name}`,
      200,
      "",
      "document",
      () => stage.visit(`/.well-known/${name}`),
    ],
  ),
  [
    "GET /.well-known/oauth-protected-resource/admin/api",
    200,
    "",
    "json",
    () => stage.visit("/.well-known/oauth-protected-resource/admin/api"),
  ],
  ["GET /openapi.json", 200, "", "json", () => stage.visit("/openapi.json")],
  ["GET /livez", 200, "", "json", () => stage.visit("/livez")],
  ["GET /healthz", 200, "", "json", () => stage.visit("/healthz")],
  ["GET /readyz", 200, "", "json", () => stage.visit("/readyz")],
  ["POST /readyz", 405, "", "json", () => post("/readyz")],
  ["GET /", 400, "an unreadable Host", "page", () => stage.visit("/", { host: "a@b" })],
];

for (const [route, status, when, kind, ask] of rows)
  test(`ASVS V3.3, V3.4: ${route} ${status}${when === "" ? "" : ` (${when})`} carries every safety header`, async () => {
    const answer = await ask();
    assert.equal(answer.status, status);
    assertSafeHeaders(kind, answer);
  });

test("ASVS V3.4.1: with LATCHKEY_HSTS_SUBDOMAINS=yes https is demanded of the hosts below, too", async () => {
  const settings = { LATCHKEY_BASE_URL: issuer, LATCHKEY_HSTS_SUBDOMAINS: "yes" };
  await using service = await startInProcess(settings);
  const visitor = new FormClient(service.url);
  for (const target of ["/", "/livez", "/.well-known/jwks.json", "/v1/Oauth/authorization"]) {
    const { headers } = await visitor.get(target);
    assert.equal(headers["strict-transport-security"], "max-age=63072000; includeSubDomains", target);
  }
  visitor.close();
});

test("ASVS V6.3.4: the rows above name every route that there is", () => {
  const base = parseIssuer(issuer);
  assert.ok(base.ok);
  // The handlers are never called here, and only they look at the rest.
  const web = { paths: pathsOf(base.value) } as Partial<Web> as Web;
  const routes = routesOf(web, { isReady: () => true }).map(({ method, path }) => `${method} ${path}`);
  const asked = new Set(rows.map(([route]) => route));
  assert.deepEqual(
    routes.filter((route) => !asked.has(route)),
    [],
  );
});

test("ASVS V3.5: a form that another site posts, or that names no page of the service, changes nothing", async () => {
  const page = await stage.visit(stage.target());
  const { action, fields } = findForm(page.body);
  for (const [name, value] of Object.entries(ada)) fields.set(name, value);
  const strangers: readonly OutgoingHttpHeaders[] = [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "cross-site", origin: issuer },
    { origin: "https://evil.test" },
    { origin: "https://id.example.evil.test" },
    { origin: "http://id.example" },
    { origin: "https://id.example:8443" },
  ];
  for (const headers of strangers) {
    const body = fields.toString();
    const answer = await stage.stranger.send({
      method: "POST",
      target: action,
      headers: { ...form, ...headers },
      body,
    });
    assert.equal(answer.status, 403);
    assert.equal(stage.stranger.cookies.has("__Host-latchkey-session"), false);
  }
  const ours = { ...form, origin: issuer };
  const accepted = await stage.stranger.send({
    method: "POST",
    target: action,
    headers: ours,
    body: fields.toString(),
  });
  assert.equal(accepted.status, 303);
});
