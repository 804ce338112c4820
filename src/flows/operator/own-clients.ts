import { allAdminScopes } from "../../protocol/api/admin-scopes.ts";
import { administrationResource } from "../../protocol/api/administration.ts";
import { type Client, type ClientMetadata, interfaceMetadata } from "../../protocol/client/client.ts";
import type { ClientId } from "../../values/ids.ts";
import type { Issuer } from "../../values/issuer.ts";
import type { Strength } from "../../values/strength.ts";
import type { Clients, Clock } from "../ports.ts";

/** The client that the console signs its operators in with. An operator may disable it, which shuts the console. */
export const consoleClientId = "latchkeyconsole" as ClientId;

/** The client that `token create` issues tokens to. It has no secret, so nobody gets a token in its name in any other way. */
export const tokenClientId = "latchkeytokens" as ClientId;

/** The clients that belong to the service itself. They are rows like any other, so that tokens can be listed and revoked by them. */
const ownClientIds: ReadonlySet<string> = new Set([consoleClientId, tokenClientId]);

/** True for a client of the service itself. It is created again when it is missing. */
export function isOwnClient({ id }: Pick<Client, "id">): boolean {
  return ownClientIds.has(id);
}

interface OwnClientPorts {
  readonly clients: Clients;
  readonly clock: Clock;
}

/** Finds the client of the console. It follows the base URL and the required strength, and is made where there is none. */
export function findConsoleClient(
  ports: OwnClientPorts,
  { issuer, requiredStrength }: { readonly issuer: Issuer; readonly requiredStrength: Strength },
): Promise<Client> {
  return findOwnClient(ports, {
    id: consoleClientId,
    name: "Console",
    redirectUris: [`${issuer}/admin/callback`],
    isPublic: true,
    metadata: {
      ...interfaceMetadata,
      resources: [administrationResource(issuer)],
      ...(requiredStrength !== "one" && { requiredStrength }),
    },
  });
}

/** Finds the client of `token create`, or makes it. */
export function findTokenClient(ports: OwnClientPorts): Promise<Client> {
  return findOwnClient(ports, {
    id: tokenClientId,
    name: "Tokens made by operators",
    redirectUris: [],
    isPublic: false,
    metadata: { ...interfaceMetadata, isMachine: true, adminScope: allAdminScopes },
  });
}

interface Wanted extends Pick<Client, "id" | "name" | "redirectUris" | "isPublic"> {
  readonly metadata: ClientMetadata;
}

/** If several processes create or change it at the same time, each uses what one of them wrote. */
async function findOwnClient({ clients, clock }: OwnClientPorts, wanted: Wanted): Promise<Client> {
  const found = await clients.find(wanted.id);
  if (found !== undefined && isAsWanted(found, wanted)) return found;
  const now = clock.now();
  if (found === undefined) {
    const made: Client = {
      ...wanted,
      profile: "interface",
      isDisabled: false,
      createdAt: now,
      updatedAt: now,
    };
    if ((await clients.create(made)).ok) return made;
  } else {
    const updated = await clients.update({ ...found, ...wanted });
    if (updated.ok) return updated.value;
  }
  const existing = await clients.find(wanted.id);
  if (existing === undefined)
    throw new Error("A client of the service itself was removed while it was made.");
  return existing;
}

function isAsWanted(found: Client, { redirectUris, metadata }: Wanted): boolean {
  return (
    JSON.stringify(found.redirectUris) === JSON.stringify(redirectUris) &&
    metadata.requiredStrength === found.metadata.requiredStrength &&
    JSON.stringify(found.metadata.resources) === JSON.stringify(metadata.resources) &&
    JSON.stringify(found.metadata.adminScope) === JSON.stringify(metadata.adminScope)
  );
}
