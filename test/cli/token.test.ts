import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { openSqliteStore } from "../../src/adapters/sqlite/store.ts";
import { systemClock } from "../../src/adapters/system/clock.ts";
import { systemRandom } from "../../src/adapters/system/random.ts";
import { digestOfAccessToken, formatAccessToken } from "../../src/protocol/token/access-token.ts";
import { sha256 } from "../../src/values/digest.ts";
import { createGrantId, parseAccountId, parseClientId, sessionIdOf } from "../../src/values/ids.ts";
import { plus } from "../../src/values/time.ts";
import { freePort } from "../support/free-port.ts";
import { startService } from "../support/service.ts";
import { openFolder } from "./command-line.ts";

type Folder = Awaited<ReturnType<typeof openFolder>>;

/** An installation in which ada is signed in and has an access token of a client. */
async function issueToken(folder: Folder) {
  const create = ["client", "create", "--name", "My app", "--redirect-uri", "https://app.example/"];
  const [client] = await folder.json(create);
  const [user] = await folder.json(["user", "create", "--username", "ada", "--password-random"]);
  const clientId = parseClientId(String(client?.client_id));
  const accountId = parseAccountId(String(user?.user_id));
  assert.ok(clientId && accountId);
  const path = join(folder.path, "data", "latchkey.db");
  const store = await openSqliteStore({ path, clock: systemClock });
  const now = systemClock.now();
  const cookieDigest = sha256("cookie");
  const sessionId = sessionIdOf(cookieDigest.subarray(0, 16));
  const accountEpoch = (await store.accounts.find(accountId))?.epoch ?? 0;
  const session = {
    id: sessionId,
    cookieDigest,
    accountId,
    authenticatedAt: now,
    methods: ["pwd"] as const,
    expiresAt: plus(now, 3600),
    lastSeenAt: now,
    userAgent: "test",
  };
  await store.sessions.start({ session, accountEpoch, sessionsMax: 100, refunds: [] });
  const id = createGrantId(now, systemRandom.bytes(10));
  const token = formatAccessToken(id, systemRandom.bytes(32));
  const tokenExpiresAt = plus(now, 3600);
  await store.grants.redeem({
    id,
    tokenDigest: digestOfAccessToken(token),
    clientId,
    accountId,
    accountEpoch,
    sessionId,
    details: { scope: ["openid", "email"], audience: ["https://api.example"], dpopThumbprint: "print" },
    redeemedAt: now,
    tokenExpiresAt,
    keepUntil: tokenExpiresAt,
  });
  await store.close();
  return { token, clientId, accountId, expiresAt: Math.floor(tokenExpiresAt / 1000) };
}

test("token introspect reads the token from stdin and says what it is, with the names of RFC 7662", async () => {
  await using folder = await openFolder();
  const { token, clientId, accountId, expiresAt } = await issueToken(folder);
  const [record] = await folder.json(["token", "introspect"], `${token}\n`);
  assert.deepEqual(record, {
    active: true,
    state: "live",
    kind: "access_token",
    token_type: "DPoP",
    client_id: clientId,
    sub: accountId,
    username: "ada",
    scope: "openid email",
    aud: ["https://api.example"],
    cnf: { jkt: "print" },
    iat: expiresAt - 3600,
    exp: expiresAt,
  });
  const { stdout, stderr } = await folder.run(["token", "introspect"], { input: token });
  assert.match(
    stdout,
    /^Token +access token\nState +works\nClient +My app \(lkc\w+\)\nPerson +ada \(lku\w+\)$/m,
  );
  assert.match(stdout, /^Scope +openid email\nMeant for +https:\/\/api\.example\nBound to +the key print$/m);
  assert.equal(stderr, "");
  assert.ok(!stdout.includes(token), "the token itself is not repeated");
});

test("a token is never an argument, and without one on stdin the command says so", async () => {
  await using folder = await openFolder();
  const { token } = await issueToken(folder);
  const given = await folder.run(["token", "introspect", token]);
  assert.equal(given.exitCode, 2);
  assert.ok(!`${given.stdout}${given.stderr}`.includes(token));
  const { exitCode, stderr } = await folder.run(["token", "introspect"]);
  assert.equal(exitCode, 2);
  assert.match(stderr, /Standard input is empty/);
});

test("what is no token is not active, and that is an answer, not a failure", async () => {
  await using folder = await openFolder();
  await issueToken(folder);
  for (const text of ["nonsense", `lkat_${"A".repeat(64)}`, "lkrt_AAAA"])
    assert.deepEqual(await folder.json(["token", "introspect"], text), [{ active: false, state: "unknown" }]);
  const { stdout } = await folder.run(["token", "introspect"], { input: "nonsense" });
  assert.match(stdout, /^No token of this installation/);
});

test("token revoke ends the tokens of a person and leaves the session, and says how to end that too", async () => {
  await using folder = await openFolder();
  const { token, clientId, accountId } = await issueToken(folder);
  const revoked = await folder.run(["token", "revoke", "--user", "ada", "--client", clientId, "--json"]);
  assert.deepEqual(JSON.parse(revoked.stdout), {
    user_id: accountId,
    username: "ada",
    client_id: clientId,
    refresh_tokens: 0,
    access_tokens: 1,
  });
  assert.match(revoked.stderr, /Revoked 0 refresh tokens .* and 1 other access token\./);
  assert.match(revoked.stderr, /ada stays signed in\. .*session revoke --user ada/);
  const [record] = await folder.json(["token", "introspect"], token);
  assert.deepEqual([record?.active, record?.state], [false, "revoked"]);
  assert.equal((await folder.json(["session", "list"])).length, 1);
});

test("exit codes of token revoke: 2 where nobody is named, 3 for an unknown name", async () => {
  await using folder = await openFolder();
  await issueToken(folder);
  const rows: [string[], number, RegExp][] = [
    [[], 2, /Name a person, an application, or both/],
    [["--user", "nobody"], 3, /no such account/],
    [["--client", "lkcNobody"], 3, /no such client/],
  ];
  for (const [words, exitCode, said] of rows) {
    const answer = await folder.run(["token", "revoke", ...words]);
    assert.equal(answer.exitCode, exitCode);
    assert.match(answer.stderr, said);
  }
});

/** The address of a service at which nobody listens, whatever runs on this machine. */
const atHome = ["--port", "1", "--base-url", "http://localhost:1"];

test("token create makes a token of the admin API with the named rights, which its client's revocation ends", async () => {
  await using folder = await openFolder();
  await folder.json(["db", "migrate"]);
  const [made] = await folder.json([
    ...["token", "create", ...atHome, "--scope", "users:read clients:write"],
    ...["--scope", "audit:read", "--expires", "30m"],
  ]);
  assert.equal(made?.scope, "users:read clients:write audit:read");
  assert.equal(made?.expires_in, 1800);
  const read = async () => (await folder.json(["token", "introspect"], `${String(made?.access_token)}\n`))[0];
  const live = await read();
  assert.deepEqual(
    [live?.active, live?.client_id, live?.aud, live?.scope],
    [true, "latchkeytokens", [made?.resource], made?.scope],
  );
  await folder.json(["token", "revoke", "--client", "latchkeytokens"]);
  assert.equal((await read())?.active, false);
});

test("token create refuses unknown rights, lives that are too long, and a disabled client", async () => {
  await using folder = await openFolder();
  await folder.json(["db", "migrate"]);
  const wrong: readonly (readonly [args: readonly string[], exitCode: number, text: RegExp])[] = [
    [
      ["--scope", "users:everything"],
      2,
      /users:everything is not a right of operators\. Those are: clients:read/,
    ],
    [["--scope", " "], 2, /names no admin scope/],
    [["--scope", "users:read", "--expires", "25h"], 2, /from 60s to 24h/],
    [["--scope", "users:read", "--expires", "1d"], 2, /from 60s to 24h/],
  ];
  for (const [args, exitCode, text] of wrong) {
    const refused = await folder.run(["token", "create", ...args]);
    assert.equal(refused.exitCode, exitCode);
    assert.match(refused.stderr, text);
  }
  await folder.run(["token", "create", ...atHome, "--scope", "users:read"]);
  await folder.run(["client", "disable", "latchkeytokens"]);
  const refused = await folder.run(["token", "create", ...atHome, "--scope", "users:read"]);
  assert.equal(refused.exitCode, 4);
  assert.match(refused.stderr, /client enable latchkeytokens/);
});

test("token create names the resource of the running service, or refuses and names the settings to use", async () => {
  await using service = await startService({ LATCHKEY_PORT: "0" });
  const create = (...words: readonly string[]) =>
    service.run(["token", "create", "--scope", "users:read", "--json", ...words]);
  const unknown = await create("--port", String(await freePort()));
  assert.equal(unknown.exitCode, 69, unknown.stdout);
  assert.match(
    unknown.stderr,
    /No service answers at http:\/\/127\.0\.0\.1:\d+, and no base URL is set.*--base-url http:/,
  );
  const port = String(service.port);
  const other = await create("--port", port, "--base-url", "http://localhost:1");
  assert.equal(other.exitCode, 4, other.stdout);
  assert.match(
    other.stderr,
    new RegExp(`accepts tokens for ${service.url}/admin/api, but these settings say http://localhost:1/`),
  );
  assert.ok(other.stderr.includes(`--base-url ${service.url} ...`), other.stderr);
  const made = await create("--port", port);
  assert.equal(made.exitCode, 0, made.stderr);
  const authorization = `Bearer ${JSON.parse(made.stdout).access_token}`;
  const answer = await fetch(`${service.url}/admin/api/v1/users`, { headers: { authorization } });
  assert.equal(answer.status, 200);
});

test("why --token: the rule that ended a token, with the entry of the audit trail, and the command where one helps", async () => {
  const ends = [
    [["token", "revoke", "--user", "ada"], "revocation", "tokens-revoked", /^$/],
    [["user", "disable", "ada"], "session", "user-disabled", /^latchkey user enable ada$/],
    [["session", "revoke", "--user", "ada"], "session", "sessions-revoked", /^$/],
  ] as const;
  for (const [words, rule, act, command] of ends) {
    await using folder = await openFolder();
    const issued = await issueToken(folder);
    const [live] = await folder.json(["why", "--token"], issued.token);
    assert.equal(live?.live, true);
    const resource = await folder.json(
      ["why", "--token", "--resource", "https://other.example"],
      issued.token,
    );
    assert.equal(resource[0]?.live, false);
    assert.equal((await folder.run(words)).exitCode, 0);
    const answer = await folder.run(["why", "--token"], { input: issued.token });
    assert.ok(!`${answer.stdout}${answer.stderr}`.includes(issued.token), "the token itself is not repeated");
    const [dead] = await folder.json(["why", "--token"], issued.token);
    const rules = dead?.rules as { rule: string; outcome: string; value: string; command: string | null }[];
    const at = rules.findIndex(({ outcome }) => outcome === "blocks");
    assert.equal(rules[at]?.rule, rule, JSON.stringify(rules));
    assert.match(rules[at]?.value ?? "", new RegExp(`entry \\d+ of the audit trail: ${act} at`));
    assert.match(rules[at]?.command ?? "", command);
    const order = rules.slice(
      0,
      rules.findIndex((each) => each.rule === "audience"),
    );
    assert.ok(order.slice(0, at).every(({ outcome }) => outcome === "passes"));
    assert.ok(order.slice(at + 1).every(({ outcome }) => outcome === "unreached"));
  }
});
