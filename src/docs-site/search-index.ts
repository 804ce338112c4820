import type { PageGroup } from "./documents.ts";
import { readMarkdown, type Section, sectionsOf } from "./markdown.ts";
import { withoutFrontMatter } from "./plain.ts";
import type { SearchIndex } from "./search.ts";

/** Words that nearly every section has. */
const common = new Set(
  "a an and are as at be but by can do does for from has have if in into is it its may must no not of on one or so than that the their then there they this to was what when where which who with you your".split(
    " ",
  ),
);
const lengthMax = 40;
/** Records, which come after what explains. */
const records =
  /^(?:docs\/adr\/|docs\/(?:apps|clients)\/|docs\/skills\/|CHANGELOG|docs\/cases|docs\/spec-coverage|bench\/)/;

/** Pages that are all alike, and long tables, are found as a whole: their headings would be hundreds of the same. */
const isShort =
  /^docs\/(?:(?:apps|importing|clients|upgrading)\/|advisories|cases|pages-rated|spec-coverage)/;

/** Makes the index of all documents, as JSON. */
export function makeSearchIndex(groups: readonly PageGroup[], read: (file: string) => string): string {
  const pages: SearchIndex["pages"][number][] = [];
  const sections: SearchIndex["sections"][number][] = [];
  const found = new Map<string, number[]>();
  for (const { title: group, pages: ofGroup } of groups)
    for (const { file, page, title } of ofGroup) {
      const weight = records.test(file) ? 1 : 2;
      const number = pages.push([page, title, group, weight]) - 1;
      const all = sectionsOf(readMarkdown(withoutFrontMatter(read(file))));
      for (const { heading, text } of isShort.test(file) ? asOne(all) : all) {
        const place = sections.push([number, heading.depth === 1 ? "" : heading.id, heading.text]) - 1;
        for (const word of wordsOf(text)) {
          const places = found.get(word);
          if (places === undefined) found.set(word, [place]);
          else places.push(place);
        }
      }
    }
  const words = [...found.keys()].sort();
  const index: SearchIndex = {
    pages,
    sections,
    words: words.map((word, index) => withoutShared(word, words[index - 1] ?? "")).join(" "),
    places: words.map((word) => packed(found.get(word) ?? [])).join(" "),
  };
  return JSON.stringify(index);
}

/** The page as one section, without its sources. */
function asOne(sections: readonly Section[]): readonly Section[] {
  const [first] = sections;
  if (first === undefined) return [];
  const told = sections.filter(({ heading }) => heading.text !== "Sources");
  return [{ heading: first.heading, text: told.map(({ text }) => text).join(" ") }];
}

/** The words of a text, once each: names with their underscores, and their parts. */
function wordsOf(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(/[a-z0-9_]+/g))
    for (const one of new Set([word, ...word.split("_")]))
      if (one.length > 1 && one.length <= lengthMax && !common.has(one)) words.add(one);
  return words;
}

/** Replaces the letters with which a word begins like the word before, at most nine, by one digit: how many they are. */
function withoutShared(word: string, before: string): string {
  let shared = 0;
  while (shared < 9 && shared < before.length && word[shared] === before[shared]) shared += 1;
  return `${shared}${word.slice(shared)}`;
}

/** Ascending numbers as their differences, in base 36. Many ones in a row are an asterisk and how many: guides follow each other. */
function packed(places: readonly number[]): string {
  return places
    .map((place, index) => (place - (places[index - 1] ?? 0)).toString(36))
    .join(",")
    .replace(/\b1(?:,1){2,}\b/g, (ones) => `*${(ones.length + 1) / 2}`);
}
