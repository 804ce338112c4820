import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { after, before, launchBrowser, test } from "../support/browser.ts";
import { tabOf } from "../support/tab.ts";
import { journeys, newWalker, type Stage, setStage } from "./journeys.ts";

let stage: Stage;
let browser: Browser;

before(async () => {
  [stage, browser] = await Promise.all([setStage(), launchBrowser()]);
});
after(async () => {
  await browser.close();
  await stage[Symbol.asyncDispose]();
});

/** Watches for dead ends: answers that are not pages, and forms that are sent again. */
function watch(page: Page) {
  const found: string[] = [];
  let posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posts.push(`sent the form to ${request.url()} again`);
  });
  /** Goes there; false if the history is at its end. */
  const go = async (how: "reload" | "goBack" | "goForward"): Promise<boolean> => {
    posts = [];
    const problem = await page[how]().then(
      () => undefined,
      (error: Error) => error.message.split("\n", 1)[0],
    );
    await page.waitForLoadState().catch(() => undefined);
    if (page.url() === "about:blank") return false;
    const isPage = await page.locator("main, h1").first().isVisible();
    // A page that goes on at once aborts the navigation before it, but is still a page.
    if (!isPage || /ERR_CACHE_MISS/.test(problem ?? "")) found.push(`${how}: ${page.url()} ${problem}`);
    found.push(...posts.map((post) => `${how} ${post}`));
    return true;
  };
  return { found, go };
}

/** Reloads every page of the history, from the last to the first and back. */
async function walkHistory(go: ReturnType<typeof watch>["go"]): Promise<void> {
  let pages = 1;
  while (pages < 20 && (await go("goBack"))) {
    pages += 1;
    await go("reload");
  }
  for (let page = 0; page < pages; page += 1) await go("goForward");
}

for (const hasScripts of [true, false])
  for (const journey of journeys)
    test(`D66: Back, Forward and reload find a page each time: ${journey.name} (scripts ${hasScripts ? "on" : "off"})`, async () => {
      const context = await browser.newContext({ javaScriptEnabled: hasScripts });
      const page = await context.newPage();
      const walker = await newWalker(stage, tabOf(page), { journey, hasScripts });
      const { found, go } = watch(page);
      await page.goto(await journey.start(walker));
      for (const step of journey.steps) {
        await step(walker);
        for (const how of ["reload", "goBack", "goForward"] as const) await go(how);
        assert.deepEqual(found, [], `after step ${journey.steps.indexOf(step) + 1}`);
      }
      await walkHistory(go);
      assert.deepEqual(found, []);
      await context.close();
    });
