import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { authorizationTarget, codeIn } from "../support/authorization-url.ts";
import { FormClient } from "../support/form-client.ts";
import { freePort } from "../support/free-port.ts";
import { startPostgres } from "../support/postgres.ts";
import { hasReleasedProgram, released, releasedProgram } from "../support/released-program.ts";
import { LiveService, newDataDir, type RegisteredClient } from "../support/service.ts";

const options = {
  skip:
    !hasReleasedProgram() &&
    `the commit ${released} is not in this clone; \`git fetch --unshallow\` brings it`,
};
const ada = { username: "ada", password: "seven quiet rivers run north" };

interface Node {
  readonly service: LiveService;
  readonly client: RegisteredClient;
}

/** The same browser, sent by the load balancer to another node. */
function at({ service }: Node, cookies: ReadonlyMap<string, string> = new Map()): FormClient {
  const browser = new FormClient(`http://127.0.0.1:${service.port}`);
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  return browser;
}

async function exchange({ service, client: { clientId, clientSecret } }: Node, code: string) {
  const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, code });
  const answer = await fetch(`http://127.0.0.1:${service.port}/v1/Oauth/token`, { method: "POST", body });
  const { access_token: token }: { access_token?: string } = JSON.parse(await answer.text());
  return { status: answer.status, token: String(token) };
}

async function userinfo({ service }: Node, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`http://127.0.0.1:${service.port}/v1/Oauth/userinfo`, { headers });
  await answer.body?.cancel();
  return answer.status;
}

/** A form of one release that reaches another may be shown again, and is then submitted there. */
async function signInAcross(
  from: Node,
  to: Node,
): Promise<{ readonly browser: FormClient; readonly code: string }> {
  const first = at(from);
  let page = await first.get(authorizationTarget(from.client));
  const second = at(to, first.cookies);
  page = await second.submit(page, ada);
  if (page.status === 200) page = await second.submit(page, ada);
  for (let turns = 0; page.headers.location?.startsWith("/"); turns += 1) {
    assert.ok(turns < 5);
    page = await second.get(page.headers.location);
  }
  return { browser: second, code: codeIn(page.headers.location) };
}

/** What one release began the other one ends, and what one knows the other one knows. */
async function serveTogether(one: Node, other: Node): Promise<void> {
  const { browser, code } = await signInAcross(one, other);
  const { status, token } = await exchange(one, code);
  assert.equal(status, 200);
  assert.deepEqual([await userinfo(one, token), await userinfo(other, token)], [200, 200]);
  const again = codeIn(
    (await at(one, browser.cookies).get(authorizationTarget(one.client))).headers.location,
  );
  const second = await exchange(other, again);
  assert.equal(second.status, 200);
  assert.equal(
    (await exchange(one, again)).status,
    400,
    "a code that one has redeemed is spent for the other",
  );
  assert.equal(await userinfo(other, second.token), 401, "and its replay revokes the token for both");
  const leaving = at(one, browser.cookies);
  const done = await leaving.submit(await leaving.get("/v1/Oauth/logout"), {});
  assert.match(done.body, /You are signed out/);
  const asked = await at(other, browser.cookies).get(authorizationTarget(other.client));
  assert.deepEqual([asked.status, await userinfo(other, token)], [200, 401]);
}

test(
  "two releases serve one PostgreSQL at once; when the newer one goes, the older one goes on",
  options,
  async () => {
    await using old = await releasedProgram();
    const server = await startPostgres();
    const environment = {
      LATCHKEY_DATABASE_URL: await server.newSchema(),
      LATCHKEY_SECRET: "a-master-key-that-every-node-is-given",
      LATCHKEY_BASE_URL: `http://localhost:${await freePort()}`,
    };
    await using before = new LiveService(await newDataDir(), environment, old.program);
    await using after = new LiveService(await newDataDir(), environment);
    try {
      await before.start();
      const client = await before.createClient("Notes", ["http://localhost:1/callback"]);
      await before.createUser(ada);
      await assert.rejects(after.start(), /ended \(78\)[\s\S]*only a dump leads back/);
      const migrated = await after.run(["db", "migrate", "--yes"]);
      assert.equal(migrated.exitCode, 0, migrated.stderr);
      await after.start();
      const [older, newer] = [
        { service: before, client },
        { service: after, client },
      ];
      await serveTogether(older, newer);
      await serveTogether(newer, older);

      const { browser, code } = await signInAcross(newer, newer);
      const { token } = await exchange(newer, code);
      assert.equal(await after.stop(), 0);
      assert.equal(await userinfo(older, token), 200);
      codeIn((await at(older, browser.cookies).get(authorizationTarget(client))).headers.location);
      await serveTogether(older, older);

      assert.equal(await before.stop(), 0);
      await assert.rejects(before.start(), /ended \(78\)[\s\S]*was made by a newer release \(schema/);
      await after.start();
      assert.equal(await userinfo(newer, token), 200);
      await serveTogether(newer, newer);
    } finally {
      await server.remove();
    }
  },
);

test(
  "on SQLite the newer release goes on where the older one stopped, its commands run beside the older service, and a backup leads back",
  options,
  async () => {
    await using old = await releasedProgram();
    const dataDir = await newDataDir();
    const environment = { LATCHKEY_BASE_URL: `http://localhost:${await freePort()}` };
    await using before = new LiveService(dataDir, environment, old.program);
    await using after = new LiveService(dataDir, environment);
    await before.start();
    const client = await before.createClient("Notes", ["http://localhost:1/callback"]);
    await before.createUser(ada);
    const [older, newer] = [
      { service: before, client },
      { service: after, client },
    ];
    const backup = join(dataDir, "before-the-upgrade.db");
    assert.equal((await before.run(["db", "backup", backup])).exitCode, 0);
    assert.equal((await after.run(["db", "migrate"])).exitCode, 0);
    await serveTogether(older, older);
    const { browser, code } = await signInAcross(older, older);
    const { token } = await exchange(older, code);
    const under = codeIn((await browser.get(authorizationTarget(client))).headers.location);
    assert.equal(await before.stop(), 0);
    await after.start();
    assert.equal(await userinfo(newer, token), 200);
    assert.equal((await exchange(newer, under)).status, 200, "a code from before works after it");
    assert.equal((await exchange(newer, code)).status, 400);
    await serveTogether(newer, newer);

    assert.equal(await after.stop(), 0);
    await assert.rejects(before.start(), /ended \(78\)[\s\S]*newer release/);
    const restored = await before.run(["db", "restore", backup]);
    assert.equal(restored.exitCode, 0, restored.stderr);
    await before.start();
    await serveTogether(older, older);
    assert.equal((await exchange(older, under)).status, 400, "codes of before do not come back to life");
  },
);
