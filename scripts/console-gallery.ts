/**
 * Draws the pages of the console into docs/screenshots/pages, one sheet each: light, dark, and 320 pixels wide. With a word as its argument
 * it draws those whose names contain it. The service behind them is that of the tests, so its addresses and times are too.
 */
import { mkdir } from "node:fs/promises";
import type { Page } from "playwright-core";
import type { GroupName } from "../src/identity/group.ts";
import type { ClaimRule } from "../src/protocol/client/claim-rule.ts";
import { interfaceMetadata } from "../src/protocol/client/client.ts";
import { plus } from "../src/values/time.ts";
import { ConsoleStage, root } from "../test/http/support/console-stage.ts";
import { appPasswordOf, messageTo } from "../test/storage-contract/samples.ts";
import { upstreamNamed } from "../test/storage-contract/upstreams.ts";
import { launchBrowser } from "../test/support/browser.ts";
import { everyConsolePath } from "../test/support/console-paths.ts";
import { addFailedWebhook } from "../test/support/failed-webhook.ts";
import { seedStatistics } from "../test/support/statistics-seed.ts";
import { capture, type Shot, sheetFolder, writeSheet } from "./sheet.ts";
import { wordsOf } from "./usage.ts";

const desktop = { width: 1100, height: 700 };
const looks = [
  { caption: "light", colorScheme: "light", viewport: desktop },
  { caption: "dark", colorScheme: "dark", viewport: desktop },
  { caption: "320 pixels", colorScheme: "light", viewport: { width: 320, height: 640 } },
] as const;

/** Administers the group `staff`, and nothing else. */
const mia = { username: "mia", password: "eleven slow clouds drift south" } as const;

/** One of each thing, so that every page has something to show. Returns the addresses of all pages below the console. */
async function fill(stage: ConsoleStage): Promise<readonly string[]> {
  const { service } = stage;
  const { ports, clock } = service;
  const now = clock.now();
  const message = messageTo("grace", { createdAt: now, expiresAt: plus(now, 86_400) });
  await ports.outbox.add(message);
  const staff = "staff" as GroupName;
  await ports.groups.create({ name: staff, createdAt: now }, 10);
  const person = await service.addAccount("grace", root.password, {
    name: "Grace Hopper",
    email: "grace@example.org",
  });
  for (const [username, name] of [
    [mia.username, "Mia Thermopolis"],
    ["kim", "Kim Lee"],
  ] as const)
    await ports.groups.add(staff, await service.addAccount(username, mia.password, { name }), 10);
  await ports.groups.addAdministrator(staff, (await stage.account(mia.username)).id, 10);
  const api = await service.addApi({ name: "Orders" });
  const redirectUris = ["https://notes.example/callback"];
  const claimRules: readonly ClaimRule[] = [
    { name: "role", from: "groups", map: { staff: "Editor", board: "Admin" }, single: true },
    { name: "department", from: "claim:department", in: ["userinfo"] },
  ];
  const metadata = {
    ...interfaceMetadata,
    isOpenid: true,
    mayRefresh: true,
    resources: [api.resource],
    claimRules,
  };
  const { client } = await service.addClient({ name: "Harbour notes", redirectUris, metadata });
  const calendar = await service.addClient({
    name: "Calendar",
    redirectUris: [],
    metadata: {
      ...interfaceMetadata,
      protectedOrigins: ["https://calendar.example.org"],
      hasAppPasswords: true,
    },
  });
  const grace = await stage.account("grace");
  await ports.appPasswords.add({
    appPassword: appPasswordOf(grace, calendar.client, "calendar", { accountEpoch: grace.epoch }),
    max: 9,
  });
  await seedStatistics(ports.statistics, now, [client.id]);
  const { webhooks } = service.service.administration.store;
  const { id: webhook } = await addFailedWebhook(webhooks, now);
  return everyConsolePath({ client: client.id, person, api, mail: message.id, webhook });
}

async function drawSheet(page: Page, desk: Page, name: string): Promise<number> {
  const shots: Shot[] = [];
  for (const { caption, colorScheme, viewport } of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    const picture = await capture(page);
    shots.push({ caption, width: viewport.width, picture: picture.toString("base64") });
  }
  await page.setViewportSize(desktop);
  return writeSheet(desk, name, shots);
}

/** The name of the sheet of an address. What stands for a thing of the kind is "one". */
function nameOf(path: string): string {
  const words = path.split("/").slice(1);
  return ["console", ...words.map((word) => (/^[a-z-]+$/.test(word) ? word : "one"))].join("-");
}

const [wanted = ""] = wordsOf("node scripts/console-gallery.ts [PART OF A NAME]", 1);
await mkdir(sheetFolder, { recursive: true });
const browser = await launchBrowser();
const stage = await ConsoleStage.set();
// The health page compares the clock with the date of this release.
stage.service.clock.advance((Date.UTC(2026, 10, 22, 12) - stage.service.clock.now()) / 1_000);
let [sheets, bytes] = [0, 0];
try {
  const paths = await fill(stage);
  const home = `${stage.service.service.issuer}/admin`;
  const desk = await browser.newPage();
  const enter = async (person: typeof root | typeof mia) => {
    const context = await browser.newContext({ reducedMotion: "reduce" });
    const page = await context.newPage();
    await page.goto(home);
    await page.fill("#username", person.username);
    await page.fill("#password", person.password);
    await page.click("#sign-in");
    await page.locator("#not-now, #leave").first().waitFor();
    return page;
  };
  const [page, pageOfMia] = [await enter(root), await enter(mia)];
  // Not before: the sign-in page asks for the username first where a provider has domains.
  await stage.service.ports.upstreams.create(upstreamNamed("acme"), 1);
  const draw = async (name: string, shown = page) => {
    if (!name.includes(wanted)) return;
    bytes += await drawSheet(shown, desk, name);
    sheets += 1;
  };
  let asked = false;
  for (const path of paths) {
    await page.goto(home + path);
    // The pages that ask before an act look alike, so the first stands for all.
    const isQuestion = (await page.locator("#do").count()) > 0;
    if (!isQuestion || !asked) await draw(nameOf(path));
    asked ||= isQuestion;
  }
  await page.goto(`${home}/clients/new`);
  await page.fill("#name", "Night library");
  await page.fill("#redirect_uris", "https://library.example/callback");
  await page.click("#add");
  await draw("console-clients-secret");
  await page.click("#try");
  await draw("console-clients-tried");
  await page.goto(`${home}/clients/new?shown=none`);
  await draw("console-no-longer-shown");
  await page.goto(`${home}/clients/new`);
  await page.check("#kind-protected");
  await page.fill("#protect", "https://wiki.example.org");
  await page.fill("#path_rules", "/assets/*");
  await draw("console-clients-protected-new");
  await page.click("#add");
  await page.locator("summary", { hasText: "Caddy" }).click();
  await draw("console-clients-protected-added");
  await page.getByText("Continue to the application").click();
  await draw("console-clients-protected");
  await page.fill("#path", "/assets/app.js");
  await page.click("#access");
  await draw("console-clients-access-public");
  await page.goto(`${page.url().split("?")[0]}?path=/notes&user=grace`);
  await draw("console-clients-access-person");
  for (const [path, name] of [
    ["/groups", "console-groups-of-an-administrator"],
    ["/groups/staff", "console-group-of-an-administrator"],
    ["/groups/staff/add", "console-group-of-an-administrator-add"],
  ] as const) {
    await pageOfMia.goto(home + path);
    await draw(name, pageOfMia);
  }
} finally {
  await browser.close();
  await stage[Symbol.asyncDispose]();
}
console.log(`${sheets} sheets of the console, ${Math.round(bytes / 1000)} kB`);
