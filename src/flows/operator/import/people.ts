import type { Account } from "../../../identity/account.ts";
import { sha256 } from "../../../values/digest.ts";
import { toHex } from "../../../values/hex.ts";
import { isJsonObject, parseJson } from "../../../values/json-object.ts";
import { ok, type Result, refuse } from "../../../values/result.ts";
import type { AuditEntry, Auditor } from "../../audit.ts";
import type { ImportedPerson, Imports, PersonOutcome } from "../../import-ports.ts";
import { SeenPeople } from "./dry-run.ts";
import type { Entry } from "./person-texts.ts";
import {
  type ImportOptions,
  type ImportRegistry,
  prepareAll,
  readSurroundings,
  type Surroundings,
} from "./prepare-person.ts";
import { type Counts, emptyTally, type ReportLine, type Tally, tallyAfter } from "./tally.ts";
import { auditOfPerson } from "./update-person.ts";

/** The destination of the report. */
export interface Report {
  /** Appends lines; the length of the whole report before them. */
  append(lines: readonly ReportLine[]): Promise<number>;
  /** The length of the report. */
  length(): Promise<number>;
  /** Cuts the report to the length that it had, for an import that goes on. */
  cut(bytes: number): Promise<void>;
}

/** A batch is one transaction: other writers wait for it for some milliseconds. */
const batchSize = 200;

/** The parts of one import. */
export interface PeopleImport {
  /** The digest of the file and of the options that change what is done with it. */
  readonly source: ReturnType<typeof sha256>;
  readonly entries: AsyncIterable<Entry>;
  readonly options: ImportOptions;
  readonly report: Report;
  readonly onProgress: (tally: Tally) => void;
  readonly isInterrupted: () => boolean;
}

/** The result of an import that reached the end of its file, or the point where the file is broken. */
export interface EndedImport extends Tally {
  readonly breaksAt?: { readonly line: number; readonly problem: string };
}

/** The end of an import. "moved-on": another run of the same import is at work. */
export type ImportEnd = Result<EndedImport, "moved-on" | "interrupted">;

/** The same file with the same options is one import; another run of it goes on where the last one stopped. */
export function sourceOf(
  fileDigest: Uint8Array,
  options: ImportOptions & { readonly format: string; readonly said: string },
): PeopleImport["source"] {
  const { format, onConflict, createsGroups, changesRights, said } = options;
  const words = `import ${format} ${onConflict} ${createsGroups} ${changesRights} ${toHex(fileDigest)}${said}`;
  return sha256(words);
}

/** The progress of an import that was cut off; undefined if no import of this source is under way. */
export async function findUnfinished(
  imports: Imports,
  source: PeopleImport["source"],
): Promise<Tally | undefined> {
  const found = await imports.find(source);
  const json = found && parseJson(found.tally);
  return isJsonObject(json) && found
    ? { ...emptyTally, ...(json as Partial<Tally>), position: found.position }
    : undefined;
}

/**
 * Imports people in batches, each with its progress in one transaction. A run of an import that was cut off goes on behind the last
 * batch: nobody comes twice, and the report has no gap.
 */
export async function importPeople(registry: ImportRegistry, wanted: PeopleImport): Promise<ImportEnd> {
  const { report, source, options } = wanted;
  const known = options.isDryRun ? undefined : await findUnfinished(registry.imports, source);
  let tally = known ?? emptyTally;
  await report.cut(tally.reportBytes);
  await report.append(tally.lastReport);
  const surroundings = await readSurroundings(registry);
  let passed = 0;
  let batch: Entry[] = [];
  let breaksAt: EndedImport["breaksAt"];
  const seen = options.isDryRun ? new SeenPeople() : undefined;
  const flush = async (): Promise<boolean> => {
    const next = await keepBatch(registry, wanted, surroundings, { batch, tally, seen });
    batch = [];
    if (next === undefined) return false;
    tally = next;
    wanted.onProgress(tally);
    return true;
  };
  for await (const entry of wanted.entries) {
    passed += 1;
    if ("problem" in entry && entry.breaksFile) breaksAt = { line: entry.line, problem: entry.problem.says };
    if (passed <= tally.position) continue;
    batch.push(entry);
    if (batch.length < batchSize) continue;
    if (!(await flush())) return refuse("moved-on");
    if (wanted.isInterrupted()) return refuse("interrupted");
  }
  if (batch.length > 0 && !(await flush())) return refuse("moved-on");
  if (!options.isDryRun) await registry.imports.finish(source, registry.clock.now());
  return ok({ ...tally, ...(breaksAt && { breaksAt }) });
}

async function keepBatch(
  registry: ImportRegistry,
  wanted: PeopleImport,
  surroundings: Surroundings,
  {
    batch,
    tally,
    seen,
  }: { readonly batch: readonly Entry[]; readonly tally: Tally; readonly seen: SeenPeople | undefined },
): Promise<Tally | undefined> {
  const { source, options, report } = wanted;
  const prepared = await prepareAll(registry, options, surroundings, batch);
  if (seen !== undefined) {
    const would = seen.keep(prepared, options);
    const next = tallyAfter(tally, would.prepared, would.outcomes, await report.length());
    await report.append(next.lastReport);
    return next;
  }
  const kept = prepared.flatMap(({ person, known }) => (person ? [{ person, known }] : []));
  const people = kept.map(({ person }) => person);
  const reportBytes = await report.length();
  const after = (outcomes: readonly PersonOutcome[]) => tallyAfter(tally, prepared, outcomes, reportBytes);
  const progressAfter = (outcomes: readonly PersonOutcome[]) => {
    const { position, ...rest } = after(outcomes);
    return { position, tally: JSON.stringify(rest) };
  };
  const at = registry.clock.now();
  const auditAfter = (outcomes: readonly PersonOutcome[]) =>
    auditOf(registry.audit, wanted, { kept, outcomes, counts: after(outcomes).counts });
  const from = tally.position;
  const stored = await registry.imports.keep({ source, from, people, progressAfter, auditAfter, at });
  if (!stored.ok) return undefined;
  const next = after(stored.value);
  await report.append(next.lastReport);
  return next;
}

/**
 * One entry tells of a batch: an import of all people would fill the trail with what it says already. Accounts that were here before,
 * and new administrators, have entries of their own.
 */
function auditOf(
  audit: Auditor,
  { source }: PeopleImport,
  {
    kept,
    outcomes,
    counts,
  }: {
    readonly kept: readonly { readonly person: ImportedPerson; readonly known: Account | undefined }[];
    readonly outcomes: readonly PersonOutcome[];
    readonly counts: Counts;
  },
): readonly AuditEntry[] {
  const done = kept.filter((_, index) => ["created", "updated"].includes(outcomes[index]?.kind ?? ""));
  return [
    audit.entry("users-imported", undefined, {
      import: toHex(source).slice(0, 16),
      people: kept.length,
      ...counts,
    }),
    ...done.flatMap(({ person, known }) => auditOfPerson(audit, known, person)),
  ];
}
