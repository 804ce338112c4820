import { rootStyle, squeeze } from "../pages/style.ts";

const frame = `
*,::before,::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-padding-block-start:5rem}
body{margin:0;min-block-size:100vh;background:var(--page);color:var(--ink);font:1.0625rem/1.6 var(--sans)}
h1,h2,h3,h4,p,ul,ol,pre,table,figure,blockquote{margin:0;padding:0;border:0}
a{color:var(--link);text-underline-offset:.2em;text-decoration-thickness:.06em}
a:hover{text-decoration-thickness:.12em}
[hidden]{display:none!important}
:focus-visible{outline:.1875rem solid var(--focus);outline-offset:.1875rem}
main:focus,.side:focus{outline:0}
.vh{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;inset-inline-start:-100vw}
.skip:focus{inset-inline-start:.5rem;inset-block-start:.5rem;z-index:4;padding:.5rem 1rem;background:var(--card);border-radius:.5rem}
.muted{color:var(--muted);font-size:.9375rem}
.top{position:sticky;inset-block-start:0;z-index:2;display:flex;flex-wrap:wrap;align-items:center;gap:.25rem 1.25rem;padding:.625rem 1.5rem;
  background:var(--door);color:var(--on-door);border-block-end:1px solid var(--door-shade)}
.top a{color:inherit}
.top>:focus-visible,.top noscript :focus-visible{outline-color:var(--brass-light)}
.brand{display:flex;align-items:center;gap:.625rem;min-block-size:2.75rem;font:600 1.1875rem/1 var(--serif);text-decoration:none}
.mark{flex:none;inline-size:1.5rem;block-size:1.5rem;color:var(--brass-light)}
.pages{display:none;padding-block:.5rem}
.search{position:relative;flex:1 1 14rem;max-inline-size:32rem;margin-inline-start:auto}
.search input{inline-size:100%;min-block-size:2.75rem;padding:.375rem .875rem;border:1px solid var(--edge);border-radius:.625rem;background:var(--well);color:var(--ink);font:inherit;font-size:1rem}
.search input::placeholder{color:var(--muted);opacity:1}
.search input:focus{outline:.1875rem solid var(--brass-light);outline-offset:.125rem}
.results{position:absolute;z-index:3;inset-block-start:calc(100% + .375rem);inset-inline:0;max-block-size:min(70vh,34rem);overflow-y:auto;padding:.5rem;background:var(--card);color:var(--ink);
  border:1px solid var(--edge);border-radius:.75rem;box-shadow:0 1rem 2.5rem -.75rem #0b1f1880}
.results p{padding:.25rem .75rem;color:var(--muted);font-size:.875rem}
.results ul{list-style:none}
.results a{display:block;padding:.5rem .75rem;border-radius:.5rem;color:var(--ink);font-weight:600;text-decoration:none;overflow-wrap:anywhere}
.results a span{display:block;color:var(--muted);font-size:.875rem;font-weight:400}
.results a:hover,.results a:focus{background:var(--note)}
.results a:focus{outline-offset:-.1875rem}
.columns{display:grid;grid-template-columns:17rem minmax(0,1fr);align-items:start}
.side{grid-column:1;grid-row:1;position:sticky;inset-block-start:4rem;max-block-size:calc(100vh - 4rem);overflow-y:auto;padding:1.5rem 1rem 3rem 1.5rem;font-size:.9375rem;line-height:1.4}
.side ul{list-style:none;display:grid;padding-block-end:.5rem}
.side summary,.here summary{padding:.5rem .5rem;cursor:pointer;font-weight:600}
.side ul a{display:block;padding:.3125rem .75rem;border-inline-start:.125rem solid var(--hairline);color:var(--ink);text-decoration:none;overflow-wrap:anywhere}
.side ul a:hover{background:var(--note)}
.side [aria-current]{border-color:var(--brass);background:var(--note);color:var(--note-ink);font-weight:600}
.side p{padding:.75rem .5rem}
main{grid-column:2;grid-row:1;display:grid;grid-template-columns:minmax(0,50rem) minmax(0,15rem);gap:0 2.5rem;padding:2rem 2.5rem 4rem}
article,.neighbours{grid-column:1;min-inline-size:0}
.here{grid-column:2;grid-row:1/3;position:sticky;inset-block-start:5.5rem;align-self:start;max-block-size:calc(100vh - 7rem);overflow-y:auto;font-size:.9375rem;line-height:1.4}
.here ul{list-style:none;display:grid;border-inline-start:1px solid var(--hairline)}
.here a{display:block;padding:.25rem .75rem;color:var(--muted);text-decoration:none;overflow-wrap:anywhere}
.here a:hover{color:var(--link);text-decoration:underline}
.neighbours{display:flex;flex-wrap:wrap;gap:1rem;margin-block-start:3rem}
.neighbours a{flex:1 1 14rem;display:grid;padding:.875rem 1.125rem;border:1px solid var(--hairline);border-radius:.75rem;background:var(--card);text-decoration:none;font-weight:600;overflow-wrap:anywhere}
.neighbours a:hover{border-color:var(--edge);text-decoration:underline}
.neighbours .muted{font-weight:400}
.neighbours .next{text-align:end}
`;

const text = `
article{display:grid;grid-template-columns:minmax(0,1fr);gap:1rem}
h1{font:600 2.25rem/1.15 var(--serif);letter-spacing:-.012em;overflow-wrap:anywhere;text-wrap:balance;padding-block-end:.25rem}
h2{font:600 1.5rem/1.25 var(--serif);overflow-wrap:anywhere;padding-block-start:1.5rem;border-block-start:1px solid var(--hairline);margin-block-start:1rem}
h3{font:600 1.125rem/1.35 var(--sans);overflow-wrap:anywhere;padding-block-start:.75rem}
h4{font:600 1rem/1.4 var(--sans)}
p,li,dd{overflow-wrap:anywhere;text-wrap:pretty}
article ul,article ol{display:grid;grid-template-columns:minmax(0,1fr);gap:.375rem;padding-inline-start:1.5rem}
li ul,li ol{padding-block:.375rem}
li::marker{color:var(--muted)}
blockquote{padding-inline-start:1rem;border-inline-start:.25rem solid var(--brass)}
strong{font-weight:600}
img{max-inline-size:100%;block-size:auto;border-radius:.5rem}
code{font:.9em/1.5 var(--mono);padding:.0625em .25em;border-radius:.25rem;background:var(--note);color:var(--note-ink);overflow-wrap:anywhere}
h1 code,h2 code,h3 code{font-size:.9em;background:none;padding:0;color:inherit}
a code{color:inherit}
.code{position:relative;min-inline-size:0}
pre{overflow-x:auto;padding:1rem 1.125rem;border:1px solid var(--hairline);border-radius:.625rem;background:var(--well);tab-size:2}
pre code{padding:0;background:none;color:inherit;font:.875rem/1.6 var(--mono);overflow-wrap:normal}
.copy{position:absolute;inset-block-start:-.875rem;inset-inline-end:.75rem;min-block-size:1.75rem;padding:.25rem .75rem;border:1px solid var(--edge);border-radius:.5rem;background:var(--card);color:var(--link);font:600 .8125rem/1 var(--sans);cursor:pointer}
.copy:hover{background:var(--note)}
.plain{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 1rem;margin-block-start:2rem}
.plain .copy-page{min-block-size:1.75rem;padding:.25rem .75rem;border:1px solid var(--edge);border-radius:.5rem;background:var(--card);color:var(--link);font:600 .8125rem/1 var(--sans);cursor:pointer}
.own{display:flex;flex-wrap:wrap;align-items:end;gap:.75rem;margin-block-end:1.5rem;padding:1rem 1.125rem;border:1px solid var(--hairline);border-radius:.625rem;background:var(--card);font-size:.9375rem}
.own label{flex:1 1 12rem;min-inline-size:0}
.own input{display:block;inline-size:100%;min-block-size:2.5rem;padding:.25rem .75rem;border:1px solid var(--edge);border-radius:.5rem;background:var(--well);color:var(--ink);font:inherit}
.own button{min-block-size:2.5rem;padding:.25rem 1rem;border:1px solid var(--edge);border-radius:.5rem;background:var(--card);color:var(--link);font:600 .9375rem/1 var(--sans);cursor:pointer}
.own button:hover{background:var(--note)}
.sheet{overflow-x:auto;border:1px solid var(--hairline);border-radius:.625rem;background:var(--well)}
table{border-collapse:collapse;inline-size:100%;font-size:.9375rem;line-height:1.5}
th,td{padding:.5rem .75rem;text-align:start;vertical-align:top;overflow-wrap:break-word;min-inline-size:5rem}
th{font-weight:600;color:var(--muted);font-size:.875rem}
td code{overflow-wrap:normal;word-break:normal}
tbody tr+tr>*,thead+tbody>tr>*{border-block-start:1px solid var(--hairline)}
.number{text-align:end;font-variant-numeric:tabular-nums;white-space:nowrap}
figure{margin:0;padding:.25rem;overflow-x:auto;border:1px solid var(--hairline);border-radius:.75rem;background:var(--card)}
figure img{display:block;margin-inline:auto;min-inline-size:39rem}
`;

const conditions = `
@media (max-width:79.99rem){
  main{grid-template-columns:minmax(0,52rem)}
  .here{grid-column:1;grid-row:auto;position:static;max-block-size:none;margin-block-end:1rem;border:1px solid var(--hairline);border-radius:.625rem;background:var(--card);padding-inline:.5rem}
  .here ul{margin:0 .5rem .5rem}
}
@media (max-width:55.99rem){
  .columns{grid-template-columns:minmax(0,1fr)}
  main{grid-column:1;padding:1.25rem 1rem 2.5rem}
  .side{grid-row:2;position:static;max-block-size:none;padding:1.5rem 1rem 3rem;border-block-start:1px solid var(--hairline);background:var(--card)}
  .side summary,.side ul a{padding-block:.5rem}
  .pages{display:block;margin-inline-start:auto}
  .top{padding-inline:1rem;position:static}
  .search{flex-basis:100%;max-inline-size:none;margin:0 0 .375rem}
  h1{font-size:1.75rem}
  h2{font-size:1.3125rem}
  html{scroll-padding-block-start:1rem}
}
@media (forced-colors:active){
  .top,.results,.neighbours a,figure{border:1px solid CanvasText}
  .top,.brand,.mark{color:CanvasText}.top a{color:LinkText}
  .side [aria-current]{border-color:Highlight;border-inline-start-width:.375rem}
}
@media print{
  .top,.side,.here,.neighbours,.copy,.plain,.skip{display:none}
  .columns,main{display:block;padding:0}
  body{background:none;font-size:11pt}
  pre{white-space:pre-wrap}
  pre,.sheet,figure{break-inside:avoid;border-color:#999}
  .sheet{overflow:visible}
}
`;

/** The style of every page of the site, in the colours and fonts of the service. */
export const siteStyle: string = squeeze(rootStyle + frame + text + conditions);
