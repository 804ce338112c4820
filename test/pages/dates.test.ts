import assert from "node:assert/strict";
import { test } from "node:test";
import { dateFormat, localeOf } from "../../src/pages/dates.ts";
import { languages } from "../../src/protocol/language.ts";
import { instantOf } from "../../src/values/time.ts";

const evening = instantOf(Date.parse("2026-11-23T20:05:00Z"));
const moment = dateFormat({ dateStyle: "long", timeStyle: "short" });

test("a date is written as people in the reader's region write it, in the language of the page", () => {
  for (const [lang, region, expected] of [
    ["en", undefined, "November 23, 2026 at 8:05 PM"],
    ["en", "US", "November 23, 2026 at 8:05 PM"],
    ["en", "GB", "23 November 2026 at 20:05"],
    ["en", "DE", "23 November 2026 at 20:05"],
    ["de", "AT", "23. November 2026 um 20:05"],
    ["pt-BR", "PT", "23 de novembro de 2026 às 20:05"],
    ["zh-Hans", "CN", "2026年11月23日 20:05"],
  ] as const)
    assert.equal(moment(evening, { lang, region }).replace(/\s/g, " "), expected, `${lang} ${region}`);
});

test("in every region, digits are those of all other numbers of the page", () => {
  for (const lang of languages)
    for (const region of ["EG", "IR", "IN", "MM", "ZZ"])
      assert.match(moment(evening, { lang, region }), /23/, localeOf({ lang, region }));
});
