import type { Account } from "../../identity/account.ts";
import { isRecoverable } from "../../identity/credentials.ts";
import {
  type CredentialId,
  counterWentBack,
  methodsOfPasskey,
  type Passkey,
  type PasskeyUse,
  readAssertion,
} from "../../identity/passkey.ts";
import { decideTry, signInReservations } from "../../identity/try-limits.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { secondsUntil } from "../../values/time.ts";
import type { RequestContext } from "../events.ts";
import { type Challenge, claimOfChallenge, isChallengeOpen } from "../passkey-challenge.ts";
import type { Ports } from "../ports.ts";
import type { Proof } from "../session/begin-session.ts";
import { type Throttled, waysLeft } from "./prove-password.ts";

/**
 * The reason why an assertion proves nothing. "stale": the form was shown too long ago. "locked": it is right, but the account is locked.
 * "passkey-refused": every other reason. `unknown` is a credential that nobody has, which the browser can forget.
 */
export type AssertionRefusal =
  | { readonly kind: "stale" | "locked" }
  | Throttled
  | { readonly kind: "passkey-refused"; readonly unknown?: CredentialId };

/** The word in place of an answer: the browser has an authenticator of its own, which could keep a passkey. */
export const passkeyAvailable = "available";

/** True if the form field `passkey` brings an answer. */
export function isPasskeyAnswer(field: string | undefined): field is string {
  return field !== undefined && field !== "" && field !== passkeyAvailable;
}

/**
 * Proves a person by the answer of `navigator.credentials.get()`. Nobody is named before, so there is nothing to enumerate, and only the
 * network is counted: an assertion cannot be guessed. The proof claims the challenge and notes the use with the session that it begins.
 */
export async function provePasskey(
  ports: Ports,
  answer: string,
  challenge: Challenge,
  context: RequestContext,
  refused: (reason: string, account?: Account) => void,
): Promise<Result<Proof, AssertionRefusal>> {
  const now = ports.clock.now();
  if (!isChallengeOpen(challenge, now)) {
    refused("passkey-stale");
    return refuse({ kind: "stale" });
  }
  const refunds = signInReservations({ name: undefined, network: context.network() });
  const decision = decideTry(await ports.attempts.reserve(refunds, now));
  if (decision.kind === "wait") {
    refused("throttled");
    const left = waysLeft(ports.settings, false);
    return refuse({ kind: "throttled", wait: secondsUntil(now, decision.until), left });
  }
  const assertion = readAssertion(answer);
  const passkey = assertion && (await ports.passkeys.find(assertion.id));
  if (assertion === undefined || passkey === undefined) {
    refused(assertion === undefined ? "passkey-malformed" : "passkey-unknown");
    return refuse({ kind: "passkey-refused", ...(assertion && { unknown: assertion.id }) });
  }
  const account = await ports.accounts.find(passkey.accountId);
  // The authenticator names the account too, and both must agree (WebAuthn §7.2, step 6).
  if (account === undefined || !isRecoverable(account) || assertion.userHandle !== passkey.userHandle) {
    refused(account?.isDisabled ? "passkey-disabled" : "passkey-other-handle", account);
    return refuse({ kind: "passkey-refused" });
  }
  const verified = await ports.passkeyVerifier.verifyAssertion(assertion, challenge.token, passkey);
  if (!verified.ok) {
    refused(`passkey-${verified.reason}`, account);
    return refuse({ kind: "passkey-refused" });
  }
  if (account.isDisabled) {
    refused("account-locked", account);
    return refuse({ kind: "locked" });
  }
  const use = useOf(passkey, verified.value, now);
  const claims = [claimOfChallenge(challenge), { kind: "passkey", use }] as const;
  return ok({ account, methods: methodsOfPasskey(passkey), refunds, claims });
}

/** Records, once the sign-in is complete, that the counter of its passkey went back (WebAuthn §6.1.1). */
export function recordGoingBack(
  { events }: Pick<Ports, "events">,
  { account, claims = [] }: Proof,
  context: RequestContext,
): void {
  if (claims.some((claim) => claim.kind === "passkey" && claim.use.wentBack))
    events.record({ kind: "passkey-counter-went-back", accountId: account.id }, context);
}

function useOf(
  { id, counter: kept }: Passkey,
  { counter, isBackedUp }: Pick<PasskeyUse, "counter" | "isBackedUp">,
  usedAt: PasskeyUse["usedAt"],
): PasskeyUse {
  return { id, counter, isBackedUp, usedAt, wentBack: counterWentBack(kept, counter) };
}
