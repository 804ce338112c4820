import { InvalidArgumentError, Option } from "commander";
import type { Answer } from "../operations/operation.ts";
import { ok, type Result } from "../values/result.ts";
import { boundGarbage } from "./garbage.ts";
import type { Invocation } from "./invocation.ts";
import type { Problem } from "./outcome.ts";

/** The options of every command that lists something. */
export interface ListOptions {
  readonly limit: number;
}

const limitDefault = 100;

/** How many items a command holds in memory at once. A longer list is read and printed in pages of this length. */
export const listPageMax = 5_000;

/** `--limit`: the length of a list. */
export function limitOption(): Option {
  return new Option("--limit <count>", "how many to show").default(limitDefault).argParser(readLimit);
}

/** A list that can be searched. */
export interface SearchOptions extends ListOptions {
  readonly search?: string;
}

/** `--search`: the text that the listed things contain. */
export function searchOption(where: string): Option {
  return new Option("--search <text>", `only those with this text in ${where}`);
}

/** What the body of a list has, and no other one. */
export interface Page<Item = unknown> {
  readonly items?: readonly Item[];
  readonly total?: number;
  /** False if `total` is a lower bound. */
  readonly total_exact?: boolean;
  /** The cursor of the next page; null on the last one. */
  readonly next?: string | null;
}

/** Reads a further page of a list. */
export type ReadPage = (part: {
  readonly after: string;
  readonly limit: string;
}) => Promise<Result<Answer, Problem>>;

/** Prints a list of `limit` items page by page, so that a long one takes no more memory than a page. */
export async function eachPage<Item>(
  first: Page<Item>,
  {
    limit,
    print,
    read,
  }: ListOptions & { readonly print: (items: readonly Item[]) => void; readonly read: ReadPage },
): Promise<Result<void, Problem>> {
  let left = limit;
  let { items = [], next } = first;
  for (;;) {
    print(items);
    left -= items.length;
    if (!(left > 0) || next === null || next === undefined) return ok(undefined);
    boundGarbage();
    const answered = await read({ after: next, limit: `${Math.min(left, listPageMax)}` });
    if (!answered.ok) return answered;
    ({ items = [], next } = answered.value.body as Page<Item>);
  }
}

/** Says on stderr how many things the list left out. */
export function noteRest({ terminal }: Invocation, { limit }: ListOptions, total: number): void {
  if (total > limit) terminal.note(`${total - limit} more; --limit ${total} shows all.`);
}

/** Reads the value of `--limit`. */
export function readLimit(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new InvalidArgumentError("It must be a whole number, 1 or greater.");
  return Number(text);
}
