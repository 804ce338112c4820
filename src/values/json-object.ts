/** A JSON object about whose members nothing is checked. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** True for a JSON object: no list, no null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The JSON object that the bytes are, in UTF-8; undefined for anything else. */
export function jsonObjectOf(bytes: Uint8Array | undefined): JsonObject | undefined {
  if (!bytes) return undefined;
  try {
    const value: unknown = JSON.parse(utf8.decode(bytes));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined; // No JSON in UTF-8, which is all that the caller needs to know.
  }
}
