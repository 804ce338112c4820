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
    LATCHKEY_METRICS_PORT: "0",
    LATCHKEY_DATABASE_URL: await server.newSchema(),
    LATCHKEY_SECRET: masterKey,
  };
}

interface Place {
  readonly service: LiveService;
  readonly client: RegisteredClient;
}

/** Sends on a connection of its own: the kernel spreads connections over the workers. */
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
  }
  await place.service.run(["session", "revoke", "--user", ada.username]);
  for (let turn = 0; turn < 6; turn += 1) {
    const { status } = await browser.get(authorizationTarget(place.client), { connection: "close" });
    assert.equal(status, 200, "everybody asks for the password again, and at once");
  }
  browser.close();
}

/** The workers that refused an exchange so far; the last lines arrive with the end of the process. */
function workersThatServed({ logLines }: LiveService): ReadonlySet<unknown> {
  const lines = logLines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
  return new Set(lines.flatMap(({ msg, worker }) => (msg === "exchange-refused" ? [worker] : [])));
}

/** Requests without a pause, each on a connection of its own that must end in an answer or an error in bounded time. */
class Load {
  readonly #url: string;
  readonly #runners: Promise<void>[];
  #isOver = false;
  answered = 0;
  failed = 0;
  hanging = 0;

  constructor(url: string, count: number) {
    this.#url = url;
    this.#runners = Array.from({ length: count }, () => this.#run());
  }

  /** Resolves when every request has ended. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#runners);
  }

  async #run(): Promise<void> {
    while (!this.#isOver) {
      const browser = new FormClient(this.#url);
      for (let turn = 0; turn < 5 && !this.#isOver; turn += 1) {
        const outcome = await outcomeOf(browser.get("/readyz"));
        this[outcome] += 1;
        if (outcome !== "answered") break;
      }
      browser.close();
    }
  }
}

function outcomeOf(request: Promise<HttpAnswer>): Promise<"answered" | "failed" | "hanging"> {
  return new Promise((resolve) => {
    const deadline = setTimeout(() => resolve("hanging"), 60_000);
    request.then(
      () => resolve("answered"),
      () => resolve("failed"),
    );
    request.catch(() => undefined).finally(() => clearTimeout(deadline));
  });
}

/** Resolves when this many workers were replaced since the log had `from` lines. */
async function replacedWorkers(count: number, from: number): Promise<void> {
  const isReplacement = (line: string) => line.includes('"worker-replaced"');
  while (service.logLines.slice(from).filter(isReplacement).length < count)
    await service.logged("worker-replaced");
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

/** The value of a series, at the newest address of the metrics. */
async function figure(series: string): Promise<number> {
  const line = service.logLines.findLast((logged) => logged.includes('"metrics-listening"')) ?? "{}";
  const text = await (await fetch(JSON.parse(line).url)).text();
  const found = text.split("\n").find((each) => each.startsWith(`${series} `));
  return Number(found?.slice(series.length) ?? 0);
}

test("LATCHKEY_WORKERS: one endpoint adds the metrics of all workers up, and a worker that dies leaves its counts", async () => {
  const refused = 'latchkey_flows_total{flow="token",outcome="refused",reason="code-unknown"}';
  const before = await figure(refused);
  for (let turn = 0; turn < 12; turn += 1) await exchange({ service, client }, "no code");
  assert.equal(await figure(refused), before + 12);
  assert.equal(await figure("latchkey_processes"), 3);
  assert.equal(await figure("latchkey_ready"), 3);
  const lines = service.logLines.length;
  const [worker = 0] = await childrenOf(service.pid);
  process.kill(worker, "SIGKILL");
  await replacedWorkers(1, lines);
  assert.equal(await figure(refused), before + 12);
  assert.equal(await figure("latchkey_processes"), 3);
});

test("LATCHKEY_WORKERS: a worker that is killed under load takes only its own connections along, and none of them hangs", async () => {
  const { token } = await exchange({ service, client }, await newCode({ service, client }));
  const load = new Load(service.url, 12);
  for (let kill = 0; kill < 6; kill += 1) {
    const pids = await childrenOf(service.pid);
    const worker = pids[kill % pids.length] ?? 0;
    const lines = service.logLines.length;
    process.kill(worker, "SIGKILL");
    await replacedWorkers(1, lines);
    const now = await childrenOf(service.pid);
    assert.deepEqual([now.length, now.includes(worker)], [3, false]);
  }
  await load.end();
  assert.equal(load.hanging, 0);
  // Each kill may take the connections of one worker along, and no others.
  assert.ok(load.failed <= 6 * 12, `${load.failed} requests failed, ${load.answered} were answered`);
  assert.ok(load.answered > 100, `only ${load.answered} requests were answered`);
  for (let turn = 0; turn < 6; turn += 1) assert.equal(await userinfoStatus({ service, client }, token), 200);
  assert.equal((await exchange({ service, client }, await newCode({ service, client }))).status, 200);
});

test("LATCHKEY_WORKERS: when all of them are killed at once, all are replaced and the service goes on", async () => {
  await service.stop();
  await service.start();
  const lines = service.logLines.length;
  for (const worker of await childrenOf(service.pid)) process.kill(worker, "SIGKILL");
  await replacedWorkers(3, lines);
  assert.equal((await childrenOf(service.pid)).length, 3);
  assert.equal((await exchange({ service, client }, await newCode({ service, client }))).status, 200);
  assert.equal(await service.stop(), 0);
  await service.start();
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
