import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { decodeJwt } from "jose";
import type { AccountName } from "../../src/identity/account-name.ts";
import type { AccountId } from "../../src/values/ids.ts";
import { TestAuthenticator } from "../support/authenticator.ts";
import { findForm, type HttpAnswer } from "../support/form-client.ts";
import { problemIn } from "./journey.ts";
import { addPasskeyIn } from "./support/passkey-proof.ts";
import { ada, type CheckedClient, Stage } from "./support/stage.ts";
import { codesOn, codesPageAfter, setUpTotp, TotpApp } from "./support/totp-app.ts";

const openid = { isOpenid: true } as const;

let stage: Stage;
let browser: CheckedClient;

/** A person who has no second factor yet, in a browser of her own. */
beforeEach(async () => {
  stage = await Stage.set();
  browser = stage.newBrowser();
});
afterEach(async () => {
  await stage.check();
  await stage[Symbol.asyncDispose]();
});

const isVerifyPage = ({ body }: HttpAnswer) => body.includes('action="/verify?');
const isEnrolPage = ({ body }: HttpAnswer) => body.includes('action="/enrol?');
const hasCode = ({ headers }: HttpAnswer) => (headers.location ?? "").includes("code=lkac_");

async function withTotp() {
  await browser.signIn("/sign-in?to=account", ada);
  return setUpTotp(browser, stage.inProcess.clock);
}

/** Presses the button that removes the app, which has a form of its own. */
function remove(page: HttpAnswer, password: string): Promise<HttpAnswer> {
  const form = /<form(?:(?!<form).)*?value="remove".*?<\/form>/s.exec(page.body)?.[0];
  assert.ok(form, page.body);
  return browser.submit({ ...page, body: form }, { action: "remove", password });
}

async function idOfAda(): Promise<AccountId> {
  const account = await stage.inProcess.ports.accounts.findByName(ada.username as AccountName);
  assert.ok(account);
  return account.id;
}

/** Signs in with the password in a browser that knows nothing; the page that asks for the code. */
async function askedForCode(in_ = stage.newBrowser(), target = stage.target()) {
  const page = await in_.signIn(target, ada);
  assert.ok(isVerifyPage(page), `${page.status} ${page.headers.location} ${page.body.slice(-1500)}`);
  return { page, browser: in_ };
}

test("an app that is set up is asked for at the next sign-in; then the interrupted request goes on", async () => {
  const { app, codes } = await withTotp();
  assert.equal(codes.length, 10);
  assert.equal(new Set(codes).size, 10);
  const { page, browser: other } = await askedForCode();
  const answer = await other.submit(page, { otp: app.code() });
  assert.equal(answer.status, 303, answer.body);
  assert.ok(hasCode(answer));
  const session = (await stage.inProcess.ports.sessions.list()).find(({ session }) =>
    session.methods.includes("otp"),
  );
  assert.deepEqual(session?.session.methods, ["pwd", "otp", "mfa"]);
});

test("the browser that set the app up goes on under the same session, which proves two factors now", async () => {
  await browser.signIn("/sign-in?to=account", ada);
  const { sessions } = stage.inProcess.ports;
  const before = (await sessions.list()).map(({ session }) => Buffer.from(session.id).toString("hex")).sort();
  await setUpTotp(browser, stage.inProcess.clock);
  const after = (await sessions.list()).map(({ session }) => Buffer.from(session.id).toString("hex")).sort();
  assert.deepEqual(after, before);
  assert.ok(hasCode(await browser.get(stage.target())));
});

test("E12: a code counts once, also in another browser and in another tab", async () => {
  const { app } = await withTotp();
  const first = await askedForCode();
  const second = await askedForCode();
  const otp = app.code();
  assert.ok(hasCode(await first.browser.submit(first.page, { otp })));
  const again = await second.browser.submit(second.page, { otp });
  assert.equal(again.status, 400);
  assert.match(again.body, /already been used/);
  stage.inProcess.clock.advance(30);
  assert.ok(hasCode(await second.browser.submit(again, { otp: app.code() })));
});

test("E12: 20 browsers send one code at the same moment: one gets in", async () => {
  const { app } = await withTotp();
  const asked = [];
  for (let index = 0; index < 20; index += 1) asked.push(await askedForCode());
  const otp = app.code();
  // Tries of one person are limited, so all 20 are one known device's and strangers' in turn; a refund gives room back.
  const answers = await Promise.all(asked.map(({ page, browser: one }) => one.submit(page, { otp })));
  assert.equal(answers.filter(hasCode).length, 1);
  for (const { status } of answers.filter((answer) => !hasCode(answer)))
    assert.ok([400, 429].includes(status));
});

for (const kind of ["app", "recovery code"])
  test(`E11: the ${kind}'s code in 16 browsers at once, and again after that, costs no try of the person`, async () => {
    const { app, codes } = await withTotp();
    const asked = [];
    for (let index = 0; index < 20; index += 1) asked.push(await askedForCode());
    const otp = kind === "app" ? app.code() : (codes[0] ?? "");
    const racing = asked.slice(0, 16);
    const answers = await Promise.all(racing.map(({ page, browser: one }) => one.submit(page, { otp })));
    assert.equal(answers.filter(hasCode).length, 1);
    for (const { page, browser: one } of asked.slice(16)) {
      const again = await one.submit(page, { otp });
      assert.equal(again.status, 400);
      assert.match(again.body, /already been used/);
    }
    const [last] = asked.slice(-1);
    assert.ok(last);
    let { page } = last;
    for (let wrong = 0; wrong < 4; wrong += 1) {
      page = await last.browser.submit(page, { otp: "zzzz-zzzz-zzzz" });
      assert.equal(page.status, 400, `wrong code ${wrong}`);
    }
    assert.ok(hasCode(await last.browser.submit(page, { otp: codes[1] ?? "" })));
  });

test("E14: a recovery code signs in once, in any case and with blanks for hyphens", async () => {
  const { codes } = await withTotp();
  const [code = "", other = ""] = codes;
  const first = await askedForCode();
  const typed = code.toUpperCase().replaceAll("-", " ");
  assert.ok(hasCode(await first.browser.submit(first.page, { otp: typed })));
  const second = await askedForCode();
  const again = await second.browser.submit(second.page, { otp: code });
  assert.equal(again.status, 400);
  assert.ok(hasCode(await second.browser.submit(again, { otp: other })));
});

test("E14: a new set of recovery codes ends every code of the old one", async () => {
  const { app, codes } = await withTotp();
  const page = await browser.get("/account/recovery-codes");
  assert.match(page.body, /Codes left: 10/);
  const shown = await codesPageAfter(browser, await browser.submit(page, {}));
  const renewed = codesOn(shown);
  await browser.submit(shown, { saved: "yes" });
  assert.equal(renewed.length, 10);
  const asked = await askedForCode();
  const refused = await asked.browser.submit(asked.page, { otp: codes[0] ?? "" });
  assert.equal(refused.status, 400);
  assert.ok(hasCode(await asked.browser.submit(refused, { otp: renewed[0] ?? "" })));
  assert.match((await browser.get("/account/recovery-codes")).body, /Codes left: 9/);
  assert.match(app.code(), /^\d{6}$/);
});

test("E11: five wrong codes and then a wait, whichever kind they are of; the right one works afterwards", async () => {
  const { app } = await withTotp();
  const asked = await askedForCode();
  let page = asked.page;
  for (const otp of [app.wrongCode(), "k7m2-9qwx-4htb", app.wrongCode(), "0000-0000-0000", app.wrongCode()]) {
    page = await asked.browser.submit(page, { otp });
    assert.equal(page.status, 400);
  }
  page = await asked.browser.submit(page, { otp: app.code() });
  assert.equal(page.status, 429);
  assert.match(page.headers["retry-after"] ?? "", /^\d+$/);
  // Another sign-in with the password makes no new counter.
  const another = await askedForCode();
  assert.equal((await another.browser.submit(another.page, { otp: app.code() })).status, 429);
  stage.inProcess.clock.advance(240);
  assert.ok(hasCode(await another.browser.submit(another.page, { otp: app.code() })));
});

test("E11: strangers who know the password do not use up the tries of a browser that proved both before", async () => {
  const { app } = await withTotp();
  const owner = await askedForCode();
  assert.ok(hasCode(await owner.browser.submit(owner.page, { otp: app.code() })));
  const stranger = await askedForCode();
  let page = stranger.page;
  for (let index = 0; index < 5; index += 1)
    page = await stranger.browser.submit(page, { otp: app.wrongCode() });
  assert.equal((await stranger.browser.submit(page, { otp: app.wrongCode() })).status, 429);
  owner.browser.cookies.delete("latchkey-session");
  stage.inProcess.clock.advance(30);
  const again = await askedForCode(owner.browser);
  assert.ok(hasCode(await again.browser.submit(again.page, { otp: app.code() })));
});

test("G3: a clock that goes back makes no code good again", async () => {
  const { app } = await withTotp();
  const { clock } = stage.inProcess;
  const first = await askedForCode();
  const otp = app.code();
  assert.ok(hasCode(await first.browser.submit(first.page, { otp })));
  clock.advance(-3_600);
  const second = await askedForCode();
  for (const code of [app.code(), app.code(1)])
    assert.equal((await second.browser.submit(second.page, { otp: code })).status, 400);
  clock.advance(3_600);
  assert.equal((await second.browser.submit(second.page, { otp })).status, 400);
});

test("D35: two factors are not skipped by another address, tab, user name, prompt or page", async () => {
  await withTotp();
  const { browser: half } = await askedForCode();
  const silent = await half.get(stage.target({ prompt: "none" }));
  assert.match(silent.headers.location ?? "", /error=interaction_required/);
  for (const target of [
    stage.target(),
    stage.target({ prompt: "consent" }),
    stage.target({ max_age: "100" }),
  ])
    assert.ok(isVerifyPage(await half.get(target)), target);
  for (const path of ["/account", "/account/totp", "/account/recovery-codes", "/device"]) {
    const sent = await half.get(path);
    assert.equal(sent.status, 303, path);
    assert.ok(isVerifyPage(await half.get(sent.headers.location ?? "")), path);
  }
  for (const path of ["/continue", "/consent", "/enrol"]) {
    const { fields } = findForm((await half.get(stage.target())).body);
    const posted = await half.post(`${path}${stage.target().slice(stage.target().indexOf("?"))}`, fields);
    assert.ok(!hasCode(posted), path);
  }
  const other = await half.get(stage.target({ login_hint: "bob" }));
  assert.ok(isVerifyPage(other));
});

test("D35: the form of one request, session or browser proves nothing for another one", async () => {
  const { app } = await withTotp();
  const mine = await askedForCode();
  const theirs = await askedForCode();
  const { fields } = findForm(mine.page.body);
  fields.set("otp", app.code());
  const other = stage.target({ state: "other" });
  const query = other.slice(other.indexOf("?"));
  assert.equal((await mine.browser.post(`/verify${query}`, fields)).status, 403);
  assert.equal((await theirs.browser.post(findForm(mine.page.body).action, fields)).status, 403);
  assert.ok(hasCode(await mine.browser.post(findForm(mine.page.body).action, fields)));
});

test("a trusted browser is asked for the password alone, until the trust is withdrawn; its session stays one factor", async () => {
  const { app } = await withTotp();
  const asked = await askedForCode();
  assert.match(asked.page.body, /name="trust"/);
  assert.ok(hasCode(await asked.browser.submit(asked.page, { otp: app.code(), trust: "yes" })));
  asked.browser.cookies.delete("latchkey-session");
  assert.ok(hasCode(await asked.browser.signIn(stage.target(), ada)));
  const methods = (await stage.inProcess.ports.sessions.list()).map(({ session }) =>
    session.methods.join(" "),
  );
  assert.ok(methods.includes("pwd"), methods.join(", "));
  // A request that asks for two factors gets them.
  assert.ok(isVerifyPage(await asked.browser.get(stage.target({ acr_values: "urn:latchkey:acr:two" }))));
  // Other people are not trusted with it.
  const stranger = await askedForCode();
  assert.ok(isVerifyPage(stranger.page));
  const page = await browser.get("/account/totp", { "accept-language": "de" });
  assert.match(page.body, /Unbekannter Browser/);
  const id = /name="browser" value="([^"]+)"/.exec(page.body)?.[1] ?? "";
  assert.match((await browser.submit(page, { browser: id })).body, /asked for a code again/);
  assert.ok(isVerifyPage(await asked.browser.get(stage.target())));
});

test("a trusted browser is listed with the browsers too, also after its session has ended, and the trust ends there", async () => {
  const { app } = await withTotp();
  assert.doesNotMatch((await browser.get("/account/sessions")).body, /not asked for a code/);
  const asked = await askedForCode();
  await asked.browser.submit(asked.page, { otp: app.code(), trust: "yes" });
  for (const { session } of await stage.inProcess.ports.sessions.list())
    if (session.methods.length === 3) await stage.inProcess.ports.sessions.end(session.id);
  await browser.signIn("/sign-in?to=account", ada);
  const again = await askedForCode(browser, "/sign-in?to=account/sessions");
  stage.inProcess.clock.advance(30);
  await browser.submit(again.page, { otp: app.code() });
  const page = await browser.get("/account/sessions");
  assert.match(page.body, /Trusted browsers/);
  const id = /name="browser" value="([^"]+)"/.exec(page.body)?.[1] ?? "";
  assert.doesNotMatch((await browser.submit(page, { browser: "AAAA" })).body, /asked for a code again/);
  const stale = await browser.post("/account/sessions", { browser: id });
  assert.equal(stale.status, 403);
  assert.match((await browser.submit(page, { browser: id })).body, /asked for a code again/);
  assert.doesNotMatch((await browser.get("/account/sessions")).body, /not asked for a code/);
  asked.browser.cookies.delete("latchkey-session");
  assert.ok(isVerifyPage(await asked.browser.signIn(stage.target(), ada)));
});

test("a new password ends the trust in every browser", async () => {
  const { app } = await withTotp();
  const asked = await askedForCode();
  await asked.browser.submit(asked.page, { otp: app.code(), trust: "yes" });
  const { accounts } = stage.inProcess.ports;
  const account = await accounts.findByName(ada.username as never);
  assert.ok(account?.passwordHash);
  await accounts.setPassword(account.id, account.passwordHash, stage.inProcess.clock.now());
  asked.browser.cookies.delete("latchkey-session");
  assert.ok(isVerifyPage(await asked.browser.signIn(stage.target(), ada)));
});

test("who has nothing that is strong enough sets it up right after the password, and the request goes on", async () => {
  const client = await stage.addClient({
    metadata: { ...stage.client.client.metadata, ...openid, requiredStrength: "two" },
  });
  const page = await browser.signIn(stage.target({ scope: "openid", response_type: "code" }, client), ada);
  assert.ok(isEnrolPage(page), `${page.status} ${page.headers.location} ${page.body.slice(-1500)}`);
  const app = new TotpApp(page, stage.inProcess.clock);
  const wrong = await browser.submit(page, { otp: app.wrongCode() });
  assert.equal(wrong.status, 400);
  assert.equal(new TotpApp(wrong, stage.inProcess.clock).key, app.key, "the same app fits the next try");
  const codes = await codesPageAfter(browser, await browser.submit(wrong, { otp: app.code() }));
  assert.equal(codesOn(codes).length, 10);
  const answer = await browser.submit(codes, {});
  assert.ok(hasCode(answer), answer.body);
  const exchanged = await stage.exchange(
    new URL(answer.headers.location ?? "").searchParams.get("code") ?? "",
    {},
    client,
  );
  const { acr, amr } = decodeJwt(JSON.parse(exchanged.body).id_token);
  assert.deepEqual([acr, amr], ["urn:latchkey:acr:two", ["pwd", "otp", "mfa"]]);
});

test("an app is set up only shortly after a sign-in", async () => {
  const client = await stage.addClient({
    metadata: { ...stage.client.client.metadata, requiredStrength: "two" },
  });
  await browser.signIn(stage.target(), ada);
  stage.inProcess.clock.advance(301);
  const page = await browser.get(stage.target({}, client));
  assert.match(page.body, /action="\/sign-in\?/);
});

const strong = "seven quiet rivers run north";

/** An app beside a password that would be taken without one. */
async function withStrongPassword() {
  await withTotp();
  stage.secrets.add(strong);
  await browser.submit(await browser.get("/account/password"), { new_password: strong });
}

test("the app can be removed where nothing asks for it, and only then", async () => {
  await withStrongPassword();
  const page = await browser.get("/account/totp");
  assert.match(page.body, /id="remove"/);
  const { accounts } = stage.inProcess.ports;
  const account = await accounts.findByName(ada.username as never);
  assert.ok(account);
  await accounts.update({ ...account, requires: "two" }, stage.inProcess.clock.now());
  const kept = await browser.submit(page, { action: "remove" });
  assert.doesNotMatch(kept.body, /id="remove"/);
  assert.equal((await accounts.find(account.id))?.hasTotp, true);
  const now = await accounts.find(account.id);
  assert.ok(now);
  const { requires: _, ...free } = now;
  await accounts.update(free, stage.inProcess.clock.now());
  const removed = await remove(await browser.get("/account/totp"), strong);
  assert.match(removed.body, /has been removed/);
  assert.ok(hasCode(await stage.newBrowser().signIn(stage.target(), { ...ada, password: strong })));
});

test("the app is removed with the right password, which is counted like one of a sign-in", async () => {
  await withStrongPassword();
  const page = await browser.get("/account/totp");
  assert.equal((await remove(page, "")).status, 400);
  const wrong = await remove(page, `not ${strong}`);
  assert.equal(wrong.status, 400);
  assert.match(wrong.body, /That password is incorrect/);
  let throttled = wrong;
  for (let count = 0; count < 10; count += 1) throttled = await remove(page, `not ${strong}`);
  assert.equal(throttled.status, 429);
  assert.ok(Number(throttled.headers["retry-after"]) > 0);
  assert.equal((await remove(page, strong)).status, 429);
  stage.inProcess.clock.advance(61);
  assert.equal((await stage.inProcess.ports.accounts.find(await idOfAda()))?.hasTotp, true);
  assert.match((await remove(page, strong)).body, /has been removed/);
});

test("a removal that has to wait names the way around it: with a new password the app goes at once", async () => {
  await withStrongPassword();
  const page = await browser.get("/account/totp");
  let throttled = page;
  for (let count = 0; count < 12; count += 1) throttled = await remove(page, `not ${strong}`);
  assert.deepEqual(
    [throttled.status, problemIn(throttled)],
    [
      429,
      "Too many attempts. Try again in 1 minute, or choose a new password of at least 15 characters. With that you can remove the app at once.",
    ],
  );
  const href = /<p class="ways"><a href="([^"]*)">Change your password</.exec(throttled.body)?.[1] ?? "";
  const another = "eleven slow trains cross the moor";
  stage.secrets.add(another);
  await browser.submit(await browser.get(href), { new_password: another });
  assert.match((await remove(await browser.get("/account/totp"), another)).body, /has been removed/);
});

test("a password that was chosen for use with a code does not stay alone: a longer one comes first", async () => {
  await withStrongPassword();
  const short = "vexed kiwi";
  stage.secrets.add(short);
  const changed = await browser.submit(await browser.get("/account/password"), { new_password: short });
  assert.match(changed.body, /Your password has been changed/);
  const kept = await remove(await browser.get("/account/totp"), short);
  assert.equal(kept.status, 400);
  assert.match(kept.body, /at least 15 characters first/);
  assert.match(kept.body, /href="\/account\/password"/);
  assert.equal((await stage.inProcess.ports.accounts.find(await idOfAda()))?.hasTotp, true);
  await browser.submit(await browser.get("/account/password"), { new_password: strong });
  assert.match((await remove(await browser.get("/account/totp"), strong)).body, /has been removed/);
});

test("a person without a password removes the app without one", async () => {
  await withStrongPassword();
  const authenticator = new TestAuthenticator(stage.inProcess.service.issuer);
  await addPasskeyIn(browser, authenticator);
  await browser.submit(await browser.get("/account/password"), { remove: "yes" });
  const page = await browser.get("/account/totp");
  assert.doesNotMatch(page.body, /name="password"/);
  assert.match((await browser.submit(page, { action: "remove" })).body, /has been removed/);
});

test("G30: neither the secret nor a recovery code is in the log or in the database", async () => {
  const { app, codes } = await withTotp();
  for (const secret of [app.key, ...codes]) stage.secrets.add(secret);
  const kept = await stage.inProcess.ports.totps.find(
    (await stage.inProcess.ports.accounts.findByName(ada.username as never))?.id as never,
  );
  assert.ok(kept !== undefined && !kept.sealedSecret.includes(app.key));
});
