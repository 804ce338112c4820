/** Reads a client of a realm export of Keycloak: a ClientRepresentation of its admin REST API, whose settings are texts by name. */
import type { JsonObject } from "../../../values/json-object.ts";
import { shown } from "./check-person.ts";
import { noBrowser, notAClient, type ReadClient, usableMember } from "./foreign-clients.ts";
import { flagIn, isSaid, objectIn, objectsIn, textIn, textsIn } from "./json-members.ts";

/** Clients that every realm has, for Keycloak itself. */
const ownClients = new Set([
  "account",
  "account-console",
  "admin-cli",
  "broker",
  "realm-management",
  "security-admin-console",
]);

/** Settings that have a place here, by the name of a registration (RFC 7591). */
const keptSettings: Readonly<Record<string, string>> = {
  "backchannel.logout.url": "backchannel_logout_uri",
  "id.token.signed.response.alg": "id_token_signed_response_alg",
  "user.info.response.signature.alg": "userinfo_signed_response_alg",
  "dpop.bound.access.tokens": "dpop_bound_access_tokens",
  "require.pushed.authorization.requests": "require_pushed_authorization_requests",
  logoUri: "logo_uri",
  policyUri: "policy_uri",
  tosUri: "tos_uri",
};

/** Settings that are read elsewhere, are usual, or mean nothing outside Keycloak. */
const passedSettings: ReadonlySet<string> = new Set([
  ...["post.logout.redirect.uris", "pkce.code.challenge.method", "frontchannel.logout.url"],
  ...["jwks.url", "use.jwks.url", "jwt.credential.certificate", "jwt.credential.public.key"],
  ...["backchannel.logout.session.required", "frontchannel.logout.session.required", "use.refresh.tokens"],
  ...["client.secret.creation.time", "realm_client"],
]);

/** The same for members of a client. */
const passedMembers: ReadonlySet<string> = new Set([
  ...["id", "clientId", "name", "enabled", "protocol", "publicClient", "bearerOnly", "secret", "access"],
  ...["rootUrl", "baseUrl", "redirectUris", "webOrigins", "consentRequired", "standardFlowEnabled"],
  ...["implicitFlowEnabled", "directAccessGrantsEnabled", "serviceAccountsEnabled", "attributes"],
  ...["clientAuthenticatorType", "protocolMappers", "defaultClientScopes", "optionalClientScopes"],
  ...["alwaysDisplayInConsole", "surrogateAuthRequired", "frontchannelLogout", "fullScopeAllowed"],
  ...["nodeReRegistrationTimeout", "notBefore"],
]);

/** The client scopes that every realm has. `latchkey shadow` shows what an application notices of them. */
const usualScopes: ReadonlySet<string> = new Set([
  ...["basic", "acr", "profile", "email", "address", "phone", "roles", "web-origins", "offline_access"],
  ...["microprofile-jwt", "organization", "service_account"],
]);

/** Reads a client of a realm export. */
export function readKeycloakClient(json: JsonObject): ReadClient {
  const clientId = textIn(json, "clientId");
  if (clientId === undefined) return notAClient;
  if (ownClients.has(clientId) || clientId.endsWith("-realm")) return undefined;
  const why = whyNotRead(json);
  if (why !== undefined) return { clientId, why };
  const settings = objectIn(json, "attributes");
  const isPublic = json.publicClient === true;
  const { uris, patterns } = redirectUrisIn(json);
  const secret = textIn(json, "secret");
  const isMasked = secret !== undefined && /^\*+$/.test(secret);
  const proof = proofOf(json, settings, isPublic);
  const { kept, leftOut } = readSettings(settings, isPublic);
  const afterLogout = afterLogoutIn(settings, uris);
  return {
    metadata: {
      client_id: clientId,
      client_name: textIn(json, "name") ?? clientId,
      redirect_uris: uris,
      grant_types: ["authorization_code", "refresh_token"],
      client_uri: startPageIn(json),
      ...(afterLogout.length > 0 && { post_logout_redirect_uris: afterLogout }),
      ...(secret !== undefined && !isMasked && { client_secret: secret }),
      ...proof.members,
      ...kept,
    },
    isDisabled: json.enabled === false,
    isThirdParty: json.consentRequired === true,
    needsPkce: textIn(settings, "pkce.code.challenge.method") !== undefined,
    leftOut: [
      ...patterns.map(
        (uri) => `The redirect URI ${shown(uri)} is left out: it is a pattern or a part of a URI.`,
      ),
      ...proof.leftOut,
      ...leftOut,
      ...flowsLeftOut(json, settings),
      ...claimsLeftOut(json),
      ...originsLeftOut(json, uris),
      ...Object.entries(json).flatMap(([name, value]) =>
        passedMembers.has(name) || value === false || !isSaid(value)
          ? []
          : [`The member ${shown(name)} is left out.`],
      ),
    ],
  };
}

function whyNotRead(json: JsonObject): string | undefined {
  if ((textIn(json, "protocol") ?? "openid-connect") !== "openid-connect")
    return "It uses a protocol other than OpenID Connect.";
  const flags = ["enabled", "publicClient", "consentRequired", "bearerOnly", "standardFlowEnabled"];
  const unusable = flags.find((name) => flagIn(json, name) === "unusable");
  if (unusable !== undefined) return `${unusable} must be true or false, without quotation marks.`;
  if (json.bearerOnly === true) return "It is an API: make it with `latchkey api create`.";
  return json.standardFlowEnabled === false ? noBrowser : undefined;
}

/** A redirect URI that begins with a slash continues the root URL. */
function redirectUrisIn(json: JsonObject) {
  const root = textIn(json, "rootUrl")?.replace(/\/$/, "");
  const uris: string[] = [];
  const patterns: string[] = [];
  for (const written of textsIn(json, "redirectUris")) {
    const uri = root !== undefined && written.startsWith("/") ? `${root}${written}` : written;
    if (uri.includes("*") || !uri.includes(":")) patterns.push(written);
    else uris.push(uri);
  }
  return { uris, patterns };
}

/** The home URL; one that begins with a slash continues the root URL. */
function startPageIn(json: JsonObject): string | undefined {
  const page = textIn(json, "baseUrl");
  return page?.startsWith("/") ? `${textIn(json, "rootUrl")?.replace(/\/$/, "") ?? ""}${page}` : page;
}

/** Where people may go after signing out; a plus sign stands for the redirect URIs. */
function afterLogoutIn(settings: JsonObject, redirectUris: readonly string[]): readonly string[] {
  const written = (textIn(settings, "post.logout.redirect.uris") ?? "").split("##");
  const meant = written.flatMap((uri) => (uri === "+" ? redirectUris : [uri]));
  return [...new Set(meant.filter((uri) => uri.includes(":") && !uri.includes("*")))];
}

/** How the client proves who it is. */
function proofOf(json: JsonObject, settings: JsonObject, isPublic: boolean) {
  const secret = { token_endpoint_auth_method: "client_secret_basic" };
  if (isPublic) return { members: { token_endpoint_auth_method: "none" }, leftOut: [] };
  switch (textIn(json, "clientAuthenticatorType") ?? "client-secret") {
    case "client-secret":
      return { members: secret, leftOut: [] };
    case "client-jwt": {
      const keys =
        settings["use.jwks.url"] === "true"
          ? usableMember("jwks_uri", settings["jwks.url"], isPublic)
          : undefined;
      if (keys !== undefined)
        return { members: { token_endpoint_auth_method: "private_key_jwt", ...keys }, leftOut: [] };
      const note =
        "Its public key is left out: give it with `latchkey client update --public-keys`, or use the secret.";
      return { members: secret, leftOut: [note] };
    }
    default:
      return {
        members: secret,
        leftOut: ["It authenticated in another way; here it sends its secret."],
      };
  }
}

function readSettings(settings: JsonObject, isPublic: boolean) {
  const kept: Record<string, unknown> = {};
  const leftOut: string[] = [];
  for (const [setting, value] of Object.entries(settings)) {
    if (passedSettings.has(setting) || value === "false" || !isSaid(value)) continue;
    const name = Object.hasOwn(keptSettings, setting) ? keptSettings[setting] : undefined;
    const member =
      name === undefined ? undefined : usableMember(name, value === "true" ? true : value, isPublic);
    if (member !== undefined) Object.assign(kept, member);
    else if (name === "backchannel_logout_uri")
      leftOut.push(
        `The address for back-channel logout ${shown(String(value))} is left out: it cannot be called from here.`,
      );
    else leftOut.push(`The setting ${shown(setting)} is left out.`);
  }
  return { kept, leftOut };
}

function flowsLeftOut(json: JsonObject, settings: JsonObject): readonly string[] {
  return [
    ...(isSaid(settings["frontchannel.logout.url"]) ? ["Front-channel logout is left out."] : []),
    ...(json.serviceAccountsEnabled === true
      ? ["Its service account is left out: make a client of its own with `latchkey client create --machine`."]
      : []),
    ...(json.directAccessGrantsEnabled === true ? ["Sign-ins by the password grant are left out."] : []),
    ...(json.implicitFlowEnabled === true
      ? ["The implicit flow is left out: answers have an authorization code here."]
      : []),
  ];
}

/** The sources of claims there: mappers of the client itself, and client scopes that an operator made. */
function claimsLeftOut(json: JsonObject): readonly string[] {
  const scopes = [...textsIn(json, "defaultClientScopes"), ...textsIn(json, "optionalClientScopes")];
  return [
    ...objectsIn(json, "protocolMappers").map(
      (mapper) =>
        `The mapper ${shown(textIn(mapper, "name") ?? "")} is left out: \`latchkey shadow\` shows what it gives, and the command that gives it here.`,
    ),
    ...scopes
      .filter((scope) => !usualScopes.has(scope))
      .map((scope) => `The client scope ${shown(scope)} is left out.`),
  ];
}

/** Here the origins of the redirect URIs may call the token endpoint from a page, and no others. */
function originsLeftOut(json: JsonObject, uris: readonly string[]): readonly string[] {
  const origins = new Set(uris.map((uri) => URL.parse(uri)?.origin));
  return textsIn(json, "webOrigins")
    .filter((origin) => origin !== "+" && !origins.has(origin.replace(/\/$/, "")))
    .map((origin) => `The web origin ${shown(origin)} is left out.`);
}
