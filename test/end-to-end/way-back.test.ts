import assert from "node:assert/strict";
import type { Browser } from "playwright-core";
import { authorizationTarget } from "../support/authorization-url.ts";
import { after, before, launchBrowser, test } from "../support/browser.ts";
import { type ClientServer, startClientServer } from "../support/client-server.ts";
import { watchComplaints } from "../support/page-watch.ts";
import { type LiveService, startService } from "../support/service.ts";

const ada = { username: "ada", password: "seven quiet rivers run north" };

let service: LiveService;
let browser: Browser;
let elsewhere: ClientServer;

before(async () => {
  [service, browser, elsewhere] = await Promise.all([
    startService(),
    launchBrowser(),
    startClientServer("localhost"),
  ]);
  await service.createUser(ada);
});
after(async () => {
  await browser.close();
  await elsewhere[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

/** Signs in at a client whose callback leads to `next`, and answers where the browser ended and what the page complained of. */
async function signIn(options: { next?: string; javaScriptEnabled: boolean }) {
  await using client = await startClientServer("127.0.0.1", options.next);
  const registered = await service.createClient("Notes", [client.redirectUri]);
  const context = await browser.newContext({ javaScriptEnabled: options.javaScriptEnabled });
  const page = await context.newPage();
  const complaints = await watchComplaints(page);
  await page.goto(service.url + authorizationTarget(registered, { state: "a b&c" }));
  await page.fill("#username", ada.username);
  await page.fill("#password", ada.password);
  await page.click("#sign-in");
  await page.getByText("Back at the client").waitFor();
  const endedAt = page.url();
  await context.close();
  return { endedAt, complaints, callbacks: client.callbacks, redirectUri: client.redirectUri };
}

for (const javaScriptEnabled of [true, false]) {
  const scripts = javaScriptEnabled ? "scripts on" : "scripts off";

  test(`D7: the redirect after the form reaches a client on another origin, without a policy violation (${scripts})`, async () => {
    const { endedAt, complaints, callbacks, redirectUri } = await signIn({ javaScriptEnabled });
    assert.deepEqual(complaints, []);
    assert.equal(callbacks.length, 1);
    assert.ok(endedAt.startsWith(`${redirectUri}?code=`), endedAt);
    assert.equal(callbacks[0]?.searchParams.get("state"), "a b&c");
    assert.deepEqual([...(callbacks[0]?.searchParams.keys() ?? [])], ["code", "state"]);
  });

  test(`D7: a client whose callback leads on to a third origin is reached too (${scripts})`, async () => {
    const next = `${elsewhere.origin}/home`;
    const { endedAt, complaints, callbacks } = await signIn({ next, javaScriptEnabled });
    assert.deepEqual(complaints, []);
    assert.equal(callbacks.length, 1);
    assert.equal(endedAt, next);
  });
}

test("D6: the sign-in page asks nobody else for anything", async () => {
  const client = await service.createClient("Notes", ["http://localhost:1/callback"]);
  const page = await browser.newPage();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(service.url + authorizationTarget(client), { waitUntil: "networkidle" });
  assert.deepEqual(asked, [service.url + authorizationTarget(client)]);
  await page.close();
});
