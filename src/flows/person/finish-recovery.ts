import type { Account } from "../../identity/account.ts";
import { needsLinkToEnrol } from "../../identity/credentials.ts";
import { queryTo, readReturnTarget } from "../../protocol/authorization/return-target.ts";
import { toBase64Url } from "../../values/base64url.ts";
import type { Instant } from "../../values/time.ts";
import { activityEntry } from "../activity.ts";
import { type CompletedSignIn, completeSignIn } from "../authorize/complete-sign-in.ts";
import type { ReadPorts } from "../authorize/read-request.ts";
import type { Browser } from "../browser.ts";
import type { RequestContext } from "../events.ts";
import type { Link } from "../link.ts";
import { createNotices } from "../mail/create-notice.ts";
import type { OutboxMessage } from "../mail-ports.ts";
import type { Ports } from "../ports.ts";
import { type ChosenPasswordRefusal, hashChosenPassword } from "./choose-password.ts";
import { findOpenedLink, findResumed, type Resumed } from "./opened-link.ts";
import { type FormRefusal, refuseForm } from "./request-mail.ts";

/** A link for a new password, opened by the person whose account it is for. */
export interface OpenedRecovery {
  readonly link: Link;
  readonly account: Account;
  readonly resumed: Resumed;
}

/** Finds the account of the link. Undefined if the link was used, is too old, or died with an earlier password. It changes nothing. */
export async function findRecovery(
  ports: Pick<Ports, "links" | "accounts"> & ReadPorts,
  secret: string | undefined,
): Promise<OpenedRecovery | undefined> {
  const link = await findOpenedLink(ports, secret, ["recover", "operator-recover"]);
  const account = link?.account && (await ports.accounts.find(link.account.id));
  if (link === undefined || account === undefined) return undefined;
  const resumed = isFirstFactorDue(ports, account, link)
    ? { query: queryTo(ports.settings.consoleRequire === "phr" ? "account/passkeys" : "account/totp") }
    : await findResumed(ports, link);
  // The new password will stand alone, so it is judged like that.
  return { link, account: link.dropsSecondFactor ? { ...account, hasTotp: false } : account, resumed };
}

/** True if the person is an administrator who needs this link to set up a second factor: the next page sets it up. */
function isFirstFactorDue(
  { settings }: ReadPorts,
  account: Account,
  { kind, dropsSecondFactor }: Link,
): boolean {
  const after = dropsSecondFactor ? { ...account, hasTotp: false } : account;
  return kind === "operator-recover" && needsLinkToEnrol(after, { methods: [] }, settings.consoleRequire);
}

interface FinishRecoveryAttempt {
  readonly secret: string | undefined;
  /** The query of the page, for which the CSRF token was made. */
  readonly query: string;
  readonly password: string | undefined;
  /** See `Visit`. */
  readonly offersPasskey: boolean;
  readonly step: string | undefined;
  readonly browser: Browser;
  readonly context: RequestContext;
}

type FinishRecoveryOutcome =
  | { readonly kind: "dead" }
  | {
      readonly kind: "again";
      readonly recovery: OpenedRecovery;
      readonly problem: FormRefusal | ChosenPasswordRefusal;
    }
  /** The person is signed in and goes on to what the mail had interrupted. */
  | { readonly kind: "signed-in"; readonly query: string; readonly signedIn: CompletedSignIn };

/**
 * Uses the link up and sets the new password, which ends every session of the account, its trusted browsers and its other links, in one
 * transaction. Then the person is signed in with the password alone: the dispatcher asks for a second factor if there is one.
 */
export async function finishRecovery(
  ports: Ports,
  attempt: FinishRecoveryAttempt,
): Promise<FinishRecoveryOutcome> {
  const { query, browser, context } = attempt;
  const recovery = await findRecovery(ports, attempt.secret);
  if (recovery === undefined) return { kind: "dead" };
  const form = { step: attempt.step, browserCookie: browser.browserCookie };
  const problem = refuseForm(ports, form, { step: "new-password", request: query });
  if (problem !== undefined) return { kind: "again", recovery, problem };
  const { link, account, resumed } = recovery;
  const caller = { network: context.network(), known: toBase64Url(link.digest) };
  const hash = await hashChosenPassword(ports, { text: attempt.password, person: account, caller });
  if (!hash.ok) return { kind: "again", recovery, problem: hash.reason };
  const now = ports.clock.now();
  const claims = [{ kind: "link", digest: link.digest, now }] as const;
  const activity = [activityEntry(ports, { accountId: account.id, kind: "recovery-link-used", browser })];
  const messages = await noticesOf(ports, recovery, browser, now);
  const sideEffects = { claims, messages, activity };
  const set = await ports.accounts.setPassword(account.id, hash.value, now, sideEffects);
  if (!set.ok) return { kind: "dead" };
  const kind = link.kind === "operator-recover" ? link.kind : "recover";
  const secondFactorDropped = link.dropsSecondFactor ?? false;
  ports.events.record(
    { kind: "password-recovered", accountId: account.id, link: kind, secondFactorDropped },
    context,
  );
  // The claim held the account at the link's epoch, and the new password raised it by one.
  const changed = { ...account, passwordHash: hash.value, epoch: (link.account?.epoch ?? 0) + 1 };
  const signedIn = await completeSignIn(
    ports,
    { account: changed, methods: ["pwd"], isVouchedFor: kind === "operator-recover", refunds: [] },
    {
      target: readReturnTarget(resumed.query),
      browser,
      context,
      offersPasskey: attempt.offersPasskey,
      reviewsWaysIn: await hasMoreWaysIn(ports, account),
    },
  );
  return signedIn.ok
    ? { kind: "signed-in", query: resumed.query, signedIn: signedIn.value }
    : { kind: "dead" };
}

/** True if something other than the password opens the account. It may be a stranger's, so the person is shown it. */
async function hasMoreWaysIn(ports: Ports, account: Account): Promise<boolean> {
  return account.hasPasskey === true || (await ports.upstreamIdentities.list(account.id)).length > 0;
}

/** The owner hears of the new password at the address of the account. */
async function noticesOf(
  ports: Ports,
  { link, account }: OpenedRecovery,
  browser: Browser,
  at: Instant,
): Promise<readonly OutboxMessage[]> {
  const changed = await createNotices(ports, account, { kind: "password-changed", at }, browser);
  if (!link.dropsSecondFactor) return changed;
  return [...changed, ...(await createNotices(ports, account, { kind: "totp-removed", at }, browser))];
}
