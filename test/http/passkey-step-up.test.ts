import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { TestAuthenticator } from "../support/authenticator.ts";
import { FormClient, findForm, type HttpAnswer } from "../support/form-client.ts";
import { startInProcess } from "../support/in-process.ts";
import { passkeyFormTo, provePasskey } from "./support/passkey-proof.ts";
import { ada, type CheckedClient, Stage } from "./support/stage.ts";

let stage: Stage;
let origin: string;

before(async () => {
  stage = await Stage.set();
  origin = stage.inProcess.service.issuer;
});
afterEach(() => stage.check());
after(() => stage[Symbol.asyncDispose]());

const phr = { acr_values: "phr" };

async function open(browser: CheckedClient, target: string): Promise<HttpAnswer> {
  stage.inProcess.clock.advance(0.001);
  return browser.get(target);
}

/** A person with a passkey, and a browser in which they signed in with their password. */
async function personWithPasskey(username: string) {
  const person = { username, password: ada.password };
  const id = await stage.inProcess.addAccount(username, person.password);
  const browser = stage.newBrowser();
  await browser.signIn(stage.target(), person);
  const page = await open(browser, "/account/passkeys");
  const { fields } = findForm(page.body);
  const authenticator = new TestAuthenticator(origin);
  const passkey = authenticator.register(fields.get("step") ?? "", fields.get("user_handle") ?? "");
  assert.equal((await browser.submit(page, { passkey })).status, 200);
  return { id, browser, authenticator };
}

test("RFC 9470: a request that wants resistance to phishing gets a passkey on top of the password, not a new sign-in", async () => {
  const { id, browser, authenticator } = await personWithPasskey("vera");
  const [earlier] = await stage.inProcess.ports.sessions.list(id);
  stage.inProcess.clock.advance(60);
  const page = await open(browser, stage.target(phr));
  assert.equal(page.status, 200);
  assert.doesNotMatch(page.body, /name="otp"/);
  const answer = await provePasskey(browser, page, authenticator);
  assert.match(answer.headers.location ?? "", /code=lkac_/, answer.body);
  const [facts] = await stage.inProcess.ports.sessions.list(id);
  assert.deepEqual(facts?.session.methods, ["pwd", "hwk", "user", "mfa"]);
  assert.deepEqual(facts?.session.id, earlier?.session.id);
  assert.equal(facts?.session.authenticatedAt, earlier?.session.authenticatedAt);
  assert.equal((await browser.get(stage.target(phr))).status, 302);
});

test("the passkey of somebody else, and one that fails a check, add nothing", async () => {
  const { id, browser, authenticator } = await personWithPasskey("wanda");
  const other = await personWithPasskey("xenia");
  const page = await open(browser, stage.target(phr));
  for (const answer of [
    await provePasskey(browser, page, other.authenticator),
    await provePasskey(browser, page, authenticator, { isVerified: false }),
    await provePasskey(browser, page, authenticator, { origin: "https://evil.example" }),
  ]) {
    assert.equal(answer.status, 400);
    assert.match(answer.body, /That passkey does not work here/);
  }
  const [facts] = await stage.inProcess.ports.sessions.list(id);
  assert.deepEqual(facts?.session.methods, ["pwd"]);
});

test("of twenty posts of one assertion at once, one counts; and a challenge of the sign-in form counts nowhere else", async () => {
  const { browser, authenticator } = await personWithPasskey("yara");
  const form = await open(browser, `/sign-in/another?${stage.target(phr).split("?")[1]}`);
  const step = findForm(form.body).fields.get("step") ?? "";
  const page = await open(browser, stage.target(phr));
  const { action, fields } = passkeyFormTo("/verify", page);
  const foreign = new URLSearchParams({ step, passkey: authenticator.assert(step) });
  assert.equal((await browser.post(action, foreign)).status, 403);
  fields.set("passkey", authenticator.assert(fields.get("step") ?? ""));
  const answers = await Promise.all(Array.from({ length: 20 }, () => browser.post(action, fields)));
  const redirects = answers.filter(({ headers }) => headers.location?.includes("code=lkac_"));
  assert.ok(redirects.length >= 1);
  const stored = await stage.inProcess.ports.accounts.list(1_000);
  const yara = stored.find(({ username }) => username === "yara");
  const [passkey] = yara ? await stage.inProcess.ports.passkeys.list(yara.id) : [];
  assert.deepEqual([passkey?.counter, passkey?.counterWentBackAt], [2, undefined]);
});

test("a challenge of the page counts for five minutes", async () => {
  const { browser, authenticator } = await personWithPasskey("zora");
  const page = await open(browser, stage.target(phr));
  stage.inProcess.clock.advance(300);
  assert.equal((await provePasskey(browser, page, authenticator)).status, 403);
});

test("a person who must have a passkey adds the first one on the way, proves it, and keeps it", async () => {
  await using service = await startInProcess({ LATCHKEY_REQUIRE: "phr" });
  await service.addAccount(ada.username, ada.password);
  const { id, redirectUri } = await service.addClient();
  const browser = new FormClient(service.url);
  const query = new URLSearchParams({ client_id: id, redirect_uri: redirectUri, state: "kept" });
  const page = await browser.signIn(`/v1/Oauth/authorization?${query}`, ada);
  const { action, fields } = passkeyFormTo("/add-passkey", page);
  const authenticator = new TestAuthenticator(service.service.issuer);
  fields.set("passkey", authenticator.register(fields.get("step") ?? "", fields.get("user_handle") ?? ""));
  const next = await browser.post(action, fields);
  assert.equal(next.status, 200, next.body);
  assert.match(next.body, /<p class="lead">Your passkey is set up\. Use it once to continue\.<\/p>/);
  assert.doesNotMatch(next.body, /Have you lost your passkey/);
  const proved = await provePasskey(browser, next, authenticator);
  assert.match(proved.headers.location ?? "", /code=lkac_.*state=kept/);

  const own = await browser.get("/account/passkeys");
  const tokens = [...own.body.matchAll(/name="step" value="([^"]*)"/g)].map(([, token = ""]) => token);
  const removal = { id: authenticator.id, change: "remove", step: tokens[1] ?? "" };
  const kept = await browser.post("/account/passkeys", removal);
  browser.close();
  assert.equal(kept.status, 400);
  assert.match(kept.body, /Add another one first/);
});
