import type { Clients, Clock } from "../../flows/ports.ts";
import type { Client, ClientProfile } from "../../protocol/client/client.ts";
import { metadataFromStore, metadataToStore } from "../../protocol/client/stored-metadata.ts";
import { digestOf } from "../../values/digest.ts";
import { whenThere } from "../../values/eventual.ts";
import { type ClientId, parseClientId, parseKeptSubject } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { type Instant, instantOf } from "../../values/time.ts";
import { assignments, columnList, insertInto } from "./columns.ts";
import {
  all,
  type Cache,
  type Engine,
  type Fact,
  get,
  lock,
  run,
  type Statement,
  type Value,
} from "./fact.ts";
import { jsonObject, jsonStrings } from "./json.ts";
import { protectedOriginsOn } from "./protected-origins.ts";
import { blobAs, DamagedRow, flag, has, integer, parsed, type Row, text } from "./rows.ts";
import type { SideEffectFacts } from "./side-effects.ts";
import { startableClientsOn } from "./startable-clients.ts";

/** Some thousand clients. */
const cachedBytesMax = 8 * 1024 * 1024;

/** The columns that `update` replaces. */
const editable = [
  "name",
  "redirect_uris",
  "profile",
  "is_public",
  "metadata",
  "secret_digest",
  "previous_secret_digest",
  "secret_exposed_at",
  "is_disabled",
  "codes_void_until",
  "unused_until",
] as const;
const columns = ["id", ...editable, "created_at", "updated_at"] as const;

/** The clock of a change, and the rows that change together with a client. */
interface Parts {
  readonly clock: Clock;
  readonly record: SideEffectFacts["record"];
  readonly appPasswords: { removeAllFor(id: ClientId): Fact<void> };
  /** Comes last in a fact, with only `record` after it. */
  readonly removeGrants: (id: ClientId) => Fact<unknown>;
}

interface StoredClients extends Clients {
  /** Part of a consent: makes or replaces the row of a client by document; see `Consents.allowDescribed`. */
  keepDescribed(client: Client, clientsMax: number): Fact<"kept" | "full">;
  /** Part of a withdrawal: a client by document that nobody allows any more expires then. */
  expireDescribed(id: ClientId, at: Instant): Fact<void>;
  /** Part of expiry: removes up to `rowsMax` clients whose time for a first use is over; returns how many. */
  removeUnused(now: Instant, rowsMax: number): Fact<number>;
}

/** The claim that a client still has the version that an operator saw. Until the fact ends nobody changes the client. */
export function clientSeenOn({ sql, rowLock }: Engine) {
  const held = sql(
    `SELECT 1 AS found FROM clients WHERE id = :clientId AND updated_at = :updatedAt${rowLock}`,
  );
  return function* (claim: { readonly clientId: ClientId; readonly updatedAt: Instant }): Fact<boolean> {
    const { clientId, updatedAt } = claim;
    return (yield* get(held, { clientId, updatedAt })) !== undefined;
  };
}

/** Registered clients, kept in memory once read. The uses of their secrets go with a client's row: ON DELETE CASCADE. */
export function clientsOn(
  engine: Engine,
  { clock, record, appPasswords, removeGrants }: Parts,
): StoredClients {
  const sql = statements(engine);
  const cache = engine.cache<ClientId, Client>({
    max: { bytes: cachedBytesMax },
    mayLag: true,
    statement: sql.find,
    values: (id) => ({ id }),
    read: clientOf,
  });

  const origins = protectedOriginsOn(engine);
  const startable = startableClientsOn(engine);
  const takers = engine.cache<"all", { readonly ids: readonly ClientId[] }>({
    max: { rows: 1 },
    mayLag: true,
    statement: sql.listTakers,
    values: () => ({}),
    read: (row) => ({ ids: has(row, "ids") ? (text(row, "ids").split(" ") as ClientId[]) : [] }),
  });

  function* forgetLists(): Fact<void> {
    yield* takers.forget("all");
    yield* startable.forget();
  }

  function* removeGrantsOf(ids: readonly ClientId[]): Fact<void> {
    for (const id of ids) {
      yield* cache.forget(id);
      yield* removeGrants(id);
    }
  }

  function* whyUnclaimed(id: ClientId): Fact<"unknown" | "conflict"> {
    return (yield* get(sql.find, { id })) ? "conflict" : "unknown";
  }

  /** An import of somebody with this `sub` waits until the client is stored, or is stored before this looks. */
  function* isSubject(id: ClientId): Fact<boolean> {
    const subject = parseKeptSubject(id);
    if (subject === undefined) return false;
    yield* lock("subjects");
    return (yield* get(sql.findSubject, { subject })) !== undefined;
  }

  return {
    find: (id) => cache.find(id),
    findReadable: async (id) => {
      try {
        return await cache.find(id);
      } catch (error) {
        if (error instanceof DamagedRow) return undefined;
        throw error;
      }
    },
    findStored: (id) => engine.get(sql.find, { id }, clientOf),
    findByOrigin: (origin) =>
      whenThere(origins.find(origin), (held) =>
        whenThere(held && cache.find(held.clientId), (client) =>
          // The client's row says which hosts it has; an older node may have changed that alone.
          client?.metadata.protectedOrigins.includes(origin) ? client : undefined,
        ),
      ),
    findBySecret: (digest) => engine.get(sql.findBySecret, { digest }, clientOf),
    list: () => engine.all(sql.list, {}, (rows) => rows.map(clientOf)),
    listWithAppPasswords: () =>
      whenThere(takers.find("all"), async (found) => {
        const clients = await Promise.all((found?.ids ?? []).map((id) => cache.find(id)));
        return clients.filter((client) => client?.metadata.hasAppPasswords === true) as readonly Client[];
      }),
    listStartable: () => startable.list(),
    listToldOfLogout: () => engine.all(sql.listToldOfLogout, {}, readableClientsOf),
    create: (client, sideEffects = {}) =>
      engine.write<Awaited<ReturnType<Clients["create"]>>>("durable", function* () {
        if (yield* isSubject(client.id)) return refuse("subject-taken");
        if (yield* origins.areTaken(client)) return refuse("origin-taken");
        if ((yield* run(sql.create, columnsOfClient(client))) !== 1) return refuse("exists");
        yield* forgetLists();
        yield* origins.keep(client);
        yield* record(sideEffects);
        return ok(undefined);
      }),
    createSelfRegistered: (client, { clientsMax, roomUpTo }, sideEffects = {}) =>
      engine.write<Result<void, "exists" | "full">>("durable", function* () {
        // One at a time, because clients that register at the same moment would not see each other.
        yield* lock("registrations");
        const count = yield* get(sql.countSelfRegistered);
        const surplus = integer(parsed("count", count), "count") - clientsMax + 1;
        const gone = surplus > 0 ? yield* all(sql.makeRoom, { now: roomUpTo, rowsMax: surplus }) : [];
        const isFull = gone.length < surplus;
        const created = isFull ? 0 : yield* run(sql.create, columnsOfClient(client));
        yield* removeGrantsOf(gone.map(clientIdIn));
        if (isFull) return refuse("full");
        if (created !== 1) return refuse("exists");
        yield* record(sideEffects);
        return ok(undefined);
      }),
    *keepDescribed(client, clientsMax) {
      yield* cache.forget(client.id);
      const values = columnsOfClient(client);
      if (yield* get(sql.hold, { id: client.id })) {
        yield* get(sql.update, { ...values, now: clock.now() });
        return "kept";
      }
      yield* lock("registrations");
      const count = yield* get(sql.countDescribed);
      const surplus = integer(parsed("count", count), "count") - clientsMax + 1;
      const gone = surplus > 0 ? yield* all(sql.makeDescribedRoom, { rowsMax: surplus }) : [];
      if (gone.length >= surplus) yield* run(sql.create, values);
      yield* removeGrantsOf(gone.map(clientIdIn));
      return gone.length < surplus ? "full" : "kept";
    },
    *expireDescribed(id, at) {
      yield* cache.forget(id);
      yield* run(sql.expireDescribed, { id, until: at + unallowedMilliseconds });
    },
    recordFirstUse: (id) =>
      engine.write("durable", function* () {
        yield* cache.forget(id);
        yield* run(sql.recordFirstUse, { id, now: clock.now() });
      }),
    *removeUnused(now, rowsMax) {
      const gone = yield* all(sql.removeUnused, { now, rowsMax });
      yield* removeGrantsOf(gone.map(clientIdIn));
      return gone.length;
    },
    update: (client, sideEffects = {}) =>
      engine.write<Result<Client, "unknown" | "conflict" | "origin-taken">>("durable", function* () {
        yield* cache.forget(client.id);
        yield* forgetLists();
        if (yield* origins.areTaken(client)) return refuse("origin-taken");
        const values = columnsOfClient(client);
        const row = yield* get(sql.update, { ...values, now: clock.now() });
        if (!row) return refuse(yield* whyUnclaimed(client.id));
        yield* origins.keep(client);
        // Else they would work again with the option, which people may have forgotten by then. Disabling ends all that was issued.
        const { protectedOrigins, hasAppPasswords } = client.metadata;
        if (protectedOrigins.length > 0 && (client.isDisabled || !hasAppPasswords))
          yield* appPasswords.removeAllFor(client.id);
        yield* run(sql.forgetLostSecrets, values);
        yield* record(sideEffects);
        return ok(clientOf(row));
      }),
    remove: ({ id, updatedAt }, sideEffects = {}) =>
      engine.write<Result<void, "unknown" | "conflict">>("durable", function* () {
        yield* cache.forget(id);
        yield* forgetLists();
        if ((yield* run(sql.remove, { id, updatedAt })) !== 1) return refuse(yield* whyUnclaimed(id));
        yield* removeGrants(id);
        yield* record(sideEffects);
        return ok(undefined);
      }),
    recordExposedSecret: exposuresOn(engine, cache, sql.expose),
  };
}

/** Records exposed secrets. While one of a client is being recorded, further ones wait for it instead of writing too. */
function exposuresOn(engine: Engine, cache: Cache<ClientId, Client>, statement: Statement) {
  const recording = new Map<ClientId, Promise<void>>();

  async function record(id: ClientId, at: Instant): Promise<void> {
    const client = await cache.find(id);
    if (!client || client.secretExposedAt !== undefined) return;
    await engine.write("durable", function* () {
      yield* cache.forget(id);
      yield* run(statement, { id, at });
    });
  }

  return (id: ClientId, at: Instant): Promise<void> => {
    const underWay = recording.get(id) ?? record(id, at);
    recording.set(id, underWay);
    return underWay.finally(() => recording.delete(id));
  };
}

/** How long the row of a client by document stays after the last withdrawal: the activity of people and the log refer to it. */
const unallowedMilliseconds = 7 * 86_400_000;

function statements({ sql, greatest, skipLocked, keyLock, jsonMember, jsonFalse }: Engine) {
  const clients = `SELECT ${columnList(columns)} FROM clients`;
  // The terms of the indexes, word for word.
  const isSelfRegistered = `${jsonMember("metadata", "registrationTokenDigest")} IS NOT NULL`;
  const isDescribed = `${jsonMember("metadata", "documentSince")} IS NOT NULL`;
  const isAllowed = "EXISTS (SELECT 1 FROM consents WHERE consents.client_id = clients.id)";
  // A consent may have been given while the last one was withdrawn.
  const isUnused = `unused_until <= :now AND NOT (${isDescribed} AND ${isAllowed})`;
  const isToldOfLogout = `${jsonMember("metadata", "backchannelLogoutUri")} IS NOT NULL
    AND ${jsonMember("metadata", "isThirdParty")} = ${jsonFalse}`;
  // A clock that was set back must not bring an old updated_at back: it would let a stale change through.
  const updatedAt = (instant: string) => `updated_at = ${greatest(instant, "updated_at + 1")}`;
  return {
    find: sql(`${clients} WHERE id = :id`),
    findBySecret: sql(`${clients} WHERE secret_digest = :digest OR previous_secret_digest = :digest LIMIT 1`),
    list: sql(`${clients} ORDER BY created_at, id`),
    listTakers: sql(
      `SELECT string_agg(id, ' ' ORDER BY name, id) AS ids FROM clients
       WHERE id IN (SELECT client_id FROM protected_origins)
         AND ${jsonMember("metadata", "hasAppPasswords")} <> ${jsonFalse}`,
    ),
    listToldOfLogout: sql(`${clients} WHERE ${isToldOfLogout} ORDER BY id`),
    findSubject: sql("SELECT 1 AS found FROM accounts WHERE subject = :subject"),
    countSelfRegistered: sql(`SELECT count(*) AS count FROM clients WHERE ${isSelfRegistered}`),
    create: sql(`${insertInto("clients", columns)} ON CONFLICT DO NOTHING`),
    update: sql(
      `UPDATE clients SET ${assignments(editable)}, ${updatedAt(":now")}
       WHERE id = :id AND updated_at = :updated_at RETURNING ${columnList(columns)}`,
    ),
    forgetLostSecrets: sql(
      `DELETE FROM secret_uses WHERE client_id = :id AND secret_digest IS DISTINCT FROM :secret_digest
         AND secret_digest IS DISTINCT FROM :previous_secret_digest`,
    ),
    remove: sql("DELETE FROM clients WHERE id = :id AND updated_at = :updatedAt"),
    removeUnused: sql(
      `DELETE FROM clients WHERE id IN (
         SELECT id FROM clients WHERE unused_until IS NOT NULL AND ${isUnused}
         ORDER BY unused_until LIMIT :rowsMax${skipLocked})
       RETURNING id`,
    ),
    makeRoom: sql(
      `DELETE FROM clients WHERE id IN (
         SELECT id FROM clients WHERE unused_until IS NOT NULL AND unused_until <= :now AND ${isSelfRegistered}
         ORDER BY unused_until LIMIT :rowsMax${skipLocked})
       RETURNING id`,
    ),
    hold: sql(`SELECT id FROM clients WHERE id = :id${keyLock}`),
    countDescribed: sql(`SELECT count(*) AS count FROM clients WHERE ${isDescribed}`),
    makeDescribedRoom: sql(
      `DELETE FROM clients WHERE id IN (
         SELECT id FROM clients WHERE ${isDescribed} AND NOT ${isAllowed}
         ORDER BY updated_at LIMIT :rowsMax${skipLocked})
       RETURNING id`,
    ),
    expireDescribed: sql(
      `UPDATE clients SET unused_until = :until WHERE id = :id AND ${isDescribed} AND NOT ${isAllowed}`,
    ),
    recordFirstUse: sql(
      `UPDATE clients SET unused_until = NULL, ${updatedAt(":now")}
       WHERE id = :id AND unused_until IS NOT NULL`,
    ),
    expose: sql(
      `UPDATE clients SET secret_exposed_at = :at, ${updatedAt(":at")}
       WHERE id = :id AND secret_exposed_at IS NULL`,
    ),
  };
}

/** Reads the id alone: that much can be read of a damaged row too. */
export function clientIdIn(row: Row): ClientId {
  return parsed("id", parseClientId(text(row, "id")));
}

function clientOf(row: Row): Client {
  return {
    id: clientIdIn(row),
    name: text(row, "name"),
    redirectUris: jsonStrings(row, "redirect_uris"),
    profile: parsed("profile", profileOf(text(row, "profile"))),
    isPublic: flag(row, "is_public"),
    metadata: parsed(
      "metadata",
      metadataFromStore(has(row, "metadata") ? jsonObject(row, "metadata") : undefined),
    ),
    ...(has(row, "secret_digest") && { secretDigest: blobAs(row, "secret_digest", digestOf) }),
    ...(has(row, "previous_secret_digest") && {
      previousSecretDigest: blobAs(row, "previous_secret_digest", digestOf),
    }),
    ...(has(row, "secret_exposed_at") && { secretExposedAt: instantOf(integer(row, "secret_exposed_at")) }),
    ...(has(row, "codes_void_until") && { codesVoidUntil: instantOf(integer(row, "codes_void_until")) }),
    ...(has(row, "unused_until") && { unusedUntil: instantOf(integer(row, "unused_until")) }),
    isDisabled: flag(row, "is_disabled"),
    createdAt: instantOf(integer(row, "created_at")),
    updatedAt: instantOf(integer(row, "updated_at")),
  };
}

/** The clients that can be read. A row that is damaged, or that a newer release wrote, must not stop work on the others. */
function readableClientsOf(rows: readonly Row[]): readonly Client[] {
  return rows.flatMap((row) => {
    try {
      return clientOf(row);
    } catch (error) {
      if (error instanceof DamagedRow) return [];
      throw error;
    }
  });
}

function profileOf(word: string): ClientProfile | undefined {
  return word === "interface" || word === "strict" ? word : undefined;
}

function columnsOfClient(client: Client): Readonly<Record<(typeof columns)[number], Value>> {
  return {
    id: client.id,
    name: client.name,
    redirect_uris: JSON.stringify(client.redirectUris),
    profile: client.profile,
    is_public: client.isPublic,
    metadata: metadataToStore(client.metadata),
    secret_digest: client.secretDigest,
    previous_secret_digest: client.previousSecretDigest,
    secret_exposed_at: client.secretExposedAt,
    is_disabled: client.isDisabled,
    codes_void_until: client.codesVoidUntil,
    unused_until: client.unusedUntil,
    created_at: client.createdAt,
    updated_at: client.updatedAt,
  };
}
