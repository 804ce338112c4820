import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { languageRows } from "../../src/protocol/language.ts";
import { catalogues } from "../support/catalogues.ts";
import { forbiddenIn, glossaries, patternOf, termsOf } from "./glossary.ts";
import { saidIn } from "./sentences.ts";

/** The places of the sentences that name the people who run a service or an application, of which English has one name. */
const namingOperators = [...saidIn(catalogues.en)].flatMap(([place, sentence]) =>
  sentence.toLowerCase().includes(glossaries.en.operator.stem) ? [place] : [],
);

for (const { tag: language, name } of languageRows)
  describe(`the voice of ${language}, ${name}`, () => {
    const glossary = glossaries[language];
    const forbidden = forbiddenIn(glossary).map((word) => patternOf(word, language));
    const sentences = saidIn(catalogues[language]);

    it("no forbidden word stands on a page or in a mail", () => {
      for (const [place, sentence] of sentences)
        for (const pattern of forbidden) assert.doesNotMatch(sentence, pattern, place);
    });

    it("each word of the glossary is used", () => {
      for (const word of termsOf(glossary).flatMap(({ say }) => say)) {
        const pattern = patternOf(`${word}*`, language);
        assert.ok(
          [...sentences.values()].some((sentence) => pattern.test(sentence)),
          word,
        );
      }
    });

    it("the people who run a service or an application have one name, in every sentence that names them", () => {
      assert.ok(namingOperators.length >= 15, "English names them");
      for (const place of namingOperators)
        assert.match(sentences.get(place) ?? "", new RegExp(glossary.operator.stem, "iu"), place);
    });

    it("each forbidden word would be found, at the beginning of a sentence and within one", () => {
      const [sentence = ""] = sentences.values();
      for (const word of forbiddenIn(glossary)) {
        const said = word.replace("*", "");
        for (const text of [said, `${sentence} ${said} ${sentence}`, `${sentence}, ${said}. ${sentence}`])
          assert.match(text, patternOf(word, language), word);
      }
    });
  });

describe("a word of a glossary", () => {
  for (const [word, sentence, isFound] of [
    ["Mail", "Eine E-Mail ist unterwegs.", false],
    ["Mail", "Eine Mail ist unterwegs.", true],
    ["je", "Voeg je account toe.", true],
    ["je", "U hebt objecten.", false],
    ["proszę", "Proszę otworzyć link.", true],
    ["Lei", "Dillo a lei.", false],
    ["aanmeld*", "Nieuwe aanmelding", true],
  ] as const)
    it(`${word} is ${isFound ? "" : "not "}found in: ${sentence}`, () =>
      assert.equal(patternOf(word, "de").test(sentence), isFound));
});
