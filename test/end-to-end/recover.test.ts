import assert from "node:assert/strict";
import type { Browser, BrowserContext } from "playwright-core";
import { authorizationTarget } from "../support/authorization-url.ts";
import { findingsOn } from "../support/axe.ts";
import { after, before, launchBrowser, test } from "../support/browser.ts";
import { type ClientServer, startClientServer } from "../support/client-server.ts";
import { watchComplaints } from "../support/page-watch.ts";
import { type LiveService, type RegisteredClient, startService } from "../support/service.ts";

const password = "seven quiet rivers run north";
const fresh = "nineteen paper boats drift past";

let service: LiveService;
let browser: Browser;
let client: ClientServer;
let notes: RegisteredClient;

before(async () => {
  [service, browser, client] = await Promise.all([
    startService({ LATCHKEY_SIGN_UP: "open" }),
    launchBrowser(),
    startClientServer("127.0.0.1"),
  ]);
  notes = await service.createClient("Notes", [client.redirectUri]);
});
after(async () => {
  await browser.close();
  await client[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

/** Waits for the mail to this address, as an operator without a mail server reads it, and returns its link. */
async function linkTo(address: string, kind?: string): Promise<string> {
  for (let look = 0; look < 30; look += 1) {
    const { stdout } = await service.run(["mail", "list", "--json"]);
    const mails = stdout.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
    const mail = mails.find((one) => one.to === address && (kind === undefined || one.kind === kind));
    const text: string = mail?.text ?? "";
    const link = /https?:\/\/\S+\?link=[\w-]+/.exec(text)?.[0];
    if (link !== undefined) return link;
  }
  return assert.fail(`no mail to ${address}`);
}

async function openPage(context: BrowserContext) {
  const page = await context.newPage();
  return { page, complaints: await watchComplaints(page) };
}

for (const javaScriptEnabled of [true, false]) {
  const scripts = `scripts ${javaScriptEnabled ? "on" : "off"}`;
  const suffix = javaScriptEnabled ? "on" : "off";

  test(`a person who forgot the password gets to the application, with the link opened in another browser, ${scripts}`, async () => {
    const address = `ada-${suffix}@example.org`;
    await service.createUser({ username: `ada-${suffix}`, password, email: address });
    const context = await browser.newContext({ javaScriptEnabled });
    const { page, complaints } = await openPage(context);
    await page.goto(service.url + authorizationTarget(notes, { state: "s1" }));
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await page.fill("#username", address);
    await page.click("#send-link");
    await page.getByRole("heading", { name: "Check your e-mail" }).waitFor();

    const elsewhere = await browser.newContext({ javaScriptEnabled });
    const { page: second, complaints: more } = await openPage(elsewhere);
    await second.goto(await linkTo(address));
    if (javaScriptEnabled) assert.deepEqual(await findingsOn(second), []);
    await second.fill("#new_password", "short");
    await second.click("#continue");
    await second.getByRole("alert").waitFor();
    await second.fill("#new_password", fresh);
    await second.click("#continue");
    await second.getByText("Back at the client").waitFor();
    assert.equal(new URL(second.url()).searchParams.get("state"), "s1");
    assert.deepEqual(
      [...complaints, ...more].filter((text) => !text.includes("400")),
      [],
    );
    await context.close();
    await elsewhere.close();
  });

  test(`a person who reads of a stranger's sign-in locks the account with the link, and gets in again with the next one, ${scripts}`, async () => {
    const [username, address] = [`eve-${suffix}`, `eve-${suffix}@example.org`];
    await service.createUser({ username, password, email: address });
    const contexts = [];
    for (const _ of ["own", "stranger's"]) {
      const context = await browser.newContext({ javaScriptEnabled });
      contexts.push(context);
      const { page } = await openPage(context);
      await page.goto(`${service.url}/sign-in?to=account`);
      await page.fill("#username", username);
      await page.fill("#password", password);
      await page.click("#sign-in");
      await page.waitForURL(/\/(?:account|add-passkey|sign-in)/);
    }
    const reader = await browser.newContext({ javaScriptEnabled });
    const { page, complaints } = await openPage(reader);
    await page.goto(await linkTo(address, "new-device"));
    await page.getByRole("heading", { name: "Lock your account?" }).waitFor();
    if (javaScriptEnabled) assert.deepEqual(await findingsOn(page), []);
    await page.click("#continue");
    await page.getByRole("heading", { name: "Your account is locked" }).waitFor();
    await page.getByText(address).waitFor();
    if (javaScriptEnabled) assert.deepEqual(await findingsOn(page), []);
    const [, stranger] = contexts.map((context) => context.pages()[0]);
    assert.ok(stranger);
    await stranger.goto(`${service.url}/sign-in?to=account`);
    await stranger.fill("#username", username);
    await stranger.fill("#password", password);
    await stranger.click("#sign-in");
    await stranger.getByRole("alert").getByText("This account is locked").waitFor();
    await page.goto(await linkTo(address, "account-locked"));
    await page.fill("#new_password", fresh);
    await page.click("#continue");
    await page.waitForURL(/\/account/);
    assert.deepEqual(complaints, []);
    for (const context of [...contexts, reader]) await context.close();
  });

  test(`a person without an account creates one and gets to the application, ${scripts}`, async () => {
    const address = `grace-${suffix}@example.org`;
    const context = await browser.newContext({ javaScriptEnabled });
    const { page, complaints } = await openPage(context);
    await page.goto(service.url + authorizationTarget(notes, { state: "s2" }));
    await page.getByRole("link", { name: "Create an account" }).click();
    await page.fill("#email", address);
    await page.click("#send-link");
    await page.getByText(address).waitFor();
    await page.goto(await linkTo(address));
    if (javaScriptEnabled) await page.waitForURL("**&way=password");
    if (javaScriptEnabled) assert.deepEqual(await findingsOn(page), []);
    await page.fill("#new_password", fresh);
    await page.click("#continue");
    await page.getByText("Back at the client").waitFor();
    assert.equal(new URL(page.url()).searchParams.get("state"), "s2");
    assert.deepEqual(complaints, []);
    await context.close();
  });
}
