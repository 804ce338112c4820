import type { Application } from "../application.ts";

export const kubelogin: Application = {
  name: "kubelogin",
  label: "kubectl, with kubelogin",
  is: "the command line of Kubernetes",
  category: "infrastructure",
  connection: {
    kind: "openid",
    redirectUris: ["http://localhost:8000", "http://localhost:18000"],
    isPublic: true,
    pkce: "always",
    mayRefresh: true,
    mayUseDeviceGrant: true,
    scope: "openid email groups offline_access",
  },
  reads: {
    email: "the user of Kubernetes, by the settings of the API server",
    groups: "the groups of Kubernetes",
  },
  needs: "[kubelogin](https://github.com/int128/kubelogin) has to be installed, as the plugin `oidc-login`.",
  settings: [
    {
      in: "For the API server",
      language: "sh",
      text: `--oidc-issuer-url={issuer}
--oidc-client-id={client_id}
--oidc-username-claim=email
--oidc-groups-claim=groups`,
    },
    {
      in: "For each person",
      language: "sh",
      text: `kubectl config set-credentials oidc \\
  --exec-api-version=client.authentication.k8s.io/v1beta1 \\
  --exec-command=kubectl \\
  --exec-arg=oidc-login --exec-arg=get-token \\
  --exec-arg=--oidc-issuer-url={issuer} \\
  --exec-arg=--oidc-client-id={client_id} \\
  --exec-arg=--oidc-extra-scope=email \\
  --exec-arg=--oidc-extra-scope=groups \\
  --exec-arg=--oidc-extra-scope=offline_access`,
    },
  ],
  traps: [
    {
      see: "the browser opens every five minutes",
      do: "ID tokens live that long. With the scope `offline_access` kubelogin refreshes them by itself",
    },
    {
      see: "`Forbidden` after the sign-in",
      do: "nothing binds the person or a group to a role: `kubectl create clusterrolebinding admins --clusterrole=cluster-admin --group=admins`",
    },
    {
      see: "no browser on that machine",
      do: "`--exec-arg=--grant-type=device-code` shows a code to type elsewhere",
    },
  ],
  sources: [
    {
      url: "https://github.com/int128/kubelogin/blob/0337defc443f/docs/setup.md",
      for: "redirect URIs, the API server, kubeconfig, PKCE",
    },
  ],
  proof: { by: "hand", on: "2026-11-23", version: "as of 2026-08-22, by browser and by code," },
};
