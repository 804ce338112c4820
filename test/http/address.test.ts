import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import type { AccountName } from "../../src/identity/account-name.ts";
import { FormClient, findForm, type HttpAnswer } from "../support/form-client.ts";
import { type InProcessService, startInProcess } from "../support/in-process.ts";
import { letters, letterTo } from "../support/mailbox.ts";
import { ada, problemIn, submitAs, summaryOf } from "./journey.ts";
import { assertCleanLog } from "./support/ground-rules.ts";

let service: InProcessService;
let browser: FormClient;
let person: { username: string; password: string; email: string };
let wanted: string;
let count = 0;

before(async () => {
  service = await startInProcess({ LATCHKEY_TRUSTED_PROXIES: "127.0.0.1/32" });
  await service.addAccount("bob", ada.password, { email: "bob@example.org" });
});
after(async () => {
  assertCleanLog(service.log, [ada.password]);
  await service[Symbol.asyncDispose]();
});
beforeEach(async () => {
  count += 1;
  service.clock.advance(7_200);
  browser = new FormClient(service.url);
  person = { username: `ada${count}`, password: ada.password, email: `ada${count}@example.org` };
  wanted = `wanted${count}@example.org`;
  await service.addAccount(person.username, person.password, { email: person.email });
  await submitAs(browser, await browser.get("/sign-in?to=account/address"), person);
});

const find = (name: string) => service.ports.accounts.findByName(name as AccountName);

async function askFor(email: string, headers = {}): Promise<HttpAnswer> {
  const page = await browser.get("/account/address");
  assert.equal(page.status, 200, summaryOf(page));
  const { action, fields } = findForm(page.body);
  fields.set("email", email);
  return browser.post(action, fields, headers);
}

describe("a new e-mail address", () => {
  it("D40: it replaces the old one when its link is used, and the old one hears of it", async () => {
    assert.equal((await askFor(wanted)).status, 200);
    const letter = await letterTo(service, wanted, "verify-address");
    assert.equal(await find(wanted), undefined);
    assert.equal((await find(person.email))?.username, person.username);
    const page = await browser.get(letter.link);
    assert.match(page.body, /Use this e\u2011mail address\?/);
    assert.equal(await find(wanted), undefined);
    const done = await browser.submit(page, {});
    assert.equal(done.status, 200, summaryOf(done));
    assert.equal((await find(wanted))?.username, person.username);
    assert.equal(await find(person.email), undefined);
    const notice = await letterTo(service, person.email, "address-changed");
    assert.match(notice.text, new RegExp(wanted));
    assert.equal((await browser.submit(page, {})).status, 410);
  });

  it("D54: its link does nothing in the browser of somebody else, says whose it is, and works there after a sign-in", async () => {
    await askFor(wanted);
    const { link } = await letterTo(service, wanted, "verify-address");
    const form = findForm((await browser.get(link)).body);
    for (const visitor of ["nobody", "bob"]) {
      const elsewhere = new FormClient(service.url);
      if (visitor === "bob")
        await submitAs(elsewhere, await elsewhere.get("/sign-in?to=account"), {
          username: "bob",
          password: ada.password,
        });
      const page = await elsewhere.get(link);
      assert.equal(page.status, 200);
      assert.match(page.body, new RegExp(`Only this account[^]*${person.username}[^]*close this page`));
      assert.doesNotMatch(page.body, /<form[^>]* action="\/account\/address\/confirm/);
      assert.equal((await elsewhere.post(link, form.fields)).body.includes("Only this account"), true);
      assert.equal(await find(wanted), undefined);
      elsewhere.close();
    }
    const phone = new FormClient(service.url);
    await submitAs(phone, await phone.get("/sign-in?to=account"), {
      username: "bob",
      password: ada.password,
    });
    const href = /href="(\/sign-in\?to=account\/address\/confirm&amp;link=[\w-]+)"/.exec(
      (await phone.get(link)).body,
    )?.[1];
    const signIn = await phone.get((href ?? assert.fail("no way to sign in")).replace("&amp;", "&"));
    const back = await submitAs(phone, signIn, person);
    assert.deepEqual([back.status, back.headers.location], [303, link]);
    assert.equal((await phone.submit(await phone.get(link), {})).status, 200);
    assert.equal((await find(wanted))?.username, person.username);
  });

  it("the secret of its link is kept with no mail that is asked for on the way", async () => {
    await askFor(wanted);
    const { link } = await letterTo(service, wanted, "verify-address");
    const stranger = new FormClient(service.url);
    const query = `to=account/address/confirm&${link.split("?")[1]}`;
    await stranger.submit(await stranger.get(`/recover?${query}`), { username: person.username });
    await letterTo(service, person.email, "recover");
    const { items } = await service.ports.links.list("recover", { limit: 9, now: service.clock.now() });
    assert.ok(items.length > 0 && items.every((kept) => !kept.query?.includes("link=")));
  });

  it("the name that somebody chose reaches no address that they have not proved", async () => {
    const name = "Your account is locked: call 555 0199";
    const account = await find(person.username);
    assert.ok(account);
    assert.ok((await service.ports.accounts.update({ ...account, name }, service.clock.now())).ok);
    await askFor(wanted);
    const { text } = await letterTo(service, wanted, "verify-address");
    assert.doesNotMatch(text, /locked/);
    assert.match(text, /^Hello,$/m);
  });

  it("it asks for a fresh proof", async () => {
    service.clock.advance(301);
    const answer = await browser.get("/account/address");
    assert.deepEqual([answer.status, answer.headers.location], [303, "/sign-in?to=account/address"]);
    const posted = await browser.postOnly("/account/address", { email: wanted, step: "1.x" });
    assert.deepEqual([posted.status, posted.headers.location], [303, "/sign-in?to=account/address"]);
  });

  it("E17: an address that somebody else has gets the same answer, and no link", async () => {
    const bare = ({ body }: HttpAnswer, email: string) =>
      body.replaceAll(/nonce="[^"]*"/g, "").replaceAll(email, "ADDRESS");
    const free = await askFor(wanted);
    const taken = await askFor("bob@example.org");
    assert.equal(bare(free, wanted), bare(taken, "bob@example.org"));
    assert.equal((await letterTo(service, "bob@example.org", "sign-up-taken")).link, "");
    assert.ok(
      (await letters(service)).every(({ to, kind }) => to !== "bob@example.org" || kind !== "verify-address"),
    );
  });

  it("a username that is the address changes with it", async () => {
    const own = `own${count}@example.org`;
    await service.addAccount(own, ada.password, { email: own });
    const other = new FormClient(service.url);
    const first = await submitAs(other, await other.get("/sign-in?to=account/address"), {
      username: own,
      password: ada.password,
    });
    assert.equal(first.headers.location, "/account/address");
    await other.submit(await other.get("/account/address"), { email: wanted });
    const { link } = await letterTo(service, wanted, "verify-address");
    await other.submit(await other.get(link), {});
    const account = await find(wanted);
    assert.deepEqual([account?.username, account?.email], [wanted, wanted]);
    assert.equal(await find(own), undefined);
  });

  it("D40: somebody who got the address meanwhile keeps it", async () => {
    await askFor(wanted);
    const { link } = await letterTo(service, wanted, "verify-address");
    await service.addAccount(`quick${count}`, ada.password, { email: wanted });
    const answer = await browser.submit(await browser.get(link), {});
    assert.equal(answer.status, 409);
    assert.equal((await find(wanted))?.username, `quick${count}`);
    assert.equal((await find(person.email))?.username, person.username);
  });

  it("a new password kills the link to an address that was asked for before", async () => {
    await askFor(wanted);
    const { link } = await letterTo(service, wanted, "verify-address");
    const account = await find(person.email);
    assert.ok(account?.passwordHash);
    await service.ports.accounts.setPassword(account.id, account.passwordHash, service.clock.now());
    assert.equal((await browser.get(link)).status, 410);
  });

  it("D36: a recovery mailed to the old address, and a link to yet another new one, die with the change", async () => {
    const stranger = new FormClient(service.url);
    await stranger.submit(await stranger.get("/recover"), { username: person.username });
    const { link: recovery } = await letterTo(service, person.email, "recover");
    await askFor(`mistyped-${wanted}`);
    const { link: mistyped } = await letterTo(service, `mistyped-${wanted}`, "verify-address");
    await askFor(wanted);
    const { link } = await letterTo(service, wanted, "verify-address");
    const form = await stranger.get(recovery);
    assert.equal(form.status, 200);
    await browser.submit(await browser.get(link), {});
    const late = await stranger.submit(form, { new_password: "another set of eleven words" });
    assert.equal(late.status, 410);
    assert.equal((await browser.get(mistyped)).status, 410);
    assert.equal((await find(wanted))?.username, person.username);
  });

  it("the address of today, and one that cannot be one, are refused", async () => {
    const same = await askFor(person.email.toUpperCase());
    assert.deepEqual([same.status, problemIn(same)], [400, "This is already your e-mail address."]);
    const broken = await askFor("ada");
    assert.deepEqual(
      [broken.status, problemIn(broken)],
      [400, "Enter an e-mail address, like ada@example.org."],
    );
  });

  it("D37: the form of another session or browser changes nothing", async () => {
    const { fields } = findForm((await browser.get("/account/address")).body);
    fields.set("email", wanted);
    const other = new FormClient(service.url);
    await submitAs(other, await other.get("/sign-in?to=account/address"), person);
    const answer = await other.post("/account/address", fields);
    assert.equal(answer.status, 403);
    assert.equal(problemIn(answer), "This page was out of date, so nothing was changed. Please try again.");
  });
});
