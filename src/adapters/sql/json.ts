import { isTextList, type JsonObject, parseJson, parseJsonObject } from "../../values/json-object.ts";
import { DamagedRow, type Row, text } from "./rows.ts";

/** Reads a TEXT column that holds a JSON object; anything else throws `DamagedRow`, as in every function of this file. */
export function jsonObject(row: Row, column: string): JsonObject {
  return parseJsonObject(text(row, column)) ?? damaged(column);
}

/** Reads a TEXT column that holds a JSON object whose members are strings. */
export function jsonTexts(row: Row, column: string): Readonly<Record<string, string>> {
  const members = Object.entries(jsonObject(row, column));
  return Object.fromEntries(members.map(([name, value]) => [name, string(value, column)]));
}

/** Reads a TEXT column that holds a JSON array of strings. */
export function jsonStrings(row: Row, column: string): readonly string[] {
  return strings(parseJson(text(row, column)), column);
}

export function string(value: unknown, name: string): string {
  return typeof value === "string" ? value : damaged(name);
}

export function number(value: unknown, name: string): number {
  return typeof value === "number" ? value : damaged(name);
}

/** Reads a member that is an array of strings. */
export function strings(value: unknown, name: string): readonly string[] {
  return isTextList(value) ? value : damaged(name);
}

function damaged(name: string): never {
  throw new DamagedRow(`${name} holds something else than this release wrote.`);
}
