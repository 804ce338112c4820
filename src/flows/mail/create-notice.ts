import type { Account } from "../../identity/account.ts";
import type { MailFacts } from "../../identity/mail.ts";
import type { Browser } from "../browser.ts";
import type { OutboxMessage } from "../mail-ports.ts";
import { createLink } from "../person/mail-link.ts";
import { createMessage, type MessagePorts, ownerOf } from "./create-message.ts";

/**
 * Creates the message that tells the owner of an account what happened to it, with a link that locks the account if somebody else did it
 * (ADR 0084). It is stored in the transaction in which it happens. None if the account has no e-mail address. Without a browser, an
 * operator did it.
 */
export async function createNotices(
  ports: MessagePorts,
  account: Account,
  facts: MailFacts,
  browser: Pick<Browser, "language" | "region"> = { language: "en" },
): Promise<readonly OutboxMessage[]> {
  const { email, isEmailUnverified = false } = account;
  if (email === undefined) return [];
  const owner = ownerOf(account, browser, email);
  // The reader of an unverified address may be a stranger, who must not lock anybody out.
  if (!("at" in facts) || isEmailUnverified) return [await createMessage(ports, facts, owner)];
  const { link, href } = createLink(ports, { kind: "lock", account, address: email });
  const lock = { link: href, linkExpiresAt: link.expiresAt };
  return [{ ...(await createMessage(ports, { ...facts, lock }, owner)), link }];
}
