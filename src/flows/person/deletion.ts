import type { Account } from "../../identity/account.ts";
import { readReturnTarget } from "../../protocol/authorization/return-target.ts";
import type { AccountId } from "../../values/ids.ts";
import { type Instant, plus } from "../../values/time.ts";
import { activityEntry } from "../activity.ts";
import type { Auditor } from "../audit.ts";
import { dispatch, dispatchUnproved, type NextStep } from "../authorize/dispatch.ts";
import type { Browser } from "../browser.ts";
import type { RequestContext } from "../events.ts";
import { addressAt } from "../mail/create-message.ts";
import { createNotices } from "../mail/create-notice.ts";
import type { Ports, SessionFacts } from "../ports.ts";
import { findLiveSession } from "../session/find-session.ts";
import { readShownForm } from "../session/shown-form.ts";
import { isOwnForm, type OwnForm } from "./account.ts";

const secondsPerDay = 86_400;
/** How many accounts one run of the job removes. */
const removedAtOnceMax = 20;

/** When an account would go whose deletion is asked for now. */
export function deletionTime({ clock, settings }: Pick<Ports, "clock" | "settings">): Instant {
  return plus(clock.now(), settings.deletionGraceDays * secondsPerDay);
}

/** The outcome of asking for the deletion. "signed-out": the account was changed, or its deletion asked for, by somebody else. */
type DeletionOutcome =
  | { readonly kind: "stale" }
  | { readonly kind: "signed-out" }
  | { readonly kind: "asked"; readonly deleteAfter: Instant };

/**
 * Asks for the deletion of the person's account. One transaction signs them out everywhere, ends every token and consent, and queues the
 * mail that says how to keep the account: by signing in before the day.
 */
export async function askDeletion(
  ports: Ports,
  person: SessionFacts,
  form: OwnForm,
): Promise<DeletionOutcome> {
  if (!isOwnForm(ports, "deletion", person, form)) return { kind: "stale" };
  const { account } = person;
  const { id: accountId, epoch } = account;
  const deleteAfter = deletionTime(ports);
  const asked = await ports.accounts.askDeletion(
    accountId,
    { at: ports.clock.now(), deleteAfter },
    {
      claims: [{ kind: "account-epoch", accountId, epoch }],
      activity: [activityEntry(ports, { accountId, kind: "deletion-asked", browser: form.browser })],
      messages: await announcement(ports, account, form.browser, deleteAfter),
    },
  );
  if (!asked.ok) return { kind: "signed-out" };
  ports.events.record({ kind: "deletion-asked", accountId }, form.context);
  return { kind: "asked", deleteAfter };
}

function announcement(ports: Ports, account: Account, browser: Browser, deletedAt: Instant) {
  const link = addressAt(ports, "/account");
  const facts = { kind: "deletion-announced", link, deletedAt } as const;
  return createNotices(ports, account, facts, browser);
}

/** The posted form that keeps the account. */
interface KeepAttempt {
  /** The query of the sign-in that met the question. */
  readonly query: string;
  readonly step: string | undefined;
  readonly browser: Browser;
  readonly context: RequestContext;
}

/** Keeps the account, and goes on where the person wanted to go. A form for another session, browser or request proves nothing. */
export async function keepAccount(ports: Ports, attempt: KeepAttempt): Promise<NextStep> {
  const { query, browser, context } = attempt;
  const visit = { target: readReturnTarget(query), browser, isFromForm: true };
  const shown = readShownForm(ports, attempt.step, { step: "keep-account", browser, request: query });
  const facts = shown && (await findLiveSession(ports, browser.sessionCookie, ports.clock.now()));
  if (facts === undefined) return dispatchUnproved(ports, visit, context);
  const { session, account } = facts;
  const accountId = account.id;
  const activity = [activityEntry(ports, { accountId, kind: "deletion-stopped", browser })];
  if (await ports.accounts.stopDeletion(accountId, { activity }))
    ports.events.record({ kind: "deletion-stopped", accountId }, context);
  const evidence = { step: "continue", sessionId: session.id } as const;
  return dispatch(ports, { ...visit, evidence }, context);
}

/** Removes accounts whose time has come, a few at a time. Of several nodes one removes each. Returns those that this one removed. */
export async function removeDueAccounts(
  { accounts, audit }: Pick<Ports, "accounts"> & { readonly audit: Auditor },
  now: Instant,
): Promise<readonly AccountId[]> {
  const removed: AccountId[] = [];
  for (const id of await accounts.listDue(now, removedAtOnceMax))
    if (await accounts.removeDue(id, now, { audit: [audit.entry("user-deleted", { kind: "user", id })] }))
      removed.push(id);
  return removed;
}
