import assert from "node:assert/strict";
import { describe, it, test } from "node:test";
import { gzipSync } from "node:zlib";
import { type Catalogue, describeWait } from "../../src/pages/catalogue.ts";
import { catalogues } from "../../src/pages/catalogues.ts";
import { english } from "../../src/pages/languages/en/sign-in.ts";
import { renderSignInPage } from "../../src/pages/sign-in.ts";
import { type Language, languages } from "../../src/protocol/language.ts";
import { everyPageIn, signInModel } from "./every-page.ts";
import { elementById, tagsNamed, tagsOf, textOf } from "./markup.ts";
import { namesIn, sentencesOf } from "./sentences.ts";

/** Words that a language shares with English: the product's name, and what both took from the same place. */
const shared: Readonly<Partial<Record<Language, readonly string[]>>> = {
  es: ["problemTitle"],
  it: ["signIn.password"],
};

const inEnglish = sentencesOf(english);

for (const language of languages) {
  const texts: Catalogue = catalogues[language];

  describe(`${language}, ${texts.name}`, () => {
    const sentences = sentencesOf(texts);

    it("is the catalogue of this language", () => assert.equal(texts.lang, language));

    it("has every sentence that English has, with the same names in it, and no blank around it", () => {
      assert.deepEqual([...sentences.keys()], [...inEnglish.keys()]);
      for (const [place, sentence] of sentences) {
        assert.notEqual(sentence.trim(), "", place);
        if (place !== "signIn.showWhat") assert.equal(sentence, sentence.trim(), place);
        assert.deepEqual(namesIn(sentence), namesIn(inEnglish.get(place)), place);
      }
    });

    it("WCAG 3.1.1: every page says its language and direction, shows no absent value, and is light", () => {
      for (const [name, page] of everyPageIn(texts)) {
        const root = tagsOf(page)[0]?.attributes;
        assert.deepEqual([root?.get("lang"), root?.get("dir")], [language, texts.dir], name);
        assert.doesNotMatch(textOf(page), /\b(?:undefined|null|NaN)\b|\[object/, name);
        const bytes = gzipSync(page).length;
        assert.ok(bytes <= 10 * 1024, `${name}: ${bytes} bytes`);
      }
    });

    it("WCAG 3.1.2: what only a developer reads is marked as English, from left to right", () => {
      const pages = everyPageIn(texts);
      for (const [name, tag] of [
        ["error", "section"],
        ["home", "section"],
        ["signed-out", "section"],
      ] as const) {
        const marked = tagsNamed(pages.get(name) ?? "", tag).map(({ attributes }) => attributes);
        assert.ok(
          marked.some((each) => each.get("lang") === "en" && each.get("dir") === "ltr"),
          name,
        );
      }
    });

    it("names keep their own direction, and what scripts say comes from the catalogue", () => {
      const page = renderSignInPage({ ...signInModel, problem: undefined }, texts);
      assert.match(page, /<bdi>Field Notes<\/bdi>/);
      assert.match(page, /<bdi>Ada Lovelace<\/bdi>/);
      assert.equal(elementById(page, "caps-lock")["data-on"], texts.signIn.capsLock);
    });
  });
}

for (const language of languages.filter((each) => each !== english.lang))
  test(`${language}: no sentence is left in English`, () => {
    const may = ["dir", ...(shared[language] ?? [])];
    for (const [place, sentence] of sentencesOf(catalogues[language]))
      if (!may.includes(place)) assert.notEqual(sentence, inEnglish.get(place), place);
  });

test("every file of languages/ is one language, and each stands in the list that discovery publishes", () => {
  assert.deepEqual(Object.keys(catalogues), [...languages]);
  assert.equal(new Set(Object.values(catalogues).map(({ name }) => name)).size, languages.length);
});

const waits: readonly [Language, seconds: number, words: string][] = [
  ["de", 240, "in 4 Minuten"],
  ["de", 60, "in 1 Minute"],
  ["pl", 60, "za 1 minutę"],
  ["pl", 240, "za 4 minuty"],
  ["pl", 300, "za 5 minut"],
  ["pl", 1320, "za 22 minuty"],
  ["uk", 60, "через 1 хвилину"],
  ["uk", 180, "через 3 хвилини"],
  ["uk", 660, "через 11 хвилин"],
  ["uk", 1260, "через 21 хвилину"],
  ["ar", 60, "بعد دقيقة واحدة"],
  ["ar", 120, "بعد دقيقتين"],
  ["ar", 180, "بعد 3 دقائق"],
  ["ar", 660, "بعد 11 دقيقة"],
  ["ja", 240, "4 分後"],
  ["zh-Hans", 7200, "2小时后"],
];

for (const [language, seconds, words] of waits)
  test(`${language}: a wait of ${seconds} seconds is told as ${words}`, () => {
    assert.equal(describeWait(language, seconds), words);
    assert.ok(catalogues[language].signIn.throttled(words).includes(words));
  });
