import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";

const root = resolve(import.meta.dirname, "../../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const guide = read("docs/protect-an-mcp-server.md");

for (const [file, language] of [
  ["test/interop/mcp/server.ts", "ts"],
  ["test/interop/mcp/server.py", "python"],
  ["test/interop/mcp/fastmcp_server.py", "python"],
] as const)
  test(`docs/protect-an-mcp-server.md shows ${file}, character for character`, () => {
    assert.ok(guide.includes(`<!-- ${file} -->\n\`\`\`${language}\n${read(file)}\`\`\`\n`));
  });

/** The installed sources of the clients whose texts are checked here. */
const sources: Readonly<Record<string, readonly string[]>> = {
  "TypeScript SDK": ["sdk/dist/esm/client/*.js", "client/dist/*.mjs"],
  "TypeScript SDK 1": ["sdk/dist/esm/client/*.js"],
  "TypeScript SDK 2": ["client/dist/*.mjs"],
};
const rows = [...guide.matchAll(/^\| ([^|]+) \| `([^`|]+)` \| /gm)].map(([, client = "", text = ""]) => ({
  client,
  text,
}));

test("the guide quotes the SDKs of TypeScript as they are installed", () => {
  const quoted = rows.filter(({ client }) => client in sources);
  assert.ok(quoted.length >= 9);
  for (const { client, text } of quoted)
    for (const pattern of sources[client] ?? []) {
      const files = globSync(`node_modules/@modelcontextprotocol/${pattern}`, { cwd: root });
      assert.ok(
        files.some((file) => read(file).includes(text)),
        `${client} does not say: ${text}`,
      );
    }
});
