import assert from "node:assert/strict";
import { test } from "node:test";
import { settingsStyle } from "../../src/pages/settings-style.ts";
import { doorStyle, listStyle, wideStyle } from "../../src/pages/style.ts";

const styles: Readonly<Record<string, string>> = {
  door: doorStyle,
  list: listStyle,
  wide: wideStyle,
  settings: settingsStyle,
};

for (const [name, style] of Object.entries(styles)) {
  test(`the style of ${name} pages knows no left and no right, so that it serves both directions of writing`, () => {
    assert.doesNotMatch(style, /\b(?:left|right)\b/);
    assert.doesNotMatch(style, /inset -?[1-9.]\S* 0 0/);
    for (const [, property = "", values = ""] of style.matchAll(
      /[{;](margin|padding|inset|border-radius):([^;}]*)/g,
    )) {
      const [first, second, third, fourth] = values.split(" ");
      if (fourth === undefined) continue;
      if (property === "border-radius") assert.deepEqual([first, third], [second, fourth], values);
      else assert.equal(second, fourth, values);
    }
  });
}

test("letters that join are not spaced apart", () => {
  assert.match(doorStyle, /\[dir=rtl\] h1\{letter-spacing:normal\}/);
});
