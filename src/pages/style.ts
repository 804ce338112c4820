import {
  buttonStyle,
  doneStyle,
  forcedNoticeStyle,
  groundStyle,
  moreButtonStyle,
  noticeStyle,
  problemStyle,
  tickStyle,
} from "./components.ts";
import { constantMarkup, type SafeHtml } from "./html.ts";
import { customProperties, dark, light, moreContrast } from "./tokens.ts";

const root = `
:root{color-scheme:light dark;--glow:none;${customProperties(light)}
  --sans:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",sans-serif;
  --serif:"Iowan Old Style","Palatino Linotype",Palatino,P052,"URW Palladio L","Book Antiqua","Noto Serif",Georgia,serif;
  --mono:ui-monospace,"SF Mono","Cascadia Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace}
@media (prefers-color-scheme:dark){:root{${customProperties(dark)}--glow:drop-shadow(0 0 .25rem #ffe9b0) drop-shadow(0 0 .75rem #ffcf66)}}
@media (prefers-contrast:more){:root{${customProperties(moreContrast.light)}}}
@media (prefers-contrast:more) and (prefers-color-scheme:dark){:root{${customProperties(moreContrast.dark)}}}
`;

// The door as a lintel: above the content, as high as the name on it.
const lintel = `
.door{display:flex;align-items:center;min-block-size:5.5rem;padding-block:.75rem;padding-inline:min(1.5rem,6vw) min(4.5rem,22vw)}
.brand{position:static;font-size:min(1.1875rem,6.5vw)}
svg.mark{inline-size:min(1.625rem,9vw);block-size:min(1.625rem,9vw)}
.lock{inset-block-start:calc(50% - 2rem);inset-inline-end:min(1.5rem,6vw);block-size:4rem;inline-size:1.5rem}
.panel,.door::before,.door::after{display:none}
`;

// The door of a phone on its side: a strip with the name.
const strip = `
.door{min-block-size:2rem;padding-block:.25rem;padding-inline:1.5rem}
.lock{display:none}
.brand{font-size:1rem}
`;

/** The media query of a phone on its side. */
export const landscape = "(max-height:30rem) and (min-width:30rem)";

// One step of the type scale is 1.2; spaces are multiples of a quarter rem. Sizes are rem, so that they follow the
// person's own font size; directions are logical, so that right-to-left needs nothing.
const base = `
${root}
:root{--tall:3rem;--low:2.75rem;--text:1.0625rem;--round:.625rem}
${groundStyle}
body{margin:0;min-block-size:100vh;min-block-size:100dvb;display:grid;align-content:center;justify-items:center;gap:1.25rem;
  padding:2rem 1.25rem;background:var(--page);color:var(--ink);font:1.0625rem/1.5 var(--sans)}
h1,h2,h3,p,dl,dd,ul,ol,pre,form{margin:0;padding:0;border:0}
h1{font:600 min(2.125rem,.5rem + 6.5vw)/1.15 var(--serif);letter-spacing:-.012em;text-wrap:balance;word-break:auto-phrase}
h1,h2,.what{overflow-wrap:break-word;hyphens:auto;hyphenate-limit-chars:12 4 4}
[dir=rtl] h1{letter-spacing:normal}
h2{font:600 1.375rem/1.25 var(--serif)}
h3{font:600 .9375rem/1.4 var(--sans)}
code{font:.9375rem/1.6 var(--mono);overflow-wrap:anywhere}
p{overflow-wrap:anywhere;text-wrap:pretty}
strong{font-weight:600}
:focus-visible{outline:.1875rem solid var(--focus);outline-offset:.1875rem}

/* The card: the door on one side, the room behind it on the other. */
.card{display:grid;grid-template-columns:16.5rem minmax(0,1fr);inline-size:min(100%,52rem);min-block-size:34rem;
  background:var(--card);border-radius:1.125rem;box-shadow:0 1px 2px #0b1f1824,0 1.5rem 3.5rem -1.5rem #0b1f1859}
.room,.opening,.stack,.field,.closing{display:grid;grid-template-columns:minmax(0,1fr)}
.room{align-content:center;gap:1.75rem;padding:3rem 3.5rem}
/* The door: two panels, hinges, the lock. All of it is decoration. */
.door{position:relative;border-start-start-radius:1.125rem;border-end-start-radius:1.125rem;overflow:hidden;
  background:var(--door);color:var(--on-door);border-inline-end:1px solid var(--door-shade)}
.brand{position:absolute;inset-block-start:2.25rem;inset-inline:2.5rem 1rem;overflow-wrap:anywhere;display:flex;align-items:center;gap:.625rem;
  font:600 1.1875rem/1.2 var(--serif);letter-spacing:.015em}
.mark{flex:none;inline-size:1.625rem;block-size:1.625rem;color:var(--brass-light)}
.lock{position:absolute;inset-block-start:calc(50% - 2.75rem);inset-inline-end:1.375rem;inline-size:3rem;block-size:8rem}
.b1{stop-color:var(--brass-light)}.b2{stop-color:var(--brass)}.b3{stop-color:var(--brass-shade)}
.cast{fill:#0000003d}.rim{fill:none;stroke:#fff6;stroke-width:1}.hole{fill:var(--keyhole);filter:var(--glow)}
.word{display:inline-block}
/* A name that stands elsewhere in full is cut where it is long. */
p.muted bdi,.action bdi,.ways bdi,.done bdi{display:inline-block;max-inline-size:min(100%,16em);overflow:hidden;text-overflow:ellipsis;white-space:nowrap;vertical-align:bottom;text-decoration:inherit}

/* The room: what there is to read and to do. */
.opening{gap:.375rem}
.opening h1:not(:last-child){margin-block-end:.375rem}
.logo{inline-size:3rem;block-size:3rem;object-fit:contain;border-radius:.5rem;margin-block-end:.625rem}
.lead{font-size:1.125rem;line-height:1.45}
.host{color:var(--muted);font-size:.9375rem}
.muted{color:var(--muted);font-size:.9375rem}
.stack{gap:1.25rem}
.field{gap:.375rem;align-content:start}
/* Fields. The box draws border and focus ring, so that the button in it belongs to the field. */
.box{display:flex;background:var(--well);border:1px solid var(--edge);border-radius:.625rem}
.box:hover{border-color:var(--muted)}
.box:has(input:focus){outline:.1875rem solid var(--focus);outline-offset:-1px;border-color:transparent}
.box:has([aria-invalid]){border:.125rem solid var(--problem-edge)}
.box:has([aria-invalid])::before{content:"!";content:"!"/"";flex:none;align-self:center;display:grid;place-items:center;inline-size:1.375rem;block-size:1.375rem;
  margin-inline:.75rem -.25rem;border-radius:50%;background:var(--problem-edge);color:var(--card);font:700 .9375rem/1 var(--sans)}
input{flex:1;min-inline-size:0;min-block-size:var(--tall);padding:.5rem .875rem;border:0;border-radius:inherit;background:none;
  color:var(--ink);font:inherit;font-size:1.0625rem}
@supports selector(:has(*)){input:focus{outline:0}}
input:autofill{-webkit-text-fill-color:var(--ink);box-shadow:inset 0 0 0 6rem var(--well);caret-color:var(--ink)}
.box button{min-inline-size:4.25rem;margin:.1875rem;padding:0 .75rem;border:0;border-radius:.5rem;background:none;color:var(--link);
  font:600 .9375rem/1 var(--sans);cursor:pointer}
.box button:hover{background:var(--note)}
.box [aria-pressed=true]{background:var(--note);color:var(--note-ink);box-shadow:inset 0 0 0 1px var(--edge)}
.hint{color:var(--note-ink);font-size:.9375rem}
.hint:empty{display:none}
${buttonStyle}
.ways{display:flex;flex-wrap:wrap;gap:0 1.75rem;margin-block:-.125rem -.5rem}
.ways a{min-inline-size:0;padding-block:.625rem}
${problemStyle}
/* People. */
.person{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem .875rem;min-inline-size:0}
.initial{flex:none;display:grid;place-items:center;inline-size:3rem;block-size:3rem;border-radius:50%;background:var(--door);color:var(--on-door);
  font:600 1.25rem/1 var(--sans);box-shadow:inset 0 0 0 .125rem var(--brass)}
.who{flex:1 1 6rem;display:grid;min-inline-size:0;overflow-wrap:anywhere}
.command button,.languages button{min-block-size:2.75rem;padding:.5rem 1rem;border:1px solid var(--edge);border-radius:.5rem;background:none;color:var(--link);
  font:600 .9375rem/1 var(--sans);cursor:pointer}
.command button:hover,.languages button:hover{background:var(--note)}
.languages{max-inline-size:100%;display:flex;flex-wrap:wrap;align-items:center;gap:.5rem}
.languages label{font-weight:400;font-size:inherit}
.small{display:grid;grid-template-columns:minmax(0,1fr);justify-items:center;gap:.75rem;inline-size:min(100%,52rem);padding-inline:.5rem;color:var(--muted);font-size:.875rem;text-align:center}
select{min-inline-size:0;max-inline-size:100%;min-block-size:2.75rem;padding:.25rem .625rem;border:1px solid var(--edge);border-radius:.5rem;
  background:var(--well);color:var(--ink);font:inherit;font-size:1rem}

/* Narrow, zoomed in, or low: the door becomes the lintel. */
@media (max-width:47.99rem),${landscape}{
  body{align-content:start;padding:0;gap:0;background:var(--card)}
  .card{grid-template-columns:minmax(0,1fr);inline-size:100%;min-block-size:0;border-radius:0;box-shadow:none}
  ${lintel}
  .door{border-radius:0}
  .room{padding:2rem min(1.5rem,6vw);gap:1.5rem}
  .small{inline-size:100%;justify-items:start;padding:0 min(1.5rem,6vw) 2rem;text-align:start}
}
/* A phone on its side: the door is a strip, the fields stand beside each other, and the button is in view. */
@media ${landscape}{
  ${strip}
  .room{padding:.625rem 1.5rem;gap:.625rem}
  .opening{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 .625rem}
  .opening>*{min-inline-size:0}
  .logo{inline-size:1.75rem;block-size:1.75rem;margin:0;align-self:center}
  h1{font-size:1.5rem}
  .lead{font-size:1.0625rem}
  .stack{gap:.625rem 1rem}
  .stack:has(.field+.field){grid-template-columns:minmax(0,1fr) minmax(0,1fr)}
  .stack:has(.field+.field)>:not(.field){grid-column:1/-1}
  .field{gap:.1875rem}
  :root{--tall:2.75rem}
  .problem{padding:.375rem .75rem}
  .small{padding-block-end:1rem}
}
@media (max-height:40rem) and (min-height:30.01rem) and (min-width:48rem){.room{padding-block:2rem}.card{min-block-size:30rem}}
@media (prefers-reduced-motion:no-preference){.action,.box,.box button{transition:background-color .12s,border-color .12s}}
@media (forced-colors:active){
  .card,.box,.door{border:1px solid CanvasText}
  .panel,.cast{display:none}
  .action:not(.second,.danger){forced-color-adjust:none;border:.1875rem solid ButtonText;background:ButtonText;color:ButtonFace}
  .second,.danger{border-width:.125rem}
  :focus-visible{outline-color:Highlight}
  .brand,.mark{color:CanvasText}
  .door::before,.door::after{display:none}
  .plate,.knob{fill:Canvas;stroke:CanvasText}.hole{fill:CanvasText}
  .initial{border:1px solid CanvasText}
  .box [aria-pressed=true]{outline:2px solid Highlight}
  .box:has([aria-invalid]){border:.1875rem dashed CanvasText}
  .box:has([aria-invalid])::before{border:.125rem solid CanvasText}
  ${forcedNoticeStyle}
}
`;

const list = `
.abilities{display:grid;grid-template-columns:minmax(0,1fr);gap:.25rem;padding-inline-start:1.375rem;list-style:disc;overflow-wrap:anywhere}
/* The host stands beside the name of its API where both fit. */
.api{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem .625rem;overflow-wrap:anywhere}
.api>*{min-inline-size:0}
.api .abilities{flex:1 0 100%}
.api+.api{margin-block-start:-.25rem}
.api h2{font:600 1.0625rem/1.4 var(--sans)}
.abilities ::marker{color:var(--edge)}
`;

const answers = `
@media (max-width:47.99rem) and (min-height:30.01rem){
  .opening:has(>.logo){display:flex;flex-wrap:wrap;column-gap:1rem}
  .opening>*{flex:1 0 100%;min-inline-size:0}
  .opening>h1{flex:1 1 11rem;order:-2}
  .opening>.logo{flex:none;order:-1;margin:0}
}
.answers{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(9rem,100%),1fr));gap:.75rem}
.allowed{display:grid;list-style:none}
.allowed form{justify-self:stretch}
.allowed>li{display:grid;gap:.75rem;justify-items:start;padding-block:1.25rem;border-block-start:1px solid var(--hairline)}
.user-code{font:600 1.75rem/1.3 var(--mono);letter-spacing:.06em}
`;

const setUp = `
.scan{display:flex;flex-wrap:wrap;align-items:center;gap:.625rem 1.25rem}
.scan>p{flex-basis:100%}
.scan>div{flex:1 9rem}
.qr{flex:none;inline-size:min(100%,12.5rem);block-size:auto;border-radius:.625rem;forced-color-adjust:none}
.key{font:1rem/1.8 var(--mono);overflow-wrap:anywhere}
.room:has(>.scan){gap:1.25rem}
@media (max-height:48rem) and (min-height:30.01rem) and (min-width:48rem){.room:has(>.scan){padding-block:2rem}}
`;

const factor = `
${tickStyle}
.plain{justify-self:start;min-block-size:2.75rem;padding:0;border:0;background:none;color:var(--link);font:inherit;text-decoration:underline;text-underline-offset:.2em;cursor:pointer}
.codes{font:1rem/1.8 var(--mono);overflow-wrap:anywhere;padding:1rem 1.25rem;background:var(--well);border:1px solid var(--edge);border-radius:.625rem;columns:2 10rem;white-space:pre-wrap;user-select:all}
.tools{align-items:center}
@media print{body,.card{display:block;background:none;box-shadow:none}.door,.lead,.tools,.stack,.small{display:none}}
`;

const wideFrame = `
body{align-content:start}
.card{grid-template-columns:minmax(0,1fr);min-block-size:0}
${lintel}
.door{border-radius:1.125rem 1.125rem 0 0;padding-inline:3.5rem 8rem}
.lock{inset-inline-end:3.5rem}
.room{padding-block:2.75rem 3rem}
@media (max-width:47.99rem){.door{border-radius:0;padding-inline:min(1.5rem,6vw) min(4.5rem,22vw)}.lock{inset-inline-end:min(1.5rem,6vw)}.room{padding:2rem min(1.5rem,6vw)}}
@media ${landscape}{${strip}.door{border-radius:0}.room{padding:1rem 1.5rem 1.5rem}}
`;

const wide = `
.developer{display:grid;gap:1.25rem;padding-block-start:1.75rem;border-block-start:1px solid var(--hairline)}
.facts{display:grid;gap:.5rem}
.facts div{display:grid;grid-template-columns:7.5rem minmax(0,1fr);gap:0 1rem;align-items:baseline}
.facts dt{color:var(--muted);font-size:.875rem;overflow-wrap:anywhere}
.facts dd{font:.9375rem/1.6 var(--mono);overflow-wrap:anywhere}
.compare{padding:1rem 1.125rem;background:var(--well);border:1px solid var(--hairline);border-radius:.625rem}
del,ins{padding:.1em .15em;border-radius:.2em;background:var(--differs);color:var(--ink);font-weight:700;text-decoration:underline .125em;text-underline-offset:.2em}
.gap{display:inline-block;font-style:italic;font-weight:400}
@media (max-width:47.99rem){.facts div{grid-template-columns:minmax(0,1fr)}}
`;

/** The panels and hinges of a door that stands beside its page. A door above the page is too low for them. */
const panels = `
.panel{position:absolute;inset-inline:2.5rem 5.75rem;border-radius:.25rem;background:var(--door-light);
  box-shadow:inset 0 0 0 1px var(--door-shade),inset 0 0 0 .4375rem var(--door),inset 0 0 0 .5rem var(--door-shade),0 1px 0 var(--door-light)}
.panel.over{inset-block:6.5rem 47%}
.panel.under{inset-block:60% 2.5rem}
.door::before,.door::after{content:"";position:absolute;inset-inline-start:0;inset-block-start:5.25rem;inline-size:.5rem;block-size:2.75rem;border-start-end-radius:.125rem;border-end-end-radius:.125rem;
  background:linear-gradient(90deg,var(--brass-shade),var(--brass) 60%,var(--brass-shade))}
.door::after{inset-block:auto 3.5rem}
`;

/** The word between two ways to sign in. */
const ways = `
.or{display:flex;align-items:center;gap:1rem}
.or::before,.or::after{content:"";flex:1;border-block-start:1px solid var(--hairline)}
/* Without scripts the filled button of the passkey stays hidden, and what follows is the only way. */
.stack:has(>.action[hidden]:not(.second))+.or{display:none}
.stack:has(>.action[hidden]:not(.second))~.stack .second{border-color:transparent;background:var(--action);color:var(--on-action)}
`;

/** A command to copy, which the pages of the account do not have. */
const command = `
.command{display:flex;flex-wrap:wrap;align-items:start;gap:.75rem;padding:.875rem 1rem;background:var(--well);border:1px solid var(--hairline);border-radius:.625rem}
.command pre{flex:1 1 16rem;min-inline-size:0;padding-block:.5rem;white-space:pre-wrap}
`;

/** The colours and fonts of every page, as custom properties. */
export const rootStyle: string = squeeze(root);

/** The style of pages that ask one question, with the door beside it. */
export const doorStyle: string = squeeze(base + panels + ways + command);

/** What the home page adds if it has applications: a tile for each, as many beside each other as fit. */
export const homeStyle: SafeHtml = constantMarkup(
  squeeze(`
.room{align-content:start}
.apps{list-style:none;display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,12rem),1fr));gap:.75rem}
.app{display:flex;align-items:center;gap:.875rem;block-size:100%;min-block-size:4.25rem;padding:.625rem .875rem;border:1px solid var(--hairline);border-radius:.75rem;background:var(--well);color:inherit;font-weight:600;text-decoration:none}
.app>span:last-child{min-inline-size:0;overflow-wrap:anywhere}
.app .logo,.app .initial{flex:none;inline-size:2.5rem;block-size:2.5rem;margin:0}
.app .initial{border-radius:.5rem;background:var(--note);color:var(--note-ink);box-shadow:none}
a.app:hover{background:var(--note);text-decoration:underline;text-underline-offset:.2em}
.self{display:flex;flex-wrap:wrap;align-items:end;justify-content:space-between;gap:.75rem 1.75rem;padding-block-start:1.5rem;border-block-start:1px solid var(--hairline)}
@media (forced-colors:active){.app{border-color:LinkText}}
`),
);

/** The same for pages that list what applications may do. */
export const listStyle: string = squeeze(base + panels + ways + command + list + answers + noticeStyle);

/** The same for pages of second factors. */
export const factorStyle: string = squeeze(base + panels + ways + command + noticeStyle + setUp + factor);

/** The style of pages to read, with the door above, and marks for differences and commands. */
export const wideStyle: string = squeeze(base + command + wideFrame + wide);

/** The style of the account's pages before what `settings-style.ts` adds. */
export const settingsBase: string = base + list + doneStyle + wideFrame;

/** What the account's page adds while an authenticator app is set up. Its button is as wide as those of the other pages of the account. */
export const setUpStyle: string = squeeze(
  `${setUp}@media (min-width:48rem){.scan+form .action{justify-self:start}}`,
);

/** What the page adds on which a person removes what leads into their account: the button of each row. */
export const waysInStyle: string = squeeze(
  `${moreButtonStyle}.allowed>li{display:flex;flex-wrap:wrap;align-items:center;gap:.625rem 1rem}.allowed .who{flex-basis:12rem}@media (forced-colors:active){.little{border-color:CanvasText}}`,
);

/** The operator's logo in place of the mark, on a ground of its own, because it may be of any colour. */
export const logoStyle: string = squeeze(`
.brand img{inline-size:auto;block-size:2.5rem;max-inline-size:7rem;padding:.25rem;border-radius:.5rem;background:#fff;object-fit:contain}
@media ${landscape}{.brand img{block-size:1.75rem;padding:.125rem;border-radius:.25rem}}
`);

const plain = `
.nameplate .brand{position:static;padding:2.5rem 3.5rem 0}
.nameplate .mark{color:var(--link)}
/* The ground of the logo is seen in the dark only. */
@media (prefers-color-scheme:light){.nameplate img{padding-inline-start:0}}
.card{grid-template-columns:minmax(0,1fr);min-block-size:0}
.room{padding-block-start:1.75rem}
@media (max-width:47.99rem){.nameplate .brand{padding:1.5rem min(1.5rem,6vw) 0}.room{padding-block-start:1.25rem}}
@media ${landscape}{.nameplate .brand{padding:.375rem 1.5rem 0}.room{padding-block-start:.625rem}}
`;

/** Pages without the door. */
export const plainStyle: string = squeeze(plain);

/** The same for pages that ask one question. */
export const plainDoorStyle: string = squeeze(
  `${plain}@media (min-width:48rem) and (min-height:30.01rem){.card{inline-size:min(100%,32rem)}}`,
);

/** Removes characters that the browser does not need. It is made for CSS whose strings contain no spaces. */
export function squeeze(css: string): string {
  return css
    .replace(/\/\*.*?\*\//gs, "")
    .replace(/\s+/g, " ")
    .replace(/ ?([{};,]) ?/g, "$1")
    .replace(/;}/g, "}")
    .trim();
}
