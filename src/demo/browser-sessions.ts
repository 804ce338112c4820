import { randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Call } from "./calls.ts";
import type { Claims, PendingSignIn } from "./relying-party.ts";

/** A sign-in for which a browser was sent to the service. */
interface PendingVisit {
  readonly pending: PendingSignIn;
  readonly call: Call;
  readonly leftAt: number;
  /** The call to the API for which the person was sent to ask for more. */
  readonly goesOnWith: OrdersCall | undefined;
}

/** What the demo calls its API for: to list the orders, or to add one. */
export type OrdersCall = "read" | "write";

/** A person who is signed in here. Code and token are kept only for the experiments on the page. */
export interface Visitor {
  readonly claims: Claims;
  readonly code: string;
  readonly pending: PendingSignIn;
  readonly accessToken: string;
}

/** Everything that this application knows about one browser. */
export interface BrowserSession {
  /** By `state`, because several tabs may be signing in at once. */
  readonly pending: LRUCache<string, PendingVisit>;
  visitor?: Visitor | undefined;
  calls: readonly Call[];
  /** The last call to the API. */
  orders?: { readonly kind: OrdersCall; readonly calls: readonly Call[] } | undefined;
}

const cookieName = "latchkey-demo";
const pendingMax = 8;

/** Sessions in memory under a random cookie. The least recently used one makes room for a new one. */
export class BrowserSessions {
  readonly #sessions: LRUCache<string, BrowserSession>;

  constructor(sessionsMax: number) {
    this.#sessions = new LRUCache({ max: sessionsMax });
  }

  find(cookieHeader: string | undefined): BrowserSession | undefined {
    const id = readCookie(cookieHeader);
    return id === undefined ? undefined : this.#sessions.get(id);
  }

  /** Stores the session under a fresh id, which ends its old one, and returns the Set-Cookie value. */
  keep(session: BrowserSession): string {
    this.end(session);
    const id = randomBytes(24).toString("base64url");
    this.#sessions.set(id, session);
    return `${cookieName}=${id}; Path=/; HttpOnly; SameSite=Lax`;
  }

  /** Forgets the session and returns the Set-Cookie value that removes the cookie. */
  end(session: BrowserSession | undefined): string {
    const ended = this.#sessions.entries().find(([, kept]) => kept === session);
    if (ended) this.#sessions.delete(ended[0]);
    return `${cookieName}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`;
  }
}

/** Creates the session of a browser that is new here. */
export function createSession(): BrowserSession {
  return { pending: new LRUCache({ max: pendingMax }), calls: [] };
}

/** Remembers that the browser left for the service. The oldest visit makes room for a new one. */
export function rememberVisit(session: BrowserSession, visit: PendingVisit): void {
  session.pending.set(visit.pending.state, visit);
}

function readCookie(header: string | undefined): string | undefined {
  const pairs = (header ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1);
}
