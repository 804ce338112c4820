import assert from "node:assert/strict";
import { after, beforeEach, describe, it } from "node:test";
import { decodeJwt } from "jose";
import type { Link } from "../../src/flows/link.ts";
import { sha256 } from "../../src/values/digest.ts";
import type { AccountId } from "../../src/values/ids.ts";
import { plus } from "../../src/values/time.ts";
import { TestAuthenticator } from "../support/authenticator.ts";
import { FormClient, findForm, type HttpAnswer } from "../support/form-client.ts";
import { startLogoutReceiver } from "../support/logout-receiver.ts";
import { letterTo } from "../support/mailbox.ts";
import {
  assertSignInForm,
  authorizationOf,
  codeAt,
  errorAt,
  problemIn,
  submitAs,
  useAnotherOf,
  whoseCode,
} from "./journey.ts";
import { assertAccounts, assertActive, choicesIn, choose, switchTo } from "./support/account-choices.ts";
import { openid, openidRequest, tokensFor } from "./support/openid.ts";
import { addPasskeyIn, passkeyFormTo, provePasskey } from "./support/passkey-proof.ts";
import { ada, type CheckedClient, Stage } from "./support/stage.ts";
import { setUpTotp } from "./support/totp-app.ts";

const stage = await Stage.set();
const { clock, ports } = stage.inProcess;
const notes = stage.client;
const photos = await stage.addClient({
  name: "Photos",
  redirectUris: ["https://photos.example/cb"],
  metadata: openid(),
});
const fresh = "nineteen paper boats drift past";
after(() => stage[Symbol.asyncDispose]());

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
  const username = `${name}${count}`;
  const person = { username, password: ada.password, email: `${username}@example.org` };
  return {
    ...person,
    id: await stage.inProcess.addAccount(username, person.password, { email: person.email }),
  };
}

beforeEach(async () => {
  count += 1;
  clock.advance(3_600);
  [anna, bert] = [await newPerson("anna"), await newPerson("bert")];
});

/** A browser with these accounts, the last one active. */
async function browserOf(...people: readonly Someone[]): Promise<CheckedClient> {
  const browser = stage.newBrowser();
  for (const person of people) await add(browser, person);
  return browser;
}

async function add(browser: FormClient, person: Someone): Promise<void> {
  codeAt(await submitAs(browser, await browser.get(useAnotherOf(notes)), person), notes);
}

/** The person's own browser elsewhere, which may change credentials. */
async function elsewhere(person: Someone): Promise<CheckedClient> {
  const browser = stage.newBrowser();
  await browser.signIn("/sign-in?to=account", person);
  return browser;
}

async function withPasskey(person: Someone): Promise<TestAuthenticator> {
  const authenticator = new TestAuthenticator(stage.inProcess.service.issuer);
  await addPasskeyIn(await elsewhere(person), authenticator);
  return authenticator;
}

const liveSessions = async ({ id }: Someone) => (await ports.sessions.list(id)).length;

describe("an invitation that is opened in a browser with accounts", () => {
  async function invite(email: string): Promise<string> {
    const secret = `secret-${email}`;
    const [createdAt, expiresAt] = [clock.now(), plus(clock.now(), 604_800)];
    const link: Link = { digest: sha256(secret), kind: "invite", address: email, createdAt, expiresAt };
    await ports.links.create(link, {});
    return `/sign-up/account?link=${secret}`;
  }

  it("adds the new account and makes it active; the others stay, with their applications", async () => {
    const browser = await browserOf(anna, bert);
    const carla = { username: `carla${count}@example.org` };
    const page = await browser.get(await invite(carla.username));
    assert.doesNotMatch(page.body, /anna|bert/);
    const done = await browser.submit(page, { new_password: fresh });
    assert.equal(done.status, 303, done.body);
    await assertActive(browser, carla);
    await assertAccounts(browser, carla, bert, anna);
    const code = codeAt(await browser.get(authorizationOf(notes)), notes);
    assert.equal(await whoseCode(browser, notes, code), bert.id, "chosen before");
  });

  it("with a passkey instead of a password, the account joins before its recovery codes are shown", async () => {
    const browser = await browserOf(anna, bert);
    const carla = { username: `carla${count}@example.org` };
    const authenticator = new TestAuthenticator(stage.inProcess.service.issuer);
    const { action, fields } = passkeyFormTo("/", await browser.get(await invite(carla.username)));
    const [step, handle] = [fields.get("step") ?? "", fields.get("user_handle") ?? ""];
    fields.set("passkey", authenticator.register(step, handle));
    const shown = await browser.post(action, fields);
    assert.ok([200, 303].includes(shown.status), shown.body);
    await assertAccounts(browser, carla, bert, anna);
  });

  it("as a sixth account, it ends the session that was used least recently, and tells its applications", async () => {
    await using receiver = await startLogoutReceiver();
    const told = await stage.addClient({
      redirectUris: ["https://told.example/cb"],
      metadata: openid({ backchannelLogoutUri: receiver.url }),
    });
    const people = [anna, bert, ...(await Promise.all(["cora", "dirk", "edna"].map(newPerson)))];
    const browser = await browserOf(anna);
    const { id_token: idToken } = await tokensFor(browser, told);
    for (const person of people.slice(1)) await add(browser, person);
    assert.equal(receiver.received.length, 0);
    const carla = { username: `carla${count}@example.org` };
    await browser.submit(await browser.get(await invite(carla.username)), { new_password: fresh });
    await assertAccounts(browser, carla, ...people.slice(1).toReversed());
    assert.equal(await liveSessions(anna), 0);
    const [token] = receiver.received.map(({ form }) => decodeJwt(form.get("logout_token") ?? ""));
    const { sid, sub } = decodeJwt(idToken);
    assert.deepEqual([token?.sid, token?.sub, receiver.received.length], [sid, sub, 1]);
  });
});

describe("a session for which there is no room", () => {
  it("OpenID Connect Back-Channel Logout §2.3: its applications are told, also when the sign-in renews another session", async () => {
    await using receiver = await startLogoutReceiver();
    const told = await stage.addClient({
      redirectUris: ["https://told.example/cb"],
      metadata: openid({ backchannelLogoutUri: receiver.url }),
    });
    // A session that did not begin in this browser never joins its accounts.
    const stranger = await browserOf(bert);
    const { id_token: idToken } = await tokensFor(stranger, told);
    const browser = await browserOf(anna, await newPerson("cora"));
    browser.cookies.set("latchkey-session", String(stranger.cookies.get("latchkey-session")));
    await add(browser, anna);
    assert.equal(await liveSessions(bert), 0);
    const [token] = receiver.received.map(({ form }) => decodeJwt(form.get("logout_token") ?? ""));
    assert.equal(token?.sid, decodeJwt(idToken).sid);
  });

  it("a client whose server is away does not stop the sign-in, and the log says so", async () => {
    const away = await stage.addClient({
      redirectUris: ["https://away.example/cb"],
      metadata: openid({ backchannelLogoutUri: "http://127.0.0.1:9/logout" }),
    });
    const browser = await browserOf(anna);
    await tokensFor(browser, away);
    for (const name of ["cora", "dirk", "edna", "fred", "gina"]) await add(browser, await newPerson(name));
    assert.equal(await liveSessions(anna), 0);
    const failures = stage.inProcess.log.filter(({ message }) => message === "logout-not-delivered");
    assert.equal(failures.at(-1)?.fields.clientId, away.id);
  });
});

describe("a request that asks for a stronger proof", () => {
  const two = { acr_values: "urn:latchkey:acr:two" };

  it("asks the chosen account for its second factor, and the code says what was proved", async () => {
    const { app } = await setUpTotp(await elsewhere(anna), clock);
    await ports.sessions.endAll(anna.id, clock.now());
    const browser = stage.newBrowser();
    const asked = await submitAs(browser, await browser.get(useAnotherOf(notes)), anna);
    codeAt(await browser.submit(asked, { otp: app.code(), trust: "yes" }), notes);
    clock.advance(60);
    // In a trusted browser a password is enough for the account, but not for this request.
    await browser.submit(await browser.get("/v1/Oauth/logout"), {});
    await add(browser, anna);
    await add(browser, bert);
    const page = await browser.get(openidRequest(photos, two));
    const verify = await choose(browser, page, anna);
    assert.match(verify.body, /action="\/verify\?/);
    const answer = await browser.submit(verify, { otp: app.code() });
    assert.equal(await whoseCode(browser, photos, codeAt(answer, photos)), anna.id);
    const [session] = await ports.sessions.list(anna.id);
    assert.ok(session?.session.methods.includes("otp"));
  });

  it("shows an account that a hint names, but is not active, on the page with the accounts first", async () => {
    const authenticator = await withPasskey(anna);
    const browser = await browserOf(anna, bert);
    const request = openidRequest(photos, { acr_values: "phr", login_hint: anna.username });
    const page = await browser.get(request);
    assert.deepEqual([...choicesIn(page).keys()], [anna.username]);
    const step = await choose(browser, page, anna);
    const answer = await provePasskey(browser, step, authenticator);
    assert.equal(await whoseCode(browser, photos, codeAt(answer, photos)), anna.id);
    await assertAccounts(browser, anna, bert);
    const silent = await browser.get(openidRequest(photos, { acr_values: "phr", prompt: "none" }));
    assert.equal(await whoseCode(browser, photos, codeAt(silent, photos)), anna.id);
  });

  it("with prompt=none, ends without a code for an account that would be asked for more, whoever is active", async () => {
    await withPasskey(anna);
    const browser = await browserOf(anna, bert);
    const page = await browser.get(openidRequest(photos));
    codeAt(await choose(browser, page, anna), photos);
    const silent = (more = {}) => browser.get(openidRequest(photos, { prompt: "none", ...more }));
    codeAt(await silent(), photos);
    assert.equal(errorAt(await silent({ acr_values: "phr" }), photos), "interaction_required");
    await switchTo(browser, bert);
    assert.equal(errorAt(await silent({ acr_values: "phr" }), photos), "interaction_required");
    const hinted = await silent({ acr_values: "phr", login_hint: anna.username });
    assert.equal(errorAt(hinted, photos), "account_selection_required");
  });
});

describe("prompt=login beside passkeys", () => {
  /** Answers the page for a fresh proof with a passkey. */
  function prove(browser: FormClient, page: HttpAnswer, authenticator: TestAuthenticator) {
    const { action, fields } = passkeyFormTo("/sign-in", page);
    fields.set("passkey", authenticator.assert(fields.get("step") ?? ""));
    return browser.post(action, fields);
  }

  it("asks the chosen account, takes no passkey of another account, and renews the session", async () => {
    const [annas, berts] = [await withPasskey(anna), await withPasskey(bert)];
    for (const { id } of [anna, bert]) await ports.sessions.endAll(id, clock.now());
    const browser = await browserOf(anna, bert);
    const [before] = await ports.sessions.list(anna.id);
    clock.advance(60);
    const page = await browser.get(authorizationOf(photos, { prompt: "login" }));
    const asked = await choose(browser, page, anna);
    assert.match(asked.body, new RegExp(`<bdi>${anna.username}</bdi>`));
    const refused = await prove(browser, asked, berts);
    assert.equal(refused.status, 400);
    assert.match(problemIn(refused) ?? "", /That passkey does not work here/);
    const answer = await prove(browser, refused, annas);
    assert.equal(await whoseCode(browser, photos, codeAt(answer, photos)), anna.id);
    const [after] = await ports.sessions.list(anna.id);
    assert.deepEqual(after?.session.id, before?.session.id);
    assert.ok((after?.session.authenticatedAt ?? 0) > (before?.session.authenticatedAt ?? 0));
    await assertAccounts(browser, anna, bert);
  });

  it("a passkey of a listed account, offered by the browser on the sign-in page, makes that account active", async () => {
    const authenticator = await withPasskey(anna);
    const browser = await browserOf(anna, bert);
    const answer = await prove(browser, await browser.get(useAnotherOf(photos)), authenticator);
    assert.equal(await whoseCode(browser, photos, codeAt(answer, photos)), anna.id);
    await assertAccounts(browser, anna, bert);
  });

  it("the page that was open before a switch asks for nobody else's proof", async () => {
    const annas = await withPasskey(anna);
    const browser = await browserOf(anna, bert);
    const page = await browser.get(authorizationOf(photos, { prompt: "login" }));
    const asked = await choose(browser, page, anna);
    await switchTo(browser, bert);
    const sessions = await ports.sessions.list(bert.id);
    const answer = await prove(browser, asked, annas);
    assertSignInForm(answer, 403);
    assert.match(problemIn(answer) ?? "", /This page was out of date/);
    assert.deepEqual(await ports.sessions.list(bert.id), sessions);
    await assertActive(browser, bert);
  });
});

describe("an account that its person locks", () => {
  async function lock({ email }: Someone): Promise<void> {
    const { link } = await letterTo(stage.inProcess, email, "new-device");
    const anywhere = new FormClient(stage.url);
    assert.equal((await anywhere.submit(await anywhere.get(link), {})).status, 200);
  }

  /** A browser with both accounts, each of which the person also used elsewhere, which sends the mail with the link. */
  async function shared(): Promise<CheckedClient> {
    for (const person of [anna, bert]) await elsewhere(person);
    const browser = await browserOf(anna, bert);
    clock.advance(1);
    return browser;
  }

  it("leaves the list, and the other account stays active", async () => {
    const browser = await shared();
    const page = await browser.get(authorizationOf(photos));
    await lock(anna);
    const late = await choose(browser, page, anna);
    assert.equal(late.status, 403);
    assert.deepEqual([...choicesIn(late).keys()], [bert.username]);
    await assertActive(browser, bert);
    await assertAccounts(browser, bert);
  });

  it("if it was active, no other account takes its place by itself", async () => {
    const browser = await shared();
    await lock(bert);
    const asked = await browser.get(authorizationOf(notes));
    assert.deepEqual([...choicesIn(asked).keys()], [anna.username]);
    codeAt(await choose(browser, asked, anna), notes);
    const page = await browser.get(useAnotherOf(notes));
    const refused = await submitAs(browser, page, bert);
    assertSignInForm(refused, 400);
    assert.match(problemIn(refused) ?? "", /This account is locked/);
    await assertAccounts(browser, anna);
  });

  it("joins again by the mailed link that ends the lock", async () => {
    const browser = await shared();
    await lock(bert);
    clock.advance(1);
    await switchTo(browser, anna);
    const { link } = await letterTo(stage.inProcess, bert.email, "account-locked");
    const back = await browser.submit(await browser.get(link), { new_password: fresh });
    assert.equal(back.status, 303, back.body);
    await assertActive(browser, bert);
    await assertAccounts(browser, bert, anna);
  });
});

describe("the form of a step that was open before a switch", () => {
  const outdated = /This page was out of date, so nothing was changed/;

  /** The page of a third party's request for bert, before the browser switches to anna, for whom the client has her own choice. */
  async function staleAnswer(
    request: string,
    fields: Readonly<Record<string, string>>,
  ): Promise<{ readonly browser: CheckedClient; readonly answer: HttpAnswer }> {
    const browser = await browserOf(anna, bert);
    const page = await choose(browser, await browser.get(request), bert);
    assert.equal(page.status, 200, page.body);
    assert.match(page.body, new RegExp(bert.username));
    await switchTo(browser, anna);
    const { action, fields: all } = findForm(page.body);
    for (const [name, value] of Object.entries(fields)) all.set(name, value);
    return { browser, answer: await browser.post(action, all) };
  }

  it("consent: allows nothing for either account, and asks which one", async () => {
    const lists = await stage.addClient({
      redirectUris: ["https://lists.example/cb"],
      metadata: openid({ isThirdParty: true }),
    });
    const { browser, answer } = await staleAnswer(openidRequest(lists), { choice: "allow" });
    assert.equal(answer.status, 403);
    assert.match(answer.body, outdated);
    assert.deepEqual([...choicesIn(answer).keys()], [anna.username, bert.username]);
    for (const { id } of [anna, bert]) assert.deepEqual(await ports.consents.list(id), []);
    const consent = await choose(browser, answer, bert);
    assert.match(consent.body, new RegExp(bert.username));
  });

  it("a second factor that is set up: sets it up for neither account", async () => {
    const strict = await stage.addClient({
      redirectUris: ["https://strict.example/cb"],
      metadata: openid({ requiredStrength: "two" }),
    });
    const { answer } = await staleAnswer(openidRequest(strict), { otp: "123456" });
    assert.equal(answer.status, 403);
    assert.match(answer.body, outdated);
    for (const { id } of [anna, bert]) assert.equal(await ports.totps.find(id), undefined);
  });
});
