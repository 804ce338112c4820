import { authorizationTarget, codeIn } from "../support/authorization-url.ts";
import { FormClient } from "../support/form-client.ts";
import { freePort } from "../support/free-port.ts";
import { startPostgres } from "../support/postgres.ts";
import { missingProxy, type ProxyName, ReverseProxy } from "../support/proxy.ts";
import { releasedProgram } from "../support/released-program.ts";
import { LiveService, newDataDir, type RegisteredClient } from "../support/service.ts";
import { type Progress, type ProofReport, runProof } from "./proof.ts";

const ada = { username: "ada", password: "seven quiet rivers run north" };
/** An account keeps a hundred sessions, so the person of the new browsers is another one than that of the live sessions. */
const grace = { ...ada, username: "grace" };
const form = { "content-type": "application/x-www-form-urlencoded" };

const perSecond = 50;
const pauseMilliseconds = 1_000 / perSecond;

/**
 * People with live sessions, signing in fifty times a second, and what went wrong for them. Slow answers do not slow the load down: each
 * sign-in begins when its time has come, and those that a busy process missed begin at its next turn.
 */
class SignIns {
  readonly failures: string[] = [];
  readonly #client: RegisteredClient;
  readonly #url: string;
  readonly #browsers: readonly FormClient[];
  readonly #underWay = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  readonly #startedAt = performance.now();
  succeeded = 0;
  /** Forms of one release that reached another one, and were sent again. */
  shownAgain = 0;
  #turn = 0;

  constructor(url: string, client: RegisteredClient, browsers: readonly FormClient[]) {
    this.#url = url;
    this.#client = client;
    this.#browsers = browsers;
    this.#timer = setInterval(() => this.#beginDue(), pauseMilliseconds);
  }

  /** Resolves when all that began have ended, with the number that the rate asks for. */
  async end(): Promise<number> {
    clearInterval(this.#timer);
    const planned = this.#beginDue();
    await Promise.all(this.#underWay);
    for (const browser of this.#browsers) browser.close();
    return planned;
  }

  #beginDue(): number {
    const due = Math.floor((performance.now() - this.#startedAt) / pauseMilliseconds);
    while (this.#turn < due) this.#begin();
    return due;
  }

  #begin(): void {
    this.#turn += 1;
    const browser = this.#browsers[this.#turn % this.#browsers.length];
    if (browser === undefined) return;
    const isWithPassword = this.#turn % 25 === 0;
    const flow = (
      isWithPassword ? this.#signIn(new FormClient(this.#url), grace) : this.#signIn(browser, ada)
    )
      .then(() => {
        this.succeeded += 1;
      })
      .catch((error) => void this.failures.push(String(error)))
      .finally(() => this.#underWay.delete(flow));
    this.#underWay.add(flow);
  }

  async #signIn(browser: FormClient, person: typeof ada): Promise<void> {
    let answer = await browser.signIn(authorizationTarget(this.#client), person);
    if (answer.status === 200) {
      this.shownAgain += 1;
      answer = await browser.submit(answer, person);
    }
    for (let turns = 0; turns < 5 && answer.headers.location?.startsWith("/"); turns += 1)
      answer = await browser.get(answer.headers.location);
    if (answer.headers.location === undefined)
      throw new Error(`${answer.status} ${answer.body.slice(0, 200)}`);
    const { clientId: client_id, clientSecret: client_secret } = this.#client;
    const body = new URLSearchParams({ client_id, client_secret, code: codeIn(answer.headers.location) });
    const call = { method: "POST", target: "/v1/Oauth/token", headers: form, body: body.toString() };
    const { status, body: said } = await browser.send(call);
    if (status !== 200) throw new Error(`${status} ${said.slice(0, 200)}`);
  }
}

/**
 * Restarts two nodes on one PostgreSQL in turn, one of them with two workers, while people sign in through a real proxy. A node is
 * restarted when the proxy has used the other one again.
 */
export async function rollingRounds(
  rounds: number,
  progress?: Progress,
  proxies: readonly ProxyName[] = ["haproxy", "nginx"],
): Promise<ProofReport> {
  const postgres = await startPostgres();
  const figures: Record<string, number> = {};
  const violations: string[] = [];
  try {
    for (const [index, name] of proxies.entries()) {
      const report = (round: number) => progress?.(index * rounds + round, proxies.length * rounds);
      const { restarts, planned, succeeded, failures } = await restartBehind(
        name,
        await postgres.newSchema(),
        rounds,
        report,
      );
      figures[`sign-ins behind ${name}`] = succeeded;
      figures[`planned behind ${name}`] = planned;
      figures[`restarts behind ${name}`] = restarts;
      violations.push(...failures.map((failure) => `${name}: ${failure}`));
    }
  } finally {
    await postgres.remove();
  }
  return { figures, violations };
}

interface Restarted {
  readonly restarts: number;
  /** The sign-ins that fifty a second are, as long as it took. */
  readonly planned: number;
  readonly succeeded: number;
  readonly failures: readonly string[];
}

async function restartBehind(
  name: ProxyName,
  databaseUrl: string,
  rounds: number,
  report: (round: number) => void,
): Promise<Restarted> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const environment = {
    LATCHKEY_LOG_LEVEL: "info",
    LATCHKEY_DATABASE_URL: databaseUrl,
    LATCHKEY_SECRET: "a-master-key-that-every-node-is-given",
    LATCHKEY_BASE_URL: url,
    LATCHKEY_TRUSTED_PROXIES: "127.0.0.1",
    LATCHKEY_STOP_GRACE_SECONDS: "3",
  };
  await using alone = new LiveService(await newDataDir(), environment);
  await using several = new LiveService(await newDataDir(), { ...environment, LATCHKEY_WORKERS: "2" });
  const nodes = [alone, several];
  for (const node of nodes) await node.start();
  await using _ = await ReverseProxy.start(
    name,
    port,
    nodes.map((node) => node.port),
  );
  const client = await alone.createClient("Notes", ["http://localhost:1/callback"]);
  for (const person of [ada, grace]) await alone.createUser(person);
  const used = nodes.map((node) => node.logged("token-issued"));
  const browsers = Array.from({ length: 12 }, () => new FormClient(url));
  for (const browser of browsers)
    codeIn((await browser.signIn(authorizationTarget(client), ada)).headers.location);

  const signIns = new SignIns(url, client, browsers);
  const failures: string[] = [];
  await Promise.all(used);
  for (let round = 1; round <= rounds; round += 1) {
    for (const node of nodes) {
      const exitCode = await node.stop();
      if (exitCode !== 0) failures.push(`a node ended with ${exitCode}`);
      const usedAgain = node.logged("token-issued");
      await node.start();
      await usedAgain;
    }
    report(round);
  }
  const planned = await signIns.end();
  return {
    restarts: rounds * nodes.length,
    planned,
    succeeded: signIns.succeeded,
    failures: [...failures, ...signIns.failures],
  };
}

/**
 * Replaces two nodes of an older release by nodes of this one, the schema first, while people sign in through HAProxy. The figures say
 * how long the migration took.
 */
export async function upgradeUnderLoad(commit: string): Promise<ProofReport> {
  await using postgres = await disposablePostgres();
  await using old = await releasedProgram(commit);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const environment = {
    LATCHKEY_LOG_LEVEL: "info",
    LATCHKEY_DATABASE_URL: await postgres.newSchema(),
    LATCHKEY_SECRET: "a-master-key-that-every-node-is-given",
    LATCHKEY_BASE_URL: url,
    LATCHKEY_TRUSTED_PROXIES: "127.0.0.1",
    LATCHKEY_STOP_GRACE_SECONDS: "3",
  };
  const ports = [await freePort(), await freePort()];
  await using nodes = new AsyncDisposableStack();
  const node = async (at: number, program?: string) =>
    nodes.use(new LiveService(await newDataDir(), environment, program, at));
  const before = [await node(ports[0] ?? 0, old.program), await node(ports[1] ?? 0, old.program)];
  for (const each of before) await each.start();
  await using _ = await ReverseProxy.start("haproxy", port, ports);
  const [first] = before;
  const client = await first?.createClient("Notes", ["http://localhost:1/callback"]);
  if (first === undefined || client === undefined) throw new Error("No node was started.");
  for (const person of [ada, grace]) await first.createUser(person);
  const browsers = Array.from({ length: 12 }, () => new FormClient(url));
  for (const browser of browsers) await browser.signIn(authorizationTarget(client), ada);

  const signIns = new SignIns(url, client, browsers);
  const failures: string[] = [];
  await first.logged("token-issued");
  const after = [await node(ports[0] ?? 0), await node(ports[1] ?? 0)];
  const begun = performance.now();
  const migrated = await after[0]?.run(["db", "migrate", "--yes", "--json"]);
  const milliseconds = performance.now() - begun;
  if (migrated?.exitCode !== 0) failures.push(`db migrate: ${migrated?.stderr}`);
  for (const [index, each] of before.entries()) {
    await each.logged("token-issued");
    const exitCode = await each.stop();
    if (exitCode !== 0) failures.push(`a node of the older release ended with ${exitCode}`);
    const next = after[index];
    const used = next?.logged("token-issued");
    await next?.start();
    await used;
  }
  const planned = await signIns.end();
  return {
    figures: {
      planned,
      "sign-ins": signIns.succeeded,
      "forms shown again": signIns.shownAgain,
      migrations: JSON.parse(migrated?.stdout || "{}").applied?.length ?? 0,
      "ms of db migrate": Math.round(milliseconds),
    },
    violations: [...failures, ...signIns.failures],
  };
}

async function disposablePostgres() {
  const server = await startPostgres();
  return Object.assign(server, { [Symbol.asyncDispose]: () => server.remove() });
}

if (import.meta.main) {
  const missing = (["haproxy", "nginx"] as const).map(missingProxy).filter((reason) => reason !== false);
  if (missing.length === 0) await runProof("rolling", 2, rollingRounds);
  for (const reason of missing) process.stderr.write(`${reason}\n`);
  process.exitCode = 69;
}
