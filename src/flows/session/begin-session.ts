import type { Account } from "../../identity/account.ts";
import type { Reservation } from "../../identity/rate-limit.ts";
import {
  type AuthenticationMethod,
  createSession,
  formatSessionCookie,
  type Session,
  sessionsPerAccountMax,
} from "../../identity/session.ts";
import { type SessionId, sessionIdOf } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Instant } from "../../values/time.ts";
import type { Browser } from "../browser.ts";
import type { EndedSession, Ports, SessionFacts } from "../ports.ts";
import type { ClaimedSideEffects } from "../side-effect-ports.ts";

type SessionPorts = Pick<Ports, "sessions" | "attempts" | "random" | "clock" | "settings">;

/** A person who has just proved who they are. */
export interface Proof extends ClaimedSideEffects {
  readonly account: Account;
  readonly methods: readonly AuthenticationMethod[];
  /** As in `Session`. */
  readonly isVouchedFor?: boolean | undefined;
  /** Taken back in the same transaction. */
  readonly refunds: readonly Reservation[];
}

/** A session that has just begun. The cookie is its only copy. */
interface BegunSession {
  readonly session: Session;
  readonly sessionCookie: string;
  /** The session that ended because another one began. */
  readonly ended?: EndedSession | undefined;
}

/** "account-changed": the account was changed, disabled or removed since it was read. "claim-lost": see `ClaimedSideEffects`. */
type SessionRefusal = "account-changed" | "claim-lost";

/**
 * Begins the session of a person who has proved who they are, under a new cookie. If the person has a session in the browser already
 * (`own`), it is renewed under its id, so the tokens of other applications live on. `surplus`, a session of another account that does
 * not stay in the browser, ends: in the transaction of a session that begins, and after a renewal. The caller tells its clients.
 */
export async function beginSession(
  ports: SessionPorts,
  proof: Proof,
  {
    browser,
    own,
    surplus,
  }: {
    readonly browser: Browser;
    readonly own: SessionFacts | undefined;
    readonly surplus: SessionFacts | undefined;
  },
): Promise<Result<BegunSession, SessionRefusal>> {
  if (own !== undefined) {
    const { id } = own.session;
    const renewed = await start(ports, proof, browser, { id, replaced: id });
    if (renewed !== "session-gone") {
      if (!renewed.ok || surplus === undefined) return renewed;
      return ok({ ...renewed.value, ended: await ports.sessions.end(surplus.session.id) });
    }
    // The person or an operator ended the session in this very moment, so everything that rested on it stays dead.
  }
  const id = sessionIdOf(ports.random.bytes(16));
  const begun = await start(ports, proof, browser, { id, replaced: surplus?.session.id });
  return begun === "session-gone" ? refuse("account-changed") : begun;
}

/**
 * Adds the methods of a proof to a live session, under a new cookie. The session keeps its id, and the time at which the person
 * signed in: one more factor is not a new sign-in. Refused as `beginSession` is, and also if the session has ended.
 */
export async function strengthenSession(
  ports: SessionPorts,
  session: Session,
  proof: Proof,
  browser: Browser,
): Promise<Result<BegunSession, SessionRefusal | "session-gone">> {
  const methods = [...new Set([...session.methods, ...proof.methods])];
  const { id, authenticatedAt, isVouchedFor } = session;
  const outcome = await start(ports, { ...proof, methods, isVouchedFor }, browser, {
    id,
    replaced: id,
    authenticatedAt,
  });
  return outcome === "session-gone" ? refuse(outcome) : outcome;
}

/**
 * Begins another session in the place of one that a change of credentials has ended, under a new id and cookie. It proves as much as the
 * ended one did. Refused if the account was changed once more.
 */
export async function replaceSession(
  ports: SessionPorts,
  { account, session }: SessionFacts,
  browser: Browser,
): Promise<Result<BegunSession, SessionRefusal>> {
  const id = sessionIdOf(ports.random.bytes(16));
  const { methods, authenticatedAt, isVouchedFor } = session;
  const proof = { account, methods, isVouchedFor, refunds: [] };
  const begun = await start(ports, proof, browser, { id, replaced: undefined, authenticatedAt });
  return begun === "session-gone" ? refuse("account-changed") : begun;
}

interface Start {
  readonly id: SessionId;
  readonly replaced: SessionId | undefined;
  readonly authenticatedAt?: Instant;
}

async function start(
  ports: SessionPorts,
  {
    account,
    methods,
    isVouchedFor,
    ...rest
  }: Omit<Proof, "methods"> & { readonly methods: readonly string[] },
  { userAgent, network }: Browser,
  { id, replaced, authenticatedAt }: Start,
): Promise<Result<BegunSession, SessionRefusal> | "session-gone"> {
  const sessionCookie = formatSessionCookie(id, ports.random.bytes(32));
  const session = createSession({
    id,
    cookieValue: sessionCookie,
    accountId: account.id,
    methods,
    isVouchedFor,
    authenticatedAt,
    now: ports.clock.now(),
    lifetime: ports.settings.sessionLifetime,
    userAgent,
    network,
  });
  const outcome = await ports.sessions.start({
    session,
    accountEpoch: account.epoch,
    replaced,
    sessionsMax: sessionsPerAccountMax,
    ...rest,
  });
  // The proof was right, and another request was quicker with it: no guess, so it costs as little as a success.
  if (outcome === "claim-lost") await ports.attempts.refund(rest.refunds);
  if (outcome === "session-gone") return outcome;
  if (outcome === "started") return ok({ session, sessionCookie });
  return typeof outcome === "string" ? refuse(outcome) : ok({ session, sessionCookie, ended: outcome });
}
