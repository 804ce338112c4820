import type { Position } from "../flows/listing.ts";
import { toBase64Url } from "../values/base64url.ts";
import { instantOf } from "../values/time.ts";

/** Writes the place of an item as a cursor. Callers hand it back as it is. */
export function writeCursor(parts: readonly (string | number)[]): string {
  return toBase64Url(Buffer.from(JSON.stringify(parts)));
}

/** Reads the parts of a cursor; undefined for any other text. */
export function readCursor(text: string): readonly (string | number)[] | undefined {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return undefined;
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    const isList = Array.isArray(parts) && parts.every((part) => ["string", "number"].includes(typeof part));
    return isList ? parts : undefined;
  } catch {
    return undefined;
  }
}

/** Writes a position, whose id `format` writes. */
export function writePosition<Id>({ at, id }: Position<Id>, format: (id: Id) => string): string {
  return writeCursor([at, format(id)]);
}

/** Reads a position, whose id `parse` reads. */
export function readPosition<Id>(
  text: string,
  parse: (text: string) => Id | undefined,
): Position<Id> | undefined {
  const [at, written, ...more] = readCursor(text) ?? [];
  if (typeof at !== "number" || !Number.isSafeInteger(at) || typeof written !== "string") return undefined;
  const id = parse(written);
  return id === undefined || more.length > 0 ? undefined : { at: instantOf(at), id };
}
