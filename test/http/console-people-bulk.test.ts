import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { GroupName } from "../../src/identity/group.ts";
import { accountNamed } from "../storage-contract/samples.ts";
import { ConsoleStage, formIn, mainOf, root } from "./support/console-stage.ts";

const group = "staff" as GroupName;

let stage: ConsoleStage;

before(async () => {
  stage = await ConsoleStage.set();
  const { ports, clock } = stage.service;
  await ports.groups.create({ name: group, createdAt: clock.now() }, 9);
  await stage.enter();
});
after(() => stage[Symbol.asyncDispose]());

test("an act on many people stops at the step for which the rights are gone, says why, and what it did can be undone", async () => {
  const { accounts } = stage.service.ports;
  const names = Array.from({ length: 120 }, (_, index) => `many${index}`);
  for (const name of names) assert.ok((await accounts.create(accountNamed(name))).ok);
  const members = async () => {
    const all = await Promise.all(names.map((name) => stage.account(name)));
    return all.filter(({ groups }) => groups?.includes(group)).length;
  };
  const query = `to_group=${group}&q=many`;
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

test("acts on many people that end their sign-ins leave the operator out", async () => {
  for (const act of ["disable", "sign-out"]) {
    const query = `user=${root.username}&user=many0`;
    const preview = await stage.open(`/admin/people/bulk/${act}?${query}`);
    assert.match(mainOf(preview), /<h1>[^<]*1 person[^<]*\?<\/h1>/);
    assert.match(mainOf(preview), /This is your own account/);
    const done = await stage.send(preview, `/${act}?${query}`);
    assert.match(mainOf(done), /Done for 1 person, refused for 1\./);
    assert.equal((await stage.account(root.username)).isDisabled, false);
  }
});
