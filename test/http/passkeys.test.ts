import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import type { SessionFacts } from "../../src/flows/ports.ts";
import type { AccountName } from "../../src/identity/account-name.ts";
import { type CredentialId, passkeysPerAccountMax } from "../../src/identity/passkey.ts";
import { type AccountId, accountIdOf } from "../../src/values/ids.ts";
import { upstreamNamed } from "../storage-contract/upstreams.ts";
import { TestAuthenticator, type Twist } from "../support/authenticator.ts";
import { findForm, type HttpAnswer } from "../support/form-client.ts";
import { entriesOf } from "./support/audit-entries.ts";
import { proveForCredentials } from "./support/passkey-proof.ts";
import { ada, type CheckedClient, Stage } from "./support/stage.ts";

let stage: Stage;
let origin: string;
let adaId: AccountId;

before(async () => {
  stage = await Stage.set();
  origin = stage.inProcess.service.issuer;
  const account = await stage.inProcess.ports.accounts.findByName(ada.username as AccountName);
  assert.ok(account);
  adaId = account.id;
});
afterEach(() => stage.check());
after(() => stage[Symbol.asyncDispose]());

const ownPage = "/account/passkeys";

/** Opens a page a moment later, so that its challenge is not that of the page before. */
function open(browser: CheckedClient, target = stage.target()): Promise<HttpAnswer> {
  stage.inProcess.clock.advance(0.001);
  return browser.get(target);
}

function challengeIn(page: HttpAnswer): string {
  return findForm(page.body).fields.get("step") ?? "";
}

/** What the person has added, newest last. */
const added: TestAuthenticator[] = [];

/** The person's own browser, signed in a moment ago with the password, and with the newest passkey where there is one. */
async function freshBrowser(): Promise<CheckedClient> {
  const browser = stage.newBrowser();
  assert.equal((await browser.signIn(stage.target(), ada)).status, 303);
  const newest = added.at(-1);
  if (newest !== undefined) await proveAt(browser, newest);
  return browser;
}

function proveAt(browser: CheckedClient, authenticator: TestAuthenticator): Promise<void> {
  stage.inProcess.clock.advance(0.001);
  return proveForCredentials(browser, authenticator);
}

/** Adds a passkey as a browser does; returns its authenticator. */
async function addPasskey(
  options: ConstructorParameters<typeof TestAuthenticator>[1] = {},
  browser?: CheckedClient,
): Promise<TestAuthenticator> {
  const authenticator = new TestAuthenticator(origin, options);
  const own = browser ?? (await freshBrowser());
  const answer = await register(own, authenticator);
  assert.equal(answer.status, 200, answer.body);
  added.push(authenticator);
  return authenticator;
}

async function register(
  browser: CheckedClient,
  authenticator: TestAuthenticator,
  twist: Twist = {},
): Promise<HttpAnswer> {
  const page = await open(browser, ownPage);
  const { fields } = findForm(page.body);
  const userHandle = fields.get("user_handle") ?? "";
  const passkey = authenticator.register(fields.get("step") ?? "", userHandle, twist);
  return browser.submit(page, { passkey });
}

/** Signs in with the passkey, in a browser that nobody was signed in to unless one is given. */
async function signIn(
  authenticator: TestAuthenticator,
  twist: Twist = {},
  browser: CheckedClient = stage.newBrowser(),
): Promise<HttpAnswer> {
  const page = await open(browser);
  return browser.submit(page, { passkey: authenticator.assert(challengeIn(page), twist) });
}

function assertSignedIn(answer: HttpAnswer): void {
  assert.equal(answer.status, 303, answer.body);
  assert.match(answer.headers.location ?? "", /^https:\/\/app\.example\/cb\?code=lkac_/);
}

function assertRefused(answer: HttpAnswer): void {
  assert.equal(answer.status, 400);
  assert.match(answer.body, /That passkey does not work here/);
}

async function sessionsOf(id: AccountId): Promise<readonly SessionFacts[]> {
  return stage.inProcess.ports.sessions.list(id);
}

async function storedPasskey(authenticator: TestAuthenticator) {
  return stage.inProcess.ports.passkeys.find(authenticator.id as CredentialId);
}

async function removeAll(): Promise<void> {
  for (const { id } of await stage.inProcess.ports.passkeys.list(adaId))
    await stage.inProcess.ports.passkeys.remove({ accountId: adaId, id, mayBeLast: true });
  added.length = 0;
}

test("RFC 8176: a passkey signs in with what it proves, and the session says so", async () => {
  for (const [isBackupEligible, word] of [
    [false, "hwk"],
    [true, "swk"],
  ] as const) {
    const authenticator = await addPasskey({ isBackupEligible });
    await stage.inProcess.ports.sessions.endAll(adaId, stage.inProcess.clock.now());
    assertSignedIn(await signIn(authenticator));
    const [facts] = await sessionsOf(adaId);
    assert.deepEqual(facts?.session.methods, [word, "user", "mfa"]);
  }
  await removeAll();
});

test("the name of a passkey is that of its authenticator, with a number from the second on", async () => {
  const aaguid = "bada5566-a7aa-401f-bd96-45619a55120d";
  for (let count = 0; count < 2; count++) await addPasskey({ aaguid });
  await addPasskey();
  const names = (await stage.inProcess.ports.passkeys.list(adaId)).map(({ name }) => name);
  assert.deepEqual(names.sort(), ["1Password", "1Password 2", "Passkey"]);
  await removeAll();
});

test("the use of a passkey is noted, and a counter that goes back is noted, told to its owner and not refused", async () => {
  const authenticator = await addPasskey();
  assertSignedIn(await signIn(authenticator, { counter: 7 }));
  assert.deepEqual((await storedPasskey(authenticator))?.counter, 7);
  assert.equal((await storedPasskey(authenticator))?.counterWentBackAt, undefined);
  const logged = stage.inProcess.log.length;
  assertSignedIn(await signIn(authenticator, { counter: 7 }));
  const stored = await storedPasskey(authenticator);
  assert.equal(stored?.counterWentBackAt, stored?.lastUsedAt);
  const lines = stage.inProcess.log.slice(logged).map(({ level, message }) => `${level} ${message}`);
  assert.ok(lines.includes("warn passkey-counter-went-back"), lines.join());
  const [entry] = await entriesOf(stage.inProcess.ports.auditTrail, "passkey-counter-went-back");
  assert.deepEqual(entry?.target, { kind: "user", id: adaId });
  const browser = await freshBrowser();
  assert.match((await open(browser, ownPage)).body, /may have been copied/);
  await removeAll();
});

const refusals: readonly (readonly [string, Twist])[] = [
  ["for another relying party", { rpId: "evil.example" }],
  ["from another origin", { origin: "https://evil.example" }],
  ["from a frame of another site", { crossOrigin: true }],
  ["without user verification", { isVerified: false }],
  ["of nobody who was there", { isPresent: false, isVerified: false }],
  ["with a wrong signature", { spoil: "signature" }],
  ["with another user handle", { userHandle: Buffer.alloc(32, 9).toString("base64url") }],
  ["without a user handle", { userHandle: null }],
  ["that is a registration", { type: "webauthn.create" }],
];

for (const [title, twist] of refusals)
  test(`D38: an assertion ${title} signs nobody in`, async () => {
    const authenticator = await addPasskey();
    const before = (await sessionsOf(adaId)).length;
    assertRefused(await signIn(authenticator, twist));
    assert.equal((await sessionsOf(adaId)).length, before);
    assertSignedIn(await signIn(authenticator));
    stage.inProcess.clock.advance(120);
    await removeAll();
  });

for (const [title, twist] of refusals.filter(
  ([, { spoil, userHandle }]) => spoil === undefined && userHandle === undefined,
))
  if (twist.type === undefined)
    test(`D38: a registration ${title} adds nothing`, async () => {
      const answer = await register(await freshBrowser(), new TestAuthenticator(origin), twist);
      assert.equal(answer.status, 400);
      assert.match(answer.body, /No passkey was added/);
      assert.deepEqual(await stage.inProcess.ports.passkeys.list(adaId), []);
    });

test("a challenge counts for five minutes", async () => {
  const authenticator = await addPasskey();
  const browser = stage.newBrowser();
  const page = await open(browser);
  const passkey = authenticator.assert(challengeIn(page));
  stage.inProcess.clock.advance(300);
  const late = await browser.submit(page, { passkey });
  assert.equal(late.status, 403);
  assert.match(late.body, /Please sign in again/);
  stage.inProcess.clock.advance(-1);
  assertSignedIn(await browser.submit(page, { passkey }));
  await removeAll();
});

test("a challenge of another browser, another request or another page proves nothing", async () => {
  const authenticator = await addPasskey();
  const [first, second] = [stage.newBrowser(), stage.newBrowser()];
  const pageOfFirst = await open(first);
  const pageOfSecond = await open(second);
  const step = challengeIn(pageOfFirst);
  const passkey = authenticator.assert(step);
  assertRefused(await second.submit(pageOfSecond, { passkey }));
  assert.equal((await second.submit(pageOfSecond, { passkey, step })).status, 403);
  const other = await open(first, stage.target({ state: "other" }));
  assertRefused(await first.submit(other, { passkey }));
  assert.equal((await first.submit(other, { passkey, step })).status, 403);
  const own = await freshBrowser();
  const creation = challengeIn(await open(own, ownPage));
  const form = await open(own, `/sign-in/another?${stage.target().split("?")[1]}`);
  assert.equal(
    (await own.submit(form, { passkey: authenticator.assert(creation), step: creation })).status,
    403,
  );
  assertSignedIn(await first.submit(pageOfFirst, { passkey }));
  stage.inProcess.clock.advance(300);
  await removeAll();
});

test("two tabs: each has its own challenge, and both sign in", async () => {
  const authenticator = await addPasskey();
  const browser = stage.newBrowser();
  const [first, second] = [await open(browser), await open(browser)];
  assert.notEqual(challengeIn(first), challengeIn(second));
  for (const page of [second, first])
    assertSignedIn(await browser.submit(page, { passkey: authenticator.assert(challengeIn(page)) }));
  await removeAll();
});

test("an assertion that is posted twice signs in once", async () => {
  const authenticator = await addPasskey();
  const browser = stage.newBrowser();
  const page = await open(browser);
  const passkey = authenticator.assert(challengeIn(page));
  assertSignedIn(await browser.submit(page, { passkey }));
  const again = await browser.submit(page, { passkey });
  assert.equal(again.status, 403);
  assert.equal((await storedPasskey(authenticator))?.counterWentBackAt, undefined);
  await removeAll();
});

test("of twenty posts of one assertion at once, one begins a session", async () => {
  const authenticator = await addPasskey();
  await stage.inProcess.ports.sessions.endAll(adaId, stage.inProcess.clock.now());
  const browser = stage.newBrowser();
  const page = await open(browser);
  const passkey = authenticator.assert(challengeIn(page));
  const answers = await Promise.all(Array.from({ length: 20 }, () => browser.submitOnly(page, { passkey })));
  const leadOn = answers.filter(({ headers: { location = "" } }) =>
    location.startsWith(stage.client.redirectUri),
  );
  const leadBack = answers.filter(({ headers: { location = "" } }) => location.startsWith("/sign-in?"));
  assert.deepEqual([leadOn.length, leadBack.length], [1, 19]);
  assert.equal((await sessionsOf(adaId)).length, 1);
  stage.inProcess.clock.advance(3600);
  await removeAll();
});

test("E18: a credential that nobody has gets the same answer, and its id so that the browser can forget it", async () => {
  const stranger = new TestAuthenticator(origin);
  stranger.userHandle = Buffer.alloc(32, 1).toString("base64url");
  const answer = await signIn(stranger);
  assertRefused(answer);
  assert.ok(answer.body.includes(`data-unknown="${stranger.id}"`));
  const authenticator = await addPasskey();
  assert.doesNotMatch((await signIn(authenticator, { isVerified: false })).body, /data-unknown/);
  assert.doesNotMatch((await open(stage.newBrowser())).body, /allowCredentials|data-unknown/);
  stage.inProcess.clock.advance(300);
  await removeAll();
});

test("a disabled account's passkey gets the same answer", async () => {
  const id = accountIdOf("passkeyOfTheDisabled");
  const now = stage.inProcess.clock.now();
  const account = { id, username: "dora" as AccountName, epoch: 0, isDisabled: false, isAdmin: false };
  await stage.inProcess.ports.accounts.create({ ...account, createdAt: now, updatedAt: now });
  const authenticator = await addPasskey();
  const stored = await storedPasskey(authenticator);
  assert.ok(stored);
  await removeAll();
  await stage.inProcess.ports.passkeys.add({
    passkey: { ...stored, accountId: id },
    accountEpoch: 0,
    max: 9,
  });
  assertSignedIn(await signIn(authenticator));
  await stage.inProcess.ports.accounts.setDisabled(id, true, now);
  const answer = await signIn(authenticator);
  assertRefused(answer);
  assert.doesNotMatch(answer.body, /data-unknown/);
});

test("wrong assertions are counted for the network alone, and a right one is not", async () => {
  const authenticator = await addPasskey();
  stage.inProcess.clock.advance(3600);
  let last: HttpAnswer | undefined;
  for (let count = 0; count < 21; count++) last = await signIn(authenticator, { isVerified: false });
  assert.equal(last?.status, 429);
  assert.match(last?.body ?? "", /Too many attempts/);
  stage.inProcess.clock.advance(3600);
  for (let count = 0; count < 25; count++) assertSignedIn(await signIn(authenticator));
  await removeAll();
});

for (const passkey of [
  "{",
  "null",
  "[]",
  "{}",
  `{"id":"AA","type":"public-key"}`,
  "A".repeat(40_000),
  `{"id":1,"type":"public-key","response":{}}`,
])
  test(`an answer that is none is refused calmly: ${passkey.slice(0, 30)}`, async () => {
    stage.inProcess.clock.advance(120);
    const browser = stage.newBrowser();
    assertRefused(await browser.submit(await open(browser), { passkey }));
    const own = await freshBrowser();
    assert.equal((await own.submit(await open(own, ownPage), { passkey })).status, 400);
  });

test("the word that a browser could keep a passkey does not stand for an answer", async () => {
  const browser = stage.newBrowser();
  assertSignedIn(await browser.submit(await open(browser), { ...ada, passkey: "" }));
});

test("D39: without a fresh proof the page leads to a new one, for GET and POST", async () => {
  const browser = await freshBrowser();
  const page = await open(browser, ownPage);
  const { fields } = findForm(page.body);
  const authenticator = new TestAuthenticator(origin);
  const passkey = authenticator.register(fields.get("step") ?? "", fields.get("user_handle") ?? "");
  stage.inProcess.clock.advance(301);
  for (const answer of [await browser.get(ownPage), await browser.submit(page, { passkey })]) {
    assert.equal(answer.status, 303);
    assert.equal(answer.headers.location, "/sign-in?to=account/passkeys");
  }
  assert.deepEqual(await stage.inProcess.ports.passkeys.list(adaId), []);
});

test("D39: a passkey is added for the person of the session alone, under the handle that the page gave", async () => {
  await stage.inProcess.addAccount("bob", "another quiet password here");
  const bob = stage.newBrowser();
  await bob.signIn(stage.target(), { username: "bob", password: "another quiet password here" });
  const own = await freshBrowser();
  const pageOfBob = await open(bob, ownPage);
  const pageOfAda = await open(own, ownPage);
  const authenticator = new TestAuthenticator(origin);
  const handle = findForm(pageOfAda.body).fields.get("user_handle") ?? "";
  const step = challengeIn(pageOfAda);
  const passkey = authenticator.register(step, handle);
  const forged = { passkey, step, user_handle: handle, account: adaId, account_id: adaId };
  assert.equal((await bob.submit(pageOfBob, forged)).status, 403);
  assert.equal(
    (await own.submit(pageOfAda, { passkey, user_handle: Buffer.alloc(32).toString("base64url") })).status,
    403,
  );
  assert.deepEqual(await stage.inProcess.ports.passkeys.list(adaId), []);
});

test("a registration that is posted twice adds one passkey", async () => {
  const browser = await freshBrowser();
  const page = await open(browser, ownPage);
  const { fields } = findForm(page.body);
  const authenticator = new TestAuthenticator(origin);
  const passkey = authenticator.register(fields.get("step") ?? "", fields.get("user_handle") ?? "");
  const answers = await Promise.all(Array.from({ length: 5 }, () => browser.submit(page, { passkey })));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  assert.equal((await stage.inProcess.ports.passkeys.list(adaId)).length, 1);
  await proveAt(browser, authenticator);
  assert.ok((await open(browser, ownPage)).body.includes(`data-known="${authenticator.id}"`));
  await removeAll();
});

test("ASVS V6.3.7: the owner hears by mail that a passkey was added, and that one was removed", async () => {
  const nina = { username: "nina", password: "another quiet password here" };
  const id = await stage.inProcess.addAccount(nina.username, nina.password, { email: "nina@example.org" });
  const browser = stage.newBrowser();
  await browser.signIn(stage.target(), nina);
  const authenticator = new TestAuthenticator(origin);
  assert.equal((await register(browser, authenticator)).status, 200);
  await proveAt(browser, authenticator);
  const page = await open(browser, ownPage);
  const tokens = [...page.body.matchAll(/name="step" value="([^"]*)"/g)].map(([, token = ""]) => token);
  const fields = { id: authenticator.id, change: "remove", step: tokens[1] ?? "" };
  assert.equal((await browser.post(ownPage, fields)).status, 200);
  const { items } = await stage.inProcess.ports.outbox.list({ limit: 9 });
  const sent = items.filter(({ to }) => to === "nina@example.org").map(({ kind }) => kind);
  assert.deepEqual(sent.sort(), ["passkey-added", "passkey-removed"]);
  const activity = await stage.inProcess.ports.activity.list(id, { limit: 9 });
  const kinds = activity.items.map(({ kind }) => kind).filter((kind) => kind.startsWith("passkey"));
  assert.deepEqual(kinds.sort(), ["passkey-added", "passkey-removed"]);
});

test("an account has at most twenty passkeys", async () => {
  await addPasskey();
  const browser = await freshBrowser();
  for (let count = 1; count < passkeysPerAccountMax; count++) await addPasskey({}, browser);
  const answer = await register(browser, new TestAuthenticator(origin));
  assert.equal(answer.status, 400);
  assert.match(answer.body, /as many passkeys as an account can have/);
  await removeAll();
});

test("a passkey gets another name, and is removed; nobody else's is", async () => {
  const authenticator = await addPasskey();
  const browser = await freshBrowser();
  const change = async (by: CheckedClient, fields: Readonly<Record<string, string>>) => {
    const page = await open(by, ownPage);
    const step = /name="step" value="([^"]*)"/g;
    const [, second] = [...page.body.matchAll(step)].map(([, token = ""]) => token);
    const own = second === undefined ? {} : { step: second };
    return by.post(ownPage, { id: authenticator.id, ...own, ...fields });
  };
  assert.match(
    (await change(browser, { change: "rename", name: " Blue\u202e  key " })).body,
    /now called <bdi>Blue key</,
  );
  const nameless = await change(browser, { change: "rename", name: " " });
  assert.equal(nameless.status, 400);
  // The form stands open, with the focus in its field, which says what is wrong.
  const [, form = ""] = /<details open>(.*?)<\/details>/s.exec(nameless.body) ?? [];
  assert.match(form, /<input [^>]*value=" "[^>]* aria-invalid="true" aria-describedby="problem" autofocus/);
  await stage.inProcess.addAccount("eve", "another quiet password here");
  const eve = stage.newBrowser();
  await eve.signIn(stage.target(), { username: "eve", password: "another quiet password here" });
  assert.equal(
    (await change(eve, { change: "remove", step: challengeIn(await open(eve, ownPage)) })).status,
    403,
  );
  assert.equal((await storedPasskey(authenticator))?.name, "Blue key");
  const removed = await change(browser, { change: "remove" });
  assert.equal(removed.status, 200);
  assert.ok(removed.body.includes(`data-removed="${authenticator.id}"`));
  assert.equal(await storedPasskey(authenticator), undefined);
  assertRefused(await signIn(authenticator));
  await removeAll();
});

test("the last passkey of a person without a password stays, until they have connected a provider", async () => {
  const id = accountIdOf("accountOfPasskeyOnly");
  const now = stage.inProcess.clock.now();
  const account = { id, username: "pat" as AccountName, epoch: 0, isDisabled: false, isAdmin: false };
  await stage.inProcess.ports.accounts.create({ ...account, createdAt: now, updatedAt: now });
  const authenticator = await addPasskey();
  const stored = await storedPasskey(authenticator);
  assert.ok(stored);
  await removeAll();
  await stage.inProcess.ports.passkeys.add({
    passkey: { ...stored, accountId: id },
    accountEpoch: 0,
    max: 9,
  });
  const browser = stage.newBrowser();
  assertSignedIn(await signIn(authenticator, {}, browser));
  const page = await open(browser, ownPage);
  const tokens = [...page.body.matchAll(/name="step" value="([^"]*)"/g)].map(([, token = ""]) => token);
  const removal = { id: authenticator.id, change: "remove", step: tokens[1] ?? "" };
  const answer = await browser.post(ownPage, removal);
  assert.equal(answer.status, 400);
  assert.match(answer.body, /only way to sign in/);
  assert.ok(await storedPasskey(authenticator));
  const { upstreams, upstreamIdentities } = stage.inProcess.ports;
  const acme = upstreamNamed("acme", { domains: [] });
  await upstreams.create(acme, 1);
  const identity = { upstream: acme.name, subject: "pat there", linkedAt: now, lastUsedAt: now };
  assert.ok((await upstreamIdentities.link({ ...identity, accountId: id })).ok);
  assert.equal((await browser.post(ownPage, removal)).status, 200);
  assert.equal(await storedPasskey(authenticator), undefined);
  assert.equal(await upstreamIdentities.unlink(id, acme.name), "last-way");
});
