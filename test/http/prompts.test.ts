import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { FormClient, findForm, type HttpAnswer } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import {
  ada,
  arrivedAt,
  assertSignInForm,
  authorizationOf,
  bob,
  codeAt,
  errorAt,
  logoutPath,
  problemIn,
  submitAs,
  useAnotherOf,
  usernameIn,
  whoseCode,
} from "./journey.ts";
import { assertCleanLog } from "./support/ground-rules.ts";

let service: InProcessService;
let client: TestClient;
let adaId: string;
let bobId: string;
/** Ada is signed in here. */
let browser: FormClient;

before(async () => {
  service = await startInProcess();
  adaId = await service.addAccount(ada.username, ada.password);
  bobId = await service.addAccount(bob.username, bob.password);
  client = await service.addClient();
});
after(async () => {
  assertCleanLog(service.log, [ada.password, bob.password, client.secret]);
  await service[Symbol.asyncDispose]();
});

// Every test starts with all its attempts left and a fresh session.
beforeEach(async () => {
  service.clock.advance(24 * 3_600);
  browser = new FormClient(service.url);
  codeAt(await browser.signIn(authorizationOf(client), ada), client);
});

function ask(more: Readonly<Record<string, string>>, as = browser): Promise<HttpAnswer> {
  return as.get(authorizationOf(client, more));
}

function stranger(): FormClient {
  return new FormClient(service.url);
}

function assertContinuePage(answer: HttpAnswer, name: string): void {
  assert.equal(answer.status, 200);
  assert.match(answer.body, /id="allow">Continue to /);
  assert.ok(answer.body.includes(`as <bdi>${name}</bdi>`), answer.body);
}

describe("prompt=none", () => {
  it("D21: a signed-in person goes straight through", async () => {
    codeAt(await ask({ prompt: "none" }), client);
  });

  it("D21: without a session the answer is login_required, with state", async () => {
    const visitor = stranger();
    const answer = await ask({ prompt: "none", state: "s" }, visitor);
    const arrived = arrivedAt(answer, client.redirectUri);
    assert.deepEqual([...arrived.keys()].sort(), ["error", "error_description", "state"]);
    assert.equal(arrived.get("error"), "login_required");
    assert.equal(arrived.get("state"), "s");
    assert.equal(answer.headers["set-cookie"], undefined);
  });

  it("D21: beside another value it is invalid_request, in any order", async () => {
    for (const prompt of ["none login", "login none", "consent none", "none select_account", "none unknown"])
      assert.equal(errorAt(await ask({ prompt }), client), "invalid_request", prompt);
  });

  it("D21: unknown values are ignored, and values are compared with their case", async () => {
    for (const prompt of ["unknown", "LOGIN", "None", "login,consent"]) codeAt(await ask({ prompt }), client);
    assertSignInForm(await ask({ prompt: "unknown login" }));
  });

  it("V7.6.2: it never shows a page or starts a session, with any other parameters", async () => {
    const sessions = async () => (await service.ports.sessions.list()).length;
    const count = await sessions();
    for (const more of [
      {},
      { login_hint: "ada" },
      { max_age: "0" },
      { ui_locales: "de" },
      { display: "popup" },
    ])
      assert.equal(errorAt(await ask({ ...more, prompt: "none" }, stranger()), client), "login_required");
    assert.equal(await sessions(), count);
  });
});

describe("prompt=login and max_age", () => {
  it("OpenID Connect Core §3.1.2.1: prompt=login asks again, and a sign-in satisfies it once", async () => {
    const page = await ask({ prompt: "login" });
    assertSignInForm(page);
    codeAt(await submitAs(browser, page, ada), client);
    assertSignInForm(await ask({ prompt: "login" }));
    codeAt(await ask({}), client);
  });

  it("D22: walking away from prompt=login leaves the old session as it was, and the question open", async () => {
    service.clock.advance(600);
    assertSignInForm(await ask({ prompt: "login" }));
    codeAt(await ask({}), client);
    assertSignInForm(await ask({ prompt: "login" }));
    assertSignInForm(await ask({ max_age: "60" }));
    assert.equal(errorAt(await ask({ max_age: "60", prompt: "none" }), client), "login_required");
  });

  it("D22: cancelling leads to the client with access_denied and upgrades nothing", async () => {
    const page = await ask({ prompt: "login", state: "s" });
    const href = /<a href="([^"]*)">Back to/.exec(page.body)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const answer = new URL(href);
    assert.equal(`${answer.origin}${answer.pathname}`, client.redirectUri);
    assert.equal(answer.searchParams.get("error"), "access_denied");
    assert.equal(answer.searchParams.get("state"), "s");
    assert.equal(answer.searchParams.get("code"), null);
    assertSignInForm(await ask({ prompt: "login" }));
  });

  it("D22: no other page of the service replaces the requested sign-in", async () => {
    const page = await ask({ prompt: "login" });
    const { action, fields } = findForm(page.body);
    const consent = findForm((await ask({ prompt: "consent" })).body).fields.get("step") ?? "";
    const signOut = findForm((await browser.get(logoutPath)).body).fields.get("step") ?? "";
    for (const step of [fields.get("step") ?? "", consent, signOut, ""]) {
      const answer = await browser.post(action.replace("/sign-in", "/continue"), { step, account: "ada" });
      assertSignInForm(answer);
    }
    assertSignInForm(await browser.get(action.replace("/sign-in", "/v1/Oauth/authorization")));
  });

  it("D22: somebody else's sign-in in another browser satisfies nothing here", async () => {
    const page = await ask({ prompt: "login" });
    const other = stranger();
    codeAt(await other.signIn(authorizationOf(client, { prompt: "login" }), ada), client);
    assertSignInForm(await ask({ prompt: "login" }));
    assertSignInForm(await submitAs(other, page, ada), 403);
  });

  it("D22, D67: the page that names a person takes nobody else; the way to another account gives that person's code", async () => {
    const page = await ask({ prompt: "login" });
    assert.equal(usernameIn(page), "ada");
    const refused = await submitAs(browser, page, bob);
    assertSignInForm(refused, 400);
    assert.equal(problemIn(refused), "That username, e-mail address or password is incorrect.");
    const form = await browser.get(useAnotherOf(client, { prompt: "login" }));
    assert.ok(page.body.includes("/sign-in/another?"));
    assert.equal(usernameIn(form), "");
    assert.equal(await whoseCode(browser, client, codeAt(await submitAs(browser, form, bob), client)), bobId);
  });

  it("OpenID Connect Core §3.1.2.1: max_age counts from the last sign-in, to the second", async () => {
    service.clock.advance(59);
    codeAt(await ask({ max_age: "60" }), client);
    service.clock.advance(1);
    const page = await ask({ max_age: "60" });
    assertSignInForm(page);
    assert.match(page.body, /asks you to sign in again/);
    codeAt(await submitAs(browser, page, ada), client);
    codeAt(await ask({ max_age: "60" }), client);
  });

  it("OpenID Connect Core §3.1.2.1: using the session does not make the sign-in any younger", async () => {
    for (let minute = 0; minute < 10; minute++) {
      service.clock.advance(60);
      codeAt(await ask({}), client);
    }
    assertSignInForm(await ask({ max_age: "300" }));
  });

  it("OpenID Connect Core §3.1.2.1: a max_age that is no whole number of seconds is invalid_request", async () => {
    for (const maxAge of ["-1", "1.5", "1e3", "abc", "0x10", " 5", "9".repeat(16)])
      assert.equal(errorAt(await ask({ max_age: maxAge }), client), "invalid_request", maxAge);
    codeAt(await ask({ max_age: "" }), client);
  });
});

describe("prompt=select_account and prompt=consent", () => {
  for (const prompt of ["select_account", "consent"]) {
    it(`OpenID Connect Core §3.1.2.1: prompt=${prompt} names who is signed in, and one press goes on`, async () => {
      const page = await ask({ prompt, state: "s" });
      assertContinuePage(page, "ada");
      const answer = await browser.submit(page, {});
      assert.equal(answer.status, 303);
      assert.equal(arrivedAt(answer, client.redirectUri).get("state"), "s");
      assert.equal(await whoseCode(browser, client, codeAt(answer, client)), adaId);
      assertContinuePage(await ask({ prompt }), "ada");
    });

    it(`OpenID Connect Core §3.1.2.1: prompt=${prompt} lets a person use another account`, async () => {
      const page = await ask({ prompt });
      const href = /<a href="(\/sign-in[^"]*)">Use another account/.exec(page.body)?.[1] ?? "";
      const form = await browser.get(href.replaceAll("&amp;", "&"));
      assertSignInForm(form);
      let answer = await submitAs(browser, form, bob);
      if (prompt === "consent") {
        assertContinuePage(answer, "bob");
        answer = await browser.submit(answer, {});
      }
      assert.equal(await whoseCode(browser, client, codeAt(answer, client)), bobId);
    });
  }

  it("D21: the account that the form names is not what counts, the session is", async () => {
    const page = await ask({ prompt: "select_account" });
    const answer = await browser.submit(page, { account: "bob" });
    assert.equal(await whoseCode(browser, client, codeAt(answer, client)), adaId);
  });

  it("D3: a form of another site chooses nothing", async () => {
    const { action, fields } = findForm((await ask({ prompt: "consent" })).body);
    const foreign = await browser.post(action, fields, { "sec-fetch-site": "cross-site" });
    assert.equal(foreign.status, 403);
    assert.equal(foreign.headers.location, undefined);
  });

  it("D19: a choice that was left open works the next morning, unless the session ended", async () => {
    const page = await ask({ prompt: "consent" });
    service.clock.advance(12 * 3_600);
    codeAt(await browser.submit(page, {}), client);
    service.clock.advance(8 * 24 * 3_600);
    assertSignInForm(await browser.submit(page, {}));
  });

  it("D1: a choice without its CSRF token is asked again with 403, and works then", async () => {
    const { action } = findForm((await ask({ prompt: "consent" })).body);
    const again = await browser.post(action, {});
    assert.equal(again.status, 403);
    assert.equal(problemIn(again), "This page was out of date, so nothing was changed. Please try again.");
    codeAt(await browser.submit(again, {}), client);
  });

  it("D1: a choice made for one request is none for another", async () => {
    const first = findForm((await ask({ prompt: "consent", state: "1" })).body);
    const second = findForm((await ask({ prompt: "consent", state: "2" })).body);
    const again = await browser.post(second.action, first.fields);
    assert.equal(again.status, 403);
    assert.equal(again.headers.location, undefined);
  });
});

describe("hints", () => {
  it("login_hint fills the username in, and never changes who is signed in", async () => {
    const page = await ask({ login_hint: "bob", prompt: "login" });
    assert.equal(usernameIn(page), "bob");
    assert.equal(await whoseCode(browser, client, codeAt(await ask({ login_hint: "bob" }), client)), adaId);
    assert.equal(errorAt(await ask({ login_hint: "a\0b" }), client), "invalid_request");
    assert.equal(
      usernameIn(await ask({ login_hint: `a\u202eb${"x".repeat(300)}` }, stranger()))?.length,
      254,
    );
  });

  const hints: Readonly<Record<string, string>> = {
    "of another issuer": jwt({ alg: "RS256" }, { iss: "https://other.example", sub: "lku1", exp: 9e9 }),
    "without a signature": jwt({ alg: "none" }, { iss: "http://localhost", sub: "lku1", exp: 9e9 }),
    "that has expired": jwt({ alg: "RS256" }, { iss: "http://localhost", sub: "lku1", exp: 1 }),
    "that is no token": "ada",
  };
  for (const [title, hint] of Object.entries(hints))
    it(`D24: an id_token_hint ${title} lets nobody through silently`, async () => {
      const page = await ask({ id_token_hint: hint });
      assertSignInForm(page);
      assert.equal(errorAt(await ask({ id_token_hint: hint, prompt: "none" }), client), "login_required");
      assertSignInForm(await ask({ id_token_hint: hint }, stranger()));
      codeAt(await submitAs(browser, page, ada), client);
    });

  it("OpenID Connect Core §3.1.2.1: display, ui_locales, claims_locales and acr_values are tolerated", async () => {
    const more = {
      display: "popup",
      ui_locales: "de xx",
      claims_locales: "de",
      acr_values: "1 2",
      nonce: "n",
    };
    codeAt(await ask(more), client);
    assertSignInForm(await ask(more, stranger()));
  });
});

function jwt(header: object, payload: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part(header)}.${part(payload)}.c2lnbmF0dXJl`;
}
