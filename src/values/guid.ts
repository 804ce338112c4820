/**
 * The bytes of a GUID in the order of its text: the first three parts are stored with their last byte first ([MS-DTYP] §2.3.4.2). The
 * same table leads back.
 */
const byteOrder = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15] as const;
const shape = /^([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})$/i;

/** A stored GUID, such as an objectGUID of Active Directory, as lower-case text; undefined unless it has 16 bytes. */
export function guidText(bytes: Uint8Array): string | undefined {
  if (bytes.length !== byteOrder.length) return undefined;
  const digits = byteOrder.map((at) => (bytes[at] ?? 0).toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** The stored form of a GUID; undefined for any other text. */
export function guidBytes(text: string): Uint8Array | undefined {
  const digits = shape.exec(text)?.slice(1).join("");
  if (digits === undefined) return undefined;
  return Uint8Array.from(byteOrder, (at) => Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16));
}
