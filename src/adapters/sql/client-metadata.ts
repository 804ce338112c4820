import type { ClientMetadata, SecretMethod } from "../../protocol/client/client.ts";
import type { PublicJwk, SigningAlgorithm } from "../../protocol/jwk.ts";
import type { JsonObject } from "../../values/json-object.ts";
import { jsonObject, objects, string, strings } from "./json.ts";
import type { Row } from "./rows.ts";
import { parsed } from "./rows.ts";

/** Reads a `metadata` column that is not null. A member that an earlier release did not know yet means what its absence does. */
export function metadataOf(row: Row): ClientMetadata {
  const json = jsonObject(row, "metadata");
  const { userinfoAlgorithm, backchannelLogoutUri, publicKeysUri, audience } = json;
  const { secretMethod, registrationTokenDigest, logoUri, policyUri, tosUri, sector } = json;
  return {
    isOpenid: json.isOpenid === true,
    idTokenAlgorithm: algorithmOf(json.idTokenAlgorithm ?? "RS256"),
    hasLeanIdToken: json.hasLeanIdToken === true,
    isPairwise: json.isPairwise === true,
    ...(sector !== undefined && { sector: string(sector, "sector") }),
    ...(userinfoAlgorithm !== undefined && { userinfoAlgorithm: algorithmOf(userinfoAlgorithm) }),
    mayRefresh: json.mayRefresh === true,
    keepsRefreshToken: json.keepsRefreshToken === true,
    mayEndSessions: json.mayEndSessions === true,
    isThirdParty: json.isThirdParty === true,
    wantsIssuer: json.wantsIssuer === true,
    postLogoutRedirectUris: strings(json.postLogoutRedirectUris ?? [], "postLogoutRedirectUris"),
    ...(backchannelLogoutUri !== undefined && {
      backchannelLogoutUri: string(backchannelLogoutUri, "backchannelLogoutUri"),
    }),
    publicKeys: objects(json.publicKeys ?? [], "publicKeys").map(publicKeyOf),
    ...(publicKeysUri !== undefined && { publicKeysUri: string(publicKeysUri, "publicKeysUri") }),
    ...(logoUri !== undefined && { logoUri: string(logoUri, "logoUri") }),
    ...(policyUri !== undefined && { policyUri: string(policyUri, "policyUri") }),
    ...(tosUri !== undefined && { tosUri: string(tosUri, "tosUri") }),
    requiresDpop: json.requiresDpop === true,
    requiresPushedRequest: json.requiresPushedRequest === true,
    resources: strings(json.resources ?? [], "resources"),
    onlyGroups: strings(json.onlyGroups ?? [], "onlyGroups"),
    ...(audience !== undefined && { audience: string(audience, "audience") }),
    ...(secretMethod !== undefined && { secretMethod: secretMethodOf(secretMethod) }),
    ...(registrationTokenDigest !== undefined && {
      registrationTokenDigest: string(registrationTokenDigest, "registrationTokenDigest"),
    }),
  };
}

function publicKeyOf({ kty, kid, alg, use, ...members }: JsonObject): PublicJwk {
  return {
    kty: string(kty, "kty"),
    ...(kid !== undefined && { kid: string(kid, "kid") }),
    ...(alg !== undefined && { alg: string(alg, "alg") }),
    ...(use !== undefined && { use: string(use, "use") }),
    ...members,
  };
}

function secretMethodOf(value: unknown): SecretMethod {
  const known = value === "client_secret_basic" || value === "client_secret_post";
  return parsed("metadata", known ? value : undefined);
}

function algorithmOf(value: unknown): SigningAlgorithm {
  const known = value === "RS256" || value === "ES256" || value === "EdDSA";
  return parsed("metadata", known ? value : undefined);
}
