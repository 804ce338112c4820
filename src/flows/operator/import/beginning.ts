import { type JsonObject, parseJsonObject } from "../../../values/json-object.ts";
import { headerOf } from "./csv.ts";
import { isContainer, scanStart } from "./records.ts";

/** The beginning of a file, taken apart. */
export interface Beginning {
  readonly text: string;
  /** Its lines, without empty ones and comments. The last one may go on behind the beginning. */
  readonly lines: readonly string[];
  readonly isJson: boolean;
  /** True if the first line is an object by itself. */
  readonly isLine: boolean;
  /** The members of the one object that has the lists. */
  readonly members: ReadonlySet<string>;
  /** The first object of the file that can be a record: on a line of its own, or in one of these lists. */
  readonly record: JsonObject | undefined;
  /** What the first record names: the members of the object, or the columns of a CSV file. */
  readonly names: ReadonlySet<string>;
}

/** Takes the beginning of a file apart. `lists` are the members that can hold the records; the empty name is a list at the top. */
export function beginningOf(start: string, lists: readonly string[]): Beginning {
  const text = start.trimStart();
  const isJson = text.startsWith("{") || text.startsWith("[");
  const whole = text.split("\n");
  const lines = whole.filter((line) => line.trim() !== "" && !/^(?:#|---|%)/.test(line));
  const nothing = new Set<string>();
  const none = { text, lines, isJson, isLine: false, members: nothing, record: undefined };
  if (!isJson) return { ...none, names: new Set(headerOf(text)) };
  const line = parseJsonObject(whole[0] ?? "");
  if (line !== undefined && !isContainer(line))
    return { ...none, isLine: true, record: line, names: new Set(Object.keys(line)) };
  const { members, first } = scanStart(text);
  const found = lists.map((list) => first.get(list)).find((each) => each !== undefined);
  const record = found === undefined ? undefined : parseJsonObject(found);
  return { ...none, members, record, names: new Set(Object.keys(record ?? {})) };
}

/** True if the first record names each of these. */
export function hasAll({ names }: Beginning, ...wanted: readonly string[]): boolean {
  return wanted.every((name) => names.has(name));
}
