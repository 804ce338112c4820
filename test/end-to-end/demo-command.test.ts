import assert from "node:assert/strict";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { Browser } from "playwright-core";
import { after, before, launchBrowser, test } from "../support/browser.ts";
import { type LatchkeyProcess, LiveService, newDataDir, spawnLatchkey } from "../support/service.ts";

let browser: Browser;
let dataDir: string;

before(async () => {
  [browser, dataDir] = await Promise.all([launchBrowser(), newDataDir()]);
});
after(async () => {
  await browser.close();
  await rm(dataDir, { recursive: true, force: true });
});

interface Welcome {
  readonly demo_url: string;
  readonly issuer: string;
  readonly username: string;
  readonly password?: string;
  readonly mcp_url?: string;
}

/** Starts `latchkey demo` on free ports and reads what it says. */
async function startDemo(...words: readonly string[]): Promise<{ child: LatchkeyProcess; welcome: Welcome }> {
  const child = spawnLatchkey(["demo", "--json", "--port", "0", "--demo-port", "0", ...words], dataDir);
  child.stderr.resume();
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  return { child, welcome: JSON.parse(String(line)) };
}

async function stop(child: LatchkeyProcess): Promise<number | null> {
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
  return child.exitCode;
}

async function signIn(demoUrl: string, username: string, password: string): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(demoUrl);
  await page.click("#start");
  await page.fill("#username", username);
  await page.fill("#password", password);
  await page.click("#sign-in");
  await page.locator("#access-token").waitFor();
  await page.click("#demo-sign-out");
  await page.click("#service-sign-out");
  await page.click("#sign-out");
  await page.getByRole("link", { name: "Back to Demo application" }).click();
  await page.locator("#start-as").waitFor();
  await context.close();
}

test("promise 9: `latchkey demo` and a browser are a finished sign-in; a second start keeps the data", async () => {
  const first = await startDemo();
  const { username, password = "" } = first.welcome;
  await signIn(first.welcome.demo_url, username, password);
  const home = await (await fetch(first.welcome.demo_url)).text();
  const [, next = ""] = /<h2>Where to go from here<\/h2>([\s\S]*?)<\/ul>/.exec(home) ?? [];
  const ways = [...next.matchAll(/href="([^"]+)"/g)].map(([, href = ""]) => href);
  assert.equal(ways.length, 4);
  for (const way of ways) assert.equal((await fetch(way)).status, 200, way);
  const [, docs = ""] = /id="docs" href="([^"]+)"/.exec(home) ?? [];
  assert.match(await (await fetch(docs)).text(), /<h1 id="latchkey">/, "the documents are there too");
  assert.equal(await stop(first.child), 0);

  const second = await startDemo();
  assert.equal(second.welcome.password, undefined, "the password is shown once");
  await signIn(second.welcome.demo_url, username, password);
  assert.equal(await stop(second.child), 0);
});

test("the demo shows the password that it made until somebody sets another, and no account that is gone", async () => {
  const folder = await newDataDir();
  try {
    const child = spawnLatchkey(["demo", "--json", "--port", "0", "--demo-port", "0"], folder);
    child.stderr.resume();
    const [line] = await once(createInterface({ input: child.stdout }), "line");
    const { demo_url: url, username, password = "" }: Welcome = JSON.parse(String(line));
    const page = async () => (await fetch(url)).text();
    assert.ok((await page()).includes(password));
    const commands = new LiveService(folder, {});
    const changed = await commands.run(["user", "set-password", username, "--password-random"]);
    assert.equal(changed.exitCode, 0, changed.stderr);
    assert.ok(!(await page()).includes(password));
    assert.match(await page(), /does not know the password of <code>ada<\/code>/);
    assert.equal((await commands.run(["user", "delete", username, "--yes"])).exitCode, 0);
    assert.doesNotMatch(await page(), /start-as/);
    assert.equal(await stop(child), 0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("`latchkey demo --mcp` opens for agents; without it nobody registers, and there is no MCP server", async () => {
  const look = async (...words: readonly string[]) => {
    const { child, welcome } = await startDemo(...words);
    const metadata = await (await fetch(`${welcome.issuer}/.well-known/oauth-authorization-server`)).json();
    const answer = await fetch(`${welcome.demo_url}/mcp`, { method: "POST", body: "{}" });
    assert.equal(await stop(child), 0);
    const challenge = answer.headers.get("www-authenticate") ?? "";
    return { welcome, metadata, status: answer.status, challenge };
  };
  const open = await look("--mcp");
  assert.equal(open.welcome.mcp_url, `${open.welcome.demo_url}/mcp`);
  assert.ok(open.metadata.registration_endpoint);
  assert.equal(open.metadata.client_id_metadata_document_supported, true);
  assert.equal(open.status, 401);
  assert.match(open.challenge, /scope="orders:read", resource_metadata="\S+\/oauth-protected-resource\/mcp"/);

  const closed = await look();
  assert.equal(closed.welcome.mcp_url, undefined);
  assert.equal(closed.metadata.registration_endpoint, undefined);
  assert.notEqual(closed.metadata.client_id_metadata_document_supported, true);
  assert.equal(closed.status, 404);

  const settings = ["--registration", "closed", "--client-documents", "claude.ai"];
  const decided = await look("--mcp", ...settings);
  assert.equal(decided.metadata.registration_endpoint, undefined, "a setting that somebody made stays");
});

test("`latchkey demo --mcp` prints the lines for the clients that people have", async () => {
  const child = spawnLatchkey(["demo", "--mcp", "--port", "0", "--demo-port", "0"], dataDir);
  child.stderr.resume();
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) if (lines.push(line) === 7) break;
  const [, url] = /^MCP {7}(http:\/\/localhost:\d+\/mcp); /.exec(lines[3] ?? "") ?? [];
  assert.ok(url !== undefined, lines.join("\n"));
  assert.equal(lines[4]?.trim(), `claude mcp add --transport http latchkey-demo ${url}`);
  assert.equal(lines[5]?.trim(), `code --add-mcp '{"name":"latchkey-demo","type":"http","url":"${url}"}'`);
  assert.match(lines[6] ?? "", /inspector --cli http:\S+\/mcp --method tools\/call --tool-name list_orders$/);
  assert.equal(await stop(child), 0);
});
