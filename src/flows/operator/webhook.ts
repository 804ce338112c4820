import { readWebhookAddress } from "../../protocol/webhook/address.ts";
import {
  formatWebhookSecret,
  secretOverlapSeconds,
  webhookSecretBytes,
} from "../../protocol/webhook/signature.ts";
import { parseWebhookId, type WebhookId, webhookIdOf } from "../../values/ids.ts";
import { isLoopback } from "../../values/issuer.ts";
import { ok, type Result, refuse, unreachable } from "../../values/result.ts";
import { type Instant, isoTime, plus } from "../../values/time.ts";
import { type Auditor, type AuditTarget, allAuditActs } from "../audit.ts";
import type { AuditTrail } from "../audit-ports.ts";
import type { Sealer } from "../key-ports.ts";
import type { Clock, Ports, Random } from "../ports.ts";
import { type Sent, sendMessage } from "../webhook/send.ts";
import type { Webhook, WebhookSender, Webhooks } from "../webhook-ports.ts";
import type { AdministrationPorts } from "./administration.ts";
import type { ProblemTable } from "./problem.ts";
import type { Terms } from "./rights.ts";

/** The ports of managing webhooks. */
export interface WebhookRegistry {
  readonly webhooks: Webhooks;
  readonly sealer: Pick<Sealer, "seal">;
  readonly clock: Clock;
  readonly random: Random;
  readonly audit: Auditor;
  /** True if the service is at a loopback address: then a webhook may be, too. */
  readonly mayReachLoopback: boolean;
}

/** The reason why no webhook was added or changed. */
export type WebhookProblem =
  | { readonly kind: "url-unusable" }
  | { readonly kind: "act-unknown"; readonly act: string }
  /** The receiver of a webhook reads the audit trail. */
  | { readonly kind: "right-missing"; readonly scope: "audit:read" }
  | { readonly kind: "too-many" }
  | { readonly kind: "unknown"; readonly id: string }
  | { readonly kind: "conflict" }
  | { readonly kind: "entry-unknown"; readonly number: number };

/** How many webhooks an installation has at most. */
const webhooksMax = 20;

/** The problems of webhooks. */
export const webhookProblems: ProblemTable<WebhookProblem> = {
  "url-unusable": {
    as: "invalid",
    at: "url",
    say: "The address of a webhook is https, without credentials and fragment; http is for this machine, where the base URL is too.",
  },
  "act-unknown": { as: "invalid", at: "acts", say: ({ act }) => `The audit trail has no act ${act}.` },
  "right-missing": {
    as: "lacking",
    at: "url",
    right: ({ scope }) => scope,
    say: "A webhook sends the audit trail to its receiver, so adding one needs the right audit:read, which you do not have.",
  },
  "too-many": { as: "refused", say: `An installation has at most ${webhooksMax} webhooks.` },
  unknown: { as: "not-found", say: ({ id }) => `There is no webhook ${id}.` },
  conflict: {
    as: "changed",
    say: "Somebody else changed the webhook at the same time, so nothing was changed here.",
  },
  "entry-unknown": {
    as: "not-found",
    say: ({ number }) => `Entry ${number} is not an undelivered entry of this webhook.`,
  },
};

/** The `updatedAt` that the webhook must still have; absent for any. */
export interface SeenWebhook {
  readonly seen?: Instant | undefined;
}

/** A webhook and its secret, which is shown once. */
export interface WebhookSecret {
  readonly webhook: Webhook;
  readonly secret: string;
}

const knownActs: ReadonlySet<string> = new Set(allAuditActs);

/** The ports of managing and trying webhooks. */
export interface WebhookDelivery extends WebhookRegistry {
  readonly sealer: Pick<Sealer, "seal" | "open">;
  readonly sender: WebhookSender;
  readonly auditTrail: Pick<AuditTrail, "append">;
}

/** Collects these ports for one request of an operator. */
export function webhookPortsOf(
  registry: Pick<Ports, "sealer" | "clock" | "random" | "auditTrail" | "settings"> & {
    readonly audit: Auditor;
  },
  { webhooks, webhookSender: sender }: Pick<AdministrationPorts, "webhooks" | "webhookSender">,
): WebhookDelivery {
  const { settings, ...ports } = registry;
  return { ...ports, webhooks, sender, mayReachLoopback: isLoopback(settings.issuer) };
}

/** Finds a webhook by its id. */
export async function findWebhook(
  webhooks: Pick<Webhooks, "find">,
  text: string,
): Promise<Result<Webhook, WebhookProblem>> {
  const id = parseWebhookId(text);
  const webhook = id && (await webhooks.find(id));
  return webhook === undefined ? refuse({ kind: "unknown", id: text }) : ok(webhook);
}

/** Adds a webhook. The first entry that it gets tells of this. */
export async function createWebhook(
  registry: WebhookRegistry,
  wanted: { readonly url: string; readonly acts: readonly string[]; readonly isDisabled?: boolean },
  { by }: Pick<Terms, "by">,
): Promise<Result<WebhookSecret, WebhookProblem>> {
  if (!by.scopes.has("audit:read")) return refuse({ kind: "right-missing", scope: "audit:read" });
  const { webhooks, clock, random, audit } = registry;
  const url = readWebhookAddress(wanted.url, registry.mayReachLoopback);
  if (url === undefined) return refuse({ kind: "url-unusable" });
  const unknown = wanted.acts.find((act) => !knownActs.has(act));
  if (unknown !== undefined) return refuse({ kind: "act-unknown", act: unknown });
  const acts = [...new Set(wanted.acts)];
  const id = webhookIdOf(random.alphanumeric(20));
  const { sealed: sealedSecret, secret } = newSecret(registry);
  const { isDisabled = false } = wanted;
  const webhook = { id, url, sealedSecret, acts, isDisabled, createdAt: clock.now() };
  const details = { acts: acts.length, ...(isDisabled && { disabled: true }) };
  const entry = audit.entry("webhook-created", targetOf(id), details);
  const created = await webhooks.create(webhook, webhooksMax, { audit: [entry] });
  if (!created.ok) return refuse({ kind: "too-many" });
  const found = await findWebhook(webhooks, id);
  return found.ok ? ok({ webhook: found.value, secret }) : found;
}

/** Gives a webhook a new secret. The one before signs too for a day. */
export async function rotateWebhookSecret(
  registry: WebhookRegistry,
  text: string,
  { seen }: SeenWebhook = {},
): Promise<Result<WebhookSecret & { readonly oldUntil: Instant }, WebhookProblem>> {
  const { webhooks, clock, audit } = registry;
  const { sealed, secret } = newSecret(registry);
  const at = clock.now();
  const oldUntil = plus(at, secretOverlapSeconds);
  const rotated = await change(webhooks, text, (id) => {
    const entry = audit.entry("webhook-secret-rotated", targetOf(id));
    return webhooks.rotateSecret(id, { sealed, oldUntil, at, seen }, { audit: [entry] });
  });
  return rotated.ok ? ok({ webhook: rotated.value, secret, oldUntil }) : rotated;
}

/** Stops a webhook, or starts it again where it stopped: entries since then are delivered. */
export function setWebhookDisabled(
  { webhooks, clock, audit }: WebhookRegistry,
  text: string,
  { isDisabled, seen }: SeenWebhook & { readonly isDisabled: boolean },
): Promise<Result<Webhook, WebhookProblem>> {
  return change(webhooks, text, (id) => {
    const entry = audit.entry("webhook-changed", targetOf(id), { disabled: isDisabled });
    return webhooks.setDisabled(id, isDisabled, { at: clock.now(), seen }, { audit: [entry] });
  });
}

/** Makes all undelivered entries of the webhook, or one of them, due at once. */
export async function retryWebhook(
  { webhooks, clock, audit }: WebhookRegistry,
  text: string,
  number?: number,
): Promise<Result<Webhook, WebhookProblem>> {
  const details = { retried: true, ...(number !== undefined && { entry: number }) };
  const retried = await change(webhooks, text, (id) => {
    const sideEffects = { audit: [audit.entry("webhook-changed", targetOf(id), details)] };
    if (number === undefined) return webhooks.retry(id, clock.now(), sideEffects);
    return webhooks.retryEntry(id, number, clock.now(), sideEffects);
  });
  const isEntryUnknown = !retried.ok && retried.reason.kind === "conflict" && number !== undefined;
  return isEntryUnknown ? refuse({ kind: "entry-unknown", number }) : retried;
}

/** The receiver's response to a test message. */
export interface WebhookTest {
  readonly isDelivered: boolean;
  /** Absent if there was no response. */
  readonly status?: number;
  /** Why the message counts as not delivered. */
  readonly error?: string;
}

/** Sends a message without an entry, once, even if the webhook is disabled. Deliveries do not wait for it. */
export async function testWebhook(
  registry: WebhookDelivery,
  text: string,
): Promise<Result<WebhookTest, WebhookProblem>> {
  const { webhooks, clock, random, audit, auditTrail } = registry;
  const found = await findWebhook(webhooks, text);
  if (!found.ok) return found;
  const { id } = found.value;
  const content = { type: "webhook-test", timestamp: isoTime(clock.now()), data: { webhook_id: id } };
  const sent = await sendMessage(registry, found.value, {
    id: `${id}_test_${random.alphanumeric(10)}`,
    content,
  });
  const test = readTest(sent);
  const details = { delivered: test.isDelivered, ...(test.error !== undefined && { error: test.error }) };
  await auditTrail.append([audit.entry("webhook-tested", targetOf(id), details)]);
  return ok(test);
}

function readTest(sent: Sent): WebhookTest {
  switch (sent.kind) {
    case "delivered":
      return { isDelivered: true, status: sent.status };
    case "gone":
      return { isDelivered: false, status: sent.status, error: `HTTP ${sent.status}` };
    case "stopped":
      return { isDelivered: false, error: "stopped" };
    case "failed": {
      const { status, error } = sent;
      return { isDelivered: false, ...(status !== undefined && { status }), error };
    }
    default:
      return unreachable(sent);
  }
}

/** Deletes a webhook and its undelivered entries. Returns it as it was. */
export function removeWebhook(
  { webhooks, audit }: WebhookRegistry,
  text: string,
  { seen }: SeenWebhook = {},
): Promise<Result<Webhook, WebhookProblem>> {
  const entryOf = (id: WebhookId) => audit.entry("webhook-deleted", targetOf(id));
  return change(webhooks, text, (id) => webhooks.remove(id, { seen }, { audit: [entryOf(id)] }));
}

/** Changes a webhook; returns its new state, or its last one if it was deleted. "conflict" if somebody else was faster. */
async function change(
  webhooks: Webhooks,
  text: string,
  work: (id: WebhookId) => Promise<boolean>,
): Promise<Result<Webhook, WebhookProblem>> {
  const found = await findWebhook(webhooks, text);
  if (!found.ok) return found;
  const isMade = await work(found.value.id);
  const current = await webhooks.find(found.value.id);
  if (isMade) return ok(current ?? found.value);
  return refuse(current === undefined ? { kind: "unknown", id: text } : { kind: "conflict" });
}

function newSecret({ random, sealer }: WebhookRegistry) {
  const bytes = random.bytes(webhookSecretBytes);
  return { sealed: sealer.seal("webhook", bytes), secret: formatWebhookSecret(bytes) };
}

function targetOf(id: WebhookId): AuditTarget {
  return { kind: "webhook", id };
}
