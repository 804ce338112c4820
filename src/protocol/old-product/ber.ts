/** The elements that messages of LDAP consist of: Basic Encoding Rules with definite lengths (RFC 4511 §5.1). */

/** The longest message in either direction. */
export const messageBytesMax = 64 * 1024;

/** An element within some bytes: its tag, and where its content begins and ends. */
export interface Element {
  readonly tag: number;
  readonly start: number;
  readonly end: number;
}

/** The element that begins there; undefined if it goes on beyond the bytes. */
export function elementAt(bytes: Uint8Array, at: number): Element | "malformed" | "too-large" | undefined {
  const [tag, short] = [bytes[at], bytes[at + 1]];
  if (tag === undefined || short === undefined) return undefined;
  const lengthBytes = short < 0x80 ? 0 : short - 0x80;
  // Active Directory writes each length in four bytes, however short it is.
  if (short === 0x80 || lengthBytes > 4) return "malformed";
  const start = at + 2 + lengthBytes;
  if (bytes.length < start) return undefined;
  const length =
    lengthBytes === 0 ? short : bytes.subarray(at + 2, start).reduce((sum, byte) => sum * 256 + byte, 0);
  if (length > messageBytesMax) return "too-large";
  return bytes.length < start + length ? undefined : { tag, start, end: start + length };
}

/** The elements of which the content of an element consists; undefined if they do not end where it does. */
export function elementsIn(
  bytes: Uint8Array,
  { start, end }: Pick<Element, "start" | "end">,
): readonly Element[] | undefined {
  const within = bytes.subarray(0, end);
  const elements: Element[] = [];
  for (let at = start; at < end; ) {
    const element = elementAt(within, at);
    if (typeof element !== "object") return undefined;
    elements.push(element);
    at = element.end;
  }
  return elements;
}

/** A number that is not negative, of at most four bytes. */
export function numberIn(bytes: Uint8Array, { start, end }: Element): number | undefined {
  const digits = bytes.subarray(start, end);
  const [first = 0x80] = digits;
  return first >= 0x80 || digits.length > 4 ? undefined : digits.reduce((sum, byte) => sum * 256 + byte, 0);
}

/** Writes an element. Throws a `RangeError` if it is too long for a message. */
export function element(tag: number, ...parts: readonly ArrayLike<number>[]): Uint8Array {
  const length = parts.reduce((sum, { length: own }) => sum + own, 0);
  const lengthBytes = length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff];
  if (length > 0xffff) throw new RangeError("An LDAP message is at most 64 KiB here.");
  return Uint8Array.from([tag, ...lengthBytes, ...parts.flatMap((part) => Array.from(part))]);
}

/** An OCTET STRING: a text in UTF-8, or bytes. */
export function octets(value: string | Uint8Array): Uint8Array {
  return element(0x04, typeof value === "string" ? bytesOf(value) : value);
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
