import { Secret } from "../../values/secret.ts";
import { text } from "../sql/rows.ts";
import type { Connection } from "./connection.ts";

/** In encrypted backups alone, and only where the operator asked for it. A restore takes it out before anything else happens. */
const table = "enclosed_master_key";

/** Puts the master key into the copy that is about to be encrypted. */
export function encloseMasterKey(connection: Connection, masterKey: Secret): void {
  connection.exec(`CREATE TABLE ${table} (secret TEXT NOT NULL) STRICT`);
  connection.prepare(`INSERT INTO ${table} VALUES (?)`).run(masterKey.reveal().trim());
}

/** Takes the master key out of a copy; undefined where none is in it. */
export function takeMasterKey(connection: Connection): Secret | undefined {
  const found = connection
    .prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?")
    .get(table);
  if (found === undefined) return undefined;
  const row = connection.prepare(`SELECT secret FROM ${table} LIMIT 1`).get();
  // The page must not stay behind in the restored file.
  connection.exec(`PRAGMA secure_delete = ON; DELETE FROM ${table}; DROP TABLE ${table}`);
  return row && new Secret(text(row, "secret"));
}
