import { readWebhookAddress } from "../../protocol/webhook/address.ts";
import {
  formatWebhookSecret,
  secretOverlapSeconds,
  webhookSecretBytes,
} from "../../protocol/webhook/signature.ts";
import { parseWebhookId, type WebhookId, webhookIdOf } from "../../values/ids.ts";
import { ok, type Result, refuse, unreachable } from "../../values/result.ts";
import { type Instant, plus } from "../../values/time.ts";
import { type Auditor, type AuditTarget, auditActs } from "../audit.ts";
import type { Sealer } from "../key-ports.ts";
import type { Clock, Random } from "../ports.ts";
import type { Webhook, Webhooks } from "../webhook-ports.ts";

/** The ports of managing webhooks. */
export interface WebhookRegistry {
  readonly webhooks: Webhooks;
  readonly sealer: Pick<Sealer, "seal">;
  readonly clock: Clock;
  readonly random: Random;
  readonly audit: Auditor;
  /** True where the service is at a loopback address: then a webhook may be, too. */
  readonly mayReachLoopback: boolean;
}

/** The reason why no webhook was added or changed. */
export type WebhookProblem =
  | { readonly kind: "url-unusable" }
  | { readonly kind: "act-unknown"; readonly act: string }
  | { readonly kind: "too-many" }
  | { readonly kind: "unknown"; readonly id: string };

/** A webhook and its secret, which is shown once. */
export interface WebhookSecret {
  readonly webhook: Webhook;
  readonly secret: string;
}

/** How many webhooks an installation has at most. */
export const webhooksMax = 20;

const knownActs: ReadonlySet<string> = new Set(Object.values(auditActs).flatMap((acts) => Object.keys(acts)));

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
  wanted: { readonly url: string; readonly acts: readonly string[] },
): Promise<Result<WebhookSecret, WebhookProblem>> {
  const { webhooks, clock, random, audit } = registry;
  const url = readWebhookAddress(wanted.url, registry.mayReachLoopback);
  if (url === undefined) return refuse({ kind: "url-unusable" });
  const unknown = wanted.acts.find((act) => !knownActs.has(act));
  if (unknown !== undefined) return refuse({ kind: "act-unknown", act: unknown });
  const acts = [...new Set(wanted.acts)];
  const id = webhookIdOf(random.alphanumeric(20));
  const { sealed: sealedSecret, secret } = newSecret(registry);
  const webhook = { id, url, sealedSecret, acts, createdAt: clock.now() };
  const entry = audit.entry("webhook-created", targetOf(id), { acts: acts.length });
  const created = await webhooks.create(webhook, webhooksMax, { audit: [entry] });
  if (!created.ok) return refuse({ kind: "too-many" });
  const found = await findWebhook(webhooks, id);
  return found.ok ? ok({ webhook: found.value, secret }) : found;
}

/** Gives a webhook a new secret. The one before signs too for a day. */
export async function rotateWebhookSecret(
  registry: WebhookRegistry,
  text: string,
): Promise<Result<WebhookSecret & { readonly oldUntil: Instant }, WebhookProblem>> {
  const { webhooks, clock, audit } = registry;
  const found = await findWebhook(webhooks, text);
  if (!found.ok) return found;
  const { id } = found.value;
  const { sealed, secret } = newSecret(registry);
  const at = clock.now();
  const oldUntil = plus(at, secretOverlapSeconds);
  const entry = audit.entry("webhook-secret-rotated", targetOf(id));
  if (!(await webhooks.rotateSecret(id, { sealed, oldUntil, at }, { audit: [entry] })))
    return refuse({ kind: "unknown", id: text });
  return ok({ webhook: found.value, secret, oldUntil });
}

/** Stops a webhook, or starts it again where it stopped: entries since then are delivered. */
export function setWebhookDisabled(
  registry: WebhookRegistry,
  text: string,
  isDisabled: boolean,
): Promise<Result<Webhook, WebhookProblem>> {
  const { webhooks, clock, audit } = registry;
  return change(webhooks, text, (id) => {
    const entry = audit.entry("webhook-changed", targetOf(id), { disabled: isDisabled });
    return webhooks.setDisabled(id, isDisabled, clock.now(), { audit: [entry] });
  });
}

/** Makes what waits, and every dead letter, due at once. */
export function retryWebhook(
  { webhooks, clock, audit }: WebhookRegistry,
  text: string,
): Promise<Result<Webhook, WebhookProblem>> {
  return change(webhooks, text, (id) => {
    const entry = audit.entry("webhook-changed", targetOf(id), { retried: true });
    return webhooks.retry(id, clock.now(), { audit: [entry] });
  });
}

/** Removes a webhook with its dead letters. Returns it as it was. */
export function removeWebhook(
  { webhooks, audit }: WebhookRegistry,
  text: string,
): Promise<Result<Webhook, WebhookProblem>> {
  const entryOf = (id: WebhookId) => audit.entry("webhook-deleted", targetOf(id));
  return change(webhooks, text, (id) => webhooks.remove(id, { audit: [entryOf(id)] }));
}

/** Changes a webhook; returns it as it is then, or as it was where it is gone. */
async function change(
  webhooks: Webhooks,
  text: string,
  work: (id: WebhookId) => Promise<boolean>,
): Promise<Result<Webhook, WebhookProblem>> {
  const found = await findWebhook(webhooks, text);
  if (!found.ok) return found;
  if (!(await work(found.value.id))) return refuse({ kind: "unknown", id: text });
  return ok((await webhooks.find(found.value.id)) ?? found.value);
}

function newSecret({ random, sealer }: WebhookRegistry) {
  const bytes = random.bytes(webhookSecretBytes);
  return { sealed: sealer.seal("webhook", bytes), secret: formatWebhookSecret(bytes) };
}

function targetOf(id: WebhookId): AuditTarget {
  return { kind: "webhook", id };
}

/** The cause and, where it is not plain, the repair, for the operator. */
export function describeWebhookProblem(problem: WebhookProblem): string {
  switch (problem.kind) {
    case "url-unusable":
      return "The address of a webhook is https, without credentials and fragment; http is for this machine, where the base URL is too.";
    case "act-unknown":
      return `The audit trail has no act ${problem.act}.`;
    case "too-many":
      return `An installation has at most ${webhooksMax} webhooks.`;
    case "unknown":
      return `There is no webhook ${problem.id}.`;
    default:
      return unreachable(problem);
  }
}
