import { closeSync, openSync, readdirSync, renameSync, rmSync, statfsSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { StoreUnopenable } from "../store.ts";
import { openAside } from "./aside.ts";
import type { Database } from "./database.ts";
import { placeNew, syncFolder } from "./files.ts";
import { knownMigrations, schemaVersion } from "./migrations.ts";

/** Older ones are removed. */
const keptMax = 2;

/**
 * Keeps a database that holds people or clients as `….schema-N` (0600) before the migrations that are missing change it, so that the
 * release that knows schema N can be restored. Returns the path; undefined if there is nothing to migrate or to keep. Throws
 * `StoreUnopenable`, before anything is changed, if there is no room.
 */
export function keepBeforeMigrating(database: Database): string | undefined {
  const { path } = database;
  const tables = database.prepare("SELECT count(*) AS found FROM sqlite_schema WHERE name = 'migrations'");
  const version = tables.get()?.found === 1 ? schemaVersion(database) : 0;
  if (version === 0 || version >= (knownMigrations().at(-1)?.number ?? 0)) return undefined;
  const content = database.prepare(
    "SELECT EXISTS (SELECT 1 FROM accounts) OR EXISTS (SELECT 1 FROM clients) AS found",
  );
  if (content.get()?.found !== 1) return undefined;
  requireRoom(path);
  const kept = `${path}.schema-${version}`;
  const aside = openAside(`${path}.new-`);
  try {
    const made = join(aside.folder, "database");
    closeSync(openSync(made, "wx", 0o600));
    database.prepare("VACUUM INTO ?").run(made);
    // The name is taken where the release of that schema was restored meanwhile.
    if (!placeNew(made, kept)) {
      renameSync(made, kept);
      syncFolder(kept);
    }
  } finally {
    aside.remove();
  }
  removeOlder(path);
  return kept;
}

function removeOlder(path: string): void {
  const start = `${basename(path)}.schema-`;
  const versions = readdirSync(dirname(path)).flatMap((name) =>
    name.startsWith(start) && /^\d+$/.test(name.slice(start.length))
      ? [Number(name.slice(start.length))]
      : [],
  );
  for (const version of versions.sort((left, right) => right - left).slice(keptMax))
    rmSync(`${path}.schema-${version}`, { force: true });
}

function requireRoom(path: string): void {
  const needed = statSync(path).size + (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0);
  const { bavail, bsize } = statfsSync(dirname(path));
  if (bavail * bsize >= needed) return;
  throw new StoreUnopenable(
    "unreachable",
    `This release changes the schema of ${path}, and keeps a copy of the database first, for which ${Math.ceil(needed / 2 ** 20)} MiB must be free beside it; ${Math.floor((bavail * bsize) / 2 ** 20)} MiB are. Nothing was changed. Make room on that disk, or start the previous release again.`,
  );
}
