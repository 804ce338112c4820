import type { Account } from "../../identity/account.ts";
import { requiredBy } from "../../identity/credentials.ts";
import type { Client } from "../../protocol/client/client.ts";
import { type Strength, strongestOf } from "../../values/strength.ts";
import type { Ports } from "../ports.ts";

/** The strength that every sign-in of this person needs before a request asks for more: the strongest of installation, client and account. */
export function requiredStrength(
  { settings }: Pick<Ports, "settings">,
  account: Account,
  client: Pick<Client, "metadata"> | undefined,
): Strength {
  return strongestOf([settings.require, client?.metadata.requiredStrength, requiredBy(account)]);
}
