import type { Clients, Clock } from "../../flows/ports.ts";
import type { Client } from "../../protocol/client/client.ts";
import type { Digest } from "../../values/digest.ts";
import type { ClientId } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Instant } from "../../values/time.ts";
import { BoundedCache } from "../bounded-cache.ts";
import { clientIdIn, clientOf, readableClientsOf } from "../rows/client.ts";
import { integer } from "../rows/rows.ts";
import type { Database, Row, Runner } from "./database.ts";
import type { PostgresGrants } from "./grants.ts";
import { lockFor } from "./locks.ts";

const cachedMax = 10_000;
/** What another node changed shows after this at the latest: well within the second that is promised. */
const cachedMilliseconds = 250;

/** Registered clients; found from memory for a moment once read. */
export class PostgresClients implements Clients {
  readonly #database: Database;
  readonly #grants: PostgresGrants;
  readonly #clock: Clock;
  readonly #cache = new BoundedCache<ClientId, Client>(cachedMax);
  readonly #exposing = new Map<ClientId, Promise<void>>();
  readonly #sql: ReturnType<typeof statements>;
  /** Raised whenever something is forgotten, so that a read that was under way then is not remembered. */
  #forgotten = 0;
  #isForgettingSoon = false;

  constructor(
    database: Database,
    { grants, clock }: { readonly grants: PostgresGrants; readonly clock: Clock },
  ) {
    this.#database = database;
    this.#grants = grants;
    this.#clock = clock;
    this.#sql = statements(database);
  }

  async find(id: ClientId): Promise<Client | undefined> {
    this.#database.requireOpen();
    const cached = this.#cache.get(id);
    if (cached) return cached;
    const before = this.#forgotten;
    // The clock of the promised second starts before the read: what it finds is remembered no longer than that.
    this.#forgetSoon();
    const row = await this.#database.get(this.#sql.find, id);
    const client = row && clientOf(row);
    if (client && this.#forgotten === before) this.#cache.set(id, client);
    return client;
  }

  async findBySecret(digest: Digest): Promise<Client | undefined> {
    const row = await this.#database.get(this.#sql.findBySecret, digest);
    return row && clientOf(row);
  }

  async list(): Promise<readonly Client[]> {
    return (await this.#database.all(this.#sql.list)).map(clientOf);
  }

  async listToldOfLogout(): Promise<readonly Client[]> {
    return readableClientsOf(await this.#database.all(this.#sql.listToldOfLogout));
  }

  async create(client: Client): Promise<Result<void, "exists">> {
    const created = await this.#database.run(this.#sql.create, ...columnsOf(client), client.createdAt);
    return created === 1 ? ok(undefined) : refuse("exists");
  }

  createSelfRegistered(
    client: Client,
    { clientsMax, roomUpTo }: { readonly clientsMax: number; readonly roomUpTo: Instant },
  ): Promise<Result<void, "exists" | "full">> {
    return this.#database.transaction("durable", async (runner) => {
      // One at a time, or those that register together would not see each other.
      await runner.all(this.#sql.lockRegistrations);
      const [row] = await runner.all(this.#sql.countSelfRegistered);
      const surplus = row ? integer(row, "count") - clientsMax + 1 : 0;
      const gone = surplus > 0 ? await runner.all(this.#sql.removeUnused, roomUpTo, surplus) : [];
      const isFull = gone.length < surplus;
      const created = isFull ? 0 : await runner.run(this.#sql.create, ...columnsOf(client), client.createdAt);
      await this.#removeTokensOf(runner, gone);
      if (isFull) return refuse("full");
      return created === 1 ? ok(undefined) : refuse("exists");
    });
  }

  async recordFirstUse(id: ClientId): Promise<void> {
    await this.#changing(id, () => this.#database.run(this.#sql.recordFirstUse, this.#clock.now(), id));
  }

  /** Removes up to `rowsMax` clients whose time for a first use is over; answers how many. */
  removeUnused(now: Instant, rowsMax: number): Promise<number> {
    return this.#database.transaction("relaxed", async (runner) => {
      const rows = await runner.all(this.#sql.removeUnused, now, rowsMax);
      await this.#removeTokensOf(runner, rows);
      return rows.length;
    });
  }

  /** The last step of a transaction that removed these clients. */
  async #removeTokensOf(runner: Runner, removed: readonly Row[]): Promise<void> {
    for (const id of removed.map(clientIdIn)) {
      await this.#grants.removeAllOf(runner, { clientId: id });
      this.#forget(id);
    }
  }

  async update(client: Client): Promise<Result<Client, "unknown" | "conflict">> {
    const row = await this.#changing(client.id, () =>
      this.#database.get(this.#sql.update, ...columnsOf(client), this.#clock.now()),
    );
    if (row) return ok(clientOf(row));
    return refuse((await this.#database.get(this.#sql.find, client.id)) ? "conflict" : "unknown");
  }

  remove(id: ClientId): Promise<Result<void, "unknown">> {
    return this.#changing(id, () =>
      this.#database.transaction("durable", async (runner) => {
        // What is known of its secrets goes with the row: ON DELETE CASCADE.
        if ((await runner.run(this.#sql.remove, id)) !== 1) return refuse("unknown");
        await this.#grants.removeAllOf(runner, { clientId: id });
        return ok(undefined);
      }),
    );
  }

  /** While one exposure of a client is being recorded, further ones wait for it instead of writing too. */
  recordExposedSecret(id: ClientId, at: Instant): Promise<void> {
    const recording = this.#exposing.get(id) ?? this.#recordExposedSecret(id, at);
    this.#exposing.set(id, recording);
    return recording.finally(() => this.#exposing.delete(id));
  }

  async #recordExposedSecret(id: ClientId, at: Instant): Promise<void> {
    const client = await this.find(id);
    if (!client || client.secretExposedAt !== undefined) return;
    await this.#changing(id, () => this.#database.run(this.#sql.expose, at, id));
  }

  /** What this node changes it forgets, before and after: a read in between may have found either. */
  async #changing<T>(id: ClientId, change: () => Promise<T>): Promise<T> {
    try {
      this.#forget(id);
      return await change();
    } finally {
      this.#forget(id);
    }
  }

  #forget(id: ClientId): void {
    this.#forgotten += 1;
    this.#cache.delete(id);
  }

  #forgetSoon(): void {
    if (this.#isForgettingSoon) return;
    this.#isForgettingSoon = true;
    setTimeout(() => {
      this.#isForgettingSoon = false;
      this.#forgotten += 1;
      this.#cache.clear();
    }, cachedMilliseconds).unref();
  }
}

const columns = `id, name, redirect_uris, profile, is_public, metadata, secret_digest, previous_secret_digest,
  secret_exposed_at, is_disabled, codes_void_until, unused_until, updated_at, created_at`;

function statements(database: Database) {
  return {
    find: database.prepare(`SELECT ${columns} FROM clients WHERE id = $1`),
    findBySecret: database.prepare(
      `SELECT ${columns} FROM clients WHERE secret_digest = $1 OR previous_secret_digest = $1 LIMIT 1`,
    ),
    list: database.prepare(`SELECT ${columns} FROM clients ORDER BY created_at, id`),
    // The terms of the index, word for word.
    listToldOfLogout: database.prepare(
      `SELECT ${columns} FROM clients
       WHERE metadata::jsonb ->> 'backchannelLogoutUri' IS NOT NULL AND metadata::jsonb ->> 'isThirdParty' = 'false'
       ORDER BY id`,
    ),
    create: database.prepare(
      `INSERT INTO clients (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
       ON CONFLICT DO NOTHING`,
    ),
    // A clock that was set back must not bring an old updated_at back: it would let a stale change through.
    update: database.prepare(
      `WITH changed AS (
         UPDATE clients SET name = $2, redirect_uris = $3, profile = $4, is_public = $5, metadata = $6,
           secret_digest = $7, previous_secret_digest = $8, secret_exposed_at = $9, is_disabled = $10,
           codes_void_until = $11, unused_until = $12, updated_at = greatest($14::bigint, updated_at + 1)
         WHERE id = $1 AND updated_at = $13
         RETURNING ${columns}
       ), forgotten AS (
         DELETE FROM secret_uses USING changed
         WHERE client_id = changed.id AND secret_uses.secret_digest IS DISTINCT FROM changed.secret_digest
           AND secret_uses.secret_digest IS DISTINCT FROM changed.previous_secret_digest
       )
       SELECT ${columns} FROM changed`,
    ),
    remove: database.prepare("DELETE FROM clients WHERE id = $1"),
    lockRegistrations: database.prepare(lockFor("registrations")),
    // The terms of the indexes, word for word.
    countSelfRegistered: database.prepare(
      `SELECT count(*) AS count FROM clients WHERE metadata::jsonb ->> 'registrationTokenDigest' IS NOT NULL`,
    ),
    removeUnused: database.prepare(
      `DELETE FROM clients WHERE id IN (
         SELECT id FROM clients WHERE unused_until IS NOT NULL AND unused_until <= $1
         ORDER BY unused_until LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING id`,
    ),
    recordFirstUse: database.prepare(
      `UPDATE clients SET unused_until = NULL, updated_at = greatest($1, updated_at + 1)
       WHERE id = $2 AND unused_until IS NOT NULL`,
    ),
    expose: database.prepare(
      `UPDATE clients SET secret_exposed_at = $1, updated_at = greatest($1, updated_at + 1)
       WHERE id = $2 AND secret_exposed_at IS NULL`,
    ),
  };
}

/** In the order of `columns`, without the last. */
function columnsOf(client: Client) {
  return [
    client.id,
    client.name,
    JSON.stringify(client.redirectUris),
    client.profile,
    client.isPublic,
    client.metadata && JSON.stringify(client.metadata),
    client.secretDigest,
    client.previousSecretDigest,
    client.secretExposedAt,
    client.isDisabled,
    client.codesVoidUntil,
    client.unusedUntil,
    client.updatedAt,
  ] as const;
}
