import { setTimeout as pause } from "node:timers/promises";
import { type Command, Option } from "commander";
import { configuredMailServer } from "../adapters/mail/smtp.ts";
import type { Administration } from "../administration.ts";
import { leaseQueued, sendLeased } from "../flows/mail/send-queued.ts";
import { type KeptMessage, type MailState, mailStates } from "../flows/mail-ports.ts";
import {
  findMail,
  listMail,
  type MailProblem,
  type MailRegistry,
  mailProblems,
  noteBounce,
  noteReading,
  queueTestMail,
  type ReadMessage,
  retryDeadMail,
  retryMail,
  whyWithoutText,
} from "../flows/operator/mail.ts";
import { briefMailRecord, mailRecord } from "../flows/operator/mail-record.ts";
import { readEmail } from "../identity/account-name.ts";
import { readBounce } from "../identity/bounce.ts";
import { resolveIssuer } from "../ops/config.ts";
import { certificateProblemOf, certificateSentence } from "../values/certificate.ts";
import type { MailId } from "../values/ids.ts";
import { refuse } from "../values/result.ts";
import { counted, shortTime } from "../values/words.ts";
import { withExisting } from "./administration.ts";
import { action, type Invocation, wantsJson } from "./invocation.ts";
import { detailLines, labelled, printTable } from "./layout.ts";
import { limitOption, noteRest, type SearchOptions, searchOption } from "./list.ts";
import { done, exitCodes, type Outcome, type Problem, refused } from "./outcome.ts";

interface MailListOptions extends SearchOptions {
  readonly state?: MailState;
}

/**
 * `latchkey mail …`: the messages to people. Made by hand: `list` is audited as the reading of messages only with
 * `--json`, `show` prints a text below the details, and `test` talks to the mail server.
 */
export function addMailCommands(program: Command, invocation: Invocation): void {
  const mail = program.command("mail");
  mail
    .command("list")
    .description("the latest messages; the newest comes last")
    .addOption(searchOption("id, address, kind or subject"))
    .addOption(
      new Option("--state <state>", "only those that wait, were sent or were given up").choices(mailStates),
    )
    .addOption(limitOption())
    .action(
      action(invocation, (options: MailListOptions, command: Command) => list(invocation, command, options)),
    );
  mail
    .command("show <id>")
    .description(
      "one message, with its text until it is delivered; a link in it works, so keep it to yourself",
    )
    .action(action(invocation, (id: string, _: object, command: Command) => show(invocation, command, id)));
  mail
    .command("test <address>")
    .description("send a test message by way of the outbox, and say what the mail server answers")
    .action(
      action(invocation, (address: string, _: object, command: Command) =>
        test(invocation, command, address),
      ),
    );
  mail
    .command("bounced")
    .description("mark a message as bounced, from a mail server's delivery report on stdin (RFC 3464)")
    .action(action(invocation, (_: object, command: Command) => bounced(invocation, command)));
  mail
    .command("retry [id]")
    .description("send a message again now; without an id, every one that was given up")
    .action(
      action(invocation, (id: string | undefined, _: object, command: Command) =>
        retry(invocation, command, id),
      ),
    );
}

function list(invocation: Invocation, command: Command, options: MailListOptions): Promise<Outcome> {
  const { terminal } = invocation;
  return withExisting(invocation, command, async ({ administration, config }) => {
    const { items, total } = await listMail(registryOf(administration), options);
    const messages = items.toReversed();
    if (wantsJson(command)) {
      await noteReading(deskOf(administration), items);
      for (const read of messages) terminal.printJson(briefMailRecord(read));
    } else if (messages.length === 0) terminal.note("There are no messages.");
    else {
      const rows = messages.map(({ message }) => [
        message.id,
        message.to,
        message.kind,
        shortTime(message.createdAt),
        stateText(message),
      ]);
      printTable(terminal, ["MESSAGE ID", "TO", "KIND", "CREATED", "STATE"], rows);
    }
    if (config.mailServer === undefined && messages.some(({ message }) => message.state === "queued"))
      terminal.note("Nothing is sent until LATCHKEY_SMTP_URL names a mail server.");
    noteRest(invocation, options, total);
    return done;
  });
}

function show(invocation: Invocation, command: Command, id: string): Promise<Outcome> {
  const { terminal } = invocation;
  return withExisting(invocation, command, async ({ administration }) => {
    const read = await findMail(registryOf(administration), id);
    if (read === undefined) return problem(invocation, { kind: "unknown" });
    await noteReading(deskOf(administration), [read]);
    if (wantsJson(command)) terminal.printJson(mailRecord(read));
    else {
      for (const line of detailLines(details(read))) terminal.print(line);
      terminal.print("");
      if (read.body === undefined) terminal.note(whyWithoutText(read.message));
      else for (const line of read.body.text.trimEnd().split("\n")) terminal.print(line);
    }
    return done;
  });
}

function test(invocation: Invocation, command: Command, address: string): Promise<Outcome> {
  const { terminal, runLatchkey } = invocation;
  const to = readEmail(address);
  if (!to.ok)
    return Promise.resolve(
      refuse({ exitCode: exitCodes.usage, cause: `${JSON.stringify(address)} is not an e-mail address.` }),
    );
  return withExisting(invocation, command, async ({ administration, config }) => {
    const issuer = resolveIssuer(config, config.port);
    const mailServer = configuredMailServer(config, issuer);
    if (mailServer === undefined) return refuse(noMailServer);
    const { store, keyring, ...tools } = administration;
    const ports = { ...store, ...tools, sealer: keyring, settings: { ...config, issuer }, mailServer };
    const id = await queueTestMail(ports, to.value);
    const message = await settled(ports, id);
    const { state = "queued", lastError } = message ?? {};
    if (wantsJson(command)) terminal.printJson({ id, to: to.value, state, error: lastError ?? null });
    if (state === "sent") {
      terminal.note(
        `The mail server took the message to ${to.value}. Look into the mailbox, and among the spam.`,
      );
      return done;
    }
    return refuse({
      exitCode: exitCodes.unavailable,
      cause: `The mail server did not take the message${lastError === undefined ? " within a minute" : `: ${lastError}`}.`,
      hint: `${repairOf(lastError)} \`${runLatchkey} mail show ${id}\` shows the message.`,
    });
  });
}

function repairOf(lastError: string | undefined): string {
  const certificate = certificateProblemOf({ code: lastError });
  return certificate === undefined
    ? "Correct LATCHKEY_SMTP_URL, or mend the mail server."
    : certificateSentence("The mail server", certificate);
}

const noMailServer: Problem = {
  exitCode: exitCodes.badConfiguration,
  cause: "There is no mail server.",
  hint: "Set LATCHKEY_SMTP_URL, such as smtps://user:password@mail.example.org.",
};

/** Longer than one conversation with a mail server may take. */
const answerMilliseconds = 70_000;

/** Sends what is due, as the service does, until the message was tried once, here or by a running service. */
async function settled(
  ports: Parameters<typeof sendLeased>[0],
  id: MailId,
): Promise<KeptMessage | undefined> {
  const latest = performance.now() + answerMilliseconds;
  for (;;) {
    for (const due of await leaseQueued(ports, 1)) await sendLeased(ports, due);
    const message = await ports.outbox.find(id);
    const isTried = message?.state !== "queued" || message.lastError !== undefined;
    if (isTried || performance.now() > latest) return message;
    await pause(100);
  }
}

/** A mail server's pipe runs it for everything that arrives, so what is no such report is no problem. */
function bounced(invocation: Invocation, command: Command): Promise<Outcome> {
  const { terminal } = invocation;
  return withExisting(invocation, command, async ({ administration }) => {
    if (process.stdin.isTTY) terminal.note("Paste the report, with its headers, and press Ctrl-D:");
    const bounce = readBounce(await readReport());
    const message = bounce && (await noteBounce(registryOf(administration), bounce));
    if (wantsJson(command))
      terminal.printJson(
        message === undefined
          ? { bounced: false }
          : { bounced: true, id: message.id, to: message.to, error: message.lastError ?? null },
      );
    terminal.note(
      message === undefined
        ? "Nothing was changed: this is not a report about an undeliverable message from this service, or the bounce was already recorded."
        : `The message ${message.id} to ${message.to} came back: ${message.lastError}.`,
    );
    return done;
  });
}

/** More than the headers of a report and of the message that it returns. */
const reportCharactersMax = 1024 * 1024;

async function readReport(): Promise<string> {
  let text = "";
  // Headers are ASCII; a byte of another encoding is not looked at.
  process.stdin.setEncoding("latin1");
  for await (const chunk of process.stdin) if (text.length < reportCharactersMax) text += String(chunk);
  return text;
}

function retry(invocation: Invocation, command: Command, id: string | undefined): Promise<Outcome> {
  const { terminal } = invocation;
  return withExisting(invocation, command, async ({ administration }) => {
    const registry = registryOf(administration);
    if (id === undefined) {
      const retried = await retryDeadMail(registry);
      if (wantsJson(command)) terminal.printJson({ retried });
      terminal.note(`${counted(retried, "message")} will be sent again.`);
      return done;
    }
    const retried = await retryMail(registry, id);
    if (!retried.ok) return problem(invocation, retried.reason);
    if (wantsJson(command)) terminal.printJson({ id, retried: 1 });
    terminal.note("The message will be sent again.");
    return done;
  });
}

function registryOf({ store, keyring, clock, audit }: Administration): MailRegistry {
  return { outbox: store.outbox, sealer: keyring, clock, audit };
}

function deskOf({ store, audit }: Administration) {
  return { auditTrail: store.auditTrail, audit };
}

function problem({ runLatchkey }: Invocation, reason: MailProblem): Outcome {
  const hint =
    reason.kind === "unknown" ? `\`${runLatchkey} mail list\` shows the messages there are.` : undefined;
  return refused(mailProblems, reason, hint);
}

function stateText({ state, lastError }: ReadMessage["message"]): string {
  return lastError === undefined ? state : `${state} (${lastError})`;
}

function details({ message }: ReadMessage): [string, string][] {
  return [
    ["Message ID", message.id],
    ["To", message.to],
    ["Subject", message.subject],
    ["Kind", message.kind],
    ["State", stateText(message)],
    ["Created", shortTime(message.createdAt)],
    ["Expires", shortTime(message.expiresAt)],
    ...labelled("Next try", message.state === "queued" ? [shortTime(message.nextTryAt)] : []),
    ["Tries", String(message.tries)],
  ];
}
