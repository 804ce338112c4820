import assert from "node:assert/strict";
import { cp, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, describe, test } from "node:test";
import { authorizationTarget, codeIn } from "../support/authorization-url.ts";
import { FormClient } from "../support/form-client.ts";
import { freePort } from "../support/free-port.ts";
import { type PostgresServer, startPostgres } from "../support/postgres.ts";
import { LiveService, newDataDir, type RegisteredClient } from "../support/service.ts";

const root = resolve(import.meta.dirname, "../..");
const ada = { username: "ada", password: "seven quiet rivers run north" };

/** The release of tomorrow: the program of this checkout with one more migration. */
async function nextRelease(migration: string) {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-tomorrow-"));
  for (const name of ["bin", "src", "package.json"])
    await cp(join(root, name), join(folder, name), { recursive: true });
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  for (const engine of ["sqlite", "postgres"])
    await writeFile(
      join(folder, `src/adapters/${engine}/migrations/${migration}.sql`),
      "CREATE TABLE of_tomorrow (number integer PRIMARY KEY);\n",
    );
  return {
    program: join(folder, "bin/latchkey.js"),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

async function signIn({ port }: LiveService, client: RegisteredClient, browser?: FormClient) {
  const known = new FormClient(`http://127.0.0.1:${port}`);
  for (const [name, value] of browser?.cookies ?? []) known.cookies.set(name, value);
  const target = authorizationTarget(client);
  const answer = browser === undefined ? await known.signIn(target, ada) : await known.get(target);
  codeIn(answer.headers.location);
  return known;
}

describe("a step back, on SQLite", () => promise(async () => ({})));

describe("a step back, on PostgreSQL", () => {
  let server: PostgresServer;
  before(async () => {
    server = await startPostgres();
  });
  after(() => server.remove());
  const secret = "a-master-key-that-every-node-is-given";
  promise(async () => ({ LATCHKEY_DATABASE_URL: await server.newSchema(), LATCHKEY_SECRET: secret }));
});

function promise(environmentOf: () => Promise<Readonly<Record<string, string>>>): void {
  async function install() {
    const dataDir = await newDataDir();
    const environment = {
      ...(await environmentOf()),
      LATCHKEY_BASE_URL: `http://localhost:${await freePort()}`,
      LATCHKEY_LOG_LEVEL: "info",
    };
    const today = new LiveService(dataDir, environment);
    await today.start();
    const client = await today.createClient("Notes", ["http://localhost:1/callback"]);
    await today.createUser(ada);
    const browser = await signIn(today, client);
    assert.equal(await today.stop(), 0);
    return {
      dataDir,
      environment,
      today,
      client,
      browser,
      isSqlite: !("LATCHKEY_DATABASE_URL" in environment),
    };
  }

  test("a release starts again on the schema of the next one, and sessions of both live on", async () => {
    await using next = await nextRelease("9001-more");
    const { dataDir, environment, today, client, browser } = await install();
    await using _ = today;
    await using tomorrow = new LiveService(dataDir, environment, next.program);
    await tomorrow.start();
    await signIn(tomorrow, client, browser);
    const late = await signIn(tomorrow, client);
    assert.equal(await tomorrow.stop(), 0);
    await today.start();
    for (const each of [browser, late]) await signIn(today, client, each);
    const checked = await today.run(["db", "check"]);
    assert.equal(checked.exitCode, 0, checked.stderr);
    assert.equal(await today.stop(), 0);
    await tomorrow.start();
    await signIn(tomorrow, client, browser);
  });

  test("before a migration that ends the way back, the database is kept, or the start refused until the operator agrees", async () => {
    await using next = await nextRelease("9001-one-way-more");
    const { dataDir, environment, today, client, browser, isSqlite } = await install();
    await using _ = today;
    await using tomorrow = new LiveService(dataDir, environment, next.program);
    if (!isSqlite) {
      const refusal =
        /ended \(78\)[\s\S]*only a dump leads back[\s\S]*db migrate --yes[\s\S]*Nothing was changed/;
      await assert.rejects(tomorrow.start(), refusal);
      assert.equal((await tomorrow.run(["user", "list"])).exitCode, 78);
      await today.start();
      await signIn(today, client, browser);
      assert.equal(await today.stop(), 0);
      const migrated = await tomorrow.run(["db", "migrate", "--yes"]);
      assert.equal(migrated.exitCode, 0, migrated.stderr);
    }
    await tomorrow.start();
    await signIn(tomorrow, client, browser);
    assert.equal(await tomorrow.stop(), 0);
    await assert.rejects(today.start(), /ended \(78\)[\s\S]*made by a newer release \(schema 9001/);
    if (!isSqlite) return;
    const line = tomorrow.logLines.find((each) => each.includes("schema-changed"));
    const { file } = JSON.parse(line ?? "{}");
    const restored = await today.run(["db", "restore", file]);
    assert.equal(restored.exitCode, 0, restored.stderr);
    await today.start();
    await signIn(today, client);
  });

  test("LATCHKEY_MIGRATE=always lets a start end the way back", async () => {
    await using next = await nextRelease("9001-one-way-more");
    const { dataDir, environment, today, client, browser } = await install();
    await using _ = today;
    const always = { ...environment, LATCHKEY_MIGRATE: "always" };
    await using tomorrow = new LiveService(dataDir, always, next.program);
    await tomorrow.start();
    await signIn(tomorrow, client, browser);
  });
}
