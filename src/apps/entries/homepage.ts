import type { Application } from "../application.ts";

export const homepage: Application = {
  name: "homepage",
  label: "Homepage",
  is: "a start page with the state of your services",
  category: "home",
  connection: { kind: "proxy" },
  reads: {},
  settings: [{ in: "In the environment", language: "sh", text: "HOMEPAGE_ALLOWED_HOSTS={hostname}" }],
  traps: [
    {
      see: "`Host validation failed`",
      do: "`HOMEPAGE_ALLOWED_HOSTS` is the host that people open, exactly as its log has it",
    },
    {
      see: "everybody sees everything",
      do: "it knows no people: whoever may open it reads what its widgets read. Newer versions have a sign-in of their own by OpenID Connect, which is only a gate, too",
    },
  ],
  sources: [
    {
      url: "https://github.com/gethomepage/homepage/blob/11a1f094fdab/docs/installation/index.md",
      for: "that it recommends a proxy with a sign-in, the hosts, its own gate",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
