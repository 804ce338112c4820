import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import type { GroupName } from "../../src/identity/group.ts";
import { ConsoleStage, root } from "../http/support/console-stage.ts";
import { accountNamed } from "../storage-contract/samples.ts";
import { findingsOn } from "../support/axe.ts";
import { after, before, launchBrowser, test } from "../support/browser.ts";

let stage: ConsoleStage;
let browser: Browser;
let home: string;

before(async () => {
  [stage, browser] = await Promise.all([ConsoleStage.set(), launchBrowser()]);
  home = `${stage.service.service.issuer}/admin`;
  const { ports, clock } = stage.service;
  await ports.groups.create({ name: "staff" as GroupName, createdAt: clock.now() }, 9);
  for (const name of ["ada", "alan", "bob", "carol"]) {
    clock.advance(60);
    await stage.service.addAccount(name, root.password, {
      name: `${name} Doe`,
      email: `${name}@example.org`,
    });
  }
});
after(async () => {
  await browser.close();
  await stage[Symbol.asyncDispose]();
});

async function enter(path: string, options: Parameters<Browser["newContext"]>[0] = {}): Promise<Page> {
  const viewport = { width: 1440, height: 900 };
  const context = await browser.newContext({ reducedMotion: "reduce", viewport, ...options });
  const page = await context.newPage();
  await page.goto(home + path);
  await page.fill("#username", root.username);
  await page.fill("#password", root.password);
  await page.click("#sign-in");
  await page.locator("h1").waitFor();
  return page;
}

const isDisabled = async (name: string) => (await stage.account(name)).isDisabled;

test("people who are ticked are shown before the act, and it is done to them alone", async () => {
  const page = await enter("/people");
  await page.getByLabel("Choose ada Doe").check();
  await page.getByLabel("Choose bob Doe").check();
  await page.click("#acts summary");
  await page.getByRole("button", { name: "Disable", exact: true }).click();
  await page.getByRole("heading", { name: "Disable 2 people?" }).waitFor();
  assert.deepEqual(await findingsOn(page), []);
  assert.equal(await isDisabled("ada"), false);
  await page.click("#do");
  await page.getByText("Done for 2 people").waitFor();
  assert.deepEqual(await Promise.all(["ada", "alan", "bob", "carol"].map(isDisabled)), [
    true,
    false,
    true,
    false,
  ]);
  await page.context().close();
});

test("the box in the heading ticks everybody on the page, and the menu says how many are ticked", async () => {
  const page = await enter("/people");
  const [all, menu] = [page.getByLabel("Choose all on this page"), page.locator("#act-on")];
  assert.equal(await menu.innerText(), "Act on people");
  await page.getByLabel("Choose ada Doe").check();
  assert.equal(await menu.innerText(), "Act on 1 person");
  assert.equal(await page.evaluate("document.getElementById('all').indeterminate"), true);
  await all.check();
  const people = await page.locator("tbody tr").count();
  assert.equal(await page.locator("[name=user]:checked").count(), people);
  assert.equal(await menu.innerText(), `Act on ${people} people`);
  await all.uncheck();
  assert.equal(await menu.innerText(), "Act on people");
  await page.context().close();

  const plain = await enter("/people", { javaScriptEnabled: false });
  assert.equal(await plain.getByLabel("Choose all on this page").isVisible(), false);
  await plain.context().close();
});

test("an act on more than a hundred people continues by itself, one button undoes it, and without scripts a button continues it", async () => {
  const { accounts } = stage.service.ports;
  const many = Array.from({ length: 120 }, (_, index) => accountNamed(`many${index}`));
  for (const account of many) assert.ok((await accounts.create(account)).ok);
  const page = await enter("/people/bulk/disable?q=many");
  await page.click("#do");
  await page.getByText("Done for 120 people.").waitFor();
  assert.equal(await isDisabled("many119"), true);
  assert.deepEqual(await findingsOn(page), []);
  await page.reload();
  await page.getByText("Done for 120 people.").waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: /^Disable / }).waitFor();
  await page.goForward();
  await page.getByText("Done for 120 people.").waitFor();
  await page.click("#undo");
  await page.getByRole("heading", { name: "Enable 120 people" }).waitFor();
  assert.equal(await isDisabled("many119"), false);
  await page.context().close();

  const plain = await enter("/people/bulk/disable?q=many", { javaScriptEnabled: false });
  await plain.click("#do");
  await plain.getByRole("heading", { name: "Disable 100 of 120 people" }).waitFor();
  assert.equal(await plain.getByRole("progressbar").getAttribute("value"), "100");
  await plain.click("#go-on");
  await plain.getByText("Done for 120 people.").waitFor();
  await plain.context().close();
  for (const { id } of many) await accounts.remove(id);
});

test("an act that goes on by itself is stopped by a press, slow as a hand's, or by Enter, and can be undone", async () => {
  const { accounts } = stage.service.ports;
  const many = Array.from({ length: 3_000 }, (_, index) => accountNamed(`haste${index}`));
  for (const account of many) assert.ok((await accounts.create(account)).ok);
  const stopAndUndo = async (page: Page, press: () => Promise<void>) => {
    while (!(await isDisabled("haste99"))) await page.waitForTimeout(20);
    // A press that comes when there is no page is lost, for people too.
    for (
      let presses = 0;
      presses < 5 && !(await page.content().catch(() => "")).includes("Stopped.");
      presses += 1
    ) {
      await press();
      await page.waitForTimeout(1_000);
    }
    await page.getByText(/^Stopped\. Done for [\d,]+ of 3,000 people\.$/).waitFor();
    assert.equal(await isDisabled("haste2999"), false);
    await page.click("#undo");
    await page.getByRole("heading", { name: /^Enable / }).waitFor();
  };
  const begin = async (options = {}) => {
    const page = await enter("/people/bulk/disable?q=haste", options);
    while ((await page.locator("#do").count()) === 0) await page.click("#go-on");
    await page.locator("#do").click({ noWaitAfter: true });
    return page;
  };
  // Its page stays, so it tells where the button is.
  const plain = await begin({ javaScriptEnabled: false });
  const box = (await plain.locator("#stop").boundingBox()) ?? assert.fail();
  await stopAndUndo(plain, () => plain.locator("#stop").click());
  await plain.context().close();
  const page = await begin();
  await stopAndUndo(page, async () => {
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.waitForTimeout(120);
    await page.mouse.up();
  });
  await page.getByText(/^Done for [\d,]+ people\.$/).waitFor();
  assert.equal(await isDisabled("haste150"), false);
  await page.context().close();
  const other = await begin();
  await stopAndUndo(other, () => other.keyboard.press("Enter"));
  assert.deepEqual(await findingsOn(other), []);
  await other.context().close();
  for (const { id } of many) await accounts.remove(id);
});

test("the confirmation of an act offers to undo it, also at 320 pixels", async () => {
  const { id } = await stage.account("alan");
  const page = await enter(`/people/${id}/disable`, { viewport: { width: 320, height: 640 } });
  await page.click("#do");
  await page.getByText("The account has been disabled.").waitFor();
  assert.equal(await isDisabled("alan"), true);
  assert.deepEqual(await findingsOn(page), []);
  assert.equal(await page.evaluate<number>("document.documentElement.scrollWidth"), 320);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("The account has been enabled.").waitFor();
  assert.equal(await isDisabled("alan"), false);
  await page.context().close();
});

test("after a search that was typed, an act without ticks means those who were found", async () => {
  const page = await enter("/people?state=enabled");
  await page.locator("#q").pressSequentially("carol");
  await page.locator("#count", { hasText: /^1 person$/ }).waitFor();
  await page.click("#acts summary");
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByRole("heading", { name: "Sign out 1 person everywhere?" }).waitFor();
  await page.getByRole("rowheader", { name: "carol" }).waitFor();
  await page.context().close();
});

test("the list and an act work on a phone without scripts", async () => {
  const page = await enter("/people", { viewport: { width: 320, height: 640 }, javaScriptEnabled: false });
  const tooWide = "document.documentElement.scrollWidth > innerWidth";
  assert.equal(await page.evaluate(tooWide), false);
  await page.getByText("Not seen").click();
  await page.getByText("for 30 days").click();
  await page.getByText("No person matches.").waitFor();
  await page.goto(`${home}/people?q=carol`);
  await page.click("#acts summary");
  await page.getByRole("button", { name: "Add to a group" }).click();
  await page.selectOption("#to_group", "staff");
  await page.click("#preview");
  assert.equal(await page.evaluate(tooWide), false);
  await page.click("#do");
  await page.getByText("Done for 1 person").waitFor();
  assert.deepEqual((await stage.account("carol")).groups, ["staff"]);
  await page.context().close();
});

for (const colorScheme of ["light", "dark"] as const)
  test(`the list of people, its open menu and its filters: axe finds nothing in ${colorScheme}`, async () => {
    const page = await enter("/people?state=disabled&sort=-username", { colorScheme });
    await page.click("#acts summary");
    assert.deepEqual(await findingsOn(page), []);
    await page.context().close();
  });
