/** The products whose addresses the service can answer at. */
export const oldProducts = ["keycloak", "authelia", "dex", "hydra", "oidc-provider", "zitadel"] as const;

export type OldProduct = (typeof oldProducts)[number];

/** The endpoints that applications are configured with, by their names in the paths of the service. */
export type OldEndpoint =
  | "authorization"
  | "token"
  | "userinfo"
  | "jwks"
  | "logout"
  | "introspection"
  | "revocation"
  | "pushedRequest"
  | "deviceAuthorization";

/**
 * Where each product has its endpoints below its issuer, as its source says. The documents of discovery have the same addresses in every
 * product. An endpoint that a product has at two addresses moved there between its releases.
 */
export const oldPaths: Readonly<
  Record<OldProduct, readonly (readonly [path: string, endpoint: OldEndpoint])[]>
> = {
  // OIDCLoginProtocolService.java, TokenEndpoint.java, OAuth2DeviceAuthorizationEndpoint.java and ParRootEndpoint.java of Keycloak.
  keycloak: [
    ["/protocol/openid-connect/auth", "authorization"],
    ["/protocol/openid-connect/token", "token"],
    ["/protocol/openid-connect/userinfo", "userinfo"],
    ["/protocol/openid-connect/certs", "jwks"],
    ["/protocol/openid-connect/logout", "logout"],
    ["/protocol/openid-connect/token/introspect", "introspection"],
    ["/protocol/openid-connect/revoke", "revocation"],
    ["/protocol/openid-connect/ext/par/request", "pushedRequest"],
    ["/protocol/openid-connect/auth/device", "deviceAuthorization"],
  ],
  // internal/oidc/const.go of Authelia. It has no endpoint for signing out.
  authelia: [
    ["/api/oidc/authorization", "authorization"],
    ["/api/oidc/token", "token"],
    ["/api/oidc/userinfo", "userinfo"],
    ["/jwks.json", "jwks"],
    ["/api/oidc/jwks", "jwks"],
    ["/api/oidc/introspection", "introspection"],
    ["/api/oidc/revocation", "revocation"],
    ["/api/oidc/pushed-authorization-request", "pushedRequest"],
    ["/api/oidc/device-authorization", "deviceAuthorization"],
  ],
  // server/server.go of Dex.
  dex: [
    ["/auth", "authorization"],
    ["/token", "token"],
    ["/userinfo", "userinfo"],
    ["/keys", "jwks"],
    ["/token/introspect", "introspection"],
    ["/device/code", "deviceAuthorization"],
  ],
  // oauth2/handler.go of Hydra. Its key set has the address of Latchkey's, and introspection is on its port for administrators.
  hydra: [
    ["/oauth2/auth", "authorization"],
    ["/oauth2/token", "token"],
    ["/userinfo", "userinfo"],
    ["/oauth2/sessions/logout", "logout"],
    ["/oauth2/revoke", "revocation"],
    ["/oauth2/device/auth", "deviceAuthorization"],
  ],
  // The default of `routes` in lib/helpers/defaults.js of oidc-provider.
  "oidc-provider": [
    ["/auth", "authorization"],
    ["/token", "token"],
    ["/me", "userinfo"],
    ["/jwks", "jwks"],
    ["/session/end", "logout"],
    ["/token/introspection", "introspection"],
    ["/token/revocation", "revocation"],
    ["/request", "pushedRequest"],
    ["/device/auth", "deviceAuthorization"],
  ],
  // The endpoints of `OIDC.CustomEndpoints` in cmd/defaults.yaml of Zitadel.
  zitadel: [
    ["/oauth/v2/authorize", "authorization"],
    ["/oauth/v2/token", "token"],
    ["/oidc/v1/userinfo", "userinfo"],
    ["/oauth/v2/keys", "jwks"],
    ["/oidc/v1/end_session", "logout"],
    ["/oauth/v2/introspect", "introspection"],
    ["/oauth/v2/revoke", "revocation"],
    ["/oauth/v2/device_authorization", "deviceAuthorization"],
  ],
};

/** How the documents of discovery call each endpoint. */
export const endpointNames: Readonly<Record<OldEndpoint, string>> = {
  authorization: "authorization_endpoint",
  token: "token_endpoint",
  userinfo: "userinfo_endpoint",
  jwks: "jwks_uri",
  logout: "end_session_endpoint",
  introspection: "introspection_endpoint",
  revocation: "revocation_endpoint",
  pushedRequest: "pushed_authorization_request_endpoint",
  deviceAuthorization: "device_authorization_endpoint",
};
