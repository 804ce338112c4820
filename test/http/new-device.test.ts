import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { openBody } from "../../src/flows/mail/create-message.ts";
import { FormClient, findForm } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { letterTo } from "../support/mailbox.ts";
import { ada, authorizationOf, bob, codeAt, submitAs, useAnotherOf } from "./journey.ts";

let service: InProcessService;
let client: TestClient;

before(async () => {
  service = await startInProcess();
  client = await service.addClient();
});
after(() => service[Symbol.asyncDispose]());
beforeEach(() => service.clock.advance(3_600));

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0";

/** Every message about a sign-in, oldest first. */
async function notices(to: string) {
  const { items } = await service.ports.outbox.list({ limit: 99 });
  return items.filter((message) => message.to === to && message.kind === "new-device").toReversed();
}

let people = 0;

/** Somebody with an address who has never signed in. */
async function addPerson(email?: string) {
  people += 1;
  const person = { username: `person${people}`, password: ada.password };
  await service.addAccount(person.username, person.password, email === undefined ? {} : { email });
  return person;
}

/** A second after what was before it, so that the order of both is known. */
async function signIn(browser: FormClient, person: typeof ada, headers: Record<string, string> = {}) {
  service.clock.advance(1);
  const page = await browser.get(useAnotherOf(client), headers);
  return codeAt(await submitAs(browser, page, person, headers), client);
}

test("a sign-in in another browser than the first is told by mail, with browser and network, in the language of the page", async () => {
  const to = "one@example.org";
  const person = await addPerson(to);
  const browser = new FormClient(service.url);
  await signIn(browser, person);
  assert.deepEqual(await notices(to), [], "the first one surprises nobody");
  await signIn(new FormClient(service.url), person, { "user-agent": firefox, "accept-language": "de" });
  const [notice, ...more] = await notices(to);
  assert.ok(notice && more.length === 0);
  assert.deepEqual([notice.language, notice.state], ["de", "queued"]);
  const { text = "" } = openBody(service.ports, notice) ?? {};
  assert.match(text, /^Browser: Firefox 133 · Linux$/m);
  assert.match(text, /^Netz: 127\.0\.0\.x$/m);
  assert.match(text, new RegExp(`^${service.service.issuer}/account$`, "m"));
});

test("mails have their dates as the reader of the page writes them", async () => {
  const to = "region@example.org";
  const person = await addPerson(to);
  await signIn(new FormClient(service.url), person);
  await signIn(new FormClient(service.url), person, { "user-agent": firefox, "accept-language": "en-GB" });
  const [notice] = await notices(to);
  assert.ok(notice);
  const { text = "" } = openBody(service.ports, notice) ?? {};
  assert.match(text, /^When: 1 January 2026 at \d\d:\d\d UTC$/m);
  const forgetful = new FormClient(service.url);
  const inBritain = { "accept-language": "en-GB" };
  const { action, fields } = findForm((await forgetful.get("/recover", inBritain)).body);
  fields.set("username", person.username);
  await forgetful.post(action, fields, inBritain);
  const letter = await letterTo(service, to, "recover");
  assert.match(letter.text, /^The link works once, until 1 January 2026 at \d\d:\d\d UTC\.$/m);
});

test("A34: the address in a mail is that of the issuer, whatever host the request names", async () => {
  const to = "host@example.org";
  const person = await addPerson(to);
  await signIn(new FormClient(service.url), person);
  await signIn(new FormClient(service.url), person, {
    "x-forwarded-host": "evil.example",
    forwarded: "host=evil.example",
  });
  const [notice] = await notices(to);
  const body = openBody(service.ports, notice ?? {});
  assert.ok(body);
  assert.ok(body.text.includes(service.service.issuer));
  assert.doesNotMatch(`${body.text}${body.html}`, /evil\.example/);
});

test("a browser that the account knows causes no mail: again, signed out, or after others signed in there", async () => {
  const to = "two@example.org";
  const person = await addPerson(to);
  const browser = new FormClient(service.url);
  await signIn(browser, person);
  await signIn(browser, person);
  await browser.submit(await browser.get("/v1/Oauth/logout"), {});
  const other = await addPerson();
  await signIn(browser, other);
  await signIn(browser, person);
  assert.deepEqual(await notices(to), []);
});

test("nobody is told who has no address, and a wrong password tells nobody", async () => {
  const to = "three@example.org";
  const person = await addPerson(to);
  await signIn(new FormClient(service.url), person);
  const before = (await service.ports.outbox.list({ limit: 1 })).total;
  const stranger = new FormClient(service.url);
  await submitAs(stranger, await stranger.get(authorizationOf(client)), {
    ...person,
    password: bob.password,
  });
  const without = await addPerson();
  for (let count = 0; count < 2; count += 1) await signIn(new FormClient(service.url), without);
  assert.equal((await service.ports.outbox.list({ limit: 1 })).total, before);
});

test("a sign-in to an old account in a browser that nobody knows is told, also where nothing shows an earlier one", async () => {
  const to = "four@example.org";
  const person = await addPerson(to);
  service.clock.advance(90 * 86_400);
  await signIn(new FormClient(service.url), person);
  assert.equal((await notices(to)).length, 1);
});

/** The sign-ins on the page of recent activity, newest first: true for one that is marked. */
async function marksIn(browser: FormClient): Promise<readonly boolean[]> {
  const { body } = await browser.get("/account/activity");
  const rows = body.split('<li class="row act">').slice(1);
  return rows.map((row) => {
    const isMarked = row.includes("New browser");
    const leads = /<a href="\/account\/sessions">This was not me<\/a>/.test(row);
    assert.equal(leads, isMarked, "the way to act on it stands beside the mark, and nowhere else");
    return isMarked;
  });
}

test("the page of recent activity marks the sign-ins that the mail tells of, and no other", async () => {
  const to = "five@example.org";
  const person = await addPerson(to);
  const browser = new FormClient(service.url);
  await signIn(browser, person);
  assert.deepEqual(await marksIn(browser), [false], "the first one surprises nobody");
  await signIn(browser, person);
  const other = new FormClient(service.url);
  await signIn(other, person, { "user-agent": firefox });
  await signIn(other, person, { "user-agent": firefox });
  assert.deepEqual(await marksIn(browser), [false, true, false, false]);
  assert.equal((await notices(to)).length, 1);
  assert.match(
    (await browser.get("/account/sessions")).body,
    /href="\/account\/password">.*Change your password/,
  );
});

test("people without an address see the mark too, and of an old account the oldest sign-in that is left has it", async () => {
  const person = await addPerson();
  service.clock.advance(90 * 86_400);
  const browser = new FormClient(service.url);
  await signIn(browser, person);
  assert.deepEqual(await marksIn(browser), [true]);
  const without = await addPerson();
  await signIn(new FormClient(service.url), without);
  await signIn(browser, without);
  assert.deepEqual(await marksIn(browser), [true, false]);
});

test("the first sign-in has no mark on whichever page of the list it stands, and others on the same page keep theirs", async () => {
  const person = await addPerson();
  for (let count = 0; count < 26; count += 1) await signIn(new FormClient(service.url), person);
  const browser = new FormClient(service.url);
  await signIn(browser, person);
  const marks = await marksIn(browser);
  assert.deepEqual([marks.length, marks.every(Boolean)], [25, true]);
  const { body } = await browser.get("/account/activity");
  const older = /href="(\/account\/activity\?before=[0-9a-f]{32})"/.exec(body)?.[1] ?? "";
  const rest = (await browser.get(older)).body;
  assert.equal(rest.split("New browser").length - 1, 1);
  assert.equal(rest.split('<li class="row act">').length - 1, 2);
});

test("G30: neither the database's rows nor the log have the text of a message", async () => {
  const { items } = await service.ports.outbox.list({ limit: 99 });
  assert.ok(items.length > 0);
  assert.doesNotMatch(JSON.stringify([items, service.log]), /Firefox 133|Hello|Guten Tag/);
});

test("a mark stays when what was before it is forgotten", async () => {
  const person = await addPerson();
  await signIn(new FormClient(service.url), person);
  service.clock.advance(85 * 86_400);
  const thief = new FormClient(service.url);
  await signIn(thief, person);
  assert.deepEqual(await marksIn(thief), [true, false]);
  service.clock.advance(6 * 86_400);
  const owner = new FormClient(service.url);
  await signIn(owner, person);
  while ((await service.service.administration.store.expiry.sweep(service.clock.now(), 100)) > 0);
  assert.deepEqual(await marksIn(owner), [true, true]);
});
