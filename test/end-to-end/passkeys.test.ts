import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { launchBrowser } from "../support/browser.ts";
import { type LiveService, type NewUser, startService } from "../support/service.ts";
import { VirtualAuthenticator } from "../support/virtual-authenticator.ts";

const ada: NewUser = { username: "ada", password: "seven quiet rivers run north", name: "Ada" };

let service: LiveService;
let browser: Browser;

before(async () => {
  [service, browser] = await Promise.all([startService(), launchBrowser()]);
  await service.createUser(ada);
});
after(async () => {
  await browser.close();
  await service[Symbol.asyncDispose]();
});

async function signInWithPassword(page: Page): Promise<void> {
  await page.fill("#username", ada.username);
  await page.fill("#password", ada.password);
  await page.click("#sign-in");
}

async function addPasskey(page: Page): Promise<void> {
  await page.goto(`${service.url}/account/passkeys`);
  if (page.url().includes("/sign-in")) await signInWithPassword(page);
  await page.waitForURL("**/account/passkeys");
  await page.click("#add-passkey");
  await page.locator(".done").waitFor();
}

async function signOut(page: Page): Promise<void> {
  await page.goto(`${service.url}/v1/Oauth/logout`);
  await page.click("#sign-out");
}

test("a person adds a passkey and signs in with it by the button", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const authenticator = await VirtualAuthenticator.plugInto(page, { isWilling: true });
  await addPasskey(page);
  const [credential] = await authenticator.credentials();
  assert.ok(credential?.userHandle);
  assert.equal(Buffer.from(credential.userHandle, "base64").length, 32);
  await authenticator.setWilling(false);
  await signOut(page);
  await page.goto(`${service.url}/sign-in?to=account`);
  await authenticator.setWilling(true);
  await page.click("#use-passkey");
  await page.waitForURL("**/account");
  await context.close();
});
