import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { searchedKinds } from "../../src/flows/operator/search.ts";
import { upstreamNamed } from "../storage-contract/upstreams.ts";
import { addFailedWebhook } from "../support/failed-webhook.ts";
import type { HttpAnswer } from "../support/form-client.ts";
import { ConsoleStage, mainOf, root } from "./support/console-stage.ts";

let stage: ConsoleStage;
let ada: string;
let notes: string;

/** One of each thing, with "orchard" in its name. */
beforeEach(async () => {
  stage = await ConsoleStage.set();
  const { ports, clock, service } = stage.service;
  ada = await stage.service.addAccount("ada", root.password, {
    name: "Ada Orchard",
    email: "ada@example.org",
  });
  notes = (await stage.service.addClient({ name: "Orchard notes <b>" })).id;
  await stage.service.addApi({ name: "Orchard API" });
  await ports.groups.create({ name: "orchard" as never, createdAt: clock.now() }, 10);
  await ports.upstreams.create(upstreamNamed("orchard"), 1);
  await addFailedWebhook(service.administration.store.webhooks, clock.now(), "http://127.0.0.1:9/receiver");
});
afterEach(() => stage[Symbol.asyncDispose]());

/** The results: the headings, and the links below each. */
function foundIn({ body }: HttpAnswer): Readonly<Record<string, readonly string[]>> {
  const results = /<div class="found" id="results" data-found>[\s\S]*?<\/div>/.exec(body)?.[0] ?? "";
  return Object.fromEntries(
    [...results.matchAll(/<section><h2>([^<]*)<\/h2>([\s\S]*?)<\/section>/g)].map(
      ([, heading = "", part = ""]) => [
        heading,
        [...part.matchAll(/<li><a href="([^"]*)"/g)].map(([, href = ""]) => href),
      ],
    ),
  );
}

function searchFor(text: string): Promise<HttpAnswer> {
  return stage.open(`/admin/search?q=${encodeURIComponent(text)}`);
}

test("a search finds people, applications, APIs, groups and providers by name, without scripts", async () => {
  const page = await stage.enter("/admin/search?q=ORCHARD");
  const found = foundIn(page);
  assert.deepEqual(Object.keys(found), ["People", "Applications", "APIs", "Groups", "Providers"]);
  assert.deepEqual(found.People, [`/admin/people/${ada}`]);
  assert.deepEqual(found.Applications, [`/admin/clients/${notes}`]);
  assert.deepEqual(found.Groups, ["/admin/groups/orchard"]);
  assert.deepEqual(found.Providers, ["/admin/providers/orchard"]);
  assert.match(mainOf(page), /Orchard notes &lt;b&gt;/);
  assert.match(mainOf(page), /5 results\./);
  assert.match(mainOf(page), /value="ORCHARD"/);
  for (const hrefs of Object.values(found))
    for (const href of hrefs) assert.equal((await stage.open(href)).status, 200, href);
});

test("settings, webhooks, acts of the audit trail and pages of the console are found by their words", async () => {
  await stage.enter();
  assert.deepEqual(foundIn(await searchFor("smtp url")).Settings, ["/admin/settings?q=LATCHKEY_SMTP_URL"]);
  assert.equal(foundIn(await searchFor("receiver")).Webhooks?.length, 1);
  assert.deepEqual(foundIn(await searchFor("client got a new secret"))["In the audit trail"], [
    "/admin/audit?act=client-secret-rotated",
  ]);
  assert.deepEqual(foundIn(await searchFor("add a per")).Pages, ["/admin/people/new"]);
  assert.deepEqual(foundIn(await searchFor("doctor")).Pages, ["/admin/health"]);
});

test("an id is found as a whole and never by a part of it", async () => {
  await stage.enter();
  assert.deepEqual(foundIn(await searchFor(ada)), { People: [`/admin/people/${ada}`] });
  assert.deepEqual(foundIn(await searchFor(notes)), { Applications: [`/admin/clients/${notes}`] });
  for (const part of [ada.slice(0, -1), ada.slice(3, 9), notes.slice(0, -1), notes.slice(4, 10)])
    assert.deepEqual(foundIn(await searchFor(part)), {}, part);
});

test("nothing, one letter and a text that nothing contains show what to do, and a long one is cut", async () => {
  assert.doesNotMatch(mainOf(await stage.enter("/admin/search")), /<section|Nothing/);
  assert.match(mainOf(await searchFor("o")), /at least two letters/);
  assert.match(mainOf(await searchFor("no such thing anywhere")), /Nothing was found/);
  assert.match(mainOf(await searchFor("%_\\'\"<script>")), /Nothing was found/);
  assert.equal((await searchFor("orchard".repeat(500))).status, 200);
});

test("each kind shows a few, and where there are more a way to the whole list", async () => {
  await stage.enter();
  for (let number = 0; number < 7; number += 1)
    await stage.service.addClient({ name: `Orchard number ${number}` });
  const page = await searchFor("orchard num");
  assert.equal(foundIn(page).Applications?.length, 6);
  assert.match(mainOf(page), /href="\/admin\/clients\?q=orchard%20num">All that match/);
});

for (const [kind, right] of Object.entries(searchedKinds))
  test(`H1: with ${right} alone a search finds what that right shows, and of other kinds neither names nor counts`, async () => {
    const words: Readonly<Record<string, string>> = { webhook: "receiver", setting: "smtp", act: "secret" };
    const headings: Readonly<Record<string, string>> = {
      person: "People",
      application: "Applications",
      api: "APIs",
      group: "Groups",
      provider: "Providers",
      webhook: "Webhooks",
      setting: "Settings",
      act: "In the audit trail",
    };
    const { browser, page } = await stage.enterWith(right, "/admin/search?q=orchard");
    const own = foundIn(page);
    const pages = [page];
    for (const word of Object.values(words)) {
      const other = await browser.get(`/admin/search?q=${word}`);
      pages.push(other);
      Object.assign(own, foundIn(other));
    }
    const kinds = Object.keys(own).filter((heading) => heading !== "Pages");
    assert.deepEqual(kinds, [headings[kind]]);
    for (const id of [ada, notes]) {
      const whole = foundIn(await browser.get(`/admin/search?q=${id}`));
      const isOwn = (id === ada && kind === "person") || (id === notes && kind === "application");
      assert.equal(Object.keys(whole).length, isOwn ? 1 : 0, "an id is no oracle either");
    }
    const place = await browser.get("/admin/search?q=add%20");
    assert.deepEqual(foundIn(place).Pages ?? [], [], "a right to read leads to no page that adds something");
  });

test("every page has the search in its side, and may ask the service for results", async () => {
  const page = await stage.enter("/admin/groups");
  assert.match(
    page.body,
    /<form id="everywhere" method="get" action="\/admin\/search" role="search" aria-label="Everything">/,
  );
  assert.match(String(page.headers["content-security-policy"]), /connect-src 'self'/);
});
