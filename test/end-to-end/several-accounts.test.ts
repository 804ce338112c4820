import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { authorizationTarget, codeIn } from "../support/authorization-url.ts";
import { after, before, launchBrowser, test } from "../support/browser.ts";
import { type ClientServer, startClientServer } from "../support/client-server.ts";
import { type LiveService, type NewUser, type RegisteredClient, startService } from "../support/service.ts";

const ada: NewUser = { username: "ada", password: "seven quiet rivers run north", name: "Ada" };
const bob: NewUser = { username: "bob", password: "eleven slow clouds drift south", name: "Bob" };

let service: LiveService;
let browser: Browser;
let server: ClientServer;
let notes: RegisteredClient;

before(async () => {
  [service, browser, server] = await Promise.all([
    startService(),
    launchBrowser(),
    startClientServer("127.0.0.1"),
  ]);
  notes = await service.createClient("Notes", [server.redirectUri]);
  for (const person of [ada, bob]) await service.createUser(person);
});
after(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

async function signIn(page: Page, { username, password }: NewUser): Promise<void> {
  await page.fill("#username", username);
  await page.fill("#password", password);
  await page.click("#sign-in");
}

const choose = (page: Page, { username }: NewUser) =>
  page.locator("button[name=session]").filter({ hasText: username }).click();

async function assertIsAccountOf(page: Page, { username }: NewUser): Promise<void> {
  await page.waitForURL(`${service.url}/account`);
  assert.match((await page.textContent("main")) ?? "", new RegExp(username));
}

for (const javaScriptEnabled of [true, false])
  test(`a person adds an account, chooses, switches, and signs out of one and of all, scripts ${javaScriptEnabled ? "on" : "off"}`, async () => {
    const context = await browser.newContext({ javaScriptEnabled });
    try {
      const page = await context.newPage();
      await page.goto(`${service.url}/sign-in?to=account`);
      await signIn(page, ada);
      await assertIsAccountOf(page, ada);
      await page.click("a[href*='/choose-account']");
      await page.click("a[href*='/sign-in/another']");
      await signIn(page, bob);
      await assertIsAccountOf(page, bob);

      await page.goto(service.url + authorizationTarget(notes, { state: "s" }));
      await choose(page, ada);
      await page.waitForURL((url) => url.origin === server.origin);
      codeIn(page.url());
      await page.goto(`${service.url}/account`);
      await assertIsAccountOf(page, ada);
      await page.click("a[href*='/choose-account']");
      await choose(page, bob);
      await assertIsAccountOf(page, bob);

      await page.goto(`${service.url}/v1/Oauth/logout`);
      await page.click("form button[type=submit]:not([name=all]):not([name=language])");
      await page.goto(`${service.url}/sign-in?to=account`);
      assert.equal(await page.locator("button[name=session]").count(), 1);
      await choose(page, ada);
      await assertIsAccountOf(page, ada);
      await page.click("a[href*='/choose-account']");
      await page.click("a[href*='/sign-in/another']");
      await signIn(page, bob);
      await assertIsAccountOf(page, bob);
      await page.goto(`${service.url}/v1/Oauth/logout`);
      await page.click("button[name=all]");
      await page.goto(`${service.url}/sign-in?to=account`);
      await page.waitForSelector("#password");
    } finally {
      await context.close();
    }
  });
