import assert from "node:assert/strict";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { authorizationTarget, codeIn } from "../support/authorization-url.ts";
import { after, before, launchBrowser, test } from "../support/browser.ts";
import { type ClientServer, startClientServer } from "../support/client-server.ts";
import { type LiveService, type NewUser, type RegisteredClient, startService } from "../support/service.ts";

const ada: NewUser = { username: "ada", password: "seven quiet rivers run north", name: "Ada" };
const bob: NewUser = { username: "bob", password: "eleven slow clouds drift south", name: "Bob" };

let service: LiveService;
let browser: Browser;
let notesServer: ClientServer;
let photosServer: ClientServer;
let notes: RegisteredClient;
let photos: RegisteredClient;
let context: BrowserContext;

before(async () => {
  [service, browser, notesServer, photosServer] = await Promise.all([
    startService(),
    launchBrowser(),
    startClientServer("127.0.0.1"),
    startClientServer("127.0.0.1"),
  ]);
  notes = await service.createClient("Notes", [notesServer.redirectUri]);
  photos = await service.createClient("Photos", [photosServer.redirectUri]);
  await service.createUser(ada);
  await service.createUser(bob);
});
after(async () => {
  await browser.close();
  for (const server of [notesServer, photosServer]) await server[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

async function openTab(client: RegisteredClient, more: Readonly<Record<string, string>>): Promise<Page> {
  const page = await context.newPage();
  await page.goto(service.url + authorizationTarget(client, more));
  return page;
}

async function submit(page: Page, { username, password }: NewUser): Promise<void> {
  await page.fill("#username", username);
  await page.fill("#password", password);
  await page.click("#sign-in");
}

async function arriveAt(page: Page, server: ClientServer, state: string): Promise<string> {
  await page.waitForURL((url) => url.origin === server.origin && url.searchParams.get("state") === state);
  return codeIn(page.url());
}

async function exchange(client: RegisteredClient, code: string): Promise<Record<string, unknown>> {
  const { clientId, clientSecret } = client;
  const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, code });
  const response = await fetch(`${service.url}/v1/Oauth/token`, { method: "POST", body });
  return JSON.parse(await response.text());
}

/** The `sub` that a code stands for. */
async function subjectOf(client: RegisteredClient, code: string): Promise<unknown> {
  const { access_token: token } = await exchange(client, code);
  const response = await fetch(`${service.url}/v1/Oauth/userinfo`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return JSON.parse(await response.text()).sub;
}

/** Every test begins as a browser that was never here. */
function inFreshBrowser(title: string, run: () => Promise<void>): void {
  test(title, async () => {
    context = await browser.newContext();
    try {
      await run();
    } finally {
      await context.close();
    }
  });
}

for (const lastFirst of [false, true])
  inFreshBrowser(
    `two tabs for two clients both finish, ${lastFirst ? "the later" : "the earlier"} first`,
    async () => {
      const tabs = [
        { page: await openTab(notes, { state: "n" }), client: notes, server: notesServer, state: "n" },
        { page: await openTab(photos, { state: "p" }), client: photos, server: photosServer, state: "p" },
      ];
      for (const { page, client, server, state } of lastFirst ? tabs.toReversed() : tabs) {
        await submit(page, ada);
        const answer = await exchange(client, await arriveAt(page, server, state));
        assert.equal(answer.status, "success");
      }
    },
  );

inFreshBrowser("D16: Back after signing in leads to the client again, with a fresh code", async () => {
  const page = await openTab(notes, { state: "back" });
  await submit(page, ada);
  const first = await arriveAt(page, notesServer, "back");
  const seen = notesServer.callbacks.length;
  await page.goBack({ waitUntil: "commit" }).catch(() => undefined);
  await page.waitForURL((url) => url.origin === notesServer.origin && !url.href.includes(first));
  const second = await arriveAt(page, notesServer, "back");
  assert.equal(notesServer.callbacks.length, seen + 1);
  assert.notEqual(second, first);
  assert.equal((await exchange(notes, second)).status, "success");
});

inFreshBrowser("D16: a form that was answered already can be sent once more", async () => {
  const page = await openTab(notes, { state: "twice" });
  const copy = await openTab(notes, { state: "twice" });
  await submit(page, ada);
  const first = await arriveAt(page, notesServer, "twice");
  await submit(copy, ada);
  const second = await arriveAt(copy, notesServer, "twice");
  assert.notEqual(first, second);
  assert.equal((await exchange(notes, second)).status, "success");
});

inFreshBrowser("D19: a form that was open while the service restarted still signs in", async () => {
  const page = await openTab(notes, { state: "overnight" });
  await page.fill("#username", ada.username);
  assert.equal(await service.stop(), 0);
  await service.start();
  await submit(page, ada);
  assert.equal((await exchange(notes, await arriveAt(page, notesServer, "overnight"))).status, "success");
});

inFreshBrowser(
  "D19: a form whose browser cookie is gone is shown again with the username, then works",
  async () => {
    const page = await openTab(notes, { state: "cleared" });
    await context.clearCookies();
    await submit(page, ada);
    await page.locator("#problem").waitFor();
    assert.equal(await page.inputValue("#username"), ada.username);
    assert.equal(await page.inputValue("#password"), "");
    await submit(page, ada);
    await arriveAt(page, notesServer, "cleared");
  },
);

inFreshBrowser(
  "D15: an old tab that offers to continue as Ada gives no code to Bob, and says who is signed in",
  async () => {
    const first = await openTab(notes, { state: "ada" });
    await submit(first, ada);
    const adaSubject = await subjectOf(notes, await arriveAt(first, notesServer, "ada"));
    const old = await openTab(notes, { state: "old", prompt: "select_account" });
    await old.getByText("Ada", { exact: true }).first().waitFor();

    await first.goto(`${service.url}/v1/Oauth/logout`);
    await first.click("#sign-out");
    await first.goto(service.url + authorizationTarget(notes, { state: "bob" }));
    await submit(first, bob);
    const bobSubject = await subjectOf(notes, await arriveAt(first, notesServer, "bob"));
    assert.notEqual(adaSubject, bobSubject);

    const seen = notesServer.callbacks.length;
    await old.click("#allow");
    await old.getByText("Bob", { exact: true }).first().waitFor();
    assert.equal(notesServer.callbacks.length, seen, "no code was issued");
    await old.click("#allow");
    assert.equal(await subjectOf(notes, await arriveAt(old, notesServer, "old")), bobSubject);
  },
);

inFreshBrowser("a wrong password keeps the username, says so, and the right one then works", async () => {
  const page = await openTab(notes, { state: "retry" });
  await submit(page, { ...ada, password: "not the password" });
  const problem = page.getByRole("alert");
  await problem.waitFor();
  assert.equal(
    (await problem.textContent())?.trim(),
    "That username, e-mail address or password is incorrect.",
  );
  assert.ok((await page.title()).startsWith("Error:"), await page.title());
  assert.equal(await page.inputValue("#username"), ada.username);
  assert.equal(await page.inputValue("#password"), "");
  await page.fill("#password", ada.password);
  await page.click("#sign-in");
  await arriveAt(page, notesServer, "retry");
});

inFreshBrowser("a double click on the button signs in once, for good", async () => {
  const page = await openTab(notes, { state: "double" });
  await page.fill("#username", ada.username);
  await page.fill("#password", ada.password);
  await page.dblclick("#sign-in", { noWaitAfter: true });
  assert.equal((await exchange(notes, await arriveAt(page, notesServer, "double"))).status, "success");
});

inFreshBrowser(
  "E1: after five wrong passwords the page says how long to wait, and sends Retry-After",
  async () => {
    const page = await openTab(notes, { state: "guess" });
    const statuses: number[] = [];
    for (let guess = 1; guess <= 6; guess++) {
      const [response] = await Promise.all([
        page.waitForResponse((answer) => answer.request().method() === "GET"),
        submit(page, { ...bob, password: `guess number ${guess}` }),
      ]);
      statuses.push(response.status());
      await page.locator("#problem").waitFor();
      if (guess === 6) assert.match(response.headers()["retry-after"] ?? "", /^\d+$/);
    }
    assert.deepEqual(statuses, [400, 400, 400, 400, 400, 429]);
    assert.match(
      (await page.locator("#problem").textContent()) ?? "",
      /Too many attempts\. Try again in \d+ minutes/,
    );
    assert.equal(await page.inputValue("#username"), bob.username);
  },
);
