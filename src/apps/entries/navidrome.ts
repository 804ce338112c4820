import type { Application } from "../application.ts";

export const navidrome: Application = {
  name: "navidrome",
  label: "Navidrome",
  is: "your music, also for applications that speak Subsonic",
  category: "files",
  connection: { kind: "header", publicPaths: ["/rest/*", "/share/*"] },
  reads: { "Remote-User": "the username; the account is made by itself" },
  settings: [
    {
      in: "In the environment, with the address of your proxy",
      language: "sh",
      text: `ND_EXTAUTH_TRUSTEDSOURCES=127.0.0.1/32
ND_EXTAUTH_USERHEADER=Remote-User`,
    },
  ],
  traps: [
    {
      see: "its own sign-in page after Latchkey’s",
      do: "the proxy’s address is not in `ND_EXTAUTH_TRUSTEDSOURCES`, which takes addresses and no names",
    },
    {
      see: "the applications on phones cannot sign in",
      do: "they use `/rest`, where Navidrome asks for its own password: leave that path open",
    },
    {
      see: "a stranger administers",
      do: "the first account that comes this way does. Sign in yourself before you let others in",
    },
  ],
  sources: [
    {
      url: "https://github.com/navidrome/website/blob/0943de5c2bcf/content/en/docs/usage/security.md",
      for: "header, trusted addresses, open paths, the first account",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
