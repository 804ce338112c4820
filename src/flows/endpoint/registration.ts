import type { Reservation } from "../../identity/rate-limit.ts";
import { clientAuthenticationReservation, registrationReservations } from "../../identity/try-limits.ts";
import { type Client, isSelfRegistered, signsAssertions } from "../../protocol/client/client.ts";
import {
  addressWithoutTls,
  type RegistrationRequest,
  readRegistration,
  whyNotThisClients,
} from "../../protocol/client/registration.ts";
import type {
  RegistrationProblem,
  RegistrationRefusalReason,
} from "../../protocol/client/registration-errors.ts";
import {
  formatRegistrationToken,
  isRegistrationTokenOf,
  registrationTokenDigestOf,
} from "../../protocol/client/registration-token.ts";
import { whyNotInSector } from "../../protocol/client/sector-document.ts";
import { parseParameters } from "../../protocol/parameters.ts";
import { readBearerToken } from "../../protocol/token/bearer.ts";
import { equalDigests, sha256 } from "../../values/digest.ts";
import { type ClientId, parseClientId } from "../../values/ids.ts";
import { isLoopback } from "../../values/issuer.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { Secret } from "../../values/secret.ts";
import { type Seconds, secondsUntil } from "../../values/time.ts";
import { type Actor, createAuditor } from "../audit.ts";
import type { RequestContext } from "../events.ts";
import {
  type ClientAct,
  type ClientChanges,
  type ClientRegistry,
  type ClientWithSecret,
  changedClient,
  changeOf,
  createSecret,
  openClient,
  registerUnknownClient,
  removeClient,
  replaceClient,
  rotatedClient,
} from "../operator/client.ts";
import { checkNewClient } from "../operator/client-check.ts";
import type { ClientProblem } from "../operator/client-problem.ts";
import { everyRight, type Terms } from "../operator/rights.ts";
import type { Ports } from "../ports.ts";

type RegistrationPorts = Pick<
  Ports,
  | "settings"
  | "clock"
  | "random"
  | "clients"
  | "groups"
  | "grants"
  | "attempts"
  | "events"
  | "sectorDocuments"
>;

export interface RegistrationCall {
  readonly authorization: string | undefined;
  readonly query: string;
  readonly context: RequestContext;
}

/** The part of a registration that its client may see. */
export interface Registration {
  readonly client: Client;
  /** The registration access token. */
  readonly token: Secret;
  /** Present only if a secret was just made, the one time that it is shown. */
  readonly secret?: Secret;
}

/** The reason why nothing is registered, shown or changed. */
export type RegistrationRefusal =
  | { readonly kind: "call"; readonly reason: RegistrationRefusalReason; readonly retryAfter?: Seconds }
  /** The metadata cannot be read, or is not allowed. */
  | { readonly kind: "metadata"; readonly problem: RegistrationProblem }
  | { readonly kind: "client"; readonly problem: ClientProblem };

/**
 * Registers a client at its own request (RFC 7591 §3). It counts as a third party, so people are asked before it learns anything
 * about them. The policy must not be "closed".
 */
export async function registerItself(
  ports: RegistrationPorts,
  call: RegistrationCall,
  text: string,
): Promise<Result<Registration, RegistrationRefusal>> {
  const mayCall = await mayRegister(ports, call);
  if (!mayCall.ok) return refused(ports, call, mayCall.reason);
  const read = readWanted(ports, text);
  if (!read.ok) return refused(ports, call, { kind: "metadata", problem: read.reason });
  const token = new Secret(formatRegistrationToken(ports.random.bytes(32)));
  const wanted = {
    name: nameOf(read.value),
    redirectUris: read.value.redirectUris,
    profile: "interface",
    isPublic: read.value.method === "none",
    metadata: {
      ...read.value.changes,
      isThirdParty: true,
      registrationTokenDigest: registrationTokenDigestOf(token.reveal()),
    },
  } as const;
  const checked = checkNewClient(wanted);
  if (!checked.ok) return refused(ports, call, { kind: "client", problem: checked.reason });
  const counted = await countRegistration(ports, call.context);
  if (!counted.ok) return refused(ports, call, counted.reason);
  const outside = await whyOutsideSector(ports, read.value);
  if (outside !== undefined) return refused(ports, call, { kind: "metadata", problem: outside });
  const registered = await registerUnknownClient(
    audited(ports, call, { kind: "stranger" }),
    wanted,
    mayCall.value.clientsMax,
  );
  if (!registered.ok) {
    const problem = registered.reason;
    const isFull = problem.kind === "registrations-full";
    return refused(
      ports,
      call,
      isFull ? { kind: "call", reason: "registrations-full" } : { kind: "client", problem },
    );
  }
  ports.events.record({ kind: "client-registered", clientId: registered.value.client.id }, call.context);
  return ok({ ...registered.value, token });
}

/** Shows a client its registration (RFC 7592 §2.1). Its secret cannot be shown: only the digest is kept. */
export async function readOwnRegistration(
  ports: RegistrationPorts,
  call: RegistrationCall,
): Promise<Result<Registration, RegistrationRefusal>> {
  const own = await findOwn(ports, call);
  return own.ok ? own : refused(ports, call, own.reason);
}

/**
 * Replaces the metadata of a client (RFC 7592 §2.2): an absent member is no longer registered. A client that stops signing
 * assertions gets a secret, and one that starts to sign loses its secret.
 */
export async function changeOwnRegistration(
  ports: RegistrationPorts,
  call: RegistrationCall,
  text: string,
): Promise<Result<Registration, RegistrationRefusal>> {
  const own = await findOwn(ports, call);
  if (!own.ok) return refused(ports, call, own.reason);
  const { client, token } = own.value;
  const read = readWanted(ports, text);
  if (!read.ok) return refused(ports, call, { kind: "metadata", problem: read.reason });
  const problem = whyNotThisClients(client, read.value);
  if (problem !== undefined) return refused(ports, call, { kind: "metadata", problem });
  const counted = await countRegistration(ports, call.context);
  if (!counted.ok) return refused(ports, call, counted.reason);
  const outside = await whyOutsideSector(ports, read.value);
  if (outside !== undefined) return refused(ports, call, { kind: "metadata", problem: outside });
  const registry = audited(ports, call, { kind: "client", clientId: client.id });
  const { changes: metadata, redirectUris } = read.value;
  const changes = { name: nameOf(read.value), redirectUris, metadata };
  // The operator may have changed the client, and so its sector, while a document was fetched.
  const terms = { by: everyRight, seen: [client.updatedAt] };
  const changed = await changeWithSecret(registry, client.id, changes, terms);
  if (!changed.ok) return refused(ports, call, refusalOf(changed.reason));
  ports.events.record({ kind: "client-changed", clientId: client.id }, call.context);
  return ok({ ...changed.value, token });
}

/**
 * Changes a client and, if it needs a secret from then on and has none, makes one, in one transaction. A client that lost this answer gets
 * another secret by registering its keys and giving them up again.
 */
async function changeWithSecret(
  registry: ClientRegistry,
  id: ClientId,
  changes: ClientChanges,
  terms: Terms,
): Promise<Result<ClientWithSecret, ClientProblem>> {
  const found = await openClient(registry, id, terms);
  if (!found.ok) return found;
  const changed = await changedClient(registry, found.value, changes, terms);
  if (!changed.ok) return changed;
  const { isPublic, metadata, secretDigest } = changed.value;
  const needsSecret = !isPublic && !signsAssertions(metadata) && secretDigest === undefined;
  const secret = needsSecret ? createSecret(registry.random) : undefined;
  const whole = secret ? rotatedClient(changed.value, secret, { keepsOld: false }) : changed;
  if (!whole.ok) return whole;
  const acts: readonly ClientAct[] = [
    changeOf(changes),
    ...(secret ? [["client-secret-rotated", { keepsOld: false }] as const] : []),
  ];
  const replaced = await replaceClient(registry, whole.value, acts);
  return replaced.ok ? ok({ client: replaced.value, ...(secret && { secret }) }) : replaced;
}

/** Removes a client and its tokens at its own request (RFC 7592 §2.3). */
export async function removeOwnRegistration(
  ports: RegistrationPorts,
  call: RegistrationCall,
): Promise<Result<void, RegistrationRefusal>> {
  const own = await findOwn(ports, call);
  if (!own.ok) return refused(ports, call, own.reason);
  const clientId = own.value.client.id;
  const registry = audited(ports, call, { kind: "client", clientId });
  const removed = await removeClient(registry, clientId, { by: everyRight });
  if (!removed.ok) return refused(ports, call, refusalOf(removed.reason));
  ports.events.record({ kind: "client-removed", clientId }, call.context);
  return ok(undefined);
}

function audited(ports: RegistrationPorts, { context }: RegistrationCall, actor: Actor): ClientRegistry {
  const { requestId } = context;
  const audit = createAuditor({ clock: ports.clock, actor, requestId, network: context.network() });
  return { ...ports, audit };
}

/** Refuses addresses without TLS at the registration instead of at a later use. Only development has them. */
function readWanted(
  { settings }: Pick<Ports, "settings">,
  text: string,
): Result<RegistrationRequest, RegistrationProblem> {
  const read = readRegistration(text);
  if (!read.ok || isLoopback(settings.issuer)) return read;
  const member = addressWithoutTls(read.value);
  return member === undefined ? read : refuse({ kind: "unsupported", member, supported: ["https:"] });
}

/** Asks the document at sector_identifier_uri, if any, about the redirect URIs. The caller has counted the registration. */
async function whyOutsideSector(
  { sectorDocuments }: Pick<Ports, "sectorDocuments">,
  { changes: { sectorIdentifierUri: uri }, redirectUris }: RegistrationRequest,
): Promise<RegistrationProblem | undefined> {
  if (typeof uri !== "string") return undefined;
  const fetched = await sectorDocuments.fetch(uri);
  if (!fetched.ok) return { kind: "sector-not-fetched", reason: fetched.reason };
  return whyNotInSector(fetched.value, redirectUris);
}

/** A token is needed only in the mode "token". A wrong one counts as a registration, which limits guessing. */
async function mayRegister(
  ports: RegistrationPorts,
  { authorization, context }: RegistrationCall,
): Promise<Result<{ readonly clientsMax: number }, RegistrationRefusal>> {
  const { registration } = ports.settings;
  if (registration.mode === "open") return ok(registration);
  const token = readBearerToken({ authorization, query: undefined });
  if (!token.ok || registration.mode === "closed")
    return refuse({ kind: "call", reason: "registration-token-missing" });
  if (equalDigests(sha256(token.value), registration.tokenDigest)) return ok(registration);
  const counted = await countRegistration(ports, context);
  return counted.ok ? refuse({ kind: "call", reason: "registration-token-wrong" }) : counted;
}

/** RFC 7592 §2: the token of a registration manages it. An unknown client looks like a wrong token. */
async function findOwn(
  ports: RegistrationPorts,
  { authorization, query, context }: RegistrationCall,
): Promise<Result<Registration, RegistrationRefusal>> {
  const token = readBearerToken({ authorization, query: undefined });
  if (!token.ok) return refuse({ kind: "call", reason: "registration-token-missing" });
  const parsed = parseParameters(query);
  const id = parseClientId((parsed.ok ? parsed.value.get("client_id") : undefined) ?? "");
  const client = id === undefined ? undefined : await ports.clients.find(id);
  if (client !== undefined && isSelfRegistered(client) && isRegistrationTokenOf(client, token.value))
    return client.isDisabled
      ? refuse({ kind: "call", reason: "registration-client-disabled" })
      : ok({ client, token: new Secret(token.value) });
  const failure = { clientId: client?.id ?? "unknown", network: context.network() };
  const counted = await count(ports, [clientAuthenticationReservation(failure)]);
  return counted.ok ? refuse({ kind: "call", reason: "registration-token-wrong" }) : counted;
}

function countRegistration(
  ports: RegistrationPorts,
  context: RegistrationCall["context"],
): Promise<Result<void, RegistrationRefusal>> {
  return count(ports, registrationReservations(context.network(), ports.settings.registrationsPerHour));
}

async function count(
  { attempts, clock }: Pick<Ports, "attempts" | "clock">,
  reservations: readonly Reservation[],
): Promise<Result<void, RegistrationRefusal>> {
  const now = clock.now();
  const counted = await attempts.reserve(reservations, now);
  if (counted.ok) return ok(undefined);
  const retryAfter = secondsUntil(now, counted.reason.retryAt);
  return refuse({ kind: "call", reason: "registrations-too-many", retryAfter });
}

/** The name on the consent page. For a client without one, the host that it leads to is the most honest name. */
function nameOf({ clientName, redirectUris: [uri = ""] }: RegistrationRequest): string {
  if (clientName !== undefined) return clientName;
  const host = URL.parse(uri)?.host ?? "";
  return (host === "" ? (uri.split(":", 1)[0] ?? "") : host).slice(0, 100);
}

function refusalOf(problem: ClientProblem): RegistrationRefusal {
  if (problem.kind === "changed-meanwhile") return { kind: "call", reason: "registration-changed-meanwhile" };
  if (problem.kind === "unknown-client") return { kind: "call", reason: "registration-token-wrong" };
  return { kind: "client", problem };
}

function refused(
  { events }: Pick<Ports, "events">,
  { context }: RegistrationCall,
  refusal: RegistrationRefusal,
): Result<never, RegistrationRefusal> {
  const reason = refusal.kind === "call" ? refusal.reason : refusal.problem.kind;
  events.record({ kind: "registration-refused", reason }, context);
  return refuse(refusal);
}
