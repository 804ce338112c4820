import { type Command, Option } from "commander";
import type { WebhookProblem } from "../flows/operator/webhook.ts";
import { byId } from "../operations/operation.ts";
import { webhookOperations } from "../operations/webhook.ts";
import { certificateSentence, isCertificateProblem } from "../values/certificate.ts";
import type { Invocation } from "./invocation.ts";
import { shortTimeOf } from "./layout.ts";
import { operationCommands } from "./operation-command.ts";
import type { Hints } from "./operation-view.ts";
import {
  undeliveredHeadings,
  undeliveredRow,
  webhookDetails,
  webhookHeadings,
  webhookRow,
} from "./webhook-view.ts";

const webhooks = byId(webhookOperations);

const hints: Hints<WebhookProblem> = {
  unknown: "`latchkey webhook list` lists the webhooks.",
  "entry-unknown": (_, { webhook_id }) =>
    `\`latchkey webhook deliveries ${webhook_id}\` lists its undelivered entries.`,
};

/** `latchkey webhook …`: addresses that receive the audit trail. */
export function addWebhookCommands(program: Command, invocation: Invocation): void {
  const webhook = program.command("webhook");
  const add = operationCommands(webhook, invocation, hints);
  add(webhooks.createWebhook, {
    help: "send new entries to an address, and print the secret that signs the messages",
    options: {
      acts: new Option("--act <act...>", "only these acts; docs/audit.md lists them (all)"),
    },
    secret: "webhook_secret",
    notes: ({ webhook_id: id, acts }, { latchkey }) => [
      `Added ${id}. The secret is shown only this once; the receiver verifies messages with it.`,
      ...(acts.length === 0 ? ["The first message will be the entry about this."] : []),
      `Try it: ${latchkey} webhook test ${id}`,
      `Undo: ${latchkey} webhook delete ${id}`,
    ],
  });
  add(webhooks.listWebhooks, {
    help: "the webhooks, and how far behind each is",
    table: {
      headings: webhookHeadings,
      row: webhookRow,
      empty: (latchkey) => `No webhooks yet. Add one: ${latchkey} webhook create --url URL`,
    },
  });
  add(webhooks.getWebhook, { details: webhookDetails });
  add(webhooks.testWebhook, {
    help: "send a test message and print the receiver's response",
    failure: ({ delivered, error }) =>
      delivered || error === null
        ? undefined
        : {
            cause: isCertificateProblem(error)
              ? certificateSentence("The receiver", error)
              : `The receiver did not accept the message: ${error}.`,
            hint: "Any status from 200 to 299 accepts it. Deliveries are not affected.",
          },
    notes: ({ status }) => [`The receiver accepted the message with HTTP ${status}.`],
  });
  add(webhooks.rotateWebhookSecret, {
    help: "print a new secret; the previous one also signs for a day",
    secret: "webhook_secret",
    notes: ({ old_secret_until: until }) => [
      `Messages are signed with both secrets until ${shortTimeOf(until)}.`,
    ],
  });
  add(webhooks.disableWebhook, {
    help: "pause delivery",
    notes: () => ["Disabled. Entries wait in the audit trail for as long as they are kept."],
  });
  add(webhooks.enableWebhook, {
    help: "resume delivery where it stopped",
    notes: () => ["Enabled. Entries written in the meantime are delivered first."],
  });
  addDeliveryCommands(webhook, invocation);
  add(webhooks.deleteWebhook, {
    help: "delete a webhook and its dead letters",
    reads: webhooks.getWebhook,
    confirm: ({ url }) => `Delete the webhook for ${url}?`,
    notes: ({ url }) => [`Deleted the webhook for ${url}.`],
  });
}

function addDeliveryCommands(webhook: Command, invocation: Invocation): void {
  const add = operationCommands(webhook, invocation, hints);
  add(webhooks.listUndelivered, {
    help: "the undelivered entries of a webhook: those waiting for a retry, and dead letters",
    table: {
      headings: undeliveredHeadings,
      row: undeliveredRow,
      empty: () => "Every entry sent so far was delivered.",
    },
  });
  add(webhooks.retryWebhook, {
    help: "send undelivered entries and dead letters again now",
    narrowed: webhooks.retryDelivery,
    reads: webhooks.getWebhook,
    notes: () => ["The running service will send it within seconds."],
  });
}
