import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { textOf } from "../pages/markup.ts";
import { TestAuthenticator } from "../support/authenticator.ts";
import { asksPattern, type FormClient, type HttpAnswer } from "../support/form-client.ts";
import { letterTo } from "../support/mailbox.ts";
import { ConsoleStage, follow, mainOf, root } from "./support/console-stage.ts";
import { addPasskeyIn } from "./support/passkey-proof.ts";
import { codesOn, codesPageAfter, setUpTotp, TotpApp } from "./support/totp-app.ts";

/** An administrator who has a password alone, and a console that asks for two factors. */
let stage: ConsoleStage;

beforeEach(async () => {
  stage = await ConsoleStage.set({ LATCHKEY_CONSOLE_REQUIRE: "two" });
});
afterEach(() => stage[Symbol.asyncDispose]());

const fresh = "nine slow harbours hum south";

function assertLinkNeeded(answer: HttpAnswer, title = answer.body): void {
  assert.equal(answer.status, 403, title);
  assert.match(textOf(mainOf(answer)), /You need a link for this[\s\S]*user recover /, title);
  assert.doesNotMatch(answer.body, asksPattern, title);
}

/** Opens a link, and chooses a new password. */
async function useLink(browser: FormClient, target: string): Promise<HttpAnswer> {
  return browser.submit(await browser.get(target), { new_password: fresh });
}

const stillAlone = async () => {
  const { hasTotp = false, hasPasskey = false } = await stage.account(root.username);
  assert.deepEqual([hasTotp, hasPasskey], [false, false]);
};

test("D39: a password alone adds no second factor for an administrator, neither on the way to the console nor on the account pages", async () => {
  const thief = stage.browser;
  assertLinkNeeded(await stage.enter());
  const ways = ["totp", "passkeys", "recovery-codes", "upstreams", "address"];
  for (const way of ways) assertLinkNeeded(await follow(thief, await thief.get(`/account/${way}`)), way);
  assert.equal(
    (await thief.get("/account/password")).status,
    200,
    "a new password takes the place of the old one",
  );
  assert.equal(
    (await thief.get("/account/sessions")).status,
    200,
    "whoever has the password may sign a thief out",
  );
  const other = stage.newBrowser();
  const offered = await other.submit(await other.get("/sign-in?to=account"), {
    ...root,
    passkey: "available",
  });
  assert.deepEqual([offered.status, offered.headers.location], [303, "/account"], "no passkey is offered");
  await stillAlone();
});

test("D39: prompt=none tells a client that a step is missing", async () => {
  const { browser } = stage;
  await browser.signIn("/sign-in?to=account", root);
  const begun = await browser.get("/admin");
  const request = new URL(begun.headers.location ?? "", stage.service.url);
  request.searchParams.set("prompt", "none");
  const answer = await browser.get(request.pathname + request.search);
  assert.match(answer.headers.location ?? "", /error=(?:interaction|login)_required/);
});

test("D39: a form that was opened before the person became an administrator sets nothing up", async () => {
  await stage.service.addAccount("ada", root.password);
  const ada = { ...root, username: "ada" } as const;
  const browser = stage.newBrowser();
  await browser.signIn("/sign-in?to=account", ada);
  const page = await browser.get("/account/totp");
  const passkeys = await browser.get("/account/passkeys");
  const app = new TotpApp(page, stage.service.clock);
  await stage.change("ada", { isAdmin: true });
  const late = await browser.submit(page, { otp: app.code() });
  assert.equal(late.headers.location, "/sign-in?to=account/totp", "the session ended with the new right");
  assert.equal((await browser.submit(passkeys, {})).status, 303);
  await browser.signIn("/sign-in?to=account", ada);
  assertLinkNeeded(await follow(browser, await browser.submit(page, { otp: app.code() })));
  assert.equal((await stage.account("ada")).hasTotp, undefined);
});

test("D39: a link that an operator made leads through the password to the second factor, and so into the console", async () => {
  const { browser } = stage;
  const page = await follow(browser, await useLink(browser, await stage.operatorLink(root.username)));
  assert.match(page.body, /action="\/account\/totp"/, page.body);
  const app = new TotpApp(page, stage.service.clock);
  const codes = await codesPageAfter(browser, await browser.submit(page, { otp: app.code() }));
  assert.equal(codesOn(codes).length, 10);
  assert.match(mainOf(await stage.open("/admin")), /<h1>Overview<\/h1>/);
});

test("D39: only the sign-in that began with the link counts; the next one with the password does not", async () => {
  const { browser, service } = stage;
  await useLink(browser, await stage.operatorLink(root.username));
  assert.equal((await addPasskeyIn(browser, new TestAuthenticator(service.service.issuer))).status, 200);
  const { id } = await stage.account(root.username);
  for (const passkey of await service.ports.passkeys.list(id))
    await service.ports.passkeys.remove({
      accountId: id,
      id: passkey.id,
      mayBeLast: true,
      restsOnTotp: false,
    });
  stage.service.clock.advance(301);
  const form = await follow(browser, await browser.get("/account/totp"));
  assertLinkNeeded(await follow(browser, await browser.submit(form, { ...root, password: fresh })));
});

test("D36: access to the mailbox adds no second factor either: a link that the person asked for only resets the password", async () => {
  const { service, browser } = stage;
  await stage.change(root.username, { email: "root@example.org" as never });
  await browser.submit(await browser.get("/recover"), { username: root.username });
  const { link } = await letterTo(service, "root@example.org", "recover");
  await useLink(browser, link);
  assertLinkNeeded(await stage.open("/admin"));
  await stillAlone();
});

test("D36: a link that was made before the person became an administrator no longer works", async () => {
  await stage.service.addAccount("ada", root.password);
  const links = [await stage.operatorLink("ada"), await stage.operatorLink("ada")];
  await stage.change("ada", { isAdmin: true });
  for (const link of links) assert.equal((await stage.browser.get(link)).status, 410, link);
});

test("D39: a session that proved two factors can replace an app that was removed; a password alone cannot", async () => {
  const { browser, service } = stage;
  await useLink(browser, await stage.operatorLink(root.username));
  await setUpTotp(browser, service.clock);
  const { id } = await stage.account(root.username);
  const thief = stage.newBrowser();
  await service.ports.totps.remove(id, {});
  await thief.signIn("/sign-in?to=account", { ...root, password: fresh } as never);
  assertLinkNeeded(await follow(thief, await thief.get("/account/totp")));
  assert.equal((await browser.get("/account/totp")).status, 200);
});

test("D39: people without the admin right set up their first factor with the password", async () => {
  await stage.service.addAccount("ada", root.password);
  const browser = stage.newBrowser();
  await browser.signIn("/sign-in?to=account", { ...root, username: "ada" } as never);
  await setUpTotp(browser, stage.service.clock);
});
