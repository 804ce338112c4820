import { html, type Printable, type SafeHtml } from "../../pages/html.ts";

/** A column of a list: its heading, and the cell of each item. A phone leaves out empty cells. */
export interface Column<Item> {
  readonly name: string;
  readonly cell: (item: Item) => Printable;
  /**
   * "figure": aligned at the end, in digits of one width. "wide": shares the width that the other columns leave, and cuts what does
   * not fit into two lines, so that rows keep their height; "text" is never cut, and "note" has twice the share. "state": a word that a
   * phone shows beside the name. "act": a button, whose heading is only for screen readers. "tick": a checkbox before the name. Any
   * other column is as wide as its longest cell.
   */
  readonly kind?: "figure" | "wide" | "text" | "note" | "state" | "act" | "tick";
  /** True for a column that narrow windows leave out. A phone shows it, because it has a card for each item. */
  readonly isSpare?: boolean;
  /** True for a column that the cards of a phone leave out. */
  readonly isBroad?: boolean;
  /** True for a wide column whose texts are longer than those of its neighbours. */
  readonly isLong?: boolean;
  /** Present if the list can be ordered by it. */
  readonly sort?: SortLink | undefined;
  /** The filter that the heading opens, for a column with so few values that an order would not help. */
  readonly menu?: Pick<ChipMenu, "isOn" | "content">;
}

/** The link of a heading, and the direction in which the list is now ordered by it. */
export interface SortLink {
  readonly href: string;
  readonly now: "ascending" | "descending" | undefined;
}

/** A table whose rows each stand for one item. The first column that is not a tick names it. */
export interface Table<Item> {
  /** The name of the table for screen readers. */
  readonly caption: string;
  readonly columns: readonly (Column<Item> | false | undefined)[];
  readonly items: readonly Item[];
  /** The page of an item, to which its name leads. */
  readonly href?: ((item: Item) => string | undefined) | undefined;
}

/** A table of items; on a phone, a card for each. The roles are written out because a browser may drop those of cells shown as blocks. */
export function itemTable<Item>({ caption, ...table }: Table<Item>): SafeHtml {
  const shown = shownOf(table);
  const sharing = shown.reduce((sum, { kind }) => sum + sharesOf(kind), 0);
  return html`
    <div class="data">
      <table class="share-${sharing}" role="table" aria-label="${caption}">
        <thead role="rowgroup"><tr role="row">${shown.map(headingOf)}</tr></thead>
        <tbody role="rowgroup">${itemRows(table)}</tbody>
      </table>
    </div>`;
}

/** The rows of such a table by themselves, for a page to which new items come. */
export function itemRows<Item>({ items, href, ...table }: Omit<Table<Item>, "caption">): readonly SafeHtml[] {
  const shown = shownOf(table);
  return items.map((item) => rowOf(shown, item, href?.(item)));
}

function shownOf<Item>({ columns }: Pick<Table<Item>, "columns">): readonly Column<Item>[] {
  return columns.filter((column) => column !== false && column !== undefined);
}

function sharesOf(kind: Column<never>["kind"]): number {
  return kind === "note" ? 2 : kind === "wide" || kind === "text" ? 1 : 0;
}

function headingOf<Item>(column: Column<Item>): SafeHtml {
  const { name, kind, sort, menu } = column;
  const text = kind === "act" || kind === "tick" ? html`<span class="vh">${name}</span>` : name;
  const all =
    kind === "tick" &&
    html`<input type="checkbox" id="all" aria-label="Choose all on this page" autocomplete="off">`;
  const link =
    sort !== undefined
      ? html`<a href="${sort.href}">${text}</a>`
      : menu !== undefined && menuOf({ ...menu, text: name }, "heading");
  return html`<th scope="col" role="columnheader"${classesOf(column)}${sort?.now !== undefined && html` aria-sort="${sort.now}"`}>${
    link === false ? html`${text}${all}` : html`${link}<span class="label">${text}</span>`
  }</th>`;
}

function rowOf<Item>(columns: readonly Column<Item>[], item: Item, href: string | undefined): SafeHtml {
  const naming = columns.find(({ kind }) => kind !== "tick");
  return html`
    <tr role="row">
      ${columns.map((column) => {
        const cell = column.cell(item);
        if (column !== naming)
          return html`<td role="cell"${classesOf(column)} data-name="${column.name}"${wholeText(column, cell)}>${
            column.kind === "wide" && isThere(cell) ? html`<span class="fit">${cell}</span>` : cell
          }</td>`;
        const shown = html`<bdi>${cell}</bdi>`;
        return html`<th scope="row" role="rowheader"${classesOf(column)}${wholeText(column, cell)}>${href === undefined ? shown : html`<a href="${href}">${shown}</a>`}</th>`;
      })}
    </tr>`;
}

/** False for a cell without content: it shows a dash, and nothing on a phone. */
function isThere(cell: Printable): boolean {
  return cell !== undefined && cell !== false && `${html`${cell}`}` !== "";
}

/** The title of a cell that may be cut: its whole text appears under the pointer. */
function wholeText<Item>({ kind }: Column<Item>, cell: Printable): Printable {
  return kind === "wide" && typeof cell === "string" && cell !== "" && html` title="${cell}"`;
}

function classesOf<Item>({ kind, isSpare, isBroad, isLong }: Column<Item>): Printable {
  const classes = [kind, isSpare && "spare", isBroad && "broad", isLong && "long"].filter(
    (name) => name !== undefined && name !== false,
  );
  return classes.length > 0 && html` class="${classes.join(" ")}"`;
}

/** A filter that a link sets and removes. */
export interface Chip {
  readonly text: string;
  /** The list with the filter changed. */
  readonly href: string;
  readonly isOn: boolean;
  /** True for the chip that removes every filter. */
  readonly isClearing?: boolean;
}

/** A filter with several values, behind a button that opens without scripts. */
export interface ChipMenu {
  /** The name of the filter and the choice, if there is one: `Group`, `Group: staff`. */
  readonly text: string;
  readonly isOn: boolean;
  /** Links, or a form. */
  readonly content: Printable;
  /** True for a menu that only phones show. */
  readonly isForPhones?: boolean;
}

/** The filters of a list, in a row. */
export function chipsOf(chips: readonly (Chip | ChipMenu | false)[]): SafeHtml {
  return html`<ul class="chips" aria-label="Filters">${chips.map(
    (chip) =>
      chip !== false &&
      ("href" in chip
        ? html`<li${chip.isClearing && html` class="clear"`}>${chipLink(chip)}</li>`
        : html`<li${chip.isForPhones && html` class="for-phones"`}>${menuOf(chip, "chip")}</li>`),
  )}</ul>`;
}

/** The menu that orders the list on a phone, where its headings are not shown; undefined if the list has one order. */
export function sortMenu<Item>({ columns }: Pick<Table<Item>, "columns">): ChipMenu | undefined {
  const links = shownOf({ columns }).flatMap(({ name, sort }) =>
    sort === undefined ? [] : [{ name, ...sort }],
  );
  if (links.length === 0) return undefined;
  const current = links.find(({ now }) => now !== undefined);
  return {
    text: current === undefined ? "Sort" : `Sort: ${current.name} ${arrows[current.now ?? "ascending"]}`,
    isOn: false,
    isForPhones: true,
    content: html`<ul>${links.map(
      ({ name, href, now }) =>
        html`<li><a href="${href}"${now !== undefined && html` aria-current="true"`}>${name}${now !== undefined && ` ${arrows[now]}`}</a></li>`,
    )}</ul>`,
  };
}

const arrows = { ascending: "↑", descending: "↓" } as const;

function chipLink({ text, href, isOn }: Chip): SafeHtml {
  return html`<a class="chip" href="${href}"${isOn && html` aria-current="true"`}>${text}</a>`;
}

function menuOf({ text, isOn, content }: ChipMenu, kind: "chip" | "heading"): SafeHtml {
  // Browsers close an open menu when another one with the same name is opened.
  return html`
    <details class="chip-menu" name="chips">
      <summary class="${kind}${isOn && " on"}">${text}</summary>
      <div class="drop">${content}</div>
    </details>`;
}

/** A page without content yet: what will be here and what for, an example, and the first act. */
export interface EmptyState {
  readonly title: string;
  readonly text: Printable;
  /** Something to look at, such as a snippet or choices. */
  readonly example?: Printable;
  readonly actions?: Printable;
}

/** The content of a list that has no items yet. */
export function emptyState({ title, text, example, actions }: EmptyState): SafeHtml {
  return html`
    <section class="empty">
      <h2>${title}</h2>
      <p class="muted">${text}</p>
      ${example}
      ${actions !== undefined && actions !== false && html`<div class="actions">${actions}</div>`}
    </section>`;
}

/** A sentence where nothing is to be seen, with the way on. */
export function emptyNote(text: string, way?: SafeHtml): SafeHtml {
  return html`<div class="empty"><p>${text}</p>${way}</div>`;
}

/** The style of lists: their tools, the table, its form on a phone, and the empty page. */
export const tableStyle = `
.list{display:grid;grid-template-columns:minmax(0,1fr);gap:.75rem}
section.list{gap:.5rem}
section.list~section.list,.tools~.list>section.list{margin-block-start:.75rem}
section.list .data>table>thead th:last-child{inline-size:6.75rem}
.tools{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem}
.tools>.actions{margin-inline-start:auto;gap:.5rem}
.tools>.actions~#chips{flex:1 1 100%;min-inline-size:0}
.search{display:flex;flex:0 1 28rem;gap:.5rem}
/* The list follows what is typed, and Enter sends the form all the same. */
@media (scripting:enabled){.tools #find{display:none}}
.search:has(>label){flex-wrap:wrap;align-items:center;max-inline-size:47rem}
.search>input{flex:1 1 8rem;font-size:.9375rem}
.chips{list-style:none;display:flex;flex-wrap:wrap;gap:.375rem}
.chip{display:block;padding:.375rem .625rem;border:1px solid var(--edge);border-radius:1.25rem;background:var(--card);color:var(--ink);font-size:.8125rem;line-height:1.375rem;text-decoration:none;cursor:pointer;white-space:nowrap}
.chip:hover{background:var(--page)}
.chip[aria-current],.chip.on{border-color:var(--action);box-shadow:inset 0 0 0 1px var(--action);font-weight:600}
.chip[aria-current]::before{content:"✓ ";content:"✓ "/""}
.chip-menu{position:relative}
.chip-menu>summary{list-style:none}
.chip-menu>summary::-webkit-details-marker{display:none}
.chip-menu>summary::after{content:" ▾";content:" ▾"/""}
.chip-menu>summary.little{cursor:pointer}
.drop{position:absolute;inset-block-start:calc(100% + .25rem);inset-inline-start:0;z-index:3;display:grid;gap:.75rem;min-inline-size:14rem;max-inline-size:calc(100vw - 2rem);max-block-size:20rem;overflow-y:auto;padding:.75rem;background:var(--card);border:1px solid var(--edge);border-radius:.625rem;box-shadow:0 .5rem 1.5rem rgb(0 0 0/.16)}
:is(.tools,.over)>.actions .drop{inset-inline:auto 0;max-block-size:none;inline-size:17rem;gap:0;padding:.5rem}
.drop>.hint{padding:.25rem .5rem .5rem}
.drop>button{padding:.4375rem .5rem;border:0;border-radius:.375rem;background:none;color:var(--ink);font:inherit;font-size:.9375rem;text-align:start;cursor:pointer}
.drop>button:hover{background:var(--page)}
.drop>button:focus-visible{outline-offset:-.125rem}
.drop ul{list-style:none}
.drop li a{display:block;padding:.375rem .5rem;border-radius:.375rem;text-decoration:none}
.drop li a:hover{background:var(--page)}
.drop [aria-current]{font-weight:600}
.data{container-type:inline-size;overflow:clip;background:var(--card);border:1px solid var(--hairline);border-radius:.75rem}
.data>table{border-spacing:0;border-collapse:separate;font-size:.875rem}
.data th,.data td{block-size:2.5rem;padding:.15625rem .75rem;font-weight:400;vertical-align:middle;white-space:nowrap;border-block-end:1px solid var(--hairline)}
.data>table>thead th{position:sticky;inset-block-start:0;z-index:1;block-size:2.25rem;background:var(--card);color:var(--muted);font-size:.8125rem;font-weight:600;border-block-end:1px solid var(--hairline);border-start-start-radius:.75rem}
.data thead th+th{border-radius:0}
.data thead th:last-child{border-start-end-radius:.75rem}
.data thead :is(th>a,.heading){display:block;color:inherit;text-decoration:none;padding-block:.25rem;cursor:pointer}
.data thead :is(th>a,.heading):hover{text-decoration:underline}
.data thead th>a::after{content:" ↕";content:" ↕"/"";color:var(--edge)}
.data thead .on{color:var(--ink)}
.data thead .drop{font-weight:400;font-size:.875rem}
.data thead th:last-child .drop{inset-inline:auto 0}
.data:has(thead [open]){overflow:visible}
.data [aria-sort] a{color:var(--ink)}
.data [aria-sort=ascending] a::after{content:" ↑";content:" ↑"/"";color:inherit}
.data [aria-sort=descending] a::after{content:" ↓";content:" ↓"/"";color:inherit}
.data tbody tr:hover{background:color-mix(in srgb,var(--page) 40%,var(--card))}
.data tbody tr:has(.tick>:checked){background:color-mix(in srgb,var(--good) 60%,var(--card))}
.data tbody tr:last-child>*{border-block-end:0}
.data tbody th{font-weight:600;color:var(--ink)}
.data tbody th a{display:grid;align-content:center;min-block-size:calc(2.5rem - 1px);margin:-.15625rem -.75rem;padding:0 .75rem;text-decoration:none}
/* A block of its own, so that a name is cut at its end in its own direction. */
.data tbody th bdi{display:block;text-align:start}
.fit,.data th.wide bdi{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden;line-height:1.0625rem;overflow-wrap:anywhere}
/* A mark is never what is cut. */
.fit:has(.marked>:not(bdi)){-webkit-line-clamp:3}
.data td.state{display:table-cell}
.data td.state>*+*{margin-inline-start:.375rem}
/* The name is the link of a row; others are there without competing with it. */
.data td a:not([class]){color:inherit;text-decoration-color:var(--edge)}
.data td a:not([class]):hover{color:var(--link);text-decoration-color:currentcolor}
.data tbody th bdi:dir(rtl){text-align:end}
.data tbody th a:hover{text-decoration:underline}
.data tbody th a:focus-visible{outline-offset:-.1875rem;border-radius:.375rem}
.data .wide{max-inline-size:0;white-space:normal}
.data :is(.text,.note){white-space:normal}
.share-1 :is(.wide,.text){inline-size:100%}
.share-2 :is(.wide,.text){inline-size:50%}
.share-3 :is(.wide,.text){inline-size:33%}
@container (min-width:44.01rem){.share-2:has(.long) .wide{inline-size:40%}.share-2 .wide.long{inline-size:60%}.share-3:has(.long) .wide{inline-size:28%}.share-3 .wide.long{inline-size:44%}}
.share-3 .note{inline-size:67%}
.share-4 :is(.wide,.text){inline-size:25%}
.share-5 :is(.wide,.text){inline-size:20%}
.share-4 .note{inline-size:50%}
.share-5 .note{inline-size:40%}
.data .figure{text-align:end;font-variant-numeric:tabular-nums}
.data .act{text-align:end;padding-block:0}
.data .tick{inline-size:1.25rem;padding:0 0 0 .75rem}
.tick input{display:block;inline-size:1.125rem;block-size:1.125rem;margin:0;accent-color:var(--action)}
@media (scripting:none){#all{display:none}}
.marked>bdi:not(:last-child){margin-inline-end:.375rem}
.marked>:not(bdi){display:inline-block;white-space:nowrap}
.fit code{display:inline-block;max-inline-size:min(11rem,100%);overflow:hidden;text-overflow:ellipsis;white-space:nowrap;vertical-align:bottom;line-height:inherit}
.fit .badge{line-height:1.0625rem}
.data td:not(.state):empty::before{content:"–";content:"–"/"";color:var(--muted)}
.data code{font-size:.8125rem}
@container (max-width:62rem){.data .spare{display:none}.data th,.data td{padding-inline:.5rem}}
@container (max-width:44rem){
  .data>table,.data tbody,.data th,.data td,.data thead .spare{display:block}
  .data>table>thead th{position:static;block-size:auto;padding:0;border:0}
  .data thead tr{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:.5rem .75rem;border-block-end:1px solid var(--hairline)}
  .data thead .tick{align-self:center}
  .data thead th:last-child .drop{inset-inline:0 auto}
  .data thead tr:not(:has(a)){position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%)}
  .data thead th:not(:has(a,input)){position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%)}
  .data tbody tr{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(16rem,100%),1fr));gap:0 1.5rem;padding:.625rem .75rem;border-block-end:1px solid var(--hairline)}
  .data tbody tr:last-child{border-block-end:0}
  .data tbody th,.data tbody td.spare,.data tbody td{display:flow-root;block-size:auto;padding-block:.125rem;padding-inline:6.75rem 0;border:0;white-space:normal}
  .data .wide,.data .text,.data .note,.data .figure{inline-size:auto;max-inline-size:none;text-align:start}
  .data tbody th{grid-column:1/-1;padding:0;font-size:1rem}
  .data tbody th a{min-block-size:0;margin:0;padding:.375rem 0;white-space:normal}
  .data td::before{content:attr(data-name);content:attr(data-name)/"";float:inline-start;inline-size:6.5rem;margin-inline-start:-6.75rem;color:var(--muted);font-size:.8125rem}
  .data tbody td:empty,.data tbody td.spare:empty{display:none}
  .data tbody td.act{padding:.375rem 0}
  .data tbody tr:has(>.tick){position:relative}
  .data tbody tr:has(>.tick)>th{padding-inline-start:2rem}
  .data tbody tr:has(>.state:not(:empty)){grid-template-columns:minmax(0,1fr) auto}
  .data tbody tr:has(>.state:not(:empty))>*{grid-column:1/-1}
  .data tbody tr:has(>.state:not(:empty))>th{grid-area:1/1}
  .data tbody tr>td.state:not(:empty){grid-area:1/2;display:flex;flex-wrap:wrap;align-items:center;justify-content:end;gap:.375rem;padding:0}
  .data tbody tr:has(>.tick)>td.tick{position:absolute;inset-block-start:0;inset-inline-start:0;grid-column:auto;inline-size:auto;padding:1rem .75rem .5rem}
  .data td:is(.act,.state,.tick,.note)::before{content:none}
  .data tbody td.note{padding-inline:0}
  .fit{display:inline}
  .data th.wide bdi{display:block;line-height:inherit}
  .data tbody td.broad{display:none}
}
.for-phones,.data .label{display:none}
@media (max-width:36rem){
  .for-phones{display:block}
  /* What is set comes first, because the row of chips is wider than the phone. */
  .chips>li:is(.clear,:has(>[aria-current],.on)){order:-1}
  .chips>li.for-phones{order:-2}
  /* Its links are in the menu above it; its labels are for screen readers alone. */
  .list:has(.for-phones) .data thead tr{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%)}
  .list:has(.for-phones) .data thead :is(a,input,details){display:none}
  .list:has(.for-phones) .data thead .label{display:inline}
  #chips{flex:1 1 100%;min-inline-size:0}
  .chip{padding-inline:.75rem;font-size:.875rem}
  .chips{flex-wrap:nowrap;overflow-x:auto;padding:.25rem;margin:-.25rem}
  .drop,:is(.tools,.over)>.actions .drop{position:fixed;inset:auto 0 0;inline-size:auto;z-index:5;max-inline-size:none;max-block-size:60vh;border-end-start-radius:0;border-end-end-radius:0}
}
.empty{display:grid;grid-template-columns:minmax(0,1fr);justify-items:start;gap:.75rem;padding:2rem 1.5rem;background:var(--card);border:1px dashed var(--edge);border-radius:.75rem}
.empty>p{max-inline-size:44rem}
.empty>pre{inline-size:min(100%,44rem);padding:.75rem 1rem;background:var(--well);border:1px solid var(--hairline);border-radius:.5rem}
/* The first act stands in the empty list itself. */
.opening:has(~.list>.empty>h2) .actions>:not(.danger){display:none}
`;
