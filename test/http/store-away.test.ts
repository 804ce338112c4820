import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Client } from "pg";
import { interfaceMetadata } from "../../src/protocol/client/client.ts";
import { apiNamed } from "../storage-contract/apis.ts";
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
