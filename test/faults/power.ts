// Proof: a power failure may keep any part of the writes since the last fsync; an answered fact is there after the restart.
// `npm run proof:power -- --images 900`; a few dozen images are built with the tests.
import fs, { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteStore, type SqliteStore } from "../../src/adapters/sqlite/store.ts";
import {
  accountNamed,
  grantId,
  grantWith,
  noon,
  reservationOf,
  sessionOf,
  startOf,
} from "../storage-contract/samples.ts";
import { countOption } from "./options.ts";

const clock = { now: () => noon };
const ada = accountNamed("ada");
/** The bytes that a disk writes as a whole. */
const sectorBytes = 512;
/** The log begins anew each time this many steps are done, because everything was copied out of it. */
const stepsPerLog = 9;

/** What all images together showed; the last three must stay empty. */
export interface PowerReport {
  readonly images: number;
  readonly checks: number;
  /** Facts whose callers got no answer; they may be there or not. */
  readonly unanswered: number;
  readonly lost: readonly string[];
  readonly redeemedTwice: readonly string[];
  readonly others: readonly string[];
}

/** The files between two fsyncs: what is on disk for certain, and what was written since. */
export interface Moment {
  readonly database: Buffer;
  readonly onDisk: Buffer;
  /** The index of the log as far as it is on disk for certain. */
  readonly index: Buffer;
  readonly written: Buffer;
  /** The grants that were answered before, and those under way. */
  readonly answered: readonly number[];
  readonly underWay: readonly number[];
}

/** Writes to a store, and opens it again from every image that a power failure could leave of each moment. */
export async function powerImages(images: number, seed = 1): Promise<PowerReport> {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-power-"));
  try {
    const moments = await record(join(folder, "written.db"), Math.max(18, Math.ceil(images / 20)));
    const random = randomOf(seed);
    const sums = { images: 0, checks: 0, unanswered: 0 };
    const [lost, redeemedTwice, others]: [string[], string[], string[]] = [[], [], []];
    while (sums.images < images) {
      const number = sums.images;
      const moment = moments[number % moments.length];
      if (moment === undefined) throw new Error("Nothing was recorded.");
      const path = join(folder, `image-${number}.db`);
      writeFileSync(path, moment.database);
      writeFileSync(`${path}-wal`, imageOf(moment, random));
      // The machine has started since.
      utimesSync(`${path}-wal`, new Date(0), new Date(0));
      sums.images += 1;
      try {
        const store = await openSqliteStore({ path, clock, mayCreate: false });
        const { problems } = await store.check();
        others.push(...problems.map((problem) => `image ${number}: ${problem}`));
        for (const index of moment.answered) {
          sums.checks += 2;
          if (!(await store.grants.find(grantId(index)))) lost.push(`image ${number}: grant ${index}`);
          if ((await store.grants.redeem(grantWith(grantId(index)))) !== "already-redeemed")
            redeemedTwice.push(`image ${number}: grant ${index}`);
        }
        for (const index of moment.underWay) {
          sums.unanswered += 1;
          await store.grants.redeem(grantWith(grantId(index)));
          sums.checks += 1;
          if ((await store.grants.redeem(grantWith(grantId(index)))) !== "already-redeemed")
            redeemedTwice.push(`image ${number}: grant ${index}`);
        }
        await store.close();
      } catch (error) {
        others.push(`image ${number}: ${error instanceof Error ? error.message : "not opened"}`);
      }
      for (const file of readdirSync(folder).filter((name) => name.startsWith("image-")))
        rmSync(join(folder, file));
    }
    return { ...sums, lost, redeemedTwice, others };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs facts in groups, durable and relaxed ones mixed, and keeps the files as they are when each fsync is asked for. */
export async function record(path: string, steps: number): Promise<readonly Moment[]> {
  const store = await openSqliteStore({ path, clock });
  await store.accounts.create(ada);
  const answered: number[] = [];
  let underWay: number[] = [];
  let onDisk: Buffer = readFileSync(`${path}-wal`);
  let index: Buffer = readFileSync(`${path}-shm`);
  const moments: Moment[] = [];
  const sync = fs.fdatasync;
  fs.fdatasync = Object.assign((descriptor: number, done: fs.NoParamCallback) => {
    const written = readFileSync(`${path}-wal`);
    moments.push({
      database: readFileSync(path),
      onDisk,
      index,
      written,
      answered: [...answered],
      underWay: [...underWay],
    });
    onDisk = written;
    index = readFileSync(`${path}-shm`);
    sync(descriptor, done);
  }, sync);
  syncBuiltinESMExports();
  try {
    for (let step = 0; step < steps; step += 1) {
      if (step % stepsPerLog === stepsPerLog - 1) onDisk = await copyAll(store, path);
      underWay = Array.from({ length: 1 + (step % 4) }, (_, index) => step * 10 + index);
      await Promise.all([
        store.attempts.reserve([reservationOf(`guess ${step}`)], noon),
        store.sessions.start(startOf(sessionOf(ada, `cookie ${step}`))),
        ...underWay.map((index) => store.grants.redeem(grantWith(grantId(index)))),
      ]);
      answered.push(...underWay);
      // Relaxed, so it is written and not synced when the next group comes.
      await store.sessions.touch(sessionOf(ada, `cookie ${step}`).id, noon);
    }
    return moments;
  } finally {
    fs.fdatasync = sync;
    syncBuiltinESMExports();
    await store.close();
  }
}

/** Everything is in the database file and on disk; the next write begins the log anew. */
async function copyAll(store: SqliteStore, path: string): Promise<Buffer> {
  await store.tend();
  await store.tend();
  return readFileSync(`${path}-wal`);
}

/**
 * What may be on disk: the certain part, and of the sectors written since then some. SQLite syncs a new log's header before it
 * writes a frame behind it.
 */
function imageOf({ onDisk, written }: Moment, random: () => number): Buffer {
  const keeps = [0, 0.1, 0.5, 0.9, 1][Math.floor(random() * 5)] ?? 1;
  const image = Buffer.alloc(random() < 0.5 ? written.length : Math.max(onDisk.length, 32));
  onDisk.copy(image);
  if (isNewLog(onDisk, written)) written.copy(image, 0, 0, 32);
  for (let start = 0; start < written.length; start += sectorBytes) {
    const end = Math.min(start + sectorBytes, written.length);
    if (random() < keeps) written.copy(image, start, start, end);
  }
  return image;
}

/** True where the log began anew between the two. */
export const isNewLog = (before: Buffer, after: Buffer): boolean => before.compare(after, 0, 32, 0, 32) !== 0;

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

if (import.meta.main) {
  const report = await powerImages(countOption("images", 200), Date.now());
  console.log(JSON.stringify(report, undefined, 2));
  const { lost, redeemedTwice, others } = report;
  process.exitCode = lost.length + redeemedTwice.length + others.length > 0 ? 1 : 0;
}
