import assert from "node:assert/strict";
import { test } from "node:test";
import { everyPage } from "./every-page.ts";
import { tagsOf } from "./markup.ts";

/** Pages on the way to an application that ask for one thing, by the beginning of their names. The home page with applications asks for none. */
const asksForOneThing =
  /^(bare |own |name )?(sign-in|fresh proof|continue|consent|verify|enrol|passkey enrol|passkey offer|ways-in|keep-account|recover|finish-recovery|sign-up|new-account|new-codes|device question|sign-out|form-post|leaving|upstream away|home, no applications)\b|^bare home$/;

/** A button that a script shows instead of another one: only one of the two is ever visible. */
const inPlaceOf: Readonly<Record<string, string>> = { "new-account": "add-passkey" };

/** The filled buttons and links of a page. Those that only a script shows count too; what is not undone is drawn as an outline. */
function filledOn(page: string): readonly string[] {
  return tagsOf(page).flatMap(({ name, attributes }) => {
    const classes = attributes.get("class")?.split(" ") ?? [];
    return classes.includes("action") && !classes.includes("second") && !classes.includes("danger")
      ? [attributes.get("id") ?? name]
      : [];
  });
}

for (const [name, page] of everyPage)
  test(`${name}: ${asksForOneThing.test(name) ? "one button is" : "at most one button is"} filled`, () => {
    const filled = filledOn(page).filter((id) => id !== inPlaceOf[name]);
    assert.ok(filled.length <= 1, filled.join(", "));
    if (asksForOneThing.test(name)) assert.equal(filled.length, 1);
  });

for (const name of ["totp", "recovery-codes"])
  test(`${name}: what is there is rarely replaced, so that button is not a filled one`, () => {
    const page = everyPage.get(name);
    assert.ok(page !== undefined);
    assert.deepEqual(filledOn(page), []);
  });
