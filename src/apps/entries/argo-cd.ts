import type { Application } from "../application.ts";

export const argoCd: Application = {
  name: "argo-cd",
  label: "Argo CD",
  is: "brings what Git declares into Kubernetes clusters",
  category: "code",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/auth/callback"],
    pkce: "unknown",
    scope: "openid profile email groups",
  },
  reads: { email: "the name that is shown", groups: "roles, by `policy.csv`" },
  settings: [
    {
      in: "The secret, in the Secret `argocd-secret`",
      language: "sh",
      text: `kubectl -n argocd patch secret argocd-secret --type merge \\
  -p '{"stringData": {"oidc.latchkey.clientSecret": "{client_secret}"}}'`,
    },
    {
      in: "In the ConfigMap `argocd-cm`",
      language: "yaml",
      text: `data:
  url: {host}
  oidc.config: |
    name: Latchkey
    issuer: {issuer}
    clientID: {client_id}
    clientSecret: $oidc.latchkey.clientSecret
    requestedScopes: ["openid", "profile", "email", "groups"]`,
    },
    {
      in: "In the ConfigMap `argocd-rbac-cm`",
      language: "yaml",
      text: `data:
  policy.csv: |
    g, admins, role:admin`,
    },
  ],
  traps: [
    {
      see: "people sign in but may do nothing",
      do: "`groups` is not among `requestedScopes`, or `policy.csv` names another group",
    },
    {
      see: "`invalid_client` after the sign-in",
      do: "the name behind `$` in `clientSecret` is not a key of `argocd-secret`, so the name itself was sent",
    },
  ],
  sources: [
    {
      url: "https://github.com/argoproj/argo-cd/blob/0144bfbdc8a2/docs/operator-manual/user-management/keycloak.md",
      for: "redirect URI, the two ConfigMaps, the secret, groups",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
