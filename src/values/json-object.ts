/** A JSON object whose members are unchecked. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** True for a JSON object: no list, no null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True for a list of strings, the empty one included. */
export function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/** Reads JSON of any kind; undefined for any other text. The parser's message is dropped, because it quotes the text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads a JSON object; undefined for any other text. */
export function parseJsonObject(text: string): JsonObject | undefined {
  const value = parseJson(text);
  return isJsonObject(value) ? value : undefined;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Reads a JSON object in UTF-8; undefined for any other bytes, and for none. */
export function parseJsonBytes(bytes: Uint8Array | undefined): JsonObject | undefined {
  if (bytes === undefined) return undefined;
  try {
    return parseJsonObject(utf8.decode(bytes));
  } catch {
    return undefined; // Not UTF-8, which is all that the caller needs to know.
  }
}
