import type { Application } from "../application.ts";

export const frigate: Application = {
  name: "frigate",
  label: "Frigate",
  is: "cameras, with recognition of what they see",
  category: "home",
  connection: { kind: "header" },
  reads: {
    "Remote-User": "the username",
    "Remote-Groups": "the role: a group must be named `admin` or `viewer`",
  },
  settings: [
    {
      in: "In `config.yml`",
      language: "yaml",
      text: `auth:
  enabled: False

proxy:
  separator: ","
  header_map:
    user: remote-user
    role: remote-groups
  default_role: viewer`,
    },
  ],
  signOut: "The way out in the menu leads to `proxy: logout_url`, where that is set.",
  traps: [
    {
      see: "everybody is “anonymous” and may change everything",
      do: "the proxy leads to port 5000, which ignores the headers and knows administrators only. It must lead to 8971, and 5000 must not be reachable",
    },
    {
      see: "the header does not arrive",
      do: "Frigate lets only headers of its list through; another name than these two must be added to `proxy_trusted_headers.conf`",
    },
    {
      see: "an administrator is a viewer",
      do: "the group is not named `admin`",
    },
  ],
  sources: [
    {
      url: "https://github.com/blakeblackshear/frigate/blob/02838b9f91d3/docs/docs/configuration/authentication.md",
      for: "settings, headers that it lets through, roles, ports",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
