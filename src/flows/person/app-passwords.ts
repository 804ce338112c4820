import type { Account } from "../../identity/account.ts";
import {
  type AppPassword,
  type AppPasswordText,
  appPasswordBytes,
  appPasswordDigest,
  appPasswordOf,
  appPasswordsPerAccountMax,
} from "../../identity/app-password.ts";
import { parsePasskeyName } from "../../identity/passkey.ts";
import { admits, type Client } from "../../protocol/client/client.ts";
import { appPasswordIdOf, parseAppPasswordId } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { isAsStrongAs } from "../../values/strength.ts";
import { activityEntry } from "../activity.ts";
import { requiredStrength } from "../authorize/required-strength.ts";
import { createNotices } from "../mail/create-notice.ts";
import type { Ports, SessionFacts } from "../ports.ts";
import { isOwnForm, type OwnForm } from "./account.ts";

/** An app password, and the application that it opens. */
export interface OwnAppPassword {
  readonly appPassword: AppPassword;
  readonly client: Client;
}

/** The app passwords of a person that work, oldest first. */
export async function listAppPasswords(
  { appPasswords, clients }: Pick<Ports, "appPasswords" | "clients">,
  { id, epoch }: Pick<Account, "id" | "epoch">,
): Promise<readonly OwnAppPassword[]> {
  const own: OwnAppPassword[] = [];
  for (const appPassword of await appPasswords.list(id)) {
    const client = await clients.findReadable(appPassword.clientId);
    if (client !== undefined && appPassword.accountEpoch === epoch) own.push({ appPassword, client });
  }
  return own;
}

/**
 * The applications for which the person can make one, by name: those that would let it in. One that requires two factors does not, since
 * an app password is one.
 */
export async function listAppPasswordTakers(
  ports: Pick<Ports, "clients" | "consents" | "settings">,
  account: Account,
): Promise<readonly Client[]> {
  const takers: Client[] = [];
  for (const client of await ports.clients.listWithAppPasswords()) {
    const isOpen =
      !client.isDisabled &&
      admits(client, account.groups) &&
      isAsStrongAs("one", requiredStrength(ports, account, client)) &&
      (!client.metadata.isThirdParty || (await ports.consents.find(account.id, client.id)) !== undefined);
    if (isOpen) takers.push(client);
  }
  return takers;
}

/** A new app password in clear, of which no other copy exists. */
export interface MadeAppPassword {
  readonly appPassword: AppPassword;
  readonly text: AppPasswordText;
}

/** Why none was made. "stale": the form was made for another session, or things have changed since. */
export type MakingRefusal = "stale" | "badName" | "notThere" | "full";

/** Makes an app password for the person of a session whose proof is fresh, and tells the owner of the account by mail. */
export async function makeAppPassword(
  ports: Ports,
  person: SessionFacts,
  form: OwnForm,
  typed: { readonly name: string; readonly clientId: string },
): Promise<Result<MadeAppPassword, MakingRefusal>> {
  if (!isOwnForm(ports, "app-passwords", person, form)) return refuse("stale");
  const { account } = person;
  const name = parsePasskeyName(typed.name);
  if (name === undefined) return refuse("badName");
  const takers = await listAppPasswordTakers(ports, account);
  const client = takers.find(({ id }) => id === typed.clientId);
  if (client === undefined) return refuse("notThere");
  const text = appPasswordOf(ports.random.bytes(appPasswordBytes));
  const of = { accountId: account.id, clientId: client.id };
  const kind = "app-password-made";
  const appPassword: AppPassword = {
    ...of,
    id: appPasswordIdOf(ports.random.alphanumeric(20)),
    digest: appPasswordDigest(text),
    accountEpoch: account.epoch,
    name,
    createdAt: ports.clock.now(),
  };
  const added = await ports.appPasswords.add({
    appPassword,
    max: appPasswordsPerAccountMax,
    activity: [activityEntry(ports, { ...of, kind, browser: form.browser })],
    messages: await createNotices(ports, account, { kind, at: ports.clock.now() }, form.browser),
  });
  if (!added.ok) return refuse(added.reason === "too-many" ? "full" : "stale");
  ports.events.record({ kind, ...of }, form.context);
  return ok({ appPassword, text });
}

/** Revokes an app password of the person; from the next check on it opens nothing. */
export async function revokeAppPassword(
  ports: Ports,
  person: SessionFacts,
  form: OwnForm,
  idText: string,
): Promise<Result<AppPassword, "stale" | "gone">> {
  if (!isOwnForm(ports, "app-passwords", person, form)) return refuse("stale");
  const id = parseAppPasswordId(idText);
  const own = await ports.appPasswords.list(person.account.id);
  const appPassword = own.find((each) => each.id === id);
  if (appPassword === undefined) return refuse("gone");
  const { accountId, clientId } = appPassword;
  const kind = "app-password-revoked";
  const entry = activityEntry(ports, { accountId, clientId, kind, browser: form.browser });
  const revoked = await ports.appPasswords.revoke(accountId, appPassword.id, { activity: [entry] });
  if (revoked !== "revoked") return refuse("gone");
  ports.events.record({ kind, accountId, clientId }, form.context);
  return ok(appPassword);
}
