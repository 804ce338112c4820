import type { Clients, Clock } from "../../flows/ports.ts";
import type { Client } from "../../protocol/client/client.ts";
import type { Digest } from "../../values/digest.ts";
import type { ClientId } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Instant } from "../../values/time.ts";
import { BoundedCache } from "../bounded-cache.ts";
import { clientIdIn, clientOf, readableClientsOf } from "../rows/client.ts";
import { integer } from "../rows/rows.ts";
import type { Database } from "./database.ts";
import type { SqliteGrants } from "./grants.ts";
import type { SqliteSecretUses } from "./secret-uses.ts";

const cachedMax = 10_000;

/** What clients change together with themselves. */
interface Parts {
  readonly grants: SqliteGrants;
  readonly secretUses: SqliteSecretUses;
  readonly clock: Clock;
}

/** Registered clients; found from memory once read. */
export class SqliteClients implements Clients {
  readonly #database: Database;
  readonly #parts: Parts;
  readonly #cache = new BoundedCache<ClientId, Client>(cachedMax);
  readonly #sql: ReturnType<typeof statements>;

  constructor(database: Database, parts: Parts) {
    this.#database = database;
    this.#parts = parts;
    this.#sql = statements(database);
    database.onForeignCommit(() => this.#cache.clear());
  }

  async find(id: ClientId): Promise<Client | undefined> {
    this.#database.watch();
    const cached = this.#cache.get(id);
    if (cached) return cached;
    const client = this.#database.read(() => {
      const row = this.#sql.find.get(id);
      return row && clientOf(row);
    });
    if (client) this.#cache.set(id, client);
    return client;
  }

  async findBySecret(digest: Digest): Promise<Client | undefined> {
    return this.#database.read(() => {
      const row = this.#sql.findBySecret.get({ digest });
      return row && clientOf(row);
    });
  }

  async list(): Promise<readonly Client[]> {
    return this.#database.read(() => this.#sql.list.all().map(clientOf));
  }

  async listToldOfLogout(): Promise<readonly Client[]> {
    return this.#database.read(() => readableClientsOf(this.#sql.listToldOfLogout.all()));
  }

  create(client: Client): Promise<Result<void, "exists">> {
    return this.#database.write("durable", () => {
      const { changes } = this.#sql.create.run({ ...columnsOf(client), createdAt: client.createdAt });
      return changes === 1 ? ok(undefined) : refuse("exists");
    });
  }

  createSelfRegistered(
    client: Client,
    { clientsMax, roomUpTo }: { readonly clientsMax: number; readonly roomUpTo: Instant },
  ): Promise<Result<void, "exists" | "full">> {
    return this.#database.write("durable", () => {
      const row = this.#sql.countSelfRegistered.get();
      const surplus = row ? integer(row, "count") - clientsMax + 1 : 0;
      if (surplus > 0 && this.removeUnused(roomUpTo, surplus) < surplus) return refuse("full");
      const { changes } = this.#sql.create.run({ ...columnsOf(client), createdAt: client.createdAt });
      return changes === 1 ? ok(undefined) : refuse("exists");
    });
  }

  async recordFirstUse(id: ClientId): Promise<void> {
    await this.#database.write("durable", () => {
      this.#cache.delete(id);
      this.#sql.recordFirstUse.run(this.#parts.clock.now(), id);
    });
  }

  /** Part of another fact's transaction: removes up to `rowsMax` clients that were not used in time; answers how many. */
  removeUnused(now: Instant, rowsMax: number): number {
    const ids = this.#sql.findUnused.all(now, rowsMax).map(clientIdIn);
    for (const id of ids) this.#remove(id);
    return ids.length;
  }

  update(client: Client): Promise<Result<Client, "unknown" | "conflict">> {
    const now = this.#parts.clock.now();
    return this.#database.write("durable", () => {
      this.#cache.delete(client.id);
      const row = this.#sql.update.get({ ...columnsOf(client), now });
      if (row) {
        const updated = clientOf(row);
        this.#parts.secretUses.removeOthers(updated);
        return ok(updated);
      }
      return refuse(this.#sql.find.get(client.id) ? "conflict" : "unknown");
    });
  }

  remove(id: ClientId): Promise<Result<void, "unknown">> {
    return this.#database.write("durable", () => {
      if (!this.#remove(id)) return refuse("unknown");
      return ok(undefined);
    });
  }

  #remove(id: ClientId): boolean {
    this.#cache.delete(id);
    // What is known of its secrets goes with the row: ON DELETE CASCADE.
    if (this.#sql.remove.run(id).changes !== 1) return false;
    this.#parts.grants.removeAllOf({ clientId: id });
    return true;
  }

  async recordExposedSecret(id: ClientId, at: Instant): Promise<void> {
    const client = await this.find(id);
    if (!client || client.secretExposedAt !== undefined) return;
    await this.#database.write("durable", () => {
      this.#cache.delete(id);
      this.#sql.expose.run({ at, id });
    });
  }
}

function statements(database: Database) {
  return {
    find: database.prepare("SELECT * FROM clients WHERE id = ?"),
    findBySecret: database.prepare(
      "SELECT * FROM clients WHERE secret_digest = :digest OR previous_secret_digest = :digest LIMIT 1",
    ),
    list: database.prepare("SELECT * FROM clients ORDER BY created_at, id"),
    // The terms of the index, word for word.
    listToldOfLogout: database.prepare(
      `SELECT * FROM clients
       WHERE metadata ->> '$.backchannelLogoutUri' IS NOT NULL AND metadata ->> '$.isThirdParty' = 0 ORDER BY id`,
    ),
    create: database.prepare(
      `INSERT INTO clients (id, name, redirect_uris, profile, is_public, secret_digest, secret_exposed_at,
         is_disabled, created_at, updated_at, metadata, previous_secret_digest, codes_void_until, unused_until)
       VALUES (:id, :name, :redirectUris, :profile, :isPublic, :secretDigest, :secretExposedAt,
         :isDisabled, :createdAt, :updatedAt, :metadata, :previousSecretDigest, :codesVoidUntil, :unusedUntil)
       ON CONFLICT DO NOTHING`,
    ),
    // A clock that was set back must not bring an old updated_at back: it would let a stale change through.
    update: database.prepare(
      `UPDATE clients SET name = :name, redirect_uris = :redirectUris, profile = :profile, is_public = :isPublic,
         secret_digest = :secretDigest, secret_exposed_at = :secretExposedAt, is_disabled = :isDisabled,
         metadata = :metadata, previous_secret_digest = :previousSecretDigest, codes_void_until = :codesVoidUntil, unused_until = :unusedUntil,
         updated_at = max(:now, updated_at + 1)
       WHERE id = :id AND updated_at = :updatedAt
       RETURNING *`,
    ),
    remove: database.prepare("DELETE FROM clients WHERE id = ?"),
    // The terms of the indexes, word for word.
    countSelfRegistered: database.prepare(
      "SELECT count(*) AS count FROM clients WHERE metadata ->> '$.registrationTokenDigest' IS NOT NULL",
    ),
    findUnused: database.prepare(
      "SELECT id FROM clients WHERE unused_until IS NOT NULL AND unused_until <= ? ORDER BY unused_until LIMIT ?",
    ),
    recordFirstUse: database.prepare(
      `UPDATE clients SET unused_until = NULL, updated_at = max(?, updated_at + 1)
       WHERE id = ? AND unused_until IS NOT NULL`,
    ),
    expose: database.prepare(
      `UPDATE clients SET secret_exposed_at = :at, updated_at = max(:at, updated_at + 1)
       WHERE id = :id AND secret_exposed_at IS NULL`,
    ),
  };
}

function columnsOf(client: Client) {
  return {
    id: client.id,
    name: client.name,
    redirectUris: JSON.stringify(client.redirectUris),
    profile: client.profile,
    isPublic: Number(client.isPublic),
    metadata: client.metadata ? JSON.stringify(client.metadata) : null,
    secretDigest: client.secretDigest ?? null,
    previousSecretDigest: client.previousSecretDigest ?? null,
    secretExposedAt: client.secretExposedAt ?? null,
    isDisabled: Number(client.isDisabled),
    codesVoidUntil: client.codesVoidUntil ?? null,
    unusedUntil: client.unusedUntil ?? null,
    updatedAt: client.updatedAt,
  };
}
