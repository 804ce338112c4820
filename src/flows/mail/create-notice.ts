import type { Account } from "../../identity/account.ts";
import type { MailFacts } from "../../identity/mail.ts";
import type { Browser } from "../browser.ts";
import type { OutboxMessage } from "../mail-ports.ts";
import { createMessage, type MessagePorts, ownerOf } from "./create-message.ts";

/**
 * The message that tells the owner of an account what happened to it, for the transaction in which it happens. None if the account
 * has no e-mail address. The browser is the one that caused it, or absent if an operator did.
 */
export async function createNotices(
  ports: MessagePorts,
  account: Account,
  facts: MailFacts,
  browser?: Pick<Browser, "language">,
): Promise<readonly OutboxMessage[]> {
  if (account.email === undefined) return [];
  return [await createMessage(ports, facts, ownerOf(account, browser?.language ?? "en", account.email))];
}
