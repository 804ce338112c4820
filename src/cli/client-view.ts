import type { BesideClient } from "../flows/operator/client-record.ts";
import { hasNoProof, isOldSecretIdle, secretCount, usedAtOf } from "../flows/operator/client-secrets.ts";
import type { SecretUse } from "../flows/ports.ts";
import type { Client, ClientMetadata } from "../protocol/client/client.ts";
import { type MetadataMember, metadataRows } from "../protocol/client/metadata-fields.ts";
import { sectorOf } from "../protocol/openid/subject.ts";
import type { Digest } from "../values/digest.ts";
import type { Instant } from "../values/time.ts";
import { shellWord, shortTime } from "../values/words.ts";
import { propertyOptions } from "./client-options.ts";
import { labelled } from "./layout.ts";

/** A client for people: one labelled value a line, and only what applies to it. */
export function clientDetails(client: Client, { secret, uses }: BesideClient): [string, string][] {
  const details: [string, string][] = [["Client ID", client.id]];
  if (secret !== undefined) details.push(["Client secret", secret.reveal()]);
  details.push(
    ["Name", client.name],
    ["Kind", kindOf(client)],
    ["State", client.isDisabled ? "disabled" : "enabled"],
    ...labelled("Redirect URI", client.redirectUris),
    ...metadataDetails(client),
    ["Created", shortTime(client.createdAt)],
    // Nothing can have used the only secret at the moment when it is first shown.
    ...(secret === undefined || secretCount(client) > 1 ? secretDetails(client, uses) : []),
  );
  return details;
}

function metadataDetails(client: Client): [string, string][] {
  return metadataRows.flatMap(([member, field]) =>
    field.label === null
      ? (composedDetails[member]?.(client) ?? [])
      : labelled(field.label, field.describe(client.metadata[member])),
  );
}

/** Lines about several properties, each in the place of the first. Properties that `kindOf` names have no line. */
const composedDetails: Partial<Readonly<Record<MetadataMember, (client: Client) => [string, string][]>>> = {
  idTokenAlgorithm: (client) => {
    const sector = sectorOf(client);
    return [
      ...labelled("ID token", client.metadata.isOpenid ? [idTokenText(client.metadata)] : []),
      ...labelled("Subjects", sector === undefined ? [] : [`pairwise, for the sector ${sector}`]),
    ];
  },
  mayRefresh: ({ metadata }) => labelled("Refresh", metadata.mayRefresh ? [refreshText(metadata)] : []),
  requiresDpop: ({ metadata }) => {
    const needs = [
      ...(metadata.requiresPushedRequest ? ["pushed requests"] : []),
      ...(metadata.requiresDpop ? ["DPoP"] : []),
    ];
    return labelled("Needs", needs.length === 0 ? [] : [needs.join(" and ")]);
  },
};

function refreshText({ keepsRefreshToken }: ClientMetadata): string {
  return keepsRefreshToken ? "gets a refresh token, and keeps it" : "gets refresh tokens";
}

function idTokenText({ idTokenAlgorithm, hasLeanIdToken }: ClientMetadata): string {
  const signed = `signed with ${idTokenAlgorithm}`;
  return hasLeanIdToken ? `${signed}; names and addresses only at userinfo` : signed;
}

function secretDetails(client: Client, uses: readonly SecretUse[]): [string, string][] {
  const { secretDigest, previousSecretDigest, secretExposedAt } = client;
  const details: [string, string][] = [];
  const useOf = (digest: Digest) => {
    const usedAt = usedAtOf(digest, uses);
    return usedAt === undefined ? "no recorded use" : `last used ${shortTime(usedAt)}`;
  };
  if (secretCount(client) === 2) details.push(["Secrets", "two work: the new one and the one before it"]);
  if (secretDigest !== undefined)
    details.push([previousSecretDigest === undefined ? "Secret" : "New secret", useOf(secretDigest)]);
  if (previousSecretDigest !== undefined) details.push(["Old secret", useOf(previousSecretDigest)]);
  if (hasNoProof(client)) details.push(["Secrets", "none: it cannot authenticate"]);
  if (secretExposedAt !== undefined)
    details.push(["Secret exposed", `${shortTime(secretExposedAt)}: it was sent in a URL; rotate it`]);
  return details;
}

/** The kind of a client, in a few words. */
export function kindOf(client: Client): string {
  const { isOpenid, isMachine, isThirdParty, registrationTokenDigest, documentSince } = client.metadata;
  return [
    client.profile,
    ...(isMachine ? ["machine"] : []),
    ...(isOpenid ? ["openid"] : []),
    ...(isThirdParty ? ["third party"] : []),
    ...(registrationTokenDigest === undefined ? [] : ["registered itself"]),
    ...(documentSince === undefined ? [] : ["by document"]),
    ...(client.isPublic ? ["public"] : []),
  ].join(", ");
}

/** The state of a client, in three words at most. */
export function stateOf(client: Client, uses: readonly SecretUse[], now: Instant): string {
  if (client.isDisabled) return "disabled";
  if (client.secretExposedAt !== undefined) return "secret exposed";
  if (hasNoProof(client)) return "no secret";
  if (secretCount(client) !== 2) return "ok";
  return isOldSecretIdle(client, uses, now) ? "old secret idle" : "two secrets";
}

/** The command that registers a client like this one; public keys have to be in a file called keys.json. */
export function createCommand(client: Client): string {
  const flags: readonly (readonly [flag: string, values: readonly string[] | boolean])[] = [
    ["--name", [client.name]],
    ["--redirect-uri", client.redirectUris],
    ["--strict", client.profile === "strict"],
    ["--public", client.isPublic],
    ...propertyOptions().map(
      ({ member, field, option }) => [option.long ?? "", field.words(client.metadata[member])] as const,
    ),
  ];
  const words = flags.flatMap(([flag, values]) =>
    typeof values === "boolean"
      ? values
        ? [flag]
        : []
      : values.map((value) => `${flag} ${shellWord(value)}`),
  );
  return `client create ${words.join(" ")}`;
}
