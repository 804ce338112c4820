// Proof: after a `kill -9` at any instant, an acknowledged token is there after the restart, and no code is redeemed twice.
// `npm run proof:kill -- --rounds 300`; a few rounds run with the tests.
import { authorizationTarget, codeIn } from "../support/authorization-url.ts";
import { FormClient } from "../support/form-client.ts";
import { type LiveService, type RegisteredClient, startService } from "../support/service.ts";
import { countOption } from "./options.ts";

const ada = { username: "ada", password: "seven quiet rivers run north" };
const browsersAtOnce = 4;
/** A round is killed somewhere within this many answered tokens. */
const tokensMax = 60;

/** What all rounds together saw; the last three must stay empty. */
export interface KillReport {
  readonly rounds: number;
  readonly acknowledged: number;
  /** Exchanges that were under way at the kill, and how many of their codes turned out to be spent. */
  readonly underWay: number;
  readonly underWaySpent: number;
  readonly lost: readonly string[];
  readonly redeemedTwice: readonly string[];
  readonly others: readonly string[];
}

/** Starts a service. Each round loads it, kills it, starts it again and asks for everything that it had acknowledged. */
export async function killRounds(rounds: number): Promise<KillReport> {
  await using service = await startService();
  const client = await service.createClient("Notes", ["http://localhost:1/callback"]);
  await service.createUser(ada);
  const sums = { acknowledged: 0, underWay: 0, underWaySpent: 0 };
  const [lost, redeemedTwice, others]: [string[], string[], string[]] = [[], [], []];
  for (let round = 1; round <= rounds; round += 1) {
    const seen = await loadAndKill(service, client);
    await service.start();
    for (const { code, token } of seen.acknowledged) {
      sums.acknowledged += 1;
      if ((await userinfo(service, token)) !== 200) lost.push(`round ${round}: ${code}`);
      if ((await exchange(service, client, code)).status !== 400)
        redeemedTwice.push(`round ${round}: ${code}`);
    }
    for (const code of seen.underWay) {
      sums.underWay += 1;
      const { status } = await exchange(service, client, code);
      if (status === 400) sums.underWaySpent += 1;
      else if (status !== 200) others.push(`round ${round}: a code under way is answered ${status}`);
      if ((await exchange(service, client, code)).status !== 400)
        redeemedTwice.push(`round ${round}: ${code}`);
    }
  }
  const check = await service.run(["db", "check"]);
  if (check.exitCode !== 0) others.push(check.stdout + check.stderr);
  return { rounds, ...sums, lost, redeemedTwice, others };
}

interface Seen {
  readonly acknowledged: { readonly code: string; readonly token: string }[];
  readonly underWay: string[];
}

async function loadAndKill(service: LiveService, client: RegisteredClient): Promise<Seen> {
  const seen: Seen = { acknowledged: [], underWay: [] };
  const killAfter = 1 + Math.floor(Math.random() * tokensMax);
  let killing: Promise<void> | undefined;
  const browsers = Array.from({ length: browsersAtOnce }, () => new FormClient(service.url));
  await Promise.all(browsers.map((browser) => browser.signIn(authorizationTarget(client), ada)));
  const work = browsers.map(async (browser) => {
    for (;;) {
      const code = codeIn((await browser.get(authorizationTarget(client))).headers.location);
      seen.underWay.push(code);
      const { status, token } = await exchange(service, client, code);
      if (status !== 200) throw new Error(`A code under load was answered ${status}.`);
      seen.underWay.splice(seen.underWay.indexOf(code), 1);
      seen.acknowledged.push({ code, token });
      if (seen.acknowledged.length === killAfter) killing = service.kill9();
    }
  });
  // Each ends with the connection that the kill cut.
  const ends = await Promise.allSettled(work);
  if (killing === undefined) throw new Error("The load ended by itself.", { cause: ends });
  await killing;
  for (const browser of browsers) browser.close();
  return seen;
}

async function exchange(
  service: LiveService,
  { clientId, clientSecret }: RegisteredClient,
  code: string,
): Promise<{ status: number; token: string }> {
  const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, code });
  const answer = await fetch(`${service.url}/v1/Oauth/token`, { method: "POST", body });
  const { access_token: token }: { access_token?: string } = JSON.parse(await answer.text());
  return { status: answer.status, token: String(token) };
}

async function userinfo(service: LiveService, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${service.url}/v1/Oauth/userinfo`, { headers });
  await answer.body?.cancel();
  return answer.status;
}

if (import.meta.main) {
  const report = await killRounds(countOption("rounds", 20));
  console.log(JSON.stringify(report, undefined, 2));
  const { lost, redeemedTwice, others } = report;
  process.exitCode = lost.length + redeemedTwice.length + others.length > 0 ? 1 : 0;
}
