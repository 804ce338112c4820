import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { TestAuthenticator } from "../support/authenticator.ts";
import { findForm, type HttpAnswer } from "../support/form-client.ts";
import { TestProvider } from "../support/upstream-provider.ts";
import { codeAt, problemIn, submitAs } from "./journey.ts";
import { addPasskeyIn, passkeyFormTo } from "./support/passkey-proof.ts";
import { ada, type CheckedClient, Stage } from "./support/stage.ts";
import { addUpstream, pressButton, signInAt } from "./support/upstream-stage.ts";

let stage: Stage;
let provider: TestProvider;

before(async () => {
  stage = await Stage.set();
  provider = await TestProvider.start(() => stage.inProcess.clock.now());
  await addUpstream(stage, provider, { createsAccounts: true });
  await addUpstream(stage, provider, { name: "other", displayName: "Other" });
});
afterEach(() => stage.check());
after(async () => {
  await provider[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

const deletion = "/sign-in?to=account/delete";

/** A new person who signed in with a password, more than five minutes ago. */
async function signedIn(username: string) {
  const person = { username, password: ada.password };
  const id = await stage.inProcess.addAccount(username, person.password);
  const browser = stage.newBrowser();
  codeAt(await browser.signIn(stage.target(), person), stage.client);
  return { id, browser, person };
}

function later(): void {
  stage.inProcess.clock.advance(301);
}

function assertNames(page: HttpAnswer, username: string): void {
  assert.match(page.body, /<h1>Confirm that it is you<\/h1>/);
  assert.ok(page.body.includes(`<strong><bdi>${username}</bdi></strong>`), page.body);
  assert.doesNotMatch(page.body, /Create an account|id="username"/);
}

const useAnother = (page: HttpAnswer) =>
  (/<a href="([^"]*)">Not you\? Use another account</.exec(page.body)?.[1] ?? "").replaceAll("&amp;", "&");

async function withPasskey(browser: CheckedClient): Promise<TestAuthenticator> {
  const authenticator = new TestAuthenticator(stage.inProcess.service.issuer);
  await addPasskeyIn(browser, authenticator);
  return authenticator;
}

function assertOpens(answer: HttpAnswer): void {
  assert.deepEqual([answer.status, answer.headers.location], [303, "/account/delete"], answer.body);
}

describe("a fresh proof", () => {
  it("asks for the password of the person who is signed in, also after a wrong one, and nothing else", async () => {
    const { browser, person } = await signedIn("anna");
    later();
    const page = await browser.get(deletion);
    assertNames(page, "anna");
    assert.doesNotMatch(page.body, /Continue with|id="use-passkey"/);
    const wrong = await submitAs(browser, page, { ...person, password: "not the one" });
    assert.deepEqual([wrong.status, problemIn(wrong)], [400, "That password is incorrect."]);
    assertNames(wrong, "anna");
    assertOpens(await submitAs(browser, wrong, person));
  });

  it("asks for the passkey first where there is one, and takes the password too", async () => {
    const { browser, person } = await signedIn("berta");
    const authenticator = await withPasskey(browser);
    later();
    const page = await browser.get(deletion);
    assertNames(page, "berta");
    assert.ok(page.body.indexOf('class="action" type="button" id="use-passkey"') > 0, page.body);
    assert.ok(page.body.indexOf('id="use-passkey"') < page.body.indexOf('id="password"'));
    const { action, fields } = passkeyFormTo("/sign-in", page);
    fields.set("passkey", authenticator.assert(fields.get("step") ?? ""));
    assertOpens(await browser.post(action, fields));
    later();
    assertOpens(await submitAs(browser, await browser.get(deletion), person));
  });

  it("D67: refuses the passkey of somebody else, although it would sign them in elsewhere", async () => {
    const { browser, id } = await signedIn("carla");
    const other = await signedIn("doris");
    const foreign = await withPasskey(other.browser);
    await withPasskey(browser);
    later();
    const page = await browser.get(deletion);
    const { action, fields } = passkeyFormTo("/sign-in", page);
    fields.set("passkey", foreign.assert(fields.get("step") ?? ""));
    const refused = await browser.post(action, fields);
    assert.deepEqual(
      [refused.status, problemIn(refused)?.split(".")[0]],
      [400, "That passkey does not work here"],
    );
    assertNames(refused, "carla");
    assert.equal((await stage.inProcess.ports.sessions.list(id)).length, 1);
  });

  it("leads a person without credentials to the provider that they use, and to no other", async () => {
    const browser = stage.newBrowser();
    codeAt(await signInAt(browser, stage.target()), stage.client);
    later();
    const page = await browser.get(deletion);
    assert.match(page.body, /Continue with <bdi>Acme<\/bdi>/);
    assert.doesNotMatch(page.body, /<bdi>Other<\/bdi>|id="password"|Create an account/);
    assert.match(page.body, /<button class="action" type="submit" name="upstream" value="acme"/);
    const url = await pressButton(browser, deletion);
    assert.equal(url.searchParams.get("prompt"), "login");
    assertOpens(await signInAt(browser, deletion));
  });

  it("D67: takes nobody else from that provider, and links and creates nothing for them", async () => {
    const browser = stage.newBrowser();
    codeAt(await signInAt(browser, stage.target()), stage.client);
    later();
    const mine = provider.person;
    provider.person = { sub: "somebody-else", email: "eve@example.org", email_verified: true };
    const refused = await signInAt(browser, deletion);
    provider.person = mine;
    assert.equal(refused.status, 400);
    assert.match(problemIn(refused) ?? "", /^You did not sign in with Acme\./);
    assert.match(refused.body, /<h1>Confirm that it is you<\/h1>/);
    const { upstreamIdentities } = stage.inProcess.ports;
    assert.equal(await upstreamIdentities.find("acme" as never, "somebody-else"), undefined);
    assertOpens(await signInAt(browser, deletion));
  });

  it("D67: of another tab's person does nothing here: the sign-in form comes instead", async () => {
    const { browser, person } = await signedIn("emma");
    later();
    const old = await browser.get(deletion);
    await browser.get(useAnother(old));
    const form = await browser.get("/sign-in/another?to=account");
    await submitAs(browser, form, ada);
    const stale = await submitAs(browser, old, person);
    assert.equal(stale.status, 403);
    assert.match(stale.body, /<h1>Sign in<\/h1>/);
    assert.match((await browser.get("/account")).body, /<bdi>ada<\/bdi>/);
  });

  it("is not asked of a person whom the client does not mean", async () => {
    const { browser } = await signedIn("frida");
    for (const hint of ["frida", "FRIDA"])
      assertNames(await browser.get(stage.target({ prompt: "login", login_hint: hint })), "frida");
    const page = await browser.get(stage.target({ prompt: "login", login_hint: "ada" }));
    assert.match(page.body, /<h1>Sign in<\/h1>/);
    assert.equal(findForm(page.body).fields.get("username"), "ada");
    const named = await browser.get(stage.target({ id_token_hint: "x.y.z" }));
    assertNames(named, "frida");
  });

  it("is asked for only where the request needs it: the sign-in address leads there", async () => {
    const { browser } = await signedIn("hanna");
    const query = stage.target().split("?")[1] ?? "";
    const answer = await browser.get(`/sign-in?${query}`);
    assert.deepEqual([answer.status, answer.headers.location], [303, stage.target()]);
  });

  it("doubts the name only where that of another account was typed, in a form from before the sign-in", async () => {
    const { browser } = await signedIn("ilse");
    browser.cookies.delete("latchkey-session");
    const old = await browser.get(stage.target());
    codeAt(await submitAs(browser, old, { username: "ilse", password: ada.password }), stage.client);
    for (const [username, title, problem] of [
      ["ilse", "Confirm that it is you", "That password is incorrect."],
      ["ada", "Sign in", "That username, e-mail address or password is incorrect."],
      ["nobody", "Sign in", "That username, e-mail address or password is incorrect."],
    ] as const) {
      const wrong = await submitAs(browser, old, { username, password: "not the one" });
      assert.ok(wrong.body.includes(`<h1>${title}`), username);
      assert.equal(problemIn(wrong), problem, username);
    }
  });

  it("leads to the form for anybody, for a page of the service and for a client", async () => {
    const { browser } = await signedIn("gerda");
    later();
    for (const target of [deletion, stage.target({ prompt: "login" })]) {
      const href = useAnother(await browser.get(target));
      assert.ok(href.startsWith("/sign-in/another?"), href);
      const form = await browser.get(href);
      assert.match(form.body, /<h1>Sign in<\/h1>/);
      assert.equal(findForm(form.body).fields.get("username"), "");
      for (const username of ["gerda", "ada", "nobody"]) {
        const wrong = await submitAs(browser, form, { username, password: "not the one" });
        assert.match(wrong.body, /<h1>Sign in<\/h1>/);
        assert.equal(problemIn(wrong), "That username, e-mail address or password is incorrect.");
        assert.equal(findForm(wrong.body).action, href);
      }
    }
  });
});
