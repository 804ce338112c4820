import { ok, type Result, refuse } from "../../values/result.ts";
import { type Strength, strengths } from "../../values/strength.ts";
import { isScopeName } from "../api/scope-name.ts";
import { decodedPath, type ForwardedRequest } from "./forwarded-request.ts";

/** What a path of a protected application requires, besides what the application as a whole requires. */
export interface PathRule {
  /** Absent if the rule is for every host of the application. */
  readonly origin?: string;
  /** The methods that it is for; empty for all. GET stands for HEAD too. */
  readonly methods: readonly string[];
  /** Decoded, without a slash at the end. */
  readonly path: string;
  /** True if it covers everything below the path as well. */
  readonly isTree: boolean;
  /** Nobody is asked who they are. */
  readonly isPublic: boolean;
  /** Only members of one of these groups may open it; empty for everybody whom the application admits. */
  readonly groups: readonly string[];
  readonly strength?: Strength;
  /** The scope that an access token must have; if empty, no token opens the path. */
  readonly scope: readonly string[];
}

const ruleLengthMax = 1_000;
const grammar =
  "Write [METHODS] PATH and then public, signed-in, or group=NAME, require=STRENGTH and scope=VALUE, with a space between them: " +
  "/assets/* public; /admin/* group=staff require=two; GET,HEAD /feed signed-in.";

/** The reason why a text is not a rule, as the end of a sentence that begins with it. */
export function whyNoRule(text: string): string | undefined {
  const read = parseRule(text);
  return read.ok ? undefined : `is not a rule for a path: ${read.reason} ${grammar}`;
}

/** Reads `[METHODS] PATH WORD…`. The refusal ends a sentence, after a colon. */
export function parseRule(text: string): Result<PathRule, string> {
  if (text.length > ruleLengthMax) return refuse(`it has more than ${ruleLengthMax} characters.`);
  const words = text.split(" ");
  const methods = /^[A-Z][A-Z,-]*$/.test(words[0] ?? "") ? (words.shift() ?? "").split(",") : [];
  if (methods.includes("")) return refuse("one of its methods is empty.");
  const place = readPlace(words.shift() ?? "");
  if (!place.ok) return place;
  const asks = readWords(words);
  return asks.ok ? ok({ methods, ...place.value, ...asks.value }) : asks;
}

function readPlace(text: string): Result<Pick<PathRule, "origin" | "path" | "isTree">, string> {
  const [, origin, pattern = ""] = /^(https?:\/\/[^/]+)?(\/.*)$/.exec(text) ?? [];
  const isTree = pattern.endsWith("/*");
  // People write letters as they are; the strict reader wants them escaped as browsers do.
  const written = isTree ? pattern.slice(0, -1) : pattern;
  const path = written.isWellFormed() ? decodedPath(encodeURI(decodedOrSame(written))) : undefined;
  if (path === undefined) return refuse("its path is missing, or two programs could read it differently.");
  if (path.includes("*")) return refuse("a path may only end in /*, and have no other asterisk.");
  return ok({ ...(origin !== undefined && { origin }), path: withoutSlash(path), isTree });
}

function decodedOrSame(path: string): string {
  return path.includes("%") ? (decodedPath(path) ?? path) : path;
}

type Asked = Pick<PathRule, "isPublic" | "groups" | "strength" | "scope">;

function readWords(words: readonly string[]): Result<Asked, string> {
  const groups: string[] = [];
  const scope: string[] = [];
  let strength: Strength | undefined;
  let isPublic = false;
  for (const word of words) {
    const [, name, value = ""] = /^(group|require|scope)=(.+)$/.exec(word) ?? [];
    if (word === "public") isPublic = true;
    else if (name === "group") groups.push(value.normalize("NFC"));
    else if (name === "scope" && isScopeName(value)) scope.push(value);
    else if (name === "require" && strength === undefined && strengths.some((known) => known === value))
      strength = value as Strength;
    else if (word !== "signed-in") return refuse(`${JSON.stringify(word)} is not one of its words.`);
  }
  if (words.length === 0) return refuse("it does not say what the path asks for.");
  if (isPublic && words.length > 1) return refuse("a public path asks for nothing else.");
  return ok({ isPublic, groups, scope, ...(strength !== undefined && { strength }) });
}

/** The rule that decides, its place in the list, or why none can: "ambiguous" if two readers could see two paths. */
export type RuleFound =
  | { readonly kind: "rule"; readonly rule: PathRule; readonly index: number }
  | { readonly kind: "none" }
  | { readonly kind: "ambiguous" };

/**
 * Finds the first rule for a request. Its query never takes part. Where rules exist, a path that has more than one reading is
 * "ambiguous", and so is one that falls under another rule if capital letters do not matter, as in some applications.
 */
export function findRule(texts: readonly string[], request: ForwardedRequest): RuleFound {
  if (texts.length === 0) return { kind: "none" };
  const path = decodedPath(request.path);
  if (path === undefined) return { kind: "ambiguous" };
  const rules = rulesOf(texts);
  const index = rules.findIndex((rule) => fits(rule, request, path, asIs));
  const folded = rules.findIndex((rule) => fits(rule, request, path, foldCase));
  if (index !== folded) return { kind: "ambiguous" };
  const rule = rules[index];
  return rule === undefined ? { kind: "none" } : { kind: "rule", rule, index };
}

/** The rule at this place of the list; undefined if there is none. */
export function readRuleAt(texts: readonly string[], index: number): PathRule | undefined {
  return rulesOf(texts)[index];
}

/** The groups that the rules name. */
export function groupsOfPathRules(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => {
    const read = parseRule(text);
    return read.ok ? read.value.groups : [];
  });
}

/**
 * The rules that can never decide, because one before them fits every request that they fit; `by` is the place of that one. Letters are
 * folded as in `findRule`: a path that falls under two rules with and without that is refused.
 */
export function coveredRules(
  texts: readonly string[],
): readonly { readonly index: number; readonly by: number }[] {
  const rules = rulesOf(texts);
  return rules.flatMap((rule, index) => {
    const by = rules.findIndex((earlier, at) => at < index && covers(earlier, rule));
    return by === -1 ? [] : [{ index, by }];
  });
}

/** Why a rule can never decide, as a sentence without its end. `of` names the application, if the reader does not know which it is. */
export function describeCovered(
  texts: readonly string[],
  { index, by }: { readonly index: number; readonly by: number },
  of = "",
): string {
  return `rule ${index + 1}${of} (${texts[index]}) never decides, because rule ${by + 1} (${texts[by]}) stands before it and fits the same requests`;
}

function covers(earlier: PathRule, later: PathRule): boolean {
  if (earlier.origin !== undefined && earlier.origin !== later.origin) return false;
  const isMeant = (method: string) =>
    earlier.methods.includes(method) || (method === "HEAD" && earlier.methods.includes("GET"));
  const hasMethods = later.methods.length > 0 && later.methods.every(isMeant);
  if (earlier.methods.length > 0 && !hasMethods) return false;
  const [outer, inner] = [foldCase(earlier.path), foldCase(later.path)];
  if (!earlier.isTree) return outer === inner && !later.isTree;
  return outer === inner || inner.startsWith(`${outer}/`);
}

/** Rules are parsed once for each client, not at every request. A client that changes has a new list, so an entry is never outdated. */
const known = new WeakMap<readonly string[], readonly PathRule[]>();

function rulesOf(texts: readonly string[]): readonly PathRule[] {
  const before = known.get(texts);
  if (before !== undefined) return before;
  const rules = texts.map((text) => {
    const read = parseRule(text);
    // Only a newer release writes a rule that this one cannot read. To pass over it could open what it closes, so the check fails.
    if (!read.ok) throw new Error(`A stored rule cannot be read: ${read.reason}`);
    return read.value;
  });
  known.set(texts, rules);
  return rules;
}

function fits(
  rule: PathRule,
  request: ForwardedRequest,
  path: string,
  fold: (text: string) => string,
): boolean {
  if (rule.origin !== undefined && rule.origin !== request.origin) return false;
  const method = request.method === "HEAD" ? "GET" : request.method;
  const isMeant = [method, request.method].some((name) => rule.methods.includes(name));
  if (rule.methods.length > 0 && !isMeant) return false;
  // A path and the same with a slash at its end are one page for many frameworks.
  const [asked, named] = [fold(withoutSlash(path)), fold(rule.path)];
  return asked === named || (rule.isTree && asked.startsWith(`${named}/`));
}

const asIs = (text: string) => text;
/** NFKC too, because some file systems take different spellings of a letter for one name. */
const foldCase = (text: string) => text.normalize("NFKC").toLowerCase();

function withoutSlash(path: string): string {
  return path.endsWith("/") ? path.slice(0, -1) : path;
}
