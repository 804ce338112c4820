import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { describeFailure, type Log } from "./log.ts";

/** The reason for the end of a service: a signal, or for a worker the loss of its supervisor. */
export type Ending = NodeJS.Signals | "supervisor-gone";

const endingSignals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/** True for a signal that ends the service. */
export function isEnding(text: unknown): text is Ending {
  return endingSignals.some((signal) => signal === text);
}

/** The time that requests under way get. With the default grace it stays below the ten seconds that supervisors wait. */
export const drainMilliseconds = 5000;
const unusedMilliseconds = 500;
const idleSweepMilliseconds = 50;
const quietMilliseconds = 50;
const emptyQueuePatienceMilliseconds = 500;
/** npm and a terminal both pass one Ctrl-C on; only a signal after this pause is a second one. */
const repeatPauseMilliseconds = 300;

/**
 * Stops accepting, lets requests that are under way finish, and closes each connection as it falls idle. Resolves when none is left;
 * connections that are still busy after five seconds are cut. `unused` lists those on which nothing was sent yet: their first request
 * may be on its way, so they get half a second.
 */
export async function drainServer(server: Server, unused: () => readonly Socket[] = () => []): Promise<void> {
  // When the socket closes, the kernel resets connections that were not accepted yet, and a proxy may not repeat their requests.
  const release = holdRequests(server);
  await emptyAcceptQueue(server);
  const { promise, resolve } = Promise.withResolvers<void>();
  // NOTE: for Node a connection without a request is idle, so its close() of an HTTP server would cut those that just came.
  NetServer.prototype.close.call(server, () => resolve());
  release();
  const closeIdle = () => {
    if (unused().length === 0) server.closeIdleConnections();
  };
  closeIdle();
  const sweep = setInterval(closeIdle, idleSweepMilliseconds);
  const deadline = setTimeout(() => server.closeAllConnections(), drainMilliseconds);
  const waited = setTimeout(() => {
    for (const socket of unused()) socket.destroy();
  }, unusedMilliseconds);
  await promise;
  clearInterval(sweep);
  for (const timer of [deadline, waited]) clearTimeout(timer);
  // Ends the timer of its checks.
  server.close();
}

/**
 * Resolves right after an iteration of the event loop that found nobody waiting, in a time without new connections. Each iteration
 * accepts one at most.
 */
async function emptyAcceptQueue(server: Server): Promise<void> {
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const patienceEndsAt = performance.now() + emptyQueuePatienceMilliseconds;
  let acceptedAt = performance.now();
  const note = () => {
    acceptedAt = performance.now();
  };
  server.on("connection", note);
  let turnBeganAt: number;
  do {
    turnBeganAt = performance.now();
    await turn();
  } while (
    (acceptedAt >= turnBeganAt || turnBeganAt - acceptedAt < quietMilliseconds) &&
    turnBeganAt < patienceEndsAt
  );
  server.off("connection", note);
}

/** Keeps requests unanswered until the returned function is called: a client that has no answer opens no further connection. */
function holdRequests(server: Server): () => void {
  const listeners = server.listeners("request");
  const held: [IncomingMessage, ServerResponse][] = [];
  server.removeAllListeners("request");
  server.on("request", (message, response) => held.push([message, response]));
  return () => {
    server.removeAllListeners("request");
    for (const listener of listeners) server.on("request", listener as RequestListener);
    for (const [message, response] of held) server.emit("request", message, response);
  };
}

/**
 * Ends a service once: `begin` runs at once, `finish` after the grace. Another call without a grace cuts the grace short, and every
 * call returns the same end.
 */
export function endOnce(steps: {
  readonly begin: () => void;
  readonly finish: () => Promise<void>;
}): (graceSeconds?: number) => Promise<void> {
  const graceOver = Promise.withResolvers<void>();
  const end = async (): Promise<void> => {
    steps.begin();
    await graceOver.promise;
    await steps.finish();
  };
  let ending: Promise<void> | undefined;
  return (graceSeconds = 0) => {
    if (graceSeconds === 0) graceOver.resolve();
    else setTimeout(graceOver.resolve, graceSeconds * 1_000).unref();
    ending ??= end();
    return ending;
  };
}

/**
 * Listens for SIGTERM, SIGINT and SIGHUP from now on; resolves with the first. A second signal does not wait for anything:
 * the process exits with 130 at once. Call it before anybody can know that the process runs.
 */
export function firstSignal(): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>();
  let isRepeatable = false;
  const onSignal = (signal: NodeJS.Signals) => {
    if (isRepeatable) process.exit(130);
    resolve(signal);
    setTimeout(() => {
      isRepeatable = true;
    }, repeatPauseMilliseconds).unref();
  };
  for (const signal of endingSignals) process.on(signal, onSignal);
  return promise;
}

/**
 * Waits for the start. If the end comes first, no request is served yet, so the process exits at once with 0. Every step of a
 * start is atomic, so nothing is left half done.
 */
export async function startUnlessEnded<Started>(
  start: Promise<Started>,
  ending: Promise<Ending>,
  log: Log,
): Promise<Started> {
  const ended = ending.then((signal) => ({ signal }));
  const first = await Promise.race([start.then((started) => ({ started })), ended]);
  if ("started" in first) return first.started;
  log.info(first, "stopping");
  log.info({}, "stopped");
  log.flush();
  process.exit(0);
}

/** Waits for the end, then closes; returns whether closing went well. The log says what happened. */
export async function closeAtEnd(
  ending: Promise<Ending>,
  close: (ending: Ending) => Promise<void>,
  log: Log,
): Promise<boolean> {
  const signal = await ending;
  log.info({ signal }, "stopping");
  log.flush();
  try {
    await close(signal);
    log.info({}, "stopped");
    return true;
  } catch (error) {
    log.error({ failure: describeFailure(error) }, "stopping-failed");
    return false;
  }
}

/** Ends the process with 1 after an unexpected exception, and logs where it was thrown. */
export function exitOnUncaught(log: Log): void {
  process.on("uncaughtException", (error) => {
    log.error({ failure: describeFailure(error) }, "uncaught-exception");
    process.exit(1);
  });
}
