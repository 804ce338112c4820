import { toHex } from "../../values/hex.ts";
import { purposesSinceAudit } from "../../values/key-purpose.ts";
import { type Instant, instantOf, plus } from "../../values/time.ts";
import type { Accounts } from "../account-ports.ts";
import type { AuditFilter, AuditHead, AuditTrail, AuditVerdict, KeptAuditEntry } from "../audit-ports.ts";
import type { KeyPurpose } from "../key-ports.ts";
import { findAccount } from "./account.ts";
import { describeAuditProblem } from "./audit-record.ts";
import type { KeyAdministration } from "./key.ts";

/** A filter as an operator wrote it. */
export interface WrittenFilter {
  readonly act?: string | undefined;
  readonly actor?: string | undefined;
  readonly target?: string | undefined;
  readonly from?: When | undefined;
  readonly until?: When | undefined;
}

/** A moment, or how long ago it was. */
export type When = { readonly at: Instant } | { readonly secondsAgo: number };

/** How a moment is written. */
export const whenRule = "a date, a time with its zone such as 2026-03-01T12:00Z, or 24h, 30m, 7d";

const seconds = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;

/** Reads a moment; undefined for anything else. */
export function readWhen(text: string): When | undefined {
  const ago = /^(\d{1,9})([smhd])$/.exec(text);
  if (ago !== null) return { secondsAgo: Number(ago[1]) * seconds[ago[2] as keyof typeof seconds] };
  const at = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  return Number.isNaN(at) ? undefined : { at: instantOf(Math.max(0, at)) };
}

/**
 * The filter that an operator wrote. A username or e-mail address stands for the id of the account; without `accounts`, for operators who
 * may not see people, only an id does.
 */
export async function findAuditFilter(
  { accounts, now }: { readonly accounts: Accounts | undefined; readonly now: Instant },
  { act, actor, target, from, until }: WrittenFilter,
): Promise<AuditFilter> {
  const idOf = async (text: string | undefined) =>
    (accounts && text && (await findAccount(accounts, text))?.id) ?? text;
  return {
    act,
    actor: await idOf(actor),
    target: await idOf(target),
    from: from && instantFrom(from, now),
    until: until && instantFrom(until, now),
  };
}

function instantFrom(when: When, now: Instant): Instant {
  return "at" in when ? when.at : instantOf(Math.max(0, plus(now, -when.secondsAgo)));
}

const pageMax = 1_000;

/** Every entry behind a number, in the order of the trail. */
export async function* entriesAfter(
  trail: Pick<AuditTrail, "list">,
  filter: AuditFilter,
  from: number,
): AsyncGenerator<KeptAuditEntry> {
  for (let after: number | undefined = from; after !== undefined; ) {
    const page: Awaited<ReturnType<AuditTrail["list"]>> = await trail.list({
      ...filter,
      order: "oldest",
      limit: pageMax,
      after,
    });
    yield* page.items;
    after = page.next;
  }
}

const verifying = new WeakMap<object, Promise<AuditVerdict>>();

/** Verifies the trail. Calls at the same time share one run, because each reads the whole trail. */
export function verifyTrail(trail: Pick<AuditTrail, "verify">): Promise<AuditVerdict> {
  const running = verifying.get(trail) ?? trail.verify().finally(() => verifying.delete(trail));
  verifying.set(trail, running);
  return running;
}

/** An entry as it was noted somewhere else: its number and its MAC. */
export interface AuditAnchor {
  readonly number: number;
  readonly mac: Uint8Array;
}

/** A problem of the trail and its sentence. */
export interface ToldAuditProblem {
  readonly kind: string;
  readonly number?: number | undefined;
  readonly to?: number | undefined;
  readonly sentence: string;
}

/** A start makes missing keys and the first entry at once. */
const startSeconds = 600;

/** What auditProblems compares the chain with. `writeTime` writes times for the reader of the sentences. */
interface Comparison {
  readonly anchor?: AuditAnchor | undefined;
  readonly writeTime: (at: Instant) => string;
}

/** The chain's own problems, and those that show only beside something else: the keyring, and an anchor. */
export async function auditProblems(
  { keys, trail }: { readonly keys: Keys; readonly trail: Pick<AuditTrail, "list" | "macOf"> },
  { head, problems }: AuditVerdict,
  { anchor, writeTime }: Comparison,
): Promise<readonly ToldAuditProblem[]> {
  const told = problems.map((problem) => ({ ...problem, sentence: describeAuditProblem(problem) }));
  const missing = anchor && (await anchorProblem(trail, head, anchor));
  return [...told, ...beginningProblems(keys, head, writeTime), ...(missing ? [missing] : [])];
}

type Keys = Pick<KeyAdministration, "list">;

/**
 * Whether the trail, or the trail with its key, was removed and began anew. The seal of a key covers its time, so the times that are
 * compared can be trusted; a key that came with a later start than others is right where a release brought it.
 */
export function beginningProblems(
  keys: Keys,
  head: AuditHead | undefined,
  writeTime: (at: Instant) => string,
): readonly ToldAuditProblem[] {
  const birthOf = (of: readonly KeyPurpose[]) =>
    keys.list().findLast(({ purpose }) => of.includes(purpose))?.createdAt;
  const [birth, later] = [birthOf(["audit"]), birthOf(purposesSinceAudit)];
  const isAfter = (at: Instant | undefined, other: Instant | undefined) =>
    at !== undefined && other !== undefined && plus(other, startSeconds) < at;
  const told: ToldAuditProblem[] = [];
  if (head && birth && isAfter(head.beganAt, birth))
    told.push({
      kind: "begun-anew",
      sentence: `The trail began at ${writeTime(head.beganAt)}, but its key was made at ${writeTime(birth)}: everything before is gone.`,
    });
  if (birth && later && isAfter(birth, later))
    told.push({
      kind: "key-made-anew",
      sentence: `The key of the trail was made at ${writeTime(birth)}, but a key that is never made before it dates from ${writeTime(later)}: the trail was removed with its key, and everything before is gone.`,
    });
  return told;
}

async function anchorProblem(
  trail: Pick<AuditTrail, "list" | "macOf">,
  head: AuditHead | undefined,
  { number, mac }: AuditAnchor,
): Promise<ToldAuditProblem | undefined> {
  const kept = await trail.macOf(number);
  if (kept !== undefined && Buffer.compare(kept, mac) === 0) return undefined;
  const kind = "anchor-missing";
  if (kept === undefined) {
    const [newest] = (await trail.list({ act: "audit-expired", limit: 1 })).items;
    const { to = 0, mac: last } = newest?.details ?? {};
    if (number < Number(to) || (number === to && last === toHex(mac))) return undefined;
    if (head && number < head.first && number !== to)
      return {
        kind,
        number,
        sentence: `Entry ${number}, which the anchor names, is gone, and no entry says that it expired.`,
      };
  }
  return {
    kind,
    number,
    sentence: `Entry ${number} is not the one that the anchor names: the trail was put back to an older state, or begun anew.`,
  };
}

/** Reads what `anchorText` wrote; undefined for anything else. */
export function readAnchor(text: string): AuditAnchor | undefined {
  const [, number, mac] = /^([1-9]\d{0,15}):([0-9a-f]{64})$/.exec(text.trim()) ?? [];
  return number === undefined || mac === undefined
    ? undefined
    : { number: Number(number), mac: Buffer.from(mac, "hex") };
}

/** The rule of an anchor, as a sentence. */
export const anchorRule =
  "An anchor is a number, a colon and 64 hexadecimal digits, as an earlier verification showed it.";

/** What to keep elsewhere of a trail, to prove later that it was not put back to an older state. */
export function anchorText({ last, lastMac }: AuditHead): string {
  return `${last}:${toHex(lastMac)}`;
}
