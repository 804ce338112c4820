import { existsSync } from "node:fs";
import { join } from "node:path";
import { connect, copyDatabase, pragma, requireOurs } from "../adapters/sqlite/connection.ts";
import * as sqlite from "../adapters/sqlite/migrations.ts";
import { systemClock } from "../adapters/system/clock.ts";
import type { Config } from "../ops/config.ts";
import { Secret } from "../values/secret.ts";
import type { Rehearsal } from "./rehearsal-scene.ts";

/** The copy that a rehearsal works on. */
export interface RehearsedCopy {
  readonly database: Config["database"];
  /** The version of its schema, before it is migrated. */
  readonly schemaVersion: number;
  /** How many migrations it lacks. */
  readonly missing: number;
  /** True if the release that made the database cannot start on it after these. */
  readonly endsWayBack: boolean;
  /** Removes what does not lie in the folder of the rehearsal. */
  remove(): Promise<void>;
}

/** Copies the database, which is only read. */
export function copyOf(rehearsal: Rehearsal): Promise<RehearsedCopy> {
  const { database } = rehearsal.config;
  return database.kind === "sqlite" ? copySqlite(rehearsal) : copyPostgres(rehearsal, database.url);
}

async function copySqlite({ from, folder, onShare }: Rehearsal): Promise<RehearsedCopy> {
  const path = join(folder, "latchkey.db");
  // A reader alone would leave an empty log beside the database of a stopped service.
  const holder = existsSync(`${from}-wal`) ? undefined : connect(from);
  try {
    if (holder !== undefined) pragma(holder, "schema_version");
    await copyDatabase(from, path, (share) => onShare("copying", share));
  } finally {
    holder?.close();
  }
  const connection = connect(path, true);
  try {
    requireOurs(from, connection);
    sqlite.requireServedSchema(from, connection);
    const version = sqlite.schemaVersion(connection);
    return { database: { kind: "sqlite", path }, ...stepFrom(version, sqlite), remove: async () => {} };
  } finally {
    connection.close();
  }
}

async function copyPostgres({ signal, onShare }: Rehearsal, url: Secret): Promise<RehearsedCopy> {
  const { copyBeside } = await import("../adapters/postgres/copy-beside.ts");
  const postgres = await import("../adapters/postgres/migrations.ts");
  const copy = await copyBeside(url.reveal(), {
    now: () => systemClock.now(),
    signal,
    onShare: (share) => onShare("copying", share),
  });
  return {
    database: { kind: "postgres", url: new Secret(copy.url) },
    ...stepFrom(copy.schemaVersion, postgres),
    remove: copy.remove,
  };
}

function stepFrom(
  schemaVersion: number,
  { knownMigrations, endsWayBackFrom }: Pick<typeof sqlite, "knownMigrations" | "endsWayBackFrom">,
): Pick<RehearsedCopy, "schemaVersion" | "missing" | "endsWayBack"> {
  const missing = knownMigrations().filter(({ number }) => number > schemaVersion).length;
  return { schemaVersion, missing, endsWayBack: endsWayBackFrom(schemaVersion) };
}
