// Proof: the time of an answer does not tell whether an account exists. `npm run proof:enumeration -- --rounds 2000` tries that many
// names and addresses of accounts and as many that nobody has, in turns, at each door that takes one, and compares the times by the
// Mann-Whitney test.
import { hashSync } from "@node-rs/bcrypt";
import { systemRandom } from "../../src/adapters/system/random.ts";
import type { AccountName } from "../../src/identity/account-name.ts";
import type { PasswordHash } from "../../src/identity/password.ts";
import { accountIdOf } from "../../src/values/ids.ts";
import { ada, authorizationOf } from "../http/journey.ts";
import { FormClient, findForm } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { type Progress, type ProofReport, runProof } from "./proof.ts";

/** Fewer than an account may be tried, so that no answer is a 429. */
const triesEach = 4;
const warmUp = 20;
/** Beyond this a difference comes by chance once in a thousand runs. */
const zMax = 3.29;

type Kind = "known" | "unknown";

/** A form that takes a name or address, and answers alike whether or not somebody has it. */
interface Door {
  readonly name: string;
  readonly target: (client: TestClient) => string;
  readonly fields: (name: string) => Readonly<Record<string, string>>;
  readonly status: number;
}

const passwordDoor: Door = {
  name: "password",
  target: authorizationOf,
  fields: (username) => ({ username, password: "not the password of anybody" }),
  status: 400,
};
/** Where every account came from another product with a hash that costs about twice as much as ours. */
const imported = hashSync("a password of nobody", 9) as PasswordHash;
const importedDoor: Door = { ...passwordDoor, name: "imported password" };
const doors: readonly Door[] = [
  passwordDoor,
  { name: "recover", target: () => "/recover", fields: (username) => ({ username }), status: 200 },
  {
    name: "sign-up",
    target: () => "/sign-up",
    fields: (name) => ({ email: `${name}@people.example` }),
    status: 200,
  },
];

/** Takes `rounds` samples of each kind at each door. */
export async function enumerationRounds(rounds: number, progress: Progress = () => {}): Promise<ProofReport> {
  const settings = { LATCHKEY_TRUSTED_PROXIES: "127.0.0.1/32", LATCHKEY_SIGN_UP: "open" };
  await using service = await startInProcess(settings);
  const client = await service.addClient();
  await addPeople(service, Math.ceil((rounds + warmUp) / triesEach));
  const violations: string[] = [];
  const figures: Record<string, string> = {};
  for (const [index, door] of [...doors, importedDoor].entries()) {
    const told = (done: number, total: number) => progress(index * total + done, (doors.length + 1) * total);
    if (door === importedDoor) await importHashes(service);
    // The hash takes far longer than anything else that differs, so that few samples tell.
    const samples = door === importedDoor ? Math.ceil(rounds / 4) : rounds;
    const times = await timesAt(service, { door, client, index }, samples, violations, told);
    const z = Math.abs(mannWhitneyZ(times.known, times.unknown));
    if (z > zMax) violations.push(`${door.name}: |z| is ${z.toFixed(2)}, more than ${zMax}`);
    figures[`ms median with an account (${door.name})`] = medianOf(times.known).toFixed(2);
    figures[`ms median without (${door.name})`] = medianOf(times.unknown).toFixed(2);
    figures[`= |z| (${door.name})`] = z.toFixed(2);
  }
  return { figures, violations };
}

async function addPeople({ addAccount, ports }: InProcessService, count: number): Promise<void> {
  const template = await ports.accounts.find(await addAccount(ada.username, ada.password));
  if (template === undefined) throw new Error("The account that was made is gone.");
  for (let index = 0; index < count; index += 1) {
    const id = accountIdOf(systemRandom.alphanumeric(20));
    const [username, email] = [`person-${index}`, `person-${index}@people.example`] as AccountName[];
    if (username && email) await ports.accounts.create({ ...template, id, username, email });
  }
}

/** Gives every account the hash of another product, with counters of tries that are empty again. */
async function importHashes({ ports, clock }: InProcessService): Promise<void> {
  for (const account of await ports.accounts.list(100_000))
    if (account.passwordHash !== undefined)
      await ports.accounts.rehashPassword(account.id, account.passwordHash, imported);
  clock.advance(86_400);
}

async function timesAt(
  { url }: InProcessService,
  at: { readonly door: Door; readonly client: TestClient; readonly index: number },
  rounds: number,
  violations: string[],
  progress: Progress,
): Promise<Readonly<Record<Kind, number[]>>> {
  const times: Record<Kind, number[]> = { known: [], unknown: [] };
  for (let round = 0; round < rounds + warmUp; round += 1) {
    const number = Math.floor(round / triesEach);
    const kinds: readonly Kind[] = round % 2 === 0 ? ["known", "unknown"] : ["unknown", "known"];
    for (const kind of kinds) {
      const name = kind === "known" ? `person-${number}` : `nobody-${number}`;
      const { status, milliseconds } = await knock(url, { ...at, kind, name, round });
      if (status !== at.door.status)
        violations.push(`${at.door.name}, ${kind}, round ${round}: status ${status}`);
      if (round >= warmUp) times[kind].push(milliseconds);
    }
    progress(round + 1, rounds + warmUp);
  }
  return times;
}

/** Each try comes from a network of its own, so that none is throttled. */
async function knock(
  url: string,
  given: {
    readonly door: Door;
    readonly client: TestClient;
    readonly index: number;
    readonly kind: Kind;
    readonly name: string;
    readonly round: number;
  },
) {
  const { door, client, index, kind, name, round } = given;
  const browser = new FormClient(url);
  const network = `10.${round >> 8}.${round & 255}.1`;
  // Both kinds are counted for networks that nobody used before.
  const forwarded = {
    "x-forwarded-for": network.replace("10.", `${20 + 2 * index + (kind === "known" ? 1 : 0)}.`),
  };
  const { action, fields } = findForm((await browser.get(door.target(client))).body);
  for (const [field, value] of Object.entries(door.fields(name))) fields.set(field, value);
  const startedAt = performance.now();
  const answer = await browser.postOnly(action, fields, forwarded);
  const milliseconds = performance.now() - startedAt;
  const { status } = await browser.pageAfter(answer, forwarded);
  browser.close();
  return { status, milliseconds };
}

/** The value in the middle. */
export function medianOf(values: readonly number[]): number {
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
