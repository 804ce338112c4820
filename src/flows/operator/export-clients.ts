import { type Client, isSelfRegistered } from "../../protocol/client/client.ts";
import { checkRedirectUriForRegistration } from "../../protocol/client/redirect-uri-registration.ts";
import { metadataFromStore, metadataToStore } from "../../protocol/client/stored-metadata.ts";
import { type Digest, digestOf } from "../../values/digest.ts";
import { parseClientId } from "../../values/ids.ts";
import { isJsonObject, isTextList, type JsonObject, parseJsonObject } from "../../values/json-object.ts";
import { type Instant, instantOf, isoTime } from "../../values/time.ts";
import type { Clients } from "../ports.ts";
import { redirectUrisMax } from "./client-problem.ts";
import { readDisplayName } from "./display-name.ts";
import { isOwnClient } from "./own-clients.ts";

/**
 * Every client that an operator registered, as the import reads them. Those that registered or describe themselves do so again, and
 * the service makes its own. The digests of secrets come along only where they are asked for.
 */
export async function* exportClients(
  clients: Pick<Clients, "list">,
  { withHashes }: { readonly withHashes: boolean },
): AsyncGenerator<object> {
  for (const client of await clients.list())
    if (!isSelfRegistered(client) && !isOwnClient(client)) yield recordOf(client, withHashes);
}

function recordOf(client: Client, withHashes: boolean): object {
  const { secretDigest, previousSecretDigest } = client;
  const metadata = metadataToStore(client.metadata);
  return {
    client_id: client.id,
    name: client.name,
    redirect_uris: client.redirectUris,
    profile: client.profile,
    ...(client.isPublic && { public: true }),
    ...(client.isDisabled && { disabled: true }),
    ...(metadata !== undefined && { metadata: parseJsonObject(metadata) }),
    ...(withHashes && secretDigest && { secret_digest: textOf(secretDigest) }),
    ...(withHashes && previousSecretDigest && { previous_secret_digest: textOf(previousSecretDigest) }),
    created_at: isoTime(client.createdAt),
  };
}

/** Reads what `exportClients` wrote; undefined for anything else. Redirect URIs and name keep the rules of `client create`. */
export function readOwnClient(json: JsonObject, now: Instant): Client | undefined {
  const { profile, redirect_uris: redirectUris, metadata } = json;
  const id = parseClientId(String(json.client_id));
  const name = readDisplayName(String(json.name));
  const isPublic = json.public === true;
  const read = metadataFromStore(isJsonObject(metadata) ? metadata : undefined);
  if (id === undefined || !name.ok || read === undefined || !isTextList(redirectUris)) return undefined;
  if (profile !== "interface" && profile !== "strict") return undefined;
  if (redirectUris.length > redirectUrisMax) return undefined;
  if (!redirectUris.every((uri) => checkRedirectUriForRegistration(uri, { isPublic }).ok)) return undefined;
  const [secretDigest, previousSecretDigest] = [json.secret_digest, json.previous_secret_digest].map(
    readDigest,
  );
  const at = Date.parse(String(json.created_at));
  return {
    id,
    name: name.value,
    redirectUris,
    profile,
    isPublic,
    metadata: read,
    ...(secretDigest && { secretDigest }),
    ...(secretDigest && previousSecretDigest && { previousSecretDigest }),
    isDisabled: json.disabled === true,
    createdAt: Number.isSafeInteger(at) && at >= 0 ? instantOf(at) : now,
    updatedAt: now,
  };
}

function textOf(digest: Digest): string {
  return Buffer.from(digest).toString("base64url");
}

function readDigest(value: unknown): Digest | undefined {
  const bytes = typeof value === "string" ? Buffer.from(value, "base64url") : undefined;
  return bytes?.length === 32 ? digestOf(bytes) : undefined;
}
