/** The port for webhooks. The rules of `ports.ts` hold here too. */
import type { WebhookId } from "../values/ids.ts";
import type { Result } from "../values/result.ts";
import type { Instant } from "../values/time.ts";
import type { Besides } from "./alongside-ports.ts";

/** An address that is told of the audit trail, entry by entry. */
export interface Webhook {
  readonly id: WebhookId;
  readonly url: string;
  readonly sealedSecret: string;
  /** The secret before, which signs too until then. */
  readonly oldSecret?: { readonly sealed: string; readonly until: Instant };
  /** The acts that it is told of; empty for all. A newer release may know other words. */
  readonly acts: readonly string[];
  readonly isDisabled: boolean;
  /** The number of the last entry that needs no more work. */
  readonly delivered: number;
  /** How often the entry behind `delivered` was tried, when it may be tried next, and what was wrong. */
  readonly tries: number;
  readonly nextTryAt: Instant;
  readonly lastError?: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A new webhook. It begins at the end of the trail. */
export type NewWebhook = Pick<Webhook, "id" | "url" | "sealedSecret" | "acts" | "createdAt">;

/** An entry that a webhook never took. */
export interface DeadLetter {
  readonly number: number;
  readonly error: string;
  readonly at: Instant;
  /** True where it is tried once more. */
  readonly isDue: boolean;
}

/** A webhook that one node alone delivers to until `leaseUntil`. */
export interface LeasedWebhook extends Webhook {
  readonly leaseUntil: Instant;
}

/** The state of a delivery, to be kept. */
export interface WebhookProgress {
  readonly delivered: number;
  readonly tries: number;
  readonly nextTryAt: Instant;
  readonly lastError?: string | undefined;
  /** The new end of the lease; at or before now to give it back. */
  readonly leaseUntil: Instant;
  /** The letter that was added or has changed. */
  readonly letter?: DeadLetter | undefined;
  /** How many letters are kept then; the oldest go. */
  readonly lettersMax: number;
  /** The number of the letter that was delivered after all. */
  readonly removesLetter?: number | undefined;
  readonly isDisabled?: true | undefined;
}

/** All webhooks and their queues, in numbers. */
export interface WebhookCounts {
  readonly working: number;
  /** The newest delivery went wrong, and is tried again. */
  readonly failing: number;
  readonly disabled: number;
  /** Entries that webhooks have not passed yet, those that they do not want included. Disabled webhooks have none. */
  readonly waiting: number;
  readonly dead: number;
}

/** How many dead letters are kept of one webhook. */
export const deadLettersMax = 1000;

/** Webhooks, their place in the audit trail, and their dead letters. */
export interface Webhooks {
  /** Durable. */
  create(webhook: NewWebhook, max: number, besides?: Besides): Promise<Result<void, "too-many">>;
  find(id: WebhookId): Promise<Webhook | undefined>;
  /** Ordered by creation. */
  list(): Promise<readonly Webhook[]>;
  /** Durable. Enabling makes it due at once. False where there is no such webhook. */
  setDisabled(id: WebhookId, isDisabled: boolean, at: Instant, besides?: Besides): Promise<boolean>;
  /** Durable. The secret so far signs too until `oldUntil`. False where there is no such webhook. */
  rotateSecret(
    id: WebhookId,
    secret: { readonly sealed: string; readonly oldUntil: Instant; readonly at: Instant },
    besides?: Besides,
  ): Promise<boolean>;
  /** Durable, with its dead letters. False where there is no such webhook. */
  remove(id: WebhookId, besides?: Besides): Promise<boolean>;
  /** Durable. Makes the webhook and all its dead letters due at once. False where there is no such webhook. */
  retry(id: WebhookId, at: Instant, besides?: Besides): Promise<boolean>;
  counts(): Promise<WebhookCounts>;
  /** The oldest first. */
  letters(id: WebhookId, limit: number): Promise<readonly DeadLetter[]>;
  /** The letters that are due, the oldest first. */
  dueLetters(id: WebhookId, limit: number): Promise<readonly DeadLetter[]>;
  /** Of all callers one gets a webhook that is due and has something to deliver. Without one, nothing is written. */
  lease(now: Instant, until: Instant): Promise<LeasedWebhook | undefined>;
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
