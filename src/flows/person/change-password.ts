import type { Account } from "../../identity/account.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Seconds } from "../../values/time.ts";
import { activityEntry } from "../activity.ts";
import { rememberingCookie } from "../authorize/complete-sign-in.ts";
import { createNotices } from "../mail/create-notice.ts";
import type { Ports, SessionFacts } from "../ports.ts";
import { replaceSession } from "../session/begin-session.ts";
import { openDevices } from "../session/known-devices.ts";
import type { ClaimedSideEffects } from "../side-effect-ports.ts";
import type { LinkedUpstream } from "../upstream/link.ts";
import { isOwnForm, type OwnForm } from "./account.ts";
import { type ChosenPasswordRefusal, hashChosenPassword } from "./choose-password.ts";
import type { NewPasswordRefusal } from "./new-password.ts";

interface ChangePasswordForm extends OwnForm {
  /** The button that removes the password was pressed. */
  readonly removes: boolean;
  readonly newPassword: string | undefined;
}

type ChangePasswordOutcome =
  /** The form was not made for this session in this browser. */
  | { readonly kind: "stale" }
  | { readonly kind: "again"; readonly problem: NewPasswordRefusal | "last-way" }
  | { readonly kind: "throttled"; readonly wait: Seconds }
  /** Everything was signed out, this browser too: the account was changed by somebody else meanwhile. */
  | { readonly kind: "signed-out" }
  | {
      readonly kind: "changed" | "removed";
      readonly person: SessionFacts;
      readonly sessionCookie: string;
      readonly deviceCookie: string;
    };

/**
 * Changes, sets or removes the password of a person who has just proved who they are. One transaction ends every session and token, and
 * queues the mail that says so. Then this browser goes on in a session of its own, under a new cookie.
 */
export async function changePassword(
  ports: Ports,
  person: SessionFacts,
  form: ChangePasswordForm,
): Promise<ChangePasswordOutcome> {
  if (!isOwnForm(ports, "change-password", person, form)) return { kind: "stale" };
  const { account } = person;
  const changed = form.removes
    ? await removePassword(ports, account, form)
    : await setPassword(ports, account, form);
  if (!changed.ok) return changed.reason;
  const kind = form.removes ? "removed" : "changed";
  ports.events.record({ kind: `password-${kind}`, accountId: account.id }, form.context);
  // The claim held the account at this epoch, and the change raised it by one.
  const { passwordHash: _, ...rest } = account;
  const now = { ...rest, ...changed.value, epoch: account.epoch + 1 };
  const begun = await replaceSession(ports, { ...person, account: now }, form.browser);
  if (!begun.ok) return { kind: "signed-out" };
  const { session, sessionCookie } = begun.value;
  const deviceCookie = rememberingCookie(ports, now, openDevices(ports, form.browser.deviceCookie));
  return { kind, person: { account: now, session }, sessionCookie, deviceCookie };
}

/** True if the person can sign in without the password: what the page says. The removal itself looks again, while it holds the account. */
export function hasOtherWay({ hasPasskey = false }: Account, upstreams: readonly LinkedUpstream[]): boolean {
  return hasPasskey || upstreams.some(({ identity }) => identity !== undefined);
}

/** The password from now on, or what the person gets to see instead. */
type Change = Result<Pick<Account, "passwordHash">, ChangePasswordOutcome>;

async function setPassword(ports: Ports, account: Account, form: ChangePasswordForm): Promise<Change> {
  const caller = { network: form.context.network(), known: account.id };
  const hash = await hashChosenPassword(ports, { text: form.newPassword, person: account, caller });
  if (!hash.ok) return refuse(outcomeOf(hash.reason));
  const sideEffects = await sideEffectsOf(ports, account, form, "password-changed");
  const set = await ports.accounts.setPassword(account.id, hash.value, ports.clock.now(), sideEffects);
  return set.ok ? ok({ passwordHash: hash.value }) : refuse({ kind: "signed-out" });
}

function outcomeOf(refusal: ChosenPasswordRefusal): ChangePasswordOutcome {
  if (refusal.kind === "throttled") return refusal;
  return { kind: "again", problem: refusal.kind === "busy" ? "busy" : refusal.reason };
}

async function removePassword(ports: Ports, account: Account, form: ChangePasswordForm): Promise<Change> {
  const sideEffects = await sideEffectsOf(ports, account, form, "password-removed");
  const removed = await ports.accounts.removePassword(account.id, ports.clock.now(), sideEffects);
  if (removed.ok) return ok({});
  return refuse(
    removed.reason === "last-way" ? { kind: "again", problem: "last-way" } : { kind: "signed-out" },
  );
}

async function sideEffectsOf(
  ports: Ports,
  account: Account,
  { browser }: ChangePasswordForm,
  kind: "password-changed" | "password-removed",
): Promise<ClaimedSideEffects> {
  const { id: accountId, epoch } = account;
  return {
    claims: [{ kind: "account-epoch", accountId, epoch }],
    activity: [activityEntry(ports, { accountId, kind, browser })],
    messages: await createNotices(ports, account, { kind, at: ports.clock.now() }, browser),
  };
}
