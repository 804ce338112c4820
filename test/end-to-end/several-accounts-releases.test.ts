import assert from "node:assert/strict";
import { test } from "node:test";
import { authorizationTarget, codeIn } from "../support/authorization-url.ts";
import { FormClient, type HttpAnswer } from "../support/form-client.ts";
import { freePort } from "../support/free-port.ts";
import { startPostgres } from "../support/postgres.ts";
import { hasReleasedProgram, released, releasedProgram } from "../support/released-program.ts";
import { LiveService, newDataDir } from "../support/service.ts";

const skip =
  !hasReleasedProgram() && `the commit ${released} is not in this clone; \`git fetch --unshallow\` brings it`;
const ada = { username: "ada", password: "seven quiet rivers run north" };
const bob = { username: "bob", password: "eleven slow clouds drift south" };

/** The same browser, sent by the load balancer to this node. */
function at({ port }: LiveService, from?: FormClient): FormClient {
  const browser = new FormClient(`http://127.0.0.1:${port}`);
  for (const [name, value] of from?.cookies ?? []) browser.cookies.set(name, value);
  return browser;
}

const choices = ({ body }: HttpAnswer) =>
  [...body.matchAll(/name="session" value="[\w-]+">[\s\S]*?<bdi>([^<]+)<\/bdi>/g)].map(([, name]) => name);

test("a node of the release before ignores the list of accounts, and the newer one still has it", {
  skip,
}, async () => {
  await using old = await releasedProgram();
  const postgres = await startPostgres();
  const environment = {
    LATCHKEY_DATABASE_URL: await postgres.newSchema(),
    LATCHKEY_SECRET: "a-master-key-that-every-node-is-given",
    LATCHKEY_BASE_URL: `http://localhost:${await freePort()}`,
  };
  await using before = new LiveService(await newDataDir(), environment, old.program);
  await using after = new LiveService(await newDataDir(), environment);
  try {
    await before.start();
    const client = await before.createClient("Notes", ["http://localhost:1/callback"]);
    for (const person of [ada, bob]) await before.createUser(person);
    assert.equal((await after.run(["db", "migrate", "--yes"])).exitCode, 0);
    await after.start();
    const target = authorizationTarget(client);
    const another = `/sign-in/another?${target.split("?")[1]}`;
    const browser = at(after);
    for (const person of [ada, bob])
      codeIn((await browser.submit(await browser.get(another), person)).headers.location);
    const list = browser.cookies.get("latchkey-accounts");
    assert.ok(list);

    const older = at(before, browser);
    codeIn((await older.get(target)).headers.location);
    assert.match((await older.get("/account")).body, /bob/);
    assert.equal(older.cookies.get("latchkey-accounts"), list);
    const newer = at(after, older);
    assert.deepEqual(choices(await newer.get("/choose-account?to=account")), ["bob", "ada"]);

    const leaving = at(before, newer);
    await leaving.submit(await leaving.get("/v1/Oauth/logout"), {});
    assert.equal((await leaving.get(target)).status, 200, "the older node lets no listed account in");
    assert.deepEqual(choices(await at(after, leaving).get("/sign-in?to=account")), ["ada"]);
  } finally {
    await postgres.remove();
  }
});
