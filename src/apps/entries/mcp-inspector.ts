import type { Application } from "../application.ts";

export const mcpInspector: Application = {
  name: "mcp-inspector",
  label: "MCP Inspector",
  is: "tries the tools of an MCP server",
  category: "code",
  connection: { kind: "mcp", redirectUris: ["http://127.0.0.1/oauth/callback"], mayRefresh: true },
  reads: {},
  needs:
    "A client that you register is one of three ways: without `--client-id` the Inspector registers itself, if `LATCHKEY_REGISTRATION=open`.",
  settings: [
    {
      in: "On a terminal, with the address of the MCP server. Any free port will do",
      language: "sh",
      text: `npx @modelcontextprotocol/inspector --cli SERVER_URL \\
  --client-id {client_id} \\
  --callback-url http://127.0.0.1:6276/oauth/callback \\
  --method tools/list`,
    },
  ],
  traps: [
    {
      see: "`Missing Authorization header`",
      do: "with Node below 22.19 `npx` takes a version that cannot sign in. Use a newer Node",
    },
    {
      see: "`Interactive OAuth requires a TTY`",
      do: "set `MCP_AUTO_OPEN_ENABLED=true` where there is no terminal",
    },
    {
      see: "`invalid_target`, on a page of Latchkey",
      do: "the API is not there, or not open to this client. The log has the command that opens it",
    },
  ],
  sources: [
    {
      url: "https://www.npmjs.com/package/@modelcontextprotocol/inspector/v/2.12.0",
      for: "options, redirect URI, error texts",
    },
  ],
  proof: { by: "test", on: "2026-11-28", version: "2.12.0", test: "test/interop/mcp/inspector.test.ts" },
};
