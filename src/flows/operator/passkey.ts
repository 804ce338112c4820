import type { Account } from "../../identity/account.ts";
import { type Passkey, parseCredentialId } from "../../identity/passkey.ts";
import { createActivityId } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Accounts } from "../account-ports.ts";
import type { Passkeys } from "../passkey-ports.ts";
import type { Clock, Random } from "../ports.ts";
import { findAccount } from "./account.ts";

/** The ports of looking after people's passkeys. */
export interface PasskeyRegistry {
  readonly accounts: Accounts;
  readonly passkeys: Passkeys;
  readonly clock: Clock;
  readonly random: Random;
}

/** A person and their passkeys, oldest first. */
export interface PasskeysOfPerson {
  readonly account: Account;
  readonly passkeys: readonly Passkey[];
}

/** Finds the passkeys of the person with this username, e-mail address or id. */
export async function listPasskeysOf(
  registry: PasskeyRegistry,
  who: string,
): Promise<Result<PasskeysOfPerson, "unknown-account">> {
  const account = await findAccount(registry.accounts, who);
  if (account === undefined) return refuse("unknown-account");
  return ok({ account, passkeys: await registry.passkeys.list(account.id) });
}

/** Removes a passkey of the person, also the last one: an operator may have to. `passkeys` are those that are left. */
export async function removePasskeyOf(
  registry: PasskeyRegistry,
  who: string,
  id: string,
): Promise<Result<PasskeysOfPerson, "unknown-account" | "unknown-passkey">> {
  const found = await listPasskeysOf(registry, who);
  if (!found.ok) return found;
  const { account, passkeys } = found.value;
  const credentialId = parseCredentialId(id);
  if (credentialId === undefined) return refuse("unknown-passkey");
  const { clock, random } = registry;
  const activityId = createActivityId(clock.now(), random.bytes(10));
  const removed = await registry.passkeys.remove({
    accountId: account.id,
    id: credentialId,
    mayBeLast: true,
    activity: [{ id: activityId, accountId: account.id, kind: "passkey-removed" }],
  });
  if (!removed.ok) return refuse("unknown-passkey");
  return ok({ account, passkeys: passkeys.filter((passkey) => passkey.id !== credentialId) });
}
