import type { ShownApi, ShownRight } from "../../pages/access.ts";
import { type ApiAccess, type ApiRight, accessOf } from "../../protocol/api/allowance.ts";
import { type Api, tokenLifetimeOf } from "../../protocol/api/api.ts";
import type { Language } from "../../protocol/language.ts";
import { secondsOf } from "../../values/time.ts";

/** What allowances mean for people, API by API. `apis` are those that exist. */
export function shownApisOf(
  allowances: readonly string[],
  apis: readonly Api[],
  language: Language,
): readonly ShownApi[] {
  return accessOf(allowances, apis).map((access) => shownApi(access, language));
}

function shownApi({ resource, api, rights }: ApiAccess, language: Language): ShownApi {
  const shown = rights.map((right) => shownRight(right, language));
  if (api === undefined) return { name: resource, host: undefined, rights: shown };
  const isReadByApi = api.tokenFormat === "jwt";
  return {
    name: api.name,
    host: URL.parse(resource)?.host || resource,
    rights: withoutRepeats(shown),
    outlives: isReadByApi ? tokenLifetimeOf(api, secondsOf(0)) : undefined,
  };
}

function shownRight({ value, scope }: ApiRight, language: Language): ShownRight {
  if (scope === undefined) return { kind: "scope", text: value };
  const translation = scope.translations[language];
  return { kind: "sentence", text: translation ?? scope.sentence, isTranslated: translation !== undefined };
}

/** Two scope values may have one sentence, and a person reads it once. */
function withoutRepeats(rights: readonly ShownRight[]): readonly ShownRight[] {
  return rights.filter(({ text }, index) => rights.findIndex((other) => other.text === text) === index);
}
