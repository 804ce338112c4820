import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Opens the floor's database: write-ahead log, every commit on disk before it is answered. */
export function openDatabase(folder: string, schema: string): DatabaseSync {
  const database = new DatabaseSync(join(folder, "floor.db"));
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
  database.exec(schema);
  return database;
}

/** Collects the writes of one event-loop turn and commits them together, with one sync of the disk. */
export class GroupedCommit {
  readonly #begin;
  readonly #commit;
  #writes: (() => () => void)[] = [];

  constructor(database: DatabaseSync) {
    this.#begin = database.prepare("BEGIN IMMEDIATE");
    this.#commit = database.prepare("COMMIT");
  }

  /** `write` runs inside the transaction and returns what to do once it is on disk. */
  add(write: () => () => void): void {
    if (this.#writes.push(write) === 1) setImmediate(this.#flush);
  }

  readonly #flush = (): void => {
    const writes = this.#writes;
    this.#writes = [];
    this.#begin.run();
    const answers = writes.map((write) => write());
    this.#commit.run();
    for (const answer of answers) answer();
  };
}
