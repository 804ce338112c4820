import assert from "node:assert/strict";
import { test } from "node:test";
import { authorizationTarget, codeIn } from "../support/authorization-url.ts";
import { Balancer } from "../support/balancer.ts";
import { FormClient, type HttpAnswer } from "../support/form-client.ts";
import { startPostgres } from "../support/postgres.ts";
import { LiveService, newDataDir, type RegisteredClient, startService } from "../support/service.ts";

const ada = { username: "ada", password: "seven quiet rivers run north" };
const readable = "/.well-known/openid-configuration";
const form = { "content-type": "application/x-www-form-urlencoded" };

/** Asks without a pause until an answer closes its connection, then once more on a new one; counts what failed. */
async function askUntilClosed(url: string): Promise<{ failures: string[]; last: HttpAnswer | undefined }> {
  const browser = new FormClient(url);
  const failures: string[] = [];
  const ask = (): Promise<HttpAnswer | undefined> =>
    browser.get(readable).catch((error) => void failures.push(String(error)));
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer.headers.connection !== "close") continue;
    const last = answer && (await ask());
    browser.close();
    return { failures, last };
  }
}

test("G25: at SIGTERM busy connections are not reset, every answer closes its connection, and idle ones are answered once more", {
  timeout: 60_000,
}, async () => {
  await using service = await startService({ LATCHKEY_STOP_GRACE_SECONDS: "2" });
  const idle = new FormClient(service.url);
  assert.notEqual((await idle.get(readable)).headers.connection, "close");
  const busy = Array.from({ length: 16 }, () => askUntilClosed(service.url));

  const stopping = service.logged("stopping");
  const startedAt = performance.now();
  const stopped = service.stop();
  await stopping;
  const ready = await idle.get("/readyz");
  assert.deepEqual([ready.status, ready.headers.connection], [503, "close"]);
  for (const { failures, last } of await Promise.all(busy)) {
    assert.deepEqual(failures, []);
    assert.deepEqual([last?.status, last?.headers.connection], [200, "close"]);
  }
  assert.equal(await stopped, 0);
  assert.ok(performance.now() - startedAt >= 2_000, "the grace was cut short");
  idle.close();
});

test("G25: SIGINT, which is a person at a terminal, has no grace", { timeout: 60_000 }, async () => {
  await using service = await startService({ LATCHKEY_STOP_GRACE_SECONDS: "300" });
  assert.ok(service.pid !== undefined);
  const ended = service.ended();
  process.kill(service.pid, "SIGINT");
  assert.equal(await ended, 0);
});

/** People with live sessions, signing in fifty times a second, and what went wrong for them. */
class SignIns {
  readonly failures: string[] = [];
  readonly #client: RegisteredClient;
  readonly #url: string;
  readonly #browsers: readonly FormClient[];
  readonly #underWay = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  succeeded = 0;
  #turn = 0;

  constructor(url: string, client: RegisteredClient, browsers: readonly FormClient[]) {
    this.#url = url;
    this.#client = client;
    this.#browsers = browsers;
    this.#timer = setInterval(() => this.#begin(), 20);
  }

  /** Resolves when all that began have ended. */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#underWay);
    for (const browser of this.#browsers) browser.close();
  }

  #begin(): void {
    this.#turn += 1;
    const browser = this.#browsers[this.#turn % this.#browsers.length];
    if (browser === undefined) return;
    const isWithPassword = this.#turn % 25 === 0;
    const flow = this.#signIn(isWithPassword ? new FormClient(this.#url) : browser)
      .then(() => {
        this.succeeded += 1;
      })
      .catch((error) => void this.failures.push(String(error)))
      .finally(() => this.#underWay.delete(flow));
    this.#underWay.add(flow);
  }

  async #signIn(browser: FormClient): Promise<void> {
    const answer = await browser.signIn(authorizationTarget(this.#client), ada);
    if (answer.headers.location === undefined)
      throw new Error(`${answer.status} ${answer.body.slice(0, 200)}`);
    const { clientId: client_id, clientSecret: client_secret } = this.#client;
    const body = new URLSearchParams({ client_id, client_secret, code: codeIn(answer.headers.location) });
    const call = { method: "POST", target: "/v1/Oauth/token", headers: form, body: body.toString() };
    const { status, body: said } = await browser.send(call);
    if (status !== 200) throw new Error(`${status} ${said.slice(0, 200)}`);
  }
}

test("G25: a rolling restart behind a proxy at fifty sign-ins a second fails nobody, with workers and without", {
  timeout: 120_000,
}, async () => {
  const postgres = await startPostgres();
  try {
    using balancer = await Balancer.start();
    const environment = {
      LATCHKEY_LOG_LEVEL: "info",
      LATCHKEY_DATABASE_URL: await postgres.newSchema(),
      LATCHKEY_SECRET: "a-master-key-that-every-node-is-given",
      LATCHKEY_BASE_URL: balancer.url,
      LATCHKEY_TRUSTED_PROXIES: "127.0.0.1",
      LATCHKEY_STOP_GRACE_SECONDS: "2",
    };
    await using alone = new LiveService(await newDataDir(), environment);
    await using several = new LiveService(await newDataDir(), { ...environment, LATCHKEY_WORKERS: "2" });
    for (const node of [alone, several]) {
      await node.start();
      balancer.add(node.port);
    }
    await balancer.inUse(2);
    const client = await alone.createClient("Notes", ["http://localhost:1/callback"]);
    await alone.createUser(ada);
    const browsers = Array.from({ length: 12 }, () => new FormClient(balancer.url));
    for (const browser of browsers)
      codeIn((await browser.signIn(authorizationTarget(client), ada)).headers.location);

    const signIns = new SignIns(balancer.url, client, browsers);
    for (const node of [alone, several]) {
      assert.equal(await node.stop(), 0);
      await node.start();
      await balancer.inUse(2);
    }
    await signIns.end();
    assert.deepEqual(signIns.failures, []);
    assert.ok(signIns.succeeded > 100, `only ${signIns.succeeded} sign-ins`);
  } finally {
    await postgres.remove();
  }
});
