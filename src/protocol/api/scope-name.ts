/** How long the name of a scope of an API is at most. */
export const scopeNameLengthMax = 100;

const shape = /^[\x21\x24-\x2b\x2d-\x5b\x5d-\x7e]+$/;

/**
 * True for the name of a scope (RFC 6749 §3.3). A comma separates scopes in requests, and `#` an API from its scope in consents. The
 * names of dot segments are refused, because no address of such a scope survives a URL parser (RFC 3986 §5.2.4).
 */
export function isScopeName(text: string): boolean {
  return text.length <= scopeNameLengthMax && shape.test(text) && text !== "." && text !== "..";
}
