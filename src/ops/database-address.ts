import { parsePostgresAddress } from "../values/postgres-address.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import { Secret } from "../values/secret.ts";

/** The place of the database: an SQLite file or a PostgreSQL server. */
export type DatabaseAddress =
  /** The path as it is configured; a relative path starts at the working directory. */
  | { readonly kind: "sqlite"; readonly path: string }
  /** `postgres://user:password@host:port/name`, or with several hosts; it may hold a password. */
  | { readonly kind: "postgres"; readonly url: Secret };

/** Reads `sqlite:` and a path, or `postgres://` and an address. The refusal never repeats the text, which may hold a password. */
export function parseDatabaseAddress(text: string): Result<DatabaseAddress, string> {
  if (/^postgres(ql)?:/.test(text)) {
    const address = parsePostgresAddress(text);
    return address.ok ? ok({ kind: "postgres", url: new Secret(text) }) : address;
  }
  const path = /^sqlite:(?:\/\/(?=\/))?(.+)$/.exec(text)?.[1];
  if (path === undefined) return refuse("It must be sqlite: and a path, or postgres:// and an address.");
  if (path === ":memory:")
    return refuse("A database in memory forgets every account at exit; it must be a file.");
  return ok({ kind: "sqlite", path });
}
