import assert from "node:assert/strict";
import { after, before, type TestContext, test } from "node:test";
import { InMemoryWebStorage, type OidcClientSettings, WebStorageStateStore } from "oidc-client-ts";
import { redirectErrors } from "../../src/protocol/authorization/errors.ts";
import { tokenErrors } from "../../src/protocol/errors.ts";
import { accessTokenFrom, latchkeySettings, signInUrl } from "./oidc-client-ts.ts";
import { pageFetch } from "./support/page-fetch.ts";
import { assertSight, printedError } from "./support/sign-in-rows.ts";
import { type InteropStage, startInteropStage } from "./support/stage.ts";

let stage: InteropStage;
before(async () => {
  stage = await startInteropStage("http://localhost:3000/callback", ["--public"]);
});
after(() => stage[Symbol.asyncDispose]());

/** The guide's settings, with a storage that outlives the page; the library's `fetch` is that of a page at `origin`. */
function openPage(
  context: TestContext,
  more: Partial<OidcClientSettings> = {},
  origin = new URL(stage.app.redirectUri).origin,
): OidcClientSettings {
  context.mock.method(globalThis, "fetch", pageFetch(origin));
  const stateStore = new WebStorageStateStore({ store: new InMemoryWebStorage() });
  const { base, clientId, redirectUri } = stage.app;
  return { ...latchkeySettings(base, clientId, redirectUri), stateStore, ...more };
}

async function comeBack(settings: OidcClientSettings): Promise<string> {
  return (await stage.comeBack(await signInUrl(settings))).href;
}

test("oidc-client-ts signs in from a page, with the code of its guide and a public client", async (context) => {
  const settings = openPage(context);
  const token = await accessTokenFrom(settings, await comeBack(settings));
  assert.match(token, /^lkat_/);
  context.mock.restoreAll();
  // The page hands the token to its own server, which asks who it is.
  const headers = { authorization: `Bearer ${token}` };
  const userinfo = await fetch(`${stage.app.base}/v1/Oauth/userinfo`, { headers });
  assert.match(await userinfo.text(), /"sub":"lku/);
});

test("oidc-client-ts shows the description of a code that comes a second time (RFC 6749 §4.1.2)", async (context) => {
  const settings = openPage(context);
  const callback = await comeBack(settings);
  const { state } = Object.fromEntries(new URL(callback).searchParams);
  const kept = await settings.stateStore?.get(state ?? "");
  await accessTokenFrom(settings, callback);
  await settings.stateStore?.set(state ?? "", kept ?? "");
  assertSight(
    await printedError(accessTokenFrom(settings, callback)),
    tokenErrors["code-spent"],
    "description",
  );
});

test("oidc-client-ts shows the description of an error that comes back in the redirect (RFC 6749 §4.1.2.1)", async (context) => {
  const settings = openPage(context);
  const { headers } = await stage.visitAsStranger(`${await signInUrl(settings)}&prompt=none`);
  const shown = await printedError(accessTokenFrom(settings, headers.location ?? ""));
  assertSight(shown, redirectErrors["login-required"], "description");
});

test("oidc-client-ts believes no callback with another state (RFC 6749 §10.12)", async (context) => {
  const settings = openPage(context);
  const callback = new URL(await comeBack(settings));
  callback.searchParams.set("state", "another");
  await assert.rejects(accessTokenFrom(settings, callback.href), /No matching state found in storage/);
});

test("a page at another origin gets no readable answer for a public client, with any credentials", async (context) => {
  const settings = openPage(context, {}, "http://localhost:3001");
  await assert.rejects(accessTokenFrom(settings, await comeBack(settings)), /Failed to fetch/);
});

test("oidc-client-ts with a redirect_uri that is not registered: our page says what differs, and the repair", async (context) => {
  const settings = openPage(context, { redirect_uri: "http://localhost:3000/other" });
  const { status, body } = await stage.visitAsStranger(await signInUrl(settings));
  assert.equal(status, 400);
  assert.match(body, /The path differs\./);
});

test("a secret in the page is refused, since the client is public, and the page can read why", async (context) => {
  const settings = openPage(context, { client_secret: "secretOfThePage" });
  const shown = await printedError(accessTokenFrom(settings, await comeBack(settings)));
  assertSight(shown, tokenErrors["client-secret-unexpected"], "description");
});

test("oidc-client-ts without PKCE is told to switch it on, since the client is public (RFC 9700 §2.1.1)", async (context) => {
  const settings = openPage(context, { disablePKCE: true });
  const { headers } = await stage.visitAsStranger(await signInUrl(settings));
  const shown = await printedError(accessTokenFrom(settings, headers.location ?? ""));
  assertSight(shown, redirectErrors["code-challenge-missing"], "description");
});

test("oidc-client-ts with its default scope, openid, misses the id_token that this client does not get", async (context) => {
  const settings = openPage(context, { scope: "openid" });
  await assert.rejects(accessTokenFrom(settings, await comeBack(settings)), /Invalid token specified/);
});
