import type { AuditPart, AuditProblem, AuditVerdict } from "../../flows/audit-ports.ts";
import { toHex } from "../../values/hex.ts";
import { instantOf } from "../../values/time.ts";
import {
  type ChainHead,
  type ChainMac,
  columns,
  isNext,
  isSame,
  type Link,
  macIn,
  soundHeadOf,
} from "./audit-chain.ts";
import { columnList } from "./columns.ts";
import type { Engine } from "./fact.ts";
import { integer, type Row } from "./rows.ts";

const pageRows = 1_000;
/** How many problems of each kind are reported. */
const problemsMax = 20;

/** Reads the whole chain in pages while others append to it; see `AuditTrail.verify`. */
export async function verifyChain(
  engine: Engine,
  mac: ChainMac,
  onProgress: (entries: number, total: number) => void = () => undefined,
): Promise<AuditVerdict> {
  let part = await verifyPart(engine, mac, { pages: 1 });
  while ("state" in part) {
    onProgress(part.entries, part.total);
    part = await verifyPart(engine, mac, { pages: 1, state: part.state });
  }
  return part;
}

/** Reads at most `pages` pages of the chain; see `AuditTrail.verifyPart`. */
export async function verifyPart(
  engine: Engine,
  mac: ChainMac,
  { pages, state }: { readonly pages: number; readonly state?: string | undefined },
): Promise<AuditVerdict | AuditPart> {
  const reading = state === undefined ? await begin(engine, mac) : readingFrom(state);
  if (reading === undefined) return { head: undefined, problems: [], entries: 0 };
  for (let page = 0; page < pages; page += 1) {
    if (!(await readPage(engine, mac, reading))) return verdictOf(engine, mac, reading);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { state: textOf(reading), entries: reading.entries, total: reading.total };
}

/** How far a verification has come. */
interface Reading {
  /** The head as it was at the beginning; undefined if it could not be trusted. */
  readonly head: ChainHead | undefined;
  readonly total: number;
  readonly found: Findings;
  link: Link | undefined;
  /** The last number that was read. Entries that another program added may have any number. */
  after: number;
  entries: number;
}

/** Undefined if the trail has not begun. */
async function begin(engine: Engine, mac: ChainMac): Promise<Reading | undefined> {
  const ends = await engine.get(statements(engine).ends, {}, (row) => row);
  if (ends === undefined) return undefined;
  const found = new Findings();
  const head = headIn(mac, ends);
  if (head === undefined) found.add({ kind: ends.last === null ? "head-missing" : "head-changed" });
  const total = ends.newest === null ? 0 : integer(ends, "newest") - integer(ends, "oldest") + 1;
  const link = head && { number: head.first - 1, mac: head.beforeMac };
  return { head, total, found, link, after: Number.MIN_SAFE_INTEGER, entries: 0 };
}

/** Reads the next page; false if it was the last one. */
async function readPage(engine: Engine, mac: ChainMac, reading: Reading): Promise<boolean> {
  const { head, found } = reading;
  const last = head?.last ?? Number.MAX_SAFE_INTEGER;
  const rows = await engine.all(statements(engine).page, { after: reading.after, pageRows }, (page) => page);
  for (const row of rows) {
    const number = integer(row, "number");
    reading.after = number;
    if (number > last) break;
    if (reading.link !== undefined && number <= reading.link.number) {
      found.add({ kind: "entries-added", number, to: number });
      continue;
    }
    checkLink(found, mac, reading.link, row);
    reading.entries += 1;
    reading.link = { number, mac: macIn(row) };
  }
  return rows.length === pageRows && reading.after <= last;
}

async function verdictOf(
  engine: Engine,
  mac: ChainMac,
  { head, found, link, entries }: Reading,
): Promise<AuditVerdict> {
  if (head !== undefined) checkEnd(found, head, link);
  const after = await engine.get(statements(engine).ends, {}, (row) => row);
  const now = after && headIn(mac, after);
  if (after !== undefined && now !== undefined) checkBehind(found, now, after);
  return {
    head: head && {
      first: head.first,
      last: head.last,
      lastMac: head.lastMac,
      beganAt: instantOf(head.beganAt),
    },
    problems: found.problemsFrom(now?.first ?? 0),
    entries,
  };
}

function textOf({ head, found, link, ...counts }: Reading): string {
  return JSON.stringify({
    ...counts,
    head: head && { ...head, beforeMac: toHex(head.beforeMac), lastMac: toHex(head.lastMac) },
    link: link && { ...link, mac: toHex(link.mac) },
    problems: found.problemsFrom(0),
  });
}

/** Only `textOf` can have written it. */
function readingFrom(state: string): Reading {
  const { head, link, problems, ...counts } = JSON.parse(state);
  const bytes = (hex: string) => Buffer.from(hex, "hex");
  return {
    ...counts,
    head: head && { ...head, beforeMac: bytes(head.beforeMac), lastMac: bytes(head.lastMac) },
    link: link && { ...link, mac: bytes(link.mac) },
    found: new Findings(problems),
  };
}

/** Checks an entry against the one before it; undefined if nothing is known about that. */
function checkLink(found: Findings, mac: ChainMac, link: Link | undefined, row: Row): void {
  const number = integer(row, "number");
  if (link !== undefined) {
    if (number > link.number + 1)
      found.add({ kind: "entries-missing", number: link.number + 1, to: number - 1 });
    // After a gap, the previous MAC is unknown, so only the gap is reported.
    else if (!isNext(mac, link, row)) found.add({ kind: "entry-changed", number });
  }
  if (row.act === "audit-damaged") found.add({ kind: "damage-noted", number });
}

/** Checks the end of the chain that the head names against the last entry that was read. */
function checkEnd(found: Findings, head: ChainHead, link: Link | undefined): void {
  const read = link?.number ?? 0;
  if (read < head.last) found.add({ kind: "entries-missing", number: read + 1, to: head.last });
  else if (!isSame(link?.mac, head.lastMac)) found.add({ kind: "entry-changed", number: head.last });
}

/** Looks for entries behind the end, with a head that was read together with the newest entry. */
function checkBehind(found: Findings, head: ChainHead, ends: Row): void {
  const newest = ends.newest === null ? 0 : integer(ends, "newest");
  if (newest > head.last) found.add({ kind: "entries-added", number: head.last + 1, to: newest });
}

function headIn(mac: ChainMac, row: Row): ChainHead | undefined {
  return row.last === null ? undefined : soundHeadOf(mac, row);
}

function statements({ sql }: Engine) {
  return {
    // One statement, so that head and entries are of the same moment. No row at all: the trail has not begun.
    ends: sql(
      `SELECT first, before_mac, last, last_mac, began_at, mac, newest, oldest
       FROM (SELECT max(number) AS newest, min(number) AS oldest FROM audit) AS entries
         LEFT JOIN audit_head ON id = 1 WHERE newest IS NOT NULL OR last IS NOT NULL`,
    ),
    page: sql(
      `SELECT ${columnList(columns)} FROM audit WHERE number > :after
       ORDER BY number LIMIT :pageRows`,
    ),
  };
}

/** The problems, a limited number of each kind. */
class Findings {
  readonly #problems: AuditProblem[];

  constructor(problems: readonly AuditProblem[] = []) {
    this.#problems = [...problems];
  }

  add(problem: AuditProblem): void {
    const { kind, number } = problem;
    const ofKind = this.#problems.filter((known) => known.kind === kind);
    if (ofKind.length < problemsMax && ofKind.every((known) => known.number !== number))
      this.#problems.push(problem);
  }

  /** Entries that were dropped by time while the chain was read are not missing. */
  problemsFrom(first: number): readonly AuditProblem[] {
    return this.#problems.filter(({ kind, to }) => kind !== "entries-missing" || (to ?? 0) >= first);
  }
}
