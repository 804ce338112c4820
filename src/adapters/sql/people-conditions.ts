import type { PeopleFilter } from "../../flows/people-ports.ts";
import { parseAccountId } from "../../values/ids.ts";
import type { Engine, Values } from "./fact.ts";

/** A condition that the people of a list meet. */
export interface Condition {
  /** SQL: true for a row of `accounts`. Not meant for an index, which is what `members` is for. */
  readonly holds: string;
  /** SQL: the ids of at most `max` people who meet it, read from an index; absent if no index has them. */
  readonly members?: (max: number) => string;
  /** True if `members` may have people who do not meet it, or takes long to count. */
  readonly isMoreThanEnough?: boolean;
  readonly values: Values;
}

export const everybody: Condition = {
  holds: "TRUE",
  members: (max) => `SELECT id FROM accounts ORDER BY created_at, id LIMIT ${max}`,
  values: {},
};

/** The conditions of a filter, one for each of its members. */
export function conditionsOf(engine: Engine, filter: PeopleFilter): readonly Condition[] {
  const { search, state, group, isAdmin, lacksSecondFactor, isUnverified, notSeenSince } = filter;
  const { inOneOf = [], upstream, isImported, hasOldPassword } = filter;
  return [
    ...(search === undefined ? [] : [searched(engine, search)]),
    ...(state === undefined ? [] : [states[state]]),
    ...(group === undefined ? [] : [inGroup(group)]),
    ...inOneOf.map(inOneGroup),
    ...flagged("is_admin", isAdmin),
    ...flagged("is_email_unverified", isUnverified),
    ...flagged("is_imported", isImported),
    ...flagged("has_old_password", hasOldPassword),
    ...(lacksSecondFactor === undefined ? [] : [{ holds: factors(lacksSecondFactor), values: {} }]),
    ...(notSeenSince === undefined ? [] : [notSeen(notSeenSince)]),
    ...(upstream === undefined ? [] : [linkedTo(upstream)]),
  ];
}

const states: Readonly<Record<NonNullable<PeopleFilter["state"]>, Condition>> = {
  enabled: { holds: "NOT accounts.is_disabled AND accounts.delete_after IS NULL", values: {} },
  disabled: { holds: "accounts.is_disabled", members: rowsWhere("is_disabled"), values: {} },
  locked: {
    holds: "accounts.locked_at IS NOT NULL",
    members: rowsWhere("locked_at IS NOT NULL", "locked_at"),
    values: {},
  },
  leaving: {
    holds: "accounts.delete_after IS NOT NULL",
    members: rowsWhere("delete_after IS NOT NULL", "delete_after"),
    values: {},
  },
};

/** The index has only the rows in which the flag is true. */
function flagged(column: string, wanted: boolean | undefined): readonly Condition[] {
  if (wanted === undefined) return [];
  if (!wanted) return [{ holds: `NOT accounts.${column}`, values: {} }];
  return [{ holds: `accounts.${column}`, members: rowsWhere(column), values: {} }];
}

/** Ordered as the index is, so that PostgreSQL does not scan the table until it has found `max` rows. */
function rowsWhere(condition: string, order = "id"): (max: number) => string {
  return (max) => `SELECT id FROM accounts WHERE ${condition} ORDER BY ${order} LIMIT ${max}`;
}

/** NOTE: as in `accountColumns`, LIMIT turns each subquery into a look-up by key. */
function factors(areLacking: boolean): string {
  const first = (table: string) => `(SELECT 1 FROM ${table} WHERE account_id = accounts.id LIMIT 1)`;
  return areLacking
    ? `${first("passkeys")} IS NULL AND ${first("totp")} IS NULL`
    : `${first("passkeys")} IS NOT NULL OR ${first("totp")} IS NOT NULL`;
}

function inGroup(group: string): Condition {
  return {
    holds: `(SELECT 1 FROM group_members WHERE account_id = accounts.id AND group_name = :group LIMIT 1) IS NOT NULL`,
    members: (max) =>
      `SELECT account_id AS id FROM group_members WHERE group_name = :group ORDER BY account_id LIMIT ${max}`,
    values: { group },
  };
}

/** `at` tells the values of several lists apart. */
function inOneGroup(groups: readonly string[], at: number): Condition {
  const values = Object.fromEntries(groups.map((group, index) => [`group${at}x${index}`, group]));
  const names = Object.keys(values).map((name) => `:${name}`);
  if (names.length === 0)
    return { holds: "FALSE", members: () => "SELECT id FROM accounts WHERE id = ''", values: {} };
  return {
    holds: `(SELECT 1 FROM group_members WHERE account_id = accounts.id AND group_name IN (${names.join(", ")}) LIMIT 1) IS NOT NULL`,
    members: (max) => {
      const ways = names.map(
        (name) =>
          `SELECT id FROM (SELECT account_id AS id FROM group_members WHERE group_name = ${name} ORDER BY account_id LIMIT ${max}) AS found`,
      );
      return `SELECT id FROM (${ways.join(" UNION ")}) AS either LIMIT ${max}`;
    },
    values,
  };
}

function linkedTo(upstream: string): Condition {
  return {
    holds: `(SELECT 1 FROM upstream_identities
      WHERE account_id = accounts.id AND upstream_name = :upstream LIMIT 1) IS NOT NULL`,
    members: (max) =>
      `SELECT account_id AS id FROM upstream_identities WHERE upstream_name = :upstream ORDER BY subject LIMIT ${max}`,
    values: { upstream },
  };
}

/** Accounts that were created later are left out: they have not been away for that long. */
function notSeen(since: number): Condition {
  return {
    holds: `accounts.last_sign_in_at < :since AND accounts.created_at < :since
      AND (SELECT 1 FROM sessions WHERE account_id = accounts.id AND last_seen_at >= :since LIMIT 1) IS NULL`,
    members: rowsWhere("last_sign_in_at < :since", "last_sign_in_at, id"),
    isMoreThanEnough: true,
    values: { since },
  };
}

/** The last code point: appended to a beginning, it sorts after every text with that beginning. */
const last = "\u{10ffff}";

const lastWordOf = (name: string) => `substr(${name}, length(rtrim(${name}, replace(${name}, ' ', ''))) + 1)`;
const domain = "ltrim(email, replace(email, '@', ''))";

/** The texts of an account that may begin with the search, each spelled as in its index. */
function searched({ bytewise, caseless }: Engine, search: string): Condition {
  // PostgreSQL refuses a text with this character.
  if (search.includes("\0"))
    return { holds: "FALSE", members: () => "SELECT id FROM accounts WHERE id = ''", values: {} };
  const name = search.normalize("NFC").toLowerCase();
  const words = search.normalize("NFC").replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const isDomain = search.startsWith("@");
  const begins = (text: string, beginning: string) =>
    `${text} >= :${beginning} AND ${text} < :${beginning}End`;
  const rows = (text: string, beginning: string, max: number) =>
    `SELECT id FROM accounts WHERE ${begins(text, beginning)} ORDER BY ${text} LIMIT ${max}`;
  const ofName = [(name: string) => `lower(${bytewise(lastWordOf(name))})`, caseless].map((textOf) => ({
    rows: (max: number) => rows(textOf("name"), "words", max),
    holds: begins(textOf("accounts.name"), "words"),
  }));
  const ofAccount = [
    {
      // Both names of an account may match, so twice as many rows are read.
      rows: (max: number) =>
        `SELECT account_id AS id FROM account_names WHERE ${begins("name", "name")} ORDER BY name LIMIT ${2 * max}`,
      holds: ["username", "email"]
        .map((column) => `(${begins(bytewise(`accounts.${column}`), "name")})`)
        .join(" OR "),
    },
    ...ofName,
    { rows: () => "SELECT id FROM accounts WHERE id = :wholeId", holds: "accounts.id = :wholeId" },
    {
      rows: () => "SELECT id FROM accounts WHERE subject = :subject",
      holds: "(accounts.subject IS NOT NULL AND accounts.subject = :subject)",
    },
  ];
  const ofDomain = [
    {
      rows: (max: number) => rows(bytewise(domain), "name", max),
      holds: begins(bytewise(domain.replaceAll("email", "accounts.email")), "name"),
    },
  ];
  const ways = isDomain ? ofDomain : ofAccount;
  return {
    holds: ways.map(({ holds }) => `(${holds})`).join(" OR "),
    members: (max) =>
      `SELECT id FROM (${ways.map((way) => `SELECT id FROM (${way.rows(max)}) AS found`).join(" UNION ")}) AS either
       LIMIT ${max}`,
    isMoreThanEnough: true,
    values: {
      name,
      nameEnd: name + last,
      ...(!isDomain && {
        words,
        wordsEnd: words + last,
        wholeId: parseAccountId(search) ?? "",
        subject: search,
      }),
    },
  };
}
