import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { applicationId } from "../../src/adapters/sqlite/connection.ts";
import { clientNamed, grantId, grantWith } from "../storage-contract/samples.ts";

const folder = new URL("../../src/adapters/sqlite/migrations/", import.meta.url);
const schema = new URL("0001-first.sql", folder);

/** The names of all migrations, in their order. */
export const migrationNames: readonly string[] = readdirSync(folder)
  .map((file) => file.replace(/\.sql$/, ""))
  .sort();

/** Makes a database with the first schema, with the client "shop", the first grant, and a revocation that hit it. */
export function makeFirstSchema(path: string): void {
  using database = new DatabaseSync(path);
  database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA journal_mode = WAL`);
  database.exec(
    "CREATE TABLE migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT",
  );
  database.exec(readFileSync(schema, "utf8"));
  database.exec("INSERT INTO migrations VALUES (1, '0001-first', 0)");
  const { id, name, redirectUris, secretDigest, createdAt, updatedAt } = clientNamed("shop");
  database
    .prepare("INSERT INTO clients VALUES (?, ?, ?, 'interface', 0, ?, NULL, 0, ?, ?)")
    .run(id, name, JSON.stringify(redirectUris), secretDigest ?? null, createdAt, updatedAt);
  const grant = grantWith(grantId(1));
  database
    .prepare("INSERT INTO grants VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, 0)")
    .run(
      grant.id,
      grant.tokenDigest,
      grant.clientId,
      grant.accountId,
      grant.accountEpoch,
      grant.sessionId,
      grant.redeemedAt,
      grant.tokenExpiresAt,
      grant.keepUntil,
    );
  database
    .prepare(
      "INSERT INTO revocations (account_id, client_id, at, removes, last_grant_id) VALUES (?, NULL, ?, 0, ?)",
    )
    .run(grant.accountId, grant.redeemedAt, grant.id);
}
