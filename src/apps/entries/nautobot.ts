import type { Application } from "../application.ts";

export const nautobot: Application = {
  name: "nautobot",
  label: "Nautobot",
  is: "the plan of a network, and automation around it",
  category: "infrastructure",
  connection: { kind: "header", publicPaths: ["/api/*"] },
  reads: { "Remote-User": "the username; the account is made if a setting allows it" },
  settings: [
    {
      in: "In `nautobot_config.py`",
      language: "python",
      text: `AUTHENTICATION_BACKENDS = [
    "nautobot.core.authentication.RemoteUserBackend",
    "nautobot.core.authentication.ObjectPermissionBackend",
]
REMOTE_AUTH_AUTO_CREATE_USER = True
REMOTE_AUTH_HEADER = "HTTP_REMOTE_USER"
EXTERNAL_AUTH_DEFAULT_GROUPS = ["staff"]`,
    },
  ],
  traps: [
    {
      see: "people are signed in and see nothing",
      do: "a new account is in the groups of `EXTERNAL_AUTH_DEFAULT_GROUPS` alone, which have to be there; and `ObjectPermissionBackend` has to stand behind `RemoteUserBackend`",
    },
    {
      see: "programs that use the API are refused",
      do: "they have tokens of Nautobot: `/api` is open in the client that the template makes, and Nautobot asks for the token by itself",
    },
    {
      see: "anybody who reaches the port is whoever they say they are",
      do: "Nautobot believes the header of everybody: it must listen where only the proxy reaches it",
    },
  ],
  sources: [
    {
      url: "https://pypi.org/project/nautobot/3.2.7/",
      for: "header, backends, new accounts and their groups, in the documentation of the package",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28", version: "3.2.7" },
};
