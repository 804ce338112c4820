import type { Account } from "../../identity/account.ts";
import { requiredBy } from "../../identity/credentials.ts";
import { deviceIdOf, encodeDevices, type KnownDevice, rememberDevice } from "../../identity/device.ts";
import type { Session } from "../../identity/session.ts";
import type { ReturnTarget } from "../../protocol/authorization/return-target.ts";
import type { ClientId } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { isAsStrongAs, strengthOf } from "../../values/strength.ts";
import { activityEntry } from "../activity.ts";
import type { Browser } from "../browser.ts";
import type { RequestContext } from "../events.ts";
import { isFirstSignIn, newDeviceNotices } from "../mail/new-device.ts";
import type { Ports } from "../ports.ts";
import { beginSession, type Proof } from "../session/begin-session.ts";
import { findLiveSession } from "../session/find-session.ts";
import { openDevices } from "../session/known-devices.ts";
import { dispatch, type NextStep } from "./dispatch.ts";

/** The sign-in that a proof completes. */
interface SigningIn {
  readonly target: ReturnTarget;
  /** Present if the target is a client's request. */
  readonly clientId?: ClientId | undefined;
  readonly browser: Browser;
  readonly context: RequestContext;
  /** See `Visit`. */
  readonly offersPasskey?: boolean | undefined;
  /** See `Visit`. */
  readonly reviewsWaysIn?: boolean | undefined;
}

/** The person is signed in: set the cookies and take the dispatcher's next step. */
export interface CompletedSignIn {
  readonly sessionCookie: string;
  /** Empty to remove the cookie; undefined if it stays as it is. */
  readonly accountsCookie?: string | undefined;
  /** Absent if the account asks for more than was proved: such a browser is no known device yet. */
  readonly deviceCookie: string | undefined;
  readonly next: NextStep;
}

/**
 * The end of every way to sign in: the session begins, and the dispatcher decides what comes next, with the sign-in as evidence, and
 * reads client, redirect URI and account anew. Refused as `startSignIn` is.
 */
export async function completeSignIn(
  ports: Ports,
  proof: Proof,
  signingIn: SigningIn,
): Promise<Result<CompletedSignIn, "account-changed" | "claim-lost">> {
  const started = await startSignIn(ports, proof, signingIn);
  if (!started.ok) return started;
  const { session, sessionCookie, accountsCookie, deviceCookie } = started.value;
  const { target, browser, context, offersPasskey, reviewsWaysIn } = signingIn;
  const evidence = { step: "sign-in", sessionId: session.id } as const;
  const own = { ...browser, sessionCookie, accountsCookie: accountsCookie ?? browser.accountsCookie };
  const visit = { target, browser: own, evidence, offersPasskey, reviewsWaysIn, isFromForm: true };
  return ok({ sessionCookie, accountsCookie, deviceCookie, next: await dispatch(ports, visit, context) });
}

/** A session that has just begun, with the cookies of its browser. */
export interface StartedSignIn extends Omit<CompletedSignIn, "next"> {
  readonly session: Session;
}

/**
 * Signs the person in without going on. One durable write begins the session, claims what the proof uses up, and refunds the tries.
 * Refused, with nothing begun, if the account has changed since the proof was checked, or if something single-use in the proof was used up.
 */
export async function startSignIn(
  ports: Ports,
  proof: Proof,
  { clientId, browser, context }: Pick<SigningIn, "clientId" | "browser" | "context">,
): Promise<Result<StartedSignIn, "account-changed" | "claim-lost">> {
  const { account, methods } = proof;
  const current = await findLiveSession(ports, browser.sessionCookie, ports.clock.now());
  const isAlone =
    browser.accountsCookie === undefined && (current === undefined || current.account.id === account.id);
  const several = isAlone ? undefined : await import("../session/other-accounts.ts");
  const known = openDevices(ports, browser.deviceCookie);
  const { own, kept, surplus } =
    several === undefined
      ? { own: current, kept: [], surplus: undefined }
      : await several.joinAccounts(ports, browser, { account, current });
  const isUnknown = own === undefined && !known.some(({ accountId }) => accountId === account.id);
  const isNew = isUnknown && !(await isFirstSignIn(ports, account));
  const notices = isNew ? await newDeviceNotices(ports, account, browser) : [];
  const messages = [...(proof.messages ?? []), ...notices];
  const entry = activityEntry(ports, {
    accountId: account.id,
    kind: "signed-in",
    browser,
    clientId,
    methods,
    isNewBrowser: isNew,
  });
  const activity = [...(proof.activity ?? []), entry];
  const begun = await beginSession(ports, { ...proof, messages, activity }, { browser, own, surplus });
  if (!begun.ok) return refuse(begun.reason);
  const forClient = clientId === undefined ? {} : { clientId };
  ports.events.record({ kind: "signed-in", accountId: account.id, ...forClient, methods }, context);
  const { session, sessionCookie, ended } = begun.value;
  if (surplus !== undefined && ended !== undefined) {
    const { tellOfEnd } = await import("../session/end-session.ts");
    await tellOfEnd(ports, { ...surplus, ...ended }, context);
  }
  const chosen = clientId && { clientId, sessionId: session.id };
  return ok({
    session,
    sessionCookie,
    accountsCookie: several?.accountsCookieWith(browser, kept, chosen),
    deviceCookie: knowingCookie(ports, account, session, browser),
  });
}

/**
 * The device cookie after a proof. Undefined if the session proves less than the account asks for: a password alone must not give
 * the tries of a second factor a counter of their own.
 */
export function knowingCookie(
  ports: Pick<Ports, "sealer" | "random" | "clock">,
  account: Account,
  { methods }: Pick<Session, "methods">,
  { deviceCookie }: Browser,
): string | undefined {
  if (!isAsStrongAs(strengthOf(methods), requiredBy(account))) return undefined;
  return rememberingCookie(ports, account, openDevices(ports, deviceCookie));
}

/** The device cookie that makes this browser known to the account, as its epoch is now, beside those that it knows already. */
export function rememberingCookie(
  ports: Pick<Ports, "sealer" | "random" | "clock">,
  { id: accountId, epoch: accountEpoch }: Pick<Account, "id" | "epoch">,
  known: readonly KnownDevice[],
): string {
  const devices = rememberDevice(
    known,
    { accountId, accountEpoch, deviceId: deviceIdOf(ports.random.bytes(8)) },
    ports.clock.now(),
  );
  return ports.sealer.seal("device", encodeDevices(devices));
}
