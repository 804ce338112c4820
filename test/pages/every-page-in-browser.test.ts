import assert from "node:assert/strict";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { findingsOn } from "../support/axe.ts";
import { after, before, launchBrowser, test } from "../support/browser.ts";
import { catalogues } from "../support/catalogues.ts";
import { everyPage, everyPageIn } from "./every-page.ts";

let browser: Browser;
let context: BrowserContext;
let page: Page;

before(async () => {
  browser = await launchBrowser();
  context = await browser.newContext({ reducedMotion: "reduce", javaScriptEnabled: true });
  page = await context.newPage();
});
after(() => browser.close());

/** What may differ in the dark; everything else is the same document. */
const colourRules = ["color-contrast", "link-in-text-block"];

/** Shows a page as the service sends it, without what scripts would add: nothing answers here. */
async function show(html: string): Promise<void> {
  await page.setContent(html.replace(/<script[\s\S]*?<\/script>/g, ""));
}

/**
 * What is reached with Tab, in the order in which the browser reaches it, until it leaves the page or comes round: `count` presses and
 * one more. The page itself notes what gets the focus, so that nobody asks after each press.
 */
async function tabStops(count: number): Promise<readonly string[]> {
  await page.evaluate(`(() => {
    document.activeElement?.blur();
    getSelection()?.removeAllRanges();
    window.stops = [];
    document.addEventListener("focusin", ({ target }) => window.stops.push(target.dataset.stop ?? "unnamed"));
    document.addEventListener("focusout", ({ relatedTarget }) => relatedTarget ?? window.stops.push(""));
  })()`);
  for (let press = 0; press <= count; press += 1) await page.keyboard.press("Tab");
  const stops = await page.evaluate<string[]>("window.stops");
  const end = stops.findIndex((stop, at) => stop === "" || stops.indexOf(stop) < at);
  return end === -1 ? stops : stops.slice(0, end);
}

/** Numbers everything that a person operates, in the order of the document, and returns the numbers. */
function operable(): Promise<readonly string[]> {
  return page.evaluate<string[]>(`(() => {
    const all = [...document.querySelectorAll(
      "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']")];
    const shown = all.filter((element) => element.checkVisibility({ visibilityProperty: true })
      && !element.disabled && element.tabIndex >= 0);
    // Radio buttons of one name are one stop.
    const stops = shown.filter((element, index) => element.type !== "radio"
      || shown.findIndex((other) => other.type === "radio" && other.name === element.name) === index);
    stops.forEach((element, index) => { element.dataset.stop = index + " " + (element.id || element.textContent.trim()); });
    return stops.map((element) => element.dataset.stop);
  })()`);
}

/** Operable things that are smaller than 24 by 24 pixels and stand in no sentence (WCAG 2.5.8). */
function smallTargets(): Promise<readonly string[]> {
  return page.evaluate<
    string[]
  >(`[...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, summary")]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => !element.closest("p:not(.ways), dd, li") || element.matches("button"))
    .map((element) => {
      const label = element.closest("label");
      return [element, (label ?? element).getBoundingClientRect()];
    })
    .filter(([, { width, height }]) => width < 24 || height < 24)
    .map(([element, { width, height }]) => element.outerHTML.slice(0, 80) + " " + width + " × " + height)`);
}

/** The purpose of a field by its name (WCAG 1.3.5); "off" where it is none of a person's own. */
const purposes: Readonly<Record<string, RegExp>> = {
  username: /^(?:section-\S+ )?username(?: webauthn)?$/,
  password: /^current-password$/,
  new_password: /^new-password$/,
  otp: /^one-time-code$/,
  email: /^email(?: webauthn)?$/,
  user_code: /^off$/,
};

for (const [name, html] of everyPage)
  test(`axe-core finds nothing on ${name}, in light and dark`, async () => {
    await show(html);
    await page.emulateMedia({ colorScheme: "light" });
    assert.deepEqual(await findingsOn(page), [], "light");
    await page.emulateMedia({ colorScheme: "dark" });
    assert.deepEqual(await findingsOn(page, colourRules), [], "dark");
  });

for (const [name, html] of everyPage)
  test(`WCAG 2.1.1, 2.4.3, 2.5.8: ${name} is operated by keyboard in the order in which it reads, and its targets are large enough`, async () => {
    await page.setViewportSize({ width: 800, height: 900 });
    // The first page of a window focuses its field some time after it is shown, and Tab would go on from there.
    await show(html.replaceAll(" autofocus", ""));
    const wanted = await operable();
    assert.deepEqual(await tabStops(wanted.length), wanted);
    assert.deepEqual(await smallTargets(), []);
  });

for (const language of ["de", "ar"] as const)
  for (const [name, html] of everyPageIn(catalogues[language]))
    test(`WCAG 1.4.10: ${name} needs no horizontal scrolling at 320 px (${language})`, async () => {
      await page.setViewportSize({ width: 320, height: 640 });
      await show(html);
      assert.equal(await page.evaluate<number>("document.documentElement.scrollWidth"), 320);
    });

for (const [name, html] of everyPage)
  test(`WCAG 1.3.5: each field of ${name} says its purpose`, async () => {
    await show(html);
    const fields = await page.evaluate<[string, string][]>(
      `[...document.querySelectorAll("input:not([type=hidden])")].map((field) => [field.name, field.getAttribute("autocomplete") ?? ""])`,
    );
    for (const [field, purpose] of fields)
      if (purposes[field] !== undefined) assert.match(purpose, purposes[field], field);
  });
