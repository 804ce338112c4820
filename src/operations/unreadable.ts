import { z } from "zod";
import { ok, type Result, refuse } from "../values/result.ts";
import { type InvalidMember, type Problem, problem } from "./problem.ts";

/** A part of a request after validation. `data` is the part as it was sent. */
type ReadPart = { readonly data: unknown } & (
  | { readonly success: true }
  | { readonly success: false; readonly error: z.core.$ZodError }
);

interface Member {
  readonly path: readonly PropertyKey[];
  readonly detail: string;
}

/** A request may have thousands of wrong members; nobody reads more than these. */
const errorsMax = 20;

/** How a part is read: content with the schema of its operation, everything else as parameters. */
type PartKind =
  | { readonly isContent: true; readonly schema: z.ZodType | undefined }
  | { readonly isContent: false };

/** The problem of an invalid part, in the API's own sentences; undefined if it is valid. */
export function unreadableProblem(part: ReadPart, partKind: PartKind): Problem | undefined {
  const { isContent } = partKind;
  const members = part.success
    ? unreadableMembers(part.data, [])
    : membersOf(part.error.issues, part.data, partKind);
  const [first] = members;
  if (first === undefined) return undefined;
  const errors = members
    .slice(0, errorsMax)
    .map(
      ({ path, detail }): InvalidMember =>
        isContent ? { pointer: pointerOf(path), detail } : { parameter: String(path[0] ?? ""), detail },
    );
  const where = isContent ? pointerOf(first.path) || "The content" : String(first.path[0] ?? "A parameter");
  const kind = isContent ? "invalid-content" : "invalid-parameters";
  return problem(kind, `${where}: ${first.detail}`, { errors }).reason;
}

/** Reads a part of a call by its schema; undefined if the operation takes no such part. A problem of content points at its members. */
export function readPart<Schema extends z.ZodType>(
  schema: Schema | undefined,
  sent: unknown,
  { isContent = false } = {},
): Result<z.output<Schema> | undefined, Problem> {
  if (schema === undefined) return ok(undefined);
  const read = schema.safeParse(sent);
  const partKind = isContent ? ({ isContent, schema } as const) : ({ isContent } as const);
  const unreadable = unreadableProblem({ ...read, data: sent }, partKind);
  if (unreadable !== undefined) return refuse(unreadable);
  return ok(read.data);
}

function membersOf(
  issues: readonly z.core.$ZodIssue[],
  data: unknown,
  partKind: PartKind,
): readonly Member[] {
  const noun = partKind.isContent ? "member" : "parameter";
  const mistyped = new Set(issues.filter(isOfType).map(({ path }) => pointerOf(path)));
  // A length says nothing about a value that should be something else.
  const telling = issues.filter((issue) => isOfType(issue) || !mistyped.has(pointerOf(issue.path)));
  return telling.flatMap((issue) => {
    const { path } = issue;
    if (issue.code === "unrecognized_keys")
      return issue.keys.map((key) => ({ path: [...path, key], detail: `There is no such ${noun}.` }));
    const isMissing = path.length > 0 && valueAt(data, path) === undefined;
    if (isMissing) return [{ path, detail: "It is missing." }];
    const mayBeNull = partKind.isContent && takesNull(schemaAt(partKind.schema, path));
    return [{ path, detail: sentenceOf(issue, mayBeNull) }];
  });
}

/** The schema of a member; undefined if it is inside a schema of any other kind. */
function schemaAt(schema: unknown, path: readonly PropertyKey[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return schema;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return schemaAt(schema.unwrap(), path);
  if (schema instanceof z.ZodObject) return schemaAt(schema.shape[String(name)], rest);
  if (schema instanceof z.ZodRecord) return schemaAt(schema.valueType, rest);
  if (schema instanceof z.ZodArray) return schemaAt(schema.element, rest);
  return undefined;
}

/** True if null is accepted too: an issue of zod names only the other type. */
function takesNull(schema: unknown): boolean {
  return schema instanceof z.ZodType && schema.isNullable();
}

function isOfType({ code }: z.core.$ZodIssue): boolean {
  return code === "invalid_type";
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) =>
      typeof value === "object" && value !== null ? (value as Record<PropertyKey, unknown>)[part] : undefined,
    data,
  );
}

/** Patterns and checks in schemas have their own sentences; all other faults get theirs here. */
function sentenceOf(issue: z.core.$ZodIssue, mayBeNull = false): string {
  const orNull = mayBeNull ? ["null"] : [];
  switch (issue.code) {
    case "invalid_type":
      return `It must be ${anyOf([typeWords[issue.expected] ?? issue.expected, ...orNull])}.`;
    case "invalid_value":
      return issue.values.length > namedMax
        ? `It is none of the ${issue.values.length} values that are described.`
        : `It must be ${anyOf([...issue.values.map((value) => JSON.stringify(value)), ...orNull])}.`;
    case "too_big":
      return sizeSentence(issue.origin, "at most", issue.maximum);
    case "too_small":
      return issue.origin === "string" && Number(issue.minimum) === 1
        ? "It must not be empty."
        : sizeSentence(issue.origin, "at least", issue.minimum);
    case "invalid_union":
      return unionSentence(issue.errors);
    case "invalid_key":
      return issue.issues
        .map((inner) => sentenceOf(inner))
        .join(" ")
        .replace(/^It\b/, "Its name");
    case "invalid_format":
      return issue.format === "regex" ? issue.message : (formats[issue.format] ?? "It cannot be used.");
    case "custom":
      return issue.message;
    default:
      return "It cannot be used.";
  }
}

/** How many values a sentence names. */
const namedMax = 20;

const typeWords: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "a boolean",
  null: "null",
  array: "a list",
  object: "an object",
  record: "an object",
};

const formats: Readonly<Record<string, string>> = {
  datetime: "It must be a time in UTC, such as 2026-01-31T12:00:00Z.",
};

const units: Readonly<Record<string, string>> = { string: "character", array: "item" };

function sizeSentence(origin: string, bound: string, size: number | bigint): string {
  const unit = units[origin];
  return unit === undefined
    ? `It must be ${bound} ${size}.`
    : `It must have ${bound} ${size} ${unit}${Number(size) === 1 ? "" : "s"}.`;
}

function unionSentence(alternatives: readonly (readonly z.core.$ZodIssue[])[]): string {
  const words = alternatives.flatMap(([issue]) =>
    issue?.code === "invalid_type" && issue.path.length === 0
      ? [typeWords[issue.expected] ?? issue.expected]
      : [],
  );
  // An alternative that fails deeper has the right type, so a list of types would not say what is wrong.
  return words.length === alternatives.length
    ? `It must be ${anyOf(words)}.`
    : "It has a member that cannot be used.";
}

function anyOf(words: readonly string[]): string {
  const [last = ""] = words.slice(-1);
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} or ${last}`;
}

/** PostgreSQL cannot store NUL, and a lone surrogate is not a character. */
const noCharacter = /\0/;

/** Also what a schema takes and drops without a word: zod reads no record with a member called `__proto__`. */
function unreadableMembers(value: unknown, path: readonly PropertyKey[]): readonly Member[] {
  if (typeof value === "string") {
    const isReadable = !noCharacter.test(value) && value.isWellFormed();
    return isReadable ? [] : [{ path, detail: "It has a character that cannot be stored." }];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === "__proto__"
      ? [{ path: [...path, name], detail: "There is no such member." }]
      : unreadableMembers(member, [...path, name]),
  );
}

/** RFC 6901 §3. */
function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
