import { setTimeout as pause } from "node:timers/promises";
import type { LogoutMessage, LogoutNotifier, LogoutProblem } from "../../flows/ports.ts";
import { isLoopbackName } from "../../values/issuer.ts";
import { type GuardedFetch, openGuardedFetch } from "../fetch/guarded-fetch.ts";

/** How much delivering may cost. */
export interface LogoutLimits {
  /** A person who signs out waits no longer for the answers of clients. */
  readonly waitMilliseconds: number;
  /** A client has so long to answer one request. */
  readonly requestMilliseconds: number;
  /** A request that did not get through is made once more after each of these pauses. */
  readonly retryPausesMilliseconds: readonly number[];
  /** Requests at once, to all clients together. */
  readonly concurrencyMax: number;
  /** Of these to one client, so that one that is slow does not keep the others from hearing anything. */
  readonly concurrencyPerClientMax: number;
  /** Of these to all guarded clients together: strangers who are slow leave the rest to the clients of the operator. */
  readonly concurrencyGuardedMax: number;
  /** Messages that wait for their turn; more are not sent at all. */
  readonly waitingMax: number;
  /** Of these for one client. */
  readonly waitingPerClientMax: number;
  /** Of these for all guarded clients together. */
  readonly waitingGuardedMax: number;
}

const usualLimits: LogoutLimits = {
  waitMilliseconds: 2_000,
  requestMilliseconds: 5_000,
  retryPausesMilliseconds: [200, 1_000],
  concurrencyMax: 16,
  concurrencyPerClientMax: 4,
  concurrencyGuardedMax: 8,
  waitingMax: 1_000,
  waitingPerClientMax: 200,
  waitingGuardedMax: 500,
};

/**
 * Opens a notifier that posts with the platform's fetch, because an operator may register clients inside the own network; only
 * what is guarded goes through `guardedFetch`. `close` gives up what is under way.
 */
export function openLogoutNotifier(
  limits: Partial<LogoutLimits> = {},
  guardedFetch: GuardedFetch = openGuardedFetch({ mayReachLoopback: false }),
): LogoutNotifier & { close(): void } {
  return new FetchingNotifier({ ...usualLimits, ...limits }, guardedFetch);
}

/** Whose request takes a place, or waits for one. */
type Turn = Pick<LogoutMessage, "clientId" | "isGuarded">;

interface Waiting {
  readonly turn: Turn;
  readonly begin: () => void;
}

class FetchingNotifier implements LogoutNotifier {
  readonly #limits: LogoutLimits;
  readonly #guardedFetch: GuardedFetch;
  readonly #closing = new AbortController();
  readonly #waiting: Waiting[] = [];
  /** Of every request that is under way. */
  readonly #running: Turn[] = [];

  constructor(limits: LogoutLimits, guardedFetch: GuardedFetch) {
    this.#limits = limits;
    this.#guardedFetch = guardedFetch;
  }

  async deliver(
    messages: readonly LogoutMessage[],
    onFailure: (message: LogoutMessage, problem: LogoutProblem) => void,
  ): Promise<void> {
    const deliveries = messages.map(async (message) => {
      const problem = await this.#deliverInTurn(message);
      if (problem !== undefined) onFailure(message, problem);
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, this.#limits.waitMilliseconds);
    await Promise.race([Promise.all(deliveries), promise]);
    clearTimeout(timer);
  }

  close(): void {
    this.#closing.abort();
  }

  async #deliverInTurn(message: LogoutMessage): Promise<LogoutProblem | undefined> {
    if (!isAllowed(message.uri)) return { reason: "address-not-allowed" };
    if (this.#mayRun(message)) this.#running.push(message);
    else if (!this.#mayWait(message)) return { reason: "too-many-waiting" };
    else await new Promise<void>((begin) => this.#waiting.push({ turn: message, begin }));
    try {
      return await this.#deliverOne(message);
    } finally {
      this.#running.splice(this.#running.indexOf(message), 1);
      this.#beginNext();
    }
  }

  #mayRun(turn: Turn): boolean {
    const { concurrencyMax, concurrencyPerClientMax, concurrencyGuardedMax } = this.#limits;
    return hasRoom(turn, this.#running, {
      max: concurrencyMax,
      perClientMax: concurrencyPerClientMax,
      guardedMax: concurrencyGuardedMax,
    });
  }

  #mayWait(turn: Turn): boolean {
    const { waitingMax, waitingPerClientMax, waitingGuardedMax } = this.#limits;
    const taken = this.#waiting.map((waiting) => waiting.turn);
    return hasRoom(turn, taken, {
      max: waitingMax,
      perClientMax: waitingPerClientMax,
      guardedMax: waitingGuardedMax,
    });
  }

  /** The place passes straight to the next message in line that may have one. */
  #beginNext(): void {
    const at = this.#waiting.findIndex(({ turn }) => this.#mayRun(turn));
    const [next] = at === -1 ? [] : this.#waiting.splice(at, 1);
    if (next === undefined) return;
    this.#running.push(next.turn);
    next.begin();
  }

  async #deliverOne(message: LogoutMessage): Promise<LogoutProblem | undefined> {
    let problem = await this.#post(message);
    for (const milliseconds of this.#limits.retryPausesMilliseconds) {
      if (problem === undefined || !isWorthRepeating(problem) || this.#closing.signal.aborted) break;
      await pause(milliseconds, undefined, { ref: false });
      problem = await this.#post(message);
    }
    return problem;
  }

  /** OpenID Connect Back-Channel Logout §2.5, §2.8. A redirect is no answer: the token goes to the registered address only. */
  async #post({ uri, isGuarded, logoutToken }: LogoutMessage): Promise<LogoutProblem | undefined> {
    const timeout = AbortSignal.timeout(this.#limits.requestMilliseconds);
    const request = {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: `logout_token=${logoutToken}`,
      signal: AbortSignal.any([timeout, this.#closing.signal]),
    } as const;
    if (isGuarded) {
      const answer = await this.#guardedFetch({ url: uri, ...request });
      if (answer.ok) return problemOf(answer.value.status);
      const { reason } = answer;
      if (reason === "address-not-allowed") return { reason };
      return { reason: timeout.aborted || reason === "timed-out" ? "timed-out" : "unreachable" };
    }
    try {
      const { status, body } = await fetch(uri, { ...request, redirect: "manual" });
      await body?.cancel();
      return problemOf(status);
    } catch {
      return { reason: timeout.aborted ? "timed-out" : "unreachable" };
    }
  }
}

interface Places {
  readonly max: number;
  readonly perClientMax: number;
  readonly guardedMax: number;
}

function hasRoom(turn: Turn, taken: readonly Turn[], { max, perClientMax, guardedMax }: Places): boolean {
  if (taken.length >= max) return false;
  if (taken.filter(({ clientId }) => clientId === turn.clientId).length >= perClientMax) return false;
  return !turn.isGuarded || taken.filter(({ isGuarded }) => isGuarded).length < guardedMax;
}

function problemOf(status: number): LogoutProblem | undefined {
  return status === 200 || status === 204 ? undefined : { reason: "refused", status };
}

/** A logout token names a person's session, so it travels over https or stays on this machine. */
function isAllowed(uri: string): boolean {
  const url = URL.parse(uri);
  if (url === null) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopbackName(url.hostname));
}

/** A client that is down or overloaded may be back in a moment; one that says no will say it again. */
function isWorthRepeating({ reason, status }: LogoutProblem): boolean {
  return reason === "unreachable" || status === 429 || (status !== undefined && status >= 500);
}
