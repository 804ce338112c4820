import type { Token } from "marked";
import { html, type SafeHtml } from "../pages/html.ts";
import { type Heading, type LinkTarget, type Rendered, readMarkdown, renderMarkdown } from "./markdown.ts";
import { columnUnder, type MeasuredColumn, type MeasuredRow, partsOf, tableUnder } from "./measured.ts";

/** A picture of one column of a table in bench/RESULTS.md. */
interface Figure {
  readonly title: string;
  /** The heading above the table, and how the header of the column begins. */
  readonly heading: string;
  readonly column: string;
  readonly unit: string;
  /** Whether a longer bar is better. */
  readonly better: "more" | "less" | "flat";
}

const results = "bench/RESULTS.md";
const proof = "docs/proof.md";

/** THE table of the figures. A number is never typed here: it is read where it was measured. */
const figures: readonly Figure[] = [
  {
    title: "Full sign-in flows a second, beside bare servers",
    heading: "Full flow with a live session",
    column: "flows/s",
    unit: "flows a second",
    better: "more",
  },
  {
    title: "Full sign-in flows a second, beside other servers",
    heading: "Beside other servers",
    column: "flows/s",
    unit: "flows a second",
    better: "more",
  },
  {
    title: "The same with an ID token, by its algorithm",
    heading: "Full flow of a client that gets an ID token",
    column: "flows/s",
    unit: "flows a second",
    better: "more",
  },
  {
    title: "Sign-ins with a password a second, beside the hash alone",
    heading: "Sign-in with a password",
    column: "per second",
    unit: "sign-ins a second",
    better: "more",
  },
  {
    title: "Sign-ins with a passkey a second, beside the check of the signature alone",
    heading: "Sign-in with a passkey",
    column: "per second",
    unit: "sign-ins a second",
    better: "more",
  },
  {
    title: "Login pages a second, beside a constant page",
    heading: "The login page",
    column: "pages/s",
    unit: "pages a second",
    better: "more",
  },
  {
    title: "Start: milliseconds until the first answer",
    heading: "Start",
    column: "first answer ms",
    unit: "milliseconds",
    better: "less",
  },
  {
    title: "Memory of a process that nobody uses yet",
    heading: "Start",
    column: "idle MB",
    unit: "megabytes",
    better: "less",
  },
  {
    title: "Flows a second with more and more users at once",
    heading: "Concurrent users",
    column: "flows/s",
    unit: "flows a second",
    better: "more",
  },
  {
    title: "Flows a second with more and more stored grants",
    heading: "Stored grants: flows of the same 16 people",
    column: "flows/s",
    unit: "flows a second",
    better: "flat",
  },
  {
    title: "Flows a second with more and more accounts",
    heading: "Accounts and sessions: flows of the same 16 people",
    column: "flows/s",
    unit: "flows a second",
    better: "flat",
  },
];

const readings = {
  more: "Longer is better.",
  less: "Shorter is better.",
  flat: "Equal lengths are best.",
} as const;

/** Renders the page of figures. `read` brings a document, `targetsFrom` says where its links lead. */
export function renderFigures(
  read: (file: string) => string,
  targetsFrom: (file: string) => (href: string) => LinkTarget,
): Rendered {
  const parts = partsOf(readMarkdown(read(results)));
  const shown = figures.map((figure, index) => {
    const column = columnUnder(parts, figure.heading, figure.column);
    return { figure, column, id: `figure-${index + 1}` };
  });
  const proofs = tableUnder(partsOf(readMarkdown(read(proof))), "Under load, faults and moved clocks").table;
  const goals = tableUnder(parts, "Goals").table;
  const document = (file: string, tokens: readonly Token[]) => renderMarkdown(tokens, targetsFrom(file)).body;
  const headings: readonly Heading[] = [
    { depth: 1, id: "figures", text: "Figures" },
    { depth: 2, id: "speed", text: "Speed and size" },
    { depth: 2, id: "goals", text: "Goals" },
    { depth: 2, id: "proof", text: "What was proved, and how often" },
  ];
  const body = html`<h1 id="figures">Figures</h1>
    <p>Every number here is read from the documents that hold the measurements. Compare within a figure only: the line at the end of a bar
      goes from the lowest to the highest of several measurements, and machines differ.</p>
    <p><a href="results.html">All measurements, and what limits what</a></p>
    <h2 id="speed">Speed and size</h2>
    ${shown.map(({ figure, column, id }) => figureOf(figure, column, id))}
    <h2 id="goals">Goals</h2>
    ${document(results, [goals])}
    <h2 id="proof">What was proved, and how often</h2>
    <p><a href="proof.html">The promises, and the test of each</a></p>
    ${document(proof, [proofs])}`;
  return { body, headings };
}

function figureOf(figure: Figure, column: MeasuredColumn, id: string): SafeHtml {
  return html`<figure id="${id}">
    <figcaption><strong>${figure.title}</strong>
      <span class="muted">${readings[figure.better]} Measured on ${column.date} by <code>${column.command}</code>.</span></figcaption>
    ${bars(figure, column, id)}
    <details><summary>The same as a table</summary>${tableOf(column)}
      ${column.lead !== "" && html`<p class="muted">${column.lead}</p>`}</details>
  </figure>`;
}

function tableOf({ header, rows }: MeasuredColumn): SafeHtml {
  return html`<div class="sheet" tabindex="0" role="group" aria-label="Table"><table>
    <thead><tr><td></td><th scope="col" class="number">${header}</th></tr></thead>
    <tbody>${rows.map(
      ({ name, measured }) =>
        html`<tr><th scope="row">${name}</th><td class="number">${measured.written}</td></tr>`,
    )}</tbody></table></div>`;
}

/** The longest bar leaves room for its figure behind it. In per cent of the width, as everything across is, so that text keeps its size. */
const longestPercent = 74;
/** In em of the picture's own font. */
const rowHeight = 3;

function bars({ title, unit }: Figure, { rows }: MeasuredColumn, id: string): SafeHtml {
  const longest = Math.max(...rows.map(({ measured }) => measured.range?.[1] ?? measured.value));
  const height = rows.length * rowHeight;
  return html`<svg class="bars" role="img" aria-labelledby="${id}-title ${id}-words" height="${height}em">
    <title id="${id}-title">${title}</title>
    <desc id="${id}-words">In ${unit}: ${rows.map(({ name, measured }) => `${name} ${measured.written}`).join("; ")}.</desc>
    ${rows.map((row, index) => barOf(row, index * rowHeight, longestPercent / longest))}</svg>`;
}

function barOf({ name, measured }: MeasuredRow, top: number, scale: number): SafeHtml {
  const { value, range = [value, value] } = measured;
  const percent = (one: number) => `${Math.round(one * scale * 100) / 100}%`;
  const kind = /^Latchkey|^[\d,]+$/.test(name) ? "own" : /^bare|: /.test(name) ? "floor" : "other";
  const middle = `${top + 1.95}em`;
  const [shown = ""] = measured.written.split(" ");
  return html`<text class="${kind}" x="0" y="${top + 1.1}em">${name}</text>
    <rect class="${kind}" x="0" y="${top + 1.5}em" width="${percent(value)}" height=".9em" rx="2"/>
    ${range[0] !== range[1] && html`<line x1="${percent(range[0])}" x2="${percent(range[1])}" y1="${middle}" y2="${middle}"/>`}
    <text class="${kind}" x="${percent(Math.max(value, range[1]))}" dx=".5em" y="${top + 2.25}em">${shown}</text>`;
}
