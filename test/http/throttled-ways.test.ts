import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { TestAuthenticator } from "../support/authenticator.ts";
import { FormClient, findForm, type HttpAnswer } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { letterTo } from "../support/mailbox.ts";
import { ada, authorizationOf, bob, codeAt, problemIn, submitAs } from "./journey.ts";
import { addPasskeyIn, passkeyFormTo } from "./support/passkey-proof.ts";
import { setUpTotp } from "./support/totp-app.ts";

const smtp = { LATCHKEY_SMTP_URL: "smtp://127.0.0.1:9" };

interface Scene extends AsyncDisposable {
  readonly service: InProcessService;
  readonly client: TestClient;
  /** A new browser, in which nobody is signed in. */
  newBrowser(): FormClient;
}

async function begin(settings: Readonly<Record<string, string>>): Promise<Scene> {
  const service = await startInProcess(settings);
  for (const person of [ada, bob]) await service.addAccount(person.username, person.password);
  const client = await service.addClient();
  const browsers: FormClient[] = [];
  return {
    service,
    client,
    newBrowser: () => {
      const browser = new FormClient(service.url);
      browsers.push(browser);
      return browser;
    },
    [Symbol.asyncDispose]: async () => {
      for (const browser of browsers) browser.close();
      await service[Symbol.asyncDispose]();
    },
  };
}

/** Types wrong passwords until the page asks to wait. */
async function exhaust(
  browser: FormClient,
  target: string,
  usernames: readonly string[],
): Promise<HttpAnswer> {
  const page = await browser.get(target);
  let answer: HttpAnswer | undefined;
  for (const username of usernames)
    answer = await submitAs(browser, page, { username, password: "not the password at all" });
  assert.ok(answer);
  assert.equal(answer.status, 429);
  return answer;
}

/** Where the first link to this path leads. */
function linkOn({ body }: HttpAnswer, path: string): string {
  return new RegExp(`<a href="(${path}[^"]*)"`).exec(body)?.[1]?.replaceAll("&amp;", "&") ?? "";
}

const oneName = Array.from({ length: 6 }, () => ada.username);
const manyNames = Array.from({ length: 21 }, (_, index) => `nobody${index}`);

describe("a page that asks to wait names what works meanwhile", () => {
  it("a passkey and a new password, and both do work", async () => {
    await using scene = await begin(smtp);
    const { service, client } = scene;
    const own = scene.newBrowser();
    await own.signIn(authorizationOf(client), ada);
    const authenticator = new TestAuthenticator(service.service.issuer);
    await addPasskeyIn(own, authenticator);

    const browser = scene.newBrowser();
    const page = await exhaust(browser, authorizationOf(client), oneName);
    assert.equal(
      problemIn(page),
      "Too many attempts. Try again in 4 minutes, use a passkey, or reset your password.",
    );
    const { action, fields } = passkeyFormTo("/sign-in", page);
    fields.delete("password");
    fields.set("passkey", authenticator.assert(fields.get("step") ?? ""));
    codeAt(await browser.post(action, fields), client);

    const other = scene.newBrowser();
    const form = await other.get(linkOn(page, "/recover"));
    const sent = await other.submit(form, { username: ada.username });
    assert.match(sent.body, /Check your e-mail/);
  });

  it("no link where nobody sends it, and no passkey where there can be none", async () => {
    await using scene = await begin({});
    const page = await exhaust(scene.newBrowser(), authorizationOf(scene.client), oneName);
    assert.equal(problemIn(page), "Too many attempts. Try again in 4 minutes, or use a passkey.");

    const address = { LATCHKEY_BASE_URL: "http://127.0.0.1:8080" };
    for (const [settings, sentence] of [
      [address, "Too many attempts. Try again in 4 minutes."],
      [{ ...address, ...smtp }, "Too many attempts. Try again in 4 minutes, or reset your password."],
    ] as const) {
      await using bare = await begin(settings);
      const asked = await exhaust(bare.newBrowser(), authorizationOf(bare.client), oneName);
      assert.equal(problemIn(asked), sentence);
    }
  });

  it("no passkey where the whole network has to wait, because it waits as well", async () => {
    await using scene = await begin(smtp);
    const page = await exhaust(scene.newBrowser(), authorizationOf(scene.client), manyNames);
    assert.match(
      problemIn(page) ?? "",
      /^Too many attempts\. Try again in \d+ \w+, or reset your password\.$/,
    );
  });

  it("no passkey to a person who is signed in and has none", async () => {
    await using scene = await begin(smtp);
    const browser = scene.newBrowser();
    await browser.signIn(authorizationOf(scene.client), bob);
    const names = Array.from({ length: 11 }, () => bob.username);
    const page = await exhaust(browser, authorizationOf(scene.client, { prompt: "login" }), names);
    assert.match(page.body, /<h1>Confirm that it is you<\/h1>/);
    assert.equal(problemIn(page), "Too many attempts. Try again in 1 minute, or reset your password.");
  });

  it("at the forgotten password a link that was sent before, and a passkey, and both do work; and whom to ask", async () => {
    await using scene = await begin(smtp);
    const { service, client } = scene;
    const to = "carol@example.org";
    const carol = { username: "carol", password: ada.password };
    await service.addAccount(carol.username, carol.password, { email: to });
    const own = scene.newBrowser();
    await own.signIn(authorizationOf(client), carol);
    const authenticator = new TestAuthenticator(service.service.issuer);
    await addPasskeyIn(own, authenticator);

    const browser = scene.newBrowser();
    const form = await browser.get(linkOn(await browser.get(authorizationOf(client)), "/recover"));
    let page = await browser.submit(form, { username: carol.username });
    assert.doesNotMatch(page.body, /can sign in with it now/);
    for (let count = 0; count < 10; count += 1)
      page = await browser.submit(form, { username: `nobody${count}` });
    assert.equal(page.status, 429);
    assert.equal(
      problemIn(page),
      "Too many requests. Try again in 2 minutes. If we have already sent you a link, the newest one still works. If you have a passkey, you can sign in with it now.",
    );
    assert.match(page.body, /<p class="muted">If your account has no e-mail address, or [^<]* can help you/);
    assert.doesNotMatch(form.body, /can help you/);
    const { link } = await letterTo(service, to, "recover");
    assert.equal((await browser.get(link)).status, 200);

    const signIn = await browser.get(linkOn(page, "/sign-in"));
    const { action, fields } = passkeyFormTo("/sign-in", signIn);
    fields.delete("password");
    fields.set("passkey", authenticator.assert(fields.get("step") ?? ""));
    codeAt(await browser.post(action, fields), client);
  });

  it("no passkey at the forgotten password where there can be none, and none at a sign-up", async () => {
    const left = "If we have already sent you a link, the newest one still works.";
    await using bare = await begin({ LATCHKEY_BASE_URL: "http://127.0.0.1:8080", LATCHKEY_SIGN_UP: "open" });
    const browser = bare.newBrowser();
    const form = await browser.get("/recover");
    let page = form;
    for (let count = 0; count < 11; count += 1)
      page = await browser.submit(form, { username: `nobody${count}` });
    assert.equal(problemIn(page), `Too many requests. Try again in 2 minutes. ${left}`);
    const signUp = await browser.submit(await browser.get("/sign-up"), { email: "new@example.org" });
    assert.equal(problemIn(signUp), `Too many requests. Try again in 2 minutes. ${left}`);
    assert.doesNotMatch(signUp.body, /can help you/);
  });

  it("after wrong codes the passkey of a person who has one", async () => {
    await using scene = await begin(smtp);
    const { service, client } = scene;
    for (const [person, sentence] of [
      [ada, "Too many attempts. Try again in 4 minutes, or use a passkey."],
      [bob, "Too many attempts. Try again in 4 minutes."],
    ] as const) {
      const own = scene.newBrowser();
      await own.signIn(authorizationOf(client), person);
      await setUpTotp(own, service.clock);
      if (person === ada) await addPasskeyIn(own, new TestAuthenticator(service.service.issuer));
      service.clock.advance(30);
      const other = scene.newBrowser();
      let page = await other.signIn(authorizationOf(client), person);
      for (let count = 0; count < 6; count++) {
        const { action, fields } = findForm(page.body);
        fields.set("otp", "000000");
        page = await other.post(action, fields);
      }
      assert.deepEqual([page.status, problemIn(page)], [429, sentence]);
    }
  });
});
