import assert from "node:assert/strict";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { interfaceMetadata } from "../../src/protocol/client/client.ts";
import { plus } from "../../src/values/time.ts";
import { ConsoleStage, root } from "../http/support/console-stage.ts";
import { findingsOn } from "../support/axe.ts";
import { after, before, launchBrowser, test } from "../support/browser.ts";

const applications = 60;
let stage: ConsoleStage;
let browser: Browser;
let home: string;

before(async () => {
  [stage, browser] = await Promise.all([ConsoleStage.set(), launchBrowser()]);
  home = `${stage.service.service.issuer}/admin`;
  for (let number = 1; number <= applications; number += 1) {
    const redirectUris = [`https://app${number}.example/callback`];
    const { client } = await stage.service.addClient({
      name: `Application ${number}`,
      redirectUris,
      metadata: interfaceMetadata,
    });
    const { statistics } = stage.service.ports;
    const at = plus(stage.service.clock.now(), -2 * 86_400);
    await statistics.add(at, [
      { kind: "client", label: client.id, count: 1_000 + number, peak: 0 },
      { kind: `use ${client.id}`, label: "code", count: 500 + number, peak: 0 },
    ]);
  }
});
after(async () => {
  await browser.close();
  await stage[Symbol.asyncDispose]();
});

async function enter(path: string, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  await page.goto(home + path);
  await page.fill("#username", root.username);
  await page.fill("#password", root.password);
  await page.click("#sign-in");
  await page.locator("h1").waitFor();
  return page;
}

const desktop = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 390, height: 844 } };

test("a search asks the service while it is typed, finds what is on no page yet, and says how many there are", async () => {
  const page = await enter("/clients", desktop);
  assert.equal(
    await page.getByText("Application 60", { exact: true }).count(),
    0,
    "it is on the second page",
  );
  await page.locator("#q").pressSequentially("Application 60");
  await page.getByRole("link", { name: "Application 60" }).waitFor();
  assert.equal(await page.locator("tbody tr").count(), 1);
  assert.equal(await page.locator("#found-count").innerText(), "1 application");
  assert.match(page.url(), /\/clients\?q=Application\+60$/, "its address can be kept");
  assert.equal(await page.evaluate("document.activeElement.id"), "q");
  await page.fill("#q", "nowhere");
  await page.getByText("No application matches “").waitFor();
  await page.fill("#q", "");
  await page.locator("#count", { hasText: "50 of 61 applications" }).waitFor();
  await page.context().close();
});

test("without scripts, a search is sent, and a page is as long as it is asked to be", async () => {
  const page = await enter("/clients", { ...desktop, javaScriptEnabled: false });
  await page.click("text=100");
  assert.equal(await page.locator("tbody tr").count(), applications + 1, "the console's own is one of them");
  await page.fill("#q", "application 6");
  await page.click("#find");
  assert.match(page.url(), /q=application\+6/);
  assert.match(page.url(), /rows=100/);
  assert.equal(await page.locator("tbody tr").count(), 2);
  await page.context().close();
});

test("a desktop shows sixteen applications with eight facts of each, below a heading that stays", async () => {
  const page = await enter("/clients", desktop);
  const rows = await page.locator("tbody tr").all();
  const boxes = await Promise.all(rows.map((row) => row.boundingBox()));
  assert.ok(boxes.filter((box) => box !== null && box.y + box.height <= 900).length >= 16);
  assert.ok(boxes.every((box) => box !== null && box.height >= 40 && box.height <= 44));
  assert.equal(await page.locator("thead th:visible").count(), 8);
  const row = page.getByRole("row", { name: "Application 7", exact: false }).first();
  for (const fact of ["app7.example", "507", "1,007", "2 days ago", "in use"])
    assert.ok(await row.getByText(fact, { exact: true }).isVisible(), fact);
  await page.evaluate("scrollTo(0, 600)");
  assert.equal((await page.locator("thead th").first().boundingBox())?.y, 0);
  await page.context().close();
});

for (const javaScriptEnabled of [true, false])
  test(`scripts ${javaScriptEnabled ? "on" : "off"}: a phone has a menu and a card for each application, which is still a table for screen readers`, async () => {
    const page = await enter("/clients", { ...phone, javaScriptEnabled });
    const nav = page.getByRole("navigation", { name: "Console" });
    assert.equal(await nav.count(), 0, "it is closed");
    const header = await page.locator("header").boundingBox();
    assert.ok(header !== null && header.height <= 64, "it is one row");
    assert.equal(await page.getByRole("columnheader").count(), 8);
    const row = page.getByRole("row", { name: "Application 7", exact: false }).first();
    assert.ok((await row.boundingBox())?.height ?? 0 > 100);
    assert.equal(await row.getByRole("cell").count(), 7);
    assert.ok(await row.getByText("app7.example").isVisible());
    await page.getByRole("button", { name: "Menu" }).click();
    if (javaScriptEnabled) assert.deepEqual(await findingsOn(page), []);
    for (const heading of ["Sign-in", "People", "Watch", "Service"])
      assert.ok(await nav.getByRole("list", { name: heading, exact: true }).isVisible(), heading);
    await nav.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("heading", { name: "Settings" }).waitFor();
    await page.context().close();
  });

test("settings are found by what they are for", async () => {
  const page = await enter("/settings", desktop);
  assert.ok((await page.locator("tbody tr").count()) > 40);
  await page.fill("#q", "trusted_prox");
  await page.locator("tbody tr:only-child").waitFor();
  assert.match(await page.locator("tbody tr").innerText(), /LATCHKEY_TRUSTED_PROXIES/);
  await page.context().close();
});

const inTable = "[...document.querySelectorAll('.data, .data > table, .sheet')]";
const tooWide = `document.documentElement.scrollWidth > innerWidth || ${inTable}.some((box) => box.scrollWidth > box.clientWidth)`;

test("on a phone the audit trail has a card for each entry, also for those that come while it is open, and nothing scrolls sideways", async () => {
  const { audit, auditTrail } = stage.service.ports;
  const append = (id: string) =>
    auditTrail.append([audit.entry("client-changed", { kind: "client", id }, { text: "a".repeat(200) })]);
  await append("before");
  const page = await enter("/audit", phone);
  await page.locator("#live-state", { hasText: "Live" }).waitFor();
  await append(`https://client.example/${"a".repeat(100)}`);
  const card = page.getByRole("row", { name: "client.example" });
  await card.waitFor();
  assert.equal(await page.locator("#actor").isVisible(), false, "the filter is behind its link");
  assert.equal(await card.getByRole("rowheader").innerText(), "Application changed");
  assert.equal(await card.getByRole("cell").count(), 4);
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    assert.equal(await page.evaluate(tooWide), false, `${width} pixels`);
    assert.ok(((await card.boundingBox())?.height ?? 0) > 100, "it is a card");
  }
  await page.getByRole("link", { name: "Filter" }).click();
  assert.equal(await page.locator("#actor").isVisible(), true);
  await card.getByRole("link").first().click();
  await page.getByText(/^Entry \d+: /).waitFor();
  await page.context().close();
});

test("on a phone a person's page has a card for everything that happened", async () => {
  const id = await stage.service.addAccount("hedy", root.password);
  await stage.change("hedy", { isDisabled: true });
  const { audit, auditTrail } = stage.service.ports;
  await auditTrail.append([audit.entry("user-disabled", { kind: "user", id: id as never })]);
  const page = await enter(`/people/${id}`, phone);
  const table = page.getByRole("table", { name: "What happened" });
  const last = table.getByRole("row").last();
  assert.match(await last.innerText(), /The account was created\.[\s\S]*\d\d:\d\d:\d\d/);
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    assert.equal(await page.evaluate(tooWide), false, `${width} pixels`);
  }
  await page.context().close();
});
