import type { Application } from "../application.ts";

export const superset: Application = {
  name: "superset",
  label: "Apache Superset",
  is: "charts and dashboards over databases",
  category: "data",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/oauth-authorized/latchkey"],
    pkce: "by setting",
    scope: "openid email profile groups",
  },
  reads: {
    preferred_username: "the username",
    name: "the first name",
    email: "the address",
    groups: "the roles, by `AUTH_ROLES_MAPPING`",
  },
  needs:
    "The package `authlib` has to be installed in the environment of Superset. One that was installed with `pip` also needs `rich`, `cachetools` and `flask-caching<2.4`.",
  settings: [
    {
      in: "In `superset_config.py`",
      language: "python",
      text: `from flask_appbuilder.security.manager import AUTH_OAUTH
from superset.security import SupersetSecurityManager

ENABLE_PROXY_FIX = True
AUTH_TYPE = AUTH_OAUTH
AUTH_USER_REGISTRATION = True
AUTH_USER_REGISTRATION_ROLE = "Public"
AUTH_ROLES_SYNC_AT_LOGIN = True
AUTH_ROLES_MAPPING = {"admins": ["Admin"], "staff": ["Gamma", "Alpha"]}
OAUTH_PROVIDERS = [
    {
        "name": "latchkey",
        "icon": "fa-key",
        "token_key": "access_token",
        "remote_app": {
            "client_id": "{client_id}",
            "client_secret": "{client_secret}",
            "server_metadata_url": "{discovery}",
            "api_base_url": "{issuer}/v1/Oauth/",
            "client_kwargs": {"scope": "openid email profile groups", "code_challenge_method": "S256"},
        },
    }
]


class LatchkeySecurityManager(SupersetSecurityManager):
    def oauth_user_info(self, provider, response=None):
        person = self.appbuilder.sm.oauth_remotes[provider].get("userinfo").json()
        return {
            "username": person["preferred_username"],
            "first_name": person.get("name", ""),
            "last_name": "",
            "email": person.get("email", ""),
            "role_keys": person.get("groups", []),
        }


CUSTOM_SECURITY_MANAGER = LatchkeySecurityManager`,
    },
  ],
  traps: [
    {
      see: "“This link does not work” at Latchkey, with an `http:` redirect URI",
      do: "`ENABLE_PROXY_FIX` is missing, or the proxy does not send `X-Forwarded-Proto`",
    },
    {
      see: "`An error occurred while fetching dashboard info: Forbidden`, and an empty page",
      do: "no group of theirs is in `AUTH_ROLES_MAPPING`: they have the role *Public*, which has no rights",
    },
    {
      see: "a missing module at the start",
      do: "`pip install authlib` in its environment",
    },
  ],
  sources: [
    {
      url: "https://github.com/apache/superset/blob/ecfb0a923a9a/docs/docs/configuration/configuring-superset.mdx",
      for: "redirect URI, settings, the class, roles, the proxy",
    },
  ],
  proof: { by: "test", on: "2026-11-29", version: "6.1.0", test: "test/interop/apps/superset.ts" },
};
