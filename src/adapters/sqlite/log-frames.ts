import { closeSync, fstatSync, openSync, readSync } from "node:fs";

const headerBytes = 32;
const frameHeaderBytes = 24;
/** How many frames are read at once. A frame is a page and its header. */
const framesAtOnce = 64;
/** A log is a few megabytes; the checksums of one that grew beyond this are not verified. */
const summedBytesMax = 256 * 1024 * 1024;
const littleEndianMagic = 0x377f0682;
const bigEndianMagic = 0x377f0683;

/** The content of a write-ahead log (sqlite.org/fileformat2.html#the_write_ahead_log), as SQLite would replay it. */
export type LogContent =
  | { readonly kind: "absent" | "empty" | "too-long" }
  /** The header is damaged, so that SQLite would replay nothing. */
  | { readonly kind: "unreadable" }
  | {
      readonly kind: "frames";
      /** Frames of complete transactions. */
      readonly committed: number;
      /** The length of the database after them; 0 without any. */
      readonly pageCount: number;
      /** The pages in them. */
      readonly pages: ReadonlySet<number>;
      /** Frames of this log that lie behind a damaged one. SQLite replays none of them and says nothing. */
      readonly cutOff: number;
    };

/** Reads the log of the database at this path and verifies its checksums. Throws what the system throws. */
export function readLog(path: string): LogContent {
  let descriptor: number;
  try {
    descriptor = openSync(`${path}-wal`, "r");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return { kind: "absent" };
    throw error;
  }
  try {
    return readFrames(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

type Sums = [number, number];

function readFrames(descriptor: number): LogContent {
  const { size } = fstatSync(descriptor);
  const header = Buffer.alloc(headerBytes);
  if (size < headerBytes || readSync(descriptor, header, 0, headerBytes, 0) < headerBytes)
    return { kind: "empty" };
  if (header.every((byte) => byte === 0)) return { kind: "empty" };
  if (size > summedBytesMax) return { kind: "too-long" };
  const magic = header.readUInt32BE(0);
  const isLittleEndian = magic === littleEndianMagic;
  if (!isLittleEndian && magic !== bigEndianMagic) return { kind: "unreadable" };
  const sums: Sums = [0, 0];
  add(sums, header.subarray(0, 24), isLittleEndian);
  if (!isSum(sums, header, 24)) return { kind: "unreadable" };
  const frameBytes = header.readUInt32BE(8) + frameHeaderBytes;
  const found = { committed: 0, pageCount: 0, pages: new Set<number>(), cutOff: 0 };
  const uncommitted: number[] = [];
  let isSound = true;
  let frames = 0;
  for (const frame of framesOf(descriptor, frameBytes)) {
    const isOfThisLog = frame.compare(header, 16, 24, 8, 16) === 0;
    if (isSound) {
      add(sums, frame.subarray(0, 8), isLittleEndian);
      add(sums, frame.subarray(frameHeaderBytes), isLittleEndian);
      isSound = isOfThisLog && isSum(sums, frame, 16);
    }
    if (!isSound) {
      if (isOfThisLog) found.cutOff += 1;
      continue;
    }
    frames += 1;
    uncommitted.push(frame.readUInt32BE(0));
    const pageCount = frame.readUInt32BE(4);
    if (pageCount === 0) continue;
    for (const page of uncommitted.splice(0)) found.pages.add(page);
    found.committed = frames;
    found.pageCount = pageCount;
  }
  return { kind: "frames", ...found };
}

function* framesOf(descriptor: number, frameBytes: number): Generator<Buffer> {
  const buffer = Buffer.alloc(frameBytes * framesAtOnce);
  for (let offset = headerBytes; ; offset += buffer.length) {
    const read = readSync(descriptor, buffer, 0, buffer.length, offset);
    for (let start = 0; start + frameBytes <= read; start += frameBytes)
      yield buffer.subarray(start, start + frameBytes);
    if (read < buffer.length) return;
  }
}

/** The checksum of the format: two sums that run on from frame to frame, over pairs of 32-bit words. */
function add(sums: Sums, bytes: Buffer, isLittleEndian: boolean): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let [first, second] = sums;
  for (let offset = 0; offset < bytes.length; offset += 8) {
    first = (first + view.getUint32(offset, isLittleEndian) + second) >>> 0;
    second = (second + view.getUint32(offset + 4, isLittleEndian) + first) >>> 0;
  }
  sums[0] = first;
  sums[1] = second;
}

function isSum(sums: Sums, bytes: Buffer, offset: number): boolean {
  return sums[0] === bytes.readUInt32BE(offset) && sums[1] === bytes.readUInt32BE(offset + 4);
}
