import { ok, type Result, refuse } from "../values/result.ts";
import { Secret } from "../values/secret.ts";

/** The place of the database: an SQLite file or a PostgreSQL server. */
export type DatabaseAddress =
  /** The path as it is configured; a relative path starts at the working directory. */
  | { readonly kind: "sqlite"; readonly path: string }
  /** `postgres://user:password@host:port/name`; it may hold a password. */
  | { readonly kind: "postgres"; readonly url: Secret };

/** Reads `sqlite:` and a path, or `postgres://` and an address. The refusal never repeats the text, which may hold a password. */
export function parseDatabaseAddress(text: string): Result<DatabaseAddress, string> {
  if (/^postgres(ql)?:/.test(text))
    return isPostgresUrl(text)
      ? ok({ kind: "postgres", url: new Secret(text) })
      : refuse("A PostgreSQL address looks like postgres://user:password@host:5432/name.");
  const path = /^sqlite:(?:\/\/(?=\/))?(.+)$/.exec(text)?.[1];
  if (path === undefined) return refuse("It must be sqlite: and a path, or postgres:// and an address.");
  if (path === ":memory:")
    return refuse("A database in memory forgets every account at exit; it must be a file.");
  return ok({ kind: "sqlite", path });
}

/** A host may be missing where `?host=` names a socket; without the name of a database the user's name would be taken for it. */
function isPostgresUrl(text: string): boolean {
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) return false;
  return /^\/[^/]+$/.test(new URL(text).pathname);
}
