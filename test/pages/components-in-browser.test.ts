import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { findingsOn } from "../support/axe.ts";
import { after, before, launchBrowser, test } from "../support/browser.ts";
import { componentPages } from "../support/component-pages.ts";

let browser: Browser;
let page: Page;

before(async () => {
  browser = await launchBrowser();
  page = await browser.newPage({ reducedMotion: "reduce" });
});
after(() => browser.close());

/** The rules of axe that other colours can break. */
const rulesOfColours = ["color-contrast", "link-in-text-block"];

for (const [name, markup] of componentPages())
  test(`${name}: axe finds nothing in light, dark and forced colours, and 320 pixels are enough`, async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.setContent(markup.toString());
    assert.deepEqual(await findingsOn(page), []);
    await page.emulateMedia({ colorScheme: "dark" });
    assert.deepEqual(await findingsOn(page, rulesOfColours), [], "dark");
    await page.emulateMedia({ forcedColors: "active" });
    assert.deepEqual(await findingsOn(page, rulesOfColours), [], "forced colours");
    await page.emulateMedia({ colorScheme: "light", forcedColors: "none" });
    await page.setViewportSize({ width: 320, height: 640 });
    assert.equal(await page.evaluate<number>("document.documentElement.scrollWidth"), 320);
    assert.deepEqual(await findingsOn(page), [], "a phone");
  });
