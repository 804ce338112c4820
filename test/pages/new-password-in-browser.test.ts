import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { html } from "../../src/pages/html.ts";
import { catalogue as english } from "../../src/pages/languages/en/catalogue.ts";
import { renderDocument } from "../../src/pages/layout.ts";
import { newPasswordField, newPasswordScript } from "../../src/pages/new-password.ts";
import { findingsOn } from "../support/axe.ts";
import { after, before, launchBrowser, test } from "../support/browser.ts";

const words = english.password;
let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

/** A page with nothing but the field. */
async function openField(javaScriptEnabled: boolean): Promise<Page> {
  const page = await browser.newPage({ javaScriptEnabled });
  const names = ["grace.hopper", "grace@navy.example", "ada"];
  const field = newPasswordField({ lengthMin: 15, username: "grace.hopper", names }, english);
  await page.setContent(
    renderDocument({
      texts: english,
      title: "New password",
      cspNonce: "nonce",
      shape: "door",
      script: newPasswordScript,
      main: html`<h1>New password</h1><form class="stack">${field}<button class="action">Save</button></form>`,
    }).toString(),
  );
  return page;
}

test("the line says while typing what a browser can know, and screen readers hear it after a pause", async () => {
  const page = await openField(true);
  const rows: readonly (readonly [typed: string, sentence: string])[] = [
    ["plum", "4 of 15 characters"],
    ["plum vex journ", "14 of 15 characters"],
    ["plum vex journy", words.enough],
    ["🦊🐙🌵", "3 of 15 characters"],
    ["abcabcabcabcabc", words.repeated],
    ["zzzzzzzz", words.repeated],
    ["abcdefgh12345678", words.predictable],
    ["Grace.Hopper 1906!", words.ownWords],
    ["gracehoppernavy", words.ownWords],
    ["ada ada ada ada 1815", words.ownWords],
    ["canada grows maples", words.enough],
    ["grace lights a lamp", words.enough],
    ["", ""],
  ];
  for (const [typed, sentence] of rows) {
    await page.fill("#new_password", typed);
    assert.equal(await page.textContent("#password-progress"), sentence, typed);
  }
  await page.fill("#new_password", "plum");
  await page.getByRole("status").filter({ hasText: "4 of 15 characters" }).waitFor();
  assert.deepEqual(await findingsOn(page), []);
  await page.close();
});

test("the button shows what is typed, and a form that is sent hides it again", async () => {
  const page = await openField(true);
  await page.fill("#new_password", "plum vex journy");
  await page.click("#show-password");
  assert.equal(await page.getAttribute("#new_password", "type"), "text");
  assert.equal(await page.getAttribute("#show-password", "aria-pressed"), "true");
  await page.dispatchEvent("form", "submit");
  assert.equal(await page.getAttribute("#new_password", "type"), "password");
  await page.close();
});

test("without scripts there are the rule and the field, and nothing that does nothing", async () => {
  const page = await openField(false);
  assert.equal(await page.isVisible("#password-rule"), true);
  assert.equal(await page.isVisible("#new_password"), true);
  for (const part of ["#show-password", "#password-length", "#password-progress"])
    assert.equal(await page.isVisible(part), false, part);
  await page.close();
});
