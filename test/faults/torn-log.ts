// Proof: whichever call to the disk fails or is the last before a `kill -9`, the next start works and has every answered fact.
// `npm run proof:torn-log -- --rounds 1200`; it needs strace. A few rounds run with the tests.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { openSqliteStore } from "../../src/adapters/sqlite/store.ts";
import { makeFirstSchema } from "../adapters/first-schema.ts";
import { accountNamed, grantId, grantWith, noon } from "../storage-contract/samples.ts";
import { isNewLog, type Moment, randomOf, record } from "./power.ts";
import { type Progress, type ProofReport, runProof } from "./proof.ts";

const work = join(import.meta.dirname, "torn-log-work.ts");
const clock = { now: () => noon };
const calls = ["pwrite64", "fsync", "fdatasync"] as const;
const schemas = ["new", "old"] as const;
/** What strace makes of a call: it fails, or the process ends before it. */
const faults = ["EIO:signal=SIGKILL", "EIO", "ENOSPC"] as const;
const parts = ["nothing", "the first half", "the second half", "all but a block"] as const;
const blockBytes = 512;

/** Why strace cannot be used here; false where it can, also on a process that runs already. */
export function missingStrace(): string | false {
  const { status } = spawnSync("sh", ["-c", "sleep 0.1 & exec strace -qq -e trace=none -p $!"]);
  return status === 0 ? false : "strace is missing, or may not trace: apt-get install strace";
}

interface Point {
  readonly schema: (typeof schemas)[number];
  readonly call: (typeof calls)[number];
  readonly fault: (typeof faults)[number];
  /** Which call of the process it hits, from 1 on. */
  readonly when: number;
}

/** Each round runs the work with one fault, and opens what it leaves: as it is, and with parts of the call that a kill interrupted. */
export async function tornLogRounds(rounds: number, progress: Progress = () => {}): Promise<ProofReport> {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-torn-"));
  try {
    const points = await everyPoint(folder);
    const sums = { kills: 0, EIO: 0, ENOSPC: 0, images: 0, facts: 0 };
    const violations: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // Spread over the calls, and the faults in turn, however many calls there are.
      const place = Math.floor((round * points.length) / rounds);
      const point = points[place - (place % faults.length) + (round % faults.length)];
      if (point === undefined) throw new Error("The work makes no calls.");
      const left = await runWork(join(folder, `round-${round}`), point);
      sums[point.fault === "EIO:signal=SIGKILL" ? "kills" : point.fault] += 1;
      for (const image of imagesOf(left, point)) {
        const { facts, problems } = await openImage(image, left.output);
        sums.images += 1;
        sums.facts += facts;
        const { schema, call, fault, when } = point;
        for (const problem of problems)
          violations.push(`${fault} at ${call} ${when} on the ${schema} schema, ${image.name}: ${problem}`);
      }
      rmSync(dirname(left.path), { recursive: true });
      progress(round + 1, rounds);
    }
    return { figures: { calls: points.length / faults.length, ...sums }, violations };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The same without strace: images of a log of which a kill left as many bytes as it had written by then, at any byte. */
export async function cutLogImages(images: number, seed = 1): Promise<ProofReport> {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-cut-"));
  try {
    const moments = await record(join(folder, "written.db"), 27);
    const random = randomOf(seed);
    const violations: string[] = [];
    let facts = 0;
    for (let number = 0; number < images; number += 1) {
      const moment = moments[number % moments.length];
      if (moment === undefined) throw new Error("Nothing was recorded.");
      const path = join(folder, `image-${number}.db`);
      writeFileSync(path, moment.database);
      writeFileSync(`${path}-wal`, cutLog(moment, random));
      // A log that begins anew resets its index first.
      if (!isNewLog(moment.onDisk, moment.written)) writeFileSync(`${path}-shm`, moment.index);
      const answered = moment.answered.map((index) => `?grant ${index}\n=grant ${index}\n`);
      const tried = moment.underWay.map((index) => `?grant ${index}\n`);
      const opened = await openImage({ name: "", path }, [...answered, ...tried].join(""));
      facts += opened.facts;
      violations.push(...opened.problems.map((problem) => `image ${number}: ${problem}`));
    }
    return { figures: { facts }, violations };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The log up to some byte between the first and the last that changed, and behind it what was there before. */
function cutLog({ onDisk, written }: Moment, random: () => number): Buffer {
  const first = written.findIndex((byte, index) => byte !== onDisk[index]);
  const last = written.findLastIndex((byte, index) => byte !== onDisk[index]);
  const cut = first + Math.floor(random() * (last + 1 - first));
  // The header of a log lies in one page and is written at once.
  const end = cut < 32 ? 32 : cut;
  return Buffer.concat([written.subarray(0, end), onDisk.subarray(end)]);
}

/** Counts the calls of the work without a fault. A thread counts its own. */
async function everyPoint(folder: string): Promise<readonly Point[]> {
  const points: Point[] = [];
  for (const schema of schemas) {
    const { trace } = await runWork(join(folder, `counted-${schema}`), { schema });
    for (const call of calls) {
      const byThread = Map.groupBy(trace.matchAll(new RegExp(`^(\\d+) +${call}\\(`, "gm")), ([, id]) => id);
      const most = Math.max(0, ...[...byThread.values()].map(({ length }) => length));
      for (let when = 1; when <= most; when += 1)
        for (const fault of faults) points.push({ schema, call, fault, when });
    }
  }
  return points;
}

interface Left {
  readonly path: string;
  readonly output: string;
  readonly trace: string;
}

async function runWork(
  folder: string,
  { schema, ...fault }: Pick<Point, "schema"> & Partial<Point>,
): Promise<Left> {
  mkdirSync(folder);
  const [path, trace] = [join(folder, "latchkey.db"), join(folder, "trace")];
  if (schema === "old") makeFirstSchema(path);
  const isKill = fault.fault?.includes("SIGKILL") === true;
  const words = ["-f", "-qq", "-y", "-e", `trace=${calls.join(",")}`, "-o", trace];
  // The content of each call, for the images; without it and without a signal the kernel filters, which is faster.
  if (isKill) words.push("-xx", "-s", "5000");
  else words.push("--seccomp-bpf");
  if (fault.call !== undefined)
    words.push("-e", `inject=${fault.call}:error=${fault.fault}:when=${fault.when}`);
  const child = spawn("strace", [...words, process.execPath, work, path], {
    env: { ...process.env, UV_THREADPOOL_SIZE: "1" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [output] = await Promise.all([text(child.stdout), once(child, "close")]);
  return { path, output, trace: readFileSync(trace, "latin1") };
}

interface Image {
  readonly name: string;
  readonly path: string;
}

/** A kill without the index as well, because a copy has none; each kept until the next is asked for. */
function* imagesOf(left: Left, point: Point): Generator<Image> {
  const last = point.fault === "EIO:signal=SIGKILL" ? lastWrite(left.trace) : undefined;
  for (const part of last === undefined ? parts.slice(0, 1) : parts)
    for (const suffixes of [
      ["", "-wal", "-shm", "-journal"],
      ["", "-wal", "-journal"],
    ]) {
      const folder = join(dirname(left.path), "image");
      mkdirSync(folder);
      const path = join(folder, basename(left.path));
      for (const suffix of suffixes)
        if (existsSync(left.path + suffix)) copyFileSync(left.path + suffix, path + suffix);
      if (last && existsSync(last.file)) writePart(join(folder, basename(last.file)), last, part);
      yield { name: `${part} of the last write, ${suffixes.join(" ")}`, path };
      rmSync(folder, { recursive: true });
    }
}

interface Write {
  readonly file: string;
  readonly content: Buffer;
  readonly offset: number;
}

const bytesOf = (hex: string) => Buffer.from(hex.replaceAll("\\x", ""), "hex");

/** The call that the kill interrupted, where it writes; the header of a log is written as one, because it lies in one page. */
function lastWrite(trace: string): Write | undefined {
  const found = [...trace.matchAll(/pwrite64\(\d+<([^>]*)>, "([^"]*)", \d+, (\d+)(?!.* = \d)/g)].at(-1);
  if (found === undefined) return undefined;
  const [, file = "", content = "", offset = ""] = found;
  const write = { file: bytesOf(file).toString(), content: bytesOf(content), offset: Number(offset) };
  return write.offset === 0 && write.file.endsWith("-wal") ? undefined : write;
}

/** Writes a part of the call into the file; what is not written stays as it was. */
function writePart(file: string, { content, offset }: Write, part: (typeof parts)[number]): void {
  if (!existsSync(file)) return;
  const half = Math.floor(content.length / 2);
  const descriptor = openSync(file, "r+");
  const put = (start: number, end: number) =>
    end > start && writeSync(descriptor, content, start, end - start, offset + start);
  if (part === "the first half") put(0, half);
  if (part === "the second half") put(half, content.length);
  if (part === "all but a block") {
    put(0, half);
    put(Math.min(half + blockBytes, content.length), content.length);
  }
  closeSync(descriptor);
}

/** Opens it as the service does, and asks for all that was answered. */
async function openImage(
  { path }: Image,
  output: string,
): Promise<{ readonly facts: number; readonly problems: readonly string[] }> {
  const answered = new Set([...output.matchAll(/^=(.*)$/gm)].map(([, fact = ""]) => fact));
  const tried = new Set([...output.matchAll(/^\?(.*)$/gm)].map(([, fact = ""]) => fact));
  const problems: string[] = [];
  let facts = 0;
  try {
    const store = await openSqliteStore({ path, clock, mayCreate: tried.size === 0 });
    for (const fact of tried) {
      const [noun, name = ""] = fact.split(" ");
      if (noun === "account" && answered.has(fact)) {
        facts += 1;
        if (!(await store.accounts.findByName(accountNamed(name).username))) problems.push(`lost ${fact}`);
      }
      if (noun !== "grant") continue;
      const id = grantId(Number(name));
      const first = await store.grants.redeem(grantWith(id));
      const second = await store.grants.redeem(grantWith(id));
      if (answered.has(fact)) {
        facts += 1;
        if (first !== "already-redeemed") problems.push(`redeemed twice: ${fact}`);
      }
      if (second !== "already-redeemed") problems.push(`redeemed twice after the start: ${fact}`);
    }
    const status = await store.tend();
    if (!status.isReady || status.warning !== undefined) problems.push(JSON.stringify(status));
    problems.push(...(await store.check()).problems);
    await store.close();
  } catch (error) {
    problems.push(error instanceof Error ? error.message : "not opened");
  }
  return { facts, problems };
}

if (import.meta.main) await runProof("torn-log", 300, tornLogRounds);
