import assert from "node:assert/strict";
import { test } from "node:test";
import { dark, light, moreContrast, type Palette } from "../../src/pages/tokens.ts";

type Colour = keyof Palette;

/** WCAG 2.2 relative luminance of `#rrggbb`. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

const texts: readonly [text: Colour, on: Colour][] = [
  ["ink", "card"],
  ["ink", "well"],
  ["ink", "differs"],
  ["muted", "card"],
  ["muted", "well"],
  ["muted", "page"],
  ["link", "card"],
  ["link", "well"],
  ["link", "note"],
  ["link", "page"],
  ["onAction", "action"],
  ["onAction", "actionHover"],
  ["onDoor", "door"],
  ["problemInk", "problem"],
  ["goodInk", "good"],
  ["noteInk", "note"],
  ["noteInk", "card"],
];

const shapes: readonly [shape: Colour, on: Colour][] = [
  ["edge", "card"],
  ["edge", "well"],
  ["focus", "card"],
  ["focus", "well"],
  ["focus", "page"],
  ["problemEdge", "card"],
  ["problemEdge", "problem"],
  ["action", "card"],
  ["brassLight", "door"],
];

const schemes: Readonly<Record<string, Palette>> = {
  light,
  dark,
  "light, more contrast": { ...light, ...moreContrast.light },
  "dark, more contrast": { ...dark, ...moreContrast.dark },
};

for (const [scheme, palette] of Object.entries(schemes)) {
  const textContrastMin = scheme.endsWith("more contrast") ? 7 : 4.5;
  for (const [text, on] of texts)
    test(`WCAG 1.4.3: ${scheme}: ${text} on ${on} has at least ${textContrastMin}:1`, () => {
      const ratio = contrast(palette[text], palette[on]);
      assert.ok(ratio >= textContrastMin, `${ratio.toFixed(2)}:1`);
    });
  for (const [shape, on] of shapes)
    test(`WCAG 1.4.11: ${scheme}: ${shape} on ${on} has at least 3:1`, () => {
      const ratio = contrast(palette[shape], palette[on]);
      assert.ok(ratio >= 3, `${ratio.toFixed(2)}:1`);
    });
}
