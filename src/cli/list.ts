import { InvalidArgumentError, Option } from "commander";
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

/** Says on stderr how many things the list left out. */
export function noteRest({ terminal }: Invocation, { limit }: ListOptions, total: number): void {
  if (total > limit) terminal.note(`${total - limit} more; --limit ${total} shows all.`);
}

function readLimit(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new InvalidArgumentError("It must be a whole number, 1 or greater.");
  return Number(text);
}
