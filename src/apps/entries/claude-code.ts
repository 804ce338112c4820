import type { Application } from "../application.ts";

export const claudeCode: Application = {
  name: "claude-code",
  label: "Claude Code",
  is: "an agent that writes software on the command line, as a client of MCP servers",
  category: "code",
  connection: { kind: "mcp", redirectUris: ["http://localhost/callback"], mayRefresh: true },
  reads: {},
  needs:
    "A client that you register is one of three ways: without `--client-id` Claude Code brings a document about itself or registers itself, if `LATCHKEY_CLIENT_DOCUMENTS` or `LATCHKEY_REGISTRATION` allows that.",
  settings: [
    {
      in: "On a terminal, with a name and the address of the MCP server; then `/mcp` and *Authenticate*",
      language: "sh",
      text: `claude mcp add --transport http \\
  --client-id {client_id} --callback-port 8123 \\
  NAME SERVER_URL`,
    },
  ],
  traps: [
    {
      see: "it registers itself, and is refused, in spite of the client id",
      do: "options stand before the name of the server; what stands behind it is not read",
    },
    {
      see: "“This link does not work” at Latchkey",
      do: "the redirect URI is `http://localhost:PORT/callback`, on any port. A client that was registered with `127.0.0.1` is another one",
    },
    {
      see: "`invalid_target`, on a page of Latchkey",
      do: "the API is not there, or not open to this client. The log has the command that opens it",
    },
  ],
  sources: [
    {
      url: "https://developer.webex.com/docs/webex-agentic-mcp-servers-claude-code",
      for: "options, their order, redirect URI",
      isByOthers: true,
    },
    { for: "the document about itself" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
