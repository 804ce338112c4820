import type { Application } from "../application.ts";

export const harbor: Application = {
  name: "harbor",
  label: "Harbor",
  is: "a registry for container images",
  category: "code",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/c/oidc/callback"],
    pkce: "unknown",
    mayRefresh: true,
    scope: "openid profile email groups offline_access",
  },
  reads: {
    preferred_username: "the username, with *Automatic onboarding*",
    groups: "the groups, and who administers",
  },
  settings: [
    {
      in: "Administration → Configuration → Authentication, with *Auth Mode* OIDC",
      fields: {
        "OIDC Provider Name": "Latchkey",
        "OIDC Provider Endpoint": "{issuer}",
        "OIDC Client ID": "{client_id}",
        "OIDC Client Secret": "{client_secret}",
        "Group Claim Name": "groups",
        "OIDC Admin Group": "admins",
        "OIDC Scope": "openid,profile,email,groups,offline_access",
        "Automatic onboarding": "on",
        "Username Claim": "preferred_username",
      },
    },
  ],
  traps: [
    {
      see: "*Auth Mode* cannot be changed",
      do: "there is a user beside `admin` in Harbor’s own database. Harbor changes the mode only without any",
    },
    {
      see: "`docker login` refuses the password",
      do: "Docker and Helm use the CLI secret from *User Profile*. It works as long as Harbor can refresh the ID token, so the scope has `offline_access`",
    },
    {
      see: "a system error at the first sign-in",
      do: "*Username Claim* names a claim that is not in the ID token: `preferred_username` requires the scope `profile`",
    },
    {
      see: "“This link does not work” at Latchkey",
      do: "compare with the redirect URI at the foot of the same page in Harbor",
    },
  ],
  sources: [
    {
      url: "https://github.com/goharbor/website/blob/1dd470132e4e/docs/administration/configure-authentication/oidc-auth.md",
      for: "fields, scopes with commas, groups, CLI secret, onboarding",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
