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
  blocks?: Buffer;
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
    size += typeof part === "string" ? storedLengthOf(Buffer.byteLength(part)) : blocksOf(part).length;
  const answer = Buffer.allocUnsafe(size);
  let at = gzipHeader.copy(answer);
  let checksum = 0;
  let length = 0;
  for (const part of parts) {
    const bytes = typeof part === "string" ? writeBehindHeaders(answer, at, part) : encodedOf(part).bytes;
    checksum = crc32(bytes, checksum);
    length += bytes.length;
    at = typeof part === "string" ? store(answer, at, bytes) : at + blocksOf(part).copy(answer, at);
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

/** The constant as blocks that refer to nothing before them and end on a byte, so that they can stand anywhere in a stream. */
function blocksOf(constant: Constant): Buffer {
  const encoded = encodedOf(constant);
  if (encoded.blocks === undefined) {
    const { constants, deflateRawSync } = process.getBuiltinModule("node:zlib");
    encoded.blocks = deflateRawSync(encoded.bytes, { level: 9, finishFlush: constants.Z_SYNC_FLUSH });
  }
  return encoded.blocks;
}

function storedLengthOf(byteLength: number): number {
  return byteLength + Math.ceil(byteLength / storedBytesMax) * storedHeaderBytes;
}

/** Writes a text where `store` leaves room for the headers of its blocks, and returns its bytes. */
function writeBehindHeaders(answer: Buffer, at: number, text: string): Buffer {
  const byteLength = Buffer.byteLength(text);
  const end = at + storedLengthOf(byteLength);
  answer.write(text, end - byteLength);
  return answer.subarray(end - byteLength, end);
}

/** RFC 1951 §3.2.4: blocks without compression, of at most 65,535 bytes each. Returns where they end. */
function store(answer: Buffer, start: number, bytes: Buffer): number {
  let at = start;
  for (let from = 0; from < bytes.length; from += storedBytesMax) {
    const block = bytes.subarray(from, from + storedBytesMax);
    answer[at] = 0;
    answer.writeUInt16LE(block.length, at + 1);
    answer.writeUInt16LE(block.length ^ storedBytesMax, at + 3);
    at += storedHeaderBytes + block.copy(answer, at + storedHeaderBytes);
  }
  return at;
}
