import type { Account } from "../../identity/account.ts";
import { requiredBy } from "../../identity/credentials.ts";
import {
  decideGuessability,
  type NewPasswordProblem,
  type NormalizedPassword,
  readNewPassword,
} from "../../identity/password.ts";
import { contextWordsOf } from "../../identity/predictable.ts";
import { type Result, refuse } from "../../values/result.ts";
import type { EstimateCaller, PasswordEstimates } from "../account-ports.ts";
import type { Inventory } from "../listing.ts";
import type { Clients, FlowSettings } from "../ports.ts";

/** The person who chooses a password, as far as the rule needs to know. */
export interface PasswordChooser {
  readonly username: string;
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  /** True if every sign-in with the password also demands a second factor. */
  readonly hasSecondFactor: boolean;
}

/** What the rule asks outside: dictionaries, and the names of the installation. */
export interface NewPasswordPorts {
  readonly passwordEstimates: PasswordEstimates;
  readonly inventory: Pick<Inventory, "clients">;
  readonly clients: Pick<Clients, "find">;
  readonly settings: Pick<FlowSettings, "issuer" | "brandName">;
}

/** Why a password was not taken. "busy": too many passwords are being looked at; the same one may be taken in a moment. */
export type NewPasswordRefusal = NewPasswordProblem | "busy";

const productName = "Latchkey";
/** A guesser does not try the names of hundreds of applications first, and each of them would make good passwords worse. */
const clientNamesMax = 50;

/** Decides whether a person may have this password: every page and command that sets one asks here. */
export async function checkNewPassword(
  ports: NewPasswordPorts,
  text: string,
  { person, caller }: { readonly person: PasswordChooser; readonly caller: EstimateCaller },
): Promise<Result<NormalizedPassword, NewPasswordRefusal>> {
  const { hasSecondFactor } = person;
  const form = readNewPassword(text, person);
  if (!form.ok) return form;
  const words = [...(await namesOfInstallation(ports)), ...namesOfPerson(person)];
  const estimate = await ports.passwordEstimates.estimate(form.value, contextWordsOf(words), caller);
  return estimate.ok
    ? decideGuessability(form.value, { hasSecondFactor, words }, estimate.value)
    : refuse("busy");
}

/** Somebody who has an account already. A second factor counts if it is demanded, and not if it is only there. */
export function passwordChooserOf(account: Account): PasswordChooser {
  const { username, email, name } = account;
  return { username, email, name, hasSecondFactor: requiredBy(account) !== "one" };
}

/** The names of the person. A password must not be made of them. */
export function namesOfPerson({ username, email = "", name = "" }: PasswordChooser): readonly string[] {
  return [...new Set([username, email, name])].filter((word) => word !== "");
}

async function namesOfInstallation({
  inventory,
  clients,
  settings,
}: NewPasswordPorts): Promise<readonly string[]> {
  const { items } = await inventory.clients({ limit: clientNamesMax });
  const applications = await Promise.all(items.map((id) => clients.find(id)));
  const host = new URL(settings.issuer).hostname;
  return [productName, settings.brandName, host, ...applications.flatMap((client) => client?.name ?? [])];
}
