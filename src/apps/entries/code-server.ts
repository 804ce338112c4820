import type { Application } from "../application.ts";

export const codeServer: Application = {
  name: "code-server",
  label: "code-server",
  is: "Visual Studio Code in the browser",
  category: "code",
  connection: { kind: "proxy", publicPaths: ["/healthz"] },
  reads: {},
  settings: [
    {
      in: "In `~/.config/code-server/config.yaml`",
      language: "yaml",
      text: `bind-addr: 127.0.0.1:8080
auth: none
cert: false`,
    },
  ],
  traps: [
    {
      see: "a password after the sign-in at Latchkey",
      do: "`auth` is `password`: with `none`, the proxy alone lets people in",
    },
    {
      see: "everybody has the same files and a terminal",
      do: "code-server is for one person: run one for each, with one host and one client each, and `--only-group`",
    },
    {
      see: "the editor loads and then says that it lost its connection",
      do: "the proxy does not pass WebSockets on: the lines that `client show --proxy` prints do",
    },
  ],
  sources: [
    {
      url: "https://github.com/coder/code-server/blob/0c2708302d15/docs/FAQ.md",
      for: "the file, `/healthz`, one for each person",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
