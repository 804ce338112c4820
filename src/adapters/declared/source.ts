/** Reads the files of a declared state, and the secrets that they refer to. Other modules judge what they declare. */
import type { BigIntStats, Dirent } from "node:fs";
import { constants } from "node:fs";
import { type FileHandle, open, readdir, readlink, realpath, stat } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import { isAlias, isMap, isPair, isScalar, LineCounter, parseDocument, visit } from "yaml";
import { errorCodeOf } from "../../values/error-code.ts";
import { isJsonObject, type JsonObject } from "../../values/json-object.ts";
import { ok, type Result, refuse } from "../../values/result.ts";

/** Why files cannot be used: the place, the cause and the repair. */
export interface SourceProblem {
  /** A file and, where it is known, a line: `state/clients.yaml:12`. */
  readonly place: string;
  readonly cause: string;
  readonly repair?: string;
}

/** What the files declare together. */
export interface Declarations {
  readonly state: JsonObject;
  /** The file and the line of a member, by its JSON pointer. */
  placeOf(pointer: string): string;
  /** The folder of the file that declares it, to which its paths are relative. */
  folderOf(pointer: string): string;
}

const filesMax = 500;
const fileBytesMax = 4 * 1024 * 1024;
const allBytesMax = 16 * 1024 * 1024;
const secretBytesMax = 16 * 1024;
/** A small text must not become a large state. */
const aliasesMax = 100;

/** Reads a file, or the files of a folder in the order of their names. The lists of several files are joined. */
export async function readDeclarations(path: string): Promise<Result<Declarations, SourceProblem>> {
  const found = await filesAt(path);
  if (!found.ok) return found;
  const { files, folder } = found.value;
  const isInside = (real: string) => folder === undefined || real.startsWith(folder + sep);
  const state: Record<string, unknown> = {};
  const origins = new Map<string, Origin>();
  let bytes = 0;
  for (const file of files) {
    const read = await readBounded(file, fileBytesMax, async ({ real }) =>
      isInside(real) ? undefined : leadsOut,
    );
    if (!read.ok) return refuse({ place: file, ...read.reason });
    bytes += read.value.length;
    if (bytes > allBytesMax)
      return refuse({
        place: path,
        cause: `Together, the files have more than ${allBytesMax / 1024 / 1024} MiB.`,
      });
    const parsed = parseFile(file, read.value);
    if (!parsed.ok) return parsed;
    const { json, lineOf } = parsed.value;
    for (const [section, items] of Object.entries(json)) {
      const before = Object.hasOwn(state, section) ? state[section] : undefined;
      const isJoined = Array.isArray(before) && Array.isArray(items);
      if (before !== undefined && !isJoined)
        return refuse({
          place: lineOf(section),
          cause: `${section} is in another file too, and only lists can be joined.`,
        });
      const start = isJoined ? before.length : 0;
      // A member called `__proto__` must reach the schema, which refuses it.
      Object.defineProperty(state, section, {
        value: isJoined ? [...before, ...items] : items,
        enumerable: true,
        configurable: true,
      });
      origins.set(`/${section}`, { file, at: lineOf(section) });
      if (!Array.isArray(items)) continue;
      for (const index of items.keys())
        origins.set(`/${section}/${start + index}`, {
          file,
          at: "",
          lineOf: (rest) => lineOf(section, index, ...rest),
        });
    }
  }
  const originOf = (pointer: string) => {
    const [, section = "", index = "", ...rest] = pointer.split("/").map(unescapePointer);
    return { found: origins.get(`/${section}/${index}`) ?? origins.get(`/${section}`), rest };
  };
  return ok({
    state,
    placeOf: (pointer) => {
      const { found, rest } = originOf(pointer);
      return found === undefined ? path : (found.lineOf?.(rest) ?? found.at);
    },
    folderOf: (pointer) => dirname(originOf(pointer).found?.file ?? path),
  });
}

interface Origin {
  readonly file: string;
  readonly at: string;
  readonly lineOf?: (rest: readonly string[]) => string;
}

function unescapePointer(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}

interface Found {
  readonly files: readonly string[];
  /** The real path of the folder in which they must be; undefined for a single file. */
  readonly folder?: string;
}

const leadsOut = { cause: "The link leads out of the folder.", repair: "Put the file itself there." };

/** Follows a link only to something in the same folder, as the links of a mounted ConfigMap lead. */
async function filesAt(path: string): Promise<Result<Found, SourceProblem>> {
  try {
    if (!(await stat(path)).isDirectory()) return ok({ files: [path] });
    const folder = await realpath(path);
    const entries: Dirent[] = await readdir(path, { withFileTypes: true });
    const names = entries
      .filter((entry) => !entry.isDirectory() && /^[^.].*\.(?:ya?ml|json)$/.test(entry.name))
      .map(({ name }) => name)
      .sort();
    if (names.length === 0)
      return refuse({ place: path, cause: "The folder has no file that ends in .yaml, .yml or .json." });
    if (names.length > filesMax)
      return refuse({
        place: path,
        cause: `The folder has ${names.length} files; at most ${filesMax} are allowed.`,
      });
    for (const name of names)
      if (!(await realpath(join(path, name))).startsWith(folder + sep))
        return refuse({ place: join(path, name), ...leadsOut });
    return ok({ files: names.map((name) => join(path, name)), folder });
  } catch (error) {
    return refuse({ place: path, cause: `It cannot be read (${errorCodeOf(error)}).`, repair: readable });
  }
}

const readable = "Name a file or a folder that this user may read.";

/** A file that is open. Its name may lead elsewhere by now. */
interface OpenFile {
  readonly real: string;
  readonly stats: BigIntStats;
}

/**
 * Reads a regular file that is not too long, unless the check names a problem. The check is of the open file, because a link may change
 * between a check of its name and the reading. A device or a pipe is not waited for.
 */
async function readBounded(
  file: string,
  bytesMax: number,
  check: (opened: OpenFile) => Promise<Omit<SourceProblem, "place"> | undefined>,
): Promise<Result<Uint8Array, Omit<SourceProblem, "place">>> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = await handle.stat({ bigint: true });
    if (!stats.isFile()) return refuse({ cause: "It is not a regular file." });
    const real = await realPathOf(handle, file, stats);
    if (real === undefined) return refuse({ cause: "It changed while it was read.", repair: "Try again." });
    const problem = await check({ real, stats });
    if (problem !== undefined) return refuse(problem);
    const buffer = Buffer.alloc(bytesMax + 1);
    let length = 0;
    for (let read = 1; read > 0 && length <= bytesMax; length += read)
      ({ bytesRead: read } = await handle.read(buffer, length, buffer.length - length));
    if (length > bytesMax) return refuse({ cause: `It has more than ${bytesMax / 1024} KiB.` });
    return ok(buffer.subarray(0, length));
  } catch (error) {
    return refuse({ cause: `It cannot be read (${errorCodeOf(error)}).`, repair: readable });
  } finally {
    await handle?.close();
  }
}

/** The path of an open file, which Linux knows. Elsewhere the name must still lead to that file. */
async function realPathOf(
  handle: FileHandle,
  file: string,
  opened: BigIntStats,
): Promise<string | undefined> {
  const known = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => undefined);
  if (known !== undefined) return known;
  const real = await realpath(file);
  return isSame(await stat(real, { bigint: true }), opened) ? real : undefined;
}

function isSame(one: BigIntStats, other: BigIntStats): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}

interface ParsedFile {
  readonly json: JsonObject;
  lineOf(...path: readonly (string | number)[]): string;
}

function parseFile(file: string, bytes: Uint8Array): Result<ParsedFile, SourceProblem> {
  try {
    return parseText(file, new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    const name = Error.isError(error) ? error.name : "";
    if (name === "RangeError") return refuse({ place: file, cause: "It is nested too deeply." });
    if (name === "ReferenceError") return refuse({ place: file, cause: tooManyAliases });
    return refuse({ place: file, cause: "It is not UTF-8." });
  }
}

const tooManyAliases = `It uses aliases for more than ${aliasesMax} values. Write them out.`;

function parseText(file: string, text: string): Result<ParsedFile, SourceProblem> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: "error" });
  const lineAt = (offset: number | undefined) =>
    offset === undefined ? file : `${file}:${lines.linePos(offset).line}`;
  const [fault] = [...document.errors, ...document.warnings];
  // The parser's sentence may quote the text around the fault, which may be a secret.
  if (fault !== undefined)
    return refuse({ place: lineAt(fault.pos[0]), cause: faults[fault.code] ?? "It is not YAML." });
  let aliases = 0;
  let dangling: number | undefined;
  visit(document, {
    Alias: (_, alias) => {
      aliases += 1;
      if (alias.resolve(document) === undefined) dangling = alias.range?.[0];
      return aliases > aliasesMax || dangling !== undefined ? visit.BREAK : undefined;
    },
  });
  if (dangling !== undefined)
    return refuse({ place: lineAt(dangling), cause: "It has an alias without an anchor." });
  if (aliases > aliasesMax) return refuse({ place: file, cause: tooManyAliases });
  const json: unknown = document.toJS({ maxAliasCount: aliasesMax }) ?? {};
  if (!isJsonObject(json))
    return refuse({ place: file, cause: "It is not an object with members such as clients." });
  const lineOf = (...path: readonly (string | number)[]) => {
    for (let length = path.length; length > 0; length--) {
      const offset = offsetIn(document.contents, path.slice(0, length));
      if (offset !== undefined) return lineAt(offset);
    }
    return file;
  };
  return ok({ json, lineOf });
}

const faults: Readonly<Partial<Record<string, string>>> = {
  DUPLICATE_KEY: "A member is there twice. Keep one.",
  MULTIPLE_DOCS: "The file has several documents. Put each in a file of its own.",
  TAG_RESOLVE_FAILED: "It has an unknown tag. Remove it.",
};

/** Where a member begins: at its name, if it has one. */
function offsetIn(node: unknown, path: readonly (string | number)[]): number | undefined {
  let at: unknown = node;
  let offset: number | undefined;
  for (const part of path) {
    if (isAlias(at)) return offset;
    if (isMap(at)) {
      const pair = at.items.find(({ key }) => (isScalar(key) ? String(key.value) : key) === String(part));
      if (!isPair(pair)) return undefined;
      offset = isScalar(pair.key) ? pair.key.range?.[0] : undefined;
      at = pair.value;
    } else {
      const items: readonly unknown[] = (at as { readonly items?: readonly unknown[] } | null)?.items ?? [];
      at = items[Number(part)];
      if (at === undefined) return undefined;
      offset = (at as { readonly range?: readonly number[] }).range?.[0];
    }
  }
  return offset;
}

/** Where secrets are looked up. */
export interface SecretPlaces {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder of the file that refers to them. */
  readonly folder: string;
  /** Files with secrets of the service itself, which may lie in the same folders. */
  readonly own?: readonly string[];
}

/** Folders of secrets that a container or systemd makes. */
const secretFolders = (env: SecretPlaces["env"]) =>
  ["/run/secrets", env.CREDENTIALS_DIRECTORY].filter((folder) => folder !== undefined && folder !== "");

/**
 * The secret that a reference names. The author of the file may have fewer rights than the machine's operator, so a reference reaches no
 * file outside the folders for secrets and none of the service's own settings.
 */
export async function readSecretReference(
  reference: string,
  { env, folder, own = [] }: SecretPlaces,
): Promise<Result<string, Omit<SourceProblem, "place">>> {
  const [kind, ...rest] = reference.split(":");
  const name = rest.join(":");
  if (kind === "env") {
    if (name.startsWith("LATCHKEY_"))
      return refuse({
        cause: `${name} is a setting of the service.`,
        repair: "Give the secret a variable whose name does not begin with LATCHKEY_.",
      });
    const value = env[name] ?? "";
    if (value !== "") return ok(value);
    return refuse({ cause: `The environment variable ${name} is not set.`, repair: `Set ${name}.` });
  }
  const path = resolve(folder, name);
  const allowed = [folder, ...secretFolders(env)];
  const outside = {
    cause: `${name} is outside of the folders for secrets.`,
    repair: `Put it below ${allowed.join(" or ")}.`,
  };
  const ownSecret = {
    cause: `${name} is a secret of the service.`,
    repair: "Give the secret a file of its own.",
  };
  const problemOf = async (real: string, opened: BigIntStats) => {
    const owned = await Promise.all(own.map((each) => stat(each, { bigint: true }).catch(() => undefined)));
    if (owned.some((each) => each !== undefined && isSame(each, opened))) return ownSecret;
    const roots = await Promise.all(allowed.map((each) => realpath(each ?? "").catch(() => undefined)));
    return roots.some((root) => root !== undefined && real.startsWith(root + sep)) ? undefined : outside;
  };
  try {
    // Nothing elsewhere is even opened, unless the file changes in this moment.
    const real = await realpath(path);
    const problem = await problemOf(real, await stat(real, { bigint: true }));
    if (problem !== undefined) return refuse(problem);
    let found: Omit<SourceProblem, "place"> | undefined;
    const read = await readBounded(real, secretBytesMax, async (opened) => {
      found = await problemOf(opened.real, opened.stats);
      return found;
    });
    if (found !== undefined) return refuse(found);
    if (!read.ok) return refuse({ ...read.reason, cause: `${name}: ${read.reason.cause}` });
    const text = new TextDecoder("utf-8", { fatal: true }).decode(read.value).replace(/\r?\n$/, "");
    return text === "" ? refuse({ cause: `${name} is empty.` }) : ok(text);
  } catch (error) {
    return refuse({
      cause: `${name} cannot be read (${errorCodeOf(error) ?? "not UTF-8"}).`,
      repair: readable,
    });
  }
}
