import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createSearch } from "../../src/docs-site/search.ts";
import { makeSearchIndex } from "../../src/docs-site/search-index.ts";

/** Words that begin alike for longer than the index counts, and words that look like its own digits and asterisks. */
const word = fc.oneof(
  fc.string({ unit: fc.constantFrom("x", "y", "0", "9", "_"), minLength: 2, maxLength: 14 }),
  fc.constantFrom("xxxxxxxxxxxx", "xxxxxxxxxxxxy", "xxxxxxxxx", "9xxx", "0xxx", "36", "1"),
);
const texts = fc.array(fc.array(word, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 40 });

test("a word leads to every document that has it or one that begins like it, and to no other", () => {
  fc.assert(
    fc.property(texts, (lists) => {
      // A word that all of them have in a row is counted instead of listed.
      const documents = lists.map((list) => [...list, "everywhere"]);
      const pages = documents.map((_, at) => ({ file: `docs/${at}.md`, page: `${at}.html`, title: "Title" }));
      const read = (file: string) =>
        `# Title\n\n\`${documents[Number.parseInt(file.slice(5), 10)]?.join(" ")}\`\n`;
      const search = createSearch(JSON.parse(makeSearchIndex([{ title: "Group", pages }], read)));
      for (const sought of new Set(documents.flat().filter((text) => text.length > 1))) {
        const found = search(sought, 1_000).map(({ href }) => href);
        const has = (text: string) =>
          [text, ...text.split("_")].some((part) => part.length > 1 && part.startsWith(sought));
        const expected = pages.filter((_, at) => documents[at]?.some(has)).map(({ page }) => page);
        assert.deepEqual(found.toSorted(), expected.toSorted(), sought);
      }
    }),
    { numRuns: 200 },
  );
});
