import type { Issuer } from "../../values/issuer.ts";
import type { Api } from "../api/api.ts";
import { supportedScopes } from "../api/open-scopes.ts";
import { supportedAcrValues } from "../authorization/acr.ts";
import { signingAlgorithms } from "../jwk.ts";
import { languages } from "../language.ts";
import { deviceGrantType, type GrantType } from "../token/request.ts";
import { exchangeGrantType } from "../token/token-exchange-request.ts";
import { personClaims } from "./person-claims.ts";

/** The absolute paths of the endpoints, each behind the path of the issuer. */
interface MetadataPaths {
  readonly authorization: string;
  readonly token: string;
  readonly userinfo: string;
  /** end_session_endpoint. */
  readonly logout: string;
  readonly jwks: string;
  readonly pushedRequest: string;
  readonly deviceAuthorization: string;
  readonly introspection: string;
  readonly revocation: string;
  /** Absent if clients cannot register themselves. */
  readonly registration?: string;
}

const grantTypes = [
  "authorization_code",
  "refresh_token",
  "client_credentials",
  deviceGrantType,
  exchangeGrantType,
] as const satisfies readonly GrantType[];

/** The authentication methods of confidential clients. */
const confidentialMethods = ["client_secret_basic", "client_secret_post", "private_key_jwt"];
const methods = [...confidentialMethods, "none"];

/** The algorithms of client assertions and DPoP proofs. Strict clients may use the first three only. */
const clientAlgorithms = ["ES256", "EdDSA", "PS256", "RS256"];

/** The document of RFC 8414: everything that the service supports. `apis` are all there are. */
export function authorizationServerMetadata(
  issuer: Issuer,
  paths: MetadataPaths,
  apis: readonly Api[],
): Record<string, unknown> {
  const at = (path: string): string => new URL(path, issuer).href;
  return {
    issuer,
    authorization_endpoint: at(paths.authorization),
    token_endpoint: at(paths.token),
    jwks_uri: at(paths.jwks),
    ...(paths.registration !== undefined && { registration_endpoint: at(paths.registration) }),
    scopes_supported: supportedScopes(apis),
    response_types_supported: ["code"],
    response_modes_supported: ["query", "form_post"],
    grant_types_supported: grantTypes,
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: methods,
    token_endpoint_auth_signing_alg_values_supported: clientAlgorithms,
    revocation_endpoint: at(paths.revocation),
    revocation_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_signing_alg_values_supported: clientAlgorithms,
    introspection_endpoint: at(paths.introspection),
    introspection_endpoint_auth_methods_supported: confidentialMethods,
    introspection_endpoint_auth_signing_alg_values_supported: clientAlgorithms,
    // RFC 8628 §4
    device_authorization_endpoint: at(paths.deviceAuthorization),
    // RFC 9126 §5
    pushed_authorization_request_endpoint: at(paths.pushedRequest),
    require_pushed_authorization_requests: false,
    // RFC 9207 §3
    authorization_response_iss_parameter_supported: true,
    // RFC 9449 §5.1
    dpop_signing_alg_values_supported: clientAlgorithms,
    // RFC 9470 §7: clients that know no OpenID Connect read here that acr_values means something.
    acr_values_supported: supportedAcrValues,
    ui_locales_supported: languages,
  };
}

/** The document of OpenID Connect Discovery §3: the same, with the members of OpenID Connect. */
export function openidConfiguration(
  issuer: Issuer,
  paths: MetadataPaths,
  apis: readonly Api[],
): Record<string, unknown> {
  const at = (path: string): string => new URL(path, issuer).href;
  return {
    ...authorizationServerMetadata(issuer, paths, apis),
    userinfo_endpoint: at(paths.userinfo),
    subject_types_supported: ["public", "pairwise"],
    id_token_signing_alg_values_supported: signingAlgorithms,
    userinfo_signing_alg_values_supported: signingAlgorithms,
    claim_types_supported: ["normal"],
    claims_supported: [...tokenClaims, ...personClaims],
    claims_parameter_supported: true,
    request_parameter_supported: false,
    // Clients read an absent member as true.
    request_uri_parameter_supported: false,
    prompt_values_supported: ["none", "login", "consent", "select_account"],
    end_session_endpoint: at(paths.logout),
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
  };
}

/** The claims of ID tokens themselves. */
const tokenClaims = ["iss", "sub", "aud", "exp", "iat", "auth_time", "nonce", "at_hash", "sid", "amr", "acr"];
