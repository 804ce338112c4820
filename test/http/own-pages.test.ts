import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { FormClient, findForm, type HttpAnswer } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import {
  ada,
  assertOwnErrorPage,
  assertSignInForm,
  authorizationOf,
  bob,
  codeAt,
  logoutPath,
  pageAfterRefusal,
  problemIn,
  submitAs,
  summaryOf,
  usernameIn,
} from "./journey.ts";
import { assertCleanLog } from "./support/ground-rules.ts";

let service: InProcessService;
let notes: TestClient;
let browser: FormClient;

before(async () => {
  service = await startInProcess();
  await service.addAccount(ada.username, ada.password);
  await service.addAccount(bob.username, bob.password);
  notes = await service.addClient({ name: "Notes" });
});
after(async () => {
  assertCleanLog(service.log, [ada.password, bob.password]);
  await service[Symbol.asyncDispose]();
});

// Every test starts with all its attempts left, in a new browser.
beforeEach(() => {
  service.clock.advance(3_600);
  browser = new FormClient(service.url);
});

function assertLeadsTo(location: string, answer: HttpAnswer): void {
  assert.deepEqual([answer.status, answer.headers.location], [303, location], summaryOf(answer));
}

/** The address of the only link or button that says this. */
function hrefOf(text: string, { body }: HttpAnswer): string | undefined {
  return new RegExp(`<a (?:class="action" )?href="([^"]*)">${text}</a>`).exec(body)?.[1];
}

describe("signing in for a page of the service", () => {
  it("the account page asks who is there, and opens after the password", async () => {
    assertLeadsTo("/sign-in?to=account", await browser.get("/account"));
    const form = await browser.get("/sign-in?to=account");
    assertSignInForm(form);
    assert.equal(findForm(form.body).action, "/sign-in?to=account");
    assert.match(form.body, /<title>Sign in to your account · Latchkey<\/title>/);
    assertLeadsTo("/account", await submitAs(browser, form, ada));
    const account = await browser.get("/account");
    assert.equal(account.status, 200);
    assert.match(account.body, /<bdi>ada<\/bdi>/);
  });

  it("the home page offers it and comes back; signed out, the last page offers it too", async () => {
    const href = hrefOf("Sign in", await browser.get("/"));
    assert.equal(href, "/sign-in?to=home");
    assertLeadsTo("/", await submitAs(browser, await browser.get(href), ada));
    assert.match((await browser.get("/")).body, /You are signed in as/);
    const done = await browser.submit(await browser.get(logoutPath), {});
    assert.equal(hrefOf("Sign in to your account", done), "/sign-in?to=account");
  });

  it("an application then gets its code without a password, and one session serves both", async () => {
    await submitAs(browser, await browser.get("/sign-in?to=account"), ada);
    const cookie = browser.cookies.get("latchkey-session");
    codeAt(await browser.get(authorizationOf(notes)), notes);
    assert.equal(browser.cookies.get("latchkey-session"), cookie);
  });

  it("a bare sign-in address leads to the account page by way of the form", async () => {
    assertLeadsTo("/sign-in?to=account", await browser.get("/sign-in"));
    await submitAs(browser, await browser.get("/sign-in?to=account"), ada);
    assertLeadsTo("/account", await browser.get("/sign-in?to=account"));
    assertLeadsTo("/", await browser.get("/sign-in?to=home"));
  });

  it("below a base URL with a path, every address keeps that path", async () => {
    await using below = await startInProcess({ LATCHKEY_BASE_URL: "https://id.example/auth" });
    const visitor = new FormClient(below.url);
    assertLeadsTo("/auth/sign-in?to=account", await visitor.get("/auth/account"));
    assert.equal(hrefOf("Sign in", await visitor.get("/auth/")), "/auth/sign-in?to=home");
    visitor.close();
  });

  const elsewhere = [
    "to=https://evil.example",
    "to=//evil.example",
    "to=/account",
    "to=Account",
    "to=account%00",
    "to=%61ccount",
    "to=account&to=home",
    "to=account&client_id=x",
    "to=account#",
    "to=constructor",
    "to=",
    "return_to=/account",
  ];
  for (const query of elsewhere)
    it(`RFC 9700 §4.11: leads nowhere for ${JSON.stringify(query)}, before or after the password`, async () => {
      const shown = await browser.get(`/sign-in?${query}`);
      assertOwnErrorPage(shown);
      const { fields } = findForm((await browser.get("/sign-in?to=account")).body);
      for (const [name, value] of Object.entries(ada)) fields.set(name, value);
      const posted = await browser.post(`/sign-in?${query}`, fields);
      assertOwnErrorPage(await pageAfterRefusal(browser, posted));
      assert.equal(browser.cookies.get("latchkey-session"), undefined);
    });

  it("the authorization endpoint knows no page of the service", async () => {
    assertOwnErrorPage(await browser.get("/v1/Oauth/authorization?to=account"));
    await submitAs(browser, await browser.get("/sign-in?to=account"), ada);
    assertOwnErrorPage(await browser.get("/v1/Oauth/authorization?to=account"));
  });

  it("D37: the CSRF token of an application's form does not serve the account page, nor the reverse", async () => {
    const forNotes = findForm((await browser.get(authorizationOf(notes))).body);
    const forAccount = findForm((await browser.get("/sign-in?to=account")).body);
    const crossed = [
      [forAccount.action, forNotes.fields],
      ["/sign-in?to=home", forAccount.fields],
      [forNotes.action, forAccount.fields],
    ] as const;
    for (const [action, fields] of crossed) {
      for (const [name, value] of Object.entries(ada)) fields.set(name, value);
      const answer = await browser.post(action, fields);
      assertSignInForm(answer, 403);
      assert.equal(problemIn(answer), "This page was out of date. Please sign in again.");
    }
  });

  it("another site cannot post it", async () => {
    const { action, fields } = findForm((await browser.get("/sign-in?to=account")).body);
    for (const [name, value] of Object.entries(ada)) fields.set(name, value);
    const answer = await browser.post(action, fields, { "sec-fetch-site": "cross-site" });
    assert.equal(answer.status, 403);
    assert.equal(browser.cookies.get("latchkey-session"), undefined);
  });

  it("a wrong password brings the same form, with the username kept and the same words as ever", async () => {
    const form = await browser.get("/sign-in?to=account");
    const answer = await submitAs(browser, form, { ...ada, password: "wrong" });
    assertSignInForm(answer, 400);
    assert.deepEqual(
      [usernameIn(answer), problemIn(answer), findForm(answer.body).action],
      ["ada", "That username, e-mail address or password is incorrect.", "/sign-in?to=account"],
    );
    assertLeadsTo("/account", await submitAs(browser, answer, ada));
  });

  it("tries count everywhere: a person who used up the tries here has none at an application", async () => {
    const form = await browser.get("/sign-in?to=account");
    const statuses = new Set<number>();
    for (let count = 0; count < 12; count++)
      statuses.add((await submitAs(browser, form, { ...bob, password: "wrong" })).status);
    assert.deepEqual([...statuses], [400, 429]);
    const elsewhere = new FormClient(service.url);
    const refused = await submitAs(elsewhere, await elsewhere.get(authorizationOf(notes)), bob);
    assert.equal(refused.status, 429);
    assert.match(refused.headers["retry-after"] ?? "", /^\d+$/);
    elsewhere.close();
  });

  it("makes the browser known to the account, as any sign-in does", async () => {
    await submitAs(browser, await browser.get("/sign-in?to=account"), ada);
    assert.notEqual(browser.cookies.get("latchkey-device"), undefined);
  });

  it("D16: Back and submit again opens the page again, as the person who was named last", async () => {
    const form = await browser.get("/sign-in?to=account");
    await submitAs(browser, form, ada);
    assertLeadsTo("/account", await submitAs(browser, form, ada));
    assertLeadsTo("/account", await submitAs(browser, form, bob));
    assert.match((await browser.get("/account")).body, /<bdi>bob<\/bdi>/);
  });

  it("D19: a form that was left open for a week still works", async () => {
    const form = await browser.get("/sign-in?to=account");
    service.clock.advance(7 * 24 * 60 * 60);
    assertLeadsTo("/account", await submitAs(browser, form, ada));
  });

  it("max_age: the time of this sign-in counts for applications", async () => {
    await submitAs(browser, await browser.get("/sign-in?to=account"), ada);
    codeAt(await browser.get(authorizationOf(notes, { max_age: "60" })), notes);
    service.clock.advance(61);
    assertSignInForm(await browser.get(authorizationOf(notes, { max_age: "60" })));
  });

  it("another language keeps the target, also after a reload of the picker's address", async () => {
    await browser.get("/sign-in?to=account");
    const picked = await browser.post("/language?to=account", { language: "nl" });
    assertLeadsTo("/sign-in?to=account", picked);
    assert.match((await browser.get("/sign-in?to=account")).body, /<html lang="nl"/);
    assertLeadsTo("/sign-in?to=account", await browser.get("/language?to=account"));
  });

  it("the log says who signed in, and names no client", async () => {
    const from = service.log.length;
    await submitAs(browser, await browser.get("/sign-in?to=account"), ada);
    const line = service.log.slice(from).find(({ message }) => message === "signed-in");
    assert.match(JSON.stringify(line?.fields), /account/i);
    assert.doesNotMatch(JSON.stringify(line?.fields), /client/i);
  });
});

describe("a browser that sends no cookies", () => {
  for (const target of ["/sign-in?to=account", "application"])
    it(`reads that cookies are needed, with the username kept, however often it tries: ${target}`, async () => {
      let page = await browser.get(target === "application" ? authorizationOf(notes) : target);
      for (let count = 0; count < 3; count++) {
        browser.cookies.clear();
        page = await submitAs(browser, page, ada);
        assertSignInForm(page, 403);
        assert.match(problemIn(page) ?? "", /Allow cookies for this site/);
        assert.equal(usernameIn(page), "ada");
      }
      const answer = await submitAs(browser, page, ada);
      assert.equal(answer.status, 303);
    });

  it("spends no try and computes no hash", async () => {
    const page = await browser.get("/sign-in?to=account");
    for (let count = 0; count < 20; count++) {
      browser.cookies.clear();
      assert.equal((await submitAs(browser, page, { ...ada, password: "wrong" })).status, 403);
    }
    assert.equal((await submitAs(browser, await browser.get("/sign-in?to=account"), ada)).status, 303);
  });
});
