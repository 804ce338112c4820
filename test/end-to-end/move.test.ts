import assert from "node:assert/strict";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, type TestContext, test } from "node:test";
import { Client } from "pg";
import { openPostgresStore } from "../../src/adapters/postgres/store.ts";
import { systemClock } from "../../src/adapters/system/clock.ts";
import { authorizationTarget, codeIn } from "../support/authorization-url.ts";
import { FormClient } from "../support/form-client.ts";
import { type PostgresServer, startPostgres } from "../support/postgres.ts";
import {
  LiveService,
  newDataDir,
  type RegisteredClient,
  spawnLatchkey,
  startService,
} from "../support/service.ts";

const ada = { username: "ada", password: "seven quiet rivers run north" };
const redirectUris = ["http://localhost:1/callback"];
/** Codes from before the move are exchanged after it, on a machine that may be busy. */
const settings = { LATCHKEY_CODE_LIFETIME_SECONDS: "300" };

type Fields = Readonly<Record<string, string>>;
interface JsonAnswer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly members: Readonly<Record<string, unknown>>;
}

let server: PostgresServer;
before(async () => {
  server = await startPostgres();
});
after(() => server.remove());

/** A served file with Ada in it, an interface client, and a client that refreshes. */
async function openInstallation() {
  const service = await startService(settings);
  const client = await service.createClient("Notes", redirectUris);
  const refresher = await service.createClient("Mail", redirectUris, ["--openid", "--refresh"]);
  await service.createUser(ada);
  const browser = new FormClient(service.url);
  await browser.signIn(authorizationTarget(client), ada);
  return { service, client, refresher, browser, source: `sqlite:${join(service.dataDir, "latchkey.db")}` };
}

async function post(
  service: LiveService,
  path: string,
  as: RegisteredClient,
  fields: Fields,
): Promise<JsonAnswer> {
  const body = new URLSearchParams({ client_id: as.clientId, client_secret: as.clientSecret, ...fields });
  const response = await fetch(`${service.url}/v1/Oauth/${path}`, { method: "POST", body });
  const text = await response.text();
  const members = text === "" ? {} : JSON.parse(text);
  return { status: response.status, retryAfter: response.headers.get("retry-after"), members };
}

const exchange = (service: LiveService, as: RegisteredClient, code: string) =>
  post(service, "token", as, { code });
const refresh = (service: LiveService, as: RegisteredClient, token: unknown) =>
  post(service, "token", as, { grant_type: "refresh_token", refresh_token: String(token) });
const isActive = async (service: LiveService, as: RegisteredClient, token: unknown) =>
  (await post(service, "introspection", as, { token: String(token) })).members.active;

async function newCode(browser: FormClient, client: RegisteredClient, more: Fields = {}): Promise<string> {
  return codeIn((await browser.get(authorizationTarget(client, more))).headers.location);
}

/** Signs in to the client again and again until told to stop, at most so often; returns what was acknowledged. */
async function keepSigningIn(
  { service, client, browser }: Awaited<ReturnType<typeof openInstallation>>,
  timesMax: number,
  isOver: () => boolean,
): Promise<{ readonly tokens: unknown[]; readonly refused: number[] }> {
  const [tokens, refused]: [unknown[], number[]] = [[], []];
  for (let times = 0; times < timesMax && !isOver(); times += 1) {
    const { status, headers } = await browser.get(authorizationTarget(client));
    const answer = status === 302 ? await exchange(service, client, codeIn(headers.location)) : undefined;
    if (answer?.status === 200) tokens.push(answer.members.access_token);
    else refused.push(answer?.status ?? status);
  }
  return { tokens, refused };
}

/** The same installation on PostgreSQL, as an operator starts it after the move. */
async function startMoved(service: LiveService, url: string): Promise<LiveService> {
  const moved = new LiveService(await newDataDir(), {
    ...settings,
    LATCHKEY_DATABASE_URL: url,
    LATCHKEY_SECRET_FILE: join(service.dataDir, "master.key"),
  });
  await moved.start();
  return moved;
}

function sameBrowserAt(service: LiveService, browser: FormClient): FormClient {
  const there = new FormClient(service.url);
  for (const [name, value] of browser.cookies) there.cookies.set(name, value);
  return there;
}

test("a service that is moved to PostgreSQL while it is used loses nothing that it acknowledged", async () => {
  const installation = await openInstallation();
  await using service = installation.service;
  const { client, refresher, browser, source } = installation;
  const spent = await newCode(browser, client);
  const { access_token: replayed } = (await exchange(service, client, spent)).members;
  const offline = { scope: "openid", response_type: "code" };
  const first = (await exchange(service, refresher, await newCode(browser, refresher, offline))).members;
  const second = (await refresh(service, refresher, first.refresh_token)).members;
  const given = (await exchange(service, client, await newCode(browser, client))).members.access_token;
  await post(service, "revocation", client, { token: String(given) });
  const unspent = await newCode(browser, client);

  const url = await server.newSchema();
  let isOver = false;
  const loads = [1, 2].map(() => keepSigningIn(installation, 2_000, () => isOver));
  const closed = service.logged("database-moved");
  const answer = await service.run(["db", "copy", source, url, "--json"]);
  assert.equal(answer.exitCode, 0, answer.stderr);
  assert.ok(!`${answer.stdout}${answer.stderr}`.includes("not-a-secret"));
  const late = await exchange(service, client, unspent);
  assert.deepEqual([late.status, late.retryAfter], [503, "2"]);
  assert.equal((await browser.get(authorizationTarget(client))).status, 503);
  isOver = true;
  const acknowledged = (await Promise.all(loads)).flatMap(({ tokens }) => tokens);
  const refused = (await Promise.all(loads)).flatMap((load) => load.refused);
  assert.ok(
    refused.every((status) => status === 503),
    `${refused}`,
  );
  assert.ok(acknowledged.length > 0);
  await closed;
  assert.equal((await fetch(`${service.url}/readyz`)).status, 503);
  await service.stop();

  await using moved = await startMoved(service, url);
  for (const token of acknowledged) assert.equal(await isActive(moved, client, token), true);
  assert.equal(await isActive(moved, client, given), false, "a revocation holds");
  assert.equal((await exchange(moved, client, unspent)).status, 200);
  assert.equal((await exchange(moved, client, unspent)).members.error, "invalid_grant");
  assert.equal(await isActive(moved, client, replayed), true);
  assert.equal((await exchange(moved, client, spent)).members.error, "invalid_grant");
  assert.equal(await isActive(moved, client, replayed), false, "a replay is told from a new code");
  const third = await refresh(moved, refresher, second.refresh_token);
  assert.equal(third.status, 200);
  assert.equal((await refresh(moved, refresher, first.refresh_token)).members.error, "invalid_grant");
  assert.equal(
    await isActive(moved, refresher, third.members.access_token),
    false,
    "a reuse ends the family",
  );
  const there = sameBrowserAt(moved, browser);
  assert.equal((await exchange(moved, client, await newCode(there, client))).status, 200);
  for (const each of [browser, there]) each.close();
});

test("what was moved is not served from the file again, until the operator goes back to it", async () => {
  const { service, client, browser, source } = await openInstallation();
  await using _ = service;
  await service.stop();
  const url = await server.newSchema();
  assert.equal((await service.run(["db", "copy", source, url])).exitCode, 0);
  for (const words of [
    ["serve", "--port", "0"],
    ["user", "list"],
    ["db", "migrate"],
  ]) {
    const refused = await service.run(words);
    assert.equal(refused.exitCode, 78, words.join(" "));
    assert.match(
      refused.stderr,
      /was moved to postgres:\/\/127\.0\.0\.1:\d+\/postgres at .*LATCHKEY_DATABASE_URL/,
    );
    assert.match(refused.stderr, /db reopen 'sqlite:/);
    assert.ok(!refused.stderr.includes("not-a-secret"));
  }
  const again = await service.run(["db", "copy", source, url, "--json"]);
  assert.equal(JSON.parse(again.stdout).was_done, true);
  const reopened = await service.run(["db", "reopen", source, "--json"]);
  assert.equal(reopened.exitCode, 0, reopened.stderr);
  const { was_moved_to, discarded_keys } = JSON.parse(reopened.stdout);
  assert.match(String(was_moved_to), /^postgres:/);
  assert.deepEqual(discarded_keys, ["code", "pushed-request", "refresh"]);
  assert.match(reopened.stderr, /Codes and refresh tokens of before are void/);
  assert.equal((await service.run(["db", "reopen", source])).exitCode, 4);
  await service.start();
  assert.equal((await exchange(service, client, await newCode(browser, client))).status, 200);
  browser.close();
});

test("a code or refresh token that was spent at the target is spent in the reopened file as well", async () => {
  const { service, client, refresher, browser, source } = await openInstallation();
  await using _ = service;
  const offline = { scope: "openid", response_type: "code" };
  const given = (await exchange(service, client, await newCode(browser, client))).members.access_token;
  const first = (await exchange(service, refresher, await newCode(browser, refresher, offline))).members;
  const [code, unspent] = [await newCode(browser, client), await newCode(browser, client)];
  await service.stop();
  const url = await server.newSchema();
  assert.equal((await service.run(["db", "copy", source, url])).exitCode, 0);
  await using moved = await startMoved(service, url);
  assert.equal((await exchange(moved, client, code)).status, 200);
  assert.equal((await refresh(moved, refresher, first.refresh_token)).status, 200);
  await moved.stop();

  assert.equal((await service.run(["db", "reopen", source])).exitCode, 0);
  await service.start();
  for (const sealed of [code, unspent])
    assert.equal((await exchange(service, client, sealed)).members.error, "invalid_grant");
  assert.equal((await refresh(service, refresher, first.refresh_token)).members.error, "invalid_grant");
  assert.equal(await isActive(service, client, given), true);
  assert.equal(await isActive(service, refresher, first.access_token), true);
  const again = (await exchange(service, refresher, await newCode(browser, refresher, offline))).members;
  assert.equal((await refresh(service, refresher, again.refresh_token)).status, 200, "signed in as before");
  browser.close();
});

test("a file is not taken back while a service runs on it, because that has the keys in memory", async () => {
  const { service, client, browser, source } = await openInstallation();
  await using _ = service;
  const code = await newCode(browser, client);
  assert.equal((await service.run(["db", "copy", source, await server.newSchema()])).exitCode, 0);
  const refused = await service.run(["db", "reopen", source]);
  assert.equal(refused.exitCode, 69);
  assert.match(refused.stderr, /is in use\. Stop the service/);
  assert.equal((await exchange(service, client, code)).status, 503);
  await service.stop();
  assert.equal((await service.run(["db", "reopen", source])).exitCode, 0);
  browser.close();
});

/** Makes the copy wait before its last table, until the answer is called or the test is over. */
async function holdLastTable(context: TestContext, url: string): Promise<() => Promise<void>> {
  await (await openPostgresStore({ url, clock: systemClock })).close();
  const holder = new Client({ connectionString: url });
  await holder.connect();
  await holder.query(
    `SELECT pg_advisory_lock(7);
     CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN PERFORM pg_advisory_xact_lock(7); RETURN NULL; END $$;
     CREATE TRIGGER hold BEFORE INSERT ON sealing_keys EXECUTE FUNCTION hold()`,
  );
  let end: Promise<void> | undefined;
  const letGo = () => (end ??= holder.end());
  context.after(letGo);
  return letGo;
}

/** Starts a copy and resolves when only its last table is missing. */
async function beginCopy(service: LiveService, source: string, url: string) {
  const child = spawnLatchkey(["db", "copy", source, url], service.dataDir);
  const ended = once(child, "close");
  const lines = createInterface({ input: child.stderr });
  /** Resolves with the next line that begins like this; fails when the copy ends before. */
  const told = (beginning: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    lines.on("line", (line) => {
      if (line.startsWith(beginning)) resolve();
    });
    const early = ended.then(() => assert.fail(`The copy ended (${child.exitCode}) before: ${beginning}`));
    return Promise.race([promise, early]);
  };
  await told("attempts: ");
  return { child, ended, told };
}

test("a move that is killed leaves the file served and the target empty; what was refused meanwhile works when it is tried again", async (context) => {
  const { service, client, browser, source } = await openInstallation();
  await using _ = service;
  const url = await server.newSchema();
  const letGo = await holdLastTable(context, url);
  const code = await newCode(browser, client);
  const { child, ended } = await beginCopy(service, source, url);
  const meanwhile = await exchange(service, client, code);
  assert.deepEqual([meanwhile.status, meanwhile.retryAfter], [503, "2"]);
  child.kill("SIGKILL");
  await ended;
  assert.equal((await exchange(service, client, code)).status, 200);
  await letGo();
  assert.deepEqual(await server.query(url, "SELECT FROM sealing_keys UNION ALL SELECT FROM clients"), []);
  assert.equal((await service.run(["db", "copy", source, url])).exitCode, 0);
  browser.close();
});

test("a move that is interrupted ends with 130 and changes nothing", async (context) => {
  const { service, client, browser, source } = await openInstallation();
  await using _ = service;
  const url = await server.newSchema();
  const letGo = await holdLastTable(context, url);
  const { child, ended, told } = await beginCopy(service, source, url);
  const heard = told("Interrupted");
  child.kill("SIGINT");
  await heard;
  await letGo();
  await ended;
  assert.equal(child.exitCode, 130);
  assert.deepEqual(await server.query(url, "SELECT FROM sealing_keys UNION ALL SELECT FROM clients"), []);
  assert.equal((await exchange(service, client, await newCode(browser, client))).status, 200);
  browser.close();
});
