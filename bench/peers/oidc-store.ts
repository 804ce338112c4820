import type { DatabaseSync } from "node:sqlite";
import { openDatabase } from "../floor/grouped-commit.ts";

/** What oidc-provider keeps of a code, token, session or grant; further members are its own. */
export interface OidcPayload {
  readonly uid?: string;
  readonly userCode?: string;
  readonly grantId?: string;
  consumed?: number;
}

/** The adapter interface of oidc-provider: one instance for each of its models. */
export interface OidcAdapter {
  upsert(id: string, payload: OidcPayload, expiresIn: number): Promise<void>;
  find(id: string): Promise<OidcPayload | undefined>;
  findByUid(uid: string): Promise<OidcPayload | undefined>;
  findByUserCode(userCode: string): Promise<OidcPayload | undefined>;
  consume(id: string): Promise<void>;
  destroy(id: string): Promise<void>;
  revokeByGrantId(grantId: string): Promise<void>;
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/**
 * Everything in maps: a restart forgets it. The package's own memory adapter is for trying things out: it forgets all but the last
 * thousand entries and walks through everything a grant ever gave at each new code, which would be unfair here.
 */
export function memoryAdapter(): OidcAdapter {
  const payloads = new Map<string, OidcPayload>();
  const idsByUid = new Map<string, string>();
  const idsByGrant = new Map<string, Set<string>>();
  return {
    async upsert(id, payload) {
      payloads.set(id, payload);
      if (payload.uid !== undefined) idsByUid.set(payload.uid, id);
      if (payload.grantId === undefined) return;
      const ids = idsByGrant.get(payload.grantId);
      if (ids === undefined) idsByGrant.set(payload.grantId, new Set([id]));
      else ids.add(id);
    },
    find: async (id) => payloads.get(id),
    findByUid: async (uid) => payloads.get(idsByUid.get(uid) ?? ""),
    findByUserCode: async () => undefined,
    async consume(id) {
      const payload = payloads.get(id);
      if (payload !== undefined) payload.consumed = nowSeconds();
    },
    destroy: async (id) => void payloads.delete(id),
    async revokeByGrantId(grantId) {
      for (const id of idsByGrant.get(grantId) ?? []) payloads.delete(id);
      idsByGrant.delete(grantId);
    },
  };
}

/** A table for each model, in one database; every call commits by itself, for the provider awaits one after the other. */
export function sqliteAdapters(folder: string): (model: string) => OidcAdapter {
  const database = openDatabase(folder, "");
  return (model) => sqliteAdapter(database, model);
}

/** `model` is a name of the package's own, such as AuthorizationCode. Only sessions are ever looked for by their uid. */
function sqliteAdapter(database: DatabaseSync, model: string): OidcAdapter {
  database.exec(
    `CREATE TABLE "${model}" (
       id TEXT PRIMARY KEY, payload TEXT NOT NULL, grant_id TEXT, uid TEXT, user_code TEXT, expires_at INTEGER
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX "${model}_grant" ON "${model}" (grant_id) WHERE grant_id IS NOT NULL;
     CREATE INDEX "${model}_uid" ON "${model}" (uid) WHERE uid IS NOT NULL;
     CREATE INDEX "${model}_user_code" ON "${model}" (user_code) WHERE user_code IS NOT NULL`,
  );
  const upsert = database.prepare(
    `INSERT INTO "${model}" VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
       payload = excluded.payload, expires_at = excluded.expires_at`,
  );
  const findById = database.prepare(`SELECT payload FROM "${model}" WHERE id = ?`);
  const findByUid = database.prepare(`SELECT payload FROM "${model}" WHERE uid = ?`);
  const findByUserCode = database.prepare(`SELECT payload FROM "${model}" WHERE user_code = ?`);
  const consume = database.prepare(
    `UPDATE "${model}" SET payload = json_set(payload, '$.consumed', ?) WHERE id = ?`,
  );
  const destroy = database.prepare(`DELETE FROM "${model}" WHERE id = ?`);
  const revoke = database.prepare(`DELETE FROM "${model}" WHERE grant_id = ?`);
  return {
    async upsert(id, payload, expiresIn) {
      const { grantId = null, uid = null, userCode = null } = payload;
      upsert.run(id, JSON.stringify(payload), grantId, uid, userCode, nowSeconds() + expiresIn);
    },
    find: async (id) => payloadOf(findById.get(id)),
    findByUid: async (uid) => payloadOf(findByUid.get(uid)),
    findByUserCode: async (userCode) => payloadOf(findByUserCode.get(userCode)),
    consume: async (id) => void consume.run(nowSeconds(), id),
    destroy: async (id) => void destroy.run(id),
    revokeByGrantId: async (grantId) => void revoke.run(grantId),
  };
}

function payloadOf(row: Record<string, unknown> | undefined): OidcPayload | undefined {
  return row === undefined ? undefined : (JSON.parse(String(row.payload)) as OidcPayload);
}
