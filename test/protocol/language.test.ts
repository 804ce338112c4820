import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  chooseLanguage,
  defaultLanguage,
  findLanguage,
  findRegion,
  languages,
  parseAcceptLanguage,
  parseLanguage,
} from "../../src/protocol/language.ts";

describe("the language of a page", () => {
  const rows = [
    ["ui_locales, over what was picked and what the browser accepts", ["fr"], "de", "ja", "fr"],
    ["the next of ui_locales where there is none in the first", ["se", "xx-YY", "nl"], "de", "ja", "nl"],
    ["what was picked, where ui_locales has none of ours", ["se"], "de", "ja", "de"],
    ["what was picked, where the request asks for nothing", [], "de", "ja", "de"],
    ["what the browser accepts, where nothing was picked", [], undefined, "ja", "ja"],
    ["what was picked while Portuguese was called pt", [], "pt", "ja", "pt-BR"],
    ["what was picked while Chinese was called zh", [], "zh", "ja", "zh-Hans"],
    ["what the browser accepts, where the cookie says what we never wrote", [], "de-AT", "ja", "ja"],
  ] as const;
  for (const [title, uiLocales, picked, accepted, expected] of rows)
    it(`is ${title}`, () => assert.equal(chooseLanguage(uiLocales, picked, accepted), expected));
});

describe("RFC 4647 §3.4: a range finds a language by being shortened from its end", () => {
  const rows = [
    ["de", "de"],
    ["de-AT", "de"],
    ["DE-at", "de"],
    ["zh-Hans", "zh-Hans"],
    ["zh-hans-CN", "zh-Hans"],
    ["zh-CN", "zh-Hans"],
    ["zh-SG", "zh-Hans"],
    ["zh-Hant-TW", "zh-Hans"],
    ["zh", "zh-Hans"],
    ["pt-br", "pt-BR"],
    ["pt-PT", "pt-BR"],
    ["pt", "pt-BR"],
    ["ar-x-private", "ar"],
    ["d", undefined],
    ["deu", undefined],
    ["de_AT", undefined],
    ["x-de", undefined],
    ["*", undefined],
    ["-", undefined],
    ["-de", undefined],
    ["", undefined],
  ] as const;
  for (const [range, expected] of rows)
    it(`${JSON.stringify(range)} finds ${expected ?? "none"}`, () =>
      assert.equal(findLanguage([range]), expected));

  it("the first range that finds one wins, however well a later one fits", () => {
    assert.equal(findLanguage(["se", "fr-CA", "de"]), "fr");
    assert.equal(findLanguage([]), undefined);
  });
});

describe("RFC 9110 §12.5.4: Accept-Language", () => {
  const rows = [
    ["da, en-gb;q=0.8, en;q=0.7", ["da", "en-gb", "en"]],
    ["en;q=0.7,da , de ; q=0.9", ["da", "de", "en"]],
    ["fr;q=0.5, de;q=0.5", ["fr", "de"]],
    ["de;q=0, fr;q=0.000, nl;q=0.001", ["nl"]],
    ["*;q=0.1, pl", ["pl", "*"]],
    ["de;q=1.5, fr;q=-1, it;q=x, nl;q=0.1234, uk;q=, es", ["es"]],
    ["de;level=1, , ;q=1, fr fr, ja\u0000", []],
    ["", []],
  ] as const;
  for (const [header, expected] of rows)
    it(JSON.stringify(header), () => assert.deepEqual(parseAcceptLanguage(header), expected));

  it("of a long header only the beginning is read", () => {
    assert.equal(parseAcceptLanguage("de,".repeat(100_000)).length, 20);
    assert.deepEqual(parseAcceptLanguage(`${" ".repeat(1000)}de`), []);
  });
});

it("a cookie or form names a language by its very tag", () => {
  for (const language of languages) assert.equal(parseLanguage(language), language);
  for (const text of [undefined, "", "DE", "pt-br", "de-AT", "pt-PT", " de", "toString", "__proto__"])
    assert.equal(parseLanguage(text), undefined, String(text));
});

it("property: it never throws, and chooses a language that there is", () => {
  const anything = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.string({ unit: fc.constantFrom(..."deDE-*,;q=01. \tx"), maxLength: 300 }),
  );
  fc.assert(
    fc.property(anything, anything, (header, picked) => {
      const ranges = parseAcceptLanguage(header);
      assert.ok(ranges.length <= 20);
      const accepted = findLanguage(ranges) ?? defaultLanguage;
      assert.ok(languages.includes(chooseLanguage([header, picked], picked, accepted)));
    }),
  );
});

it("the region of the reader is that of the first range that names one", () => {
  for (const [header, expected] of [
    ["en-GB,en;q=0.9", "GB"],
    ["en, de-AT;q=0.5", "AT"],
    ["fr-ca;q=0.4, en-nz", "NZ"],
    ["zh-Hant-HK", "HK"],
    ["sl-IT-nedis", "IT"],
    ["en", undefined],
    ["es-419, *", undefined],
    ["de-DE;q=0", undefined],
    ["zh-Hans, x-us, i-klingon", undefined],
    ["", undefined],
  ] as const)
    assert.equal(findRegion(parseAcceptLanguage(header)), expected, header);
});
