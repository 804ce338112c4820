import { authenticationMethodOf, type Client } from "../../protocol/client/client.ts";
import { metadataRows } from "../../protocol/client/metadata-fields.ts";
import { isWritten } from "../../protocol/client/metadata-row.ts";
import { sectorOf } from "../../protocol/openid/subject.ts";
import { deviceGrantType } from "../../protocol/token/request.ts";
import type { Digest } from "../../values/digest.ts";
import type { Secret } from "../../values/secret.ts";
import { isoTime } from "../../values/time.ts";
import type { SecretUse } from "../ports.ts";
import { secretCount, usedAtOf } from "./client-secrets.ts";
import { type ListedClient, lastUseOf } from "./client-use.ts";

/** Facts beside a client: its secret, at the one moment when it is known, and the uses of its secrets. */
export interface BesideClient {
  readonly secret?: Secret | undefined;
  readonly uses: readonly SecretUse[];
  /** What it was used for, where that is known. */
  readonly use?: ListedClient | undefined;
}

/** A client for programs, with the names of RFC 7591 and its kin where they have one. */
export function clientRecord(client: Client, { secret, uses, use }: BesideClient): object {
  return {
    client_id: client.id,
    ...(secret !== undefined && { client_secret: secret.reveal() }),
    name: client.name,
    redirect_uris: client.redirectUris,
    profile: client.profile,
    public: client.isPublic,
    disabled: client.isDisabled,
    created_at: isoTime(client.createdAt),
    ...(client.secretExposedAt !== undefined && { secret_exposed_at: isoTime(client.secretExposedAt) }),
    secrets: secretCount(client),
    ...secretUseRecord(client, uses),
    ...(use !== undefined && { use: useRecord(use) }),
    token_endpoint_auth_method: authenticationMethodOf(client),
    ...metadataRecord(client),
  };
}

/** Null if no use is on record. */
function secretUseRecord(client: Client, uses: readonly SecretUse[]): object {
  const { secretDigest, previousSecretDigest } = client;
  const useOf = (digest: Digest) => {
    const usedAt = usedAtOf(digest, uses);
    return usedAt === undefined ? null : isoTime(usedAt);
  };
  return {
    ...(secretDigest !== undefined && { secret_last_used_at: useOf(secretDigest) }),
    ...(previousSecretDigest !== undefined && { old_secret_last_used_at: useOf(previousSecretDigest) }),
  };
}

function useRecord(use: ListedClient): object {
  const lastAt = lastUseOf(use);
  return {
    sign_ins: use.signIns,
    tokens: use.tokens?.count ?? 0,
    last_used_at: lastAt === undefined ? null : isoTime(lastAt),
  };
}

function metadataRecord(client: Client): object {
  const { metadata } = client;
  const properties = metadataRows.flatMap(([member, field]) => {
    const value = metadata[member];
    return isWritten(field.record, field, value, metadata) ? [[field.record.name, field.write(value)]] : [];
  });
  return {
    response_types: metadata.isMachine ? [] : ["code"],
    grant_types: [
      metadata.isMachine ? "client_credentials" : "authorization_code",
      ...(metadata.mayRefresh ? ["refresh_token"] : []),
      ...(metadata.mayUseDeviceGrant ? [deviceGrantType] : []),
    ],
    ...Object.fromEntries(properties),
    ...(metadata.isPairwise && { sector: sectorOf(client) }),
  };
}
