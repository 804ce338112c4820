import { InvalidArgumentError, Option } from "commander";
import { apiProblems, tokenLifetimes } from "../flows/operator/api-problem.ts";
import type { WantedTranslation } from "../flows/operator/read-api.ts";
import { openings, tokenFormats } from "../protocol/api/api.ts";
import { signingAlgorithms } from "../protocol/jwk.ts";
import { parseLanguage } from "../protocol/language.ts";
import { ok, type Result } from "../values/result.ts";
import { collect } from "./client-options.ts";
import { type OptionGroup, removable } from "./operation-input.ts";
import { type Problem, refused } from "./outcome.ts";

/** The options that create and change an API. */
export function changeOptions() {
  return {
    token_format: new Option(
      "--token <format>",
      "opaque: can be revoked at once; jwt: the API reads it by itself",
    ).choices(tokenFormats),
    token_lifetime_seconds: new Option(
      "--lifetime <seconds>",
      `how long a token lives: ${tokenLifetimes.least} to ${tokenLifetimes.most} seconds`,
    ),
    signing_alg: new Option("--sign <alg>", "the algorithm that signs JWTs; ES256 unless named").choices(
      signingAlgorithms,
    ),
    open_to: new Option("--open-to <whom>", "which clients may ask for tokens; listed unless named").choices(
      openings,
    ),
    may_exchange_for: new Option(
      "--may-exchange-for <resource>",
      "its server may get tokens of that API for its own; may be repeated",
    ).argParser(collect),
    roles: roleOptions(),
  };
}

/** Those of them whose value can be removed, of an API that exists. */
export function removableOptions() {
  const { token_lifetime_seconds, may_exchange_for } = changeOptions();
  return {
    token_lifetime_seconds: removable(
      token_lifetime_seconds,
      "tokens live as long as is usual for their format",
    ),
    may_exchange_for: removable(may_exchange_for, "its server gets no other tokens"),
    roles: roleOptions(new Option("--no-role", "no group gives a role")),
  };
}

function roleOptions(...others: readonly Option[]): OptionGroup {
  const option = new Option(
    "--role <group=role>",
    "the role that a group gives, in the claim roles of JWTs; may be repeated",
  );
  return {
    options: [option.argParser(collectRead(readRoleOption)), ...others],
    read: ({ role }) => ok(role === undefined ? undefined : Object.fromEntries(role || [])),
  };
}

/** Reads `group=role`. The group ends at the first `=`. */
function readRoleOption(text: string): readonly [string, string] {
  const { name, sentence } = readWords(text, "It is a group and the role that it gives: staff=editor.");
  return [name.normalize("NFC"), sentence];
}

/** The option that binds a scope to groups. */
export function scopeGroupOption(): Option {
  return new Option("--group <group>", "only people of this group can have it; may be repeated").argParser(
    collect,
  );
}

/** The options that say the scopes of a new API. */
export function scopeOptions(): OptionGroup {
  return {
    options: [
      new Option(
        "--scope <name=sentence>",
        "what clients may ask for, and the sentence for people; may be repeated",
      ).argParser(collectRead(readScopeOption)),
      new Option(
        "--scope-text <language:name=sentence>",
        "the sentence in another language; may be repeated",
      ).argParser(collectRead(readScopeTextOption)),
    ],
    read: ({ scope, scopeText }) => scopesOf(scope ?? [], scopeText ?? []),
  };
}

interface ScopeOption {
  readonly name: string;
  readonly sentence: string;
}

interface ScopeTextOption extends WantedTranslation {
  readonly scope: string;
}

function scopesOf(
  scopes: readonly ScopeOption[],
  texts: readonly ScopeTextOption[],
): Result<readonly object[], Problem> {
  const stray = texts.find((text) => !scopes.some(({ name }) => name === text.scope));
  if (stray !== undefined)
    return refused(apiProblems, { kind: "translation-of-nothing", scope: stray.scope });
  const translated: object[] = [];
  for (const scope of scopes) {
    const translations = translationsOf(texts.filter((text) => text.scope === scope.name));
    if (!translations.ok) return translations;
    translated.push({ ...scope, translations: translations.value });
  }
  return ok(translated);
}

/** Sentences by their languages. */
export function translationsOf(
  texts: readonly WantedTranslation[],
): Result<Readonly<Record<string, string>>, Problem> {
  const unknown = texts.find(({ language }) => parseLanguage(language) === undefined);
  if (unknown !== undefined)
    return refused(apiProblems, { kind: "language-unknown", text: unknown.language });
  return ok(Object.fromEntries(texts.map(({ language, sentence }) => [language, sentence])));
}

/** Reads `name=sentence`. The name ends at the first `=`. */
export function readScopeOption(text: string): ScopeOption {
  return readWords(text, 'It is a scope and the sentence for people: orders:read="See your orders".');
}

/** Reads `language=sentence`. */
export function readTextOption(text: string): WantedTranslation {
  const { name, sentence } = readWords(
    text,
    'It is a language and the sentence: de="Ihre Bestellungen sehen".',
  );
  return { language: name, sentence };
}

/** Reads `language:name=sentence`. The language ends at the first colon. */
function readScopeTextOption(text: string): ScopeTextOption {
  const example = 'It is a language, a scope and the sentence: de:orders:read="Ihre Bestellungen sehen".';
  const { name, sentence } = readWords(text, example);
  const colon = name.indexOf(":");
  if (colon < 1 || colon === name.length - 1) throw new InvalidArgumentError(example);
  return { language: name.slice(0, colon), scope: name.slice(colon + 1), sentence };
}

/** Gathers an option that may be repeated, read one by one. */
export function collectRead<T>(read: (text: string) => T) {
  return (text: string, before: readonly T[] | undefined): readonly T[] => [...(before ?? []), read(text)];
}

function readWords(text: string, rule: string): ScopeOption {
  const [, name = "", sentence = ""] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  if (name === "" || sentence === "") throw new InvalidArgumentError(rule);
  return { name, sentence };
}
