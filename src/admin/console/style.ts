import { rootStyle, squeeze } from "../../pages/style.ts";

const frame = `
*,::before,::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;min-block-size:100vh;min-block-size:100dvb;display:grid;grid-template-columns:14.5rem minmax(0,1fr);background:var(--page);color:var(--ink);font:1rem/1.5 var(--sans)}
h1,h2,h3,p,dl,dd,ul,ol,pre,form,table,fieldset,legend{margin:0;padding:0;border:0}
h1{font:600 1.875rem/1.2 var(--serif);letter-spacing:-.01em;overflow-wrap:anywhere}
h2{font:600 1.25rem/1.3 var(--serif);overflow-wrap:anywhere}
h3{font:600 1rem/1.4 var(--sans)}
p,dd,dt,li,td,th{overflow-wrap:anywhere}
a{color:var(--link);text-underline-offset:.2em;text-decoration-thickness:.06em}
a:hover{text-decoration-thickness:.12em}
code,pre{font:.875rem/1.6 var(--mono);overflow-wrap:anywhere}
[hidden]{display:none!important}
:focus-visible{outline:.1875rem solid var(--focus);outline-offset:.125rem}
.skip{position:absolute;inset-inline-start:-100vw}
.skip:focus{inset-inline-start:.5rem;inset-block-start:.5rem;z-index:2;padding:.5rem 1rem;background:var(--card);border-radius:.5rem}
.side{background:var(--door);color:var(--on-door);border-inline-end:1px solid var(--door-shade)}
.stay{display:flex;flex-direction:column;gap:1.5rem;padding:1.5rem 1rem;position:sticky;inset-block-start:0;max-block-size:100vh;overflow-y:auto}
.side a,.side button{color:inherit}
.side :focus-visible{outline-color:var(--brass-light)}
.brand{display:flex;align-items:center;gap:.625rem;padding:.25rem .75rem;font:600 1.125rem/1.2 var(--serif);text-decoration:none;overflow-wrap:anywhere}
.mark{flex:none;inline-size:1.5rem;block-size:1.5rem;color:var(--brass-light)}
.brand img{inline-size:auto;block-size:2rem;max-inline-size:6rem;padding:.125rem;border-radius:.375rem;background:#fff;object-fit:contain}
.places{list-style:none;display:grid;gap:.125rem}
.places a{display:block;padding:.5rem .75rem;border-radius:.5rem;text-decoration:none}
.places a:hover{background:var(--door-light)}
.places [aria-current]{background:var(--door-light);font-weight:600;box-shadow:inset .1875rem 0 0 var(--brass)}
.stay>.small{padding-inline:.75rem}
.self{display:grid;gap:.375rem;padding:.75rem;font-size:.9375rem;overflow-wrap:anywhere}
.self button{justify-self:start;padding:.375rem .75rem;min-block-size:2.25rem;border:1px solid currentColor;border-radius:.5rem;background:none;font:600 .875rem/1 var(--sans);cursor:pointer}
main{display:grid;grid-template-columns:minmax(0,1fr);align-content:start;gap:1.5rem;padding:2rem clamp(1rem,4vw,3rem) 4rem;inline-size:100%;max-inline-size:74rem}
@media (max-height:52rem){.stay{gap:.75rem;padding-block:1rem}.places a{padding-block:.25rem}.self{padding-block:0}}
.opening{display:grid;gap:.375rem}
.opening .head{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.75rem 1.5rem}
.up{font-size:.9375rem}
.up a{display:inline-block;padding-block:.25rem}
.muted{color:var(--muted)}
.small{font-size:.875rem}
`;

const parts = `
.panel{display:grid;grid-template-columns:minmax(0,1fr);gap:1rem;padding:1.25rem 1.5rem;background:var(--card);border:1px solid var(--hairline);border-radius:.875rem}
.panel>.head{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.5rem 1rem}
.grid{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(20rem,100%),1fr));gap:1.5rem;align-items:start}
.rows{list-style:none;display:grid;grid-template-columns:minmax(0,1fr);border:1px solid var(--hairline);border-radius:.75rem;background:var(--well)}
.rows>li{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem 1rem;padding:.75rem 1rem}
.rows>li+li{border-block-start:1px solid var(--hairline)}
.what{flex:1 1 14rem;min-inline-size:0;display:grid;gap:.125rem}
.what>a,.what>strong{font-weight:600;justify-self:start;max-inline-size:100%;padding-block:.125rem}
.state{flex:0 1 auto;min-inline-size:0;display:flex;flex-wrap:wrap;align-items:center;gap:.375rem .75rem;color:var(--muted);font-size:.9375rem}
.rows form,.state form{display:contents}
.badge{display:inline-block;padding:.0625rem .5625rem;border:1px solid var(--edge);border-radius:1rem;font-size:.8125rem;font-weight:600;line-height:1.5;color:var(--ink)}
.badge.good{border-color:var(--brass);background:var(--note);color:var(--note-ink)}
.badge.bad{border-color:var(--problem-edge);background:var(--problem);color:var(--problem-ink)}
.facts{display:grid;grid-template-columns:minmax(0,1fr);gap:0}
.facts>div{display:grid;grid-template-columns:minmax(9rem,14rem) minmax(0,1fr);gap:.125rem 1.25rem;padding-block:.5rem}
.facts>div+div{border-block-start:1px solid var(--hairline)}
.facts dt{color:var(--muted);font-size:.9375rem}
.facts dd+dd{padding-block-start:.25rem;grid-column:2}
.sheet{overflow-x:auto;border:1px solid var(--hairline);border-radius:.75rem;background:var(--well)}
table{border-collapse:collapse;inline-size:100%;font-size:.9375rem}
th,td{padding:.5rem .875rem;text-align:start;vertical-align:top;border-block-end:1px solid var(--hairline)}
tr:last-child>td,tr:last-child>th{border-block-end:0}
thead th{color:var(--muted);font-weight:600;white-space:nowrap}
td.number{text-align:end;font-variant-numeric:tabular-nums}
.actions{display:flex;flex-wrap:wrap;align-items:center;gap:.75rem}
.actions form{display:contents}
.action,.little{display:inline-block;border:1px solid transparent;border-radius:.5rem;font:600 1rem/1.25 var(--sans);cursor:pointer;text-align:center;text-decoration:none;overflow-wrap:anywhere}
.action{min-block-size:2.75rem;padding:.6875rem 1.125rem;background:var(--action);color:var(--on-action)}
.action:hover{background:var(--action-hover)}
.second,.little{background:none;border-color:var(--edge);color:var(--link)}
.little{min-block-size:2.25rem;padding:.4375rem .75rem;font-size:.9375rem}
td .little{white-space:nowrap}
.second:hover,.little:hover{background:var(--note)}
.danger{background:none;border-color:var(--problem-edge);color:var(--problem-ink)}
.danger:hover{background:var(--problem)}
.problem,.done,.warning{padding:.75rem 1rem;border-radius:.625rem;border-inline-start:.25rem solid var(--brass);background:var(--note);color:var(--note-ink);font-weight:600;display:grid;gap:.25rem}
.problem{border-inline-start-color:var(--problem-edge);background:var(--problem);color:var(--problem-ink)}
.problem:focus{outline-color:var(--problem-edge)}
.paging{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.5rem 1rem;color:var(--muted);font-size:.9375rem}
.find{display:flex;flex-wrap:wrap;align-items:end;gap:.5rem .75rem}
.find .field{flex:1 1 14rem;max-inline-size:28rem}
.copy{display:flex;flex-wrap:wrap;align-items:start;gap:.5rem .75rem}
.copy>code,.copy>pre{flex:1 1 12rem;min-inline-size:0;padding:.4375rem .75rem;background:var(--well);border:1px solid var(--hairline);border-radius:.5rem}
pre{white-space:pre-wrap}
dialog{inline-size:min(34rem,calc(100vw - 2rem));max-block-size:calc(100vh - 4rem);padding:1.5rem;border:1px solid var(--edge);border-radius:.875rem;background:var(--card);color:var(--ink);overflow-y:auto}
dialog[open]{display:grid;grid-template-columns:minmax(0,1fr);gap:1rem}
dialog::backdrop{background:rgb(0 0 0/.5)}
.recipe{border:1px solid var(--hairline);border-radius:.75rem;background:var(--well)}
.recipe>summary{padding:.75rem 1rem;font-weight:600;cursor:pointer}
.recipe>div{display:grid;grid-template-columns:minmax(0,1fr);gap:.5rem;padding:0 1rem 1rem}
`;

const charts = `
:root{--c1:var(--action);--c2:var(--brass-shade)}
@media (prefers-color-scheme:dark){:root{--c2:var(--brass)}}
.over{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.5rem 1.5rem}
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
.sentences{padding-inline-start:1.25rem}
.find:has(#act) .field{flex-basis:8rem}
.wide table{min-inline-size:46rem}
.wide td,.wide code{overflow-wrap:break-word}
.wide time{white-space:nowrap}
.shares{list-style:none;display:grid;grid-template-columns:minmax(0,1fr);gap:.625rem}
.shares li{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.125rem 1rem;font-size:.9375rem}
.shares svg{flex:none;inline-size:100%;block-size:.375rem;border-radius:.1875rem;background:var(--hairline)}
@media (forced-colors:active){:root{--c1:CanvasText;--c2:Highlight;--edge:CanvasText}.rule{stroke:CanvasText;opacity:.3}.shares svg{background:Canvas}.legend li::before{forced-color-adjust:none}.shares svg{border:1px solid CanvasText}.tiles>div,.tabs a{border-color:CanvasText}.tabs [aria-current]{outline:2px solid Highlight}}
`;

const forms = `
.stack{display:grid;grid-template-columns:minmax(0,1fr);gap:1.25rem;max-inline-size:44rem}
.field{display:grid;grid-template-columns:minmax(0,1fr);gap:.3125rem;min-inline-size:0}
label,legend{font-weight:600;font-size:.9375rem;padding:0}
legend{padding-block-end:.375rem}
input[type=text],input[type=search],input[type=password],input[type=email],input[type=url],input[type=tel],input[type=number],input[type=date],input:not([type]),textarea,select{inline-size:100%;min-inline-size:0;min-block-size:2.75rem;padding:.4375rem .75rem;border:1px solid var(--edge);border-radius:.5rem;background:var(--well);color:var(--ink);font:inherit;font-size:1rem}
textarea{min-block-size:5.5rem;font:.9375rem/1.6 var(--mono);resize:vertical}
input:hover,textarea:hover,select:hover{border-color:var(--muted)}
input:focus-visible,textarea:focus-visible,select:focus-visible{outline-offset:-1px}
[aria-invalid]{border:.125rem solid var(--problem-edge)!important}
.hint{color:var(--muted);font-size:.9375rem}
.wrong{color:var(--problem-ink);font-weight:600;font-size:.9375rem}
.wrong::before{content:"! ";content:"! "/""}
.theirs{color:var(--note-ink);background:var(--note);padding:.375rem .75rem;border-radius:.5rem;font-size:.9375rem;white-space:pre-wrap}
.choices{display:grid;grid-template-columns:minmax(0,1fr);gap:.5rem}
.choice{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.125rem .75rem;align-items:start;padding:.625rem .75rem;border:1px solid var(--hairline);border-radius:.625rem;background:var(--well)}
.choice:has(:checked){border-color:var(--action)}
.choice input{inline-size:1.25rem;block-size:1.25rem;margin:.125rem 0 0;accent-color:var(--action)}
.choice label{font-size:1rem}
.choice .hint{grid-column:2}
details.more>summary{padding-block:.5rem;font-weight:600;color:var(--link);cursor:pointer}
details.more>div{display:grid;grid-template-columns:minmax(0,1fr);gap:1.25rem;padding-block-start:.75rem}
/* Fields that mean nothing for the chosen answer. Where a browser does not know :has(), all of them are there. */
.stack:has(#kind-machine:checked) .of-people,.stack:has(#kind-machine:checked) .of-redirects,.stack:has(#kind-device:checked) .of-redirects,.stack:has(#kind-interface:checked) .choice:has(#openid),.stack:not(:has(#kind-machine:checked)) .of-machines,.stack:has(#who-everybody:checked) .of-groups,.stack:has(#what-all:checked) .of-acts,.stack:has(#token_format-opaque:checked) .of-jwts,.stack:has(#kind-google:checked,#kind-microsoft:checked,#kind-apple:checked) .of-issuers,.stack:has(#kind-google:checked,#kind-apple:checked,#kind-github:checked,#kind-gitlab:checked,#kind-oidc:checked) .of-tenants,.stack:has(#kind-google:checked,#kind-microsoft:checked,#kind-github:checked,#kind-gitlab:checked,#kind-oidc:checked) .of-apple,.stack:has(#kind-apple:checked) .of-secrets,.stack:has(#kind-github:checked) .of-claims{display:none}
`;

const narrow = `
@media (max-width:52rem){
  body{grid-template-columns:minmax(0,1fr);align-content:start}
  .stay{position:static;max-block-size:none;gap:.75rem;padding:.75rem 1rem}
  .places{display:flex;flex-wrap:wrap;gap:.25rem}
  .places a{padding:.375rem .625rem;font-size:.9375rem}
  .self{padding:.25rem .625rem;display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between}
  main{padding-block:1.25rem 3rem}
  h1{font-size:1.5rem}
  .panel{padding:1rem}
}
@media (max-width:36rem){.facts>div{grid-template-columns:minmax(0,1fr)}.facts dd+dd{grid-column:1}.actions .action{flex:1 1 auto}}
@media (prefers-reduced-motion:no-preference){.action,.little,.places a{transition:background-color .12s}}
@media (forced-colors:active){
  .side,.panel,.rows,.sheet,.action,.little,.badge,.choice,.recipe,dialog{border:1px solid CanvasText}
  .places [aria-current]{outline:2px solid Highlight;outline-offset:-2px}
  .action,.little,.self button{border-color:ButtonText;background:ButtonFace;color:ButtonText}
  .problem,.done,.warning{border:.125rem solid CanvasText;border-inline-start-width:.5rem}
  [aria-invalid]{border:.1875rem dashed CanvasText!important}
  .mark{color:CanvasText}
}
@media print{.side,.actions,.find{display:none}body{display:block}}
`;

/** The style of every page of the console. */
export const consoleStyle: string = rootStyle + squeeze(frame + parts + charts + forms + narrow);
