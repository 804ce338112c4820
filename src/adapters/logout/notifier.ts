import { setTimeout as pause } from "node:timers/promises";
import type { LogoutMessage, LogoutNotifier, LogoutProblem } from "../../flows/ports.ts";

/** How much delivering may cost. */
export interface LogoutLimits {
  /** Who signs out waits no longer for the answers of clients. */
  readonly waitMilliseconds: number;
  /** A client has so long to answer one request. */
  readonly requestMilliseconds: number;
  /** A request that did not get through is made once more after each of these pauses. */
  readonly retryPausesMilliseconds: readonly number[];
  /** Requests at once, to all clients together. */
  readonly concurrencyMax: number;
  /** Messages that wait for their turn; more are not sent at all. */
  readonly waitingMax: number;
}

const usualLimits: LogoutLimits = {
  waitMilliseconds: 2_000,
  requestMilliseconds: 5_000,
  retryPausesMilliseconds: [200, 1_000],
  concurrencyMax: 16,
  waitingMax: 1_000,
};

const loopbackHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Opens a notifier that posts with the platform's fetch. `close` gives up what is under way. */
export function openLogoutNotifier(limits: Partial<LogoutLimits> = {}): LogoutNotifier & { close(): void } {
  return new FetchingNotifier({ ...usualLimits, ...limits });
}

class FetchingNotifier implements LogoutNotifier {
  readonly #limits: LogoutLimits;
  readonly #closing = new AbortController();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limits: LogoutLimits) {
    this.#limits = limits;
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
    if (this.#running < this.#limits.concurrencyMax) this.#running += 1;
    else if (this.#waiting.length >= this.#limits.waitingMax) return { reason: "too-many-waiting" };
    else await new Promise<void>((begin) => this.#waiting.push(begin));
    try {
      return await this.#deliverOne(message);
    } finally {
      // The turn passes straight to the next in line.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
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
  async #post({ uri, logoutToken }: LogoutMessage): Promise<LogoutProblem | undefined> {
    const timeout = AbortSignal.timeout(this.#limits.requestMilliseconds);
    try {
      const { status, body } = await fetch(uri, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: `logout_token=${logoutToken}`,
        redirect: "manual",
        signal: AbortSignal.any([timeout, this.#closing.signal]),
      });
      await body?.cancel();
      return status === 200 || status === 204 ? undefined : { reason: "refused", status };
    } catch {
      return { reason: timeout.aborted ? "timed-out" : "unreachable" };
    }
  }
}

/** A logout token names a person's session, so it travels over https or stays on this machine. */
function isAllowed(uri: string): boolean {
  const url = URL.parse(uri);
  if (url === null) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && loopbackHosts.has(url.hostname));
}

/** A client that is down or overloaded may be back in a moment; one that says no will say it again. */
function isWorthRepeating({ reason, status }: LogoutProblem): boolean {
  return reason === "unreachable" || status === 429 || (status !== undefined && status >= 500);
}
