import { isDeepStrictEqual } from "node:util";
import {
  changeClient,
  findClient,
  registerClient,
  removeClient,
  rotateClientSecret,
  setClientDisabled,
} from "../../flows/operator/client.ts";
import { isOwnClient } from "../../flows/operator/own-clients.ts";
import {
  type Client,
  type ClientProfile,
  isProtected,
  isSelfRegistered,
} from "../../protocol/client/client.ts";
import { equalDigests, sha256 } from "../../values/digest.ts";
import { parseKeptSubject } from "../../values/ids.ts";
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
  find: async ({ registry }, { client_id: id }) => {
    const client = await findClient(registry.clients, id);
    if (client !== undefined && !mayBeDeclared(client))
      return problem("conflict", "This client registered itself, or belongs to the service. Leave it out.");
    return ok(client && written(client));
  },
  put: async (desk, wanted) => {
    const { registry } = desk;
    const client = await findClient(registry.clients, wanted.client_id);
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

/** Clients that register or describe themselves do so again, and the service makes its own clients. */
function mayBeDeclared(client: Client): boolean {
  return !isSelfRegistered(client) && !isOwnClient(client);
}

async function create(
  { registry, operator }: Desk,
  wanted: Declared<"clients">,
): Promise<Result<Put, Problem>> {
  // A token that a client gets for itself says the client id as `sub`.
  const subject = parseKeptSubject(wanted.client_id);
  if (subject && (await registry.accounts.findBySubject(subject)))
    return problem("conflict", "A person has this id as `sub`. Choose another one.");
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

/**
 * Properties, secret and state are each an act with an entry of its own. A client is disabled before any other change, and enabled after
 * all others.
 */
async function change(
  { registry, operator }: Desk,
  client: Client,
  wanted: Declared<"clients">,
): Promise<Result<Put, Problem>> {
  const terms = { by: operator };
  const isDisabled = wanted.disabled ?? false;
  const doSwitch = () => setClientDisabled(registry, client.id, isDisabled, terms);
  if (isDisabled && !client.isDisabled) {
    const shut = await doSwitch();
    if (!shut.ok) return refusedClient({}, shut.reason);
  }
  const { redirect_uris: redirectUris = isProtected(client) ? client.redirectUris : [], name } = wanted;
  const metadata = propertyChanges(declaredProperties(client), wanted);
  const changes = {
    ...(name !== client.name && { name }),
    ...(!isDeepStrictEqual([...client.redirectUris], redirectUris) && { redirectUris }),
    ...(profileOf(wanted) !== client.profile && { profile: profileOf(wanted) }),
    ...(metadata !== undefined && { metadata }),
  };
  if (Object.keys(changes).length > 0) {
    const changed = await changeClient(registry, client.id, changes, terms);
    if (!changed.ok) return refusedClient({}, changed.reason);
  }
  const secret = wanted.secret === undefined ? undefined : new Secret(wanted.secret);
  const isSecretNew = secret !== undefined && !isSecretOf(client, secret);
  if (isSecretNew) {
    const rotated = await rotateClientSecret(registry, client.id, { ...terms, secret });
    if (!rotated.ok) return refusedClient({}, rotated.reason);
  }
  if (!isDisabled && client.isDisabled) {
    const opened = await doSwitch();
    if (!opened.ok) return refusedClient({}, opened.reason);
  }
  return ok({ isSecretNew });
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
