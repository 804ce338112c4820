import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A file of tests and its titles. */
export interface TitledFile {
  readonly file: string;
  /** Titles without placeholders, those with them in short, and rows of tables that bring their whole title along. */
  readonly titles: ReadonlySet<string>;
  /** Titles with placeholders; each placeholder is a group. */
  readonly shapes: readonly RegExp[];
  /** Texts that may stand in a placeholder. */
  readonly literals: ReadonlySet<string>;
}

/**
 * The title of one test as its source writes it: the fixed texts around its placeholders. `["a code works once"]` has none;
 * `["RFC 9449 §4.3: ", " is refused"]` has one, and `["", ""]` is a title that a row of a table brings along whole.
 */
type TitlePattern = readonly string[];

const root = join(import.meta.dirname, "..");
/** `promised` registers the tests of the storage contract, `inFreshBrowser` those of a browser. */
const call = /(?<![.\w])(?:test|it|promised|inFreshBrowser)\(\s*/g;
/** A module of the conformance suite: an object that is tested under its name and what it demands. */
const suiteModule = /\bname: ("(?:[^"\\\n]|\\.)*"|`[^`]*`),\s*demands:\s*("(?:[^"\\\n]|\\.)*")/g;
const literal = /"(?:[^"\\\n]|\\.)*"/g;
const rowTitle = /(?<=\[\s*)"(?:[^"\\\n]|\\.)*"|"(?:[^"\\\n]|\\.)*"(?=:)/g;
const commentLine = /^\s*(?:\/\/|\/?\*).*$/gm;
/** What a document writes for a placeholder that no literal of the file can fill. */
const anything = "…";

/** Every file of tests with its titles. */
export function titledFiles(): readonly TitledFile[] {
  const files = globSync("test/**/*.ts", { cwd: root }).sort();
  return files.map((file) => titlesIn(file, readFileSync(join(root, file), "utf8")));
}

/** Reads the titles out of the source of one file. Lines of comment say nothing. */
export function titlesIn(file: string, source: string): TitledFile {
  const code = source.replace(commentLine, "");
  const patterns = [...patternsOfCalls(code), ...patternsOfModules(code)];
  const bringsWhole = patterns.some((pattern) => isWhole(pattern));
  const mixed = patterns.filter((pattern) => !isWhole(pattern));
  return {
    file,
    titles: new Set([...mixed.map(inShort), ...(bringsWhole ? textsOf(code, rowTitle) : [])]),
    shapes: mixed.filter((pattern) => pattern.length > 1).map(shapeOf),
    literals: textsOf(code, literal),
  };
}

/**
 * True when the file has a test of this title, as the test run prints it. What fills a placeholder must be a literal of
 * the same file, so that a row which was taken out of its table is missed; `…` stands for what the test computes.
 */
export function hasTitle({ titles, shapes, literals }: TitledFile, title: string): boolean {
  if (titles.has(title)) return true;
  return shapes.some((shape) => {
    const filled = shape.exec(title)?.slice(1);
    return filled?.every((text) => text === anything || literals.has(text));
  });
}

function patternsOfCalls(code: string): readonly TitlePattern[] {
  return [...code.matchAll(call)].flatMap(({ 0: opening, index }) => {
    const pattern = readTitle(code, index + opening.length);
    return pattern === undefined ? [] : [pattern];
  });
}

function patternsOfModules(code: string): readonly TitlePattern[] {
  return [...code.matchAll(suiteModule)].map(([, name = "", demands = ""]) => {
    const pattern = readTitle(name, 0) ?? [""];
    return pattern.with(-1, `${pattern.at(-1)}: ${unquote(demands)}`);
  });
}

function isWhole(pattern: TitlePattern): boolean {
  return pattern.every((part) => part === "");
}

/** The pattern with one `…` for each run of placeholders. */
function inShort(pattern: TitlePattern): string {
  return pattern.join(anything).replace(/…(?:[ ,]*…)+/g, anything);
}

function shapeOf(pattern: TitlePattern): RegExp {
  return new RegExp(`^${pattern.map((part) => RegExp.escape(part)).join("(.+)")}$`);
}

function textsOf(code: string, shape: RegExp): ReadonlySet<string> {
  return new Set((code.match(shape) ?? []).flatMap((text) => unquote(text) ?? []));
}

function readTitle(code: string, at: number): TitlePattern | undefined {
  const first = code[at];
  if (first === "`") return readTemplate(code, at + 1);
  if (first !== '"') return /^[a-z]\w*,/i.test(code.slice(at, at + 40)) ? ["", ""] : undefined;
  const text = unquote(/^"(?:[^"\\\n]|\\.)*"/.exec(code.slice(at))?.[0] ?? "");
  return text === undefined ? undefined : [text];
}

function readTemplate(code: string, start: number): TitlePattern {
  const parts = [""];
  for (let at = start; at < code.length && code[at] !== "`"; at += 1) {
    if (code.startsWith("${", at)) {
      at = endOfPlaceholder(code, at + 2);
      parts.push("");
      continue;
    }
    if (code[at] === "\\") at += 1;
    parts[parts.length - 1] += code[at] ?? "";
  }
  return parts;
}

/** The index of the brace that closes a placeholder; braces of templates inside it pair up by themselves. */
function endOfPlaceholder(code: string, start: number): number {
  let depth = 1;
  for (let at = start; at < code.length; at += 1) {
    if (code[at] === "{") depth += 1;
    if (code[at] === "}") depth -= 1;
    if (depth === 0) return at;
  }
  return code.length;
}

function unquote(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}
