import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { type DemoApplication, startDemoApplication } from "../../src/demo/application.ts";
import { readIdToken } from "../../src/demo/relying-party.ts";
import { Secret } from "../../src/values/secret.ts";
import { findingsOn } from "../support/axe.ts";
import { after, before, launchBrowser, test } from "../support/browser.ts";
import { FormClient } from "../support/form-client.ts";
import { freePort } from "../support/free-port.ts";
import { watchComplaints } from "../support/page-watch.ts";
import { type LiveService, type RegisteredClient, startService } from "../support/service.ts";
import { VirtualAuthenticator } from "../support/virtual-authenticator.ts";

const ada = { username: "ada", password: "seven quiet rivers run north", name: "Ada Lovelace" };

let service: LiveService;
let browser: Browser;
let demo: DemoApplication;
let client: RegisteredClient;

before(async () => {
  [service, browser] = await Promise.all([startService(), launchBrowser()]);
  const port = await freePort();
  const resource = `http://localhost:${port}/orders`;
  const scopes = ["--scope", "orders:read=See your orders", "--scope", "orders:write=Add orders for you"];
  const api = ["api", "create", "--resource", resource, "--name", "Orders", "--token", "jwt", ...scopes];
  assert.equal((await service.run(api)).exitCode, 0);
  const options = ["--openid", "--resource", resource];
  client = await service.createClient("The demo", [`http://localhost:${port}/callback`], options);
  await service.createUser(ada);
  const clientSecret = new Secret(client.clientSecret);
  const { clientId } = client;
  const host = "127.0.0.1";
  const trialAccount = async () => ({ ...ada, password: new Secret(ada.password) });
  demo = await startDemoApplication({
    issuer: service.url,
    clientId,
    clientSecret,
    port,
    host,
    trialAccount,
  });
});
after(async () => {
  await browser.close();
  await demo.close();
  await service[Symbol.asyncDispose]();
});

async function signIn(page: Page): Promise<void> {
  await page.goto(demo.url);
  await page.click("#start");
  await page.fill("#username", ada.username);
  await page.fill("#password", ada.password);
  await page.click("#sign-in");
  await page.locator("#access-token").waitFor();
}

for (const javaScriptEnabled of [true, false])
  test(`the demo signs in, shows its calls, and signs out of both (scripts ${javaScriptEnabled ? "on" : "off"})`, async () => {
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    const complaints = await watchComplaints(page);
    await signIn(page);
    assert.equal(page.url(), `${demo.url}/`, "neither code nor state stay in the address bar");
    assert.match((await page.locator("#access-token").textContent()) ?? "", /^\S{8}… \(\d+ characters\)$/);
    assert.equal(await page.locator("h1").textContent(), "Hello, Ada Lovelace");
    assert.equal(await page.locator(".call").count(), 4);

    await page.click("#demo-sign-out");
    await page.click("#service-sign-out");
    await page.click("#sign-out");
    await page.getByText("You are signed out").first().waitFor();
    await page.goto(demo.url);
    await page.click("#start");
    await page.locator("#password").waitFor();
    assert.deepEqual(complaints, []);
    await context.close();
  });

test("Ada is a click and a paste from signed in: the demo fills in her username and shows her password", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(demo.url);
  const password = (await page.locator("#password").textContent()) ?? "";
  await page.getByRole("link", { name: "Sign in as Ada Lovelace" }).click();
  assert.equal(await page.inputValue("#username"), "ada");
  assert.equal(await page.evaluate("document.activeElement.id"), "password");
  assert.ok(!(await page.content()).includes(password), "the service's own page never has it");
  await page.keyboard.insertText(password);
  await page.keyboard.press("Enter");
  await page.getByText("Hello, Ada Lovelace").waitFor();
  await context.close();
});

test("two clicks lead from a password to a passkey, and amr and acr say what that is worth", async () => {
  const username = "grace";
  await service.createUser({ ...ada, username });
  const context = await browser.newContext();
  await context.addInitScript("PublicKeyCredential.isConditionalMediationAvailable = async () => false");
  const page = await context.newPage();
  await page.goto(demo.url);
  await page.click("#start");
  await page.fill("#username", username);
  await page.fill("#password", ada.password);
  await page.click("#sign-in");
  assert.match((await page.locator("#amr").textContent()) ?? "", /^pwd a password$/);
  assert.match((await page.locator("#acr").textContent()) ?? "", /acr:one one factor$/);
  assert.deepEqual(await findingsOn(page), []);

  const opened = context.waitForEvent("page");
  await page.click("#demo-add-passkey");
  const tab = await opened;
  const ofTab = await VirtualAuthenticator.plugInto(tab);
  await tab.click("#add-passkey");
  await tab.locator(".done").waitFor();
  const [credential] = await ofTab.credentials();
  assert.ok(credential);
  await tab.close();
  await (await VirtualAuthenticator.plugInto(page)).put(credential);
  await page.click("#demo-use-passkey");
  await page.click("#use-passkey");
  await page.locator("#amr").getByText("hwk").waitFor();
  assert.match((await page.locator("#amr").textContent()) ?? "", /^hwk .*user .*mfa /);
  assert.match((await page.locator("#acr").textContent()) ?? "", /^phr resistant to phishing/);
  await context.close();
});

test("a call with too little scope is refused, and asking for more needs no password and ends with the orders", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const complaints = await watchComplaints(page);
  await signIn(page);
  const card = page.locator("#orders");
  assert.equal(await card.locator("#token-scope").textContent(), "openid profile");

  await page.click("#read-orders");
  await page.locator("#ask-for-more").waitFor();
  const challenge = `error="insufficient_scope", scope="orders:read", resource_metadata="${demo.url}/.well-known/oauth-protected-resource/orders"`;
  assert.ok((await card.textContent())?.includes(`Bearer ${challenge}`));
  assert.deepEqual(await findingsOn(page), []);
  await page.click("#ask-for-more");
  await card.getByText("A teapot").waitFor();
  assert.equal(await card.locator("#token-scope").textContent(), "openid profile orders:read");

  await page.click("#add-order");
  await page.getByRole("link", { name: "Ask for orders:write" }).click();
  await card.getByText("Order 3").waitFor();
  assert.equal(await card.locator("#token-scope").textContent(), "openid profile orders:read orders:write");
  assert.equal(page.url(), `${demo.url}/#orders`);
  assert.deepEqual(complaints, []);
  await context.close();
});

test("the API of the demo takes no call without a token of its own, and says where to get one", async () => {
  const metadata = `resource_metadata="${demo.url}/.well-known/oauth-protected-resource/orders"`;
  const call = (authorization?: string, method = "GET") =>
    fetch(`${demo.url}/orders`, { method, headers: authorization === undefined ? {} : { authorization } });
  const none = await call();
  assert.deepEqual([none.status, none.headers.get("www-authenticate")], [401, `Bearer ${metadata}`]);
  for (const token of ["lkat_unknown", "e30.e30.e30", "a b", "x".repeat(10_000)]) {
    const { status, headers } = await call(`Bearer ${token}`);
    assert.equal(status, 401);
    assert.ok(headers.get("www-authenticate")?.endsWith(metadata), token);
  }
  assert.equal((await call(undefined, "DELETE")).status, 405);
  const document = await (await fetch(`${demo.url}/.well-known/oauth-protected-resource/orders`)).json();
  assert.deepEqual(
    [document.resource, document.authorization_servers],
    [`${demo.url}/orders`, [service.url]],
  );
});

test("the ID token stands decoded beside the answer that brought it", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page);
  const claims = JSON.parse((await page.locator("#id-token pre").textContent()) ?? "");
  assert.deepEqual([claims.iss, claims.aud, claims.name], [service.url, client.clientId, "Ada Lovelace"]);
  assert.equal(await page.locator(".pair .wire").count(), 2);
  await context.close();
});

test("a sign-in that was cancelled is not told as one that brought a code", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(demo.url);
  await page.click("#start");
  await page.getByRole("link", { name: "Back to The demo" }).click();
  await page.getByRole("heading", { name: "The sign-in was cancelled" }).waitFor();
  const last = page.locator(".call").last();
  assert.match((await last.textContent()) ?? "", /The service sends the browser back without a code/);
  assert.match((await last.getAttribute("class")) ?? "", /failed/);
  await context.close();
});

test("an ID token of another sign-in, application or issuer signs nobody in", () => {
  const party = {
    issuer: "https://id.example",
    clientId: "lkcA",
    clientSecret: new Secret("s"),
    redirectUri: "https://app.example/cb",
  };
  const pending = { state: "s", nonce: "n", codeVerifier: "v" };
  const good = { iss: party.issuer, aud: party.clientId, nonce: "n", exp: Date.now() / 1000 + 60, sub: "x" };
  const tokenOf = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.sig`;
  assert.ok(readIdToken(party, tokenOf(good), pending).ok);
  for (const wrong of [{ iss: "https://evil.example" }, { aud: "lkcB" }, { nonce: "m" }, { exp: 1 }])
    assert.ok(!readIdToken(party, tokenOf({ ...good, ...wrong }), pending).ok, JSON.stringify(wrong));
  for (const text of ["", "a.b.c", "not a token"]) assert.ok(!readIdToken(party, text, pending).ok);
});

test("no page of the demo holds a secret, a code or a token", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const codes: string[] = [];
  page.on("request", (request) => {
    const code = new URL(request.url()).searchParams.get("code");
    if (code !== null) codes.push(code);
  });
  await signIn(page);
  const content = await page.content();
  assert.equal(codes.length, 1);
  for (const secret of [client.clientSecret, ...codes]) assert.ok(!content.includes(secret));
  assert.doesNotMatch(content, /"(?:access|id)_token": "[^"…]+"/);
  await context.close();
});

test("the demo shows what happens to a code that comes twice", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page);
  await page.click("#replay");
  const answers = page.locator(".wire .bad");
  await answers.first().waitFor();
  assert.deepEqual(await answers.allTextContents(), ["400", "401"]);
  assert.ok((await page.content()).includes("invalid_grant"));
  await context.close();
});

test("each error on purpose ends where it says", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  for (const [id, place, text] of [
    ["wrong-redirect-uri", service.url, "For the developer"],
    ["unknown-client", service.url, "We do not know this application"],
    ["wrong-response-type", demo.url, "unsupported_response_type"],
    ["foreign-state", demo.url, "This sign-in was not started here"],
  ] as const) {
    await page.goto(demo.url);
    await page.click(`#${id}`);
    await page.getByText(text).first().waitFor();
    assert.equal(new URL(page.url()).origin, new URL(place).origin);
  }
  await context.close();
});

test("axe-core finds nothing on the demo, in light and dark, and it needs no horizontal scrolling at 320 px", async () => {
  const context = await browser.newContext({
    reducedMotion: "reduce",
    viewport: { width: 320, height: 640 },
  });
  const page = await context.newPage();
  await signIn(page);
  await page.click("summary");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await findingsOn(page), [], colorScheme);
  }
  assert.equal(await page.evaluate<number>("document.documentElement.scrollWidth"), 320);
  await context.close();
});

/** Starts a sign-in at the demo and returns the callback, path and query, that the service sends the browser to. */
async function callbackFor(visitor: FormClient): Promise<string> {
  const start = await visitor.get("/start");
  const authorization = new URL(start.headers.location ?? "");
  const person = new FormClient(service.url);
  const { headers } = await person.signIn(authorization.pathname + authorization.search, ada);
  person.close();
  const callback = new URL(headers.location ?? "");
  return callback.pathname + callback.search;
}

test("D4: somebody else's callback link signs nobody in", async () => {
  const thief = new FormClient(demo.url);
  const victim = new FormClient(demo.url);
  const callback = await callbackFor(thief);
  await victim.get("/start");
  const answer = await victim.get(callback);
  assert.equal(answer.status, 400);
  assert.match(answer.body, /This sign-in was not started here/);
  assert.doesNotMatch((await victim.get("/")).body, /id="access-token"/);
  thief.close();
  victim.close();
});

test("the demo says so when the service is down, and the next sign-in works", async () => {
  const visitor = new FormClient(demo.url);
  const callback = await callbackFor(visitor);
  await service.stop();
  const answer = await visitor.get(callback);
  assert.equal(answer.status, 502);
  assert.match(answer.body, /The sign-in service does not answer/);
  await service.start();
  assert.equal((await visitor.get(await callbackFor(visitor))).status, 303);
  assert.match((await visitor.get("/")).body, /id="access-token"/);
  visitor.close();
});

test("the demo signs in under a fresh cookie", async () => {
  const visitor = new FormClient(demo.url);
  const callback = await callbackFor(visitor);
  const before = visitor.cookies.get("latchkey-demo");
  await visitor.get(callback);
  assert.notEqual(visitor.cookies.get("latchkey-demo"), before);
  const planted = await visitor.get("/", { cookie: `latchkey-demo=${before}` });
  assert.doesNotMatch(planted.body, /id="access-token"/);
  visitor.close();
});
