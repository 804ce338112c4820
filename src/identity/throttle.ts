import { type Digest, sha256 } from "../values/digest.ts";
import type { AccountId } from "../values/ids.ts";
import type { Result } from "../values/result.ts";
import { type Instant, secondsOf } from "../values/time.ts";
import type { AccountName } from "./account-name.ts";
import type { DeviceId } from "./device.ts";
import type { RateLimit, Reservation } from "./rate-limit.ts";

/** Every limit on guessing. A try is counted before it is judged and given back when it succeeds, so only failures cost. */
export const tryLimits = {
  /**
   * Five typing mistakes at once, then a wait of four minutes that the page announces. A stranger who never stops
   * gets about 360 guesses a day; nobody is ever locked out for good.
   */
  account: { burst: 5, interval: secondsOf(240) },
  /**
   * Against one password tried on many accounts: never more than 30 failures in any quarter of an hour. An office behind
   * one address has room for twenty mistakes at once.
   */
  network: { burst: 20, interval: secondsOf(90) },
  /**
   * For a browser that signed in to this account before. Strangers cannot use it up, so they cannot lock the owner out;
   * it still bounds a stolen laptop.
   */
  knownDevice: { burst: 10, interval: secondsOf(60) },
  /** Client secrets are too long to guess; this keeps a misconfigured client from flooding log and database. */
  clientAuthentication: { burst: 60, interval: secondsOf(15) },
  /** Clients that register themselves stay in the database; ten an hour is plenty for honest use. */
  registration: { burst: 10, interval: secondsOf(360) },
  /** For all networks of one IPv6 /48, which many providers give to any customer. */
  registrationOfSite: { burst: 30, interval: secondsOf(120) },
} as const satisfies Readonly<Record<string, RateLimit>>;

/**
 * The tries that one sign-in attempt uses up: of the known device alone, else of the typed name, the network and, hidden, the
 * account. The account has one counter for all its names. If its exhaustion showed, two names would tell that they are one
 * account; so only what was typed decides what is said, and a name that nobody has is counted under as many keys.
 */
export function signInReservations(attempt: {
  /** Undefined for a text that cannot be a name; then only the network counts. */
  readonly name: AccountName | undefined;
  /** Absent where no account has the name. */
  readonly accountId?: AccountId;
  /** From `networkOf`. */
  readonly network: string;
  /** The device that the sealed cookie proves for this very account. */
  readonly knownDevice?: { readonly deviceId: DeviceId };
}): readonly Reservation[] {
  const { name, accountId, network, knownDevice } = attempt;
  if (accountId !== undefined && knownDevice !== undefined)
    return [{ key: keyOf("device", accountId, knownDevice.deviceId), limit: tryLimits.knownDevice }];
  const byNetwork = { key: keyOf("network", network), limit: tryLimits.network };
  if (name === undefined) return [byNetwork];
  const byName = { key: keyOf("name", name), limit: tryLimits.account };
  const counter = accountId === undefined ? keyOf("nobody", name) : keyOf("account", accountId);
  return [byName, byNetwork, { key: counter, limit: tryLimits.account, isHidden: true }];
}

/**
 * What becomes of a sign-in attempt once its tries were counted. "judge": the password is compared. "fail-alike": the account
 * has no tries left, which must not show, so the attempt costs a hash and fails like a wrong password. "wait": the typed
 * name, the network or the device has no tries left, which is said.
 */
export type TryDecision =
  | { readonly kind: "judge" }
  | { readonly kind: "fail-alike" }
  | { readonly kind: "wait"; readonly until: Instant };

/**
 * Decides by the outcome of counting the tries of `signInReservations`: refused where one that is not hidden was exhausted.
 */
export function decideTry(
  reserved: Result<{ readonly isHiddenExhausted: boolean }, { readonly retryAt: Instant }>,
): TryDecision {
  if (!reserved.ok) return { kind: "wait", until: reserved.reason.retryAt };
  return { kind: reserved.value.isHiddenExhausted ? "fail-alike" : "judge" };
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

/** The tries that one registration of a client, or one change of it, uses up; none is given back. */
export function registrationReservations(network: string): readonly Reservation[] {
  const byNetwork = { key: keyOf("registration", network), limit: tryLimits.registration };
  const site = siteOf(network);
  if (site === undefined) return [byNetwork];
  return [byNetwork, { key: keyOf("registration", site), limit: tryLimits.registrationOfSite }];
}

/** The IPv6 /48 that a network from `networkOf` lies in; undefined for IPv4. */
export function siteOf(network: string): string | undefined {
  const [prefix, length] = network.split("::/");
  if (prefix === undefined || length !== "56") return undefined;
  const groups = prefix.split(":").slice(0, 3);
  while (groups.length > 1 && groups.at(-1) === "0") groups.pop();
  return `${groups.join(":")}::/48`;
}

/** Only the last part may contain NUL, so that two lists of parts never give one key. */
function keyOf(
  kind: "account" | "name" | "nobody" | "network" | "device" | "client" | "registration",
  ...parts: readonly string[]
): Digest {
  return sha256(["latchkey try", kind, ...parts].join("\0"));
}

/** Where addresses that cannot be read are counted, all together. */
const unknownNetwork = "unknown";

const byte = "(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const dotted = `${byte}\\.${byte}\\.${byte}\\.${byte}`;
const ipv4Shape = new RegExp(`^${dotted}$`);
/** How sockets that listen on both families write IPv4: the common case, so it has a short way. */
const ipv4OrMappedShape = new RegExp(`^(?:::ffff:)?${dotted}$`);
const groupShape = /^[0-9a-f]{1,4}$/i;

/**
 * The network that an address belongs to, as text: `203.0.113.0/24` or `2001:db8:0:1200::/56`, what one customer of a provider
 * usually commands. IPv4-mapped addresses count as IPv4; a zone (`%eth0`) is ignored; everything unreadable is one network.
 */
export function networkOf(address: string): string {
  const ipv4 = ipv4OrMappedShape.exec(address);
  if (ipv4 !== null) return `${ipv4[1]}.${ipv4[2]}.${ipv4[3]}.0/24`;
  const groups = ipv6Groups(address);
  if (groups === undefined) return unknownNetwork;
  const [first = 0, second = 0, third = 0, fourth = 0, fifth, sixth, seventh = 0, eighth = 0] = groups;
  const isMapped = (first | second | third | fourth) === 0 && fifth === 0 && sixth === 0xffff;
  if (isMapped) return `${seventh >> 8}.${seventh & 0xff}.${eighth >> 8}.0/24`;
  const prefix = [first, second, third, fourth & 0xff00];
  while (prefix.at(-1) === 0) prefix.pop();
  return `${prefix.map((group) => group.toString(16)).join(":")}::/56`;
}

/** The eight 16-bit groups of an IPv6 address (RFC 4291 §2.2); undefined for anything else. */
function ipv6Groups(address: string): readonly number[] | undefined {
  const [text = "", zone, ...more] = address.split("%");
  if (zone === "" || more.length > 0 || text.length > 45) return undefined;
  const [headText = "", tailText, ...gaps] = text.split("::");
  if (gaps.length > 0) return undefined;
  const hasGap = tailText !== undefined;
  const head = groupsOf(headText, !hasGap);
  const tail = groupsOf(tailText ?? "", true);
  if (head === undefined || tail === undefined) return undefined;
  const missing = 8 - head.length - tail.length;
  // "::" stands for at least one group.
  if (hasGap ? missing < 1 : missing !== 0) return undefined;
  return [...head, ...new Array<number>(missing).fill(0), ...tail];
}

/** Reads groups between colons. Only the last one of an address may be written as IPv4. */
function groupsOf(text: string, mayEndInIpv4: boolean): readonly number[] | undefined {
  if (text === "") return [];
  const parts = text.split(":");
  const groups: number[] = [];
  for (const [index, part] of parts.entries()) {
    const ipv4 = mayEndInIpv4 && index === parts.length - 1 ? ipv4Shape.exec(part) : null;
    if (ipv4 !== null) {
      const [, a, b, c, d] = ipv4.map(Number);
      groups.push(((a ?? 0) << 8) | (b ?? 0), ((c ?? 0) << 8) | (d ?? 0));
    } else if (groupShape.test(part)) {
      groups.push(Number.parseInt(part, 16));
    } else {
      return undefined;
    }
  }
  return groups;
}
