import { groupsOfRules } from "../../protocol/client/claim-rule.ts";
import {
  type Client,
  type ClientMetadata,
  type ClientProfile,
  isProtected,
  signsAssertions,
} from "../../protocol/client/client.ts";
import type { MetadataChanges } from "../../protocol/client/metadata-change.ts";
import { groupsOfPathRules } from "../../protocol/forward-auth/rules.ts";
import { sha256 } from "../../values/digest.ts";
import { clientIdOf, isDocumentId, parseClientId } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { Secret } from "../../values/secret.ts";
import { plus } from "../../values/time.ts";
import type { Groups } from "../account-ports.ts";
import type { AuditAct, AuditDetails, Auditor, AuditTarget } from "../audit.ts";
import type { Grants } from "../grant-ports.ts";
import type { Clients, Clock, FlowSettings, Random } from "../ports.ts";
import {
  checkNewClient,
  checkRedirectUris,
  type NewClient,
  type PropertyChanges,
  readMetadata,
  readPropertyChanges,
  redirectUrisOf,
} from "./client-check.ts";
import { adminsOnly, type ClientProblem, type ClosedClient } from "./client-problem.ts";
import { readDisplayName } from "./display-name.ts";
import { findMissingGroup } from "./group.ts";
import { isOwnClient } from "./own-clients.ts";
import { isSeen, mayReachClient, type Rights, type Terms, whateverChanged } from "./rights.ts";

/** The ports of managing clients. */
export interface ClientRegistry {
  readonly clients: Clients;
  readonly grants: Grants;
  readonly groups: Groups;
  readonly settings: Pick<FlowSettings, "issuer">;
  readonly clock: Clock;
  readonly random: Random;
  readonly audit: Auditor;
}

/** What an operator changes; an absent member stays. A list that is named replaces the one there is, before additions and removals. */
export interface ClientChanges extends PropertyChanges {
  readonly name?: string;
  readonly redirectUris?: readonly string[];
  readonly addRedirectUris?: readonly string[];
  readonly removeRedirectUris?: readonly string[];
  readonly profile?: ClientProfile;
  /** Registering public keys ends every secret: from then on the client signs. */
  readonly metadata?: MetadataChanges;
}

/** A client whose secret was just made: the only moment at which it can be seen. Public clients and those that sign have none. */
export interface ClientWithSecret {
  readonly client: Client;
  readonly secret?: Secret;
}

const secretLength = 40;
const idLength = 20;

/** The values that a declared client brings along, and that are made for every other client. */
export interface ChosenByOperator {
  readonly id?: string;
  /** Absent for a secret that is made here, and shown once. */
  readonly secret?: Secret | undefined;
  readonly isDisabled?: boolean;
}

/** Registers a client. An id, or a secret where the client needs one, is made unless the operator chose it. */
export async function registerClient(
  registry: ClientRegistry,
  wanted: NewClient,
  { by }: Pick<Terms, "by">,
  chosen: ChosenByOperator = {},
): Promise<Result<ClientWithSecret, ClientProblem>> {
  const metadata = asOf(by, wanted.metadata);
  const made = createClient(registry, { ...wanted, ...(metadata && { metadata }) }, chosen);
  if (!made.ok) return made;
  const { client } = made.value;
  const missing = await whatIsMissing(registry, by, client, wanted.metadata);
  if (missing !== undefined) return refuse(missing);
  const entry = registry.audit.entry("client-created", targetOf(client), { name: client.name });
  const created = await registry.clients.create(client, { audit: [entry] });
  if (created.ok) return made;
  if (created.reason !== "exists") return refuse({ kind: created.reason });
  if (chosen.id !== undefined) return refuse({ kind: "client-exists" });
  throw new Error(equalIdsMessage);
}

/** How long a client that registered itself has for its first sign-in: a developer may continue after the weekend. */
const unusedSeconds = 7 * 86_400;
/** The part of that time that other registrations cannot cut short. No network registers enough in an hour to fill the limit. */
const undisturbedSeconds = 3_600;

/** Like `registerClient`, for a client that registers itself: their number is limited, and an unused one expires. */
export async function registerUnknownClient(
  registry: ClientRegistry,
  wanted: NewClient,
  clientsMax: number,
): Promise<Result<ClientWithSecret, ClientProblem | { readonly kind: "registrations-full" }>> {
  const made = createClient(registry, wanted);
  if (!made.ok) return made;
  const client = { ...made.value.client, unusedUntil: plus(made.value.client.createdAt, unusedSeconds) };
  const roomUpTo = plus(client.unusedUntil, -undisturbedSeconds);
  const entry = registry.audit.entry("client-registered", targetOf(client), { name: client.name });
  const limit = { clientsMax, roomUpTo };
  const created = await registry.clients.createSelfRegistered(client, limit, { audit: [entry] });
  if (created.ok) return ok({ ...made.value, client });
  if (created.reason === "full") return refuse({ kind: "registrations-full" });
  throw new Error(equalIdsMessage);
}

const equalIdsMessage = "Two client ids of twenty random characters were equal.";

function createClient(
  registry: ClientRegistry,
  wanted: NewClient,
  chosen: ChosenByOperator = {},
): Result<ClientWithSecret, ClientProblem> {
  const checked = checkNewClient(wanted);
  if (!checked.ok) return checked;
  const id =
    chosen.id === undefined ? clientIdOf(registry.random.alphanumeric(idLength)) : parseClientId(chosen.id);
  if (id === undefined || isDocumentId(id) || isOwnClient({ id }))
    return refuse({ kind: "client-id-unusable" });
  const without = whyNoSecret(checked.value);
  if (without !== undefined && chosen.secret !== undefined) return refuse({ kind: without });
  const secret = without === undefined ? (chosen.secret ?? createSecret(registry.random)) : undefined;
  const now = registry.clock.now();
  const client: Client = {
    id,
    ...checked.value,
    ...(secret === undefined ? {} : { secretDigest: sha256(secret.reveal()) }),
    isDisabled: chosen.isDisabled ?? false,
    createdAt: now,
    updatedAt: now,
  };
  return ok({ client, ...(secret === undefined ? {} : { secret }) });
}

/** Why a client has no secret; undefined for one that has. */
function whyNoSecret({ isPublic, metadata }: Pick<Client, "isPublic" | "metadata">) {
  if (isPublic) return "public-client-has-no-secret";
  return signsAssertions(metadata) ? "signing-client-has-no-secret" : undefined;
}

/** Changes what the operator names. Adding a redirect URI twice is not an error; removing one that is not there is. */
export async function changeClient(
  registry: ClientRegistry,
  id: string,
  changes: ClientChanges,
  terms: Terms,
): Promise<Result<Client, ClientProblem>> {
  const found = await openClient(registry, id, terms);
  if (!found.ok) return found;
  const changed = await changedClient(registry, found.value, changes, terms);
  if (!changed.ok) return changed;
  return replaceClient(registry, changed.value, [changeOf(changes)]);
}

/** The client as the changes would leave it. Nothing is stored. */
export async function changedClient(
  registry: ClientRegistry,
  client: Client,
  changes: ClientChanges,
  { by }: Pick<Terms, "by">,
): Promise<Result<Client, ClientProblem>> {
  if (isOwnClient(client)) return refuse({ kind: "own-client-is-fixed" });
  const name = changes.name === undefined ? ok(client.name) : readDisplayName(changes.name);
  if (!name.ok) return name;
  const listed = changes.redirectUris ?? (isProtected(client) ? [] : client.redirectUris);
  const added = [...listed, ...(changes.addRedirectUris ?? [])];
  const removed = changes.removeRedirectUris ?? [];
  const absent = removed.find((uri) => !added.includes(uri));
  if (absent !== undefined) return refuse({ kind: "redirect-uri-not-registered", uri: absent });
  const named = checkRedirectUris(
    added.filter((uri) => !removed.includes(uri)),
    client.isPublic,
    client.redirectUris,
  );
  if (!named.ok) return named;
  const properties = readPropertyChanges(client, changes);
  if (!properties.ok) return properties;
  const metadata = readMetadata(client, asOf(by, properties.value), named.value, client);
  if (!metadata.ok) return metadata;
  const redirectUris = redirectUrisOf(metadata.value, named.value);
  const missing = await whatIsMissing(registry, by, { metadata: metadata.value }, properties.value);
  if (missing !== undefined) return refuse(missing);
  const profile = changes.profile ?? client.profile;
  const changed = { ...client, name: name.value, redirectUris, profile };
  const losesRedirectUri = client.redirectUris.some((uri) => !redirectUris.includes(uri));
  const voided = losesRedirectUri ? { codesVoidUntil: registry.clock.now() } : {};
  return ok(withMetadata({ ...changed, ...voided }, metadata.value));
}

/**
 * Makes a new secret. The older ones are refused from then on or, with `keepsOld`, the one before it goes on working until
 * `retireOldSecret`; one that was exposed stays on record that long. `secret` is the new secret if the operator chose one.
 */
export async function rotateClientSecret(
  registry: ClientRegistry,
  id: string,
  {
    keepsOld = false,
    secret: chosen,
    ...terms
  }: Terms & { readonly keepsOld?: boolean; readonly secret?: Secret | undefined },
): Promise<Result<ClientWithSecret, ClientProblem>> {
  const found = await openClient(registry, id, terms);
  if (!found.ok) return found;
  const secret = chosen ?? createSecret(registry.random);
  const rotated = rotatedClient(found.value, secret, { keepsOld });
  if (!rotated.ok) return rotated;
  const replaced = await replaceClient(registry, rotated.value, [["client-secret-rotated", { keepsOld }]]);
  return replaced.ok ? ok({ client: replaced.value, secret }) : replaced;
}

/** The client with a new secret. Nothing is stored. */
export function rotatedClient(
  client: Client,
  secret: Secret,
  { keepsOld }: { readonly keepsOld: boolean },
): Result<Client, ClientProblem> {
  if (isOwnClient(client)) return refuse({ kind: "own-client-is-fixed" });
  const without = whyNoSecret(client);
  if (without !== undefined) return refuse({ kind: without });
  const { secretDigest: old, previousSecretDigest: older } = client;
  // Nobody can say which of the two the application uses, so neither is dropped for a third.
  if (keepsOld && older !== undefined) return refuse({ kind: "two-secrets-already" });
  const before =
    keepsOld && old !== undefined ? { ...client, previousSecretDigest: old } : withoutSecrets(client);
  return ok({ ...before, secretDigest: sha256(secret.reveal()) });
}

/** Ends the secret that a rotation kept; the newest alone works from then on. */
export async function retireOldSecret(
  registry: ClientRegistry,
  id: string,
  terms: Terms,
): Promise<Result<Client, ClientProblem>> {
  const found = await openClient(registry, id, terms);
  if (!found.ok) return found;
  const client = found.value;
  const { secretDigest, previousSecretDigest } = client;
  if (secretDigest === undefined || previousSecretDigest === undefined)
    return refuse({ kind: "no-older-secret" });
  return replaceClient(registry, { ...withoutSecrets(client), secretDigest }, [["client-secret-retired"]]);
}

/**
 * Disabling refuses every further request of the client, then revokes its tokens: two facts, and the first is enough while it
 * stands, because every use of a token looks at the client. Enabling revokes before it enables, so that no token comes back,
 * not even after a disabling that was cut off between the two; earlier codes and pushed requests are void from then on.
 */
export async function setClientDisabled(
  registry: ClientRegistry,
  id: string,
  isDisabled: boolean,
  terms: Terms,
): Promise<Result<{ readonly client: Client; readonly revokedTokens: number }, ClientProblem>> {
  const found = await openClient(registry, id, terms);
  if (!found.ok) return found;
  const client = found.value;
  if (client.isDisabled && !isDisabled) await revokeTokensOf(registry, client);
  const [changed, act] = switchedClient(registry, client, isDisabled);
  const set = client.isDisabled === isDisabled ? ok(client) : await replaceClient(registry, changed, [act]);
  if (!set.ok) return set;
  return ok({ client: set.value, revokedTokens: isDisabled ? await revokeTokensOf(registry, client) : 0 });
}

/** Revokes all tokens of a client. */
export function revokeTokensOf({ grants, clock, audit }: ClientRegistry, client: Client): Promise<number> {
  const entry = audit.entry("tokens-revoked", targetOf(client));
  return grants.revokeAll({ clientId: client.id }, clock.now(), { audit: [entry] });
}

/** The client in the other state, and the entry of that. Nothing is stored. */
export function switchedClient(
  { clock }: ClientRegistry,
  client: Client,
  isDisabled: boolean,
): readonly [Client, ClientAct] {
  const changed = { ...client, isDisabled, codesVoidUntil: clock.now() };
  return [changed, [isDisabled ? "client-disabled" : "client-enabled"]];
}

/** Removes the client and its tokens; returns what it was. */
export function removeClient(
  registry: ClientRegistry,
  id: string,
  terms: Terms,
): Promise<Result<Client, ClientProblem>> {
  return whateverChanged(terms, async () => {
    const found = await openClient(registry, id, terms);
    if (!found.ok) return found;
    const client = found.value;
    const entry = registry.audit.entry("client-deleted", targetOf(client), { name: client.name });
    const removed = await registry.clients.remove(client, { audit: [entry] });
    return removed.ok ? ok(client) : refuse({ kind: problemOfClaim[removed.reason] });
  });
}

/** Finds a client by its id, as an operator writes it. */
export async function findClient(clients: Pick<Clients, "find">, id: string): Promise<Client | undefined> {
  const clientId = parseClientId(id);
  return clientId === undefined ? undefined : clients.find(clientId);
}

/** Finds a client that may be changed on these terms. They hold for the stored client, not for one that this node remembers. */
export async function openClient(
  registry: Pick<ClientRegistry, "clients" | "settings">,
  id: string,
  terms: Terms,
): Promise<Result<Client, ClosedClient>> {
  const clientId = parseClientId(id);
  const client = clientId && (await registry.clients.findStored(clientId));
  if (client === undefined) return refuse({ kind: "unknown-client" });
  if (!mayReachClient(terms.by, client, registry)) return refuse(adminsOnly);
  return isSeen(terms, client) ? ok(client) : refuse({ kind: "changed-meanwhile" });
}

/** Why a client cannot be stored like this: the operator lacks a right that it leads to, or one of its groups does not exist. */
async function whatIsMissing(
  registry: Pick<ClientRegistry, "groups" | "settings">,
  by: Rights,
  client: Pick<Client, "metadata">,
  changes: MetadataChanges | undefined,
): Promise<ClientProblem | undefined> {
  if (!mayReachClient(by, client, registry)) return adminsOnly;
  const rules = changes?.claimRules === undefined ? [] : client.metadata.claimRules;
  const name = await findMissingGroup(registry.groups, [
    ...(changes?.onlyGroups ?? []),
    ...groupsOfRules(rules),
    ...groupsOfPathRules(changes?.pathRules ?? []),
  ]);
  return name === undefined ? undefined : { kind: "unknown-group", name };
}

/** The changes as somebody may make them. Without `admins:write`, the address for logout tokens is called like that of a stranger. */
function asOf({ scopes }: Rights, changes: MetadataChanges | undefined): MetadataChanges | undefined {
  if (typeof changes?.backchannelLogoutUri !== "string" || scopes.has("admins:write")) return changes;
  return { ...changes, isLogoutGuarded: true };
}

/** An entry of the audit trail about a client. */
export type ClientAct = readonly [act: AuditAct, details?: AuditDetails];

/** Stores a client in place of the version that it was made from, with an entry for each act. */
export async function replaceClient(
  registry: ClientRegistry,
  client: Client,
  acts: readonly ClientAct[],
): Promise<Result<Client, ClientProblem>> {
  const audit = acts.map(([act, details]) => registry.audit.entry(act, targetOf(client), details));
  const updated = await registry.clients.update(client, { audit });
  return updated.ok ? updated : refuse({ kind: problemOfClaim[updated.reason] });
}

const problemOfClaim = {
  conflict: "changed-meanwhile",
  unknown: "unknown-client",
  "origin-taken": "origin-taken",
} as const;

function targetOf({ id }: Client): AuditTarget {
  return { kind: "client", id };
}

/** The entry of a change, with the properties that it names, in words of the program. */
export function changeOf({ metadata = {}, ...changes }: ClientChanges): ClientAct {
  const named = Object.entries(changes).filter(([, value]) => !Array.isArray(value) || value.length > 0);
  const changed = [...named.map(([name]) => name), ...Object.keys(metadata)].join(" ");
  return ["client-changed", { changed }];
}

function withMetadata(client: Client, metadata: ClientMetadata): Client {
  return { ...(signsAssertions(metadata) ? withoutSecrets(client) : client), metadata };
}

function withoutSecrets(client: Client): Client {
  const { secretDigest: _, previousSecretDigest: __, secretExposedAt: ___, ...others } = client;
  return others;
}

// Letters and digits only: three ways to write a secret into an HTTP Basic header are in use, and they differ elsewhere.
/** Makes a client secret. */
export function createSecret(random: Random): Secret {
  return new Secret(`lks${random.alphanumeric(secretLength)}`);
}
