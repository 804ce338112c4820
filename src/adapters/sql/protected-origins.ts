import type { Client } from "../../protocol/client/client.ts";
import type { Eventual } from "../../values/eventual.ts";
import { type ClientId, parseClientId } from "../../values/ids.ts";
import { all, type Engine, type Fact, get, run } from "./fact.ts";
import { parsed, type Row, text } from "./rows.ts";

/** The client that a host belongs to. */
interface HeldOrigin {
  readonly clientId: ClientId;
}

interface ProtectedOrigins {
  find(origin: string): Eventual<HeldOrigin | undefined>;
  /** Part of every fact that stores a client: true if another client has one of its hosts. */
  areTaken(client: Client): Fact<boolean>;
  /** Part of the same fact: the client has these hosts from then on, and no others. */
  keep(client: Client): Fact<void>;
}

/** The hosts that proxies protect. A row goes with its client: ON DELETE CASCADE. Nothing is read or written for any other client. */
export function protectedOriginsOn(engine: Engine): ProtectedOrigins {
  const { sql } = engine;
  const find = sql("SELECT client_id FROM protected_origins WHERE origin = :origin");
  const list = sql("SELECT origin FROM protected_origins WHERE client_id = :clientId");
  const add = sql("INSERT INTO protected_origins (origin, client_id) VALUES (:origin, :clientId)");
  const remove = sql("DELETE FROM protected_origins WHERE client_id = :clientId");
  const cache = engine.cache<string, HeldOrigin>({
    max: { rows: 10_000 },
    mayLag: true,
    statement: find,
    values: (origin) => ({ origin }),
    read: (row) => ({ clientId: clientIdOf(row) }),
  });
  return {
    find: (origin) => cache.find(origin),
    *areTaken({ id, metadata }) {
      for (const origin of metadata.protectedOrigins) {
        const row = yield* get(find, { origin });
        if (row !== undefined && clientIdOf(row) !== id) return true;
      }
      return false;
    },
    *keep({ id: clientId, metadata: { protectedOrigins } }) {
      if (protectedOrigins.length === 0) return;
      const before = (yield* all(list, { clientId })).map((row) => text(row, "origin"));
      for (const origin of [...before, ...protectedOrigins]) yield* cache.forget(origin);
      yield* run(remove, { clientId });
      for (const origin of protectedOrigins) yield* run(add, { origin, clientId });
    },
  };
}

function clientIdOf(row: Row): ClientId {
  return parsed("client_id", parseClientId(text(row, "client_id")));
}
