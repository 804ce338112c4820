import type { Command } from "commander";
import type { Administration } from "../administration.ts";
import {
  findMail,
  listMail,
  type MailRegistry,
  noteReading,
  type ReadMessage,
  retryDeadMail,
  retryMail,
  whyWithoutText,
} from "../flows/operator/mail.ts";
import { briefMailRecord, mailRecord } from "../flows/operator/mail-record.ts";
import { refuse } from "../values/result.ts";
import { counted, shortTime } from "../values/words.ts";
import { withAdministration } from "./administration.ts";
import { action, type Invocation, wantsJson } from "./invocation.ts";
import { detailLines, labelled, printTable } from "./layout.ts";
import { limitOption, noteRest, type SearchOptions, searchOption } from "./list.ts";
import { done, exitCodes, type Outcome } from "./outcome.ts";

/** `latchkey mail …`: the messages to people. */
export function addMailCommands(program: Command, invocation: Invocation): void {
  const mail = program
    .command("mail")
    .description("messages to people: what waits, what was sent, what failed");
  mail
    .command("list")
    .description("the latest messages; the newest comes last")
    .addOption(searchOption("id, address, kind or subject"))
    .addOption(limitOption())
    .action(
      action(invocation, (options: SearchOptions, command: Command) => list(invocation, command, options)),
    );
  mail
    .command("show <id>")
    .description(
      "one message, with its text until it is delivered; a link in it works, so keep it to yourself",
    )
    .action(action(invocation, (id: string, _: object, command: Command) => show(invocation, command, id)));
  mail
    .command("retry [id]")
    .description("send a message again now; without an id, every one that was given up")
    .action(
      action(invocation, (id: string | undefined, _: object, command: Command) =>
        retry(invocation, command, id),
      ),
    );
}

function list(invocation: Invocation, command: Command, options: SearchOptions): Promise<Outcome> {
  const { terminal } = invocation;
  return withAdministration(
    invocation,
    command,
    { createsDatabase: false },
    async (administration, config) => {
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
    },
  );
}

function show(invocation: Invocation, command: Command, id: string): Promise<Outcome> {
  const { terminal } = invocation;
  return withAdministration(invocation, command, { createsDatabase: false }, async (administration) => {
    const read = await findMail(registryOf(administration), id);
    if (read === undefined) return unknownMessage(invocation);
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

function retry(invocation: Invocation, command: Command, id: string | undefined): Promise<Outcome> {
  const { terminal } = invocation;
  return withAdministration(invocation, command, { createsDatabase: false }, async (administration) => {
    const registry = registryOf(administration);
    if (id === undefined) {
      const retried = await retryDeadMail(registry);
      if (wantsJson(command)) terminal.printJson({ retried });
      terminal.note(`${counted(retried, "message")} will be sent again.`);
      return done;
    }
    const retried = await retryMail(registry, id);
    if (!retried.ok)
      return retried.reason === "unknown-message"
        ? unknownMessage(invocation)
        : refuse({ exitCode: exitCodes.conflict, cause: "That message was sent already, or has expired." });
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

function unknownMessage({ runLatchkey }: Invocation): Outcome {
  return refuse({
    exitCode: exitCodes.notFound,
    cause: "There is no such message.",
    hint: `\`${runLatchkey} mail list\` shows the messages there are.`,
  });
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
