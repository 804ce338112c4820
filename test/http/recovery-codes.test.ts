import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import type { AccountName } from "../../src/identity/account-name.ts";
import { findForm, type HttpAnswer } from "../support/form-client.ts";
import { ada, type CheckedClient, Stage } from "./support/stage.ts";
import { codesOn, codesPageAfter, setUpTotp, TotpApp } from "./support/totp-app.ts";

const address = "/account/recovery-codes";
const cookie = "latchkey-codes";

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

/** The page with a new set, which Ada made at its page. */
async function makeCodes(): Promise<HttpAnswer> {
  await browser.signIn("/sign-in?to=account", ada);
  await setUpTotp(browser, stage.inProcess.clock);
  return codesPageAfter(browser, await browser.submit(await browser.get(address), {}));
}

/** The page of the codes, which says how many are left and shows none. */
function assertHidden(page: HttpAnswer): void {
  assert.match(page.body, /Codes left: 10/);
  assert.doesNotMatch(page.body, /<pre class="codes"/);
}

async function keptDigests() {
  const { accounts, recoveryCodes } = stage.inProcess.ports;
  const account = await accounts.findByName(ada.username as AccountName);
  assert.ok(account);
  return (await recoveryCodes.find(account.id))?.digests;
}

describe("new recovery codes", () => {
  it("are shown again by a reload, which makes no other ones", async () => {
    const codes = codesOn(await makeCodes());
    const digests = await keptDigests();
    for (let reload = 0; reload < 3; reload += 1)
      assert.deepEqual(codesOn(await browser.get(address)), codes);
    assert.deepEqual(await keptDigests(), digests);
    const told = (await browser.get("/account/activity")).body.match(/New recovery codes/g);
    assert.equal(told?.length, 2, "the first set and the second");
  });

  it("are put away by the button that says they are saved", async () => {
    const page = await makeCodes();
    const saved = await browser.submitOnly(page, { saved: "yes" });
    assert.deepEqual([saved.status, saved.headers.location], [303, address]);
    assertHidden(await browser.get(address));
    assert.equal(browser.cookies.get(cookie), undefined);
  });

  it("are shown without a fresh proof for five minutes, and with one for half an hour", async () => {
    await browser.signIn("/sign-in?to=account", ada);
    const { app } = await setUpTotp(browser, stage.inProcess.clock);
    const codes = codesOn(
      await codesPageAfter(browser, await browser.submit(await browser.get(address), {})),
    );
    stage.inProcess.clock.advance(299);
    assert.deepEqual(codesOn(await browser.get(address)), codes);
    assert.equal((await browser.get("/enrol?to=account")).status, 303, "another page shows none");
    stage.inProcess.clock.advance(1_200);
    const asks = await browser.get(address);
    assert.deepEqual([asks.status, asks.headers.location], [303, "/sign-in?to=account/recovery-codes"]);
    const verify = await browser.signIn(asks.headers.location ?? "", ada);
    const proved = await browser.submit(verify, { otp: app.code() });
    assert.equal(proved.headers.location, address);
    assert.deepEqual(codesOn(await browser.get(address)), codes);
    stage.inProcess.clock.advance(301);
    assert.doesNotMatch((await browser.get(address)).body, /<pre class="codes"/);
  });

  it("are not shown once other ones were made elsewhere", async () => {
    await makeCodes();
    const kept = browser.cookies.get(cookie) ?? "";
    await browser.submit(await browser.get(address), { saved: "yes" });
    await browser.submit(await browser.get(address), {});
    browser.cookies.set(cookie, kept);
    assertHidden(await browser.get(address));
  });

  it("are shown to nobody else who has the cookie, signed in or not", async () => {
    await makeCodes();
    const kept = browser.cookies.get(cookie) ?? "";
    const other = stage.newBrowser();
    other.cookies.set(cookie, kept);
    assert.equal((await other.get(address)).status, 303);
    await stage.inProcess.addAccount("grace", "eleven slow clouds drift south");
    await other.signIn("/sign-in?to=account", {
      username: "grace",
      password: "eleven slow clouds drift south",
    });
    other.cookies.set(cookie, kept);
    assert.doesNotMatch((await other.get(address)).body, /<pre class="codes"/);
  });

  it("are not shown in a later session of the same person, which has proved the password alone", async () => {
    await makeCodes();
    const kept = browser.cookies.get(cookie) ?? "";
    const later = stage.newBrowser();
    const verify = await later.signIn("/sign-in?to=account", ada);
    assert.match(verify.body, /action="\/verify\?/);
    later.cookies.set(cookie, kept);
    for (const path of [address, "/enrol?to=account"])
      assert.doesNotMatch((await later.get(path)).body, /<pre class="codes"/);
  });

  it("stay hidden behind a cookie that the service did not seal, or sealed for something else", async () => {
    await makeCodes();
    const kept = browser.cookies.get(cookie) ?? "";
    const elsewhere = stage.inProcess.ports.sealer.seal("console", Buffer.from("{}"));
    for (const value of [
      "x",
      `${kept.slice(0, -2)}AA`,
      elsewhere,
      browser.cookies.get("latchkey-device") ?? "",
    ]) {
      browser.cookies.set(cookie, value);
      assertHidden(await browser.get(address));
    }
  });
});

describe("the first recovery codes, in the middle of a sign-in", () => {
  it("are shown again by a reload; then the sign-in goes on", async () => {
    await stage.inProcess.ports.clients.update({
      ...stage.client.client,
      metadata: { ...stage.client.client.metadata, requiredStrength: "two" },
    });
    const page = await browser.signIn(stage.target(), ada);
    const app = new TotpApp(page, stage.inProcess.clock);
    const answer = await browser.submitOnly(page, { otp: app.code() });
    const shown = await codesPageAfter(browser, answer);
    const again = await browser.get(answer.headers.location ?? "");
    assert.deepEqual(codesOn(again), codesOn(shown));
    assert.ok(findForm(again.body).action.startsWith("/enrol?"));
    // Back, and the code of the app once more: the sign-in goes on, and the codes can still be read.
    const resent = await browser.submit(page, { otp: app.code() });
    assert.match(resent.headers.location ?? "", /code=lkac_/);
    assert.deepEqual(codesOn(await browser.get(answer.headers.location ?? "")), codesOn(shown));
    const done = await browser.submit(again, { saved: "yes" });
    assert.match(done.headers.location ?? "", /code=lkac_/);
    assert.equal(browser.cookies.get(cookie), undefined);
  });
});
