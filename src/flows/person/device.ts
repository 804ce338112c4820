import { userCodeReservations } from "../../identity/try-limits.ts";
import { type Api, allowancesOf } from "../../protocol/api/api.ts";
import { resourcesOfGrant } from "../../protocol/api/targets.ts";
import { admits, type Client, isVoid } from "../../protocol/client/client.ts";
import { type DeviceAuthorization, isOpen } from "../../protocol/device/device-authorization.ts";
import { parseUserCode, type UserCode } from "../../protocol/device/user-code.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { type Instant, type Seconds, secondsUntil } from "../../values/time.ts";
import { activityEntry } from "../activity.ts";
import { dispatch } from "../authorize/dispatch.ts";
import type { Browser } from "../browser.ts";
import { verifyCsrfToken } from "../csrf-token.ts";
import type { RequestContext } from "../events.ts";
import { findApis } from "../find-apis.ts";
import type { Ports, SessionFacts } from "../ports.ts";

interface DeviceAttempt {
  readonly person: SessionFacts;
  /** As the person typed it, or as the page that asked brings it again. */
  readonly userCode: string | undefined;
  /** The person's answer to that page; undefined if a code was typed. */
  readonly answer: "allow" | "deny" | undefined;
  readonly step: string | undefined;
  readonly browser: Browser;
  readonly context: RequestContext;
}

/** Why the person is asked for the code again. */
export type DeviceProblem =
  | { readonly kind: "stale" | "missing" | "unknown" | "over" }
  | { readonly kind: "throttled"; readonly wait: Seconds };

/** A device that waits, and the client that it is. */
export interface WaitingDevice {
  readonly device: DeviceAuthorization;
  readonly client: Client;
  /** The APIs that its tokens are for. */
  readonly apis: readonly Api[];
}

export type DeviceOutcome =
  | { readonly kind: "ask-code"; readonly problem: DeviceProblem }
  /** The person must say whether this device gets in. */
  | ({ readonly kind: "ask-person" } & WaitingDevice)
  /** The client asks for a stronger proof than the session is: the sign-in address leads to it, and back here. */
  | ({ readonly kind: "too-weak" } & WaitingDevice)
  | { readonly kind: "not-admitted"; readonly client: Client }
  | { readonly kind: "answered"; readonly answer: "allowed" | "denied"; readonly client: Client };

/** The request in the CSRF token of the page that asks whether a device gets in: this device, with this scope. */
export function deviceRequest({ device, apis }: Pick<WaitingDevice, "device" | "apis">): string {
  const { userCode, clientId, createdAt, scope } = device;
  return [userCode, clientId, createdAt, ...allowancesOf(scope, apis)].join("\n");
}

/**
 * Takes a typed code, or the person's answer (RFC 8628 §3.3). Nothing is allowed but by the form of the page that named the client,
 * made for this session and browser. Every code that is typed counts as a guess until it proves to be good.
 */
export async function answerDevice(ports: Ports, attempt: DeviceAttempt): Promise<DeviceOutcome> {
  const userCode = parseUserCode(attempt.userCode ?? "");
  if (attempt.answer !== undefined && userCode !== undefined)
    return decide(ports, attempt, userCode, attempt.answer);
  if (!isFormOf(ports, attempt, "").ok) return askCode("stale");
  if (attempt.userCode === undefined || attempt.userCode.trim() === "") return askCode("missing");
  const found = await lookUp(ports, attempt, userCode, (device) => {
    if (device === undefined) return refuse("unknown");
    return device.isWaiting ? ok(device) : refuse("over");
  });
  if (!found.ok) return { kind: "ask-code", problem: found.reason };
  return (await whyNotYet(ports, attempt, found.value)) ?? { kind: "ask-person", ...found.value };
}

/** Finds the device whose code this person has just typed, for the page that comes after the form. The form counted the try. */
export async function askAboutDevice(ports: Ports, attempt: DeviceAttempt): Promise<DeviceOutcome> {
  const userCode = parseUserCode(attempt.userCode ?? "");
  const found = userCode && (await findDevice(ports, userCode));
  if (!found?.isWaiting) return askCode("over");
  return (await whyNotYet(ports, attempt, found)) ?? { kind: "ask-person", ...found };
}

/** What the person lacks for this client; undefined if nothing is in the way. The dispatcher says how strong a session must be. */
async function whyNotYet(
  ports: Ports,
  { person, browser, context }: DeviceAttempt,
  waiting: WaitingDevice,
): Promise<DeviceOutcome | undefined> {
  const { client } = waiting;
  const target = { kind: "own-page", page: "device", clientId: client.id } as const;
  const next = await dispatch(ports, { target, browser }, context);
  if (next.kind !== "open") return { kind: "too-weak", ...waiting };
  return admits(client, person.account.groups) ? undefined : { kind: "not-admitted", client };
}

interface FoundDevice extends WaitingDevice {
  /** False if it is too late for an answer. */
  readonly isWaiting: boolean;
}

/**
 * Looks a code up, which counts as a guess until `judge` finds that it is none. A text that cannot be a code is counted like any other,
 * so that the limit shows no difference.
 */
async function lookUp<Value>(
  ports: Ports,
  { person, context }: DeviceAttempt,
  userCode: UserCode | undefined,
  judge: (found: FoundDevice | undefined) => Result<Value, "unknown" | "over" | "stale">,
): Promise<Result<Value, DeviceProblem>> {
  const now = ports.clock.now();
  const accountId = person.account.id;
  const refused = (problem: DeviceProblem) => {
    ports.events.record({ kind: "user-code-refused", reason: problem.kind, accountId }, context);
    return refuse(problem);
  };
  const reservations = userCodeReservations({ accountId, network: context.network() });
  const counted = await ports.attempts.reserve(reservations, now);
  if (!counted.ok) return refused({ kind: "throttled", wait: secondsUntil(now, counted.reason.retryAt) });
  const judged = judge(userCode && (await findDevice(ports, userCode)));
  if (!judged.ok) return refused({ kind: judged.reason });
  await ports.attempts.refund(reservations);
  return judged;
}

async function findDevice(ports: Ports, userCode: UserCode): Promise<FoundDevice | undefined> {
  const device = await ports.deviceAuthorizations.findByUserCode(userCode);
  const client = device && (await ports.clients.find(device.clientId));
  if (device === undefined || client === undefined) return undefined;
  const apis = await findApis(ports, resourcesOfGrant(client, device.audience));
  const isWaiting = isOpen(device, ports.codeClock.now()) && mayAsk(client, device);
  return { device, client, apis, isWaiting };
}

/** False if the client was disabled or changed after the device asked: then no person may let the device in. */
function mayAsk(client: Client, { createdAt }: DeviceAuthorization): boolean {
  return !client.isDisabled && client.metadata.mayUseDeviceGrant && !isVoid(client, createdAt);
}

/**
 * Carries the person's answer out. A third party's consent comes first, so that the grant is younger and rests on it. An answer is
 * "stale" unless it comes from the page that asked, whether or not a device waits with the code.
 */
async function decide(
  ports: Ports,
  attempt: DeviceAttempt,
  userCode: UserCode,
  answer: "allow" | "deny",
): Promise<DeviceOutcome> {
  const asked = await lookUp(ports, attempt, userCode, (waiting) => {
    if (waiting === undefined) return refuse("stale");
    const shown = isFormOf(ports, attempt, deviceRequest(waiting));
    return shown.ok ? ok({ waiting, shownAt: shown.value }) : refuse("stale");
  });
  if (!asked.ok) return { kind: "ask-code", problem: asked.reason };
  const { waiting, shownAt } = asked.value;
  if (!waiting.isWaiting) return askCode("over");
  const { device, client } = waiting;
  const { account, session } = attempt.person;
  const said = { clientId: client.id, accountId: account.id };
  if (answer === "deny") {
    if (!(await ports.deviceAuthorizations.decide(device.codeDigest, { kind: "denied" })))
      return askCode("over");
    ports.events.record({ kind: "device-denied", ...said }, attempt.context);
    return { kind: "answered", answer: "denied", client };
  }
  const missing = await whyNotYet(ports, attempt, waiting);
  if (missing !== undefined) return missing;
  if (!(await allowScope(ports, attempt, waiting, shownAt))) return askCode("stale");
  const decision = {
    kind: "allowed",
    grantId: ports.codeClock.createGrantId(),
    accountId: account.id,
    accountEpoch: account.epoch,
    sessionId: session.id,
    authenticatedAt: session.authenticatedAt,
  } as const;
  const activity = [activityEntry(ports, { ...said, kind: "device-allowed", browser: attempt.browser })];
  if (!(await ports.deviceAuthorizations.decide(device.codeDigest, decision, { activity })))
    return askCode("over");
  ports.events.record({ kind: "device-allowed", ...said }, attempt.context);
  return { kind: "answered", answer: "allowed", client };
}

/** Records a third party's consent. False if the person withdrew it while the form was open. */
async function allowScope(
  ports: Ports,
  { person, browser, context }: DeviceAttempt,
  { device, client, apis }: WaitingDevice,
  shownAt: Instant,
): Promise<boolean> {
  if (!client.metadata.isThirdParty) return true;
  const pair = { clientId: client.id, accountId: person.account.id };
  const activity = [activityEntry(ports, { ...pair, kind: "consent-given", browser })];
  const consent = { ...pair, scope: allowancesOf(device.scope, apis), grantedAt: ports.clock.now() };
  if (!(await ports.consents.allow(consent, shownAt, { activity }))) return false;
  ports.events.record({ kind: "consent-allowed", ...pair }, context);
  return true;
}

function isFormOf(
  { sealer }: Ports,
  { step, browser, person }: DeviceAttempt,
  request: string,
): ReturnType<typeof verifyCsrfToken> {
  const sessionId = person.session.id;
  return verifyCsrfToken(sealer, step, {
    step: "device",
    browser: browser.browserCookie,
    request,
    sessionId,
  });
}

function askCode(kind: "stale" | "missing" | "over"): DeviceOutcome {
  return { kind: "ask-code", problem: { kind } };
}
