import { hash } from "node:crypto";
import { exchangeListener } from "./exchange.ts";
import { GroupedCommit, openDatabase } from "./grouped-commit.ts";
import { listen, readFixture } from "./listen.ts";

/**
 * Two durable facts for less work: the transaction that inserts the token deletes the code. The table stays small, and the server
 * can no longer tell a replayed code from one that never was.
 */
const fixture = readFixture();
const database = openDatabase(
  fixture.folder,
  `CREATE TABLE IF NOT EXISTS code (
     digest BLOB PRIMARY KEY, client_id TEXT NOT NULL, user_id INTEGER NOT NULL, redirect_uri TEXT NOT NULL,
     expires_at INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE IF NOT EXISTS token (
     digest BLOB PRIMARY KEY, client_id TEXT NOT NULL, user_id INTEGER NOT NULL, expires_at INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID`,
);
const insertCode = database.prepare("INSERT INTO code VALUES (?, ?, ?, ?, ?)");
const consumeCode = database.prepare(
  "DELETE FROM code WHERE digest = ? AND client_id = ? AND expires_at > ? RETURNING user_id",
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
        const consumed = consumeCode.get(digest, clientId, now);
        if (consumed === undefined) return () => done(false);
        insertToken.run(tokenDigest, clientId, consumed.user_id ?? null, now + 3_600_000);
        return () => done(true);
      });
    },
  }),
);
