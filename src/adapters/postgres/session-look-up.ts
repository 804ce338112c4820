import type { SessionFacts } from "../../flows/ports.ts";
import { toHex } from "../../values/hex.ts";
import type { SessionId } from "../../values/ids.ts";
import { BoundedCache } from "../bounded-cache.ts";
import { integer, type Row, text } from "../sql/rows.ts";
import { type SessionLookUp, sessionFactsColumns, sessionFactsOf } from "../sql/sessions.ts";
import type { Database, Runner } from "./database.ts";
import type { Statement } from "./statement.ts";

const entriesMax = 10_000;

/**
 * SQL. In a SELECT of its own the array tells the planner nothing, whether it is known or not. Otherwise every plan for known ids would
 * look cheaper than the one that is kept, and each look-up would be planned anew, for longer than it runs (ADR 0076).
 */
const asked = `FROM sessions JOIN accounts ON accounts.id = sessions.account_id
  WHERE sessions.id = ANY((SELECT $1::bytea[])::bytea[])`;
/**
 * SQL: columns that change with a session or its account. `xmin` is the transaction that wrote the row. A change of groups or of the
 * authenticator app gives the account a new version (`nextVersion`), a change of passkeys does not.
 */
const versions =
  "encode(sessions.id, 'hex') AS key, sessions.xmin AS session_version, accounts.xmin AS account_version";

/** SQL of the look-up. */
export const findSessions = `SELECT ${versions}, ${sessionFactsColumns} ${asked}`;
/** SQL that reads only the versions, and whether there is a passkey. */
export const confirmSessions = `SELECT ${versions},
  (SELECT 1 FROM passkeys WHERE account_id = accounts.id LIMIT 1) IS NOT NULL AS account_row_has_passkey ${asked}`;

/** A session that was found, with the versions of its rows. */
interface Known {
  readonly facts: SessionFacts;
  readonly versions: string;
}

/**
 * Finds sessions and their accounts by primary key. NOTE: a hot path of every page and every code. The look-ups of a turn go out as one
 * statement, and what was found before is not read again: the database only confirms that its rows are still the same, so that every
 * node sees every change at once (ADR 0079).
 */
export function sessionLookUp(database: Database): SessionLookUp {
  const known = new KnownSessions(database);
  const find = database.batch<SessionId, SessionFacts | undefined>((runner, ids) => known.find(runner, ids), {
    underWayMax: 2,
    factsMax: 500,
    kind: "read",
  });
  return { find, *forget() {} };
}

class KnownSessions {
  readonly #database: Database;
  readonly #find: Statement;
  readonly #confirm: Statement;
  readonly #known = new BoundedCache<string, Known>(entriesMax);
  #generation = 0;

  constructor(database: Database) {
    this.#database = database;
    this.#find = database.prepare(findSessions);
    this.#confirm = database.prepare(confirmSessions);
  }

  async find(runner: Runner, ids: readonly SessionId[]): Promise<readonly (SessionFacts | undefined)[]> {
    const keys = ids.map(toHex);
    return (await this.#confirmed(runner, ids, keys)) ?? this.#read(runner, ids, keys);
  }

  /** The known facts of these sessions; undefined if a session is not known, has changed or has ended. */
  async #confirmed(runner: Runner, ids: readonly SessionId[], keys: readonly string[]) {
    this.#forgetOtherServers();
    const known = keys.map((key) => this.#known.get(key));
    if (known.includes(undefined)) return undefined;
    const versions = new Map(
      (await runner.all(this.#confirm, ids)).map((row) => [text(row, "key"), versionsIn(row)]),
    );
    const hasChanged = known.some((one, index) => one?.versions !== versions.get(keys[index] ?? ""));
    return hasChanged ? undefined : known.map((one) => one?.facts);
  }

  async #read(runner: Runner, ids: readonly SessionId[], keys: readonly string[]) {
    const found = new Map<string, SessionFacts>();
    for (const row of await runner.all(this.#find, ids)) {
      const [key, facts] = [text(row, "key"), sessionFactsOf(row)];
      this.#known.set(key, { facts, versions: versionsIn(row) });
      found.set(key, facts);
    }
    for (const key of keys) if (!found.has(key)) this.#known.delete(key);
    return keys.map((key) => found.get(key));
  }

  /** A server that took over may lack the last transactions, and uses their numbers again. */
  #forgetOtherServers(): void {
    if (this.#generation === this.#database.generation) return;
    this.#generation = this.#database.generation;
    this.#known.clear();
  }
}

function versionsIn(row: Row): string {
  return `${text(row, "session_version")} ${text(row, "account_version")} ${integer(row, "account_row_has_passkey")}`;
}
