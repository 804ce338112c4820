/** The kinds of pictures that may be a logo. No SVG: it can hold scripts and links. */
export type LogoKind = "png" | "jpeg" | "webp" | "gif";

/** The most that a logo may weigh. */
export const logoBytesMax = 64 * 1024;

/** By how a file of the kind begins; a dot stands for any byte. */
const beginnings: readonly (readonly [kind: LogoKind, beginning: RegExp])[] = [
  ["png", /^\x89PNG\r\n\x1a\n/],
  ["jpeg", /^\xff\xd8\xff/],
  ["gif", /^GIF8[79]a/],
  ["webp", /^RIFF.{4}WEBP/s],
];

/** Reads what kind of picture the bytes are, and not from what their sender calls them; undefined for any other kind. */
export function logoKindOf(bytes: Uint8Array): LogoKind | undefined {
  if (bytes.length > logoBytesMax) return undefined;
  const start = String.fromCharCode(...bytes.subarray(0, 12));
  return beginnings.find(([, beginning]) => beginning.test(start))?.[0];
}
