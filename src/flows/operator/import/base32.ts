const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Reads base32 (RFC 4648 §6) with or without padding, in either case; undefined for any other text. */
export function readBase32(text: string): Uint8Array | undefined {
  const bytes: number[] = [];
  let [value, bits] = [0, 0];
  for (const letter of text.toUpperCase().replace(/(?<!=)=+$/, "")) {
    const digit = letters.indexOf(letter);
    if (digit < 0) return undefined;
    value = ((value << 5) | digit) & 0xffff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >> bits) & 0xff);
  }
  return bytes.length === 0 ? undefined : Uint8Array.from(bytes);
}

/** Writes base32 without padding, as authenticator apps show it. */
export function writeBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => letters[Number.parseInt(group.padEnd(5, "0"), 2)]).join("");
}
