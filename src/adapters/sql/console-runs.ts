import type { ConsoleRuns, RunParts } from "../../flows/console-run-ports.ts";
import type { Instant } from "../../values/time.ts";
import { type Engine, type Fact, run } from "./fact.ts";
import { integer, text } from "./rows.ts";

interface StoredConsoleRuns extends ConsoleRuns {
  /** Part of a fact: removes up to `rowsMax` expired rows and returns how many. */
  removeExpired(now: Instant, rowsMax: number): Fact<number>;
}

/** What outlasts a request in the console. Part 0 of a run has its state; each of the others expires by itself, so that expiry stays in small steps. */
export function consoleRunsOn(engine: Engine): StoredConsoleRuns {
  const sql = statements(engine);

  function* keepParts(id: string, parts: RunParts): Fact<void> {
    for (const [part, content] of parts) yield* run(sql.keepPart, { id, part, content });
  }

  return {
    start: ({ id, state, expiresAt }, parts) =>
      engine.write("durable", function* () {
        if ((yield* run(sql.start, { id, state, expiresAt })) !== 1) return false;
        yield* keepParts(id, parts);
        return true;
      }),
    find: (id, now) =>
      engine.get(sql.find, { id, part: 0, now }, (row) => ({
        id,
        state: text(row, "content"),
        version: integer(row, "version"),
      })),
    findPart: (id, part, now) => engine.get(sql.find, { id, part, now }, (row) => text(row, "content")),
    advance: ({ id, state, version }, parts) =>
      engine.write("durable", function* () {
        if ((yield* run(sql.advance, { id, state, version })) !== 1) return false;
        yield* keepParts(id, parts);
        return true;
      }),
    removeExpired: (now, rowsMax) => run(sql.removeExpired, { now, rowsMax }),
  };
}

function statements({ sql, skipLocked }: Engine) {
  return {
    start: sql(
      `INSERT INTO console_runs (id, part, version, content, expires_at) VALUES (:id, 0, 1, :state, :expiresAt)
       ON CONFLICT (id, part) DO NOTHING`,
    ),
    keepPart: sql(
      `INSERT INTO console_runs (id, part, version, content, expires_at)
       SELECT id, :part, 1, :content, expires_at FROM console_runs WHERE id = :id AND part = 0
       ON CONFLICT (id, part) DO UPDATE SET content = excluded.content`,
    ),
    find: sql(
      "SELECT content, version FROM console_runs WHERE id = :id AND part = :part AND expires_at > :now",
    ),
    advance: sql(
      `UPDATE console_runs SET content = :state, version = version + 1
       WHERE id = :id AND part = 0 AND version = :version`,
    ),
    removeExpired: sql(
      `DELETE FROM console_runs WHERE (id, part) IN
         (SELECT id, part FROM console_runs WHERE expires_at <= :now ORDER BY expires_at LIMIT :rowsMax${skipLocked})`,
    ),
  };
}
