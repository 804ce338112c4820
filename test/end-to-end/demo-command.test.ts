import assert from "node:assert/strict";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../support/browser.ts";
import { type LatchkeyProcess, newDataDir, spawnLatchkey } from "../support/service.ts";

let browser: Browser;
let dataDir: string;

before(async () => {
  [browser, dataDir] = await Promise.all([launchBrowser(), newDataDir()]);
});
after(async () => {
  await browser.close();
  await rm(dataDir, { recursive: true, force: true });
});

interface Welcome {
  readonly demo_url: string;
  readonly issuer: string;
  readonly username: string;
  readonly password?: string;
}

/** Starts `latchkey demo` on free ports and reads what it says. */
async function startDemo(): Promise<{ child: LatchkeyProcess; welcome: Welcome }> {
  const child = spawnLatchkey(["demo", "--json", "--port", "0", "--demo-port", "0"], dataDir);
  child.stderr.resume();
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  return { child, welcome: JSON.parse(String(line)) };
}

async function stop(child: LatchkeyProcess): Promise<number | null> {
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
  return child.exitCode;
}

async function signIn(demoUrl: string, username: string, password: string): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(demoUrl);
  await page.click("#start");
  await page.fill("#username", username);
  await page.fill("#password", password);
  await page.click("#sign-in");
  await page.locator("#access-token").waitFor();
  await page.click("#demo-sign-out");
  await page.click("#service-sign-out");
  await page.click("#sign-out");
  await page.getByRole("link", { name: "Back to Demo application" }).click();
  await page.locator("#start-as").waitFor();
  await context.close();
}

test("promise 9: `latchkey demo` and a browser are a finished sign-in; a second start keeps the data", async () => {
  const first = await startDemo();
  const { username, password = "" } = first.welcome;
  await signIn(first.welcome.demo_url, username, password);
  assert.equal(await stop(first.child), 0);

  const second = await startDemo();
  assert.equal(second.welcome.password, undefined, "the password is shown once");
  await signIn(second.welcome.demo_url, username, password);
  assert.equal(await stop(second.child), 0);
});
