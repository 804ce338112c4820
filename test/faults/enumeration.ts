// Proof: the time of an answer does not tell whether an account exists. `npm run proof:enumeration -- --rounds 2000` tries that many
// wrong passwords for accounts and as many for unknown names, in turns, and compares the times by the Mann-Whitney test.
import { systemRandom } from "../../src/adapters/system/random.ts";
import type { AccountName } from "../../src/identity/account-name.ts";
import { accountIdOf } from "../../src/values/ids.ts";
import { ada, authorizationOf } from "../http/journey.ts";
import { FormClient, findForm } from "../support/form-client.ts";
import { startInProcess } from "../support/in-process.ts";
import { type Progress, type ProofReport, runProof } from "./proof.ts";

/** Fewer than an account may be tried, so that no answer is a 429. */
const triesEach = 4;
const warmUp = 20;
/** Beyond this a difference comes by chance once in a thousand runs. */
const zMax = 3.29;

/** Takes `rounds` samples of each kind. */
export async function enumerationRounds(rounds: number, progress: Progress = () => {}): Promise<ProofReport> {
  await using service = await startInProcess({ LATCHKEY_TRUSTED_PROXIES: "127.0.0.1/32" });
  const client = await service.addClient();
  const people = Math.ceil((rounds + warmUp) / triesEach);
  const adaId = await service.addAccount(ada.username, ada.password);
  const template = await service.ports.accounts.find(adaId);
  if (template === undefined) throw new Error("The account that was made is gone.");
  for (let index = 0; index < people; index += 1) {
    const id = accountIdOf(systemRandom.alphanumeric(20));
    await service.ports.accounts.create({ ...template, id, username: `person-${index}` as AccountName });
  }
  const violations: string[] = [];
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
  for (let round = 0; round < rounds + warmUp; round += 1) {
    const number = Math.floor(round / triesEach);
    const kinds = round % 2 === 0 ? (["known", "unknown"] as const) : (["unknown", "known"] as const);
    for (const kind of kinds) {
      const username = kind === "known" ? `person-${number}` : `nobody-${number}`;
      const { status, milliseconds } = await wrongPassword(
        service.url,
        authorizationOf(client),
        username,
        round,
      );
      if (status !== 400) violations.push(`${kind}, round ${round}: status ${status}`);
      if (round >= warmUp) times[kind].push(milliseconds);
    }
    progress(round + 1, rounds + warmUp);
  }
  const z = mannWhitneyZ(times.known, times.unknown);
  if (Math.abs(z) > zMax) violations.push(`|z| is ${Math.abs(z).toFixed(2)}, more than ${zMax}`);
  const figures = {
    "ms median with an account": medianOf(times.known).toFixed(2),
    "ms median without": medianOf(times.unknown).toFixed(2),
    "= |z|": Math.abs(z).toFixed(2),
  };
  return { figures, violations };
}

/** Each try comes from a network of its own, so that none is throttled. */
async function wrongPassword(url: string, target: string, username: string, round: number) {
  const browser = new FormClient(url);
  const forwarded = {
    "x-forwarded-for": `10.${round >> 8}.${round & 255}.${username.startsWith("p") ? 1 : 2}`,
  };
  const { action, fields } = findForm((await browser.get(target)).body);
  fields.set("username", username);
  fields.set("password", "not the password of anybody");
  const startedAt = performance.now();
  const { status } = await browser.post(action, fields, forwarded);
  const milliseconds = performance.now() - startedAt;
  browser.close();
  return { status, milliseconds };
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** How many standard deviations the rank sum of the first sample is from what equal distributions would give. */
export function mannWhitneyZ(first: readonly number[], second: readonly number[]): number {
  const ranked = [
    ...first.map((value) => ({ value, isFirst: true })),
    ...second.map((value) => ({ value, isFirst: false })),
  ].sort((left, right) => left.value - right.value);
  const rankSum = ranked.reduce((sum, { isFirst }, index) => sum + (isFirst ? index + 1 : 0), 0);
  const [n, m] = [first.length, second.length];
  const u = rankSum - (n * (n + 1)) / 2;
  return (u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
}

if (import.meta.main) await runProof("enumeration", 2_000, enumerationRounds);
