import assert from "node:assert/strict";
import type { Browser, BrowserContext, Page } from "playwright-core";
import type { GroupName } from "../../src/identity/group.ts";
import { ConsoleStage, root } from "../http/support/console-stage.ts";
import { messageTo } from "../storage-contract/samples.ts";
import { upstreamNamed } from "../storage-contract/upstreams.ts";
import { after, before, launchBrowser, test } from "../support/browser.ts";
import { everyConsolePath } from "../support/console-paths.ts";
import { addFailedWebhook } from "../support/failed-webhook.ts";

/** Markup that would run in a page that took it for its own. Everything strangers can fill in holds it. */
const hostile = (where: string) =>
  `"><img src=x onerror=window.hit='${where}'><script>window.hit='${where}'</script>`;
/** The same for texts without spaces. */
const hostileName = "eve\"><svg/onload=window.hit='name'>";
const hostileAddress = "eve\"><svg/onload=window.hit='address'>@people.example";
const evil = "http://evil.test";

let stage: ConsoleStage;
let browser: Browser;
let home: string;

before(async () => {
  [stage, browser] = await Promise.all([
    ConsoleStage.set({ LATCHKEY_REGISTRATION: "open" }),
    launchBrowser(),
  ]);
  home = `${stage.service.service.issuer}/admin`;
});
after(async () => {
  await browser.close();
  await stage[Symbol.asyncDispose]();
});

/** A browser in which the administrator has entered the console. */
async function entered(): Promise<{ readonly context: BrowserContext; readonly page: Page }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(home);
  await page.fill("#username", root.username);
  await page.fill("#password", root.password);
  await page.click("#sign-in");
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  return { context, page };
}

/** Answers every address of the other site with this page. */
async function publishEvil(context: BrowserContext, body: string): Promise<void> {
  await context.route(`${evil}/**`, (route) =>
    route.fulfill({ contentType: "text/html", body: `<!doctype html><title>Evil</title>${body}` }),
  );
}

/** A stranger registers an application and fails to sign in as somebody whose name is markup, whose browser says markup too. */
async function writeHostileTexts() {
  const { service } = stage;
  const person = await service.addAccount(hostileName, root.password, {
    name: hostile("display name"),
    email: hostileAddress,
    address: hostile("postal address"),
    further: { nickname: hostile("claim") },
  });
  const stranger = stage.newBrowser();
  const metadata = {
    client_name: hostile("application"),
    redirect_uris: ["https://photos.example/cb"],
    policy_uri: "https://photos.example/'onmouseover='window.hit=1",
  };
  const registration = {
    method: "POST",
    target: "/v1/Oauth/register",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(metadata),
  };
  const { status, body } = await stranger.send(registration);
  assert.equal(status, 201, body);
  const client: string = JSON.parse(body).client_id;
  const query = new URLSearchParams({ client_id: client, login_hint: hostile("login hint") });
  await stranger.signIn(`/v1/Oauth/authorization?${query}`, { username: hostileName, password: "wrong" });
  const context = await browser.newContext({ userAgent: hostile("user agent") });
  const page = await context.newPage();
  await page.goto(`${service.service.issuer}/account`);
  await page.fill("#username", hostileName);
  await page.fill("#password", root.password);
  await page.click("#sign-in");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await context.close();
  const message = messageTo("eve", { to: hostileAddress, subject: hostile("subject") });
  await service.ports.outbox.add(message);
  await service.ports.groups.create({ name: "staff" as GroupName, createdAt: service.clock.now() }, 10);
  await service.ports.upstreams.create(upstreamNamed("acme"), 1);
  const api = await service.addApi();
  const webhook = await addFailedWebhook(service.service.administration.store.webhooks, service.clock.now());
  return { webhook: webhook.id, client, person, api, mail: message.id };
}

test("H3: another site can neither send a form of the console nor show it in a frame", async () => {
  const { context, page } = await entered();
  const form = `<form method="post" action="${home}/new-group"><input name="group" value="evil"><button>Win a prize</button></form>`;
  await publishEvil(context, `${form}<iframe src="${home}"></iframe>`);
  await page.goto(`${evil}/`);
  const [, frame] = page.frames();
  await frame?.waitForURL(/^chrome-error:/);
  await page.getByText("Win a prize").click();
  await page.waitForURL(`${home}/**`);
  assert.equal(await stage.service.ports.groups.find("evil" as GroupName), undefined);
  await page.goto(`${evil}/`);
  const read = await page.evaluate(
    `fetch("${home}/people", { credentials: "include" }).then(() => "read", () => "refused")`,
  );
  assert.equal(read, "refused");
  await context.close();
});

test("H8: no address leads anywhere else after the console's sign-in", async () => {
  for (const path of [
    "//evil.test/",
    "/%2F%2Fevil.test/",
    "/\\evil.test/",
    "/..//evil.test",
    "?to=http://evil.test",
  ]) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const left: string[] = [];
    page.on("request", (request) => request.url().startsWith(home.slice(0, -6)) || left.push(request.url()));
    await page.goto(home + path);
    if (await page.locator("#username").isVisible()) {
      await page.fill("#username", root.username);
      await page.fill("#password", root.password);
      await page.click("#sign-in");
      await page.getByRole("heading", { level: 1 }).waitFor();
    }
    assert.deepEqual(left, [], path);
    await context.close();
  }
});

test("H9: Back shows no secret and no page of the console to the next person at this browser", async () => {
  const { context, page } = await entered();
  await page.goto(`${home}/clients/new`);
  await page.fill("#name", "Notes");
  await page.fill("#redirect_uris", "https://notes.example/callback");
  await page.click("#add");
  const secret = await page.locator("#secret").innerText();
  await page.goto(`${home}/people`);
  await page.goBack();
  assert.equal(await page.locator("#secret").innerText(), secret, "for ten minutes its operator can return");
  await page.goto(`${home}/people`);
  await page.click("#leave");
  await page.getByRole("heading", { name: "You have left the console" }).waitFor();
  await context.clearCookies();
  for (let steps = 0; steps < 4; steps += 1) {
    await page.goBack().catch(() => undefined);
    const text = await page.locator("body").innerText();
    assert.ok(!text.includes(secret) && !text.includes(hostileName), text);
  }
  await context.close();
});

test("H8: nothing that strangers or people fill in runs in the console, not even in the live trail", async () => {
  const { context, page } = await entered();
  const live = await context.newPage();
  await live.goto(`${home}/audit`);
  await live.getByText("Live", { exact: true }).waitFor();
  const names = await writeHostileTexts();
  const addresses = everyConsolePath(names).map((path) => home + path);
  const read = await page.evaluate<readonly Read[]>(`(${readPages})(${JSON.stringify(addresses)})`);
  for (const { address, injected } of read) assert.deepEqual(injected, [], address);
  const all = read.map(({ text }) => text).join("\n");
  for (const where of ["application", "display name", "postal address", "claim", "subject"])
    assert.ok(all.includes(hostile(where)), `${where} is shown as text`);
  assert.ok(all.includes(hostileName) && all.includes(hostileAddress));
  const violations: string[] = [];
  page.on("console", (message) => message.type() === "error" && violations.push(message.text()));
  for (const path of ["/people", `/people/${names.person}`, `/clients/${names.client}`, "/audit"]) {
    await page.goto(home + path);
    assert.equal(await page.evaluate("window.hit"), undefined, path);
  }
  assert.deepEqual(violations, []);
  await live.getByText(hostileName).first().waitFor();
  assert.equal(await live.locator(injections).count(), 0);
  assert.equal(await live.evaluate("window.hit"), undefined);
  await context.close();
});

/** A page as the parser of a browser reads it. */
interface Read {
  readonly address: string;
  readonly text: string;
  readonly injected: readonly string[];
}

const injections = "[onerror], [onload], [onmouseover], img[src=x], script:not([nonce])";
/** Runs in the browser. */
const readPages = `async (addresses) => {
  const read = [];
  for (const address of addresses) {
    const page = new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");
    const injected = [...page.querySelectorAll(${JSON.stringify(injections)})].map((part) => part.outerHTML);
    const values = [...page.querySelectorAll("input, textarea")].map((field) => field.defaultValue);
    read.push({ address, text: page.body.textContent + values.join("\\n"), injected });
  }
  return read;
}`;
