import { isDeepStrictEqual } from "node:util";
import { ok, type Result, refuse } from "../../values/result.ts";
import { lackingScope, type Problem, problem } from "../problem.ts";
import { declaredApis } from "./apis.ts";
import { declaredClients } from "./clients.ts";
import { declaredGroups } from "./groups.ts";
import type { DeclaredNoun, Desk, Put, Written } from "./noun.ts";
import { rehearsalOf } from "./rehearsal.ts";
import { type Declared, type DeclaredState, type Section, sections } from "./schema.ts";
import { declaredUpstreams } from "./upstreams.ts";
import { declaredUsers } from "./users.ts";
import { declaredWebhooks } from "./webhooks.ts";

/** THE table of what can be declared. */
const nouns: { readonly [Name in Section]: DeclaredNoun<Name> } = {
  groups: declaredGroups,
  apis: declaredApis,
  upstreams: declaredUpstreams,
  clients: declaredClients,
  webhooks: declaredWebhooks,
  users: declaredUsers,
};

/** A member that changes. Null stands for its default. */
export interface MemberChange {
  readonly member: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** What becomes of a thing. */
export interface Change {
  readonly section: Section;
  readonly name: string;
  /** The place of its declaration in the part; absent for what is deleted. */
  readonly index?: number;
  readonly act: "create" | "update" | "delete";
  readonly members: readonly MemberChange[];
  /** True if its secret is replaced. A change never contains a declared secret. */
  readonly secret: boolean;
  /** A secret that was made, which is shown once. A plan has none. */
  readonly made?: string;
}

/** What is wanted of the state. */
export interface Wanted {
  readonly state: DeclaredState;
  /** True to delete what the parts of the state do not name, except people. Parts that are absent stay as they are. */
  readonly prune: boolean;
  /** True to delete people whom the state does not name, if it has that part. */
  readonly prunesUsers?: boolean;
}

/** The most tries of an apply while others change the same things. */
const triesMax = 5;

/** Says what an apply would do, or why it would be refused. Changes nothing. */
export async function planState(desk: Desk, wanted: Wanted): Promise<Result<readonly Change[], Problem>> {
  const planned = await bring(rehearsalOf(desk), wanted, () => true);
  if (!planned.ok) return planned;
  // A secret that a rehearsal made was never stored, so it must not be shown.
  return ok(planned.value.map(({ made: _, ...change }) => change));
}

/**
 * Brings the state to what is declared, thing by thing: no act is half done, even if the process dies. Everything is planned first, so a
 * declaration that would be refused changes nothing. `isSeen` refuses a plan that is not the one that somebody agreed to.
 */
export async function applyState(
  desk: Desk,
  wanted: Wanted,
  isSeen: (planned: readonly Change[]) => boolean = () => true,
): Promise<Result<readonly Change[], Problem>> {
  const done: Change[] = [];
  let deletable: ReadonlySet<string> | undefined;
  let left = Number.POSITIVE_INFINITY;
  for (let tries = 1; ; tries++) {
    const planned = await planState(desk, wanted);
    // Another node may have made a thing between two looks of the plan.
    if (!planned.ok && isContended(planned.reason) && tries < triesMax) continue;
    if (!planned.ok) return planned;
    if (deletable === undefined && !isSeen(planned.value))
      return problem("precondition-failed", "The state changed since it was planned. Plan again.");
    // What somebody made meanwhile was in no plan that anybody agreed to.
    deletable ??= new Set(planned.value.filter(({ act }) => act === "delete").map(placeOf));
    const places = planned.value.filter(({ act }) => act !== "delete").map(placeOf);
    const wantedChanges = deletable.union(new Set(places));
    if (!planned.value.some((change) => wantedChanges.has(placeOf(change)))) return ok(done);
    const brought = await bring(desk, wanted, (change) => wantedChanges.has(placeOf(change)), done);
    if (brought.ok) return ok(done);
    // Another node may be applying the same state, so the next plan leaves out what it has done by now.
    // Beside a node that is always a step ahead each plan is shorter, and only tries without that count.
    if (planned.value.length < left) tries = 1;
    left = Math.min(left, planned.value.length);
    if (!isContended(brought.reason) || tries === triesMax) return brought;
  }
}

/** Where a change is: by its declaration, because a name may be written in several ways, or by what is stored. */
type Place = Pick<Change, "section" | "index"> & { readonly name?: string };

function placeOf({ section, name, index }: Place): string {
  return index === undefined ? `${section} ${name}` : `${section}/${index}`;
}

function isContended({ refusal }: Problem): boolean {
  return refusal?.as === "conflict" || refusal?.as === "changed" || refusal?.as === "not-found";
}

/** What is declared in this state, with everything that an operator may see of it; people only where they are asked for. */
export async function exportState(
  desk: Desk,
  { withUsers }: { readonly withUsers: boolean },
): Promise<Readonly<Partial<Record<Section, readonly Written[]>>>> {
  const state: Partial<Record<Section, readonly Written[]>> = {};
  for (const section of sections) {
    const { reads, list } = nouns[section];
    if (section === "users" && !withUsers) continue;
    if (desk.operator.scopes.has(reads)) state[section] = await list(desk, { withUsers });
  }
  return state;
}

type Chosen = (place: Place) => boolean;

/** A thing that a declaration has named. */
interface Named {
  readonly before: Written | undefined;
  readonly index: number;
}

/** Does at the desk what brings the state to what is declared, and adds each thing to `done` when it is whole. */
async function bring(
  desk: Desk,
  { state, prune, prunesUsers = false }: Wanted,
  isChosen: Chosen,
  done: Change[] = [],
): Promise<Result<readonly Change[], Problem>> {
  const declared = sections.filter((section) => state[section] !== undefined);
  for (const section of declared)
    if (!desk.operator.scopes.has(nouns[section].writes)) return lackingScope(nouns[section].writes);
  const strange = new Map<Section, readonly Written[]>();
  for (const section of declared) {
    const named = await bringPart(desk, section, state, isChosen, done);
    if (!named.ok) return named;
    if (!(section === "users" ? prunesUsers : prune)) continue;
    const { key, list } = nouns[section];
    const all = await list(desk);
    strange.set(
      section,
      all.filter((each) => !named.value.has(String(each[key]))),
    );
  }
  for (const section of declared) {
    const completed = await completePart(desk, section, state, isChosen, done);
    if (!completed.ok) return completed;
  }
  // A thing is removed after those that name it.
  for (const section of declared.toReversed())
    for (const thing of strange.get(section) ?? []) {
      const name = String(thing[nouns[section].key]);
      const change = { section, name, act: "delete", members: [], secret: false } as const;
      if (!isChosen(change)) continue;
      const removed = await nouns[section].remove(desk, name);
      if (!removed.ok)
        return refuse({ ...removed.reason, detail: `${section}, ${name}: ${removed.reason.detail}` });
      done.push(change);
    }
  return ok(done);
}

async function bringPart<Name extends Section>(
  desk: Desk,
  section: Name,
  state: DeclaredState,
  isChosen: Chosen,
  done: Change[],
): Promise<Result<ReadonlyMap<string, Named>, Problem>> {
  const noun: DeclaredNoun<Name> = nouns[section];
  const items = (state[section] ?? []) as readonly Declared<Name>[];
  const named = new Map<string, Named>();
  const befores: (Written | undefined)[] = [];
  /** Where `done` has what was prepared, by index. */
  const begun = new Map<number, number>();
  for (const [index, item] of items.entries()) {
    const before = await noun.find(desk, item);
    if (!before.ok) return refuse(placed(before.reason, section, index));
    befores.push(before.value);
    if (noun.prepare === undefined || !isChosen({ section, index })) continue;
    const prepared = await noun.prepare(desk, item);
    if (!prepared.ok) return refuse(placed(prepared.reason, section, index));
    if (before.value !== undefined) continue;
    const after = await noun.find(desk, item);
    if (!after.ok) return refuse(placed(after.reason, section, index));
    const name = String(((after.value ?? item) as Written)[noun.key]);
    const change = changeOf({ section, name, index }, undefined, after.value ?? {}, {});
    // Noted at once: if another node completes it, no further plan has it.
    if (change !== undefined) begun.set(index, done.push(change) - 1);
  }
  for (const [index, item] of items.entries()) {
    const before = befores[index];
    const put = isChosen({ section, index }) ? await noun.put(desk, item) : ok({});
    if (!put.ok) return refuse(placed(put.reason, section, index));
    const after = await noun.find(desk, item);
    if (!after.ok) return refuse(placed(after.reason, section, index));
    const name = String(((after.value ?? item) as Written)[noun.key]);
    const twin = named.get(name);
    if (twin !== undefined) {
      const detail = `${name} is declared twice: also as item ${twin.index + 1} of ${section}. Leave one.`;
      return refuse(placed(problem("invalid-content", detail).reason, section, index));
    }
    named.set(name, { before, index });
    const change = changeOf({ section, name, index }, before, after.value ?? {}, put.value);
    if (change !== undefined) done[begun.get(index) ?? done.length] = change;
  }
  return ok(named);
}

async function completePart<Name extends Section>(
  desk: Desk,
  section: Name,
  state: DeclaredState,
  isChosen: Chosen,
  done: Change[],
): Promise<Result<void, Problem>> {
  const noun: DeclaredNoun<Name> = nouns[section];
  if (noun.complete === undefined) return ok(undefined);
  for (const [index, item] of ((state[section] ?? []) as readonly Declared<Name>[]).entries()) {
    if (!isChosen({ section, index })) continue;
    const before = await noun.find(desk, item);
    if (!before.ok) return refuse(placed(before.reason, section, index));
    const completed = await noun.complete(desk, item);
    if (!completed.ok) return refuse(placed(completed.reason, section, index));
    const after = await noun.find(desk, item);
    if (!after.ok) return refuse(placed(after.reason, section, index));
    const name = String(((after.value ?? item) as Written)[noun.key]);
    const change = changeOf({ section, name, index }, before.value, after.value ?? {}, {});
    const earlier = done.findIndex((each) => placeOf(each) === `${section}/${index}`);
    const known = done[earlier];
    if (change === undefined) continue;
    if (known === undefined) done.push(change);
    else done[earlier] = { ...known, members: [...known.members, ...change.members] };
  }
  return ok(undefined);
}

function changeOf(
  place: Pick<Change, "section" | "name" | "index">,
  before: Written | undefined,
  after: Written,
  { isSecretNew = false, secret }: Put,
): Change | undefined {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after)]);
  const members = [...names].flatMap((member) => {
    const [from, to] = [before?.[member] ?? null, after[member] ?? null];
    return isDeepStrictEqual(from, to) ? [] : [{ member, from, to }];
  });
  if (before !== undefined && members.length === 0 && !isSecretNew) return undefined;
  const act = before === undefined ? "create" : "update";
  return { ...place, act, members, secret: isSecretNew, ...(secret !== undefined && { made: secret }) };
}

/** The problem of a thing, which points at its declaration. */
function placed(found: Problem, section: Section, index: number): Problem {
  const here = `/state/${section}/${index}`;
  const errors = found.errors?.map((each) => ({ ...each, pointer: `${here}${each.pointer ?? ""}` }));
  return { ...found, errors: errors ?? [{ pointer: here, detail: found.detail }] };
}
