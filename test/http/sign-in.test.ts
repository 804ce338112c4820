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
  problemIn,
  requestOf,
  submitAs,
  usernameIn,
  whoseCode,
} from "./journey.ts";
import { assertCleanLog } from "./support/ground-rules.ts";

let service: InProcessService;
let notes: TestClient;
let photos: TestClient;
let adaId: string;

before(async () => {
  service = await startInProcess();
  adaId = await service.addAccount(ada.username, ada.password);
  await service.addAccount(bob.username, bob.password);
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

/** The same form for the same request, with the username kept, the password gone and nobody signed in. */
function assertSameFormAgain(answer: HttpAnswer, shown: HttpAnswer, username: string, status: number): void {
  assertSignInForm(answer, status);
  assert.equal(findForm(answer.body).action, findForm(shown.body).action);
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
  it("D1: a form without a CSRF token is shown again with 403, and works then", async () => {
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

  it("the log says why a form did not count: unreadable, another's, or from a browser that keeps no cookie", async () => {
    const page = await newBrowser().get(authorizationOf(notes));
    const { action, fields } = findForm(page.body);
    const linesBefore = service.log.length;
    const { host } = new URL(service.service.issuer);
    await newBrowser().post(action, { ...ada }, { host });
    await newBrowser().post(action, { ...Object.fromEntries(fields), ...ada }, { host });
    const other = newBrowser();
    await other.get(authorizationOf(notes));
    await other.post(action, { ...Object.fromEntries(fields), ...ada }, { host });
    assert.deepEqual(
      service.log.slice(linesBefore).map(({ message, fields: told }) => [message, told.reason]),
      ["step-unreadable", "step-no-cookie", "step-other"].map((reason) => ["sign-in-refused", reason]),
    );
  });

  it("a form without a cookie whose request names another host tells the person the address, and the operator both", async () => {
    const page = await newBrowser().get(authorizationOf(notes));
    const { action, fields } = findForm(page.body);
    const form = { ...Object.fromEntries(fields), ...ada };
    const linesBefore = service.log.length;
    const elsewhere = await newBrowser().post(action, form, { host: "other.example" });
    const own = new URL(service.service.issuer).origin;
    const { host } = new URL(own);
    assert.ok(problemIn(elsewhere)?.endsWith(`does not begin with ${own}, open that address instead.`));
    const here = await newBrowser().post(action, form, { host });
    assert.match(problemIn(here) ?? "", /Allow cookies for this site, then sign in again\.$/);
    const told = service.log.slice(linesBefore).filter(({ message }) => message === "host-differs");
    assert.deepEqual(
      told.map(({ level, fields: { received, own: base } }) => [level, received, base]),
      [["warn", "other.example", own]],
    );
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

  it("D1: the CSRF token of one request does not open another request's form", async () => {
    const browser = newBrowser();
    const first = await browser.get(authorizationOf(notes));
    const second = await browser.get(authorizationOf(photos));
    const { action, fields } = findForm(second.body);
    fields.set("step", findForm(first.body).fields.get("step") ?? "");
    const again = await browser.post(action, { ...Object.fromEntries(fields), ...ada });
    assertSameFormAgain(again, second, ada.username, 403);
  });

  it("D37: the CSRF token of another step does not open the sign-in form", async () => {
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

  it("D1: a CSRF token with any character changed is worth nothing", async () => {
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
    it(`D3: ${title} signs nobody in, even with a CSRF token of the attacker's own`, async () => {
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

  it("D3: without any word of the browser the attacker's CSRF token still signs nobody in", async () => {
    const [victim, attacker] = [newBrowser(), newBrowser()];
    await victim.get(authorizationOf(notes));
    const { action, fields } = findForm((await attacker.get(authorizationOf(notes))).body);
    const answer = await victim.send({
      method: "POST",
      target: action,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ ...Object.fromEntries(fields), ...bob }).toString(),
    });
    assert.ok(!setsSession(answer));
    assert.equal(answer.headers.location, action);
    assertSignInForm(await victim.get(action), 403);
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
        // SameSite=Lax keeps the service's cookies out of this request.
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
  it("OpenID Connect Core §3.1.2.1: POST leads to the same request as GET, with any bytes in the form", async () => {
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

describe("a form that was filled in badly", () => {
  it("V6.2.6: a missing name or password is named at its field, and costs no try", async () => {
    const browser = newBrowser();
    const page = await browser.get(authorizationOf(notes));
    for (let time = 0; time < 10; time++) {
      const noName = await submitAs(browser, page, { username: " ", password: "x" });
      assert.equal(problemIn(noName), "Enter your username or e-mail address.");
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
});

describe("what goes back to the client", () => {
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
