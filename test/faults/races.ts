// Proof: of any number of exchanges of one code at once exactly one wins, in one process on SQLite, over two workers and over two
// nodes on PostgreSQL. `npm run proof:races -- --rounds 1000`; a few rounds run with the tests.
import { authorizationTarget, codeIn } from "../support/authorization-url.ts";
import { FormClient } from "../support/form-client.ts";
import { type PostgresServer, startPostgres } from "../support/postgres.ts";
import { LiveService, newDataDir, type RegisteredClient } from "../support/service.ts";
import { type Progress, type ProofReport, runProof } from "./proof.ts";

const ada = { username: "ada", password: "seven quiet rivers run north" };
const racers = 100;
const formHeaders = { "content-type": "application/x-www-form-urlencoded" };

/** Where the exchanges of a code go: to one address, or in turns to several that share a database. */
interface Track {
  readonly name: string;
  readonly services: readonly LiveService[];
}

/** Races `rounds` codes on each of the three tracks. */
export async function raceRounds(rounds: number, progress: Progress = () => {}): Promise<ProofReport> {
  const server = await startPostgres();
  const violations: string[] = [];
  const figures: Record<string, number> = {};
  try {
    for (const open of [oneProcess, () => twoWorkers(server), () => twoNodes(server)]) {
      const { name, services } = await open();
      try {
        figures[`winners on ${name}`] = await raceOn({ name, services }, rounds, violations, progress);
      } finally {
        for (const service of services) await service[Symbol.asyncDispose]();
      }
    }
  } finally {
    await server.remove();
  }
  return { figures: { "exchanges at once": racers, ...figures }, violations };
}

async function oneProcess(): Promise<Track> {
  return { name: "one process", services: [await started({})] };
}

async function twoWorkers(server: PostgresServer): Promise<Track> {
  const environment = await onPostgres(server);
  return { name: "two workers", services: [await started({ ...environment, LATCHKEY_WORKERS: "2" })] };
}

async function twoNodes(server: PostgresServer): Promise<Track> {
  const environment = await onPostgres(server);
  return { name: "two nodes", services: [await started(environment), await started(environment)] };
}

async function onPostgres(server: PostgresServer) {
  return {
    LATCHKEY_DATABASE_URL: await server.newSchema(),
    LATCHKEY_SECRET: "a-master-key-that-every-node-is-given",
  };
}

async function started(environment: Readonly<Record<string, string>>): Promise<LiveService> {
  const service = new LiveService(await newDataDir(), environment);
  await service.start();
  return service;
}

async function raceOn(
  { name, services }: Track,
  rounds: number,
  violations: string[],
  progress: Progress,
): Promise<number> {
  const [first] = services;
  if (first === undefined) throw new Error("A track has a service.");
  const client = await first.createClient("Notes", ["http://localhost:1/callback"]);
  await first.createUser(ada);
  const browsers = services.map(({ url }) => new FormClient(url));
  const [browser] = browsers;
  if (browser === undefined) throw new Error("A track has a browser.");
  let code = codeIn((await browser.signIn(authorizationTarget(client), ada)).headers.location);
  let winners = 0;
  for (let round = 1; round <= rounds; round += 1) {
    const body = formOf(client, code);
    const answers = await Promise.all(
      Array.from({ length: racers }, (_, index) =>
        exchange(browsers[index % browsers.length] ?? browser, body),
      ),
    );
    const won = answers.filter((status) => status === 200).length;
    winners += won;
    if (won !== 1) violations.push(`${name}, round ${round}: ${won} winners`);
    const odd = answers.find((status) => status !== 200 && status !== 400);
    if (odd !== undefined) violations.push(`${name}, round ${round}: an answer with status ${odd}`);
    progress(round, rounds);
    code = codeIn((await browser.get(authorizationTarget(client))).headers.location);
  }
  for (const each of browsers) each.close();
  return winners;
}

function formOf(client: RegisteredClient, code: string): string {
  return new URLSearchParams({
    client_id: client.clientId,
    client_secret: client.clientSecret,
    code,
  }).toString();
}

async function exchange(browser: FormClient, body: string): Promise<number> {
  const headers = { ...formHeaders, cookie: "" };
  const { status } = await browser.send({ method: "POST", target: "/v1/Oauth/token", headers, body });
  return status;
}

if (import.meta.main) await runProof("races", 1_000, raceRounds);
