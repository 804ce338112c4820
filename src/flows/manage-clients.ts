import type { Client, ClientProfile } from "../protocol/client.ts";
import {
  checkRedirectUriForRegistration,
  describeRedirectUriProblem,
  type RedirectUriProblem,
} from "../protocol/redirect-uri.ts";
import { sha256 } from "../values/digest.ts";
import { type ClientId, clientIdOf } from "../values/ids.ts";
import { ok, type Result, refuse, unreachable } from "../values/result.ts";
import { Secret } from "../values/secret.ts";
import type { Clients, Clock, Grants, Random } from "./ports.ts";

/** What managing clients needs. */
export interface ClientRegistry {
  readonly clients: Clients;
  readonly grants: Grants;
  readonly clock: Clock;
  readonly random: Random;
}

/** What an operator says about a new client. */
export interface NewClient {
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly profile: ClientProfile;
  readonly isPublic: boolean;
}

/** What an operator changes; whatever is absent stays. `redirectUris` replaces the list before additions and removals. */
export interface ClientChanges {
  readonly name?: string;
  readonly redirectUris?: readonly string[];
  readonly addRedirectUris?: readonly string[];
  readonly removeRedirectUris?: readonly string[];
  readonly profile?: ClientProfile;
}

/** A client whose secret was just made: the only moment at which anybody sees it. A public client has none. */
export interface ClientWithSecret {
  readonly client: Client;
  readonly secret?: Secret;
}

/** Why the registry stays as it is. */
export type ClientProblem =
  | { readonly kind: "unknown-client" }
  | { readonly kind: "name-unusable" }
  | { readonly kind: "redirect-uri-unusable"; readonly uri: string; readonly problem: RedirectUriProblem }
  | { readonly kind: "redirect-uri-missing" }
  | { readonly kind: "redirect-uris-too-many" }
  | { readonly kind: "redirect-uri-not-registered"; readonly uri: string }
  | { readonly kind: "public-client-has-no-secret" };

const nameLengthMax = 100;
const redirectUrisMax = 100;
const secretLength = 40;
const idLength = 20;

/** Registers a client and makes its id and secret. */
export async function registerClient(
  registry: ClientRegistry,
  wanted: NewClient,
): Promise<Result<ClientWithSecret, ClientProblem>> {
  const name = readClientName(wanted.name);
  if (!name.ok) return name;
  const redirectUris = checkRedirectUris(wanted.redirectUris, wanted.isPublic);
  if (!redirectUris.ok) return redirectUris;
  const secret = wanted.isPublic ? undefined : newSecret(registry.random);
  const now = registry.clock.now();
  const client: Client = {
    id: clientIdOf(registry.random.alphanumeric(idLength)),
    name: name.value,
    redirectUris: redirectUris.value,
    profile: wanted.profile,
    isPublic: wanted.isPublic,
    ...(secret === undefined ? {} : { secretDigest: sha256(secret.reveal()) }),
    isDisabled: false,
    createdAt: now,
    updatedAt: now,
  };
  const created = await registry.clients.create(client);
  if (!created.ok) throw new Error("Two client ids of twenty random characters were equal.");
  return ok({ client, ...(secret === undefined ? {} : { secret }) });
}

/** Changes what the operator names. Adding a redirect URI twice is no error; removing one that is not there is. */
export async function changeClient(
  registry: ClientRegistry,
  id: ClientId,
  changes: ClientChanges,
): Promise<Result<Client, ClientProblem>> {
  const client = await registry.clients.find(id);
  if (client === undefined) return refuse({ kind: "unknown-client" });
  const name = changes.name === undefined ? ok(client.name) : readClientName(changes.name);
  if (!name.ok) return name;
  const listed = changes.redirectUris ?? client.redirectUris;
  const added = [...listed, ...(changes.addRedirectUris ?? [])];
  const removed = changes.removeRedirectUris ?? [];
  const absent = removed.find((uri) => !added.includes(uri));
  if (absent !== undefined) return refuse({ kind: "redirect-uri-not-registered", uri: absent });
  const redirectUris = checkRedirectUris(
    added.filter((uri) => !removed.includes(uri)),
    client.isPublic,
    client.redirectUris,
  );
  if (!redirectUris.ok) return redirectUris;
  const profile = changes.profile ?? client.profile;
  return replaceClient(registry, { ...client, name: name.value, redirectUris: redirectUris.value, profile });
}

/** Makes a new secret; the old one is refused from then on. */
export async function rotateClientSecret(
  registry: ClientRegistry,
  id: ClientId,
): Promise<Result<ClientWithSecret, ClientProblem>> {
  const client = await registry.clients.find(id);
  if (client === undefined) return refuse({ kind: "unknown-client" });
  if (client.isPublic) return refuse({ kind: "public-client-has-no-secret" });
  const secret = newSecret(registry.random);
  const { secretExposedAt: _, ...unexposed } = client;
  const replaced = await replaceClient(registry, { ...unexposed, secretDigest: sha256(secret.reveal()) });
  return replaced.ok ? ok({ client: replaced.value, secret }) : replaced;
}

/** Disabling refuses every further request of the client and revokes the tokens it has; enabling gives none back. */
export async function setClientDisabled(
  registry: ClientRegistry,
  id: ClientId,
  isDisabled: boolean,
): Promise<Result<{ readonly client: Client; readonly revokedTokens: number }, ClientProblem>> {
  const client = await registry.clients.find(id);
  if (client === undefined) return refuse({ kind: "unknown-client" });
  const replaced = await replaceClient(registry, { ...client, isDisabled });
  if (!replaced.ok) return replaced;
  const revokedTokens = isDisabled
    ? await registry.grants.revokeAll({ clientId: id }, registry.clock.now())
    : 0;
  return ok({ client: replaced.value, revokedTokens });
}

/** Removes the client and its tokens; answers what it was. */
export async function removeClient(
  registry: ClientRegistry,
  id: ClientId,
): Promise<Result<Client, ClientProblem>> {
  const client = await registry.clients.find(id);
  if (client === undefined) return refuse({ kind: "unknown-client" });
  const removed = await registry.clients.remove(id);
  return removed.ok ? ok(client) : refuse({ kind: "unknown-client" });
}

/** One or two sentences for the operator: the cause and, where it is not plain, the repair. */
export function describeClientProblem(problem: ClientProblem): string {
  switch (problem.kind) {
    case "unknown-client":
      return "There is no such client.";
    case "name-unusable":
      return `A client's name has 1 to ${nameLengthMax} visible characters: people read it on the sign-in page.`;
    case "redirect-uri-unusable":
      return `${problem.uri} cannot be registered. ${describeRedirectUriProblem(problem.problem)}`;
    case "redirect-uri-missing":
      return "A client needs at least one redirect URI.";
    case "redirect-uris-too-many":
      return `A client has at most ${redirectUrisMax} redirect URIs.`;
    case "redirect-uri-not-registered":
      return `${problem.uri} is not registered for this client.`;
    case "public-client-has-no-secret":
      return "A public client has no secret.";
    default:
      return unreachable(problem);
  }
}

async function replaceClient(
  registry: ClientRegistry,
  client: Client,
): Promise<Result<Client, ClientProblem>> {
  const changed = { ...client, updatedAt: registry.clock.now() };
  const updated = await registry.clients.update(changed);
  return updated.ok ? ok(changed) : refuse({ kind: "unknown-client" });
}

// Letters and digits only: three ways to write a secret into an HTTP Basic header are in use, and they differ elsewhere.
function newSecret(random: Random): Secret {
  return new Secret(`lks${random.alphanumeric(secretLength)}`);
}

function readClientName(text: string): Result<string, ClientProblem> {
  const name = text.trim().normalize("NFC");
  const isUsable = name !== "" && [...name].length <= nameLengthMax && !/[\p{C}\p{Zl}\p{Zp}]/u.test(name);
  return isUsable ? ok(name) : refuse({ kind: "name-unusable" });
}

// What is registered already stays valid, so that a stricter rule of a later version blocks no other change.
function checkRedirectUris(
  uris: readonly string[],
  isPublic: boolean,
  registered: readonly string[] = [],
): Result<readonly string[], ClientProblem> {
  const distinct = [...new Set(uris)];
  if (distinct.length === 0) return refuse({ kind: "redirect-uri-missing" });
  if (distinct.length > redirectUrisMax) return refuse({ kind: "redirect-uris-too-many" });
  for (const uri of distinct) {
    const checked = registered.includes(uri) ? ok(uri) : checkRedirectUriForRegistration(uri, { isPublic });
    if (!checked.ok) return refuse({ kind: "redirect-uri-unusable", uri, problem: checked.reason });
  }
  return ok(distinct);
}
