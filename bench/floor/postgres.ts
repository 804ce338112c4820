import { hash } from "node:crypto";
import { Client } from "pg";
import { databaseVariable } from "./database-variable.ts";
import { type CodeFacts, exchangeListener } from "./exchange.ts";
import { listen, readFixture } from "./listen.ts";

type Answer = (row: readonly (string | null)[] | undefined) => void;

interface Asked<Fact> {
  readonly key: string;
  readonly fact: Fact;
  readonly answer: Answer;
}

/**
 * One prepared statement on a connection of its own. One is under way at a time, and takes along everything that was asked meanwhile. Its
 * rows are arrays whose first cell is the hexadecimal key of what was asked.
 */
class Grouped<Fact> {
  readonly #client: Client;
  readonly #text: string;
  readonly #valuesOf: (facts: readonly Fact[]) => readonly unknown[];
  #asked: Asked<Fact>[] = [];
  #isBusy = false;

  constructor(client: Client, text: string, valuesOf: (facts: readonly Fact[]) => readonly unknown[]) {
    this.#client = client;
    this.#text = text;
    this.#valuesOf = valuesOf;
  }

  add(key: string, fact: Fact, answer: Answer): void {
    this.#asked.push({ key, fact, answer });
    if (this.#isBusy) return;
    this.#isBusy = true;
    setImmediate(this.#send);
  }

  readonly #send = (): void => {
    const asked = this.#asked;
    this.#asked = [];
    const values = [...this.#valuesOf(asked.map(({ fact }) => fact))];
    const query = { name: "grouped", text: this.#text, values, rowMode: "array" } as const;
    this.#client.query(query, (error, { rows }) => {
      if (error) throw error;
      const found = new Map((rows as (string | null)[][]).map((row) => [row[0], row]));
      for (const { key, answer } of asked) answer(found.get(key));
      if (this.#asked.length === 0) this.#isBusy = false;
      else setImmediate(this.#send);
    });
  };
}

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: process.env[databaseVariable] });
  await client.connect();
  return client;
}

/**
 * The whole flow on PostgreSQL with as many questions to it as Latchkey asks: session and account are looked up at both requests, so that a
 * change by any process shows at once, and the token is inserted and on disk before the answer. Codes live in memory. The questions of
 * one kind go out together, by the same driver.
 */
const fixture = readFixture();
const [reading, writing] = [await connect(), await connect()];
await writing.query(
  `CREATE TABLE account (id TEXT PRIMARY KEY, epoch INTEGER NOT NULL);
   CREATE TABLE session (id BYTEA PRIMARY KEY, account_id TEXT NOT NULL REFERENCES account, expires_at BIGINT NOT NULL);
   CREATE TABLE token (
     id BYTEA PRIMARY KEY, digest BYTEA NOT NULL, client_id TEXT NOT NULL, account_id TEXT NOT NULL, expires_at BIGINT NOT NULL);`,
);
const keys = fixture.sessions.map((session) => hash("sha256", session, "buffer").subarray(0, 16));
for (const [user, key] of keys.entries()) {
  await writing.query("INSERT INTO account VALUES ($1, 0)", [`user-${user}`]);
  await writing.query("INSERT INTO session VALUES ($1, $2, $3)", [key, `user-${user}`, 2 ** 50]);
}
// In a SELECT of its own the array tells the planner nothing, so that the statement is planned once.
const sessions = new Grouped<Buffer>(
  reading,
  `SELECT encode(session.id, 'hex'), session.xmin, account.xmin
   FROM session JOIN account ON account.id = session.account_id
   WHERE session.id = ANY((SELECT $1::bytea[])::bytea[])`,
  (asked) => [asked],
);

interface Token {
  readonly id: Buffer;
  readonly digest: Buffer;
  readonly clientId: string;
  readonly userId: number;
  readonly expiresAt: number;
}

const tokens = new Grouped<Token>(
  writing,
  `INSERT INTO token SELECT * FROM unnest($1::bytea[], $2::bytea[], $3::text[], $4::text[], $5::bigint[])
   ON CONFLICT DO NOTHING RETURNING encode(id, 'hex')`,
  (added) => [
    added.map(({ id }) => id),
    added.map(({ digest }) => digest),
    added.map(({ clientId }) => clientId),
    added.map(({ userId }) => `user-${userId}`),
    added.map(({ expiresAt }) => expiresAt),
  ],
);
const codes = new Map<string, CodeFacts>();

/** Tells whether the session and its account still are as they were. */
function confirm(userId: number, done: (isThere: boolean) => void): void {
  const key = keys[userId] ?? Buffer.alloc(0);
  sessions.add(key.toString("hex"), key, (row) => done(row !== undefined));
}

listen(
  exchangeListener(fixture, {
    keepCode(code, facts, done) {
      confirm(facts.userId, (isThere) => {
        if (!isThere) throw new Error("The session has ended.");
        codes.set(code, facts);
        done();
      });
    },
    redeem(code, clientId, digest, done) {
      const facts = codes.get(code);
      const now = Date.now();
      if (facts === undefined || facts.clientId !== clientId || facts.expiresAt <= now) return done(false);
      const { userId } = facts;
      codes.delete(code);
      confirm(userId, (isThere) => {
        if (!isThere) return done(false);
        const id = hash("sha256", code, "buffer").subarray(0, 16);
        const token = { id, digest, clientId, userId, expiresAt: now + 3_600_000 };
        tokens.add(id.toString("hex"), token, (row) => done(row !== undefined));
      });
    },
  }),
);
