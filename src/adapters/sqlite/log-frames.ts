import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { errorCodeOf } from "../../values/error-code.ts";

const headerBytes = 32;
const frameHeaderBytes = 24;
/** How many frames are read at once. A frame is a page and its header. */
const framesAtOnce = 64;
/** A log is a few megabytes; the checksums of one that grew beyond this are not verified. */
const summedBytesMax = 256 * 1024 * 1024;
const littleEndianMagic = 0x377f0682;
const bigEndianMagic = 0x377f0683;

/** The content of a write-ahead log (sqlite.org/fileformat2.html#the_write_ahead_log), as SQLite would replay it. */
type LogContent =
  | { readonly kind: "absent" | "too-long" }
  /** The header is damaged, so that SQLite would replay nothing. */
  | { readonly kind: "unreadable" }
  | LogFrames;

/** The frames of a log that can be read; none if it is empty. */
export interface LogFrames {
  readonly kind: "frames";
  /** Tell this log from the one that was in the file before; hexadecimal, empty if the log is. */
  readonly salts: string;
  /** Frames of complete transactions. */
  readonly committed: number;
  /** The length of the database after them; 0 without any. */
  readonly pageCount: number;
  /** The pages in them. */
  readonly pages: ReadonlySet<number>;
  /**
   * Frames from the first one that does not belong to the log up to the last commit of this log behind it (ADR 0064); 0 if there is no
   * such commit. SQLite replays none of them and says nothing.
   */
  readonly cutOff: number;
}

/** Reads the log of the database at this path and verifies its checksums. Throws what the system throws. */
export function readLog(path: string): LogContent {
  let descriptor: number;
  try {
    descriptor = openSync(`${path}-wal`, "r");
  } catch (error) {
    if (errorCodeOf(error) === "ENOENT") return { kind: "absent" };
    throw error;
  }
  try {
    return readFrames(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The two sums of the format's checksum, which runs on from frame to frame. */
type Sums = readonly [number, number];

const emptyLog: LogFrames = {
  kind: "frames",
  salts: "",
  committed: 0,
  pageCount: 0,
  pages: new Set(),
  cutOff: 0,
};

function readFrames(descriptor: number): LogContent {
  const { size } = fstatSync(descriptor);
  const header = Buffer.alloc(headerBytes);
  if (size < headerBytes || readSync(descriptor, header, 0, headerBytes, 0) < headerBytes) return emptyLog;
  if (header.every((byte) => byte === 0)) return emptyLog;
  if (size > summedBytesMax) return { kind: "too-long" };
  const magic = header.readUInt32BE(0);
  const isLittleEndian = magic === littleEndianMagic;
  if (!isLittleEndian && magic !== bigEndianMagic) return { kind: "unreadable" };
  let sums = sumOf([0, 0], header.subarray(0, 24), isLittleEndian);
  if (!isSum(sums, header, 24)) return { kind: "unreadable" };
  const found = { committed: 0, pageCount: 0, pages: new Set<number>(), cutOff: 0 };
  const read: number[] = [];
  const after = (start: Sums, frame: Buffer) => {
    const begun = sumOf(start, frame.subarray(0, 8), isLittleEndian);
    return sumOf(begun, frame.subarray(frameHeaderBytes), isLittleEndian);
  };
  let stored = sums;
  let unread = 0;
  for (const frame of framesOf(descriptor, header.readUInt32BE(8) + frameHeaderBytes)) {
    const isOfThisLog = frame.compare(header, 16, 24, 8, 16) === 0;
    const pageCount = frame.readUInt32BE(4);
    if (unread > 0) {
      unread += 1;
      // A frame goes on either from the sums that the one before has stored, or from those that its content gives.
      const isWhole = () => [stored, sums].some((start) => isSum(after(start, frame), frame, 16));
      if (isOfThisLog && pageCount > 0 && isWhole()) found.cutOff = unread;
    } else {
      sums = after(sums, frame);
      if (isOfThisLog && isSum(sums, frame, 16)) read.push(frame.readUInt32BE(0));
      else unread = 1;
      if (unread === 0 && pageCount > 0) {
        for (const page of read.slice(found.committed)) found.pages.add(page);
        found.committed = read.length;
        found.pageCount = pageCount;
      }
    }
    stored = [frame.readUInt32BE(16), frame.readUInt32BE(20)];
  }
  return { kind: "frames", salts: header.toString("hex", 16, 24), ...found };
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

/** Continues the format's checksum over these bytes, pairs of 32-bit words. */
export function sumOf(start: Sums, bytes: Buffer, isLittleEndian: boolean): Sums {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let [first, second] = start;
  for (let offset = 0; offset < bytes.length; offset += 8) {
    first = (first + view.getUint32(offset, isLittleEndian) + second) >>> 0;
    second = (second + view.getUint32(offset + 4, isLittleEndian) + first) >>> 0;
  }
  return [first, second];
}

function isSum(sums: Sums, bytes: Buffer, offset: number): boolean {
  return sums[0] === bytes.readUInt32BE(offset) && sums[1] === bytes.readUInt32BE(offset + 4);
}
