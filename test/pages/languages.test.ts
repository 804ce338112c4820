import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { join } from "node:path";
import { describe, it, test } from "node:test";
import { gzipSync } from "node:zlib";
import { renderAccountPage } from "../../src/pages/account.ts";
import { type Catalogue, describeWait } from "../../src/pages/catalogue.ts";
import { renderFreshProofPage } from "../../src/pages/fresh-proof.ts";
import { catalogue as english } from "../../src/pages/languages/en/catalogue.ts";
import { momentOf } from "../../src/pages/settings.ts";
import { renderSignInPage } from "../../src/pages/sign-in.ts";
import { type Language, languageRows, languages } from "../../src/protocol/language.ts";
import { instantOf } from "../../src/values/time.ts";
import { catalogues } from "../support/catalogues.ts";
import { accountModel, everyPageIn, freshProofModel, signInModel } from "./every-page.ts";
import { elementById, tagsNamed, tagsOf, textOf } from "./markup.ts";
import { namesIn, saidIn } from "./sentences.ts";

/** What a language says as English does: words that one took from the other, or both from the same place. */
const shared: Readonly<Partial<Record<Language, readonly string[]>>> = {
  de: ["Browser", "Code", "Name", "Passkey", "Passkeys"],
  fr: ["Application", "Code", "code"],
  es: ["Error: ‹1›"],
  it: ["Browser", "Passkey", "Password", "Provider", "passkey", "password"],
  nl: ["Browser", "Browsers", "Code", "Help", "Passkey", "Passkeys", "Privacy", "code", "passkey"],
};

/** Scripts whose sentences hold no other letters than their own, besides names and the field's abbreviations. */
const scripts: Readonly<Partial<Record<Language, RegExp>>> = {
  uk: /\p{Script=Cyrillic}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  "zh-Hans": /\p{Script=Han}/u,
  ar: /\p{Script=Arabic}/u,
};

/** The quotation marks of each language; the second of Dutch is its apostrophe as well. */
const quotes: Readonly<Record<Language, string>> = {
  en: "“”",
  de: "„“",
  fr: "«»",
  es: "«»",
  it: "«»",
  nl: "‘’",
  pl: "„”",
  "pt-BR": "“”",
  uk: "«»",
  ja: "「」",
  "zh-Hans": "“”",
  ar: "«»",
};

const inEnglish = saidIn(english);

for (const { tag: language, name } of languageRows) {
  const texts: Catalogue = catalogues[language];

  describe(`${language}, ${name}`, () => {
    const sentences = saidIn(texts);

    it("is the catalogue of this language", () => assert.equal(texts.lang, language));

    it("has every sentence that English has, with the same names in it, and no blank around it", () => {
      assert.deepEqual([...sentences.keys()], [...inEnglish.keys()]);
      for (const [place, sentence] of sentences) {
        assert.notEqual(sentence.trim(), "", place);
        if (place !== "signIn.showWhat") assert.equal(sentence, sentence.trim(), place);
        assert.deepEqual(namesIn(sentence), namesIn(inEnglish.get(place)), place);
      }
    });

    it("has the marks of print, and letters of no other script", () => {
      const script = scripts[language];
      for (const [place, sentence] of sentences) {
        assert.doesNotMatch(sentence, /"|'|\.\.\.| {2}/, place);
        for (const mark of sentence.match(/[“”„‘«»「」『』]/g) ?? [])
          assert.ok(quotes[language].includes(mark), `${place}: ${mark}`);
        if (language === "ja" || language === "zh-Hans")
          assert.doesNotMatch(sentence, /[:;?!(),]/, `${place}: marks of full width`);
        if (language === "fr")
          assert.doesNotMatch(sentence, / [:;?!»]/, `${place}: no line begins with a mark`);
        if (script !== undefined && /\p{Letter}{3}/u.test(sentence.replaceAll(/‹\d›/g, "")))
          assert.match(sentence, script, place);
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

    it("a blank stands between two sentences where the script has blanks, and nowhere else", () => {
      for (const [name, page] of everyPageIn(texts))
        for (const [paragraph] of page.matchAll(/<p\b[^>]*>.*?<\/p>/gs))
          assert.doesNotMatch(textOf(paragraph), /。\s|\p{Ll}\.\p{Lu}/u, name);
    });

    it("names keep their own direction, and what scripts say comes from the catalogue", () => {
      const page = renderSignInPage({ ...signInModel, problem: undefined }, texts).toString();
      assert.match(page, /<bdi>Field Notes<\/bdi>/);
      const again = renderFreshProofPage(freshProofModel, texts).toString();
      for (const name of ["Field Notes", "Ada Lovelace"]) assert.ok(again.includes(`<bdi>${name}</bdi>`));
      assert.equal(elementById(page, "caps-lock")["data-on"], texts.signIn.capsLock);
    });
  });
}

for (const language of languages.filter((each) => each !== english.lang))
  test(`${language}: no sentence is left in English`, () => {
    const same = [...saidIn(catalogues[language])].filter(([place, said]) => inEnglish.get(place) === said);
    assert.deepEqual([...new Set(same.map(([, said]) => said))].sort(), shared[language] ?? []);
  });

test("every folder of languages/ is a language of the list, and has a file for every area of words/", () => {
  const pages = join(import.meta.dirname, "../../src/pages");
  const foldersOf = (pattern: string) => globSync(pattern, { cwd: join(pages, "languages") }).sort();
  const areas = globSync("*.ts", { cwd: join(pages, "words") });
  assert.deepEqual(foldersOf("*"), [...languages].sort());
  for (const language of languages)
    assert.deepEqual(
      foldersOf(`${language}/*`),
      [...areas, "catalogue.ts"].map((file) => join(language, file)).sort(),
    );
  assert.equal(new Set(languageRows.map(({ name }) => name)).size, languages.length);
});

for (const [language, rows] of [
  ["de", ["E-Mail-Adresse Keine", "Passwort Keines", "Passkeys Keine"]],
  ["fr", ["Adresse e-mail Aucune", "Mot de passe Aucun", "Clés d’accès Aucune"]],
  ["it", ["Indirizzo e-mail Nessuno", "Password Nessuna", "Codici di recupero Nessuno"]],
] as const)
  test(`${language}: what an account does not have is told in the gender of its row`, () => {
    const credentials = { hasPassword: false, hasTotp: false, passkeys: 0, recoveryCodes: 0 };
    const page = renderAccountPage({ ...accountModel, email: undefined, credentials }, catalogues[language]);
    const shown = textOf(page.toString());
    for (const row of rows) assert.match(shown, new RegExp(`${row}(?!\\p{Ll})`, "u"));
  });

test("a moment says its hour as people do, and a line ends within it at the year alone", () => {
  const at = instantOf(Date.parse("2026-11-23T08:05:00Z"));
  assert.equal(
    textOf(momentOf(at, english).toString()),
    "November\u00a023, 2026 at\u00a08:05\u00a0AM\u00a0UTC",
  );
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
