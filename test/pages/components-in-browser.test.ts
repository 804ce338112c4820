import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { dark, light } from "../../src/pages/tokens.ts";
import { findingsOn } from "../support/axe.ts";
import { after, before, launchBrowser, test } from "../support/browser.ts";
import { componentFiles, componentPages } from "../support/component-pages.ts";

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

test("a page shows every component from files, light, dark and as wide as a phone", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "latchkey-components-"));
  for (const [name, html] of componentFiles()) await writeFile(path.join(folder, name), html);
  const own = await browser.newPage();
  await own.goto(pathToFileURL(path.join(folder, "index.html")).href);
  const look =
    "[innerWidth, getComputedStyle(document.documentElement).colorScheme, getComputedStyle(document.body).backgroundColor].join()";
  const looks: string[] = [];
  for (const frame of own.frames().slice(1)) {
    await frame.locator("main .problem").first().waitFor({ state: "attached" });
    looks.push(await frame.evaluate<string>(look));
  }
  const ground = (hex: string) =>
    `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(", ")})`;
  const wanted = [
    `1100,light,${ground(light.page)}`,
    `1100,dark,${ground(dark.page)}`,
    `320,light,${ground(light.page)}`,
  ];
  assert.deepEqual(looks.slice(0, 3), wanted);
  assert.equal(looks.length, 6);
  assert.deepEqual(
    looks.slice(3).map((text) => text.split(",").slice(0, 2).join()),
    ["1100,light", "1100,dark", "320,light"],
  );
  await own.close();
  await rm(folder, { recursive: true });
});
