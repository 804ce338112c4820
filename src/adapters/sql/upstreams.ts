import type { Upstreams } from "../../flows/upstream-ports.ts";
import type { GroupMapping } from "../../protocol/upstream/group-mapping.ts";
import type { AppleKey, Upstream, UpstreamName } from "../../protocol/upstream/upstream.ts";
import { isJsonObject } from "../../values/json-object.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { instantOf } from "../../values/time.ts";
import { assignments, columnList, insertInto } from "./columns.ts";
import { type Cache, type Cached, type Engine, get, lock, run, type Value } from "./fact.ts";
import { jsonObject, jsonStrings, jsonTexts, string } from "./json.ts";
import { DamagedRow, flag, has, integer, parsed, type Row, text } from "./rows.ts";
import type { SideEffectFacts } from "./side-effects.ts";

const editable = [
  "client_id",
  "sealed_secret",
  "apple_key",
  "display_name",
  "domains",
  "trusts_email",
  "creates_accounts",
  "group_mapping",
  "is_disabled",
] as const;
const columns = ["name", "kind", "issuer", ...editable, "created_at", "updated_at"] as const;

const kinds = ["google", "microsoft", "apple", "github", "gitlab", "oidc"] as const;

/** The names of all upstreams, in their order: one row, so that a service without any asks its memory alone. */
interface UpstreamNames {
  readonly names: readonly UpstreamName[];
}

interface Parts {
  readonly cache: Cache<UpstreamName, Upstream>;
  readonly names: Cache<"all", UpstreamNames>;
  readonly record: SideEffectFacts["record"];
}

/** Upstreams. The identities of their people go with an upstream's row: ON DELETE CASCADE. */
export function upstreamsOn(engine: Engine, { cache, names, record }: Parts): Upstreams {
  const sql = statements(engine);

  const findSound = async (name: UpstreamName): Promise<Upstream | undefined> => {
    try {
      return await cache.find(name);
    } catch (error) {
      if (error instanceof DamagedRow) return undefined;
      throw error;
    }
  };

  return {
    find: async (name) => cache.find(name),
    listInUse: async () => {
      const all = (await names.find("all"))?.names ?? [];
      const found = await Promise.all(all.map(findSound));
      return found.filter((upstream) => upstream !== undefined && !upstream.isDisabled) as Upstream[];
    },
    list: () => engine.all(sql.list, {}, (rows) => rows.map(upstreamOf)),
    create: (upstream, max, sideEffects = {}) =>
      engine.write<Result<void, "exists" | "too-many">>("durable", function* () {
        yield* lock("upstreams");
        yield* names.forget("all");
        yield* cache.forget(upstream.name);
        if (yield* get(sql.find, { name: upstream.name })) return refuse("exists");
        if (integer(parsed("count", yield* get(sql.count)), "count") >= max) return refuse("too-many");
        yield* run(sql.create, columnsOfUpstream(upstream));
        yield* record(sideEffects);
        return ok(undefined);
      }),
    update: (upstream, at, sideEffects = {}) =>
      engine.write<Result<Upstream, "unknown" | "conflict">>("durable", function* () {
        yield* cache.forget(upstream.name);
        const stored = yield* get(sql.hold, { name: upstream.name });
        if (!stored) return refuse("unknown");
        if (integer(stored, "updated_at") !== upstream.updatedAt) return refuse("conflict");
        const updated = parsed("name", yield* get(sql.update, { ...columnsOfUpstream(upstream), at }));
        yield* record(sideEffects);
        return ok(upstreamOf(updated));
      }),
    remove: ({ name, updatedAt }, sideEffects = {}) =>
      engine.write<Result<void, "unknown" | "conflict">>("durable", function* () {
        yield* names.forget("all");
        yield* cache.forget(name);
        if ((yield* run(sql.remove, { name, updatedAt })) !== 1)
          return refuse((yield* get(sql.find, { name })) ? "conflict" : "unknown");
        yield* record(sideEffects);
        return ok(undefined);
      }),
  };
}

/** Upstreams in memory. */
export function cachedUpstreams({ sql }: Engine): Cached<UpstreamName, Upstream> {
  return {
    max: { rows: 100 },
    mayLag: true,
    statement: sql(`SELECT ${columnList(columns)} FROM upstreams WHERE name = :name`),
    values: (name) => ({ name }),
    read: upstreamOf,
  };
}

/** Their names in memory. */
export function cachedUpstreamNames({ sql }: Engine): Cached<"all", UpstreamNames> {
  return {
    max: { rows: 1 },
    mayLag: true,
    statement: sql("SELECT string_agg(name, ' ' ORDER BY created_at, name) AS names FROM upstreams"),
    values: () => ({}),
    read: (row) => ({ names: has(row, "names") ? (text(row, "names").split(" ") as UpstreamName[]) : [] }),
  };
}

function statements({ sql, greatest, rowLock }: Engine) {
  return {
    find: sql("SELECT 1 AS found FROM upstreams WHERE name = :name"),
    list: sql(`SELECT ${columnList(columns)} FROM upstreams ORDER BY created_at, name`),
    count: sql("SELECT count(*) AS count FROM upstreams"),
    create: sql(insertInto("upstreams", columns)),
    hold: sql(`SELECT updated_at FROM upstreams WHERE name = :name${rowLock}`),
    update: sql(
      `UPDATE upstreams SET ${assignments(editable)}, updated_at = ${greatest(":at", "updated_at + 1")}
       WHERE name = :name RETURNING ${columnList(columns)}`,
    ),
    remove: sql("DELETE FROM upstreams WHERE name = :name AND updated_at = :updatedAt"),
  };
}

function columnsOfUpstream(upstream: Upstream): Readonly<Record<(typeof columns)[number], Value>> {
  return {
    name: upstream.name,
    kind: upstream.kind,
    issuer: upstream.issuer,
    client_id: upstream.clientId,
    sealed_secret: upstream.sealedSecret,
    apple_key: upstream.appleKey && JSON.stringify(upstream.appleKey),
    display_name: upstream.displayName,
    domains: JSON.stringify(upstream.domains),
    trusts_email: upstream.trustsEmail,
    creates_accounts: upstream.createsAccounts,
    group_mapping: upstream.groupMapping && JSON.stringify(upstream.groupMapping),
    is_disabled: upstream.isDisabled,
    created_at: upstream.createdAt,
    updated_at: upstream.updatedAt,
  };
}

function upstreamOf(row: Row): Upstream {
  const kind = text(row, "kind");
  return {
    name: text(row, "name") as UpstreamName,
    kind: parsed(
      "kind",
      kinds.find((known) => known === kind),
    ),
    issuer: text(row, "issuer"),
    clientId: text(row, "client_id"),
    sealedSecret: text(row, "sealed_secret"),
    ...(has(row, "apple_key") && { appleKey: appleKeyOf(row) }),
    displayName: text(row, "display_name"),
    domains: jsonStrings(row, "domains"),
    trustsEmail: flag(row, "trusts_email"),
    createsAccounts: flag(row, "creates_accounts"),
    ...(has(row, "group_mapping") && { groupMapping: groupMappingOf(row) }),
    isDisabled: flag(row, "is_disabled"),
    createdAt: instantOf(integer(row, "created_at")),
    updatedAt: instantOf(integer(row, "updated_at")),
  };
}

function groupMappingOf(row: Row): GroupMapping {
  const { claim, groups } = jsonObject(row, "group_mapping");
  const entries = isJsonObject(groups) ? Object.entries(groups) : [];
  return {
    claim: string(claim, "group_mapping"),
    groups: Object.fromEntries(entries.map(([theirs, ours]) => [theirs, string(ours, "group_mapping")])),
  };
}

function appleKeyOf(row: Row): AppleKey {
  const { teamId, keyId } = jsonTexts(row, "apple_key");
  return { teamId: string(teamId, "apple_key"), keyId: string(keyId, "apple_key") };
}
