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

test("a list without a match says so, and leads back to all", async () => {
  await using stage = await ConsoleStage.set();
  await stage.enter();
  const none = mainOf(await stage.browser.get("/admin/clients?q=nowhere"));
  assert.match(none, /No application matches\.[\s\S]*href="\/admin\/clients">Show all applications/);
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
