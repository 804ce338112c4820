import { AttemptOvertaken } from "../../values/attempt-overtaken.ts";
import { errorCodeOf } from "../../values/error-code.ts";
import { StoreUnavailable } from "../../values/store-unavailable.ts";
import { StoreUnopenable, type UnopenableReason } from "../store.ts";

/** Classes of SQLSTATE (postgresql.org/docs/current/errcodes-appendix.html) that blame the statement, not the machine. */
const ourFault: ReadonlySet<string> = new Set(["21", "22", "23", "42"]);
/** Of those, the ones of a schema that was removed or revoked while in use: no such table, no such column, no right to it. */
const schemaGone: ReadonlySet<string> = new Set(["42P01", "42703", "42501"]);
/** A collision with another transaction rolled this one back. A lost unique key (23505) is one: the next try sees who has it. */
const collisions: ReadonlySet<string> = new Set(["40001", "40P01", "55P03", "23505"]);
/** The server ends this connection, or can no longer write, as after a switch-over. */
const farewells: ReadonlySet<string> = new Set(["57P01", "57P02", "57P03", "57P05", "25006", "25P03"]);

const words: ReadonlyMap<string, string> = new Map([
  ["08007", "the wait for the synchronous standby was cancelled, so a commit may be lost"],
  ["25006", "the server is a standby that cannot be written"],
  ["53100", "the server's disk is full"],
  ["53300", "the server has no connection left"],
  ["55P03", "another program has locked a table"],
  ["57014", "a statement took too long"],
  ["57P01", "the server is shutting down"],
  ["57P03", "the server is starting or stopping"],
]);

/** A server that can be read only: a standby, or a primary that its administrator closed to writers. */
export class NotWritable extends Error {
  override readonly name = "NotWritable";
  readonly code = "25006";

  constructor() {
    super("The server cannot be written.");
  }
}

/** None of several hosts can be written; the message says what is wrong with each. */
export class NoServer extends Error {
  override readonly name = "NoServer";
}

/** A commit that the synchronous standby did not confirm. Whether it holds is unknown: 08007 is the standard's code for that. */
export class UnconfirmedCommit extends Error {
  override readonly name = "UnconfirmedCommit";
  readonly code = "08007";

  constructor() {
    super("The wait for the synchronous standby was cancelled.");
  }
}

/** The error as `StoreUnavailable` if the database is away or broken; undefined for the fault of a statement. */
export function asUnavailable(error: unknown): StoreUnavailable | undefined {
  if (error instanceof StoreUnavailable) return error;
  const state = sqlState(error);
  if (state === undefined && !isFromConnection(error)) return undefined;
  if (state !== undefined && ourFault.has(state.slice(0, 2)) && !schemaGone.has(state)) return undefined;
  const what =
    (state && words.get(state)) ??
    (error instanceof NoServer ? describeOpening(error) : "the database cannot be reached or does not work");
  return new StoreUnavailable(`PostgreSQL: ${what}.`, { cause: error });
}

/** True when the connection that raised the error is lost, and the others probably are too. */
export function isLoss(error: unknown): boolean {
  const state = sqlState(error);
  if (state === undefined) return isFromConnection(error);
  return state.startsWith("08") || farewells.has(state);
}

/** The failure of one of several hosts in a few words. */
export function describeLoss(error: unknown): string {
  const code = codeOf(error);
  return words.get(code) ?? code;
}

/** True when every connection was busy for as long as a caller waits, whatever the server does. */
export function isQueueTimeout(error: unknown): boolean {
  return Error.isError(error) && error.message === "timeout exceeded when trying to connect";
}

/** True when the same transaction will probably succeed if it is tried again. */
export function isCollision(error: unknown): boolean {
  return collisions.has(sqlState(error) ?? "");
}

/** True when no partition takes the row: none has its range, or the constraint of that one refuses it. */
export function isWithoutRoom(error: unknown): boolean {
  return sqlState(error) === "23514";
}

/** True when the server cancelled a statement that exceeded its time. */
export function isOverdue(error: unknown): boolean {
  return sqlState(error) === "57014";
}

interface Opening {
  readonly reason: UnopenableReason;
  readonly cause: string;
  readonly repair: string;
}

const wrongUser: Opening = {
  reason: "not-writable",
  cause: "the server refuses this user or password",
  repair: "Correct them in LATCHKEY_DATABASE_URL.",
};
const openings: ReadonlyMap<string, Opening> = new Map([
  ["28P01", wrongUser],
  ["28000", wrongUser],
  [
    "3D000",
    {
      reason: "missing",
      cause: "the server has no such database",
      repair: "Make it with `createdb`, or correct LATCHKEY_DATABASE_URL.",
    },
  ],
  [
    "42501",
    {
      reason: "not-writable",
      cause: "this user may not make tables in it",
      repair: "Make the user its owner, or grant it CREATE on the schema.",
    },
  ],
  [
    "3F000",
    {
      reason: "missing",
      cause: "it has no schema to make tables in",
      repair: "Make the one that the user's search_path names.",
    },
  ],
  [
    "42P07",
    {
      reason: "not-a-database",
      cause: "it has tables of another program",
      repair: "Give Latchkey a database or a schema of its own.",
    },
  ],
]);

/** How Node's error codes begin for a certificate that it rejects. */
const untrusted = /^(ERR_TLS_|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_(GET_ISSUER|VERIFY))/;

function tlsProblem(error: unknown, code: string): string | undefined {
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return "its certificate is for another name. Write the host in LATCHKEY_DATABASE_URL as the certificate does";
  if (untrusted.test(code))
    return `its certificate is not trusted (${code}). Name the file with the certificate of its authority: sslrootcert=/path/ca.pem`;
  if (Error.isError(error) && "path" in error && (code === "ENOENT" || code === "EACCES"))
    return `the file ${error.path} cannot be read (${code}). Correct sslrootcert, sslcert or sslkey in LATCHKEY_DATABASE_URL`;
  if (Error.isError(error) && error.message === "The server does not support SSL connections")
    return "the server has no TLS. Turn it on there with ssl = on, or leave out sslmode where nobody else is on the network";
  return undefined;
}

/** The error of an opening, in words for the operator; `location` is what the message calls the database. */
export function asUnopenable(location: string, error: unknown): StoreUnopenable {
  if (error instanceof StoreUnopenable) return error;
  const code = codeOf(error);
  const opening = openings.get(code);
  if (opening)
    return new StoreUnopenable(
      opening.reason,
      `Cannot open ${location}: ${opening.cause}. ${opening.repair}`,
      error,
    );
  const tls = tlsProblem(error, code);
  if (tls) return new StoreUnopenable("not-writable", `Cannot open ${location}: ${tls}.`, error);
  if (error instanceof NotWritable || error instanceof NoServer)
    return new StoreUnopenable(
      "unreachable",
      `Cannot open ${location}: ${describeOpening(error)}. Start or promote a primary, or correct LATCHKEY_DATABASE_URL.`,
      error,
    );
  return new StoreUnopenable(
    "unreachable",
    `Cannot reach ${location} (${code}). Start PostgreSQL, or correct LATCHKEY_DATABASE_URL.`,
    error,
  );
}

function describeOpening(error: NotWritable | NoServer): string {
  return error instanceof NoServer ? `no server can be written (${error.message})` : describeLoss(error);
}

/** An error of the server has a SQLSTATE of five letters or digits; one of the system (ECONNREFUSED) has a longer code. */
function sqlState(error: unknown): string | undefined {
  const code = codeOf(error);
  return /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** Any other error of the driver means a failed connection; programming errors and what facts throw have types of their own. */
function isFromConnection(error: unknown): boolean {
  const isThrownByFact = error instanceof StoreUnavailable || error instanceof AttemptOvertaken;
  if (!Error.isError(error) || isThrownByFact) return false;
  return error.name !== "TypeError" && error.name !== "RangeError";
}

/** The SQLSTATE of an error of the server, or the system's word for a broken connection; "no answer" if there is neither. */
export function codeOf(error: unknown): string {
  return errorCodeOf(error, "no answer");
}
