import { InvalidArgumentError, Option } from "commander";
import type { Page } from "../adapters/store.ts";
import type { Invocation } from "./invocation.ts";

/** The options of every command that lists something. */
export interface ListOptions {
  readonly limit: number;
}

const limitDefault = 100;

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

/** Finds the things behind a page of ids. Things that were removed meanwhile are left out. */
export async function findEach<Id, Thing>(
  page: Page<Id>,
  find: (id: Id) => Promise<Thing | undefined>,
): Promise<readonly Thing[]> {
  const things: Thing[] = [];
  for (const id of page.ids) {
    const thing = await find(id);
    if (thing !== undefined) things.push(thing);
  }
  return things;
}

/** Says on stderr how many things the list left out. */
export function noteRest({ terminal }: Invocation, { limit }: ListOptions, total: number): void {
  if (total > limit) terminal.note(`${total - limit} more; --limit ${total} shows all.`);
}

function readLimit(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new InvalidArgumentError("It must be a whole number, 1 or greater.");
  return Number(text);
}
