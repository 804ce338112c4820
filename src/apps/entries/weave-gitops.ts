import type { Application } from "../application.ts";

export const weaveGitops: Application = {
  name: "weave-gitops",
  label: "Weave GitOps",
  is: "a dashboard for Flux, which brings what Git declares into Kubernetes clusters",
  category: "code",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/oauth2/callback"],
    pkce: "unknown",
    mayRefresh: true,
    scope: "openid email groups offline_access",
  },
  reads: {
    email: "the user of Kubernetes whom the dashboard acts for",
    groups: "the groups of Kubernetes that it acts for",
  },
  settings: [
    {
      in: "On the cluster",
      language: "sh",
      text: `kubectl create secret generic oidc-auth \\
  --namespace flux-system \\
  --from-literal=issuerURL={issuer} \\
  --from-literal=clientID={client_id} \\
  --from-literal=clientSecret={client_secret} \\
  --from-literal=redirectURL={host}/oauth2/callback \\
  --from-literal=tokenDuration=1h0m0s`,
    },
  ],
  traps: [
    {
      see: "an empty dashboard after the sign-in",
      do: "the dashboard acts as the person, and no role of Kubernetes is bound to her address or one of her groups",
    },
    {
      see: "no *Login With OIDC Provider* on the page",
      do: "the secret must be called `oidc-auth`, lie in the namespace of the dashboard, and be there before it starts",
    },
  ],
  sources: [
    {
      url: "https://github.com/weaveworks/weave-gitops/blob/268eca5eea04/website/docs/configuration/oidc-access.mdx",
      for: "redirect URI, the secret, whom the dashboard acts for",
    },
    { for: "the scopes" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
