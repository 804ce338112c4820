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
/** Half a second of work: a sign-in with this hash holds a place among those that are computed. */
const slowHash = `$argon2id$v=19$m=131072,t=8,p=1$${"A".repeat(22)}$${"A".repeat(43)}` as PasswordHash;
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

// Every test starts with all its attempts left and an empty queue.
beforeEach(async () => {
  service.clock.advance(24 * 3_600);
  browser = new FormClient(service.url);
  page = await browser.get(authorizationOf(client));
});

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

function tryAs(person: Person, network: number): Promise<HttpAnswer> {
  return submitAs(browser, page, person, {
    "x-forwarded-for": `203.0.${network}.1`,
    // A browser that knows nobody.
    cookie: `latchkey-browser=${browser.cookies.get("latchkey-browser")}`,
  });
}

interface Crowd {
  /** The people whose hash takes long, and the people who wait behind them. */
  readonly answers: readonly Promise<HttpAnswer>[];
  /** How many of them were answered. */
  answered(): number;
}

/** Sends enough people at once to keep every place busy, and `waiting` more. */
async function crowd(waiting: number, waitingHash = quickHash): Promise<Crowd> {
  let answered = 0;
  const counted = (answer: Promise<HttpAnswer>): Promise<HttpAnswer> =>
    answer.finally(() => {
      answered += 1;
    });
  const slow = await Promise.all(Array.from({ length: availableParallelism() }, () => personWith(slowHash)));
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

describe("while many passwords are being checked", () => {
  it("F12: everything that needs no hash is answered at once, exchanges first of all", async () => {
    const visitor = new FormClient(service.url);
    const code = codeAt(await visitor.signIn(authorizationOf(client), ada), client);
    const { answers, answered } = await crowd(32);
    assert.equal(answered(), 0, "the crowd is already through");
    assert.equal((await exchange(visitor, client, code)).status, 200);
    codeAt(await visitor.get(authorizationOf(client)), client);
    assertSignInForm(await new FormClient(service.url).get(authorizationOf(client)));
    assertSignInForm(await tryAs({ ...ada, password: "x".repeat(2_000) }, 200), 400);
    assert.equal(answered(), 0, "hashing kept the event loop from answering anybody else");
    for (const answer of await Promise.all(answers)) assertSignInForm(answer, 400);
  });

  it("F12: a full queue turns people away with 503 and Retry-After, on the same form", async () => {
    const { answers } = await crowd(waitingMax);
    const busy = await tryAs(ada, 200);
    assertSignInForm(busy, 503);
    assert.equal(busy.headers["retry-after"], "2");
    assert.match(problemIn(busy) ?? "", /Many people are signing in right now/);
    assert.equal(usernameIn(busy), ada.username);
    assert.equal(findForm(busy.body).action, findForm(page.body).action);
    assert.equal(busy.headers["set-cookie"], undefined);
    for (const answer of await Promise.all(answers)) assertSignInForm(answer, 400);
    codeAt(await tryAs(ada, 200), client);
  });

  it("F12: a browser that signed in before is not turned away by any crowd of strangers", async () => {
    const regular = new FormClient(service.url);
    codeAt(await regular.signIn(authorizationOf(client), ada), client);
    regular.cookies.delete("latchkey-session");
    const form = await regular.get(authorizationOf(client));
    const { answers, answered } = await crowd(waitingMax, usualHash);
    assert.equal((await tryAs(ada, 200)).status, 503, "a stranger");
    codeAt(await submitAs(regular, form, ada), client);
    assert.ok(answered() < availableParallelism() + 8, "it waited behind strangers");
    await Promise.all(answers);
    regular.close();
  });

  it("F12: a person who is turned away keeps all tries, of the account and of the network", async () => {
    const { answers } = await crowd(waitingMax);
    const wrong = { ...ada, password: "not the password of ada" };
    for (let time = 0; time < 12; time++) assert.equal((await tryAs(wrong, 200)).status, 503);
    await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const answer = await tryAs({ username: `nobody${index}`, password: "x" }, 200);
        assert.ok([503, 429].includes(answer.status));
      }),
    );
    await Promise.all(answers);
    const statuses: number[] = [];
    for (let time = 0; time < 6; time++) statuses.push((await tryAs(wrong, 200)).status);
    assert.deepEqual(statuses, [400, 400, 400, 400, 400, 429]);
    for (let index = 0; index < 15; index++)
      assert.equal((await tryAs({ username: `nobody${index}`, password: "x" }, 200)).status, 400);
  });

  it("F12: unknown names, wrong passwords and disabled accounts wait in the same queue", async () => {
    const carol = await personWith(quickHash);
    const account = await service.ports.accounts.findByName(carol.username as AccountName);
    assert.ok(account !== undefined);
    await service.ports.accounts.setDisabled(account.id, true, service.clock.now());
    const { answers } = await crowd(waitingMax);
    for (const person of [carol, { username: "nobody", password: "x" }, { ...ada, password: "x" }])
      assertSignInForm(await tryAs(person, 200), 503);
    await Promise.all(answers);
  });
});
