import type { Application } from "../application.ts";

export const airflow: Application = {
  name: "airflow",
  label: "Apache Airflow",
  is: "plans and runs chains of jobs over data",
  category: "data",
  connection: {
    kind: "openid",
    redirectUris: ["{host}/auth/oauth-authorized/latchkey"],
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
    "The provider `apache-airflow-providers-fab` and the package `authlib` have to be installed, and its auth manager chosen in `airflow.cfg`.",
  settings: [
    {
      in: "In `webserver_config.py`",
      language: "python",
      text: `from airflow.providers.fab.auth_manager.security_manager.override import FabAirflowSecurityManagerOverride
from flask_appbuilder.security.manager import AUTH_OAUTH

AUTH_TYPE = AUTH_OAUTH
AUTH_USER_REGISTRATION = True
AUTH_USER_REGISTRATION_ROLE = "Viewer"
AUTH_ROLES_SYNC_AT_LOGIN = True
AUTH_ROLES_MAPPING = {"admins": ["Admin"], "staff": ["User"]}
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


class LatchkeySecurityManager(FabAirflowSecurityManagerOverride):
    def get_oauth_user_info(self, provider, response):
        person = self.oauth_remotes[provider].get("userinfo").json()
        return {
            "username": person["preferred_username"],
            "first_name": person.get("name", ""),
            "last_name": "",
            "email": person.get("email", ""),
            "role_keys": person.get("groups", []),
        }


SECURITY_MANAGER_CLASS = LatchkeySecurityManager`,
    },
  ],
  traps: [
    {
      see: "people sign in and have the role Viewer",
      do: "no group of theirs is in `AUTH_ROLES_MAPPING`, or the scope `groups` is missing",
    },
    {
      see: "`webserver_config.py` has no effect",
      do: "Airflow 3 uses it only with the auth manager of FAB: `auth_manager` in `airflow.cfg`",
    },
    {
      see: "an error about `request_token_url` or a missing module at the start",
      do: "`pip install authlib` in the environment of Airflow",
    },
  ],
  sources: [
    {
      url: "https://github.com/apache/airflow/blob/03fb55204276/providers/fab/docs/auth-manager/webserver-authentication.rst",
      for: "settings, the class, roles, what Airflow 3 reads",
    },
    { for: "the redirect URI, which Flask-AppBuilder makes" },
  ],
  proof: {
    by: "test",
    on: "2026-11-29",
    version: "3.3.2, with its FAB provider 3.10.2",
    test: "test/interop/apps/airflow.ts",
  },
};
