/** A JSON object about whose members nothing is checked. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** True for a JSON object: no list, no null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
