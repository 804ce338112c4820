import type { ListQuery, Page, Position } from "../flows/listing.ts";
import { ok, type Result } from "../values/result.ts";
import { readPosition, writePosition } from "./cursor.ts";
import type { Answer } from "./operation.ts";
import { invalidParameter, type Problem } from "./problem.ts";

const limitStandard = 50;

/** The parameters of a list as they were read. */
interface ListParameters {
  readonly limit?: string | undefined;
  readonly after?: string | undefined;
  readonly q?: string | undefined;
}

/** The limit that the parameters name, or the usual one. */
function limitOf({ limit }: Pick<ListParameters, "limit">): number {
  return limit === undefined ? limitStandard : Number(limit);
}

/** Reads which part of a list is wanted. */
export function readQuery<Cursor>(
  { q, after, ...query }: ListParameters,
  parse: (text: string) => Cursor | undefined,
): Result<ListQuery<Cursor>, Problem> {
  const cursor = after === undefined ? undefined : parse(after);
  if (after !== undefined && cursor === undefined)
    return invalidParameter(
      "after",
      "It is not a cursor of this list. Send the `next` of a page, unchanged.",
    );
  return ok({
    limit: limitOf(query),
    ...(q !== undefined && { search: q }),
    ...(cursor !== undefined && { after: cursor }),
  });
}

/** The same for a list that is ordered by time and id. */
export function readTimeQuery<Id>(parameters: ListParameters, parse: (text: string) => Id | undefined) {
  return readQuery(parameters, (text) => readPosition(text, parse));
}

/** A page of records, for programs. */
interface PageBody<Record> {
  readonly items: readonly Record[];
  readonly total: number;
  readonly next: string | null;
}

/** Answers a page of records. */
export function pageAnswer<Item, Cursor, Record extends object>(
  { items, total, next }: Page<Item, Cursor>,
  record: (item: Item) => Record,
  write: (cursor: Cursor) => string,
): Result<Answer<PageBody<Record>>, never> {
  const body = { items: items.map(record), total, next: next === undefined ? null : write(next) };
  return ok({ body });
}

/** The same for a list that is ordered by time and id. */
export function timePageAnswer<Item, Id, Record extends object>(
  page: Page<Item, Position<Id>>,
  record: (item: Item) => Record,
  format: (id: Id) => string = String,
): Result<Answer<PageBody<Record>>, never> {
  return pageAnswer(page, record, (position) => writePosition(position, format));
}
