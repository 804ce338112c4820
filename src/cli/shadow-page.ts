import type { ApplicationReport, MergedRow, ShadowReport } from "../flows/operator/shadow/report.ts";
import { isDifference } from "../flows/operator/shadow/row.ts";
import { dangerouslyUnescaped, html, type SafeHtml } from "../pages/html.ts";
import { rootStyle, squeeze } from "../pages/style.ts";
import { counted } from "../values/words.ts";
import { summaryOf } from "./shadow-words.ts";

const style = squeeze(`
*,::before,::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--ink);font:1.0625rem/1.6 var(--sans)}
main{max-inline-size:76rem;margin-inline:auto;padding:2rem min(1.5rem,6vw) 4rem;display:grid;grid-template-columns:minmax(0,1fr);gap:1.5rem}
h1,h2,p,ul,dl,dd{margin:0;padding:0}
h1{font:600 2.25rem/1.15 var(--serif);overflow-wrap:anywhere;text-wrap:balance}
h2{font:600 1.5rem/1.25 var(--serif);overflow-wrap:anywhere}
section{display:grid;grid-template-columns:minmax(0,1fr);gap:1rem;padding:1.5rem min(1.75rem,5vw);background:var(--card);border:1px solid var(--hairline);border-radius:1.125rem}
.muted{color:var(--muted);font-size:.9375rem;overflow-wrap:anywhere}
table{inline-size:100%;border-collapse:collapse;font-size:.9375rem;line-height:1.45}
th,td{padding:.5rem .75rem .5rem 0;text-align:start;vertical-align:top;border-block-start:1px solid var(--hairline);overflow-wrap:anywhere}
th{color:var(--muted);font-weight:600;font-size:.875rem}
tbody th{color:var(--ink);font:600 .875rem/1.5 var(--mono)}
thead th{border:0}
td.value{font:.875rem/1.5 var(--mono)}
.badge{display:inline-block;padding:0 .5rem;border-radius:.375rem;background:var(--hairline);color:var(--muted);font-size:.8125rem;font-weight:600;line-height:1.5rem;white-space:nowrap}
.badge.differs{background:var(--differs);color:var(--ink)}
code{font:.875rem/1.5 var(--mono);overflow-wrap:anywhere}
.repair{display:block;margin-block-start:.375rem;padding:.375rem .625rem;background:var(--well);border:1px solid var(--hairline);border-radius:.375rem}
@media (min-width:48rem){
table{table-layout:fixed}
th:nth-child(1){inline-size:17%}
th:nth-child(2){inline-size:6.5rem}
th:nth-child(3){inline-size:36%}
}
summary{padding-block:.5rem;cursor:pointer;font-weight:600}
ul{list-style:none;display:grid;gap:.375rem}
@media (max-width:47.99rem){
thead{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%)}
table,tbody,tr,th,td{display:block}
tr{padding-block:.75rem;border-block-start:1px solid var(--hairline)}
th,td{padding:.125rem 0;border:0}
td[data-label]::before{content:attr(data-label) ": ";font-family:var(--sans);color:var(--muted)}
}
`);

/** The report as one page that needs nothing else. `spell` puts the working command in place of `latchkey`. */
export function shadowPage(report: ShadowReport, spell: (text: string) => string): string {
  const { oldIssuer, issuer, applications, lost, refused } = report;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Before the switch</title>
<style>${dangerouslyUnescaped(rootStyle + style)}</style>
</head>
<body>
<main>
<h1>Before the switch</h1>
<p class="muted">What applications would see differently after the move from ${oldIssuer} to ${issuer}.</p>
${applications.map((application) => applicationSection(application, spell))}
${
  refused.length > 0 &&
  html`<section><h2>Not compared</h2><ul>${refused.map(({ place, problem }) => html`<li>${place} ${problem}.</li>`)}</ul></section>`
}
${
  lost.length > 0 &&
  html`<section><h2>What the old provider also offers</h2>
<p class="muted">No application was seen to use it. Look for it in the settings of those that might.</p>
<ul>${lost.map(({ member, there }) => html`<li><code>${member}</code>: ${[there].flat().map(String).join(", ")}</li>`)}</ul></section>`
}
</main>
</body>
</html>
`;
  return page.toString();
}

function applicationSection(
  { client, signInCount, rows }: ApplicationReport,
  spell: (text: string) => string,
): SafeHtml {
  const different = rows.filter(isDifference);
  const others = rows.filter((row) => !isDifference(row));
  const table = (some: readonly MergedRow[]) =>
    some.length > 0 &&
    html`<table>
<thead><tr><th scope="col">Name</th><th scope="col">Part</th><th scope="col">Outcome</th><th scope="col">There</th><th scope="col">Here</th></tr></thead>
<tbody>${some.map((row) => rowOf(row, signInCount, spell))}</tbody>
</table>`;
  return html`<section>
<h2>${client.name}</h2>
<p class="muted">${client.id}: ${counted(signInCount, "sign-in")}, ${summaryOf(rows)}</p>
${table(different)}
<details><summary>What it would not notice</summary>${table(others)}</details>
</section>`;
}

function rowOf(row: MergedRow, signInCount: number, spell: (text: string) => string): SafeHtml {
  const { part, name, outcome, there, here, because, repairs, count } = row;
  const isDifferent = isDifference(row);
  return html`<tr>
<th scope="row">${name}</th>
<td data-label="Part">${part}</td>
<td data-label="Outcome"><span class="badge${isDifferent && " differs"}">${outcome}</span>${count < signInCount && html` ${count} of ${signInCount}`}
${isDifferent && because !== undefined && html`<div class="muted">${inWords(spell(because))}</div>`}
${repairs.map(({ command }) => html`<code class="repair">${spell(`\`${command}\``).slice(1, -1)}</code>`)}</td>
<td class="value" data-label="There">${valueText(there)}</td>
<td class="value" data-label="Here">${valueText(here)}</td>
</tr>`;
}

/** A sentence whose commands stand between backticks. */
function inWords(sentence: string): readonly (string | SafeHtml)[] {
  return sentence.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}

function valueText(value: unknown): string {
  if (value === undefined) return "–";
  return typeof value === "string" ? value : JSON.stringify(value);
}
