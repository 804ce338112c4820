import { webhookHeaders } from "../../protocol/webhook/signature.ts";
import { type Instant, instantOf, plus, wholeSeconds } from "../../values/time.ts";
import type { AuditEntry, Auditor } from "../audit.ts";
import type { AuditTrail, KeptAuditEntry } from "../audit-ports.ts";
import type { Sealer } from "../key-ports.ts";
import { auditRecord } from "../operator/audit-record.ts";
import type { Clock } from "../ports.ts";
import {
  deadLettersMax,
  type LeasedWebhook,
  type WebhookProgress,
  type WebhookSender,
  type Webhooks,
} from "../webhook-ports.ts";

/** The ports of delivering. */
export interface DeliveryPorts {
  readonly webhooks: Pick<Webhooks, "lease" | "settle" | "dueLetters">;
  readonly auditTrail: Pick<AuditTrail, "list">;
  readonly sealer: Pick<Sealer, "open">;
  readonly sender: WebhookSender;
  readonly clock: Clock;
  readonly audit: Auditor;
}

/** What became of one webhook's turn, for the log. */
export interface DeliveryReport {
  readonly webhook: LeasedWebhook;
  readonly sent: number;
  /** Why the last entry did not go through; absent where all did. */
  readonly error?: string;
  /** "waits": it is tried again later. "dead": it was given up. "disabled": the receiver wants no more. */
  readonly outcome?: "waits" | "dead" | "disabled";
}

/** Longer than one message may take, so that nobody else sends it at the same time. Each message renews the lease. */
const leaseSeconds = 60;
/** The pauses after each failure, as the Standard Webhooks scheme suggests: three days in all. */
const retrySeconds = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
/** The messages of one turn; then another webhook gets one. */
const sentMax = 100;
/** The entries that are read at once. */
const pageSize = 100;

/** Takes a webhook that has something to deliver, so that no other node delivers it. */
export function leaseWebhook({
  webhooks,
  clock,
}: Pick<DeliveryPorts, "webhooks" | "clock">): Promise<LeasedWebhook | undefined> {
  const now = clock.now();
  return webhooks.lease(now, plus(now, leaseSeconds));
}

/**
 * Gives a leased webhook its turn: the dead letters that an operator made due, then the entries behind the last one, in their order.
 * The first failure ends the turn. A process that dies between the receiver's yes and the note of it leaves a message that is sent
 * again, under the same id.
 */
export async function deliverLeased(ports: DeliveryPorts, webhook: LeasedWebhook): Promise<DeliveryReport> {
  const turn = new Turn(ports, webhook);
  if (await turn.deliverLetters()) await turn.deliverEntries();
  await turn.giveBack();
  return turn.report();
}

type Sent =
  | { readonly kind: "delivered" }
  | { readonly kind: "gone" }
  | { readonly kind: "stopped" }
  | { readonly kind: "failed"; error: string };

class Turn {
  readonly #ports: DeliveryPorts;
  readonly #webhook: LeasedWebhook;
  #held: Instant;
  #delivered: number;
  #tries: number;
  #nextTryAt: Instant;
  #lastError: string | undefined;
  #isOurs = true;
  #sent = 0;
  #end: Pick<DeliveryReport, "error" | "outcome"> = {};

  constructor(ports: DeliveryPorts, webhook: LeasedWebhook) {
    this.#ports = ports;
    this.#webhook = webhook;
    this.#held = webhook.leaseUntil;
    this.#delivered = webhook.delivered;
    this.#tries = webhook.tries;
    this.#nextTryAt = webhook.nextTryAt;
    this.#lastError = webhook.lastError;
  }

  report(): DeliveryReport {
    return { webhook: this.#webhook, sent: this.#sent, ...this.#end };
  }

  /** False where the turn is over. */
  async deliverLetters(): Promise<boolean> {
    for (const { number } of await this.#ports.webhooks.dueLetters(this.#webhook.id, sentMax)) {
      const entry = await this.#entryAt(number);
      const sent: Sent =
        entry === undefined
          ? { kind: "failed", error: "older than the audit trail" }
          : await this.#send(entry);
      if (sent.kind === "stopped") return false;
      if (sent.kind === "gone") return this.#disable();
      const at = this.#ports.clock.now();
      const change: Partial<WebhookProgress> =
        sent.kind === "delivered"
          ? { removesLetter: number }
          : { letter: { number, error: sent.error, at, isDue: false } };
      if (sent.kind === "failed") this.#end = { error: sent.error, outcome: "dead" };
      if (!(await this.#settle(change))) return false;
    }
    return true;
  }

  async deliverEntries(): Promise<void> {
    const { acts } = this.#webhook;
    while (this.#sent < sentMax) {
      const query = { limit: pageSize, order: "oldest", after: this.#delivered } as const;
      const { items } = await this.#ports.auditTrail.list(query);
      if (items.length === 0) return;
      for (const entry of items) {
        const isWanted = acts.length === 0 || acts.includes(entry.act);
        if (isWanted && !(await this.#deliverEntry(entry))) return;
        this.#delivered = entry.number;
      }
      // Entries that were passed over cost no write of their own.
      if (!(await this.#settle({}))) return;
    }
  }

  /** Frees the webhook for the next turn. */
  async giveBack(): Promise<void> {
    if (this.#isOurs) await this.#settle({ leaseUntil: instantOf(0) });
  }

  async #deliverEntry(entry: KeptAuditEntry): Promise<boolean> {
    const sent = await this.#send(entry);
    if (sent.kind === "stopped") return false;
    if (sent.kind === "gone") return this.#disable();
    if (sent.kind === "failed") return this.#fail(entry, sent.error);
    this.#delivered = entry.number;
    this.#tries = 0;
    this.#lastError = undefined;
    return this.#settle({});
  }

  async #fail({ number }: KeptAuditEntry, error: string): Promise<false> {
    const now = this.#ports.clock.now();
    const pause = retrySeconds[this.#tries];
    this.#lastError = error;
    const isGivenUp = pause === undefined;
    this.#end = { error, outcome: isGivenUp ? "dead" : "waits" };
    this.#tries = isGivenUp ? 0 : this.#tries + 1;
    this.#nextTryAt = plus(now, pause ?? 0);
    if (isGivenUp) this.#delivered = number;
    await this.#settle({ ...(isGivenUp && { letter: { number, error, at: now, isDue: false } }) });
    return false;
  }

  /** 410: the receiver wants no more of this. */
  async #disable(): Promise<false> {
    const { id } = this.#webhook;
    this.#lastError = "HTTP 410";
    this.#end = { error: this.#lastError, outcome: "disabled" };
    const entry = this.#ports.audit.entry(
      "webhook-changed",
      { kind: "webhook", id },
      { disabled: true, status: 410 },
    );
    await this.#settle({ isDisabled: true, leaseUntil: instantOf(0) }, [entry]);
    this.#isOurs = false;
    return false;
  }

  async #settle(change: Partial<WebhookProgress>, audit: readonly AuditEntry[] = []): Promise<boolean> {
    const leaseUntil = plus(this.#ports.clock.now(), leaseSeconds);
    const progress = {
      delivered: this.#delivered,
      tries: this.#tries,
      nextTryAt: this.#nextTryAt,
      lastError: this.#lastError,
      leaseUntil,
      lettersMax: deadLettersMax,
      ...change,
    };
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
    const { clock, sender } = this.#ports;
    const now = clock.now();
    const secrets = this.#secretsAt(now);
    if (secrets.length === 0) return { kind: "failed", error: "its secret cannot be opened" };
    const body = JSON.stringify(webhookBody(entry));
    const id = `${this.#webhook.id}_${entry.number}`;
    const headers = webhookHeaders({ id, timestamp: wholeSeconds(now), body }, secrets);
    const answer = await sender.post(this.#webhook.url, headers, body);
    if (!answer.ok)
      return answer.reason === "stopped" ? { kind: "stopped" } : { kind: "failed", error: answer.reason };
    const status = answer.value;
    if (status === 410) return { kind: "gone" };
    if (status < 200 || status > 299) return { kind: "failed", error: `HTTP ${status}` };
    this.#sent += 1;
    return { kind: "delivered" };
  }

  #secretsAt(now: Instant): readonly Uint8Array[] {
    const { sealedSecret, oldSecret } = this.#webhook;
    const isOldGood = oldSecret !== undefined && oldSecret.until > now;
    return [sealedSecret, ...(isOldGood ? [oldSecret.sealed] : [])]
      .map((sealed) => this.#ports.sealer.open("webhook", sealed))
      .filter((secret) => secret !== undefined);
  }
}

/** What a receiver gets of an entry. */
export function webhookBody(entry: KeptAuditEntry) {
  const { at, ...data } = auditRecord(entry);
  return { type: entry.act, timestamp: at, data };
}
