import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import type { AccountName } from "../../src/identity/account-name.ts";
import { TestAuthenticator } from "../support/authenticator.ts";
import { FormClient, findForm, type HttpAnswer } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { letters, letterTo } from "../support/mailbox.ts";
import {
  ada,
  assertSignInForm,
  authorizationOf,
  codeAt,
  problemIn,
  submitAs,
  summaryOf,
  tokenFor,
  userinfoStatus,
} from "./journey.ts";
import { assertCleanLog } from "./support/ground-rules.ts";
import { addPasskeyIn } from "./support/passkey-proof.ts";

const fresh = "nineteen paper boats drift past";
const isLocked = /This account is locked, because someone chose “This was not me” in a message about it/;

let service: InProcessService;
let notes: TestClient;
let browser: FormClient;
let person: { username: string; password: string; email: string };
let count = 0;

before(async () => {
  service = await startInProcess({ LATCHKEY_TRUSTED_PROXIES: "127.0.0.1/32" });
  notes = await service.addClient({ name: "Notes" });
});
after(async () => {
  assertCleanLog(service.log, [ada.password, fresh]);
  await service[Symbol.asyncDispose]();
});

// Every test has a person of its own, whose second sign-in comes from a browser that the account has not seen.
beforeEach(async () => {
  count += 1;
  service.clock.advance(7_200);
  browser = new FormClient(service.url);
  person = { username: `ada${count}`, password: ada.password, email: `ada${count}@example.org` };
  await service.addAccount(person.username, person.password, { email: person.email });
  codeAt(await submitAs(browser, await browser.get(authorizationOf(notes)), person), notes);
  service.clock.advance(1);
});

const account = async () =>
  (await service.ports.accounts.findByName(person.username as AccountName)) ?? assert.fail("no account");

/** Signs in as a thief who knows the password. */
async function thief(to = "/sign-in?to=account/address"): Promise<FormClient> {
  const other = new FormClient(service.url);
  assert.equal((await submitAs(other, await other.get(to), person)).status, 303);
  return other;
}

async function linkOf(kind = "new-device", to = person.email): Promise<string> {
  const { link } = await letterTo(service, to, kind);
  assert.match(link, /^\/lock\?link=[\w-]{43}$/);
  return link;
}

async function press(link: string, client = browser): Promise<HttpAnswer> {
  const page = await client.get(link);
  assert.equal(page.status, 200, summaryOf(page));
  service.clock.advance(1);
  return client.submit(page, {});
}

async function lock(link: string): Promise<void> {
  const locked = await press(link, new FormClient(service.url));
  assert.equal(locked.status, 200, summaryOf(locked));
  assert.match(locked.body, /Your account is locked/);
}

function assertDead(answer: HttpAnswer): void {
  assert.equal(answer.status, 410, summaryOf(answer));
  assert.match(answer.body, /This link no longer works.*href="\/recover"/s);
}

/** Sets a new password with the link that the lock mailed to the address. */
async function recover(to = person.email): Promise<HttpAnswer> {
  const { link, text } = await letterTo(service, to, "account-locked");
  assert.match(link, /^\/recover\/password\?link=/);
  assert.doesNotMatch(text, /\/lock\?/);
  return browser.submit(await browser.get(link), { new_password: fresh });
}

describe("“this was not me”", () => {
  it("D68: the button of its page ends everything and keeps everybody out, and the mail that follows lets the person in again", async () => {
    const other = await thief(authorizationOf(notes));
    const token = await tokenFor(other, notes, codeAt(await other.get(authorizationOf(notes)), notes));
    assert.equal(await userinfoStatus(other, token), 200);
    await lock(await linkOf());
    assert.equal(await userinfoStatus(other, token), 401);
    for (const client of [browser, other]) assertSignInForm(await client.get(authorizationOf(notes)));
    assert.deepEqual(await service.ports.sessions.list((await account()).id), []);
    const refused = await submitAs(other, await other.get(authorizationOf(notes)), person);
    assertSignInForm(refused, 400);
    assert.match(problemIn(refused) ?? "", isLocked);
    const back = await recover();
    assert.equal(back.status, 303, summaryOf(back));
    codeAt(await browser.get(authorizationOf(notes)), notes);
    assert.deepEqual([(await account()).isDisabled, (await account()).lockedAt], [false, undefined]);
  });

  it("D68: only those who prove who they are learn that an account is locked", async () => {
    await thief();
    await lock(await linkOf());
    const page = await browser.get(authorizationOf(notes));
    const wrong = await submitAs(browser, page, { ...person, password: "another one entirely" });
    const nobody = await submitAs(browser, page, { username: "nobody", password: "another one entirely" });
    assert.equal(problemIn(wrong), problemIn(nobody));
    assert.doesNotMatch(wrong.body, isLocked);
  });

  it("D69: opening the link, as mail scanners do, changes nothing; pressed once, it is dead, and so is every other one", async () => {
    await thief();
    const link = await linkOf();
    await thief();
    const second = (await letterTo(service, person.email, "new-device", 1)).link;
    const scanner = new FormClient(service.url);
    for (let look = 0; look < 3; look += 1) {
      const page = await scanner.get(link);
      assert.equal(page.status, 200);
      assert.equal(page.headers["referrer-policy"], "no-referrer");
    }
    await scanner.send({ method: "HEAD", target: link });
    assert.equal((await account()).lockedAt, undefined);
    const page = await browser.get(link);
    assert.equal((await browser.submit(page, {})).status, 200);
    const { epoch } = await account();
    assertDead(await browser.submit(page, {}));
    for (const dead of [link, second]) assertDead(await browser.get(dead));
    assert.equal((await account()).epoch, epoch);
    assert.equal((await recover()).status, 303);
    for (const dead of [link, second]) assertDead(await browser.get(dead));
  });

  it("D69: of 50 presses at once one locks, and one mail goes out", async () => {
    await thief();
    const link = await linkOf();
    const browsers = Array.from({ length: 50 }, () => new FormClient(service.url));
    const pages = await Promise.all(browsers.map((one) => one.get(link)));
    const answers = await Promise.all(
      browsers.map((one, index) => one.submit(pages[index] ?? assert.fail(), {})),
    );
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, ...Array(49).fill(410)]);
    const mails = (await letters(service)).filter(({ to }) => to === person.email);
    assert.equal(mails.filter(({ kind }) => kind === "account-locked").length, 1);
    for (const one of browsers) one.close();
  });

  it("D69: the page lets nobody in, and the form of another browser, page or link changes nothing", async () => {
    await thief();
    const link = await linkOf();
    const page = await browser.get(link);
    assert.doesNotMatch(page.body, /\/recover\/password/);
    const others = [
      findForm((await new FormClient(service.url).get(link)).body).fields,
      findForm((await browser.get("/recover")).body).fields,
      new URLSearchParams(),
    ];
    for (const fields of others) {
      const refused = await browser.post(link, fields);
      assert.equal(refused.status, 403, summaryOf(refused));
      assert.match(refused.body, /Lock your account\?/);
    }
    assert.equal((await account()).lockedAt, undefined);
    const query = link.slice(link.indexOf("?"));
    for (const path of ["/recover/password", "/sign-up/account"])
      assert.equal((await browser.get(`${path}${query}`)).status, 410);
    for (const made of ["", "?link=", "?link=x&link=y", `?link=${"A".repeat(43)}`])
      assertDead(await browser.get(`/lock${made}`));
    service.clock.advance(7 * 86_400);
    assertDead(await browser.get(link));
  });

  it("D70: the notice to the old address still locks after a thief changed it, and brings the account back there", async () => {
    const other = await thief();
    const form = await other.get("/account/address");
    await other.submit(form, { email: `thief${count}@example.net` });
    const { link } = await letterTo(service, `thief${count}@example.net`, "verify-address");
    assert.equal((await other.submit(await other.get(link), {})).status, 200);
    assert.equal((await account()).email, `thief${count}@example.net`);
    await lock(await linkOf("address-changed"));
    assert.equal((await account()).email, person.email);
    const told = await letterTo(service, `thief${count}@example.net`, "address-changed");
    assert.equal(told.link, "", "the address that the account loses hears of it, and can lock nothing");
    assert.ok(told.text.includes(person.email));
    const asked = await browser.submit(await browser.get("/recover"), { username: person.username });
    assert.equal(asked.status, 200);
    await letterTo(service, person.email, "recover");
    assert.equal((await recover()).status, 303);
  });

  it("D70: after the owner has changed the address back and the password, the mailbox of the thief locks nothing", async () => {
    const theirs = `thief${count}@example.net`;
    const change = async (client: FormClient, email: string) => {
      await client.submit(await client.get("/account/address"), { email });
      const { link } = await letterTo(service, email, "verify-address");
      assert.equal((await client.submit(await client.get(link), {})).status, 200);
    };
    await change(await thief(), theirs);
    service.clock.advance(60);
    const owner = await thief();
    await change(owner, person.email);
    await owner.submit(await owner.get("/account/password"), { new_password: fresh });
    const mails = (await letters(service)).filter(
      ({ to, link }) => to === theirs && link.startsWith("/lock"),
    );
    assert.ok(mails.some(({ kind }) => kind === "address-changed"));
    for (const { link } of mails) assertDead(await browser.get(link));
    assert.deepEqual([(await account()).email, (await account()).lockedAt], [person.email, undefined]);
  });

  it("D70: a passkey that a thief added is gone, and the person's own one learns that the account is locked", async () => {
    const own = new TestAuthenticator(service.service.issuer);
    const mine = new FormClient(service.url);
    await mine.signIn("/sign-in?to=account", person);
    await addPasskeyIn(mine, own);
    service.clock.advance(61);
    const { id, epoch } = await account();
    await thief("/sign-in?to=account");
    const stolen = (await service.ports.passkeys.list(id))[0] ?? assert.fail();
    const theirs = {
      ...stolen,
      id: `${stolen.id.slice(0, -1)}${stolen.id.endsWith("A") ? "E" : "A"}` as typeof stolen.id,
      createdAt: service.clock.now(),
    };
    assert.ok((await service.ports.passkeys.add({ passkey: theirs, accountEpoch: epoch, max: 9 })).ok);
    const seen = (await letters(service)).filter(
      ({ to, kind }) => to === person.email && kind === "new-device",
    );
    await lock(seen.at(-1)?.link ?? assert.fail());
    assert.deepEqual(
      (await service.ports.passkeys.list(id)).map((passkey) => passkey.id),
      [stolen.id],
    );
    service.clock.advance(1);
    const page = await browser.get(authorizationOf(notes));
    const passkey = own.assert(findForm(page.body).fields.get("step") ?? "");
    const refused = await browser.submit(page, { passkey });
    assertSignInForm(refused, 400);
    assert.match(problemIn(refused) ?? "", isLocked);
  });

  it("D71: an address that nobody has proved gets no link that locks", async () => {
    const now = await account();
    const changed = { ...now, isEmailUnverified: true };
    assert.ok((await service.ports.accounts.update(changed, service.clock.now())).ok);
    await thief();
    const notice = await letterTo(service, person.email, "new-device");
    assert.equal(notice.link, "");
    assert.match(notice.text, /change your password now/);
  });

  it("D71: what the operator disabled no link opens, and the operator lets a locked account in again", async () => {
    await thief();
    const link = await linkOf();
    const { id } = await account();
    await service.ports.accounts.setDisabled(id, true, service.clock.now());
    assertDead(await browser.get(link));
    await service.ports.accounts.setDisabled(id, false, service.clock.now());
    await lock(link);
    await service.ports.accounts.setDisabled(id, true, service.clock.now());
    const { link: recovery } = await letterTo(service, person.email, "account-locked");
    assertDead(await browser.get(recovery));
    await service.ports.accounts.setDisabled(id, false, service.clock.now());
    codeAt(await submitAs(browser, await browser.get(authorizationOf(notes)), person), notes);
  });

  it("the owner finds it in the activity, and the operator in the audit trail and the log", async () => {
    await thief();
    await lock(await linkOf());
    assert.equal((await recover()).status, 303);
    assert.match((await browser.get("/account/activity")).body, /Account locked/);
    const { id } = await account();
    const { items } = await service.ports.auditTrail.list({ limit: 99 });
    const entry = items.find(({ act, target }) => act === "account-locked" && target?.id === id);
    assert.ok(entry?.network);
    assert.ok(
      service.log.some(({ message, fields }) => message === "account-locked" && fields.accountId === id),
    );
  });
});
