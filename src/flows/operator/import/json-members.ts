import { isJsonObject, type JsonObject, parseJsonObject } from "../../../values/json-object.ts";

/** A text member; absent, null and empty are one, and so is any other type. */
export function textIn(json: JsonObject, member: string): string | undefined {
  const value = Object.hasOwn(json, member) ? json[member] : undefined;
  return typeof value === "string" && value !== "" ? value : undefined;
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
