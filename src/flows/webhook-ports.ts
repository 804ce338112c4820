/** The port for webhooks. The rules of `ports.ts` hold here too. */
import type { WebhookId } from "../values/ids.ts";
import type { Result } from "../values/result.ts";
import type { Instant } from "../values/time.ts";
import type { Besides } from "./alongside-ports.ts";
import type { ListQuery, Page } from "./listing.ts";

/** An address that is told of the audit trail, entry by entry. */
export interface Webhook {
  readonly id: WebhookId;
  readonly url: string;
  readonly sealedSecret: string;
  /** The secret before, which signs too until then. */
  readonly oldSecret?: { readonly sealed: string; readonly until: Instant };
  /** The acts that it receives; empty for all. A newer release may know other words. */
  readonly acts: readonly string[];
  readonly isDisabled: boolean;
  /** The number of the last entry that was sent or needs no sending. Earlier ones may wait for another try. */
  readonly delivered: number;
  /** How often in a row its receiver failed, whatever was sent. */
  readonly failures: number;
  /** Nothing is sent before. */
  readonly nextTryAt: Instant;
  /** The newest failure, also where the receiver has taken messages since. */
  readonly lastError?: string;
  readonly lastErrorAt?: Instant;
  /** When the receiver last took a message. */
  readonly lastDeliveryAt?: Instant;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A new webhook. It begins at the end of the trail. */
export type NewWebhook = Pick<Webhook, "id" | "url" | "sealedSecret" | "acts" | "createdAt">;

/** An entry that a webhook did not take yet. Entries behind it do not wait. */
export interface WaitingEntry {
  readonly number: number;
  readonly tries: number;
  /** When it failed first. */
  readonly failedAt: Instant;
  readonly nextTryAt: Instant;
  readonly error: string;
}

/** An entry that a webhook never took. */
export interface DeadLetter {
  readonly number: number;
  readonly error: string;
  readonly at: Instant;
  /** True where it is tried once more. */
  readonly isDue: boolean;
}

/** An entry that was sent and not taken, for operators. */
export type Undelivered =
  | ({ readonly state: "waiting" } & WaitingEntry)
  | ({ readonly state: "dead" } & DeadLetter);

/** How many entries a webhook did not take. */
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
  /** The entry that waits from now on, or for longer. */
  readonly waits?: WaitingEntry | undefined;
  /** The letter that was added or has changed. It does not wait any more. */
  readonly letter?: DeadLetter | undefined;
  /** How many letters are kept then; the oldest go. */
  readonly lettersMax: number;
  /** The number of the entry that was delivered after all. */
  readonly removes?: number | undefined;
  /** Every entry that waits is due from then on. */
  readonly wakesAt?: Instant | undefined;
  readonly isDisabled?: true | undefined;
}

/** All webhooks and their queues, in numbers. */
export interface WebhookCounts {
  readonly working: number;
  /** The newest delivery went wrong, and is tried again. */
  readonly failing: number;
  readonly disabled: number;
  /** Entries that webhooks have not passed yet, or that wait for another try; those that they do not want included. Disabled webhooks have none. */
  readonly waiting: number;
  readonly dead: number;
}

/** How many entries of one webhook wait for another try. With so many, what follows waits too. */
export const waitingMax = 100;

/** How many dead letters are kept of one webhook. */
export const deadLettersMax = 1000;

/** When a change is made, and what it must be made on. */
export interface WebhookChange {
  readonly at: Instant;
  /** The `updatedAt` that the webhook must still have; absent for any. */
  readonly seen?: Instant | undefined;
}

/** Webhooks, their place in the audit trail, and what they did not take. */
export interface Webhooks {
  /** Durable. */
  create(webhook: NewWebhook, max: number, besides?: Besides): Promise<Result<void, "too-many">>;
  find(id: WebhookId): Promise<Webhook | undefined>;
  /** Ordered by creation. */
  list(): Promise<readonly Webhook[]>;
  /** How much each webhook did not take. One that took everything is left out. */
  backlogs(): Promise<ReadonlyMap<WebhookId, Backlog>>;
  /** Durable. Enabling makes it due at once. False where there is no such webhook, or it was changed since it was seen. */
  setDisabled(id: WebhookId, isDisabled: boolean, change: WebhookChange, besides?: Besides): Promise<boolean>;
  /** Durable. The secret so far signs too until `oldUntil`. False where there is no such webhook, or it was changed since it was seen. */
  rotateSecret(
    id: WebhookId,
    secret: WebhookChange & { readonly sealed: string; readonly oldUntil: Instant },
    besides?: Besides,
  ): Promise<boolean>;
  /** Durable, with what it did not take. False where there is no such webhook, or it was changed since it was seen. */
  remove(id: WebhookId, change: Pick<WebhookChange, "seen">, besides?: Besides): Promise<boolean>;
  /** Durable. Makes all that the webhook did not take due at once. False where there is no such webhook. */
  retry(id: WebhookId, at: Instant, besides?: Besides): Promise<boolean>;
  counts(): Promise<WebhookCounts>;
  /** Durable. Likewise for one entry. False where it is none that the webhook did not take. */
  retryEntry(id: WebhookId, number: number, at: Instant, besides?: Besides): Promise<boolean>;
  /** What the webhook did not take, the oldest entry first; the cursor is the number of an entry. */
  undelivered(id: WebhookId, query: Omit<ListQuery<number>, "search">): Promise<Page<Undelivered, number>>;
  /** The entries that wait, the oldest first. */
  waiting(id: WebhookId): Promise<readonly WaitingEntry[]>;
  /** The letters that are due, the oldest first. */
  dueLetters(id: WebhookId, limit: number): Promise<readonly DeadLetter[]>;
  /**
   * Of all callers one gets a webhook that is due and has something to deliver: a new entry, where fewer than `room` wait, an
   * entry that has waited long enough, or a letter that is due. Without one, nothing is written. The one whose lease ended first
   * comes first. No clock that was ahead holds one up for longer than `longestWaits`.
   */
  lease(now: Instant, until: Instant, room: number): Promise<LeasedWebhook | undefined>;
  /** Keeps what came of a delivery. False where the lease was lost, or the webhook is disabled or gone: nothing more is sent then. */
  settle(
    held: Pick<LeasedWebhook, "id" | "leaseUntil">,
    to: WebhookProgress,
    besides?: Besides,
  ): Promise<boolean>;
}

/** Posts a JSON body. Never follows a redirect, never rejects. */
export interface WebhookSender {
  /** The status of the answer, or a word that says why there is none; "stopped" where the service ends. */
  post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<Result<number, string>>;
}
