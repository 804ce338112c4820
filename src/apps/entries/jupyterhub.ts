import type { Application } from "../application.ts";

export const jupyterhub: Application = {
  name: "jupyterhub",
  label: "JupyterHub",
  is: "notebooks for many people",
  category: "data",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/hub/oauth_callback"],
    pkce: "always",
    scope: "openid profile groups",
  },
  reads: { preferred_username: "the name in the hub", groups: "who may enter and who administers" },
  needs: "The package `oauthenticator` has to be installed in the hub.",
  settings: [
    {
      in: "In `jupyterhub_config.py`",
      language: "python",
      text: `c.JupyterHub.authenticator_class = "generic-oauth"
c.GenericOAuthenticator.client_id = "{client_id}"
c.GenericOAuthenticator.client_secret = "{client_secret}"
c.GenericOAuthenticator.oauth_callback_url = "{host}/hub/oauth_callback"
c.GenericOAuthenticator.authorize_url = "{authorization}"
c.GenericOAuthenticator.token_url = "{token}"
c.GenericOAuthenticator.userdata_url = "{userinfo}"
c.GenericOAuthenticator.login_service = "Latchkey"
c.GenericOAuthenticator.scope = ["openid", "profile", "groups"]
c.GenericOAuthenticator.username_claim = "preferred_username"
c.GenericOAuthenticator.manage_groups = True
c.GenericOAuthenticator.enable_auth_state = True
c.GenericOAuthenticator.auth_state_groups_key = "oauth_user.groups"
c.GenericOAuthenticator.allowed_groups = {"staff"}
c.GenericOAuthenticator.admin_groups = {"admins"}`,
    },
  ],
  traps: [
    {
      see: "`403 : Sorry, you are not currently authorized to use this hub.`",
      do: "the person is in no group of `allowed_groups`; `allow_all = True` lets everybody in",
    },
    {
      see: "`500 : Internal Server Error`, and `HTTP 400: Bad Request` in the terminal",
      do: "the lines above it in the terminal have the answer of Latchkey, most often `invalid_client`",
    },
    {
      see: "an error about `JUPYTERHUB_CRYPT_KEY` at the start",
      do: "`enable_auth_state` requires it: `openssl rand -hex 32`",
    },
  ],
  sources: [
    {
      url: "https://github.com/jupyterhub/oauthenticator",
      for: "the authenticator; its requests were recorded from a run and are replayed in our tests",
    },
  ],
  proof: {
    by: "test",
    on: "2026-11-29",
    version: "6.1.1, with oauthenticator 17.4.0",
    test: "test/interop/apps/jupyterhub.ts",
  },
};
