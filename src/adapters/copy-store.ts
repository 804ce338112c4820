import type { Instant } from "../values/time.ts";
import { CommitUnknown, type PostgresTarget } from "./postgres/copy-target.ts";
import { blob } from "./sql/rows.ts";
import { type Table, tables } from "./sql/tables.ts";
import type { SqliteSource } from "./sqlite/copy-source.ts";
import type { Move } from "./sqlite/moved.ts";
import { StoreUnopenable } from "./store.ts";

/** The two databases of a move, and how its caller follows and interrupts it. */
export interface CopyOptions {
  readonly source: SqliteSource;
  readonly target: PostgresTarget;
  readonly now: () => Instant;
  /** Called after each batch and for each empty table. */
  readonly onProgress: (progress: CopyProgress) => void;
  /** Asked between batches; true rolls everything back. */
  readonly isInterrupted: () => boolean;
}

/** How much of a table is copied. */
export interface CopyProgress {
  readonly table: Table;
  readonly rows: number;
  readonly total: number;
}

/** The result of a move. */
export interface Copied {
  /** In the order in which the tables were copied. */
  readonly rows: ReadonlyMap<Table, number>;
  readonly movedAt: Instant;
  /** True if an earlier move had copied everything. */
  readonly wasDone: boolean;
}

/** A move that changed nothing, or whose outcome is not known. The message says how things stand. */
export class CopyFailed extends Error {
  override readonly name = "CopyFailed";
  readonly exitCode: 69 | 130;

  constructor(exitCode: 69 | 130, message: string, cause?: unknown) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}

const batchRows = 1_000;

/**
 * Moves everything into an empty database and closes the source. Two databases cannot commit as one, so the source is closed
 * first: at no moment are both served (ADR 0019). A failure before that leaves the source open and the target empty; if
 * the process dies between the two commits, the same call finishes or begins anew.
 */
export async function copyStore(options: CopyOptions): Promise<Copied> {
  const { source, target, now } = options;
  const move = source.findMove();
  if (move && move.location !== target.location) throw movedElsewhere(source, move);
  source.requireNewestSchema();
  let wasDone = await isDone(options, move);
  if (!wasDone) {
    await target.begin(now);
    // Another move may have filled the target since the first look; from here on none can.
    wasDone = await isDone(options, move);
  }
  if (wasDone) return { rows: countAll(source), movedAt: move?.at ?? now(), wasDone };
  source.lock();
  const present = source.findMove();
  if (present && present.at !== move?.at) throw movedElsewhere(source, present);
  const rows = countAll(source);
  for (const [table, total] of rows) await copyTable(options, table, total);
  const movedAt = now();
  await commitBoth(options, movedAt);
  return { rows, movedAt, wasDone };
}

async function copyTable(
  { source, target, onProgress, isInterrupted }: CopyOptions,
  table: Table,
  total: number,
): Promise<void> {
  const kept = source.columns(table);
  const columns = (await target.columns(table)).filter(({ name }) => kept.includes(name));
  if (columns.length < kept.length) throw new Error(`The target's ${table} lacks a column of the source.`);
  let rows = 0;
  if (total === 0) onProgress({ table, rows, total });
  for (const batch of source.batches(table, kept, batchRows)) {
    if (isInterrupted()) throw new CopyFailed(130, interrupted(source));
    rows += await target.insert(table, columns, batch);
    onProgress({ table, rows, total });
  }
  for (const { name, isNumbered } of columns)
    if (isNumbered) await target.numberFrom(table, name, source.lastNumber(table));
  const found = await target.count(table);
  if (rows !== total || found !== total)
    throw new Error(`Of ${total} rows of ${table}, ${rows} were read and ${found} arrived.`);
}

async function commitBoth({ source, target, isInterrupted }: CopyOptions, at: Instant): Promise<void> {
  if (isInterrupted()) throw new CopyFailed(130, interrupted(source));
  source.markMoved(target.location, at);
  try {
    await target.commit();
  } catch (error) {
    if (error instanceof CommitUnknown)
      throw new CopyFailed(
        69,
        `The connection to ${target.location} was lost during the commit, so it is not known whether everything arrived. ${source.path} is closed until that is clear. Run the same command again: it finishes, or begins anew.`,
        error,
      );
    source.cancelMove();
    throw error;
  }
}

/** False for an empty target, true if an earlier move filled it. Throws if its rows come from elsewhere. */
async function isDone({ source, target }: CopyOptions, move: Move | undefined): Promise<boolean> {
  const occupied = await target.occupiedTable();
  if (occupied === undefined) return false;
  if (move && (await target.holdsAnyKey(sealedKeysOf(source)))) return true;
  throw new StoreUnopenable(
    "exists",
    `${target.location} is not empty: ${occupied} has rows. Name a database that nothing was ever started on, or make this one anew with \`dropdb\` and \`createdb\`. Nothing was changed.`,
  );
}

function countAll(source: SqliteSource): ReadonlyMap<Table, number> {
  return new Map(tables.map((table) => [table, source.count(table)]));
}

function sealedKeysOf(source: SqliteSource): readonly Uint8Array[] {
  const [keys = []] = source.batches("sealing_keys", ["sealed_key"], batchRows);
  return keys.map((row) => blob(row, "sealed_key"));
}

function movedElsewhere(source: SqliteSource, { location, at }: Move): StoreUnopenable {
  const when = new Date(at).toISOString();
  return new StoreUnopenable("moved", `${source.path} was moved to ${location} already, at ${when}.`);
}

function interrupted(source: SqliteSource): string {
  return `Interrupted. Nothing was changed: ${source.path} is as it was, and the target is empty.`;
}
