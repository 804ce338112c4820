import assert from "node:assert/strict";
import { once } from "node:events";
import { readdir, readFile, rm } from "node:fs/promises";
import { after, before, test } from "node:test";
import { authorizationTarget, codeIn } from "../support/authorization-url.ts";
import { FormClient, type HttpAnswer, type HttpCall } from "../support/form-client.ts";
import { type PostgresServer, startPostgres } from "../support/postgres.ts";
import {
  type LiveService,
  newDataDir,
  type RegisteredClient,
  spawnLatchkey,
  startService,
} from "../support/service.ts";

const ada = { username: "ada", password: "seven quiet rivers run north" };
const masterKey = "a-master-key-that-every-node-is-given";

let server: PostgresServer;
let service: LiveService;
let client: RegisteredClient;

before(async () => {
  server = await startPostgres();
  service = await startService(await threeWorkers());
  client = await service.createClient("Notes", ["http://localhost:1/callback"]);
  await service.createUser(ada);
});
after(async () => {
  await service?.[Symbol.asyncDispose]();
  await server?.remove();
});

async function threeWorkers(): Promise<Record<string, string>> {
  return {
    LATCHKEY_WORKERS: "3",
    LATCHKEY_LOG_LEVEL: "info",
    LATCHKEY_DATABASE_URL: await server.newSchema(),
    LATCHKEY_SECRET: masterKey,
  };
}

interface Place {
  readonly service: LiveService;
  readonly client: RegisteredClient;
}

/** Sends on a connection of its own: connections go to the workers in turns. */
async function sendAlone({ service }: Place, call: HttpCall): Promise<HttpAnswer> {
  const client = new FormClient(service.url);
  const answer = await client.send(call);
  client.close();
  return answer;
}

async function exchange(place: Place, code: string): Promise<{ status: number; token: string }> {
  const { clientId, clientSecret } = place.client;
  const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, code }).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const answer = await sendAlone(place, { method: "POST", target: "/v1/Oauth/token", headers, body });
  return { status: answer.status, token: String(JSON.parse(answer.body).access_token) };
}

async function userinfoStatus(place: Place, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await sendAlone(place, { method: "GET", target: "/v1/Oauth/userinfo", headers })).status;
}

async function newCode({ service, client }: Place, browser = new FormClient(service.url)): Promise<string> {
  const { headers } = await browser.signIn(authorizationTarget(client), ada);
  browser.close();
  return codeIn(headers.location);
}

/** What a person meets who is served by several processes: one winner for a code, a session that all of them know. */
async function oneServiceForAll(place: Place): Promise<void> {
  const browser = new FormClient(place.service.url);
  const code = codeIn((await browser.signIn(authorizationTarget(place.client), ada)).headers.location);
  const answers = await Promise.all(Array.from({ length: 60 }, () => exchange(place, code)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);

  for (let turn = 0; turn < 6; turn += 1) {
    const { headers } = await browser.get(authorizationTarget(place.client), { connection: "close" });
    const { status, token } = await exchange(place, codeIn(headers.location));
    assert.deepEqual([status, await userinfoStatus(place, token)], [200, 200]);
    // As many connections a turn as there are workers would let one of them do all the exchanges.
    if (turn % 2 === 1) await userinfoStatus(place, token);
  }
  await place.service.run(["session", "revoke", "--user", ada.username]);
  for (let turn = 0; turn < 6; turn += 1) {
    const { status } = await browser.get(authorizationTarget(place.client), { connection: "close" });
    assert.equal(status, 200, "everybody asks for the password again, and at once");
  }
  browser.close();
}

/** The workers that issued a token so far; the last lines arrive with the end of the process. */
function workersThatServed({ logLines }: LiveService): ReadonlySet<unknown> {
  const lines = logLines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
  return new Set(lines.flatMap(({ msg, worker }) => (msg === "token-issued" ? [worker] : [])));
}

async function childrenOf(pid: number | undefined): Promise<readonly number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  return children.trim().split(" ").map(Number);
}

test("LATCHKEY_WORKERS: every process serves, one wins each code, and a revoked session is gone for all", async () => {
  await oneServiceForAll({ service, client });
  assert.equal(service.logLines.filter((line) => line.includes('"listening"')).length, 1);
  await service.stop();
  assert.deepEqual([...workersThatServed(service)].sort(), [1, 2, 3]);
  await service.start();
});

test("LATCHKEY_WORKERS: a worker that dies is replaced, and what was answered stays", async () => {
  const { token } = await exchange({ service, client }, await newCode({ service, client }));
  const [worker = 0] = await childrenOf(service.pid);
  const died = service.logged("worker-died");
  const replaced = service.logged("worker-replaced");
  process.kill(worker, "SIGKILL");
  await died;
  await replaced;
  const now = await childrenOf(service.pid);
  assert.deepEqual([now.length, now.includes(worker)], [3, false]);
  for (let turn = 0; turn < 6; turn += 1) assert.equal(await userinfoStatus({ service, client }, token), 200);
  assert.equal((await exchange({ service, client }, await newCode({ service, client }))).status, 200);
});

test("LATCHKEY_WORKERS: kill -9 of the process that looks after them ends all, and after the next start an answered token works and its code is spent", async () => {
  const code = await newCode({ service, client });
  const { token } = await exchange({ service, client }, code);
  // Resolves when nobody holds the process's output any more, so when the workers are gone as well.
  await service.kill9();
  await service.start();
  assert.equal(await userinfoStatus({ service, client }, token), 200);
  assert.equal((await exchange({ service, client }, code)).status, 400);
});

test("LATCHKEY_WORKERS: SIGTERM ends all of them with exit code 0", async () => {
  assert.equal(await service.stop(), 0);
  await service.start();
});

test("LATCHKEY_WORKERS: what keeps the service from starting is said once, with its exit code", async () => {
  const { port } = new URL(service.url);
  const dataDir = await newDataDir();
  const second = spawnLatchkey(["serve"], dataDir, { ...(await threeWorkers()), LATCHKEY_PORT: port });
  const said: string[] = [];
  second.stderr.on("data", (chunk: Buffer) => said.push(chunk.toString()));
  await once(second, "close");
  assert.equal(second.exitCode, 69);
  assert.equal(said.join("").split("is taken by another program").length, 2, said.join(""));
  assert.deepEqual(await readdir(dataDir), [], "no database is made by who cannot serve");
  await rm(dataDir, { recursive: true });
});

test("LATCHKEY_WORKERS on SQLite: refused at the start with exit code 78 and the repair, and nothing is made", async () => {
  const dataDir = await newDataDir();
  const refused = spawnLatchkey(["serve"], dataDir, { LATCHKEY_WORKERS: "2", LATCHKEY_PORT: "0" });
  const said: string[] = [];
  refused.stderr.on("data", (chunk: Buffer) => said.push(chunk.toString()));
  await once(refused, "close");
  assert.equal(refused.exitCode, 78);
  assert.match(said.join(""), /LATCHKEY_WORKERS \(environment\): Several processes need PostgreSQL/);
  assert.deepEqual(await readdir(dataDir), []);
  await rm(dataDir, { recursive: true });
});
