import { figure } from "./report.ts";
import type { Spread } from "./statistics.ts";

/** One bar. `own` stands out, `reference` is an outline. */
export interface Bar {
  readonly name: string;
  readonly value: Spread;
  readonly kind: "own" | "other" | "reference";
}

/** Bars that may be compared with each other, under a heading. */
export interface BarGroup {
  readonly heading: string;
  readonly bars: readonly Bar[];
}

/** Everything the picture says. */
export interface BarChart {
  readonly title: string;
  /** The unit of the values, for people who hear the picture: "flows a second". */
  readonly unit: string;
  readonly groups: readonly BarGroup[];
  /** Lines below the bars. */
  readonly notes: readonly string[];
}

/** In pixels of the viewBox. */
const layout = {
  width: 800,
  margin: 24,
  barsAt: 324,
  barsWidth: 376,
  titleHeight: 58,
  headingHeight: 32,
  rowHeight: 26,
  barHeight: 14,
  groupGap: 10,
  noteHeight: 18,
};

const style = `
    svg { color-scheme: light dark; --ground: #ffffff; --text: #1f2328; --quiet: #57606a; --own: #0b6e4f; --other: #7f8da0; --range: #1f2328 }
    @media (prefers-color-scheme: dark) {
      svg { --ground: #0d1117; --text: #e6edf3; --quiet: #9aa5b1; --own: #3fb68b; --other: #5d6b7c; --range: #e6edf3 }
    }
    text { font: 13px system-ui, sans-serif; fill: var(--text) }
    .title { font-size: 17px; font-weight: 600 }
    .heading, .note { fill: var(--quiet) }
    .heading, .own-text { font-weight: 600 }
    .note { font-size: 12px }
    .value { font-variant-numeric: tabular-nums }
    .ground { fill: var(--ground) }
    .own { fill: var(--own) }
    .other { fill: var(--other) }
    .reference { fill: none; stroke: var(--quiet); stroke-dasharray: 3 2 }
    .range { stroke: var(--range); stroke-width: 1.5 }
`;

/** Draws horizontal bars as SVG that needs nothing from elsewhere and follows the reader's light or dark mode. */
export function barChartSvg(chart: BarChart): string {
  const longest = Math.max(1, ...chart.groups.flatMap(({ bars }) => bars.map(({ value }) => value.max)));
  const lines: string[] = [];
  let y = layout.titleHeight;
  for (const { heading, bars } of chart.groups) {
    lines.push(text("heading", layout.margin, y + layout.headingHeight / 2, heading));
    y += layout.headingHeight;
    for (const bar of bars) {
      lines.push(...rowOf(bar, y, layout.barsWidth / longest));
      y += layout.rowHeight;
    }
    y += layout.groupGap;
  }
  for (const note of chart.notes) {
    lines.push(text("note", layout.margin, y + layout.noteHeight / 2, note));
    y += layout.noteHeight;
  }
  const height = y + layout.margin / 2;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${layout.width} ${height}" width="${layout.width}" height="${height}" role="img" aria-labelledby="chart-title chart-words">`,
    `  <title id="chart-title">${escaped(chart.title)}</title>`,
    `  <desc id="chart-words">${escaped(inWords(chart))}</desc>`,
    `  <style>${style}  </style>`,
    `  <rect class="ground" width="100%" height="100%" rx="6"/>`,
    text("title", layout.margin, 34, chart.title),
    ...lines,
    "</svg>\n",
  ].join("\n");
}

function rowOf({ name, value, kind }: Bar, y: number, scale: number): readonly string[] {
  const middle = y + layout.rowHeight / 2;
  const width = rounded(value.median * scale);
  const [from, to] = [rounded(layout.barsAt + value.min * scale), rounded(layout.barsAt + value.max * scale)];
  const own = kind === "own" ? " own-text" : "";
  return [
    text(`name${own}`, layout.margin, middle, name),
    `  <rect class="${kind}" x="${layout.barsAt}" y="${middle - layout.barHeight / 2}" width="${width}" height="${layout.barHeight}" rx="2"/>`,
    `  <line class="range" x1="${from}" x2="${to}" y1="${middle}" y2="${middle}"/>`,
    text(`value${own}`, Math.max(to, layout.barsAt + width) + 8, middle, figure(value.median, 0)),
  ];
}

function text(kind: string, x: number, y: number, content: string): string {
  return `  <text class="${kind}" x="${x}" y="${y}" dominant-baseline="central">${escaped(content)}</text>`;
}

/** The whole chart for people who hear it. */
function inWords({ unit, groups }: BarChart): string {
  return groups
    .map(({ heading, bars }) => {
      const words = bars.map(
        ({ name, value }) =>
          `${name} ${figure(value.median, 0)} (${figure(value.min, 0)} to ${figure(value.max, 0)})`,
      );
      return `${heading}, in ${unit}: ${words.join("; ")}.`;
    })
    .join(" ");
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(content: string): string {
  return content.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}
