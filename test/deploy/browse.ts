import assert from "node:assert/strict";
import { createHash, X509Certificate } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { Secret, TOTP } from "otpauth";
import type { BrowserContext, Page } from "playwright-core";
import { authorizationTarget } from "../support/authorization-url.ts";
import { launchBrowser } from "../support/browser.ts";

/**
 * What a real Chromium sees of the service behind a proxy, as a program, because it runs in the network of a machine:
 * `browse.ts CERTIFICATE STATE CLIENT_ID REDIRECT_URI USERNAME PASSWORD SECONDS [LINK]`. The file STATE keeps the browser's cookies for the next
 * proxy. A live page stays open for SECONDS, and must not lose its connection. LINK is an operator's, by which the second factor is set up.
 */
const [certificate = "", state = "", clientId = "", redirectUri = "", ...more] = process.argv.slice(2);
const [username = "", password = "", seconds = "0", link] = more;
const base = "https://id.example.org";

function openContext(): Promise<BrowserContext> {
  return browser.newContext(existsSync(state) ? { storageState: state } : {});
}

async function signInToApplication(page: Page): Promise<void> {
  const target = authorizationTarget({ clientId, clientSecret: "", redirectUris: [redirectUri] });
  // A browser that is signed in is sent on at once, to an address that does not exist.
  const sentOn = page.waitForRequest(/^https:\/\/app\.example\/callback\?.*\bcode=/);
  const answer = await page.goto(base + target).catch(() => null);
  if (answer !== null) {
    assert.match((await answer.headerValue("strict-transport-security")) ?? "", /max-age=63072000/);
    await page.fill("#username", username);
    await page.fill("#password", password);
    await page.click("#sign-in");
  }
  await sentOn;
}

async function enterConsole(page: Page): Promise<void> {
  if (link !== undefined) await setUpSecondFactor(page, link);
  await page.goto(`${base}/admin`);
  await page.getByRole("heading", { name: "Overview" }).waitFor();
}

async function setUpSecondFactor(page: Page, recoveryLink: string): Promise<void> {
  await page.goto(recoveryLink);
  await page.fill("#new_password", `${password} again`);
  await page.click("button[type=submit]");
  const key = (await page.locator("#key").innerText()).replaceAll(" ", "");
  await page.fill("#otp", TOTP.generate({ secret: Secret.fromBase32(key) }));
  await page.click("#verify");
  await page.locator(".codes").waitFor();
}

async function requireSafeCookies(context: BrowserContext): Promise<void> {
  const cookies = await context.cookies();
  assert.ok(cookies.length > 0);
  for (const { name, secure, httpOnly, path, domain } of cookies) {
    assert.match(name, /^__Host-/);
    assert.deepEqual({ secure, path, domain }, { secure: true, path: "/", domain: "id.example.org" }, name);
    assert.ok(httpOnly, name);
  }
}

const isLive = (page: Page) => page.getByText("Live", { exact: true }).waitFor();
const firstRow = (page: Page) => page.locator("tbody tr a").first().getAttribute("href");

/** A wrong password of a stranger, which comes to an open page although nobody reloads it. */
async function refusalComesToPage(page: Page): Promise<void> {
  const before = await firstRow(page);
  const stranger = await browser.newContext();
  const other = await stranger.newPage();
  await other.goto(`${base}/account`);
  await other.fill("#username", username);
  await other.fill("#password", "not the password of anybody");
  await other.click("#sign-in");
  await other.locator(".problem").first().waitFor();
  await page
    .locator("tbody tr a")
    .first()
    .and(page.locator(`:not([href="${before}"])`))
    .waitFor();
  await stranger.close();
}

/** One operator may have four live pages. Each of these gets its stream because the one before has ended in the service. */
async function closedPagesEndTheirStreams(context: BrowserContext): Promise<void> {
  for (let opened = 0; opened < 6; opened += 1) {
    const page = await context.newPage();
    for (let live = false; !live; ) {
      await page.goto(`${base}/admin/audit`);
      await page
        .locator("#live-state")
        .filter({ hasText: /^(Live|No longer live)/ })
        .waitFor();
      live = (await page.locator("#live-state").innerText()) === "Live";
    }
    await page.close();
  }
}

/** Keeps the page open for as long as was asked, and fails where its stream broke off meanwhile. */
async function staysLive(page: Page): Promise<void> {
  await page.evaluate(`
    window.broken = 0;
    new MutationObserver(() => { window.broken += 1; }).observe(document.getElementById("live-state"), { childList: true, characterData: true, subtree: true });`);
  await page.waitForTimeout(Number(seconds) * 1_000);
  assert.equal(await page.evaluate("window.broken"), 0, "the stream broke off");
}

const { publicKey } = new X509Certificate(readFileSync(certificate));
const pin = createHash("sha256")
  .update(publicKey.export({ type: "spki", format: "der" }))
  .digest("base64");
const browser = await launchBrowser([
  `--ignore-certificate-errors-spki-list=${pin}`,
  "--host-resolver-rules=MAP id.example.org 192.0.2.1",
]);
const context = await openContext();
const application = await context.newPage();
await signInToApplication(application);
await application.close();
const page = await context.newPage();
await enterConsole(page);
await isLive(page);
await requireSafeCookies(context);
await page.goto(`${base}/admin/audit`);
await isLive(page);
if (Number(seconds) > 0) await staysLive(page);
await refusalComesToPage(page);
await page.close();
await closedPagesEndTheirStreams(context);
await context.storageState({ path: state });
await browser.close();
