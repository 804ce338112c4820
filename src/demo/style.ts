/** The demo's own look. It differs from the service's, because an application is somebody else's. Inlined under the page's nonce. */
export const style = `
:root{color-scheme:light dark;
  --page:#f3efe6;--card:#fffdf8;--well:#f7f3ea;--ink:#1d1b26;--muted:#5b5866;--line:#ddd5c4;
  --browser:#3447a8;--server:#93380f;--action:#2c3c94;--on-action:#ffffff;--action-hover:#1f2c73;--good:#22633a;--bad:#a1261b;--focus:#b26a00}
@media (prefers-color-scheme:dark){:root{
  --page:#121118;--card:#1b1a23;--well:#14131b;--ink:#eceaf3;--muted:#aba8ba;--line:#363342;
  --browser:#aab7ff;--server:#ffb38f;--action:#aab7ff;--on-action:#14132b;--action-hover:#c6cfff;--good:#8fd6a6;--bad:#ffa198;--focus:#ffc46b}}
*,::before,::after{box-sizing:border-box}
body{margin:0;padding:0 1.25rem 4rem;background:var(--page);color:var(--ink);font:1.0625rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
header,main{max-width:54rem;margin-inline:auto}
header{display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:baseline;justify-content:space-between;padding:1.25rem 0;font-size:.9375rem;color:var(--muted)}
header strong{color:var(--ink)}
h1,h2,h3,p,dl,dd,ol,ul,pre{margin:0;padding:0}
h1{font:600 2.5rem/1.12 Georgia,"Iowan Old Style","Noto Serif",serif;letter-spacing:-.015em;text-wrap:balance}
h2{font:600 1.5rem/1.2 Georgia,"Iowan Old Style","Noto Serif",serif;margin-block:3rem .5rem}
h3{font-size:1.0625rem;line-height:1.35}
a{color:var(--browser);text-underline-offset:.2em}
:focus-visible{outline:3px solid var(--focus);outline-offset:3px;border-radius:.25rem}
code,pre,.wire{font-family:ui-monospace,"SF Mono","Cascadia Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.875rem}
p,dd,code,h1,h3{overflow-wrap:anywhere}
p{text-wrap:pretty}
.card{display:grid;gap:1.25rem;padding:2.25rem;background:var(--card);border:1px solid var(--line);border-radius:1rem}
.card+.card{margin-block-start:1.25rem}
.card>h2{margin-block-start:0}
.lead{font-size:1.1875rem;line-height:1.5;max-width:40rem}
.muted{color:var(--muted)}
.row{display:flex;flex-wrap:wrap;gap:.75rem;align-items:center}
.action,.quiet{display:inline-flex;align-items:center;justify-content:center;min-height:3rem;padding:.5rem 1.5rem;border-radius:.625rem;font:inherit;font-weight:600;line-height:1.2;cursor:pointer;text-decoration:none}
.action{background:var(--action);color:var(--on-action);border:1px solid var(--action)}
.action:hover{background:var(--action-hover);border-color:var(--action-hover)}
.quiet{background:none;color:var(--ink);border:1px solid var(--muted)}
.quiet:hover{background:var(--well)}
.plan{counter-reset:step;list-style:none;display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,11rem),1fr));gap:1rem}
.plan .lane{counter-increment:step}
.plan .lane::before{content:counter(step) ". "}
.plan li{display:grid;gap:.25rem;align-content:start;padding-block-start:.75rem;border-block-start:.25rem solid var(--lane);font-size:.9375rem;line-height:1.4}
.person{display:flex;gap:1rem;align-items:center;min-width:0}
.initial{flex:none;display:grid;place-items:center;width:3.75rem;height:3.75rem;border-radius:50%;background:var(--action);color:var(--on-action);font:600 1.625rem/1 Georgia,serif}
.calls{list-style:none;display:grid;gap:1rem;margin-block-start:1.25rem}
.call{display:grid;gap:.75rem;padding:1.25rem 1.5rem;background:var(--card);border:1px solid var(--line);border-inline-start:.3125rem solid var(--lane);border-radius:.25rem .75rem .75rem .25rem;min-width:0}
.browser{--lane:var(--browser)}
.server{--lane:var(--server)}
.call .top{display:flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:baseline}
.call .top h3{flex:1 1 16rem}
.lane{color:var(--lane);font-size:.8125rem;font-weight:700;letter-spacing:.02em}
.time{font-variant-numeric:tabular-nums;color:var(--muted);font-size:.9375rem}
.wire{display:grid;align-content:start;gap:.375rem;padding:.875rem 1rem;background:var(--well);border:1px solid var(--line);border-radius:.5rem;overflow-wrap:anywhere;line-height:1.5}
.wire b{color:var(--lane)}
.wire dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:0 1rem}
.wire dt{color:var(--muted)}
.wire pre{white-space:pre-wrap;overflow-wrap:anywhere}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));gap:.75rem}
.failed{--lane:var(--bad)}
.trial{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;justify-content:space-between;padding:.625rem 1rem;background:var(--well);border:1px solid var(--line);border-radius:.625rem}
.good{color:var(--good);font-weight:700}
.bad{color:var(--bad);font-weight:700}
.trials{list-style:none;display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));gap:1rem;margin-block-start:1.25rem}
.trials li{display:grid;gap:.25rem;align-content:start;padding:1.25rem;background:var(--card);border:1px solid var(--line);border-radius:.75rem}
.trials li:last-child:nth-child(odd){grid-column:1/-1}
.trials a,.trials button{justify-self:start;display:inline-flex;align-items:center;min-height:2.75rem;padding:0;border:0;background:none;color:var(--browser);font:inherit;font-weight:600;line-height:1.3;text-align:start;text-decoration:underline;text-underline-offset:.2em;cursor:pointer}
.trials p{font-size:.9375rem;color:var(--muted)}
details{margin-block-start:1.25rem;background:var(--card);border:1px solid var(--line);border-radius:.75rem}
summary{padding:1rem 1.25rem;font-weight:600;cursor:pointer}
.source{position:relative;border-block-start:1px solid var(--line)}
.source pre{padding:1.25rem;overflow-x:auto;line-height:1.55;tab-size:2}
.source i{font-style:normal;color:var(--muted)}
.source .copy{position:absolute;inset-block-start:.75rem;inset-inline-end:.75rem}
.copy{min-height:2.5rem;padding:.25rem 1rem;border:1px solid var(--muted);border-radius:.5rem;background:var(--card);color:var(--ink);font:inherit;font-size:.9375rem;font-weight:600;line-height:1;cursor:pointer}
@media (max-width:40rem){h1{font-size:2rem}.card{padding:1.5rem}.call{padding:1rem}.wire dl{grid-template-columns:minmax(0,1fr)}.wire dd{margin-block-end:.375rem}}
@media (forced-colors:active){.action,.initial{border:1px solid ButtonText}}
`;
