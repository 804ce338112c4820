import type { ConsoleRun } from "../../flows/console-run-ports.ts";
import { type bulkOperations, idsOfDue } from "../../operations/bulk.ts";
import type { AnswerOf } from "../../operations/operation.ts";
import type { Problem } from "../../operations/problem.ts";
import { readPart } from "../../operations/unreadable.ts";
import { parseAccountId } from "../../values/ids.ts";
import { isJsonObject, parseJson } from "../../values/json-object.ts";
import { ok, type Result } from "../../values/result.ts";
import { plus } from "../../values/time.ts";
import { type BulkAct, bulkActs } from "./person-bulk-acts.ts";
import { flagWords } from "./person-filter.ts";
import type { Visit } from "./visit.ts";

/** What an act did to one person, or would do. */
export type Outcome = AnswerOf<(typeof bulkOperations)[number]["answer"]>["items"][number];

/** One request of the operation lists this many people. */
export const peopleEach = 200;
/** The people of one part, on whom one request acts. */
const peopleAtOnce = 100;
/** One step looks through at most this many pages of people. */
const pagesEachStep = 10;
/** One run is for at most this many people. */
export const peopleMax = 200_000;
/** The reasons of at most this many refusals are shown. */
const refusedShown = 200;
const keptSeconds = 86_400;
/** After this time, a request that has not ended is taken for lost. */
const leaseSeconds = 60;

/** Whom an act is for: people who are named, or everybody in a filter, as its parameters are spelled. */
export interface Meant {
  readonly users: readonly string[];
  readonly filter: Readonly<Record<string, string>>;
  readonly chosen: string | undefined;
}

/**
 * An act on many people. While it is "looking", its people are gathered; "ready", it waits for the operator, who sees their number. From
 * then on it is for those people alone. "stopped": the operator stopped it, or it was refused as a whole.
 */
export interface Run extends Pick<Meant, "filter" | "chosen"> {
  readonly operator: string;
  readonly act: string;
  readonly phase: "looking" | "ready" | "acting" | "done" | "stopped";
  /** The number of people who were ticked; 0 for a filter. */
  readonly ticked: number;
  /** The cursor of the next page, while it is looking. */
  readonly after?: string | undefined;
  /** How many people it looked through. */
  readonly seen: number;
  /** How many people it is for. */
  readonly people: number;
  /** True if more people are in the filter than one run takes. */
  readonly isPart?: boolean | undefined;
  /** The run that it undoes: its people are those whom that one changed. */
  readonly undoes?: string | undefined;
  /** The number of parts, and of those that are done. */
  readonly parts: number;
  readonly gone: number;
  /** Since when a request acts on the next part. */
  readonly claimedAt?: number | undefined;
  /** True if the operator stops it while a request acts on a part. */
  readonly isStopping?: boolean | undefined;
  readonly done: number;
  readonly unchanged: number;
  readonly refused: number;
  /** Those who were refused, as far as their reasons are shown. */
  readonly refusedNames: readonly string[];
  /** The state that everybody had before the act, to undo it; null if they differed or the act cannot be undone. */
  readonly before?: string | null | undefined;
  /** Why it was refused. */
  readonly problem?: string | undefined;
}

/** A run as it is stored. */
export interface StoredRun {
  readonly id: string;
  readonly version: number;
  readonly run: Run;
}

const runIdForm = /^[A-Za-z0-9]{22}$/;

/** An id for a run. The form of a preview has it, so that sending the form twice starts one run. */
export function createRunId({ web }: Visit): string {
  return web.ports.random.alphanumeric(22);
}

/** The run with this id, if it is this operator's, and of this act. */
export async function findRun(
  visit: Visit,
  act: BulkAct | undefined,
  id: string | undefined,
): Promise<StoredRun | undefined> {
  const { web, account } = visit;
  if (id === undefined || !runIdForm.test(id)) return undefined;
  const stored = await web.administration.consoleRuns.find(id, web.ports.clock.now());
  const run = stored && parseJson(stored.state);
  if (stored === undefined || !isJsonObject(run) || run.operator !== account.id) return undefined;
  if (act !== undefined && run.act !== act.operation.id) return undefined;
  // Only `startRun` and `advance` write states.
  return { id, version: stored.version, run: run as unknown as Run };
}

const begun = { seen: 0, gone: 0, done: 0, unchanged: 0 };

/** Keeps a run for these people, or one that has yet to look for them. If there is one with this id, it stays. */
export async function startRun(
  { web, account }: Visit,
  act: BulkAct,
  id: string | undefined,
  {
    people = [],
    refusedNames = [],
    undoes,
    ...about
  }: Pick<Run, "phase" | "filter" | "chosen" | "ticked"> & {
    readonly people?: readonly string[];
    readonly refusedNames?: readonly string[];
    readonly undoes?: StoredRun;
  },
): Promise<void> {
  if (id === undefined || !runIdForm.test(id)) return;
  const parts = partsOf(people, 1);
  const run: Run = {
    ...begun,
    ...about,
    operator: account.id,
    act: act.operation.id,
    people: undoes?.run.done ?? people.length,
    refused: refusedNames.length,
    refusedNames: refusedNames.slice(0, refusedShown),
    undoes: undoes?.id,
    parts: undoes?.run.gone ?? parts.size,
  };
  const expiresAt = plus(web.ports.clock.now(), keptSeconds);
  await web.administration.consoleRuns.start({ id, state: JSON.stringify(run), expiresAt }, parts);
}

function partsOf(people: readonly string[], first: number): Map<number, string> {
  const parts = new Map<number, string>();
  for (let from = 0; from < people.length; from += peopleAtOnce)
    parts.set(first + parts.size, people.slice(from, from + peopleAtOnce).join(" "));
  return parts;
}

/** The act that undoes a run that has ended, and its choice; undefined if none does. */
export function inverseOf({ act, before, done, phase }: Run) {
  const by = bulkActs.find(({ operation }) => operation.id === act)?.undo?.by;
  const inverse = bulkActs.find(({ operation }) => operation.id === by);
  const hasEnded = phase === "done" || phase === "stopped";
  if (inverse === undefined || typeof before !== "string" || done === 0 || !hasEnded) return undefined;
  return { act: inverse, chosen: inverse.choice && before };
}

/** True if a request is acting on the next part just now. */
export function isUnderWay({ web }: Visit, { claimedAt }: Run): boolean {
  return claimedAt !== undefined && web.ports.clock.now() < claimedAt + leaseSeconds * 1_000;
}

/** Takes one step: looks for more people, or acts on the next part. Of two requests at once, one takes it. */
export async function takeStep(visit: Visit, act: BulkAct, stored: StoredRun): Promise<void> {
  const { run } = stored;
  if (run.phase === "looking") await look(visit, act, stored);
  if (run.phase === "ready" || run.phase === "acting" || mayGoOn(run)) await actOnPart(visit, act, stored);
}

/** True if the operator stopped it, so that it can go on. */
export function mayGoOn({ phase, problem }: Run): boolean {
  return phase === "stopped" && problem === undefined;
}

/** Stops a run. A part on which a request acts just now is still acted on to its end. */
export async function stopRun(visit: Visit, act: BulkAct, stored: StoredRun): Promise<void> {
  const { id, run } = stored;
  if (run.phase !== "acting" || run.isStopping) return;
  const stopping: Run =
    run.claimedAt === undefined ? { ...run, phase: "stopped" } : { ...run, isStopping: true };
  if ((await advance(visit, stored, stopping)) !== undefined) return;
  const next = await findRun(visit, act, id);
  // Each try finds that a part has ended or begun since.
  if (next !== undefined) await stopRun(visit, act, next);
}

async function look(visit: Visit, act: BulkAct, stored: StoredRun): Promise<void> {
  const { run } = stored;
  const met = await carryOut(
    visit,
    act,
    { users: [], ...run },
    { isPreview: true, pages: pagesEachStep, after: run.after },
  );
  if (!met.ok) return void (await advance(visit, stored, stoppedBy(run, met.reason)));
  const { items, next } = met.value;
  const due = idsOfDue(items).slice(0, peopleMax - run.people);
  const parts = partsOf(due, run.parts + 1);
  const people = run.people + due.length;
  const isPart = people === peopleMax && next !== undefined;
  const looked = {
    ...withRefused(run, items),
    unchanged: run.unchanged + items.filter(({ outcome }) => outcome === "unchanged").length,
    seen: run.seen + items.length,
    after: next,
    people,
    parts: run.parts + parts.size,
    isPart,
    phase: next === undefined || isPart ? ("ready" as const) : run.phase,
  };
  await advance(visit, stored, looked, parts);
}

async function actOnPart(visit: Visit, act: BulkAct, stored: StoredRun): Promise<void> {
  const { run } = stored;
  if (isUnderWay(visit, run)) return;
  const part = run.gone + 1;
  const users = await peopleOf(visit, stored, part);
  const meant = { users, filter: {}, chosen: run.chosen };
  const isLost = run.claimedAt !== undefined;
  const found = isLost ? undefined : await stateBefore(visit, act, run, meant);
  const claimed = await advance(
    visit,
    stored,
    {
      ...run,
      phase: "acting",
      claimedAt: visit.web.ports.clock.now(),
      before: found === undefined ? run.before : found.before,
    },
    found && new Map([[-part, found.due.join(" ")]]),
  );
  if (claimed === undefined) return;
  // A request that was lost had changed some of those who were due, and the others are as they were.
  const due = isLost ? await idsIn(visit, stored.id, -part) : [];
  const met =
    users.length === 0
      ? ok<Met>({ items: [], next: undefined })
      : await carryOut(visit, act, meant, { isPreview: run.isStopping === true });
  if (!met.ok) return void (await advance(visit, claimed, stoppedBy(run, met.reason)));
  const { items } = met.value;
  const changed = items.flatMap(({ outcome, user_id: id }) =>
    id !== null && (outcome === "done" || (outcome === "unchanged" && due.includes(id))) ? [id] : [],
  );
  const acted: Run = {
    ...withRefused(run, items),
    done: run.done + changed.length,
    gone: part,
    before: changed.length > 0 ? claimed.run.before : run.before,
    claimedAt: undefined,
    isStopping: undefined,
    phase: part >= run.parts ? "done" : run.isStopping ? "stopped" : "acting",
  };
  await endPart(visit, act, claimed, acted, new Map([[-part, changed.join(" ")]]));
}

/** Stores what was done to a part, also if the operator stopped the run meanwhile. */
async function endPart(
  visit: Visit,
  act: BulkAct,
  claimed: StoredRun,
  acted: Run,
  parts: ReadonlyMap<number, string>,
): Promise<void> {
  if ((await advance(visit, claimed, acted, parts)) !== undefined) return;
  const stopping = await findRun(visit, act, claimed.id);
  if (!stopping?.run.isStopping || stopping.run.claimedAt !== claimed.run.claimedAt) return;
  await advance(visit, stopping, { ...acted, phase: acted.phase === "done" ? "done" : "stopped" }, parts);
}

function stoppedBy(run: Run, { detail }: Problem): Run {
  return { ...run, phase: "stopped", problem: detail, claimedAt: undefined };
}

function withRefused(run: Run, items: readonly Outcome[]): Run {
  const refused = items.filter(isRefused).map(({ user }) => user);
  return {
    ...run,
    refused: run.refused + refused.length,
    refusedNames: [...run.refusedNames, ...refused].slice(0, refusedShown),
  };
}

/** Stores the next state; undefined if another request was quicker. */
async function advance(
  { web }: Visit,
  { id, version }: StoredRun,
  run: Run,
  parts: ReadonlyMap<number, string> = new Map(),
): Promise<StoredRun | undefined> {
  const next: ConsoleRun = { id, version, state: JSON.stringify(run) };
  return (await web.administration.consoleRuns.advance(next, parts))
    ? { id, version: version + 1, run }
    : undefined;
}

/** The ids of a part. A run that undoes another one takes those whom that one changed. */
export function peopleOf(visit: Visit, { id, run }: StoredRun, part: number): Promise<readonly string[]> {
  return run.undoes === undefined ? idsIn(visit, id, part) : idsIn(visit, run.undoes, -part);
}

async function idsIn({ web }: Visit, id: string, part: number): Promise<readonly string[]> {
  const text = await web.administration.consoleRuns.findPart(id, part, web.ports.clock.now());
  return (text ?? "").split(" ").filter(Boolean);
}

/** What the undoing of a part has to know before the act: who will be changed, and the state of everybody who is. */
async function stateBefore(
  visit: Visit,
  act: BulkAct,
  run: Run,
  meant: Meant,
): Promise<Pick<Run, "before"> & { readonly due: readonly string[] }> {
  const { undo } = act;
  if (undo === undefined || run.before === null || meant.users.length === 0)
    return { due: [], before: run.before };
  const met = await carryOut(visit, act, meant, { isPreview: true });
  const due = met.ok ? idsOfDue(met.value.items) : [];
  const states = due.map(async (person) => {
    const id = parseAccountId(person);
    const account = id && (await visit.web.ports.accounts.find(id));
    return account && undo.before(account, run.chosen ?? "");
  });
  return { due, before: commonState(run.before, await Promise.all(states)) };
}

/** The state that all of them had; null if they differed, or if one had a state that cannot be restored. */
function commonState(known: Run["before"], states: readonly (string | undefined)[]): Run["before"] {
  const all = new Set([...(known === undefined ? [] : [known]), ...states.map((state) => state ?? null)]);
  const [state] = all;
  return all.size > 1 ? null : state;
}

/** True if the act was refused for this person. */
export function isRefused({ outcome }: Outcome): boolean {
  return outcome === "refused";
}

interface Met {
  readonly items: readonly Outcome[];
  /** The cursor of what is left; undefined if nothing is. */
  readonly next: string | undefined;
}

/** Does the act, or its dry run, to at most `pages` pages of people. */
export async function carryOut(
  visit: Visit,
  { operation, choice }: BulkAct,
  { users, filter, chosen }: Meant,
  { isPreview, pages = 1, after: from }: { isPreview: boolean; pages?: number; after?: string | undefined },
): Promise<Result<Met, Problem>> {
  const said = Object.entries(filter).map(([name, value]) => [name, asContent(name, value)]);
  const content = {
    // If people were ticked, the act is for them alone, not for the filter in which they were found.
    ...(users.length > 0 ? { users } : Object.fromEntries(said)),
    ...(choice !== undefined && { [choice.member]: chosen }),
    ...(isPreview && { dry_run: true }),
  };
  const read = readPart(operation.body, content, { isContent: true });
  if (!read.ok) return read;
  const items: Outcome[] = [];
  for (let [page, after] = [1, from]; ; page += 1) {
    const query = { limit: String(peopleEach), after };
    const asked = { ...visit.call, params: {}, query, body: read.value, ifMatch: undefined };
    const answered = await operation.run(asked);
    if (!answered.ok) return answered;
    const body = answered.value.body as { items: readonly Outcome[]; next: string | null };
    items.push(...body.items);
    if (body.next === null || page >= pages) return ok({ items, next: body.next ?? undefined });
    after = body.next;
  }
}

/** In an address, a flag is a text. */
function asContent(name: string, value: string): unknown {
  const isFlag = Object.hasOwn(flagWords, name) && (value === "true" || value === "false");
  return isFlag ? value === "true" : value;
}
