import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { HttpAnswer } from "../support/form-client.ts";
import { ada, Stage } from "./support/stage.ts";
import { setUpTotp } from "./support/totp-app.ts";

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

test("D39: a form that removes an app is not taken late because it says besides that it sets one up", async () => {
  const owner = stage.newBrowser();
  await owner.signIn("/sign-in?to=account", ada);
  await setUpTotp(owner, stage.inProcess.clock);
  const page = await owner.get("/account/totp");
  stage.inProcess.clock.advance(301);
  const late = await owner.submit(page, { action: "remove", sealed: "x" });
  assert.equal(late.status, 303);
  const [account] = await stage.inProcess.ports.accounts.list();
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
