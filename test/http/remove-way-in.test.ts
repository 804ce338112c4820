import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import type { AccountName } from "../../src/identity/account-name.ts";
import { TestAuthenticator } from "../support/authenticator.ts";
import { FormClient, type HttpAnswer } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { letterTo } from "../support/mailbox.ts";
import { ada, codeAt, problemIn, requestOf, summaryOf } from "./journey.ts";
import { assertCleanLog } from "./support/ground-rules.ts";
import { addPasskeyIn, passkeyFormTo, proveForCredentials, provePasskey } from "./support/passkey-proof.ts";

const fresh = "nineteen paper boats drift past";

let service: InProcessService;
let notes: TestClient;
let count = 0;

before(async () => {
  service = await startInProcess();
  notes = await service.addClient({ name: "Notes" });
});
after(async () => {
  assertCleanLog(service.log, [ada.password, fresh]);
  await service[Symbol.asyncDispose]();
});

/** A person with two passkeys, who has just set a new password by a mailed link, in another browser. */
let person: { username: string; password: string; email: string };
let phone: TestAuthenticator;
let strangers: TestAuthenticator;
let browser: FormClient;
let shown: HttpAnswer;

beforeEach(async () => {
  count += 1;
  service.clock.advance(7_200);
  person = { username: `ada${count}`, password: ada.password, email: `${count}ada@example.org` };
  await service.addAccount(person.username, person.password, { email: person.email });
  const owner = new FormClient(service.url);
  await owner.signIn("/sign-in?to=account", person);
  phone = new TestAuthenticator(service.service.issuer);
  strangers = new TestAuthenticator(service.service.issuer);
  await addPasskeyIn(owner, phone);
  // A challenge has the time of its page, and counts once.
  service.clock.advance(1);
  await proveForCredentials(owner, phone);
  await addPasskeyIn(owner, strangers);
  owner.close();
  browser = new FormClient(service.url);
  shown = await recover();
});

async function recover(): Promise<HttpAnswer> {
  const asked = await browser.get(`/recover?${requestOf(notes, { state: "s1" })}`);
  service.clock.advance(1);
  await browser.submit(asked, { username: person.username });
  const { link } = await letterTo(service, person.email, "recover");
  const page = await browser.submit(await browser.get(link), { new_password: fresh });
  assert.match(page.body, /Is all of this yours\?/, summaryOf(page));
  return page;
}

async function passkeyIds(): Promise<readonly string[]> {
  const account = await service.ports.accounts.findByName(person.username as AccountName);
  const passkeys = await service.ports.passkeys.list(account?.id ?? assert.fail());
  return passkeys.map(({ id }) => id).sort();
}

const both = () => [phone.id, strangers.id].sort();
const remove = (page: HttpAnswer, id: string) => browser.submit(page, { passkey_id: id });

describe("E29: what the person does not recognise after a recovery", () => {
  it("each passkey has a button with its name for people who do not see the row", () => {
    for (const id of both())
      assert.match(
        shown.body,
        new RegExp(
          `<button class="little" type="submit" name="passkey_id" value="${id}">Remove<span class="vh"> `,
        ),
      );
  });

  it("the mailbox alone removes no passkey: the account has two factors, and asks for the other one", async () => {
    const asking = await remove(shown, strangers.id);
    assert.equal(asking.status, 200, summaryOf(asking));
    passkeyFormTo("/verify", asking);
    assert.deepEqual(await passkeyIds(), both());
  });

  it("the proof leads back, where the button removes the passkey at once; then the sign-in goes on", async () => {
    const asking = await remove(shown, strangers.id);
    const back = await provePasskey(browser, asking, phone);
    assert.match(back.body, /Is all of this yours\?/, summaryOf(back));
    assert.deepEqual(await passkeyIds(), both());
    const removed = await remove(back, strangers.id);
    assert.equal(removed.status, 200, summaryOf(removed));
    assert.match(removed.body, /role="status">.* was removed\. It can no longer be used to sign in/);
    assert.deepEqual(await passkeyIds(), [phone.id]);
    await letterTo(service, person.email, "passkey-removed");
    const next = await browser.submit(removed, {});
    codeAt(next, notes);
  });

  it("on the way to a page of the account too, and a refused proof keeps the way back", async () => {
    const asked = await browser.get("/recover?to=account/sessions");
    service.clock.advance(1);
    await browser.submit(asked, { username: person.username });
    const { link } = await letterTo(service, person.email, "recover", 1);
    const page = await browser.submit(await browser.get(link), { new_password: `${fresh} again` });
    const asking = await remove(page, strangers.id);
    const refused = await provePasskey(browser, asking, new TestAuthenticator(service.service.issuer));
    assert.equal(refused.status, 400, summaryOf(refused));
    const back = await provePasskey(browser, refused, phone);
    const removed = await remove(back, strangers.id);
    assert.deepEqual(await passkeyIds(), [phone.id]);
    const { status, headers } = await browser.submit(removed, {});
    assert.deepEqual([status, headers.location], [303, "/account/sessions"]);
  });

  it("when nothing is left, the page says so and has the way on", async () => {
    const back = await provePasskey(browser, await remove(shown, strangers.id), phone);
    const last = await remove(await remove(back, strangers.id), phone.id);
    assert.match(last.body, /<h1>Nothing else to check<\/h1>/, summaryOf(last));
    assert.deepEqual(await passkeyIds(), []);
    codeAt(await browser.submit(last, {}), notes);
  });

  it("a passkey that is gone is told so, and one of another account stays", async () => {
    const back = await provePasskey(browser, await remove(shown, strangers.id), phone);
    const removed = await remove(back, strangers.id);
    const again = await remove(removed, strangers.id);
    assert.deepEqual([again.status, problemIn(again)], [400, "This passkey has already been removed."]);
    const others = new FormClient(service.url);
    const other = { username: `bob${count}`, password: ada.password };
    await service.addAccount(other.username, other.password);
    await others.signIn("/sign-in?to=account", other);
    const bobs = new TestAuthenticator(service.service.issuer);
    await addPasskeyIn(others, bobs);
    assert.equal(problemIn(await remove(again, bobs.id)), "This passkey has already been removed.");
    const bob = await service.ports.accounts.findByName(other.username as AccountName);
    assert.equal((await service.ports.passkeys.list(bob?.id ?? assert.fail())).length, 1);
    others.close();
  });

  it("five minutes after the new password a button leads to the page of passkeys, which asks for a fresh proof", async () => {
    const back = await provePasskey(browser, await remove(shown, strangers.id), phone);
    service.clock.advance(300);
    const { status, headers } = await remove(back, strangers.id);
    assert.deepEqual([status, headers.location], [303, "/sign-in?to=account/passkeys"]);
    assert.deepEqual(await passkeyIds(), both());
  });

  it("the form counts in its own browser, session and request alone", async () => {
    const back = await provePasskey(browser, await remove(shown, strangers.id), phone);
    const { action } = {
      action: /<form class="stack" method="post" action="([^"]*)"/.exec(back.body)?.[1] ?? "",
    };
    assert.match(action, /^\/add-passkey\?/);
    await browser.post(action.replaceAll("&amp;", "&"), { passkey_id: strangers.id });
    await browser.post("/add-passkey?to=account", {
      step: /name="step" value="([^"]*)"/.exec(back.body)?.[1] ?? "",
      user_handle: /name="user_handle" value="([^"]*)"/.exec(back.body)?.[1] ?? "",
      passkey_id: strangers.id,
    });
    const other = new FormClient(service.url);
    await other.submit(back, { passkey_id: strangers.id });
    assert.deepEqual(await passkeyIds(), both());
    const foreign = await browser.submitOnly({ ...back }, { passkey_id: strangers.id, step: "AAAA" });
    assert.equal(foreign.status, 303);
    assert.deepEqual(await passkeyIds(), both());
    other.close();
  });
});
