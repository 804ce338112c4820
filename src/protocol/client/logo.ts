/** The kinds of pictures that may be a logo. No SVG: it can hold scripts and links. */
export type LogoKind = "png" | "jpeg" | "webp" | "gif";

/** The largest logo, in bytes. */
export const logoBytesMax = 64 * 1024;

/** The first bytes of each kind; a dot stands for any byte. */
const beginnings: readonly (readonly [kind: LogoKind, beginning: RegExp])[] = [
  ["png", /^\x89PNG\r\n\x1a\n/],
  ["jpeg", /^\xff\xd8\xff/],
  ["gif", /^GIF8[79]a/],
  ["webp", /^RIFF.{4}WEBP/s],
];

/** Recognises the kind of a picture by its bytes and not by its sender's word; undefined for any other kind. */
export function logoKindOf(bytes: Uint8Array): LogoKind | undefined {
  if (bytes.length > logoBytesMax) return undefined;
  const start = String.fromCharCode(...bytes.subarray(0, 12));
  return beginnings.find(([, beginning]) => beginning.test(start))?.[0];
}
