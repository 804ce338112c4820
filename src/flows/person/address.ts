import type { Account } from "../../identity/account.ts";
import { type AccountName, readEmail } from "../../identity/account-name.ts";
import { activityEntry } from "../activity.ts";
import type { Browser } from "../browser.ts";
import type { RequestContext } from "../events.ts";
import type { Link } from "../link.ts";
import { createNotices } from "../mail/create-notice.ts";
import type { Ports, SessionFacts } from "../ports.ts";
import { findOpenedLink } from "./opened-link.ts";
import {
  type FormRefusal,
  keepMailRequest,
  type MailRequest,
  type MailRequestRefusal,
  refuseForm,
} from "./request-mail.ts";

/** A posted form for a new e-mail address, by a person with a fresh proof. */
interface AddressRequest extends MailRequest {
  readonly email: string | undefined;
  readonly person: SessionFacts;
}

/** "sent" is the answer even if the address has another account. */
type AddressRequestOutcome =
  | MailRequestRefusal
  | { readonly kind: "not-an-email" | "same" }
  | { readonly kind: "sent"; readonly address: AccountName };

/**
 * Takes the request for a link to the new address. The account keeps its old one until the link is used, so an address that nobody has
 * proved never names an account. Somebody else's address gets a note instead, and the answer is the same.
 */
export async function requestAddress(ports: Ports, request: AddressRequest): Promise<AddressRequestOutcome> {
  const { account, session } = request.person;
  const refused = refuseForm(ports, request, { step: "address", request: "", sessionId: session.id });
  if (refused !== undefined) return refused;
  const address = readEmail(request.email ?? "");
  if (!address.ok) return { kind: "not-an-email" };
  if (address.value === account.email && account.isEmailUnverified !== true) return { kind: "same" };
  const kept = await keepMailRequest(ports, request, {
    kind: "verify-address",
    name: address.value,
    query: "",
    asker: { id: account.id, epoch: account.epoch },
  });
  return kept ?? { kind: "sent", address: address.value };
}

/** A link to a new address, opened by a person who reads mail there. */
export interface OpenedAddress {
  readonly link: Link;
  readonly account: Account;
  readonly address: AccountName;
}

/** Finds the account and address of the link. It changes nothing. */
export async function findAddress(
  ports: Pick<Ports, "links" | "accounts" | "clock">,
  secret: string | undefined,
): Promise<OpenedAddress | undefined> {
  const link = await findOpenedLink(ports, secret, ["verify-address"]);
  const address = readEmail(link?.address ?? "");
  const account = link?.account && (await ports.accounts.find(link.account.id));
  if (link === undefined || account === undefined || !address.ok) return undefined;
  return { link, account, address: address.value };
}

/** The pressed button of the page that the link opens. */
interface ConfirmAddressAttempt {
  readonly secret: string | undefined;
  /** The person who is signed in here. */
  readonly person: SessionFacts;
  /** The query of the page, for which the CSRF token was made. */
  readonly query: string;
  readonly step: string | undefined;
  readonly browser: Browser;
  readonly context: RequestContext;
}

/** The outcome of the button. "not-theirs": another account is signed in here. "taken": another account got the address meanwhile. */
type ConfirmAddressOutcome =
  | { readonly kind: "dead" }
  | { readonly kind: "not-theirs"; readonly opened: OpenedAddress }
  | { readonly kind: "again"; readonly opened: OpenedAddress; readonly problem: FormRefusal }
  | { readonly kind: "changed" | "taken"; readonly address: AccountName };

/**
 * Uses the link up and gives the account its new address, with a note to the old one, in one transaction. Only a person who is signed in
 * to this account can: the owner of the address may press the button of a mail that a stranger caused, and must not verify their address
 * for the stranger's account.
 */
export async function confirmAddress(
  ports: Ports,
  attempt: ConfirmAddressAttempt,
): Promise<ConfirmAddressOutcome> {
  const opened = await findAddress(ports, attempt.secret);
  if (opened === undefined) return { kind: "dead" };
  const { person, browser } = attempt;
  if (person.account.id !== opened.account.id) return { kind: "not-theirs", opened };
  const form = { step: attempt.step, browserCookie: browser.browserCookie };
  const claim = { step: "confirm-address", request: attempt.query, sessionId: person.session.id } as const;
  const problem = refuseForm(ports, form, claim);
  if (problem !== undefined) return { kind: "again", opened, problem };
  const { link, account, address } = opened;
  const now = ports.clock.now();
  // A username that is the address changes with it, as for an operator.
  const username = account.username === account.email ? address : account.username;
  const facts = { kind: "address-changed", at: now, newAddress: address } as const;
  // The account as it still is: the note goes to the old address.
  const messages = await createNotices(ports, account, facts, browser);
  const { isEmailUnverified: _, ...verified } = account;
  const changed = await ports.accounts.update({ ...verified, username, email: address }, now, {
    claims: [{ kind: "link", digest: link.digest, now }],
    messages,
    activity: [activityEntry(ports, { accountId: account.id, kind: "address-changed", browser })],
  });
  if (changed.ok) {
    ports.events.record({ kind: "address-changed", accountId: account.id }, attempt.context);
    return { kind: "changed", address };
  }
  switch (changed.reason) {
    // Somebody changed the account in this moment. The link still works, so this ends.
    case "conflict":
      return confirmAddress(ports, attempt);
    case "name-taken":
      return { kind: "taken", address };
    default:
      return { kind: "dead" };
  }
}
