import type { Event, Events } from "../flows/events.ts";
import type { Clock } from "../flows/ports.ts";
import { isReportedByWatch } from "../values/store-unavailable.ts";
import { type Instant, isoTime } from "../values/time.ts";
import { escapeInvisible } from "./escape.ts";
import { openLogDestination } from "./log-destination.ts";
import { formatForPeople } from "./log-for-people.ts";
import { logged, withoutSecrets } from "./log-values.ts";
import { countRepeats } from "./repeats.ts";
import { type LogLevel, logLevels } from "./settings/service.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Writes one line per call, with `fields`, which JSON can hold, and the message, as JSON or for people. Never throws and never waits. */
export interface Log {
  debug(fields: Fields, message: string): void;
  info(fields: Fields, message: string): void;
  warn(fields: Fields, message: string): void;
  error(fields: Fields, message: string): void;
  /** False if lines of this level are not written, so that a caller need not put one together. */
  writes(level: Level): boolean;
  /** Starts writing now; without a call, lines are written within a second. */
  flush(): void;
  /** The lines since the start that could not be written. */
  readonly lostLines: number;
}

/** A last safeguard: nothing should be logged under these names. Values of `Secret` hide themselves. */
const redacted: ReadonlySet<string> = new Set([
  "password",
  "secret",
  "clientSecret",
  "client_secret",
  "code",
  "accessToken",
  "access_token",
  "token",
  "cookie",
  "authorization",
]);

/** A line without the characters that hide or reorder text, which JSON leaves as they are. */
const plain = /^[\x20-\x7e]*\n$/;

/**
 * Opens the log on a file descriptor: JSON lines, or lines for people on a terminal. An exit of the process writes the lines that are
 * still held.
 */
export function openLog(options: {
  readonly level: LogLevel;
  readonly fd: number;
  readonly isTerminal: boolean;
  readonly hasColour: boolean;
  readonly clock: Clock;
  /** Stands in every line and tells which of several processes wrote it. */
  readonly worker?: number | undefined;
}): Log {
  const { clock, isTerminal, hasColour, worker } = options;
  const destination = openLogDestination(options.fd);
  process.once("exit", () => destination.flushSync());
  const timeText = createTimeText();
  const least = logLevels.indexOf(options.level);
  const writes = (level: Level) => logLevels.indexOf(level) >= least;
  const write = (level: Level, fields: Fields, message: string) => {
    if (!writes(level)) return;
    const line: Record<string, unknown> = { level, time: timeText(clock.now()) };
    if (worker !== undefined) line.worker = worker;
    for (const name in fields)
      line[name] = fields[name] !== undefined && redacted.has(name) ? "[Redacted]" : fields[name];
    line.msg = message;
    const told = withoutSecrets(`${jsonOf(line)}\n`);
    const safe = plain.test(told) ? told : `${escapeInvisible(told.trimEnd())}\n`;
    destination.write(isTerminal ? formatForPeople(safe, hasColour) : safe);
    if (isTerminal) destination.flush();
  };
  return {
    debug: (fields, message) => write("debug", fields, message),
    info: (fields, message) => write("info", fields, message),
    warn: (fields, message) => write("warn", fields, message),
    error: (fields, message) => write("error", fields, message),
    writes,
    flush: destination.flush,
    get lostLines() {
      return destination.lostLines;
    },
  };
}

/** The JSON of a line. If JSON cannot hold its fields, such as a cycle or a BigInt, the line is written without them and says so. */
function jsonOf(line: Readonly<Record<string, unknown>>): string {
  try {
    return JSON.stringify(line);
  } catch {
    const { level, time, worker, msg } = line;
    return JSON.stringify({ level, time, worker, fields: "unwritable", msg });
  }
}

/** Writes times as `isoTime` does. The text up to the second is kept for the next line, because making it takes as long as a line. */
function createTimeText(): (at: Instant) => string {
  let second = -1;
  let upToSecond = "";
  return (at) => {
    const milliseconds = at % 1000;
    if ((at - milliseconds) / 1000 !== second) {
      second = (at - milliseconds) / 1000;
      upToSecond = isoTime(at).slice(0, -4);
    }
    return `${upToSecond}${String(milliseconds).padStart(3, "0")}Z`;
  };
}

type Level = Exclude<LogLevel, "silent">;

/** The level of each event. An issued code is not news: it is half of an exchange, and the token's line tells the whole. */
const levels: Readonly<Record<Event["kind"], Level>> = {
  "signed-in": "info",
  "sign-in-refused": "info",
  "passkey-added": "info",
  "passkey-removed": "info",
  "passkey-counter-went-back": "warn",
  "passkey-refused": "info",
  "app-password-made": "info",
  "app-password-revoked": "info",
  "app-password-used": "info",
  "app-password-refused": "info",
  "second-factor-proved": "info",
  "second-factor-refused": "info",
  "totp-set-up": "info",
  "totp-removed": "info",
  "recovery-codes-made": "info",
  "signed-out": "info",
  "authorization-refused": "warn",
  "host-differs": "warn",
  "openid-not-registered": "warn",
  "scope-unknown": "warn",
  "resource-not-granted": "warn",
  "code-issued": "debug",
  "token-issued": "info",
  "token-exchanged": "info",
  "exchange-refused": "warn",
  "code-replayed": "warn",
  "client-secret-exposed": "warn",
  "link-mailed": "info",
  "password-recovered": "warn",
  "account-locked": "warn",
  "account-created": "info",
  "address-changed": "info",
  "name-changed": "info",
  "consent-allowed": "info",
  "consent-withdrawn": "info",
  "device-authorization-asked": "info",
  "device-allowed": "info",
  "device-denied": "info",
  "user-code-refused": "warn",
  "password-changed": "info",
  "password-removed": "info",
  "deletion-asked": "info",
  "deletion-stopped": "info",
  "refresh-token-reused": "warn",
  "token-revoked": "info",
  "client-registered": "info",
  "client-changed": "info",
  "client-removed": "info",
  "registration-refused": "warn",
  "post-logout-redirect-refused": "warn",
  "server-logout-refused": "warn",
  "logout-not-delivered": "warn",
  "claims-hook-failed": "warn",
  "upstream-refused": "warn",
  "upstream-linked": "info",
  "upstream-unlinked": "info",
  "request-refused": "warn",
  "access-refused": "warn",
  "request-unavailable": "debug",
  "unexpected-failure": "error",
};

/**
 * Events that strangers can cause as often as they like, also with a client that they registered themselves. All other events follow
 * a right password or secret.
 */
const countedKinds: ReadonlySet<Event["kind"]> = new Set([
  "authorization-refused",
  "exchange-refused",
  "registration-refused",
  "request-refused",
  "access-refused",
  "post-logout-redirect-refused",
  "server-logout-refused",
  "client-secret-exposed",
  "sign-in-refused",
  "app-password-refused",
  "device-authorization-asked",
  "user-code-refused",
  "link-mailed",
  "upstream-refused",
]);

/** Events on their way to the log. */
interface LoggedEvents extends Events {
  /** Writes the counts of repeated lines that are not written yet. */
  close(): void;
}

/** How many different mistakes of clients the log warns of. */
const warningsMax = 1000;

/** How many of one client, so that no client can use up the room of all others. */
const warningsOfClientMax = 20;

interface EventLogOptions {
  readonly clock: Clock;
  readonly runLatchkey?: string;
  /** The trace that an event belongs to, if it belongs to one. */
  readonly traceId?: (() => string | undefined) | undefined;
}

/**
 * Creates events that write one line each, with the kind as the message. Refusals that a network causes again and again are counted
 * instead. `runLatchkey` is the command that starts the command line here.
 */
export function createEvents(
  log: Log,
  { clock, runLatchkey = "latchkey", traceId }: EventLogOptions,
): LoggedEvents {
  const repeats = countRepeats();
  const isNewMistake = rememberMistakes();
  return {
    record: (event, context) => {
      const level = levels[event.kind];
      if (!log.writes(level)) return;
      if (isMistake(event) && !isNewMistake(event)) return;
      const { kind } = event;
      const line: Record<string, unknown> = { requestId: context.requestId };
      const trace = traceId?.();
      if (trace !== undefined) line.traceId = trace;
      line.network = context.network();
      if (event.kind === "unexpected-failure") line.failure = describeFailure(event.cause);
      else for (const [name, value] of Object.entries(event)) if (name !== "kind") line[name] = logged(value);
      if (isMistake(event)) line.repair = `${runLatchkey} ${commandOf(event)}`;
      if (!countedKinds.has(kind)) return log[level](line, kind);
      const { network, reason = "", clientId = "", accountId = "" } = line;
      const key = [kind, network, reason, clientId, accountId].join(" ");
      const tell = (count: number) => log[level]({ ...line, repeats: count }, kind);
      if (repeats.isWritten(key, clock.now(), tell)) log[level](line, kind);
    },
    close: () => repeats.tellAll(),
  };
}

/** A client's request that does not get what its developer expects. */
type Mistake = Extract<Event, { kind: "openid-not-registered" | "scope-unknown" | "resource-not-granted" }>;

function isMistake(event: Event): event is Mistake {
  return "command" in event || event.kind === "openid-not-registered";
}

function commandOf(mistake: Mistake): string {
  return "command" in mistake ? mistake.command : `client update ${mistake.clientId} --openid`;
}

/** Tells whether a mistake is the first of its kind. Otherwise every sign-in would repeat the warning. */
function rememberMistakes(): (mistake: Mistake) => boolean {
  const known = new Map<string, Set<string>>();
  let count = 0;
  return (mistake) => {
    const ofClient = known.get(mistake.clientId) ?? new Set();
    const key = `${mistake.kind} ${"received" in mistake ? mistake.received : ""}`;
    if (ofClient.has(key) || ofClient.size >= warningsOfClientMax || count >= warningsMax) return false;
    known.set(mistake.clientId, ofClient.add(key));
    count += 1;
    return true;
  };
}

/** Logs the failure of work that no request waits for, unless the watch over the store reports it. */
export function logFailure(log: Log, error: unknown, message: string): void {
  if (!isReportedByWatch(error)) log.error({ failure: describeFailure(error) }, message);
}

/** Logs that a language cannot be loaded, once for each: a page in that language asks for it again. */
export function logLanguageFailures(log: Log): (language: string, error: unknown) => void {
  const reported = new Set<string>();
  return (language, error) => {
    if (reported.has(language)) return;
    reported.add(language);
    log.error({ language, failure: describeFailure(error) }, "language-failed");
  };
}

/** The part of an unknown error that may be logged: its place, and never its message, which may quote a person's input. */
interface FailureDescription {
  readonly name: string;
  /** The system's or the database's own code. */
  readonly errorCode?: string | number;
  readonly stack: readonly string[];
  readonly cause?: FailureDescription;
}

/** Describes an error and up to four causes without their messages. */
export function describeFailure(failure: unknown, depth = 4): FailureDescription {
  if (!Error.isError(failure)) return { name: typeof failure, stack: [] };
  const code = "errcode" in failure ? failure.errcode : "code" in failure ? failure.code : undefined;
  const isSafeCode = typeof code === "number" || (typeof code === "string" && /^[A-Z0-9_]{1,64}$/.test(code));
  return {
    name: /^[A-Za-z]{1,64}$/.test(failure.name) ? failure.name : "Error",
    ...(isSafeCode ? { errorCode: code } : {}),
    stack: framesOf(failure),
    ...(failure.cause !== undefined && depth > 0 ? { cause: describeFailure(failure.cause, depth - 1) } : {}),
  };
}

// The message is cut away first, because its lines may look like frames.
function framesOf(failure: Error): string[] {
  const stack = failure.stack ?? "";
  const messageAt = stack.indexOf(failure.message);
  const frames = messageAt < 0 ? stack : stack.slice(messageAt + failure.message.length);
  return frames
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => /^at .*(:\d+:\d+\)?|\(<anonymous>\))$/.test(line))
    .slice(0, 20);
}
