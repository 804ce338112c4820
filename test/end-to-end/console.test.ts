import assert from "node:assert/strict";
import { Secret, TOTP } from "otpauth";
import type { Browser, Page } from "playwright-core";
import { enhancements, scriptFor } from "../../src/admin/console/script.ts";
import { ConsoleStage, root } from "../http/support/console-stage.ts";
import { messageTo } from "../storage-contract/samples.ts";
import { upstreamNamed } from "../storage-contract/upstreams.ts";
import { findingsOn } from "../support/axe.ts";
import { after, before, launchBrowser, test } from "../support/browser.ts";
import { everyConsolePath } from "../support/console-paths.ts";
import { addFailedWebhook } from "../support/failed-webhook.ts";

const message = messageTo("lise");
let stage: ConsoleStage;
let browser: Browser;
let home: string;

before(async () => {
  [stage, browser] = await Promise.all([
    ConsoleStage.set({ LATCHKEY_CONSOLE_REQUIRE: "two" }),
    launchBrowser(),
  ]);
  home = `${stage.service.service.issuer}/admin`;
});
after(async () => {
  await browser.close();
  await stage[Symbol.asyncDispose]();
});

const cutTables = `[...document.querySelectorAll(".sheet, .data")].filter((sheet) => sheet.scrollWidth > sheet.clientWidth).length`;
const tallestButton = `Math.max(0, ...[...document.querySelectorAll("main .action, main .little")].map((button) => button.offsetHeight))`;

/** The rules of axe that other colours can break. */
const rulesOfColours = ["color-contrast", "link-in-text-block"];

/** Opens the link of an operator, chooses a password, sets an authenticator app up, and enters. */
async function enter(page: Page, username: string): Promise<void> {
  await page.goto(stage.service.service.issuer + (await stage.operatorLink(username)));
  await page.fill("#new_password", `${root.password} again`);
  await page.click("button[type=submit]");
  const key = (await page.locator("#key").innerText()).replaceAll(" ", "");
  const timestamp = stage.service.clock.now();
  await page.fill("#otp", TOTP.generate({ secret: Secret.fromBase32(key), timestamp }));
  await page.click("#verify");
  await page.locator(".codes").waitFor();
  await page.goto(home);
  await page.getByRole("heading", { name: "Overview" }).waitFor();
}

for (const javaScriptEnabled of [true, false])
  test(`scripts ${javaScriptEnabled ? "on" : "off"}: an administrator adds an application and tests its sign-in`, async () => {
    const username = javaScriptEnabled ? "grace" : "hedy";
    await stage.service.addAccount(username, root.password);
    await stage.change(username, { isAdmin: true });
    const context = await browser.newContext({ javaScriptEnabled, reducedMotion: "reduce" });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
    page.on("pageerror", (error) => faults.push(String(error)));
    await enter(page, username);
    await page.click("text=Add an application");
    await page.fill("#name", `Notes of ${username}`);
    await page.fill("#redirect_uris", "https://notes.example/callback");
    assert.equal(await page.locator("#only_groups").isVisible(), false, "nobody asked for groups");
    await page.click("#add");
    const secret = await page.locator("#secret").innerText();
    assert.match(secret, /^lks[A-Za-z0-9]{40}$/);
    await page.getByText("openid-client (Node)").click();
    assert.ok((await page.locator("#recipe-0").innerText()).includes(secret));
    assert.equal(await page.locator("[data-copy=secret]").isVisible(), javaScriptEnabled);
    if (javaScriptEnabled) assert.deepEqual(await findingsOn(page), []);
    await page.click("#try");
    await page.getByRole("heading", { name: "The sign-in works" }).waitFor();
    assert.ok(await page.getByText("The signature of the ID token is valid.").isVisible());
    assert.ok(await page.locator("dd", { hasText: username }).first().isVisible());
    if (javaScriptEnabled) assert.deepEqual(await findingsOn(page), []);
    await page.click("text=Applications");
    await page.fill("#q", username);
    if (!javaScriptEnabled) await page.click("#find");
    await page.getByText("Console", { exact: true }).waitFor({ state: "hidden" });
    assert.ok(await page.getByText(`Notes of ${username}`).isVisible());
    await page.click("#leave");
    await page.getByRole("heading", { name: "You have left the console" }).waitFor();
    assert.deepEqual(faults, []);
    await context.close();
  });

test("a dangerous act asks in a dialog, and cancelling changes nothing; without a fresh sign-in or scripts, a page asks", async () => {
  await stage.service.addAccount("rosalind", root.password);
  await stage.change("rosalind", { isAdmin: true });
  const { resource } = await stage.service.addApi({ resource: "https://asked.example", name: "Asked" });
  const address = `${home}/apis/${encodeURIComponent(resource)}`;
  const context = await browser.newContext({ reducedMotion: "reduce" });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  await enter(page, "rosalind");
  await page.goto(address);
  const opener = page.getByRole("link", { name: "Delete" });
  const dialog = page.getByRole("dialog", { name: "Delete the API?" });
  await opener.focus();
  await page.keyboard.press("Enter");
  await dialog.waitFor();
  assert.deepEqual(await findingsOn(page), []);
  await page.setViewportSize({ width: 320, height: 640 });
  assert.equal(await page.evaluate<number>("document.documentElement.scrollWidth"), 320);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  assert.equal(await page.evaluate<string>("document.activeElement.textContent"), "Delete");
  await opener.dblclick();
  await dialog.getByRole("link", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  assert.equal(page.url(), address);
  stage.service.clock.advance(601);
  await opener.click();
  await page.locator("#password").waitFor();
  await context.close();
  assert.deepEqual(faults, []);
  assert.equal((await stage.service.ports.apis.all()).filter(({ name }) => name === "Asked").length, 1);
});

for (const javaScriptEnabled of [true, false])
  test(`scripts ${javaScriptEnabled ? "on" : "off"}: what is asked about is done`, async () => {
    const username = javaScriptEnabled ? "emmy" : "sofia";
    await stage.service.addAccount(username, root.password);
    await stage.change(username, { isAdmin: true });
    const { resource } = await stage.service.addApi({
      resource: `https://${username}.example`,
      name: `API of ${username}`,
    });
    const context = await browser.newContext({ javaScriptEnabled, reducedMotion: "reduce" });
    const page = await context.newPage();
    await enter(page, username);
    await page.goto(`${home}/apis/${encodeURIComponent(resource)}`);
    await page.getByRole("link", { name: "Delete" }).click();
    await page.locator("#do").waitFor();
    assert.equal(await page.locator("dialog").count(), javaScriptEnabled ? 1 : 0);
    await page.click("#do");
    await page.getByText(`API of ${username} has been deleted.`).waitFor();
    await context.close();
  });

test("every page of the console: axe finds nothing in light, dark and forced colours, 320 pixels are enough, and a low window shows the way out", async () => {
  await stage.service.addAccount("lise", root.password, { name: "Lise Meitner", email: "lise@example.org" });
  await stage.change("lise", { isAdmin: true });
  const { ports } = stage.service;
  const { groups, outbox } = ports;
  await outbox.add(message);
  await groups.create({ name: "staff" as never, createdAt: stage.service.clock.now() }, 10);
  const { id: client } = await stage.service.addClient({ name: "Notes" });
  const api = await stage.service.addApi();
  const person = await stage.account("lise");
  const { webhooks } = stage.service.service.administration.store;
  const webhook = await addFailedWebhook(webhooks, stage.service.clock.now());
  const context = await browser.newContext({ reducedMotion: "reduce" });
  const page = await context.newPage();
  await enter(page, "lise");
  // Not before: the sign-in page asks for the username first where a provider has domains.
  await ports.upstreams.create(upstreamNamed("acme"), 1);
  for (const path of everyConsolePath({
    client,
    person: person.id,
    api,
    mail: message.id,
    webhook: webhook.id,
  })) {
    await page.setViewportSize({ width: 1200, height: 700 });
    const answer = await page.goto(home + path);
    assert.equal(answer?.status(), 200, path);
    assert.equal(await page.locator("h1").count(), 1, path);
    const wayOut = await page.locator("#leave").boundingBox();
    assert.ok(wayOut !== null && wayOut.y + wayOut.height <= 700, path);
    assert.equal(await page.evaluate<number>(cutTables), 0, `${path}: every table is there as a whole`);
    assert.ok((await page.evaluate<number>(tallestButton)) < 60, `${path}: no button is broken into lines`);
    await page.emulateMedia({ colorScheme: "light" });
    assert.deepEqual(await findingsOn(page), [], path);
    await page.emulateMedia({ colorScheme: "dark" });
    assert.deepEqual(await findingsOn(page, rulesOfColours), [], `${path}, dark`);
    await page.emulateMedia({ forcedColors: "active" });
    assert.deepEqual(await findingsOn(page, rulesOfColours), [], `${path}, forced colours`);
    await page.emulateMedia({ forcedColors: "none" });
    await page.setViewportSize({ width: 320, height: 640 });
    assert.equal(await page.evaluate<number>("document.documentElement.scrollWidth"), 320, path);
  }
  await context.close();
});

test("the script of the console has at most 10 kB in all", () => {
  const all = scriptFor(...(Object.keys(enhancements) as (keyof typeof enhancements)[])).toString();
  assert.ok(Buffer.byteLength(all) <= 10 * 1024, `${Buffer.byteLength(all)} bytes`);
});
