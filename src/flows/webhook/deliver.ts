import { longestWaits } from "../../values/longest-waits.ts";
import { type Instant, instantOf, plus } from "../../values/time.ts";
import type { AuditEntry, Auditor } from "../audit.ts";
import type { AuditTrail, KeptAuditEntry } from "../audit-ports.ts";
import { auditRecord } from "../operator/audit-record.ts";
import {
  deadLettersMax,
  type LeasedWebhook,
  type WaitingEntry,
  type WebhookProgress,
  type Webhooks,
  waitingMax,
} from "../webhook-ports.ts";
import { type SendPorts, type Sent, sendMessage } from "./send.ts";

interface DeliveryPorts extends SendPorts {
  readonly webhooks: Pick<Webhooks, "lease" | "settle" | "waiting" | "dueDeadLetters">;
  readonly auditTrail: Pick<AuditTrail, "list">;
  readonly audit: Auditor;
}

/** The outcome of one webhook's turn, for the log. */
export interface DeliveryReport {
  readonly webhook: LeasedWebhook;
  readonly sent: number;
  /** Why the last entry did not go through; absent if all did. */
  readonly error?: string;
  /** "waits": it will be retried; others continue. "dead": it was given up. "disabled": the receiver wants no more. */
  readonly outcome?: "waits" | "dead" | "disabled";
}

/** Longer than one message may take, so that nobody else sends it at the same time. Each message renews the lease. */
const leaseSeconds = longestWaits.webhookLease;
/** The pauses of an entry after each failure, as Standard Webhooks suggests; the last one repeats. */
const retrySeconds = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, longestWaits.webhookEntry] as const;
/** An entry that fails this long after its first failure is given up: the sum of the pauses, three days. */
const giveUpSeconds = retrySeconds.reduce((sum, pause) => sum + pause, 0);
/** After this many consecutive failures the receiver counts as down, and single messages check whether it is back. */
const failuresMax = 5;
/** The pauses of a receiver that is down. Each is twice the previous one, up to a maximum. */
const downSeconds = { first: 30, longest: longestWaits.webhookReceiver } as const;
/** How many messages one turn sends, and how long it may begin another one; then another webhook gets its turn. */
const triedMax = 100;
const turnSeconds = 30;
const pageSize = 100;

/** Takes a webhook that has something to deliver, so that no other node delivers it. */
export function leaseWebhook({
  webhooks,
  clock,
}: Pick<DeliveryPorts, "webhooks" | "clock">): Promise<LeasedWebhook | undefined> {
  const now = clock.now();
  return webhooks.lease(now, plus(now, leaseSeconds), waitingMax);
}

/**
 * Delivers the entries of a leased webhook: dead letters that an operator made due, entries whose retry is due, then new ones in order. An
 * entry that fails waits for its own retry while later ones continue, unless the receiver is down. What came of a message is written
 * before the next one is sent, or as the webhook is given back. If the process dies before that, the message is sent again with the
 * same id.
 */
export async function deliverLeased(ports: DeliveryPorts, webhook: LeasedWebhook): Promise<DeliveryReport> {
  const turn = new Turn(ports, webhook, await ports.webhooks.waiting(webhook.id));
  await turn.deliver();
  await turn.giveBack();
  return turn.report();
}

/** What is sent: a new entry, a retry, or a dead letter that an operator made due. */
type Subject =
  | { readonly kind: "new" }
  | { readonly kind: "waiting"; readonly waiting: WaitingEntry }
  | { readonly kind: "dead-letter" };

class Turn {
  readonly #ports: DeliveryPorts;
  readonly #webhook: LeasedWebhook;
  readonly #waiting: Map<number, WaitingEntry>;
  readonly #endsAt: Instant;
  #reached: Omit<WebhookProgress, "leaseUntil" | "deadLettersMax">;
  /** What came of the last message, while it is not written. */
  #noted: Partial<WebhookProgress> | undefined;
  #held: Instant;
  #isOurs = true;
  #tried = 0;
  #sent = 0;
  #end: Pick<DeliveryReport, "error" | "outcome"> = {};

  constructor(ports: DeliveryPorts, webhook: LeasedWebhook, waiting: readonly WaitingEntry[]) {
    this.#ports = ports;
    this.#webhook = webhook;
    this.#waiting = new Map(waiting.map((each) => [each.number, each]));
    const { delivered, failures, nextTryAt, lastError, lastErrorAt, lastDeliveryAt } = webhook;
    this.#reached = { delivered, failures, nextTryAt, lastError, lastErrorAt, lastDeliveryAt };
    this.#held = webhook.leaseUntil;
    this.#endsAt = plus(ports.clock.now(), turnSeconds);
  }

  report(): DeliveryReport {
    return { webhook: this.#webhook, sent: this.#sent, ...this.#end };
  }

  async deliver(): Promise<void> {
    // A new entry is the best test of a receiver that was down: an old one may itself be the cause of failures.
    if (this.#isDown() && !(await this.#deliverNew(1))) return;
    if (!(await this.#deliverDeadLetters())) return;
    if (await this.#deliverWaiting()) await this.#deliverNew(triedMax);
  }

  /** Frees the webhook for the next turn, which comes after one of each other webhook that has something to deliver. */
  async giveBack(): Promise<void> {
    if (this.#isOurs) await this.#settle({ leaseUntil: this.#ports.clock.now() });
  }

  /** False if the turn is over. */
  async #deliverDeadLetters(): Promise<boolean> {
    for (const { number } of await this.#ports.webhooks.dueDeadLetters(this.#webhook.id, triedMax))
      if (!(await this.#tryNumber(number, { kind: "dead-letter" }))) return false;
    return true;
  }

  async #deliverWaiting(): Promise<boolean> {
    const now = this.#ports.clock.now();
    // A time beyond the longest pause was noted by a clock that was ahead.
    const isDue = ({ nextTryAt }: WaitingEntry) =>
      nextTryAt <= now || nextTryAt > plus(now, longestWaits.webhookEntry);
    for (const waiting of [...this.#waiting.values()].filter(isDue))
      if (!(await this.#tryNumber(waiting.number, { kind: "waiting", waiting }))) return false;
    return true;
  }

  /** Tries at most this many entries. */
  async #deliverNew(most: number): Promise<boolean> {
    const { acts } = this.#webhook;
    const end = Math.min(this.#tried + most, triedMax);
    for (;;) {
      const query = { limit: pageSize, order: "oldest", after: this.#reached.delivered } as const;
      const { items } = await this.#ports.auditTrail.list(query);
      if (items.length === 0) return true;
      for (const entry of items) {
        const isWanted = acts.length === 0 || acts.includes(entry.act);
        if (isWanted && (this.#tried >= end || this.#waiting.size >= waitingMax)) return true;
        if (isWanted && !(await this.#try(entry, { kind: "new" }))) return false;
        this.#reach({ delivered: entry.number });
      }
      // A few entries that are passed over cost no write of their own. Many may take longer than the lease.
      if (items.length === pageSize && !(await this.#settle())) return false;
    }
  }

  async #tryNumber(number: number, subject: Subject): Promise<boolean> {
    const entry = await this.#entryAt(number);
    if (entry !== undefined) return this.#try(entry, subject);
    return this.#giveUp(number, "older than the audit trail");
  }

  async #try(entry: KeptAuditEntry, subject: Subject): Promise<boolean> {
    if (this.#tried >= triedMax || this.#ports.clock.now() >= this.#endsAt) return false;
    if (this.#noted !== undefined && !(await this.#settle())) return false;
    this.#tried += 1;
    const sent = await this.#send(entry);
    if (sent.kind === "stopped") return false;
    if (sent.kind === "gone") return this.#disable();
    if (subject.kind === "new") this.#reach({ delivered: entry.number });
    if (sent.kind === "failed") return this.#fail(entry.number, sent.error, subject);
    return this.#take(entry.number, subject);
  }

  #take(number: number, subject: Subject): Promise<boolean> {
    const now = this.#ports.clock.now();
    // The failures were the receiver's, so waiting entries need not wait for their own time.
    const wakesAt = this.#isDown() ? now : undefined;
    this.#reach({ failures: 0, lastDeliveryAt: now });
    if (wakesAt !== undefined)
      for (const each of this.#waiting.values()) this.#waiting.set(each.number, { ...each, nextTryAt: now });
    if (subject.kind === "new") return this.#note({ wakesAt });
    this.#waiting.delete(number);
    return this.#note({ wakesAt, removes: number });
  }

  /** True if delivery can continue, because the receiver may accept other entries. */
  async #fail(number: number, error: string, subject: Subject): Promise<boolean> {
    const now = this.#ports.clock.now();
    // An entry that fails again while no other waits says nothing about the receiver.
    const isAlone = subject.kind === "waiting" && this.#waiting.size === 1 && !this.#isDown();
    const failures = isAlone ? Math.max(1, this.#reached.failures) : this.#reached.failures + 1;
    this.#reach({ failures, lastError: error, lastErrorAt: now });
    if (this.#isDown()) this.#reach({ nextTryAt: plus(now, this.#downSeconds()) });
    const isKept = await this.#keepFailed(number, error, subject);
    return isKept && !this.#isDown();
  }

  #keepFailed(number: number, error: string, subject: Subject): Promise<boolean> {
    const now = this.#ports.clock.now();
    const { tries, failedAt } = subject.kind === "waiting" ? subject.waiting : { tries: 0, failedAt: now };
    if (subject.kind === "dead-letter" || now >= plus(failedAt, giveUpSeconds))
      return this.#giveUp(number, error);
    const pause = retrySeconds[tries] ?? retrySeconds[retrySeconds.length - 1] ?? 0;
    const waits = { number, tries: tries + 1, failedAt, nextTryAt: plus(now, pause), error };
    this.#waiting.set(number, waits);
    this.#end = { error, outcome: "waits" };
    return this.#note({ waits });
  }

  #giveUp(number: number, error: string): Promise<boolean> {
    this.#waiting.delete(number);
    this.#end = { error, outcome: "dead" };
    return this.#note({ deadLetter: { number, error, at: this.#ports.clock.now(), isDue: false } });
  }

  #isDown(): boolean {
    return this.#reached.failures >= failuresMax;
  }

  #downSeconds(): number {
    return Math.min(downSeconds.longest, downSeconds.first * 2 ** (this.#reached.failures - failuresMax));
  }

  #reach(to: Partial<WebhookProgress>): void {
    this.#reached = { ...this.#reached, ...to };
  }

  /** 410: the receiver wants no more messages. */
  async #disable(): Promise<false> {
    const { id } = this.#webhook;
    const error = "HTTP 410";
    this.#reach({ lastError: error, lastErrorAt: this.#ports.clock.now() });
    this.#end = { error, outcome: "disabled" };
    const entry = this.#ports.audit.entry(
      "webhook-changed",
      { kind: "webhook", id },
      { disabled: true, status: 410 },
    );
    await this.#settle({ isDisabled: true, leaseUntil: instantOf(0) }, [entry]);
    this.#isOurs = false;
    return false;
  }

  /** Keeps what came of a message for the next write. False if another node delivers to the webhook by now. */
  async #note(change: Partial<WebhookProgress>): Promise<boolean> {
    const isOurs = this.#noted === undefined || (await this.#settle());
    this.#noted = change;
    return isOurs;
  }

  /** Writes everything down that the turn has reached, and renews the lease. False if another node delivers to the webhook by now. */
  async #settle(change: Partial<WebhookProgress> = {}, audit: readonly AuditEntry[] = []): Promise<boolean> {
    const leaseUntil = plus(this.#ports.clock.now(), leaseSeconds);
    const progress = { ...this.#reached, leaseUntil, deadLettersMax, ...this.#noted, ...change };
    this.#noted = undefined;
    const held = { id: this.#webhook.id, leaseUntil: this.#held };
    this.#isOurs = await this.#ports.webhooks.settle(held, progress, { audit });
    this.#held = progress.leaseUntil;
    return this.#isOurs;
  }

  async #entryAt(number: number): Promise<KeptAuditEntry | undefined> {
    const query = { limit: 1, order: "oldest", after: number - 1 } as const;
    const [entry] = (await this.#ports.auditTrail.list(query)).items;
    return entry?.number === number ? entry : undefined;
  }

  async #send(entry: KeptAuditEntry): Promise<Sent> {
    const id = `${this.#webhook.id}_${entry.number}`;
    const sent = await sendMessage(this.#ports, this.#webhook, { id, content: webhookBody(entry) });
    if (sent.kind === "delivered") this.#sent += 1;
    return sent;
  }
}

/** What a receiver gets for an entry. */
export function webhookBody(entry: KeptAuditEntry) {
  const { at, ...data } = auditRecord(entry);
  return { type: entry.act, timestamp: at, data };
}
