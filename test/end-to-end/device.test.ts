import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { type DeviceCodes, deviceAuthorizationPath } from "../http/support/device.ts";
import { findingsOn } from "../support/axe.ts";
import { after, before, launchBrowser, test } from "../support/browser.ts";
import { watchComplaints } from "../support/page-watch.ts";
import { type LiveService, type NewUser, startService } from "../support/service.ts";

const ada: NewUser = { username: "ada", password: "seven quiet rivers run north", name: "Ada" };
const grantType = "urn:ietf:params:oauth:grant-type:device_code";

let service: LiveService;
let browser: Browser;
let clientId: string;

before(async () => {
  [service, browser] = await Promise.all([startService(), launchBrowser()]);
  await service.createUser(ada);
  const options = ["--public", "--openid", "--device"];
  ({ clientId } = await service.createClient("Television", [], options));
});
after(async () => {
  await browser.close();
  await service[Symbol.asyncDispose]();
});

async function postAs(
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Record<string, unknown>> {
  const body = new URLSearchParams({ client_id: clientId, ...fields });
  const answer: unknown = await (await fetch(`${service.url}${path}`, { method: "POST", body })).json();
  assert.ok(typeof answer === "object" && answer !== null);
  return Object.fromEntries(Object.entries(answer));
}

async function askForCodes(): Promise<DeviceCodes> {
  return (await postAs(deviceAuthorizationPath, { scope: "openid profile" })) as unknown as DeviceCodes;
}

function poll({ device_code }: DeviceCodes): Promise<Record<string, unknown>> {
  return postAs("/v1/Oauth/token", { grant_type: grantType, device_code });
}

/** Types what the fields want, and Enter, without a mouse. The first field has the focus. */
async function typeThrough(page: Page, ...texts: readonly string[]): Promise<void> {
  for (const [index, text] of texts.entries()) {
    if (index > 0) await page.keyboard.press("Tab");
    await page.keyboard.type(text);
  }
  await page.keyboard.press("Enter");
}

for (const javaScriptEnabled of [true, false]) {
  const scripts = javaScriptEnabled ? "scripts on" : "scripts off";

  test(`a person connects a device with the keyboard alone: signs in, types the code, reads, allows (${scripts})`, async () => {
    const codes = await askForCodes();
    const context = await browser.newContext({ javaScriptEnabled, reducedMotion: "reduce" });
    const page = await context.newPage();
    const complaints = await watchComplaints(page);
    await page.goto(codes.verification_uri);
    await page.locator("#username").fill(ada.username);
    await page.locator("#password").focus();
    await typeThrough(page, ada.password);
    // The browser puts the first focus after drawing.
    await page.locator("#user_code:focus").waitFor();
    await typeThrough(page, "bcdfghjk");
    await page.getByRole("alert").waitFor();
    assert.equal(await page.inputValue("#user_code"), "bcdfghjk");
    assert.equal(await page.title(), "Error: Connect a device · Latchkey");
    await page.locator("#user_code:focus").waitFor();
    await page.keyboard.press("Control+A");
    await typeThrough(page, codes.user_code.toLowerCase().replace("-", " "));
    await page.getByRole("heading", { name: "Sign in to Television on your device?" }).waitFor();
    // axe-core is a script itself.
    if (javaScriptEnabled) assert.deepEqual(await findingsOn(page), []);
    assert.equal((await poll(codes)).error, "authorization_pending");
    await page.locator("#allow").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Your device is connected" }).waitFor();
    assert.match(String((await poll(codes)).access_token), /^lkat_/);
    // The browser reports the status of the page with the wrong code.
    assert.deepEqual(
      complaints.filter((complaint) => !complaint.includes("400")),
      [],
    );
    await context.close();
  });

  test(`the link of a device fills the code in and allows nothing by itself; a no stays a no (${scripts})`, async () => {
    const codes = await askForCodes();
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(codes.verification_uri_complete);
    await page.locator("#username").fill(ada.username);
    await page.locator("#password").fill(ada.password);
    await page.click("#sign-in");
    await page.locator("#user_code").waitFor();
    assert.equal(await page.inputValue("#user_code"), codes.user_code);
    await page.click("#continue");
    await page.locator("#deny").waitFor();
    assert.equal((await poll(codes)).error, "authorization_pending");
    await page.click("#deny");
    await page.getByRole("heading", { name: "You did not allow it" }).waitFor();
    assert.equal((await poll(codes)).error, "access_denied");
    await context.close();
  });
}
