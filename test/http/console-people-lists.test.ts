import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { GroupName } from "../../src/identity/group.ts";
import { accountNamed } from "../storage-contract/samples.ts";
import { ConsoleStage, mainOf, root } from "./support/console-stage.ts";

let stage: ConsoleStage;

before(async () => {
  stage = await ConsoleStage.set();
  const { service } = stage;
  const { ports, clock } = service;
  await ports.groups.create({ name: "staff" as GroupName, createdAt: clock.now() }, 9);
  for (const name of ["ada", "alan", "bob"]) {
    clock.advance(60);
    const id = await service.addAccount(name, root.password, {
      name: name === "bob" ? "=1+1" : `${name} Doe`,
      email: `${name}@example.org`,
    });
    if (name !== "bob") await ports.groups.add("staff" as GroupName, id, 9);
  }
  await stage.change("alan", { isEmailUnverified: true });
  await stage.enter();
});
after(() => stage[Symbol.asyncDispose]());

/** The usernames in the rows of a list, from the top. */
async function listed(query: string): Promise<readonly string[]> {
  const page = await stage.open(`/admin/people?${query}`);
  return [...mainOf(page).matchAll(/data-name="Username"[^>]*>(?:\s*<[^>]*>)*([^<]*)/g)].map(
    ([, name = ""]) => name.trim(),
  );
}

test("people are filtered and sorted by what is in the address, which the links of the page carry on", async () => {
  assert.deepEqual(await listed(""), ["root", "ada", "alan", "bob"]);
  assert.deepEqual(await listed("sort=-username"), ["root", "bob", "alan", "ada"]);
  assert.deepEqual(await listed("group=staff"), ["ada", "alan"]);
  assert.deepEqual(await listed("admin=true"), ["root"]);
  assert.deepEqual(await listed("unverified=true"), ["alan"]);
  assert.deepEqual(await listed("q=doe&sort=-created"), ["alan", "ada"]);
  assert.deepEqual(await listed("state=disabled"), []);
  const main = mainOf(await stage.open("/admin/people?group=staff&sort=username&rows=25"));
  assert.match(main, /href="\/admin\/people\?group=staff&amp;admin=true&amp;sort=username&amp;rows=25"/);
  assert.match(main, /href="\/admin\/people\?group=staff&amp;sort=-username&amp;rows=25"/);
  assert.match(main, /href="\/admin\/people\?sort=username&amp;rows=25">Clear filters</);
  assert.doesNotMatch(mainOf(await stage.open("/admin/people?sort=username")), /Clear filters/);
  assert.match(main, /<input type="hidden" name="group" value="staff">/);
  assert.match(main, /href="\/admin\/people\/export\?group=staff&amp;sort=username&amp;rows=25"/);
  assert.match(main, /alan<wbr>@example\.org<\/bdi><span class="badge warn">unverified/);
});

test("people whose accounts are locked are told from others who cannot sign in, in the list and by a filter", async () => {
  const { accounts } = stage.service.ports;
  const lena = accountNamed("lena", { isDisabled: true, lockedAt: stage.service.clock.now() });
  const otto = accountNamed("otto", { isDisabled: true });
  for (const account of [lena, otto]) assert.ok((await accounts.create(account)).ok);
  assert.deepEqual(await listed("state=locked"), ["lena"]);
  assert.deepEqual(
    await listed("state=disabled&sort=username"),
    ["lena", "otto"],
    "nobody signs in to a locked account either",
  );
  const main = mainOf(await stage.open("/admin/people?state=locked"));
  assert.match(main, /<span class="badge bad">locked<\/span>/);
  assert.doesNotMatch(main, /<span class="badge bad">disabled<\/span>/);
  assert.match(main, /<summary class="chip on">State: locked</);
  for (const { id } of [lena, otto]) await accounts.remove(id);
});

test("a filter that cannot be read shows nobody, rather than everybody", async () => {
  for (const query of ["not_seen=soon", "state=gone", "group=%20x"]) {
    const main = mainOf(await stage.open(`/admin/people?${query}`));
    assert.match(main, /role="alert"/);
    assert.doesNotMatch(main, /alan/);
    const exported = await stage.browser.get(`/admin/people/export?${query}`);
    assert.doesNotMatch(exported.body, /alan/);
  }
});

test("the export has the people of the filter, and no cell that a spreadsheet would run", async () => {
  const file = await stage.browser.get("/admin/people/export?q=@example.org&sort=username");
  const { items } = await stage.service.service.administration.store.auditTrail.list({
    act: "users-exported",
    order: "newest",
    limit: 1,
  });
  assert.deepEqual(items[0]?.details, { isFiltered: true });
  assert.match(file.headers["content-disposition"] ?? "", /people\.csv/);
  const [heading = "", ...lines] = file.body.trimEnd().split("\r\n");
  assert.match(heading, /^user_id,username,email,/);
  assert.deepEqual(
    lines.map((line) => line.split(",")[1]),
    ["ada", "alan", "bob"],
  );
  assert.match(lines[2] ?? "", /,"'=1\+1",/);
});

test("the confirmation of an act has a button that undoes it, except for a locked account", async () => {
  const { id } = await stage.account("bob");
  const done = await stage.send(await stage.open(`/admin/people/${id}/disable`), "/disable");
  assert.match(mainOf(done), /The account has been disabled\./);
  const undone = await stage.send(done, `/people/${id}/enable`);
  assert.match(mainOf(undone), /The account has been enabled\./);
  assert.equal((await stage.account("bob")).isDisabled, false);
  assert.doesNotMatch(mainOf(await stage.open(`/admin/people/${id}`)), />Undo</, "a reload offers nothing");
  const added = await stage.send(await stage.open("/admin/groups/staff/add"), "/staff/add", { who: "bob" });
  await stage.send(added, "/groups/staff/remove", { who: id });
  assert.equal((await stage.account("bob")).groups?.includes("staff" as GroupName) ?? false, false);
  await stage.service.addAccount("lena", root.password, { email: "lena@example.org" });
  await stage.lock("lena");
  const lena = await stage.account("lena");
  const unlocked = await stage.send(await stage.open(`/admin/people/${lena.id}`), "/enable");
  assert.match(mainOf(unlocked), /The account has been enabled\./);
  assert.doesNotMatch(mainOf(unlocked), />Undo</);
  await stage.service.ports.accounts.remove(lena.id);
});

test("the message of an act and its Undo are for the operator who acted, not for the next one in this browser", async () => {
  const { id } = await stage.account("bob");
  const question = await stage.open(`/admin/people/${id}/disable`);
  assert.equal((await stage.post(question, "/disable")).status, 303);
  const eve = { username: "eve", password: root.password };
  await stage.service.addAccount(eve.username, eve.password);
  await stage.change(eve.username, { isAdmin: true });
  const other = stage.newBrowser();
  await stage.enter("/admin", other, eve);
  const cookie = stage.browser.cookies.get("latchkey-console-told");
  assert.ok(cookie);
  other.cookies.set("latchkey-console-told", cookie);
  const seen = await other.get(`/admin/people/${id}`);
  assert.doesNotMatch(mainOf(seen), /has been disabled|>Undo</);
  assert.ok(!other.cookies.get("latchkey-console-told"), "it is forgotten, so that nobody meets it later");
  const elsewhere = await stage.open("/admin/groups");
  assert.doesNotMatch(mainOf(elsewhere), /has been disabled/, "it is for the page to which the act led");
  const own = await stage.open(`/admin/people/${id}`);
  assert.match(mainOf(own), /has been disabled[\s\S]*>Undo</);
  for (const replayed of [cookie, `${cookie.slice(0, -2)}AA`, "forged"]) {
    if (replayed === cookie) stage.service.clock.advance(60);
    stage.browser.cookies.set("latchkey-console-told", replayed);
    assert.doesNotMatch(mainOf(await stage.open(`/admin/people/${id}`)), /has been disabled|>Undo</);
  }
  await stage.send(own, "/enable");
  await stage.service.ports.accounts.remove((await stage.account("eve")).id);
});

test("I3: the page of a group tells those who may not see people no more than the API does, and finds nobody by it", async () => {
  const { page, browser } = await stage.enterWith("groups:read", "/admin/groups/staff");
  const main = mainOf(page);
  assert.match(main, />ada</);
  assert.match(main, />alan</);
  assert.doesNotMatch(main, /example\.org|Doe|disabled|type="search"/);
  const searched = await stage.open("/admin/groups/staff?q=alan@", browser);
  assert.match(mainOf(searched), />ada</, "nothing tells whose address begins so");
  const whole = mainOf(await stage.open("/admin/groups/staff?q=alan@"));
  assert.match(whole, /alan@example\.org/);
  assert.doesNotMatch(whole, /ada@/);
});
