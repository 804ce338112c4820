import type { Account } from "../../identity/account.ts";
import type { AccountName } from "../../identity/account-name.ts";
import type { Bounce } from "../../identity/bounce.ts";
import { requestedMailReservation } from "../../identity/try-limits.ts";
import { type MailId, parseMailId } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Attempts } from "../account-ports.ts";
import type { Auditor } from "../audit.ts";
import type { AuditTrail } from "../audit-ports.ts";
import type { Sealer } from "../key-ports.ts";
import type { Page, Position } from "../listing.ts";
import { createMessage, type MailBody, type MessagePorts, openBody } from "../mail/create-message.ts";
import type { KeptMessage, MailQuery, Outbox } from "../mail-ports.ts";
import type { Clock } from "../ports.ts";
import type { ProblemTable } from "./problem.ts";

/** The ports of looking after the outbox. */
export interface MailRegistry {
  readonly outbox: Outbox;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly audit: Auditor;
}

/** A message as an operator reads it. */
export interface ReadMessage {
  readonly message: KeptMessage;
  /** Absent once the message was sent or has expired. */
  readonly body: MailBody | undefined;
}

/** Why a message was not found, or not sent again. "finished": it was sent, or has expired. */
export type MailProblem = { readonly kind: "unknown" | "finished" };

/** The problems of messages. */
export const mailProblems: ProblemTable<MailProblem> = {
  unknown: { as: "not-found", say: "There is no such message." },
  finished: { as: "conflict", say: "The message was sent already, or has expired. Nothing is sent twice." },
};

/** What is said in the place of a text that is gone. */
export function whyWithoutText({ state }: KeptMessage): string {
  return state === "sent" ? "Its text was deleted at delivery." : "Its text was deleted when it expired.";
}

/** Lists messages with their bodies, newest first. */
export async function listMail(
  registry: Omit<MailRegistry, "audit">,
  query: MailQuery,
): Promise<Page<ReadMessage, Position<MailId>>> {
  const page = await registry.outbox.list(query);
  return { ...page, items: page.items.map((message) => ({ message, body: openBody(registry, message) })) };
}

/** What a test message needs. */
export type TestMailPorts = MessagePorts & {
  readonly outbox: Pick<Outbox, "add">;
  readonly auditTrail: Pick<AuditTrail, "append">;
  readonly audit: Auditor;
};

/** Puts a test message into the outbox, from where it goes the way of every other message. Audited. */
export async function queueTestMail(ports: TestMailPorts, to: AccountName): Promise<MailId> {
  const message = await createMessage(ports, { kind: "test" }, { to, language: "en" });
  await ports.auditTrail.append([ports.audit.entry("mail-tested", { kind: "mail", id: message.id })]);
  await ports.outbox.add(message);
  return message.id;
}

/** Why an operator gets no test message. */
export type OwnTestProblem =
  | { readonly kind: "address-missing" }
  | { readonly kind: "address-unverified"; readonly email: AccountName }
  | { readonly kind: "tested-lately" };

/** The problems of an operator's own test message. */
export const ownTestProblems: ProblemTable<OwnTestProblem> = {
  "address-missing": { as: "refused", say: "Your account has no e-mail address. Add one on its page first." },
  "address-unverified": {
    as: "refused",
    say: ({ email }) =>
      `Your address ${email} is not verified, so nobody knows yet whether it is yours. Verify it on the page of your account first.`,
  },
  "tested-lately": {
    as: "refused",
    say: "Several test messages went to your address within the last hour. Look at what became of them: one that waits or was given up can be sent again.",
  },
};

/** The address for an operator's own test message. It is verified, so that nobody sends messages to strangers. */
export function readOwnAddress({
  email,
  isEmailUnverified = false,
}: Pick<Account, "email" | "isEmailUnverified">): Result<AccountName, OwnTestProblem> {
  if (email === undefined) return refuse({ kind: "address-missing" });
  return isEmailUnverified ? refuse({ kind: "address-unverified", email }) : ok(email);
}

/** Puts a test message to the operator's own address into the outbox, at most three in any hour. Audited. */
export async function queueOwnTestMail(
  ports: TestMailPorts & { readonly attempts: Pick<Attempts, "reserve"> },
  account: Pick<Account, "email" | "isEmailUnverified">,
): Promise<Result<MailId, OwnTestProblem>> {
  const to = readOwnAddress(account);
  if (!to.ok) return to;
  const tries = [requestedMailReservation("test", to.value)];
  if (!(await ports.attempts.reserve(tries, ports.clock.now())).ok) return refuse({ kind: "tested-lately" });
  return ok(await queueTestMail(ports, to.value));
}

/** Finds one message by its id. */
export async function findMail(
  registry: Omit<MailRegistry, "audit">,
  id: string,
): Promise<ReadMessage | undefined> {
  const mailId = parseMailId(id);
  const message = mailId && (await registry.outbox.find(mailId));
  return message && { message, body: openBody(registry, message) };
}

/**
 * Records in the audit trail that an operator reads the texts of these messages, before they get them: a link in one may set a password.
 * Messages without a text are not recorded.
 */
export async function noteReading(
  { audit, auditTrail }: { readonly audit: Auditor; readonly auditTrail: Pick<AuditTrail, "append"> },
  messages: readonly ReadMessage[],
): Promise<void> {
  const [first, ...others] = messages.filter(({ body }) => body !== undefined).map(({ message }) => message);
  if (first === undefined) return;
  const details =
    others.length === 0 ? undefined : { messages: others.length + 1, oldest: others.at(-1)?.id ?? "" };
  await auditTrail.append([audit.entry("mail-read", { kind: "mail", id: first.id }, details)]);
}

/** Makes a message due at once. */
export async function retryMail(
  { outbox, clock, audit }: MailRegistry,
  id: string,
): Promise<Result<void, MailProblem>> {
  const mailId = parseMailId(id);
  if (mailId === undefined || (await outbox.find(mailId)) === undefined) return refuse({ kind: "unknown" });
  const entry = audit.entry("mail-retried", { kind: "mail", id: mailId });
  const count = await outbox.retry(clock.now(), mailId, { audit: [entry] });
  return count === 1 ? ok(undefined) : refuse({ kind: "finished" });
}

/** Notes that a message came back. Returns it; undefined if it was never sent from here, or came back before. */
export async function noteBounce(
  { outbox, audit }: Pick<MailRegistry, "outbox" | "audit">,
  { messageId: id, status }: Bounce,
): Promise<KeptMessage | undefined> {
  const entry = audit.entry("mail-bounced", { kind: "mail", id }, { status });
  const isNoted = await outbox.bounce(id, `bounced ${status}`, { audit: [entry] });
  return isNoted ? outbox.find(id) : undefined;
}

/** Makes all messages that were given up due at once; returns how many. */
export function retryDeadMail({ outbox, clock, audit }: MailRegistry): Promise<number> {
  return outbox.retry(clock.now(), undefined, { audit: [audit.entry("mail-retried")] });
}
