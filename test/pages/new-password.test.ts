import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { html } from "../../src/pages/html.ts";
import { catalogue as english } from "../../src/pages/languages/en/catalogue.ts";
import {
  type NewPasswordModel,
  type NewPasswordRefusal,
  newPasswordField,
  newPasswordScript,
  newPasswordSentence,
} from "../../src/pages/new-password.ts";
import { languages } from "../../src/protocol/language.ts";
import { catalogues } from "../support/catalogues.ts";
import { elementById, tagsNamed, textOf } from "./markup.ts";

const model: NewPasswordModel = {
  lengthMin: 15,
  username: "ada",
  names: ["ada", "ada@example.org"],
  problem: "stolen",
};
const refusals: readonly NewPasswordRefusal[] = [
  ...(["empty", "too-short", "too-long", "lone-surrogate", "contains-nul", "too-many-marks"] as const),
  ...(["repeated", "predictable", "context-word", "stolen", "busy"] as const),
];

function fieldOf(changes: Partial<NewPasswordModel> = {}): string {
  return html`<form>${newPasswordField({ ...model, ...changes }, english)}</form>`.toString();
}

function inputOf(changes: Partial<NewPasswordModel> = {}): ReadonlyMap<string, string> {
  return new Map(Object.entries(elementById(fieldOf(changes), "new_password")));
}

test("the field tells password managers what it is and whose password it will be", () => {
  const field = inputOf();
  assert.equal(field.get("autocomplete"), "new-password");
  assert.equal(field.get("type"), "password");
  const username = tagsNamed(fieldOf(), "input").find(
    ({ attributes }) => attributes.get("name") === "username",
  );
  assert.deepEqual(
    ["type", "class", "value", "autocomplete", "aria-hidden"].map((name) => username?.attributes.get(name)),
    ["text", "vh", "ada", "username", "true"],
  );
  assert.doesNotMatch(fieldOf({ username: undefined }), /name="username"/);
});

test("the rule stands above the field and belongs to it; after a refusal the error does too", () => {
  assert.equal(inputOf().get("aria-describedby"), "problem password-rule");
  assert.equal(inputOf().get("aria-invalid"), "true");
  const fresh = inputOf({ problem: undefined });
  assert.equal(fresh.get("aria-describedby"), "password-rule");
  assert.equal(fresh.has("aria-invalid"), false);
  assert.equal(inputOf({ problem: "busy" }).has("aria-invalid"), false);
  assert.match(textOf(fieldOf({ lengthMin: 8 })), /At least 8 characters/);
});

test("every refusal has a sentence in every language, and those about length say the length", () => {
  for (const language of languages) {
    const said = refusals.map((refusal) => newPasswordSentence(refusal, 15, catalogues[language]));
    assert.equal(new Set(said).size, 8, language);
    for (const sentence of said) assert.equal(sentence.trim(), sentence, language);
    assert.match(newPasswordSentence("too-short", 15, catalogues[language]), /15/, language);
    const words = catalogues[language].password;
    assert.match(words.rule(8), /8/, language);
    assert.match(words.progress("{}", 8), /\{\}.*8|8.*\{\}/, language);
  }
  const rules = languages.map((language) => catalogues[language].password.rule(15));
  assert.equal(new Set(rules).size, languages.length);
});

test("the script is light", () => {
  const bytes = gzipSync(newPasswordScript.toString()).length;
  assert.ok(bytes <= 1200, `${bytes} bytes`);
});
