// Proof: when the primary is killed under load and its synchronous standby is promoted, no acknowledged token or session is lost, no
// code is redeemed twice, and the service goes on by itself. `npm run proof:switch-over -- --rounds 10`; one round runs with the tests.
import { setTimeout as pause } from "node:timers/promises";
import { authorizationTarget, codeIn } from "../support/authorization-url.ts";
import { FormClient } from "../support/form-client.ts";
import { type PostgresPair, startPostgresPair } from "../support/postgres-pair.ts";
import { LiveService, newDataDir, type RegisteredClient } from "../support/service.ts";
import { type Progress, type ProofReport, runProof } from "./proof.ts";

const ada = { username: "ada", password: "seven quiet rivers run north" };
const redeemersAtOnce = 4;
/** The primary is killed once the load of the round got this many tokens, and the round ends after as many on the other server. */
const tokensBefore = 40;
const pauseMilliseconds = 20;
/** A refused sign-in may have cost its person a try, of which there are five. */
const signInPauseMilliseconds = 500;
/** Longer than any answer, so that a load that never recovers ends as a violation. */
const recoveryMillisecondsMax = 30_000;

interface Scene {
  readonly pair: PostgresPair;
  readonly service: LiveService;
  readonly client: RegisteredClient;
}

interface Seen {
  readonly tokens: { readonly code: string; readonly token: string; readonly at: number }[];
  /** Browsers whose sign-in was answered. */
  readonly signedIn: FormClient[];
  /** Codes whose exchange was answered 503 and that are sent again, and how many of those turn out to be spent. */
  unanswered: number;
  unansweredSpent: number;
  refusals: number;
  readonly violations: string[];
}

/** Starts two servers and a service. Each round loads it, kills the primary, promotes the standby, and asks for everything. */
export async function switchOverRounds(
  rounds: number,
  progress: Progress = () => {},
  startPair: () => Promise<PostgresPair> = startPostgresPair,
): Promise<ProofReport> {
  await using pair = await startPair();
  const environment = {
    LATCHKEY_DATABASE_URL: pair.url,
    LATCHKEY_SECRET: "a-master-key-that-every-node-is-given",
    LATCHKEY_LOG_LEVEL: "info",
  };
  await using service = new LiveService(await newDataDir(), environment);
  await service.start();
  const client = await service.createClient("Notes", ["http://localhost:1/callback"]);
  await service.createUser(ada);
  const sums = { tokens: 0, sessions: 0, refusals: 0, unanswered: 0, unansweredSpent: 0 };
  const recoveries: number[] = [];
  const violations: string[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    await pair.query("DELETE FROM attempts"); // The tries that the last outage cost.
    const { seen, recoveryMilliseconds } = await switchUnderLoad({ pair, service, client });
    await askForAll({ pair, service, client }, seen);
    recoveries.push(recoveryMilliseconds);
    sums.tokens += seen.tokens.length;
    sums.sessions += seen.signedIn.length;
    sums.refusals += seen.refusals;
    sums.unanswered += seen.unanswered;
    sums.unansweredSpent += seen.unansweredSpent;
    violations.push(...seen.violations.map((violation) => `round ${round}: ${violation}`));
    if (round < rounds) await pair.rejoin();
    progress(round, rounds);
  }
  violations.push(...logProblems(service.logLines, rounds));
  const figures = {
    "acknowledged tokens": sums.tokens,
    "acknowledged sign-ins": sums.sessions,
    "requests answered 503": sums.refusals,
    "exchanges without an answer": sums.unanswered,
    "of them spent": sums.unansweredSpent,
    "ms from promotion to the next token, at most": Math.max(...recoveries),
  };
  return { figures, violations };
}

async function switchUnderLoad(scene: Scene) {
  const seen: Seen = {
    tokens: [],
    signedIn: [],
    unanswered: 0,
    unansweredSpent: 0,
    refusals: 0,
    violations: [],
  };
  const { promise: isLoaded, resolve: loaded } = Promise.withResolvers<void>();
  const stopping = new AbortController();
  const browsers: FormClient[] = [];
  while (browsers.length < redeemersAtOnce) browsers.push(await signedIn(scene));
  const load = [
    ...browsers.map((browser) => redeemUntil(stopping.signal, { ...scene, browser }, seen)),
    signInUntil(stopping.signal, scene, seen),
    tellLoaded(stopping.signal, seen, loaded),
  ];
  await Promise.race([isLoaded, Promise.all(load)]);
  await scene.pair.killPrimary();
  await readyzTurns(scene, 503);
  await scene.pair.promote();
  const promotedAt = performance.now();
  const acknowledged = seen.tokens.length;
  const limit = AbortSignal.timeout(recoveryMillisecondsMax);
  while (seen.tokens.length < acknowledged + tokensBefore && !limit.aborted) await pause(pauseMilliseconds);
  if (limit.aborted) seen.violations.push("no tokens within 30 s of the promotion");
  else await readyzTurns(scene, 200);
  stopping.abort();
  await Promise.all(load);
  const next = seen.tokens.find(({ at }) => at > promotedAt);
  return { seen, recoveryMilliseconds: Math.round((next?.at ?? Number.POSITIVE_INFINITY) - promotedAt) };
}

async function tellLoaded(signal: AbortSignal, seen: Seen, tell: () => void): Promise<void> {
  while (!signal.aborted && (seen.tokens.length < tokensBefore || seen.signedIn.length === 0))
    await pause(pauseMilliseconds);
  tell();
}

async function signedIn({ service, client }: Scene): Promise<FormClient> {
  const browser = new FormClient(service.url);
  codeIn((await browser.signIn(authorizationTarget(client), ada)).headers.location);
  return browser;
}

interface Redeemer extends Scene {
  readonly browser: FormClient;
}

/** Gets codes with a live session and redeems each; one that was not answered is sent again until it is. */
async function redeemUntil(signal: AbortSignal, { browser, ...scene }: Redeemer, seen: Seen): Promise<void> {
  while (!signal.aborted) {
    const { status, headers } = await browser.get(authorizationTarget(scene.client));
    if (isRefusal(seen, status, headers)) await pause(pauseMilliseconds);
    else if (headers.location === undefined) seen.violations.push(`a session is answered ${status}`);
    else await redeem(scene, seen, codeIn(headers.location));
  }
  browser.close();
}

async function redeem(scene: Scene, seen: Seen, code: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const { status, token, headers } = await exchange(scene, code);
    if (status === 200) seen.tokens.push({ code, token, at: performance.now() });
    if (isRefusal(seen, status, headers)) {
      if (tries === 1) seen.unanswered += 1;
      await pause(pauseMilliseconds);
      continue;
    }
    if (status === 400 && tries > 1) seen.unansweredSpent += 1;
    else if (status !== 200) seen.violations.push(`try ${tries} with a code is answered ${status}`);
    return;
  }
}

async function signInUntil(signal: AbortSignal, { service, client }: Scene, seen: Seen): Promise<void> {
  while (!signal.aborted) {
    const browser = new FormClient(service.url);
    const { status, headers } = await browser.signIn(authorizationTarget(client), ada);
    if (isRefusal(seen, status, headers)) await pause(signInPauseMilliseconds);
    else if (headers.location === undefined) seen.violations.push(`a sign-in is answered ${status}`);
    else seen.signedIn.push(browser);
  }
}

function isRefusal(
  seen: Seen,
  status: number,
  headers: { readonly "retry-after"?: string | undefined },
): boolean {
  if (status !== 503) return false;
  seen.refusals += 1;
  if (headers["retry-after"] === undefined) seen.violations.push("a 503 says no Retry-After");
  return true;
}

/** Everything that was answered has to be there, and every code has to be spent. The tokens come first: a replay revokes them. */
async function askForAll(scene: Scene, seen: Seen): Promise<void> {
  for (const { code, token } of seen.tokens) {
    const headers = { authorization: `Bearer ${token}` };
    const status = await statusOf(scene, "/v1/Oauth/userinfo", headers);
    if (status !== 200) seen.violations.push(`lost: the token of ${code} is answered ${status}`);
  }
  for (const browser of seen.signedIn) {
    const { status, headers } = await browser.get(authorizationTarget(scene.client));
    if (headers.location === undefined) seen.violations.push(`lost: a session is answered ${status}`);
    browser.close();
  }
  const codes = seen.tokens.map(({ code }) => code);
  if (new Set(codes).size < codes.length) seen.violations.push("redeemed twice: two tokens for one code");
  for (const code of codes) {
    const { status } = await exchange(scene, code);
    if (status !== 400) seen.violations.push(`redeemed twice: ${code} is answered ${status}`);
  }
}

/** One line for each change, whatever the number of requests that met it. */
function logProblems(lines: readonly string[], rounds: number): readonly string[] {
  const count = (kind: string) => lines.filter((line) => line.includes(`"msg":"${kind}"`)).length;
  const switches = count("database-switched");
  const problems =
    switches === rounds ? [] : [`${switches} lines "database-switched" for ${rounds} switches`];
  const away = [count("database-unavailable"), count("database-recovered")];
  if (away.some((lines) => lines !== rounds))
    problems.push(`${away.join(" and ")} lines about a database that went away ${rounds} times`);
  if (count("listening") !== 1) problems.push("the service was started again");
  return problems;
}

async function readyzTurns(scene: Scene, expected: number): Promise<void> {
  const limit = AbortSignal.timeout(recoveryMillisecondsMax);
  while ((await statusOf(scene, "/readyz")) !== expected) {
    limit.throwIfAborted();
    await pause(pauseMilliseconds);
  }
}

async function statusOf(
  { service }: Scene,
  path: string,
  headers: Record<string, string> = {},
): Promise<number> {
  const answer = await fetch(service.url + path, { headers });
  await answer.body?.cancel();
  return answer.status;
}

async function exchange({ service, client: { clientId, clientSecret } }: Scene, code: string) {
  const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, code });
  const answer = await fetch(`${service.url}/v1/Oauth/token`, { method: "POST", body });
  const { access_token: token }: { access_token?: string } = JSON.parse(await answer.text());
  const retryAfter = answer.headers.get("retry-after") ?? undefined;
  return { status: answer.status, token: String(token), headers: { "retry-after": retryAfter } };
}

if (import.meta.main) await runProof("proof:switch-over", 10, switchOverRounds);
