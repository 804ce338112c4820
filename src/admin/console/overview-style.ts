/** The style of the search over everything, and of the parts of the overview above its charts. */
export const overviewStyle = `
#everywhere{padding-inline:.25rem}
#everywhere>input{min-block-size:2.25rem;padding-block:.25rem;border-color:var(--door-light);background:var(--door-light);color:var(--on-door)}
#everywhere>input::placeholder{color:inherit;opacity:.85}
body:has(#results) #everywhere{visibility:hidden}
#palette{margin-block-start:10vh;padding:1rem}
#palette[open]{gap:.75rem}
.found{display:grid;grid-template-columns:minmax(0,1fr);gap:1rem}
.found:empty{display:none}
.found>section{display:grid;gap:.25rem}
.found h2{color:var(--muted);font:600 .8125rem/1.4 var(--sans)}
.found ul{list-style:none;display:grid}
.found li>a{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 .75rem;padding:.375rem .625rem;border-radius:.5rem;color:var(--ink);font-weight:600;text-decoration:none}
.found li .small{font-weight:400}
.found p:has(>.more){padding-inline:.625rem;font-size:.875rem}
@media (min-width:36.01rem){.found li>a{flex-wrap:nowrap}.found li bdi{flex:none}.found li bdi:has(+.small){max-inline-size:60%}.found li .small{min-inline-size:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}}
.found li>a:hover,.found li>a:focus-visible{background:var(--note);color:var(--note-ink)}
.found li>a:focus-visible{outline-offset:-.125rem}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(26rem,100%),1fr));gap:1rem}
@media (min-width:36.01rem){:is(.pair,.trio) .facts>div{grid-template-columns:minmax(6rem,9rem) minmax(0,1fr)}}
@media (min-width:82rem){.trio .facts>div{grid-template-columns:minmax(5rem,6.5rem) minmax(0,1fr)}}
.trio .what{flex-basis:7rem}
.trio>.panel:has(>.stack){grid-template-rows:auto 1fr}
.trio>.panel>.stack{display:flex;flex-direction:column}
.trio>.panel>.stack>.actions{margin-block-start:auto}
:is(.pair,.trio) .facts>div:has(.copy){grid-template-columns:minmax(0,1fr)}
.pair>div{min-inline-size:0;display:flex;flex-direction:column;gap:1rem}
.pair>div>:last-child{flex-grow:1}
.pair>.panel,.pair>div>.panel{align-content:start}
.tiles.main{grid-template-columns:minmax(0,1fr)}
@media (min-width:48rem){.tiles.main{grid-template-columns:repeat(3,minmax(0,1fr))}}
.tiles.main dd{font-size:2.25rem;line-height:1.15}
#part-tiles{gap:.75rem}
.tiles.main .more{font-size:.9375rem;line-height:1.4;padding-block-start:.125rem}
.tiles:not(.main){grid-template-columns:repeat(2,minmax(0,1fr))}
@media (min-width:48rem){.tiles:not(.main){grid-template-columns:repeat(4,minmax(0,1fr))}}
.tiles:not(.main) dd{font-size:1.125rem}
.tiles:not(.main) .more{font-size:.8125rem}
`;
