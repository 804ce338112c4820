import type { JsonObject } from "../../../values/json-object.ts";
import { isSaid, objectIn, objectsIn, textIn, textsIn } from "./json-members.ts";

/** A client of another product, with the names of RFC 7591, and what cannot come along. */
export interface ForeignClient {
  readonly metadata: JsonObject;
  readonly isDisabled: boolean;
  readonly isThirdParty: boolean;
  readonly leftOut: readonly string[];
}

/** The result of reading one client: a sentence if it is left out, undefined if there is nothing to say about it. */
export type ReadClient = ForeignClient | string | undefined;

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
  const id = textIn(json, "clientId");
  if (id === undefined) return "This is no client in the format of the file.";
  if (keycloakOwn.has(id) || id.endsWith("-realm")) return undefined;
  if ((textIn(json, "protocol") ?? "openid-connect") !== "openid-connect")
    return "It speaks another protocol than OpenID Connect.";
  if (json.bearerOnly === true) return "It is an API: make it with `latchkey api create`.";
  if (json.standardFlowEnabled === false) return noBrowser;
  const attributes = objectIn(json, "attributes");
  const uris = textsIn(json, "redirectUris");
  const usable = uris.filter((uri) => !uri.includes("*") && uri.includes(":"));
  const afterLogout = (textIn(attributes, "post.logout.redirect.uris") ?? "")
    .split("##")
    .filter((uri) => uri.includes(":") && !uri.includes("*"));
  const secret = textIn(json, "secret");
  const isMasked = secret !== undefined && /^\*+$/.test(secret);
  return {
    metadata: {
      client_id: id,
      client_name: textIn(json, "name") ?? id,
      redirect_uris: usable,
      token_endpoint_auth_method: json.publicClient === true ? "none" : "client_secret_basic",
      grant_types: ["authorization_code", "refresh_token"],
      ...(afterLogout.length > 0 && { post_logout_redirect_uris: afterLogout }),
      ...(secret !== undefined && !isMasked && { client_secret: secret }),
    },
    isDisabled: json.enabled === false,
    isThirdParty: json.consentRequired === true,
    leftOut: uris
      .filter((uri) => !usable.includes(uri))
      .map(
        (uri) =>
          `The redirect URI ${JSON.stringify(uri.slice(0, 200))} is left out: a pattern or a part is none here.`,
      ),
  };
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
  const id = textIn(json, "client_id");
  if (id === undefined) return "This is no client in the format of the file.";
  const grants = textsIn(json, "grant_types");
  if (grants.length > 0 && !grants.includes("authorization_code")) return noBrowser;
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
      client_name: textIn(json, "client_name") ?? id,
      token_endpoint_auth_method: isPublic ? "none" : needed,
      grant_types: grants.filter((grant) => grant === "authorization_code" || grant === "refresh_token"),
      ...(isSaid(json.scope) && { scope: json.scope }),
      ...(clear !== undefined && !isHash && { client_secret: clear }),
    },
    isDisabled: false,
    isThirdParty: false,
    leftOut: [],
  };
}

/** The clients in Authelia's configuration. */
export function autheliaClientsIn(json: JsonObject): readonly JsonObject[] {
  return objectsIn(objectIn(objectIn(json, "identity_providers"), "oidc"), "clients");
}
