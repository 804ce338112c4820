import { readPhoneNumber } from "../../../identity/phone-number.ts";
import { isJsonObject, type JsonObject } from "../../../values/json-object.ts";
import { instantOf, isoTime } from "../../../values/time.ts";
import { readBase32 } from "./base32.ts";
import { shown } from "./check-person.ts";
import { claimsOf } from "./foreign-claims.ts";
import { isSaid, objectIn } from "./json-members.ts";
import {
  type Flag,
  type Note,
  nobody,
  notAPerson,
  type ReadRecord,
  type TextsOfPerson,
} from "./person-texts.ts";

type Texts = Omit<TextsOfPerson, "groups" | "identities" | "leftOut" | "passedOver" | "claims">;

/** What one member of a record says about a person. */
interface Said {
  readonly texts?: Partial<Texts>;
  /** Claims with these texts, if a claim can have them. */
  readonly claims?: Readonly<Record<string, string>>;
  readonly groups?: readonly string[];
  readonly identities?: TextsOfPerson["identities"];
  readonly leftOut?: readonly (string | Note)[];
}

/** What becomes of one member of a record. */
export interface Field {
  /** Where it goes, in the words of the page. Absent for one that goes nowhere. */
  readonly goes?: string;
  /** How the report calls what is left out. Absent, with `goes`, for one that means nothing outside its product. */
  readonly says?: string;
  /** `record` is the object that has the member. "passed": the value means nothing outside its product. */
  readonly read: (value: unknown, record: JsonObject) => Said | "passed";
}

/**
 * The members of a record, each with what becomes of it; a table for one that is an object. A member in no table is left out by its
 * name. Of two members for the same detail the first in the table counts, but an account is disabled as soon as one of them says so.
 */
export interface FieldTable {
  readonly [member: string]: Field | FieldTable;
}

/** True for a field, false for the table of an object. */
export function isField(entry: Field | FieldTable): entry is Field {
  return typeof entry.read === "function";
}

type TextMember = "username" | "email" | "name" | "phoneNumber" | "address" | "passwordHash" | "subject";

/** A text, or a number as text. */
export function text(member: TextMember, goes: string): Field {
  return { goes, read: (value) => ofText(value, (said) => ({ texts: { [member]: said } })) };
}

export const username = text("username", "username");
export const email = text("email", "e-mail address");
export const displayName = text("name", "name");
export const passwordHash = text("passwordHash", "password hash");

/** An id that is unique everywhere. The products whose ids are counted from 1 do not give them as `sub`. */
export const subject = text("subject", "`sub`");

/** A claim, if it can have the value. */
export function claim(name: string): Field {
  return {
    goes: `claim \`${name}\``,
    read: (value) => ofText(value, (said) => ({ claims: { [name]: said } })),
  };
}

/** A telephone number, if it is one with its country. */
export const phone: Field = {
  goes: "telephone number",
  read: (value) =>
    ofText(value, (said) => {
      const number = readPhoneNumber(said);
      return number.ok
        ? { texts: { phoneNumber: said } }
        : { leftOut: [`a telephone number without its country`] };
    }),
};

type FlagMember = "isEmailVerified" | "isDisabled";

const flagWords: Readonly<Record<FlagMember, string>> = {
  isEmailVerified: "whether the address is verified",
  isDisabled: "whether the account is disabled",
};

/** True or false, also as databases write it. */
export function flag(member: FlagMember): Field {
  return { goes: flagWords[member], read: (value) => ({ texts: { [member]: readFlag(value) } }) };
}

/** The opposite of the flag: `active` for disabled. */
export function notFlag(member: FlagMember): Field {
  return {
    goes: flagWords[member],
    read: (value) => {
      const said = readFlag(value);
      return { texts: { [member]: typeof said === "boolean" ? !said : said } };
    },
  };
}

/** True as soon as there is a value: the instant of a confirmation, of a lock, of a deletion. */
export function flagIfSaid(member: FlagMember): Field {
  return { goes: flagWords[member], read: () => ({ texts: { [member]: true } }) };
}

/** True for some of the values. */
export function flagIf(member: FlagMember, isSo: (value: unknown) => boolean): Field {
  return { goes: flagWords[member], read: (value) => ({ texts: { [member]: isSo(value) } }) };
}

const truths: ReadonlyMap<string, boolean> = new Map([
  ...["true", "t", "1", "yes", "y"].map((word) => [word, true] as const),
  ...["false", "f", "0", "no", "n"].map((word) => [word, false] as const),
]);

function readFlag(value: unknown): Flag {
  return typeof value === "boolean" ? value : (truths.get(String(value).trim().toLowerCase()) ?? "unusable");
}

/** When the account was created: an ISO time, that of a database, or seconds or milliseconds since 1970. */
export const createdAt: Field = {
  goes: "time of creation",
  read: (value) => {
    const at = instantText(value);
    return at === undefined ? {} : { texts: { createdAt: at } };
  },
};

/** Later than any number of seconds that is a date before the year 5138. */
const secondsMax = 1e11;
const databaseTime =
  /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(?:(Z|UTC)|([+-]\d\d):?(\d\d)?)?$/;

/** An instant as ISO 8601; without a zone it is in UTC. Undefined if it is none. */
function instantText(value: unknown): string | undefined {
  const number = typeof value === "string" && /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
  if (typeof number === "number") {
    const at = Math.floor(number < secondsMax ? number * 1000 : number);
    return Number.isSafeInteger(at) && at >= 0 && at < 8.64e15 ? isoTime(instantOf(at)) : undefined;
  }
  const match = databaseTime.exec(String(value).trim());
  if (match === null) return undefined;
  const [, date, time, , hours, minutes = "00"] = match;
  return `${date}T${time}${hours === undefined ? "Z" : `${hours}:${minutes}`}`;
}

/** Groups: a list of names, or of objects that name them, or one text with a comma between two names. */
export function groups(name = "name"): Field {
  return {
    goes: "groups",
    read: (value) => {
      const list =
        typeof value === "string" ? (readList(value) ?? value.split(",")) : Array.isArray(value) ? value : [];
      const names = list.map((each: unknown) => (isJsonObject(each) ? each[name] : each));
      return {
        groups: names.flatMap((each) =>
          typeof each === "string" && each.trim() !== "" ? [each.trim()] : [],
        ),
      };
    },
  };
}

/** A list that is written as JSON in a text. */
function readList(value: string): readonly unknown[] | undefined {
  if (!value.startsWith("[")) return undefined;
  try {
    const list: unknown = JSON.parse(value);
    return Array.isArray(list) ? list : undefined;
  } catch {
    return undefined;
  }
}

/** The secret of an authenticator app in base32. */
export const app: Field = {
  goes: "authenticator app",
  read: (value) => ofText(value, (said) => ({ texts: { totpSecret: readBase32(said) ?? "unusable" } })),
};

/** What a function makes of it. */
export function made(goes: string, read: Field["read"]): Field {
  return { goes, read };
}

/** A member that means nothing outside its product. It is counted, and does not make a person kept in part. */
export const passed: Field = { read: () => "passed" };

/** `passed` for this one value, and left out for any other. */
export function passedIf(usual: string, name: string): Field {
  const says = `field ${shown(name)}`;
  return { says, read: (value) => (String(value) === usual ? "passed" : { leftOut: [says] }) };
}

/** Left out, with these words as its name; a right that somebody does not have is nothing to leave out. */
export function left(words: string): Field {
  return { says: words, read: (value) => (isFalse(value) ? "passed" : { leftOut: [words] }) };
}

/** False, also as databases write it. */
function isFalse(value: unknown): boolean {
  return [false, 0, "0", "f", "false"].some((word) => word === value);
}

/** An account that is disabled until an instant. Here it stays disabled until an operator enables it. */
export const disabledUntil: Field = {
  goes: "whether the account is disabled",
  read: (value) => ({ texts: { disabledUntil: instantText(value) ?? "always" } }),
};

/** Each of these members as `passed`. */
export function passedOver(...names: readonly string[]): FieldTable {
  return Object.fromEntries(names.map((name) => [name, passed]));
}

function ofText(value: unknown, then: (said: string) => Said): Said {
  if (typeof value === "string") return then(value);
  return typeof value === "number" || typeof value === "bigint" ? then(String(value)) : {};
}

/** The person of a record. A record without a member of the table, or with neither username nor address, is none. */
export function readFields(record: JsonObject, table: FieldTable): ReadRecord {
  const draft = new Draft();
  draft.take(record, table, "");
  return draft.isEmpty ? notAPerson : [draft.person()];
}

class Draft {
  readonly #texts: Partial<Record<keyof Texts, unknown>> = {};
  readonly #claims: Record<string, string> = {};
  readonly #groups: string[] = [];
  readonly #identities: TextsOfPerson["identities"][number][] = [];
  readonly #leftOut: (string | Note)[] = [];
  readonly #passedOver: string[] = [];
  isEmpty = true;

  take(record: JsonObject, table: FieldTable, path: string): void {
    for (const [name, entry] of Object.entries(table)) {
      const value = Object.hasOwn(record, name) ? record[name] : undefined;
      if (!isSaid(value)) continue;
      if (!isField(entry)) {
        this.take(objectIn(record, name), entry, `${path}${name}.`);
        continue;
      }
      const said = entry.read(value, record);
      if (said !== "passed") this.#keep(said);
      else if (!isFalse(value)) this.#passedOver.push(`${path}${name}`);
    }
    for (const [name, value] of Object.entries(record))
      if (!Object.hasOwn(table, name) && value !== false && isSaid(value))
        this.#leftOut.push(`field ${shown(`${path}${name}`)}`);
  }

  #keep({ texts = {}, claims = {}, groups = [], identities = [], leftOut = [] }: Said): void {
    this.isEmpty = false;
    for (const [member, value] of Object.entries(texts) as [keyof Texts, unknown][]) {
      const before = this.#texts[member];
      this.#texts[member] = member === "isDisabled" && before === false ? value : (before ?? value);
    }
    for (const [name, value] of Object.entries(claims)) this.#claims[name] ??= value;
    this.#groups.push(...groups);
    this.#identities.push(...identities);
    this.#leftOut.push(...leftOut);
  }

  person(): TextsOfPerson {
    const { username: signInName, email: address, ...texts } = this.#texts as Partial<Texts>;
    const { claims, leftOut } = claimsOf(this.#claims);
    const fullName = [claims?.given_name, claims?.family_name].filter(Boolean).join(" ");
    const name = texts.name ?? (fullName === "" ? undefined : fullName);
    return {
      ...nobody,
      ...texts,
      ...(name !== undefined && name !== address && { name }),
      claims,
      groups: this.#groups,
      identities: this.#identities,
      ...named(signInName, address, [...this.#leftOut, ...leftOut]),
      passedOver: this.#passedOver,
    };
  }
}

/** A sign-in name that is an address is the address of the person: here no username is the address of somebody else. */
function named(
  name: string | undefined,
  address: string | undefined,
  leftOut: readonly (string | Note)[],
): Pick<TextsOfPerson, "username" | "email" | "leftOut"> {
  if (name === undefined || !name.includes("@"))
    return {
      ...(name !== undefined && { username: name }),
      ...(address !== undefined && { email: address }),
      leftOut,
    };
  const isSame = address === undefined || address.toLowerCase() === name.toLowerCase();
  const other = {
    about: "a sign-in name that is another address",
    says: `The sign-in name ${shown(name)} is not kept: the person signs in with the e-mail address.`,
  };
  return { email: address ?? name, leftOut: isSame ? leftOut : [...leftOut, other] };
}
