import { constantParts } from "../pages/constant-parts.ts";

/** Names gzip without refusing it (RFC 9110 §12.5.3). */
const wantsGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0{0,3})?\s*(?:,|$))/i;
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const emptyLastBlock = Buffer.from([1, 0, 0, 0xff, 0xff]);
const storedBytesMax = 0xffff;

interface CompressedPart {
  readonly text: string;
  readonly blocks: Buffer;
}

interface Compressor {
  readonly parts: readonly CompressedPart[];
  readonly crc32: (text: string) => number;
}

/** Filled for the first page, so that a start need not load zlib. */
let compressor: Compressor | undefined;

/** True if the Accept-Encoding header of a request takes gzip. */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  return acceptEncoding !== undefined && wantsGzip.test(acceptEncoding);
}

/**
 * Compresses only the parts of a page that are equal for everybody, each by itself. The other parts are stored as they are. So the
 * length of an answer says nothing about their text, and BREACH has nothing to compare (ADR 0027).
 */
export function gzipPage(page: string): Buffer {
  compressor ??= createCompressor();
  const { parts, crc32 } = compressor;
  const pieces: Buffer[] = [gzipHeader];
  let position = 0;
  for (const { text, blocks } of parts) {
    const found = page.indexOf(text, position);
    if (found === -1) continue;
    store(pieces, page.slice(position, found));
    pieces.push(blocks);
    position = found + text.length;
  }
  store(pieces, page.slice(position));
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(page), 0);
  trailer.writeUInt32LE(Buffer.byteLength(page), 4);
  pieces.push(emptyLastBlock, trailer);
  return Buffer.concat(pieces);
}

function createCompressor(): Compressor {
  const { constants, crc32, deflateRawSync } = process.getBuiltinModule("node:zlib");
  // These blocks refer to nothing before them and end on a byte, so they can stand anywhere in a stream.
  const whole = { level: 9, finishFlush: constants.Z_SYNC_FLUSH };
  return { parts: constantParts.map((text) => ({ text, blocks: deflateRawSync(text, whole) })), crc32 };
}

/** RFC 1951 §3.2.4: blocks without compression, of at most 65,535 bytes each. */
function store(pieces: Buffer[], text: string): void {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += storedBytesMax) {
    const block = bytes.subarray(start, start + storedBytesMax);
    const header = Buffer.alloc(5);
    header.writeUInt16LE(block.length, 1);
    header.writeUInt16LE(block.length ^ storedBytesMax, 3);
    pieces.push(header, block);
  }
}
