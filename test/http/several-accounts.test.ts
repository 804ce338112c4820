import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { FormClient, type HttpAnswer } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import {
  ada,
  assertSignInForm,
  authorizationOf,
  bob,
  codeAt,
  submitAs,
  useAnotherOf,
  whoseCode,
} from "./journey.ts";
import { assertCleanLog } from "./support/ground-rules.ts";
import { openid, openidRequest } from "./support/openid.ts";

const password = "correct horse battery staple";
const cleo = { username: "cleo", password } as const;

let service: InProcessService;
let notes: TestClient;
let photos: TestClient;
let adaId: string;
let bobId: string;

before(async () => {
  service = await startInProcess();
  adaId = await service.addAccount(ada.username, ada.password);
  bobId = await service.addAccount(bob.username, bob.password);
  for (const name of ["cleo", "dora", "emil", "fay"]) await service.addAccount(name, password);
  notes = await service.addClient({ name: "Notes", redirectUris: ["https://notes.example/cb"] });
  photos = await service.addClient({ name: "Photos", redirectUris: ["https://photos.example/cb"] });
});
after(async () => {
  assertCleanLog(service.log, [ada.password, bob.password, notes.secret]);
  await service[Symbol.asyncDispose]();
});
beforeEach(() => service.clock.advance(3_600));

/** A browser with these accounts, the last one active. Each was signed in on the way to `client`. */
async function browserOf(people: readonly { username: string; password: string }[], client = notes) {
  const browser = new FormClient(service.url);
  for (const person of people)
    codeAt(await submitAs(browser, await browser.get(useAnotherOf(client)), person), client);
  return browser;
}

/** The names on the buttons of the page with the accounts. */
function choicesIn({ body }: HttpAnswer): readonly string[] {
  assert.match(body, /<h1>Choose an account<\/h1>/);
  const buttons = body.matchAll(/name="session" value="([\w-]+)">[\s\S]*?<bdi>([^<]+)<\/bdi>/g);
  return [...buttons].map(([, , name]) => name ?? "");
}

function sessionOf({ body }: HttpAnswer, name: string): string {
  const found = new RegExp(
    `name="session" value="([\\w-]+)">(?:(?!</button>)[\\s\\S])*<bdi>${name}</bdi>`,
  ).exec(body);
  assert.ok(found?.[1], `no button for ${name}`);
  return found[1];
}

const choose = (browser: FormClient, page: HttpAnswer, name: string) =>
  browser.submit(page, { session: sessionOf(page, name) });

const errorOf = (answer: HttpAnswer) => new URL(String(answer.headers.location)).searchParams.get("error");

describe("several accounts in one browser", () => {
  it("a browser with one account gets no second cookie and no question", async () => {
    const browser = await browserOf([ada]);
    assert.equal(browser.cookies.get("latchkey-accounts"), undefined);
    codeAt(await browser.get(authorizationOf(photos)), photos);
  });

  it("each application gets the account that was chosen for it, without another question", async () => {
    const browser = await browserOf([ada, bob]);
    const page = await browser.get(authorizationOf(photos));
    assert.deepEqual(choicesIn(page), ["bob", "ada"]);
    const code = codeAt(await choose(browser, page, "ada"), photos);
    assert.equal(await whoseCode(browser, photos, code), adaId);
    for (const prompt of [undefined, "none"]) {
      const more = prompt === undefined ? {} : { prompt };
      const first = codeAt(await browser.get(authorizationOf(photos, more)), photos);
      assert.equal(await whoseCode(browser, photos, first), adaId);
      const second = codeAt(await browser.get(authorizationOf(notes, more)), notes);
      assert.equal(await whoseCode(browser, notes, second), bobId);
    }
  });

  it("a hint takes its account without a question and leaves the active one active", async () => {
    const browser = await browserOf([ada, bob]);
    for (const prompt of [{}, { prompt: "none" }]) {
      const code = codeAt(
        await browser.get(authorizationOf(photos, { login_hint: "ADA", ...prompt })),
        photos,
      );
      assert.equal(await whoseCode(browser, photos, code), adaId);
    }
    assert.match((await browser.get("/account")).body, /<bdi>bob<\/bdi>/);
  });

  it("OpenID Connect Core §3.1.2.6: prompt=none without a hint is answered with account_selection_required", async () => {
    const browser = await browserOf([ada, bob]);
    for (const more of [{}, { login_hint: "nobody" }])
      assert.equal(
        errorOf(await browser.get(authorizationOf(photos, { prompt: "none", ...more }))),
        "account_selection_required",
      );
  });

  it("a guessed name is answered as if no account was chosen, unless the code is issued", async () => {
    const browser = await browserOf([ada, bob]);
    service.clock.advance(100);
    for (const login_hint of ["ada", "bob", "nobody"]) {
      const query = { prompt: "none", max_age: "10", login_hint };
      assert.equal(errorOf(await browser.get(authorizationOf(photos, query))), "account_selection_required");
    }
  });

  it("a guess is answered alike for an account that is here and for one that is not, also where another was chosen", async () => {
    const metadata = openid({ isThirdParty: true });
    const lists = await service.addClient({
      name: "Lists",
      redirectUris: ["https://lists.example/cb"],
      metadata,
    });
    const browser = await browserOf([ada, bob]);
    const asked = (more = {}) => browser.get(openidRequest(lists, more));
    const consent = await choose(browser, await asked(), "ada");
    codeAt(await browser.submit(consent, { choice: "allow" }), lists);
    codeAt(await asked({ prompt: "none" }), lists);
    for (const login_hint of ["bob", "cleo", "nobody"])
      assert.equal(
        errorOf(await asked({ prompt: "none", login_hint })),
        "account_selection_required",
        login_hint,
      );
    codeAt(await asked({ prompt: "none", login_hint: "ada" }), lists);
  });

  it("prompt=select_account asks although the choice is remembered", async () => {
    const browser = await browserOf([ada, bob]);
    const page = await browser.get(authorizationOf(notes, { prompt: "select_account" }));
    assert.deepEqual(choicesIn(page), ["bob", "ada"]);
    const code = codeAt(await choose(browser, page, "ada"), notes);
    assert.equal(await whoseCode(browser, notes, code), adaId);
  });

  it("prompt=login and max_age ask the chosen account, also right after a sign-in", async () => {
    const browser = await browserOf([ada, bob]);
    for (const query of [{ prompt: "login" }, { max_age: "0" }]) {
      const page = await browser.get(authorizationOf(photos, query));
      const asked = await choose(browser, page, "ada");
      assert.match(asked.body, /type="password"/);
      assert.match(asked.body, /<bdi>ada<\/bdi>/);
      codeAt(await submitAs(browser, asked, ada), photos);
      await browser.submit(await browser.get("/choose-account?to=account"), {
        session: sessionOf(await browser.get("/choose-account?to=account"), "bob"),
      });
      browser.cookies.set("latchkey-accounts", String(browser.cookies.get("latchkey-accounts")).slice(0, 64));
    }
  });

  it("signing in again renews the session that the browser has of that person", async () => {
    const browser = await browserOf([ada, bob]);
    codeAt(await submitAs(browser, await browser.get(useAnotherOf(photos)), ada), photos);
    assert.deepEqual(choicesIn(await browser.get("/choose-account?to=account")), ["ada", "bob"]);
  });

  it("D73: a sixth account ends the session that was used least recently", async () => {
    const people = [ada, bob, cleo, ...["dora", "emil"].map((username) => ({ username, password }))];
    const browser = await browserOf(people);
    const before = String(browser.cookies.get("latchkey-accounts")).split(".");
    codeAt(
      await submitAs(browser, await browser.get(useAnotherOf(notes)), { username: "fay", password }),
      notes,
    );
    assert.deepEqual(choicesIn(await browser.get("/choose-account?to=account")), [
      "fay",
      "emil",
      "dora",
      "cleo",
      "bob",
    ]);
    const ended = new FormClient(service.url);
    ended.cookies.set("latchkey-session", String(before[3]));
    assertSignInForm(await ended.get(authorizationOf(notes)));
  });

  it("after a sign-out no other account becomes active by itself", async () => {
    const browser = await browserOf([ada, bob]);
    const asked = await browser.get("/v1/Oauth/logout");
    assert.match(asked.body, /Sign out of all accounts/);
    const done = await browser.submit(asked, {});
    assert.match(done.body, /This browser is still signed in to other accounts\./);
    assert.equal(browser.cookies.get("latchkey-session") || undefined, undefined);
    assert.deepEqual(choicesIn(await browser.get(authorizationOf(notes))), ["ada"]);
    assert.deepEqual(choicesIn(await browser.get("/sign-in?to=account")), ["ada"]);
    assert.equal(
      errorOf(await browser.get(authorizationOf(notes, { prompt: "none" }))),
      "account_selection_required",
    );
    await browser.submit(await browser.get("/v1/Oauth/logout"), {});
    assertSignInForm(await browser.get(authorizationOf(notes)));
  });

  it("sign-out of all accounts ends every session of the browser", async () => {
    const browser = await browserOf([ada, bob, cleo]);
    const cookies = [
      browser.cookies.get("latchkey-session"),
      ...String(browser.cookies.get("latchkey-accounts")).split("."),
    ];
    await browser.submit(await browser.get("/v1/Oauth/logout"), { all: "yes" });
    assertSignInForm(await browser.get(authorizationOf(notes)));
    for (const cookie of cookies.filter((value) => value?.length === 64)) {
      const ended = new FormClient(service.url);
      ended.cookies.set("latchkey-session", String(cookie));
      assertSignInForm(await ended.get(authorizationOf(notes)));
    }
  });
});

describe("attacks on a browser with several accounts", () => {
  it("D73: a form from before a switch acts on the account that its button names", async () => {
    const browser = await browserOf([ada, bob]);
    const old = await browser.get(authorizationOf(photos));
    await choose(browser, await browser.get("/choose-account?to=account"), "ada");
    const code = codeAt(await choose(browser, old, "bob"), photos);
    assert.equal(await whoseCode(browser, photos, code), bobId);
  });

  it("D72: another browser's session id, an invented id and a missing id choose no account", async () => {
    const [browser, other] = [await browserOf([ada, bob]), await browserOf([cleo, ada])];
    const foreign = sessionOf(await other.get("/choose-account?to=account"), "cleo");
    const page = await browser.get(authorizationOf(photos));
    for (const session of [foreign, "A".repeat(22), "", "x"]) {
      const again = await browser.submit(page, { session });
      assert.equal(again.status, 403);
      assert.deepEqual(choicesIn(again), ["bob", "ada"]);
    }
  });

  it("D72: a form of another browser or request chooses no account", async () => {
    const [browser, other] = [await browserOf([ada, bob]), await browserOf([ada, bob])];
    const [page, foreign] = [
      await browser.get(authorizationOf(photos)),
      await other.get(authorizationOf(photos)),
    ];
    const step = /name="step" value="([^"]+)"/.exec(foreign.body)?.[1] ?? "";
    const session = sessionOf(page, "ada");
    assert.equal((await browser.submit(page, { session, step })).status, 403);
  });

  it("D72: a forged, doubled, damaged or huge cookie adds no account and breaks no page", async () => {
    const browser = await browserOf([ada, bob]);
    const real = String(browser.cookies.get("latchkey-accounts"));
    const active = String(browser.cookies.get("latchkey-session"));
    const adas = real.slice(0, 64);
    const forged = `${adas.slice(0, 22)}${"A".repeat(42)}`;
    for (const [cookie, names] of [
      [forged, ["bob"]],
      [`${adas}.${adas}.${forged}`, ["bob", "ada"]],
      [`${active}.${adas}`, ["bob", "ada"]],
      ["....", ["bob"]],
      [`${adas.slice(1)}.${adas}`, ["bob", "ada"]],
      [`${adas}.`.repeat(80), ["bob"]],
      ["", ["bob"]],
    ] as const) {
      browser.cookies.set("latchkey-accounts", cookie);
      assert.deepEqual(
        choicesIn(await browser.get("/choose-account?to=account")),
        names,
        cookie.slice(0, 80),
      );
    }
  });

  it("D9: a planted session, in either cookie, never joins the accounts of the browser", async () => {
    const attacker = await browserOf([cleo]);
    const planted = String(attacker.cookies.get("latchkey-session"));
    const victim = await browserOf([ada, bob]);
    victim.cookies.set("latchkey-accounts", `${planted}.${victim.cookies.get("latchkey-accounts")}`);
    assert.deepEqual(choicesIn(await victim.get("/choose-account?to=account")), ["bob", "ada"]);
    const hinted = await victim.get(authorizationOf(photos, { login_hint: "cleo" }));
    assert.deepEqual(choicesIn(hinted), ["bob", "ada"]);
    const other = new FormClient(service.url);
    other.cookies.set("latchkey-session", planted);
    codeAt(await submitAs(other, await other.get(useAnotherOf(notes)), ada), notes);
    assert.equal(other.cookies.get("latchkey-accounts"), undefined);
    assertSignInForm(await attacker.get(authorizationOf(notes)));
  });

  it("D9: a sign-in as somebody who is in the list ends a planted active session too", async () => {
    const attacker = await browserOf([cleo]);
    const victim = await browserOf([ada, bob]);
    victim.cookies.set("latchkey-session", String(attacker.cookies.get("latchkey-session")));
    codeAt(await submitAs(victim, await victim.get(useAnotherOf(notes)), ada), notes);
    assertSignInForm(await attacker.get(authorizationOf(notes)));
  });

  it("D73: of two tabs that add accounts at once, neither shows an account twice", async () => {
    const browser = await browserOf([ada]);
    const pages = [await browser.get(useAnotherOf(notes)), await browser.get(useAnotherOf(notes))] as const;
    await Promise.all([submitAs(browser, pages[0], bob), submitAs(browser, pages[1], cleo)]);
    const names = choicesIn(await browser.get("/choose-account?to=account"));
    assert.equal(new Set(names).size, names.length);
    assert.ok(names.includes("ada"));
  });

  it("D72: an ended session and a disabled account leave the list", async () => {
    const browser = await browserOf([ada, cleo, bob]);
    const elsewhere = new FormClient(service.url);
    elsewhere.cookies.set("latchkey-session", String(browser.cookies.get("latchkey-accounts")).slice(0, 64));
    await elsewhere.submit(await elsewhere.get("/v1/Oauth/logout"), {});
    assert.deepEqual(choicesIn(await browser.get(authorizationOf(photos))), ["bob", "ada"]);
    codeAt(await choose(browser, await browser.get(authorizationOf(photos)), "ada"), photos);
    assert.equal(
      String(browser.cookies.get("latchkey-accounts"))
        .split(".")
        .filter((part) => part.length === 64).length,
      1,
    );
    const gil = await service.addAccount("gil", password);
    codeAt(
      await submitAs(browser, await browser.get(useAnotherOf(notes)), { username: "gil", password }),
      notes,
    );
    await choose(browser, await browser.get("/choose-account?to=account"), "ada");
    assert.ok((await service.ports.accounts.setDisabled(gil, true, service.clock.now())).ok);
    assert.deepEqual(choicesIn(await browser.get("/choose-account?to=account")), ["ada", "bob"]);
  });
});
