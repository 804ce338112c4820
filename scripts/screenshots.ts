/**
 * Takes the pictures of docs/screenshots from the running demo: `node scripts/screenshots.ts`. With a word as its argument it takes those
 * whose names contain it.
 * It uses the demo's usual ports, so that the addresses in the pictures are the ones that readers will see.
 */
import { once } from "node:events";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { openSqliteStore } from "../src/adapters/sqlite/store.ts";
import { systemClock } from "../src/adapters/system/clock.ts";
import { launchBrowser } from "../test/support/browser.ts";
import { newDataDir, spawnLatchkey } from "../test/support/service.ts";
import { seedStatistics } from "../test/support/statistics-seed.ts";
import { wordsOf } from "./usage.ts";

const root = path.dirname(import.meta.dirname);
const [wanted = ""] = wordsOf("node scripts/screenshots.ts [PART OF A NAME]", 1);
const folder = path.join(root, "docs/screenshots");
const fileBytesMax = 100_000;
const desktop = { width: 1120, height: 840 };
const phone = { width: 390, height: 844 };

interface Welcome {
  readonly demo_url: string;
  readonly issuer: string;
  readonly username: string;
  readonly password: string;
}

interface Shot {
  readonly name: string;
  readonly context: BrowserContextOptions;
  readonly arrange: (page: Page, welcome: Welcome) => Promise<unknown>;
}

const shots: readonly Shot[] = [
  { name: "sign-in-light", context: { viewport: desktop, colorScheme: "light" }, arrange: openSignIn },
  { name: "sign-in-dark", context: { viewport: desktop, colorScheme: "dark" }, arrange: openSignIn },
  { name: "sign-in-error", context: { viewport: desktop }, arrange: mistype },
  { name: "sign-in-mobile", context: { viewport: phone, deviceScaleFactor: 2 }, arrange: openSignIn },
  { name: "error-page", context: { viewport: { width: 1120, height: 1000 } }, arrange: openErrorPage },
  { name: "console", context: { viewport: desktop }, arrange: openApplications },
  { name: "console-overview", context: { viewport: { width: 1120, height: 1000 } }, arrange: openOverview },
  { name: "console-wizard", context: { viewport: { width: 1120, height: 1000 } }, arrange: openWizard },
  { name: "console-test", context: { viewport: { width: 1120, height: 1000 } }, arrange: testSignIn },
  { name: "console-person-dark", context: { viewport: desktop, colorScheme: "dark" }, arrange: openPerson },
  { name: "console-mobile", context: { viewport: phone, deviceScaleFactor: 2 }, arrange: openApplications },
  { name: "demo", context: { viewport: { width: 1120, height: 1360 } }, arrange: signIn },
];

async function openSignIn(page: Page, { demo_url: demo }: Welcome): Promise<void> {
  await page.goto(demo);
  await page.click("#start");
  await page.locator("#password").waitFor();
}

async function submit(page: Page, username: string, password: string): Promise<void> {
  await page.fill("#username", username);
  await page.fill("#password", password);
  await page.click("#sign-in");
}

async function mistype(page: Page, welcome: Welcome): Promise<void> {
  await openSignIn(page, welcome);
  await submit(page, welcome.username, "not the password");
  await page.getByRole("alert").waitFor();
}

async function signIn(page: Page, welcome: Welcome): Promise<void> {
  await openSignIn(page, welcome);
  await submit(page, welcome.username, welcome.password);
  await page.locator("#access-token").waitFor();
}

async function openErrorPage(page: Page, { demo_url: demo }: Welcome): Promise<void> {
  await page.goto(demo);
  await page.click("#wrong-redirect-uri");
  await page.locator("#developer").waitFor();
}

/** The administrator of the pictures. */
const administrator = { username: "grace", password: "seven quiet rivers run north" };

async function enterConsole(page: Page, { issuer }: Welcome, path: string): Promise<void> {
  await page.goto(`${issuer}/admin${path}`);
  await submit(page, administrator.username, administrator.password);
  const notNow = page.locator("#not-now");
  // On a phone, the button that leaves the console is in the menu.
  await page.locator("#not-now, #content").first().waitFor();
  if (await notNow.isVisible()) await notNow.click();
  await page.locator("#content").waitFor();
}

async function openApplications(page: Page, welcome: Welcome): Promise<void> {
  await enterConsole(page, welcome, "/clients");
}

async function openOverview(page: Page, welcome: Welcome): Promise<void> {
  await enterConsole(page, welcome, "");
  await page.getByText("Live", { exact: true }).waitFor();
}

async function openWizard(page: Page, welcome: Welcome): Promise<void> {
  await enterConsole(page, welcome, "/clients/new");
  await page.fill("#name", "Harbour notes");
  await page.fill("#redirect_uris", "https://notes.example/callback");
}

async function testSignIn(page: Page, welcome: Welcome): Promise<void> {
  await openWizard(page, welcome);
  await page.click("#add");
  await page.click("#try");
  await page.getByRole("heading", { name: "The sign-in works" }).waitFor();
}

async function openPerson(page: Page, welcome: Welcome): Promise<void> {
  await enterConsole(page, welcome, "/people");
  await page.getByText("Ada Lovelace").click();
  await page.getByRole("heading", { name: "Ada Lovelace" }).waitFor();
}

/** Adds the administrator beside the running demo, as an operator does. */
async function addAdministrator(dataDir: string): Promise<void> {
  const { username, password } = administrator;
  const words = [
    "user",
    "create",
    "--username",
    username,
    "--name",
    "Grace Hopper",
    "--admin",
    "--password-stdin",
  ];
  const command = spawnLatchkey(words, dataDir);
  command.stdin.end(`${password}\n`);
  const [code] = await once(command, "exit");
  if (code !== 0) throw new Error(`user create ended with ${code}.`);
}

/** Counts like those of a busy service, so that the overview has something to draw. */
async function addStatistics(dataDir: string): Promise<void> {
  const store = await openSqliteStore({ path: path.join(dataDir, "latchkey.db"), clock: systemClock });
  await seedStatistics(store.statistics, systemClock.now(), []);
  await store.close();
}

async function take(
  browser: Browser,
  welcome: Welcome,
  { name, context: options, arrange }: Shot,
): Promise<void> {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  await arrange(page, welcome);
  const session = await context.newCDPSession(page);
  const capture = () => session.send("Page.captureScreenshot", { format: "webp", quality: 80 });
  // Without a GPU, Chromium now and then has no frame to give right after a navigation.
  const { data } = await capture().catch(capture);
  await context.close();
  const picture = Buffer.from(data, "base64");
  if (picture.length > fileBytesMax)
    throw new Error(`${name}.webp has ${picture.length} bytes; at most ${fileBytesMax} are wanted.`);
  await writeFile(path.join(folder, `${name}.webp`), picture);
  console.log(`${name}.webp ${Math.round(picture.length / 1000)} kB`);
}

const dataDir = await newDataDir();
// The pictures show what readers see, and they start the demo with `npm start`.
const environment = { npm_lifecycle_event: "start", LATCHKEY_CONSOLE_REQUIRE: "one" };
const demo = spawnLatchkey(["demo", "--json"], dataDir, environment, root);
demo.stderr.pipe(process.stderr);
const browser = await launchBrowser();
try {
  const [line] = await once(createInterface({ input: demo.stdout }), "line");
  const welcome: Welcome = JSON.parse(String(line));
  await addAdministrator(dataDir);
  await addStatistics(dataDir);
  await mkdir(folder, { recursive: true });
  for (const shot of shots) if (shot.name.includes(wanted)) await take(browser, welcome, shot);
} finally {
  await browser.close();
  const exited = once(demo, "exit");
  demo.kill("SIGTERM");
  await exited;
  await rm(dataDir, { recursive: true, force: true });
}
