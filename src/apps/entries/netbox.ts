import type { Application } from "../application.ts";

export const netbox: Application = {
  name: "netbox",
  label: "NetBox",
  is: "the plan of a network: racks, cables and addresses",
  category: "infrastructure",
  connection: { kind: "header", publicPaths: ["/api/*"] },
  reads: {
    "Remote-User": "the username",
    "Remote-Email": "the address",
    "Remote-Groups": "the groups, with `REMOTE_AUTH_GROUP_SYNC_ENABLED`",
  },
  settings: [
    {
      in: "In `configuration.py`",
      language: "python",
      text: `REMOTE_AUTH_ENABLED = True
REMOTE_AUTH_AUTO_CREATE_USER = True
REMOTE_AUTH_HEADER = "HTTP_REMOTE_USER"
REMOTE_AUTH_USER_EMAIL = "HTTP_REMOTE_EMAIL"
REMOTE_AUTH_GROUP_SYNC_ENABLED = True
REMOTE_AUTH_AUTO_CREATE_GROUPS = True
REMOTE_AUTH_GROUP_HEADER = "HTTP_REMOTE_GROUPS"
REMOTE_AUTH_GROUP_SEPARATOR = ","
REMOTE_AUTH_SUPERUSER_GROUPS = ["admins"]`,
    },
  ],
  traps: [
    {
      see: "all groups are one group with commas in its name",
      do: "`REMOTE_AUTH_GROUP_SEPARATOR` is a bar by default, and the groups come with commas",
    },
    {
      see: "people sign in but may do nothing",
      do: "`REMOTE_AUTH_DEFAULT_GROUPS` are the groups of new people; `REMOTE_AUTH_DEFAULT_PERMISSIONS` counts only without synchronised groups",
    },
    {
      see: "somebody is no superuser any more",
      do: "the right ends with the next sign-in outside the groups of `REMOTE_AUTH_SUPERUSER_GROUPS`",
    },
  ],
  sources: [
    {
      url: "https://github.com/netbox-community/netbox/blob/a26c3a9a6ed2/docs/configuration/remote-authentication.md",
      for: "settings, headers, the separator, superusers",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
