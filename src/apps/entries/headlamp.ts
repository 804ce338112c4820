import type { Application } from "../application.ts";

export const headlamp: Application = {
  name: "headlamp",
  label: "Headlamp",
  is: "shows Kubernetes clusters in the browser",
  category: "infrastructure",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/oidc-callback"],
    pkce: "unknown",
    mayRefresh: true,
    scope: "openid profile email groups offline_access",
  },
  reads: {
    email: "the user of Kubernetes, by the settings of the API server",
    groups: "the groups of Kubernetes",
  },
  needs:
    "The API server of Kubernetes has to accept ID tokens of this client: `--oidc-issuer-url={issuer}` and `--oidc-client-id={client_id}`.",
  settings: [
    {
      in: "In the environment",
      language: "sh",
      text: `HEADLAMP_CONFIG_OIDC_CLIENT_ID={client_id}
HEADLAMP_CONFIG_OIDC_CLIENT_SECRET={client_secret}
HEADLAMP_CONFIG_OIDC_IDP_ISSUER_URL={issuer}
HEADLAMP_CONFIG_OIDC_SCOPES=profile,email,groups,offline_access`,
    },
  ],
  traps: [
    {
      see: "`API server rejected the forwarded bearer token (401)` in its log, and the page “Sign in” again",
      do: "Headlamp only passes the token on. The API server has no issuer set, or another one or another client id",
    },
    {
      see: "“This link does not work” at Latchkey, with an `http:` redirect URI",
      do: "the ingress does not send `X-Forwarded-Proto`",
    },
    {
      see: "live updates do not work for people in many groups",
      do: "the token is larger than the proxy’s buffer for headers: `large_client_header_buffers 4 64k` in nginx",
    },
  ],
  sources: [
    {
      url: "https://github.com/kubernetes-sigs/headlamp/blob/00db18c59a00/docs/installation/in-cluster/oidc.md",
      for: "redirect URI, settings, scopes, the API server, the line of the log",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
