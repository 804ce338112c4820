import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { catalogue as german } from "../../src/pages/languages/de/catalogue.ts";
import { after, before, launchBrowser, test } from "../support/browser.ts";
import { type LiveService, type NewUser, startService } from "../support/service.ts";

const ada: NewUser = { username: "ada", password: "seven quiet rivers run north", name: "Ada" };

let service: LiveService;
let browser: Browser;

before(async () => {
  [service, browser] = await Promise.all([startService(), launchBrowser()]);
  await service.createUser(ada);
});
after(async () => {
  await browser.close();
  await service[Symbol.asyncDispose]();
});

async function submit(page: Page): Promise<void> {
  await page.fill("#username", ada.username);
  await page.fill("#password", ada.password);
  await page.click("#sign-in");
}

for (const javaScriptEnabled of [true, false])
  test(`a person signs in to the account page from the home page, goes Back, reloads and signs out, with scripts ${javaScriptEnabled ? "on" : "off"}`, async () => {
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(`${service.url}/`);
    await page.getByRole("link", { name: "Sign in" }).click();
    await page.waitForURL("**/sign-in?to=home");
    await submit(page);
    await page.waitForURL(`${service.url}/`);
    await page.getByRole("link", { name: "Your account" }).click();
    await page.waitForURL("**/account");
    assert.equal(await page.locator(".who strong").first().textContent(), "Ada");

    // Back over the form leads on, because somebody is signed in; a reload stays where it is.
    await page.goto(`${service.url}/sign-in?to=account`);
    await page.waitForURL("**/account");
    await page.reload();
    assert.equal(new URL(page.url()).pathname, "/account");

    await page.getByRole("link", { name: "Sign out" }).click();
    await page.click("#sign-out");
    await page.getByRole("link", { name: "Sign in to your account" }).click();
    await page.waitForURL("**/sign-in?to=account");
    await submit(page);
    await page.waitForURL("**/account");
    await page.goBack();
    await page.waitForURL("**/account");
    await context.close();
  });

test("two tabs: the form of the one still works after the other signed in", async () => {
  const context = await browser.newContext();
  const [first, second] = [await context.newPage(), await context.newPage()];
  await first.goto(`${service.url}/account`);
  await second.goto(`${service.url}/account`);
  await submit(second);
  await second.waitForURL("**/account");
  await submit(first);
  await first.waitForURL("**/account");
  await context.close();
});

test("with cookies blocked the form says so and keeps the username", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${service.url}/sign-in?to=account`);
  for (let count = 0; count < 2; count++) {
    await context.clearCookies();
    await submit(page);
    await page.getByRole("alert").waitFor();
    assert.match((await page.getByRole("alert").textContent()) ?? "", /Allow cookies for this site/);
    assert.equal(await page.inputValue("#username"), ada.username);
  }
  await submit(page);
  await page.waitForURL("**/account");
  await context.close();
});

for (const javaScriptEnabled of [true, false])
  test(`WCAG 3.3.1: an empty or wrong field is answered in the language of the page, and nothing typed is lost, with scripts ${javaScriptEnabled ? "on" : "off"}`, async () => {
    const context = await browser.newContext({ javaScriptEnabled, locale: "de-DE" });
    const page = await context.newPage();
    const says = async (button: string, sentence: string, field: string) => {
      await page.click(button);
      await page.getByRole("alert").waitFor();
      assert.equal((await page.getByRole("alert").textContent())?.trim(), sentence);
      assert.equal(await page.getAttribute(field, "aria-invalid"), "true", field);
    };
    await page.goto(`${service.url}/sign-in?to=account`);
    await says("#sign-in", german.recover.missing, "#username");
    await page.fill("#username", ada.username);
    await says("#sign-in", german.signIn.missingPassword, "#password");
    assert.equal(await page.inputValue("#username"), ada.username);
    await page.fill("#password", ada.password);
    await page.click("#sign-in");
    await page.waitForURL("**/account");
    await page.goto(`${service.url}/account/password`);
    await says("#change-password", german.password.tooShort(15), "#new_password");
    await page.goto(`${service.url}/account/address`);
    await page.fill("#email", "nobody");
    await says("#send-link", german.signUp.notAnEmail, "#email");
    assert.equal(await page.inputValue("#email"), "nobody");
    await page.goto(`${service.url}/device`);
    await says("#continue", german.device.missing, "#user_code");
    await context.close();
  });
