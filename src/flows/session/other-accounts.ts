import type { Account } from "../../identity/account.ts";
import {
  formatOtherAccounts,
  otherAccountsMax,
  readOtherAccounts,
  withChoice,
} from "../../identity/browser-accounts.ts";
import { type ClientId, equalIds, type SessionId } from "../../values/ids.ts";
import type { Instant } from "../../values/time.ts";
import type { Browser } from "../browser.ts";
import type { Ports, SessionFacts } from "../ports.ts";
import { lookUpLiveSession } from "./find-session.ts";
import { openDevices } from "./known-devices.ts";

type AccountCookies = Pick<Browser, "accountsCookie"> & Partial<Pick<Browser, "deviceCookie">>;

/** A live session that a cookie of the browser proves. */
export interface HeldSession extends SessionFacts {
  readonly cookie: string;
}

/** Finds the live sessions that the list of a browser proves, the most recently used first. Looking at a session does not count as a use. */
export async function findListedSessions(
  ports: Pick<Ports, "sessions" | "settings">,
  { accountsCookie }: Pick<Browser, "accountsCookie">,
  now: Instant,
): Promise<readonly HeldSession[]> {
  const { sessionCookies } = readOtherAccounts(accountsCookie);
  const found = await Promise.all(
    sessionCookies.map(async (cookie) => {
      const facts = await lookUpLiveSession(ports, cookie, now);
      return facts && { ...facts, cookie };
    }),
  );
  return found.filter((held) => held !== undefined);
}

/**
 * The listed sessions that a person can choose besides the active one. Each belongs to a different account: when two tabs add or switch
 * accounts at once, the list may have an account twice, and one session of it counts. A session of an account that never signed in here
 * was planted, or lacks a second factor, so it is left out.
 */
export function choosableSessions(
  ports: Pick<Ports, "sealer">,
  { deviceCookie }: Partial<Pick<Browser, "deviceCookie">>,
  { listed, active }: { readonly listed: readonly HeldSession[]; readonly active: SessionFacts | undefined },
): readonly HeldSession[] {
  if (listed.length === 0) return [];
  const known = new Set(openDevices(ports, deviceCookie).map(({ accountId }) => accountId));
  const taken = new Set(active && [active.account.id]);
  return listed.filter(({ account }) => {
    if (!known.has(account.id) || taken.has(account.id)) return false;
    taken.add(account.id);
    return true;
  });
}

/** Finds the sessions that a person can choose besides the active one. */
export async function findOtherSessions(
  ports: Pick<Ports, "sessions" | "settings" | "sealer">,
  cookies: AccountCookies,
  { active, now }: { readonly active: SessionFacts | undefined; readonly now: Instant },
): Promise<readonly HeldSession[]> {
  return choosableSessions(ports, cookies, { listed: await findListedSessions(ports, cookies, now), active });
}

/** The sessions of a browser at a sign-in or a switch of accounts. */
interface NextActive {
  readonly active: HeldSession | undefined;
  readonly others: readonly HeldSession[];
  /** The session that becomes the active one; undefined for a new session. */
  readonly next: SessionFacts | undefined;
}

/** The sessions that stay besides the next active one, the former active one first, and the session for which there is no room. */
export function makeRoom({ active, others, next }: NextActive): {
  readonly kept: readonly HeldSession[];
  readonly surplus: HeldSession | undefined;
} {
  const all = active === undefined ? others : [active, ...others];
  const kept = all.filter(({ session }) => next === undefined || !equalIds(session.id, next.session.id));
  return { kept: kept.slice(0, otherAccountsMax), surplus: kept[otherAccountsMax] };
}

/** Finds what becomes of the sessions of a browser in which this account signs in: its own is renewed, others are kept, one may end. */
export async function joinAccounts(
  ports: Pick<Ports, "sessions" | "settings" | "sealer" | "clock">,
  browser: Browser,
  { account, current }: { readonly account: Account; readonly current: SessionFacts | undefined },
): Promise<{
  readonly own: SessionFacts | undefined;
  readonly kept: readonly HeldSession[];
  readonly surplus: SessionFacts | undefined;
}> {
  const { sessionCookie, deviceCookie } = browser;
  const active = current && sessionCookie !== undefined ? { ...current, cookie: sessionCookie } : undefined;
  const others = await findOtherSessions(ports, browser, { active, now: ports.clock.now() });
  const own = [active, ...others].find((held) => held?.account.id === account.id);
  const isKnown = openDevices(ports, deviceCookie).some(({ accountId }) => accountId === active?.account.id);
  // A session that did not begin here may have been planted by a stranger, so that the person acts for the stranger's account. It ends.
  const isStrange = active !== undefined && active !== own && !isKnown;
  const room = makeRoom({ active: isStrange ? undefined : active, others, next: own });
  return { own, kept: room.kept, surplus: isStrange ? active : room.surplus };
}

/** The new value of the accounts cookie, empty to remove it. Undefined if the browser has none and needs none. */
export function accountsCookieWith(
  { accountsCookie }: AccountCookies,
  kept: readonly Pick<HeldSession, "session" | "cookie">[],
  chosen?: { readonly clientId: ClientId; readonly sessionId: SessionId },
): string | undefined {
  if (kept.length === 0) return accountsCookie === undefined ? undefined : "";
  const { choices } = readOtherAccounts(accountsCookie);
  const among = kept.map(({ session }) => session.id);
  return formatOtherAccounts({
    sessionCookies: kept.map(({ cookie }) => cookie),
    choices: chosen === undefined ? choices : withChoice(choices, { ...chosen, among }),
  });
}
