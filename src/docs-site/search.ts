/** The index, as the browser reads it. */
export interface SearchIndex {
  /** Path, title, group, and how much its places count. */
  readonly pages: readonly (readonly [path: string, title: string, group: string, weight: number])[];
  /** The number of its page, its anchor, which is empty for the top of the page, and its heading. */
  readonly sections: readonly (readonly [page: number, anchor: string, heading: string])[];
  /** Sorted, with spaces between them. The first digit of each stands for as many letters of the word before. */
  readonly words: string;
  /** For each word the numbers of the sections that have it, as differences in base 36. `*4` is short for `1,1,1,1`; its number is decimal. */
  readonly places: string;
}

/** A section that has all words of a query. */
interface SearchResult {
  /** Relative to the root of the site. */
  readonly href: string;
  readonly heading: string;
  readonly page: string;
  readonly group: string;
}

/**
 * Runs in the browser, and in tests: answers queries. Every word must be in the section or in a heading above it, or begin a word
 * there. Headings count more than text, whole words more than beginnings. The site has the source text of this function, so it must not
 * refer to anything outside itself.
 */
export function createSearch(index: SearchIndex): (query: string, limit: number) => readonly SearchResult[] {
  const words: string[] = [];
  for (const part of index.words.split(" "))
    words.push((words.at(-1) ?? "").slice(0, Number(part.charAt(0))) + part.slice(1));
  const places = index.places.split(" ");
  const split = (text: string): readonly string[] => text.toLowerCase().match(/\w+/g) ?? [];
  const pageWords = index.pages.map(([, title]) => split(title));
  const headingWords = index.sections.map(([, , heading]) => split(heading));

  const scoreIn = (sought: string, heading: readonly string[], whole: number): number => {
    if (heading.includes(sought)) return heading.length === 1 ? whole * 2 : whole;
    return heading.some((word) => word.startsWith(sought)) ? whole / 3 : 0;
  };
  const scoresOf = (sought: string): ReadonlyMap<number, number> => {
    const scores = new Map<number, number>();
    for (const [at, word] of words.entries()) {
      if (!word.startsWith(sought)) continue;
      let place = 0;
      for (const step of (places[at] ?? "").split(",")) {
        const [by, times = "1"] = step.split("*");
        for (let left = Number(times); left > 0; left -= 1) {
          place += Number.parseInt(by || "1", 36);
          scores.set(place, Math.max(scores.get(place) ?? 0, word === sought ? 4 : 1));
        }
      }
    }
    for (const [place, [page, anchor]] of index.sections.entries()) {
      const ofPage = scoreIn(sought, pageWords[page] ?? [], anchor === "" ? 24 : 6);
      const more = scoreIn(sought, headingWords[place] ?? [], 12) + ofPage;
      if (more > 0) scores.set(place, (scores.get(place) ?? 0) + more);
    }
    return scores;
  };

  return (query, limit) => {
    const sought = split(query).slice(0, 8);
    const [first, ...others] = sought.map(scoresOf);
    const found: (readonly [place: number, score: number])[] = [];
    for (const [place, score] of first ?? []) {
      const all = [score, ...others.map((scores) => scores.get(place) ?? 0)];
      const weight = index.pages[index.sections[place]?.[0] ?? 0]?.[3] ?? 1;
      if (!all.includes(0)) found.push([place, weight * all.reduce((sum, one) => sum + one, 0)]);
    }
    found.sort(([place, score], [other, than]) => than - score || place - other);
    return found.slice(0, limit).flatMap(([place]) => {
      const [page, anchor, heading] = index.sections[place] ?? [0, "", ""];
      const [path, title, group] = index.pages[page] ?? ["", "", ""];
      return { href: anchor === "" ? path : `${path}#${anchor}`, heading, page: title, group };
    });
  };
}
