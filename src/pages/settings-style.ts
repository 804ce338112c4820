import { badgeStyle, moreButtonStyle } from "./components.ts";
import { landscape, settingsBase, squeeze } from "./style.ts";

const settings = `
.card,.small{inline-size:min(100%,44rem)}
.room{gap:2rem}
.opening{gap:.5rem}
.up{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;font-size:.9375rem;margin-block-end:.25rem}
.whose{padding-block:.25rem;overflow-wrap:anywhere;color:var(--muted)}
.up a{display:inline-block;padding-block:.25rem}
.up a::before{content:"";display:inline-block;inline-size:.4375rem;block-size:.4375rem;margin-inline:.125rem .5rem;border:solid;border-width:0 0 .125rem .125rem;transform:rotate(45deg) translateY(-.125rem)}
[dir=rtl] .up a::before{transform:rotate(-135deg) translateY(.125rem)}
.group{display:grid;grid-template-columns:minmax(0,1fr);gap:.625rem}
.apart{gap:2rem}
h2{font:600 1.0625rem/1.3 var(--sans)}
.rows{list-style:none;display:grid;grid-template-columns:minmax(0,1fr);border:1px solid var(--hairline);border-radius:.75rem;background:var(--well)}
.rows>li+li{border-block-start:1px solid var(--hairline)}
.row{display:flex;flex-wrap:wrap;align-items:center;gap:.125rem 1rem;min-block-size:3.5rem;padding:.75rem 1.125rem;color:inherit;text-decoration:none}
a.row{position:relative;padding-inline-end:2.75rem;border-radius:.75rem}
a.row:hover{background:var(--note)}
a.row:hover .what{text-decoration:underline;text-underline-offset:.2em}
a.row:focus-visible{outline-offset:-.1875rem}
a.row::after{content:"";position:absolute;inset-inline-end:1.25rem;inset-block-start:calc(50% - .25rem);inline-size:.5rem;block-size:.5rem;border:solid var(--muted);border-width:.125rem .125rem 0 0;transform:rotate(45deg)}
[dir=rtl] a.row::after{transform:rotate(-135deg)}
.what{flex:1 1 9rem;max-inline-size:100%;font-weight:600}
.what .muted{display:block;font-weight:400}
.state{max-inline-size:100%;overflow-wrap:anywhere;color:var(--muted);font-size:.9375rem;text-align:end}
.row form:not(.end){flex:1;min-inline-size:0}
.row label{flex:1 1 5rem;font-weight:600;font-size:inherit}
${moreButtonStyle}
${badgeStyle}
.points{overflow-wrap:anywhere;display:grid;grid-template-columns:minmax(0,1fr);gap:.375rem;padding-inline-start:1.375rem;list-style:disc}
.points ::marker{color:var(--edge)}
.actions{display:flex;flex-wrap:wrap;gap:.75rem}
@media (max-width:47.99rem){.card,.small{inline-size:100%}.state{text-align:start}li.row{row-gap:.5rem}.row{padding-inline:min(.875rem,3.5vw)}a.row{padding-inline-end:min(2.25rem,9vw)}a.row::after{inset-inline-end:min(.875rem,3.5vw)}.actions .action{flex:1 1 auto}li>.what{flex-basis:12rem}}
.quiet{min-block-size:2.75rem;padding:.5rem 0;border:0;background:none;color:var(--muted);font:inherit;font-size:.9375rem;text-decoration:underline;text-underline-offset:.2em;cursor:pointer}
.quiet:hover{color:var(--problem-ink)}
/* A row that opens: its summary is the button at the end, and what it opens stands below the whole row. */
details>summary{display:grid;place-content:center;list-style:none}
details>summary::-webkit-details-marker{display:none}
details>.stack{padding-block:.5rem .25rem}
.row>details[open],.row:has(>details[open])>.what{flex-basis:100%}
details[open]>summary{inline-size:fit-content;background:var(--note)}
@media (min-width:48rem){
  .row:has(>details[open]){position:relative}
  details[open]>summary{position:absolute;inset-block-start:.75rem;inset-inline-end:1.125rem}
  .row:has(>details[open])>.what{padding-inline-end:7rem}
}
.save{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.5rem 1.25rem}

/* The pages of the account, beside each of them where there is room. */
.side{display:none}
@media (min-width:56.25rem){
  .card:has(>.side){inline-size:min(100%,62rem);grid-template-columns:16.5rem minmax(0,1fr);grid-template-rows:auto 1fr}
  .card:has(>.side)+.small{inline-size:min(100%,62rem)}
  .card>header{grid-column:1/-1}
  .side{display:grid;align-content:start;gap:1.25rem;padding:2.75rem 0 3rem;padding-inline:2.25rem 1rem;border-inline-end:1px solid var(--hairline)}
  .side ul{display:grid;gap:.125rem;list-style:none}
  .side a{display:block;padding:.4375rem .5rem;border-inline-start:.1875rem solid transparent;border-radius:.375rem;color:var(--ink);font-size:.9375rem;line-height:1.4;text-decoration:none;overflow-wrap:anywhere}
  .side a:hover{background:var(--note)}
  .side [aria-current]{border-color:var(--brass);background:var(--note);color:var(--note-ink);font-weight:600}
  .side~.room{align-content:start;padding-inline:2.5rem 3.5rem}
  .side~.room .up,.side~.room>.person,.side~.room .narrow{display:none}
}
@media ${landscape}{.card,.small{inline-size:100%}.up{flex-basis:100%}.room{gap:1rem}.row{min-block-size:2.75rem;padding-block:.5rem}}
@media (forced-colors:active){.side a:not([aria-current]){border-color:Canvas}.rows,.badge,.little{border:1px solid CanvasText}a.row::after,.up a::before{border-color:LinkText}}
`;

/** The style of the account's pages: the door above, and rows that lead to the pages below. */
export const settingsStyle: string = squeeze(settingsBase + settings);

/** What the page of the account adds: its applications. */
export const applicationsStyle: string = squeeze(`
.application .logo{margin:0}
.application .initial{border-radius:.5rem;background:var(--note);color:var(--note-ink);box-shadow:none}
.application{display:grid;gap:.75rem;justify-items:start;padding:1.125rem}
.dates::first-letter{text-transform:uppercase}
`);

/** What the page of recent activity adds: the sign of each act. */
export const activityStyle: string = squeeze(`
.sign{flex:none;align-self:start;inline-size:2rem;block-size:2rem;padding:.4375rem;border-radius:50%;fill:none;stroke:var(--muted);stroke-width:1.5}
.keys,.badge.warn{background:var(--note);color:var(--note-ink);stroke:var(--note-ink)}
.act a{display:inline-block;padding-block:.25rem;font-weight:400}
[dir=rtl] .sign{transform:scaleX(-1)}
@media (max-width:47.99rem){.act>.what{flex-basis:9rem}.act>.state{padding-inline-start:3rem}}
@media (forced-colors:active){.sign{stroke:CanvasText}}
`);
