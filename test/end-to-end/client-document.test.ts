import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { DocumentDesk } from "../http/support/document-desk.ts";
import { refresh, userinfoStatus } from "../http/support/openid.ts";
import { findingsOn } from "../support/axe.ts";
import { after, before, launchBrowser, test } from "../support/browser.ts";
import { type ClientServer, startClientServer } from "../support/client-server.ts";
import type { TestClient } from "../support/in-process.ts";

const ada = { username: "ada", password: "seven quiet rivers run north" };

let desk: DocumentDesk;
let browser: Browser;
let server: ClientServer;

before(async () => {
  [desk, browser, server] = await Promise.all([
    DocumentDesk.open(),
    launchBrowser(),
    startClientServer("127.0.0.1"),
  ]);
});
after(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
  await desk[Symbol.asyncDispose]();
});

async function ask(page: Page, client: TestClient, verifier: string, more = {}): Promise<void> {
  const query = new URLSearchParams({
    client_id: client.id,
    redirect_uri: server.redirectUri,
    response_type: "code",
    state: "s",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    ...more,
  });
  await page.goto(`${desk.service.service.issuer}/v1/Oauth/authorization?${query}`);
}

async function signIn(page: Page): Promise<void> {
  await page.fill("#username", ada.username);
  await page.fill("#password", ada.password);
  await page.click("#sign-in");
}

function lastCode(): string {
  return server.callbacks.at(-1)?.searchParams.get("code") ?? "";
}

for (const javaScriptEnabled of [true, false])
  test(`a person lets a client in that nobody registered, comes back in another browser, and takes it back (scripts ${javaScriptEnabled ? "on" : "off"})`, async () => {
    const client = desk.publish(`/notes-${javaScriptEnabled}.json`, {
      redirect_uris: [server.redirectUri],
      grant_types: ["authorization_code", "refresh_token"],
    });
    const { host } = new URL(client.id);
    const contextOf = () => browser.newContext({ javaScriptEnabled, reducedMotion: "reduce" });
    const context = await contextOf();
    const page = await context.newPage();
    const verifier = randomBytes(32).toString("base64url");
    await ask(page, client, verifier, { scope: "openid" });
    assert.ok((await page.locator("main").innerText()).includes(host));
    if (javaScriptEnabled) assert.deepEqual(await findingsOn(page), []);
    await signIn(page);
    await page.locator("#allow").waitFor();
    assert.ok((await page.locator("main").innerText()).includes(host));
    await page.click("#allow");
    await page.getByText("Back at the client").waitFor();
    const answer = await desk.exchange(client, lastCode(), verifier, server.redirectUri);
    assert.equal(answer.status, 200, answer.body);
    const { refresh_token, access_token } = JSON.parse(answer.body);
    const rotated = await refresh(desk.service.url, client, refresh_token);
    assert.equal(rotated.status, 200, rotated.body);

    // Nothing is known of the client before the sign-in, so its form may lead nowhere else; the person arrives all the same.
    const elsewhere = await contextOf();
    const second = await elsewhere.newPage();
    const arrivals = server.callbacks.length;
    await ask(second, client, verifier, { scope: "openid" });
    await signIn(second);
    if ((await second.locator("#allow").count()) > 0) await second.click("#allow");
    await second.getByText("Back at the client").waitFor();
    assert.equal(server.callbacks.length, arrivals + 1);

    await page.goto(`${desk.service.service.issuer}/account`);
    const withdraw = page.locator(`button[name=client][value="${client.id}"]`);
    await withdraw.click();
    await withdraw.waitFor({ state: "detached" });
    assert.equal(await userinfoStatus(desk.service.url, access_token), 401);
    const late = await refresh(desk.service.url, client, JSON.parse(rotated.body).refresh_token);
    assert.equal(late.status, 400);
    for (const open of [context, elsewhere]) await open.close();
  });
