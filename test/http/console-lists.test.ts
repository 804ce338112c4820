import assert from "node:assert/strict";
import { test } from "node:test";
import { ConsoleStage, mainOf } from "./support/console-stage.ts";

test("the list of applications is filtered and ordered by its address, and each link keeps the rest of it", async () => {
  await using stage = await ConsoleStage.set();
  await stage.enter();
  const { id } = await stage.service.addClient({ name: "Old wiki", isDisabled: true });
  const page = mainOf(await stage.browser.get("/admin/clients?state=disabled&sort=-tokens&rows=25&junk=1"));
  assert.match(page, new RegExp(`href="/admin/clients/${id}"`));
  assert.doesNotMatch(page, />Console</);
  assert.match(page, /aria-sort="descending"><a href="[^"]*sort=tokens[^"]*">Tokens/);
  assert.match(page, /href="\/admin\/clients\?sort=-tokens&amp;rows=25" aria-current="true">Disabled</);
  assert.match(page, /name="state" value="disabled"/, "the search keeps the filter");
  assert.doesNotMatch(page, /junk/);
});

test("the list of applications can be narrowed to a kind, whose menu names it", async () => {
  await using stage = await ConsoleStage.set();
  await stage.enter();
  await stage.service.addClient({ name: "Phone app", isPublic: true });
  await stage.service.addClient({ name: "Old wiki" });
  const page = mainOf(await stage.browser.get("/admin/clients?kind=public"));
  assert.match(page, />Phone app</);
  assert.doesNotMatch(page, />Old wiki</);
  assert.match(page, /<summary class="chip on">Kind: public client</);
  assert.match(page, /name="kind" value="public"/, "the search keeps the filter");
});

test("the export of applications has those of the filter, all of them, and no cell that a spreadsheet would run", async () => {
  await using stage = await ConsoleStage.set();
  await stage.enter();
  const { id } = await stage.service.addClient({ name: "=1+1", isDisabled: true });
  for (let index = 0; index < 205; index += 1) await stage.service.addClient({ name: `App ${index}` });
  const list = mainOf(await stage.browser.get("/admin/clients?state=disabled&rows=25"));
  assert.match(list, /href="\/admin\/clients\/export\?state=disabled&amp;rows=25"[^>]*>Export</);
  const file = await stage.browser.get("/admin/clients/export?state=disabled&rows=25");
  assert.match(file.headers["content-disposition"] ?? "", /applications\.csv/);
  const [heading = "", line = "", ...more] = file.body.trimEnd().split("\r\n");
  assert.match(heading, /^client_id,name,kind,redirect_uris,/);
  assert.ok(line.startsWith(`${id},"'=1+1",Server with a secret,`), line);
  assert.match(line, /,0,0,,true,2026-01-01T12:00:00\.000Z$/);
  assert.deepEqual(more, []);
  const { items } = await stage.service.service.administration.store.auditTrail.list({
    act: "clients-exported",
    order: "newest",
    limit: 1,
  });
  assert.deepEqual(items[0]?.details, { isFiltered: true });
  const whole = await stage.browser.get("/admin/clients/export?rows=25");
  assert.equal(whole.body.trimEnd().split("\r\n").length, 1 + 207);
  const { browser } = await stage.enterWith("users:read", "/admin/people");
  assert.equal((await browser.get("/admin/clients/export")).status, 403);
});

test("the console's own application is in use before its first minute is counted, and a young one is not used yet", async () => {
  await using stage = await ConsoleStage.set();
  await stage.enter();
  await stage.service.addClient({ name: "Old wiki" });
  const rowOf = (page: string, name: string) =>
    page.split('<tr role="row">').find((row) => row.includes(`<bdi>${name}</bdi>`)) ?? "";
  const page = mainOf(await stage.browser.get("/admin/clients"));
  assert.match(rowOf(page, "Console"), /data-name="Sign-ins">1<[\s\S]*just now[\s\S]*>in use</);
  assert.match(rowOf(page, "Old wiki"), />not used yet</);
  const unused = mainOf(await stage.browser.get("/admin/clients?state=unused"));
  assert.equal(rowOf(unused, "Console"), "");
  assert.match(
    mainOf(await stage.browser.get("/admin/clients/latchkeyconsole")),
    /<dt>Last use<\/dt><dd>now<\/dd>/,
  );
  stage.service.clock.advance(31 * 86_400);
  assert.match(rowOf(mainOf(await stage.enter("/admin/clients")), "Old wiki"), />unused</);
});

test("on a phone a menu orders the list, with the links of the headings", async () => {
  await using stage = await ConsoleStage.set();
  await stage.enter();
  await stage.service.addClient({ name: "Old wiki" });
  const page = mainOf(await stage.browser.get("/admin/clients?sort=-tokens"));
  const [menu = ""] = /<li class="for-phones">[\s\S]*?<\/details><\/li>/.exec(page) ?? [];
  assert.match(menu, /<summary class="chip">Sort: Tokens ↓</);
  assert.match(menu, /href="[^"]*sort=-used">Last used</);
  assert.match(menu, /aria-current="true">Tokens ↓</);
});

test("a list without a match says so, and leads back to all", async () => {
  await using stage = await ConsoleStage.set();
  await stage.enter();
  const none = mainOf(await stage.browser.get("/admin/clients?q=nowhere"));
  assert.match(none, /No application matches “[^”]+”\.[\s\S]*href="\/admin\/clients">Show all applications/);
});

test("what is typed into the address of a list is shown as text, and is not carried along beyond its length", async () => {
  await using stage = await ConsoleStage.set();
  await stage.enter();
  const hostile = encodeURIComponent(`"><script>alert(1)</script>${"a".repeat(400)}`);
  const page = await stage.browser.get(
    `/admin/clients?q=${hostile}&state=${hostile}&sort=${hostile}&rows=9&after=-1`,
  );
  assert.equal(page.status, 200);
  assert.doesNotMatch(page.body, /<script>alert/);
  assert.doesNotMatch(mainOf(page), /a{201}/);
});
