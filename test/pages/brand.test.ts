import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { brandPalettes, paintOf } from "../../src/pages/brand.ts";
import { dark, light, moreContrast, type Palette } from "../../src/pages/tokens.ts";
import { hardestGround, readAccent } from "../../src/values/brand.ts";
import { type Colour, contrastOf } from "../../src/values/colour.ts";

const texts: readonly [text: keyof Palette, on: keyof Palette][] = [
  ["link", "card"],
  ["link", "well"],
  ["link", "note"],
  ["link", "page"],
  ["onAction", "action"],
  ["onAction", "actionHover"],
  ["onDoor", "door"],
];
const shapes: readonly [shape: keyof Palette, on: keyof Palette][] = [
  ["focus", "card"],
  ["focus", "page"],
  ["action", "card"],
  ["brassLight", "door"],
];

/** Accents that the setting takes: those that are refused are mended as the refusal says. */
const accents = fc.integer({ min: 0, max: 0xffffff }).map((number) => {
  const text = `#${number.toString(16).padStart(6, "0")}`;
  const read = readAccent(text);
  const mended = read.ok ? read : readAccent(/works is (\S+)\.$/.exec(read.reason)?.[1] ?? "");
  assert.ok(mended.ok, text);
  return mended.value;
});

test("WCAG 1.4.3, 1.4.11: with every accent that is taken, text and shapes have their contrast in every scheme", () => {
  fc.assert(
    fc.property(accents, (accent) => {
      const painted = brandPalettes(accent);
      const schemes: readonly [string, Palette, least: number][] = [
        ["light", { ...light, ...painted.light }, 4.5],
        ["dark", { ...dark, ...painted.dark }, 4.5],
        ["light, more", { ...light, ...moreContrast.light, ...painted.moreLight }, 7],
        ["dark, more", { ...dark, ...moreContrast.dark, ...painted.moreDark }, 7],
      ];
      for (const [scheme, palette, least] of schemes)
        for (const [pairs, ratio] of [
          [texts, least],
          [shapes, 3],
        ] as const)
          for (const [on, ground] of pairs) {
            const found = contrastOf(palette[on] as Colour, palette[ground] as Colour);
            assert.ok(
              found >= ratio,
              `${JSON.stringify(accent)}, ${scheme}: ${on} on ${ground} has ${found}`,
            );
          }
    }),
    { numRuns: 300 },
  );
});

test("no ground of the pages is harder to read on than the one by which accents are judged", () => {
  const black = "#000000" as Colour;
  const white = "#ffffff" as Colour;
  for (const name of ["page", "card", "well", "note"] as const) {
    assert.ok(contrastOf(black, light[name] as Colour) >= contrastOf(black, hardestGround.light), name);
    assert.ok(contrastOf(white, dark[name] as Colour) >= contrastOf(white, hardestGround.dark), name);
  }
});

test("by day the door has the accent itself, and the paint is small", () => {
  const accent = readAccent("#7a1f5c");
  assert.ok(accent.ok);
  const paint = paintOf(accent.value);
  assert.equal(paint.light, "#7a1f5c");
  assert.match(paint.css.toString(), /^:root\{--link:#7a1f5c;--action:#7a1f5c;/);
  assert.ok(paint.css.toString().length < 1_000, String(paint.css.toString().length));
});
