import { givenClaims } from "../../../../protocol/openid/person-claims.ts";
import { isJsonObject, isTextList, type JsonObject } from "../../../../values/json-object.ts";
import { strengths } from "../../../../values/strength.ts";
import { readBase32 } from "../base32.ts";
import { shown } from "../check-person.ts";
import { eachJsonLine } from "../file-readers.ts";
import { objectIn, objectsIn, textIn, textsIn } from "../json-members.ts";
import { type Note, nobody, type ReadRecord, type TextsOfPerson } from "../person-texts.ts";
import type { Source } from "../source.ts";

/** What a member takes, as the end of a sentence, and whether a value is that. */
interface Kind {
  readonly takes: string;
  readonly fits: (value: unknown) => boolean;
}

const isText = (value: unknown): value is string => typeof value === "string";
const text: Kind = { takes: "a text", fits: isText };
const flag: Kind = { takes: "true or false", fits: (value) => typeof value === "boolean" };
const texts: Kind = { takes: "a list of texts", fits: isTextList };
const instant: Kind = {
  takes: "an instant, like 2026-01-31T12:00:00Z",
  fits: (value) => isText(value) && Date.parse(value) >= 0,
};
const strength: Kind = {
  takes: `${strengths.slice(0, -1).join(", ")} or ${strengths.at(-1)}`,
  fits: (value) => strengths.some((each) => each === value),
};

const linkMembers: Readonly<Record<string, Kind>> = { upstream: text, subject: text, label: text };
const claimMembers = Object.fromEntries(givenClaims.map(({ name }) => [name, text]));

/** THE members of a line in this service's own format; docs/importing.md describes them. */
const members: Readonly<Record<string, Kind>> = {
  username: text,
  email: text,
  email_verified: flag,
  name: text,
  phone_number: text,
  address: text,
  claims: { takes: "an object", fits: isJsonObject },
  attributes: { takes: "an object of texts", fits: isObjectOfTexts },
  groups: texts,
  disabled: flag,
  locked_at: instant,
  admin: flag,
  require: strength,
  password_hash: text,
  password: text,
  totp_secret: text,
  upstreams: {
    takes: "a list of objects",
    fits: (value) => Array.isArray(value) && value.every(isJsonObject),
  },
  user_id: text,
  sub: text,
  created_at: instant,
};

/**
 * Lines in JSON, as `export users` writes them. Lines need no sign of the format, because each member is checked by its name: the
 * format is that of lines that no other source recognises.
 */
export const latchkey: Source = {
  called: "Latchkey's own JSON lines",
  read: eachJsonLine(readOwnPerson),
};

/** Reads a line of this service's own format. A member that it does not know, or of another type, refuses the line. */
export function readOwnPerson(json: JsonObject): ReadRecord {
  const links = objectsIn(json, "upstreams");
  const problems = [
    ...problemsOf(json, members, ""),
    ...problemsOf(objectIn(json, "claims"), claimMembers, "claims."),
    ...links.flatMap((link) => problemsOf(link, linkMembers, "upstreams.")),
    ...(links.every((link) => isText(link.upstream) && isText(link.subject)) ? [] : [halfLink]),
    ...(isGiven(json.email_verified) && !isGiven(json.email) ? [noAddress] : []),
  ];
  const [first] = problems;
  if (first === undefined) return [personOf(json)];
  const says = problems.map((problem) => problem.says).join(" ");
  return {
    problem: { ...first, says },
    username: textIn(json, "username") ?? textIn(json, "email"),
  };
}

const halfLink: Note = {
  about: "a link to a provider without upstream or subject",
  says: "Each of upstreams needs upstream and subject.",
};
const noAddress: Note = {
  about: "email_verified without email",
  says: "email_verified says nothing without email.",
};

/** Null and the empty text are like an absent member. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

function problemsOf(
  json: JsonObject,
  kinds: Readonly<Record<string, Kind>>,
  prefix: string,
): readonly Note[] {
  return Object.entries(json).flatMap(([name, value]) => {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind === undefined) return [unknownMember(`${prefix}${name}`, Object.keys(kinds))];
    if (!isGiven(value) || kind.fits(value)) return [];
    const says = `${prefix}${name} must be ${kind.takes}, not ${described(value)}.`;
    return [{ about: `${prefix}${name} must be ${kind.takes}`, says, member: name }];
  });
}

function unknownMember(name: string, known: readonly string[]): Note {
  return {
    about: "a member that people do not have",
    says: `There is no member ${shown(name)}. There are: ${known.join(", ")}.`,
  };
}

function described(value: unknown): string {
  if (isText(value)) return `the text ${shown(value)}`;
  if (typeof value === "object") return Array.isArray(value) ? "a list with something else" : "an object";
  return typeof value === "number" ? `the number ${value}` : String(value);
}

function isObjectOfTexts(value: unknown): boolean {
  return isJsonObject(value) && Object.values(value).every(isText);
}

function personOf(json: JsonObject): TextsOfPerson {
  const totp = textIn(json, "totp_secret");
  const claims = Object.entries(objectIn(json, "claims")).filter(([, value]) => isGiven(value));
  const said = {
    username: textIn(json, "username"),
    email: textIn(json, "email"),
    name: textIn(json, "name"),
    phoneNumber: textIn(json, "phone_number"),
    address: textIn(json, "address"),
    passwordHash: textIn(json, "password_hash"),
    password: textIn(json, "password"),
    userId: textIn(json, "user_id"),
    subject: textIn(json, "sub"),
    createdAt: textIn(json, "created_at"),
    lockedAt: textIn(json, "locked_at"),
    requires: textIn(json, "require"),
    isEmailVerified: json.email_verified ?? undefined,
    isDisabled: json.disabled ?? undefined,
    isAdmin: json.admin ?? undefined,
    totpSecret: totp === undefined ? undefined : (readBase32(totp) ?? "unusable"),
  };
  return {
    ...nobody,
    // The table above says that each of them has the type of its member.
    ...(Object.fromEntries(
      Object.entries(said).filter(([, value]) => isGiven(value)),
    ) as Partial<TextsOfPerson>),
    claims: Object.fromEntries(claims) as Record<string, string>,
    attributes: objectIn(json, "attributes") as Readonly<Record<string, string>>,
    groups: textsIn(json, "groups"),
    identities: objectsIn(json, "upstreams").map((link) => ({
      upstream: String(link.upstream),
      subject: String(link.subject),
      ...(isText(link.label) && { label: link.label }),
    })),
  };
}
