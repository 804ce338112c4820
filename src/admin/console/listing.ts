import type { ListQuery, Page, Position } from "../../flows/listing.ts";
import type { SafeHtml } from "../../pages/html.ts";
import { instantOf } from "../../values/time.ts";
import { pagingOf, searchForm } from "./parts.ts";
import { consolePath } from "./places.ts";
import type { Visit } from "./visit.ts";

/** The number of items on a page of a list. */
export const pageLength = 50;
const searchLengthMax = 200;

/** Reads the part of a list that the query asks for. `readAfter` parses the cursor; an invalid one starts at the beginning. */
export function listQueryOf<Cursor>(
  { query }: Pick<Visit, "query">,
  readAfter: (text: string) => Cursor | undefined,
): ListQuery<Cursor> {
  const search = query.get("q")?.trim().slice(0, searchLengthMax);
  const after = query.get("after");
  return {
    limit: pageLength,
    search: search || undefined,
    after: after === undefined ? undefined : readAfter(after),
  };
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

/** A list as its page shows it. */
interface ShownList {
  readonly path: string;
  readonly label: string;
  readonly noun: readonly [one: string, many: string];
  /** The cursor of the next page, as text. */
  readonly next: string | undefined;
}

/** The search above a list. */
export function searchOf(visit: Visit, { path, label }: Pick<ShownList, "path" | "label">): SafeHtml {
  return searchForm(consolePath(visit.web, path), label, visit.query.get("q"));
}

/** The foot of a list: the total, and links to the other pages. */
export function footOf<Item, Cursor>(
  visit: Visit,
  { path, noun, next }: Omit<ShownList, "label">,
  page: Page<Item, Cursor>,
): SafeHtml {
  const search = visit.query.get("q");
  const hrefWith = (after: string | undefined) => {
    const query = new URLSearchParams({
      ...(search !== undefined && { q: search }),
      ...(after !== undefined && { after }),
    }).toString();
    return `${consolePath(visit.web, path)}${query === "" ? "" : `?${query}`}`;
  };
  return pagingOf({
    shown: page.items.length,
    total: page.total,
    noun,
    nextHref: next === undefined ? undefined : hrefWith(next),
    firstHref: visit.query.get("after") === undefined ? undefined : hrefWith(undefined),
  });
}
