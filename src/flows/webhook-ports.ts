/** The port for webhooks. The rules of `ports.ts` hold here too. */
import type { WebhookId } from "../values/ids.ts";
import type { Result } from "../values/result.ts";
import type { Instant } from "../values/time.ts";
import type { ListQuery, Page } from "./listing.ts";
import type { SideEffects } from "./side-effect-ports.ts";

/** An address that is told of the audit trail, entry by entry. */
export interface Webhook {
  readonly id: WebhookId;
  readonly url: string;
  readonly sealedSecret: string;
  /** The previous secret, which also signs until that instant. */
  readonly oldSecret?: { readonly sealed: string; readonly until: Instant };
  /** The acts that it receives; empty for all. A newer release may know other words. */
  readonly acts: readonly string[];
  readonly isDisabled: boolean;
  /** The number of the last entry that was sent or skipped. Earlier ones may wait for a retry. */
  readonly delivered: number;
  /** Consecutive failures of its receiver, counted over all entries. */
  readonly failures: number;
  /** Nothing is sent before. */
  readonly nextTryAt: Instant;
  /** The last failure, even if the receiver has accepted messages since. */
  readonly lastError?: string;
  readonly lastErrorAt?: Instant;
  /** When the receiver last accepted a message. */
  readonly lastDeliveryAt?: Instant;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A new webhook. It begins at the end of the trail. */
export type NewWebhook = Pick<Webhook, "id" | "url" | "sealedSecret" | "acts" | "isDisabled" | "createdAt">;

/** An entry that failed and waits for a retry. Later entries do not wait for it. */
export interface WaitingEntry {
  readonly number: number;
  readonly tries: number;
  /** When it first failed. */
  readonly failedAt: Instant;
  readonly nextTryAt: Instant;
  readonly error: string;
}

/** An entry that a webhook never accepted. */
export interface DeadLetter {
  readonly number: number;
  readonly error: string;
  readonly at: Instant;
  /** True if it is tried once more. */
  readonly isDue: boolean;
}

/** An undelivered entry, for operators. */
export type Undelivered =
  | ({ readonly state: "waiting" } & WaitingEntry)
  | ({ readonly state: "dead" } & DeadLetter);

/** The numbers of a webhook's undelivered entries. */
export interface Backlog {
  readonly waiting: number;
  readonly dead: number;
}

/** A webhook that one node alone delivers to until `leaseUntil`. */
export interface LeasedWebhook extends Webhook {
  readonly leaseUntil: Instant;
}

/** The state of a delivery, to be kept. */
export interface WebhookProgress {
  readonly delivered: number;
  readonly failures: number;
  readonly nextTryAt: Instant;
  readonly lastError: string | undefined;
  readonly lastErrorAt: Instant | undefined;
  readonly lastDeliveryAt: Instant | undefined;
  /** The new end of the lease; at or before now to give it back. */
  readonly leaseUntil: Instant;
  /** The entry that starts or continues to wait. */
  readonly waits?: WaitingEntry | undefined;
  /** The dead letter that was added or changed. It no longer waits. */
  readonly deadLetter?: DeadLetter | undefined;
  /** How many dead letters are kept then; the oldest are removed. */
  readonly deadLettersMax: number;
  /** The number of the entry that a retry delivered. */
  readonly removes?: number | undefined;
  /** All waiting entries are due from this time on. */
  readonly wakesAt?: Instant | undefined;
  readonly isDisabled?: true | undefined;
}

/** All webhooks and their queues, in numbers. */
interface WebhookCounts {
  readonly working: number;
  /** The last delivery failed and will be retried. */
  readonly failing: number;
  readonly disabled: number;
  /** Entries not yet processed, including unwanted ones, and entries waiting for a retry. Disabled webhooks are not counted. */
  readonly waiting: number;
  readonly dead: number;
}

/** How many entries of a webhook may wait for a retry. At this number, new entries wait in the trail. */
export const waitingMax = 100;

/** How many dead letters are kept of one webhook. */
export const deadLettersMax = 1000;

/** The time of a change, and the version that it applies to. */
interface WebhookChange {
  readonly at: Instant;
  /** The `updatedAt` that the webhook must still have; absent for any. */
  readonly seen?: Instant | undefined;
}

/** Webhooks, their position in the audit trail, and their undelivered entries. */
export interface Webhooks {
  /** Durable. */
  create(webhook: NewWebhook, max: number, sideEffects?: SideEffects): Promise<Result<void, "too-many">>;
  find(id: WebhookId): Promise<Webhook | undefined>;
  /** Ordered by creation. */
  list(): Promise<readonly Webhook[]>;
  /** The number of undelivered entries by webhook, without webhooks that have none. */
  backlogs(): Promise<ReadonlyMap<WebhookId, Backlog>>;
  /** Durable. Enabling makes it due at once. False if it does not exist or has changed since it was seen. */
  setDisabled(
    id: WebhookId,
    isDisabled: boolean,
    change: WebhookChange,
    sideEffects?: SideEffects,
  ): Promise<boolean>;
  /** Durable. The previous secret also signs until `oldUntil`. False if it does not exist or has changed since it was seen. */
  rotateSecret(
    id: WebhookId,
    secret: WebhookChange & { readonly sealed: string; readonly oldUntil: Instant },
    sideEffects?: SideEffects,
  ): Promise<boolean>;
  /** Durable; also deletes its undelivered entries. False if it does not exist or has changed since it was seen. */
  remove(id: WebhookId, change: Pick<WebhookChange, "seen">, sideEffects?: SideEffects): Promise<boolean>;
  /** Durable. Makes all undelivered entries of the webhook due at once. False if it does not exist. */
  retry(id: WebhookId, at: Instant, sideEffects?: SideEffects): Promise<boolean>;
  counts(): Promise<WebhookCounts>;
  /** Durable. The same for one entry. False if it is not an undelivered entry of the webhook. */
  retryEntry(id: WebhookId, number: number, at: Instant, sideEffects?: SideEffects): Promise<boolean>;
  /** Undelivered entries of the webhook, oldest first; the cursor is the number of an entry. */
  undelivered(id: WebhookId, query: Omit<ListQuery<number>, "search">): Promise<Page<Undelivered, number>>;
  /** The waiting entries, oldest first. */
  waiting(id: WebhookId): Promise<readonly WaitingEntry[]>;
  /** The dead letters that are due, oldest first. */
  dueDeadLetters(id: WebhookId, limit: number): Promise<readonly DeadLetter[]>;
  /**
   * Leases to one of all callers a webhook that is due and has something to deliver: a new entry, if fewer than `room` wait, an entry
   * whose retry is due, or a dead letter that is due. Writes nothing if there is none. The webhook whose lease ended first comes first.
   * A clock that was ahead delays none for longer than `longestWaits`.
   */
  lease(now: Instant, until: Instant, room: number): Promise<LeasedWebhook | undefined>;
  /** Keeps what came of a delivery. False if the lease was lost, or the webhook is disabled or gone: nothing more is sent then. */
  settle(
    held: Pick<LeasedWebhook, "id" | "leaseUntil">,
    to: WebhookProgress,
    sideEffects?: SideEffects,
  ): Promise<boolean>;
}

/** Posts a JSON body. Never follows a redirect, never rejects. */
export interface WebhookSender {
  /** The status of the answer, or a word that says why there is none; "stopped" if the service ends. */
  post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<Result<number, string>>;
}
