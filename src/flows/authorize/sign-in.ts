import type { Account } from "../../identity/account.ts";
import { type AccountName, canonicalAccountName } from "../../identity/account-name.ts";
import {
  decodeDevices,
  deviceIdOf,
  deviceOf,
  encodeDevices,
  type KnownDevice,
  rememberDevice,
} from "../../identity/device.ts";
import {
  formBeforeSpaces,
  type NormalizedPassword,
  normalizePassword,
  type PasswordHash,
  type PasswordProblem,
} from "../../identity/password.ts";
import type { Reservation } from "../../identity/rate-limit.ts";
import { decideTry, signInReservations } from "../../identity/try-limits.ts";
import type { SignInStep } from "../../protocol/authorization/next-step.ts";
import { readReturnTarget } from "../../protocol/authorization/return-target.ts";
import type { ClientId } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { type Seconds, secondsOf, secondsUntil } from "../../values/time.ts";
import type { Passwords } from "../account-ports.ts";
import { verifyCsrfToken } from "../csrf-token.ts";
import type { RequestContext } from "../events.ts";
import type { Ports } from "../ports.ts";
import { beginSession } from "../session/begin-session.ts";
import { dispatch, type NextStep, type Person } from "./dispatch.ts";

/** The answered form, which names the target of the sign-in. */
export type SignInForm = SignInStep<Person>;

/** A posted sign-in form, with the rest of the browser's request. */
export interface SignInAttempt {
  /** The query of the authorization request, or the one that names a page of the service. */
  readonly query: string;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly step: string | undefined;
  readonly sessionCookie: string | undefined;
  readonly browserCookie: string | undefined;
  readonly deviceCookie: string | undefined;
  readonly userAgent: string;
  readonly context: RequestContext;
}

/** The reason why the same form is shown again. Unknown person, wrong password and disabled account are one reason. */
export type SignInProblem =
  | { readonly kind: "stale" }
  /** The browser sent no cookie, although the page of the form had set one. */
  | { readonly kind: "no-cookie" }
  | { readonly kind: "missing-username" }
  | { readonly kind: "missing-password" }
  | { readonly kind: "unusable-password"; readonly reason: Exclude<PasswordProblem, "empty"> }
  | { readonly kind: "mismatch" }
  | { readonly kind: "throttled"; readonly wait: Seconds }
  | { readonly kind: "busy"; readonly wait: Seconds };

/** The outcome of a posted sign-in form. */
export type SignInOutcome =
  | { readonly kind: "again"; readonly form: SignInForm; readonly problem: SignInProblem }
  /** The person is signed in: set both cookies and take the dispatcher's next step. */
  | {
      readonly kind: "signed-in";
      readonly sessionCookie: string;
      readonly deviceCookie: string;
      readonly next: NextStep;
    }
  /** The request takes no sign-in any more: nothing was tried. */
  | { readonly kind: "elsewhere"; readonly next: NextStep };

/** The time that the form asks people to wait when the hash queue is full. */
const busyWait = secondsOf(2);

/**
 * Signs a person in with a password. The attempt is counted before the hash is computed; an unknown person costs the same hash
 * as a known one. Success begins a session and asks the dispatcher what comes next, which reads client, redirect URI and
 * account anew.
 */
export async function signIn(ports: Ports, attempt: SignInAttempt): Promise<SignInOutcome> {
  const step = verifyCsrfToken(ports.sealer, attempt.step, {
    step: "sign-in",
    browser: attempt.browserCookie,
    request: attempt.query,
  });
  const { userAgent, context } = attempt;
  const visit = { target: readReturnTarget(attempt.query), isFromForm: step.ok } as const;
  const form = await dispatch(
    ports,
    { ...visit, sessionCookie: attempt.sessionCookie, choice: "another-account" },
    context,
  );
  if (form.kind !== "sign-in" && form.kind !== "sign-in-for-page") return { kind: "elsewhere", next: form };
  const forClient = form.kind === "sign-in" ? { clientId: form.request.client.id } : {};
  const verified = await verifyAttempt(ports, attempt, forClient, step);
  if (!verified.ok) return { kind: "again", form, problem: verified.reason };
  const { account, refunds } = verified.value;
  const methods = ["pwd"] as const;
  const { sessionCookie: current } = attempt;
  const proof = { account, methods, sessionCookie: current, userAgent, network: context.network(), refunds };
  const begun = await beginSession(ports, proof);
  if (begun === undefined) {
    // The account was disabled or got another password while the hash was computed.
    const accountId = account.id;
    ports.events.record({ kind: "sign-in-refused", reason: "mismatch", ...forClient, accountId }, context);
    return { kind: "again", form, problem: { kind: "mismatch" } };
  }
  ports.events.record({ kind: "signed-in", accountId: account.id, ...forClient, methods }, context);
  const { session, sessionCookie } = begun;
  const evidence = { step: "sign-in", sessionId: session.id } as const;
  return {
    kind: "signed-in",
    sessionCookie,
    deviceCookie: rememberingCookie(ports, attempt.deviceCookie, account),
    next: await dispatch(ports, { ...visit, sessionCookie, evidence, isFromForm: true }, context),
  };
}

/** The device cookie that makes this browser known to the account from now on. */
function rememberingCookie(ports: Ports, cookie: string | undefined, account: Account): string {
  const devices = rememberDevice(
    openDevices(ports, cookie),
    { accountId: account.id, accountEpoch: account.epoch, deviceId: deviceIdOf(ports.random.bytes(8)) },
    ports.clock.now(),
  );
  return ports.sealer.seal("device", encodeDevices(devices));
}

interface VerifiedAttempt {
  readonly account: Account;
  readonly refunds: readonly Reservation[];
}

async function verifyAttempt(
  ports: Ports,
  attempt: SignInAttempt,
  forClient: { readonly clientId?: ClientId },
  step: ReturnType<typeof verifyCsrfToken>,
): Promise<Result<VerifiedAttempt, SignInProblem>> {
  const refused = (reason: string, account?: Account): void =>
    ports.events.record(
      {
        kind: "sign-in-refused",
        reason,
        ...forClient,
        ...(account === undefined ? {} : { accountId: account.id }),
      },
      attempt.context,
    );

  if (!step.ok) {
    refused(`step-${step.reason}`);
    return refuse({ kind: step.reason === "no-cookie" ? "no-cookie" : "stale" });
  }
  const typed = readTyped(attempt);
  if (!typed.ok) return typed;
  const { name, password } = typed.value;

  const now = ports.clock.now();
  const account = name === undefined ? undefined : await ports.accounts.findByName(name);
  const device = account && deviceOf(openDevices(ports, attempt.deviceCookie), account, now);
  const network = attempt.context.network();
  const reservations = signInReservations({
    name,
    network,
    ...(account === undefined ? {} : { accountId: account.id }),
    ...(device === undefined ? {} : { knownDevice: device }),
  });
  const decision = decideTry(await ports.attempts.reserve(reservations, now));
  if (decision.kind === "wait") {
    refused("throttled", account);
    return refuse({ kind: "throttled", wait: secondsUntil(now, decision.until) });
  }

  const isJudged = decision.kind === "judge";
  const counted = reservations.filter(({ isHidden = false }) => isJudged || !isHidden);
  const stored = isJudged && account?.isDisabled === false ? account.passwordHash : undefined;
  const verified = await verifyTyped(ports, typed.value, stored, { network, device: device?.deviceId });
  if (!verified.ok) {
    refused(verified.reason, account);
    if (verified.reason === "unacceptable-hash") return refuse({ kind: "mismatch" });
    await ports.attempts.refund(counted);
    return refuse({ kind: "busy", wait: busyWait });
  }
  if (!verified.value.matches || account === undefined) {
    refused(isJudged ? "mismatch" : "account-throttled", account);
    return refuse({ kind: "mismatch" });
  }
  if (verified.value.needsRehash) await rehash(ports, account, password);
  return ok({ account, refunds: counted });
}

interface Typed {
  /** Undefined for a text that cannot be a name. It costs the same hash. */
  readonly name: AccountName | undefined;
  readonly password: NormalizedPassword;
  /** The same password in the form of an older release, where it differs. */
  readonly olderForm: NormalizedPassword | undefined;
}

function readTyped(attempt: SignInAttempt): Result<Typed, SignInProblem> {
  if (attempt.username === undefined || attempt.username.trim() === "")
    return refuse({ kind: "missing-username" });
  if (attempt.password === undefined) return refuse({ kind: "missing-password" });
  const password = normalizePassword(attempt.password);
  if (password.ok)
    return ok({
      name: canonicalAccountName(attempt.username),
      password: password.value,
      olderForm: formBeforeSpaces(attempt.password),
    });
  if (password.reason === "empty") return refuse({ kind: "missing-password" });
  return refuse({ kind: "unusable-password", reason: password.reason });
}

/** Only a text with an unusual space costs a second hash. An unknown name costs it too, so it tells nothing about the account. */
async function verifyTyped(
  { passwords }: Pick<Ports, "passwords">,
  { password, olderForm }: Typed,
  stored: PasswordHash | undefined,
  caller: Parameters<Passwords["verify"]>[2],
): ReturnType<Passwords["verify"]> {
  const verified = await passwords.verify(password, stored, caller);
  if (!verified.ok || verified.value.matches || olderForm === undefined) return verified;
  const older = await passwords.verify(olderForm, stored, caller);
  return older.ok ? ok({ ...older.value, needsRehash: older.value.matches }) : older;
}

// The settings, or the form of passwords, changed since the hash was made. With a full queue the next sign-in does this.
async function rehash(ports: Ports, account: Account, password: NormalizedPassword): Promise<void> {
  const hashed = await ports.passwords.hash(password);
  if (hashed.ok && account.passwordHash !== undefined)
    await ports.accounts.rehashPassword(account.id, account.passwordHash, hashed.value);
}

function openDevices(ports: Pick<Ports, "sealer">, cookie: string | undefined): readonly KnownDevice[] {
  const opened = cookie === undefined ? undefined : ports.sealer.open("device", cookie);
  return opened === undefined ? [] : decodeDevices(opened);
}
