import { metadataRows } from "../../../protocol/client/metadata-fields.ts";
import { RegistrationMembers } from "../../../protocol/client/registration-members.ts";
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

/** Why a client without a sign-in in a browser is left out. */
export const noBrowser =
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

/** Members that are read elsewhere, or say something about the other product alone. */
const passedMembers: ReadonlySet<string> = new Set([
  ...members,
  ...["client_secret", "token_endpoint_auth_method", "grant_types", "response_types", "scope", "scopes"],
  ...[
    "public",
    "require_pkce",
    "pkce_challenge_method",
    "client_secret_expires_at",
    "created_at",
    "updated_at",
  ],
  ...["registration_access_token", "registration_client_uri"],
]);
/** The values by which both products say that nothing is asked for. */
const usualValues: Readonly<Record<string, unknown>> = {
  subject_type: "public",
  userinfo_signed_response_alg: "none",
};
/** Settings that decide a person's subject: subjects are made in another way here, so these are named and not kept. */
const ofSubjects: ReadonlySet<string> = new Set(["subject_type", "sector_identifier_uri"]);

/** The member of a registration with this value; undefined if there is none of this name, or it cannot have the value. */
export function usableMember(name: string, value: unknown, isPublic: boolean): JsonObject | undefined {
  const field = metadataRows.find(([, { wire }]) => wire?.name === name)?.[1];
  const json = { [name]: value };
  const sent = new RegistrationMembers(json);
  const read = field?.read(sent, name);
  const isUsable = read !== undefined && sent.problem === undefined && field?.check(read, { isPublic }).ok;
  return isUsable ? json : undefined;
}

/** What a client says beyond the members that are read: as members of a registration, or as sentences. */
function otherMembers(json: JsonObject, isPublic: boolean) {
  const kept: Record<string, unknown> = {};
  const leftOut: string[] = [];
  for (const [name, value] of Object.entries(json)) {
    const isUsual = Object.hasOwn(usualValues, name) && usualValues[name] === value;
    if (passedMembers.has(name) || isUsual || value === false || !isSaid(value)) continue;
    const member = ofSubjects.has(name) ? undefined : usableMember(name, value, isPublic);
    if (member === undefined) leftOut.push(`The member ${shown(name)} is left out.`);
    else Object.assign(kept, member);
  }
  return { kept, leftOut };
}

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
  const others = otherMembers(json, isPublic);
  const needed =
    method === "private_key_jwt" || method === "client_secret_post" ? method : "client_secret_basic";
  return {
    metadata: {
      ...others.kept,
      ...said,
      client_name: textIn(json, "client_name") ?? clientId,
      token_endpoint_auth_method: isPublic ? "none" : needed,
      grant_types: grants.filter(isKeptGrant),
      ...(isSaid(json.scope) && { scope: json.scope }),
      ...(clear !== undefined && !isHash && { client_secret: clear }),
    },
    isDisabled: false,
    isThirdParty: false,
    needsPkce: json.require_pkce === true || isSaid(json.pkce_challenge_method),
    leftOut: [
      ...grants
        .filter((grant) => !isKeptGrant(grant))
        .map((grant) => `The grant type ${shown(grant)} is left out.`),
      ...others.leftOut,
    ],
  };
}

function isKeptGrant(grant: string): boolean {
  return grant === "authorization_code" || grant === "refresh_token";
}

/** The clients in Authelia's configuration. */
export function autheliaClientsIn(json: JsonObject): readonly JsonObject[] {
  return objectsIn(objectIn(objectIn(json, "identity_providers"), "oidc"), "clients");
}
