import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { findingsOn } from "../support/axe.ts";
import { after, before, launchBrowser, test } from "../support/browser.ts";
import { type InProcessService, startInProcess } from "../support/in-process.ts";
import { watchComplaints } from "../support/page-watch.ts";

const password = "seven quiet rivers run north";
const newPassword = "nineteen paper boats drift past";

/** The pages below /account, in the order of their links. */
const below = [
  "/account/profile",
  "/account/address",
  "/account/password",
  "/account/passkeys",
  "/account/totp",
  "/account/recovery-codes",
  "/account/sessions",
  "/account/activity",
  "/account/export",
  "/account/delete",
];

let service: InProcessService;
let browser: Browser;

before(async () => {
  [service, browser] = await Promise.all([startInProcess(), launchBrowser()]);
  await service.addAccount("ada", password, { name: "Ada Lovelace", email: "ada@notes.example" });
  await service.addAccount("bob", password, { name: "Bob", email: "bob@notes.example" });
});
after(async () => {
  await browser.close();
  await service[Symbol.asyncDispose]();
});

async function signIn(page: Page, username: string, secret: string): Promise<void> {
  await page.goto(`${service.service.issuer}/account`);
  await page.fill("#username", username);
  await page.fill("#password", secret);
  await page.click("#sign-in");
  await page.waitForURL("**/account");
}

async function assertAccessible(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await findingsOn(page), [], `${page.url()} in ${colorScheme}`);
  }
}

for (const javaScriptEnabled of [true, false]) {
  const scripts = `scripts ${javaScriptEnabled ? "on" : "off"}`;
  const username = javaScriptEnabled ? "ada" : "bob";

  test(`a person walks from the account through every page below it and back, ${scripts}`, async () => {
    const context = await browser.newContext({ javaScriptEnabled, reducedMotion: "reduce" });
    const page = await context.newPage();
    const complaints = await watchComplaints(page);
    await signIn(page, username, password);
    if (javaScriptEnabled) await assertAccessible(page);
    const links = page.locator("main a.row");
    const paths = (await links.all()).map((link) => link.getAttribute("href"));
    assert.deepEqual(await Promise.all(paths), below);
    for (const path of below) {
      await page.locator(`main a.row[href="${path}"]`).click();
      await page.waitForURL(`**${path}`);
      assert.equal(await page.getByRole("alert").count(), 0, path);
      assert.equal(await page.locator("h1").count(), 1, path);
      if (javaScriptEnabled) await assertAccessible(page);
      await page.getByRole("link", { name: "Your account" }).first().click();
      await page.waitForURL("**/account");
    }
    assert.deepEqual(complaints, []);
    await context.close();
  });

  test(`a person changes their name, and the account shows the new one, ${scripts}`, async () => {
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    await signIn(page, username, password);
    await page.locator('main a.row[href="/account/profile"]').click();
    await page.fill("#name", "x".repeat(101));
    await page.click("#save");
    await page.getByRole("alert").waitFor();
    await page.fill("#name", "Countess of Lovelace");
    await page.click("#save");
    await page.getByText("Your name is saved.").waitFor();
    await page.getByRole("link", { name: "Your account" }).first().click();
    assert.equal(await page.locator(".who strong").first().textContent(), "Countess of Lovelace");
    await context.close();
  });

  test(`a person signs another browser out, and in again with a new password, ${scripts}`, async () => {
    const [here, there] = await Promise.all([
      browser.newContext({ javaScriptEnabled }),
      browser.newContext({ javaScriptEnabled }),
    ]);
    const [page, other] = [await here.newPage(), await there.newPage()];
    await signIn(page, username, password);
    await signIn(other, username, password);

    await page.goto(`${service.service.issuer}/account/sessions`);
    await page.click("#sign-out-others");
    await page.getByText("All other browsers are signed out.").waitFor();
    await other.reload();
    await other.waitForURL("**/sign-in?to=account");

    await page.goto(`${service.service.issuer}/account/password`);
    await page.fill("#new_password", "too short");
    await page.click("#change-password");
    await page.getByRole("alert").waitFor();
    await page.fill("#new_password", newPassword);
    await page.click("#change-password");
    await page.getByText("Your password has been changed.").waitFor();
    await page.getByRole("link", { name: "Your account" }).first().click();
    await page.waitForURL("**/account");

    await other.fill("#username", username);
    await other.fill("#password", password);
    await other.click("#sign-in");
    await other.getByRole("alert").waitFor();
    await other.fill("#password", newPassword);
    await other.click("#sign-in");
    await other.waitForURL("**/account");
    await other.locator('main a.row[href="/account/activity"]').click();
    await other.getByText("Password changed").waitFor();
    await Promise.all([here.close(), there.close()]);
  });
}
