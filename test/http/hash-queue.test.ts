import assert from "node:assert/strict";
import { availableParallelism } from "node:os";
import { after, before, beforeEach, describe, it } from "node:test";
import type { AccountName } from "../../src/identity/account-name.ts";
import type { PasswordHash } from "../../src/identity/password.ts";
import { accountIdOf } from "../../src/values/ids.ts";
import { FormClient, findForm, type HttpAnswer } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import {
  ada,
  assertSignInForm,
  authorizationOf,
  codeAt,
  exchange,
  type Person,
  problemIn,
  submitAs,
  usernameIn,
} from "./journey.ts";
import { assertCleanLog } from "./support/ground-rules.ts";

const waitingMax = 64;
/** Of 128 MiB each: half a second of work, and more for a machine that has much else to do. */
const slowPasses = [8, 40, 200];
/** A sign-in with this hash holds a place among those that are computed. */
const slowHash = (passes: number) =>
  `$argon2id$v=19$m=131072,t=${passes},p=1$${"A".repeat(22)}$${"A".repeat(43)}` as PasswordHash;
/** Next to no work, but it has to wait behind the slow ones. */
const quickHash = `$argon2id$v=19$m=8,t=1,p=1$${"A".repeat(22)}$${"A".repeat(43)}` as PasswordHash;
/** As much work as a real password: what is answered meanwhile tells how many hashes were done, not how fast answers travel. */
const usualHash = `$argon2id$v=19$m=19456,t=2,p=1$${"A".repeat(22)}$${"A".repeat(43)}` as PasswordHash;

let service: InProcessService;
let client: TestClient;
let browser: FormClient;
let page: HttpAnswer;
let people = 0;

before(async () => {
  service = await startInProcess({ LATCHKEY_TRUSTED_PROXIES: "127.0.0.1" });
  client = await service.addClient();
  await service.addAccount(ada.username, ada.password);
});
after(async () => {
  assertCleanLog(service.log, [ada.password, client.secret]);
  await service[Symbol.asyncDispose]();
});

beforeEach(startAnew);

/** Everybody has all tries left, and the queue is empty. */
async function startAnew(): Promise<void> {
  service.clock.advance(24 * 3_600);
  browser = new FormClient(service.url);
  page = await browser.get(authorizationOf(client));
}

async function personWith(passwordHash: PasswordHash): Promise<Person> {
  const number = people++;
  const now = service.clock.now();
  const username = `person${number}`;
  await service.ports.accounts.create({
    id: accountIdOf(String(number).padStart(20, "0")),
    username: username as AccountName,
    passwordHash,
    epoch: 0,
    isDisabled: false,
    isAdmin: false,
    createdAt: now,
    updatedAt: now,
  });
  return { username, password: "x" };
}

function headersFrom(network: number) {
  return {
    "x-forwarded-for": `203.0.${network}.1`,
    // A browser that knows nobody.
    cookie: `latchkey-browser=${browser.cookies.get("latchkey-browser")}`,
  };
}

function tryAs(person: Person, network: number): Promise<HttpAnswer> {
  return submitAs(browser, page, person, headersFrom(network));
}

/** The same sign-in in two steps: the page that tells the outcome can be read later. */
async function tryFirstAs(person: Person, network: number): Promise<() => Promise<HttpAnswer>> {
  const { action, fields } = findForm(page.body);
  for (const [name, value] of Object.entries(person)) fields.set(name, value);
  const answer = await browser.postOnly(action, fields, headersFrom(network));
  return () => browser.pageAfter(answer, headersFrom(network));
}

interface Crowd {
  /** The people whose hash takes long, and the people who wait behind them. */
  readonly answers: readonly Promise<HttpAnswer>[];
  /** How many of them were answered. */
  answered(): number;
}

/** Sends enough people at once to keep every place busy for so many passes, and `waiting` more. */
async function crowd(passes: number, waiting: number, waitingHash: PasswordHash): Promise<Crowd> {
  let answered = 0;
  const counted = (answer: Promise<HttpAnswer>): Promise<HttpAnswer> =>
    answer.finally(() => {
      answered += 1;
    });
  const slow = await Promise.all(
    Array.from({ length: availableParallelism() }, () => personWith(slowHash(passes))),
  );
  const quick = await Promise.all(
    Array.from({ length: Math.ceil(waiting / 5) }, () => personWith(waitingHash)),
  );
  const answers = slow.map((person, index) => counted(tryAs(person, index)));
  // A few round trips later the slow ones hold their places.
  for (let time = 0; time < 5; time++) await browser.get("/healthz");
  for (let index = 0; index < waiting; index++) {
    const person = quick[index % quick.length];
    if (person !== undefined) answers.push(counted(tryAs(person, 100 + index)));
  }
  for (let time = 0; time < 5; time++) await browser.get("/healthz");
  return { answers, answered: () => answered };
}

interface Scene<Seen> {
  /** How many people wait behind those who keep every place busy, and the hash of each. */
  readonly waiting: number;
  readonly waitingHash?: PasswordHash;
  /** What is seen once the crowd has come; `answered` tells how many of it are through. */
  readonly see: (crowdComes: () => Promise<void>, answered: () => number) => Promise<Seen>;
  /** True if the crowd kept every place busy for as long as the scene needs it; by default to its end. */
  readonly wasBusy?: (seen: Seen) => boolean;
}

/**
 * What is seen while a crowd waits, after all of it was refused. Where a busy machine is through with the crowd before all is seen,
 * that proves nothing, and a crowd comes that takes longer.
 */
async function duringCrowd<Seen>({ waiting, waitingHash = quickHash, see, wasBusy }: Scene<Seen>) {
  for (const passes of slowPasses) {
    let come: Crowd | undefined;
    const answered = () => come?.answered() ?? 0;
    const seen = await see(async () => {
      come = await crowd(passes, waiting, waitingHash);
    }, answered);
    const isProof = wasBusy?.(seen) ?? answered() === 0;
    for (const answer of await Promise.all(come?.answers ?? [])) assertSignInForm(answer, 400);
    if (isProof) return seen;
    await startAnew();
  }
  assert.fail("the crowd is through before anybody else is answered: hashing keeps the event loop");
}

describe("while many passwords are being checked", () => {
  it("F12: everything that needs no hash is answered at once, exchanges first of all", async () => {
    const seen = await duringCrowd({
      waiting: 32,
      see: async (crowdComes) => {
        const visitor = new FormClient(service.url);
        const code = codeAt(await visitor.signIn(authorizationOf(client), ada), client);
        await crowdComes();
        return {
          exchanged: await exchange(visitor, client, code),
          redirected: await visitor.get(authorizationOf(client)),
          asked: await new FormClient(service.url).get(authorizationOf(client)),
          refused: await tryAs({ ...ada, password: "x".repeat(2_000) }, 200),
        };
      },
    });
    assert.equal(seen.exchanged.status, 200);
    codeAt(seen.redirected, client);
    assertSignInForm(seen.asked);
    assertSignInForm(seen.refused, 400);
  });

  it("F12: a full queue turns people away with 503 and Retry-After, on the same form", async () => {
    const busy = await duringCrowd({
      waiting: waitingMax,
      see: async (crowdComes) => {
        await crowdComes();
        return tryAs(ada, 200);
      },
    });
    assertSignInForm(busy, 503);
    assert.equal(busy.headers["retry-after"], "2");
    assert.match(problemIn(busy) ?? "", /Many people are signing in right now/);
    assert.equal(usernameIn(busy), ada.username);
    assert.equal(findForm(busy.body).action, findForm(page.body).action);
    assert.doesNotMatch(String(busy.headers["set-cookie"]), /session|device/);
    codeAt(await tryAs(ada, 200), client);
  });

  it("F12: a browser that signed in before is not turned away by any crowd of strangers", async () => {
    const { stranger, signedIn, before } = await duringCrowd({
      waiting: waitingMax,
      waitingHash: usualHash,
      see: async (crowdComes, answered) => {
        const regular = new FormClient(service.url);
        codeAt(await regular.signIn(authorizationOf(client), ada), client);
        regular.cookies.delete("latchkey-session");
        const form = await regular.get(authorizationOf(client));
        await crowdComes();
        const stranger = await tryAs(ada, 200);
        const wasBusy = answered() === 0;
        const signedIn = await submitAs(regular, form, ada);
        regular.close();
        return { stranger, wasBusy, signedIn, before: answered() };
      },
      wasBusy: ({ wasBusy }) => wasBusy,
    });
    assert.equal(stranger.status, 503);
    codeAt(signedIn, client);
    // Behind the strangers it would come after all of them.
    assert.ok(before < waitingMax / 2, `${before} strangers came first`);
  });

  it("F12: a person who is turned away keeps all tries, of the account and of the network", async () => {
    const wrong = { ...ada, password: "not the password of ada" };
    const nobody = (index: number) => tryFirstAs({ username: `nobody${index}`, password: "x" }, 200);
    const { mine, nobodys } = await duringCrowd({
      waiting: waitingMax,
      see: async (crowdComes) => {
        await crowdComes();
        const mine: (() => Promise<HttpAnswer>)[] = [];
        for (let time = 0; time < 12; time++) mine.push(await tryFirstAs(wrong, 200));
        const nobodys = await Promise.all(Array.from({ length: 30 }, (_, index) => nobody(index)));
        return { mine, nobodys };
      },
    });
    for (const read of mine) assert.equal((await read()).status, 503);
    for (const read of nobodys) assert.ok([503, 429].includes((await read()).status));
    const statuses: number[] = [];
    for (let time = 0; time < 6; time++) statuses.push((await tryAs(wrong, 200)).status);
    assert.deepEqual(statuses, [400, 400, 400, 400, 400, 429]);
    for (let index = 0; index < 15; index++) assert.equal((await (await nobody(index))()).status, 400);
  });

  it("F12: unknown names, wrong passwords and disabled accounts wait in the same queue", async () => {
    const carol = await personWith(quickHash);
    const account = await service.ports.accounts.findByName(carol.username as AccountName);
    assert.ok(account !== undefined);
    await service.ports.accounts.setDisabled(account.id, true, service.clock.now());
    const people = [carol, { username: "nobody", password: "x" }, { ...ada, password: "x" }];
    const answers = await duringCrowd({
      waiting: waitingMax,
      see: async (crowdComes) => {
        await crowdComes();
        return Promise.all(people.map((person) => tryAs(person, 200)));
      },
    });
    for (const answer of answers) assertSignInForm(answer, 503);
  });
});
