import type { Account } from "../../identity/account.ts";
import { type Client, isProtected } from "../../protocol/client/client.ts";
import { decidePlace, type Place, whatLacks } from "../../protocol/forward-auth/decide-access.ts";
import {
  type ForwardedProblem,
  type ForwardedRequest,
  readForwardedRequest,
  splitOriginalUrl,
} from "../../protocol/forward-auth/forwarded-request.ts";
import { parseRule } from "../../protocol/forward-auth/rules.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { strengthWords } from "../../values/strength.ts";
import { shellWord } from "../../values/words.ts";
import type { Groups } from "../account-ports.ts";
import type { PeoplePage, PeopleQuery } from "../people-ports.ts";
import type { Ports } from "../ports.ts";
import { findGroup } from "./group.ts";
import type { ProblemTable } from "./problem.ts";
import type { Rights } from "./rights.ts";
import { passes, type Rule } from "./why.ts";

/** A question about a path of a protected application, as an operator writes it. */
export interface PathQuestion {
  /** A path, or a whole address at one of the hosts. A path alone is meant at the first host. */
  readonly path: string;
  /** GET if it is absent. */
  readonly method?: string | undefined;
}

/** Why the question has no answer. */
export type PathProblem =
  | { readonly kind: "not-protected" }
  | { readonly kind: "host-not-protected"; readonly origin: string; readonly client: Client }
  | { readonly kind: "path-unreadable"; readonly problem: ForwardedProblem };

/** The problems of the question. */
export const pathProblems: ProblemTable<PathProblem> = {
  "not-protected": {
    as: "not-found",
    say: "No proxy protects this application, so it has no rules for paths. Only an application that was registered with --protect has.",
  },
  "host-not-protected": {
    as: "not-found",
    say: ({ origin, client }) =>
      `The application has no host ${origin}; it has ${client.metadata.protectedOrigins.join(", ")}.`,
  },
  "path-unreadable": {
    as: "invalid",
    at: "path",
    say: ({ problem }) =>
      problem === "method-malformed"
        ? "A method is a word in capital letters, like GET."
        : "A path begins with / and has only visible ASCII characters; all others are percent-encoded. An address begins with https:// and its host is written as browsers write it.",
  },
};

/** A place at a protected application, and what a request meets there. */
export interface PathAccess {
  readonly client: Client;
  readonly request: ForwardedRequest;
  readonly place: Place;
  /** What each method meets at this path. The last entry has no methods: it is for all that no other one names. */
  readonly methods: readonly MethodAccess[];
}

/** What requests with these methods meet. */
export interface MethodAccess {
  readonly methods: readonly string[];
  readonly place: Place;
}

/** Reads the question, and decides as for a request of a proxy. */
export function readPathAccess(
  client: Client,
  { path, method = "GET" }: PathQuestion,
): Result<PathAccess, PathProblem> {
  const [first] = client.metadata.protectedOrigins;
  if (!isProtected(client) || first === undefined) return refuse({ kind: "not-protected" });
  const isWhole = !path.startsWith("/");
  const target = path.split("#", 1)[0] ?? "";
  const read = readForwardedRequest({ method, ...splitOriginalUrl(isWhole ? target : first + target) });
  if (!read.ok) return refuse({ kind: "path-unreadable", problem: read.reason });
  const request = read.value;
  if (!client.metadata.protectedOrigins.includes(request.origin))
    return refuse({ kind: "host-not-protected", origin: request.origin, client });
  return ok({ client, request, place: decidePlace(client, request), methods: methodsAt(client, request) });
}

/** A rule with methods leaves the others to the rules after it. */
function methodsAt(client: Client, request: ForwardedRequest): readonly MethodAccess[] {
  const named = client.metadata.pathRules.flatMap((text) => {
    const read = parseRule(text);
    return read.ok ? read.value.methods : [];
  });
  const decide = (method: string) => decidePlace(client, { ...request, method });
  // No rule names it, so it stands for every other method.
  const rest = decide("-");
  const decided = [...new Set(["GET", "HEAD", ...named])].map((method) => ({
    method,
    place: decide(method),
  }));
  const different = decided.filter(({ place }) => keyOf(place) !== keyOf(rest));
  const groups = [...Map.groupBy(different, ({ place }) => keyOf(place)).values()];
  return [
    ...groups.flatMap((group) => {
      const methods = group.map(({ method }) => method);
      return group.slice(0, 1).map(({ place }) => ({ methods, place }));
    }),
    { methods: [], place: rest },
  ];
}

function keyOf(place: Place): string {
  return place.kind === "refused" ? place.reason : `${place.kind} ${place.index}`;
}

/** The rule that decided, as the operator wrote it, and its number, counted from 1; undefined if none fits. */
export function ruleOf(
  { metadata }: Pick<Client, "metadata">,
  place: Place,
): { readonly number: number; readonly text: string } | undefined {
  if (place.kind === "refused" || place.index === undefined) return undefined;
  return { number: place.index + 1, text: metadata.pathRules[place.index] ?? "" };
}

/** The groups of which somebody must be in one: those of the application, and those of the rule. Lists without names are left out. */
export function groupsAsked({ metadata }: Client, place: Place): readonly (readonly string[])[] {
  if (place.kind !== "guarded") return [];
  return [metadata.onlyGroups, place.rule?.groups ?? []].filter((names) => names.length > 0);
}

/** What stands at a place, in words that follow "GET /admin ". */
export function describePlace(client: Client, place: Place): string {
  const rule = ruleOf(client, place);
  const by = rule === undefined ? "no rule matches" : `rule ${rule.number}: ${rule.text}`;
  if (place.kind === "refused")
    return place.reason === "path-ambiguous"
      ? "is refused: two programs could read this path differently"
      : "is refused: the application is disabled";
  if (place.kind === "public") return `is open to everybody, without a sign-in (${by})`;
  const groups = groupsAsked(client, place).map((names) => ` who are in ${names.join(" or ")}`);
  const { strength } = place.rule ?? {};
  const proof =
    strength === undefined || strength === "one" ? "" : `, signed in with ${strengthWords[strength]}`;
  return `is open to people${groups.join(" and")}${groups.length === 0 ? " who are signed in" : ""}${proof} (${by})`;
}

/**
 * What the path asks for besides the application. Its strength is part of the rule about strength, as in the sign-in. The rule itself
 * is shown to operators who may read about applications.
 */
export function pathRule(
  client: Client,
  place: Place,
  { account, by }: { readonly account: Account; readonly by: Rights },
): Rule {
  const isShown = by.scopes.has("clients:read");
  const value = isShown
    ? `it ${describePlace(client, place)}`
    : "the rule is shown with the right clients:read";
  if (place.kind === "refused") return { rule: "path", outcome: "blocks", value };
  if (place.kind === "public") return passes("path", value);
  const groups = account.groups ?? [];
  const strong = { proved: "phr", met: "phr", required: "one" } as const;
  if (!whatLacks(client, place.rule, { groups, ...strong }).includes("group-of-rule"))
    return passes("path", value);
  const [group = "GROUP"] = (isShown && place.rule?.groups) || [];
  return {
    rule: "path",
    outcome: "blocks",
    value: `${value}; the person is in ${groups.join(", ") || "no group"}`,
    command: `latchkey group add ${shellWord(group)} ${shellWord(account.username)}`,
  };
}

/** A group that a place asks for. */
export interface AskedGroup {
  readonly name: string;
  /** How many people are in it; undefined if there is no such group. */
  readonly members: number | undefined;
}

/** Counts the people in each group that a place asks for. */
export async function countGroups(
  groups: Groups,
  client: Client,
  place: Place,
): Promise<readonly (readonly AskedGroup[])[]> {
  return Promise.all(
    groupsAsked(client, place).map((names) =>
      Promise.all(names.map(async (name) => ({ name, members: (await findGroup(groups, name))?.members }))),
    ),
  );
}

/**
 * The people who may open a place: enabled, and in the groups that it requires. People who have not proved the strength that it requires
 * are among them, because the sign-in asks them for it. Undefined if the place is open to everybody, or to nobody.
 */
export async function listAdmitted(
  { people }: Pick<Ports, "people">,
  client: Client,
  place: Place,
  query: Pick<PeopleQuery, "limit" | "after">,
): Promise<PeoplePage | undefined> {
  if (place.kind !== "guarded") return undefined;
  return people.list({ ...query, filter: { state: "enabled", inOneOf: groupsAsked(client, place) } });
}
