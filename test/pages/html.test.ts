import assert from "node:assert/strict";
import { test } from "node:test";
import { assert as holds, property, string } from "fast-check";
import { codePointOf, dangerouslyUnescaped, html } from "../../src/pages/html.ts";
import { tagsOf, textOf } from "./markup.ts";

const shown = (value: Parameters<typeof html>[1]) => html`${value}`.toString();

const escapes: readonly [string, string][] = [
  ["<", "&lt;"],
  [">", "&gt;"],
  ["&", "&amp;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
  ["`", "&#96;"],
  ["&lt;", "&amp;lt;"],
  ["plain text", "plain text"],
  ["ä 日 👩", "ä 日 👩"],
];

for (const [given, printed] of escapes)
  test(`D31: ${JSON.stringify(given)} is printed as ${printed}`, () => assert.equal(shown(given), printed));

for (const character of ["\0", "\x1b", "\x7f", "\x85", "\u202e", "\u2066"])
  test(`A15: ${codePointOf(character)} is printed as its code point`, () =>
    assert.equal(shown(`a${character}b`), `a${codePointOf(character)}b`));

test("D31: every text stays one text and one attribute value", () => {
  holds(
    property(string({ unit: "binary" }), (text) => {
      const page = html`<p title="${text}">${text}</p>`.toString();
      const [paragraph, ...others] = tagsOf(page);
      assert.deepEqual(others, []);
      assert.equal(paragraph?.attributes.get("title"), textOf(page));
    }),
  );
});

test("numbers, lists and nested markup print as they are; undefined and false print nothing", () => {
  assert.equal(shown(4), "4");
  assert.equal(shown(["<", html`<i>${"<"}</i>`, ["a", 1]]), "&lt;<i>&lt;</i>a1");
  assert.equal(shown([undefined, false]), "");
});

test("only markup that this room made is left unescaped", () => {
  assert.equal(shown(dangerouslyUnescaped("<b>")), "<b>");
  const forged = { toString: () => "<b>" } as unknown as string;
  assert.throws(() => shown(forged));
});

test("a line break prints nothing beside a tag or a value, and one blank elsewhere", () => {
  const page = html`
    <p class="a"
      id="b">
      ${"one"}
      two
      three <b>four</b>
    </p>`;
  assert.equal(page.toString(), '<p class="a" id="b">onetwo three <b>four</b></p>');
});
