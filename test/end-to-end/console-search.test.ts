import assert from "node:assert/strict";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { plus } from "../../src/values/time.ts";
import { ConsoleStage, root } from "../http/support/console-stage.ts";
import { findingsOn } from "../support/axe.ts";
import { after, before, launchBrowser, test } from "../support/browser.ts";
import { addFailedWebhook } from "../support/failed-webhook.ts";

let stage: ConsoleStage;
let browser: Browser;
let home: string;
let notes: string;
let person: string;

before(async () => {
  [stage, browser] = await Promise.all([ConsoleStage.set(), launchBrowser()]);
  home = `${stage.service.service.issuer}/admin`;
  const { ports, clock, service } = stage.service;
  notes = (await stage.service.addClient({ name: "Harbour notes" })).id;
  person = await stage.service.addAccount("grace", root.password, { name: "Grace Harbour" });
  await ports.groups.create({ name: "harbour" as never, createdAt: clock.now() }, 10);
  await addFailedWebhook(service.administration.store.webhooks, clock.now());
  const words = ["code", "no-state", "no-challenge", "token", "refused"];
  const counted = words.map((label) => ({ kind: `use ${notes}` as const, label, count: 3, peak: 0 }));
  await ports.statistics.add(plus(clock.now(), -86_400), counted);
  await ports.statistics.add(clock.now(), [{ kind: "sign-in", label: "refused", count: 500, peak: 0 }]);
});
after(async () => {
  await browser.close();
  await stage[Symbol.asyncDispose]();
});

async function enter(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  await page.goto(home + path);
  await page.fill("#username", root.username);
  await page.fill("#password", root.password);
  await page.click("#sign-in");
  await page.locator("#content h1").waitFor();
  return page;
}

test("the slash and Ctrl+K open the search on every page; arrow keys and Enter lead to what was found", async () => {
  const page = await enter("/keys");
  await page.keyboard.press("/");
  await page.keyboard.type("harbour");
  const palette = page.locator("#palette");
  await palette.getByRole("link", { name: "Harbour notes" }).waitFor();
  assert.deepEqual(await palette.locator("h2").allInnerTexts(), ["People", "Applications", "Groups"]);
  assert.deepEqual(await findingsOn(page), []);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  assert.equal(await page.evaluate("document.activeElement.innerText.startsWith('Grace')"), true);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Harbour notes" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("add a pers");
  await page.locator("#palette").getByRole("link", { name: "Add a person" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Add a person" }).waitFor();
  await page.context().close();
});

test("Escape closes the search where it was opened, a slash in a field is a slash, and Enter without results opens the page", async () => {
  const page = await enter("/groups");
  await page.locator("#q").fill("a");
  await page.keyboard.press("/");
  assert.equal(await page.locator("#q").inputValue(), "a/");
  assert.equal(await page.locator("#palette").count(), 0);
  await page.keyboard.press("Control+k");
  assert.equal(
    await page.locator("#palette").evaluate((dialog) => (dialog as unknown as { open: boolean }).open),
    true,
  );
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate("document.activeElement.id"), "q");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("nothing is called so");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Search" }).waitFor();
  assert.match(await page.locator("#content").innerText(), /Nothing was found/);
  await page.context().close();
});

test("after the visit has ended, the search leads through the sign-in to its page", async () => {
  const page = await enter("/keys");
  await page.context().clearCookies();
  await page.keyboard.press("/");
  await page.keyboard.type("harbour");
  await page.locator("#username").waitFor();
  await page.fill("#username", root.username);
  await page.fill("#password", root.password);
  await page.click("#sign-in");
  await page.getByRole("link", { name: /Harbour notes/ }).waitFor();
  await page.context().close();
});

test("without scripts the field in the side leads to the same results", async () => {
  const page = await enter("/keys", { javaScriptEnabled: false });
  await page.fill("#everything", "harbour");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: /Harbour notes/ }).waitFor();
  await page.context().close();
});

test("overview, search, application, person, group, health and trail are right for axe, and fit 320 pixels", async () => {
  const page = await enter("");
  const paths = [
    "",
    "/search?q=harbour",
    `/clients/${notes}`,
    `/people/${person}`,
    "/groups/harbour",
    "/groups/harbour/find",
    "/health",
    "/audit",
    "/webhooks",
    "/providers",
  ];
  for (const colorScheme of ["light", "dark"] as const)
    for (const width of [1440, 320]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      for (const path of paths) {
        await page.goto(home + path);
        assert.deepEqual(await findingsOn(page), [], `${path} ${colorScheme} ${width}`);
        const over = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
        assert.ok(Number(over) <= 0, `${path} is ${over} too wide at ${width}`);
      }
    }
  await page.context().close();
});
