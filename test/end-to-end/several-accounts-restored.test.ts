import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { authorizationTarget, codeIn } from "../support/authorization-url.ts";
import { FormClient } from "../support/form-client.ts";
import { startService } from "../support/service.ts";

const ada = { username: "ada", password: "seven quiet rivers run north" };
const bob = { username: "bob", password: "eleven slow clouds drift south" };

test("after a backup is restored, a browser is signed in to none of its accounts, and adds them anew", async () => {
  await using service = await startService();
  const client = await service.createClient("Notes", ["http://localhost:1/callback"]);
  for (const person of [ada, bob]) await service.createUser(person);
  const target = authorizationTarget(client);
  const another = `/sign-in/another?${target.split("?")[1]}`;
  const browser = new FormClient(service.url);
  const add = async (person: typeof ada) => {
    const done = await browser.submit(await browser.get(another), person);
    return codeIn(done.headers.location);
  };
  const choices = async () =>
    [...(await browser.get("/choose-account?to=account")).body.matchAll(/name="session" value/g)].length;

  await add(ada);
  await add(bob);
  assert.equal(await choices(), 2);
  const backup = path.join(service.dataDir, "copy.db");
  const made = await service.run(["db", "backup", backup]);
  assert.equal(made.exitCode, 0, made.stderr);
  await service.stop();
  const restored = await service.run(["db", "restore", backup]);
  assert.equal(restored.exitCode, 0, restored.stderr);
  await service.start();

  for (const page of [target, "/sign-in?to=account", "/choose-account?to=account"])
    assert.match((await browser.get(page)).body, /<input id="password"/, page);
  await add(bob);
  assert.equal(browser.cookies.get("latchkey-accounts") || undefined, undefined, "the dead list is gone");
  await add(ada);
  assert.equal(await choices(), 2);
});
