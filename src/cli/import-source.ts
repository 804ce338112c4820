import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { errorCodeOf } from "../values/error-code.ts";
import { isJsonObject, type JsonObject } from "../values/json-object.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import { shellWord } from "../values/words.ts";
import { exitCodes, type Problem } from "./outcome.ts";

/** A file to import, or stdin. */
export interface Source {
  /** The first part of the text, by which the format is recognised. */
  readonly start: string;
  /** All of the text, once. */
  readonly chunks: AsyncIterable<string>;
  /** All of the text once more, from its beginning; absent for stdin. */
  readonly again?: () => AsyncIterable<string>;
  /** SHA-256 of the file; undefined for stdin, which cannot be read twice. */
  readonly digest: Uint8Array | undefined;
  /** The share of the file that was read, 0 to 1. */
  share(): number;
}

const chunkBytes = 256 * 1024;

/** Opens a file, or stdin for `-`. Rejects as `open` of Node does. */
async function openSource(path: string): Promise<Source> {
  if (path !== "-") {
    const file = await open(path, "r");
    try {
      const { size } = await file.stat();
      const read = () => createReadStream(path, { highWaterMark: chunkBytes });
      const source = await sourceOf(read(), size, await digestOf(file));
      return { ...source, again: () => decode(read(), () => {}) };
    } finally {
      await file.close();
    }
  }
  return sourceOf(process.stdin, 0, undefined);
}

/** `openSource`, with a file that cannot be read as a problem. */
export async function openSourceFile(file: string): Promise<Result<Source, Problem>> {
  try {
    const source = await openSource(file);
    const problem = problemOf(source.start, file);
    return problem === undefined ? ok(source) : refuse({ exitCode: exitCodes.refused, ...problem });
  } catch (error) {
    const code = errorCodeOf(error);
    const cause =
      code === "EISDIR" ? `${file} is a folder. Name a file.` : `${file} cannot be read (${code}).`;
    return refuse({ exitCode: exitCodes.notFound, cause });
  }
}

/** Signatures of compressed files, as they appear when the bytes are decoded as UTF-8. No text begins with one. */
function problemOf(start: string, path: string): Pick<Problem, "cause" | "hint"> | undefined {
  const file = nameOf(path);
  const word = shellWord(path === "-" ? "FILE" : path);
  if (start.trim() === "") return { cause: `${file} is empty.` };
  if (start.startsWith("\x1f\ufffd\b"))
    return { cause: `${file} is compressed with gzip.`, hint: `Unpack it first: gunzip ${word}` };
  if (start.startsWith("PK\x03\x04"))
    return { cause: `${file} is compressed with zip.`, hint: `Unpack it first: unzip ${word}` };
  if (start.startsWith("\ufffd\ufffd") || start.slice(0, 1024).includes("\0"))
    return {
      cause: `${file} is not text in UTF-8.`,
      hint: `If it is UTF-16, convert it: iconv -f UTF-16 -t UTF-8 ${word} > people.json`,
    };
  return undefined;
}

/** The problem of a file that was read to its end and has nothing to import. */
export function emptyFile(file: string, what: "nobody" | "no client"): Problem {
  return { exitCode: exitCodes.failed, cause: `${nameOf(file)} has ${what} to import.` };
}

/** The name of a source in a sentence. */
export function nameOf(path: string): string {
  return path === "-" ? "stdin" : path;
}

/** The problem of a file that is none of what an import knows. `seen` says in a sentence what it begins with. */
export function unknownFormat(file: string, formats: readonly string[], seen: string): Problem {
  return {
    exitCode: exitCodes.refused,
    cause: `The format of ${nameOf(file)} is not recognised. ${seen}`,
    hint: `Name its format: --format ${formats.join(", ")}. docs/importing.md describes each.`,
  };
}

async function digestOf(file: FileHandle): Promise<Uint8Array> {
  const hash = createHash("sha256");
  for await (const part of file.createReadStream({ highWaterMark: 1024 * 1024, autoClose: false }))
    hash.update(part);
  return hash.digest();
}

async function sourceOf(
  bytes: AsyncIterable<Uint8Array>,
  size: number,
  digest: Uint8Array | undefined,
): Promise<Source> {
  let read = 0;
  const texts = decode(bytes, (count) => {
    read += count;
  });
  const iterator = texts[Symbol.asyncIterator]();
  const first = await iterator.next();
  const start = first.done ? "" : first.value;
  const chunks = (async function* () {
    yield start;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  })();
  return { start, chunks, digest, share: () => (size === 0 ? 0 : Math.min(1, read / size)) };
}

/** UTF-8, with or without a byte order mark. Bytes that are none become a sign that no name may have. */
async function* decode(bytes: AsyncIterable<Uint8Array>, onRead: (count: number) => void) {
  const decoder = new TextDecoder();
  for await (const part of bytes) {
    onRead(part.length);
    const text = decoder.decode(part, { stream: true });
    if (text !== "") yield text;
  }
  const rest = decoder.decode();
  if (rest !== "") yield rest;
}

/** Reads YAML of one document; undefined where it is none, or no object. Aliases are counted, so that a small text stays small. */
export async function yamlReader(): Promise<(text: string) => JsonObject | undefined> {
  const { parseDocument } = await import("yaml");
  return (text) => {
    try {
      const document = parseDocument(text, { logLevel: "silent" });
      if (document.errors.length > 0) return undefined;
      const value: unknown = document.toJS({ maxAliasCount: 100 });
      return isJsonObject(value) ? value : undefined;
    } catch {
      return undefined;
    }
  };
}
