import {
  badgesStyle,
  buttonStyle,
  forcedNoticeStyle,
  groundStyle,
  moreButtonStyle,
  noticeStyle,
  problemStyle,
} from "../../pages/components.ts";
import { rootStyle, squeeze } from "../../pages/style.ts";
import { overviewStyle } from "./overview-style.ts";
import { tableStyle } from "./table.ts";

const frame = `
:root{--tall:2.5rem;--low:2rem;--text:.9375rem;--round:.5rem}
@media (pointer:coarse){:root{--tall:2.75rem;--low:2.5rem}}
html{scroll-padding-block-start:3rem}
body{margin:0;min-block-size:100vh;min-block-size:100dvb;display:grid;grid-template-columns:13.5rem minmax(0,1fr);background:var(--page);color:var(--ink);font:1rem/1.5 var(--sans)}
h1,h2,h3,p,dl,dd,ul,ol,pre,form,table,fieldset,legend{margin:0;padding:0;border:0}
h1{font:600 1.625rem/1.25 var(--serif);letter-spacing:-.01em;overflow-wrap:anywhere}
h2{font:600 1.125rem/1.35 var(--serif);overflow-wrap:anywhere}
h3{font:600 1rem/1.4 var(--sans)}
p,dd,dt,li,td,th{overflow-wrap:anywhere}
code,pre{font:.875rem/1.6 var(--mono);overflow-wrap:anywhere}
:focus-visible{outline:.1875rem solid var(--focus);outline-offset:.125rem}
.skip{position:absolute;inset-inline-start:-100vw}
.skip:focus{inset-inline-start:.5rem;inset-block-start:.5rem;z-index:4;padding:.5rem 1rem;background:var(--card);border-radius:.5rem}
.side{background:var(--door);color:var(--on-door);border-inline-end:1px solid var(--door-shade)}
.stay{display:flex;flex-direction:column;gap:1.25rem;padding:1.25rem .75rem;position:sticky;inset-block-start:0;block-size:100vh;overflow-y:auto}
.bar{display:grid;gap:.75rem}
.side a,.side button{color:inherit}
.side :focus-visible{outline-color:var(--brass-light)}
.brand{display:flex;align-items:center;gap:.625rem;padding:.25rem .75rem;font:600 1.125rem/1.2 var(--serif);text-decoration:none;overflow-wrap:anywhere}
.mark{flex:none;inline-size:1.5rem;block-size:1.5rem;color:var(--brass-light)}
.brand img{inline-size:auto;block-size:2rem;max-inline-size:6rem;padding:.125rem;border-radius:.375rem;background:#fff;object-fit:contain}
.menu-button,.self button{padding:.25rem .75rem;min-block-size:2.25rem;border:1px solid currentColor;border-radius:.5rem;background:none;font:600 .875rem/1 var(--sans);cursor:pointer}
.menu-button,.seek{display:none}
.menu{display:flex;flex:1;flex-direction:column;gap:1.25rem;position:static;inline-size:auto;block-size:auto;margin:0;padding:0;border:0;overflow:visible;background:none;color:inherit}
.menu>nav{display:grid;gap:1rem}
.menu>nav .small{padding:0 .75rem .125rem;font-size:.75rem;font-weight:600;letter-spacing:.03em;opacity:.8}
.places{list-style:none;display:grid}
.places a{display:block;padding:.3125rem .75rem;border-radius:.5rem;font-size:.9375rem;line-height:1.375rem;text-decoration:none}
.places a:hover{background:var(--door-light)}
.places [aria-current]{background:var(--door-light);font-weight:600;box-shadow:inset .1875rem 0 0 var(--brass)}
.stay .small{padding-inline:.75rem}
.self{display:grid;gap:.375rem;margin-block-start:auto;padding:0 .75rem;font-size:.9375rem;overflow-wrap:anywhere}
.self button{justify-self:start;padding-inline:.625rem;font-size:.8125rem}
main{display:grid;grid-template-columns:minmax(0,1fr);align-content:start;gap:1rem;padding:1.5rem clamp(1rem,2.5vw,2rem) 4rem;inline-size:100%;max-inline-size:90rem}
@media (max-height:46rem){.stay{gap:.5rem;padding-block:.625rem}.menu{gap:.5rem}.menu>nav{gap:.5rem}.places a{padding-block:.125rem}}
.opening{display:grid;gap:.125rem}
.opening .head{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.5rem 1.5rem;min-block-size:var(--tall)}
.up{font-size:.875rem}
.up a{display:inline-block;padding-block:.125rem}
.muted{color:var(--muted)}
.small{font-size:.8125rem}
`;

const parts = `
.panel{display:grid;grid-template-columns:minmax(0,1fr);gap:.75rem;padding:1rem 1.25rem;background:var(--card);border:1px solid var(--hairline);border-radius:.75rem}
.panel>.head{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.5rem 1rem}
.grid{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(20rem,100%),1fr));gap:1rem;align-items:start}
.rows{list-style:none;display:grid;grid-template-columns:minmax(0,1fr);font-size:.9375rem}
.rows>li{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.125rem 1rem;min-block-size:2.5rem;padding-block:.25rem;border-block-start:1px solid var(--hairline)}
.what{flex:1 1 16rem;min-inline-size:0;display:flex;flex-wrap:wrap;align-items:baseline;gap:0 .75rem}
.what>a,.what>strong{font-weight:600;max-inline-size:100%;padding-block:.125rem}
.what>.small{flex:0 1 auto;min-inline-size:0;font-size:.875rem}
@media (min-width:48rem){.even .what{display:grid;grid-template-columns:10rem minmax(0,1fr)}}
.state{flex:0 1 auto;min-inline-size:0;display:flex;flex-wrap:wrap;align-items:center;gap:.375rem .5rem;color:var(--muted);font-size:.875rem}
.rows form,.state form{display:contents}
.facts{display:grid;grid-template-columns:minmax(0,1fr);font-size:.9375rem}
.facts>div{display:grid;grid-template-columns:minmax(9rem,14rem) minmax(0,1fr);gap:.125rem 1.25rem;padding-block:.4375rem;border-block-start:1px solid var(--hairline)}
.facts dt{color:var(--muted)}
.facts>div:has(.copy>code){align-items:center}
.facts dt code{font-size:.8125rem}
.facts dd+dd{padding-block-start:.25rem;grid-column:2}
.glance{display:flex;flex-wrap:wrap;gap:1px;overflow:hidden;background:var(--hairline);border:1px solid var(--hairline);border-radius:.75rem}
.glance>div{flex:1 1 min(9rem,calc(50% - 1px));min-inline-size:0;padding:.625rem 1.25rem;background:var(--card)}
.glance dt{color:var(--muted);font-size:.8125rem}
.glance dd{font-weight:600;font-variant-numeric:tabular-nums}
@media (min-width:36.01rem) and (max-width:82rem){.glance:has(>:nth-child(6):last-child)>div{flex-basis:30%}}
.checks{list-style:none;display:grid;gap:.25rem;padding:.875rem 1.25rem;border-radius:.75rem;background:var(--good);color:var(--good-ink);font-weight:600}
.checks li{display:flex;gap:.625rem}
.checks li::before{content:"✓";content:"✓"/"";flex:none}
.checks .bad{color:var(--problem-ink)}
.checks .bad::before{content:"✗";content:"✗"/""}
.glance dd .muted{display:block;font-weight:400}
.trio{display:grid;grid-template-columns:minmax(0,1fr);gap:1rem}
.trio>.panel{align-content:start}
@media (min-width:64rem){.trio{grid-template-columns:repeat(2,minmax(0,1fr))}.trio>:last-child:nth-child(odd){grid-column:1/-1}}
@media (min-width:82rem){.trio{grid-template-columns:repeat(6,minmax(0,1fr))}.trio>.panel:nth-child(n){grid-column:span 2}.trio>:nth-child(n+4):nth-child(n),.trio:not(:has(>:nth-child(3)))>.panel:nth-child(n){grid-column:span 3}}
.live>:empty{display:none}
.trio>.panel:only-child:nth-child(n){grid-column:1/-1}
/* The list that is longest stands beside two rows of the others; four lists make two rows. */
@media (min-width:82rem){#part-shares:has(>:nth-child(5))>.panel:nth-child(n){grid-column:span 2}#part-shares:has(>:nth-child(5))>.panel:nth-child(3){grid-area:1/5/3/7}#part-shares:has(>:nth-child(4):last-child)>.panel:nth-child(n){grid-column:span 3}}
.told{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem}
.told>p{flex:1 1 16rem}
.sheet{overflow-x:auto;border:1px solid var(--hairline);border-radius:.75rem;background:var(--card)}
table{border-collapse:collapse;inline-size:100%;font-size:.875rem}
th,td{padding:.4375rem .75rem;text-align:start;vertical-align:top;border-block-end:1px solid var(--hairline)}
tr:last-child>td,tr:last-child>th{border-block-end:0}
thead th{color:var(--muted);font-size:.8125rem;font-weight:600;white-space:nowrap}
td.number{text-align:end;font-variant-numeric:tabular-nums}
.actions{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem}
.actions form{display:contents}
.actions>nav{min-inline-size:0}
td .little{white-space:nowrap}
.paging{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem 1.5rem;color:var(--muted);font-size:.875rem}
.paging>.actions{margin-inline-start:auto}
.lengths>a{padding:.25rem .375rem;text-decoration:none}
.lengths>[aria-current]{color:var(--ink);font-weight:600;text-decoration:underline}
.find{display:flex;flex-wrap:wrap;align-items:end;gap:.5rem .75rem}
.find .field{flex:1 1 8rem;max-inline-size:28rem}
.asked{gap:1rem .75rem}.asked .field{flex-basis:14rem}
.many .rows{grid-template-columns:repeat(auto-fill,minmax(min(20rem,100%),1fr));column-gap:2.5rem}
.many .what{flex-basis:8rem}
.copy{display:flex;flex-wrap:wrap;align-items:start;gap:.5rem .75rem}
.copy>code,.copy>pre{flex:1 1 12rem;min-inline-size:0;padding:.3125rem .75rem;background:var(--well);border:1px solid var(--hairline);border-radius:.5rem}
pre{white-space:pre-wrap}
dialog{inline-size:min(34rem,calc(100vw - 2rem));max-block-size:calc(100vh - 4rem);padding:1.5rem;border:1px solid var(--edge);border-radius:.875rem;background:var(--card);color:var(--ink);overflow-y:auto}
dialog[open]{display:grid;grid-template-columns:minmax(0,1fr);gap:1rem}
dialog::backdrop{background:rgb(0 0 0/.5)}
.problem{display:grid;gap:.25rem}
.files{display:grid;grid-template-columns:minmax(0,1fr);gap:.5rem}
.recipe{border:1px solid var(--hairline);border-radius:.75rem;background:var(--well)}
.recipe>summary{padding:.625rem 1rem;font-weight:600;cursor:pointer}
.recipe>div{display:grid;grid-template-columns:minmax(0,1fr);gap:.5rem;padding:0 1rem 1rem}
`;

const charts = `
:root{--c1:var(--action);--c2:var(--brass-shade)}
/* By night the colour of actions is brass too. */
@media (prefers-color-scheme:dark){:root{--c1:var(--good-ink);--c2:var(--brass)}}
.over{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.5rem 1.5rem}
.over>*{min-inline-size:0}
.live{display:grid;grid-template-columns:minmax(0,1fr);gap:1.5rem}
.tabs{list-style:none;display:flex;flex-wrap:wrap;gap:.25rem}
.tabs a{display:block;padding:.5rem .875rem;border:1px solid var(--hairline);border-radius:.5rem;background:var(--card);text-decoration:none}
.tabs [aria-current]{border-color:var(--action);font-weight:600;box-shadow:inset 0 -.125rem 0 var(--action)}
.tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(10rem,calc(50% - .375rem)),1fr));gap:.75rem}
.tiles>div{padding:.75rem 1rem;background:var(--card);border:1px solid var(--hairline);border-radius:.75rem}
.tiles dt{color:var(--muted);font-size:.875rem}
.tiles dd{font:600 1.5rem/1.3 var(--serif);font-variant-numeric:tabular-nums}
.tiles .more{font:.875rem/1.4 var(--sans);color:var(--muted)}
.chart{display:grid;grid-template-columns:minmax(0,1fr);gap:.375rem;margin:0}
.chart>svg{display:block;inline-size:100%;block-size:10rem;overflow:visible}
.scale{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.25rem 1rem;color:var(--muted);font-size:.8125rem;font-variant-numeric:tabular-nums}
.legend{list-style:none;display:flex;flex-wrap:wrap;gap:.25rem 1rem}
.legend li::before{content:"";display:inline-block;inline-size:.75rem;block-size:.75rem;margin-inline-end:.375rem;border-radius:.1875rem;background:var(--c1)}
.legend .c2::before{background:var(--c2)}
path.c1{fill:var(--c1)}path.c2{fill:var(--c2)}
.l1,.l2,.rule,.base{fill:none;stroke:var(--c1);stroke-width:2;vector-effect:non-scaling-stroke}
.l2{stroke:var(--c2);stroke-dasharray:6 3}
.rule,.base{stroke:var(--hairline);stroke-width:1}.base{stroke:var(--edge)}
.values>summary{padding-block:.25rem;color:var(--link);font-size:.875rem;cursor:pointer}
.values .sheet{max-block-size:20rem;overflow:auto}
.find:has(#act) .field{flex-basis:8rem}
.find:has(#act) label{font-size:.8125rem;line-height:1.25}
.find:has(#act){--tall:2.25rem}
#live-state:not(:empty)::after{content:" ·"}
.find:has(#act) .field:has([type=datetime-local]){flex-basis:14rem}
@media (min-width:36.01rem) and (max-width:82rem){.find:has(#act){display:grid;grid-template-columns:repeat(3,minmax(0,1fr))}.find:has(#act) .action{justify-self:start}}
.sentences{padding-inline-start:1.25rem}
.shares{list-style:none;display:grid;grid-template-columns:minmax(0,1fr);gap:.625rem}
.shares li{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.125rem 1rem;font-size:.9375rem}
.shares svg{flex:none;inline-size:100%;block-size:.375rem;border-radius:.1875rem;background:var(--hairline)}
@media (forced-colors:active){:root{--c1:CanvasText;--c2:Highlight;--edge:CanvasText}.rule{stroke:CanvasText;opacity:.3}.shares svg{background:Canvas}.legend li::before{forced-color-adjust:none}.shares svg{border:1px solid CanvasText}.tiles>div,.tabs a{border-color:CanvasText}.tabs [aria-current]{outline:2px solid Highlight}}
`;

const forms = `
.panel:has(>.stack),.problem:has(~.panel>.stack){max-inline-size:47rem}
:is(.pair,.trio)>.panel:has(>.stack){max-inline-size:none}
.stack{display:grid;grid-template-columns:minmax(0,1fr);gap:1.25rem;max-inline-size:44rem}
.field{display:grid;grid-template-columns:minmax(0,1fr);gap:.25rem;min-inline-size:0}
legend{font-weight:600;font-size:.9375rem;padding:0 0 .375rem}
input:where([type=text],[type=search],[type=password],[type=email],[type=url],[type=tel],[type=number],[type=date],[type=datetime-local],:not([type])),textarea,select{inline-size:100%;min-inline-size:0;min-block-size:var(--tall);padding:.25rem .75rem;border:1px solid var(--edge);border-radius:.5rem;background:var(--well);color:var(--ink);font:inherit;font-size:1rem}
::placeholder{color:var(--muted);opacity:1}
textarea{min-block-size:5.5rem;padding-block:.4375rem;font:.9375rem/1.6 var(--mono);resize:vertical}
input:hover,textarea:hover,select:hover{border-color:var(--muted)}
input:focus-visible,textarea:focus-visible,select:focus-visible{outline-offset:-1px}
[aria-invalid]:not(fieldset){border:.125rem solid var(--problem-edge)!important}
fieldset[aria-invalid] :is(.choice,input[type=text]){border-color:var(--problem-edge)}
.hint{color:var(--muted);font-size:.875rem}
.wrong{color:var(--problem-ink);font-weight:600;font-size:.9375rem}
.wrong::before{content:"! ";content:"! "/""}
.theirs{color:var(--note-ink);background:var(--note);padding:.375rem .75rem;border-radius:.5rem;font-size:.9375rem;white-space:pre-wrap}
.choices{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(18rem,100%),1fr));gap:.5rem}
.choice:last-child:nth-child(odd){grid-column:1/-1}
.choice{display:grid;align-content:start;grid-template-columns:auto minmax(0,1fr);gap:.125rem .75rem;align-items:start;padding:.625rem .75rem;border:1px solid var(--hairline);border-radius:.625rem;background:var(--well)}
.choice:has(:checked){border-color:var(--action)}
.names{grid-template-columns:repeat(auto-fill,minmax(min(12rem,100%),1fr))}
.names .choice:last-child{grid-column:auto}
.mends{display:flex;flex-wrap:wrap;gap:.375rem .5rem;padding-block:.25rem}
.machine .copy{margin-block-start:.25rem}
.picks{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(14rem,100%),1fr));gap:.5rem}
.pairs{inline-size:100%;max-inline-size:44rem;table-layout:fixed}
.pairs :is(th,td){padding:.1875rem 0;padding-inline-end:.5rem;border:0;vertical-align:bottom;white-space:normal}
.pairs :is(th,td):last-child{padding-inline-end:0}
.choice input{inline-size:1.25rem;block-size:1.25rem;margin:.125rem 0 0;accent-color:var(--action)}
.choice label{font-size:1rem}
.choice .hint{grid-column:2}
details.more>summary{padding-block:.5rem;font-weight:600;color:var(--link);cursor:pointer}
details.more>div{display:grid;grid-template-columns:minmax(0,1fr);gap:1.25rem;padding-block-start:.75rem}
@media (min-width:48rem){details.more>div:has(>:nth-child(9)){grid-template-columns:repeat(2,minmax(0,1fr));align-items:end}}
/* Fields that mean nothing for the chosen answer. Where a browser does not know :has(), all of them are there. */
.stack:has(#kind-machine:checked) .of-people,.stack:has(#kind-protected:checked) :is(.of-redirects,.of-tokens),.stack:has(#kind-web,#kind-machine):not(:has(#kind-protected:checked)) .of-hosts,.stack:has(#kind-machine:checked) .of-redirects,.stack:has(#kind-device:checked) .of-redirects,.stack:has(#kind-interface:checked) .choice:has(#openid),.stack:not(:has(#kind-machine:checked)) .of-machines,.stack:has(#who-everybody:checked) .of-groups,.stack:has(#rule_who-signed-in:checked,#rule_who-public:checked) .of-members,.stack:has(#rule_who-public:checked) .of-signed-in,.stack:has(#what-all:checked) .of-acts,.stack:has(#source>[value=groups]:checked) .of-sources,.stack:has(#token_format-opaque:checked) .of-jwts,.stack:has(#kind-google:checked,#kind-microsoft:checked,#kind-apple:checked) .of-issuers,.stack:has(#kind-google:checked,#kind-apple:checked,#kind-github:checked,#kind-gitlab:checked,#kind-oidc:checked) .of-tenants,.stack:has(#kind-google:checked,#kind-microsoft:checked,#kind-github:checked,#kind-gitlab:checked,#kind-oidc:checked) .of-apple,.stack:has(#kind-apple:checked) .of-secrets,.stack:has(#kind-github:checked) .of-claims{display:none}
`;

const narrow = `
@media (max-width:62rem){
  body{grid-template-columns:minmax(0,1fr);align-content:start}
  .side{border:0;position:sticky;inset-block-start:0;z-index:4}
  html{scroll-padding-block-start:4.5rem}
  .stay{position:static;block-size:auto;overflow:visible;gap:.25rem;padding:.5rem 1rem}
  .bar{display:flex;align-items:center;justify-content:space-between;gap:.75rem}
  #everywhere{flex:0 1 20rem;min-inline-size:0;padding:0}
  .brand{padding-inline:0}
  .menu-button{display:block}
  .menu{display:revert;inline-size:auto;margin:0;padding:1rem;inset:3.25rem 0 auto;max-block-size:calc(100dvh - 3.25rem);overflow-y:auto;background:var(--door);color:var(--on-door);border-block-end:1px solid var(--door-shade)}
  .menu[popover]{position:fixed}
  .menu:popover-open{display:grid}
  .menu::backdrop{inset-block-start:3.25rem;background:rgb(0 0 0/.5)}
  .menu>nav{grid-template-columns:repeat(auto-fit,minmax(8rem,1fr))}
  .places a{padding-block:.5625rem;font-size:1rem}
  .self{margin:0;display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between}
  main{gap:1rem;padding-block:1rem 3rem}
  h1{font-size:1.5rem}
  .panel{padding:.875rem 1rem}
  .data>table>thead th{inset-block-start:3.25rem}
}
@media (max-width:36rem){
  .rows>li{column-gap:.5rem}.what{flex-basis:8rem}
  /* What is told of a thing has the whole width, below its name and its state. */
  .even .what{display:contents}.even .what>strong{flex:1}.even .state{order:1}.even .what>.small{order:2;flex-basis:100%}
  .opening:not(:has(.up)) .head{display:flex;gap:.375rem .5rem}.opening:not(:has(.up)) .actions{margin:0;order:0}.opening:not(:has(.up)) .action{flex:0 1 auto;padding-inline:.75rem;font-size:.9375rem}
  .facts>div{grid-template-columns:minmax(0,1fr)}.facts dd+dd{grid-column:1}.opening .head{display:contents}.opening>.muted{order:1}.opening .actions{order:2;margin-block-start:.5rem}.panel>.head{column-gap:.5rem}.panel>.head>h2{font-size:1.0625rem}.over:has(.tabs)>nav{flex:1 1 100%}.tabs{display:grid;grid-template-columns:repeat(auto-fit,minmax(4.125rem,1fr))}.tabs a{padding:.5rem .125rem;font-size:.875rem;text-align:center;white-space:nowrap}.opening .action{flex:1 1 auto}
  #everywhere{display:none}
  /* A phone shows the entries first. The link to the form shows it; a filter that is set stays in view. */
  #filter:not(:target,:has(input[value]:not([value=""]),[aria-invalid])){display:none}
  .seek{display:grid;place-items:center;margin-inline-start:auto;inline-size:2.5rem;block-size:2.5rem}
  .seek svg{inline-size:1.5rem;block-size:1.5rem}
  .copy>pre{flex-basis:100%}.copy>code{flex-basis:8rem}.search{flex:1 1 100%}.tools>.actions{margin:0}
}
@media (max-width:22rem){.what:has(>.small){flex-basis:12rem}}
@media (prefers-reduced-motion:no-preference){.action,.little,.places a{transition:background-color .12s}}
@media (forced-colors:active){
  .side,.panel,.sheet,.data,.checks,.glance,.action,.little,.badge,.choice,.recipe,.chip,dialog{border:1px solid CanvasText}
  .places [aria-current],.chip[aria-current],.chip.on{outline:2px solid Highlight;outline-offset:-2px}
  .action,.little,.self button,.menu-button{border-color:ButtonText;background:ButtonFace;color:ButtonText}
  .action:not(.second,.danger){border-width:.1875rem}
  .data tbody tr:hover{outline:1px solid Highlight;outline-offset:-1px}
  [aria-invalid]{border:.1875rem dashed CanvasText!important}
  ${forcedNoticeStyle}
  .mark{color:CanvasText}
}
@media print{.side,.actions,.tools,.find{display:none}body{display:block}}
`;

/** The style of every page of the console. */
export const consoleStyle: string =
  rootStyle +
  squeeze(
    [
      groundStyle,
      frame,
      buttonStyle,
      moreButtonStyle,
      problemStyle,
      noticeStyle,
      badgesStyle,
      parts,
      charts,
      overviewStyle,
      forms,
      tableStyle,
      narrow,
    ].join(""),
  );
