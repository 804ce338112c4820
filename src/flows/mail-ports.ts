import type { MailFacts } from "../identity/mail.ts";
import type { Language } from "../protocol/language.ts";
import type { AccountId, MailId, MailRequestId } from "../values/ids.ts";
import type { Result } from "../values/result.ts";
import type { Instant } from "../values/time.ts";
import type { AuditEntry } from "./audit.ts";
import type { Link } from "./link.ts";
import type { ListQuery, Page, Position } from "./listing.ts";

/** A message as it is put into the outbox. */
export interface OutboxMessage {
  readonly id: MailId;
  /** The e-mail address. */
  readonly to: string;
  /** A word of `MailKind`, or one of a newer release. */
  readonly kind: string;
  /** The language tag of the text. */
  readonly language: string;
  readonly subject: string;
  /** Text and HTML, sealed: both may hold a link that works. */
  readonly sealedBody: string;
  /** The message goes with this account. */
  readonly accountId?: AccountId;
  /** A link for the message's account, beside what the message is about. It is stored in the transaction that queues the message. */
  readonly link?: Link;
  readonly createdAt: Instant;
  /** When it is worth nothing any more: then it is not sent, and its body is deleted, unless it was sent before. */
  readonly expiresAt: Instant;
}

/** The way of a message: it waits, it went out, or it was given up. */
export const mailStates = ["queued", "sent", "dead"] as const;
export type MailState = (typeof mailStates)[number];

/** Which part of the list of messages is wanted: those in one state, or all. */
export interface MailQuery extends ListQuery<Position<MailId>> {
  readonly state?: MailState | undefined;
}

/** A message as the outbox keeps it. */
export interface KeptMessage extends Omit<OutboxMessage, "sealedBody" | "link"> {
  /** Absent once the message was sent or has expired. */
  readonly sealedBody?: string;
  readonly state: MailState;
  /** How often it was handed out for sending. */
  readonly tries: number;
  /** Until then nobody sends it. */
  readonly nextTryAt: Instant;
  /** The reason why the last try failed, or why a sent message came back: a few words that hold no secret. */
  readonly lastError?: string;
}

/** The result of one try. `nextTryAt` is absent if there is no further one. */
export type MailOutcome =
  | { readonly kind: "sent" }
  | { readonly kind: "failed"; readonly error: string; readonly nextTryAt?: Instant };

/**
 * The messages to people: a durable queue. A message is sent at least once, and twice if a process dies between the mail server's
 * yes and `settle`.
 */
export interface Outbox {
  /** Durable. Does nothing if the message's account is gone. */
  add(message: OutboxMessage): Promise<void>;
  /** Calls the listener about when a transaction of this process puts a message into the outbox; the commit may come a moment later. */
  onQueued(listener: () => void): void;
  /**
   * Not durable on its own. Hands out up to `count` messages that are due, the longest waiting first, and keeps them from every other
   * caller until `until`.
   */
  lease(now: Instant, until: Instant, count: number): Promise<readonly KeptMessage[]>;
  /**
   * Durable. Notes what came of a leased message; a success deletes its body. A failure counts only for the try that it belongs to, and
   * never after a success.
   */
  settle(message: Pick<KeptMessage, "id" | "tries">, outcome: MailOutcome): Promise<void>;
  /** Durable. Makes the message, or every dead one, due at once; returns how many. Sent and expired ones stay as they are. */
  retry(now: Instant, id?: MailId, sideEffects?: { readonly audit?: readonly AuditEntry[] }): Promise<number>;
  /**
   * Durable. Notes why a sent message came back; false, and nothing changes, for any other message and once that is noted.
   */
  bounce(
    id: MailId,
    error: string,
    sideEffects?: { readonly audit?: readonly AuditEntry[] },
  ): Promise<boolean>;
  find(id: MailId): Promise<KeptMessage | undefined>;
  /** The newest `limit` messages of an account, newest first. */
  newestOf(accountId: AccountId, limit: number): Promise<readonly KeptMessage[]>;
  /** Newest first, and searched by id, address, kind, subject and account. */
  list(query: MailQuery): Promise<Page<KeptMessage, Position<MailId>>>;
  /** How many messages are in each state, since when the oldest one has been waiting, and how many waiting ones have failed before. */
  counts(): Promise<MailCounts>;
}

/** How much is in the outbox. */
export interface MailCounts extends Readonly<Record<MailState, number>> {
  readonly oldestQueuedAt?: Instant;
  /** How many of the waiting messages have failed at least once. */
  readonly failing: number;
  /** The last error of one of these. */
  readonly failure?: string;
}

/** A mail that somebody asked for on a page. */
export interface NewMailRequest {
  readonly id: MailRequestId;
  /** What was typed, and all else that it takes to make the mail; see `keepMailRequest`. */
  readonly sealed: string;
  readonly createdAt: Instant;
  /** From then on it is forgotten. */
  readonly expiresAt: Instant;
}

/** A mail request that was handed out. */
export interface LeasedMailRequest extends NewMailRequest {
  /** How often it was handed out. */
  readonly tries: number;
}

/** The mails that people asked for, until they are made. Making one claims its request, see `Claim`. */
export interface MailRequests {
  /** Durable. False, and nothing is kept, if about `max` requests wait already. */
  add(request: NewMailRequest, max: number): Promise<boolean>;
  /** Calls the listener about when this process keeps a request; the commit may come a moment later. */
  onAdded(listener: () => void): void;
  /**
   * Not durable on its own. Hands out the request that waits longest and has not expired, and keeps it from every other caller until
   * `until`. Undefined if none waits.
   */
  lease(now: Instant, until: Instant): Promise<LeasedMailRequest | undefined>;
}

/** Where a message comes from and whom it is for. */
interface MailFrame {
  readonly language: Language;
  /** The region by whose habits dates are written, such as GB; absent for those of the language. */
  readonly region?: string | undefined;
  readonly service: string;
  readonly accountHref: string;
  readonly name?: string | undefined;
  /** The time zone of the person, an IANA name; absent for UTC. */
  readonly timeZone?: string | undefined;
}

export interface MailTemplates {
  /** Subject, text and HTML in the language of the frame. */
  render(
    facts: MailFacts,
    frame: MailFrame,
  ): Promise<{ readonly subject: string; readonly text: string; readonly html: string }>;
}

/** A message with its body, as it goes to the mail server. */
export interface SentMessage extends Pick<OutboxMessage, "id" | "to" | "language" | "subject" | "createdAt"> {
  readonly text: string;
  readonly html: string;
}

/** The reason why the mail server did not take a message. */
export interface SendProblem {
  /** A code of the connection or of the server's answer, without its words: `ECONNREFUSED`, `550 RCPT TO`. */
  readonly reason: string;
  /** True if the same message would be refused again. */
  readonly isPermanent: boolean;
}

/** The server that takes messages on their way. */
export interface MailServer {
  /** Resolves when the server has taken the message or refused it, or when a minute is over. Never rejects. */
  send(message: SentMessage): Promise<Result<void, SendProblem>>;
  /** Connects and signs in as for a message, and sends none. Resolves like `send`. */
  check(): Promise<Result<void, SendProblem>>;
  /** Cuts what is under way: the server may or may not have taken it. */
  close(): void;
}
