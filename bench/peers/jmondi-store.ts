import { openDatabase } from "../floor/grouped-commit.ts";
import type { PeerUser } from "./application.ts";

/** The client as @jmondi/oauth2-server wants to see it. */
export interface JmondiClient {
  readonly id: string;
  readonly name: string;
  readonly secret: string;
  readonly redirectUris: readonly string[];
  readonly allowedGrants: readonly string[];
  readonly scopes: readonly [];
}

/** A code as the library hands it over and wants it back. */
export interface JmondiCode {
  readonly code: string;
  readonly redirectUri: string;
  readonly expiresAt: Date;
  readonly user: PeerUser;
  readonly client: JmondiClient;
  readonly scopes: readonly [];
}

/** A token as the library hands it over. */
export interface JmondiToken {
  readonly accessToken: string;
  readonly accessTokenExpiresAt: Date;
  readonly originatingAuthCodeId: string;
  readonly user: PeerUser;
  readonly client: JmondiClient;
}

/** Where codes and tokens go: each call is one fact, as the library's repositories ask for them. */
export interface JmondiStore {
  saveCode(code: JmondiCode): void;
  findCode(code: string): JmondiCode | undefined;
  isRevoked(code: string): boolean;
  revokeCode(code: string): void;
  saveToken(token: JmondiToken): void;
}

/** Everything in maps: a restart forgets it. */
export function memoryStore(): JmondiStore {
  const codes = new Map<string, JmondiCode>();
  const revoked = new Set<string>();
  const tokens = new Map<string, JmondiToken>();
  return {
    saveCode: (code) => void codes.set(code.code, code),
    findCode: (code) => codes.get(code),
    isRevoked: (code) => revoked.has(code) || !codes.has(code),
    revokeCode: (code) => void revoked.add(code),
    saveToken: (token) => void tokens.set(token.accessToken, token),
  };
}

/** A table each; every call commits by itself, for the library awaits one after the other. */
export function sqliteStore(folder: string, client: JmondiClient): JmondiStore {
  const database = openDatabase(
    folder,
    `CREATE TABLE code (
       code TEXT PRIMARY KEY, expires_at INTEGER NOT NULL, redirect_uri TEXT NOT NULL, client_id TEXT NOT NULL, user_id TEXT NOT NULL,
       is_revoked INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID;
     CREATE TABLE token (
       token TEXT PRIMARY KEY, expires_at INTEGER NOT NULL, client_id TEXT NOT NULL, user_id TEXT NOT NULL, code TEXT NOT NULL
     ) STRICT, WITHOUT ROWID`,
  );
  const insertCode = database.prepare("INSERT INTO code VALUES (?, ?, ?, ?, ?, 0)");
  const selectCode = database.prepare("SELECT expires_at, redirect_uri, user_id FROM code WHERE code = ?");
  const selectRevoked = database.prepare("SELECT is_revoked FROM code WHERE code = ?");
  const updateCode = database.prepare("UPDATE code SET is_revoked = 1 WHERE code = ?");
  const insertToken = database.prepare("INSERT INTO token VALUES (?, ?, ?, ?, ?)");
  return {
    saveCode({ code, expiresAt, redirectUri, client: { id }, user }) {
      insertCode.run(code, expiresAt.getTime(), redirectUri, id, user.id);
    },
    findCode(code) {
      const row = selectCode.get(code);
      if (row === undefined) return undefined;
      const expiresAt = new Date(Number(row.expires_at));
      const user = { id: String(row.user_id) };
      return { code, redirectUri: String(row.redirect_uri), expiresAt, user, client, scopes: [] };
    },
    isRevoked: (code) => selectRevoked.get(code)?.is_revoked !== 0,
    revokeCode: (code) => void updateCode.run(code),
    saveToken({ accessToken, accessTokenExpiresAt, client: { id }, user, originatingAuthCodeId }) {
      insertToken.run(accessToken, accessTokenExpiresAt.getTime(), id, user.id, originatingAuthCodeId);
    },
  };
}
