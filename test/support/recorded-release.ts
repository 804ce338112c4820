import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import type { KeptAuthenticator } from "./authenticator.ts";
import type { PostgresServer } from "./postgres.ts";
import type { RegisteredClient } from "./service.ts";

/** The address that the recorded services believed to have, whatever port they listened on. Passkeys belong to it. */
export const recordedBaseUrl = "http://localhost:8080";
/** Opens the keys in every recorded database. It protects nothing. */
export const recordedMasterKey = "the-master-key-of-recorded-test-databases";

/** What the people and the applications of a recorded installation hold. A release that lacked a noun lacks its member. */
export interface RecordedRelease {
  readonly commit: string;
  readonly version: string;
  /** When the database was closed, in milliseconds. Sessions, tokens and links were alive then. */
  readonly recordedAt: number;
  readonly password: string;
  /** The plain interface, and OpenID Connect with refresh tokens and consent. */
  readonly notes: RegisteredClient;
  readonly diary: RegisteredClient;
  /** Ada's browser, and what her applications got. */
  readonly cookies: Readonly<Record<string, string>>;
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly unusedCode: string;
  /** Bob's app and his recovery codes. */
  readonly totpKey?: string;
  readonly recoveryCodes?: readonly string[];
  /** Carol's passkey. */
  readonly passkey?: KeptAuthenticator;
  /** Dora forgot her password, and Eve is invited: paths of their links. */
  readonly recoveryLink?: string;
  readonly invitationLink?: string;
  readonly groups?: readonly string[];
  readonly api?: string;
  readonly upstream?: string;
  readonly webhook?: string;
  /** A television that waits for somebody to type its code. */
  readonly tele?: RegisteredClient;
  readonly deviceCode?: string;
}

const folder = resolve(import.meta.dirname, "../releases");

/** The databases that releases are recorded with. */
export type RecordedEngine = "sqlite" | "postgres";

/** The releases that are recorded with this database, oldest first. */
export function recordedReleases(engine: RecordedEngine): readonly RecordedRelease[] {
  return readdirSync(folder)
    .map((name) => recordFiles(name, engine).record)
    .filter(existsSync)
    .map((file): RecordedRelease => JSON.parse(readFileSync(file, "utf8")))
    .sort((left, right) => left.recordedAt - right.recordedAt);
}

/** Where the record of a release lies. */
export function recordFiles(commit: string, engine: RecordedEngine) {
  const of = (name: string) => join(folder, commit.slice(0, 8), name);
  return engine === "sqlite"
    ? { database: of("latchkey.db.gz"), record: of("record.json") }
    : { database: of("postgres.sql.gz"), record: of("postgres.json") };
}

/** Puts the recorded database into a data folder. */
export async function placeRecordedDatabase({ commit }: RecordedRelease, dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const packed = readFileSync(recordFiles(commit, "sqlite").database);
  await writeFile(join(dataDir, "latchkey.db"), gunzipSync(packed), { mode: 0o600 });
}

/**
 * Fills an empty database with the recorded one, whose clock shows the moment of the record from then on, and goes on. Returns its URL.
 * The service asks for `clock_timestamp()`, and the search path decides that this is a function of the test.
 */
export async function loadRecordedDatabase(
  { commit, recordedAt }: RecordedRelease,
  server: PostgresServer,
): Promise<string> {
  const url = await server.newDatabase();
  await server.query(url, gunzipSync(readFileSync(recordFiles(commit, "postgres").database)).toString());
  const moved = Math.round(recordedAt + 1_000 - Date.now());
  await server.query(
    url,
    `CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
       AS $$ SELECT pg_catalog.clock_timestamp() + interval '${moved} milliseconds' $$`,
  );
  return `${url}?options=-csearch_path%3Dpublic,pg_catalog`;
}
