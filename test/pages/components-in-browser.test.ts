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

/** The edges by which notices differ from text where colours do not say so. */
const edgesOfNotices = `[".problem", ".done", ".warning"].map((name) => getComputedStyle(document.querySelector(name)).borderBlockStartWidth)`;

for (const [name, markup] of componentPages())
  test(`${name}: axe finds nothing in light, dark and forced colours, and 320 pixels are enough`, async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.setContent(markup.toString());
    assert.deepEqual(await findingsOn(page), []);
    await page.emulateMedia({ colorScheme: "dark" });
    assert.deepEqual(await findingsOn(page, rulesOfColours), [], "dark");
    await page.emulateMedia({ forcedColors: "active" });
    assert.deepEqual(await findingsOn(page, rulesOfColours), [], "forced colours");
    assert.deepEqual(await page.evaluate(edgesOfNotices), ["2px", "2px", "2px"], "the notices have one edge");
    await page.emulateMedia({ colorScheme: "light", forcedColors: "none" });
    await page.setViewportSize({ width: 320, height: 640 });
    assert.equal(await page.evaluate<number>("document.documentElement.scrollWidth"), 320);
    assert.deepEqual(await findingsOn(page), [], "a phone");
  });
