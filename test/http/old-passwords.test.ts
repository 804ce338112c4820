import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import type { ServerResponse } from "node:http";
import { after, before, beforeEach, describe, it } from "node:test";
import type { Account } from "../../src/identity/account.ts";
import type { AccountName } from "../../src/identity/account-name.ts";
import { accountIdOf, parseKeptSubject } from "../../src/values/ids.ts";
import { FormClient } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { type ReceivedRequest, type Receiver, startReceiver } from "../support/receiver.ts";
import { authorizationOf, codeAt, problemIn, submitAs } from "./journey.ts";

const secret = Buffer.alloc(32, 7);
/** Too short and too well known for a password that somebody chooses here. */
const old = "hunter2";
const refusedAfter = 3_200;
/** For a busy machine. */
const slack = 2_500;

type Answer = (response: ServerResponse, question: Record<string, unknown>) => void;

const judge: Answer = (response, { password }) =>
  void response
    .writeHead(200, { "content-type": "application/json" })
    .end(JSON.stringify({ valid: password === old }));
describe("people whose password only the old product knows", () => {
  let service: InProcessService;
  let client: TestClient;
  let oldProduct: Receiver<ReceivedRequest>;
  let answer: Answer = judge;
  let named = 0;

  before(async () => {
    oldProduct = await startReceiver(
      (request) => request,
      (response, _, { body }) => answer(response, JSON.parse(body)),
    );
    service = await startInProcess({
      LATCHKEY_IMPORT_CHECK_URL: oldProduct.url,
      LATCHKEY_IMPORT_CHECK_SECRET: `whsec_${secret.toString("base64")}`,
      LATCHKEY_IMPORT_CHECK_UNTIL: "2026-01-31",
      LATCHKEY_TRUSTED_PROXIES: "127.0.0.1/32",
    });
    client = await service.addClient();
    await service.addAccount("moved", "a password that was set here");
  });
  after(async () => {
    await service[Symbol.asyncDispose]();
    await oldProduct[Symbol.asyncDispose]();
  });
  beforeEach(() => {
    answer = judge;
  });

  async function addWaiting(changes: Partial<Account> = {}): Promise<Account> {
    named += 1;
    const now = service.clock.now();
    const account: Account = {
      id: accountIdOf(`${named}`.padStart(20, "0")),
      username: `person${named}` as AccountName,
      hasOldPassword: true,
      epoch: 0,
      isDisabled: false,
      isAdmin: false,
      createdAt: now,
      updatedAt: now,
      ...changes,
    };
    const created = await service.ports.accounts.create(account);
    assert.ok(created.ok);
    return account;
  }

  /** From a network of its own, so that no try counts for another test. */
  async function tryIn(username: string, password: string) {
    named += 1;
    const browser = new FormClient(service.url);
    const headers = { "x-forwarded-for": `10.${named >> 8}.${named & 255}.9` };
    const page = await browser.get(authorizationOf(client), headers);
    const startedAt = performance.now();
    const shown = await submitAs(browser, page, { username, password }, headers);
    const milliseconds = performance.now() - startedAt;
    browser.close();
    return { shown, milliseconds };
  }
  const stored = (account: Account) => service.ports.accounts.find(account.id);

  it("sign in with it once, by a signed question, and have their own Argon2id hash from then on", async () => {
    const subject = parseKeptSubject("f1c2-old");
    const ada = await addWaiting(subject && { subject });
    const before = oldProduct.received.length;
    codeAt((await tryIn(ada.username, old)).shown, client);
    const [question, ...others] = oldProduct.received.slice(before);
    assert.ok(question && others.length === 0);
    assert.deepEqual(JSON.parse(question.body), {
      username: ada.username,
      subject: "f1c2-old",
      password: old,
    });
    const { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": signature } = question.headers;
    const signed = createHmac("sha256", secret).update(`${id}.${at}.${question.body}`).digest("base64");
    assert.equal(signature, `v1,${signed}`);
    const moved = await stored(ada);
    assert.match(moved?.passwordHash ?? "", /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    assert.equal(moved?.hasOldPassword, undefined);
    const { items } = await service.ports.auditTrail.list({ limit: 1, act: "password-moved" });
    assert.deepEqual(items[0]?.target, { kind: "user", id: ada.id });
    codeAt((await tryIn(ada.username, old)).shown, client);
    assert.equal(oldProduct.received.length, before + 1);
  });

  it("are asked about once for each try, and a refused one stores nothing", async () => {
    const ada = await addWaiting();
    const before = oldProduct.received.length;
    const { shown } = await tryIn(ada.username, "not it");
    assert.equal(shown.status, 400);
    assert.match(problemIn(shown) ?? "", /is incorrect/);
    assert.equal(oldProduct.received.length, before + 1);
    assert.equal((await stored(ada))?.passwordHash, undefined);
  });

  it("nobody else is asked about: unknown names, people with a password, disabled and locked accounts", async () => {
    const before = oldProduct.received.length;
    const disabled = await addWaiting({ isDisabled: true });
    const never = await addWaiting({ hasOldPassword: false });
    const names = ["nobody-at-all", "moved", disabled.username, never.username];
    for (const { shown } of await Promise.all(names.map((username) => tryIn(username, old))))
      assert.match(problemIn(shown) ?? "", /is incorrect/);
    assert.equal(oldProduct.received.length, before);
  });

  it("every refusal comes after the same time, whoever was asked about, so that it names nobody", async () => {
    const ada = await addWaiting();
    const names = [ada.username, "nobody-at-all", "moved"];
    const tries = await Promise.all(names.map((username) => tryIn(username, "not it")));
    for (const { milliseconds: time } of tries)
      assert.ok(time >= refusedAfter && time < refusedAfter + slack, `${time}`);
    const { milliseconds } = await tryIn("moved", "a password that was set here");
    assert.ok(milliseconds < refusedAfter, `${milliseconds}`);
  });

  it("two sign-ins at once leave one hash, and both get in", async () => {
    const ada = await addWaiting();
    const tries = await Promise.all([tryIn(ada.username, old), tryIn(ada.username, old)]);
    for (const { shown } of tries) codeAt(shown, client);
    assert.match((await stored(ada))?.passwordHash ?? "", /^\$argon2id\$/);
  });

  it("E1: a name is asked about no more often than it may be tried", async () => {
    const ada = await addWaiting();
    const before = oldProduct.received.length;
    const tries = await Promise.all(Array.from({ length: 9 }, () => tryIn(ada.username, "not it")));
    assert.equal(oldProduct.received.length - before, 5);
    assert.equal(tries.filter(({ shown }) => shown.status === 429).length, 4);
  });

  it("while it does not answer, the page says to everybody that not every password can be checked", async () => {
    const ada = await addWaiting();
    answer = (response) => void response.writeHead(500).end("{}");
    const logged = service.log.length;
    const asked = await tryIn(ada.username, old);
    assert.deepEqual([asked.shown.status, asked.shown.headers["retry-after"]], [503, "60"]);
    assert.match(problemIn(asked.shown) ?? "", /Not every password can be checked right now/);
    assert.equal((await stored(ada))?.passwordHash, undefined);
    const refusals = service.log.slice(logged).filter(({ message }) => message === "sign-in-refused");
    assert.deepEqual(
      refusals.map(({ fields }) => fields.reason),
      ["old-system-status-500"],
    );
    const [nobody, moved] = await Promise.all([tryIn("nobody-at-all", old), tryIn("moved", old)]);
    for (const { shown, milliseconds } of [asked, nobody, moved]) {
      assert.equal(shown.status, 503);
      assert.ok(milliseconds >= refusedAfter && milliseconds < refusedAfter + slack, `${milliseconds}`);
    }
    codeAt((await tryIn("moved", "a password that was set here")).shown, client);
    // It answers again. The others hear of it a little later, so that the answer does not name the person who was asked about.
    answer = judge;
    const wrong = await tryIn(ada.username, "not it");
    assert.equal(wrong.shown.status, 503);
    service.clock.advance(31);
    const both = await Promise.all([tryIn(ada.username, "not it"), tryIn("nobody-at-all", "not it")]);
    assert.deepEqual(
      both.map(({ shown }) => shown.status),
      [400, 400],
    );
    service.clock.advance(3_600);
    codeAt((await tryIn(ada.username, old)).shown, client);
  });

  it("an old product that says yes to everything lets in as its own people, and as nobody else", async () => {
    answer = (response) => void response.writeHead(200).end('{"valid":true}');
    const ada = await addWaiting();
    service.clock.advance(3_600);
    codeAt((await tryIn(ada.username, "anything")).shown, client);
    const names = ["moved", "nobody-at-all", ada.username];
    for (const { shown } of await Promise.all(names.map((username) => tryIn(username, "anything else"))))
      assert.equal(shown.status, 400);
  });

  it("no log line repeats the password, and no answer", async () => {
    const lines = JSON.stringify(service.log);
    assert.ok(!lines.includes(old) && !lines.includes("anything else"));
  });

  it("after the last day nothing is asked, and everybody who is refused reads how to choose a new password", async () => {
    const ada = await addWaiting();
    service.clock.advance(31 * 86_400);
    const before = oldProduct.received.length;
    for (const username of [ada.username, "nobody-at-all", "moved"]) {
      const { shown, milliseconds } = await tryIn(username, old);
      assert.equal(shown.status, 400);
      assert.match(
        problemIn(shown) ?? "",
        /is incorrect\. If you have not signed in for a while, choose a new password/,
      );
      assert.ok(milliseconds < refusedAfter);
    }
    assert.equal(oldProduct.received.length, before);
    codeAt((await tryIn("moved", "a password that was set here")).shown, client);
  });
});
