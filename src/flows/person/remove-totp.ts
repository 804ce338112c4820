import type { Account } from "../../identity/account.ts";
import { provableWith } from "../../identity/credentials.ts";
import type { Reservation } from "../../identity/rate-limit.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { isAsStrongAs, type Strength, strongestOf } from "../../values/strength.ts";
import { activityEntry } from "../activity.ts";
import { busyWait, type PasswordRefusal, provePassword } from "../authorize/prove-password.ts";
import type { Browser } from "../browser.ts";
import type { RequestContext } from "../events.ts";
import { createNotices } from "../mail/create-notice.ts";
import type { Ports } from "../ports.ts";
import { checkNewPassword } from "./new-password.ts";

interface TotpRemovalForm {
  readonly password: string | undefined;
  readonly browser: Browser;
  readonly context: RequestContext;
}

/**
 * The reason why the app stays. "required": the rest of the credentials could not prove what is asked of the person. "too-weak": the
 * password was chosen for use with a code. "gone": there is no app, or the account was changed meanwhile.
 */
export type TotpRemovalRefusal = { readonly kind: "required" | "too-weak" | "gone" } | PasswordRefusal;

/**
 * Removes the person's authenticator app. Beside an app a shorter password is allowed, and a hash does not tell how long its password
 * is: so the person types it, and it must be one that could stand alone.
 */
export async function removeOwnTotp(
  ports: Ports,
  account: Account,
  form: TotpRemovalForm,
): Promise<Result<void, TotpRemovalRefusal>> {
  if (!mayRemoveTotp(ports, account)) return refuse({ kind: "required" });
  const password = await judgePassword(ports, account, form);
  if (!password.ok) return password;
  const { browser, context } = form;
  const activity = [activityEntry(ports, { accountId: account.id, kind: "totp-off", browser })];
  const facts = { kind: "totp-removed", at: ports.clock.now() } as const;
  const messages = await createNotices(ports, account, facts, browser);
  const restsOnPasskey = demandedOf(ports, account) !== "one";
  const removal = { restsOnPasskey, accountEpoch: account.epoch, activity, messages };
  const removed = await ports.totps.remove(account.id, removal);
  if (removed !== "removed") return refuse({ kind: removed === "last" ? "required" : "gone" });
  await ports.attempts.refund(password.value);
  ports.events.record({ kind: "totp-removed", accountId: account.id }, context);
  return ok(undefined);
}

/** True if the rest of the credentials proves what is demanded of the person. */
export function mayRemoveTotp(ports: Pick<Ports, "settings">, account: Account): boolean {
  return isAsStrongAs(provableWith({ ...account, hasTotp: false }), demandedOf(ports, account));
}

/** What is demanded of the person without the app, which demands two factors itself. */
function demandedOf({ settings }: Pick<Ports, "settings">, { requires }: Account): Strength {
  return strongestOf([settings.require, requires]);
}

/** The tries that the right password gives back. */
async function judgePassword(
  ports: Ports,
  account: Account,
  { password, browser, context }: TotpRemovalForm,
): Promise<Result<readonly Reservation[], TotpRemovalRefusal>> {
  if (account.passwordHash === undefined) return ok([]);
  const { username, email, name, id: accountId } = account;
  const proof = await provePassword(ports, { username, password }, { browser, context }, (reason) =>
    ports.events.record({ kind: "second-factor-refused", reason, accountId }, context),
  );
  if (!proof.ok) return proof;
  const hasSecondFactor = demandedOf(ports, account) !== "one";
  const good = await checkNewPassword(ports, password ?? "", {
    person: { username, email, name, hasSecondFactor },
    caller: { network: context.network(), known: accountId },
  });
  if (good.ok) return ok(proof.value.refunds);
  await ports.attempts.refund(proof.value.refunds);
  return refuse(good.reason === "busy" ? { kind: "busy", wait: busyWait } : { kind: "too-weak" });
}
