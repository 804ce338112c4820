import { z } from "zod";
import { allAuditActs } from "../flows/audit.ts";
import { time } from "./schema.ts";

/** A webhook, without its secret. */
export const webhookSchema = z
  .strictObject({
    webhook_id: z.string(),
    url: z.string(),
    acts: z.array(z.string()).meta({ description: "The acts that it receives; empty for all." }),
    disabled: z.boolean(),
    old_secret_until: time.nullable().meta({ description: "Until when the previous secret also signs." }),
    created_at: time,
    updated_at: time,
    delivered: z
      .int()
      .min(0)
      .meta({ description: "The number of the last entry that was processed for it." }),
    behind: z
      .int()
      .min(0)
      .meta({ description: "How many entries of the trail have not been processed for it." }),
    waiting: z.int().min(0).meta({ description: "Entries that failed and wait for a retry." }),
    dead_letters: z.int().min(0),
    failures: z.int().min(0).meta({ description: "The number of consecutive failures of its receiver." }),
    next_try_at: time.nullable().meta({ description: "Null if the last message was accepted." }),
    last_delivery_at: time.nullable(),
    last_error: z.string().nullable(),
    last_error_at: time.nullable(),
  })
  .meta({ id: "Webhook" });

/** The secret of a webhook. */
export const signingSecret = z.string().meta({
  description: "The secret that signs the messages. It is returned only this once.",
  format: "password",
});

/** An entry that a webhook did not take. */
export const undeliveredSchema = z
  .strictObject({
    number: z.int().min(1).meta({ description: "The number of the entry." }),
    state: z.enum(["waiting", "dead"]),
    error: z.string(),
    failed_at: time.meta({
      description: "When it failed: for a waiting entry the first time, for a dead letter the last.",
    }),
    tries: z.int().min(1).nullable(),
    next_try_at: time.nullable(),
    due: z.boolean().meta({ description: "True if it will be retried." }),
  })
  .meta({ id: "UndeliveredEntry" });

/** A webhook to be added. */
export const newWebhookSchema = z
  .strictObject({
    url: z
      .string()
      .min(1)
      .max(1_000)
      .meta({ description: "The https address that messages are posted to.", format: "uri" }),
    acts: z
      .array(z.enum(allAuditActs as [string, ...string[]]))
      .max(allAuditActs.length)
      .optional()
      .meta({ description: "Only these acts; all by default." }),
  })
  .meta({ id: "NewWebhook" });
