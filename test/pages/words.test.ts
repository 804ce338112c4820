import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import type { Words } from "../../src/pages/words.ts";
import { type Language, languages } from "../../src/protocol/language.ts";
import { namesIn, sentencesOf } from "./sentences.ts";

/** Scripts whose sentences hold no other letters than their own, besides names and the field's abbreviations. */
const scripts: Readonly<Partial<Record<Language, RegExp>>> = {
  uk: /\p{Script=Cyrillic}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  "zh-Hans": /\p{Script=Han}/u,
  ar: /\p{Script=Arabic}/u,
};

const folder = join(import.meta.dirname, "../../src/pages/words");
const files = globSync("*.ts", { cwd: folder }).sort();

describe("words of the pages", async () => {
  const areas = new Map<string, Words<unknown>>();
  for (const file of files)
    for (const [name, words] of Object.entries(await import(join(folder, file))))
      if (typeof words === "object" && words !== null && "en" in words)
        areas.set(name, words as Words<unknown>);

  it("every file has sentences or the type of them", () => assert.ok(areas.size >= files.length / 2));

  for (const [name, words] of areas)
    describe(name, () => {
      const inEnglish = sentencesOf(words.en);
      it("speaks every language", () => assert.deepEqual(Object.keys(words).sort(), [...languages].sort()));
      for (const language of languages)
        it(`${language}: has every sentence, with the same names in it, and no blank around it`, () => {
          const sentences = sentencesOf(words[language]);
          assert.deepEqual([...sentences.keys()], [...inEnglish.keys()]);
          for (const [place, sentence] of sentences) {
            assert.notEqual(sentence.trim(), "", place);
            assert.equal(sentence, sentence.trim(), place);
            assert.deepEqual(namesIn(sentence), namesIn(inEnglish.get(place)), place);
            assert.doesNotMatch(sentence, /"|'|\.\.\.| {2}/, `${place}: typographic marks`);
            if (language === "fr")
              assert.doesNotMatch(sentence, / [:;?!»]/, `${place}: no line begins with a mark`);
          }
        });
      for (const language of languages.filter((each) => each !== "en"))
        it(`${language}: no sentence is left in English`, () => {
          for (const [place, sentence] of sentencesOf(words[language])) {
            // A single word may be the same in both.
            if (/\p{Letter}\s+\p{Letter}/u.test(sentence))
              assert.notEqual(sentence, inEnglish.get(place), place);
            const script = scripts[language];
            if (script !== undefined && /\p{Letter}{3}/u.test(sentence.replaceAll(/‹\d›/g, "")))
              assert.match(sentence, script, place);
          }
        });
    });
});
