import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Client } from "pg";
import { interfaceMetadata } from "../../src/protocol/client/client.ts";
import { apiNamed } from "../storage-contract/apis.ts";
import { FormClient } from "../support/form-client.ts";
import { type InProcessService, startInProcess } from "../support/in-process.ts";
import { startPostgres } from "../support/postgres.ts";
import { until } from "../support/until.ts";
import { credentialsOf, endpoints, post } from "./support/openid.ts";

const clientsAtOnce = 12;
const refusalsMin = 60;

const server = await startPostgres();
after(() => server.remove());

/** A service with a machine that asks for a token; answers with the status. */
async function openService(url: string) {
  const service = await startInProcess({
    LATCHKEY_DATABASE_URL: url,
    LATCHKEY_SECRET: Buffer.alloc(32, 7).toString("base64"),
  });
  const api = apiNamed("orders");
  await service.ports.apis.create(api, 500);
  const machine = await service.addClient({
    redirectUris: [],
    metadata: { ...interfaceMetadata, isMachine: true, resources: [api.resource], machineScope: ["read"] },
  });
  const form = { ...credentialsOf(machine), grant_type: "client_credentials" };
  const askForToken = async () => (await post(service.url, endpoints.token, form)).status;
  return { service, askForToken };
}

/** How many lines of each message there are at these levels. */
function linesOf({ log }: InProcessService, ...levels: readonly string[]): Readonly<Record<string, number>> {
  const lines = log.filter(({ level }) => levels.includes(level));
  const messages = Map.groupBy(lines, ({ message }) => message);
  return Object.fromEntries([...messages].map(([message, all]) => [message, all.length]));
}

test("PostgreSQL that stops under load is one line of the log as it goes and one as it returns, whatever is asked meanwhile", async () => {
  const { service, askForToken } = await openService(await server.newSchema());
  await using _ = service;
  const answers = new Map<number, number>();
  const count = (status: number) => answers.get(status) ?? 0;
  const asOperator = { headers: { authorization: `Bearer lkat_${"A".repeat(64)}` } };
  let isOver = false;
  const askOn = async () => {
    while (!isOver) {
      const status = await askForToken();
      answers.set(status, count(status) + 1);
      await (await fetch(`${service.url}/admin/api/v1/clients`, asOperator)).text();
    }
  };
  const asking = Promise.all(Array.from({ length: clientsAtOnce }, askOn));
  try {
    await until(() => count(200) > clientsAtOnce);
    await server.stop();
    await until(() => count(503) > refusalsMin);
    await server.start();
    await until(() => service.log.some(({ message }) => message === "database-recovered"));
    const served = count(200);
    await until(() => count(200) > served + clientsAtOnce);
  } finally {
    isOver = true;
    await asking;
  }
  assert.deepEqual([...answers.keys()].sort(), [200, 503]);
  assert.deepEqual(linesOf(service, "warn", "error"), { "database-unavailable": 1 });
  assert.equal(linesOf(service, "info")["database-recovered"], 1);
});

test("a form that is sent while the database is away: Try again shows the name that was typed, and no password", async () => {
  await using service = await startInProcess({
    LATCHKEY_DATABASE_URL: await server.newSchema(),
    LATCHKEY_SECRET: Buffer.alloc(32, 7).toString("base64"),
    LATCHKEY_SIGN_UP: "open",
  });
  const { id, redirectUri } = await service.addClient();
  const query = new URLSearchParams({ client_id: id, redirect_uri: redirectUri });
  const forms = [
    [`/sign-in?${query}`, { username: "grace", password: "correct horse battery staple" }],
    ["/sign-up", { email: "grace@notes.example" }],
    ["/recover", { username: "grace" }],
  ] as const;
  const shown = await Promise.all(
    forms.map(async ([path, fields]) => {
      const browser = new FormClient(service.url);
      return { path, fields, browser, page: await browser.get(path) };
    }),
  );
  await server.stop();
  for (const { browser, page, fields } of shown) {
    const away = await browser.submitOnly(page, fields);
    assert.equal(away.status, 503, away.body);
  }
  await server.start();
  for (const { path, fields, browser } of shown) {
    await until(async () => (await browser.get("/readyz")).status === 200);
    const again = await browser.get(path);
    assert.equal(again.status, 200);
    assert.match(again.body, new RegExp(`value="${"email" in fields ? fields.email : fields.username}"`));
    assert.doesNotMatch(again.body, /correct horse/);
    browser.close();
  }
});

test("requests that fail although the database works are one line, not one each", async (context) => {
  const url = await server.newSchema();
  const { service, askForToken } = await openService(url);
  await using _ = service;
  const other = new Client({ connectionString: url });
  await other.connect();
  context.after(() => other.end());
  await other.query("BEGIN; LOCK TABLE grants IN ACCESS EXCLUSIVE MODE");
  const statuses = await Promise.all(Array.from({ length: 5 }, askForToken));
  await other.query("ROLLBACK");
  assert.deepEqual(new Set(statuses), new Set([503]));
  await until(() => "database-faltered" in linesOf(service, "warn"));
  assert.deepEqual(linesOf(service, "warn", "error"), { "database-faltered": 1 });
  const { fields } = service.log.find(({ message }) => message === "database-faltered") ?? assert.fail();
  assert.equal(fields.problem, "PostgreSQL: the database does not answer.");
  assert.equal(await askForToken(), 200);
});
