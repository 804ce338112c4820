import assert from "node:assert/strict";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import { renderFormPostPage } from "../../src/pages/form-post.ts";
import { catalogue as english } from "../../src/pages/languages/en/catalogue.ts";
import { formPostModel } from "./every-page.ts";
import { elementById, tagsNamed } from "./markup.ts";

const page = renderFormPostPage(formPostModel, english).toString();

test("OAuth 2.0 Form Post Response Mode §2: a form posts every parameter of the answer to the redirect URI, and nothing else", () => {
  const [form, another] = tagsNamed(page, "form");
  assert.equal(another, undefined);
  assert.equal(form?.attributes.get("method"), "post");
  assert.equal(form?.attributes.get("action"), formPostModel.redirectUri);
  const fields = tagsNamed(page, "input").map(({ attributes }) => [
    attributes.get("type"),
    attributes.get("name"),
    attributes.get("value"),
  ]);
  assert.deepEqual(fields, [
    ["hidden", "code", "lkac_c29tZSBjb2Rl"],
    ["hidden", "state", "xyz"],
  ]);
});

test("D34: without script there is a button, which is visible and sends nothing of its own", () => {
  const button = elementById(page, "continue");
  assert.deepEqual([button.tag, button.type, button.name], ["button", "submit", undefined]);
  assert.ok(!("hidden" in button || "disabled" in button));
});

test("the script presses the button, and does nothing on a page without it", () => {
  const script = /<script[^>]*>(.*)<\/script>/s.exec(page)?.[1] ?? "";
  const pressed: string[] = [];
  const getElementById = (id: string) => ({ click: () => pressed.push(id) });
  runInNewContext(script, { document: { getElementById } });
  assert.deepEqual(pressed, ["continue"]);
  runInNewContext(script, { document: { getElementById: () => null } });
});

test("RFC 6749 §4.1.2: every state is printed so that it comes back exactly", () => {
  const state = `"'><&\`a\r\nb\u0001\u007f\u0085\u202e\u00a0🔑 &lt;+%41`;
  const printed = renderFormPostPage(
    { ...formPostModel, parameters: [["state", state]] },
    english,
  ).toString();
  assert.equal(tagsNamed(printed, "input")[0]?.attributes.get("value"), state);
  // HTML parsing turns a raw carriage return into a line feed, and a reference to a C1 control into another character.
  assert.doesNotMatch(printed, /\r|&#(?:12[89]|1[345]\d);/);
});

for (const redirectUri of ["javascript:alert(1)", "data:text/html,x", "//evil.test/cb"])
  test(`B24: no answer is posted to ${redirectUri}`, () => {
    const refused = renderFormPostPage({ ...formPostModel, redirectUri }, english).toString();
    assert.equal(tagsNamed(refused, "form")[0]?.attributes.get("action"), "");
  });
