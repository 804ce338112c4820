import assert from "node:assert/strict";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { connect, createServer, type Server, type Socket } from "node:net";
import { after, before, test } from "node:test";
import { FormClient, type HttpAnswer } from "../support/form-client.ts";
import { freePort } from "../support/free-port.ts";
import { type PostgresServer, startPostgres } from "../support/postgres.ts";
import { type LatchkeyProcess, newDataDir, spawnLatchkey } from "../support/service.ts";

const secret = "a-master-key-that-every-node-is-given";

let postgres: PostgresServer;
before(async () => {
  postgres = await startPostgres();
});
after(() => postgres?.remove());

/** A way to PostgreSQL on which nothing comes through until `open` is called. */
class Barrier {
  readonly #server: Server;
  readonly #held = new Set<Socket>();
  readonly #target: number;
  #isOpen = false;

  private constructor(server: Server, target: number) {
    this.#server = server;
    this.#target = target;
    server.on("connection", (near) => {
      this.#held.add(near.on("error", () => undefined));
      if (this.#isOpen) this.#join(near);
    });
  }

  static async before(target: number): Promise<{ barrier: Barrier; port: number }> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("The barrier has no port.");
    return { barrier: new Barrier(server, target), port: address.port };
  }

  open(): void {
    this.#isOpen = true;
    for (const near of this.#held) this.#join(near);
  }

  [Symbol.dispose](): void {
    for (const near of this.#held) near.destroy();
    this.#server.close();
  }

  #join(near: Socket): void {
    const far = connect(this.#target, "127.0.0.1").on("error", () => near.destroy());
    near.pipe(far).pipe(near);
    near.on("close", () => far.destroy());
  }
}

interface Starting extends AsyncDisposable {
  readonly url: string;
  readonly child: LatchkeyProcess;
  readonly exited: Promise<number | null>;
  said(): string;
}

/** Begins a service in a folder of its own; disposing of it ends what still runs. */
async function beginServe(environment: Readonly<Record<string, string>> = {}): Promise<Starting> {
  const [dataDir, port] = await Promise.all([newDataDir(), freePort()]);
  const child = spawnLatchkey(["serve"], dataDir, {
    ...environment,
    LATCHKEY_PORT: String(port),
  });
  const said: string[] = [];
  child.stdout.on("data", (chunk: Buffer) => said.push(chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => said.push(chunk.toString()));
  const exited = once(child, "close").then(() => child.exitCode);
  return {
    url: `http://127.0.0.1:${port}`,
    child,
    exited,
    said: () => said.join(""),
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGKILL");
      await exited;
      await rm(dataDir, { recursive: true });
    },
  };
}

/** Asks on a new connection each time until one is accepted. */
async function firstAnswer(url: string, target: string, accept: string): Promise<HttpAnswer> {
  for (;;) {
    const answer = await sendOnce(url, { method: "GET", target, accept });
    if (answer !== "refused") return answer;
  }
}

interface Call {
  readonly method: "GET" | "POST";
  readonly target: string;
  readonly accept?: string;
}

/** The answer, or that nobody listens yet. A connection that was accepted and brings nothing fails the test. */
async function sendOnce(url: string, { method, target, accept }: Call): Promise<HttpAnswer | "refused"> {
  const browser = new FormClient(url);
  const late = Promise.withResolvers<never>();
  const deadline = setTimeout(() => late.reject(new Error(`${target} hangs`)), 30_000);
  const headers = {
    connection: "close",
    ...(accept !== undefined && { accept }),
    ...(method === "POST" && { "content-type": "application/x-www-form-urlencoded" }),
  };
  const body = method === "POST" ? { body: "code=none" } : {};
  try {
    return await Promise.race([browser.send({ method, target, headers, ...body }), late.promise]);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ECONNREFUSED") return "refused";
    throw error;
  } finally {
    clearTimeout(deadline);
    browser.close();
  }
}

async function slowPostgres(): Promise<{ barrier: Barrier; environment: Record<string, string> }> {
  const { barrier, port } = await Barrier.before(postgres.port);
  const url = new URL(await postgres.newSchema());
  url.port = String(port);
  return { barrier, environment: { LATCHKEY_DATABASE_URL: url.href, LATCHKEY_SECRET: secret } };
}

test("while PostgreSQL is slow to open, every request is answered at once: 503 with Retry-After, /livez 200; then all works", {
  timeout: 120_000,
}, async () => {
  const { barrier, environment } = await slowPostgres();
  using _ = barrier;
  await using service = await beginServe(environment);
  const { url, child, exited } = service;
  const alive = await firstAnswer(url, "/livez", "*/*");
  assert.deepEqual([alive.status, JSON.parse(alive.body)], [200, { status: "ok" }]);
  const ready = await firstAnswer(url, "/readyz", "*/*");
  assert.equal(ready.status, 503);

  const page = await firstAnswer(url, "/v1/Oauth/authorization?client_id=x", "text/html,*/*;q=0.8");
  assert.deepEqual([page.status, page.headers["retry-after"]], [503, "2"]);
  assert.match(page.body, /<h1>/);
  assert.match(page.body, /href="\/v1\/Oauth\/authorization\?client_id=x"/);
  const token = await sendOnce(url, { method: "POST", target: "/v1/Oauth/token" });
  assert.ok(token !== "refused");
  assert.deepEqual([token.status, token.headers["retry-after"]], [503, "2"]);
  assert.equal(JSON.parse(token.body).error, "temporarily_unavailable");

  barrier.open();
  while ((await firstAnswer(url, "/readyz", "*/*")).status !== 200);
  const served = await sendOnce(url, { method: "POST", target: "/v1/Oauth/token" });
  assert.ok(served !== "refused");
  assert.equal(served.status, 400);
  child.kill("SIGTERM");
  assert.equal(await exited, 0);
});

test("a signal while PostgreSQL is slow to open ends the start at once with exit code 0", {
  timeout: 120_000,
}, async () => {
  const { barrier, environment } = await slowPostgres();
  using _ = barrier;
  await using service = await beginServe(environment);
  const { url, child, exited, said } = service;
  await firstAnswer(url, "/livez", "*/*");
  child.kill("SIGTERM");
  assert.equal(await exited, 0, said());
  assert.match(said(), /"msg":"stopping".*"msg":"stopped"/s);
});

test("a new SQLite file: every connection that is made during the start is answered, with 503 or properly", {
  timeout: 120_000,
}, async () => {
  for (let start = 0; start < 4; start += 1) {
    await using service = await beginServe();
    const { url, child, exited } = service;
    const statuses = new Set<number>();
    const ask = async (): Promise<void> => {
      for (;;) {
        const answer = await sendOnce(url, { method: "GET", target: "/.well-known/openid-configuration" });
        if (answer !== "refused") statuses.add(answer.status);
        if (answer !== "refused" && answer.status === 200) return;
      }
    };
    await Promise.all([ask(), ask(), ask()]);
    assert.deepEqual([...statuses.difference(new Set([200, 503]))], []);
    child.kill("SIGTERM");
    assert.equal(await exited, 0);
  }
});
