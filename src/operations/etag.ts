import { toBase64Url } from "../values/base64url.ts";
import { sha256 } from "../values/digest.ts";

/**
 * The entity tag of what an operator may change. It is made of the record alone, so every node and release that answers the same
 * record answers the same tag.
 */
export function etagOf(record: object): string {
  return `"${toBase64Url(sha256(JSON.stringify(record)).subarray(0, 16))}"`;
}

const tagList = /^\s*(?:W\/)?"[\x21\x23-\x7e]*"(?:\s*,\s*(?:W\/)?"[\x21\x23-\x7e]*")*\s*$/;

/** True for a value of `If-Match` (RFC 9110 §13.1.1). */
export function isTagList(value: string): boolean {
  return value.trim() === "*" || tagList.test(value);
}

/** Strong comparison (RFC 9110 §8.8.3.2): a weak tag equals nothing. `*` stands for whatever is there. */
export function matches(value: string, etag: string): boolean {
  if (value.trim() === "*") return true;
  const tags: readonly string[] = value.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.includes(etag);
}
