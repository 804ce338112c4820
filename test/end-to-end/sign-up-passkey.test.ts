import assert from "node:assert/strict";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { authorizationTarget } from "../support/authorization-url.ts";
import { findingsOn } from "../support/axe.ts";
import { after, before, launchBrowser, test } from "../support/browser.ts";
import { type ClientServer, startClientServer } from "../support/client-server.ts";
import { watchComplaints } from "../support/page-watch.ts";
import { type LiveService, type RegisteredClient, startService } from "../support/service.ts";
import { VirtualAuthenticator } from "../support/virtual-authenticator.ts";

const password = "nineteen paper boats drift past";

let service: LiveService;
let browser: Browser;
let server: ClientServer;
let client: RegisteredClient;

before(async () => {
  [service, browser, server] = await Promise.all([
    startService({ LATCHKEY_SIGN_UP: "open" }),
    launchBrowser(),
    startClientServer("127.0.0.1"),
  ]);
  client = await service.createClient("Field Notes", [server.redirectUri]);
});
after(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

/** Waits for the mail to this address, and returns its link. */
async function linkTo(address: string): Promise<string> {
  for (let look = 0; look < 30; look += 1) {
    const { stdout } = await service.run(["mail", "list", "--json"]);
    const mails = stdout.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
    const text: string = mails.find(({ to }) => to === address)?.text ?? "";
    const link = /https?:\/\/\S+\?link=[\w-]+/.exec(text)?.[0];
    if (link !== undefined) return link;
  }
  return assert.fail(`no mail to ${address}`);
}

async function invite(address: string): Promise<string> {
  const { stdout } = await service.run(["invite", "create", "--email", address]);
  const path = /\/sign-up\/account\?link=[\w-]+/.exec(stdout)?.[0] ?? assert.fail(stdout);
  return service.url + path;
}

/** Counts what a person presses, on every page of the service. */
async function countPresses(context: BrowserContext): Promise<() => number> {
  let presses = 0;
  await context.exposeFunction("pressed", () => {
    presses += 1;
  });
  await context.addInitScript(`
    for (const type of ["click", "keydown"])
      addEventListener(type, (event) => event.isTrusted && event.target.closest("a, button, input") && pressed(), true);`);
  return () => presses;
}

async function open(
  options: Parameters<typeof VirtualAuthenticator.plugInto>[1] | "none" = {},
): Promise<{ context: BrowserContext; page: Page; authenticator: VirtualAuthenticator | undefined }> {
  const context = await browser.newContext();
  await context.addInitScript("PublicKeyCredential.isConditionalMediationAvailable = async () => false");
  const page = await context.newPage();
  const authenticator = options === "none" ? undefined : await VirtualAuthenticator.plugInto(page, options);
  return { context, page, authenticator };
}

const filled = (page: Page) => page.locator(".action:not(.second):visible");

test("an account without a password takes two presses and one field after the mail's link, and leads to the application", async () => {
  const address = "grace@example.org";
  const { context, page, authenticator } = await open();
  const complaints = await watchComplaints(page);
  await page.goto(service.url + authorizationTarget(client, { state: "kept" }));
  await page.getByRole("link", { name: "Create an account" }).click();
  await page.getByText("to continue to Field Notes").waitFor();
  await page.getByRole("link", { name: "Back to Field Notes" }).waitFor();
  assert.deepEqual(await findingsOn(page), []);
  await page.fill("#email", address);
  await page.click("#send-link");
  await page.getByText(address).waitFor();
  await page.getByRole("link", { name: "Back to Field Notes" }).waitFor();

  const presses = await countPresses(context);
  await page.goto(await linkTo(address));
  await page.locator("#add-passkey").waitFor();
  await page.getByText("to continue to Field Notes").waitFor();
  await page.getByRole("link", { name: "Back to Field Notes" }).waitFor();
  assert.equal(await page.locator("input:visible").count(), 1);
  assert.equal(await page.locator("#username").inputValue(), address);
  assert.equal(await filled(page).count(), 1);
  assert.deepEqual(await findingsOn(page), []);
  await page.click("#add-passkey");
  await page.locator("#codes").waitFor();
  assert.equal(((await page.locator("#codes").textContent()) ?? "").split("\n").length, 10);
  await page.click("#continue");
  await page.getByText("Back at the client").waitFor();
  assert.equal(presses(), 2);
  assert.equal(new URL(page.url()).searchParams.get("state"), "kept");
  const [credential] = (await authenticator?.credentials()) ?? [];
  assert.equal(Buffer.from(credential?.userHandle ?? "", "base64").length, 32);
  assert.equal(credential?.userName, address);
  assert.deepEqual(complaints, []);

  await page.goto(`${service.url}/v1/Oauth/logout`);
  await page.click("#sign-out");
  await page.goto(service.url + authorizationTarget(client));
  await page.click("#use-passkey");
  await page.getByText("Back at the client").waitFor();
  await context.close();
});

test("the return key in the field makes the passkey under the username that stands there", async () => {
  const { context, page, authenticator } = await open();
  await page.goto(await invite("edsger@example.org"));
  await page.locator("#add-passkey").waitFor();
  await page.fill("#username", "edsger");
  await page.press("#username", "Enter");
  await page.locator("#codes").waitFor();
  assert.equal((await authenticator?.credentials())?.[0]?.userName, "edsger");
  await context.close();
});

test("a password instead: one press shows it, it is offered a passkey after it, and a refused one is asked for again", async () => {
  const { context, page } = await open();
  await page.goto(await invite("barbara@example.org"));
  await page.fill("#username", "barbara");
  await page.click("#choose-password");
  await page.locator("#new_password").waitFor();
  assert.equal(await page.locator("#username").inputValue(), "barbara");
  assert.equal(await page.evaluate("document.activeElement.id"), "new_password");
  assert.equal(await filled(page).count(), 1);
  assert.equal(await page.locator("#add-passkey").isVisible(), false);
  assert.deepEqual(await findingsOn(page), []);
  await page.fill("#new_password", "short");
  await page.click("#continue");
  await page.getByRole("alert").waitFor();
  await page.locator("#choose-passkey").waitFor();
  assert.equal(await page.locator("#new_password").isVisible(), true);
  await page.locator("#passkey[value=available]").waitFor({ state: "attached" });
  await page.fill("#new_password", password);
  await page.press("#new_password", "Enter");
  await page.getByText("Sign in without a password next time?").waitFor();
  await page.click("#not-now");
  await page.waitForURL("**/account");
  await context.close();
});

test("a dialog that is cancelled, or a finger that is not known, gets a sentence, and the password is at hand", async () => {
  const { context, page, authenticator } = await open({ isVerifying: false });
  await page.goto(await invite("donald@example.org"));
  await page.click("#add-passkey");
  await page.getByText("No passkey was added. You can try again.").waitFor();
  await authenticator?.setVerifying(true);
  await page.click("#add-passkey");
  await page.locator("#codes").waitFor();
  await context.close();
});

test("a username that is taken: the page says so, and the browser forgets the passkey that it made", async () => {
  await service.createUser({ username: "ada", password: "seven quiet rivers run north" });
  const { context, page } = await open();
  await page.addInitScript(
    "PublicKeyCredential.signalUnknownCredential = async (of) => { globalThis.told = of }",
  );
  await page.goto(await invite("lovelace@example.org"));
  await page.fill("#username", "ada");
  await page.click("#add-passkey");
  await page.getByText("That username is not available").waitFor();
  await page.locator("#add-passkey").waitFor();
  assert.equal(await page.locator("#username").inputValue(), "ada");
  assert.equal(await page.evaluate("document.activeElement.id"), "username", "what is wrong has the focus");
  assert.equal(await page.evaluate("told.rpId"), "localhost");
  assert.deepEqual(await findingsOn(page), []);
  await page.fill("#username", "countess");
  await page.click("#add-passkey");
  await page.locator("#codes").waitFor();
  await context.close();
});

test("where the device keeps no passkeys the password comes first, and a passkey can still be chosen", async () => {
  const { context, page } = await open("none");
  await page.goto(await invite("alan@example.org"));
  await page.waitForURL("**&way=password");
  await page.locator("#choose-passkey").waitFor();
  assert.equal(await page.locator("#add-passkey").isVisible(), false);
  assert.equal(await filled(page).count(), 1);
  await page.fill("#username", "alan");
  await page.click("#choose-passkey");
  await page.locator("#add-passkey").waitFor();
  assert.equal(await page.locator("#username").inputValue(), "alan");
  await page.click("#choose-password");
  await page.locator("#password-length").waitFor({ state: "attached" });
  assert.equal(await page.locator("#username").inputValue(), "alan");
  await page.fill("#new_password", password);
  await page.click("#continue");
  await page.waitForURL("**/account");
  await context.close();
});

test("without WebAuthn, and without scripts, the form of the password stands alone and works", async () => {
  for (const [javaScriptEnabled, name] of [
    [true, "old"],
    [false, "still"],
  ] as const) {
    const context = await browser.newContext({ javaScriptEnabled });
    await context.addInitScript("delete globalThis.PublicKeyCredential");
    const page = await context.newPage();
    const link = await invite(`${name}@example.org`);
    await page.goto(link);
    if (javaScriptEnabled) await page.waitForURL("**&way=password");
    assert.equal(await page.locator("#add-passkey").isVisible(), false);
    assert.equal(await filled(page).count(), 1);
    await page.fill("#new_password", password);
    await page.click("#continue");
    await page.waitForURL("**/account");
    await page.context().clearCookies();
    await page.goto(link);
    await page.getByRole("link", { name: "Go to sign-in" }).click();
    await page.locator("#sign-in").waitFor();
    await context.close();
  }
});
