import { metadataFields } from "../../../protocol/client/metadata-fields.ts";
import type { JsonObject } from "../../../values/json-object.ts";
import { shown } from "./check-person.ts";
import { flagIn, isSaid, objectIn, objectsIn, textIn, textsIn } from "./json-members.ts";

/** A client of another product, with the names of RFC 7591, and what cannot come along. */
export interface ForeignClient {
  readonly metadata: JsonObject;
  readonly isDisabled: boolean;
  readonly isThirdParty: boolean;
  /** The other product demands PKCE of it. */
  readonly needsPkce: boolean;
  readonly leftOut: readonly string[];
}

/** A client that is left out, and why. */
export interface NotRead {
  readonly clientId?: string;
  readonly why: string;
}

/** The result of reading one client; undefined if there is nothing to say about it. */
export type ReadClient = ForeignClient | NotRead | undefined;

/** The answer to a record that is not in the format. */
export const notAClient: NotRead = { why: "This is not a client in the format of the file." };

/** Clients that every realm has, for Keycloak itself. */
const keycloakOwn = new Set([
  "account",
  "account-console",
  "admin-cli",
  "broker",
  "realm-management",
  "security-admin-console",
]);

/** Reads a client of a realm export. */
export function readKeycloakClient(json: JsonObject): ReadClient {
  const clientId = textIn(json, "clientId");
  if (clientId === undefined) return notAClient;
  if (keycloakOwn.has(clientId) || clientId.endsWith("-realm")) return undefined;
  const why = whyNoKeycloakClient(json);
  if (why !== undefined) return { clientId, why };
  const attributes = objectIn(json, "attributes");
  const isPublic = json.publicClient === true;
  const uris = textsIn(json, "redirectUris");
  const usable = uris.filter((uri) => !uri.includes("*") && uri.includes(":"));
  const afterLogout = (textIn(attributes, "post.logout.redirect.uris") ?? "")
    .split("##")
    .filter((uri) => uri.includes(":") && !uri.includes("*"));
  const secret = textIn(json, "secret");
  const isMasked = secret !== undefined && /^\*+$/.test(secret);
  const logout = textIn(attributes, "backchannel.logout.url");
  const told =
    logout === undefined ? undefined : metadataFields.backchannelLogoutUri.check(logout, { isPublic });
  return {
    metadata: {
      client_id: clientId,
      client_name: textIn(json, "name") ?? clientId,
      redirect_uris: usable,
      token_endpoint_auth_method: isPublic ? "none" : "client_secret_basic",
      grant_types: ["authorization_code", "refresh_token"],
      ...(afterLogout.length > 0 && { post_logout_redirect_uris: afterLogout }),
      ...(told?.ok && { backchannel_logout_uri: logout }),
      ...(secret !== undefined && !isMasked && { client_secret: secret }),
    },
    isDisabled: json.enabled === false,
    isThirdParty: json.consentRequired === true,
    needsPkce: textIn(attributes, "pkce.code.challenge.method") !== undefined,
    leftOut: [
      ...uris
        .filter((uri) => !usable.includes(uri))
        .map((uri) => `The redirect URI ${shown(uri)} is left out: it is a pattern or a part of a URI.`),
      ...(logout !== undefined && told?.ok !== true
        ? [`The address for back-channel logout ${shown(logout)} is left out: it cannot be called from here.`]
        : []),
      ...(isSaid(attributes["frontchannel.logout.url"]) ? ["Front-channel logout is left out."] : []),
      ...(json.serviceAccountsEnabled === true
        ? [
            "Its service account is left out: make a client of its own with `latchkey client create --machine`.",
          ]
        : []),
      ...(json.directAccessGrantsEnabled === true ? ["Sign-ins by the password grant are left out."] : []),
    ],
  };
}

function whyNoKeycloakClient(json: JsonObject): string | undefined {
  if ((textIn(json, "protocol") ?? "openid-connect") !== "openid-connect")
    return "It speaks another protocol than OpenID Connect.";
  const flags = ["enabled", "publicClient", "consentRequired", "bearerOnly", "standardFlowEnabled"];
  const unusable = flags.find((name) => flagIn(json, name) === "unusable");
  if (unusable !== undefined) return `${unusable} must be true or false, without quotation marks.`;
  if (json.bearerOnly === true) return "It is an API: make it with `latchkey api create`.";
  return json.standardFlowEnabled === false ? noBrowser : undefined;
}

const noBrowser =
  "It signs nobody in by a browser. Register it with `latchkey client create --machine` or --device.";

const members = [
  "client_id",
  "client_name",
  "redirect_uris",
  "post_logout_redirect_uris",
  "jwks",
  "jwks_uri",
  "logo_uri",
  "client_uri",
  "policy_uri",
  "tos_uri",
  "contacts",
  "backchannel_logout_uri",
] as const;

/** Reads a client of Hydra or Authelia, which both have the names of RFC 7591. */
export function readRegisteredClient(json: JsonObject): ReadClient {
  const clientId = textIn(json, "client_id");
  if (clientId === undefined) return notAClient;
  const grants = textsIn(json, "grant_types");
  if (grants.length > 0 && !grants.includes("authorization_code")) return { clientId, why: noBrowser };
  const unusable = ["public", "require_pkce"].find((name) => flagIn(json, name) === "unusable");
  if (unusable !== undefined)
    return { clientId, why: `${unusable} must be true or false, without quotation marks.` };
  const said = Object.fromEntries(
    members.flatMap((name) => (isSaid(json[name]) ? [[name, json[name]]] : [])),
  );
  const secret = textIn(json, "client_secret");
  // This is how Authelia marks a plain-text secret; anything else that begins with a dollar sign is a hash.
  const clear = secret?.startsWith("$plaintext$") ? secret.slice(11) : secret;
  const isHash = clear?.startsWith("$") === true;
  const method = textIn(json, "token_endpoint_auth_method");
  const isPublic = json.public === true || method === "none";
  const needed =
    method === "private_key_jwt" || method === "client_secret_post" ? method : "client_secret_basic";
  return {
    metadata: {
      ...said,
      client_name: textIn(json, "client_name") ?? clientId,
      token_endpoint_auth_method: isPublic ? "none" : needed,
      grant_types: grants.filter((grant) => grant === "authorization_code" || grant === "refresh_token"),
      ...(isSaid(json.scope) && { scope: json.scope }),
      ...(clear !== undefined && !isHash && { client_secret: clear }),
    },
    isDisabled: false,
    isThirdParty: false,
    needsPkce: json.require_pkce === true || isSaid(json.pkce_challenge_method),
    leftOut: [],
  };
}

/** The clients in Authelia's configuration. */
export function autheliaClientsIn(json: JsonObject): readonly JsonObject[] {
  return objectsIn(objectIn(objectIn(json, "identity_providers"), "oidc"), "clients");
}
