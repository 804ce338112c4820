import type { Account } from "../../identity/account.ts";
import type { PasswordHash } from "../../identity/password.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Ports } from "../ports.ts";
import { checkNewPassword, type NewPasswordPorts, type NewPasswordRefusal } from "./new-password.ts";

/** Why a password that somebody chose is not taken. "busy": the same one may be taken in a moment. */
export type ChosenPasswordRefusal =
  | { readonly kind: "busy" }
  | { readonly kind: "password"; readonly reason: Exclude<NewPasswordRefusal, "busy"> };

/** Judges and hashes the password that a person chose on a page. A missing one is an empty one. */
export async function hashChosenPassword(
  ports: NewPasswordPorts & Pick<Ports, "passwords">,
  text: string | undefined,
  person: Pick<Account, "username" | "email" | "name" | "hasTotp">,
): Promise<Result<PasswordHash, ChosenPasswordRefusal>> {
  const chooser = { ...person, hasSecondFactor: person.hasTotp ?? false };
  const password = await checkNewPassword(ports, text ?? "", chooser);
  if (!password.ok)
    return refuse(
      password.reason === "busy" ? { kind: "busy" } : { kind: "password", reason: password.reason },
    );
  const hash = await ports.passwords.hash(password.value);
  return hash.ok ? ok(hash.value) : refuse({ kind: "busy" });
}
