import type { Account } from "../../identity/account.ts";
import { deviceOf, type KnownDevice } from "../../identity/device.ts";
import { readOneTimeCode, type TotpCode } from "../../identity/one-time-code.ts";
import { type RecoveryCode, recoveryCodeText } from "../../identity/recovery-codes.ts";
import { decodeTotpSecret, type Totp } from "../../identity/totp.ts";
import { oneTimeCodeReservation } from "../../identity/try-limits.ts";
import { fromBase64Url } from "../../values/base64url.ts";
import { type Digest, digestOf, equalDigests } from "../../values/digest.ts";
import type { AccountId } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { plus, secondsUntil } from "../../values/time.ts";
import { activityEntry } from "../activity.ts";
import type { Browser } from "../browser.ts";
import { createNotices } from "../mail/create-notice.ts";
import type { Ports } from "../ports.ts";
import type { Proof } from "../session/begin-session.ts";
import { openDevices } from "../session/known-devices.ts";
import type { Claim } from "../side-effect-ports.ts";
import type { Throttled } from "./prove-password.ts";

/** For so long, a used recovery code is told from a wrong one. A used code of an app is, for the minute in which it is valid. */
const knownSeconds = 60;

/** The reason why a code proves nothing. "spent": it was right, and has just been used. */
export type OneTimeCodeRefusal =
  | { readonly kind: "missing" }
  | { readonly kind: "wrong" }
  | { readonly kind: "spent" }
  | Throttled;

/** A code that was right when it was looked at. Only the session's fact claims it. */
interface ProvenCode extends Proof {
  readonly factor: "totp" | "recovery-code";
}

/**
 * Judges a typed code. The try is counted before that; every code of an account counts under one key. A code that was used a moment ago
 * is not a guess: the person has it, and sent it twice or in two browsers at once. So its try is given back.
 */
export async function proveOneTimeCode(
  ports: Ports,
  account: Account,
  typed: string | undefined,
  browser: Browser,
): Promise<Result<ProvenCode, OneTimeCodeRefusal>> {
  if (typed === undefined || typed.trim() === "") return refuse({ kind: "missing" });
  const read = readOneTimeCode(typed);
  if (read === undefined) return refuse({ kind: "wrong" });
  const now = ports.clock.now();
  const totp = await ports.totps.find(account.id);
  const device = deviceOf(openDevices(ports, browser.deviceCookie), account, now);
  const refunds = [oneTimeCodeReservation(account.id, provedBoth(device, totp) ? device : undefined)];
  const reserved = await ports.attempts.reserve(refunds, now);
  if (!reserved.ok) {
    const left = account.hasPasskey && ports.settings.passkeys !== undefined ? "passkey" : undefined;
    return refuse({ kind: "throttled", wait: secondsUntil(now, reserved.reason.retryAt), left });
  }
  const claim =
    read.kind === "totp"
      ? await judgeTotp(ports, totp, read.code)
      : await judgeRecoveryCode(ports, account.id, read.code);
  if (!claim.ok) {
    if (claim.reason === "spent") await ports.attempts.refund(refunds);
    return refuse({ kind: claim.reason });
  }
  const factor = read.kind;
  const proof = { account, methods: ["otp", "mfa"], refunds, claims: [claim.value], factor } as const;
  return ok(factor === "totp" ? proof : { ...proof, ...(await tellOfRecoveryCode(ports, account, browser)) });
}

async function tellOfRecoveryCode(
  ports: Ports,
  account: Account,
  browser: Browser,
): Promise<Pick<Proof, "activity" | "messages">> {
  const set = await ports.recoveryCodes.find(account.id);
  const codesLeft = Math.max(0, (set?.digests.length ?? 0) - 1);
  const facts = { kind: "recovery-code-used", at: ports.clock.now(), codesLeft } as const;
  return {
    activity: [activityEntry(ports, { accountId: account.id, kind: "recovery-code-used", browser })],
    messages: await createNotices(ports, account, facts, browser),
  };
}

/** False for a browser that became known before there was an app: then the password was enough, which a guesser of codes has too. */
function provedBoth(device: KnownDevice | undefined, totp: Totp | undefined): boolean {
  return device !== undefined && (totp === undefined || device.since >= totp.createdAt);
}

async function judgeTotp(
  ports: Pick<Ports, "totpCodes" | "sealer" | "clock">,
  totp: Totp | undefined,
  code: TotpCode,
): Promise<Result<Claim, "wrong" | "spent">> {
  if (totp === undefined) return refuse("wrong");
  const secret = decodeTotpSecret(totp.accountId, ports.sealer.open("totp", totp.sealedSecret));
  const step = secret && (await ports.totpCodes.stepOf(secret, code, ports.clock.now()));
  if (step === undefined) return refuse("wrong");
  return step <= totp.lastStep ? refuse("spent") : ok({ kind: "totp-step", totp, step });
}

async function judgeRecoveryCode(
  ports: Pick<Ports, "recoveryCodes" | "replayCache" | "sealer" | "clock">,
  accountId: AccountId,
  code: RecoveryCode,
): Promise<Result<Claim, "wrong" | "spent">> {
  const now = ports.clock.now();
  const digest = recoveryCodeDigest(ports, accountId, code);
  const set = await ports.recoveryCodes.find(accountId);
  const isThere = set?.digests.some((kept) => equalDigests(kept, digest)) ?? false;
  if (isThere) return ok({ kind: "recovery-code", accountId, digest, knownUntil: plus(now, knownSeconds) });
  return refuse((await ports.replayCache.has(digest, now)) ? "spent" : "wrong");
}

/** The digest under which a recovery code is kept. */
export function recoveryCodeDigest(
  { sealer }: Pick<Ports, "sealer">,
  accountId: AccountId,
  code: RecoveryCode,
): Digest {
  return digestOf(fromBase64Url(sealer.pseudonym(recoveryCodeText(accountId, code))) ?? new Uint8Array());
}
