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
import type { Ports } from "../ports.ts";
import { findLiveSession } from "./find-session.ts";

type SessionPorts = Pick<Ports, "sessions" | "random" | "clock" | "settings">;

/** A person who has just proved who they are, in a browser that may have a session already. */
export interface Proof {
  readonly account: Account;
  readonly methods: readonly AuthenticationMethod[];
  /** The session cookie that came with the proof. */
  readonly sessionCookie: string | undefined;
  readonly userAgent: string;
  readonly network: string;
  /** Taken back in the same transaction. */
  readonly refunds: readonly Reservation[];
}

/** A session that has just begun. The cookie is its only copy. */
export interface BegunSession {
  readonly session: Session;
  readonly sessionCookie: string;
}

/**
 * Begins the session of a person who has proved who they are, under a new cookie. The browser's earlier session ends, unless it is the
 * same person's: then it is renewed under its id, so the tokens of other applications live on. Undefined where the account was
 * changed or disabled since it was read.
 */
export async function beginSession(ports: SessionPorts, proof: Proof): Promise<BegunSession | undefined> {
  const current = await findLiveSession(ports, proof.sessionCookie, ports.clock.now());
  if (current?.account.id === proof.account.id) {
    const renewed = await start(ports, proof, current.session.id, current.session.id);
    if (renewed !== "session-gone") return renewed;
    // The person or an operator ended the session in this very moment, so everything that rested on it stays dead.
  }
  const begun = await start(ports, proof, sessionIdOf(ports.random.bytes(16)), current?.session.id);
  return begun === "session-gone" ? undefined : begun;
}

async function start(
  ports: SessionPorts,
  proof: Proof,
  id: SessionId,
  replaced: SessionId | undefined,
): Promise<BegunSession | "session-gone" | undefined> {
  const { account, methods, userAgent, network, refunds } = proof;
  const sessionCookie = formatSessionCookie(id, ports.random.bytes(32));
  const session = createSession({
    id,
    cookieValue: sessionCookie,
    accountId: account.id,
    methods,
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
    refunds,
  });
  if (outcome === "started") return { session, sessionCookie };
  return outcome === "session-gone" ? outcome : undefined;
}
