import assert from "node:assert/strict";
import { decodeJwt } from "jose";
import type { Browser, Page } from "playwright-core";
import { authorizationOf, authorizationPath, codeAt } from "../http/journey.ts";
import { credentialsOf, endpoints, openid, post } from "../http/support/openid.ts";
import { setUpTotp, type TotpApp } from "../http/support/totp-app.ts";
import { findingsOn } from "../support/axe.ts";
import { after, before, launchBrowser, test } from "../support/browser.ts";
import { type ClientServer, startClientServer } from "../support/client-server.ts";
import { FormClient } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";

const ada = { username: "ada", password: "seven quiet rivers run north" };
const resource = "https://api.example/orders";

let service: InProcessService;
let browser: Browser;
let server: ClientServer;
/** Somebody else's application, new for every test. */
let photos: TestClient;
let app: TotpApp;

before(async () => {
  [service, browser, server] = await Promise.all([
    startInProcess(),
    launchBrowser(),
    startClientServer("127.0.0.1"),
  ]);
  await service.addAccount(ada.username, ada.password, { name: "Ada Lovelace" });
  await service.addApi({
    resource,
    scopes: [
      { name: "orders:read", sentence: "See your orders", translations: {} },
      { name: "orders:write", sentence: "Change your orders", translations: {} },
    ],
  });
  app = await setUpApp();
});
after(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

/** Ada sets up an authenticator app in a browser of her own. */
async function setUpApp(): Promise<TotpApp> {
  const client = new FormClient(service.url);
  const notes = await service.addClient();
  codeAt(await client.signIn(authorizationOf(notes), ada), notes);
  const setUp = await setUpTotp(client, service.clock);
  client.close();
  return setUp.app;
}

async function ask(page: Page, more: Readonly<Record<string, string>>): Promise<void> {
  const { id, redirectUri } = photos;
  const query = { client_id: id, redirect_uri: redirectUri, response_type: "code", resource, ...more };
  await page.goto(`${service.service.issuer}${authorizationPath}?${new URLSearchParams(query)}`);
}

async function signIn(page: Page): Promise<void> {
  await page.fill("#username", ada.username);
  await page.fill("#password", ada.password);
  await page.click("#sign-in");
}

/** A script sends the code by itself. */
async function typeCode(page: Page, { hasScripts }: { readonly hasScripts: boolean }): Promise<void> {
  await page.fill("#otp", app.code());
  if (!hasScripts) await page.click("#verify");
  await page.locator("#otp").waitFor({ state: "detached" });
  service.clock.advance(30);
}

/** What the consent page asks about. */
async function asked(page: Page): Promise<readonly string[]> {
  await page.locator("#allow").waitFor();
  return page.locator(".abilities li").allInnerTexts();
}

async function allow(page: Page): Promise<void> {
  await page.click("#allow");
  await page.getByText("Back at the client").waitFor();
}

/** The answer of the token endpoint for the code that the client got last. */
async function tokensFor(): Promise<{ readonly scope: string; readonly id_token: string }> {
  const code = server.callbacks.at(-1)?.searchParams.get("code") ?? "";
  const fields = { grant_type: "authorization_code", code, redirect_uri: photos.redirectUri };
  const { status, body } = await post(service.url, endpoints.token, { ...credentialsOf(photos), ...fields });
  assert.equal(status, 200, body);
  return JSON.parse(body);
}

for (const javaScriptEnabled of [true, false])
  test(`RFC 9470 §4: a client that comes back for more has the person prove more first, and then asks only for what is new (scripts ${javaScriptEnabled ? "on" : "off"})`, async () => {
    const metadata = openid({ isThirdParty: true });
    photos = await service.addClient({ name: "Photos", redirectUris: [server.redirectUri], metadata });
    const context = await browser.newContext({ javaScriptEnabled, reducedMotion: "reduce" });
    const page = await context.newPage();
    await ask(page, { scope: "openid orders:read" });
    await signIn(page);
    await page.check("input[name=trust]");
    await typeCode(page, { hasScripts: javaScriptEnabled });
    assert.deepEqual(await asked(page), ["Know who you are", "See your orders"]);
    await allow(page);
    assert.equal((await tokensFor()).scope, "openid orders:read");

    // The next day: this browser is trusted, so the password is enough for the same access.
    await context.clearCookies({ name: "latchkey-session" });
    await ask(page, { scope: "openid orders:read" });
    await signIn(page);
    await page.getByText("Back at the client").waitFor();

    // The API answered insufficient_user_authentication and insufficient_scope.
    const more = { scope: "openid orders:read orders:write", acr_values: "urn:latchkey:acr:two" };
    await ask(page, more);
    assert.equal(await page.locator("#password").count(), 0);
    await typeCode(page, { hasScripts: javaScriptEnabled });
    assert.deepEqual(await asked(page), ["Change your orders"]);
    if (javaScriptEnabled) assert.deepEqual(await findingsOn(page), []);
    await allow(page);
    const { scope, id_token } = await tokensFor();
    assert.equal(scope, "openid orders:read orders:write");
    assert.equal(decodeJwt(id_token).acr, "urn:latchkey:acr:two");

    await ask(page, more);
    await page.getByText("Back at the client").waitFor();
    await page.goto(`${service.service.issuer}/account`);
    const row = page.locator("li.application", { hasText: "Photos" });
    await row.getByText("Change your orders").waitFor();
    await row.getByRole("button").click();
    await page.getByRole("status").waitFor();
    await ask(page, { scope: "openid orders:read" });
    assert.deepEqual(await asked(page), ["Know who you are", "See your orders"]);
    await context.close();
  });
