import { isJsonObject, isTextList, type JsonObject } from "../../values/json-object.ts";
import type { Seconds } from "../../values/time.ts";
import { signingAlgorithms } from "../jwk.ts";
import { type Language, languages } from "../language.ts";
import { type Api, type ApiScope, openings, tokenFormats } from "./api.ts";
import type { ResourceUri } from "./resource.ts";

/** What a store keeps of an API beside its resource and its instants. */
type ApiDetails = Omit<Api, "resource" | "createdAt" | "updatedAt">;

/** The text that a store keeps. */
export function apiToStore({ resource, createdAt, updatedAt, ...details }: Api): string {
  return JSON.stringify(details satisfies ApiDetails);
}

/** Reads what `apiToStore` wrote; undefined for anything that this release did not write. */
export function apiFromStore(stored: JsonObject): ApiDetails | undefined {
  const { name, tokenLifetime, mayExchangeFor, roles } = stored;
  const tokenFormat = oneOf(tokenFormats, stored.tokenFormat);
  const signingAlgorithm = oneOf(signingAlgorithms, stored.signingAlgorithm);
  const openTo = oneOf(openings, stored.openTo);
  const scopes = scopesOf(stored.scopes);
  if (typeof name !== "string" || !isTextList(mayExchangeFor) || !scopes) return undefined;
  if (!tokenFormat || !signingAlgorithm || !openTo) return undefined;
  if (roles !== undefined && !(isJsonObject(roles) && isTextList(Object.values(roles)))) return undefined;
  if (tokenLifetime !== undefined && !Number.isSafeInteger(tokenLifetime)) return undefined;
  return {
    name,
    scopes,
    tokenFormat,
    ...(tokenLifetime !== undefined && { tokenLifetime: tokenLifetime as Seconds }),
    signingAlgorithm,
    openTo,
    ...(roles !== undefined && { roles: roles as Readonly<Record<string, string>> }),
    mayExchangeFor: mayExchangeFor as readonly ResourceUri[],
  };
}

function scopesOf(stored: unknown): readonly ApiScope[] | undefined {
  if (!Array.isArray(stored)) return undefined;
  const scopes = stored.map(scopeOf);
  return scopes.includes(undefined) ? undefined : (scopes as readonly ApiScope[]);
}

function scopeOf(stored: unknown): ApiScope | undefined {
  if (!isJsonObject(stored) || !isJsonObject(stored.translations)) return undefined;
  const { name, sentence, translations, groups } = stored;
  if (typeof name !== "string" || typeof sentence !== "string") return undefined;
  if (groups !== undefined && !isTextList(groups)) return undefined;
  // A language that only a newer release has is left out.
  const given = languages.filter((language) => typeof translations[language] === "string");
  const entries = given.map((language) => [language, translations[language]]);
  return {
    name,
    sentence,
    translations: Object.fromEntries(entries) as Partial<Record<Language, string>>,
    ...(groups !== undefined && { groups }),
  };
}

function oneOf<Word extends string>(words: readonly Word[], word: unknown): Word | undefined {
  return words.find((known) => known === word);
}
