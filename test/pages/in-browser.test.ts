import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { interfaceMetadata } from "../../src/protocol/client/client.ts";
import { findingsOn } from "../support/axe.ts";
import { after, before, launchBrowser, test } from "../support/browser.ts";
import { type ClientServer, startClientServer } from "../support/client-server.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { watchComplaints } from "../support/page-watch.ts";

const ada = { username: "ada", password: "seven quiet rivers run north" };

let service: InProcessService;
let browser: Browser;
let server: ClientServer;

before(async () => {
  [service, browser, server] = await Promise.all([
    startInProcess(),
    launchBrowser(),
    startClientServer("127.0.0.1"),
  ]);
  await service.addAccount(ada.username, ada.password);
});
after(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

/** Somebody else's application, whose redirect URI may be another server's. */
function addThirdParty(redirectUri = server.redirectUri): Promise<TestClient> {
  const metadata = { ...interfaceMetadata, isOpenid: true, isThirdParty: true, mayRefresh: true };
  return service.addClient({ name: "Photos", redirectUris: [redirectUri], metadata });
}

function addressOf({ id, redirectUri }: TestClient, more: Readonly<Record<string, string>> = {}): string {
  const scope = "openid profile email offline_access";
  const query = { client_id: id, redirect_uri: redirectUri, response_type: "code", scope, ...more };
  return `${service.service.issuer}/v1/Oauth/authorization?${new URLSearchParams(query)}`;
}

/** Signs in and comes to the consent page. */
async function openConsent(
  page: Page,
  more: Readonly<Record<string, string>> = {},
  uri?: string,
): Promise<void> {
  await page.goto(addressOf(await addThirdParty(uri), more));
  await page.fill("#username", ada.username);
  await page.fill("#password", ada.password);
  await page.click("#sign-in");
  await page.locator("#allow").waitFor();
}

async function openAccount(page: Page): Promise<void> {
  await openConsent(page);
  await page.click("#allow");
  await page.getByText("Back at the client").waitFor();
  await page.goto(`${service.service.issuer}/account`);
}

/** It would leave by itself, so it is held there to be looked at. */
async function openFormPost(page: Page): Promise<void> {
  await page.addInitScript(
    `addEventListener("submit", (event) => { if (event.target.id === "answer") event.preventDefault() })`,
  );
  await openConsent(page, { response_mode: "form_post" });
  await page.click("#allow");
  await page.locator("#continue").waitFor();
}

const pages: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  "the consent page": (page) => openConsent(page),
  "the account page": openAccount,
  "the account page after withdrawing": async (page) => {
    await openAccount(page);
    await page.locator("button[name=client]").first().click();
    await page.getByRole("status").waitFor();
  },
  "the page that posts the answer": openFormPost,
};

for (const [name, open] of Object.entries(pages)) {
  test(`axe-core finds nothing on ${name}, in light and dark`, async () => {
    const context = await browser.newContext({ reducedMotion: "reduce" });
    const page = await context.newPage();
    await open(page);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await findingsOn(page), [], colorScheme);
    }
    await context.close();
  });

  test(`WCAG 1.4.10: ${name} needs no horizontal scrolling at 320 px`, async () => {
    const context = await browser.newContext({ viewport: { width: 320, height: 256 } });
    const page = await context.newPage();
    await open(page);
    assert.equal(await page.evaluate<number>("document.documentElement.scrollWidth"), 320);
    await context.close();
  });
}

for (const javaScriptEnabled of [true, false]) {
  const scripts = javaScriptEnabled ? "scripts on" : "scripts off";

  test(`D7, D34: the answer is posted to a client that leads on to a third origin, without a policy violation (${scripts})`, async () => {
    await using elsewhere = await startClientServer("localhost");
    await using client = await startClientServer("127.0.0.1", `${elsewhere.origin}/home`);
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    const complaints = await watchComplaints(page);
    const posted = page.waitForRequest(client.redirectUri);
    await openConsent(page, { response_mode: "form_post", state: "a b&c" }, client.redirectUri);
    await page.click("#allow");
    if (!javaScriptEnabled) await page.click("#continue");
    await page.getByText("Back at the client").waitFor();
    const request = await posted;
    const fields = new URLSearchParams(request.postData() ?? "");
    assert.deepEqual([request.method(), [...fields.keys()]], ["POST", ["code", "state"]]);
    assert.equal(fields.get("state"), "a b&c");
    assert.equal((await request.allHeaders()).referer, undefined);
    assert.equal(client.callbacks.length, 1);
    assert.equal(page.url(), `${elsewhere.origin}/home`);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test(`a person who presses "Do not allow" is sent back with access_denied (${scripts})`, async () => {
    await using client = await startClientServer("127.0.0.1");
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    await openConsent(page, {}, client.redirectUri);
    await page.click("#deny");
    await page.getByText("Back at the client").waitFor();
    assert.equal(client.callbacks[0]?.searchParams.get("error"), "access_denied");
    await context.close();
  });
}
