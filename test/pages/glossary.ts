import type { Language } from "../../src/protocol/language.ts";
import { glossary as ar } from "./glossaries/ar.ts";
import { glossary as de } from "./glossaries/de.ts";
import { glossary as en } from "./glossaries/en.ts";
import { glossary as es } from "./glossaries/es.ts";
import { glossary as fr } from "./glossaries/fr.ts";
import { glossary as it } from "./glossaries/it.ts";
import { glossary as ja } from "./glossaries/ja.ts";
import { glossary as nl } from "./glossaries/nl.ts";
import { glossary as pl } from "./glossaries/pl.ts";
import { glossary as ptBr } from "./glossaries/pt-BR.ts";
import { glossary as uk } from "./glossaries/uk.ts";
import { glossary as zhHans } from "./glossaries/zh-Hans.ts";

/**
 * Words that a language does not use, each with the reason. A word of small letters is meant in any case, one with a capital as it
 * stands; `*` at the end means any ending.
 */
type Forbidden = Readonly<Record<string, string>>;

/** One thing: the words for it, each of which stands in the language's sentences, and the words that are not used for it. */
interface Term {
  readonly say: readonly [string, ...string[]];
  /** Forbidden because they are other words for the same thing. */
  readonly others?: readonly [string, ...string[]];
  /** Forbidden for a reason of their own. */
  readonly never?: Forbidden;
}

type Thing =
  | "signIn"
  | "signOut"
  | "account"
  | "code"
  | "application"
  | "device"
  | "recovery"
  | "passkey"
  | "browser"
  | "password"
  | "email"
  | "service"
  | "appPassword"
  | "secondFactor"
  | "group";

/** The one name of the people who run a service or an application, and what of it stays the same in every sentence that names them. */
interface Name extends Term {
  readonly stem: string;
}

/** The voice of one language. Translators read it before they write a sentence; the test holds the sentences to it. */
export interface Glossary extends Readonly<Record<Thing, Term>> {
  readonly operator: Name;
  /** How people are addressed. */
  readonly address: string;
  /** What that rules out, and what is no word for anything in particular. */
  readonly never: Forbidden;
}

export const glossaries: Readonly<Record<Language, Glossary>> = {
  ar,
  de,
  en,
  es,
  fr,
  it,
  ja,
  nl,
  pl,
  "pt-BR": ptBr,
  uk,
  "zh-Hans": zhHans,
};

/** Everything that a language says instead of something else. */
export function termsOf({ address, never, ...things }: Glossary): readonly Term[] {
  return Object.values(things);
}

/** The words that a language does not use. */
export function forbiddenIn(glossary: Glossary): readonly string[] {
  const ofThings = termsOf(glossary).flatMap(({ others = [], never = {} }) => [
    ...others,
    ...Object.keys(never),
  ]);
  return [...Object.keys(glossary.never), ...ofThings];
}

/** Scripts in which other letters stand directly before and after a word. */
const joined: ReadonlySet<Language> = new Set(["ja", "zh-Hans", "ar"]);

/** Finds a word as a word of its own: hyphens join words, and what is joined to letters is another word. */
export function patternOf(word: string, language: Language): RegExp {
  const [stem = ""] = word.split("*");
  const flags = stem === stem.toLowerCase() ? "iu" : "u";
  const literal = RegExp.escape(stem);
  if (joined.has(language)) return new RegExp(literal, flags);
  const end = word.endsWith("*") ? "" : "(?![\\p{L}\\p{M}\\p{N}])";
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}\\-\\u2011])${literal}${end}`, flags);
}
