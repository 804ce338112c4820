import type { Application } from "../application.ts";

export const mlflow: Application = {
  name: "mlflow",
  label: "MLflow",
  is: "keeps experiments and models of machine learning",
  category: "data",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/callback"],
    postLogoutRedirectUris: ["{host}/oidc/ui/auth"],
    pkce: "always",
    scope: "openid email profile groups",
  },
  reads: { email: "the account", groups: "who may enter and who administers" },
  needs:
    "The plugin [mlflow-oidc-auth](https://github.com/mlflow-oidc/mlflow-oidc-auth), in Python 3.12 or newer: `pip install mlflow-oidc-auth`.",
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
  signOut:
    "MLflow sends the browser to Latchkey, which ends its session, too, and leads back to the page for signing in.",
  traps: [
    {
      see: "`User is not allowed to login`",
      do: "the person is in no group of `OIDC_GROUP_NAME` or `OIDC_ADMIN_GROUP_NAME`, which are `mlflow` and `mlflow-admin` unless you name others; and the scope has to contain `groups`",
    },
    {
      see: "people are signed in and see no experiment",
      do: "`DEFAULT_MLFLOW_PERMISSION` is `NO_PERMISSIONS` unless you set it, for example to `READ`. Older versions gave everybody `MANAGE`",
    },
    {
      see: "people are signed out when it restarts",
      do: "without `SECRET_KEY` it makes a new one at each start",
    },
    {
      see: "`mutable default <class 'mappingproxy'>` at the start",
      do: "the plugin needs Python 3.12",
    },
  ],
  sources: [
    {
      url: "https://github.com/mlflow-oidc/mlflow-oidc-auth/blob/1bf7db1ecc23/README.md",
      for: "redirect URI, settings, groups",
    },
    {
      url: "https://pypi.org/project/mlflow-oidc-auth/11.0.2/",
      for: "permissions, PKCE, sign-out, in the source of the package",
    },
  ],
  proof: {
    by: "test",
    on: "2026-11-28",
    version: "3.17.2, with mlflow-oidc-auth 11.0.2",
    test: "test/interop/apps/mlflow.ts",
  },
};
