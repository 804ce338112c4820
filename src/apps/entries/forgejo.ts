import type { Application } from "../application.ts";

export const forgejo: Application = {
  name: "forgejo",
  label: "Forgejo",
  is: "Git repositories with issues and builds, grown out of Gitea",
  category: "code",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/user/oauth2/latchkey/callback"],
    pkce: "unknown",
    scope: "openid profile email groups",
  },
  reads: {
    sub: "finds the account",
    email: "the address",
    groups: "who administers, and teams, by `--group-team-map`",
  },
  settings: [
    {
      in: "On the server, as the user of Forgejo",
      language: "sh",
      text: `forgejo admin auth add-oauth --name latchkey --provider openidConnect \\
  --key {client_id} --secret {client_secret} \\
  --auto-discover-url {discovery} \\
  --scopes profile --scopes email --scopes groups \\
  --group-claim-name groups --admin-group admins`,
    },
    {
      in: "In `app.ini`",
      language: "ini",
      text: `[server]
ROOT_URL = {host}/

[oauth2_client]
ENABLE_AUTO_REGISTRATION = true
USERNAME = nickname`,
    },
  ],
  traps: [
    {
      see: "“This link does not work” at Latchkey",
      do: "the redirect URI contains the name of the source, here `latchkey`, with the same capitals, and begins with `ROOT_URL`",
    },
    {
      see: "a form that asks for a username at the first sign-in",
      do: "`ENABLE_AUTO_REGISTRATION` is off, or the claim that `USERNAME` names did not come: give people a `nickname`, or choose `email`",
    },
  ],
  sources: [
    {
      url: "https://github.com/go-gitea/gitea/blob/2b0145d12f87/docs/content/administration/command-line.en-us.md",
      for: "the command and its options, as Gitea has them, from which Forgejo comes",
      isByOthers: true,
    },
    { for: "the redirect URI and the settings in `app.ini`" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
