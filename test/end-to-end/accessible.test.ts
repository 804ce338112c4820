import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { authorizationTarget } from "../support/authorization-url.ts";
import { findingsOn } from "../support/axe.ts";
import { after, before, launchBrowser, test } from "../support/browser.ts";
import { type ClientServer, startClientServer } from "../support/client-server.ts";
import { type LiveService, type RegisteredClient, startService } from "../support/service.ts";

const ada = { username: "ada", password: "seven quiet rivers run north", name: "Ada Lovelace" };

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
  client = await service.createClient("Notes", [server.redirectUri]);
  await service.createUser(ada);
});
after(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

async function signIn(page: Page): Promise<void> {
  await page.goto(service.url + authorizationTarget(client));
  await page.fill("#username", ada.username);
  await page.fill("#password", ada.password);
  await page.click("#sign-in");
  await page.getByText("Back at the client").waitFor();
}

async function showWrongPassword(page: Page): Promise<void> {
  await page.goto(service.url + authorizationTarget(client));
  await page.fill("#username", "somebody else");
  await page.fill("#password", "wrong");
  await page.click("#sign-in");
  await page.getByRole("alert").waitFor();
}

/** Every page of the service, and how to come to it. */
const pages: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  "the sign-in page": (page) => page.goto(service.url + authorizationTarget(client)),
  "the sign-in page after a wrong password": showWrongPassword,
  "the error page for an unregistered redirect URI": (page) =>
    page.goto(service.url + authorizationTarget({ ...client, redirectUris: [`${server.redirectUri}s`] })),
  "the page for a wrong address": (page) => page.goto(`${service.url}/nowhere`),
  "the continue page": async (page) => {
    await signIn(page);
    await page.goto(service.url + authorizationTarget(client, { prompt: "select_account" }));
  },
  "the sign-out page": async (page) => {
    await signIn(page);
    await page.goto(`${service.url}/v1/Oauth/logout`);
  },
  "the page after signing out": (page) => page.goto(`${service.url}/v1/Oauth/logout`),
  "the home page": (page) => page.goto(service.url),
  "the sign-in page for the account page": (page) => page.goto(`${service.url}/sign-in?to=account`),
};

for (const [name, open] of Object.entries(pages)) {
  test(`axe-core finds nothing on ${name}, in light and dark`, async () => {
    // A colour on its way to another one is not what anybody reads.
    const context = await browser.newContext({ reducedMotion: "reduce" });
    const page = await context.newPage();
    await open(page);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await findingsOn(page), [], colorScheme);
    }
    await context.close();
  });

  test(`WCAG 1.4.10: ${name} needs no horizontal scrolling at 320 px, nor at 400 % zoom`, async () => {
    for (const viewport of [
      { width: 320, height: 640 },
      { width: 320, height: 256 },
    ]) {
      const context = await browser.newContext({ viewport });
      const page = await context.newPage();
      await open(page);
      assert.equal(await page.evaluate<number>("document.documentElement.scrollWidth"), 320);
      const button = page.locator("main .action").first();
      if ((await button.count()) > 0) {
        // Brought to an edge instead, it can stand beyond it by a part of a pixel: a page is scrolled by whole ones.
        await button.evaluate((element) => element.scrollIntoView({ block: "center" }));
        const box = await button.boundingBox();
        assert.ok(
          box !== null && box.y >= 0 && box.y + box.height <= viewport.height,
          "the button can be seen whole",
        );
      }
      await context.close();
    }
  });
}

test("somebody with a keyboard alone signs in, and always sees where they are", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(service.url + authorizationTarget(client));
  // A browser puts the first focus only when it has drawn the page.
  await page.locator("#username:focus").waitFor();
  const focus = () => page.evaluate<string>("document.activeElement.id");
  const outline = () =>
    page.evaluate<string>(`getComputedStyle(document.activeElement.closest(".box") && document.activeElement.tagName === "INPUT"
      ? document.activeElement.closest(".box") : document.activeElement).outlineStyle`);
  const stops = ["username", "password", "show-password", "sign-in"];
  for (const [index, stop] of stops.entries()) {
    if (index > 0) await page.keyboard.press("Tab");
    assert.equal(await focus(), stop);
    assert.notEqual(await outline(), "none", `the focus on ${stop} can be seen`);
    if (stop === "username") await page.keyboard.type(ada.username);
    if (stop === "password") await page.keyboard.type(ada.password);
  }
  await page.keyboard.press("Enter");
  await page.getByText("Back at the client").waitFor();
  await context.close();
});

test("after an error the focus is on the field to fill in, which a screen reader reads with the error", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await showWrongPassword(page);
  await page.locator("#password:focus").waitFor();
  assert.equal(await page.locator("#password").getAttribute("aria-describedby"), "problem");
  await context.close();
});

test("WCAG 1.4.1: forced colours show by shape, not by colour, which field is wrong", async () => {
  const context = await browser.newContext({ forcedColors: "active" });
  const page = await context.newPage();
  const borderOf = (id: string) =>
    page.evaluate<string>(`getComputedStyle(document.getElementById("${id}").closest(".box")).borderStyle`);
  const markOf = (id: string) =>
    page.evaluate<string>(
      `getComputedStyle(document.getElementById("${id}").closest(".box"), "::before").content`,
    );
  await page.goto(service.url + authorizationTarget(client));
  assert.deepEqual([await borderOf("username"), await markOf("username")], ["solid", "none"]);
  await page.fill("#username", "ada");
  await page.evaluate(`document.querySelector("form:has(#password)").noValidate = true`);
  await page.click("#sign-in");
  await page.getByRole("alert").waitFor();
  assert.deepEqual([await borderOf("username"), await borderOf("password")], ["solid", "dashed"]);
  assert.equal(await markOf("username"), "none");
  assert.match(await markOf("password"), /^"!"/);
  await context.close();
});

for (const viewport of [
  { width: 667, height: 375 },
  { width: 568, height: 320 },
  { width: 844, height: 390 },
])
  test(`a phone on its side, ${viewport.width} by ${viewport.height}, shows the form to its button without scrolling`, async () => {
    const context = await browser.newContext({ viewport });
    const page = await context.newPage();
    for (const open of [pages["the sign-in page"], showWrongPassword]) {
      await open?.(page);
      const box = await page.locator("#sign-in").boundingBox();
      assert.ok(box !== null && box.y + box.height <= viewport.height, JSON.stringify(box));
      assert.equal(await page.evaluate<number>("document.documentElement.scrollWidth"), viewport.width);
    }
    await context.close();
  });

test("long names without a blank keep the layout, and are written out once", async () => {
  const name = "N".repeat(100);
  const long = await service.createClient(name, [server.redirectUri]);
  for (const viewport of [
    { width: 320, height: 640 },
    { width: 568, height: 320 },
    { width: 1120, height: 760 },
  ]) {
    const context = await browser.newContext({ viewport });
    const page = await context.newPage();
    for (const uiLocales of ["en", "ar"]) {
      await page.goto(
        service.url + authorizationTarget(long, { ui_locales: uiLocales, login_hint: "a".repeat(200) }),
      );
      assert.equal(await page.evaluate<number>("document.documentElement.scrollWidth"), viewport.width);
      for (const again of await page.locator(".closing bdi").all()) {
        const box = await again.boundingBox();
        assert.ok(box !== null && box.height < 40 && box.width <= 300, `one line: ${JSON.stringify(box)}`);
      }
    }
    await context.close();
  }
});

test("password managers find what they look for", async () => {
  const page = await browser.newPage();
  await page.goto(service.url + authorizationTarget(client));
  const attributesOf = async (selector: string, names: readonly string[]) =>
    Promise.all(names.map((name) => page.locator(selector).getAttribute(name)));
  assert.deepEqual(await attributesOf("#username", ["name", "type", "autocomplete", "autocapitalize"]), [
    "username",
    "text",
    "username webauthn",
    "none",
  ]);
  assert.deepEqual(await attributesOf("#password", ["name", "type", "autocomplete"]), [
    "password",
    "password",
    "current-password",
  ]);
  assert.equal(await page.locator("form:has(input)").count(), 1);
  assert.equal(await page.locator("#sign-in").getAttribute("type"), "submit");
  assert.equal(await page.locator("#sign-in").isEnabled(), true);
  await page.close();
});

test("the password can be shown and is hidden again before it is sent", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(service.url + authorizationTarget(client));
  const button = page.locator("#show-password");
  const type = () => page.locator("#password").getAttribute("type");
  assert.deepEqual([await button.getAttribute("aria-pressed"), await type()], ["false", "password"]);
  await button.click();
  assert.deepEqual([await button.getAttribute("aria-pressed"), await type()], ["true", "text"]);
  await page.evaluate(
    `document.querySelector("form").addEventListener("submit", (event) => event.preventDefault())`,
  );
  await page.fill("#username", ada.username);
  await page.fill("#password", ada.password);
  await page.click("#sign-in");
  assert.equal(await type(), "password");
  await context.close();
});

test("Caps Lock is announced while the password is typed, and only then", async () => {
  const page = await browser.newPage();
  await page.goto(service.url + authorizationTarget(client));
  const press = (capsLock: boolean) =>
    page.evaluate(`document.getElementById("password").dispatchEvent(
      new KeyboardEvent("keydown", { key: "a", modifierCapsLock: ${capsLock}, bubbles: true }))`);
  const hint = page.locator("#caps-lock");
  assert.equal(await hint.textContent(), "");
  await press(true);
  assert.equal(await hint.textContent(), "Caps Lock is on.");
  await press(false);
  assert.equal(await hint.textContent(), "");
  await page.close();
});

test("without scripts there is no button that does nothing", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(service.url + authorizationTarget(client));
  assert.equal(await page.locator("#show-password").isVisible(), false);
  assert.deepEqual(await page.locator("button:visible").allTextContents(), ["Sign in", "Change"]);
  await context.close();
});
