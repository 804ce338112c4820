import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { removeDueAccounts } from "../../src/flows/person/deletion.ts";
import { FormClient } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import {
  authorizationOf,
  codeAt,
  errorAt,
  type Person,
  problemIn,
  tokenFor,
  userinfoStatus,
} from "./journey.ts";
import { assertCleanLog } from "./support/ground-rules.ts";

const day = 86_400;

let service: InProcessService;
let notes: TestClient;
let people = 0;
let ada: Person;
let browser: FormClient;

before(async () => {
  service = await startInProcess();
  notes = await service.addClient({ name: "Notes" });
});
after(async () => {
  assertCleanLog(service.log, [ada.password]);
  await service[Symbol.asyncDispose]();
});

// A new person in a new browser, an hour later.
beforeEach(async () => {
  service.clock.advance(3_600);
  people += 1;
  ada = { username: `ada${people}`, password: `seven quiet rivers run north ${people}` };
  await service.addAccount(ada.username, ada.password, { email: `${ada.username}@notes.example` });
  browser = new FormClient(service.url);
  await browser.signIn("/sign-in?to=account", ada);
});

async function askDeletion(): Promise<void> {
  const asked = await browser.submit(await browser.get("/account/delete"), {});
  assert.equal(asked.status, 200);
  assert.match(asked.body, /<h1>Your account will be deleted<\/h1>/);
}

function adasAccount() {
  return service.ports.accounts.findByName(ada.username as never);
}

describe("deleting one's account", () => {
  it("says on which day, signs out everywhere at once, ends tokens, and tells by mail how to keep the account", async () => {
    const other = new FormClient(service.url);
    await other.signIn("/sign-in?to=account", ada);
    const token = await tokenFor(browser, notes, codeAt(await browser.get(authorizationOf(notes)), notes));
    const question = await browser.get("/account/delete");
    const inTwoWeeks = new Date(service.clock.now() + 14 * day * 1000).toISOString().slice(0, 10);
    assert.match(question.body, new RegExp(`<time datetime="${inTwoWeeks}">`));
    await askDeletion();
    assert.equal(browser.cookies.has("latchkey-session"), false);
    assert.equal((await other.get("/account")).status, 303);
    assert.equal(await userinfoStatus(browser, token), 401);
    const { items } = await service.ports.outbox.list({ limit: 9, search: `${ada.username}@` });
    assert.ok(items.some(({ kind }) => kind === "deletion-announced"));
  });

  it("a sign-in meanwhile asks whether to keep the account, and lets nobody through to a page or an application", async () => {
    await askDeletion();
    const question = await browser.signIn("/sign-in?to=account", ada);
    assert.match(question.body, /<h1>Keep your account\?<\/h1>/);
    for (const page of ["/account", "/account/sessions", "/account/delete", "/account/export"]) {
      const answer = await browser.get(page);
      assert.equal(answer.status, 303);
      const led = await browser.get(answer.headers.location ?? "");
      assert.match(led.body, /<h1>Keep your account\?<\/h1>/);
    }
    const asked = await browser.get(authorizationOf(notes));
    assert.match(asked.body, /<h1>Keep your account\?<\/h1>/);
    assert.equal(
      errorAt(await browser.get(authorizationOf(notes, { prompt: "none" })), notes),
      "interaction_required",
    );
  });

  it("keeping it brings the person on to where they wanted to go, and everything works again", async () => {
    await askDeletion();
    const question = await browser.signIn(authorizationOf(notes), ada);
    assert.match(question.body, /<h1>Keep your account\?<\/h1>/);
    const answer = await browser.submit(question, {});
    await tokenFor(browser, notes, codeAt(answer, notes));
    assert.equal((await adasAccount())?.deleteAfter, undefined);
    assert.match((await browser.get("/account/activity")).body, /Deletion of the account stopped/);
  });

  it("D1: a form of another browser, session or request keeps and deletes nothing", async () => {
    const steps = await Promise.all(
      ["/account/sessions", "/account/export"].map(
        async (page) => /name="step" value="([^"]*)"/.exec((await browser.get(page)).body)?.[1] ?? "",
      ),
    );
    for (const step of ["x", ...steps]) {
      const answer = await browser.post("/account/delete", { step });
      assert.equal(answer.status, 403);
      assert.equal(problemIn(answer), "This page was out of date, so nothing was changed. Please try again.");
    }
    assert.equal((await adasAccount())?.deleteAfter, undefined);
    await askDeletion();
    const question = await browser.signIn("/sign-in?to=account", ada);
    const step = /name="step" value="([^"]*)"/.exec(question.body)?.[1] ?? "";
    for (const [query, posted] of [
      ["to=account", "x"],
      ["to=home", step],
    ] as const)
      assert.equal((await browser.post(`/keep-account?${query}`, { step: posted })).status, 403);
    assert.ok((await adasAccount())?.deleteAfter);
  });

  it("needs a proof of the last five minutes", async () => {
    const question = await browser.get("/account/delete");
    service.clock.advance(300);
    const answer = await browser.submit(question, {});
    assert.deepEqual([answer.status, answer.headers.location], [303, "/sign-in?to=account/delete"]);
    assert.equal((await adasAccount())?.deleteAfter, undefined);
  });

  it("after the days of grace the job removes the account, and not before", async () => {
    await askDeletion();
    const id = (await adasAccount())?.id;
    assert.ok(id);
    service.clock.advance(14 * day - 1);
    assert.ok(!(await removeDueAccounts(service.ports, service.clock.now())).includes(id));
    service.clock.advance(1);
    assert.ok((await removeDueAccounts(service.ports, service.clock.now())).includes(id));
    assert.equal(await adasAccount(), undefined);
    const refused = await browser.signIn("/sign-in?to=account", ada);
    assert.equal(refused.status, 400);
  });
});
