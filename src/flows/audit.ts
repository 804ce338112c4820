import type { AccountId, ClientId, RequestId } from "../values/ids.ts";
import type { Instant } from "../values/time.ts";
import type { KeyedAttempt } from "./idempotency-ports.ts";

/** Acts of operators, by what they change: on the command line, in the console, and over the admin API. */
const operatorActs = {
  "client-created": "A client was registered.",
  "client-registered": "A client registered itself.",
  "client-changed": "Properties of a client were changed.",
  "client-secret-rotated": "A client got a new secret.",
  "client-secret-retired": "The older of a client's two secrets was retired.",
  "client-disabled": "A client was disabled, and its tokens revoked.",
  "client-enabled": "A client was enabled again.",
  "client-deleted": "A client was removed, with its tokens.",
  "api-created": "An API was registered.",
  "api-changed": "Properties of an API were changed.",
  "api-deleted": "An API was removed.",
  "user-created": "An account was created.",
  "users-imported": "A batch of people was imported.",
  "users-exported": "People were exported.",
  "clients-exported": "Clients were exported.",
  "user-changed": "Details of an account were changed.",
  "user-disabled": "An account was disabled and signed out everywhere.",
  "user-enabled": "An account was enabled again.",
  "user-deleted": "An account was removed, with its sessions and tokens.",
  "password-set": "An operator set a person's password.",
  "recovery-link-made": "An operator made a link that sets a new password.",
  "recovery-codes-removed": "An operator removed a person's recovery codes.",
  "group-created": "A group was created.",
  "group-deleted": "A group was removed.",
  "group-member-added": "A person was added to a group.",
  "group-member-removed": "A person was removed from a group.",
  "group-administrator-added": "A person may change who is in a group.",
  "group-administrator-removed": "A person may no longer change who is in a group.",
  "session-revoked": "An operator ended a session.",
  "sessions-revoked": "An operator ended every session of a person.",
  "admin-token-created": "A token for the admin API was made.",
  "tokens-revoked": "An operator revoked the tokens of a person, a client, or both.",
  "invitation-created": "A person was invited.",
  "invitation-deleted": "An invitation was revoked.",
  "upstream-added": "A sign-in provider was added.",
  "upstream-changed": "Properties of a provider were changed.",
  "upstream-removed": "A provider was removed.",
  "mail-read": "An operator read the text of messages, which may contain working links.",
  "mail-bounced": "A mail server reported that it could not deliver a message.",
  "mail-retried": "Undelivered messages were made due again.",
  "mail-tested": "An operator sent a test message.",
  "webhook-created": "A webhook was added.",
  "webhook-changed": "A webhook was enabled, disabled, or told to deliver again.",
  "webhook-secret-rotated": "A webhook got a new secret.",
  "webhook-tested": "A test message was sent to a webhook.",
  "webhook-deleted": "A webhook was removed.",
  "key-rotated": "A key was rotated; older ones still open and verify.",
  "key-replaced": "A key was replaced, and the older ones were removed.",
} as const;

/** Acts on the installation as a whole. */
const installationActs = {
  "audit-began": "The audit trail began.",
  "audit-damaged": "The audit trail was found damaged and continues after the damage.",
  "audit-expired": "Entries older than LATCHKEY_AUDIT_DAYS were removed from the beginning of the trail.",
  "audit-dropped": "Sign-ins or refusals could not be written in time and are missing.",
  "backup-made": "The database was backed up.",
  "backup-restored": "The database was replaced by a backup.",
  "master-key-replaced": "The master key was replaced.",
  "database-copied": "A move of the database to PostgreSQL began.",
  "database-reopened": "A database that was moved was taken back into service.",
} as const;

/** Acts of people on their own accounts. Those of `activityKinds` have its words. */
const personActs = {
  "signed-in": "A person signed in.",
  "session-ended": "A person ended a session of their own.",
  "password-changed": "A person changed their password.",
  "password-moved":
    "A person signed in with the password that the product they came from says is theirs. It is kept here.",
  "password-removed": "A person removed their password.",
  "passkey-added": "A person added a passkey.",
  "passkey-removed": "A passkey was removed.",
  "passkey-renamed": "A person renamed a passkey.",
  "app-password-made": "A person made an app password.",
  "app-password-revoked": "An app password was revoked.",
  "totp-on": "A person set up an authenticator app.",
  "totp-off": "An authenticator app was removed.",
  "upstream-linked": "A person linked their account at a provider.",
  "upstream-unlinked": "A person unlinked their account at a provider.",
  "recovery-codes-made": "A person made recovery codes.",
  "recovery-code-used": "A recovery code was used.",
  "recovery-link-used": "A link set a new password.",
  "account-locked": "A person locked their account with the link of a notice: everyone was signed out.",
  "address-changed": "A person changed their e-mail address.",
  "name-changed": "A person changed their name.",
  "language-changed": "A person chose a language for pages and mails.",
  "trusted-browser-added": "A person marked a browser as trusted, which spares it the second factor.",
  "trusted-browser-removed": "A person removed a trusted browser.",
  "consent-given": "A person gave consent to a client.",
  "consent-withdrawn": "A person withdrew their consent to a client.",
  "device-allowed": "A person allowed a device.",
  "data-exported": "A person exported their data.",
  "deletion-asked": "A person asked for the deletion of their account.",
  "deletion-stopped": "A person kept an account whose deletion was asked for.",
} as const;

/** Results of sign-ins and of clients' calls. They are written about once a second, apart from the facts that they report. */
const eventActs = {
  "sign-in-refused": "A sign-in was refused.",
  "second-factor-proved": "A person proved a second factor.",
  "second-factor-refused": "A second factor was refused.",
  "passkey-refused": "A passkey was not added.",
  "app-password-used": "An app password was used for the first time.",
  "app-password-refused": "A wrong app password was refused.",
  "passkey-counter-went-back": "A passkey may have been copied.",
  "link-mailed": "A link was mailed on request.",
  "user-code-refused": "The code of a device was refused.",
  "device-denied": "A person denied a device.",
  "upstream-refused": "A sign-in with a provider was refused.",
  "registration-refused": "The registration of a client was refused.",
  "claims-hook-failed": "The claims hook failed.",
  "exchange-refused": "A call of a client's server was refused.",
  "code-replayed": "A spent code came back, and its tokens were revoked.",
  "refresh-token-reused": "A replaced refresh token came back, and its family was revoked.",
  "client-secret-exposed": "A client's secret was sent where others can read it.",
  "token-revoked": "A client gave up a token.",
} as const;

/** THE table of acts, in groups: every act that an audit entry can tell of, and a sentence that says what it is. */
export const auditActs = {
  operators: operatorActs,
  installation: installationActs,
  people: personActs,
  events: eventActs,
} as const;

/** Every act, in the order of the table. */
export const allAuditActs: readonly string[] = Object.values(auditActs).flatMap((acts) => Object.keys(acts));

const actSentences: ReadonlyMap<string, string> = new Map(
  Object.values(auditActs).flatMap((acts) => Object.entries<string>(acts)),
);

/** The sentence that says what an act is; undefined for an act of a newer release. */
export function actSentence(act: string): string | undefined {
  return actSentences.get(act);
}

type ActsOf<Group> = Group extends unknown ? keyof Group : never;

/** An act of the table. */
export type AuditAct = ActsOf<(typeof auditActs)[keyof typeof auditActs]>;

/**
 * The one who acts. "command-line": a user of the machine. "client": a program, by a token of its own. "operator": a person with the
 * admin right, in the console or by a token. "person": a person, for their own account. "stranger": nobody who proved who they are.
 * "system": a background job.
 */
export type Actor =
  | { readonly kind: "command-line"; readonly name: string }
  | { readonly kind: "client"; readonly clientId: ClientId }
  | { readonly kind: "operator"; readonly accountId: AccountId }
  | { readonly kind: "person"; readonly accountId: AccountId }
  | { readonly kind: "stranger" }
  | { readonly kind: "system" };

/** The kinds of things that an act is done to. */
type AuditTargetKind =
  | "api"
  | "client"
  | "database"
  | "group"
  | "invitation"
  | "key"
  | "mail"
  | "session"
  | "token"
  | "upstream"
  | "user"
  | "webhook";

/** The object of an act. */
export interface AuditTarget {
  readonly kind: AuditTargetKind;
  readonly id: string;
}

/** What else is worth knowing about an act, in plain words. Never a secret, nor a person's name or address. */
export type AuditDetails = Readonly<Record<string, string | number | boolean>>;

/** One act, as it is written into the audit trail. */
export interface AuditEntry {
  readonly at: Instant;
  readonly act: AuditAct;
  readonly actor: Actor;
  readonly target?: AuditTarget;
  readonly details?: AuditDetails;
  /** The network that the act came from: IPv4 /24 or IPv6 /56. */
  readonly network?: string;
  readonly requestId?: RequestId;
  /** The attempt that this act carries out. It is not part of the trail: the fact of the act confirms it, or throws `AttemptOvertaken`. */
  readonly attempt?: KeyedAttempt;
}

/** Makes the entries of one actor. An entry is handed to the durable fact that it tells of, as `audit` of its side effects. */
export interface Auditor {
  entry(act: AuditAct, target?: AuditTarget, details?: AuditDetails): AuditEntry;
}

/** The auditor of a person who acts on their own account. */
export function personAuditor(
  { clock }: { readonly clock: { now(): Instant } },
  accountId: AccountId,
  context: { readonly requestId: RequestId; network(): string },
): Auditor {
  const { requestId } = context;
  return createAuditor({
    clock,
    actor: { kind: "person", accountId },
    requestId,
    network: context.network(),
  });
}

/** The auditor of a request that must not run twice: every act of it confirms the attempt. */
export function confirmingAuditor(auditor: Auditor, attempt: KeyedAttempt): Auditor {
  return { entry: (...described) => ({ ...auditor.entry(...described), attempt }) };
}

/** An auditor that adds the same reason to every entry. */
export function auditorWithReason(auditor: Auditor, reason: string | undefined): Auditor {
  if (reason === undefined) return auditor;
  return { entry: (act, target, details) => auditor.entry(act, target, { reason, ...details }) };
}

/** The limits of an entry. Longer texts are cut. */
const textMax = 300;
const detailsMax = 20;

/** Makes an auditor for an actor and, if a request is under way, for that request. */
export function createAuditor(of: {
  readonly clock: { now(): Instant };
  readonly actor: Actor;
  readonly requestId?: RequestId | undefined;
  readonly network?: string | undefined;
}): Auditor {
  const { clock, actor, requestId, network } = of;
  return {
    entry: (act, target, details) => ({
      at: clock.now(),
      act,
      actor,
      ...(target && { target: { kind: target.kind, id: cut(target.id) } }),
      ...(details && { details: bounded(details) }),
      ...(network !== undefined && { network: cut(network) }),
      ...(requestId !== undefined && { requestId }),
    }),
  };
}

function bounded(details: AuditDetails): AuditDetails {
  const members = Object.entries(details).slice(0, detailsMax);
  return Object.fromEntries(
    members.map(([name, value]) => [name, typeof value === "string" ? cut(value) : value]),
  );
}

/** A NUL, which PostgreSQL cannot keep, and halves of surrogate pairs, which it keeps as something else, are replaced. */
function cut(text: string): string {
  return text.slice(0, textMax).toWellFormed().replaceAll("\0", "\ufffd");
}
