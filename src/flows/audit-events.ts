import type { Instant } from "../values/time.ts";
import type { Actor, AuditDetails, AuditEntry, AuditTarget } from "./audit.ts";
import type { Event, RequestContext } from "./events.ts";

/** What an entry says about an event. */
type Told = Pick<AuditEntry, "actor" | "target" | "details">;
type Kind = Event["kind"];
type Of<One extends Kind> = Extract<Event, { readonly kind: One }>;
type Teller<One extends Kind> = (event: Of<One>) => Told;

const stranger: Actor = { kind: "stranger" };

/**
 * How each event is told in the audit trail, under its own name. "elsewhere": the durable fact that it tells of has an entry of its own
 * already. "log": the log alone has it, because a pass-through with a live session, a request that reaches no flow, or a mistake of a
 * client changes nothing, and strangers cause as many of them as they like.
 */
const told: { readonly [One in Kind]: Teller<One> | "elsewhere" | "log" } = {
  "signed-in": ({ accountId, clientId, methods }) => ({
    ...byPerson(accountId),
    details: plain({ client: clientId, methods: methods.join(" ") }),
  }),
  "sign-in-refused": ({ accountId, clientId, reason }) => onPerson(accountId, { reason, client: clientId }),
  "second-factor-proved": ({ accountId, clientId, factor }) => ({
    ...byPerson(accountId),
    details: plain({ factor, client: clientId }),
  }),
  "second-factor-refused": ({ accountId, clientId, reason }) =>
    onPerson(accountId, { reason, client: clientId }),
  "passkey-refused": ({ accountId, reason }) => ({ ...byPerson(accountId), details: { reason } }),
  "passkey-counter-went-back": ({ accountId }) => onPerson(accountId, {}),
  "app-password-used": ({ accountId, clientId }) => ({
    ...byPerson(accountId),
    details: { client: clientId },
  }),
  "app-password-refused": ({ accountId, clientId, reason }) =>
    onPerson(accountId, { reason, client: clientId }),
  "link-mailed": ({ accountId, link }) => onPerson(accountId, { link }),
  "user-code-refused": ({ accountId, reason }) => ({ ...byPerson(accountId), details: { reason } }),
  "device-denied": ({ accountId, clientId }) => ({ ...byPerson(accountId), details: { client: clientId } }),
  "upstream-refused": ({ upstream, reason, accountId }) => ({
    actor: stranger,
    target: { kind: "upstream", id: upstream },
    details: plain({ reason, user: accountId }),
  }),
  "registration-refused": ({ reason }) => ({ actor: stranger, details: { reason } }),
  "exchange-refused": ({ clientId, reason }) => ({
    actor: stranger,
    ...(clientId !== "unknown" && { target: clientTarget(clientId) }),
    details: { reason },
  }),
  "claims-hook-failed": ({ clientId, reason, isRefused, status, claim }) => ({
    actor: { kind: "system" },
    target: clientTarget(clientId),
    details: { ...plain({ reason, claim }), ...(status !== undefined && { status }), refused: isRefused },
  }),
  "code-replayed": ({ clientId, accountId, revoked }) => ({
    actor: { kind: "client", clientId },
    target: { kind: "user", id: accountId },
    details: { revoked },
  }),
  "refresh-token-reused": ({ clientId, accountId }) => ({
    actor: { kind: "client", clientId },
    target: { kind: "user", id: accountId },
  }),
  "client-secret-exposed": ({ clientId, where }) => ({
    actor: stranger,
    target: clientTarget(clientId),
    details: { where },
  }),
  "token-revoked": ({ clientId, accountId, what }) => ({
    actor: { kind: "client", clientId },
    ...(accountId !== undefined && { target: { kind: "user", id: accountId } }),
    details: { what },
  }),
  "signed-out": "elsewhere",
  "totp-set-up": "elsewhere",
  "totp-removed": "elsewhere",
  "recovery-codes-made": "elsewhere",
  "passkey-added": "elsewhere",
  "passkey-removed": "elsewhere",
  "app-password-made": "elsewhere",
  "app-password-revoked": "elsewhere",
  "password-recovered": "elsewhere",
  "account-locked": "elsewhere",
  "account-created": "elsewhere",
  "address-changed": "elsewhere",
  "name-changed": "elsewhere",
  "consent-allowed": "elsewhere",
  "consent-withdrawn": "elsewhere",
  "password-changed": "elsewhere",
  "password-removed": "elsewhere",
  "deletion-asked": "elsewhere",
  "deletion-stopped": "elsewhere",
  "device-allowed": "elsewhere",
  "client-registered": "elsewhere",
  "client-changed": "elsewhere",
  "client-removed": "elsewhere",
  "upstream-linked": "elsewhere",
  "upstream-unlinked": "elsewhere",
  "authorization-refused": "log",
  "host-differs": "log",
  "openid-not-registered": "log",
  "scope-unknown": "log",
  "resource-not-granted": "log",
  "code-issued": "log",
  "token-issued": "log",
  "token-exchanged": "log",
  "device-authorization-asked": "log",
  "post-logout-redirect-refused": "log",
  "server-logout-refused": "log",
  "logout-not-delivered": "log",
  "access-refused": "log",
  "request-refused": "log",
  "request-unavailable": "log",
  "unexpected-failure": "log",
};

/** Whether and how an event is audited. */
export function auditOf(kind: Kind): "entry" | "elsewhere" | "log" {
  const way = told[kind];
  return typeof way === "string" ? way : "entry";
}

/** The entry for an event; undefined for an event that has no entry of its own. */
export function entryOfEvent(event: Event, context: RequestContext, at: Instant): AuditEntry | undefined {
  const way = told[event.kind];
  if (typeof way === "string") return undefined;
  return {
    at,
    act: event.kind as AuditEntry["act"],
    ...(way as (event: Event) => Told)(event),
    network: context.network(),
    requestId: context.requestId,
  };
}

/** True for an event that tells of a refusal, or of a failure that the person saw as one. */
export function isRefusal(kind: string): boolean {
  return kind.endsWith("-refused") || kind === "unexpected-failure";
}

/** The members of an event that are text, numbers or booleans. */
export function plainDetails(event: object): Readonly<Record<string, string | number | boolean>> {
  const isPlain = ([name, value]: [string, unknown]) =>
    name !== "kind" && name !== "requestId" && ["string", "number", "boolean"].includes(typeof value);
  return Object.fromEntries(Object.entries(event).filter(isPlain));
}

function byPerson(
  accountId: Of<"signed-in">["accountId"],
): Pick<Told, "actor"> & { readonly target: AuditTarget } {
  return { actor: { kind: "person", accountId }, target: { kind: "user", id: accountId } };
}

/** An attempt on an account, if the service knows which account was meant. */
function onPerson(accountId: string | undefined, details: Parameters<typeof plain>[0]): Told {
  return {
    actor: stranger,
    ...(accountId !== undefined && { target: { kind: "user", id: accountId } }),
    details: plain(details),
  };
}

function clientTarget(id: string): AuditTarget {
  return { kind: "client", id };
}

function plain(details: Readonly<Record<string, string | undefined>>): AuditDetails {
  return Object.fromEntries(
    Object.entries(details).filter((member): member is [string, string] => member[1] !== undefined),
  );
}
