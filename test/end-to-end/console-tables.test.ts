import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { interfaceMetadata } from "../../src/protocol/client/client.ts";
import { sha256 } from "../../src/values/digest.ts";
import { plus } from "../../src/values/time.ts";
import { ConsoleStage, root } from "../http/support/console-stage.ts";
import { linkOf, messageTo } from "../storage-contract/samples.ts";
import { upstreamNamed } from "../storage-contract/upstreams.ts";
import { webhookNamed } from "../storage-contract/webhooks.ts";
import { after, before, launchBrowser, test } from "../support/browser.ts";

/** As many of each thing as a desktop has to show; there can be no more webhooks and providers. */
const things = 20;

let stage: ConsoleStage;
let browser: Browser;
let page: Page;
let home: string;

before(async () => {
  [stage, browser] = await Promise.all([ConsoleStage.set(), launchBrowser()]);
  const { service } = stage;
  home = `${service.service.issuer}/admin`;
  page = await browser.newPage({ reducedMotion: "reduce", viewport: { width: 1440, height: 900 } });
  await page.goto(home);
  await page.fill("#username", root.username);
  await page.fill("#password", root.password);
  await page.click("#sign-in");
  await page.locator("h1").waitFor();
  for (let number = 1; number <= things; number += 1) await addOneOfEach(number);
});
after(async () => {
  await browser.close();
  await stage[Symbol.asyncDispose]();
});

async function addOneOfEach(number: number): Promise<void> {
  const { service } = stage;
  const { ports, clock } = service;
  const createdAt = plus(clock.now(), -number * 3_600);
  const name = `department-of-printing-${number}`;
  await service.addAccount(`person.with.a.long.name.${number}`, root.password, {
    name: `Augusta Ada King, Countess of Lovelace ${number}`,
    email: `augusta.ada.king.countess.of.lovelace.${number}@mathematics.example.org`,
  });
  await ports.groups.create({ name: name as never, createdAt }, 100);
  const claimRules = [{ name: "role", from: "groups", map: { [name]: "Editor" } }] as const;
  await service.addClient({
    name: `Application with a rather long name ${number}`,
    redirectUris: [`https://app${number}.example/callback`],
    metadata: { ...interfaceMetadata, onlyGroups: [name] as never, claimRules },
  });
  const address = `somebody.who.is.invited.${number}@mathematics.example.org`;
  const expiresAt = plus(clock.now(), 604_800);
  const link = linkOf(`invitation ${number}`, {
    kind: "invite",
    address,
    groups: [name],
    createdAt,
    expiresAt,
  });
  await ports.links.create(link, {
    audit: [
      ports.audit.entry(
        "invitation-created",
        { kind: "invitation", id: Buffer.from(sha256(`invitation ${number}`)).toString("hex") },
        { groups: name },
      ),
    ],
  });
  await ports.outbox.add(messageTo(`mail${number}`, { createdAt, expiresAt, to: address }));
  await ports.upstreams.create(
    upstreamNamed(`acme${number}`, {
      createdAt,
      displayName: `Acme ${number}`,
      groupMapping: { claim: "groups", groups: { staff: name } },
      domains: [`example${number}.org`],
    }),
    things,
  );
  await service.addApi({
    name: `Orders of the department ${number}`,
    resource: `https://api.example/department/${number}`,
  });
  await service.service.administration.store.webhooks.create(
    webhookNamed(`hook${number}`, { createdAt, url: `https://siem${number}.example/a/long/path/for/events` }),
    things,
  );
}

/** What a table is like in a window, when one has just come to the page. */
const tableNow = `(() => {
  const table = document.querySelector(".data > table");
  const shown = (cells) => [...cells].filter((cell) => cell.checkVisibility());
  const rows = shown(table.querySelectorAll("tbody > tr"));
  const boxes = rows.map((row) => row.getBoundingClientRect());
  const facts = shown(table.querySelectorAll("thead th:not(.act)"));
  return {
    heights: [...new Set(boxes.map(({ height }) => Math.round(height)))],
    inView: boxes.filter(({ bottom }) => bottom <= innerHeight).length,
    facts: facts.length,
    figures: shown(table.querySelectorAll("td.figure")).map((cell) => getComputedStyle(cell)).every(({ textAlign, fontVariantNumeric }) => textAlign === "end" && fontVariantNumeric === "tabular-nums"),
    isWide: document.documentElement.scrollWidth > innerWidth || table.scrollWidth > table.parentElement.clientWidth,
  };
})()`;

interface TableNow {
  readonly heights: readonly number[];
  readonly inView: number;
  readonly facts: number;
  readonly figures: boolean;
  readonly isWide: boolean;
}

for (const path of [
  "clients",
  "people",
  "groups",
  "invitations",
  "mail",
  "audit",
  "webhooks",
  "apis",
  "providers",
])
  test(`a desktop shows at least sixteen rows of ${path} with six facts of each, below a heading that stays`, async () => {
    await page.goto(`${home}/${path}`);
    const { heights, ...table } = await page.evaluate<TableNow>(tableNow);
    assert.ok(table.inView >= 16, `${table.inView} rows`);
    assert.ok(table.facts >= 6, `${table.facts} facts`);
    assert.deepEqual(
      heights.filter((height) => height < 40 || height > 44),
      [],
      "heights of rows",
    );
    assert.ok(table.figures, "figures are aligned at the end, in digits of one width");
    assert.equal(table.isWide, false, "nothing scrolls sideways");
    await page.setViewportSize({ width: 1440, height: 500 });
    await page.evaluate("scrollTo(0, 400)");
    assert.equal((await page.locator(".data thead th").first().boundingBox())?.y, 0, "the heading stays");
    await page.setViewportSize({ width: 1440, height: 900 });
  });

test("the menu of a heading is shown whole over a table of one row, and where rows are cards", async () => {
  for (const width of [1440, 660]) {
    await page.setViewportSize({ width, height: 900 });
    for (const [heading, choice, query] of [
      ["Factors", "With a second factor", "without_second_factor=false"],
      ["State", "leaving", "state=leaving"],
    ] as const) {
      await page.goto(`${home}/people?q=${root.username}`);
      await page.locator(".data thead summary", { hasText: heading }).click();
      const menu = await page.locator(".data thead [open] .drop").boundingBox();
      assert.ok(menu !== null && menu.x >= 0 && menu.x + menu.width <= width, `${heading} at ${width}`);
      // A click is refused at what another element covers, or what is cut off.
      await page.locator(".data thead [open] a", { hasText: choice }).click({ timeout: 9_000 });
      assert.equal(new URL(page.url()).search, `?q=${root.username}&${query}`);
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
});

/** The names of the rows, and texts of wide columns, of which a part cannot be seen. */
const cutNow = `[...document.querySelectorAll(".data th bdi, .data .fit")]
  .filter((text) => text.checkVisibility() && (text.scrollHeight > text.clientHeight + 1 || text.scrollWidth > text.clientWidth + 1))
  .map(({ textContent }) => textContent)`;

test("names and addresses of a usual length are shown whole at every width", async () => {
  const accountId = await stage.service.addAccount("margaret.vandermeer", root.password, {
    name: "Margaret van der Meer",
    email: "margaret.vandermeer@mail.partner.example",
  });
  const { audit, auditTrail } = stage.service.ports;
  const own = audit.entry("password-changed", { kind: "user", id: accountId });
  await auditTrail.append([
    { ...own, actor: { kind: "person", accountId } },
    audit.entry("user-disabled", { kind: "user", id: accountId }),
  ]);
  for (const width of [1440, 1100, 820, 390, 320]) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of [
      "people?q=margaret",
      "people/bulk/sign-out?q=margaret",
      "audit?target=margaret.vandermeer",
    ]) {
      await page.goto(`${home}/${path}`);
      assert.ok((await page.locator(".data tbody tr").count()) > 0, path);
      assert.deepEqual(await page.evaluate(cutNow), [], `${path} at ${width}`);
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
});

/** Where the things that a selector finds begin. */
function topsOf(selector: string): string {
  return `[...document.querySelectorAll("${selector}")].map((each) => each.getBoundingClientRect().top)`;
}

test("a phone shows who is met by an act on many people in two lines each", async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${home}/people/bulk/sign-out?q=margaret`);
  const shown = await page.locator('.data tbody tr:first-child [data-name="Username"]').isVisible();
  assert.equal(shown, false);
  const { height = 0 } = (await page.locator(".data tbody tr").first().boundingBox()) ?? {};
  assert.ok(height > 0 && height < 100, `${height} px`);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test("the periods of the overview stand in one row on the narrowest phone", async () => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(home);
  const tops = await page.evaluate<readonly number[]>(topsOf(".tabs a"));
  assert.equal(new Set(tops).size, 1);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test("the filter of the audit trail has two full rows in a window of middle width", async () => {
  await page.setViewportSize({ width: 1100, height: 800 });
  await page.goto(`${home}/audit`);
  const tops = await page.evaluate<readonly number[]>(topsOf("#filter input"));
  const [act, by, on, from, until] = tops;
  assert.deepEqual([by, on, until], [act, act, from]);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test("a group tells which applications are limited to it or have rules for it, and which providers fill it", async () => {
  await page.goto(`${home}/groups`);
  const row = page.getByRole("row", { name: "department-of-printing-7" });
  for (const column of ["Only they can sign in", "In the rules of", "Filled by"]) {
    const text = await row.locator(`[data-name="${column}"]`).innerText();
    assert.equal(text, column === "Filled by" ? "Acme 7" : "Application with a rather long name 7");
  }
});
