import type { ApiScope } from "../../protocol/api/api.ts";
import { parsedSpelling, parseResource, type ResourceUri } from "../../protocol/api/resource.ts";
import { isScopeName } from "../../protocol/api/scope-name.ts";
import { type Language, parseLanguage } from "../../protocol/language.ts";
import { isKnownScope } from "../../protocol/scope.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { type Seconds, secondsOf } from "../../values/time.ts";
import { type ApiProblem, apiScopesMax, sentenceLengthMax, tokenLifetimes } from "./api-problem.ts";
import { readDisplayName } from "./display-name.ts";

/** A sentence of a scope in another language, as an operator wrote it. */
export interface WantedTranslation {
  readonly language: string;
  readonly sentence: string;
}

/** A scope as an operator wrote it. */
export interface WantedScope {
  readonly name: string;
  readonly sentence: string;
  readonly translations: readonly WantedTranslation[];
  /** The groups whose people can have it; absent or empty for everybody. */
  readonly groups?: readonly string[] | undefined;
}

/** An address without its scheme, such as localhost:4000/orders. URL parsers take the host for the scheme. */
const bareAddress = /^(localhost|[\w-]+(\.[\w-]+)+):\d+(\/|$)/i;

/** Reads the resource of a new API, which is spelled as URL parsers print it. */
export function readResource(text: string): Result<ResourceUri, ApiProblem> {
  if (bareAddress.test(text)) return refuse({ kind: "scheme-missing", text });
  const url = URL.parse(text);
  const spelling = parsedSpelling(text);
  if (url === null || spelling === undefined) return refuse({ kind: "resource-unusable", text });
  if (url.username !== "" || url.password !== "") return refuse({ kind: "resource-with-credentials" });
  const resource = parseResource(text);
  if (resource !== spelling) return refuse({ kind: "resource-misspelled", text, spelling });
  return ok(resource);
}

/** Reads the scopes of an API: each once, and not more than there may be. */
export function readScopes(wanted: readonly WantedScope[]): Result<readonly ApiScope[], ApiProblem> {
  const scopes: ApiScope[] = [];
  for (const [index, each] of wanted.entries()) {
    const scope = readScope(each);
    if (!scope.ok) return refuse({ ...scope.reason, index });
    if (scopes.some(({ name }) => name === each.name))
      return refuse({ kind: "scope-twice", scope: each.name });
    scopes.push(scope.value);
  }
  return scopes.length > apiScopesMax ? refuse({ kind: "scopes-too-many" }) : ok(scopes);
}

/** Reads one scope. */
export function readScope({
  name,
  sentence,
  translations,
  groups = [],
}: WantedScope): Result<ApiScope, ApiProblem> {
  if (!isScopeName(name)) return refuse({ kind: "scope-unusable", text: name });
  if (isKnownScope(name)) return refuse({ kind: "scope-reserved", scope: name });
  const own = readDisplayName(sentence, sentenceLengthMax);
  if (!own.ok) return refuse({ kind: "sentence-unusable", scope: name });
  const read: Partial<Record<Language, string>> = {};
  for (const translation of translations) {
    const language = parseLanguage(translation.language);
    if (language === undefined) return refuse({ kind: "language-unknown", text: translation.language });
    const words = readDisplayName(translation.sentence, sentenceLengthMax);
    if (!words.ok) return refuse({ kind: "sentence-unusable", scope: name, language });
    read[language] = words.value;
  }
  const bound = groups.length === 0 ? {} : { groups: [...new Set(groups)] };
  return ok({ name, sentence: own.value, translations: read, ...bound });
}

/** Reads the life of tokens. */
export function readLifetime(text: string): Result<Seconds, ApiProblem> {
  const seconds = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  const { least, most } = tokenLifetimes;
  return seconds < least || seconds > most ? refuse({ kind: "lifetime-unusable" }) : ok(secondsOf(seconds));
}
