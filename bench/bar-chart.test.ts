import assert from "node:assert/strict";
import { test } from "node:test";
import { type Bar, type BarChart, barChartSvg } from "./bar-chart.ts";

const slow: Bar = { name: "slow", value: { median: 25, min: 10, max: 50 }, kind: "other" };
const fast: Bar = { name: "fast & <own>", value: { median: 100, min: 90, max: 125 }, kind: "own" };
const bare: Bar = { name: "bare", value: { median: 1_234, min: 1_234, max: 1_234 }, kind: "reference" };

function chartOf(...bars: readonly Bar[]): BarChart {
  return {
    title: "A title",
    unit: "things a second",
    groups: [{ heading: "Group", bars }],
    notes: ["A note"],
  };
}

function numbersOf(svg: string, tag: string, attribute: string): readonly number[] {
  const found = svg.matchAll(new RegExp(`<${tag} class="[a-z]+"[^>]*? ${attribute}="([\\d.]+)"`, "g"));
  return Array.from(found, (match) => Number(match[1]));
}

test("bars are as long as their medians, and their lines span the range on the same scale", () => {
  const svg = barChartSvg(chartOf(fast, slow));
  const [fastWidth = 0, slowWidth = 0] = numbersOf(svg, "rect", "width");
  assert.equal(fastWidth / slowWidth, 4);
  const [barsAt = 0] = numbersOf(svg, "rect", "x");
  const unit = fastWidth / 100;
  assert.deepEqual(
    numbersOf(svg, "line", "x1").map((x) => Math.round((x - barsAt) / unit)),
    [90, 10],
  );
  assert.deepEqual(
    numbersOf(svg, "line", "x2").map((x) => Math.round((x - barsAt) / unit)),
    [125, 50],
  );
});

test("the longest bar leaves room for its value, and a chart without bars is still a picture", () => {
  const svg = barChartSvg(chartOf(bare));
  const width = Number(/ width="(\d+)" height/.exec(svg)?.[1]);
  assert.ok(Math.max(...numbersOf(svg, "text", "x")) < width - 60);
  assert.doesNotMatch(barChartSvg(chartOf()), /NaN|Infinity|undefined/);
});

test("whoever hears the picture learns every name, value and range", () => {
  const svg = barChartSvg(chartOf(fast, bare));
  assert.match(svg, /role="img" aria-labelledby="chart-title chart-words"/);
  assert.match(svg, /<title id="chart-title">A title<\/title>/);
  const words = /<desc id="chart-words">([^<]*)<\/desc>/.exec(svg)?.[1];
  assert.equal(
    words,
    "Group, in things a second: fast &amp; &lt;own&gt; 100 (90 to 125); bare 1,234 (1,234 to 1,234).",
  );
});

test("the picture needs nothing from elsewhere and runs nothing", () => {
  const svg = barChartSvg(chartOf(fast, slow, bare)).replace('xmlns="http://www.w3.org/2000/svg"', "");
  assert.doesNotMatch(svg, /https?:|url\(|@import|href|<script|<image|<foreignObject/);
});

test("WCAG 2.2 §1.4.3, §1.4.11: text and bars stand out from the ground in light and in dark", () => {
  const svg = barChartSvg(chartOf(fast));
  const palettes = Array.from(svg.matchAll(/--ground:[^}]+/g), ([palette]) => paletteOf(palette));
  assert.equal(palettes.length, 2);
  for (const palette of palettes) {
    for (const [name, ratio] of [
      ["text", 4.5],
      ["quiet", 4.5],
      ["own", 3],
      ["other", 3],
    ] as const) {
      const measured = contrast(palette.get(name) ?? "", palette.get("ground") ?? "");
      assert.ok(measured >= ratio, `${name}: ${measured.toFixed(2)} of ${ratio}`);
    }
  }
});

function paletteOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    Array.from(text.matchAll(/--([a-z]+): (#[0-9a-f]{6})/g), ([, name = "", colour = ""]) => [name, colour]),
  );
}

/** WCAG 2.2, "relative luminance". */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}
