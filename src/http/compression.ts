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
  readonly checksum: number;
  /** How each bit of the checksum before the constant changes that behind it, from the lowest bit on. */
  readonly changes: Int32Array;
}

const encodedConstants = new WeakMap<Constant, EncodedConstant>();

/** True if the Accept-Encoding header of a request takes gzip. */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  return acceptEncoding !== undefined && wantsGzip.test(acceptEncoding);
}

/** The bytes of a page without compression. */
export function encodePage({ parts }: SafeHtml): Buffer {
  let size = 0;
  for (const part of parts)
    size += typeof part === "string" ? Buffer.byteLength(part) : encodedOf(part).bytes.length;
  const answer = Buffer.allocUnsafe(size);
  let at = 0;
  for (const part of parts)
    at += typeof part === "string" ? answer.write(part, at) : encodedOf(part).bytes.copy(answer, at);
  return answer;
}

/**
 * Compresses only the constants of a page, each by itself and once. The other parts are stored as they are. So the length of an
 * answer says nothing about their text, and BREACH has nothing to compare (ADR 0027).
 */
export function gzipPage({ parts }: SafeHtml): Buffer {
  const { crc32 } = process.getBuiltinModule("node:zlib");
  let size = gzipHeader.length + emptyLastBlock.length + trailerBytes;
  for (const part of parts)
    size += typeof part === "string" ? storedLengthOf(Buffer.byteLength(part)) : packedOf(part).blocks.length;
  const answer = Buffer.allocUnsafe(size);
  let at = gzipHeader.copy(answer);
  let checksum = 0;
  let length = 0;
  for (const part of parts) {
    if (typeof part === "string") {
      const byteLength = Buffer.byteLength(part);
      checksum = crc32(part, checksum);
      length += byteLength;
      at = store(answer, at, part, byteLength);
    } else {
      const packed = packedOf(part);
      checksum = checksumBehind(packed, checksum);
      length += encodedOf(part).bytes.length;
      at += packed.blocks.copy(answer, at);
    }
  }
  at += emptyLastBlock.copy(answer, at);
  at = answer.writeUInt32LE(checksum, at);
  answer.writeUInt32LE(length, at);
  return answer;
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
  const { constants, crc32, deflateRawSync } = process.getBuiltinModule("node:zlib");
  const checksum = crc32(bytes);
  return {
    blocks: deflateRawSync(bytes, { level: 9, finishFlush: constants.Z_SYNC_FLUSH }),
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

function storedLengthOf(byteLength: number): number {
  return byteLength + Math.ceil(byteLength / storedBytesMax) * storedHeaderBytes;
}

/** RFC 1951 §3.2.4: blocks without compression, of at most 65,535 bytes each. Returns where they end. */
function store(answer: Buffer, start: number, text: string, byteLength: number): number {
  const end = start + storedLengthOf(byteLength);
  // Written at the end, the text leaves room for the header of each block, which then moves to its place behind it.
  answer.write(text, end - byteLength);
  let at = start;
  for (let from = end - byteLength; from < end; from += storedBytesMax) {
    const length = Math.min(storedBytesMax, end - from);
    answer[at] = 0;
    answer.writeUInt16LE(length, at + 1);
    answer.writeUInt16LE(length ^ storedBytesMax, at + 3);
    answer.copyWithin(at + storedHeaderBytes, from, from + length);
    at += storedHeaderBytes + length;
  }
  return at;
}
