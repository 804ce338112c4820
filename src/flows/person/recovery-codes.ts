import type { Account } from "../../identity/account.ts";
import {
  formatRecoveryCode,
  type RecoveryCodeSet,
  readRecoveryCode,
  recoveryCodeBytes,
  recoveryCodeOf,
  recoveryCodesCount,
} from "../../identity/recovery-codes.ts";
import { equalDigests } from "../../values/digest.ts";
import type { AccountId } from "../../values/ids.ts";
import { activityEntry } from "../activity.ts";
import { recoveryCodeDigest } from "../authorize/prove-one-time-code.ts";
import type { Browser } from "../browser.ts";
import type { RequestContext } from "../events.ts";
import { createNotices } from "../mail/create-notice.ts";
import type { Ports } from "../ports.ts";

/** Recovery codes as the person sees them. */
export type ShownCodes = readonly string[];

/** True if no other set was made since these codes. Some of them may be used. */
export async function areLatestCodes(
  ports: Ports,
  accountId: AccountId,
  codes: ShownCodes,
): Promise<boolean> {
  const kept = await ports.recoveryCodes.find(accountId);
  const digests = codes
    .map((code) => readRecoveryCode(code.replaceAll("-", "")))
    .map((code) => code && recoveryCodeDigest(ports, accountId, code));
  return kept?.digests.every((left) => digests.some((one) => one && equalDigests(one, left))) ?? false;
}

/** Creates a set of codes for an account, with the codes in clear, of which no other copy exists. Nothing is stored yet. */
export function createRecoveryCodes(
  ports: Pick<Ports, "random" | "clock" | "sealer">,
  accountId: AccountId,
): { readonly set: RecoveryCodeSet; readonly codes: ShownCodes } {
  const codes = Array.from({ length: recoveryCodesCount }, () =>
    recoveryCodeOf(ports.random.bytes(recoveryCodeBytes)),
  );
  const digests = codes.map((code) => recoveryCodeDigest(ports, accountId, code));
  return { set: { accountId, digests, createdAt: ports.clock.now() }, codes: codes.map(formatRecoveryCode) };
}

/** Makes a new set of recovery codes, which ends the one before. Undefined if the account was changed meanwhile. */
export async function makeRecoveryCodes(
  ports: Ports,
  account: Account,
  browser: Browser,
  context: RequestContext,
): Promise<ShownCodes | undefined> {
  const { id: accountId, epoch: accountEpoch } = account;
  const { set, codes } = createRecoveryCodes(ports, accountId);
  const activity = [activityEntry(ports, { accountId: accountId, kind: "recovery-codes-made", browser })];
  const facts = { kind: "recovery-codes-made", at: set.createdAt } as const;
  const messages = await createNotices(ports, account, facts, browser);
  if (!(await ports.recoveryCodes.replace(set, { accountEpoch, activity, messages }))) return undefined;
  ports.events.record({ kind: "recovery-codes-made", accountId }, context);
  return codes;
}
