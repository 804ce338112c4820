import type { Account } from "../../identity/account.ts";
import type { PasswordHash } from "../../identity/password.ts";
import { newPasswordReservations } from "../../identity/try-limits.ts";
import { type Result, refuse } from "../../values/result.ts";
import { type Seconds, secondsUntil } from "../../values/time.ts";
import type { EstimateCaller } from "../account-ports.ts";
import type { Ports } from "../ports.ts";
import { checkNewPassword, type NewPasswordPorts, type NewPasswordRefusal } from "./new-password.ts";

/** A password that a person typed on a page. A missing one is an empty one. */
interface ChosenPassword {
  readonly text: string | undefined;
  readonly person: Pick<Account, "username" | "email" | "name" | "hasTotp">;
  readonly caller: EstimateCaller;
}

/** Why a password that somebody chose is not taken. "busy": the same one may be taken in a moment. */
export type ChosenPasswordRefusal =
  | { readonly kind: "busy" }
  | { readonly kind: "throttled"; readonly wait: Seconds }
  | { readonly kind: "password"; readonly reason: Exclude<NewPasswordRefusal, "busy"> };

/** Judges and hashes the password that a person chose on a page. Each try is counted before it is judged; that of a good password is given back. */
export async function hashChosenPassword(
  ports: NewPasswordPorts & Pick<Ports, "passwords" | "attempts" | "clock">,
  { text = "", person, caller }: ChosenPassword,
): Promise<Result<PasswordHash, ChosenPasswordRefusal>> {
  const now = ports.clock.now();
  const tries = newPasswordReservations(caller);
  const counted = await ports.attempts.reserve(tries, now);
  if (!counted.ok) return refuse({ kind: "throttled", wait: secondsUntil(now, counted.reason.retryAt) });
  const chooser = { ...person, hasSecondFactor: person.hasTotp ?? false };
  const password = await checkNewPassword(ports, text, { person: chooser, caller });
  if (!password.ok && password.reason !== "busy")
    return refuse({ kind: "password", reason: password.reason });
  const hash = password.ok ? await ports.passwords.hash(password.value) : refuse("busy" as const);
  await ports.attempts.refund(tries);
  return hash.ok ? hash : refuse({ kind: "busy" });
}
