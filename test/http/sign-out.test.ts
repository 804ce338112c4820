import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { FormClient, findForm } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import {
  ada,
  assertOwnErrorPage,
  assertSignInForm,
  authorizationOf,
  bob,
  codeAt,
  errorAt,
  exchange,
  logoutPath,
  problemIn,
  tokenErrorIn,
  tokenFor,
  userinfoStatus,
} from "./journey.ts";
import { assertCleanLog } from "./support/ground-rules.ts";

let service: InProcessService;
let client: TestClient;

before(async () => {
  service = await startInProcess();
  await service.addAccount(ada.username, ada.password);
  await service.addAccount(bob.username, bob.password);
  client = await service.addClient();
});
after(async () => {
  assertCleanLog(service.log, [ada.password, bob.password, client.secret]);
  await service[Symbol.asyncDispose]();
});

// Every test starts with all its attempts left.
beforeEach(() => service.clock.advance(3_600));

async function signedIn(person = ada): Promise<FormClient> {
  const browser = new FormClient(service.url);
  codeAt(await browser.signIn(authorizationOf(client), person), client);
  return browser;
}

describe("signing out", () => {
  it("D25: a post from another site, which comes without the cookie, takes no cookie away", async () => {
    const stranger = new FormClient(service.url);
    const headers = { "content-type": "application/x-www-form-urlencoded", origin: "null" };
    for (const body of ["", "client_id=x&step=x"]) {
      const answer = await stranger.send({ method: "POST", target: logoutPath, headers, body });
      assert.deepEqual([answer.status, answer.headers.location], [303, logoutPath]);
      assert.equal(answer.headers["set-cookie"], undefined);
    }
    stranger.close();
  });

  it("V7.4.1: the cookie is taken away, and worth nothing when it is sent again", async () => {
    const browser = await signedIn();
    const cookie = `latchkey-session=${browser.cookies.get("latchkey-session")}`;
    const posted = await browser.submitOnly(await browser.get(logoutPath), {});
    assert.deepEqual([posted.status, posted.headers.location], [303, logoutPath]);
    assert.match(String(posted.headers["set-cookie"]), /^latchkey-session=; Max-Age=0; Path=\//);
    const done = await browser.get(logoutPath);
    assert.equal(done.status, 200);
    assert.match(done.body, /You are signed out/);
    assertSignInForm(await browser.get(authorizationOf(client), { cookie }));
    const silently = await browser.get(authorizationOf(client, { prompt: "none" }), { cookie });
    assert.equal(errorAt(silently, client), "login_required");
    assert.match((await browser.get("/", { cookie })).body, /You are not signed in/);
  });

  it("V7.4.1: codes on their way and tokens of the session end with it", async () => {
    const browser = await signedIn();
    const token = await tokenFor(browser, client, codeAt(await browser.get(authorizationOf(client)), client));
    const code = codeAt(await browser.get(authorizationOf(client)), client);
    assert.equal(await userinfoStatus(browser, token), 200);
    await browser.submit(await browser.get(logoutPath), {});
    assert.equal(tokenErrorIn(await exchange(browser, client, code)), "invalid_grant");
    assert.equal(await userinfoStatus(browser, token), 401);
  });

  it("V7.4.1: other browsers of the same person, and other people, stay signed in", async () => {
    const [here, elsewhere, other] = [await signedIn(), await signedIn(), await signedIn(bob)];
    await here.submit(await here.get(logoutPath), {});
    codeAt(await elsewhere.get(authorizationOf(client)), client);
    codeAt(await other.get(authorizationOf(client)), client);
  });

  it("V7.4.1: pressing twice, or pressing Back and once more, says that one is signed out", async () => {
    const browser = await signedIn();
    const page = await browser.get(logoutPath);
    const answers = [await browser.submit(page, {}), await browser.submit(page, {})];
    answers.push(await browser.get(logoutPath));
    for (const answer of answers) {
      assert.equal(answer.status, 200);
      assert.match(answer.body, /You are signed out/);
    }
  });
});

describe("D25: nobody else can sign a person out", () => {
  async function assertStillSignedIn(browser: FormClient, cookie: string): Promise<void> {
    codeAt(await browser.get(authorizationOf(client), { cookie }), client);
  }

  it("D25: a picture, frame or link that leads to the address only asks", async () => {
    const browser = await signedIn();
    const cookie = `latchkey-session=${browser.cookies.get("latchkey-session")}`;
    for (const destination of ["image", "iframe", "document"]) {
      const page = await browser.get(logoutPath, {
        cookie,
        "sec-fetch-site": "cross-site",
        "sec-fetch-dest": destination,
      });
      assert.equal(page.status, 200);
      assert.match(page.body, /<h1>Sign out\?<\/h1>/);
      assert.doesNotMatch(String(page.headers["set-cookie"]), /session/);
      await assertStillSignedIn(browser, cookie);
    }
    await browser.send({ method: "HEAD", target: logoutPath });
    await assertStillSignedIn(browser, cookie);
  });

  it("D25: a form that another site posts is refused", async () => {
    const browser = await signedIn();
    const cookie = `latchkey-session=${browser.cookies.get("latchkey-session")}`;
    const { fields } = findForm((await browser.get(logoutPath)).body);
    for (const headers of [
      { "sec-fetch-site": "cross-site", origin: "https://evil.test" },
      { "sec-fetch-site": "same-site", origin: "https://blog.localhost" },
    ])
      assertOwnErrorPage(await browser.post(logoutPath, fields, headers), 403);
    await assertStillSignedIn(browser, cookie);
  });

  it("D25: a form without its CSRF token, or with another browser's, asks once more", async () => {
    const [browser, other] = [await signedIn(), await signedIn(bob)];
    const cookie = `latchkey-session=${browser.cookies.get("latchkey-session")}`;
    const foreign = findForm((await other.get(logoutPath)).body).fields;
    for (const fields of [{}, { step: "AAAA" }, foreign]) {
      const asked = await browser.post(logoutPath, fields);
      assert.equal(asked.status, 403);
      assert.equal(problemIn(asked), "This page was out of date, so nothing was changed. Please try again.");
      await assertStillSignedIn(browser, cookie);
    }
    const asked = await browser.post(logoutPath, {});
    assert.match((await browser.submit(asked, {})).body, /You are signed out/);
  });

  it("D25: the form for one person does not sign out the next one in the same browser", async () => {
    const browser = await signedIn();
    const oldTab = await browser.get(logoutPath);
    await browser.submit(await browser.get(logoutPath), {});
    codeAt(await browser.signIn(authorizationOf(client), bob), client);
    const asked = await browser.submit(oldTab, {});
    assert.equal(asked.status, 403);
    assert.match(asked.body, /<bdi>bob<\/bdi>/);
    codeAt(await browser.get(authorizationOf(client)), client);
  });
});
