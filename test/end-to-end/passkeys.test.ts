import assert from "node:assert/strict";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { findingsOn } from "../support/axe.ts";
import { after, before, launchBrowser, test } from "../support/browser.ts";
import { type ClientServer, startClientServer } from "../support/client-server.ts";
import { watchComplaints } from "../support/page-watch.ts";
import { type LiveService, type RegisteredClient, startService } from "../support/service.ts";
import { VirtualAuthenticator } from "../support/virtual-authenticator.ts";

const password = "seven quiet rivers run north";

let service: LiveService;
let browser: Browser;
let server: ClientServer;
let client: RegisteredClient;

before(async () => {
  [service, browser, server] = await Promise.all([
    startService(),
    launchBrowser(),
    startClientServer("127.0.0.1"),
  ]);
  client = await service.createClient("Field Notes", [server.redirectUri], ["--openid"]);
});
after(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

/** A browser of its own, with an authenticator in it, for a person of its own. */
interface Scene {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly authenticator: VirtualAuthenticator;
  readonly username: string;
}

let people = 0;

/** A browser with conditional create, which this Chromium lacks: its authenticator answers, and the page asks as it would there. */
const makesByItself = `
  PublicKeyCredential.getClientCapabilities = async () => ({ conditionalCreate: true });
  const create = navigator.credentials.create.bind(navigator.credentials);
  navigator.credentials.create = ({ mediation, publicKey, signal }) => {
    const authenticatorSelection = { ...publicKey.authenticatorSelection, userVerification: "required" };
    const made = create({ signal, publicKey: { ...publicKey, authenticatorSelection } });
    if (mediation === "conditional")
      made.catch(() => (document.documentElement.dataset.made = "refused"));
    return made;
  };`;

/** The authenticator of Chromium answers the autofill by itself, so it is off where the button is pressed. */
async function scene(
  options?: Parameters<typeof VirtualAuthenticator.plugInto>[1],
  { hasAutofill = false } = {},
): Promise<Scene> {
  people += 1;
  const username = `person${people}`;
  await service.createUser({ username, password, name: `Person ${people}` });
  const context = await browser.newContext();
  if (!hasAutofill)
    await context.addInitScript("PublicKeyCredential.isConditionalMediationAvailable = async () => false");
  const page = await context.newPage();
  return { context, page, authenticator: await VirtualAuthenticator.plugInto(page, options), username };
}

function authorizationUrl(more: Readonly<Record<string, string>> = {}): string {
  const query = {
    client_id: client.clientId,
    redirect_uri: server.redirectUri,
    response_type: "code",
    scope: "openid",
    ...more,
  };
  return `${service.url}/v1/Oauth/authorization?${new URLSearchParams(query)}`;
}

/** Waits until the script has found the authenticator. */
function canKeepPasskey(page: Page): Promise<void> {
  return page.locator("#passkey[value=available]").waitFor({ state: "attached" });
}

async function enterPassword(page: Page, username: string): Promise<void> {
  await page.fill("#username", username);
  await page.fill("#password", password);
  await page.click("#sign-in");
}

/** Signs in with the password and takes the passkey that is offered. */
async function takeOffer({ page, username }: Scene): Promise<void> {
  await page.goto(`${service.url}/sign-in?to=account`);
  await canKeepPasskey(page);
  await enterPassword(page, username);
  await page.click("#add-passkey");
  await page.waitForURL("**/account");
}

/** Opens the page of passkeys, which asks by itself for the one that is there. */
async function openPasskeys({ page }: Scene): Promise<void> {
  await page.goto(`${service.url}/account/passkeys`);
  await page.waitForURL("**/account/passkeys");
}

async function signOut(page: Page): Promise<void> {
  await page.goto(`${service.url}/v1/Oauth/logout`);
  await page.click("#sign-out");
}

test("a passkey is offered after the password, and the interrupted request goes on with it", async () => {
  const at = await scene();
  const complaints = await watchComplaints(at.page);
  await at.page.goto(authorizationUrl({ state: "kept" }));
  await canKeepPasskey(at.page);
  await enterPassword(at.page, at.username);
  await at.page.locator("#not-now").waitFor();
  assert.deepEqual(await findingsOn(at.page), []);
  await at.page.click("#add-passkey");
  await at.page.getByText("Back at the client").waitFor();
  assert.equal(new URL(at.page.url()).searchParams.get("state"), "kept");
  const [credential] = await at.authenticator.credentials();
  assert.equal(Buffer.from(credential?.userHandle ?? "", "base64").length, 32);
  assert.deepEqual(complaints, []);
  await at.context.close();
});

test("the button signs in without a name, and no passkey is offered again", async () => {
  const at = await scene();
  await takeOffer(at);
  await at.authenticator.setWilling(false);
  await signOut(at.page);
  await at.page.goto(authorizationUrl());
  await at.authenticator.setWilling(true);
  await at.page.click("#use-passkey");
  await at.page.getByText("Back at the client").waitFor();
  await at.page.goto(`${service.url}/account/passkeys`);
  assert.match((await at.page.locator(".rows").textContent()) ?? "", /last used/);
  assert.deepEqual(await findingsOn(at.page), []);
  await signOut(at.page);
  await at.authenticator.setWilling(false);
  await at.page.goto(`${service.url}/sign-in?to=account`);
  await enterPassword(at.page, at.username);
  await at.page.waitForURL("**/account");
  await at.context.close();
});

test("not now: the request goes on, and nothing is offered for a month", async () => {
  const at = await scene();
  for (const isFirst of [true, false]) {
    await at.page.goto(authorizationUrl());
    await canKeepPasskey(at.page);
    await enterPassword(at.page, at.username);
    if (isFirst) await at.page.click("#not-now");
    await at.page.getByText("Back at the client").waitFor();
    if (isFirst) await signOut(at.page);
  }
  assert.deepEqual(await at.authenticator.credentials(), []);
  const cookies = await at.context.cookies(service.url);
  const remembered = cookies.find(({ name }) => name.endsWith("latchkey-no-passkey"));
  assert.ok(remembered && Math.abs(remembered.expires - Date.now() / 1000 - 30 * 86_400) < 60);
  await at.context.close();
});

test("a person who fails at the authenticator hears so, and can still go on", async () => {
  const at = await scene({ isVerifying: false });
  await at.page.goto(authorizationUrl());
  await canKeepPasskey(at.page);
  await enterPassword(at.page, at.username);
  await at.page.click("#add-passkey");
  await at.page.getByText("No passkey was added").waitFor();
  await at.page.click("#not-now");
  await at.page.getByText("Back at the client").waitFor();
  await at.context.close();
});

test("a passkey that was not used is not passed over in silence, and the password still works", async () => {
  const at = await scene();
  await takeOffer(at);
  await signOut(at.page);
  await at.authenticator.setVerifying(false);
  await at.page.goto(authorizationUrl());
  assert.equal(await at.page.locator("#passkey-status").textContent(), "");
  await at.page.click("#use-passkey");
  await at.page.getByText("No passkey was used. You can try again.").waitFor();
  assert.equal(await at.page.locator("#passkey-status").getAttribute("role"), "status");
  assert.deepEqual(await findingsOn(at.page), []);
  await enterPassword(at.page, at.username);
  await at.page.getByText("Back at the client").waitFor();
  await at.context.close();
});

test("a browser that makes passkeys by itself makes one after the password, and the request goes on without a press", async () => {
  const at = await scene();
  await at.page.addInitScript(makesByItself);
  await at.page.goto(authorizationUrl({ state: "kept" }));
  await canKeepPasskey(at.page);
  await enterPassword(at.page, at.username);
  await at.page.getByText("Back at the client").waitFor();
  assert.equal(new URL(at.page.url()).searchParams.get("state"), "kept");
  assert.equal((await at.authenticator.credentials()).length, 1);
  await at.context.close();
});

test("where the browser does not make one by itself after all, the offer stays, and nothing is said of a failure", async () => {
  const at = await scene({ isVerifying: false });
  await at.page.addInitScript(makesByItself);
  await at.page.goto(authorizationUrl());
  await canKeepPasskey(at.page);
  await enterPassword(at.page, at.username);
  await at.page.locator("html[data-made='refused']").waitFor({ state: "attached" });
  assert.equal(await at.page.locator("#passkey-status").textContent(), "");
  await at.authenticator.setVerifying(true);
  await at.page.click("#add-passkey");
  await at.page.getByText("Back at the client").waitFor();
  await at.context.close();
});

test("without an authenticator, or without scripts, nothing is offered", async () => {
  const { username, context } = await scene();
  const page = await context.newPage();
  await page.goto(authorizationUrl());
  await page.locator("#use-passkey").waitFor();
  await enterPassword(page, username);
  await page.getByText("Back at the client").waitFor();
  await context.close();
  const still = await browser.newContext({ javaScriptEnabled: false });
  const plain = await still.newPage();
  await plain.goto(authorizationUrl());
  assert.match(await plain.content(), /To use a passkey, allow scripts/);
  assert.equal(await plain.locator("#use-passkey").isVisible(), false);
  await enterPassword(plain, username);
  await plain.getByText("Back at the client").waitFor();
  await plain.goto(`${service.url}/account/passkeys`);
  assert.match(await plain.content(), /To add a passkey, allow scripts/);
  await still.close();
});

test("a passkey of another relying party signs nobody in, and the password still does", async () => {
  const at = await scene();
  await takeOffer(at);
  await signOut(at.page);
  const [credential] = await at.authenticator.credentials();
  assert.ok(credential);
  await at.authenticator.clear();
  await at.authenticator.put({ ...credential, rpId: "evil.example" });
  await at.page.goto(`${service.url}/sign-in?to=account`);
  await at.page.click("#use-passkey");
  await enterPassword(at.page, at.username);
  await at.page.waitForURL("**/account");
  await at.context.close();
});

test("a removed passkey gets a calm answer, and the browser hears that nobody has it", async () => {
  const at = await scene();
  await takeOffer(at);
  await openPasskeys(at);
  await at.authenticator.setWilling(false);
  const [credential] = await at.authenticator.credentials();
  assert.ok(credential);
  await at.page.locator("summary").click();
  await at.page.locator("button[value=remove]").click();
  await at.page.getByText("It can no longer be used to sign in").waitFor();
  await signOut(at.page);
  await at.authenticator.clear();
  await at.authenticator.put(credential);
  await at.page.addInitScript(
    "PublicKeyCredential.signalUnknownCredential = async (of) => { globalThis.told = of }",
  );
  await at.page.goto(`${service.url}/sign-in?to=account`);
  await at.authenticator.setWilling(true);
  await at.page.click("#use-passkey");
  await at.page.getByText("That passkey does not work here").waitFor();
  await at.authenticator.setWilling(false);
  const told = await at.page.evaluate<{ rpId: string; credentialId: string }>("globalThis.told");
  assert.equal(told.rpId, "localhost");
  assert.deepEqual(
    Buffer.from(told.credentialId, "base64url"),
    Buffer.from(credential.credentialId, "base64"),
  );
  await at.context.close();
});

test("a counter that goes back signs in, and the page of passkeys says so", async () => {
  const at = await scene();
  await takeOffer(at);
  const signInAgain = async () => {
    await signOut(at.page);
    await at.authenticator.setWilling(false);
    await at.page.goto(`${service.url}/sign-in?to=account`);
    await at.authenticator.setWilling(true);
    await at.page.click("#use-passkey");
    await at.page.waitForURL("**/account");
  };
  await signInAgain();
  await signInAgain();
  const [credential] = await at.authenticator.credentials();
  assert.ok(credential && credential.signCount > 1);
  await at.authenticator.clear();
  await at.authenticator.put({ ...credential, signCount: 0 });
  await signInAgain();
  await at.page.goto(`${service.url}/account/passkeys`);
  await at.page.getByText("may have been copied").waitFor();
  await at.context.close();
});

test("two tabs: each signs in for its own request", async () => {
  const at = await scene();
  await takeOffer(at);
  await signOut(at.page);
  await at.authenticator.setWilling(false);
  const other = await at.context.newPage();
  await at.page.goto(authorizationUrl({ state: "one" }));
  await other.goto(authorizationUrl({ state: "two" }));
  await enterPassword(other, at.username);
  await other.getByText("Back at the client").waitFor();
  assert.equal(new URL(other.url()).searchParams.get("state"), "two");
  await at.page.bringToFront();
  await at.authenticator.setWilling(true);
  await at.page.click("#use-passkey");
  await at.page.getByText("Back at the client").waitFor();
  assert.equal(new URL(at.page.url()).searchParams.get("state"), "one");
  await at.context.close();
});

test("several passkeys: renamed, known to the browser, and not made twice on one device", async () => {
  const at = await scene();
  await takeOffer(at);
  await openPasskeys(at);
  await at.page.click("#add-passkey");
  await at.page.getByText("This device already has a passkey").waitFor();
  await at.page.locator("summary").click();
  await at.page.fill("#name-1", "My laptop");
  await at.page.locator("button[value=rename]").click();
  await at.page.getByText("The passkey is now called").waitFor();
  const usb = await VirtualAuthenticator.plugInto(at.page, { transport: "usb" });
  await at.page.click("#add-passkey");
  await at.page.locator("#name-2").waitFor({ state: "attached" });
  assert.equal((await usb.credentials()).length, 1);
  await at.context.close();
});

test("the autofill of the username field signs in, is broken off by the button, and comes back after it", async () => {
  const at = await scene({}, { hasAutofill: true });
  await takeOffer(at);
  await at.authenticator.setWilling(false);
  await signOut(at.page);
  await at.page.addInitScript(`
    const get = navigator.credentials.get.bind(navigator.credentials);
    globalThis.asked = [];
    navigator.credentials.get = (options) => {
      asked.push(options.mediation);
      document.documentElement.dataset.asked = asked.join(" ");
      return asked.length === 2 ? Promise.reject(new DOMException("", "NotAllowedError")) : get(options);
    };`);
  await at.page.goto(`${service.url}/sign-in?to=account`);
  const asked = (words: string) =>
    at.page.locator(`html[data-asked="${words}"]`).waitFor({ state: "attached" });
  await asked("conditional");
  await at.page.click("#use-passkey");
  await asked("conditional optional conditional");
  await at.authenticator.setWilling(true);
  await at.page.goto(`${service.url}/sign-in?to=account`);
  await at.page.waitForURL("**/account");
  await at.context.close();
});

test("the autofill waits behind a password that is typed, and is broken off when the form is sent", async () => {
  const at = await scene({}, { hasAutofill: true });
  await takeOffer(at);
  // Chromium's authenticator does not answer what was asked before the person came, so the passkey is picked in firefox.test.ts.
  await at.authenticator.setWilling(false);
  await signOut(at.page);
  await at.page.addInitScript(`
    const get = navigator.credentials.get.bind(navigator.credentials);
    navigator.credentials.get = (options) => {
      sessionStorage.asked = options.mediation;
      const answer = get(options);
      answer.catch(({ name }) => (sessionStorage.asked += " " + name));
      return answer;
    };`);
  await at.page.goto(`${service.url}/sign-in?to=account`);
  const asked = () => at.page.evaluate("sessionStorage.asked");
  await at.page.waitForFunction("sessionStorage.asked !== undefined");
  await at.page.locator("#username").pressSequentially(at.username);
  await at.page.locator("#password").pressSequentially(password);
  assert.deepEqual(
    [await at.page.inputValue("#username"), await at.page.inputValue("#password"), await asked()],
    [at.username, password, "conditional"],
  );
  await at.page.keyboard.press("Enter");
  await at.page.waitForURL("**/account");
  assert.equal(await asked(), "conditional AbortError");
  await at.context.close();
});

test("where only a passkey helps, the page asks for it by itself, once, and its button is the filled one", async () => {
  const strict = await service.createClient("Vault", [server.redirectUri], ["--require", "phr"]);
  const query = { client_id: strict.clientId, redirect_uri: server.redirectUri, response_type: "code" };
  const address = `${service.url}/v1/Oauth/authorization?${new URLSearchParams(query)}`;
  const at = await scene();
  await takeOffer(at);
  await signOut(at.page);
  await at.context.addInitScript(`
    globalThis.asked = 0;
    const get = navigator.credentials.get.bind(navigator.credentials);
    navigator.credentials.get = (options) => { globalThis.asked += 1; return get(options); };`);
  await at.authenticator.setWilling(false);
  await at.page.goto(address);
  await enterPassword(at.page, at.username);
  const button = at.page.locator("#use-passkey.action:not(.second)");
  await button.waitFor();
  assert.equal(await at.page.evaluate("asked"), 1);
  assert.equal(await at.page.evaluate("document.activeElement.id"), "use-passkey");
  assert.equal(await at.page.locator(".action:not(.second):visible").count(), 1);
  assert.deepEqual(await findingsOn(at.page), []);
  await at.page.reload();
  await button.waitFor();
  assert.equal(await at.page.evaluate("asked"), 0, "a reload asks for nothing by itself");
  await at.authenticator.setWilling(true);
  await button.click();
  await at.page.getByText("Back at the client").waitFor();

  await signOut(at.page);
  await at.page.goto(address);
  await enterPassword(at.page, at.username);
  await at.page.getByText("Back at the client").waitFor();

  await signOut(at.page);
  await at.context.addInitScript("delete globalThis.PublicKeyCredential");
  await at.page.goto(address);
  await enterPassword(at.page, at.username);
  await at.page.getByText("This browser cannot use passkeys.").waitFor();
  assert.equal(await button.isVisible(), false);
  await at.context.close();
});

test("a fresh proof has the passkey first, and asks for it by itself only where there is nothing else", async () => {
  const at = await scene();
  await takeOffer(at);
  const again = authorizationUrl({ prompt: "login" });
  await at.page.goto(again);
  await at.page.getByRole("heading", { name: "Confirm that it is you" }).waitFor();
  const button = at.page.locator("#use-passkey.action:not(.second)");
  await button.waitFor();
  assert.equal(await at.page.locator(".action:not(.second):visible").count(), 1);
  assert.equal(await at.page.locator("#password").isVisible(), true);
  assert.deepEqual(await findingsOn(at.page), []);
  await at.page.getByRole("link", { name: "Not you? Use another account" }).click();
  assert.equal(await at.page.inputValue("#username"), "");
  await at.page.goBack();
  await button.click();
  await at.page.getByText("Back at the client").waitFor();

  await at.page.goto(`${service.url}/account/password`);
  await at.page.click("#remove-password");
  await at.page.getByText("Your password has been removed").waitFor();
  await at.page.goto(again);
  await at.page.getByText("Back at the client").waitFor();
  await at.context.close();
});

test("without scripts a fresh proof takes the password", async () => {
  const at = await scene();
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(authorizationUrl());
  await enterPassword(page, at.username);
  await page.getByText("Back at the client").waitFor();
  await page.goto(authorizationUrl({ prompt: "login" }));
  await page.fill("#password", password);
  await page.click("#sign-in");
  await page.getByText("Back at the client").waitFor();
  await context.close();
  await at.context.close();
});
