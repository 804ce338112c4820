import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import type { CredentialId } from "../../src/identity/passkey.ts";
import type { AccountId } from "../../src/values/ids.ts";
import { TestAuthenticator } from "../support/authenticator.ts";
import { findForm, type HttpAnswer } from "../support/form-client.ts";
import { addPasskeyIn, passkeyFormTo, proveForCredentials } from "./support/passkey-proof.ts";
import { ada, Stage } from "./support/stage.ts";
import { codesOn, codesPageAfter, setUpTotp, TotpApp } from "./support/totp-app.ts";

/** Somebody who has the password, at the doors behind which factors are changed or guessed. */
let stage: Stage;

beforeEach(async () => {
  stage = await Stage.set();
});
afterEach(async () => {
  await stage.check();
  await stage[Symbol.asyncDispose]();
});

const isVerifyPage = ({ body }: HttpAnswer) => body.includes('action="/verify?');

test("D39: in a trusted browser the password alone is offered no passkey", async () => {
  const owner = stage.newBrowser();
  await owner.signIn("/sign-in?to=account", ada);
  const { app } = await setUpTotp(owner, stage.inProcess.clock);
  const thief = stage.newBrowser();
  const asked = await thief.submit(await thief.get("/sign-in?to=account"), { ...ada, passkey: "available" });
  assert.ok(isVerifyPage(asked));
  await thief.submit(asked, { otp: app.code(), trust: "yes" });
  thief.cookies.delete("latchkey-session");
  const form = await thief.get("/sign-in?to=account");
  const answer = await thief.submit(form, { ...ada, passkey: "available" });
  assert.deepEqual([answer.status, answer.headers.location], [303, "/account"], answer.body);
});

test("D39: the password alone answers no offer of a passkey that it was shown before there was an app", async () => {
  const thief = stage.newBrowser();
  const form = await thief.get("/sign-in?to=account");
  const offer = await thief.submit(form, { ...ada, passkey: "available" });
  const { action, fields } = passkeyFormTo("/add-passkey", offer);
  const owner = stage.newBrowser();
  await owner.signIn("/sign-in?to=account", ada);
  await setUpTotp(owner, stage.inProcess.clock);
  const own = new TestAuthenticator(stage.inProcess.service.issuer);
  fields.set("passkey", own.register(fields.get("step") ?? "", fields.get("user_handle") ?? ""));
  assert.ok(isVerifyPage(await thief.post(action, fields)));
  const [account] = await stage.inProcess.ports.accounts.list(9);
  assert.equal(account?.hasPasskey ?? false, false);
});

test("D39: a form that removes an app is not taken late because it says besides that it sets one up", async () => {
  const owner = stage.newBrowser();
  await owner.signIn("/sign-in?to=account", ada);
  await setUpTotp(owner, stage.inProcess.clock);
  const page = await owner.get("/account/totp");
  stage.inProcess.clock.advance(301);
  const late = await owner.submit(page, { action: "remove", sealed: "x" });
  assert.equal(late.status, 303);
  const [account] = await stage.inProcess.ports.accounts.list(9);
  assert.equal(account?.hasTotp, true);
});

test("E11: a browser that became known by the password, before there was an app, has no tries of its own", async () => {
  const thieves = [stage.newBrowser(), stage.newBrowser()];
  for (const thief of thieves) await thief.signIn("/sign-in?to=account", ada);
  stage.inProcess.clock.advance(1);
  const owner = stage.newBrowser();
  await owner.signIn("/sign-in?to=account", ada);
  const { app } = await setUpTotp(owner, stage.inProcess.clock);
  const statuses: number[] = [];
  for (const thief of thieves) {
    let page = await thief.get(stage.target());
    assert.ok(isVerifyPage(page), page.body);
    for (let count = 0; count < 5; count += 1) {
      page = await thief.submit(page, { otp: app.wrongCode() });
      statuses.push(page.status);
    }
  }
  assert.deepEqual(statuses, [...Array(5).fill(400), ...Array(5).fill(429)]);
});

describe("the password of a person with a passkey", () => {
  /** The owner adds a passkey, and a thief signs in with the password. */
  async function rob() {
    const owner = stage.newBrowser();
    await owner.signIn("/sign-in?to=account", ada);
    const authenticator = new TestAuthenticator(stage.inProcess.service.issuer);
    await addPasskeyIn(owner, authenticator);
    // Of somebody who signed in before, the page would say that the passkey has just been set up.
    stage.inProcess.clock.advance(1);
    const thief = stage.newBrowser();
    assert.equal((await thief.signIn("/sign-in?to=account", ada)).status, 200);
    return { owner, authenticator, thief };
  }

  for (const page of ["passkeys", "totp", "recovery-codes", "password", "upstreams", "address"])
    test(`D39: alone it neither opens nor posts to /account/${page}`, async () => {
      const { thief, owner, authenticator } = await rob();
      const [account] = await stage.inProcess.ports.accounts.list(9);
      for (const answer of [await thief.get(`/account/${page}`), await thief.post(`/account/${page}`, {})])
        assert.deepEqual([answer.status, answer.headers.location], [303, `/sign-in?to=account/${page}`]);
      const asked = await thief.get(`/sign-in?to=account/${page}`);
      assert.match(asked.body, /Confirm with your passkey that it is you/);
      assert.match(asked.body, /Have you lost your passkey\?/);
      assert.doesNotMatch(asked.body, /name="otp"|name="trust"/);
      assert.deepEqual(await stage.inProcess.ports.accounts.list(9), [account]);
      await proveForCredentials(owner, authenticator);
      assert.equal((await owner.get(`/account/${page}`)).status, 200);
    });

  test("D39: alone it posts no form that it was shown before there was a passkey", async () => {
    const thief = stage.newBrowser();
    await thief.signIn("/sign-in?to=account", ada);
    const [totp, passkeys] = [await thief.get("/account/totp"), await thief.get("/account/passkeys")];
    const app = new TotpApp(totp, stage.inProcess.clock);
    await rob();
    const own = new TestAuthenticator(stage.inProcess.service.issuer);
    const { fields } = findForm(passkeys.body);
    const passkey = own.register(fields.get("step") ?? "", fields.get("user_handle") ?? "");
    assert.equal((await thief.submit(totp, { otp: app.code() })).status, 303);
    assert.equal((await thief.submit(passkeys, { passkey })).status, 303);
    const [account] = await stage.inProcess.ports.accounts.list(9);
    assert.equal(account?.hasTotp ?? false, false);
    assert.equal((await stage.inProcess.ports.passkeys.list(account?.id as AccountId)).length, 1);
  });

  test("D39: a recovery code lets in a person who has lost the passkey, who then removes it", async () => {
    const { owner, authenticator, thief: again } = await rob();
    await proveForCredentials(owner, authenticator);
    const made = await owner.submit(await owner.get("/account/recovery-codes"), {});
    const [code = ""] = codesOn(await codesPageAfter(owner, made));
    const asked = await again.get("/sign-in?to=account/passkeys");
    assert.match(asked.body, /<label for="otp">Recovery code</);
    const { action, fields } = passkeyFormTo("/verify", asked);
    fields.delete("passkey");
    fields.set("otp", code);
    assert.equal((await again.post(action, fields)).headers.location, "/account/passkeys");
    const page = await again.get("/account/passkeys");
    const form = /<form(?:(?!<form).)*?value="remove".*?<\/form>/s.exec(page.body)?.[0] ?? "";
    const removed = await again.submit({ ...page, body: form }, { change: "remove" });
    assert.equal(removed.status, 200, removed.body);
    const [account] = await stage.inProcess.ports.accounts.list(9);
    assert.equal(account?.hasPasskey ?? false, false);
  });

  test("D39: once the operator has removed the passkey, the password is all there is again", async () => {
    const { authenticator, thief: again } = await rob();
    const [account] = await stage.inProcess.ports.accounts.list(9);
    assert.ok(account);
    const id = authenticator.id as CredentialId;
    await stage.inProcess.ports.passkeys.remove({ accountId: account.id, id, mayBeLast: true });
    assert.equal((await again.get("/account/passkeys")).status, 200);
  });
});
