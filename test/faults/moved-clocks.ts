// Proof: no setting of the machine's clock, under a running service or between its starts, makes a spent code work again or a code
// outlive its lifetime. `npm run proof:clocks -- --rounds 50` shows it in real time; test/http/moved-clock.test.ts and
// test/end-to-end/moved-clock.test.ts show it in a moment.
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { authorizationTarget, codeIn } from "../support/authorization-url.ts";
import { FormClient } from "../support/form-client.ts";
import { LiveService, newDataDir, type RegisteredClient } from "../support/service.ts";
import { type Progress, type ProofReport, runProof } from "./proof.ts";

const ada = { username: "ada", password: "seven quiet rivers run north" };
const preload = path.resolve(import.meta.dirname, "../support/moved-clock.ts");
const lifetimeSeconds = 10;
/** Allows for the time between asking for a code and its answer, which is long on a busy machine. */
const measuringSeconds = 2;
const day = 86_400_000;

/** Each round moves the clock six times by up to two days, then back by a second every second while codes are under way. */
export async function clockRounds(rounds: number, progress: Progress = () => {}): Promise<ProofReport> {
  const folder = await newDataDir();
  const clockFile = path.join(folder, "milliseconds");
  const setClock = (milliseconds: number) => writeFile(clockFile, String(Math.round(milliseconds)));
  await setClock(0);
  await using service = new LiveService(await newDataDir(), {
    LATCHKEY_LOG_LEVEL: "info",
    LATCHKEY_CODE_LIFETIME_SECONDS: String(lifetimeSeconds),
    MOVED_CLOCK_FILE: clockFile,
    NODE_OPTIONS: `--import=${preload}`,
  });
  await service.start();
  const client = await service.createClient("Notes", ["http://localhost:1/callback"]);
  await service.createUser(ada);
  const violations: string[] = [];
  const sums = { moves: 0, restarts: 0, asked: 0, longest: 0 };
  const spent: string[] = [];
  let moved = 0;
  for (let round = 1; round <= rounds; round += 1) {
    const aged: (Kept & { readonly seconds: number })[] = [];
    const oneCode = async () => {
      const browser = new FormClient(service.url);
      const made = await newCode(browser, client);
      browser.close();
      return made;
    };
    for (let move = 0; move < 6; move += 1) {
      const { code } = await oneCode();
      if ((await exchange(service, client, code)) === 200) spent.push(code);
      else violations.push(`round ${round}: a new code was refused`);
      moved = nextOffset(moved, move);
      sums.moves += 1;
      if (move % 3 === 2) {
        await service.kill9();
        await setClock(moved);
        await service.start();
        sums.restarts += 1;
      } else await setClock(moved);
      for (const code of spent.slice(-20)) {
        sums.asked += 1;
        if ((await exchange(service, client, code)) !== 400)
          violations.push(
            `round ${round}: a spent code was taken again after the clock moved to ${moved} ms`,
          );
      }
      await untilSeen(service, client);
    }
    moved = await stepBack(moved, setClock, async (step) => {
      if (step === 0) for (const seconds of presentedAfter) aged.push({ seconds, ...(await oneCode()) });
      for (const { code, issuedAt } of aged.filter(({ seconds }) => seconds === step)) {
        const before = age(issuedAt);
        if ((await exchange(service, client, code)) !== 200) continue;
        sums.longest = Math.max(sums.longest, before);
        if (before > lifetimeSeconds + measuringSeconds)
          violations.push(`round ${round}: a code was taken ${before.toFixed(1)} s after it was issued`);
      }
    });
    progress(round, rounds);
  }
  await rm(folder, { recursive: true, force: true });
  const figures = {
    "moves of the clock": sums.moves,
    restarts: sums.restarts,
    "spent codes sent again": sums.asked,
    "seconds at most from issue to exchange": sums.longest.toFixed(1),
  };
  return { figures, violations };
}

interface Kept {
  readonly code: string;
  /** By the stopwatch. */
  readonly issuedAt: number;
}

function age(issuedAt: number): number {
  return (performance.now() - issuedAt) / 1_000;
}

/** When a code is presented, in seconds after it was issued: while it lives, and when only the machine's clock would let it. */
const presentedAfter = [1, 3, 5, 7, 9, 13, 14, 15, 16];
const stepsBack = 9;

/** Sets the clock back by a second every second, nine times: less than what makes codes void. Returns where it stands then. */
async function stepBack(
  moved: number,
  setClock: (milliseconds: number) => Promise<void>,
  everySecond: (step: number) => Promise<void>,
): Promise<number> {
  for (let step = 0; step <= 16; step += 1) {
    await everySecond(step);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    if (step < stepsBack) await setClock(moved - 1_000 * (step + 1));
  }
  return moved - 1_000 * stepsBack;
}

/** Small steps back, as a wrong time server makes them, and large ones both ways. */
function nextOffset(moved: number, move: number): number {
  return move % 2 === 0 ? moved - 1_000 * (1 + 8 * Math.random()) : (Math.random() - 0.5) * 4 * day;
}

/** The service looks at its clock every second; a code that is issued and taken after that shows that it goes on. */
async function untilSeen(service: LiveService, client: RegisteredClient): Promise<void> {
  const deadline = performance.now() + 10_000;
  for (;;) {
    const browser = new FormClient(service.url);
    const { code } = await newCode(browser, client);
    browser.close();
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    if ((await exchange(service, client, code)) === 200) return;
    if (performance.now() > deadline)
      throw new Error("Ten seconds after the clock was moved, new codes are refused.");
  }
}

async function newCode(browser: FormClient, client: RegisteredClient): Promise<Kept> {
  const target = authorizationTarget(client);
  const answer = await browser.get(target);
  const { headers } = answer.status === 200 ? await browser.signIn(target, ada) : answer;
  return { code: codeIn(headers.location), issuedAt: performance.now() };
}

async function exchange(service: LiveService, client: RegisteredClient, code: string): Promise<number> {
  const body = new URLSearchParams({ client_id: client.clientId, client_secret: client.clientSecret, code });
  const response = await fetch(`${service.url}/v1/Oauth/token`, { method: "POST", body });
  await response.body?.cancel();
  return response.status;
}

if (import.meta.main) await runProof("clocks", 50, clockRounds);
