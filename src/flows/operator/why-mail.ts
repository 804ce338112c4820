import type { Account } from "../../identity/account.ts";
import { shellWord, shortTime } from "../../values/words.ts";
import type { KeptMessage, Outbox } from "../mail-ports.ts";
import type { FlowSettings } from "../ports.ts";
import { passes, type Rule } from "./why.ts";

/** What the question about somebody's mail reads. */
export interface MailQuestionPorts {
  readonly outbox: Pick<Outbox, "newestOf">;
  readonly settings: Pick<FlowSettings, "sendsMail">;
}

/** The newest message to a person's present address, and the newest that did not arrive as far as the service knows. */
interface Delivery {
  readonly newest: KeptMessage | undefined;
  readonly lost: LostMessage | undefined;
}

/** A message that came back, was given up, or is refused at each try. */
export interface LostMessage {
  readonly message: KeptMessage;
  /** How many later ones went out. They may come back yet. */
  readonly sentSince: number;
  /** What became of it, without a full stop. */
  readonly sentence: string;
  /** The command that repairs it. */
  readonly command: string;
}

const messagesLookedAt = 20;

/** Finds out what became of the newest messages to an account. Those to an address that it no longer has do not count. */
export async function findDelivery(
  { outbox }: Pick<MailQuestionPorts, "outbox">,
  account: Account,
): Promise<Delivery> {
  const messages = (await outbox.newestOf(account.id, messagesLookedAt)).filter(
    ({ to }) => to === account.email,
  );
  const at = messages.findIndex(({ lastError }) => lastError !== undefined);
  const message = messages[at];
  const sentSince = messages.slice(0, Math.max(at, 0)).filter(({ state }) => state === "sent").length;
  // A server that took a later message works again, but an address that does not exist takes every message and returns it.
  const isLost = message !== undefined && (message.state === "sent" || sentSince === 0);
  return { newest: messages[0], lost: isLost ? lostMessage(account, message, sentSince) : undefined };
}

function lostMessage(account: Account, message: KeptMessage, sentSince: number): LostMessage {
  const { id, to, state, lastError = "", createdAt } = message;
  const what = `the message of ${shortTime(createdAt)} to ${to}`;
  const later =
    sentSince === 0 ? "" : `; ${sentSince} sent since ${sentSince === 1 ? "has" : "have"} not come back`;
  const test = `latchkey mail test ${shellWord(to)}`;
  const wasWritten = { message, sentSince };
  if (state === "sent")
    return {
      ...wasWritten,
      sentence: `${what} came back (${lastError}${isAddressWrong(lastError) ? ", no such address" : ""})${later}`,
      command: isAddressWrong(lastError)
        ? `latchkey user update ${shellWord(account.username)} --email ADDRESS`
        : test,
    };
  const canBeSent = message.sealedBody !== undefined;
  return {
    ...wasWritten,
    sentence: `${what} ${state === "dead" ? "was given up" : "waits for another try"} (${lastError})`,
    command: canBeSent ? `latchkey mail retry ${id}` : test,
  };
}

/** A permanent status about the address itself (RFC 3463 §3.2). */
function isAddressWrong(error: string): boolean {
  return /^bounced 5\.1\./.test(error);
}

/** Whether mail reaches the person, and how to repair it. */
export function mailRule(
  { settings }: Pick<MailQuestionPorts, "settings">,
  account: Account,
  { newest, lost }: Delivery,
): Rule {
  const rule = "mail";
  const { email, username, isEmailUnverified = false } = account;
  const update = (address: string) => `latchkey user update ${shellWord(username)} --email ${address}`;
  if (email === undefined)
    return { rule, outcome: "blocks", value: "no e-mail address", command: update("ADDRESS") };
  if (!settings.sendsMail)
    return { rule, outcome: "blocks", value: "nothing is sent until LATCHKEY_SMTP_URL names a mail server" };
  if (lost !== undefined)
    return {
      rule,
      outcome: lost.sentSince === 0 ? "blocks" : "passes",
      value: lost.sentence,
      command: lost.command,
    };
  if (isEmailUnverified)
    return {
      rule,
      outcome: "blocks",
      value: `${email} is not verified, so no link for a new password goes there`,
      command: update(shellWord(email)),
    };
  if (newest === undefined) return passes(rule, `no message to ${email} in the last 30 days`);
  const became = newest.state === "sent" ? "was accepted by the mail server" : "is about to be sent";
  return passes(rule, `the message of ${shortTime(newest.createdAt)} to ${email} ${became}`);
}
