import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { GroupName } from "../../src/identity/group.ts";
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

test("an act on the people of a filter shows whom it meets, does it, and names those who were refused", async () => {
  const preview = await stage.open("/admin/people/bulk/disable?group=staff");
  assert.match(mainOf(preview), /<h1>Disable 2 people\?<\/h1>/);
  assert.match(mainOf(preview), /Everybody in the filter \(group: staff\)\./);
  assert.equal((await stage.account("ada")).isDisabled, false, "a preview changes nothing");
  const done = await stage.send(preview, "/disable?group=staff");
  assert.match(mainOf(done), /Done for 2 people\./);
  assert.equal((await stage.account("ada")).isDisabled, true);
  assert.equal((await stage.account("alan")).isDisabled, true);

  const mailed = await stage.open("/admin/people/bulk/recover?language=en&user=ada&user=bob");
  assert.match(mainOf(mailed), /<h1>Mail recovery links to 1 person\?<\/h1>/);
  assert.match(mainOf(mailed), /The account is disabled, so no link would work/);
  const choosing = await stage.open("/admin/people/bulk/add-to-group?user=bob&user=ada");
  assert.match(mainOf(choosing), /<option value="staff"/);
  assert.equal([...mainOf(choosing).matchAll(/name="user"/g)].length, 2);
});

test("acts on many people that end their sign-ins leave the operator out", async () => {
  await stage.service.addAccount("carl", root.password);
  for (const act of ["disable", "sign-out"]) {
    const query = `user=${root.username}&user=carl`;
    const preview = await stage.open(`/admin/people/bulk/${act}?${query}`);
    assert.match(mainOf(preview), /<h1>[^<]*1 person[^<]*\?<\/h1>/);
    assert.match(mainOf(preview), /This is your own account/);
    const done = await stage.send(preview, `/${act}?${query}`);
    assert.match(mainOf(done), /Done for 1 person, refused for 1\./);
    assert.equal((await stage.account(root.username)).isDisabled, false);
  }
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

/** Whether the account is disabled, and whether its person could still unlock it. */
async function stateOf(username: string): Promise<readonly boolean[]> {
  const { isDisabled, lockedAt } = await stage.account(username);
  return [isDisabled, lockedAt !== undefined];
}

test("D71: an operator disables locked accounts too, so that no mailed link opens them, one by one and many at once", async () => {
  for (const name of ["carol", "dora"]) {
    await stage.service.addAccount(name, root.password, { email: `${name}@example.org` });
    await stage.lock(name);
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
