import type { Constant, SafeHtml } from "../pages/html.ts";

/** Names gzip without refusing it (RFC 9110 §12.5.3). */
const wantsGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0{0,3})?\s*(?:,|$))/i;
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const emptyLastBlock = Buffer.from([1, 0, 0, 0xff, 0xff]);
const trailerBytes = 8;
const storedBytesMax = 0xffff;
const storedHeaderBytes = 5;

/** A constant as it is sent. */
interface EncodedConstant {
  readonly bytes: Buffer;
  /** Absent until an answer in gzip needs it, so that a start need not load zlib. */
  packed?: PackedConstant;
}

/** A constant in an answer in gzip. */
interface PackedConstant {
  /** Refer to nothing before them and end on a byte, so they can stand anywhere in a stream. */
  readonly blocks: Buffer;
  /** Of the bytes that the blocks hold. */
  readonly byteLength: number;
  readonly checksum: number;
  /** How each bit of the checksum before the constant changes that behind it, from the lowest bit on. */
  readonly changes: Int32Array;
}

/** Loaded with the first answer in gzip. */
let zlib: typeof import("node:zlib") | undefined;

const encodedConstants = new WeakMap<Constant, EncodedConstant>();

/** True if the Accept-Encoding header of a request takes gzip. */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  return acceptEncoding !== undefined && wantsGzip.test(acceptEncoding);
}

/** The bytes of a page without compression. */
export function encodePage({ parts }: SafeHtml): Buffer {
  const page = spaceFor(parts, 0);
  let at = 0;
  for (const part of parts)
    at += typeof part === "string" ? page.write(part, at) : encodedOf(part).bytes.copy(page, at);
  return answerOf(page, at);
}

/**
 * Compresses only the constants of a page, each by itself and once. The other parts are stored as they are. So the length of an
 * answer says nothing about their text, and BREACH has nothing to compare (ADR 0027).
 */
export function gzipPage({ parts }: SafeHtml): Buffer {
  zlib ??= process.getBuiltinModule("node:zlib");
  const { crc32 } = zlib;
  const page = spaceFor(parts, gzipHeader.length + emptyLastBlock.length + trailerBytes);
  let at = gzipHeader.copy(page);
  let checksum = 0;
  let length = 0;
  for (const part of parts) {
    if (typeof part === "string") {
      const from = at + headersMaxOf(part);
      const byteLength = page.write(part, from);
      checksum = crc32(page.subarray(from, from + byteLength), checksum);
      length += byteLength;
      at = store(page, at, from, byteLength);
    } else {
      const packed = packedOf(part);
      checksum = checksumBehind(packed, checksum);
      length += packed.byteLength;
      at += packed.blocks.copy(page, at);
    }
  }
  at += emptyLastBlock.copy(page, at);
  at = page.writeUInt32LE(checksum, at);
  return answerOf(page, page.writeUInt32LE(length, at));
}

/** Pages are put together here, so that no text is measured before it is written. */
const workspace = Buffer.allocUnsafe(128 * 1024);

/** Room for the parts, compressed or not, and for so many bytes more. No constant grows by compression. */
function spaceFor(parts: SafeHtml["parts"], more: number): Buffer {
  let sizeMax = more;
  for (const part of parts) {
    const text = typeof part === "string" ? part : part.text;
    sizeMax += headersMaxOf(text) + byteLengthMaxOf(text);
  }
  return sizeMax <= workspace.length ? workspace : Buffer.allocUnsafe(sizeMax);
}

/** The page, apart from the place where the next one is put together. */
function answerOf(page: Buffer, length: number): Buffer {
  if (page !== workspace) return page.subarray(0, length);
  const answer = Buffer.allocUnsafe(length);
  page.copy(answer, 0, 0, length);
  return answer;
}

/** UTF-8 takes at most three bytes for a unit of UTF-16. */
function byteLengthMaxOf(text: string): number {
  return 3 * text.length;
}

function encodedOf(constant: Constant): EncodedConstant {
  const known = encodedConstants.get(constant);
  if (known !== undefined) return known;
  const encoded = { bytes: Buffer.from(constant.text) };
  encodedConstants.set(constant, encoded);
  return encoded;
}

function packedOf(constant: Constant): PackedConstant {
  const encoded = encodedOf(constant);
  encoded.packed ??= pack(encoded.bytes);
  return encoded.packed;
}

function pack(bytes: Buffer): PackedConstant {
  zlib ??= process.getBuiltinModule("node:zlib");
  const { constants, crc32, deflateRawSync } = zlib;
  const checksum = crc32(bytes);
  return {
    blocks: deflateRawSync(bytes, { level: 9, finishFlush: constants.Z_SYNC_FLUSH }),
    byteLength: bytes.length,
    checksum,
    changes: Int32Array.from({ length: 32 }, (_, bit) => crc32(bytes, (1 << bit) >>> 0) ^ checksum),
  };
}

/**
 * The checksum of everything up to the end of a constant, from the checksum of what stands before it. CRC-32 is linear: what a bit of
 * the checksum before changes does not depend on the other bits. So the constant is not read again.
 */
function checksumBehind({ checksum, changes }: PackedConstant, before: number): number {
  let behind = checksum;
  for (let bit = 0; bit < 32; bit += 1) behind ^= (changes[bit] ?? 0) * ((before >>> bit) & 1);
  return behind >>> 0;
}

/** The length of the headers of a text's blocks, if it is as long in UTF-8 as it can be. */
function headersMaxOf(text: string): number {
  return Math.ceil(byteLengthMaxOf(text) / storedBytesMax) * storedHeaderBytes;
}

/**
 * RFC 1951 §3.2.4: makes blocks without compression, of at most 65,535 bytes each, of the bytes at `from`. The first block begins at
 * `start`, with room for every header before the bytes. Returns where the last one ends.
 */
function store(page: Buffer, start: number, from: number, byteLength: number): number {
  let at = start;
  for (let done = 0; done < byteLength; done += storedBytesMax) {
    const length = Math.min(storedBytesMax, byteLength - done);
    page[at] = 0;
    page.writeUInt16LE(length, at + 1);
    page.writeUInt16LE(length ^ storedBytesMax, at + 3);
    at += storedHeaderBytes;
    if (at !== from + done) page.copyWithin(at, from + done, from + done + length);
    at += length;
  }
  return at;
}
