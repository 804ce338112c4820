import { isDeepStrictEqual } from "node:util";
import { registerClient, removeClient } from "../../flows/operator/client.ts";
import { declareClient } from "../../flows/operator/declare-client.ts";
import { isOwnClient } from "../../flows/operator/own-clients.ts";
import {
  type Client,
  type ClientProfile,
  isProtected,
  isSelfRegistered,
} from "../../protocol/client/client.ts";
import { equalDigests, sha256 } from "../../values/digest.ts";
import { parseClientId } from "../../values/ids.ts";
import { ok, type Result } from "../../values/result.ts";
import { Secret } from "../../values/secret.ts";
import { refusedClient } from "../client-problem.ts";
import { declaredProperties, metadataChangesIn, propertyChanges } from "../client-schema.ts";
import { type Problem, problem } from "../problem.ts";
import { type DeclaredNoun, type Desk, fixed, type Put, type Written, withoutDefaults } from "./noun.ts";
import type { Declared } from "./schema.ts";

/** The clients that operators registered. */
export const declaredClients: DeclaredNoun<"clients"> = {
  key: "client_id",
  reads: "clients:read",
  writes: "clients:write",
  list: async ({ registry }) => {
    const clients = (await registry.clients.list()).filter(mayBeDeclared);
    return clients.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(written);
  },
  find: async (desk, wanted) => {
    const client = await stored(desk, wanted);
    if (client !== undefined && !mayBeDeclared(client))
      return problem("conflict", "This client registered itself, or belongs to the service. Leave it out.");
    return ok(client && written(client));
  },
  put: async (desk, wanted) => {
    const client = await stored(desk, wanted);
    if (client === undefined) return create(desk, wanted);
    if (client.isPublic !== (wanted.public ?? isProtected(client)))
      return fixed("public", "Declare another client with another client_id, and remove this one.");
    return change(desk, client, wanted);
  },
  remove: async ({ registry, operator }, name) => {
    const removed = await removeClient(registry, name, { by: operator });
    return removed.ok ? removed : refusedClient({}, removed.reason);
  },
};

/** Not from memory: what another process changed a moment ago is a difference too. */
async function stored(
  { registry }: Desk,
  { client_id: id }: Declared<"clients">,
): Promise<Client | undefined> {
  const clientId = parseClientId(id);
  return clientId && registry.clients.findStored(clientId);
}

/** Clients that register or describe themselves do so again, and the service makes its own clients. */
function mayBeDeclared(client: Client): boolean {
  return !isSelfRegistered(client) && !isOwnClient(client);
}

async function create(
  { registry, operator }: Desk,
  wanted: Declared<"clients">,
): Promise<Result<Put, Problem>> {
  const metadata = metadataChangesIn(wanted);
  const client = {
    name: wanted.name,
    redirectUris: wanted.redirect_uris ?? [],
    profile: profileOf(wanted),
    isPublic: wanted.public ?? false,
    ...(metadata !== undefined && { metadata }),
  };
  const secret = wanted.secret === undefined ? undefined : new Secret(wanted.secret);
  const chosen = { id: wanted.client_id, secret, isDisabled: wanted.disabled ?? false };
  const made = await registerClient(registry, client, { by: operator }, chosen);
  if (!made.ok) return refusedClient({}, made.reason);
  return ok(secret === undefined ? { secret: made.value.secret?.reveal() } : { isSecretNew: true });
}

async function change(
  { registry, operator }: Desk,
  client: Client,
  wanted: Declared<"clients">,
): Promise<Result<Put, Problem>> {
  const { redirect_uris: redirectUris = isProtected(client) ? client.redirectUris : [], name } = wanted;
  const metadata = propertyChanges(declaredProperties(client), wanted);
  const secret = wanted.secret === undefined ? undefined : new Secret(wanted.secret);
  const isSecretNew = secret !== undefined && !isSecretOf(client, secret);
  const changes = {
    ...(name !== client.name && { name }),
    ...(!isDeepStrictEqual([...client.redirectUris], redirectUris) && { redirectUris }),
    ...(profileOf(wanted) !== client.profile && { profile: profileOf(wanted) }),
    ...(metadata !== undefined && { metadata }),
    ...(isSecretNew && { secret }),
    isDisabled: wanted.disabled ?? false,
  };
  const changed = await declareClient(registry, client.id, changes, {
    by: operator,
    seen: [client.updatedAt],
  });
  return changed.ok ? ok({ isSecretNew }) : refusedClient({}, changed.reason);
}

function profileOf({ profile = "interface" }: Declared<"clients">): ClientProfile {
  return profile;
}

function isSecretOf({ secretDigest }: Client, secret: Secret): boolean {
  return secretDigest !== undefined && equalDigests(secretDigest, sha256(secret.reveal()));
}

function written(client: Client): Written {
  const { id, name, redirectUris, profile, isPublic, isDisabled } = client;
  const members = {
    client_id: id,
    name,
    // Those of a protected application follow from what it protects.
    ...(!isProtected(client) && { redirect_uris: redirectUris, public: isPublic }),
    profile,
    disabled: isDisabled,
  };
  return { ...withoutDefaults(members, { profile: "interface" }), ...declaredProperties(client) };
}
