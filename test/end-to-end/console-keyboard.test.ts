import assert from "node:assert/strict";
import type { Browser, Locator, Page } from "playwright-core";
import { ConsoleStage, root } from "../http/support/console-stage.ts";
import { after, before, launchBrowser, test } from "../support/browser.ts";

let stage: ConsoleStage;
let browser: Browser;

before(async () => {
  [stage, browser] = await Promise.all([ConsoleStage.set(), launchBrowser()]);
});
after(async () => {
  await browser.close();
  await stage[Symbol.asyncDispose]();
});

/** What is wrong with the place of the focus, in words. Within `main` and a dialog, it goes on in the order of reading. */
const faultsOfFocus = `(() => {
  const [at, before] = [document.activeElement, window.focusBefore];
  const box = at.getBoundingClientRect();
  const hit = document.elementFromPoint(box.x + box.width / 2, box.y + Math.min(box.height / 2, 20));
  const part = (element) => element.closest("dialog, main, nav, header");
  const isSamePart = before?.isConnected && part(before) === part(at);
  window.focusBefore = at;
  const tag = at.outerHTML.slice(0, 200);
  return Object.entries({
    "cannot be seen": at.matches(":focus-visible") && getComputedStyle(at).outlineStyle === "solid",
    "is covered, or out of the window": at.contains(hit) || hit?.contains(at) === true,
    "went back in the document": !isSamePart || (before.compareDocumentPosition(at) & 4) !== 0,
    "went up on the page": !isSamePart || box.bottom >= before.getBoundingClientRect().top,
  }).flatMap(([fault, isSound]) => (isSound ? [] : [tag + " " + fault]));
})()`;

/** Presses Tab until the focus is there; every stop on the way must be one that people can see and expect. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  const focused = target.and(page.locator(":focus"));
  for (let presses = 0; presses < 60; presses += 1) {
    if ((await focused.count()) === 1) return;
    await page.keyboard.press("Tab");
    assert.deepEqual(await page.evaluate<string[]>(faultsOfFocus), []);
  }
  assert.fail(`Tab never comes to ${target}`);
}

/** Opens a place of the console and passes over the menu. */
async function goTo(page: Page, place: string): Promise<void> {
  await tabTo(page, page.getByRole("navigation").getByRole("link", { name: place, exact: true }));
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: place, level: 1 }).waitFor();
  await tabTo(page, page.locator(".skip"));
  await page.keyboard.press("Enter");
}

test("an administrator with a keyboard alone adds an application and disables a person, and always sees where they are", async () => {
  await stage.service.addAccount("ada", root.password, { name: "Ada Lovelace" });
  const page = await browser.newPage({ reducedMotion: "reduce" });
  await page.goto(`${stage.service.service.issuer}/admin`);
  await page.fill("#username", root.username);
  await page.fill("#password", root.password);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Overview" }).waitFor();

  await goTo(page, "Applications");
  await tabTo(page, page.getByRole("link", { name: "Add an application" }));
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByLabel("Web application with a server"));
  await page.keyboard.press("ArrowDown");
  await tabTo(page, page.getByLabel("Name", { exact: true }));
  await page.keyboard.type("Notes");
  await tabTo(page, page.getByLabel("Redirect URIs"));
  await page.keyboard.type("https://notes.example/callback");
  await tabTo(page, page.getByLabel("Refresh tokens"));
  await page.keyboard.press("Space");
  await tabTo(page, page.getByRole("button", { name: "Add the application" }));
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Notes" }).waitFor();
  const notes = (await stage.service.ports.clients.list()).find(({ name }) => name === "Notes");
  assert.deepEqual(
    [notes?.redirectUris, notes?.isPublic, notes?.metadata.mayRefresh],
    [["https://notes.example/callback"], true, true],
  );

  await goTo(page, "People");
  await tabTo(page, page.getByRole("link", { name: "Ada Lovelace" }));
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Ada Lovelace" }).waitFor();
  await tabTo(page, page.getByRole("link", { name: "Disable" }));
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  assert.deepEqual(await page.evaluate<string[]>(faultsOfFocus), []);
  assert.equal(await page.evaluate("document.activeElement.textContent"), "Cancel");
  await page.keyboard.press("Shift+Tab");
  await dialog.getByRole("button", { name: "Disable" }).and(page.locator(":focus-visible")).waitFor();
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("status").waitFor();
  assert.ok((await stage.account("ada")).isDisabled);
});
