import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import {
  ada,
  assertSignInForm,
  authorizationOf,
  codeAt,
  exchange,
  tokenErrorIn,
  tokenFor,
  userinfoStatus,
} from "../http/journey.ts";
import { atOnce, withinASecond } from "../storage-contract/harness.ts";
import { FormClient } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { type PostgresServer, startPostgres } from "../support/postgres.ts";
import { promisedWithin } from "../support/until.ts";

/** Two nodes of one installation, each with a browser on it that keeps the cookies of both. */
describe("nodes on one PostgreSQL, where the database's address is all that differs", () => {
  let server: PostgresServer;
  let nodes: readonly [InProcessService, InProcessService];
  let browsers: readonly [FormClient, FormClient];

  before(async () => {
    server = await startPostgres();
    const environment = {
      LATCHKEY_DATABASE_URL: await server.newSchema(),
      LATCHKEY_SECRET: "a-master-key-that-every-node-is-given",
    };
    nodes = await Promise.all([startInProcess(environment), startInProcess(environment)]);
    browsers = [new FormClient(nodes[0].url), new FormClient(nodes[1].url)];
    await nodes[0].addAccount(ada.username, ada.password);
  });
  after(async () => {
    for (const browser of browsers ?? []) browser.close();
    for (const node of nodes ?? []) await node[Symbol.asyncDispose]();
    await server?.remove();
  });

  /** Signs in on the first node; the second one sees the same browser. */
  async function signIn(client: TestClient): Promise<string> {
    const [first, second] = browsers;
    const code = codeAt(await first.signIn(authorizationOf(client), ada), client);
    for (const [name, value] of first.cookies) second.cookies.set(name, value);
    return code;
  }

  it("a code of one node is exchanged at the other, and its token works at both, at once", async () => {
    const client = await nodes[0].addClient();
    const token = await tokenFor(browsers[1], client, await signIn(client));
    for (const browser of browsers) assert.equal(await userinfoStatus(browser, token), 200);
  });

  it("somebody who signed in at one node goes straight through at the other, until the session ends anywhere", async () => {
    const client = await nodes[0].addClient();
    await signIn(client);
    const code = codeAt(await browsers[1].get(authorizationOf(client)), client);
    const token = await tokenFor(browsers[0], client, code);
    for (const { session } of await nodes[0].ports.sessions.list())
      await nodes[0].ports.sessions.end(session.id);
    assertSignInForm(await browsers[1].get(authorizationOf(client)));
    for (const browser of browsers) assert.equal(await userinfoStatus(browser, token), 401);
  });

  it("C4: one code 100 times at once over both nodes, in 30 rounds: one token each", async () => {
    const client = await nodes[0].addClient();
    const codes = [await signIn(client)];
    while (codes.length < 30) codes.push(codeAt(await browsers[0].get(authorizationOf(client)), client));
    for (const code of codes) {
      const answers = await atOnce(100, (index) => exchange(browsers[index % 2 ? 1 : 0], client, code));
      assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    }
  });

  it("a client that was disabled at one node is refused at the other within a second", async () => {
    const { client, ...rest } = await nodes[0].addClient();
    const [first, second] = [await signIn({ client, ...rest }), await signIn({ client, ...rest })];
    await tokenFor(browsers[1], { client, ...rest }, first);
    const changed = await nodes[0].ports.clients.update({ ...client, isDisabled: true });
    assert.ok(changed.ok);
    await withinASecond(
      async () => (await browsers[1].get(authorizationOf({ client, ...rest }))).status === 400,
    );
    assert.equal(tokenErrorIn(await exchange(browsers[1], { client, ...rest }, second)), "invalid_client");
  });

  it("a key that was rotated at one node is known at the other within a second", async () => {
    const client = await nodes[0].addClient();
    const before = nodes[0].keyring.list().length;
    nodes[0].clock.advance(1);
    await nodes[0].keyring.rotate("code");
    assert.equal(nodes[0].keyring.list().length, before + 1);
    await withinASecond(async () => {
      const code = await signIn(client);
      return (await exchange(browsers[1], client, code)).status === 200;
    });
  });

  it("a database that is away is answered with 503 and Retry-After, and served again within five seconds of its return", async () => {
    const client = await nodes[0].addClient();
    const code = await signIn(client);
    await server.stop();
    for (const browser of browsers) {
      const page = await browser.get(authorizationOf(client));
      const answer = await exchange(browser, client, code);
      for (const { status, headers } of [page, answer])
        assert.deepEqual([status, headers["retry-after"]], [503, "2"]);
      assert.equal(JSON.parse(answer.body).status, "error");
      assert.equal((await browser.get("/livez")).status, 200);
    }
    await server.start();
    await promisedWithin(5_000, async () => {
      const answers = await Promise.all(browsers.map((browser) => browser.get(authorizationOf(client))));
      return answers.every(({ status }) => status !== 503);
    });
    const { status, body } = await exchange(browsers[1], client, code);
    assert.equal(status, 200, body);
  });
});
