import type { Application } from "../application.ts";

export const grafana: Application = {
  name: "grafana",
  label: "Grafana",
  is: "dashboards and alerts over metrics, logs and traces",
  category: "monitoring",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/login/generic_oauth"],
    postLogoutRedirectUris: ["{host}/login"],
    pkce: "by setting",
    mayRefresh: true,
    scope: "openid profile email groups offline_access",
  },
  reads: {
    preferred_username: "the login, by `login_attribute_path`",
    name: "the name that is shown",
    email: "the address; without it and without a login, nobody gets in",
    groups: "the role, by `role_attribute_path`",
  },
  settings: [
    {
      in: "In `grafana.ini`",
      language: "ini",
      text: `[server]
root_url = {host}/

[auth.generic_oauth]
enabled = true
name = Latchkey
client_id = {client_id}
client_secret = {client_secret}
scopes = openid profile email groups offline_access
auth_url = {authorization}
token_url = {token}
api_url = {userinfo}
use_pkce = true
use_refresh_token = true
login_attribute_path = preferred_username
role_attribute_path = contains(groups[*], 'admins') && 'Admin' || 'Viewer'
signout_redirect_url = {logout}?client_id={client_id}&post_logout_redirect_uri={host}/login`,
    },
  ],
  signOut:
    "`signout_redirect_url` sends the browser to Latchkey, which asks whether to end its session, too, and comes back.",
  traps: [
    {
      see: "“This link does not work” at Latchkey, with a redirect URI on `localhost:3000`",
      do: "`root_url` in `[server]` is not the address that people use, and Grafana builds its redirect URI from it",
    },
    {
      see: "people are signed out after an hour",
      do: "without a refresh token Grafana ends the session when the access token expires: `use_refresh_token = true` and `offline_access` among the scopes",
    },
    {
      see: "everybody is a Viewer",
      do: "the scope `groups` is missing, or the group in `role_attribute_path` has another name",
    },
  ],
  sources: [
    {
      url: "https://github.com/grafana/grafana/blob/06fccecb796a/docs/sources/setup-grafana/configure-access/configure-authentication/generic-oauth/index.md",
      for: "redirect URI, settings, where login, name, address and role come from, refresh tokens",
    },
  ],
  proof: { by: "documentation", on: "2026-11-28" },
};
