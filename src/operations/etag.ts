import { toBase64Url } from "../values/base64url.ts";
import { sha256 } from "../values/digest.ts";
import { type Instant, instantOf } from "../values/time.ts";

/**
 * The entity tag of something without versions. It is made of the record alone, so every node and release that answers the same record
 * answers the same tag.
 */
export function etagOf(record: object): string {
  return `"${toBase64Url(sha256(JSON.stringify(record)).subarray(0, 16))}"`;
}

const tagList = /^\s*(?:W\/)?"[\x21\x23-\x7e]*"(?:\s*,\s*(?:W\/)?"[\x21\x23-\x7e]*")*\s*$/;

/** True for a value of `If-Match` (RFC 9110 §13.1.1). */
export function isTagList(value: string): boolean {
  return value.trim() === "*" || tagList.test(value);
}

/** The entity tag of something that has versions. Only this service reads its content. */
export function versionTag({ updatedAt }: { readonly updatedAt: Instant }): string {
  return `"${updatedAt}"`;
}

/** The versions that a value of `If-Match` names, by strong comparison (RFC 9110 §8.8.3.2). Undefined for `*`: any. */
export function versionsIn(value: string): readonly Instant[] | undefined {
  if (value.trim() === "*") return undefined;
  const tags = value.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.filter((tag) => /^"\d{1,15}"$/.test(tag)).map((tag) => instantOf(Number(tag.slice(1, -1))));
}

/** Strong comparison (RFC 9110 §8.8.3.2): a weak tag equals nothing. `*` equals any tag. */
export function matches(value: string, etag: string): boolean {
  if (value.trim() === "*") return true;
  const tags: readonly string[] = value.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.includes(etag);
}
