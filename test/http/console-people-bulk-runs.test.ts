import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { GroupName } from "../../src/identity/group.ts";
import type { AccountId } from "../../src/values/ids.ts";
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
    const id = await service.addAccount(name, root.password, { email: `${name}@example.org` });
    if (name !== "bob") await ports.groups.add("staff" as GroupName, id, 9);
  }
  await stage.change("alan", { isEmailUnverified: true });
  await stage.enter();
});
after(() => stage[Symbol.asyncDispose]());

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
  await stage.lock("lise");
  const undone = mainOf(await stage.send(done, "/people/bulk/enable"));
  assert.match(undone, /Done for 1 person, refused for 1\./);
  assert.match(undone, /The owner locked this account/);
  assert.notEqual((await stage.account("lise")).lockedAt, undefined);
  assert.equal((await stage.account("lars")).isDisabled, false);
  for (const name of ["lise", "lars"])
    await stage.service.ports.accounts.remove((await stage.account(name)).id);
});

test("an act on many people stops at the step for which the rights are gone, says why, and what it did can be undone", async () => {
  const { accounts } = stage.service.ports;
  const names = Array.from({ length: 120 }, (_, index) => `lots${index}`);
  for (const name of names) assert.ok((await accounts.create(accountNamed(name))).ok);
  const members = async () => {
    const all = await Promise.all(names.map((name) => stage.account(name)));
    return all.filter(({ groups }) => groups?.includes("staff" as GroupName)).length;
  };
  const query = `to_group=staff&q=lots`;
  const preview = await stage.open(`/admin/people/bulk/add-to-group?${query}`);
  const begun = await stage.send(preview, `/add-to-group?${query}`);
  assert.match(mainOf(begun), /<h1>Add 100 of 120 people to staff<\/h1>/);
  const [target = ""] = /\/admin\/people\/bulk\/add-to-group\?run=\w+/.exec(mainOf(begun)) ?? [];

  // The same person, in a visit that may not see people.
  const { browser } = await stage.enterWith("groups:write status:read", "/admin");
  browser.cookies.set("latchkey-browser", stage.browser.cookies.get("latchkey-browser") ?? "");
  const stopped = await browser.postOnly(target, formIn(begun, target).fields);
  assert.equal(stopped.status, 303);
  assert.equal(await members(), 100);

  const page = await stage.open(target);
  assert.match(mainOf(page), /<h1>Add 100 people to staff<\/h1>/);
  assert.match(
    mainOf(page),
    /role="alert"[\s\S]*The act ended before it was done for everybody: [^<]*users:read/,
  );
  const undone = await stage.send(page, "/people/bulk/remove-from-group");
  assert.match(mainOf(undone), /Done for 100 people\./);
  assert.equal(await members(), 0);
});

/** Makes people whose names begin so, and begins to disable them: a hundred are done. */
async function beginToDisable(word: string, count: number) {
  const { accounts } = stage.service.ports;
  const names = Array.from({ length: count }, (_, index) => `${word}${index}`);
  for (const [index, name] of names.entries())
    assert.ok((await accounts.create(accountNamed(name, index === 7 ? { isDisabled: true } : {}))).ok);
  const preview = await stage.open(`/admin/people/bulk/disable?q=${word}`);
  const page = await stage.send(preview, `/disable?q=${word}`);
  assert.match(mainOf(page), new RegExp(`<h1>Disable 100 of ${count - 1} people</h1>`));
  return {
    page,
    disabled: async () =>
      (await Promise.all(names.map((name) => stage.account(name)))).filter(({ isDisabled }) => isDisabled)
        .length,
    remove: async () => {
      for (const name of names) await accounts.remove((await stage.account(name)).id);
    },
  };
}

/** Presses "Stop here". */
function stop(page: HttpAnswer): Promise<HttpAnswer> {
  assert.match(mainOf(page), /<button [^>]*name="stop" value="true"[^>]*>Stop here</);
  return stage.send(page, runIn(page), { stop: "true" });
}

async function undo(page: HttpAnswer): Promise<HttpAnswer> {
  let undone = await stage.send(page, "/people/bulk/enable");
  while (mainOf(undone).includes('id="go-on"')) undone = await goOn(undone);
  return undone;
}

test("an act on many people that is stopped tells what it did, can be undone for exactly those, and can go on", async () => {
  const { page, disabled, remove } = await beginToDisable("halt", 230);
  const stopped = await stop(page);
  assert.match(mainOf(stopped), /<h1>Disable 100 people<\/h1>[\s\S]*Stopped\. Done for 100 of 229 people\./);
  assert.doesNotMatch(stopped.body, /enhanceGoingOn/);
  assert.match(
    mainOf(await goOn(page)),
    /Stopped\. Done for 100/,
    "the page of before, as by Back, goes on nowhere",
  );
  assert.match(mainOf(await stop(page)), /Stopped\. Done for 100/);
  assert.equal(await disabled(), 101);
  assert.match(mainOf(await undo(stopped)), /<h1>Enable 100 people<\/h1>/);
  assert.equal(await disabled(), 1, "the one that was disabled before is disabled now");

  const going = await goOn(await stage.open(runIn(stopped)));
  assert.match(mainOf(going), /<h1>Disable 200 of 229 people<\/h1>/);
  assert.match(mainOf(await goOn(going)), /Done for 229 people\./);
  assert.match(mainOf(await stage.open(runIn(going))), />Undo</);
  await remove();
});

test("an act that is stopped while a part is under way ends with that part, which its undoing knows", async () => {
  for (let round = 0; round < 2; round += 1) {
    const entries = await entriesOf("user-disabled");
    const { page, disabled, remove } = await beginToDisable(`race${round}x`, 330);
    await Promise.all([goOn(page), stop(page), goOn(page), stop(page)]);
    const stopped = await stage.open(runIn(page));
    const [, done = ""] = /Stopped\. Done for (\d+) of 329 people\./.exec(mainOf(stopped)) ?? [];
    assert.ok(["100", "200"].includes(done), mainOf(stopped));
    assert.equal(await entriesOf("user-disabled"), entries + Number(done));
    await undo(stopped);
    assert.equal(await disabled(), 1);
    await remove();
  }
});

/** As if a process had claimed the next part, and died after it had acted on 40 people. */
async function loseRequest(page: HttpAnswer): Promise<void> {
  const { ports, service, clock } = stage.service;
  const { consoleRuns } = service.administration.store;
  const id = /run=([A-Za-z0-9]{22})/.exec(runIn(page))?.[1] ?? "";
  const run = (await consoleRuns.find(id, clock.now())) ?? assert.fail();
  const state = JSON.parse(run.state);
  const due = (await consoleRuns.findPart(id, state.gone + 1, clock.now())) ?? assert.fail();
  const claimed = JSON.stringify({ ...state, claimedAt: clock.now() });
  assert.ok(await consoleRuns.advance({ ...run, state: claimed }, new Map([[-state.gone - 1, due]])));
  for (const person of due.split(" ").slice(0, 40))
    assert.ok((await ports.accounts.setDisabled(person as AccountId, true, clock.now(), {})).ok);
}

test("undoing an act reaches those too whom a request changed before its process died", async () => {
  const { page, disabled, remove } = await beginToDisable("lost", 230);
  await loseRequest(page);
  assert.equal(await disabled(), 141);
  stage.service.clock.advance(60);
  const done = await goOn(await goOn(page));
  assert.match(mainOf(done), /Done for 229 people\./);
  await undo(done);
  assert.equal(await disabled(), 1);
  await remove();
});

test("an act that is stopped after its process died acts on nobody more, and its undoing reaches all of those it changed", async () => {
  const { page, disabled, remove } = await beginToDisable("dead", 230);
  await loseRequest(page);
  const stopping = await stop(page);
  assert.match(mainOf(stopping), /It stops after the people on whom it is acting now/);
  assert.equal(stopping.headers.refresh, "1");
  assert.doesNotMatch(mainOf(stopping), />Undo<|>Stop here</);
  stage.service.clock.advance(60);
  const late = await stage.open(runIn(stopping));
  assert.match(late.body, /enhanceGoingOn/);
  const stopped = await goOn(late);
  assert.match(mainOf(stopped), /Stopped\. Done for 140 of 229 people\./);
  assert.equal(await disabled(), 141);
  await undo(stopped);
  assert.equal(await disabled(), 1);
  await remove();
});

test("an act may last longer than the recent sign-in with which it began, but none begins without", async () => {
  const { page, disabled, remove } = await beginToDisable("long", 230);
  const preview = await stage.open("/admin/people/bulk/enable?q=long");
  stage.service.clock.advance(660);
  const further = await goOn(page);
  assert.match(mainOf(further), /<h1>Disable 200 of 229 people<\/h1>/);
  const stopped = await stop(further);
  assert.match(mainOf(stopped), /Stopped\. Done for 200/);
  assert.match(mainOf(await stage.open(runIn(stopped))), /Stopped\. Done for 200/);
  for (const form of [
    await stage.send(stopped, "/people/bulk/enable"),
    await goOn(stopped),
    await stage.send(preview, "/enable?q=long"),
    await stage.open("/admin/people/bulk/enable?q=long"),
  ])
    assert.match(form.body, /<title>Confirm that it is you/);
  assert.equal(await disabled(), 201);
  await remove();
});

test("a form that goes on with a run begins no other one after an old sign-in, though the run expires just then", async (context) => {
  const { ports, service, clock } = stage.service;
  const names = Array.from({ length: 120 }, (_, index) => `late${index}`);
  for (const name of names) assert.ok((await ports.accounts.create(accountNamed(name))).ok);
  const browser = stage.newBrowser();
  await stage.enter("/admin", browser);
  const preview = await stage.open("/admin/people/bulk/disable?q=late", browser);
  const page = await stage.send(preview, "/disable?q=late", {}, browser);
  clock.advance(1_200);
  const { consoleRuns } = service.administration.store;
  const { find } = consoleRuns;
  let isExpired = false;
  context.mock.method(consoleRuns, "find", async (...asked: Parameters<typeof find>) => {
    const found = isExpired ? undefined : await find(...asked);
    isExpired = true;
    return found;
  });
  const started = context.mock.method(consoleRuns, "start");
  const left = (await stage.account("bob")).id;
  const { action, fields } = formIn(page, runIn(page));
  fields.set("left", left);
  const { status } = await browser.postOnly(action, fields);
  assert.equal(status, 303);
  assert.equal(started.mock.callCount(), 0);
});
