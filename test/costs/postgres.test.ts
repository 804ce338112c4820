/** Counts what a flow asks of PostgreSQL, with many people in the database, and holds it to limits. No clock is read. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { confirmSessions, findSessions } from "../../src/adapters/postgres/session-look-up.ts";
import { startPostgres } from "../support/postgres.ts";
import { type LiveService, startService } from "../support/service.ts";
import { type Counted, startCounted } from "./counted-service.ts";
import { databaseLimits as limits } from "./limits.ts";
import { beginRounds, createPeople, doRounds, kinds, type Round } from "./rounds.ts";

const peopleCount = 8;
const rounds = 400;
/** The most sessions that one look-up finds here: those of everybody who asks in the same turn. */
const togetherMax = peopleCount;
/** Far more than a connection takes to end, on a busy machine too. */
const terminationMilliseconds = 60_000;

/** As many people beside them that reading a whole table is dear, each with a group, a passkey and an authenticator app. */
const others = `
  INSERT INTO accounts (id, username, epoch, is_disabled, is_admin, created_at, updated_at)
    SELECT 'lku' || lpad(i::text, 20, '0'), 'other-' || i, 0, FALSE, FALSE, 0, 0 FROM generate_series(1, 4000) AS i;
  INSERT INTO groups (name, created_at) VALUES ('staff', 0);
  INSERT INTO group_members (group_name, account_id) SELECT 'staff', id FROM accounts;
  INSERT INTO passkeys (id, account_id, user_handle, public_key, algorithm, counter, transports, is_backup_eligible, is_backed_up, aaguid, name, created_at)
    SELECT 'of ' || id, id, 'handle', '', -7, 0, '-', FALSE, FALSE, '', 'passkey', 0 FROM accounts;
  INSERT INTO totp (account_id, sealed_secret, last_step, created_at) SELECT id, '', 0, 0 FROM accounts;
  INSERT INTO sessions (id, cookie_digest, account_id, authenticated_at, methods, expires_at, last_seen_at, user_agent)
    SELECT substr(sha256(id::bytea), 1, 16), sha256(id::bytea), id, 0, 'pwd', 9e12, 0, '' FROM accounts;
  ANALYZE`;

interface Used {
  readonly query: string;
  readonly calls: number;
  readonly plans: number;
  readonly rows: number;
  readonly buffers: number;
}

const server = await startPostgres([
  "shared_preload_libraries=pg_stat_statements",
  "pg_stat_statements.track_planning=on",
]);
after(() => server.remove());

describe("costs of a flow in PostgreSQL", () => {
  let service: LiveService | undefined;
  let url: string;
  let used: readonly Used[];
  let flows: readonly Round[];
  before(async () => {
    url = await server.newSchema();
    await server.query(url, "CREATE EXTENSION pg_stat_statements");
    service = await startService({
      LATCHKEY_DATABASE_URL: url,
      LATCHKEY_SECRET: randomBytes(32).toString("base64"),
    });
    await server.query(url, others);
    flows = await beginRounds(service, kinds["interface flow"], await createPeople(service, peopleCount));
    // Each connection plans the redemption of one code, of two, and so on up to eight.
    await doRounds(flows, 2 * rounds);
    await server.query(url, "SELECT pg_stat_statements_reset()");
    await doRounds(flows, rounds);
    used = (await server.query(
      url,
      // Without the partitions that a job makes ahead, once an hour.
      `SELECT query, calls::integer, plans::integer, rows::integer,
         (shared_blks_hit + shared_blks_read)::integer AS buffers
       FROM pg_stat_statements JOIN pg_database ON pg_database.oid = dbid
       WHERE datname = current_database() AND query !~ 'pg_stat_statements' AND query !~ '^(CREATE|ALTER|DROP) '`,
    )) as unknown as readonly Used[];
  });
  after(() => service?.[Symbol.asyncDispose]());

  /** One of these figures of all statements, for a flow. */
  const ofFlow = (figure: "calls" | "plans" | "buffers") =>
    used.reduce((sum, one) => sum + one[figure], 0) / rounds;
  const atMost = (count: number, limit: number, what: string) => {
    const dearest = used.toSorted((one, other) => other.buffers - one.buffers).slice(0, 5);
    const seen = dearest.map(
      (one) => `${one.calls} calls, ${one.plans} plans, ${one.buffers} buffers: ${one.query.slice(0, 60)}`,
    );
    assert.ok(count > 0 || limit < 1, `no ${what} were counted`);
    assert.ok(count <= limit, `${count.toFixed(2)} ${what}, and the limit is ${limit}\n${seen.join("\n")}`);
  };

  test("statements, each of them a round trip", () =>
    atMost(ofFlow("calls"), limits.statements, "statements a flow"));

  test("plans: what is prepared is planned once", () =>
    atMost(ofFlow("plans"), limits.plans, "plans a flow"));

  test("buffers", () => atMost(ofFlow("buffers"), limits.buffers, "buffers a flow"));

  test("indexes of everybody's account, each of which a sign-in writes", async () => {
    const indexes = await server.query(
      url,
      "SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indrelid = 'accounts'::regclass AND indpred IS NULL",
    );
    atMost(indexes.length, limits.indexesOfAccounts, "indexes");
  });

  test("a session that was found before is only confirmed, by key", () => {
    const [confirmation, ...more] = used.filter(({ query }) => /\bsessions\.id = ANY/.test(query));
    assert.ok(confirmation);
    assert.deepEqual(more, []);
    assert.doesNotMatch(confirmation.query, /username/);
    assert.ok(confirmation.rows >= 2 * rounds, "a flow finds its session twice");
    assert.ok(confirmation.rows <= confirmation.calls * togetherMax);
    atMost(confirmation.buffers / confirmation.rows, limits.sessionBuffers, "buffers a session");
  });

  for (const [what, statement, subPlans] of [
    ["reading sessions", findSessions, 3],
    ["confirming sessions", confirmSessions, 1],
  ] as const)
    test(`the plan that is kept for ${what} reads no whole table`, async () => {
      const rows = await server.query(url, `EXPLAIN (GENERIC_PLAN, COSTS OFF) ${statement}`);
      const plan = rows.map((row) => String(row["QUERY PLAN"]));
      assert.deepEqual(
        plan.filter((line) => /Seq Scan|Hash/.test(line)),
        [],
      );
      assert.equal(plan.filter((line) => /^ *SubPlan/.test(line)).length, subPlans, plan.join("\n"));
    });

  test("after the loss of a connection, which may mean another server, sessions are read again", async () => {
    // Waits for the end of each of them, and not for a moment without any: a job may open another at once.
    const ended = await server.query(
      url,
      `SELECT pg_stat_statements_reset(), pg_terminate_backend(pid, ${terminationMilliseconds}) AS has_ended
       FROM pg_stat_activity WHERE application_name = 'latchkey'`,
    );
    assert.ok(ended.some((one) => one.has_ended === true));
    await doRounds(flows, 1);
    const read = await server.query(
      url,
      "SELECT calls FROM pg_stat_statements WHERE query ~ 'sessions.id = ANY' AND query ~ 'username'",
    );
    assert.equal(read.length, 1);
  });
});

/** What a service on PostgreSQL used for each of many flows, by name. */
async function usedOfFlows(counted: Counted): Promise<(name: string) => number> {
  await using running = await startCounted(counted, {
    LATCHKEY_DATABASE_URL: await server.newSchema(),
    LATCHKEY_SECRET: randomBytes(32).toString("base64"),
  });
  const people = await createPeople(running.service, peopleCount);
  const flows = await beginRounds(running.service, kinds["interface flow"], people);
  await doRounds(flows, rounds);
  const from = await running.counts();
  await doRounds(flows, rounds);
  const to = await running.counts();
  return (name) => ((to[name] ?? 0) - (from[name] ?? 0)) / rounds;
}

test("promises of a flow on PostgreSQL", async () => {
  const promises = (await usedOfFlows("resources"))("PROMISE");
  assert.ok(promises > 0, "no promises were counted");
  assert.ok(
    promises <= limits.promises,
    `${promises.toFixed(1)} promises a flow, and the limit is ${limits.promises}`,
  );
});

test("a statement that a connection has run before is not described again", async () => {
  const used = await usedOfFlows("calls");
  const [runs, descriptions] = [used("database bind"), used("database describe")];
  assert.ok(runs > 0.1, "no statements were counted");
  assert.ok(
    descriptions <= limits.descriptions,
    `${descriptions.toFixed(2)} descriptions a flow, and the limit is ${limits.descriptions}`,
  );
});
