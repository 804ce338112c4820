import assert from "node:assert/strict";
import { after, beforeEach, describe, it } from "node:test";
import type { AccountId } from "../../src/values/ids.ts";
import { plus } from "../../src/values/time.ts";
import { TestAuthenticator } from "../support/authenticator.ts";
import { FormClient } from "../support/form-client.ts";
import { letterTo } from "../support/mailbox.ts";
import { TestProvider } from "../support/upstream-provider.ts";
import { assertSignInForm, authorizationOf, codeAt, submitAs, useAnotherOf, whoseCode } from "./journey.ts";
import { assertAccounts, choicesIn, choose, switchTo } from "./support/account-choices.ts";
import { codesFor, poll, typeCode } from "./support/device.ts";
import { openid, tokensIn } from "./support/openid.ts";
import { addPasskeyIn } from "./support/passkey-proof.ts";
import { ada, type CheckedClient, Stage } from "./support/stage.ts";
import { codesPageAfter, setUpTotp, TotpApp } from "./support/totp-app.ts";
import { addUpstream, signInAt } from "./support/upstream-stage.ts";

const stage = await Stage.set();
const { clock, ports } = stage.inProcess;
const notes = stage.client;
const photos = await stage.addClient({ name: "Photos", redirectUris: ["https://photos.example/cb"] });
const provider = await TestProvider.start(() => clock.now());
/** Asks for two factors. */
const strict = await stage.addClient({
  name: "Strict",
  redirectUris: ["https://strict.example/cb"],
  metadata: openid({ requiredStrength: "two" }),
});
const fresh = "nineteen paper boats drift past";
after(async () => {
  await provider[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

interface Someone {
  readonly username: string;
  readonly password: string;
  readonly email: string;
  readonly id: AccountId;
}
let count = 0;
/** Two people of each test, who have nothing but a password. */
let anna: Someone;
let bert: Someone;

async function newPerson(name: string): Promise<Someone> {
  const person = {
    username: `${name}${count}`,
    password: ada.password,
    email: `${name}${count}@example.org`,
  };
  const id = await stage.inProcess.addAccount(person.username, person.password, { email: person.email });
  return { ...person, id };
}

beforeEach(async () => {
  count += 1;
  clock.advance(3_600);
  [anna, bert] = [await newPerson("anna"), await newPerson("bert")];
});

/** A browser with these accounts, the last one active. */
async function browserOf(...people: readonly Someone[]): Promise<CheckedClient> {
  const browser = stage.newBrowser();
  for (const person of people)
    codeAt(await submitAs(browser, await browser.get(useAnotherOf(notes)), person), notes);
  return browser;
}

/** The person's own browser elsewhere. */
async function elsewhere(person: Someone): Promise<CheckedClient> {
  const browser = stage.newBrowser();
  await browser.signIn("/sign-in?to=account", person);
  return browser;
}

describe("a second account joins by every way to sign in", () => {
  it("by a passkey", async () => {
    const own = await elsewhere(bert);
    const authenticator = new TestAuthenticator(stage.inProcess.service.issuer);
    await addPasskeyIn(own, authenticator);
    const browser = await browserOf(anna);
    const page = await browser.get(useAnotherOf(notes));
    const step = /name="step" value="([^"]+)"/.exec(page.body)?.[1] ?? "";
    const answer = await browser.submit(page, { passkey: authenticator.assert(step) });
    assert.equal(await whoseCode(browser, notes, codeAt(answer, notes)), bert.id);
    await assertAccounts(browser, bert, anna);
  });

  it("by a provider", async () => {
    const { name: upstream } = await addUpstream(stage, provider);
    const [accountId, linkedAt] = [bert.id, clock.now()];
    const identity = { upstream, subject: "subject-1", accountId, linkedAt, lastUsedAt: linkedAt };
    assert.ok((await ports.upstreamIdentities.link(identity)).ok);
    const browser = await browserOf(anna);
    const answer = await signInAt(browser, useAnotherOf(notes));
    assert.equal(await whoseCode(browser, notes, codeAt(answer, notes)), bert.id);
    await assertAccounts(browser, bert, anna);
  });

  it("by a mailed link, whose new password ends the account's earlier session and no other account's", async () => {
    const browser = await browserOf(bert, anna);
    await browser.submit(await browser.get("/recover?to=account"), { username: bert.email });
    const { link } = await letterTo(stage.inProcess, bert.email, "recover");
    const done = await browser.submit(await browser.get(link), { new_password: fresh });
    assert.deepEqual([done.status, done.headers.location], [303, "/account"]);
    assert.match((await browser.get("/account")).body, new RegExp(`<bdi>${bert.username}</bdi>`));
    await assertAccounts(browser, bert, anna);
    await switchTo(browser, anna);
  });

  it("by a password and a second factor, and not before the factor is proved", async () => {
    const own = await elsewhere(bert);
    const { app } = await setUpTotp(own, clock);
    const browser = await browserOf(anna);
    const asked = await submitAs(browser, await browser.get(useAnotherOf(notes)), bert);
    assert.match(asked.body, /action="\/verify\?/);
    const code = codeAt(await browser.submit(asked, { otp: app.code() }), notes);
    assert.equal(await whoseCode(browser, notes, code), bert.id);
    await assertAccounts(browser, bert, anna);
  });
});

describe("choosing an account proves nothing more", () => {
  it("a second factor is set up for the chosen account, and the other account stays with one", async () => {
    const browser = await browserOf(anna, bert);
    const enrol = await choose(browser, await browser.get(authorizationOf(strict)), anna);
    assert.match(enrol.body, /action="\/enrol\?/);
    const app = new TotpApp(enrol, clock);
    const shown = await codesPageAfter(browser, await browser.submit(enrol, { otp: app.code() }));
    const answer = await browser.submit(shown, { saved: "yes" });
    assert.equal(await whoseCode(browser, strict, codeAt(answer, strict)), anna.id);
    assert.ok(await ports.totps.find(anna.id));
    assert.equal(await ports.totps.find(bert.id), undefined);
    await assertAccounts(browser, anna, bert);
    const [session] = await ports.sessions.list(bert.id);
    assert.deepEqual(session?.session.methods, ["pwd"]);
  });
});

describe("pages act for the account that they name", () => {
  it("the device page asks for the account after a switch, and its form of before is refused", async () => {
    const tv = await stage.addClient({ isPublic: true, metadata: openid({ mayUseDeviceGrant: true }) });
    const browser = await browserOf(anna, bert);
    const codes = await codesFor(stage.url, tv);
    const old = await typeCode(browser, codes.user_code);
    assert.match(old.body, new RegExp(bert.username));
    await switchTo(browser, anna);
    const refused = await browser.submit(old, { decision: "allow" });
    assert.equal(refused.status, 403);
    assert.match(refused.body, new RegExp(anna.username));
    clock.advance(10);
    assert.equal((await poll(stage.url, tv, codes)).status, 400);
    const question = await typeCode(browser, codes.user_code);
    assert.match(question.body, new RegExp(anna.username));
    await browser.submit(question, { decision: "allow" });
    clock.advance(10);
    const { access_token: token } = tokensIn(await poll(stage.url, tv, codes));
    const headers = { authorization: `Bearer ${token}`, cookie: "" };
    assert.equal(JSON.parse((await browser.get("/v1/Oauth/userinfo", headers)).body).sub, anna.id);
  });

  it("in two tabs, a form of the account before the switch changes neither account and says so", async () => {
    const browser = await browserOf(anna, bert);
    const old = await browser.get("/account/password");
    assert.equal(old.status, 200);
    await switchTo(browser, anna);
    const refused = await browser.submit(old, { password: bert.password, new_password: fresh });
    assert.equal(refused.status, 403);
    assert.match(
      refused.body,
      /This page was for another account, so nothing was changed\. You are signed in as .*anna/,
    );
    for (const person of [anna, bert])
      codeAt(await submitAs(browser, await browser.get(useAnotherOf(notes)), person), notes);
  });

  it("in two tabs, a step-up form of before the switch proves nothing for either account, and spends no code", async () => {
    const own = await elsewhere(bert);
    const { app } = await setUpTotp(own, clock);
    const browser = await browserOf(anna);
    const asked = await submitAs(browser, await browser.get(useAnotherOf(notes)), bert);
    await switchTo(browser, anna);
    const otp = app.code();
    const refused = await browser.submit(asked, { otp });
    assert.equal(refused.status, 403, "no other account answers for it");
    assert.match(refused.body, /This page was out of date, so nothing was changed/);
    assert.deepEqual([...choicesIn(refused).keys()], [anna.username]);
    const methods = (await ports.sessions.list()).flatMap(({ account, session }) =>
      [anna.id, bert.id].includes(account.id) && !session.methods.includes("otp") ? [session.methods] : [],
    );
    assert.deepEqual(methods, [["pwd"], ["pwd"]]);
    // The code is not spent either.
    const again = await submitAs(browser, await browser.get(useAnotherOf(notes)), bert);
    const code = codeAt(await browser.submit(again, { otp }), notes);
    assert.equal(await whoseCode(browser, notes, code), bert.id);
  });
});

it("a sign-out of all accounts also ends the session of a person who still owes a second factor", async () => {
  await setUpTotp(await elsewhere(bert), clock);
  await ports.sessions.endAll(bert.id, clock.now());
  const browser = await browserOf(anna);
  await submitAs(browser, await browser.get(useAnotherOf(notes)), bert);
  await switchTo(browser, anna);
  const live = async () =>
    (await ports.sessions.list()).filter(({ account }) => [anna.id, bert.id].includes(account.id)).length;
  assert.equal(await live(), 2);
  await browser.submit(await browser.get("/v1/Oauth/logout"), { all: "yes" });
  assert.equal(await live(), 0);
});

describe("an account that can no longer be used leaves the list", () => {
  const ends: Readonly<Record<string, (person: Someone) => Promise<unknown>>> = {
    "removed by an operator": ({ id }) => ports.accounts.remove(id),
    "disabled by an operator": ({ id }) => ports.accounts.setDisabled(id, true, clock.now()),
    "about to be deleted": ({ id }) =>
      ports.accounts.askDeletion(id, { at: clock.now(), deleteAfter: plus(clock.now(), 1_000) }),
    "ended by the person elsewhere": ({ id }) => ports.sessions.endAll(id, clock.now()),
    "given another password elsewhere": async (person) => {
      const own = await elsewhere(person);
      const changed = await own.submit(await own.get("/account/password"), {
        password: person.password,
        new_password: fresh,
      });
      assert.ok(changed.status < 400, changed.body);
    },
  };
  for (const [how, end] of Object.entries(ends))
    it(how, async () => {
      const browser = await browserOf(anna, bert);
      const page = await browser.get(authorizationOf(photos));
      await end(anna);
      const late = await choose(browser, page, anna);
      assert.equal(late.headers.location, undefined);
      await assertAccounts(browser, bert);
      const hinted = codeAt(
        await browser.get(authorizationOf(photos, { login_hint: anna.username })),
        photos,
      );
      assert.equal(await whoseCode(browser, photos, hinted), bert.id);
      const another = new FormClient(stage.url);
      another.cookies.set("latchkey-session", String(browser.cookies.get("latchkey-accounts")).slice(0, 64));
      assertSignInForm(await another.get(authorizationOf(notes)));
    });
});
