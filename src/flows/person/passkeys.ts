import type { Account } from "../../identity/account.ts";
import { authenticatorNameOf } from "../../identity/authenticators.ts";
import { needsLinkToEnrol, provableWith } from "../../identity/credentials.ts";
import {
  type CredentialId,
  namedApart,
  type Passkey,
  parsePasskeyName,
  passkeysPerAccountMax,
  readRegistration,
  type UserHandle,
  userHandleOf,
} from "../../identity/passkey.ts";
import type { AccountId } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { isAsStrongAs, strongestOf } from "../../values/strength.ts";
import { activityEntry } from "../activity.ts";
import { personAuditor } from "../audit.ts";
import { requiredStrength } from "../authorize/required-strength.ts";
import type { Browser } from "../browser.ts";
import type { RequestContext } from "../events.ts";
import { createNotices } from "../mail/create-notice.ts";
import { type Challenge, claimOfChallenge, isChallengeOpen } from "../passkey-challenge.ts";
import type { Ports, SessionFacts } from "../ports.ts";
import type { ClaimedSideEffects } from "../side-effect-ports.ts";

/** The passkeys of a person, and the handle under which the next one is created. */
export interface OwnPasskeys {
  readonly passkeys: readonly Passkey[];
  readonly userHandle: UserHandle;
}

/** Lists the person's passkeys. All of them have one handle; before the first there is a new one, which the form brings back. */
export async function listOwnPasskeys(
  ports: Pick<Ports, "passkeys" | "random">,
  accountId: AccountId,
): Promise<OwnPasskeys> {
  const passkeys = await ports.passkeys.list(accountId);
  return { passkeys, userHandle: passkeys[0]?.userHandle ?? userHandleOf(ports.random.bytes(32)) };
}

/** The answer of `navigator.credentials.create()` to a form that was shown to this person in this browser. */
interface PasskeyCreation {
  readonly answer: string;
  readonly challenge: Challenge;
  readonly userHandle: UserHandle;
  /** The name of a passkey whose authenticator is not known. */
  readonly unnamed: string;
  /** True if the browser may have made it by itself, because the person has just signed in with a password. */
  readonly mayBeByItself?: boolean;
  readonly browser: Browser;
  readonly context: RequestContext;
}

/** The reason why no passkey was added. "stale": the form was shown too long ago, or things have changed since. */
type CreationRefusal = "stale" | "refused" | "exists" | "too-many";

/** Adds a passkey for the person of a session whose proof is fresh. */
export async function addPasskey(
  ports: Ports,
  { account, session }: SessionFacts,
  creation: PasskeyCreation,
): Promise<Result<Passkey, CreationRefusal>> {
  const { challenge, context } = creation;
  if (needsLinkToEnrol(account, session, ports.settings.consoleRequire)) return refuse("stale");
  const made = await verifyCreation(ports, account.id, creation);
  if (!made.ok) return made;
  const others = (await ports.passkeys.list(account.id)).map((passkey) => passkey.name);
  const passkey = { ...made.value, name: namedApart(made.value.name, others) };
  const added = await ports.passkeys.add({
    passkey,
    accountEpoch: account.epoch,
    max: passkeysPerAccountMax,
    claims: [claimOfChallenge(challenge)],
    ...(await sideEffects(ports, account, "passkey-added", passkey, creation.browser)),
  });
  if (added.ok) {
    ports.events.record({ kind: "passkey-added", accountId: account.id }, context);
    return ok(passkey);
  }
  return refuse(added.reason === "exists" || added.reason === "too-many" ? added.reason : "stale");
}

/** Verifies a passkey that a browser made for this account, which may not exist yet. Stores nothing and does not use up the challenge. */
export async function verifyCreation(
  ports: Pick<Ports, "clock" | "passkeyVerifier" | "events">,
  accountId: AccountId,
  {
    answer,
    challenge,
    userHandle,
    unnamed,
    mayBeByItself = false,
    context,
  }: Omit<PasskeyCreation, "browser">,
): Promise<Result<Passkey, "stale" | "refused">> {
  const now = ports.clock.now();
  if (!isChallengeOpen(challenge, now)) return refuse("stale");
  const registration = readRegistration(answer);
  if (registration === undefined) return refuse("refused");
  const verified = await ports.passkeyVerifier.verifyRegistration(registration, {
    challenge: challenge.token,
    isPersonAsked: !(mayBeByItself && registration.isByItself),
  });
  if (!verified.ok) {
    const reason = `registration-${verified.reason}`;
    ports.events.record({ kind: "passkey-refused", accountId, reason }, context);
    return refuse("refused");
  }
  const name = authenticatorNameOf(verified.value.aaguid) ?? unnamed;
  return ok({ ...verified.value, accountId, userHandle, name, createdAt: now });
}

/** Gives a passkey of the person another name. Returns the name; refused if it is none, or the passkey is gone. */
export async function renamePasskey(
  ports: Pick<Ports, "passkeys" | "clock">,
  { account }: SessionFacts,
  {
    id,
    typed,
    context,
  }: { readonly id: CredentialId; readonly typed: string; readonly context: RequestContext },
): Promise<Result<string, "bad-name" | "gone">> {
  const name = parsePasskeyName(typed);
  if (name === undefined) return refuse("bad-name");
  const audit = [
    personAuditor(ports, account.id, context).entry("passkey-renamed", { kind: "user", id: account.id }),
  ];
  return (await ports.passkeys.rename(account.id, id, name, { audit })) ? ok(name) : refuse("gone");
}

/**
 * Removes a passkey of the person. The last one stays if they have neither password nor a provider in use, or if what is asked of
 * them could not be proved without it.
 */
export async function removePasskey(
  ports: Ports,
  { account }: SessionFacts,
  id: CredentialId,
  { browser, context }: Pick<PasskeyCreation, "browser" | "context">,
): Promise<Result<Passkey, "last" | "gone" | "stale">> {
  const passkey = await ports.passkeys.find(id);
  if (passkey?.accountId !== account.id) return refuse("gone");
  const provable = provableWith({ ...account, hasPasskey: false });
  const isEnough = isAsStrongAs(provable, requiredStrength(ports, account, undefined));
  const removed = await ports.passkeys.remove({
    accountId: account.id,
    id,
    mayBeLast: isEnough && "with-another-way",
    restsOnTotp: strongestOf([ports.settings.require, account.requires]) !== "one",
    accountEpoch: account.epoch,
    ...(await sideEffects(ports, account, "passkey-removed", passkey, browser)),
  });
  if (!removed.ok) {
    if (removed.reason === "last") return refuse("last");
    return refuse(removed.reason === "unknown" ? "gone" : "stale");
  }
  ports.events.record({ kind: "passkey-removed", accountId: account.id }, context);
  return ok(passkey);
}

/** The entry of the account's activity, and the message to its owner. */
async function sideEffects(
  ports: Ports,
  account: Account,
  kind: "passkey-added" | "passkey-removed",
  { name }: Passkey,
  browser: Browser,
): Promise<Pick<ClaimedSideEffects, "activity" | "messages">> {
  const facts = { kind, at: ports.clock.now(), passkey: name };
  return {
    activity: [activityEntry(ports, { accountId: account.id, kind, browser })],
    messages: await createNotices(ports, account, facts, browser),
  };
}
