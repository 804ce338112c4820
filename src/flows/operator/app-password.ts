import type { Account } from "../../identity/account.ts";
import { parseAppPasswordId } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { activityEntry } from "../activity.ts";
import type { Auditor } from "../audit.ts";
import { listAppPasswords, type OwnAppPassword } from "../person/app-passwords.ts";
import type { Ports } from "../ports.ts";
import { findAccount, openAccount } from "./account.ts";
import type { CredentialProblem } from "./credential-problem.ts";
import { accountClaims, type Terms } from "./rights.ts";

/** The ports of looking after people's app passwords. */
export type AppPasswordRegistry = Pick<
  Ports,
  "accounts" | "appPasswords" | "clients" | "clock" | "random"
> & {
  readonly audit: Auditor;
};

/** A person and their app passwords that work, oldest first. */
interface AppPasswordsOfPerson {
  readonly account: Account;
  readonly appPasswords: readonly OwnAppPassword[];
}

/** Finds the app passwords of the person with this username, e-mail address or id. */
export async function listAppPasswordsOf(
  registry: Pick<AppPasswordRegistry, "accounts" | "appPasswords" | "clients">,
  who: string,
): Promise<Result<AppPasswordsOfPerson, Extract<CredentialProblem, { readonly kind: "unknown-account" }>>> {
  const account = await findAccount(registry.accounts, who);
  if (account === undefined) return refuse({ kind: "unknown-account" });
  return ok({ account, appPasswords: await listAppPasswords(registry, account) });
}

/** Revokes an app password of the person; from the next check on it opens nothing. */
export async function revokeAppPasswordOf(
  registry: AppPasswordRegistry,
  who: string,
  idText: string,
  terms: Terms,
): Promise<Result<Account, CredentialProblem>> {
  const found = await openAccount(registry.accounts, who, terms);
  if (!found.ok) return found;
  const account = found.value;
  const id = parseAppPasswordId(idText);
  const appPassword = (await registry.appPasswords.list(account.id)).find((each) => each.id === id);
  if (appPassword === undefined) return refuse({ kind: "unknown-app-password" });
  const { accountId, clientId } = appPassword;
  const kind = "app-password-revoked";
  const target = { kind: "user", id: accountId } as const;
  const revoked = await registry.appPasswords.revoke(accountId, appPassword.id, {
    claims: accountClaims(terms, account),
    activity: [activityEntry(registry, { accountId, clientId, kind })],
    audit: [registry.audit.entry(kind, target, { client: clientId })],
  });
  if (revoked === "revoked") return ok(account);
  return refuse({ kind: revoked === "claim-lost" ? "changed-meanwhile" : "unknown-app-password" });
}
