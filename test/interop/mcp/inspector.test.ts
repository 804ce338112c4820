/**
 * `npm run interop:inspector` signs a person in with the command line of the official Inspector, at the demo's MCP server. The Inspector
 * is 110 MB, so it is no dependency; the message of the skipped tests is the command that installs it.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { describe } from "node:test";
import { after, before, test } from "../../support/browser.ts";
import { freePort } from "../../support/free-port.ts";
import { type DocumentHost, startDocumentHost } from "./support/document-host.ts";
import { type McpStage, startMcpStage } from "./support/stage.ts";

const version = "2.12.0";
const place = join(import.meta.dirname, ".packages/inspector");
const program = join(place, "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js");
const install = `npm install --ignore-scripts --no-save --prefix ${relative(process.cwd(), place)} @modelcontextprotocol/inspector@${version}`;
const skip = !existsSync(program) && `not here: ${install}`;

describe(`the command line of the Inspector ${version}`, { skip }, () => {
  let stage: McpStage;
  let host: DocumentHost;
  let home: string;
  before(async () => {
    [host, home] = await Promise.all([
      startDocumentHost("Inspector with a document"),
      mkdtemp(join(tmpdir(), "latchkey-inspector-")),
    ]);
    stage = await startMcpStage({ NODE_EXTRA_CA_CERTS: host.certificateFile });
  });
  after(async () => {
    await stage[Symbol.asyncDispose]();
    await host[Symbol.asyncDispose]();
    await rm(home, { recursive: true, force: true });
  });

  /** Runs one command; where it asks for a browser, the person goes there. */
  async function inspect(...words: readonly string[]): Promise<string> {
    const callback = `http://127.0.0.1:${await freePort()}/oauth/callback`;
    const all = [program, "--cli", stage.mcpUrl, "--callback-url", callback, "--format", "json", ...words];
    const env = {
      PATH: process.env.PATH,
      HOME: home,
      MCP_STORAGE_DIR: home,
      MCP_INSPECTOR_SECRET_STORE: "file",
      // It would not ask anybody without a terminal.
      MCP_AUTO_OPEN_ENABLED: "true",
    };
    const child = spawn(process.execPath, all, { env, stdio: ["ignore", "pipe", "pipe"] });
    const answer = text(child.stdout);
    const told: string[] = [];
    for await (const line of createInterface({ input: child.stderr })) {
      told.push(line);
      const [, location] = /Please navigate to: (\S+)/.exec(line) ?? [];
      if (location !== undefined) await stage.allow(new URL(location));
    }
    if (child.exitCode === null) await once(child, "exit");
    assert.equal(child.exitCode, 0, told.join("\n"));
    return answer;
  }

  const eras = [
    ["legacy", "2025-11-25"],
    ["modern", "2026-07-28"],
  ] as const;
  for (const [era, protocol] of eras)
    test(`protocol ${protocol}: it registers itself, the person signs in and allows, and the tool answers`, async () => {
      const visits = stage.visits.length;
      const call = ["--protocol-era", era, "--method", "tools/call", "--tool-name"];
      assert.match(await inspect("--relogin", ...call, "list_orders"), /A-1001/);
      assert.equal(stage.visits.length, visits + 1);
      assert.match(await inspect("--stored-auth-only", ...call, "list_orders"), /A-1001/);
      assert.equal(stage.visits.length, visits + 1);
    });

  test("an agent with a document: --client-metadata-url", async () => {
    const call = ["--client-metadata-url", host.documentUrl, "--method", "tools/list"];
    assert.match(await inspect("--relogin", ...call), /list_orders/);
    assert.equal(stage.visits.at(-1)?.searchParams.get("client_id"), host.documentUrl);
  });

  test("an agent that the operator registered by its template: --client-id", async () => {
    const { stdout } = await stage.commands.run(["client", "create", "--template", "mcp-inspector"]);
    const [, clientId = ""] = /^Client ID +(\S+)$/m.exec(stdout) ?? [];
    const call = ["--client-id", clientId, "--method", "tools/list"];
    assert.match(await inspect("--relogin", ...call), /list_orders/);
    assert.equal(stage.visits.at(-1)?.searchParams.get("client_id"), clientId);
  });
});
