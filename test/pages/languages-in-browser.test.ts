import assert from "node:assert/strict";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { interfaceMetadata } from "../../src/protocol/client/client.ts";
import { type Language, languages } from "../../src/protocol/language.ts";
import { findingsOn } from "../support/axe.ts";
import { after, before, launchBrowser, test } from "../support/browser.ts";
import { catalogues } from "../support/catalogues.ts";
import { type ClientServer, startClientServer } from "../support/client-server.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { letterTo } from "../support/mailbox.ts";

const ada = { username: "ada", password: "seven quiet rivers run north" };

let service: InProcessService;
let browser: Browser;
let server: ClientServer;

before(async () => {
  [service, browser, server] = await Promise.all([
    startInProcess({ LATCHKEY_SIGN_UP: "open" }),
    launchBrowser(),
    startClientServer("127.0.0.1"),
  ]);
  await service.addAccount(ada.username, ada.password, { name: "Ada Lovelace" });
});
after(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

/** Somebody else's application, which nobody allowed anything yet, so that a sign-in comes by the consent page. */
function addThirdParty(): Promise<TestClient> {
  const metadata = { ...interfaceMetadata, isOpenid: true, isThirdParty: true, mayRefresh: true };
  return service.addClient({ name: "Photos", redirectUris: [server.redirectUri], metadata });
}

function addressOf({ id, redirectUri }: TestClient, more: Readonly<Record<string, string>> = {}): string {
  const scope = "openid profile email offline_access";
  const query = { client_id: id, redirect_uri: redirectUri, response_type: "code", scope, ...more };
  return `${service.service.issuer}/v1/Oauth/authorization?${new URLSearchParams(query)}`;
}

async function submit(page: Page, password: string): Promise<void> {
  await page.fill("#username", ada.username);
  await page.fill("#password", password);
  await page.click("#sign-in");
}

function languageOf(page: Page): Promise<string> {
  return page.evaluate<string>(
    'document.documentElement.lang + " " + getComputedStyle(document.body).direction',
  );
}

async function inContext(options: BrowserContextOptions, use: (page: Page) => Promise<void>): Promise<void> {
  service.clock.advance(3_600);
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  await use(await context.newPage());
  await context.close();
}

const journeys: readonly [Language, direction: string][] = [
  ["de", "ltr"],
  ["ar", "rtl"],
];

for (const [language, direction] of journeys) {
  const words = catalogues[language];

  test(`somebody whose browser speaks ${language} mistypes, signs in, allows and signs out in that language`, () =>
    inContext({ locale: language }, async (page) => {
      const client = await addThirdParty();
      await page.goto(addressOf(client));
      await submit(page, "not the password");
      assert.equal(await page.getByRole("alert").textContent(), words.signIn.mismatch);
      assert.equal(await languageOf(page), `${language} ${direction}`);
      await submit(page, ada.password);
      await page.getByText(words.abilities.profile, { exact: true }).waitFor();
      assert.equal(await languageOf(page), `${language} ${direction}`);
      await page.getByRole("button", { name: words.consent.allow, exact: true }).click();
      await page.getByText("Back at the client").waitFor();
      await page.goto(`${service.service.issuer}/v1/Oauth/logout`);
      await page.getByRole("button", { name: words.signOut.submit, exact: true }).click();
      await page.getByRole("heading", { name: words.signOut.doneTitle }).waitFor();
      assert.equal(await languageOf(page), `${language} ${direction}`);
    }));
}

for (const javaScriptEnabled of [true, false])
  test(`a person who cannot read the page picks another language and signs in (scripts ${javaScriptEnabled ? "on" : "off"})`, () =>
    inContext({ javaScriptEnabled, locale: "ja" }, async (page) => {
      const client = await addThirdParty();
      await page.goto(addressOf(client, { state: "a b&c", ui_locales: "zh" }));
      assert.equal(await page.locator("h1").textContent(), catalogues["zh-Hans"].signIn.heading);
      await page.selectOption("#language", { label: "Français" });
      if (!javaScriptEnabled) await page.locator(".languages button").click();
      await page.getByRole("heading", { name: catalogues.fr.signIn.heading }).waitFor();
      assert.equal(await page.inputValue("#language"), "fr");
      await submit(page, ada.password);
      await page.getByText(catalogues.fr.consent.lead, { exact: true }).waitFor();
      await page.click("#allow");
      await page.getByText("Back at the client").waitFor();
      assert.equal(server.callbacks.at(-1)?.searchParams.get("state"), "a b&c");
    }));

test("a username that was typed is still there in the language that was picked, and no password", () =>
  inContext({ locale: "en-US" }, async (page) => {
    await page.goto(addressOf(await addThirdParty()));
    await page.fill("#username", ada.username);
    await page.fill("#password", ada.password);
    await page.selectOption("#language", "fr");
    await page.waitForSelector("html[lang=fr]");
    assert.equal(await page.inputValue("#username"), ada.username);
    assert.equal(await page.inputValue("#password"), "");
    assert.equal(await page.evaluate("document.activeElement.id"), "password");
    await page.reload();
    assert.equal(await page.inputValue("#username"), "", "It is kept for one page.");
  }));

const open = (path: string) => (page: Page) => page.goto(service.service.issuer + path);

async function openNewAccount(page: Page): Promise<void> {
  await open("/sign-up")(page);
  await page.fill("#email", "new@notes.example");
  await page.click("#send-link");
  const { link } = await letterTo(service, "new@notes.example", "sign-up");
  await open(`${link}&way=password`)(page);
}

async function openDevice(page: Page): Promise<void> {
  await open("/device")(page);
  await submit(page, ada.password);
  await page.waitForSelector("#user_code");
}

const fields: readonly (readonly [
  page: string,
  arrive: (page: Page) => Promise<unknown>,
  id: string,
  typed: string,
])[] = [
  ["a forgotten password", open("/recover"), "username", "grace"],
  ["a sign-up", open("/sign-up"), "email", "grace@notes.example"],
  ["a new account", openNewAccount, "username", "grace"],
  ["a device", openDevice, "user_code", "BCDF-GHJK"],
];
for (const [name, arrive, id, typed] of fields)
  test(`what was typed at the page of ${name} is still there in the language that was picked, and in no other field`, () =>
    inContext({ locale: "en-US" }, async (page) => {
      await arrive(page);
      await page.fill(`#${id}`, typed);
      await page.selectOption("#language", "fr");
      await page.waitForSelector("html[lang=fr]");
      assert.equal(await page.inputValue(`#${id}`), typed);
      assert.equal(await page.evaluate("document.activeElement.id"), id);
      // Another page's field is not filled with it.
      await page.evaluate(
        (kept) => sessionStorage.setItem("latchkey-typed", kept),
        JSON.stringify([Date.now(), "another", typed]),
      );
      await page.reload();
      assert.notEqual(await page.inputValue(`#${id}`), typed);
    }));

test("what was typed counts more than the hint of the client, and a hint that nobody changed is no typed name", () =>
  inContext({ locale: "en-US" }, async (page) => {
    await page.goto(addressOf(await addThirdParty(), { login_hint: "grace" }));
    await page.selectOption("#language", "fr");
    await page.waitForSelector("html[lang=fr]");
    assert.equal(await page.evaluate("sessionStorage.length"), 0);
    await page.fill("#username", ada.username);
    await page.selectOption("#language", "de");
    await page.waitForSelector("html[lang=de]");
    assert.equal(await page.inputValue("#username"), ada.username);
  }));

test("a username that was kept long ago is forgotten, and what an application of this origin keeps is left alone", () =>
  inContext({ locale: "en-US" }, async (page) => {
    const address = addressOf(await addThirdParty());
    await page.goto(address);
    await page.evaluate(
      'sessionStorage.setItem("username", "theirs"); sessionStorage.setItem("latchkey-typed", JSON.stringify([Date.now() - 61000, "username", "old"]))',
    );
    await page.goto(address);
    assert.equal(await page.inputValue("#username"), "");
    assert.equal(await page.evaluate("sessionStorage.length"), 1);
    assert.equal(await page.evaluate('sessionStorage.getItem("username")'), "theirs");
  }));

test("where the browser keeps nothing, the form works all the same", () =>
  inContext({ locale: "en-US" }, async (page) => {
    await page.addInitScript(
      'Object.defineProperty(window, "sessionStorage", { get() { throw new DOMException("", "SecurityError"); } })',
    );
    await page.goto(addressOf(await addThirdParty()));
    await page.fill("#username", ada.username);
    await page.selectOption("#language", "fr");
    await page.waitForSelector("html[lang=fr]");
    assert.equal(await page.isVisible("#show-password"), true);
    assert.equal(await page.inputValue("#username"), "");
  }));

test("WCAG 2.1.1: the picker is the last stop of the keyboard, and works from it", () =>
  inContext({}, async (page) => {
    await page.goto(addressOf(await addThirdParty()));
    await page.waitForFunction("document.activeElement.id === 'username'");
    const stops: string[] = [];
    for (let stop = ""; !stop.includes("Change") && stops.length < 10; stops.push(stop)) {
      await page.keyboard.press("Tab");
      stop = await page.evaluate<string>("document.activeElement.id || document.activeElement.textContent");
    }
    assert.deepEqual(stops, [
      "password",
      "show-password",
      "sign-in",
      "use-passkey",
      "Forgot your password?",
      "Create an account",
      "Back to Photos",
      "language",
      "Change",
    ]);
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.type("Deu");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: catalogues.de.signIn.heading }).waitFor();
  }));

test("axe-core finds nothing on the pages in Arabic, in light and dark", () =>
  inContext({ locale: "ar" }, async (page) => {
    const check = async (place: string) => {
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await findingsOn(page), [], `${place}, ${colorScheme}`);
      }
    };
    const client = await addThirdParty();
    await page.goto(addressOf({ ...client, redirectUri: "https://elsewhere.example/" }));
    await check("error");
    await page.goto(addressOf(client));
    await check("sign-in");
    await submit(page, "not the password");
    await page.getByRole("alert").waitFor();
    await check("mismatch");
    await submit(page, ada.password);
    await page.locator("#allow").waitFor();
    await check("consent");
  }));

test("the door stands where reading begins, and the lock at its other edge", () =>
  inContext({ viewport: { width: 1120, height: 800 } }, async (page) => {
    const client = await addThirdParty();
    const middleOf = async (selector: string) => {
      const box = await page.locator(selector).boundingBox();
      assert.ok(box !== null, selector);
      return box.x + box.width / 2;
    };
    for (const [language, sign] of [
      ["de", 1],
      ["ar", -1],
    ] as const) {
      await page.goto(addressOf(client, { ui_locales: language }));
      const [door, lock, room] = [await middleOf(".door"), await middleOf(".lock"), await middleOf(".room")];
      assert.equal(Math.sign(room - door), sign, language);
      assert.equal(Math.sign(lock - door), sign, language);
    }
  }));

for (const language of languages)
  test(`WCAG 1.4.10: in ${language} no page needs horizontal scrolling at 320 px`, () =>
    inContext({ locale: language, viewport: { width: 320, height: 640 } }, async (page) => {
      const isNarrow = async (place: string) =>
        assert.equal(await page.evaluate<number>("document.documentElement.scrollWidth"), 320, place);
      const client = await addThirdParty();
      await page.goto(addressOf(client));
      await submit(page, "not the password");
      await page.getByRole("alert").waitFor();
      await isNarrow("sign-in");
      await submit(page, ada.password);
      await page.locator("#allow").waitFor();
      await isNarrow("consent");
      for (const path of ["/", "/account", "/nowhere", "/v1/Oauth/logout", "/v1/Oauth/authorization"]) {
        await page.goto(service.service.issuer + path);
        await isNarrow(path);
      }
    }));

/** The lines of the heading, as they are drawn. */
const linesOfHeading = `(() => {
  const text = document.querySelector("h1").firstChild;
  const lines = new Map();
  for (let at = 0; at < text.length; at += 1) {
    const range = new Range();
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    const { top } = range.getBoundingClientRect();
    lines.set(top, (lines.get(top) ?? "") + text.data[at]);
  }
  return [...lines.values()];
})()`;

test("Japanese: no line of a heading ends within a word", () =>
  inContext({ locale: "ja" }, async (page) => {
    let broken = 0;
    for (const path of ["/recover", "/sign-up", "/nowhere"])
      for (const width of [280, 320, 360, 390]) {
        await page.setViewportSize({ width, height: 700 });
        await page.goto(service.service.issuer + path);
        // Without a Japanese font its letters have no width; the space between them breaks the lines then.
        await page.evaluate("document.querySelector('h1').style.letterSpacing = '.8em'");
        const lines = await page.evaluate<string[]>(linesOfHeading);
        broken += lines.length - 1;
        assert.doesNotMatch(
          lines.join("\n"),
          /[ァ-ー]\n[ァ-ー]|\p{Script=Han}\n\p{Script=Han}/u,
          `${path} at ${width}`,
        );
      }
    assert.ok(broken >= 2, "narrow windows break headings");
  }));
