const alphabet = /^[A-Za-z0-9_-]*$/;

/** Encodes bytes as base64url without padding (RFC 4648 §5). */
export function toBase64Url(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64url");
}

/**
 * Decodes base64url without padding, strictly: foreign characters, padding and spare bits are refused,
 * so that two different texts never mean the same bytes. Returns undefined when refused.
 */
export function fromBase64Url(text: string): Uint8Array | undefined {
  if (text.length % 4 === 1 || !alphabet.test(text)) return undefined;
  const bytes = Buffer.from(text, "base64url");
  return bytes.toString("base64url") === text ? bytes : undefined;
}
