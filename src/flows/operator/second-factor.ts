import type { Account } from "../../identity/account.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Instant } from "../../values/time.ts";
import { activityEntry } from "../activity.ts";
import type { Auditor } from "../audit.ts";
import type { MessagePorts } from "../mail/create-message.ts";
import { createNotices } from "../mail/create-notice.ts";
import type { Ports } from "../ports.ts";
import { findAccount, openAccount } from "./account.ts";
import type { CredentialProblem } from "./credential-problem.ts";
import { accountClaims, type Terms } from "./rights.ts";

/** The ports of looking after people's second factors. */
export type FactorRegistry = MessagePorts &
  Pick<Ports, "accounts" | "totps" | "recoveryCodes"> & { readonly audit: Auditor };

/** What a person has beside the password. */
export interface FactorsOfPerson {
  readonly account: Account;
  /** When the authenticator app was set up; undefined where there is none. */
  readonly totpSince: Instant | undefined;
  /** The recovery codes that are left, and when their set was made; undefined where there is none. */
  readonly codes: { readonly left: number; readonly createdAt: Instant } | undefined;
}

/** Finds the second factors of the person with this username, e-mail address or id. */
export async function listFactorsOf(
  registry: Pick<FactorRegistry, "accounts" | "totps" | "recoveryCodes">,
  who: string,
): Promise<Result<FactorsOfPerson, Extract<CredentialProblem, { readonly kind: "unknown-account" }>>> {
  const account = await findAccount(registry.accounts, who);
  if (account === undefined) return refuse({ kind: "unknown-account" });
  const totp = await registry.totps.find(account.id);
  const set = await registry.recoveryCodes.find(account.id);
  const codes = set && { left: set.digests.length, createdAt: set.createdAt };
  return ok({ account, totpSince: totp?.createdAt, codes });
}

/** Removes the person's authenticator app, also where one is required: then the next sign-in sets up another. The owner is told. */
export async function removeTotpOf(
  registry: FactorRegistry,
  who: string,
  terms: Terms,
): Promise<Result<Account, CredentialProblem>> {
  const found = await openAccount(registry.accounts, who, terms);
  if (!found.ok) return found;
  const account = found.value;
  const facts = { kind: "totp-removed", at: registry.clock.now() } as const;
  const removed = await registry.totps.remove(account.id, {
    claims: accountClaims(terms, account),
    activity: [activityEntry(registry, { accountId: account.id, kind: "totp-off" })],
    messages: await createNotices(registry, account, facts),
    audit: [registry.audit.entry("totp-off", { kind: "user", id: account.id })],
  });
  if (removed === "removed") return ok(account);
  if (removed === "claim-lost") return refuse({ kind: "changed-meanwhile" });
  return refuse({ kind: "no-totp", username: account.username });
}

/** Removes the recovery codes that are left. */
export async function removeRecoveryCodesOf(
  registry: FactorRegistry,
  who: string,
  terms: Terms,
): Promise<Result<Account, CredentialProblem>> {
  const found = await openAccount(registry.accounts, who, terms);
  if (!found.ok) return found;
  const account = found.value;
  const entry = registry.audit.entry("recovery-codes-removed", { kind: "user", id: account.id });
  const sideEffects = { claims: accountClaims(terms, account), audit: [entry] };
  const removed = await registry.recoveryCodes.remove(account.id, sideEffects);
  if (removed === "removed") return ok(account);
  if (removed === "claim-lost") return refuse({ kind: "changed-meanwhile" });
  return refuse({ kind: "no-recovery-codes", username: account.username });
}
