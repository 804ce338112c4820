import { toBase64Url } from "../values/base64url.ts";
import { type Digest, equalDigests, sha256 } from "../values/digest.ts";
import { type AccountId, formatSessionId, type SessionId } from "../values/ids.ts";
import { siteOf } from "../values/network.ts";
import type { Result } from "../values/result.ts";
import { type Instant, type Seconds, secondsOf } from "../values/time.ts";
import type { AccountName } from "./account-name.ts";
import type { DeviceId } from "./device.ts";
import type { Exhausted, RateLimit, Reservation } from "./rate-limit.ts";

/** Every limit on guessing. An attempt is counted before it is judged, and taken back when it succeeds, so only failures cost. */
export const tryLimits = {
  /**
   * Five typing mistakes at once, then a wait of four minutes that the page announces. A stranger who never stops
   * gets about 360 guesses a day; nobody is ever locked out for good.
   */
  account: { burst: 5, interval: secondsOf(240) },
  /**
   * Limits one password that is tried on many accounts: at most 30 failures in any quarter of an hour. An office behind one
   * address has room for twenty mistakes at once.
   */
  network: { burst: 20, interval: secondsOf(90) },
  /**
   * Limits a browser that signed in to this account before. Strangers cannot use it up, so they cannot lock the owner out; it
   * still limits a stolen laptop.
   */
  knownDevice: { burst: 10, interval: secondsOf(60) },
  /**
   * Limits codes of authenticator apps and recovery codes together. Three of a million codes are good at a time, so somebody who has
   * the password finds one within a day with a chance of one in a thousand.
   */
  oneTimeCode: { burst: 5, interval: secondsOf(240) },
  /**
   * App passwords are too long to guess; this keeps a calendar with an old one, which asks every minute, from flooding log and audit
   * trail. A right one is never refused for it.
   */
  appPassword: { burst: 10, interval: secondsOf(60) },
  /** The same for all names from one network. */
  appPasswordOfNetwork: { burst: 60, interval: secondsOf(15) },
  /** Client secrets are too long to guess; this keeps a misconfigured client from flooding log and database. */
  clientAuthentication: { burst: 60, interval: secondsOf(15) },
  /** Documents of clients that one person may have fetched: a developer's afternoon at once, then one in five minutes. */
  documentFetch: { burst: 20, interval: secondsOf(300) },
  /** The same for all people of one network. */
  documentFetchOfNetwork: { burst: 60, interval: secondsOf(20) },
  /** Devices that ask in the name of a public client, from one network: a classroom at once, then one every five seconds. */
  deviceAuthorization: { burst: 60, interval: secondsOf(5) },
  /**
   * Limits guesses of user codes by one person. In the ten minutes of a code these are 15 of 20^8 codes: a guess meets one of a
   * thousand waiting devices with a chance of 1 in 1.7 million. RFC 8628 §5.1 asks that it be small.
   */
  userCode: { burst: 5, interval: secondsOf(60) },
  /** Answers of providers that come to nothing: each costs the provider a call. An office of sixty may come back at once. */
  upstreamAnswer: { burst: 60, interval: secondsOf(5) },
  /** The same for one state, which an honest provider sends back once; a person may reload the page. */
  upstreamState: { burst: 3, interval: secondsOf(1_200) },
  /** Mails of one kind to one person that somebody asked for: at most three in any hour. */
  requestedMail: { burst: 2, interval: secondsOf(1_800) },
  /** Requests for such mails: an office behind one address may ask for ten at once. */
  mailRequests: { burst: 10, interval: secondsOf(120) },
  /** New passwords that were refused, for one account or link. Each keeps the thread that estimates them for some milliseconds. */
  newPassword: { burst: 20, interval: secondsOf(30) },
  /** The same for all people of one network: a class that signs up together. */
  newPasswordOfNetwork: { burst: 60, interval: secondsOf(10) },
  /** Forms that one session posts at its account: each is a durable write, and an entry that is kept for months. */
  ownAct: { burst: 60, interval: secondsOf(60) },
  /** The same for all sessions of an account. One alone cannot use it up, so a stolen session does not keep the owner from ending it. */
  ownActOfAccount: { burst: 240, interval: secondsOf(15) },
  /** Usernames that one sign-up may ask for. So a sign-up does not list the usernames of others. */
  usernameOfSignUp: { burst: 10, interval: secondsOf(600) },
  /** Requests of one operator to the admin API: a script may list everything at once, and one in a loop goes on at twenty a second. */
  adminRequest: { burst: 3_000, interval: instalment(50) },
} as const satisfies Readonly<Record<string, RateLimit>>;

/** An interval shorter than a second, in milliseconds. */
function instalment(milliseconds: number): Seconds {
  return (milliseconds / 1000) as Seconds;
}

/** The request that an operator sends to the admin API. */
export function adminRequestReservation(caller: string): Reservation {
  return { key: keyOf("admin", caller), limit: tryLimits.adminRequest };
}

/**
 * The tries that one sign-in attempt uses up: one of the known device alone, or else one of the typed name, one of the network and a
 * hidden one of the account. The account has one counter for all its names. If its exhaustion showed, two names would tell that they
 * belong to one account. So the answer depends on the typed name alone, and a name that nobody has is counted under as many keys.
 */
export function signInReservations(attempt: {
  /** Undefined for a text that cannot be a name; then only the network counts. */
  readonly name: AccountName | undefined;
  /** Absent if no account has the name. */
  readonly accountId?: AccountId;
  /** From `networkOf`. */
  readonly network: string;
  /** The device that the sealed cookie proves for this very account. */
  readonly knownDevice?: { readonly deviceId: DeviceId };
}): readonly Reservation[] {
  const { name, accountId, network, knownDevice } = attempt;
  if (accountId !== undefined && knownDevice !== undefined)
    return [{ key: keyOf("device", accountId, knownDevice.deviceId), limit: tryLimits.knownDevice }];
  const byNetwork = networkReservations(network, tryLimits.network, (of) => keyOf("network", of));
  if (name === undefined) return byNetwork;
  const byName = { key: keyOf("name", name), limit: tryLimits.account };
  const counter = accountId === undefined ? keyOf("nobody", name) : keyOf("account", accountId);
  return [byName, ...byNetwork, { key: counter, limit: tryLimits.account, isHidden: true }];
}

/**
 * The try that one typed code of a second factor uses up: of the known device, or else of all browsers that are strangers to the
 * account, so that these cannot lock the owner out.
 */
export function oneTimeCodeReservation(
  accountId: AccountId,
  knownDevice: { readonly deviceId: DeviceId } | undefined,
): Reservation {
  const key =
    knownDevice === undefined
      ? keyOf("code", accountId)
      : keyOf("code of device", accountId, knownDevice.deviceId);
  return { key, limit: tryLimits.oneTimeCode };
}

/**
 * The outcome of a sign-in attempt after its tries were counted. "judge": the password is compared. "fail-alike": the account has no
 * tries left, which must not show, so the attempt costs a hash and fails like a wrong password. "wait": the typed name, the network
 * or the device has no tries left, and the page says so.
 */
type TryDecision =
  | { readonly kind: "judge" }
  | { readonly kind: "fail-alike" }
  | { readonly kind: "wait"; readonly until: Instant; readonly exhausted: readonly Digest[] };

/**
 * Decides by the counted tries of `signInReservations`: refused if a key that is not hidden was exhausted.
 */
export function decideTry(reserved: Result<{ readonly isHiddenExhausted: boolean }, Exhausted>): TryDecision {
  if (!reserved.ok) return { kind: "wait", until: reserved.reason.retryAt, exhausted: reserved.reason.keys };
  return { kind: reserved.value.isHiddenExhausted ? "fail-alike" : "judge" };
}

/** True if a passkey is still judged although the password was throttled. A passkey request names nobody, so only the network counts. */
export function takesPasskey(network: string, exhausted: readonly Digest[]): boolean {
  return !signInReservations({ name: undefined, network }).some(({ key }) =>
    exhausted.some((one) => equalDigests(one, key)),
  );
}

/** The try that one FAILED client authentication uses up; a success uses none. `clientId` is the text as it arrived. */
export function clientAuthenticationReservation(attempt: {
  readonly clientId: string;
  readonly network: string;
}): Reservation {
  return {
    key: keyOf("client", attempt.network, attempt.clientId),
    limit: tryLimits.clientAuthentication,
  };
}

/** The tries that one WRONG app password uses up; a right one uses none. They are none of the sign-in page's. */
export function appPasswordReservations(attempt: {
  /** Undefined for a text that cannot be a name; then only the network counts. */
  readonly name: AccountName | undefined;
  readonly network: string;
}): readonly Reservation[] {
  const { name, network } = attempt;
  const byNetwork = networkReservations(network, tryLimits.appPasswordOfNetwork, (of) =>
    keyOf("app password of network", of),
  );
  return name === undefined
    ? byNetwork
    : [{ key: keyOf("app password", name), limit: tryLimits.appPassword }, ...byNetwork];
}

/**
 * The tries that one registration of a client, or one change of it, uses up; none is given back, because clients that register
 * themselves stay in the database.
 */
export function registrationReservations(network: string, perHour: number): readonly Reservation[] {
  const limit = { burst: perHour, interval: instalment(3_600_000 / perHour) };
  return networkReservations(network, limit, (of) => keyOf("registration", of));
}

/** The tries that one request of a device uses up; none is given back, because successes fill the database. */
export function deviceAuthorizationReservations(request: {
  readonly clientId: string;
  readonly network: string;
}): readonly Reservation[] {
  const { network, clientId } = request;
  return networkReservations(network, tryLimits.deviceAuthorization, (of) =>
    keyOf("device-authorization", of, clientId),
  );
}

/** The tries that one typed user code uses up: the person's, and the network's against somebody with many accounts. */
export function userCodeReservations(typed: {
  readonly accountId: AccountId;
  readonly network: string;
}): readonly Reservation[] {
  return [
    { key: keyOf("user-code", typed.accountId), limit: tryLimits.userCode },
    ...networkReservations(typed.network, tryLimits.network, (of) => keyOf("user-code-network", of)),
  ];
}

/** The tries that one fetch of a client's document uses up; none is given back, since each fetch is a call to a stranger's server. */
export function documentFetchReservations(asker: {
  readonly accountId: AccountId;
  readonly network: string;
}): readonly Reservation[] {
  return [
    { key: keyOf("document", asker.accountId), limit: tryLimits.documentFetch },
    ...networkReservations(asker.network, tryLimits.documentFetchOfNetwork, (of) =>
      keyOf("document-network", of),
    ),
  ];
}

/**
 * The tries that one answer of a provider uses up, taken back when it proves somebody. That of the state is hidden: then the answer is
 * late like one that was used, and nobody else has to wait.
 */
export function upstreamAnswerReservations(answer: {
  readonly network: string;
  readonly state: string;
}): readonly Reservation[] {
  return [
    ...networkReservations(answer.network, tryLimits.upstreamAnswer, (of) => keyOf("upstream-network", of)),
    { key: keyOf("upstream-state", answer.state), limit: tryLimits.upstreamState, isHidden: true },
  ];
}

/** The tries that one request for a mail uses up, before anything is looked up; none is given back. */
export function mailRequestReservations(network: string): readonly Reservation[] {
  return networkReservations(network, tryLimits.mailRequests, (of) => keyOf("mail request", of));
}

/**
 * The try that a mail to one person uses up: an account, or an address without one. Each kind of mail has a counter of its own, so that
 * a stranger who asks for one kind does not keep another from its owner.
 */
export function requestedMailReservation(kind: string, recipient: string): Reservation {
  return { key: keyOf("mail", kind, withoutTag(recipient)), limit: tryLimits.requestedMail };
}

/** Many mail servers put `ada+anything@` into the mailbox of `ada@`, so these addresses share their tries. */
function withoutTag(recipient: string): string {
  const [tagAt, domainAt] = [recipient.indexOf("+"), recipient.lastIndexOf("@")];
  return tagAt > 0 && tagAt < domainAt ? recipient.slice(0, tagAt) + recipient.slice(domainAt) : recipient;
}

/** The tries that one new password uses up, given back when it is good. `known` is the account or link that it is for. */
export function newPasswordReservations(chooser: {
  readonly known: string;
  readonly network: string;
}): readonly Reservation[] {
  return [
    { key: keyOf("new password", chooser.known), limit: tryLimits.newPassword },
    ...networkReservations(chooser.network, tryLimits.newPasswordOfNetwork, (of) =>
      keyOf("new password of network", of),
    ),
  ];
}

/** The tries that one form of the account's pages uses up; none is given back. */
export function ownActReservations(of: {
  readonly accountId: AccountId;
  readonly sessionId: SessionId;
}): readonly Reservation[] {
  return [
    { key: keyOf("own act", formatSessionId(of.sessionId)), limit: tryLimits.ownAct },
    { key: keyOf("own act of account", of.accountId), limit: tryLimits.ownActOfAccount },
  ];
}

/** The try that one look for a free username uses up, counted for the link of the sign-up. */
export function usernameReservation(link: Digest): Reservation {
  return { key: keyOf("sign-up", toBase64Url(link)), limit: tryLimits.usernameOfSignUp };
}

/**
 * The try of a network, and of all networks of its IPv6 /48 together, which have three times as many: many providers give a /48, with 256
 * networks in it, to any customer.
 */
function networkReservations(
  network: string,
  limit: RateLimit,
  keyFor: (network: string) => Digest,
): readonly Reservation[] {
  const byNetwork = { key: keyFor(network), limit };
  const site = siteOf(network);
  if (site === undefined) return [byNetwork];
  const ofSite = { burst: limit.burst * 3, interval: instalment((limit.interval * 1000) / 3) };
  return [byNetwork, { key: keyFor(site), limit: ofSite }];
}

/** Only the last part may contain NUL, so that two lists of parts never give one key. */
function keyOf(
  kind:
    | "account"
    | "admin"
    | "name"
    | "nobody"
    | "network"
    | "device"
    | "client"
    | "registration"
    | "device-authorization"
    | "user-code"
    | "user-code-network"
    | "document"
    | "document-network"
    | "upstream-network"
    | "upstream-state"
    | "mail request"
    | "mail"
    | "sign-up"
    | "new password"
    | "new password of network"
    | "own act"
    | "own act of account"
    | "code"
    | "code of device"
    | "app password"
    | "app password of network",
  ...parts: readonly string[]
): Digest {
  return sha256(["latchkey try", kind, ...parts].join("\0"));
}
