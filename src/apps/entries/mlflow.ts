import type { Application } from "../application.ts";

export const mlflow: Application = {
  name: "mlflow",
  label: "MLflow",
  is: "keeps experiments and models of machine learning",
  category: "data",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/callback"],
    pkce: "unknown",
    scope: "openid email profile groups",
  },
  reads: { email: "the account", groups: "who may enter and who administers" },
  needs:
    "The plugin [mlflow-oidc-auth](https://github.com/mlflow-oidc/mlflow-oidc-auth): `pip install mlflow-oidc-auth[full]`.",
  settings: [
    {
      in: "In the environment, then `mlflow server --app-name oidc-auth`",
      language: "sh",
      text: `OIDC_REDIRECT_URI={host}/callback
OIDC_DISCOVERY_URL={discovery}
OIDC_CLIENT_ID={client_id}
OIDC_CLIENT_SECRET={client_secret}
OIDC_PROVIDER_DISPLAY_NAME="Sign in with Latchkey"
OIDC_SCOPE=openid,email,profile,groups
OIDC_GROUP_NAME=staff
OIDC_ADMIN_GROUP_NAME=admins
SECRET_KEY=LONG_RANDOM_TEXT`,
    },
  ],
  traps: [
    {
      see: "everybody is refused",
      do: "the groups are `mlflow` and `mlflow-admin` unless `OIDC_GROUP_NAME` and `OIDC_ADMIN_GROUP_NAME` say otherwise, and the scope has to contain `groups`",
    },
    {
      see: "everybody may change everything",
      do: "`DEFAULT_MLFLOW_PERMISSION` is `MANAGE` unless you set it, for example to `READ`",
    },
    {
      see: "people are signed out when it restarts",
      do: "without `SECRET_KEY` it makes a new one at each start",
    },
  ],
  sources: [
    {
      url: "https://github.com/mlflow-oidc/mlflow-oidc-auth/blob/1bf7db1ecc23/README.md",
      for: "redirect URI, settings, groups, permissions",
    },
    { for: "the command that starts it" },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
