import { html, type SafeHtml } from "../../pages/html.ts";
import type { Instant } from "../../values/time.ts";
import { tableOf } from "./parts.ts";

/** A line or layer of a chart: its label, and a value for each step. */
export interface Series {
  readonly name: string;
  /** Undefined if there is nothing to draw. */
  readonly values: readonly (number | undefined)[];
}

/** A chart over time. It is drawn without text, so that the labels around it keep their size on a phone. */
export interface TimeChart {
  readonly id: string;
  readonly title: string;
  /** Alternative text in a sentence. */
  readonly description: string;
  /** "bars": stacked series. "lines": one line per series. */
  readonly kind: "bars" | "lines";
  readonly series: readonly [Series, Series];
  readonly at: readonly Instant[];
  /** How a value is written, with its unit. */
  readonly write: (value: number) => string;
  readonly writeTime: (at: Instant) => string;
}

const width = 720;
const height = 160;

/** The chart with its scale, its legend, and the same values in a table. */
export function timeChart(chart: TimeChart): SafeHtml {
  const { id, title, description, series, at, write, writeTime } = chart;
  if (series.every(({ values }) => values.every((value) => !value)))
    return html`<p class="muted">Nothing happened in this period.</p>`;
  const top = topOf(chart);
  const marks = [0, 0.5, 1].map((part) => at[Math.floor(part * (at.length - 1))]);
  return html`
    <figure class="chart">
      <div class="scale"><span>${write(top)}</span><ul class="legend">${series.map(
        ({ name }, index) => html`<li class="c${index + 1}">${name}</li>`,
      )}</ul></div>
      <svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-labelledby="${id}-title ${id}-desc">
        <title id="${id}-title">${title}</title>
        <desc id="${id}-desc">${description}</desc>
        <path class="rule" d="M0 .5H${width}M0 ${height / 2}H${width}"/>
        ${chart.kind === "bars" ? barsOf(chart, top) : linesOf(chart, top)}
        <path class="base" d="M0 ${height}H${width}"/>
      </svg>
      <div class="scale">${marks.map((mark) => html`<span>${mark !== undefined && writeTime(mark)}</span>`)}</div>
      ${valuesOf(chart)}
    </figure>`;
}

function valuesOf({ id, title, series, at, write, writeTime }: TimeChart): SafeHtml {
  const rows = at.flatMap((moment, index) => {
    const values = series.map(({ values }) => values[index]);
    if (values.every((value) => !value)) return [];
    return [[writeTime(moment), ...values.map((value) => (value === undefined ? "–" : write(value)))]];
  });
  return html`
    <details class="values" id="${id}-values">
      <summary>In numbers</summary>
      ${tableOf(title, ["From (UTC)", ...series.map(({ name }) => name)], rows.toReversed())}
    </details>`;
}

/** A round upper bound of all values. */
function topOf({ kind, series: [one, other], at }: TimeChart): number {
  const highest = at.map((_, index) => {
    const [first, second] = [one.values[index] ?? 0, other.values[index] ?? 0];
    return kind === "bars" ? first + second : Math.max(first, second);
  });
  const max = Math.max(...highest, 1);
  const magnitude = 10 ** Math.floor(Math.log10(max));
  return ([1, 2, 3, 4, 5, 6, 8, 10].find((factor) => factor * magnitude >= max) ?? 10) * magnitude;
}

function barsOf({ series: [one, other], at }: TimeChart, top: number): SafeHtml {
  const step = width / at.length;
  const [lower, upper] = [[] as string[], [] as string[]];
  for (const index of at.keys()) {
    const first = ((one.values[index] ?? 0) / top) * height;
    const second = ((other.values[index] ?? 0) / top) * height;
    const left = short(index * step + step * 0.1);
    const bar = (from: number, to: number) =>
      `M${left} ${short(height - from)}V${short(height - to)}h${short(step * 0.8)}V${short(height - from)}z`;
    if (first > 0) lower.push(bar(0, first));
    if (second > 0) upper.push(bar(first, first + second));
  }
  return html`<path class="c1" d="${lower.join("")}"/><path class="c2" d="${upper.join("")}"/>`;
}

/** Each step is a horizontal segment, so that a single one is visible too; neighbours are joined. */
function linesOf({ series, at }: TimeChart, top: number): readonly SafeHtml[] {
  const step = width / at.length;
  return series.map(({ values }, number) => {
    let path = "";
    for (const index of at.keys()) {
      const value = values[index];
      if (value === undefined) continue;
      const y = short(height - (value / top) * height);
      path += `${values[index - 1] === undefined ? "M" : "L"}${short(index * step)} ${y}h${short(step)}`;
    }
    return html`<path class="l${number + 1}" d="${path}"/>`;
  });
}

function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** A part of a whole: its name, and how often it happened. */
export interface NamedShare {
  readonly name: SafeHtml | string;
  readonly count: number;
}

/** A bar for each part of a whole. */
export function shareList(shares: readonly NamedShare[]): SafeHtml {
  const total = shares.reduce((sum, { count }) => sum + count, 0);
  return html`<ol class="shares">${shares.map(({ name, count }) => {
    const part = Math.round((count / total) * 100);
    return html`
      <li>
        <span>${name}</span> <span>${count.toLocaleString("en")} <span class="muted">(${part < 1 ? "under 1" : part}%)</span></span>
        <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><path class="c1" d="M0 0h${Math.max(part, 0.5)}v1H0z"/></svg>
      </li>`;
  })}</ol>`;
}
