import { Secret } from "../../values/secret.ts";
import { text } from "../sql/rows.ts";
import type { Connection } from "./connection.ts";

/** Only encrypted backups have it, and only if the operator asked for it. A restore removes it before anything else happens. */
const table = "enclosed_master_key";

/** Puts the master key into the copy that is about to be encrypted. */
export function encloseMasterKey(connection: Connection, masterKey: Secret): void {
  connection.exec(`CREATE TABLE ${table} (secret TEXT NOT NULL) STRICT`);
  connection.prepare(`INSERT INTO ${table} VALUES (?)`).run(masterKey.reveal().trim());
}

/** Removes the master key from a copy and returns it; undefined if there is none. */
export function takeMasterKey(connection: Connection): Secret | undefined {
  const found = connection
    .prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?")
    .get(table);
  if (found === undefined) return undefined;
  const row = connection.prepare(`SELECT secret FROM ${table} LIMIT 1`).get();
  // The page must not remain in the restored file.
  connection.exec(`PRAGMA secure_delete = ON; DELETE FROM ${table}; DROP TABLE ${table}`);
  return row && new Secret(text(row, "secret"));
}
