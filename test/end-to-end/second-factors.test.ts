import assert from "node:assert/strict";
import { Secret, TOTP } from "otpauth";
import type { Browser, Page } from "playwright-core";
import { interfaceMetadata } from "../../src/protocol/client/client.ts";
import { authorizationOf, codeAt } from "../http/journey.ts";
import { setUpTotp } from "../http/support/totp-app.ts";
import { findingsOn } from "../support/axe.ts";
import { after, before, launchBrowser, test } from "../support/browser.ts";
import { type ClientServer, startClientServer } from "../support/client-server.ts";
import { FormClient } from "../support/form-client.ts";
import { type InProcessService, startInProcess } from "../support/in-process.ts";

const password = "seven quiet rivers run north";

let service: InProcessService;
let browser: Browser;
let server: ClientServer;

before(async () => {
  [service, browser, server] = await Promise.all([
    startInProcess(),
    launchBrowser(),
    startClientServer("127.0.0.1"),
  ]);
});
after(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

async function addressOfStrictClient(): Promise<string> {
  const metadata = { ...interfaceMetadata, requiredStrength: "two" } as const;
  const client = await service.addClient({ name: "Vault", redirectUris: [server.redirectUri], metadata });
  const query = { client_id: client.id, redirect_uri: client.redirectUri };
  return `${service.service.issuer}/v1/Oauth/authorization?${new URLSearchParams(query)}`;
}

function codeOf(key: string): string {
  const timestamp = service.clock.now();
  return TOTP.generate({ secret: Secret.fromBase32(key.replaceAll(" ", "")), timestamp });
}

async function signIn(page: Page, address: string, username: string): Promise<void> {
  await page.goto(address);
  await page.fill("#username", username);
  await page.fill("#password", password);
  await page.click("#sign-in");
}

for (const javaScriptEnabled of [true, false])
  test(`scripts ${javaScriptEnabled ? "on" : "off"}: an app is set up on the way to an application, and asked for the next time`, async () => {
    const username = javaScriptEnabled ? "ada" : "bob";
    await service.addAccount(username, password);
    const address = await addressOfStrictClient();
    const first = await browser.newContext({ javaScriptEnabled });
    const page = await first.newPage();
    await signIn(page, address, username);
    const notNow = page.locator("#not-now");
    await page.locator("#key, #not-now").first().waitFor();
    if (await notNow.isVisible()) await notNow.click();
    const key = await page.locator("#key").innerText();
    assert.ok((await page.locator("svg.qr").boundingBox())?.width ?? 0 > 100);
    if (javaScriptEnabled) assert.deepEqual(await findingsOn(page), []);
    await page.fill("#otp", codeOf(key));
    await page.click("#verify");
    const codes = (await page.locator("#codes").innerText()).split("\n");
    assert.equal(codes.length, 10);
    if (javaScriptEnabled) assert.deepEqual(await findingsOn(page), []);
    const waiting = page.waitForEvent("download");
    await page.click("a[download]");
    assert.equal((await waiting).suggestedFilename(), "recovery-codes.txt");
    await page.click("#continue");
    await page.getByText("Back at the client").waitFor();
    await first.close();

    service.clock.advance(30);
    const second = await browser.newContext({ javaScriptEnabled });
    const other = await second.newPage();
    await signIn(other, address, username);
    if (javaScriptEnabled) {
      assert.deepEqual(await findingsOn(other), []);
      assert.equal(await other.locator("#otp").getAttribute("inputmode"), "numeric");
      await other.click("#use-recovery-code");
      assert.equal(await other.locator("#otp").getAttribute("inputmode"), "text");
    }
    await other.fill("#otp", "000 000");
    await other.click("#verify");
    await other.getByRole("alert").waitFor();
    await other.fill("#otp", codes[0] ?? "");
    await other.getByRole("checkbox").check();
    await other.click("#verify");
    await other.getByText("Back at the client").waitFor();
    await second.clearCookies({ name: "latchkey-session" });
    await signIn(other, address, username);
    await other.getByText("Back at the client").waitFor();
    await second.close();
  });

/** A person with an app, at the page that asks for its code, and the codes of the app. */
async function atVerify(username: string): Promise<{ page: Page; app: { code(): string } }> {
  await service.addAccount(username, password);
  const client = new FormClient(service.url);
  const notes = await service.addClient();
  codeAt(await client.signIn(authorizationOf(notes), { username, password }), notes);
  const { app } = await setUpTotp(client, service.clock);
  client.close();
  service.clock.advance(30);
  const page = await (await browser.newContext()).newPage();
  await signIn(page, await addressOfStrictClient(), username);
  await page.locator("#use-recovery-code").waitFor();
  return { page, app };
}

test("the sixth digit sends the code, also with a blank in the middle", async () => {
  const { page, app } = await atVerify("carol");
  await page.locator("#otp").pressSequentially("00000");
  assert.equal(await page.getByRole("alert").count(), 0);
  await page.locator("#otp").press("0");
  await page.getByRole("alert").waitFor();
  const code = app.code();
  await page.fill("#otp", `${code.slice(0, 3)} ${code.slice(3)}`);
  await page.getByText("Back at the client").waitFor();
  await page.context().close();
});

test("the switch to a recovery code changes what the page says, takes the error away, and leads back", async () => {
  const { page } = await atVerify("dora");
  const otp = page.locator("#otp");
  const shown = async () => [
    await page.locator("label[for=otp]").innerText(),
    await page.locator(".lead").innerText(),
    await page.locator("#use-recovery-code").innerText(),
    await page.locator("#either").innerText(),
  ];
  const ofApp = [
    "Code",
    "To continue to Vault, enter the code from your authenticator app.",
    "Use a recovery code",
    "Sent as soon as you enter the sixth digit.",
  ];
  const ofRecovery = [
    "Recovery code",
    "Enter one of your recovery codes. Each works once.",
    "Use the app instead",
    "",
  ];
  assert.deepEqual(await shown(), ofApp);
  await otp.fill("000000");
  const alert = page.getByRole("alert");
  await alert.waitFor();
  assert.match(await alert.innerText(), /the one that your app shows now/);

  await page.click("#use-recovery-code");
  assert.deepEqual(await shown(), ofRecovery);
  assert.equal(await alert.count(), 0);
  assert.equal(await otp.getAttribute("aria-invalid"), null);
  assert.equal(await otp.evaluate((field) => field === field.ownerDocument.activeElement), true);
  assert.deepEqual(await findingsOn(page), []);

  await otp.fill("123456");
  assert.equal(await otp.inputValue(), "123456", "a recovery code is not sent by itself");
  await page.click("#verify");
  await alert.waitFor();
  assert.equal(await alert.innerText(), "That recovery code is incorrect or has already been used.");
  assert.deepEqual(await shown(), ofRecovery);
  await page.click("#use-recovery-code");
  assert.deepEqual(await shown(), ofApp);
  await page.context().close();
});
