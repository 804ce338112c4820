import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { type AccountId, createActivityId } from "../../src/values/ids.ts";
import { plus } from "../../src/values/time.ts";
import { messageTo } from "../storage-contract/samples.ts";
import { TestAuthenticator } from "../support/authenticator.ts";
import { FormClient, type HttpAnswer } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import {
  authorizationOf,
  codeAt,
  exchange,
  type Person,
  problemIn,
  tokenFor,
  userinfoStatus,
} from "./journey.ts";
import { assertCleanLog, hostileText } from "./support/ground-rules.ts";
import { refresh, tokensIn } from "./support/openid.ts";
import { addPasskeyIn, proveForCredentials } from "./support/passkey-proof.ts";

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0";
const newPassword = "nine green boats sail at dawn";
/** The pages of the account, behind its own path. */
const everySettingsPage = [
  "",
  "/activity",
  "/address",
  "/delete",
  "/export",
  "/passkeys",
  "/password",
  "/recovery-codes",
  "/sessions",
  "/totp",
  "/upstreams",
];

let service: InProcessService;
let notes: TestClient;
let people = 0;
let ada: Person & { readonly id: AccountId };
let browser: FormClient;

before(async () => {
  service = await startInProcess();
  notes = await service.addClient({ name: "Notes" });
});
after(async () => {
  assertCleanLog(service.log, [newPassword]);
  await service[Symbol.asyncDispose]();
});

// A new person in a new browser, an hour later.
beforeEach(async () => {
  service.clock.advance(3_600);
  people += 1;
  ada = await newPerson(`ada${people}`);
  browser = await signedIn(ada);
});

async function newPerson(username: string): Promise<typeof ada> {
  const password = `seven quiet rivers run north ${username}`;
  const email = `${username}@notes.example`;
  return { username, password, id: await service.addAccount(username, password, { email }) };
}

async function signedIn(person: Person, title = "Your account"): Promise<FormClient> {
  const client = new FormClient(service.url);
  const answer = await client.signIn("/sign-in?to=account", person);
  assert.ok(answer.body.includes(`<h1>${title}</h1>`), answer.body);
  return client;
}

async function isSignedIn(client: FormClient): Promise<boolean> {
  return (await client.get("/account")).status === 200;
}

/** The ids of the sessions that the page has a button for. */
function sessionsIn({ body }: HttpAnswer): readonly string[] {
  return [...body.matchAll(/name="session" value="([^"]*)"/g)].map(([, id = ""]) => id);
}

/** What happened, as the page says it, newest first. */
async function activityOf(client: FormClient): Promise<readonly string[]> {
  const { body } = await client.get("/account/activity");
  return [...body.matchAll(/<span class="what">([^<]*)</g)].map(([, sentence = ""]) => sentence);
}

describe("pages that can do harm ask for a proof of the last five minutes", () => {
  for (const page of ["account/sessions", "account/password", "account/export"])
    it(`${page}, for GET and for POST`, async () => {
      const form = await browser.get(`/${page}`);
      assert.equal(form.status, 200);
      const other = await signedIn(ada);
      service.clock.advance(300);
      const posted = await browser.submit(form, { others: "all", new_password: newPassword });
      for (const answer of [posted, await browser.get(`/${page}`)])
        assert.deepEqual([answer.status, answer.headers.location], [303, `/sign-in?to=${page}`]);
      assert.ok(await isSignedIn(other));
      const proved = await browser.signIn(`/${page}`, ada);
      assert.equal(proved.status, 200);
      assert.match(proved.body, /<a href="\/account">Your account<\/a>/);
    });

  it("the first page and the activity need a session alone", async () => {
    service.clock.advance(3_000);
    for (const page of ["/account", "/account/activity"]) assert.equal((await browser.get(page)).status, 200);
  });
});

describe("a form that was shown to another account", () => {
  for (const [page, fields] of [
    ["/account/profile", { name: "Eve" }],
    ["/account/passkeys", { change: "rename" }],
    ["/account/export", {}],
  ] as const)
    it(`${page} says so, names who is signed in, and changes nothing`, async () => {
      const bob = await newPerson(`bob${people}`);
      const form = await browser.get(page);
      assert.equal(form.status, 200);
      browser.cookies.delete("latchkey-session");
      assert.match((await browser.signIn("/sign-in?to=account", bob)).body, new RegExp(bob.username));
      const answer = await browser.submit(form, fields);
      const said = `This page was for another account, so nothing was changed. You are signed in as ${bob.username} now.`;
      assert.equal(problemIn(answer), said);
      assert.equal((await service.ports.accounts.find(bob.id))?.name, undefined);
      const own = await browser.post(page, { step: "x", account: bob.username, ...fields });
      assert.ok(!own.body.includes("another account"));
    });
});

describe("the applications on the first page", () => {
  it("have their last use where they may act without the person, and dates as in the region of the browser", async () => {
    const metadata = { ...notes.client.metadata, isOpenid: true, isThirdParty: true, mayRefresh: true };
    const sync = await service.addClient({ name: "Sync", metadata });
    const scope = "openid offline_access";
    const request = authorizationOf(sync, { scope, response_type: "code" });
    const code = codeAt(await browser.submit(await browser.get(request), {}), sync);
    const { refresh_token: token } = tokensIn(await exchange(browser, sync, code));
    const textOf = async (region: string) => {
      const { body } = await browser.get("/account", { "accept-language": region });
      return /<p class="muted dates">Since .*?<\/p>/
        .exec(body)?.[0]
        .replace(/<[^>]*>/g, "")
        .replaceAll("\u00a0", " ");
    };
    const day = (days: number) => new Date(service.clock.now() + days * 86_400_000);
    const inWords = (at: Date) =>
      new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(at);
    const [allowed, used] = [inWords(day(0)), inWords(day(3))];
    assert.equal(await textOf("en-GB"), `Since ${allowed} · last used ${allowed}`);
    service.clock.advance(3 * 86_400);
    assert.equal((await refresh(service.url, sync, token)).status, 200);
    assert.equal(await textOf("en-GB"), `Since ${allowed} · last used ${used}`);
    assert.match((await textOf("en")) ?? "", /^Since [A-Z][a-z]+ \d+, \d{4} · last used/);
  });
});

describe("the page of browsers", () => {
  it("ASVS V7.5.2: names each by its browser and network, marks this one, and signs another one out", async () => {
    const other = new FormClient(service.url);
    const form = await other.get("/sign-in?to=account");
    const fields = /name="step" value="([^"]*)"/.exec(form.body)?.[1] ?? "";
    const answer = await other.post(
      "/sign-in?to=account",
      { step: fields, username: ada.username, password: ada.password },
      { "user-agent": firefox },
    );
    assert.equal(answer.status, 303);
    const page = await browser.get("/account/sessions");
    assert.match(page.body, /<bdi>Firefox 133<\/bdi> · <bdi>Linux<\/bdi>.*<bdi>127\.0\.0\.x<\/bdi>/);
    assert.equal(page.body.split("This browser").length, 2);
    const [id = ""] = sessionsIn(page);
    assert.equal(sessionsIn(page).length, 1);
    const done = await browser.submit(page, { session: id });
    assert.match(done.body, /role="status">That browser is signed out\./);
    assert.deepEqual(sessionsIn(done), []);
    assert.equal(await isSignedIn(other), false);
    assert.ok(await isSignedIn(browser));
    assert.ok((await activityOf(browser)).includes("Signed out of a browser"));
    // A reload says nothing again.
    assert.doesNotMatch((await browser.submit(page, { session: id })).body, /role="status"/);
  });

  it("signs out all others and not this one", async () => {
    const others = [await signedIn(ada), await signedIn(ada)];
    const done = await browser.submit(await browser.get("/account/sessions"), { others: "all" });
    assert.match(done.body, /role="status">All other browsers are signed out\./);
    for (const other of others) assert.equal(await isSignedIn(other), false);
    assert.ok(await isSignedIn(browser));
    assert.doesNotMatch(done.body, /name="others"/);
  });

  it("D39: the id of another person's session, or any other text, ends nothing", async () => {
    const bob = await signedIn(await newPerson(`bob${people}`));
    const second = await signedIn(ada);
    const stranger = await signedIn(await newPerson(`eve${people}`));
    const [adas = ""] = sessionsIn(await browser.get("/account/sessions"));
    for (const session of [adas, "", "x", hostileText]) {
      const page = await stranger.submit(await stranger.get("/account/sessions"), { session });
      assert.equal(page.status, 200);
      assert.doesNotMatch(page.body, /role="status"/);
    }
    for (const client of [bob, second, browser]) assert.ok(await isSignedIn(client));
  });

  it("D1: a form of another browser, session or page signs nobody out", async () => {
    const other = await signedIn(ada);
    const forms = [
      await other.get("/account/sessions"),
      await browser.get("/account"),
      await browser.get("/account/password"),
    ];
    const steps = forms.map(({ body }) => /name="step" value="([^"]*)"/.exec(body)?.[1] ?? "");
    for (const step of ["x", ...steps]) {
      const answer = await browser.post("/account/sessions", { step, others: "all" });
      assert.equal(answer.status, 403);
      assert.equal(problemIn(answer), "This page was out of date, so nothing was changed. Please try again.");
    }
    assert.ok(await isSignedIn(other));
  });
});

describe("the page of activity", () => {
  it("tells what happened, newest first, with methods, application and place, and nothing of others", async () => {
    const third = await service.addClient({
      name: hostileText,
      metadata: { ...notes.client.metadata, isThirdParty: true },
    });
    service.clock.advance(1);
    await browser.submit(await browser.get(authorizationOf(third)), {});
    service.clock.advance(1);
    await browser.submit(await browser.get("/account"), { client: third.id });
    const sentences = ["Application’s access removed", "Access given to an application", "Signed in"];
    assert.deepEqual(await activityOf(browser), sentences);
    const { body } = await browser.get("/account/activity");
    assert.match(body, /Signed in<span class="muted">Password<\/span>/);
    assert.match(body, /<bdi>127\.0\.0\.x<\/bdi>/);
    assert.ok(!body.includes("<script>"));
    const bob = await signedIn(await newPerson(`bob${people}`));
    assert.deepEqual(await activityOf(bob), ["Signed in"]);
  });

  it("is read page by page; what the operator did says so; an unreadable cursor shows the newest", async () => {
    const before = plus(service.clock.now(), -100);
    for (let index = 0; index < 30; index += 1)
      await service.ports.activity.add({
        id: createActivityId(plus(before, index), new Uint8Array(10)),
        accountId: ada.id,
        kind: "password-changed",
      });
    const first = await browser.get("/account/activity");
    assert.equal(first.body.split("Password changed").length, 25);
    assert.match(first.body, /By the people who run this service/);
    const older = /href="(\/account\/activity\?before=[0-9a-f]{32})"/.exec(first.body)?.[1] ?? "";
    const second = await browser.get(older);
    assert.equal(second.body.split("Password changed").length, 7);
    assert.doesNotMatch(second.body, /id="older"/);
    for (const cursor of ["x", "%00", hostileText])
      assert.equal((await browser.get(`/account/activity?before=${encodeURIComponent(cursor)}`)).status, 200);
  });
});

describe("the page of the password", () => {
  it("ASVS V6.2.2, V7.4.3: changing it ends every other session and token, keeps this browser under a new cookie, and says so by mail", async () => {
    const other = await signedIn(ada);
    const token = await tokenFor(browser, notes, codeAt(await browser.get(authorizationOf(notes)), notes));
    const cookie = browser.cookies.get("latchkey-session");
    const page = await browser.get("/account/password");
    assert.match(
      page.body,
      /<input class="vh" type="text" name="username" value="ada\d+" autocomplete="username"/,
    );
    assert.doesNotMatch(page.body, /name="password"/);
    const done = await browser.submit(page, { new_password: newPassword });
    assert.equal(done.status, 200);
    assert.match(done.body, /role="status">Your password has been changed\./);
    assert.notEqual(browser.cookies.get("latchkey-session"), cookie);
    assert.ok(await isSignedIn(browser));
    assert.equal(await isSignedIn(other), false);
    assert.equal(await userinfoStatus(browser, token), 401);
    const old = await new FormClient(service.url).signIn("/sign-in?to=account", ada);
    assert.equal(old.status, 400);
    await signedIn({ ...ada, password: newPassword });
    assert.ok((await activityOf(browser)).includes("Password changed"));
    const { items } = await service.ports.outbox.list({ limit: 9, search: `${ada.username}@` });
    assert.equal(items.filter(({ kind }) => kind === "password-changed").length, 1);
    // The form of the page that answers works at once.
    const again = await browser.submit(done, { new_password: `${newPassword} again` });
    assert.match(again.body, /role="status"/);
  });

  it("ASVS V6.2.1: a password that is easily guessed is refused with a reason, and nothing changes", async () => {
    const page = await browser.get("/account/password");
    for (const [password, reason] of [
      ["", /This password is too short/],
      ["short", /This password is too short/],
      [ada.username.repeat(5), /repeats|mostly your name/],
      ["aaaaaaaaaaaaaaaaaaaa", /repeats the same/],
    ] as const) {
      const answer = await browser.submit(page, { new_password: password });
      assert.equal(answer.status, 400);
      assert.match(problemIn(answer) ?? "", reason);
      assert.match(answer.body, /<title>Error: /);
    }
    await signedIn(ada);
  });

  it("D1: a form of another browser, session or page changes nothing", async () => {
    const other = await signedIn(ada);
    const forms = [await other.get("/account/password"), await browser.get("/account/sessions")];
    const steps = forms.map(({ body }) => /name="step" value="([^"]*)"/.exec(body)?.[1] ?? "");
    for (const step of ["x", ...steps]) {
      const answer = await browser.post("/account/password", { step, new_password: newPassword });
      assert.equal(answer.status, 403);
    }
    await signedIn(ada);
  });

  it("of two changes at once, one happens", async () => {
    const other = await signedIn(ada);
    const clients = [browser, other];
    const pages = await Promise.all(clients.map((client) => client.get("/account/password")));
    const answers = await Promise.all(
      clients.map((client, index) =>
        client.submit(pages[index] as HttpAnswer, { new_password: `${newPassword} ${index}` }),
      ),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 303]);
    const winner = answers.findIndex(({ status }) => status === 200);
    await signedIn({ ...ada, password: `${newPassword} ${winner}` });
  });

  it("the last way to sign in is not removed; with a passkey it is, and can be set again", async () => {
    const page = await browser.get("/account/password");
    assert.doesNotMatch(page.body, /id="remove-password"/);
    const refused = await browser.submit(page, { remove: "yes" });
    assert.equal(refused.status, 400);
    assert.match(problemIn(refused) ?? "", /there is no other way/);
    const account = await service.ports.accounts.find(ada.id);
    assert.ok(account?.passwordHash);
    const authenticator = new TestAuthenticator(service.service.issuer);
    await addPasskeyIn(browser, authenticator);
    await proveForCredentials(browser, authenticator);
    const offer = await browser.get("/account/password");
    assert.match(offer.body, /id="remove-password"/);
    const removed = await browser.submit(offer, { remove: "yes" });
    assert.match(removed.body, /role="status">Your password has been removed\./);
    assert.match(removed.body, /<h1>Set a password<\/h1>/);
    assert.equal((await service.ports.accounts.find(ada.id))?.passwordHash, undefined);
    assert.ok((await activityOf(browser)).includes("Password removed"));
    const { items } = await service.ports.outbox.list({ limit: 9, search: `${ada.username}@` });
    assert.deepEqual(
      items.map(({ kind }) => kind).filter((kind) => kind.startsWith("password-")),
      ["password-removed"],
    );
    const set = await browser.submit(removed, { new_password: newPassword });
    assert.match(set.body, /<h1>Change your password<\/h1>/);
    await signedIn({ ...ada, password: newPassword });
  });
});

describe("the export", () => {
  it("holds everything that is kept about the person, no secret, and nothing of others", async () => {
    const bob = await newPerson(`bob${people}`);
    await signedIn(bob);
    service.clock.advance(1);
    browser = await signedIn(ada);
    const third = await service.addClient({
      name: "Photos",
      metadata: { ...notes.client.metadata, isThirdParty: true },
    });
    await browser.submit(await browser.get(authorizationOf(third)), {});
    const earlier = "earlier@notes.example";
    await service.ports.outbox.add(messageTo("m1", { to: earlier, accountId: ada.id }));
    const answer = await browser.submit(await browser.get("/account/export"), {});
    assert.equal(answer.headers["content-disposition"], 'attachment; filename="account.json"');
    const exported = JSON.parse(answer.body);
    assert.deepEqual(
      [exported.account.username, exported.account.email, exported.account.has_password],
      [ada.username, `${ada.username}@notes.example`, true],
    );
    assert.equal(exported.browsers.length, 2);
    assert.equal(exported.applications[0].name, "Photos");
    assert.ok(exported.messages.some(({ to }: { readonly to: string }) => to === earlier));
    const signIns = exported.activity.filter(({ kind }: { readonly kind: string }) => kind === "signed-in");
    const marks = signIns.map((entry: { readonly new_browser?: boolean }) => entry.new_browser);
    assert.deepEqual(marks, [true, undefined], "the first one surprises nobody");
    const account = await service.ports.accounts.find(ada.id);
    const cookie = browser.cookies.get("latchkey-session") ?? "";
    for (const secret of [account?.passwordHash ?? "", "$argon2", cookie, bob.username, bob.id])
      assert.ok(!answer.body.includes(secret), secret);
    assert.ok((await activityOf(browser)).includes("Data downloaded"));
  });

  it("D1: another page's form, or none, gets no file", async () => {
    const step = /name="step" value="([^"]*)"/.exec((await browser.get("/account/sessions")).body)?.[1] ?? "";
    for (const wrong of [step, "x"]) {
      const answer = await browser.post("/account/export", { step: wrong });
      assert.equal(answer.status, 403);
      assert.match(answer.headers["content-type"] ?? "", /html/);
    }
  });
});

describe("the language of the account", () => {
  it("is that of every page of the account, also in a browser that asks for another one", async () => {
    await browser.submit(await browser.get("/account"), { language: "de" });
    const other = await signedIn(ada, "Ihr Konto");
    for (const page of everySettingsPage) {
      const shown = await other.get(`/account${page}`);
      assert.equal(shown.status, 200, page);
      assert.match(shown.body, /<html lang="de"/, page);
    }
  });

  it("is kept, and used in a browser in which none was picked", async () => {
    const saved = await browser.submit(await browser.get("/account"), { language: "de" });
    assert.match(saved.body, /<html lang="de".*role="status">Ihre Sprache ist gespeichert\./);
    assert.match((await browser.get("/account/activity")).body, /<html lang="de"/);
    const other = new FormClient(service.url);
    assert.match((await other.signIn("/sign-in?to=account", ada)).body, /<html lang="de"/);
    assert.equal((await service.ports.accounts.find(ada.id))?.claims?.locale, "de");
    const stale = await browser.post("/account", { step: "x", language: "fr" });
    assert.equal(stale.status, 403);
    assert.equal((await service.ports.accounts.find(ada.id))?.claims?.locale, "de");
  });
});
