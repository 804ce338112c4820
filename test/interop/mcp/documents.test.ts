import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { describe } from "node:test";
import { after, before, test } from "../../support/browser.ts";
import { kinds } from "./support/agents.ts";
import { type DocumentHost, startDocumentHost } from "./support/document-host.ts";
import { type McpStage, startMcpStage } from "./support/stage.ts";

const skip =
  spawnSync("openssl", ["version"]).status !== 0 && "not here: openssl, which makes the certificate";

describe("agents with a document about themselves (OAuth Client ID Metadata Document)", { skip }, () => {
  let host: DocumentHost;
  let stage: McpStage;
  before(async () => {
    host = await startDocumentHost("Agent with a document");
    stage = await startMcpStage({ NODE_EXTRA_CA_CERTS: host.certificateFile });
  });
  after(async () => {
    await stage[Symbol.asyncDispose]();
    await host[Symbol.asyncDispose]();
  });

  for (const [kind, start] of Object.entries(kinds))
    test(`${kind}: the address is the client id, nobody registers anything, the tool answers, and a refresh works`, async () => {
      const agent = start(stage, { documentUrl: host.documentUrl });
      assert.match(await agent.call("list_orders"), /A-1001/);
      assert.equal(stage.visits.at(-1)?.searchParams.get("client_id"), host.documentUrl);
      const visits = stage.visits.length;
      agent.provider.expire();
      assert.match(await agent.call("list_orders"), /A-1001/);
      assert.equal(stage.visits.length, visits);
    });

  test("the document was fetched once for all of them, and the operator finds the agent in the list", async () => {
    const shown = await stage.commands.run(["client", "list", "--json"]);
    assert.match(shown.stdout, /Agent with a document/);
    assert.ok(shown.stdout.includes(host.documentUrl));
    assert.equal(host.fetches, 1);
  });
});
