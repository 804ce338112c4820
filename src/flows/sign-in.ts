import type { Account } from "../identity/account.ts";
import { type AccountName, canonicalAccountName } from "../identity/account-name.ts";
import {
  decodeDevices,
  deviceIdOf,
  deviceOf,
  encodeDevices,
  type KnownDevice,
  rememberDevice,
} from "../identity/device.ts";
import { type NormalizedPassword, normalizePassword } from "../identity/password.ts";
import { newSession, sessionIdOfCookie } from "../identity/session.ts";
import { signInReservations } from "../identity/throttle.ts";
import type { AuthorizationRequest } from "../protocol/authorization-request.ts";
import { toBase64Url } from "../values/base64url.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import { type Seconds, secondsOf, secondsUntil } from "../values/time.ts";
import { authorize, type NextStep, readRequest } from "./authorize.ts";
import type { Origin } from "./events.ts";
import type { Ports, Reservation } from "./ports.ts";
import { openStep } from "./step-token.ts";

/** A posted sign-in form, with what the browser sent beside it. */
export interface SignInAttempt {
  readonly query: string;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly step: string | undefined;
  readonly sessionCookie: string | undefined;
  readonly browserCookie: string | undefined;
  readonly deviceCookie: string | undefined;
  readonly userAgent: string;
  readonly origin: Origin;
}

/** Why the same form is shown again. Unknown person, wrong password and disabled account are one and the same. */
export type SignInProblem =
  | { readonly kind: "stale" }
  | { readonly kind: "missing-username" }
  | { readonly kind: "missing-password" }
  | { readonly kind: "unusable-password"; readonly reason: "too-long" | "lone-surrogate" | "contains-nul" }
  | { readonly kind: "mismatch" }
  | { readonly kind: "throttled"; readonly wait: Seconds }
  | { readonly kind: "busy"; readonly wait: Seconds };

export type SignInOutcome =
  | { readonly kind: "again"; readonly request: AuthorizationRequest; readonly problem: SignInProblem }
  /** The person is signed in: set both cookies and go where the dispatcher says. */
  | {
      readonly kind: "signed-in";
      readonly sessionCookie: string;
      readonly deviceCookie: string;
      readonly next: NextStep;
    }
  | Extract<NextStep, { kind: "refused" }>;

/** How long the form asks people to wait when the hash queue is full. */
const busyWait = secondsOf(2);

/**
 * Signs a person in with a password. The attempt is counted before the hash is computed; an unknown person costs the same hash
 * as a known one. Success starts a new session, ends the one that this browser had, and asks the dispatcher what comes next,
 * which reads client, redirect URI and account anew.
 */
export async function signIn(ports: Ports, attempt: SignInAttempt): Promise<SignInOutcome> {
  const request = await readRequest(ports, attempt.query);
  if (!request.ok) return { kind: "refused", refusal: request.reason };
  const verified = await verifyAttempt(ports, attempt, request.value);
  if (!verified.ok) return { kind: "again", request: request.value, problem: verified.reason };
  const { account, refunds } = verified.value;

  const now = ports.clock.now();
  const sessionCookie = toBase64Url(ports.random.bytes(32));
  const session = newSession({
    cookieValue: sessionCookie,
    accountId: account.id,
    methods: ["pwd"],
    now,
    lifetime: ports.settings.sessionLifetime,
    userAgent: attempt.userAgent,
  });
  const replaced =
    attempt.sessionCookie === undefined ? undefined : sessionIdOfCookie(attempt.sessionCookie)?.id;
  await ports.sessions.start(session, replaced, refunds);
  ports.events.record(
    { kind: "signed-in", accountId: account.id, clientId: request.value.client.id, methods: session.methods },
    attempt.origin,
  );
  const deviceId = deviceIdOf(ports.random.bytes(8));
  const devices = rememberDevice(
    openDevices(ports, attempt.deviceCookie),
    { accountId: account.id, deviceId },
    now,
  );
  const evidence = { step: "sign-in", sessionId: session.id } as const;
  const next = await authorize(ports, { query: attempt.query, sessionCookie, evidence }, attempt.origin);
  return {
    kind: "signed-in",
    sessionCookie,
    deviceCookie: ports.sealer.seal("device", encodeDevices(devices)),
    next,
  };
}

interface VerifiedAttempt {
  readonly account: Account;
  readonly refunds: readonly Reservation[];
}

async function verifyAttempt(
  ports: Ports,
  attempt: SignInAttempt,
  request: AuthorizationRequest,
): Promise<Result<VerifiedAttempt, SignInProblem>> {
  const refused = (reason: string, account?: Account): void =>
    ports.events.record(
      {
        kind: "sign-in-refused",
        reason,
        clientId: request.client.id,
        ...(account === undefined ? {} : { accountId: account.id }),
      },
      attempt.origin,
    );

  const step = openStep(ports.sealer, attempt.step, {
    step: "sign-in",
    browser: attempt.browserCookie,
    request: attempt.query,
  });
  if (!step.ok) {
    refused(`step-${step.reason}`);
    return refuse({ kind: "stale" });
  }
  const typed = readTyped(attempt);
  if (!typed.ok) return typed;
  const { name, password } = typed.value;

  const now = ports.clock.now();
  const account = name === undefined ? undefined : await ports.accounts.findByName(name);
  const device = account && deviceOf(openDevices(ports, attempt.deviceCookie), account.id, now);
  const reservations = signInReservations({
    name,
    network: attempt.origin.network(),
    ...(account === undefined ? {} : { accountId: account.id }),
    ...(device === undefined ? {} : { knownDevice: device }),
  });
  const reserved = await ports.attempts.reserve(reservations, now);
  if (!reserved.ok) {
    refused("throttled", account);
    return refuse({ kind: "throttled", wait: secondsUntil(now, reserved.reason.retryAt) });
  }

  const stored = account?.isDisabled ? undefined : account?.passwordHash;
  const verified = await ports.passwords.verify(password, stored);
  if (!verified.ok) {
    refused(verified.reason, account);
    if (verified.reason === "unacceptable-hash") return refuse({ kind: "mismatch" });
    await ports.attempts.refund(reservations, now);
    return refuse({ kind: "busy", wait: busyWait });
  }
  // Hashing took a while: an account that was disabled or given another password meanwhile does not sign in.
  const current = account && (await ports.accounts.find(account.id));
  if (
    !verified.value.matches ||
    current === undefined ||
    current.isDisabled ||
    current.epoch !== account?.epoch
  ) {
    refused("mismatch", account);
    return refuse({ kind: "mismatch" });
  }
  if (verified.value.needsRehash && stored !== undefined) await rehash(ports, current, password);
  return ok({ account: current, refunds: reservations });
}

interface Typed {
  /** Undefined for what cannot be anybody's name; it costs the same hash all the same. */
  readonly name: AccountName | undefined;
  readonly password: NormalizedPassword;
}

function readTyped(attempt: SignInAttempt): Result<Typed, SignInProblem> {
  if (attempt.username === undefined || attempt.username.trim() === "")
    return refuse({ kind: "missing-username" });
  if (attempt.password === undefined) return refuse({ kind: "missing-password" });
  const password = normalizePassword(attempt.password);
  if (password.ok) return ok({ name: canonicalAccountName(attempt.username), password: password.value });
  if (password.reason === "empty") return refuse({ kind: "missing-password" });
  return refuse({ kind: "unusable-password", reason: password.reason });
}

// The settings changed since the hash was made. A full queue only postpones this to the next sign-in.
async function rehash(ports: Ports, account: Account, password: NormalizedPassword): Promise<void> {
  const hashed = await ports.passwords.hash(password);
  if (hashed.ok && account.passwordHash !== undefined)
    await ports.accounts.rehashPassword(account.id, account.passwordHash, hashed.value);
}

function openDevices(ports: Pick<Ports, "sealer">, cookie: string | undefined): readonly KnownDevice[] {
  const opened = cookie === undefined ? undefined : ports.sealer.open("device", cookie);
  return opened === undefined ? [] : decodeDevices(opened);
}
