import { ok, type Result, refuse } from "../values/result.ts";

/** The most pairs of a query or form. Empty pairs count, so that the limit holds before anything is built. */
export const parametersMax = 64;

const noNames: ReadonlySet<string> = new Set();
const noRepeats: ReadonlyMap<string, readonly string[]> = new Map();

/** The parameters of one query or form, decoded exactly once. */
export class Parameters {
  readonly #values: ReadonlyMap<string, string>;
  /** The values after the first. */
  readonly #repeated: ReadonlyMap<string, readonly string[]>;
  readonly #malformed: ReadonlySet<string>;

  /** Use `parseParameters`. */
  constructor(
    values: ReadonlyMap<string, string>,
    repeated: ReadonlyMap<string, readonly string[]>,
    malformed: ReadonlySet<string>,
  ) {
    this.#values = values;
    this.#repeated = repeated;
    this.#malformed = malformed;
  }

  /** The first value. An empty (RFC 6749 §3.1) or malformed value counts as absent. */
  get(name: string): string | undefined {
    return this.#values.get(name) || undefined;
  }

  /** As `get`, for a name that must not be repeated: two values are ambiguous, so they count as absent. */
  only(name: string): string | undefined {
    return this.typed(name) || undefined;
  }

  /** The text of a form's field, empty if nothing was typed; undefined unless the field was sent exactly once and can be read. */
  typed(name: string): string | undefined {
    return this.isRepeated(name) || this.isMalformed(name) ? undefined : this.#values.get(name);
  }

  /** Every value of a parameter that may occur more than once, in order. Values that count as absent are left out. */
  all(name: string): readonly string[] {
    const first = this.#values.get(name);
    if (first === undefined) return [];
    return [first, ...(this.#repeated.get(name) ?? [])].filter((value) => value !== "");
  }

  /** False if no name occurred more than once. */
  get hasRepeats(): boolean {
    return this.#repeated.size > 0;
  }

  /** False if every value could be read. */
  get hasMalformed(): boolean {
    return this.#malformed.size > 0;
  }

  /** True when the name occurred more than once, with equal values too. */
  isRepeated(name: string): boolean {
    return this.#repeated.has(name);
  }

  /** True when a value was not percent-encoded UTF-8 or contained NUL: two different inputs must never become equal. */
  isMalformed(name: string): boolean {
    return this.#malformed.has(name);
  }

  /** True when the name occurred with anything but an empty value. */
  isSent(name: string): boolean {
    return this.get(name) !== undefined || this.isMalformed(name);
  }

  /** Every name in order of first occurrence. */
  names(): Iterable<string> {
    return this.#values.keys();
  }
}

/**
 * Reads application/x-www-form-urlencoded text: a form body, or a query without its `?`. Only `&` separates; empty pairs,
 * empty names and names that cannot be decoded are ignored.
 */
export function parseParameters(text: string): Result<Parameters, "too-many-parameters"> {
  if (hasTooManyPairs(text)) return refuse("too-many-parameters");
  // A raw U+FFFD comes from an earlier decoder, which lost the original.
  const isSuspect = !text.isWellFormed() || text.includes("\uFFFD");
  const values = new Map<string, string>();
  let repeated: Map<string, string[]> | undefined;
  let malformed: Set<string> | undefined;
  for (let start = 0; start < text.length; ) {
    const ampersand = text.indexOf("&", start);
    const end = ampersand === -1 ? text.length : ampersand;
    const pair = text.slice(start, end);
    start = end + 1;

    const equals = pair.indexOf("=");
    const name = decodeFormComponent(equals === -1 ? pair : pair.slice(0, equals));
    if (name === undefined || name === "") continue;
    const raw = equals === -1 ? "" : pair.slice(equals + 1);
    const value = decodeFormComponent(raw);
    const isMalformed = value === undefined || value.includes("\0") || (isSuspect && isDamaged(raw));

    if (isMalformed) malformed = (malformed ?? new Set()).add(name);
    const kept = isMalformed ? "" : value;
    if (values.has(name)) {
      repeated ??= new Map();
      repeated.set(name, [...(repeated.get(name) ?? []), kept]);
    } else values.set(name, kept);
  }
  return ok(new Parameters(values, repeated ?? noRepeats, malformed ?? noNames));
}

/** Decodes one name or value by the form rules: `+` is a space, then `%XX` is UTF-8. Undefined if that fails. */
export function decodeFormComponent(text: string): string | undefined {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text;
  if (!spaced.includes("%")) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return undefined;
  }
}

function isDamaged(raw: string): boolean {
  return !raw.isWellFormed() || raw.includes("\uFFFD");
}

function hasTooManyPairs(text: string): boolean {
  let pairs = 1;
  for (let at = text.indexOf("&"); at !== -1; at = text.indexOf("&", at + 1)) {
    pairs += 1;
    if (pairs > parametersMax) return true;
  }
  return false;
}
