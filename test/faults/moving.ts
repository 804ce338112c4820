// Proof: people whose passwords only the old product knows move at their first sign-in, under load, while that product is slow, fails and
// hangs, and the service is killed. `npm run proof:moving` imports 100,000 people, of whom 2,000 sign in; a few do so with the tests.
import assert from "node:assert/strict";
import { authorizationTarget } from "../support/authorization-url.ts";
import { FormClient, findForm } from "../support/form-client.ts";
import { freePort } from "../support/free-port.ts";
import { peakBytesOf } from "../support/peak-memory.ts";
import { type LiveService, type RegisteredClient, startService } from "../support/service.ts";
import { type FirstAnswer, type OldAccount, OldProduct } from "./moving-old-product.ts";
import { type Progress, type ProofReport, runProof } from "./proof.ts";

/** The people who are imported, and how many of them sign in in each round. */
export interface MovingSizes {
  readonly imported: number;
  readonly perRound: number;
}

const fullSizes: MovingSizes = { imported: 100_000, perRound: 200 };
/** More than the questions that may be under way, and fewer than the hashes that may wait. */
const signInsAtOnce = 40;
/** ADR 0095. */
const questionsMax = 32;
const megabyte = 1024 * 1024;
const residentMax = 256 * megabyte;
/** An account has five tries (ADR 0010). */
const triesMax = 5;
const redirectUri = "http://127.0.0.1:9/cb";

type Habit = "right" | "wrong at first" | "always wrong" | "twice at once";

/** Somebody who signs in, and how often they sent a form. */
interface Person extends OldAccount {
  readonly habit: Habit;
  /** From a network of their own, so that no mistake counts for somebody else. */
  readonly headers: Readonly<Record<string, string>>;
  submitted: number;
}

/** Of ten people each does something else, or something else happens to them. */
const habits: readonly (readonly [Habit, FirstAnswer])[] = [
  ["right", "status 500"],
  ["right", "reset"],
  ["right", "none"],
  ["right", "slow"],
  ["wrong at first", "prompt"],
  ["always wrong", "prompt"],
  ["twice at once", "prompt"],
  ["twice at once", "slow"],
  ["right", "prompt"],
  ["right", "prompt"],
];

function personAt(number: number): Person {
  const [habit, firstAnswer] = habits[number % habits.length] ?? ["right", "prompt"];
  return {
    username: `person${number}`,
    subject: `old-${number}`,
    // Shorter than a new one may be, so that a move that held it to the rules for these would show.
    password: `hunter${number}`,
    habit,
    firstAnswer,
    headers: { "x-forwarded-for": `10.${(number >> 8) & 255}.${number & 255}.9` },
    submitted: 0,
    questions: 0,
    confirmations: 0,
  };
}

/** One installation to which people move, and what went wrong. */
class Move {
  readonly violations: string[] = [];
  readonly moved = new Set<Person>();
  residentPeak = 0;
  cut = 0;
  refused = 0;
  readonly #service: LiveService;
  readonly #client: RegisteredClient;
  readonly #product: OldProduct;
  #restart: Promise<void> | undefined;

  constructor(service: LiveService, client: RegisteredClient, product: OldProduct) {
    this.#service = service;
    this.#client = client;
    this.#product = product;
  }

  /** Everybody signs in, which begins in an outage of the old product; later the service may be killed. Then everybody signs in again. */
  async round(people: readonly Person[], isKilled: boolean): Promise<void> {
    const killAt = Math.floor(people.length * (0.5 + Math.random() * 0.3));
    let finished = 0;
    this.#product.beginOutage(questionsMax);
    await atOnce(people, async (person) => {
      await this.#firstSignIn(person);
      finished += 1;
      if (isKilled && finished === killAt) await this.#kill();
    });
    await atOnce(people, (person) => this.#nextSignIn(person));
    for (const { username, questions, submitted } of people)
      if (questions > submitted)
        this.violations.push(`${submitted} forms of ${username} led to ${questions} questions`);
  }

  noteMemory(): void {
    const { pid } = this.#service;
    if (pid !== undefined) this.residentPeak = Math.max(this.residentPeak, peakBytesOf(pid));
  }

  async #kill(): Promise<void> {
    this.noteMemory();
    this.#restart = this.#service.kill9().then(() => this.#service.start());
    await this.#restart;
  }

  async #firstSignIn(person: Person): Promise<void> {
    if (person.habit === "wrong at first" || person.habit === "always wrong") await this.#mistype(person);
    if (person.habit === "always wrong") return;
    while (person.submitted < triesMax) {
      const { confirmations } = person;
      const isTwice = person.habit === "twice at once" && person.submitted + 2 < triesMax;
      const tries = Array.from({ length: isTwice ? 2 : 1 }, () => this.#signIn(person, person.password));
      const outcomes = await Promise.all(tries);
      const letIn = outcomes.filter((outcome) => outcome === "in").length;
      if (!outcomes.includes("cut") && letIn < person.confirmations - confirmations)
        this.violations.push(
          `${person.username} was refused although the old product confirmed the password`,
        );
      if (letIn > 0) {
        if (person.confirmations === 0) this.violations.push(`nobody confirmed ${person.username}`);
        this.moved.add(person);
        return;
      }
      await this.#product.recovered();
    }
    this.violations.push(`${person.username} was refused to the end`);
  }

  async #nextSignIn(person: Person): Promise<void> {
    if (!this.moved.has(person)) return this.#mistype(person);
    const { questions } = person;
    const outcome = await this.#signIn(person, person.password);
    if (outcome !== "in") this.violations.push(`${person.username} had moved, and was refused`);
    if (person.questions !== questions)
      this.violations.push(`${person.username} had moved, and was asked about`);
  }

  async #mistype(person: Person): Promise<void> {
    const outcome = await this.#signIn(person, `not ${person.password}`);
    if (outcome === "in") this.violations.push(`${person.username} is in with a wrong password`);
    if (outcome === "cut") await this.#mistype(person);
  }

  /** "cut": the service was killed before it answered, and runs again. */
  async #signIn(person: Person, password: string): Promise<"in" | "refused" | "cut"> {
    await this.#restart;
    const before = this.#restart;
    const browser = new FormClient(this.#service.url);
    try {
      const page = await browser.get(authorizationTarget(this.#client), person.headers);
      const { action, fields } = findForm(page.body);
      fields.set("username", person.username);
      fields.set("password", password);
      person.submitted += 1;
      const { status, headers } = await browser.post(action, fields, person.headers);
      if (headers.location?.startsWith(`${redirectUri}?code=`)) return "in";
      if (status !== 400 && status !== 503)
        this.violations.push(`${person.username} got ${status} ${headers.location}`);
      this.refused += 1;
      return "refused";
    } catch (error) {
      if (this.#restart === before) throw error;
      await this.#restart;
      this.cut += 1;
      return "cut";
    } finally {
      browser.close();
    }
  }
}

/** Does it for everybody, for a bounded number of people at once. */
async function atOnce(people: readonly Person[], act: (person: Person) => Promise<void>): Promise<void> {
  const left = people.values();
  const work = async () => {
    for (const person of left) await act(person);
  };
  await Promise.all(Array.from({ length: signInsAtOnce }, work));
}

/** Imports the people, and lets those of each round sign in. */
export async function movingRounds(
  rounds: number,
  progress: Progress = () => {},
  { imported, perRound }: MovingSizes = fullSizes,
): Promise<ProofReport> {
  const count = Math.max(imported, rounds * perRound);
  const people = Array.from({ length: rounds * perRound }, (_, number) => personAt(number));
  await using product = new OldProduct(people);
  const metricsPort = await freePort();
  await using service = await startService({
    ...(await product.start()),
    LATCHKEY_TRUSTED_PROXIES: "127.0.0.1/32",
    LATCHKEY_METRICS_PORT: `${metricsPort}`,
  });
  const client = await service.createClient("App", [redirectUri]);
  const importedAt = performance.now();
  await importPeople(service, count);
  const importSeconds = (performance.now() - importedAt) / 1_000;

  const move = new Move(service, client, product);
  const movingAt = performance.now();
  for (let round = 0; round < rounds; round += 1) {
    // The process of the later rounds lives long enough for its memory to show.
    await move.round(people.slice(round * perRound, (round + 1) * perRound), round < rounds / 2);
    progress(round + 1, rounds);
  }
  const seconds = (performance.now() - movingAt) / 1_000;
  move.noteMemory();
  const violations = [
    ...move.violations,
    ...product.violations,
    ...(await findMiscounts(service, metricsPort, count - move.moved.size)),
  ];
  const { underWayPeak: peak, questions } = product;
  if (peak > questionsMax) violations.push(`${peak} questions were under way at once`);
  if (move.residentPeak > residentMax) violations.push(`the service took ${move.residentPeak} bytes`);
  if (service.logLines.some((line) => line.includes("hunter"))) violations.push("a password is in the log");
  const check = await service.run(["db", "check"]);
  if (check.exitCode !== 0) violations.push(check.stdout + check.stderr);
  return {
    figures: {
      imported: count,
      "s of import": Math.round(importSeconds),
      "signed in": people.length,
      moved: move.moved.size,
      forms: people.reduce((sum, { submitted }) => sum + submitted, 0),
      "forms refused": move.refused,
      "forms cut off by kills": move.cut,
      questions,
      "questions at once at most": peak,
      s: Math.round(seconds),
      "MB at most": Math.round(move.residentPeak / megabyte),
    },
    violations,
  };
}

async function importPeople(service: LiveService, count: number): Promise<void> {
  const lines = Array.from({ length: count }, (_, number) => {
    const { username, subject: sub } = personAt(number);
    return `${JSON.stringify({ username, sub, name: `Person ${number}` })}\n`;
  });
  const { exitCode, stderr } = await service.run(["import", "users", "-", "--json"], lines.join(""));
  assert.equal(exitCode, 0, stderr);
}

/** Every place that says how many people are left, and says another number. */
async function findMiscounts(service: LiveService, metricsPort: number, left: number): Promise<string[]> {
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const [, inMetrics] = /^latchkey_old_passwords (\d+)$/m.exec(metrics) ?? [];
  const doctor = await service.run(["doctor", "--json"]);
  const findings = doctor.stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const inDoctor = findings.find(({ check }) => check === "old passwords")?.figures?.people;
  return Object.entries({ metric: Number(inMetrics), doctor: inDoctor }).flatMap(([place, said]) =>
    said === left ? [] : [`${place} says ${said} people are left, and ${left} are`],
  );
}

if (import.meta.main) await runProof("moving", 10, movingRounds);
