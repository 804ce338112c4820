import { setTimeout as pause } from "node:timers/promises";
import type { LogoutMessage, LogoutNotifier, LogoutProblem } from "../../flows/logout-ports.ts";
import { certificateProblemOf, isCertificateProblem } from "../../values/certificate.ts";
import { isLoopbackName } from "../../values/issuer.ts";
import { createGuardedFetch, type GuardedFetch } from "../fetch/guarded-fetch.ts";

/** How many messages may be under way, or wait, at once. */
interface Places {
  readonly all: number;
  /** For one client, so that a slow client does not keep the others from hearing anything. */
  readonly perClient: number;
  /** For all guarded clients together, so that slow strangers leave the rest to the clients of the operator. */
  readonly guarded: number;
}

/** How much delivering may cost. */
interface LogoutLimits {
  /** The longest that a person who signs out waits for the answers of clients. */
  readonly waitMilliseconds: number;
  /** The time that a client has to answer one request. */
  readonly requestMilliseconds: number;
  /** A request that did not get through is made once more after each of these pauses. */
  readonly retryPausesMilliseconds: readonly number[];
  /** Messages that are being sent. */
  readonly running: Places;
  /** Messages that wait for a place among these; a message without a place in this line is not sent at all. */
  readonly waiting: Places;
}

const usualLimits: LogoutLimits = {
  waitMilliseconds: 2_000,
  requestMilliseconds: 5_000,
  retryPausesMilliseconds: [200, 1_000],
  running: { all: 16, perClient: 4, guarded: 8 },
  waiting: { all: 1_000, perClient: 200, guarded: 500 },
};

/**
 * Opens a notifier. Messages go out by the platform's fetch, because an operator may register clients inside the operator's network;
 * those to guarded clients go through `guardedFetch`. `close` gives up all messages that are being sent.
 */
export function openLogoutNotifier(
  limits: Partial<LogoutLimits> = {},
  guardedFetch: GuardedFetch = createGuardedFetch({ mayReachLoopback: false }),
): LogoutNotifier & { close(): void } {
  return new FetchingNotifier({ ...usualLimits, ...limits }, guardedFetch);
}

interface Waiting {
  readonly message: LogoutMessage;
  readonly begin: () => void;
}

class FetchingNotifier implements LogoutNotifier {
  readonly #limits: LogoutLimits;
  readonly #guardedFetch: GuardedFetch;
  readonly #closing = new AbortController();
  readonly #running = new Set<LogoutMessage>();
  /** In the order of arrival. */
  readonly #waiting = new Set<Waiting>();

  constructor(limits: LogoutLimits, guardedFetch: GuardedFetch) {
    this.#limits = limits;
    this.#guardedFetch = guardedFetch;
  }

  async deliver(
    messages: readonly LogoutMessage[],
    onFailure: (message: LogoutMessage, problem: LogoutProblem) => void,
  ): Promise<void> {
    const deliveries = messages.map(async (message) => {
      // A copy, so that the same message twice takes two places.
      const problem = await this.#deliverInTurn({ ...message });
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
    const { running, waiting } = this.#limits;
    if (hasRoom(message, this.#running, running)) this.#running.add(message);
    else {
      const inLine = this.#waiting.values().map((earlier) => earlier.message);
      if (!hasRoom(message, inLine, waiting)) return { reason: "too-many-waiting" };
      await new Promise<void>((begin) => this.#waiting.add({ message, begin }));
    }
    try {
      return await this.#deliverOne(message);
    } finally {
      this.#running.delete(message);
      this.#beginNext();
    }
  }

  /** Gives the free place to the first message in line that may have it. */
  #beginNext(): void {
    const next = this.#waiting
      .values()
      .find(({ message }) => hasRoom(message, this.#running, this.#limits.running));
    if (next === undefined) return;
    this.#waiting.delete(next);
    this.#running.add(next.message);
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

  /** OpenID Connect Back-Channel Logout §2.5, §2.8. A redirect counts as a refusal: the token goes to the registered address only. */
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
      if (reason === "address-not-allowed" || isCertificateProblem(reason)) return { reason };
      return { reason: timeout.aborted || reason === "timed-out" ? "timed-out" : "unreachable" };
    }
    try {
      const { status, body } = await fetch(uri, { ...request, redirect: "manual" });
      await body?.cancel();
      return problemOf(status);
    } catch (error) {
      return { reason: timeout.aborted ? "timed-out" : (certificateProblemOf(error) ?? "unreachable") };
    }
  }
}

/** True if one more message fits in beside those that have a place already. */
function hasRoom(message: LogoutMessage, taken: Iterable<LogoutMessage>, places: Places): boolean {
  let [all, ofClient, guarded] = [0, 0, 0];
  for (const { clientId, isGuarded } of taken) {
    all += 1;
    if (clientId === message.clientId) ofClient += 1;
    if (isGuarded) guarded += 1;
  }
  return all < places.all && ofClient < places.perClient && (!message.isGuarded || guarded < places.guarded);
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

/** A client that is down or overloaded may be back in a moment; a client that refuses will refuse again. */
function isWorthRepeating({ reason, status }: LogoutProblem): boolean {
  return reason === "unreachable" || status === 429 || (status !== undefined && status >= 500);
}
