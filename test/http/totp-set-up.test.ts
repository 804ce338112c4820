import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import type { HttpAnswer } from "../support/form-client.ts";
import { problemIn } from "./journey.ts";
import { ada, type CheckedClient, Stage } from "./support/stage.ts";
import { setUpTotp } from "./support/totp-app.ts";

const page = "/account/totp";
const cookie = "latchkey-totp";

let stage: Stage;
let browser: CheckedClient;

beforeEach(async () => {
  stage = await Stage.set();
  browser = stage.newBrowser();
});
afterEach(async () => {
  await stage.check();
  await stage[Symbol.asyncDispose]();
});

const keyIn = ({ body }: HttpAnswer) =>
  /<code id="key">([^<]+)/.exec(body)?.[1] ?? assert.fail(`no key in ${body}`);

async function openAccount(): Promise<HttpAnswer> {
  await browser.signIn("/sign-in?to=account", ada);
  return browser.get(page);
}

async function openEnrolment(): Promise<HttpAnswer> {
  const { client } = stage.client;
  const metadata = { ...client.metadata, requiredStrength: "two" } as const;
  await stage.inProcess.ports.clients.update({ ...client, metadata });
  return browser.signIn(stage.target(), ada);
}

describe("the key of an authenticator app that is being set up", () => {
  for (const [where, open, address] of [
    ["at the account", openAccount, () => page],
    ["on the way to an application", openEnrolment, () => stage.target()],
  ] as const) {
    it(`${where}: is the same after a reload, a wrong code, and in another language`, async () => {
      const first = keyIn(await open());
      assert.equal(keyIn(await browser.get(address())), first);
      const wrong = await browser.submit(await browser.get(address()), { otp: "000000" });
      assert.deepEqual([wrong.status, keyIn(wrong)], [400, first]);
      browser.cookies.set("latchkey-language", "fr");
      const french = await browser.get(address());
      assert.match(french.body, /<html lang="fr"/);
      assert.equal(keyIn(french), first);
    });

    it(`${where}: an empty field is not a wrong code`, async () => {
      const answer = await browser.submit(await open(), { otp: " " });
      assert.deepEqual([answer.status, problemIn(answer)], [400, "Enter the code."]);
    });
  }

  it("is another one for the next app", async () => {
    const first = keyIn(await openAccount());
    await setUpTotp(browser, stage.inProcess.clock);
    assert.equal(browser.cookies.get(cookie), undefined);
    const next = await browser.submit(await browser.get(page), { action: "replace" });
    assert.notEqual(keyIn(next), first);
  });

  it("is the same for half an hour after it was shown last", async () => {
    const first = keyIn(await openEnrolment());
    for (const seconds of [1_799, 1_799]) {
      stage.inProcess.clock.advance(seconds);
      // By then the page asks for a fresh proof first.
      assert.equal(keyIn(await browser.signIn(stage.target(), ada)), first);
    }
    const kept = browser.cookies.get(cookie) ?? "";
    stage.inProcess.clock.advance(1_800);
    browser.cookies.set(cookie, kept);
    assert.notEqual(keyIn(await browser.signIn(stage.target(), ada)), first);
  });

  it("is the same for the whole half hour, even if the key of the service that sealed it is retired at once", async () => {
    const first = keyIn(await openEnrolment());
    const { keyring } = stage.inProcess.service.administration;
    await keyring.rotate("flash");
    stage.inProcess.clock.advance(1_799);
    await keyring.maintain();
    assert.equal(keyIn(await browser.signIn(stage.target(), ada)), first);
  });

  it("is another one in another session, also with the cookie of the first, and for another person", async () => {
    const first = keyIn(await openAccount());
    const kept = browser.cookies.get(cookie) ?? "";
    const opened = stage.inProcess.ports.sealer.open("flash", kept);
    assert.ok(opened && !Buffer.from(opened).toString().includes(first.replaceAll(" ", "")));
    const other = stage.newBrowser();
    await other.signIn("/sign-in?to=account", ada);
    other.cookies.set(cookie, kept);
    assert.notEqual(keyIn(await other.get(page)), first);
    other.cookies.set(cookie, `${kept.slice(0, -2)}AA`);
    assert.notEqual(keyIn(await other.get(page)), first);
    await stage.inProcess.addAccount("grace", ada.password);
    const graces = stage.newBrowser();
    await graces.signIn("/sign-in?to=account", { ...ada, username: "grace" });
    graces.cookies.set(cookie, kept);
    assert.notEqual(keyIn(await graces.get(page)), first);
  });
});
