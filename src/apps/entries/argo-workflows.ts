import type { Application } from "../application.ts";

export const argoWorkflows: Application = {
  name: "argo-workflows",
  label: "Argo Workflows",
  is: "runs the steps of a job as containers on Kubernetes",
  category: "code",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/oauth2/callback"],
    postLogoutRedirectUris: ["{host}/login"],
    pkce: "unknown",
    scope: "openid groups",
  },
  reads: { groups: "the service account, by the rules of `rbac-rule`", sub: "the person in those rules" },
  settings: [
    {
      in: "Id and secret, as Secrets",
      language: "sh",
      text: `kubectl create secret -n argo generic client-id-secret \\
  --from-literal=client-id-key={client_id}
kubectl create secret -n argo generic client-secret-secret \\
  --from-literal=client-secret-key={client_secret}`,
    },
    {
      in: "In the ConfigMap `workflow-controller-configmap`; the server is started with `--auth-mode sso`",
      language: "yaml",
      text: `sso: |
  issuer: {issuer}
  clientId:
    name: client-id-secret
    key: client-id-key
  clientSecret:
    name: client-secret-secret
    key: client-secret-key
  redirectUrl: {host}/oauth2/callback
  logoutRedirectUrl: {host}/login
  scopes:
    - groups
  rbac:
    enabled: true`,
    },
  ],
  signOut:
    "Version 4.2 and newer: `logoutRedirectUrl` also sends the browser to Latchkey, which asks whether to end its session, and comes back to that address.",
  traps: [
    {
      see: "people sign in and are denied",
      do: 'no `workflows.argoproj.io/rbac-rule` of a service account fits them: a rule `"true"` with the lowest precedence lets everybody read',
    },
    {
      see: "the sign-in fails for people in many groups",
      do: "the cookie is longer than 4 KB: `filterGroupsRegex` keeps the groups that count",
    },
    {
      see: "`Ignoring invalid OIDC end-session endpoint` in its log",
      do: "`issuer` is not the base URL of Latchkey",
    },
  ],
  sources: [
    {
      url: "https://github.com/argoproj/argo-workflows/blob/03c3f558e9d0/docs/argo-server-sso.md",
      for: "redirect URI, Secrets, scopes, rules, sign-out, the size of the cookie",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28", version: "4.2" },
};
