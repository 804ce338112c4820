import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { FormClient, findForm, type HttpAnswer } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import {
  ada,
  arrivedAt,
  assertOwnErrorPage,
  assertSignInForm,
  authorizationOf,
  authorizationPath,
  bob,
  codeAt,
  exchange,
  problemIn,
  requestOf,
  submitAs,
  tokenErrorIn,
  tokenFor,
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

// Every test starts with all tries.
beforeEach(() => service.clock.advance(3_600));

function newBrowser(): FormClient {
  return new FormClient(service.url);
}

/** The same form for the same request, with the username kept, the password gone and nobody signed in. */
function assertSameFormAgain(answer: HttpAnswer, before: HttpAnswer, username: string, status: number): void {
  assertSignInForm(answer, status);
  assert.equal(findForm(answer.body).action, findForm(before.body).action);
  assert.equal(usernameIn(answer), username);
  assert.equal(findForm(answer.body).fields.get("password"), "");
  assert.ok(problemIn(answer) !== undefined);
  assert.match(answer.body, /<title>Error: /);
  assert.ok(!setsSession(answer), "somebody is signed in");
}

function setsSession(answer: HttpAnswer): boolean {
  return (answer.headers["set-cookie"] ?? []).some((line) => line.includes("latchkey-session="));
}

describe("the form proves that it was shown to this browser for this request", () => {
  it("D1: a form without a step token is shown again with 403, and works then", async () => {
    const browser = newBrowser();
    const page = await browser.get(authorizationOf(notes));
    const { action } = findForm(page.body);
    const again = await browser.post(action, { ...ada });
    assertSameFormAgain(again, page, ada.username, 403);
    codeAt(await submitAs(browser, again, ada), notes);
  });

  it("D1: a form that was shown to another browser is shown again with 403, and works then", async () => {
    const [mine, other] = [newBrowser(), newBrowser()];
    const [, foreign] = [await mine.get(authorizationOf(notes)), await other.get(authorizationOf(notes))];
    const again = await submitAs(mine, foreign, ada);
    assertSameFormAgain(again, foreign, ada.username, 403);
    codeAt(await submitAs(mine, again, ada), notes);
  });

  it("D1: forms of two tabs work in any order, each for its own client and state", async () => {
    const browser = newBrowser();
    const first = await browser.get(authorizationOf(notes, { state: "first" }));
    const second = await browser.get(authorizationOf(photos, { state: "second" }));
    const arrivedSecond = arrivedAt(await submitAs(browser, second, ada), photos.redirectUri);
    assert.equal(arrivedSecond.get("state"), "second");
    const arrivedFirst = arrivedAt(await submitAs(browser, first, ada), notes.redirectUri);
    assert.equal(arrivedFirst.get("state"), "first");
    assert.equal(await whoseCode(browser, notes, arrivedFirst.get("code") ?? ""), adaId);
  });

  it("D1: the step token of one request does not open another request's form", async () => {
    const browser = newBrowser();
    const first = await browser.get(authorizationOf(notes));
    const second = await browser.get(authorizationOf(photos));
    const { action, fields } = findForm(second.body);
    fields.set("step", findForm(first.body).fields.get("step") ?? "");
    const again = await browser.post(action, { ...Object.fromEntries(fields), ...ada });
    assertSameFormAgain(again, second, ada.username, 403);
  });

  it("D37: the step token of another step does not open the sign-in form", async () => {
    const browser = newBrowser();
    const page = await browser.get(authorizationOf(notes));
    await submitAs(browser, page, ada);
    const signOutPage = await browser.get("/v1/Oauth/logout");
    const continuePage = await browser.get(authorizationOf(notes, { prompt: "consent" }));
    for (const foreign of [signOutPage, continuePage]) {
      const step = findForm(foreign.body).fields.get("step") ?? "";
      const again = await browser.post(findForm(page.body).action, { ...bob, step });
      assertSameFormAgain(again, page, bob.username, 403);
    }
  });

  it("D1: a step token with any character changed is worth nothing", async () => {
    const browser = newBrowser();
    const page = await browser.get(authorizationOf(notes));
    const { action, fields } = findForm(page.body);
    const step = fields.get("step") ?? "";
    for (const [index, character] of [...step].entries()) {
      if (index % 7 !== 0 && index !== step.length - 1) continue;
      const flipped = step.slice(0, index) + (character === "A" ? "B" : "A") + step.slice(index + 1);
      const answer = await browser.post(action, { ...ada, step: flipped });
      assertSameFormAgain(answer, page, ada.username, 403);
    }
  });
});

describe("a form that another site posts", () => {
  const foreign: Readonly<Record<string, Record<string, string>>> = {
    "a cross-site form": { "sec-fetch-site": "cross-site", origin: "https://evil.test" },
    "a form of a sibling host": { "sec-fetch-site": "same-site", origin: "https://blog.id.example" },
    "a form without fetch metadata": { "sec-fetch-site": "", origin: "https://evil.test" },
  };

  for (const [title, headers] of Object.entries(foreign))
    it(`D3: ${title} signs nobody in, even with a step token of the attacker's own`, async () => {
      const [victim, attacker] = [newBrowser(), newBrowser()];
      await victim.get(authorizationOf(notes));
      const bait = await attacker.get(authorizationOf(notes));
      const { action, fields } = findForm(bait.body);
      const answer = await victim.send({
        method: "POST",
        target: action,
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          ...Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== "")),
        },
        body: new URLSearchParams({ ...Object.fromEntries(fields), ...bob }).toString(),
      });
      assertOwnErrorPage(answer, 403);
      assert.equal(answer.headers["set-cookie"], undefined);
    });

  it("D3: without any word of the browser the attacker's step token still signs nobody in", async () => {
    const [victim, attacker] = [newBrowser(), newBrowser()];
    await victim.get(authorizationOf(notes));
    const { action, fields } = findForm((await attacker.get(authorizationOf(notes))).body);
    const answer = await victim.send({
      method: "POST",
      target: action,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ ...Object.fromEntries(fields), ...bob }).toString(),
    });
    assertSignInForm(answer, 403);
    assert.ok(!setsSession(answer));
  });

  it("D13: an authorization request that another site posts goes on as a GET with all its parameters", async () => {
    const browser = newBrowser();
    const body = requestOf(notes, { state: "from afar", login_hint: "ada@example.org" });
    const answer = await browser.send({
      method: "POST",
      target: authorizationPath,
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "sec-fetch-site": "cross-site",
        origin: "https://notes.example",
        // SameSite=Lax keeps our cookies at home.
        cookie: "",
      },
      body,
    });
    assert.equal(answer.status, 303);
    assert.equal(answer.headers.location, `${authorizationPath}?${body}`);
    const page = await browser.get(answer.headers.location);
    assertSignInForm(page);
    assert.equal(usernameIn(page), "ada@example.org");
    assert.equal(arrivedAt(await submitAs(browser, page, ada), notes.redirectUri).get("state"), "from afar");
  });
});

describe("POST and HEAD of the authorization endpoint", () => {
  it("OpenID Connect Core §3.1.2.1: POST leads to the same request as GET, whatever bytes the form holds", async () => {
    const browser = newBrowser();
    await browser.signIn(authorizationOf(notes), ada);
    for (const state of ["日本", "a\r\nSet-Cookie: x=1", "a#b", 'é "<>', "tab\there"]) {
      const raw = `${requestOf(notes)}&state=${state}`;
      const answer = await browser.send({
        method: "POST",
        target: authorizationPath,
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: raw,
      });
      assert.equal(answer.status, 303, answer.body);
      assert.equal(answer.headers["set-cookie"], undefined);
      const { location = "" } = answer.headers;
      assert.match(location, /^\/v1\/Oauth\/authorization\?[!$-~]+$/);
      const arrived = arrivedAt(await browser.get(location), notes.redirectUri);
      assert.equal(arrived.get("state"), state);
    }
  });

  it("OpenID Connect Core §3.1.2.1: parameters in the query and in the form are one request", async () => {
    const browser = newBrowser();
    const answer = await browser.send({
      method: "POST",
      target: `${authorizationPath}?client_id=${notes.id}`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ redirect_uri: notes.redirectUri }).toString(),
    });
    assert.equal(answer.status, 303);
    assertSignInForm(await browser.get(answer.headers.location ?? ""));
  });

  it("A27: HEAD answers what GET would show a stranger, without a code, a session or a trace", async () => {
    const browser = newBrowser();
    await browser.signIn(authorizationOf(notes), ada);
    const sessions = async () => (await service.ports.sessions.list()).map(({ session }) => session);
    const [linesBefore, sessionsBefore] = [service.log.length, await sessions()];
    service.clock.advance(3600);
    const answer = await browser.send({ method: "HEAD", target: authorizationOf(notes) });
    const asGet = await newBrowser().get(authorizationOf(notes));
    assert.equal(answer.status, 200);
    assert.equal(answer.body, "");
    assert.equal(answer.headers.location, undefined);
    assert.equal(answer.headers["content-type"], asGet.headers["content-type"]);
    assert.ok(!setsSession(answer));
    assert.deepEqual(await sessions(), sessionsBefore);
    assert.equal(service.log.length, linesBefore);
    codeAt(await browser.get(authorizationOf(notes)), notes);
  });
});

describe("one browser, several people and pages", () => {
  it("D15: an old tab that is submitted after others signed in and out signs in whom it names", async () => {
    const browser = newBrowser();
    const oldTab = await browser.get(authorizationOf(notes, { state: "old" }));
    await browser.signIn(authorizationOf(photos), ada);
    await browser.submit(await browser.get("/v1/Oauth/logout"), {});
    await browser.signIn(authorizationOf(photos), bob);
    const code = codeAt(await submitAs(browser, oldTab, ada), notes);
    assert.equal(await whoseCode(browser, notes, code), adaId);
    assert.equal(
      await whoseCode(browser, photos, codeAt(await browser.get(authorizationOf(photos)), photos)),
      adaId,
    );
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
    assert.equal(problemIn(asked), "For your safety, please confirm once more.");
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
    assert.match(page.body, /You are signed in as <strong><bdi>ada<\/bdi><\/strong>/);
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
    assertSameFormAgain(wrong, page, ada.username, 400);
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

describe("a form that was left open", () => {
  for (const [title, seconds] of [
    ["an hour", 3_600],
    ["a night", 12 * 3_600],
    ["a month", 30 * 24 * 3_600],
  ] as const)
    it(`D19: works after ${title}`, async () => {
      const browser = newBrowser();
      const page = await browser.get(authorizationOf(notes, { state: "kept" }));
      service.clock.advance(seconds);
      const arrived = arrivedAt(await submitAs(browser, page, ada), notes.redirectUri);
      assert.equal(arrived.get("state"), "kept");
    });

  it("D19: works where the clock was set back meanwhile", async () => {
    const browser = newBrowser();
    const page = await browser.get(authorizationOf(notes));
    service.clock.advance(-600);
    codeAt(await submitAs(browser, page, ada), notes);
  });

  it("D19: a browser that was closed meanwhile gets the same form again, and that works", async () => {
    const browser = newBrowser();
    const page = await browser.get(authorizationOf(notes));
    browser.cookies.clear();
    const again = await submitAs(browser, page, ada);
    assertSameFormAgain(again, page, ada.username, 403);
    codeAt(await submitAs(browser, again, ada), notes);
  });

  it("D19: the address of the form, opened by hand or reloaded, shows the form", async () => {
    const browser = newBrowser();
    const page = await browser.get(authorizationOf(notes, { state: "s" }));
    const reloaded = await browser.get(findForm(page.body).action);
    assertSignInForm(reloaded);
    assert.equal(arrivedAt(await submitAs(browser, reloaded, ada), notes.redirectUri).get("state"), "s");
  });
});

describe("what the form says, and what it leads to", () => {
  it("V6.2.6: a missing name or password is named at its field, and costs no try", async () => {
    const browser = newBrowser();
    const page = await browser.get(authorizationOf(notes));
    for (let time = 0; time < 10; time++) {
      const noName = await submitAs(browser, page, { username: " ", password: "x" });
      assert.equal(problemIn(noName), "Enter your username.");
      assertSignInForm(noName, 400);
      const noPassword = await submitAs(browser, page, { username: "ada", password: "" });
      assert.equal(problemIn(noPassword), "Enter your password.");
      assertSameFormAgain(noPassword, page, "ada", 400);
    }
    codeAt(await submitAs(browser, page, ada), notes);
  });

  it("A4: a password field that is sent twice has no one meaning and is refused", async () => {
    const browser = newBrowser();
    const page = await browser.get(authorizationOf(notes));
    const { action, fields } = findForm(page.body);
    fields.set("username", ada.username);
    fields.set("password", ada.password);
    fields.append("password", ada.password);
    assertSameFormAgain(await browser.post(action, fields), page, ada.username, 400);
  });

  const targets: Readonly<Record<string, string>> = {
    "https://notes.example/cb": "'self' https:",
    "http://127.0.0.1:3000/cb": "'self' https: http:",
    "com.example.app:/cb": "'self' https: com.example.app:",
  };
  for (const [redirectUri, sources] of Object.entries(targets))
    it(`D7: every form for ${redirectUri} may lead there, and leads there with 303`, async () => {
      const isPublic = redirectUri.startsWith("com.");
      const client = await service.addClient({ redirectUris: [redirectUri], isPublic });
      const pkce = { code_challenge: "A".repeat(43), code_challenge_method: "S256" };
      const request = authorizationOf(client, { ...pkce, prompt: "login consent" });
      const browser = newBrowser();
      const page = await browser.get(request);
      const stale = await browser.post(findForm(page.body).action, { ...ada });
      const wrong = await submitAs(browser, page, { ...ada, password: "wrong" });
      const consent = await submitAs(browser, page, ada);
      for (const form of [page, stale, wrong, consent])
        assert.equal(formActionOf(form), sources, `status ${form.status}`);
      const done = await browser.submit(consent, {});
      assert.equal(done.status, 303);
      codeAt(done, client);
    });

  it("D7: forms that stay with us, and error pages, name nobody else", async () => {
    const browser = newBrowser();
    await browser.signIn(authorizationOf(notes), ada);
    for (const answer of [
      await browser.get("/v1/Oauth/logout"),
      await browser.get("/"),
      await browser.get(`${authorizationPath}?client_id=unknown`),
    ])
      assert.match(formActionOf(answer), /^'(self|none)'$/);
  });

  it("D6: no page has a foreign address, an inline handler, or a script without the nonce", async () => {
    const browser = newBrowser();
    const form = await browser.get(authorizationOf(notes));
    const pages = [
      form,
      await submitAs(browser, form, { ...ada, password: "wrong" }),
      await browser.get(`${authorizationPath}?client_id=unknown`),
      await browser.get("/nowhere"),
    ];
    await browser.signIn(authorizationOf(notes), ada);
    for (const target of ["/", "/v1/Oauth/logout", authorizationOf(notes, { prompt: "consent" })])
      pages.push(await browser.get(target));
    pages.push(await browser.submit(await browser.get("/v1/Oauth/logout"), {}));
    for (const { headers, body } of pages) {
      const policy = String(headers["content-security-policy"]);
      const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1];
      assert.ok(nonce !== undefined, policy);
      for (const [tag] of body.matchAll(/<(script|style)\b[^>]*>/g))
        assert.ok(tag.includes(`nonce="${nonce}"`));
      assert.doesNotMatch(body, /<[^>]*\s(on[a-z]+|style)=/i);
      assert.doesNotMatch(body, /\s(src|srcset|data|poster|background)=/i);
      assert.doesNotMatch(body, /<(link|iframe|object|embed|base)\b/i);
      assert.doesNotMatch(body, /url\((?!["']?(?:data:|#))/i);
    }
  });

  it("D30: a strict client gets iss, and it is the issuer", async () => {
    const strict = await service.addClient({ profile: "strict" });
    const pkce = { code_challenge: "A".repeat(43), code_challenge_method: "S256", response_type: "code" };
    const arrived = arrivedAt(
      await newBrowser().signIn(authorizationOf(strict, pkce), ada),
      strict.redirectUri,
    );
    assert.equal(arrived.get("iss"), service.service.issuer);
    const refused = arrivedAt(
      await newBrowser().get(authorizationOf(strict, { ...pkce, prompt: "none" })),
      strict.redirectUri,
    );
    assert.equal(refused.get("iss"), service.service.issuer);
  });

  it("D4: state comes back byte for byte, and a strict client must bring a code challenge", async () => {
    const state = "ü/+ %&=?#'\"<>\u{1F511}";
    const browser = newBrowser();
    const answer = await browser.signIn(authorizationOf(notes, { state }), ada);
    assert.equal(arrivedAt(answer, notes.redirectUri).get("state"), state);
    const strict = await service.addClient({ profile: "strict" });
    const refused = await browser.get(authorizationOf(strict, { response_type: "code" }));
    assert.equal(arrivedAt(refused, strict.redirectUri).get("error"), "invalid_request");
  });
});

function formActionOf({ headers }: HttpAnswer): string {
  return /form-action ([^;]*)/.exec(String(headers["content-security-policy"]))?.[1] ?? "";
}
