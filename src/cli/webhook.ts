import { type Command, InvalidArgumentError } from "commander";
import { openWebhookSender } from "../adapters/webhook/sender.ts";
import {
  createWebhook,
  findWebhook,
  removeWebhook,
  retryWebhook,
  rotateWebhookSecret,
  setWebhookDisabled,
  testWebhook,
  type WebhookProblem,
  type WebhookRegistry,
  webhookProblems,
} from "../flows/operator/webhook.ts";
import {
  readStandings,
  undeliveredRecord,
  webhookRecord,
  webhookTestRecord,
} from "../flows/operator/webhook-record.ts";
import type { Webhook } from "../flows/webhook-ports.ts";
import { resolveIssuer } from "../ops/config.ts";
import { certificateSentence, isCertificateProblem } from "../values/certificate.ts";
import { isLoopback } from "../values/issuer.ts";
import { refuse } from "../values/result.ts";
import { shortTime } from "../values/words.ts";
import { type Opened, withExisting } from "./administration.ts";
import { type ConfirmOptions, confirm, yesOption } from "./confirm.ts";
import { action, type Invocation, wantsJson } from "./invocation.ts";
import { detailLines, printTable } from "./layout.ts";
import { type ListOptions, limitOption, noteRest } from "./list.ts";
import { done, exitCodes, type Outcome, refused } from "./outcome.ts";
import {
  undeliveredHeadings,
  undeliveredRow,
  webhookDetails,
  webhookHeadings,
  webhookRow,
} from "./webhook-view.ts";

interface CreateOptions {
  readonly url: string;
  readonly act?: readonly string[];
}

/** A command's invocation, with the open database and the webhook that it names. */
interface Call extends Opened {
  readonly invocation: Invocation;
  readonly id: string;
  readonly isJson: boolean;
}

/** `latchkey webhook …`: addresses that are told of the audit trail. */
export function addWebhookCommands(program: Command, invocation: Invocation): void {
  const webhook = program.command("webhook").description("addresses that receive the audit trail");
  const open = (command: Command, id: string, work: (call: Call) => Promise<Outcome>) =>
    withExisting(invocation, command, (opened) =>
      work({ ...opened, invocation, id, isJson: wantsJson(command) }),
    );
  webhook
    .command("create")
    .description("send new entries to an address, and print the secret that signs the messages")
    .requiredOption("--url <url>", "where the messages are posted, https")
    .option("--act <act...>", "only these acts; docs/audit.md lists them (all)")
    .action(
      action(invocation, (options: CreateOptions, command: Command) =>
        open(command, "", (call) => create(call, options)),
      ),
    );
  webhook
    .command("list")
    .description("the webhooks, and how far behind each is")
    .action(action(invocation, (_: object, command: Command) => open(command, "", list)));
  webhook
    .command("deliveries <id>")
    .description("the undelivered entries of a webhook: those waiting for a retry, and dead letters")
    .addOption(limitOption())
    .action(
      action(invocation, (id: string, options: ListOptions, command: Command) =>
        open(command, id, (call) => deliveries(call, options)),
      ),
    );
  webhook
    .command("retry <id>")
    .argument("[entry]", "the number of an entry; all undelivered entries by default", readNumber)
    .description("send undelivered entries and dead letters again now")
    .action(
      action(invocation, (id: string, entry: number | undefined, _: object, command: Command) =>
        open(command, id, (call) => retry(call, entry)),
      ),
    );
  webhook
    .command("delete <id>")
    .description("delete a webhook and its dead letters")
    .addOption(yesOption())
    .action(
      action(invocation, (id: string, options: ConfirmOptions, command: Command) =>
        open(command, id, (call) => remove(call, options)),
      ),
    );
  for (const [verb, description, work] of plainVerbs)
    webhook
      .command(`${verb} <id>`)
      .description(description)
      .action(action(invocation, (id: string, _: object, command: Command) => open(command, id, work)));
}

/** The commands whose only argument is a webhook. */
const plainVerbs = [
  ["show", "one webhook: what it receives, and its last error", show],
  ["test", "send a test message and print the receiver's response", test],
  ["rotate-secret", "print a new secret; the previous one also signs for a day", rotate],
  ["disable", "pause delivery", (call: Call) => setDisabled(call, true)],
  ["enable", "resume delivery where it stopped", (call: Call) => setDisabled(call, false)],
] as const;

async function create(call: Call, { url, act = [] }: CreateOptions): Promise<Outcome> {
  const created = await createWebhook(registryOf(call), { url, acts: act });
  if (!created.ok) return problem(call, created.reason);
  const { webhook, secret } = created.value;
  const { terminal, runLatchkey } = call.invocation;
  if (call.isJson) terminal.printJson({ ...(await recordOf(call, webhook)), webhook_secret: secret });
  else terminal.print(secret);
  terminal.note(
    `Added ${webhook.id}. The secret is shown only this once; the receiver verifies messages with it.`,
  );
  if (act.length === 0) terminal.note("The first message will be the entry about this.");
  terminal.note(`Try it: ${runLatchkey} webhook test ${webhook.id}`);
  terminal.note(`Undo: ${runLatchkey} webhook delete ${webhook.id}`);
  return done;
}

async function list({ administration: { store }, invocation, isJson }: Call): Promise<Outcome> {
  const { terminal, runLatchkey } = invocation;
  const webhooks = await store.webhooks.list();
  const standingOf = await readStandings(store);
  if (isJson) for (const each of webhooks) terminal.printJson(webhookRecord(each, standingOf(each)));
  else if (webhooks.length === 0)
    terminal.note(`No webhooks yet. Add one: ${runLatchkey} webhook create --url URL`);
  else
    printTable(
      terminal,
      webhookHeadings,
      webhooks.map((each) => webhookRow(each, standingOf(each))),
    );
  return done;
}

async function show(call: Call): Promise<Outcome> {
  const found = await findWebhook(call.administration.store.webhooks, call.id);
  if (!found.ok) return problem(call, found.reason);
  const webhook = found.value;
  const { terminal } = call.invocation;
  const standing = (await readStandings(call.administration.store))(webhook);
  if (call.isJson) terminal.printJson(webhookRecord(webhook, standing));
  else detailLines(webhookDetails(webhook, standing)).forEach(terminal.print);
  return done;
}

async function deliveries(call: Call, options: ListOptions): Promise<Outcome> {
  const { webhooks } = call.administration.store;
  const { terminal } = call.invocation;
  const found = await findWebhook(webhooks, call.id);
  if (!found.ok) return problem(call, found.reason);
  const { items, total } = await webhooks.undelivered(found.value.id, options);
  if (call.isJson) for (const entry of items) terminal.printJson(undeliveredRecord(entry));
  else if (items.length === 0) terminal.note("Every entry sent so far was delivered.");
  else printTable(terminal, undeliveredHeadings, items.map(undeliveredRow));
  noteRest(call.invocation, options, total);
  return done;
}

async function test(call: Call): Promise<Outcome> {
  const { store, keyring } = call.administration;
  const registry = registryOf(call);
  const sender = openWebhookSender(registry);
  const ports = { ...registry, auditTrail: store.auditTrail, sealer: keyring, sender };
  const tested = await testWebhook(ports, call.id);
  if (!tested.ok) return problem(call, tested.reason);
  const { terminal } = call.invocation;
  const { isDelivered, status, error } = tested.value;
  if (call.isJson) terminal.printJson(webhookTestRecord(tested.value));
  if (!isDelivered)
    return refuse({
      exitCode: exitCodes.failed,
      cause:
        error !== undefined && isCertificateProblem(error)
          ? certificateSentence("The receiver", error)
          : `The receiver did not accept the message: ${error}.`,
      hint: "Any status from 200 to 299 accepts it. Deliveries are not affected.",
    });
  terminal.note(`The receiver accepted the message with HTTP ${status}.`);
  return done;
}

async function rotate(call: Call): Promise<Outcome> {
  const rotated = await rotateWebhookSecret(registryOf(call), call.id);
  if (!rotated.ok) return problem(call, rotated.reason);
  const { webhook, secret, oldUntil } = rotated.value;
  const { terminal } = call.invocation;
  if (call.isJson) terminal.printJson({ webhook_id: webhook.id, webhook_secret: secret });
  else terminal.print(secret);
  terminal.note(`Messages are signed with both secrets until ${shortTime(oldUntil)}.`);
  return done;
}

function setDisabled(call: Call, isDisabled: boolean): Promise<Outcome> {
  const note = isDisabled
    ? "Disabled. Entries wait in the audit trail for as long as they are kept."
    : "Enabled. Entries written in the meantime are delivered first.";
  return changed(call, note, setWebhookDisabled(registryOf(call), call.id, { isDisabled }));
}

function retry(call: Call, entry: number | undefined): Promise<Outcome> {
  const note = "The running service will send it within seconds.";
  return changed(call, note, retryWebhook(registryOf(call), call.id, entry));
}

async function changed(call: Call, note: string, work: ReturnType<typeof retryWebhook>): Promise<Outcome> {
  const result = await work;
  if (!result.ok) return problem(call, result.reason);
  const { terminal } = call.invocation;
  if (call.isJson) terminal.printJson(await recordOf(call, result.value));
  terminal.note(note);
  return done;
}

async function remove(call: Call, options: ConfirmOptions): Promise<Outcome> {
  const found = await findWebhook(call.administration.store.webhooks, call.id);
  if (!found.ok) return problem(call, found.reason);
  const confirmed = await confirm(`Delete the webhook for ${found.value.url}?`, options);
  if (!confirmed.ok) return confirmed;
  const removed = await removeWebhook(registryOf(call), call.id);
  if (!removed.ok) return problem(call, removed.reason);
  const { terminal } = call.invocation;
  if (call.isJson) terminal.printJson({ webhook_id: removed.value.id, deleted: true });
  terminal.note(`Deleted the webhook for ${removed.value.url}.`);
  return done;
}

async function recordOf({ administration: { store } }: Call, webhook: Webhook) {
  return webhookRecord(webhook, (await readStandings(store))(webhook));
}

function registryOf({ administration, config }: Opened): WebhookRegistry {
  const { store, keyring, clock, random, audit } = administration;
  const mayReachLoopback = isLoopback(resolveIssuer(config, config.port));
  return { webhooks: store.webhooks, sealer: keyring, clock, random, audit, mayReachLoopback };
}

function readNumber(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError("It must be the number of an entry.");
  return Number(text);
}

function problem({ invocation: { runLatchkey }, id }: Call, reason: WebhookProblem): Outcome {
  const hints: Partial<Readonly<Record<WebhookProblem["kind"], string>>> = {
    unknown: `\`${runLatchkey} webhook list\` lists the webhooks.`,
    "entry-unknown": `\`${runLatchkey} webhook deliveries ${id}\` lists its undelivered entries.`,
    "act-unknown": "docs/audit.md lists all acts.",
  };
  return refused(webhookProblems, reason, hints[reason.kind]);
}
