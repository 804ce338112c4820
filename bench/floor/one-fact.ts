import { type CodeFacts, exchangeListener } from "./exchange.ts";
import { GroupedCommit, openDatabase } from "./grouped-commit.ts";
import { listen, readFixture } from "./listen.ts";

/** The whole flow with one durable fact: codes live in memory, and only the token is inserted. */
const fixture = readFixture();
const database = openDatabase(
  fixture.folder,
  `CREATE TABLE IF NOT EXISTS token (
     digest BLOB PRIMARY KEY, client_id TEXT NOT NULL, user_id INTEGER NOT NULL, expires_at INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID`,
);
const insertToken = database.prepare("INSERT INTO token VALUES (?, ?, ?, ?)");
const commits = new GroupedCommit(database);
const codes = new Map<string, CodeFacts>();

listen(
  exchangeListener(fixture, {
    keepCode(code, facts, done) {
      codes.set(code, facts);
      done();
    },
    redeem(code, clientId, tokenDigest, done) {
      const facts = codes.get(code);
      const now = Date.now();
      if (facts === undefined || facts.clientId !== clientId || facts.expiresAt <= now) return done(false);
      codes.delete(code);
      commits.add(() => {
        insertToken.run(tokenDigest, clientId, facts.userId, now + 3_600_000);
        return () => done(true);
      });
    },
  }),
);
