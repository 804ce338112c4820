import { ok, type Result, refuse } from "../../values/result.ts";

/** The kind of text that a claim takes. */
export type ClaimKind = "line" | "address-of-a-page" | "date" | "time-zone" | "language";

interface ClaimRow {
  readonly name: string;
  /** The scope value that opens it (OpenID Connect Core §5.4). */
  readonly scope: "profile" | "email" | "phone" | "address" | "groups";
  /** Present for a claim of the account's `claims`; absent for one that is derived from another property. */
  readonly kind?: ClaimKind;
  /** The label for operators, present if `kind` is. */
  readonly label?: string;
}

/** Every claim about a person (OpenID Connect Core §5.1), in the order in which they are answered. */
export const personClaimTable = [
  { name: "name", scope: "profile" },
  { name: "given_name", scope: "profile", kind: "line", label: "Given name" },
  { name: "family_name", scope: "profile", kind: "line", label: "Family name" },
  { name: "middle_name", scope: "profile", kind: "line", label: "Middle name" },
  { name: "nickname", scope: "profile", kind: "line", label: "Nickname" },
  { name: "preferred_username", scope: "profile" },
  { name: "profile", scope: "profile", kind: "address-of-a-page", label: "Profile" },
  { name: "picture", scope: "profile", kind: "address-of-a-page", label: "Picture" },
  { name: "website", scope: "profile", kind: "address-of-a-page", label: "Website" },
  { name: "gender", scope: "profile", kind: "line", label: "Gender" },
  { name: "birthdate", scope: "profile", kind: "date", label: "Birth date" },
  { name: "zoneinfo", scope: "profile", kind: "time-zone", label: "Time zone" },
  { name: "locale", scope: "profile", kind: "language", label: "Language" },
  { name: "updated_at", scope: "profile" },
  { name: "email", scope: "email" },
  { name: "email_verified", scope: "email" },
  { name: "phone_number", scope: "phone" },
  { name: "phone_number_verified", scope: "phone" },
  { name: "address", scope: "address" },
  // No specification defines it; most applications look for this name and a list of texts.
  { name: "groups", scope: "groups" },
] as const satisfies readonly ClaimRow[];

type Row = (typeof personClaimTable)[number];

/** A claim about a person, by its name on the wire. */
export type PersonClaim = Row["name"];

/** A claim of the account's `claims`, which the operator set. */
export type GivenClaim = Extract<Row, { readonly kind: ClaimKind }>["name"];

/** Claims about a person that can be requested by name. Claims of the ID token itself, such as auth_time, are always there. */
export const personClaims: readonly PersonClaim[] = personClaimTable.map(({ name }) => name);

/** The claims that an operator gives by name, each with its kind and label. */
export const givenClaims: readonly Extract<Row, { readonly kind: ClaimKind }>[] = personClaimTable.filter(
  (row) => "kind" in row,
);

/** How many attributes a person has at most. */
export const attributesMax = 20;

/**
 * True for the name of an attribute: what an installation keeps about people beyond the claims of OpenID Connect. No scope opens it;
 * applications learn it by the rules of their client alone.
 */
export function isAttributeName(name: string): boolean {
  return /^[a-z][a-z0-9_]{0,39}$/.test(name) && !(personClaims as readonly string[]).includes(name);
}

/** The reason why a claim or an attribute was not changed. */
export type ClaimProblem =
  | { readonly kind: "unknown-claim"; readonly name: string }
  | { readonly kind: "value-unusable"; readonly name: string; readonly expected: ClaimKind }
  | { readonly kind: "no-attribute"; readonly name: string }
  | { readonly kind: "attributes-too-many" };

/** Reads a claim that an operator wrote. The value is trimmed and composed (NFC). */
export function readGivenClaim(
  name: string,
  text: string,
): Result<{ readonly name: GivenClaim; readonly value: string }, ClaimProblem> {
  const row = givenClaims.find((given) => given.name === name);
  if (row === undefined) return refuse({ kind: "unknown-claim", name });
  const value = text.trim().normalize("NFC");
  const isUsable = value !== "" && !invisible.test(value) && checks[row.kind](value);
  return isUsable
    ? ok({ name: row.name, value })
    : refuse({ kind: "value-unusable", name: row.name, expected: row.kind });
}

/** Reads an attribute that an operator wrote. The value is trimmed and composed (NFC). */
export function readAttribute(
  name: string,
  text: string,
): Result<{ readonly name: string; readonly value: string }, ClaimProblem> {
  if (!isAttributeName(name)) return refuse({ kind: "no-attribute", name });
  const value = text.trim().normalize("NFC");
  return value !== "" && !invisible.test(value) && checks.line(value)
    ? ok({ name, value })
    : refuse({ kind: "value-unusable", name, expected: "line" });
}

/** One or two sentences for the operator: the cause and the repair. */
export function describeClaimProblem(problem: ClaimProblem): string {
  if (problem.kind === "value-unusable")
    return `The ${isAttributeName(problem.name) ? "attribute" : "claim"} ${problem.name} cannot have this value. Give ${expectations[problem.expected]}.`;
  if (problem.kind === "attributes-too-many") return `A person has at most ${attributesMax} attributes.`;
  if (problem.kind === "no-attribute")
    return personClaims.some((claim) => claim === problem.name)
      ? `${problem.name} is a claim of OpenID Connect and no attribute of your own. Give it as a claim.`
      : `The name of an attribute has 1 to 40 lowercase letters, digits and underscores, and begins with a letter; ${JSON.stringify(problem.name)} does not.`;
  return `There is no claim ${problem.name} to give. These can be given: ${givenClaims.map(({ name }) => name).join(", ")}.`;
}

const lineLengthMax = 100;
const addressLengthMax = 500;
const invisible = /[\p{C}\p{Zl}\p{Zp}]/u;

const expectations: Readonly<Record<ClaimKind, string>> = {
  line: `one line of 1 to ${lineLengthMax} visible characters`,
  "address-of-a-page": `a web address that begins with https:// or http://, of at most ${addressLengthMax} characters`,
  date: "a date as YYYY-MM-DD, as 0000-MM-DD without the year, or the year alone as YYYY",
  "time-zone": "the name of a time zone, like Europe/London",
  language: "a language tag, like en-GB",
};

const checks: Readonly<Record<ClaimKind, (value: string) => boolean>> = {
  line: (value) => [...value].length <= lineLengthMax,
  "address-of-a-page": isAddressOfAPage,
  date: isDate,
  "time-zone": (value) => /^[\w+/-]{1,64}$/.test(value) && isKnown(() => timeZoneOf(value)),
  language: (value) => value.length <= 64 && isKnown(() => Intl.getCanonicalLocales(value)),
};

function isAddressOfAPage(value: string): boolean {
  if (value.length > addressLengthMax || !/^https?:\/\/[\x21-\x7e]+$/.test(value)) return false;
  const url = URL.parse(value);
  return url !== null && url.username === "" && url.password === "";
}

/** OpenID Connect Core §5.1: ISO 8601-1, in which the year 0000 means that the year is left out. */
function isDate(value: string): boolean {
  if (/^\d{4}$/.test(value)) return value !== "0000";
  const [, year = "", rest = ""] = /^(\d{4})-(\d{2}-\d{2})$/.exec(value) ?? [];
  if (rest === "") return false;
  // Without a year, any day of a leap year is valid.
  const day = new Date(`${year === "0000" ? "2000" : year}-${rest}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(5, 10) === rest;
}

function timeZoneOf(value: string): unknown {
  return new Intl.DateTimeFormat("en", { timeZone: value });
}

/** True if Intl knows the name; it throws for unknown names. */
function isKnown(ask: () => unknown): boolean {
  try {
    ask();
    return true;
  } catch {
    return false;
  }
}
