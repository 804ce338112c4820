import type { ListQuery, Page, Position } from "../../flows/listing.ts";
import { linkButton, submitButton } from "../../pages/components.ts";
import { html, type Printable, type SafeHtml } from "../../pages/html.ts";
import { instantOf } from "../../values/time.ts";
import { hiddenFields } from "./forms.ts";
import { counted } from "./parts.ts";
import { consolePath } from "./places.ts";
import {
  type Chip,
  type ChipMenu,
  chipsOf,
  emptyNote,
  itemTable,
  type SortLink,
  sortMenu,
  type Table,
} from "./table.ts";
import type { Visit } from "./visit.ts";

/** The number of items on a page of a list, unless the query asks for another of these. */
export const pageLength = 50;
const pageLengths = [25, 50, 100, 200];
const searchLengthMax = 200;

/** Reads the part of a list that the query asks for. `readAfter` parses the cursor; an invalid one starts at the beginning. */
export function listQueryOf<Cursor>(
  { query }: Pick<Visit, "query">,
  readAfter: (text: string) => Cursor | undefined,
): ListQuery<Cursor> {
  const search = query.get("q")?.trim().slice(0, searchLengthMax);
  const after = query.get("after");
  return {
    limit: pageLengthOf({ query }),
    search: search || undefined,
    after: after === undefined ? undefined : readAfter(after),
  };
}

function pageLengthOf({ query }: Pick<Visit, "query">): number {
  return pageLengths.find((length) => String(length) === query.get("rows")) ?? pageLength;
}

/** Parses a cursor of time and id, as `positionText` writes it. */
export function readPosition<Id>(
  parseId: (text: string) => Id | undefined,
): (text: string) => Position<Id> | undefined {
  return (text) => {
    const [, at = "", idText = ""] = /^([0-9]{1,15})-(.+)$/.exec(text) ?? [];
    const id = parseId(idText);
    return at === "" || id === undefined ? undefined : { at: instantOf(Number(at)), id };
  };
}

/** A cursor of time and id, for a URL. */
export function positionText<Id>({ at, id }: Position<Id>, format: (id: Id) => string): string {
  return `${at}-${format(id)}`;
}

/** The address of a list, and the parameters that it takes. They are in its URL, so that it can be bookmarked and sent. */
export interface ListPlace {
  readonly path: string;
  readonly noun: readonly [one: string, many: string];
  /** The label of the search, which says what it looks at; absent if the list has none. */
  readonly label?: string;
  /** The parameters of its filters. Links of the list drop all others. */
  readonly filters?: readonly string[];
}

/** Changed parameters. Undefined removes one. */
type Changes = Readonly<Record<string, string | undefined>>;

/** The address of the list with some parameters changed. It leads to the first page unless `after` is among them. */
export function listHref(visit: Visit, list: ListPlace, changes: Changes = {}): string {
  const text = new URLSearchParams(kept(visit, list, changes)).toString();
  return `${consolePath(visit.web, list.path)}${text === "" ? "" : `?${text}`}`;
}

/** The parameters of the list as hidden fields, for a form that sends others. */
export function keptFields(visit: Visit, list: ListPlace, ...others: readonly string[]): Printable {
  return hiddenFields(
    Object.fromEntries(kept(visit, list, Object.fromEntries(others.map((name) => [name, undefined])))),
  );
}

function kept({ query }: Visit, { filters = [] }: ListPlace, changes: Changes): [string, string][] {
  const now = ["q", ...filters, "sort", "rows"].map((name) => [
    name,
    query.get(name)?.slice(0, searchLengthMax),
  ]);
  const pairs: Changes = { ...Object.fromEntries(now), ...changes };
  return Object.entries(pairs).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
}

/** A chip that sets a parameter to a value, or removes it if it has that value. */
export function filterChip(
  visit: Visit,
  list: ListPlace,
  text: string,
  [name, value]: [string, string],
): Chip {
  const isOn = visit.query.get(name) === value;
  return { text, isOn, href: listHref(visit, list, { [name]: isOn ? undefined : value }) };
}

/** A chip that removes every filter; false if none is set. */
function clearChip(visit: Visit, list: ListPlace): Chip | false {
  const { filters = [] } = list;
  const isFiltered = filters.some((name) => visit.query.get(name) !== undefined);
  const none = Object.fromEntries(filters.map((name) => [name, undefined]));
  return (
    isFiltered && { text: "Clear filters", href: listHref(visit, list, none), isOn: false, isClearing: true }
  );
}

/** A value of a filter, and what it is called. */
export type Choice = readonly [value: string, text: string];

/** A menu of the values of a parameter. A value in the address that is none of them is offered too, so that it can be taken away. */
export function filterMenu(
  visit: Visit,
  list: ListPlace,
  [name, label]: readonly [name: string, label: string],
  choices: readonly Choice[],
): ChipMenu {
  const now = visit.query.get(name);
  const known = choices.find(([value]) => value === now);
  const shown = now === undefined || known !== undefined ? choices : [[now, now] as const, ...choices];
  return {
    text: now === undefined ? label : `${label}: ${known?.[1] ?? now}`,
    isOn: now !== undefined,
    content: html`<ul>${shown.map(
      ([value, text]) =>
        html`<li><a href="${listHref(visit, list, { [name]: value === now ? undefined : value })}"${value === now && html` aria-current="true"`}>${text}</a></li>`,
    )}</ul>`,
  };
}

/** The link of a heading that orders the list: `sort=name`, or `sort=-name` for descending. A click on the current order turns it round. */
export function sortLink(
  visit: Visit,
  list: ListPlace,
  name: string,
  { first = "ascending", isDefault = false }: { first?: SortLink["now"]; isDefault?: boolean } = {},
): SortLink {
  const asked = visit.query.get("sort");
  const now =
    asked === name
      ? "ascending"
      : asked === `-${name}`
        ? "descending"
        : asked === undefined && isDefault
          ? first
          : undefined;
  const next = now === undefined ? first : now === "ascending" ? "descending" : "ascending";
  return { now, href: listHref(visit, list, { sort: next === "ascending" ? name : `-${name}` }) };
}

/** A page of a list whose total may be a lower bound. */
interface CountedPage<Item, Cursor> extends Page<Item, Cursor> {
  readonly isTotalExact?: boolean;
}

/** A list as its page shows it. */
interface ShownList<Item> extends Omit<Table<Item>, "items" | "caption"> {
  /** The cursor of the next page, as text. */
  readonly next?: string | undefined;
  readonly chips?: readonly (Chip | ChipMenu | false)[];
  /** Buttons at the end of the row of search and filters. */
  readonly tools?: Printable;
  /** Shown if the list is empty without a search or filter. */
  readonly empty: Printable;
  /** Shown if nothing matches; absent for the usual sentence. */
  readonly nothing?: Printable;
}

/**
 * The whole list: search, filters, table, and foot. With scripts (`search`), typing replaces the parts that are marked `data-found`. If
 * there is nothing to search yet, only the empty state is shown.
 */
export function listOf<Item, Cursor>(
  visit: Visit,
  list: ListPlace,
  page: CountedPage<Item, Cursor>,
  { next, chips, tools, empty, nothing, ...table }: ShownList<Item>,
): SafeHtml {
  const isAsked = ["q", ...(list.filters ?? []), "after"].some((name) => visit.query.get(name) !== undefined);
  if (!isAsked && page.total === 0) return html`<div class="list">${empty}</div>`;
  const caption = capitalized(list.noun[1]);
  const sorting = page.items.length > 1 && sortMenu(table);
  const filters = [...(sorting ? [sorting] : []), ...(chips ?? []), clearChip(visit, list)];
  const parts = [
    list.label !== undefined && searchOf(visit, list),
    tools !== undefined &&
      tools !== false &&
      html`<div class="actions" id="list-tools" data-found>${tools}</div>`,
    filters.some((chip) => chip !== false) && html`<div id="chips" data-found>${chipsOf(filters)}</div>`,
  ].filter((part) => part !== false);
  return html`
    <div class="list">
      ${parts.length > 0 && html`<div class="tools">${parts}</div>`}
      <div class="list" id="found" data-found>
        ${page.items.length > 0 ? itemTable({ caption, items: page.items, ...table }) : (nothing ?? nothingFound(visit, list))}
        ${footOf(visit, { ...list, next }, page)}
      </div>
      <p class="vh" id="found-count" role="status"></p>
    </div>`;
}

/** A list that is always read as a whole, because there are few. */
export function wholeListOf<Item>(
  { noun }: Pick<ListPlace, "noun">,
  items: readonly Item[],
  { empty, ...table }: Pick<ShownList<Item>, "columns" | "href" | "empty">,
): SafeHtml {
  if (items.length === 0) return html`<div class="list">${empty}</div>`;
  return html`<div class="list">${itemTable({ caption: capitalized(noun[1]), items, ...table })}<p class="paging">${counted(items.length, ...noun)}</p></div>`;
}

/** The sentence of a list in which nothing matches. */
export function nothingFound(visit: Visit, { path, noun }: ListPlace): SafeHtml {
  const typed = visit.query.get("q")?.trim().slice(0, searchLengthMax);
  return emptyNote(
    typed ? `No ${noun[0]} matches “${typed}”.` : `No ${noun[0]} matches.`,
    linkButton(consolePath(visit.web, path), `Show all ${noun[1]}`, "little"),
  );
}

/** The search above a list. It is a GET form, so that its URL can be bookmarked. */
export function searchOf(visit: Visit, list: ListPlace): SafeHtml {
  const { path, label = "Search" } = list;
  return html`
    <form class="search" method="get" action="${consolePath(visit.web, path)}" role="search">
      ${keptFields(visit, list, "q")}
      <label class="vh" for="q">${label}</label>
      <input id="q" name="q" type="search" value="${visit.query.get("q")?.slice(0, searchLengthMax)}" placeholder="${label}" autocomplete="off" spellcheck="false" maxlength="${searchLengthMax}">
      ${submitButton("Search", { kind: "action second", id: "find" })}
    </form>`;
}

/** The foot of a list: how many there are, how many a page has, and links to the other pages. */
export function footOf<Item, Cursor>(
  visit: Visit,
  { next, ...list }: ListPlace & { readonly next?: string | undefined },
  { items, total, isTotalExact = true }: CountedPage<Item, Cursor>,
): SafeHtml {
  const count = countOf({ items, total, isTotalExact }, list);
  const isFirst = visit.query.get("after") === undefined;
  const isWhole = isFirst && next === undefined;
  return html`
    <div class="paging">
      <p id="count">${items.length === total ? count : `${items.length.toLocaleString("en")} of ${count}`}</p>
      ${total > (pageLengths[0] ?? 0) && lengthsOf(visit, list)}
      ${
        !isWhole &&
        html`
          <div class="actions">
            ${!isFirst && linkButton(listHref(visit, list), "First page", "little")}
            ${next !== undefined && linkButton(listHref(visit, list, { after: next }), "Next page", "little", html` id="next"`)}
          </div>`
      }
    </div>`;
}

/** How many there are, in words. A total that is not exact is a lower bound: one above the page if nothing more is known. */
function countOf<Item>(
  { items, total, isTotalExact }: CountedPage<Item, unknown>,
  { noun }: ListPlace,
): string {
  const found = counted(total, ...noun);
  if (isTotalExact) return found;
  if (items.length === total) return `${found} so far`;
  return items.length + 1 === total ? `more than ${counted(items.length, ...noun)}` : `at least ${found}`;
}

function lengthsOf(visit: Visit, list: ListPlace): SafeHtml {
  const now = pageLengthOf(visit);
  const links = pageLengths.map(
    (length) =>
      html`<a href="${listHref(visit, list, { rows: String(length) })}"${length === now && html` aria-current="true"`}>${length}</a>`,
  );
  return html`<p class="lengths">Rows: ${links}</p>`;
}

/** The text with a capital letter. */
export function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
