import type { Application } from "../application.ts";

export const fireflyIii: Application = {
  name: "firefly-iii",
  label: "Firefly III",
  is: "the accounts of a household",
  category: "business",
  connection: { kind: "header", publicPaths: ["/api/*"] },
  reads: { "Remote-Email": "the account: Firefly knows people by their address" },
  settings: [
    {
      in: "In the environment",
      language: "sh",
      text: `AUTHENTICATION_GUARD=remote_user_guard
AUTHENTICATION_GUARD_HEADER=HTTP_REMOTE_EMAIL
AUTHENTICATION_GUARD_EMAIL=HTTP_REMOTE_EMAIL`,
    },
  ],
  traps: [
    {
      see: "`The guard header was unexpectedly empty`",
      do: "the header does not reach PHP: the name in `AUTHENTICATION_GUARD_HEADER` is the header in capitals, with `HTTP_` before it and underscores. A person without an address has no such header, either",
    },
    {
      see: "it asks for a code of its own",
      do: "a second factor that was set up in Firefly III stays: turn it off there",
    },
    {
      see: "anybody who reaches its port is whoever they like",
      do: "it checks nothing about the header: only the proxy may reach it",
    },
  ],
  sources: [
    {
      url: "https://github.com/firefly-iii/docs/blob/0aab95d28be1/docs/docs/how-to/firefly-iii/advanced/authentication.md",
      for: "settings, the empty header, its own second factor",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
