import type { Account } from "../../identity/account.ts";
import { type Passkey, parseCredentialId } from "../../identity/passkey.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { activityEntry } from "../activity.ts";
import type { Auditor } from "../audit.ts";
import type { MessagePorts } from "../mail/create-message.ts";
import { createNotices } from "../mail/create-notice.ts";
import type { Ports } from "../ports.ts";
import { findAccount, openAccount } from "./account.ts";
import type { CredentialProblem } from "./credential-problem.ts";
import { accountClaims, type Terms } from "./rights.ts";

/** The ports of looking after people's passkeys. */
export type PasskeyRegistry = MessagePorts &
  Pick<Ports, "accounts" | "passkeys"> & { readonly audit: Auditor };

/** A person and their passkeys, oldest first. */
export interface PasskeysOfPerson {
  readonly account: Account;
  readonly passkeys: readonly Passkey[];
}

/** Finds the passkeys of the person with this username, e-mail address or id. */
export async function listPasskeysOf(
  registry: Pick<PasskeyRegistry, "accounts" | "passkeys">,
  who: string,
): Promise<Result<PasskeysOfPerson, Extract<CredentialProblem, { readonly kind: "unknown-account" }>>> {
  const account = await findAccount(registry.accounts, who);
  if (account === undefined) return refuse({ kind: "unknown-account" });
  return ok({ account, passkeys: await registry.passkeys.list(account.id) });
}

/** Removes a passkey of the person, also the last one: an operator may have to. `passkeys` are those that are left. */
export async function removePasskeyOf(
  registry: PasskeyRegistry,
  who: string,
  id: string,
  terms: Terms,
): Promise<Result<PasskeysOfPerson, CredentialProblem>> {
  const found = await openAccount(registry.accounts, who, terms);
  if (!found.ok) return found;
  const account = found.value;
  const passkeys = await registry.passkeys.list(account.id);
  const credentialId = parseCredentialId(id);
  const passkey = passkeys.find((each) => each.id === credentialId);
  if (passkey === undefined) return refuse({ kind: "unknown-passkey" });
  const kind = "passkey-removed";
  const facts = { kind, at: registry.clock.now(), passkey: passkey.name } as const;
  const removed = await registry.passkeys.remove({
    accountId: account.id,
    id: passkey.id,
    mayBeLast: true,
    claims: accountClaims(terms, account),
    activity: [activityEntry(registry, { accountId: account.id, kind })],
    messages: await createNotices(registry, account, facts),
    audit: [registry.audit.entry("passkey-removed", { kind: "user", id: account.id })],
  });
  if (!removed.ok)
    return refuse({ kind: removed.reason === "claim-lost" ? "changed-meanwhile" : "unknown-passkey" });
  return ok({ account, passkeys: passkeys.filter((each) => each !== passkey) });
}
