import { isJsonObject, type JsonObject, parseJsonObject } from "../../../values/json-object.ts";
import type { Flag } from "./person-texts.ts";

/** A text member; absent, null and empty are one, and so is any other type. */
export function textIn(json: JsonObject, member: string): string | undefined {
  const value = Object.hasOwn(json, member) ? json[member] : undefined;
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A member that is true or false; null is like absent. */
export function flagIn(json: JsonObject, member: string): Flag {
  const value = json[member] ?? undefined;
  return value === undefined || typeof value === "boolean" ? value : "unusable";
}

/** A text or number member as text: many products write ids as numbers. */
export function wordIn(json: JsonObject, member: string): string | undefined {
  const value = json[member];
  return typeof value === "number" ? String(value) : textIn(json, member);
}

/** A list of texts; anything else in it is left out. */
export function textsIn(json: JsonObject, member: string): readonly string[] {
  const value = json[member];
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === "string") : [];
}

/** A list of objects. */
export function objectsIn(json: JsonObject, member: string): readonly JsonObject[] {
  const value = json[member];
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** An object, also one that is written as JSON in a text. */
export function objectIn(json: JsonObject, member: string): JsonObject {
  const value = json[member];
  if (typeof value === "string") return parseJsonObject(value) ?? {};
  return isJsonObject(value) ? value : {};
}

/** False for null, and for a text, list or object with nothing in it, which are like an absent member. */
export function isSaid(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return value !== undefined && value !== null && value !== "";
}

/** The members that are there. */
export function textsOf<Name extends string>(
  values: Readonly<Record<Name, string | undefined>>,
): { readonly [Each in Name]?: string } {
  const said = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(said) as { readonly [Each in Name]?: string };
}

/** The links to providers in a list; one without provider or subject is none. */
export function identitiesIn(
  value: unknown,
  read: (json: JsonObject) => { readonly upstream: string | undefined; readonly subject: string | undefined },
): readonly { readonly upstream: string; readonly subject: string }[] {
  return (Array.isArray(value) ? value.filter(isJsonObject) : []).flatMap((json) => {
    const { upstream, subject } = read(json);
    return upstream === undefined || subject === undefined ? [] : [{ upstream, subject }];
  });
}
