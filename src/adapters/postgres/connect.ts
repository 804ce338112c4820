import { Socket } from "node:net";
import { Client, type ClientBase, type ClientConfig } from "pg";
import { type PostgresAddress, parsePostgresAddress } from "../../values/postgres-address.ts";
import { StoreUnopenable } from "../store.ts";
import { describeLoss, isLoss, NoServer, NotWritable, UnconfirmedCommit } from "./errors.ts";
import { requireOwnSession } from "./pooler.ts";

const connectMilliseconds = 2_500;
/** All hosts together get no more time than this, so that callers learn within five seconds that none is writable. */
const roundMilliseconds = 4_000;

/** How long the server lets a statement run, and a transaction wait for its next statement. */
export interface ServerLimits {
  readonly statementMilliseconds: number;
  readonly idleInTransactionMilliseconds?: number;
}

/** Reads the address of the database; throws `StoreUnopenable`, which a checked setting never causes. */
export function addressOf(url: string): PostgresAddress {
  const address = parsePostgresAddress(url);
  if (address.ok) return address.value;
  throw new StoreUnopenable("missing", `Cannot open the PostgreSQL database. ${address.reason}`);
}

/** The options of every connection to one of these hosts. */
export function connectionOptions({ hosts }: PostgresAddress) {
  return {
    application_name: "latchkey",
    keepAlive: true,
    connectionTimeoutMillis: Math.min(connectMilliseconds, Math.floor(roundMilliseconds / hosts.length)),
  } as const;
}

/**
 * Prepares a new connection and rejects with `NotWritable` on a standby. Commits wait for the disk even if server, database or
 * role turns that off; any other value stays, remote_apply as well as local. The connection keeps all this, even when the server
 * reloads its settings. Nothing is a start-up parameter: those would lower remote_apply, and poolers refuse them.
 */
export async function setUp(client: ClientBase, limits?: ServerLimits): Promise<void> {
  const settings = [
    ["statement_timeout", limits?.statementMilliseconds],
    ["idle_in_transaction_session_timeout", limits?.idleInTransactionMilliseconds],
  ].flatMap(([name, value]) => (value === undefined ? [] : `set_config('${name}', '${value}', false)`));
  const text = `SELECT ${["current_setting('transaction_read_only') = 'on' AS is_read_only", ...settings].join(", ")},
      set_config('synchronous_commit', CASE setting WHEN 'off' THEN 'on' ELSE setting END, false)
    FROM (SELECT current_setting('synchronous_commit') AS setting) AS found`;
  const settingUp = { text, query_timeout: connectMilliseconds };
  const { rows } = await client.query(settingUp);
  if (rows[0]?.is_read_only === true) throw new NotWritable();
}

const unconfirmed = new WeakSet<ClientBase>();

/** Watches a connection for commits that the standby did not confirm; see `requireConfirmed`. */
export function watchCommits(client: ClientBase): void {
  client.on("notice", ({ routine }) => {
    // The only field of this warning that does not depend on the server's language.
    if (routine === "SyncRepWaitForLSN") unconfirmed.add(client);
  });
}

/**
 * Throws if an administrator cancelled the wait for a synchronous standby on this connection: the server then answers the commit
 * as done, although a standby that takes over may not have it.
 */
export function requireConfirmed(client: ClientBase): void {
  if (unconfirmed.has(client)) throw new UnconfirmedCommit();
}

/**
 * Opens a connection of its own to the first host that can be written. A host that is away or a standby is passed over; any other
 * refusal, such as a wrong password, is the answer. Rejects with `StoreUnopenable` behind a pooler that shares sessions.
 */
export async function connectApart(
  address: PostgresAddress,
  options: ClientConfig = {},
  limits?: ServerLimits,
): Promise<Client> {
  const failures = new Map<string, unknown>();
  for (const { name, url } of address.hosts) {
    const connect = () => connectTo(url, { ...connectionOptions(address), ...options }, limits);
    try {
      const client = await connect();
      await requireOwnSession(client, address.location, connect);
      return client;
    } catch (error) {
      if (!isLoss(error)) throw error;
      failures.set(name, error);
    }
  }
  throw lossOf(failures);
}

/** The failure of every host as one: the only one, or an error that says what is wrong with each. */
export function lossOf(failures: ReadonlyMap<string, unknown>): unknown {
  const [[, only] = []] = failures;
  return failures.size === 1
    ? only
    : new NoServer([...failures].map(([name, error]) => `${name}: ${describeLoss(error)}`).join("; "));
}

async function connectTo(url: string, options: ClientConfig, limits?: ServerLimits): Promise<Client> {
  const socket = new Socket();
  const client = new Client({ ...options, connectionString: url, stream: () => socket });
  client.on("error", () => undefined); // The statement under way rejects.
  watchCommits(client);
  try {
    await client.connect();
    await setUp(client, limits);
    return client;
  } catch (error) {
    socket.destroy(); // A silent server never answers the goodbye.
    throw error;
  }
}
