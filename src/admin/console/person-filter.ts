import { type PeopleFilter, personStates } from "../../flows/people-ports.ts";
import type { Problem } from "../../operations/problem.ts";
import { filterNames, readFilterParameters } from "../../operations/user-filter.ts";
import { html } from "../../pages/html.ts";
import type { Result } from "../../values/result.ts";
import { type Choice, filterChip, filterMenu, type ListPlace } from "./listing.ts";
import type { Chip, ChipMenu } from "./table.ts";
import { mayDo, type Visit } from "./visit.ts";

/** The list of people, as links and forms name it. */
export const peopleList: ListPlace & { readonly path: string } = {
  path: "/people",
  label: "Username, e-mail address, name or ID",
  noun: ["person", "people"],
  filters: filterNames.filter((name) => name !== "q"),
};

/** The filter in the address, as texts. */
export function saidFilter({ query }: Pick<Visit, "query">): Readonly<Record<string, string>> {
  const said = filterNames.flatMap((name) => {
    const value = query.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(said);
}

/** Reads the filter in the address. An unreadable one is refused: without it, the list would show more people than were asked for. */
export function filterIn(visit: Visit): Result<PeopleFilter, Problem> {
  return readFilterParameters(saidFilter(visit), visit.web.ports.clock.now());
}

/** The flags of a filter, in words: true and false. */
export const flagWords: Readonly<Record<string, readonly [is: string, isNot: string]>> = {
  admin: ["Administrators", "No administrators"],
  without_second_factor: ["No second factor", "With a second factor"],
  unverified: ["Unverified address", "No unverified address"],
  imported: ["Imported", "Not imported"],
  old_password: ["Password not moved yet", "No password to move"],
};

/** A menu offers at most this many groups or providers. */
const choicesMax = 100;

/** The filters above the list. Groups and providers are offered to operators who may see them. */
export async function chipsFor(visit: Visit): Promise<readonly (Chip | ChipMenu)[]> {
  const { groups, upstreams } = visit.web.ports;
  const groupsThere = mayDo(visit, "groups:read")
    ? (await groups.list({ limit: choicesMax })).items.map(({ name }): Choice => [name, name])
    : [];
  const providers = mayDo(visit, "upstreams:read")
    ? (await upstreams.list())
        .slice(0, choicesMax)
        .map(({ name, displayName }): Choice => [name, displayName])
    : [];
  return [
    stateMenu(visit),
    ...["admin", "without_second_factor", "unverified"].map((name) => flagChip(visit, name)),
    importMenu(visit),
    filterMenu(
      visit,
      peopleList,
      ["not_seen", "Not seen"],
      [
        ["30d", "for 30 days"],
        ["90d", "for 90 days"],
        ["180d", "for 180 days"],
        ["365d", "for a year"],
      ],
    ),
    ...optionalMenu(visit, "group", "Group", groupsThere),
    ...optionalMenu(visit, "provider", "Provider", providers),
  ];
}

/** The filter by state, as a chip and as the heading of its column. */
export function stateMenu(visit: Visit): ChipMenu {
  const choices = personStates.map((state): Choice => [state, state]);
  return filterMenu(visit, peopleList, ["state", "State"], choices);
}

/** The filter by second factors, as the heading of their column. */
export function factorMenu(visit: Visit): ChipMenu {
  const name = "without_second_factor";
  const [is = "", isNot = ""] = flagWords[name] ?? [];
  const choices: readonly Choice[] = [
    ["true", is],
    ["false", isNot],
  ];
  return filterMenu(visit, peopleList, [name, "Factors"], choices);
}

/** A flag is off, or asks for what it says or for its opposite. */
function flagChip(visit: Visit, name: string): Chip {
  const [is, isNot] = flagWords[name] ?? [name, name];
  return visit.query.get(name) === "false"
    ? filterChip(visit, peopleList, isNot, [name, "false"])
    : filterChip(visit, peopleList, is, [name, "true"]);
}

/** The flags about people who were imported, which matter for some weeks. */
function importMenu(visit: Visit): ChipMenu {
  const flags = ["imported", "old_password"].map((name) => flagChip(visit, name));
  const on = flags.filter(({ isOn }) => isOn).map(({ text }) => text);
  return {
    text: on.length > 0 ? on.join(", ") : "Imported",
    isOn: on.length > 0,
    content: html`<ul>${flags.map(
      ({ text, href, isOn }) =>
        html`<li><a href="${href}"${isOn && html` aria-current="true"`}>${text}</a></li>`,
    )}</ul>`,
  };
}

/** A filter that is on can be removed by every operator, even one who may not see the other choices. */
function optionalMenu(visit: Visit, name: string, label: string, choices: readonly Choice[]) {
  return choices.length === 0 && visit.query.get(name) === undefined
    ? []
    : [filterMenu(visit, peopleList, [name, label], choices)];
}

/** A filter in words: `no second factor, group: staff`. */
export function filterWords(said: Readonly<Record<string, string>>): string {
  const words = Object.entries(said).map(([name, value]) => {
    const flag = flagWords[name];
    if (flag !== undefined) return (value === "true" ? flag[0] : flag[1]).toLowerCase();
    if (name === "q") return `found by ${value}`;
    if (name === "not_seen") return `not seen for ${value.replace(/d$/, " days")}`;
    return `${name}: ${value}`;
  });
  return words.join(", ");
}
