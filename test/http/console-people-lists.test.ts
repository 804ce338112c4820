import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readEmail } from "../../src/identity/account-name.ts";
import type { GroupName } from "../../src/identity/group.ts";
import { sha256 } from "../../src/values/digest.ts";
import { plus } from "../../src/values/time.ts";
import { accountNamed } from "../storage-contract/samples.ts";
import type { HttpAnswer } from "../support/form-client.ts";
import { ConsoleStage, formIn, mainOf, root } from "./support/console-stage.ts";

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

test("an act on the people of a filter shows whom it meets, does it, and names those who were refused", async () => {
  const preview = await stage.open("/admin/people/bulk/disable?group=staff");
  assert.match(mainOf(preview), /<h1>Disable 2 people\?<\/h1>/);
  assert.match(mainOf(preview), /Everybody in the filter \(group: staff\)\./);
  assert.equal((await stage.account("ada")).isDisabled, false, "a preview changes nothing");
  const done = await stage.send(preview, "/disable?group=staff");
  assert.match(mainOf(done), /Done for 2 people\./);
  assert.equal((await stage.account("ada")).isDisabled, true);
  assert.deepEqual(await listed("state=disabled"), ["ada", "alan"]);

  const mailed = await stage.open("/admin/people/bulk/recover?language=en&user=ada&user=bob");
  assert.match(mainOf(mailed), /<h1>Mail recovery links to 1 person\?<\/h1>/);
  assert.match(mainOf(mailed), /The account is disabled, so no link would work/);
  const choosing = await stage.open("/admin/people/bulk/add-to-group?user=bob&user=ada");
  assert.match(mainOf(choosing), /<option value="staff"/);
  assert.equal([...mainOf(choosing).matchAll(/name="user"/g)].length, 2);
});

/** The address of the run that a page shows. */
function runIn(page: HttpAnswer): string {
  const [action] = /\/admin\/people\/bulk\/[a-z-]+\?run=[A-Za-z0-9]{22}/.exec(mainOf(page)) ?? [];
  assert.ok(action, mainOf(page));
  return action;
}

/** Takes the next step of a run. */
function goOn(page: HttpAnswer): Promise<HttpAnswer> {
  return stage.send(page, runIn(page));
}

/** The number of entries about an act in the audit trail. */
async function entriesOf(act: string): Promise<number> {
  const { auditTrail } = stage.service.service.administration.store;
  let count = 0;
  for (let after: number | undefined; ; ) {
    const page = await auditTrail.list({ act, order: "oldest", limit: 200, after });
    count += page.items.length;
    if (page.next === undefined) return count;
    after = page.next;
  }
}

test("an act on all 2,300 people of a filter is for exactly those whom its preview counted, and each is met once", async () => {
  const { accounts } = stage.service.ports;
  const names = Array.from({ length: 2_300 }, (_, index) => `crowd${index}`);
  for (const [index, name] of names.entries())
    assert.ok((await accounts.create(accountNamed(name, index < 1_100 ? { isDisabled: true } : {}))).ok);
  const entries = await entriesOf("user-disabled");
  const looking = await stage.open("/admin/people/bulk/disable?q=crowd");
  assert.match(
    mainOf(looking),
    /<h1>Disable: looking for the people<\/h1>[\s\S]*Looked through 1,000 people/,
  );
  const early = await stage.send(looking, "/disable?q=crowd");
  assert.match(mainOf(early), /Looked through 2,000 people so far\. Nothing has been changed/);
  let page = early;
  page = await goOn(page);
  assert.match(
    mainOf(page),
    /<h1>Disable 1,200 people\?<\/h1>/,
    "those who are disabled do not hide the others",
  );
  assert.match(mainOf(page), /For 1,100 people there is nothing to do/);
  assert.match(mainOf(page), /And 2,250 more/);
  assert.match(mainOf(await goOn(early)), /Disable 1,200 people\?/, "an earlier page begins nothing");
  assert.equal(await entriesOf("user-disabled"), entries);

  const late = accountNamed("crowdlate");
  assert.ok((await accounts.create(late)).ok);
  for (let posts = 0; posts < 11; posts += 1) page = await goOn(page);
  assert.match(mainOf(page), /<h1>Disable 1,100 of 1,200 people<\/h1>/);
  const last = page;
  const answer = await stage.browser.postOnly(runIn(last), formIn(last, runIn(last)).fields);
  assert.equal(answer.status, 303, "the last page is no answer to a form");
  const address = answer.headers.location ?? "";
  for (const _ of ["shown", "reloaded"])
    assert.match(
      mainOf(await stage.open(address)),
      /<h1>Disable 1,200 people<\/h1>[\s\S]*Done for 1,200 people\./,
    );
  assert.match(mainOf(await goOn(last)), /Done for 1,200 people\./, "a form that is sent again does nothing");
  assert.equal(await entriesOf("user-disabled"), entries + 1_200);
  assert.equal((await stage.account("crowdlate")).isDisabled, false, "who came later was in no preview");

  const eve = { username: "eve", password: root.password };
  await stage.service.addAccount(eve.username, eve.password);
  await stage.change(eve.username, { isAdmin: true });
  const other = stage.newBrowser();
  await stage.enter("/admin", other, eve);
  assert.equal((await stage.open(address, other)).status, 404, "a run is its operator's own");
  assert.equal((await stage.open(address.replace("/disable", "/enable"))).status, 404);
  for (const name of ["eve", "crowdlate", ...names]) await accounts.remove((await stage.account(name)).id);
});

test("of two windows one acts on a part; a part whose request was lost is acted on again after a minute", async () => {
  const { ports, service, clock } = stage.service;
  const names = Array.from({ length: 220 }, (_, index) => `pair${index}`);
  for (const name of names) assert.ok((await ports.accounts.create(accountNamed(name))).ok);
  const entries = await entriesOf("user-disabled");
  const preview = await stage.open("/admin/people/bulk/disable?q=pair");
  const first = await stage.send(preview, "/disable?q=pair");
  await Promise.all([1, 2, 3].map(() => goOn(first)));
  // Two of them found the part taken, or were late enough to take the last one.
  const shown = await stage.open(runIn(first));
  assert.match(mainOf(shown), /of 220 people|Disable 220 people/);
  let page = shown;
  while (mainOf(page).includes('id="go-on"')) page = await goOn(page);
  assert.match(mainOf(page), /Done for 220 people/);
  assert.equal(await entriesOf("user-disabled"), entries + 220, "nobody was met twice");

  const back = await stage.send(page, "/people/bulk/enable");
  const id = /run=([A-Za-z0-9]{22})/.exec(runIn(back))?.[1] ?? "";
  const { consoleRuns } = service.administration.store;
  const run = (await consoleRuns.find(id, clock.now())) ?? assert.fail();
  // As if a process had claimed the next part and died.
  const claimed = JSON.stringify({ ...JSON.parse(run.state), claimedAt: clock.now() });
  assert.ok(await consoleRuns.advance({ ...run, state: claimed }, new Map()));
  assert.match(back.body, /enhanceGoingOn/);
  const waiting = await goOn(back);
  assert.match(mainOf(waiting), /Enable 100 of 220 people[\s\S]*Another window continues this act/);
  assert.doesNotMatch(waiting.body, /enhanceGoingOn/, "the page does not ask again by itself");
  clock.advance(60);
  assert.match(mainOf(await goOn(await goOn(waiting))), /Enable 220 people/);
  for (const name of names) await ports.accounts.remove((await stage.account(name)).id);
});

test("the form of a preview that is sent twice starts one run", async () => {
  await stage.change("bob", { isEmailUnverified: false });
  const entries = await entriesOf("recovery-link-made");
  const preview = await stage.open("/admin/people/bulk/recover?language=en&user=bob");
  const answers = await Promise.all([1, 2].map(() => stage.post(preview, "/recover?language=en&user=bob")));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [303, 303],
  );
  const [one, two] = answers.map(({ headers }) => headers.location);
  assert.equal(one, two);
  assert.match(mainOf(await stage.open(one ?? "")), /Done for 1 person\./);
  assert.equal(await entriesOf("recovery-link-made"), entries + 1);
});

test("an act on many people shows its progress after each hundred, and one button undoes it for all of them", async () => {
  const { accounts } = stage.service.ports;
  const names = Array.from({ length: 130 }, (_, index) => `many${index}`);
  for (const [index, name] of names.entries())
    assert.ok((await accounts.create(accountNamed(name, index === 7 ? { isDisabled: true } : {}))).ok);
  const disabled = async () =>
    (await Promise.all(names.map((name) => stage.account(name)))).filter(({ isDisabled }) => isDisabled)
      .length;
  const query = "q=many&state=enabled";
  const preview = await stage.open(`/admin/people/bulk/disable?${query}`);
  const under = await stage.send(preview, `/disable?${query}`);
  assert.match(mainOf(under), /<h1>Disable 100 of 129 people<\/h1>/);
  assert.match(mainOf(under), /<progress max="129" value="100"/);
  assert.equal(await disabled(), 101);
  const done = await goOn(under);
  assert.match(mainOf(done), /Done for 129 people\./);
  assert.equal(await disabled(), 130);
  const half = await stage.send(done, "/people/bulk/enable");
  const undone = await goOn(half);
  assert.match(mainOf(undone), /<h1>Enable 129 people<\/h1>/);
  assert.equal(await disabled(), 1, "the one that was disabled before is disabled now");
  for (const name of names) await accounts.remove((await stage.account(name)).id);
});

test("the undoing of a requirement restores what everybody needed before, and is not offered where that differed", async () => {
  const query = "require=two&user=ada&user=bob";
  const [ada, bob] = ["ada", "bob"];
  const done = await stage.send(await stage.open(`/admin/people/bulk/require?${query}`), `/require?${query}`);
  assert.equal((await stage.account(ada)).requires, "two");
  await stage.send(done, "/people/bulk/require");
  assert.equal((await stage.account(ada)).requires ?? "one", "one");
  await stage.change(bob, { requires: "two" });
  const more = "require=phr&user=ada&user=bob";
  const mixed = await stage.send(await stage.open(`/admin/people/bulk/require?${more}`), `/require?${more}`);
  assert.match(mainOf(mixed), /Done for 2 people/);
  assert.doesNotMatch(mainOf(mixed), /id="undo"/);
  for (const name of [ada, bob]) await stage.change(name, { requires: "one" });
});

test("the undoing of an act on many people leaves an account locked that its owner locked since", async () => {
  for (const name of ["lise", "lars"])
    await stage.service.addAccount(name, root.password, { email: `${name}@example.org` });
  const query = "user=lise&user=lars";
  const done = await stage.send(await stage.open(`/admin/people/bulk/disable?${query}`), `/disable?${query}`);
  const { id } = await stage.account("lise");
  // Lise is let in again, and then she hears of somebody else's sign-in.
  await stage.send(await stage.open(`/admin/people/${id}`), "/enable");
  await lock("lise");
  const undone = mainOf(await stage.send(done, "/people/bulk/enable"));
  assert.match(undone, /Done for 1 person, refused for 1\./);
  assert.match(undone, /The owner locked this account/);
  assert.notEqual((await stage.account("lise")).lockedAt, undefined);
  assert.equal((await stage.account("lars")).isDisabled, false);
  for (const name of ["lise", "lars"])
    await stage.service.ports.accounts.remove((await stage.account(name)).id);
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
  await lock("lena");
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

test("I3: an act on many people needs its right, a form of this page, and somebody who is named", async () => {
  const nobody = await stage.open("/admin/people/bulk/disable");
  assert.equal(nobody.status, 409);
  assert.match(mainOf(nobody), /everybody would be meant/);
  const strange = await stage.open("/admin/people/bulk/disable?admin=maybe");
  assert.equal(strange.status, 409);
  const { browser } = await stage.enterWith("users:read", "/admin/people");
  const refused = await browser.get("/admin/people/bulk/disable?user=bob");
  assert.equal(refused.status, 403);
  assert.doesNotMatch(mainOf(await browser.get("/admin/people")), /Act on people/);
  const page = await stage.open("/admin/people/bulk/disable?user=bob");
  const { fields } = formIn(page, "/disable?user=bob");
  fields.set("step", "forged");
  assert.equal((await stage.browser.post("/admin/people/bulk/disable?user=bob", fields)).status, 403);
  assert.equal((await stage.account("bob")).isDisabled, false);
  // Without admins:write, an administrator is refused, and the act on the others is done.
  const lesser = await stage.enterWith("users:write", "/admin/people/bulk/disable?user=root&user=bob");
  assert.match(mainOf(lesser.page), /<h1>Disable 1 person\?<\/h1>/);
  const done = await stage.send(
    lesser.page,
    "/disable?user=root&amp;user=bob".replace("&amp;", "&"),
    {},
    lesser.browser,
  );
  assert.match(mainOf(done), /needs the right admins:write/);
  assert.equal((await stage.account(root.username)).isDisabled, false);
  assert.equal((await stage.account("bob")).isDisabled, true);
});

test("I3: without the right to see people, an act on many tells nobody's name and does nothing, also with ids of others in the form", async () => {
  const { id } = await stage.account("bob");
  for (const [scope, path] of [
    ["groups:write", "add-to-group?to_group=staff"],
    ["sessions:write", "sign-out?"],
  ] as const) {
    const target = `/admin/people/bulk/${path}&q=bob`;
    const { browser, page } = await stage.enterWith(`${scope} status:read`, "/admin");
    assert.equal(page.status, 200);
    const preview = await stage.open(target, browser);
    assert.equal(preview.status, 403);
    assert.doesNotMatch(mainOf(preview), /bob|1 person/);
    // The form of an operator who may do it, sent by one who may not: its token is for browser, person and page, not for the right.
    const own = await stage.open(target);
    const { fields } = formIn(own, `${path}&q=bob`);
    for (const cookie of ["latchkey-browser"])
      browser.cookies.set(cookie, stage.browser.cookies.get(cookie) ?? "");
    fields.set("left", id);
    const sent = await browser.post(target, fields);
    const shown = sent.status === 303 ? await stage.open(sent.headers.location ?? "", browser) : sent;
    assert.doesNotMatch(mainOf(shown), /bob@|>bob|Done for [1-9]/);
  }
  assert.equal((await stage.account("bob")).groups?.includes("staff" as GroupName) ?? false, false);
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

/** Locks the account, as the link of a notice does. */
async function lock(username: string): Promise<void> {
  const { ports, clock } = stage.service;
  const { id: accountId, email = "" } = await stage.account(username);
  const address = readEmail(email);
  assert.ok(address.ok);
  const at = clock.now();
  const [createdAt, expiresAt] = [at, plus(at, 60)];
  const link = {
    kind: "lock",
    account: { id: accountId },
    address: address.value,
    createdAt,
    expiresAt,
  } as const;
  const digest = sha256(`lock ${username}`);
  assert.ok(await ports.links.create({ ...link, digest }, {}));
  const locked = await ports.accounts.lock(
    { digest, createdAt, accountId, address: address.value },
    { at, since: at, restore: (stored) => stored },
    { recovery: { digest: sha256(`recovery ${username}`), kind: "recover", createdAt, expiresAt } },
  );
  assert.ok(locked.ok);
}

/** Whether the account is disabled, and whether its person could still unlock it. */
async function stateOf(username: string): Promise<readonly boolean[]> {
  const { isDisabled, lockedAt } = await stage.account(username);
  return [isDisabled, lockedAt !== undefined];
}

test("D71: an operator disables locked accounts too, so that no mailed link opens them, one by one and many at once", async () => {
  for (const name of ["carol", "dora"]) {
    await stage.service.addAccount(name, root.password, { email: `${name}@example.org` });
    await lock(name);
    assert.deepEqual(await stateOf(name), [true, true]);
  }
  const recovery = await stage.open("/admin/people/bulk/recover?language=en&user=carol");
  assert.match(mainOf(recovery), /<h1>Mail recovery links to 1 person\?<\/h1>/);
  const preview = await stage.open("/admin/people/bulk/disable?user=carol");
  assert.match(mainOf(preview), /<h1>Disable 1 person\?<\/h1>/);
  assert.match(mainOf(await stage.send(preview, "/disable?user=carol")), /Done for 1 person\./);
  assert.deepEqual(await stateOf("carol"), [true, false]);
  const again = await stage.open("/admin/people/bulk/disable?user=carol");
  assert.match(mainOf(again), /It would change nothing/);

  const { id } = await stage.account("dora");
  const page = await stage.open(`/admin/people/${id}`);
  assert.match(mainOf(page), new RegExp(`href="/admin/people/${id}/disable"`));
  await stage.send(await stage.open(`/admin/people/${id}/disable`), "/disable");
  assert.deepEqual(await stateOf("dora"), [true, false]);
  assert.doesNotMatch(mainOf(await stage.open(`/admin/people/${id}`)), new RegExp(`${id}/disable"`));
});
