import { hash } from "node:crypto";
import { exchangeListener } from "./exchange.ts";
import { GroupedCommit, openDatabase } from "./grouped-commit.ts";
import { listen, readFixture } from "./listen.ts";

/**
 * The whole flow with two durable facts: the code is a row, and one transaction inserts the token and marks the code with it. As
 * at Latchkey, a spent code stays recognisable, so that a replay could revoke its token (RFC 6749 §4.1.2).
 */
const fixture = readFixture();
const database = openDatabase(
  fixture.folder,
  `CREATE TABLE IF NOT EXISTS code (
     digest BLOB PRIMARY KEY, client_id TEXT NOT NULL, user_id INTEGER NOT NULL, redirect_uri TEXT NOT NULL,
     expires_at INTEGER NOT NULL, token_digest BLOB
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE IF NOT EXISTS token (
     digest BLOB PRIMARY KEY, client_id TEXT NOT NULL, user_id INTEGER NOT NULL, expires_at INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID`,
);
const insertCode = database.prepare("INSERT INTO code VALUES (?, ?, ?, ?, ?, NULL)");
const spendCode = database.prepare(
  `UPDATE code SET token_digest = ?
   WHERE digest = ? AND client_id = ? AND expires_at > ? AND token_digest IS NULL RETURNING user_id`,
);
const insertToken = database.prepare("INSERT INTO token VALUES (?, ?, ?, ?)");
const commits = new GroupedCommit(database);

listen(
  exchangeListener(fixture, {
    keepCode(code, { clientId, userId, redirectUri, expiresAt }, done) {
      const digest = hash("sha256", code, "buffer");
      commits.add(() => {
        insertCode.run(digest, clientId, userId, redirectUri, expiresAt);
        return done;
      });
    },
    redeem(code, clientId, tokenDigest, done) {
      const digest = hash("sha256", code, "buffer");
      commits.add(() => {
        const now = Date.now();
        const spent = spendCode.get(tokenDigest, digest, clientId, now);
        if (spent === undefined) return () => done(false);
        insertToken.run(tokenDigest, clientId, spent.user_id ?? null, now + 3_600_000);
        return () => done(true);
      });
    },
  }),
);
