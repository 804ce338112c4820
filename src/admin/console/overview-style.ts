/** The style of what the overview shows above its charts. */
export const overviewStyle = `
.tiles.main{grid-template-columns:repeat(auto-fit,minmax(min(15rem,100%),1fr))}
.tiles.main dd{font-size:2.25rem;line-height:1.15}
.tiles.main .more{font-size:.9375rem}
.tiles:not(.main) dd{font-size:1.125rem}
.tiles:not(.main) .more{font-size:.8125rem}
`;
