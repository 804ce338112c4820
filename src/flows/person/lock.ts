import { type Account, withEarlierAddress } from "../../identity/account.ts";
import { type AccountName, readEmail } from "../../identity/account-name.ts";
import { plus } from "../../values/time.ts";
import { activityEntry } from "../activity.ts";
import type { Browser } from "../browser.ts";
import type { RequestContext } from "../events.ts";
import type { Link } from "../link.ts";
import { createMessage, ownerOf } from "../mail/create-message.ts";
import type { OutboxMessage } from "../mail-ports.ts";
import type { Ports } from "../ports.ts";
import { createLink } from "./mail-link.ts";
import { findOpenedLink } from "./opened-link.ts";
import { type FormRefusal, refuseForm } from "./request-mail.ts";

/** The act that a notice tells of comes a moment before its link. */
const slackSeconds = 60;

/** The link of a notice, opened by a person who says "this was not me". */
export interface OpenedLock {
  readonly link: Link;
  readonly account: Account;
  /** The address that the notice went to. The account may have got another one since. */
  readonly address: AccountName;
}

/** Finds what the link locks, and changes nothing. Undefined if it was used, is too old, or the operator disabled the account. */
export async function findLock(
  ports: Pick<Ports, "links" | "accounts" | "clock">,
  secret: string | undefined,
): Promise<OpenedLock | undefined> {
  const link = await findOpenedLink(ports, secret, ["lock"]);
  const address = readEmail(link?.address ?? "");
  const account = link?.account && (await ports.accounts.find(link.account.id));
  return link && account && address.ok ? { link, account, address: address.value } : undefined;
}

interface LockAttempt {
  readonly secret: string | undefined;
  /** The query of the page, for which the CSRF token was made. */
  readonly query: string;
  readonly step: string | undefined;
  readonly browser: Browser;
  readonly context: RequestContext;
}

type LockOutcome =
  | { readonly kind: "dead" }
  | { readonly kind: "again"; readonly opened: OpenedLock; readonly problem: FormRefusal }
  | { readonly kind: "locked"; readonly address: AccountName };

/**
 * Locks the account and mails a link that unlocks it, in one transaction. The mail goes to the address of the notice. The page lets
 * nobody in, because the notice may have been forwarded.
 */
export async function lockAccount(ports: Ports, attempt: LockAttempt): Promise<LockOutcome> {
  const { query, browser } = attempt;
  const opened = await findLock(ports, attempt.secret);
  if (opened === undefined) return { kind: "dead" };
  const form = { step: attempt.step, browserCookie: browser.browserCookie };
  const problem = refuseForm(ports, form, { step: "lock", request: query });
  if (problem !== undefined) return { kind: "again", opened, problem };
  const { link, account, address } = opened;
  const { link: recovery, href } = createLink(ports, { kind: "recover" });
  const facts = { kind: "account-locked", link: href, linkExpiresAt: recovery.expiresAt } as const;
  const message = await createMessage(ports, facts, ownerOf(account, browser, address));
  const lost = await tellLostAddress(ports, opened, browser);
  const locked = await ports.accounts.lock(
    { digest: link.digest, createdAt: link.createdAt, accountId: account.id, address },
    {
      at: ports.clock.now(),
      since: plus(link.createdAt, -slackSeconds),
      restore: (stored, isFree) => withEarlierAddress(stored, address, isFree),
    },
    {
      recovery,
      messages: [message, ...lost],
      activity: [activityEntry(ports, { accountId: account.id, kind: "account-locked", browser })],
    },
  );
  if (!locked.ok) return { kind: "dead" };
  ports.events.record({ kind: "account-locked", accountId: account.id }, attempt.context);
  return { kind: "locked", address };
}

/** The address that the account loses may be the owner's, if the notice went to a thief. Its message locks nothing: it may be the thief's. */
async function tellLostAddress(
  ports: Ports,
  { account, address }: OpenedLock,
  browser: Browser,
): Promise<readonly OutboxMessage[]> {
  const { email, isEmailUnverified = false } = account;
  if (email === undefined || email === address || isEmailUnverified) return [];
  const facts = { kind: "address-changed", at: ports.clock.now(), newAddress: address } as const;
  return [await createMessage(ports, facts, ownerOf(account, browser, email))];
}
