import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import type { AccountName } from "../../src/identity/account-name.ts";
import { accountIdOf } from "../../src/values/ids.ts";
import { FormClient, findForm, type HttpAnswer } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import {
  ada,
  assertSignInForm,
  authorizationOf,
  bob,
  codeAt,
  exchange,
  type Person,
  problemIn,
  submitAs,
  usernameIn,
} from "./journey.ts";
import { assertCleanLog } from "./support/ground-rules.ts";

const mismatch = "That username, e-mail address or password is incorrect.";
const wrong: Person = { ...ada, password: "not the password of ada" };
/** One more attempt on an account, and from a network, after this many seconds. */
const accountInterval = 240;
const networkInterval = 90;

let service: InProcessService;
let client: TestClient;
let page: HttpAnswer;
let browser: FormClient;

before(async () => {
  service = await startInProcess({ LATCHKEY_TRUSTED_PROXIES: "127.0.0.1" });
  const adaId = await service.addAccount(ada.username, ada.password);
  const passwordHash = (await service.ports.accounts.find(adaId))?.passwordHash;
  assert.ok(passwordHash !== undefined);
  const now = service.clock.now();
  // The same password as Ada's, so that no further hash has to be computed.
  await service.ports.accounts.create({
    id: accountIdOf("0".repeat(20)),
    username: "müller" as AccountName,
    email: "mueller@example.org" as AccountName,
    passwordHash,
    epoch: 0,
    isDisabled: false,
    isAdmin: false,
    createdAt: now,
    updatedAt: now,
  });
  await service.addAccount(bob.username, bob.password);
  client = await service.addClient();
});
after(async () => {
  assertCleanLog(service.log, [ada.password, bob.password, client.secret]);
  await service[Symbol.asyncDispose]();
});

// Every test starts with all its attempts left, in a browser that nobody used before.
beforeEach(async () => {
  service.clock.advance(24 * 3_600);
  browser = new FormClient(service.url);
  page = await browser.get(authorizationOf(client));
});

/** One try from an address, in a browser that forgets whatever it learns. */
function tryFrom(address: string, person: Person): Promise<HttpAnswer> {
  const { action, fields } = findForm(page.body);
  fields.set("username", person.username);
  fields.set("password", person.password);
  const cookie = `latchkey-browser=${browser.cookies.get("latchkey-browser")}`;
  return browser.post(action, fields, { "x-forwarded-for": address, cookie });
}

/** How many of the answers have a status. */
function count(answers: readonly HttpAnswer[], status: number): number {
  return answers.filter((answer) => answer.status === status).length;
}

async function tryInTurn(tries: readonly (() => Promise<HttpAnswer>)[]): Promise<readonly HttpAnswer[]> {
  const answers: HttpAnswer[] = [];
  for (const next of tries) answers.push(await next());
  return answers;
}

describe("tries at one account", () => {
  it("E1: five wrong passwords are judged, then 429 says how long to wait, on the same form", async () => {
    const answers = await tryInTurn(Array.from({ length: 10 }, () => () => tryFrom("203.0.113.1", wrong)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [400, 400, 400, 400, 400, 429, 429, 429, 429, 429],
    );
    for (const answer of answers.slice(0, 5)) assert.equal(problemIn(answer), mismatch);
    for (const answer of answers.slice(5)) {
      assertSignInForm(answer, 429);
      assert.equal(answer.headers["retry-after"], String(accountInterval));
      assert.equal(problemIn(answer), "Too many attempts. Try again in 4 minutes, or use a passkey.");
      assert.equal(usernameIn(answer), ada.username);
    }
  });

  it("E1: the right password is not judged either until the wait is over, and then accepted", async () => {
    await tryInTurn(Array.from({ length: 10 }, () => () => tryFrom("203.0.113.1", wrong)));
    assert.equal((await tryFrom("203.0.113.1", ada)).status, 429);
    service.clock.advance(accountInterval - 1);
    const almost = await tryFrom("203.0.113.1", ada);
    assert.equal(almost.headers["retry-after"], "1");
    service.clock.advance(1);
    codeAt(await tryFrom("203.0.113.1", ada), client);
  });

  it("E1: nobody is locked out for good: after hours of guessing the next free try is minutes away", async () => {
    for (let hour = 0; hour < 6; hour++) {
      await tryInTurn(Array.from({ length: 8 }, () => () => tryFrom("203.0.113.1", wrong)));
      service.clock.advance(3_600);
    }
    await tryInTurn(Array.from({ length: 10 }, () => () => tryFrom("203.0.113.1", wrong)));
    const refused = await tryFrom("203.0.113.1", ada);
    assert.ok(Number(refused.headers["retry-after"]) <= accountInterval);
    service.clock.advance(accountInterval);
    codeAt(await tryFrom("203.0.113.1", ada), client);
  });

  it("E1: signing in costs no try, however often", async () => {
    for (let time = 0; time < 12; time++) codeAt(await tryFrom("203.0.113.1", ada), client);
    const answers = await tryInTurn(Array.from({ length: 6 }, () => () => tryFrom("203.0.113.1", wrong)));
    assert.equal(count(answers, 400), 5);
  });

  it("E1: a stale form, and one without a password, cost no try", async () => {
    const { action } = findForm(page.body);
    for (let time = 0; time < 12; time++) {
      await browser.post(action, { ...wrong });
      await tryFrom("203.0.113.1", { ...ada, password: "" });
    }
    codeAt(await tryFrom("203.0.113.1", ada), client);
  });

  it("E6: of 200 wrong tries at once, at most the burst is judged", async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => tryFrom(`203.0.${index}.1`, wrong)),
    );
    assert.equal(count(answers, 400), 5);
    assert.equal(count(answers, 429), 195);
  });

  it("E6: of 200 tries at once with the right one among them, the right one is not let through for free", async () => {
    await tryInTurn(Array.from({ length: 5 }, () => () => tryFrom("203.0.113.1", wrong)));
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => tryFrom(`203.0.${index}.1`, index === 100 ? ada : wrong)),
    );
    assert.equal(count(answers, 429), 200);
  });

  it("E7: every spelling of one account's names shares one counter", async () => {
    const spellings = [
      "müller",
      "MÜLLER",
      "mu\u0308ller",
      " müller ",
      "ｍüｌｌｅｒ",
      "mueller@example.org",
      "Mueller@Example.ORG",
      "mueller@example.org ",
    ];
    const answers = await tryInTurn(
      spellings.map((username, index) => () => tryFrom(`203.0.${index}.1`, { ...wrong, username })),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      [400, 400, 400, 400, 400, 400, 400, 400],
    );
    // Five were judged: the counter of the account is exhausted under its other name too, where the right password fails alike.
    const email = { username: "mueller@example.org", password: ada.password };
    assert.equal(problemIn(await tryFrom("203.0.113.1", email)), mismatch);
    service.clock.advance(accountInterval);
    codeAt(await tryFrom("203.0.113.1", email), client);
    service.clock.advance(24 * 3_600);
    for (const username of spellings)
      codeAt(await tryFrom("203.0.113.1", { username, password: ada.password }), client);
  });

  it("E7: no sequence of tries tells two names of one account from two names that nobody has", async () => {
    const seen = async (names: readonly [string, string], from: number) => {
      const [one, other] = names;
      const order = [one, one, one, one, one, other, one, other, other, other, other, other, other, one];
      const answers = await tryInTurn(
        order.map((username, index) => () => tryFrom(`203.${from}.${index}.1`, { ...wrong, username })),
      );
      service.clock.advance(accountInterval);
      const later = await tryInTurn(
        [other, one, other, one].map((username) => () => tryFrom(`203.${from}.99.1`, { ...wrong, username })),
      );
      return [...answers, ...later].map((answer) => [
        answer.status,
        answer.headers["retry-after"],
        problemIn(answer),
      ]);
    };
    const pair = await seen(["müller", "mueller@example.org"], 1);
    const strangers = await seen(["nobody", "nobody@example.org"], 2);
    assert.deepEqual(pair, strangers);
  });

  it("E7: of many tries at once under both names of an account, no more than the burst are judged", async () => {
    const names = ["müller", "mueller@example.org"];
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        tryFrom(`203.0.${index}.1`, { ...wrong, username: names[index % 2] ?? "" }),
      ),
    );
    // Ten were taken in, five by each name; judged were five, so the hash of the right password is not even compared.
    service.clock.advance(accountInterval - 1);
    for (const username of names)
      assert.notEqual((await tryFrom("203.0.113.1", { username, password: ada.password })).status, 303);
    service.clock.advance(1);
    codeAt(await tryFrom("203.0.113.1", { username: "müller", password: ada.password }), client);
  });

  it("E21: nobody else can have the name that Müller signs in with, so nobody is locked out under it", async () => {
    const now = service.clock.now();
    for (const username of ["mueller@example.org", "müller"])
      assert.deepEqual(
        await service.ports.accounts.create({
          id: accountIdOf("1".repeat(20)),
          username: username as AccountName,
          epoch: 0,
          isDisabled: false,
          isAdmin: false,
          createdAt: now,
          updatedAt: now,
        }),
        { ok: false, reason: "name-taken" },
      );
  });

  it("E21: tries at names that only look like an account's do not touch its counter", async () => {
    for (const username of ["ada@example.org", "ada.", "adа", "а" + "da", "ada@", "adaa"])
      await tryInTurn(
        Array.from({ length: 6 }, (_, index) => () => tryFrom(`203.0.${index}.1`, { ...wrong, username })),
      );
    codeAt(await tryFrom("203.0.113.1", ada), client);
  });
});

describe("tries from one network", () => {
  const stranger = (index: number): Person => ({ username: `nobody${index}`, password: "Summer2026!" });

  it("E3: one password tried at many accounts is stopped after twenty, and in any quarter of an hour after thirty", async () => {
    const atOnce = await Promise.all(
      Array.from({ length: 300 }, (_, index) => tryFrom("203.0.113.1", stranger(index))),
    );
    assert.equal(count(atOnce, 400), 20);
    assert.equal(count(atOnce, 429), 280);
    let judged = 20;
    for (let passed = 0; passed < 15 * 60; passed += 30) {
      const next = await Promise.all(
        Array.from({ length: 5 }, (_, index) => tryFrom("203.0.113.1", stranger(1_000 + passed + index))),
      );
      judged += count(next, 400);
      for (const { status, headers } of next)
        assert.ok(status === 400 || Number(headers["retry-after"]) <= networkInterval);
      service.clock.advance(30);
    }
    assert.ok(judged <= 30, `${judged} in a quarter of an hour`);
  });

  const shared: Readonly<Record<string, (index: number) => string>> = {
    "an IPv4 /24": (index) => `198.51.100.${index}`,
    "an IPv6 /56": (index) => `2001:db8:7:12${(index % 256).toString(16).padStart(2, "0")}::${index}`,
    "IPv4 written as IPv6": (index) => `::ffff:198.51.100.${index}`,
  };
  for (const [title, addressOf] of Object.entries(shared))
    it(`E4: ${title} counts as one`, async () => {
      const answers = await tryInTurn(
        Array.from({ length: 30 }, (_, index) => () => tryFrom(addressOf(index), stranger(index))),
      );
      assert.equal(count(answers, 400), 20);
      assert.equal(count(answers, 429), 10);
    });

  it("E4: the next /24 and the next /56 have tries of their own", async () => {
    await Promise.all(
      Array.from({ length: 30 }, (_, index) => tryFrom(`198.51.100.${index}`, stranger(index))),
    );
    await Promise.all(
      Array.from({ length: 30 }, (_, index) => tryFrom(`2001:db8:7:1200::${index}`, stranger(index))),
    );
    for (const address of ["198.51.101.1", "2001:db8:7:1300::1", "2001:db8:8:1200::1"])
      assert.equal((await tryFrom(address, stranger(500))).status, 400);
  });

  it("E4: an IPv6 /48 has three times the tries of a /56, however many of its /56 take part", async () => {
    const answers = await tryInTurn(
      Array.from(
        { length: 70 },
        (_, index) => () => tryFrom(`2001:db8:9:${index.toString(16)}00::1`, stranger(index)),
      ),
    );
    assert.equal(count(answers, 400), 60);
    assert.equal(count(answers, 429), 10);
    assert.equal((await tryFrom("2001:db8:a:100::1", stranger(500))).status, 400);
    service.clock.advance(networkInterval / 3);
    assert.equal((await tryFrom("2001:db8:9:100::1", stranger(500))).status, 400);
  });

  it("E9: addresses that the caller made up in front of the proxy's are not believed", async () => {
    const answers = await tryInTurn(
      Array.from(
        { length: 30 },
        (_, index) => () => tryFrom(`192.0.${index}.1, 203.0.113.1`, stranger(index)),
      ),
    );
    assert.equal(count(answers, 400), 20);
  });

  it("E9: without trusted proxies X-Forwarded-For and its kin have no effect", async () => {
    await using plain = await startInProcess();
    const app = await plain.addClient();
    const visitor = new FormClient(plain.url);
    const form = findForm((await visitor.get(authorizationOf(app))).body);
    const answers: HttpAnswer[] = [];
    for (let index = 0; index < 30; index++) {
      const made = `203.0.${index}.1`;
      answers.push(
        await visitor.post(
          form.action,
          { step: form.fields.get("step") ?? "", ...stranger(index) },
          { "x-forwarded-for": made, forwarded: `for=${made}`, "x-real-ip": made, "x-client-ip": made },
        ),
      );
    }
    assert.equal(count(answers, 400), 20);
    assert.equal(count(answers, 429), 10);
  });

  it("E3: people who are signed in, and exchanges, do not notice a network that ran out of tries", async () => {
    const visitor = new FormClient(service.url);
    const signedIn = await submitAs(visitor, await visitor.get(authorizationOf(client)), ada);
    await Promise.all(Array.from({ length: 30 }, (_, index) => tryFrom("127.0.0.1", stranger(index))));
    assert.equal((await tryFrom("127.0.0.1", stranger(50))).status, 429);
    assert.equal((await exchange(visitor, client, codeAt(signedIn, client))).status, 200);
    codeAt(await visitor.get(authorizationOf(client)), client);
  });
});

describe("a browser that signed in before", () => {
  async function known(person: Person): Promise<FormClient> {
    const visitor = new FormClient(service.url);
    codeAt(await visitor.signIn(authorizationOf(client), person), client);
    visitor.cookies.delete("latchkey-session");
    return visitor;
  }

  it("E1: strangers who use up an account's tries do not lock out the browser that its owner uses", async () => {
    const own = await known(ada);
    await Promise.all(Array.from({ length: 50 }, (_, index) => tryFrom(`203.0.${index}.1`, wrong)));
    assert.equal((await tryFrom("203.0.113.1", ada)).status, 429);
    codeAt(await own.signIn(authorizationOf(client), ada), client);
  });

  it("E1: nor does a network that ran out of tries", async () => {
    const own = await known(ada);
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        tryFrom("127.0.0.1", { username: `nobody${index}`, password: "Summer2026!" }),
      ),
    );
    codeAt(await own.signIn(authorizationOf(client), ada), client);
  });

  it("E1: it has ten tries of its own, which are bounded too and leave the account's alone", async () => {
    const own = await known(ada);
    const form = await own.get(authorizationOf(client));
    const answers = await tryInTurn(Array.from({ length: 12 }, () => () => submitAs(own, form, wrong)));
    assert.equal(count(answers, 400), 10);
    assert.equal(count(answers, 429), 2);
    codeAt(await tryFrom("203.0.113.1", ada), client);
  });

  it("E1: a browser that knew only an earlier password is a stranger", async () => {
    const own = await known(ada);
    const account = await service.ports.accounts.findByName(ada.username as AccountName);
    assert.ok(account?.passwordHash !== undefined);
    await service.ports.accounts.setPassword(account.id, account.passwordHash, service.clock.now());
    const form = await own.get(authorizationOf(client));
    const answers = await tryInTurn(Array.from({ length: 7 }, () => () => submitAs(own, form, wrong)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [400, 400, 400, 400, 400, 429, 429],
    );
  });

  it("E1: knowing one person's browser helps nobody with another account", async () => {
    const bobs = await known(bob);
    await tryInTurn(Array.from({ length: 5 }, () => () => tryFrom("203.0.113.1", wrong)));
    assert.equal((await submitAs(bobs, await bobs.get(authorizationOf(client)), ada)).status, 429);
  });

  it("E1: a device cookie that somebody made up helps nobody", async () => {
    const own = await known(ada);
    const real = own.cookies.get("latchkey-device") ?? "";
    await tryInTurn(Array.from({ length: 5 }, () => () => tryFrom("203.0.113.1", wrong)));
    const altered = `${real.slice(0, -2)}${real.endsWith("AA") ? "BB" : "AA"}`;
    for (const made of ["", "A".repeat(real.length), altered, real.slice(1)]) {
      const visitor = new FormClient(service.url);
      const form = await visitor.get(authorizationOf(client));
      visitor.cookies.set("latchkey-device", made);
      assert.equal((await submitAs(visitor, form, ada)).status, 429);
    }
  });
});
