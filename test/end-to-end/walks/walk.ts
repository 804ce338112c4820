/** Walks journeys in a browser, and goes back, forward and over each page again on the way. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { type Evaluating, findingsOn } from "../../support/axe.ts";
import type { FirefoxTab } from "../../support/firefox.ts";
import type { Journey, Walker } from "./walker.ts";

export type Move = "reload" | "back" | "forward";

/** What a walk needs of a browser besides the steps of the journey. */
export interface Sight {
  /** Moves through the history. Returns in words what was no page of the service, and which form was sent again. */
  move(how: Move): Promise<readonly string[]>;
  /** Returns in words what is wrong with the page that is shown. */
  look(): Promise<readonly string[]>;
}

/** Goes the whole way. After each step it looks at the page, loads it again, and goes back and forward. */
export async function walk(journey: Journey, walker: Walker, sight: Sight): Promise<void> {
  await walker.tab.goto(await journey.start(walker));
  if (journey.begun !== undefined) await walker.tab.waitUntilVisible(journey.begun(walker));
  assert.deepEqual(await sight.look(), [], "where it begins");
  for (const [index, step] of journey.steps.entries()) {
    const after = `after step ${index + 1}`;
    await step(walker).catch(async (cause: Error) => {
      throw new Error(`step ${index + 1}: ${cause.message}\nat ${await walker.tab.textOf("body")}`, {
        cause,
      });
    });
    assert.deepEqual(await sight.look(), [], after);
    for (const how of ["reload", "back", "forward"] as const)
      assert.deepEqual(await sight.move(how), [], `${how} ${after}`);
  }
}

/** What must hold for every page of the service, as an expression that lists what does not. */
const faultsOfPage = `(() => {
  const faults = [];
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true });
  if (!/^https?:/.test(document.documentURI)) return ["a page of the browser: " + document.documentURI];
  if (![...document.querySelectorAll("main, h1")].some(isShown)) return ["no page at " + location.href];
  // Of a broken request, which is for a developer, nothing here leads on.
  const isOurs = document.querySelector("main") !== null && document.querySelector(".developer") === null;
  const ways = document.querySelectorAll("main a[href], main button, main summary, nav a[href], header a[href], .side a[href]");
  if (isOurs && ![...ways].some(isShown)) faults.push("no way on from " + location.href);
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) faults.push(scrollWidth + " px wide in a window of " + innerWidth + ": " + location.href);
  return faults;
})()`;

/** Tells pages apart by what they are made of, not by the texts on them. */
const structureOfPage = `[document.title, ...document.querySelectorAll("body *")]
  .map((part) => typeof part === "string" ? part : part.tagName + part.id + part.className).join(" ")`;

/** The window of a narrow phone. */
export const phone = { width: 320, height: 640 };

/** Where axe looks. Without scripts it cannot run. */
interface Looking {
  readonly hasScripts: boolean;
  /** The structures of the pages that it has looked at; it looks at each once. */
  readonly known: Set<string>;
}

/** Looks at pages in Chromium. */
export function sightOf(page: Page, { hasScripts, known }: Looking): Sight {
  let posts: string[] = [];
  const failed: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.isNavigationRequest())
      posts.push(`sent the form to ${request.url()} again`);
  });
  page.on("response", (response) => {
    if (response.status() >= 500) failed.push(`${response.status()} from ${response.url()}`);
  });
  const goes = { reload: "reload", back: "goBack", forward: "goForward" } as const;
  const faults = async () => [...(await page.evaluate<string[]>(faultsOfPage)), ...failed.splice(0)];
  return {
    move: async (how) => {
      posts = [];
      const problem = await page[goes[how]]().then(
        () => "",
        (error: Error) => error.message.split("\n", 1)[0] ?? "",
      );
      await page.waitForLoadState();
      // The history may begin before the first page.
      if (page.url() === "about:blank") return [];
      // A page that goes on at once aborts the navigation before it, but is still a page.
      return [...(/ERR_CACHE_MISS/.test(problem) ? [problem] : []), ...posts, ...(await faults())];
    },
    look: async () => {
      const found = await faults();
      return hasScripts ? [...found, ...(await newFindingsOn(page, known))] : found;
    },
  };
}

/** What axe finds on a page of the service whose structure is not `known` yet. */
async function newFindingsOn(page: Evaluating, known: Set<string>): Promise<readonly string[]> {
  if (!(await page.evaluate<boolean>("document.querySelector('main') !== null"))) return [];
  const structure = await page.evaluate<string>(structureOfPage);
  if (known.has(structure)) return [];
  known.add(structure);
  const found = await findingsOn(page);
  const address = await page.evaluate<string>("location.href");
  return found.map((finding) => `${address} ${finding}`);
}

/** Looks at pages in Firefox, as in Chromium. */
export function sightOfFirefox(tab: FirefoxTab, { hasScripts, known }: Looking): Sight {
  const faults = () => tab.evaluate<string[]>(faultsOfPage);
  return {
    look: async () => [...(await faults()), ...(hasScripts ? await newFindingsOn(tab, known) : [])],
    move: async (how) => {
      using watch = tab.watchPosts();
      if (how === "reload") await tab.reload();
      else await tab.traverse(how === "back" ? -1 : 1);
      return [...(await faults()), ...watch.posts.map((address) => `sent the form to ${address} again`)];
    },
  };
}
