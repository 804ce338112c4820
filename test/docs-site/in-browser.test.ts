import assert from "node:assert/strict";
import type { Browser } from "playwright-core";
import { findingsOn } from "../support/axe.ts";
import { after, before, launchBrowser, test } from "../support/browser.ts";
import { type InProcessService, startInProcess } from "../support/in-process.ts";

let browser: Browser;
let service: InProcessService;

before(async () => {
  [browser, service] = await Promise.all([launchBrowser(), startInProcess({}, { hasDocs: true })]);
});
after(async () => {
  await browser.close();
  await service[Symbol.asyncDispose]();
});

test("the search answers the keyboard alone: slash, a word, arrows, Enter", async () => {
  const context = await browser.newContext({ reducedMotion: "reduce" });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("console", (message) => faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(error.message));
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${service.url}/docs/clients/go.html`);
  assert.ok(!asked.includes("/docs/search.json"), "the index comes when the search is used");
  await page.keyboard.press("/");
  await page.keyboard.type("latchkey_metrics");
  await page
    .locator("#site-found")
    .filter({ hasText: /\d places/ })
    .waitFor();
  assert.deepEqual(await findingsOn(page), []);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  const href = await page.locator("#site-results a:focus").getAttribute("href");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#site-search:focus").count(), 1);
  assert.equal(await page.locator(".results").isVisible(), false);
  await page.keyboard.type("_port");
  await page.locator("#site-results a").first().waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(/reference\.html#settings$|metrics\.html/);
  assert.match(href ?? "", /^\.\.\/[a-z-]+\.html/);
  assert.deepEqual(faults, []);
  await context.close();
});

for (const [look, options] of [
  ["in the dark", { colorScheme: "dark" }],
  ["at 320 pixels", { viewport: { width: 320, height: 700 } }],
  ["in forced colours", { forcedColors: "active" }],
] as const)
  test(`wide tables, long code and drawings stay within the page, and axe finds nothing ${look}`, async () => {
    const context = await browser.newContext({ reducedMotion: "reduce", ...options });
    const page = await context.newPage();
    for (const path of [
      "results.html",
      "reference.html",
      "architecture.html",
      "reverse-proxy.html",
      "index.html",
    ]) {
      await page.goto(`${service.url}/docs/${path}`);
      const wider = await page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth",
      );
      assert.equal(wider, 0, path);
      assert.deepEqual(await findingsOn(page), [], path);
    }
    await context.close();
  });

test("at 320 pixels the results lie above the text and its buttons", async () => {
  const context = await browser.newContext({ viewport: { width: 320, height: 700 } });
  const page = await context.newPage();
  await page.goto(`${service.url}/docs/backup.html`);
  await page.keyboard.press("/");
  await page.keyboard.type("master key");
  await page.locator("#site-results a").nth(5).waitFor();
  const covered = await page.evaluate(`(() => {
    const { left, right, top, bottom } = document.querySelector(".results").getBoundingClientRect();
    const isInside = (y) => document.elementFromPoint((left + right) / 2, y).closest(".results") !== null;
    return [0.1, 0.3, 0.5, 0.7, 0.9].map((part) => isInside(top + part * (bottom - top)));
  })()`);
  assert.deepEqual(covered, [true, true, true, true, true]);
  await context.close();
});

test("without scripts the page says so, and the list of pages leads everywhere", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${service.url}/docs/`);
  assert.ok(await page.locator("noscript p").isVisible());
  assert.equal(await page.locator("#site-search").isVisible(), false);
  await page.getByText("Reference", { exact: true }).click();
  await page.locator("#site-pages").getByRole("link", { name: "Glossary" }).click();
  assert.match(await page.title(), /^Glossary/);
  await context.close();
});

test("a page is copied as Markdown with one button, and without scripts a link leads to it", async () => {
  const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  const page = await context.newPage();
  // The clipboard needs a secure context, which localhost is.
  await page.goto(`${service.service.issuer}/docs/interface.html`);
  await page.getByRole("button", { name: "Copy as Markdown" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  const copied = String(await page.evaluate("navigator.clipboard.readText()"));
  assert.match(copied, /^# /);
  const href = await page.getByRole("link", { name: "This page as Markdown" }).getAttribute("href");
  assert.equal(href, "interface.md");
  await context.close();
});
