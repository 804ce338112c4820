import { openDatabase } from "../floor/grouped-commit.ts";
import type { PeerUser } from "./application.ts";

/** A code as the library hands it over; further members are left alone. */
export interface NodeOauthCode {
  readonly authorizationCode: string;
  readonly expiresAt: Date;
  readonly redirectUri: string;
}

/** A code as the library wants it back. */
export interface FoundCode extends NodeOauthCode {
  readonly client: { readonly id: string };
  readonly user: PeerUser;
}

/** Where codes and tokens go: each call is one fact, as the library's model asks for them. */
export interface NodeOauthStore {
  saveCode(code: NodeOauthCode, clientId: string, userId: string): void;
  findCode(code: string): FoundCode | undefined;
  /** Whether this call was the one that removed it. */
  removeCode(code: string): boolean;
  saveToken(token: string, expiresAt: Date, clientId: string, userId: string): void;
}

/** Everything in maps: a restart forgets it. */
export function memoryStore(): NodeOauthStore {
  const codes = new Map<string, FoundCode>();
  const tokens = new Map<string, object>();
  return {
    saveCode(code, clientId, userId) {
      codes.set(code.authorizationCode, { ...code, client: { id: clientId }, user: { id: userId } });
    },
    findCode: (code) => codes.get(code),
    removeCode: (code) => codes.delete(code),
    saveToken(token, expiresAt, clientId, userId) {
      tokens.set(token, { expiresAt, clientId, userId });
    },
  };
}

/** A table each; every call commits by itself, for the library awaits one after the other. */
export function sqliteStore(folder: string): NodeOauthStore {
  const database = openDatabase(
    folder,
    `CREATE TABLE code (
       code TEXT PRIMARY KEY, expires_at INTEGER NOT NULL, redirect_uri TEXT NOT NULL, client_id TEXT NOT NULL, user_id TEXT NOT NULL
     ) STRICT, WITHOUT ROWID;
     CREATE TABLE token (
       token TEXT PRIMARY KEY, expires_at INTEGER NOT NULL, client_id TEXT NOT NULL, user_id TEXT NOT NULL
     ) STRICT, WITHOUT ROWID`,
  );
  const insertCode = database.prepare("INSERT INTO code VALUES (?, ?, ?, ?, ?)");
  const selectCode = database.prepare("SELECT * FROM code WHERE code = ?");
  const deleteCode = database.prepare("DELETE FROM code WHERE code = ?");
  const insertToken = database.prepare("INSERT INTO token VALUES (?, ?, ?, ?)");
  return {
    saveCode({ authorizationCode, expiresAt, redirectUri }, clientId, userId) {
      insertCode.run(authorizationCode, expiresAt.getTime(), redirectUri, clientId, userId);
    },
    findCode(code) {
      const row = selectCode.get(code);
      if (row === undefined) return undefined;
      return {
        authorizationCode: code,
        expiresAt: new Date(Number(row.expires_at)),
        redirectUri: String(row.redirect_uri),
        client: { id: String(row.client_id) },
        user: { id: String(row.user_id) },
      };
    },
    removeCode: (code) => deleteCode.run(code).changes === 1,
    saveToken(token, expiresAt, clientId, userId) {
      insertToken.run(token, expiresAt.getTime(), clientId, userId);
    },
  };
}
