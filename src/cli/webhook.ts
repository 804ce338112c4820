import type { Command } from "commander";
import type { Administration } from "../administration.ts";
import {
  createWebhook,
  describeWebhookProblem,
  findWebhook,
  removeWebhook,
  retryWebhook,
  rotateWebhookSecret,
  setWebhookDisabled,
  type WebhookProblem,
  type WebhookRegistry,
} from "../flows/operator/webhook.ts";
import { deadLetterRecord, webhookRecord } from "../flows/operator/webhook-record.ts";
import { deadLettersMax, type Webhook } from "../flows/webhook-ports.ts";
import { type Config, resolveIssuer } from "../ops/config.ts";
import { isLoopback } from "../values/issuer.ts";
import { type Result, refuse } from "../values/result.ts";
import { shortTime } from "../values/words.ts";
import { withAdministration } from "./administration.ts";
import { type ConfirmOptions, confirm, yesOption } from "./confirm.ts";
import { action, type Invocation, wantsJson } from "./invocation.ts";
import { detailLines, labelled, printTable } from "./layout.ts";
import { type ListOptions, limitOption, noteRest } from "./list.ts";
import { done, type ExitCode, exitCodes, type Outcome } from "./outcome.ts";

interface CreateOptions {
  readonly url: string;
  readonly act?: readonly string[];
}

/** `latchkey webhook …`: addresses that are told of the audit trail. */
export function addWebhookCommands(program: Command, invocation: Invocation): void {
  const webhook = program.command("webhook").description("addresses that are told of the audit trail");
  webhook
    .command("create")
    .description("tell an address of every new entry, and print the secret that signs the messages")
    .requiredOption("--url <url>", "where the messages are posted, https")
    .option("--act <act...>", "only these acts; docs/audit.md lists them (all)")
    .action(
      action(invocation, (options: CreateOptions, command: Command) => create(invocation, command, options)),
    );
  webhook
    .command("list")
    .description("the webhooks, and how far behind each is")
    .action(action(invocation, (_: object, command: Command) => list(invocation, command)));
  webhook
    .command("deliveries <id>")
    .description("the entries that a webhook never took, the oldest first")
    .addOption(limitOption())
    .action(
      action(invocation, (id: string, options: ListOptions, command: Command) =>
        deliveries(invocation, command, id, options),
      ),
    );
  const one = (verb: string, description: string, work: (target: Target) => Promise<Outcome>) =>
    webhook
      .command(`${verb} <id>`)
      .description(description)
      .action(
        action(invocation, (id: string, _: object, command: Command) => work({ invocation, command, id })),
      );
  one("show", "one webhook: what it is told, and what went wrong", show);
  one("rotate-secret", "print a new secret; the one before signs too for a day", rotate);
  for (const { verb, description, work, note } of changes)
    one(verb, description, (target) => change(target, work, note));
  webhook
    .command("delete <id>")
    .description("remove a webhook with its dead letters")
    .addOption(yesOption())
    .action(
      action(invocation, (id: string, options: ConfirmOptions, command: Command) =>
        remove({ invocation, command, id }, options),
      ),
    );
}

interface Target {
  readonly invocation: Invocation;
  readonly command: Command;
  readonly id: string;
}

type Work = (registry: WebhookRegistry, id: string) => Promise<Result<Webhook, WebhookProblem>>;

const changes: readonly {
  readonly verb: string;
  readonly description: string;
  readonly work: Work;
  readonly note: string;
}[] = [
  {
    verb: "disable",
    description: "send nothing for now",
    work: (registry, id) => setWebhookDisabled(registry, id, true),
    note: "Disabled. Entries wait in the audit trail for as long as it keeps them.",
  },
  {
    verb: "enable",
    description: "go on where it stopped",
    work: (registry, id) => setWebhookDisabled(registry, id, false),
    note: "Enabled. What has happened since is delivered first.",
  },
  {
    verb: "retry",
    description: "send now what waits, and every entry that was given up once more",
    work: retryWebhook,
    note: "The running service sends it within seconds.",
  },
];

function create(
  invocation: Invocation,
  command: Command,
  { url, act = [] }: CreateOptions,
): Promise<Outcome> {
  return withAdministration(
    invocation,
    command,
    { createsDatabase: false },
    async (administration, config) => {
      const created = await createWebhook(registryOf(administration, config), { url, acts: act });
      if (!created.ok) return problem(invocation, created.reason);
      const { webhook, secret } = created.value;
      const { terminal, runLatchkey } = invocation;
      if (wantsJson(command))
        terminal.printJson({ ...(await recordOf(administration, webhook)), webhook_secret: secret });
      else terminal.print(secret);
      terminal.note(`Added ${webhook.id}. The secret is shown this once; receivers verify messages with it.`);
      if (act.length === 0) terminal.note("The first message tells of this.");
      terminal.note(`Undo: ${runLatchkey} webhook delete ${webhook.id}`);
      return done;
    },
  );
}

function list(invocation: Invocation, command: Command): Promise<Outcome> {
  const { terminal, runLatchkey } = invocation;
  return withAdministration(invocation, command, { createsDatabase: false }, async (administration) => {
    const webhooks = await administration.store.webhooks.list();
    const records = await Promise.all(webhooks.map((webhook) => recordOf(administration, webhook)));
    if (wantsJson(command)) for (const record of records) terminal.printJson(record);
    else if (records.length === 0)
      terminal.note(`No webhooks yet. Add one: ${runLatchkey} webhook create --url URL`);
    else
      printTable(
        terminal,
        ["WEBHOOK ID", "STATE", "BEHIND", "URL"],
        records.map((record) => [record.webhook_id, stateText(record), `${record.behind}`, record.url]),
      );
    return done;
  });
}

function show({ invocation, command, id }: Target): Promise<Outcome> {
  const { terminal } = invocation;
  return withAdministration(invocation, command, { createsDatabase: false }, async (administration) => {
    const { webhooks } = administration.store;
    const found = await findWebhook(webhooks, id);
    if (!found.ok) return problem(invocation, found.reason);
    const webhook = found.value;
    const letters = (await webhooks.letters(webhook.id, deadLettersMax)).length;
    const record = await recordOf(administration, webhook);
    if (wantsJson(command)) terminal.printJson({ ...record, dead_letters: letters });
    else
      detailLines([
        ["Webhook", webhook.id],
        ["URL", webhook.url],
        ...labelled("Acts", webhook.acts.length === 0 ? ["all"] : webhook.acts),
        ["State", stateText(record)],
        ["Behind", `${record.behind}`],
        ["Dead letters", `${letters}`],
        ...labelled("Last error", webhook.lastError === undefined ? [] : [webhook.lastError]),
        ...labelled("Next try", webhook.tries === 0 ? [] : [shortTime(webhook.nextTryAt)]),
        ["Created", shortTime(webhook.createdAt)],
      ]).forEach(terminal.print);
    return done;
  });
}

function deliveries(
  invocation: Invocation,
  command: Command,
  id: string,
  options: ListOptions,
): Promise<Outcome> {
  const { terminal } = invocation;
  return withAdministration(invocation, command, { createsDatabase: false }, async ({ store }) => {
    const found = await findWebhook(store.webhooks, id);
    if (!found.ok) return problem(invocation, found.reason);
    const letters = await store.webhooks.letters(found.value.id, deadLettersMax);
    const shown = letters.slice(0, options.limit);
    if (wantsJson(command)) for (const letter of shown) terminal.printJson(deadLetterRecord(letter));
    else if (shown.length === 0) terminal.note("It took every entry so far, or still waits for one.");
    else
      printTable(
        terminal,
        ["ENTRY", "GIVEN UP", "ERROR"],
        shown.map(({ number, at, error, isDue }) => [
          `${number}`,
          shortTime(at),
          isDue ? `${error} (is tried again)` : error,
        ]),
      );
    noteRest(invocation, options, letters.length);
    return done;
  });
}

function rotate({ invocation, command, id }: Target): Promise<Outcome> {
  return withAdministration(
    invocation,
    command,
    { createsDatabase: false },
    async (administration, config) => {
      const rotated = await rotateWebhookSecret(registryOf(administration, config), id);
      if (!rotated.ok) return problem(invocation, rotated.reason);
      const { webhook, secret, oldUntil } = rotated.value;
      const { terminal } = invocation;
      if (wantsJson(command)) terminal.printJson({ webhook_id: webhook.id, webhook_secret: secret });
      else terminal.print(secret);
      terminal.note(`Messages are signed with both secrets until ${shortTime(oldUntil)}.`);
      return done;
    },
  );
}

function change({ invocation, command, id }: Target, work: Work, note: string): Promise<Outcome> {
  return withAdministration(
    invocation,
    command,
    { createsDatabase: false },
    async (administration, config) => {
      const changed = await work(registryOf(administration, config), id);
      if (!changed.ok) return problem(invocation, changed.reason);
      const { terminal } = invocation;
      if (wantsJson(command)) terminal.printJson(await recordOf(administration, changed.value));
      terminal.note(note);
      return done;
    },
  );
}

function remove({ invocation, command, id }: Target, options: ConfirmOptions): Promise<Outcome> {
  return withAdministration(
    invocation,
    command,
    { createsDatabase: false },
    async (administration, config) => {
      const found = await findWebhook(administration.store.webhooks, id);
      if (!found.ok) return problem(invocation, found.reason);
      const confirmed = await confirm(`Delete the webhook for ${found.value.url}?`, options);
      if (!confirmed.ok) return confirmed;
      const removed = await removeWebhook(registryOf(administration, config), id);
      if (!removed.ok) return problem(invocation, removed.reason);
      const { terminal } = invocation;
      if (wantsJson(command)) terminal.printJson({ webhook_id: removed.value.id, deleted: true });
      terminal.note(`Deleted the webhook for ${removed.value.url}.`);
      return done;
    },
  );
}

async function recordOf({ store }: Administration, webhook: Webhook) {
  return webhookRecord(webhook, (await store.auditTrail.head())?.last ?? 0);
}

function stateText({ disabled, tries }: { readonly disabled: boolean; readonly tries: number }): string {
  if (disabled) return "disabled";
  return tries === 0 ? "in use" : `failed ${tries === 1 ? "once" : `${tries} times`}`;
}

function registryOf(
  { store, keyring, clock, random, audit }: Administration,
  config: Config,
): WebhookRegistry {
  const mayReachLoopback = isLoopback(resolveIssuer(config, config.port));
  return { webhooks: store.webhooks, sealer: keyring, clock, random, audit, mayReachLoopback };
}

const exitCodeOf: Readonly<Record<WebhookProblem["kind"], ExitCode>> = {
  "url-unusable": exitCodes.refused,
  "act-unknown": exitCodes.refused,
  "too-many": exitCodes.refused,
  unknown: exitCodes.notFound,
};

function problem({ runLatchkey }: Invocation, reason: WebhookProblem): Outcome {
  const hint =
    reason.kind === "unknown"
      ? `\`${runLatchkey} webhook list\` shows the webhooks there are.`
      : reason.kind === "act-unknown"
        ? "docs/audit.md lists all acts."
        : undefined;
  return refuse({
    exitCode: exitCodeOf[reason.kind],
    cause: describeWebhookProblem(reason),
    ...(hint !== undefined && { hint }),
  });
}
