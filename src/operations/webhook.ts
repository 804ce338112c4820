import { z } from "zod";
import { isSeen } from "../flows/operator/rights.ts";
import {
  createWebhook,
  findWebhook,
  removeWebhook,
  retryWebhook,
  rotateWebhookSecret,
  setWebhookDisabled,
  testWebhook,
  type WebhookDelivery,
  webhookPortsOf,
  webhookProblems,
} from "../flows/operator/webhook.ts";
import {
  readDeliveryProgress,
  undeliveredRecord,
  webhookRecord,
  webhookTestRecord,
} from "../flows/operator/webhook-record.ts";
import type { Webhook } from "../flows/webhook-ports.ts";
import { ok, type Result } from "../values/result.ts";
import { isoTime } from "../values/time.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { versionTag } from "./etag.ts";
import { type Answered, type Call, operation } from "./operation.ts";
import { pageAnswer, readQuery } from "./page.ts";
import { termsOf } from "./precondition.ts";
import { type Problem, refused } from "./problem.ts";
import { listQuery, pageOf, time } from "./schema.ts";
import { newWebhookSchema, signingSecret, undeliveredSchema, webhookSchema } from "./webhook-schema.ts";

const noun = "Webhooks";
const one = "/webhooks/{webhook_id}";
const webhookId = z.string().min(1).max(100);
const params = z.object({ webhook_id: webhookId });

/** The operations about webhooks. */
export const webhookOperations = [
  operation({
    id: "listWebhooks",
    method: "get",
    path: "/webhooks",
    noun,
    scope: "webhooks:read",
    command: "webhook list",
    summary: "All webhooks, on one page: an installation has at most 20",
    status: 200,
    answer: z.strictObject({ items: z.array(webhookSchema) }).meta({ id: "Webhooks" }),
    run: async ({ administration }) => {
      const webhooks = await administration.webhooks.list();
      const progressOf = await readDeliveryProgress(administration);
      return ok({ body: { items: webhooks.map((each) => webhookRecord(each, progressOf(each))) } });
    },
  }),
  operation({
    id: "createWebhook",
    method: "post",
    path: "/webhooks",
    noun,
    scope: "webhooks:write",
    command: "webhook create",
    summary: "Adds an address that receives new audit entries and returns its secret, only this once",
    description: "Also needs `audit:read`, because the address receives entries of the audit trail.",
    body: newWebhookSchema,
    status: 201,
    answer: z
      .strictObject({ ...webhookSchema.shape, webhook_secret: signingSecret })
      .meta({ id: "WebhookWithSecret" }),
    hasTag: true,
    problems: ["conflict"],
    isRepeatable: true,
    run: async (call) => {
      const { operator, body } = call;
      const wanted = { url: body.url, acts: body.acts ?? [] };
      const created = await createWebhook(deskOf(call), wanted, { by: operator });
      if (!created.ok) return refused(webhookProblems, created.reason, call);
      const { webhook, secret: webhook_secret } = created.value;
      const answer = await answerWith(call, webhook);
      const location = `/webhooks/${webhook.id}`;
      return ok({ ...answer, body: { ...answer.body, webhook_secret }, location });
    },
  }),
  operation({
    id: "getWebhook",
    method: "get",
    path: one,
    noun,
    scope: "webhooks:read",
    command: "webhook show",
    summary: "One webhook: what it receives, and its last error",
    params,
    status: 200,
    answer: webhookSchema,
    hasTag: true,
    run: async (call) => {
      const found = await openWebhook(call);
      return found.ok ? ok(await answerWith(call, found.value)) : found;
    },
  }),
  operation({
    id: "rotateWebhookSecret",
    method: "post",
    path: `${one}/rotate-secret`,
    noun,
    scope: "webhooks:write",
    command: "webhook rotate-secret",
    summary: "Makes a new secret and returns it, only this once; the previous one also signs for a day",
    params,
    status: 200,
    answer: z
      .strictObject({ webhook_id: z.string(), webhook_secret: signingSecret, old_secret_until: time })
      .meta({ id: "WebhookSecret" }),
    hasTag: true,
    isConditional: true,
    isRepeatable: true,
    problems: ["conflict"],
    run: async (call) => {
      const found = await openWebhook(call);
      if (!found.ok) return found;
      const rotated = await rotateWebhookSecret(deskOf(call), found.value.id, seenBy(call, found.value));
      if (!rotated.ok) return refused(webhookProblems, rotated.reason, call);
      const { webhook, secret: webhook_secret, oldUntil } = rotated.value;
      const body = { webhook_id: webhook.id, webhook_secret, old_secret_until: isoTime(oldUntil) };
      return ok({ body, etag: versionTag(webhook) });
    },
  }),
  ...(["disable", "enable"] as const).map((verb) =>
    operation({
      id: `${verb}Webhook`,
      method: "post",
      path: `${one}/${verb}`,
      noun,
      scope: "webhooks:write",
      command: `webhook ${verb}`,
      summary: verb === "disable" ? "Pauses delivery" : "Resumes delivery where it stopped",
      params,
      status: 200,
      answer: webhookSchema,
      hasTag: true,
      isConditional: true,
      problems: ["conflict"],
      run: async (call) => {
        const found = await openWebhook(call);
        if (!found.ok) return found;
        const wanted = { ...seenBy(call, found.value), isDisabled: verb === "disable" };
        const changed = await setWebhookDisabled(deskOf(call), found.value.id, wanted);
        return changed.ok
          ? ok(await answerWith(call, changed.value))
          : refused(webhookProblems, changed.reason, call);
      },
    }),
  ),
  operation({
    id: "testWebhook",
    method: "post",
    path: `${one}/test`,
    noun,
    scope: "webhooks:write",
    command: "webhook test",
    summary: "Sends a test message and returns the receiver's response",
    description:
      "It takes up to ten seconds and works for a disabled webhook too. The message is not retried.",
    params,
    status: 200,
    answer: z
      .strictObject({
        delivered: z.boolean(),
        status: z.int().nullable().meta({ description: "Null if there was no response." }),
        error: z.string().nullable(),
      })
      .meta({ id: "WebhookTest" }),
    run: async (call) => {
      const tested = await testWebhook(deskOf(call), call.params.webhook_id);
      return tested.ok
        ? ok({ body: webhookTestRecord(tested.value) })
        : refused(webhookProblems, tested.reason, call);
    },
  }),
  operation({
    id: "listUndelivered",
    method: "get",
    path: `${one}/deliveries`,
    noun,
    scope: "webhooks:read",
    command: "webhook deliveries",
    summary: "Entries that were not delivered: those waiting for a retry, and dead letters; oldest first",
    params,
    query: z.strictObject(listQuery),
    status: 200,
    answer: pageOf(undeliveredSchema, "UndeliveredPage"),
    run: async (call) => {
      const { webhooks } = call.administration;
      const wanted = readQuery(call.query, readNumber);
      if (!wanted.ok) return wanted;
      const found = await openWebhook(call);
      if (!found.ok) return found;
      const page = await webhooks.undelivered(found.value.id, wanted.value);
      return pageAnswer(page, undeliveredRecord, (number) => writeCursor([number]));
    },
  }),
  operation({
    id: "retryWebhook",
    method: "post",
    path: `${one}/retry`,
    noun,
    scope: "webhooks:write",
    command: "webhook retry",
    summary: "Makes all undelivered entries due at once",
    params,
    status: 204,
    run: (call) => retry(call, call.params.webhook_id),
  }),
  operation({
    id: "retryDelivery",
    method: "post",
    path: `${one}/deliveries/{number}/retry`,
    noun,
    scope: "webhooks:write",
    command: "webhook retry",
    summary: "Makes one entry due at once",
    params: z.object({
      webhook_id: webhookId,
      number: z
        .string()
        .regex(/^[1-9]\d{0,14}$/, "It must be the number of an entry.")
        .meta({ type: "integer", minimum: 1 }),
    }),
    status: 204,
    run: (call) => retry(call, call.params.webhook_id, Number(call.params.number)),
  }),
  operation({
    id: "deleteWebhook",
    method: "delete",
    path: one,
    noun,
    scope: "webhooks:write",
    command: "webhook delete",
    summary: "Deletes a webhook and its dead letters",
    params,
    status: 204,
    isConditional: true,
    problems: ["conflict"],
    run: async (call) => {
      const found = await openWebhook(call);
      if (!found.ok) return found;
      const removed = await removeWebhook(deskOf(call), found.value.id, seenBy(call, found.value));
      return removed.ok ? ok({}) : refused(webhookProblems, removed.reason, call);
    },
  }),
] as const;

type Asked = Pick<Call, "registry" | "administration" | "operator" | "ifMatch">;

function deskOf({ registry, administration }: Asked): WebhookDelivery {
  return webhookPortsOf(registry, administration);
}

async function openWebhook(
  call: Asked & { readonly params: z.output<typeof params> },
): Promise<Result<Webhook, Problem>> {
  const found = await findWebhook(call.administration.webhooks, call.params.webhook_id);
  if (!found.ok) return refused(webhookProblems, found.reason, call);
  return isSeen(termsOf(call), found.value) ? found : refused(webhookProblems, { kind: "conflict" }, call);
}

/** With `If-Match`, the change applies only to the version that was checked. */
function seenBy({ ifMatch }: Asked, { updatedAt }: Webhook) {
  return { seen: ifMatch === undefined ? undefined : updatedAt };
}

async function retry(call: Asked, id: string, number?: number): Answered<undefined> {
  const retried = await retryWebhook(deskOf(call), id, number);
  return retried.ok ? ok({}) : refused(webhookProblems, retried.reason, call);
}

async function answerWith({ administration }: Asked, webhook: Webhook) {
  const progress = (await readDeliveryProgress(administration))(webhook);
  return { body: webhookRecord(webhook, progress), etag: versionTag(webhook) };
}

function readNumber(cursor: string): number | undefined {
  const [number, ...more] = readCursor(cursor) ?? [];
  return typeof number === "number" && Number.isSafeInteger(number) && more.length === 0 ? number : undefined;
}
