import { type GrantId, grantIdOf } from "../../values/ids.ts";

/** The content of a refresh token. It travels sealed inside the token itself and is stored nowhere. */
export interface RefreshPayload {
  readonly familyId: GrantId;
  /** The number of this token in its family; the first is 1. */
  readonly generation: number;
}

/*
 * Layout: version 1 · family id 16 · generation 4, big-endian.
 */
const version = 1;
const familyIdAt = 1;
const generationAt = 17;
const payloadBytes = 21;

const prefix = "lkrt_";
const tokenLengthMax = 256;
const tokenShape = /^lkrt_[A-Za-z0-9_-]+$/;

/**
 * Makes a refresh token. `seal` returns base64url; the prefix lets scanners find a leaked token. Throws when the generation is out of
 * range: that is a bug.
 */
export function createRefreshToken(
  { familyId, generation }: RefreshPayload,
  seal: (packed: Uint8Array) => string,
): string {
  const bytes = Buffer.allocUnsafe(payloadBytes);
  bytes[0] = version;
  bytes.set(familyId, familyIdAt);
  bytes.writeUInt32BE(generation, generationAt);
  return `${prefix}${seal(bytes)}`;
}

/** Reads a presented refresh token; undefined for any other text. `open` undoes what `seal` did. */
export function openRefreshToken(
  text: string,
  open: (sealed: string) => Uint8Array | undefined,
): RefreshPayload | undefined {
  const packed = isRefreshToken(text) ? open(text.slice(prefix.length)) : undefined;
  if (packed === undefined || packed.length !== payloadBytes || packed[0] !== version) return undefined;
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  return {
    familyId: grantIdOf(bytes.subarray(familyIdAt, generationAt)),
    generation: bytes.readUInt32BE(generationAt),
  };
}

/** Whether a text looks like a refresh token; it may still be none of this service. */
export function isRefreshToken(text: string): boolean {
  return text.length <= tokenLengthMax && tokenShape.test(text);
}
