import type { Account } from "../../identity/account.ts";
import { type AccountName, canonicalAccountName } from "../../identity/account-name.ts";
import { isRecoverable } from "../../identity/credentials.ts";
import { deviceOf } from "../../identity/device.ts";
import {
  formBeforeSpaces,
  type NormalizedPassword,
  normalizePassword,
  type PasswordHash,
  type PasswordProblem,
} from "../../identity/password.ts";
import { decideTry, signInReservations, takesPasskey } from "../../identity/try-limits.ts";
import { type AccountId, accountIdOf } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { type Seconds, secondsOf, secondsUntil } from "../../values/time.ts";
import type { Passwords } from "../account-ports.ts";
import type { Browser } from "../browser.ts";
import type { RequestContext } from "../events.ts";
import type { FlowSettings, Ports } from "../ports.ts";
import type { Proof } from "../session/begin-session.ts";
import { openDevices } from "../session/known-devices.ts";
import type { movePassword } from "./move-password.ts";

/** A name and a password as they were typed. */
export interface TypedPassword {
  readonly username: string | undefined;
  readonly password: string | undefined;
}

/**
 * The reason why a password proves nothing. Unknown person, wrong password and disabled account are one reason. "locked": the password
 * was right. Only people who know it learn that the account is locked.
 */
export type PasswordRefusal =
  | { readonly kind: "missing-username" }
  | { readonly kind: "missing-password" }
  | { readonly kind: "unusable-password"; readonly reason: Exclude<PasswordProblem, "empty"> }
  | { readonly kind: "mismatch" | "locked" }
  /** The old product cannot be asked now. Everybody whose password does not match is told so. */
  | { readonly kind: "unavailable" }
  /** The password is right in the old product, which wants it changed. Only people who know it learn that. */
  | { readonly kind: "expired" }
  /** A mismatch after the last day on which the old product is asked: for some people only a new password helps. */
  | { readonly kind: "not-moved" }
  | Throttled
  | { readonly kind: "busy"; readonly wait: Seconds };

/** Too many tries. `left` names what still works: a passkey, a mailed link that sets a new password, or both. */
export interface Throttled {
  readonly kind: "throttled";
  readonly wait: Seconds;
  readonly left: WayLeft | undefined;
}

export type WayLeft = "passkey" | "reset" | "both";

/** A link helps only if the service sends mail, a passkey only if passkeys are on. */
export function waysLeft({ passkeys, sendsMail }: FlowSettings, takesPasskey: boolean): WayLeft | undefined {
  if (passkeys === undefined || !takesPasskey) return sendsMail ? "reset" : undefined;
  return sendsMail ? "both" : "passkey";
}

/** The time that the form asks people to wait when the hash queue is full. */
export const busyWait = secondsOf(2);

/**
 * Proves a person by name and password. The attempt is counted before the hash is computed. An unknown name and an account without a
 * password cost the hash of another account, chosen by the name, and an account that may not try costs its own, so that response times
 * reveal none of this. A password that matches nothing here may still be known to the old product. `refused` receives the reason for the
 * log, and the account if there is one.
 */
export async function provePassword(
  ports: Ports,
  attempt: TypedPassword,
  { browser, context }: { readonly browser: Browser; readonly context: RequestContext },
  refused: (reason: string, account?: Account) => void,
): Promise<Result<Proof, PasswordRefusal>> {
  const typed = readTyped(attempt);
  if (!typed.ok) return typed;
  const { name, password } = typed.value;

  const now = ports.clock.now();
  // Both are looked up for every name, in parallel, so that response times do not differ.
  const [account, chosenHash] = await Promise.all([
    name === undefined ? undefined : ports.accounts.findByName(name),
    ports.accounts.findHashNear(idFor(ports, name ?? attempt.username)),
  ]);
  const device = account && deviceOf(openDevices(ports, browser.deviceCookie), account, now);
  const network = context.network();
  const reservations = signInReservations({
    name,
    network,
    ...(account === undefined ? {} : { accountId: account.id }),
    ...(device === undefined ? {} : { knownDevice: device }),
  });
  const decision = decideTry(await ports.attempts.reserve(reservations, now));
  if (decision.kind === "wait") {
    refused("throttled", account);
    const left = waysLeft(ports.settings, takesPasskey(network, decision.exhausted));
    return refuse({ kind: "throttled", wait: secondsUntil(now, decision.until), left });
  }

  const isJudged = decision.kind === "judge";
  const counted = reservations.filter(({ isHidden = false }) => isJudged || !isHidden);
  const stored = isJudged && account && isRecoverable(account) ? account.passwordHash : undefined;
  const caller = { network, device: device?.deviceId, like: account?.passwordHash ?? chosenHash };
  const verified = await verifyTyped(ports, typed.value, stored, caller);
  if (!verified.ok) {
    refused(verified.reason, account);
    if (verified.reason === "unacceptable-hash") return refuse({ kind: "mismatch" });
    await ports.attempts.refund(counted);
    return refuse({ kind: "busy", wait: busyWait });
  }
  if (!verified.value.matches || account === undefined) {
    const asked = isJudged ? account : undefined;
    const unmatched = { account: asked, typed: attempt.password ?? "", password, caller, context };
    const moved = await askOldSystem(ports, unmatched);
    if (moved.ok) return ok({ account: moved.value, methods: ["pwd"], refunds: counted });
    const { refusal, cause = "mismatch" } = moved.reason;
    refused(isJudged ? cause : "account-throttled", account);
    if (refusal !== "busy") return refuse({ kind: refusal });
    await ports.attempts.refund(counted);
    return refuse({ kind: "busy", wait: busyWait });
  }
  if (account.isDisabled) {
    refused("account-locked", account);
    return refuse({ kind: "locked" });
  }
  if (verified.value.needsRehash) await rehash(ports, account, password);
  return ok({ account, methods: ["pwd"], refunds: counted });
}

/** Most installations have no old product to ask, and load nothing of it. */
async function askOldSystem(
  ports: Ports,
  unmatched: Parameters<typeof movePassword>[2],
): ReturnType<typeof movePassword> {
  const { oldSystem } = ports;
  if (oldSystem === undefined) return refuse({ refusal: "mismatch" });
  const { movePassword } = await import("./move-password.ts");
  return movePassword(ports, oldSystem, unmatched);
}

/** An id that is always the same for a name and that outsiders cannot compute. */
function idFor({ sealer }: Pick<Ports, "sealer">, name = ""): AccountId {
  return accountIdOf(sealer.pseudonym(`hash like ${name}`).replaceAll(/[-_]/g, "").slice(0, 20));
}

interface Typed {
  /** Undefined for a text that cannot be a name, which costs a hash too. */
  readonly name: AccountName | undefined;
  readonly password: NormalizedPassword;
  /** The same password in the form of 0.1.0, if it differs. */
  readonly olderForm: NormalizedPassword | undefined;
}

function readTyped(attempt: TypedPassword): Result<Typed, PasswordRefusal> {
  if (attempt.username === undefined || attempt.username.trim() === "")
    return refuse({ kind: "missing-username" });
  if (attempt.password === undefined) return refuse({ kind: "missing-password" });
  const password = normalizePassword(attempt.password);
  if (password.ok)
    return ok({
      name: canonicalAccountName(attempt.username),
      password: password.value,
      olderForm: formBeforeSpaces(attempt.password),
    });
  if (password.reason === "empty") return refuse({ kind: "missing-password" });
  return refuse({ kind: "unusable-password", reason: password.reason });
}

/** Only a text with an unusual space costs a second hash. An unknown name costs it too, so it tells nothing about the account. */
async function verifyTyped(
  { passwords }: Pick<Ports, "passwords">,
  { password, olderForm }: Typed,
  stored: PasswordHash | undefined,
  caller: Parameters<Passwords["verify"]>[2],
): ReturnType<Passwords["verify"]> {
  const verified = await passwords.verify(password, stored, caller);
  if (!verified.ok || verified.value.matches || olderForm === undefined) return verified;
  const older = await passwords.verify(olderForm, stored, caller);
  return older.ok ? ok({ ...older.value, needsRehash: older.value.matches }) : older;
}

// The settings, or the form of passwords, changed since the hash was made. With a full queue the next sign-in does this.
async function rehash(ports: Ports, account: Account, password: NormalizedPassword): Promise<void> {
  const hashed = await ports.passwords.hash(password);
  if (hashed.ok && account.passwordHash !== undefined)
    await ports.accounts.rehashPassword(account.id, account.passwordHash, hashed.value);
}
