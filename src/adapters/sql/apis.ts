import type { Apis } from "../../flows/api-ports.ts";
import type { Api } from "../../protocol/api/api.ts";
import type { ResourceUri } from "../../protocol/api/resource.ts";
import { apiFromStore, apiToStore } from "../../protocol/api/stored-api.ts";
import { instantOf } from "../../values/time.ts";
import { type Cache, type Cached, type Engine, get, lock, run, type Value } from "./fact.ts";
import { jsonObject } from "./json.ts";
import { DamagedRow, has, integer, parsed, type Row, text } from "./rows.ts";
import type { SideEffectFacts } from "./side-effects.ts";

/** Every API. A row that cannot be read keeps its resource, and `find` throws for it. */
interface KnownApis {
  readonly byResource: ReadonlyMap<string, Api | DamagedRow>;
  /** Those that can be read, in the order of their resources. */
  readonly readable: readonly Api[];
}

const noApis: KnownApis = { byResource: new Map(), readable: [] };

/** The details are JSON, which has no line break outside of its strings and none inside. */
const rowEnd = "\n";

/** APIs. All of them are one row in memory, so that an unknown resource, which anybody can send, costs no read. */
export function apisOn(
  engine: Engine,
  cache: Cache<"all", KnownApis>,
  record: SideEffectFacts["record"],
): Apis {
  const sql = statements(engine);
  const known = async (): Promise<KnownApis> => (await cache.find("all")) ?? noApis;

  return {
    find: async (resource) => {
      const found = (await known()).byResource.get(resource);
      if (found instanceof DamagedRow) throw found;
      return found;
    },
    all: async () => (await known()).readable,
    create: (api, max, sideEffects = {}) =>
      engine.write<"created" | "exists" | "full">("durable", function* () {
        yield* lock("apis");
        yield* cache.forget("all");
        if (yield* get(sql.find, { resource: api.resource })) return "exists";
        if (integer(parsed("count", yield* get(sql.count)), "count") >= max) return "full";
        yield* run(sql.create, columnsOfApi(api));
        yield* record(sideEffects);
        return "created";
      }),
    update: (api, seen, sideEffects = {}) =>
      engine.write("durable", function* () {
        yield* cache.forget("all");
        const { resource, details, updated_at } = columnsOfApi(api);
        if ((yield* run(sql.update, { resource, details, updated_at, seen })) !== 1) return false;
        yield* record(sideEffects);
        return true;
      }),
    remove: ({ resource, updatedAt }, sideEffects = {}) =>
      engine.write("durable", function* () {
        yield* cache.forget("all");
        if ((yield* run(sql.remove, { resource, updatedAt })) !== 1) return false;
        yield* record(sideEffects);
        return true;
      }),
  };
}

/** All APIs in memory. */
export function cachedApis({ sql }: Engine): Cached<"all", KnownApis> {
  const line = "resource || ' ' || created_at || ' ' || updated_at || ' ' || details";
  return {
    max: { rows: 1 },
    mayLag: true,
    statement: sql(`SELECT string_agg(${line}, :rowEnd ORDER BY resource) AS lines FROM apis`),
    values: () => ({ rowEnd }),
    read: (row) => (has(row, "lines") ? knownApisOf(text(row, "lines").split(rowEnd)) : noApis),
  };
}

function statements({ sql, greatest }: Engine) {
  return {
    find: sql("SELECT 1 AS found FROM apis WHERE resource = :resource"),
    count: sql("SELECT count(*) AS count FROM apis"),
    create: sql(
      `INSERT INTO apis (resource, details, created_at, updated_at)
       VALUES (:resource, :details, :created_at, :updated_at)`,
    ),
    update: sql(
      `UPDATE apis SET details = :details, updated_at = ${greatest(":updated_at", "updated_at + 1")}
       WHERE resource = :resource AND updated_at = :seen`,
    ),
    remove: sql("DELETE FROM apis WHERE resource = :resource AND updated_at = :updatedAt"),
  };
}

type Columns = "resource" | "details" | "created_at" | "updated_at";

function columnsOfApi(api: Api): Readonly<Record<Columns, Value>> {
  const { resource, createdAt, updatedAt } = api;
  return { resource, details: apiToStore(api), created_at: createdAt, updated_at: updatedAt };
}

function knownApisOf(lines: readonly string[]): KnownApis {
  const byResource = new Map(lines.map(knownApiOf));
  const readable = [...byResource.values()].filter((api): api is Api => !(api instanceof DamagedRow));
  return { byResource, readable };
}

function knownApiOf(line: string): readonly [string, Api | DamagedRow] {
  const [resource = "", created_at, updated_at, ...rest] = line.split(" ");
  const row = {
    resource,
    details: rest.join(" "),
    created_at: Number(created_at),
    updated_at: Number(updated_at),
  };
  try {
    return [resource, apiOf(row)];
  } catch (error) {
    if (error instanceof DamagedRow) return [resource, error];
    throw error;
  }
}

function apiOf(row: Row): Api {
  return {
    resource: text(row, "resource") as ResourceUri,
    ...parsed("details", apiFromStore(jsonObject(row, "details"))),
    createdAt: instantOf(integer(row, "created_at")),
    updatedAt: instantOf(integer(row, "updated_at")),
  };
}
