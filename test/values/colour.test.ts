import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  type Colour,
  contrastOf,
  lightnessOf,
  nearestWithContrast,
  readColour,
  withLightness,
} from "../../src/values/colour.ts";

function colour(text: string): Colour {
  const read = readColour(text);
  assert.ok(read.ok, text);
  return read.value;
}

const anyColour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => colour(`#${number.toString(16).padStart(6, "0")}`));
const white = colour("#fff");
const black = colour("#000");

test("a colour is three or six hexadecimal digits after #", () => {
  assert.equal(colour(" #0Fa "), "#00ffaa");
  assert.equal(colour("#0F5240"), "#0f5240");
  for (const text of ["", "#", "0f5240", "#0f52", "#0f524g", "#0f524000", "red", "url(#0f5240)", "#0f5240;x"])
    assert.deepEqual(readColour(text), { ok: false, reason: "not-a-colour" }, text);
});

test("WCAG 2.2: the contrast ratio of known pairs, in either order", () => {
  const rows = [
    ["#000000", "#ffffff", 21],
    ["#ffffff", "#ffffff", 1],
    ["#767676", "#ffffff", 4.54],
    ["#777777", "#ffffff", 4.48],
    ["#ff0000", "#ffffff", 4.0],
    ["#0000ff", "#ffffff", 8.59],
    ["#008000", "#ffffff", 5.14],
    ["#ffff00", "#000000", 19.56],
  ] as const;
  for (const [one, other, ratio] of rows) {
    assert.equal(Math.round(contrastOf(colour(one), colour(other)) * 100) / 100, ratio, `${one} on ${other}`);
    assert.equal(contrastOf(colour(one), colour(other)), contrastOf(colour(other), colour(one)));
  }
});

test("OKLCH: known lightnesses, and a colour in its own lightness is itself", () => {
  const rows = [
    ["#ffffff", 1],
    ["#000000", 0],
    ["#ff0000", 0.628],
    ["#0000ff", 0.452],
    ["#808080", 0.6],
  ] as const;
  for (const [text, lightness] of rows)
    assert.ok(Math.abs(lightnessOf(colour(text)) - lightness) < 0.001, text);
  fc.assert(
    fc.property(anyColour, (each) => {
      assert.equal(withLightness(each, lightnessOf(each)), each);
    }),
  );
});

test("a colour with enough contrast stays, and another becomes the nearest of its hue that has it", () => {
  assert.equal(nearestWithContrast(colour("#0f5240"), white, 4.5), "#0f5240");
  fc.assert(
    fc.property(anyColour, fc.constantFrom(white, black, colour("#e4e8e2")), (each, ground) => {
      const nearest = nearestWithContrast(each, ground, 4.5);
      const ratio = contrastOf(nearest, ground);
      assert.ok(ratio >= 4.5, `${each} on ${ground}: ${nearest} has ${ratio}`);
      // A step of one in 255 changes the ratio by less than this.
      if (nearest !== each) assert.ok(ratio < 4.7, `${each} on ${ground}: ${nearest} has ${ratio}`);
    }),
  );
});
