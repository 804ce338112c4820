import { z } from "zod";
import {
  type PeopleFilter,
  type PeopleOrder,
  type PersonPosition,
  peopleOrders,
  personStates,
} from "../flows/people-ports.ts";
import { readGroupName } from "../identity/group.ts";
import { readUpstreamName } from "../protocol/upstream/upstream.ts";
import { parseAccountId } from "../values/ids.ts";
import { ok, type Result } from "../values/result.ts";
import { type Instant, plus } from "../values/time.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { invalidParameter, type Problem, problem } from "./problem.ts";
import { readPart } from "./unreadable.ts";

/** The search of a list of people. */
export const searchOfPeople = z.string().min(1).max(200).optional().meta({
  description:
    "Only people whose username, e-mail address, name, or last word of the name begins with this text. @ and the beginning of a domain finds the addresses there; a whole user id finds its person. Upper and lower case of a to z match.",
});

/** The order of a list of people. */
export const orderParameter = z.enum(peopleOrders).optional().meta({
  description:
    "What the list is ordered by; - reverses the order. People without a name or an address are last in either direction. Names ignore the case of a to z, and their other letters, such as É, follow z by code point.",
  default: "created",
});

/** The members of a filter of people. `flag` is a flag as that part of the request writes it. */
function filterMembers<Flag extends z.ZodType>(flag: (description: string) => Flag) {
  return {
    q: searchOfPeople,
    state: z.enum(personStates).optional().meta({
      description:
        "Only accounts in this state; disabled: locked ones too; locked: the person locked it by a link of a notice; leaving: the person asked for its deletion.",
    }),
    group: z.string().min(1).max(100).optional().meta({ description: "Only members of this group." }),
    admin: flag("Only administrators; false: only others."),
    without_second_factor: flag(
      "Only people with neither a passkey nor an authenticator app; false: only others.",
    ),
    unverified: flag("Only people with an unverified e-mail address; false: only others."),
    not_seen: z
      .string()
      .regex(/^[1-9]\d{0,3}d$/, "It is a number of days, such as 90d.")
      .optional()
      .meta({
        description:
          "Only people who have not been seen for this many days, such as 90d: no sign-in, and no use of a session that still exists. Accounts created since then are left out.",
      }),
    provider: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .meta({ description: "Only people who are linked to this provider." }),
    imported: flag("Only imported people; false: only others."),
    old_password: flag(
      "Only people whose password is still known only to the product that they were imported from; false: only others.",
    ),
  };
}

/** The filter as parameters of a query. */
export const filterParameters = filterMembers((description) =>
  z.enum(["true", "false"]).optional().meta({ description }),
);

/** The filter as members of content. */
export const filterContent = filterMembers((description) => z.boolean().optional().meta({ description }));

type Said<Member> = Member extends "true" | "false" ? Member | boolean : Member;
type FilterMembers = {
  readonly [Name in keyof typeof filterParameters]?:
    | Said<z.output<(typeof filterParameters)[Name]>>
    | undefined;
};

const secondsPerDay = 86_400;

/** Reads a filter. A name that no group or provider can have is refused; an unknown one matches nobody. */
export function readFilter(
  said: FilterMembers,
  now: Instant,
  from: "parameters" | "content" = "parameters",
): Result<PeopleFilter, Problem> {
  const group = said.group === undefined ? undefined : readGroupName(said.group);
  if (said.group !== undefined && group === undefined) return invalidName(from, "group");
  const upstream = said.provider === undefined ? undefined : readUpstreamName(said.provider);
  if (said.provider !== undefined && upstream === undefined) return invalidName(from, "provider");
  const days = said.not_seen === undefined ? undefined : Number.parseInt(said.not_seen, 10);
  return ok({
    ...searchFor(said.q),
    state: said.state,
    group,
    isAdmin: flagOf(said.admin),
    lacksSecondFactor: flagOf(said.without_second_factor),
    isUnverified: flagOf(said.unverified),
    notSeenSince: days === undefined ? undefined : plus(now, -days * secondsPerDay),
    upstream,
    isImported: flagOf(said.imported),
    hasOldPassword: flagOf(said.old_password),
  });
}

function invalidName(from: "parameters" | "content", name: "group" | "provider") {
  const detail = `It is not the name of a ${name}.`;
  return from === "parameters"
    ? invalidParameter(name, detail)
    : problem("invalid-content", `/${name}: ${detail}`, { errors: [{ pointer: `/${name}`, detail }] });
}

/** The search of a filter; none if the text is blank. */
export function searchFor(text: string | undefined): Pick<PeopleFilter, "search"> {
  const search = text?.trim();
  return search === undefined || search === "" ? {} : { search };
}

const filterSchema = z.strictObject(filterParameters);

/** The names of a filter's members. */
export const filterNames = Object.keys(filterParameters) as readonly (keyof typeof filterParameters)[];

/** Reads a filter from the parameters of a query. */
export function readFilterParameters(
  said: Readonly<Record<string, string>>,
  now: Instant,
): Result<PeopleFilter, Problem> {
  const read = readPart(filterSchema, said);
  return read.ok ? readFilter(read.value ?? {}, now) : read;
}

function flagOf(said: boolean | "true" | "false" | undefined): boolean | undefined {
  return said === undefined ? undefined : said === true || said === "true";
}

/** Writes the place of a person as a cursor. */
export function writePersonPosition({ at, id }: PersonPosition): string {
  return writeCursor(at === null ? [id] : [at, id]);
}

const textOrders = ["username", "name", "email"];
/** The orders by what people may lack. */
const lackableOrders = ["name", "email"];

/** Reads the place of a person in a list of this order; undefined for any other text. */
export function readPersonPosition(text: string, order: PeopleOrder): PersonPosition | undefined {
  const parts = readCursor(text) ?? [];
  const written = parts.at(-1);
  const id = typeof written === "string" ? parseAccountId(written) : undefined;
  if (id === undefined || parts.length > 2) return undefined;
  const name = order.replace(/^-/, "");
  const at = parts.length === 1 ? null : parts[0];
  if (at === null) return lackableOrders.includes(name) ? { at, id } : undefined;
  const isOfOrder = textOrders.includes(name)
    ? typeof at === "string" && !at.includes("\0")
    : typeof at === "number" && Number.isSafeInteger(at);
  return at !== undefined && isOfOrder ? { at, id } : undefined;
}
