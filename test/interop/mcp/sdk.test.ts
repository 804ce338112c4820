import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe } from "node:test";
import { after, before, test } from "../../support/browser.ts";
import { freePort } from "../../support/free-port.ts";
import { kinds } from "./support/agents.ts";
import { type McpStage, startMcpStage } from "./support/stage.ts";

let stage: McpStage;
before(async () => {
  stage = await startMcpStage();
});
after(() => stage[Symbol.asyncDispose]());

const orders = /A-1001/;
const loopback = "http://127.0.0.1/callback";

for (const [kind, start] of Object.entries(kinds))
  describe(kind, () => {
    test("an agent that nobody registered signs a person in, refreshes, and asks anew after a withdrawal", async () => {
      const agent = start(stage);
      assert.match(await agent.call("list_orders"), orders);
      assert.equal(stage.visits.at(-1)?.searchParams.get("resource"), stage.mcpUrl);
      assert.match(stage.asked.join("\n"), /See your orders/);

      const visits = stage.visits.length;
      const first = agent.provider.kept;
      agent.provider.expire();
      assert.match(await agent.call("list_orders"), orders);
      assert.equal(stage.visits.length, visits, "nobody was asked for the refresh");
      assert.notEqual(agent.provider.kept?.refresh_token, first?.refresh_token);

      await stage.withdrawAll();
      agent.provider.expire();
      assert.match(await agent.call("list_orders"), orders);
      assert.equal(
        stage.visits.length,
        visits + 1,
        "the refresh token of a withdrawn permission is worth nothing",
      );
    });

    test("an agent of the operator; 403 insufficient_scope asks the person for what is new, and both tools work", async () => {
      // SDK 1.x refreshes instead of asking where it has a refresh token.
      const refresh = kind.startsWith("SDK 1") ? "--openid" : "--refresh";
      const { clientId } = await stage.commands.createClient(
        "Agent of ours",
        [loopback],
        ["--public", "--third-party", refresh],
      );
      const agent = start(stage, { registered: { client_id: clientId } });
      assert.match(await agent.call("list_orders"), orders);
      assert.equal(stage.visits.at(-1)?.searchParams.get("client_id"), clientId);
      const visits = stage.visits.length;
      assert.match(await agent.call("cancel_order", { order: "A-1002" }), /cancelled/);
      assert.equal(stage.visits.length, visits + 1);
      assert.match(stage.asked.join("\n"), /Cancel your orders/);
      assert.match(await agent.call("list_orders"), /cancelled/);
      assert.equal(stage.visits.length, visits + 1);
    });
  });

test("the TypeScript server of the guide: 401, sign-in, a tool, and more scope for the other one", async () => {
  const mcpUrl = `http://localhost:${await freePort()}/mcp`;
  const scopes = ["--scope", "orders:read=See your orders", "--scope", "orders:write=Cancel your orders"];
  const words = [
    "api",
    "create",
    "--name",
    "Orders",
    "--resource",
    mcpUrl,
    "--token",
    "jwt",
    "--open-to",
    "any",
  ];
  const created = await stage.commands.run([...words, ...scopes]);
  assert.equal(created.exitCode, 0, created.stderr);
  const env = { ...process.env, ISSUER: stage.issuer, RESOURCE: mcpUrl };
  const program = join(import.meta.dirname, "server.ts");
  const server = spawn(process.execPath, [program], { env, stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [line] = await once(createInterface({ input: server.stdout }), "line");
    assert.equal(line, `listening at ${mcpUrl}`);
    const agent = kinds["SDK 2.x, protocol 2026-07-28"]?.({ ...stage, mcpUrl });
    assert.ok(agent !== undefined);
    assert.match(await agent.call("list_orders"), /^The orders of \S{10,}: A-1001$/);
    assert.equal(await agent.call("cancel_orders"), "Cancelled: A-1001");
  } finally {
    server.kill();
  }
});

test("SDK 1.x with a refresh token cannot ask for more by itself, and says so", async () => {
  const agent = kinds["SDK 1.x, protocol 2025-11-25"]?.(stage);
  assert.ok(agent !== undefined);
  await agent.call("list_orders");
  const asking = agent.call("cancel_order", { order: "A-1003" });
  await assert.rejects(asking, /Server returned 403 after trying upscoping/);
});
