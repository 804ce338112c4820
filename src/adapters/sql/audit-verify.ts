import type { AuditProblem, AuditVerdict } from "../../flows/audit-ports.ts";
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
  const sql = statements(engine);
  const found = new Findings();
  const before = await engine.get(sql.ends, {}, (row) => row);
  if (before === undefined) return { head: undefined, problems: [], entries: 0 };
  const head = headIn(mac, before);
  if (head === undefined) found.add({ kind: before.last === null ? "head-missing" : "head-changed" });
  const last = head?.last ?? Number.MAX_SAFE_INTEGER;
  const total = before.newest === null ? 0 : integer(before, "newest") - integer(before, "oldest") + 1;
  let link: Link | undefined = head && { number: head.first - 1, mac: head.beforeMac };
  let entries = 0;
  // Entries that another program added may have any number.
  for (let after = Number.MIN_SAFE_INTEGER, isMore = true; isMore; ) {
    const rows = await engine.all(sql.page, { after, pageRows }, (page) => page);
    for (const row of rows) {
      const number = integer(row, "number");
      after = number;
      if (number > last) break;
      if (link !== undefined && number <= link.number) {
        found.add({ kind: "entries-added", number, to: number });
        continue;
      }
      checkLink(found, mac, link, row);
      entries += 1;
      link = { number, mac: macIn(row) };
    }
    isMore = rows.length === pageRows && after <= last;
    onProgress(entries, total);
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (head !== undefined) checkEnd(found, head, link);
  const after = await engine.get(sql.ends, {}, (row) => row);
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
  readonly #problems: AuditProblem[] = [];
  readonly #counts = new Map<AuditProblem["kind"], number>();

  add(problem: AuditProblem): void {
    const { kind, number } = problem;
    if (this.#problems.some((known) => known.kind === kind && known.number === number)) return;
    const count = this.#counts.get(kind) ?? 0;
    this.#counts.set(kind, count + 1);
    if (count < problemsMax) this.#problems.push(problem);
  }

  /** Entries that were dropped by time while the chain was read are not missing. */
  problemsFrom(first: number): readonly AuditProblem[] {
    return this.#problems.filter(({ kind, to }) => kind !== "entries-missing" || (to ?? 0) >= first);
  }
}
