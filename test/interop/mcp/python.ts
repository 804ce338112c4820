/**
 * `npm run interop:python` signs people in with the official Python clients, at the demo's MCP server and at the Python one of
 * docs/protect-an-mcp-server.md. The packages come from PyPI into a folder that git ignores.
 */
import assert from "node:assert/strict";
import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe } from "node:test";
import { promisify } from "node:util";
import { after, before, test } from "../../support/browser.ts";
import { freePort } from "../../support/free-port.ts";
import { type DocumentHost, startDocumentHost } from "./support/document-host.ts";
import { type McpStage, startMcpStage } from "./support/stage.ts";

const run = promisify(execFile);
const packages = ["mcp==1.30.0", "mcp==2.3.0", "fastmcp==4.1.2"] as const;
const place = join(import.meta.dirname, ".packages");
const here = (file: string) => join(import.meta.dirname, file);
const isHere = spawnSync("python3", ["-c", "import ensurepip, venv"]).status === 0;
const skip = isHere ? await whyNotInstalled() : "not here: python3 with venv (apt-get install python3-venv)";

/** Says by name what cannot be had; false where everything is there. */
async function whyNotInstalled(): Promise<string | false> {
  try {
    await Promise.all(packages.map(install));
    return false;
  } catch (error) {
    const { stderr = String(error) } = error as { readonly stderr?: string };
    return `not here: ${packages.join(", ")} from PyPI (${stderr.trim().split("\n").at(-1)})`;
  }
}

function pythonWith(installed: (typeof packages)[number]): string {
  return join(folderOf(installed), "bin/python");
}

function folderOf(installed: string): string {
  return join(place, installed.replace("==", "-"));
}

/** A folder that is complete stays for the next run. */
async function install(wanted: (typeof packages)[number]): Promise<void> {
  const folder = folderOf(wanted);
  const mark = join(folder, "complete");
  if (existsSync(mark)) return;
  await run("python3", ["-m", "venv", "--clear", folder]);
  const quietly = ["--quiet", "--disable-pip-version-check", "--retries", "1", "--timeout", "20"];
  await run(pythonWith(wanted), ["-m", "pip", "install", ...quietly, wanted]);
  await writeFile(mark, "");
}

interface Wanted {
  readonly url: string;
  readonly mode?: "legacy" | "2026-07-28";
  readonly registered?: object;
  readonly document?: string;
  readonly calls: readonly (readonly [tool: string, args: object])[];
}

/** Runs the agent to its end; the texts that the tools answered. */
async function runAgent(
  stage: McpStage,
  version: "1.30.0" | "2.3.0",
  wanted: Wanted,
): Promise<readonly string[]> {
  const options = { mode: "legacy", ...wanted, redirect_uri: stage.redirectUri };
  const agent = spawn(pythonWith(`mcp==${version}`), [here("client.py"), JSON.stringify(options)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const said: string[] = [];
  for await (const line of createInterface({ input: agent.stdout })) {
    const told: { open?: string; said?: string } = JSON.parse(line);
    if (told.said !== undefined) said.push(told.said);
    if (told.open === undefined) continue;
    const answer = await stage.authorize(new URL(told.open));
    agent.stdin.write(`${JSON.stringify(Object.fromEntries(answer))}\n`);
  }
  if (agent.exitCode === null) await once(agent, "exit");
  assert.equal(agent.exitCode, 0);
  return said;
}

describe("the official Python clients", { skip }, () => {
  let stage: McpStage;
  let host: DocumentHost;
  before(async () => {
    host = await startDocumentHost("Python agent with a document");
    stage = await startMcpStage({ NODE_EXTRA_CA_CERTS: host.certificateFile });
  });
  after(async () => {
    await stage[Symbol.asyncDispose]();
    await host[Symbol.asyncDispose]();
  });

  const agents = [
    ["1.30.0", "legacy"],
    ["2.3.0", "legacy"],
    ["2.3.0", "2026-07-28"],
  ] as const;
  for (const [version, mode] of agents) {
    const name = `mcp ${version} (${mode === "legacy" ? "protocol 2025-11-25" : `protocol ${mode}`})`;

    test(`${name}: registration, sign-in, consent, a tool; a refresh without the person; more for the second tool`, async () => {
      const visits = stage.visits.length;
      const calls = [
        ["list_orders", {}],
        ["expire", {}],
        ["list_orders", {}],
        ["cancel_order", { order: "A-1002" }],
        ["list_orders", {}],
      ] as const;
      const said = await runAgent(stage, version, { url: stage.mcpUrl, mode, calls });
      assert.equal(said.length, 4);
      assert.match(said[0] ?? "", /A-1001/);
      assert.match(said[2] ?? "", /cancelled/);
      assert.equal(stage.visits.length, visits + 2);
    });

    // How an agent gets its client id does not depend on the version of the protocol.
    if (version === "2.3.0" && mode === "legacy") continue;

    test(`${name}: an agent with a document about itself`, async () => {
      const calls = [["list_orders", {}]] as const;
      const wanted = { url: stage.mcpUrl, mode, document: host.documentUrl, calls };
      const [said] = await runAgent(stage, version, wanted);
      assert.match(said ?? "", /A-1001/);
      assert.equal(stage.visits.at(-1)?.searchParams.get("client_id"), host.documentUrl);
    });

    test(`${name}: an agent that the operator registered is not registered again`, async () => {
      const words = ["--public", "--refresh"];
      const { clientId } = await stage.commands.createClient("Agent", ["http://127.0.0.1/callback"], words);
      const registered = {
        client_id: clientId,
        redirect_uris: [stage.redirectUri],
        token_endpoint_auth_method: "none",
      };
      const calls = [["list_orders", {}]] as const;
      const [said] = await runAgent(stage, version, { url: stage.mcpUrl, mode, registered, calls });
      assert.match(said ?? "", /A-1001/);
      assert.equal(stage.visits.at(-1)?.searchParams.get("client_id"), clientId);
    });
  }

  for (const [file, installed] of [
    ["server.py", "mcp==2.3.0"],
    ["fastmcp_server.py", "fastmcp==4.1.2"],
  ] as const)
    test(`${file} of the guide lets its own tokens in, and names the service to everybody else`, async () => {
      const port = await freePort();
      const resource = `http://localhost:${port}/mcp`;
      const words = ["api", "create", "--resource", resource, "--name", "Orders", "--token", "jwt"];
      const scope = ["--open-to", "any", "--scope", "orders:read=See your orders"];
      const created = await stage.commands.run([...words, ...scope]);
      assert.equal(created.exitCode, 0, created.stderr);
      const server = spawn(pythonWith(installed), [here(file)], {
        env: { ...process.env, ISSUER: stage.issuer, RESOURCE: resource },
        stdio: ["ignore", "ignore", "pipe"],
      });
      try {
        for await (const line of createInterface({ input: server.stderr }))
          if (/running on/.test(line)) break;
        const calls = [["list_orders", {}]] as const;
        const [said] = await runAgent(stage, "2.3.0", { url: resource, mode: "2026-07-28", calls });
        assert.match(said ?? "", /^The orders of \S{10,}: A-1001$/);
      } finally {
        server.kill();
      }
    });
});
