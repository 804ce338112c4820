import type { Catalogue } from "../../src/pages/catalogue.ts";
import { html } from "../../src/pages/html.ts";
import { textOf } from "./markup.ts";

/** The sentences of a language by their place. */
export function saidIn({ lang, dir, gap, colon, brand, ...areas }: Catalogue): ReadonlyMap<string, string> {
  return sentencesOf(areas);
}

/** Every sentence of a catalogue by its place, with the names that it was given in angle brackets. */
export function sentencesOf(part: unknown, place = ""): ReadonlyMap<string, string> {
  if (typeof part === "string") return new Map([[place, part]]);
  if (typeof part === "function") {
    const names = ["‹1›", "‹2›", "‹3›"].slice(0, part.length);
    const isMarkup = /html`/.test(part.toString());
    const said: unknown = part(...names.map((name) => (isMarkup ? html`${name}` : name)));
    return sentencesOf(isMarkup ? textOf(String(said)) : said, place);
  }
  const inner = Object.entries(part ?? {}).map(([name, value]) =>
    sentencesOf(value, place === "" ? name : `${place}.${name}`),
  );
  return new Map(inner.flatMap((map) => [...map]));
}

/** The names that a sentence places, each once. */
export function namesIn(sentence = ""): readonly string[] {
  return [...new Set(sentence.match(/‹\d›/g))].sort();
}
