import { isIdle } from "../flows/operator/client-secrets.ts";
import type { ClientBody } from "../operations/client-schema.ts";
import type { Client, ClientMetadata } from "../protocol/client/client.ts";
import { type MetadataMember, metadataRows } from "../protocol/client/metadata-fields.ts";
import { type Instant, instantOf } from "../values/time.ts";
import { shellWord } from "../values/words.ts";
import { propertyOptions } from "./client-options.ts";
import { type Details, labelled, shortTimeOf } from "./layout.ts";
import type { Names } from "./operation-input.ts";
import type { Beside } from "./operation-view.ts";

/** A client for people: one labelled value a line, and only what applies to it. */
export function clientDetails(record: ClientBody, metadata: ClientMetadata): Details {
  return [
    ["Client ID", record.client_id],
    ...labelled("Client secret", record.client_secret === undefined ? [] : [record.client_secret]),
    ["Name", record.name],
    ["Kind", kindOf(record)],
    ["State", record.disabled ? "disabled" : "enabled"],
    ...labelled("Redirect URI", record.redirect_uris),
    ...metadataRows.flatMap(([member, field]) =>
      field.label === null
        ? (composedDetails[member]?.(metadata, record) ?? [])
        : labelled(field.label, field.describe(metadata[member])),
    ),
    ["Created", shortTimeOf(record.created_at)],
    // Nothing can have used the only secret at the moment when it is first shown.
    ...(record.client_secret === undefined || record.secrets > 1 ? secretDetails(record) : []),
  ];
}

type Composed = (metadata: ClientMetadata, record: ClientBody) => Details;

/** Lines about several properties, each in the place of the first. Properties that `kindOf` names have no line. */
const composedDetails: Partial<Readonly<Record<MetadataMember, Composed>>> = {
  idTokenAlgorithm: (metadata, { sector }) => [
    ...labelled("ID token", metadata.isOpenid ? [idTokenText(metadata)] : []),
    ...labelled("Subjects", sector === undefined ? [] : [`pairwise, for the sector ${sector}`]),
  ],
  mayRefresh: (metadata) => labelled("Refresh", metadata.mayRefresh ? [refreshText(metadata)] : []),
  requiresDpop: ({ requiresPushedRequest, requiresDpop }) => {
    const needs = [...(requiresPushedRequest ? ["pushed requests"] : []), ...(requiresDpop ? ["DPoP"] : [])];
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

function secretDetails(record: ClientBody): Details {
  const { secrets, secret_last_used_at, old_secret_last_used_at, secret_exposed_at } = record;
  const useOf = (label: string, usedAt: string | null | undefined): Details => {
    if (usedAt === undefined) return [];
    return [[label, usedAt === null ? "no recorded use" : `last used ${shortTimeOf(usedAt)}`]];
  };
  return [
    ...labelled("Secrets", secrets === 2 ? ["two work: the new one and the one before it"] : []),
    ...useOf(secrets === 2 ? "New secret" : "Secret", secret_last_used_at),
    ...useOf("Old secret", old_secret_last_used_at),
    ...labelled("Secrets", lacksSecret(record) ? ["none: it cannot authenticate"] : []),
    ...labelled(
      "Secret exposed",
      secret_exposed_at === undefined
        ? []
        : [`${shortTimeOf(secret_exposed_at)}: it was sent in a URL; rotate it`],
    ),
  ];
}

function lacksSecret({ secrets, token_endpoint_auth_method: method }: ClientBody): boolean {
  return secrets === 0 && method.startsWith("client_secret");
}

/** The kind of a client, in a few words. */
function kindOf({ profile, public: isPublic, ...properties }: ClientBody): string {
  const has: Readonly<Record<string, unknown>> = properties;
  return [
    profile,
    ...(has.machine ? ["machine"] : []),
    ...(has.openid ? ["openid"] : []),
    ...(has.third_party ? ["third party"] : []),
    ...(has.self_registered ? ["registered itself"] : []),
    ...(has.described_by_document ? ["by document"] : []),
    ...(isPublic && !has.protect ? ["public"] : []),
    ...(has.protect ? ["behind a proxy"] : []),
  ].join(", ");
}

/** The state of a client, in three words at most. */
export function stateOf(record: ClientBody, now: Instant): string {
  if (record.disabled) return "disabled";
  if (record.secret_exposed_at !== undefined) return "secret exposed";
  if (lacksSecret(record)) return "no secret";
  if (record.secrets !== 2) return "ok";
  const usedAt = record.old_secret_last_used_at;
  return usedAt && isIdle(instantOf(Date.parse(usedAt)), now) ? "old secret idle" : "two secrets";
}

/** The list of clients. */
export const clientTable = {
  headings: ["CLIENT ID", "NAME", "KIND", "STATE", "SIGN-INS", "LAST USED", "REDIRECT URI"],
  row: (client: ClientBody, { registry }: Beside) => {
    const [first = "", ...others] = client.redirect_uris;
    const uris = others.length === 0 ? first : `${first} and ${others.length} more`;
    const { sign_ins: signIns = 0, last_used_at: usedAt } = client.use ?? {};
    return [
      client.client_id,
      client.name,
      kindOf(client),
      stateOf(client, registry.clock.now()),
      client.grant_types.includes("client_credentials") ? "" : `${signIns}`,
      usedAt ? shortTimeOf(usedAt) : "",
      uris,
    ];
  },
  empty: (latchkey: string, { q, kind, state }: Names) =>
    kind !== undefined || state !== undefined
      ? "No client matches."
      : q === undefined
        ? `No clients yet. Register one: ${latchkey} client create --name NAME --redirect-uri URI`
        : "No client has that text.",
};

/** The commands that a client needs next. */
export function secretNotes(record: ClientBody, latchkey: string): readonly string[] {
  const { client_id: id, secrets } = record;
  return [
    ...(secrets === 2 ? [`To end the older secret: ${latchkey} client retire-secret ${id}`] : []),
    ...(lacksSecret(record) ? [`To make a secret: ${latchkey} client rotate-secret ${id}`] : []),
  ];
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
