import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { FormClient } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import {
  ada,
  assertSignInForm,
  authorizationOf,
  bob,
  codeAt,
  exchange,
  problemIn,
  submitAs,
  tokenErrorIn,
  tokenFor,
  useAnotherOf,
  userinfoStatus,
  usernameIn,
  whoseCode,
} from "./journey.ts";
import { assertCleanLog } from "./support/ground-rules.ts";

let service: InProcessService;
let notes: TestClient;
let photos: TestClient;
let adaId: string;
let bobId: string;

before(async () => {
  service = await startInProcess();
  adaId = await service.addAccount(ada.username, ada.password);
  bobId = await service.addAccount(bob.username, bob.password);
  notes = await service.addClient({ name: "Notes", redirectUris: ["https://notes.example/cb"] });
  photos = await service.addClient({ name: "Photos", redirectUris: ["https://photos.example/cb"] });
});
after(async () => {
  assertCleanLog(service.log, [ada.password, bob.password, notes.secret]);
  await service[Symbol.asyncDispose]();
});

// Every test starts with all its attempts left.
beforeEach(() => service.clock.advance(3_600));

function newBrowser(): FormClient {
  return new FormClient(service.url);
}

describe("one browser, several people and pages", () => {
  it("D15: an old tab that is submitted after others signed in and out signs in whom it names", async () => {
    const browser = newBrowser();
    const oldTab = await browser.get(authorizationOf(notes, { state: "old" }));
    await browser.signIn(authorizationOf(photos), ada);
    await browser.submit(await browser.get("/v1/Oauth/logout"), {});
    await browser.signIn(authorizationOf(photos), bob);
    const code = codeAt(await submitAs(browser, oldTab, ada), notes);
    assert.equal(await whoseCode(browser, notes, code), adaId);
    // Bob is signed in as well, so the other application asks.
    assert.match((await browser.get(authorizationOf(photos))).body, /<h1>Choose an account<\/h1>/);
  });

  it("D15: signing in again as the same person keeps the tokens of other applications; as another it keeps them too", async () => {
    const browser = newBrowser();
    const token = await tokenFor(
      browser,
      notes,
      codeAt(await browser.signIn(authorizationOf(notes), ada), notes),
    );
    const before = browser.cookies.get("latchkey-session");
    const page = await browser.get(authorizationOf(photos, { prompt: "login" }));
    codeAt(await submitAs(browser, page, ada), photos);
    assert.notEqual(browser.cookies.get("latchkey-session"), before);
    assert.equal(await userinfoStatus(browser, token), 200);
    const other = await browser.get(useAnotherOf(photos));
    codeAt(await submitAs(browser, other, bob), photos);
    assert.equal(await userinfoStatus(browser, token), 200);
  });

  it("D22: a 'Continue as' form that was left open cannot stand for a demanded sign-in later", async () => {
    const browser = newBrowser();
    const request = authorizationOf(notes, { prompt: "login consent" });
    const asked = await submitAs(browser, await browser.get(request), ada);
    assert.match(asked.body, /id="allow">Continue to /);
    service.clock.advance(599);
    codeAt(await browser.submit(asked, {}), notes);
    service.clock.advance(1);
    assertSignInForm(await browser.submit(asked, {}));
  });

  it("D15: an old 'Continue as Ada' gives no code once Bob is signed in; it asks again, naming him", async () => {
    const browser = newBrowser();
    await browser.signIn(authorizationOf(notes), ada);
    const oldTab = await browser.get(authorizationOf(notes, { prompt: "select_account" }));
    assert.match(oldTab.body, /<bdi>ada<\/bdi>/);
    await browser.submit(await browser.get("/v1/Oauth/logout"), {});
    await browser.signIn(authorizationOf(notes), bob);
    const asked = await browser.submit(oldTab, {});
    assert.equal(asked.status, 403);
    assert.equal(problemIn(asked), "This page was out of date, so nothing was changed. Please try again.");
    assert.match(asked.body, /<bdi>bob<\/bdi>/);
    assert.doesNotMatch(asked.body, /<bdi>ada<\/bdi>/);
    const code = codeAt(await browser.submit(asked, {}), notes);
    assert.equal(await whoseCode(browser, notes, code), bobId);
  });

  it("D15: an old 'Continue as Ada' asks for a password once nobody is signed in", async () => {
    const browser = newBrowser();
    await browser.signIn(authorizationOf(notes), ada);
    const oldTab = await browser.get(authorizationOf(notes, { prompt: "select_account" }));
    await browser.submit(await browser.get("/v1/Oauth/logout"), {});
    assertSignInForm(await browser.submit(oldTab, {}));
  });

  it("D15: a page that asks to sign in again says who is signed in", async () => {
    const browser = newBrowser();
    await browser.signIn(authorizationOf(notes), ada);
    const page = await browser.get(authorizationOf(notes, { prompt: "login" }));
    assert.match(page.body, /<div class="who">\s*<strong><bdi>ada<\/bdi><\/strong>/);
    assert.equal(usernameIn(page), "ada");
  });

  it("D16: Back and submit once more gives a new code for the same person, never the old one", async () => {
    const browser = newBrowser();
    const page = await browser.get(authorizationOf(notes));
    const first = codeAt(await submitAs(browser, page, ada), notes);
    const second = codeAt(await submitAs(browser, page, ada), notes);
    assert.notEqual(first, second);
    assert.equal(await whoseCode(browser, notes, second), adaId);
  });

  it("D16: a double click gives two answers, of which each is a code or the same form", async () => {
    const browser = newBrowser();
    const page = await browser.get(authorizationOf(notes));
    const answers = await Promise.all([submitAs(browser, page, ada), submitAs(browser, page, ada)]);
    for (const answer of answers) codeAt(answer, notes);
  });

  it("D16: Back to a wrong password's form and submitting the right one works", async () => {
    const browser = newBrowser();
    const page = await browser.get(authorizationOf(notes));
    const wrong = await submitAs(browser, page, { ...ada, password: "not my password at all" });
    assertSignInForm(wrong, 400);
    codeAt(await submitAs(browser, page, ada), notes);
  });

  it("D18: a callback that is loaded again is refused at the exchange", async () => {
    const browser = newBrowser();
    const code = codeAt(await browser.signIn(authorizationOf(notes), ada), notes);
    const token = await tokenFor(browser, notes, code);
    assert.equal(tokenErrorIn(await exchange(browser, notes, code)), "invalid_grant");
    assert.equal(await userinfoStatus(browser, token), 401);
  });

  it("D20: the pages of one browser are worth nothing in another", async () => {
    const [browser, thief] = [newBrowser(), newBrowser()];
    await browser.signIn(authorizationOf(notes), ada);
    const consent = await browser.get(authorizationOf(notes, { prompt: "consent" }));
    assertSignInForm(await thief.submit(consent, {}));
    await thief.signIn(authorizationOf(notes), bob);
    const asked = await thief.submit(consent, {});
    assert.equal(asked.status, 403);
    assert.match(asked.body, /<bdi>bob<\/bdi>/);
  });
});
